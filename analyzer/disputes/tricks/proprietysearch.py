"""What the search says of a card that was legal: what it lets be forced, and which cards are proper.

In short endings the plain reference is asked as well. A card is judged as its player could judge it: over
all deals that he could not tell apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from analyzer.disputes.findings import Proof
from analyzer.disputes.tricks.propriety import JudgedCard, ProprietyDispute, ProprietyFinding
from analyzer.errors import cross_checked
from analyzer.knowledge.deals import in_world, worlds_of
from analyzer.messages import LineWord, Message, Name, say
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.rules.actions import lay, seat_groups
from analyzer.rules.score.goals import Goal
from analyzer.rules.verdicts import Violation
from analyzer.search.engine.engine import Budget, Engine
from analyzer.search.engine.native import default_engine
from analyzer.search.engine.reference import ReferenceEngine
from analyzer.search.engine.results import NO_LIMITS, CardValues
from analyzer.search.solve.assemble import Search, SearchRequest
from analyzer.search.solve.proper import ULTIMO_OF
from analyzer.search.worlds.decide import card_groups
from analyzer.search.worlds.engines import Case
from analyzer.search.worlds.proper import Propriety
from analyzer.search.worlds.results import Opponents

REFERENCE_TRICKS: Final = 4
"""Endings of so many tricks are searched a second time, by the plain reference."""
REFERENCE_WORLDS: Final = 50
"""More worlds than these it does not search."""
SHORT: Final = 3
"""In endings of so many tricks it is told who can force an Ultimo after the card."""
NO_FINE: Final = say("no source names a fine for an improper card")


def settle_propriety(dispute: ProprietyDispute) -> ProprietyFinding:
    """The verdict on a card, by the search, and in short endings by the plain reference too.

    Raises: UsageError for a position nothing can be searched in; Mismatch where two readers differ.
    """
    position, word = dispute.position, str(dispute.card)
    cards = _judged(position, default_engine(position.spec))
    _agrees(position, cards)
    judged = next(each for each in cards if each.is_card(word))
    seat = position.table.to_move
    return ProprietyFinding(
        dispute=dispute,
        violations=_violations(dispute, judged),
        proofs=tuple(_proved(dispute)),
        notes=_notes(judged),
        applied=_applied(dispute, judged),
        seat=seat,
        judged=judged,
        cards=cards,
        deals=len(worlds_of(position)) if position.many else 1,
    )


def _violations(dispute: ProprietyDispute, judged: JudgedCard) -> tuple[Violation, ...]:
    if judged.clause is None or judged.why is None:
        return ()
    player, card = Name(dispute.players[dispute.position.table.to_move]), dispute.card
    text = say("{player} played {card}: {why}", player=player, card=LineWord(str(card)), why=judged.why)
    return (Violation(judged.clause, () if card.card is None else (card.card,), text),)


def _notes(judged: JudgedCard) -> tuple[Message, ...]:
    """That an improper card costs nothing, or by how little a pot is the richer."""
    if not judged.proper:
        return (NO_FINE,)
    return () if judged.why is None else (judged.why,)


def _judged(position: Position, engine: Engine) -> tuple[JudgedCard, ...]:
    """Every card of the player to move, over the worlds he cannot tell apart, or in the one deal there is."""
    return _in_worlds(position, engine) if position.many else _judge_known_deal(position, engine)


def _judge_known_deal(position: Position, engine: Engine) -> tuple[JudgedCard, ...]:
    question = Hand.from_position(position)
    mover, seats = question.to_move, range(question.players)
    goals = [(seat, Goal.ULTIMO) for seat in seats if seat != mover]
    goals += [(mover, goal) for goal in ULTIMO_OF.values()]
    asked = SearchRequest(goals=tuple(goals), proper=True, groups=seat_groups(len(seats)))
    search = Search(position.players, engine, Budget.from_limits(NO_LIMITS))
    found = search.solution(question, Hand.paid_before(position), asked)
    return tuple(_card(each) for each in found.cards)


def _card(values: CardValues) -> JudgedCard:
    evidence = values.evidence
    return JudgedCard(
        lay(values.card, values.names),
        tuple(map(str, values.equals)),
        values.proper is not False,
        None if evidence is None else evidence.clause,
        values.why,
        () if evidence is None else tuple(str(move) for _, move in evidence.offence),
        () if evidence is None else tuple(str(move) for _, move in evidence.line),
        against=None if evidence is None else evidence.against,
        why_better=None if evidence is None else evidence.better,
    )


def _in_worlds(position: Position, engine: Engine) -> tuple[JudgedCard, ...]:
    worlds = worlds_of(position)
    questions = tuple(Hand.from_position(in_world(position, world)) for world in worlds)
    weights = tuple(world.weight for world in worlds)
    case = Case(questions[0].to_move, questions, weights, Opponents.SELFISH)
    groups = card_groups(case)
    court = Propriety(
        case, tuple(move for move, _ in groups), position.players, engine, Budget.from_limits(NO_LIMITS)
    )
    found = []
    for place, (move, equals) in enumerate(groups):
        verdict = court.verdict(place)
        found.append(
            JudgedCard(
                move,
                tuple(map(str, equals)),
                verdict.proper,
                verdict.clause,
                verdict.why,
                better=verdict.evidence,
                world=verdict.world,
            )
        )
    return tuple(found)


def _agrees(position: Position, cards: Sequence[JudgedCard]) -> None:
    """Ask the plain reference too, where the ending is short enough for it.

    Raises: Mismatch.
    """
    if position.tricks_left > REFERENCE_TRICKS or len(position.worlds) > REFERENCE_WORLDS:
        return
    plain = _judged(position, ReferenceEngine())
    cross_checked("what is proper", [each.verdict for each in cards], [each.verdict for each in plain])


def _proved(dispute: ProprietyDispute) -> list[Proof]:
    """Who can force an Ultimo after the card, by the plain reference, in short endings."""
    position = dispute.position
    if position.many or position.tricks_left > SHORT or not position.complete:
        return []
    mover = position.table.to_move
    after = position.after(dispute.card)
    if after.over:
        return []
    seats = [seat for seat in range(len(position.players)) if seat != mover]
    question = Hand.from_position(after)
    found = []
    for seat in seats:
        holds = ReferenceEngine().forces(question, Goal.ULTIMO, seat, 1 << seat, Budget())
        player, card = Name(dispute.players[seat]), LineWord(str(dispute.card))
        text = (
            say("after {card} {player} wins an Ultimo against everybody", card=card, player=player)
            if holds
            else say("after {card} {player} can be kept from an Ultimo", card=card, player=player)
        )
        found.append(Proof(text, ()))
    return found


def _applied(dispute: ProprietyDispute, judged: JudgedCard) -> tuple[str, ...]:
    """The proprieties that had something to say of the card."""
    rules = dispute.position.rules
    duties = {
        str(each.parameters["duty"]): each.id for each in rules.clauses.values() if each.kind == "propriety"
    }
    found = [duties["protect-pots"]]
    if dispute.position.many:
        found.append(duties["take-chance"])
    if judged.clause == duties["richer-pot"] or (judged.proper and judged.why is not None):
        found.append(duties["richer-pot"])
        found += [each.id for each in rules.clauses.values() if each.kind == "considerable"]
    return tuple(found)
