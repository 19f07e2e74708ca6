"""A card that was legal: whether the Proprieties allow it, and what it gave away.

What each card lets be forced is found by the search, and in short endings by the plain reference as well.
A card is judged as its player could judge it: over all deals that he could not tell apart.

Source: main rule text, "Proprieties".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, ClassVar, Final, Literal

from msgspec import structs

from analyzer.cards.notation import shown
from analyzer.disputes.answer import CheckAnswer
from analyzer.disputes.events import Event, done_events
from analyzer.disputes.findings import DisputeModule, Finding, Proof
from analyzer.disputes.model import Dispute
from analyzer.disputes.shape import KIND_KEY, DisputeShape, about_of
from analyzer.errors import IllegalMove, InvalidFile, TarokError, UsageError
from analyzer.frozenrecord import Record
from analyzer.knowledge.deals import in_world, worlds_of
from analyzer.knowledge.fitting import check_one_player, fitting_deals, in_every_deal
from analyzer.messages import LineWord, Message, Name, Several, Verbatim, Whose, in_a_row, listed, say
from analyzer.position.files.cardlists import HandCards, Words
from analyzer.position.files.moves import read_moves
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import DealShape
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.position.reading import load, read_position
from analyzer.proofs.agreement import agreed
from analyzer.rules.actions import Action, ActionKind, lay
from analyzer.rules.score.goals import Goal
from analyzer.rules.sides import by_seats
from analyzer.rules.verdicts import Violation
from analyzer.search.engine.default import default_engine
from analyzer.search.engine.engine import Budget, Engine
from analyzer.search.engine.reasons import Reason
from analyzer.search.engine.reference import ReferenceEngine
from analyzer.search.engine.results import CardValues
from analyzer.search.solve.assemble import NO_LIMITS, Search, SearchRequest
from analyzer.search.solve.proper import ULTIMO_OF
from analyzer.search.worlds.decide import card_groups
from analyzer.search.worlds.engines import Case
from analyzer.search.worlds.proper import Propriety
from analyzer.search.worlds.results import Opponents
from analyzer.views.base import UNSET, Meta, UnsetType, View
from analyzer.views.why import WhyView, reason_view
from analyzer.words.blocks import Phrase
from analyzer.words.plans import plan_said
from analyzer.yamltree.placed import Field, Text

MOST_DEALS: Final = 10_000
"""Deals that fit, all of which are looked at."""


class ProprietyShape(DisputeShape, DealShape):
    """Whether a card was proper: the position as in a position file, or such a file, and what was played."""

    kind: Literal["propriety"] = KIND_KEY
    position: Text | None = Field(
        None, description="A position file, from this one on; in place of `hands`.", examples=["prop1.yaml"]
    )
    hands: dict[Text, HandCards] = Field(
        default_factory=dict,
        description="Each player's cards, as one text or as a list; cards in `trick` are no longer held.",
    )
    play: Words | None = Field(
        None,
        description="What was played from there, in order; the last card is the one in question.",
        examples=["hR", "T7 hR"],
    )
    events: list[Event] | None = Field(
        None, description="The same with who did what, and what was said, in place of `play`."
    )
    CHIEF: ClassVar = ("play",)


class ProprietyDispute(Dispute, frozen=True, kw_only=True):
    """Was this card proper?"""

    position: Position
    """Before the card; with worlds, where its player cannot tell deals apart."""
    card: Action


def read_propriety(reader: Reader, shape: ProprietyShape) -> ProprietyDispute | None:
    """The position before the card in question, and the card; None where there is no position.

    Raises: InvalidFile with every fault where the position cannot be read.
    """
    about = about_of(reader, shape)
    moves = _moves(reader, shape)
    start = _start(reader, shape)
    if start is None or not moves:
        return None
    found = _before_last(reader, start, moves)
    if found is None:
        return None
    about |= {"players": start.players, "rules": start.rules, "sitting_out": start.sitting_out}
    return ProprietyDispute(**about, position=found, card=structs.replace(moves[-1], seat=None))


def _moves(reader: Reader, shape: ProprietyShape) -> tuple[Action, ...]:
    """What was played, and said, from the position on."""
    if shape.events is not None:
        done = done_events(reader, shape.play, shape.events, shape)
        return tuple(
            each if each.card is None else structs.replace(each, kind=ActionKind.PLAY) for each in done
        )
    if shape.play is None:
        reader.lack(shape.node.where, say("nothing is played"), say("expected one of `play` and `events`"))
        return ()
    moves = read_moves(reader, shape.play)
    if not moves:
        reader.lack(shape.play.where, say("nothing was played"), say("expected the card in question"))
    return moves


def _start(reader: Reader, shape: ProprietyShape) -> Position | None:
    """Where the play began."""
    if shape.tells("position") is shape.tells("hands"):
        message = say("the position is told twice") if shape.tells("hands") else say("no position is told")
        reader.lack(shape.node.where, message, say("expected `hands` or `position`"))
        return None
    if shape.position is None:
        return read_position(reader, shape)
    try:
        return load(str(Path(reader.file).parent / shape.position), lambda _: reader.rules)
    except UsageError as error:
        reader.fault(shape.position.where, error.message, error.expected)
    except InvalidFile as refused:
        unread = next((each for each in refused.faults if each.where is None or not each.where.line), None)
        if unread is None:
            raise
        reader.fault(shape.position.where, unread.message, unread.expected)
    return None


def _before_last(reader: Reader, position: Position, moves: tuple[Action, ...]) -> Position | None:
    """The position before the last of the moves; one that cannot be is a fault where it stands."""
    told_apart = position.many and not position.of_unknown_cards
    if told_apart and len(moves) > 1:
        where = moves[0].where
        assert where is not None
        expected = say("expected one card: what was known before it stands in the position")
        reader.fault(where, say("cards are played in deals that are not told apart"), expected)
        return None
    if position.of_unknown_cards:
        return _in_deals(reader, position, moves)
    for place, move in enumerate(moves):
        where = move.where
        assert where is not None
        if move.kind is not ActionKind.PLAY and place == len(moves) - 1:
            expected = say("expected the card in question")
            reader.fault(where, say("{word} is no card", word=Verbatim(shown(str(move)))), expected)
            return None
        turn = position.table.holder
        if move.seat not in (None, turn) and move.kind is ActionKind.PLAY:
            expected = say("expected a card of {whose}", whose=Whose(position.players[turn]))
            reader.fault(where, say("it is {whose} turn", whose=Whose(position.players[turn])), expected)
            return None
        try:
            after = position.after(move) if not told_apart else _any_card(position, move)
        except IllegalMove as illegal:
            legal = listed(map(Verbatim, illegal.legal))
            reader.fault(where, illegal.message, say("expected one of {cards}", cards=legal))
            return None
        except TarokError as error:
            reader.fault(where, error.message)
            return None
        if place == len(moves) - 1:
            return _let_pass(position)
        position = after
    return None


def _in_deals(reader: Reader, position: Position, moves: tuple[Action, ...]) -> Position | None:
    """The position before the last of the moves, with every deal that fits as one of its worlds."""
    for move in moves[:-1]:
        position = in_every_deal(position, partial(_after, move))
    where = moves[-1].where
    assert where is not None
    try:
        found = fitting_deals(position, MOST_DEALS)
        check_one_player(found.listed())
        before = _let_pass(found.deals[0])
        before.after(moves[-1])
    except IllegalMove as illegal:
        legal = listed(map(Verbatim, illegal.legal))
        reader.fault(where, illegal.message, say("expected one of {cards}", cards=legal))
    except UsageError as error:
        reader.fault(where, error.message, error.expected)
    except InvalidFile as none_fits:
        reader.notes.faults.extend(none_fits.faults)
    else:
        return replace(before, worlds=found.worlds)
    return None


def _after(move: Action, deal: Position) -> Position:
    return deal.after(move)


def _any_card(position: Position, move: Action) -> Position:
    """The position, once it is known that its player holds the card and may play it."""
    known = replace(position, worlds=(), unseen=None)
    if not known.complete:
        hand = known.hands[position.table.to_move]
        if move.card not in hand:
            raise UsageError(say("the card is not in the player's hand"))
        return position
    return known.after(move)


def _let_pass(position: Position) -> Position:
    """The position once everybody has let a card pass that could be answered by a demand."""
    while position.picked is not None:
        position = position.after(Action(ActionKind.ALLOW))
    return position


REFERENCE_TRICKS: Final = 4
"""Endings of so many tricks are searched a second time, by the plain reference."""
REFERENCE_WORLDS: Final = 50
"""More worlds than these it does not search."""
SHORT: Final = 3
"""In endings of so many tricks it is told who can force an Ultimo after the card."""
NO_FINE: Final = say("no source names a fine for an improper card")


class JudgedCard(Record, frozen=True):
    """A card of the player, those equal to it, and whether it is proper.

    For an improper one the clause and the reason, and play: what comes of the card, and the better play.
    For a proper one `why` may tell by how little a pot is the richer.
    """

    card: Action
    equals: tuple[str, ...]
    proper: bool
    clause: str | None = None
    why: Message | None = None
    offence: tuple[str, ...] = ()
    better: tuple[str, ...] = ()
    world: int | None = None
    against: Reason | None = None
    """The plan by which the Ultimo is won after the card."""
    why_better: Reason | None = None
    """The plan behind the better play."""

    def is_card(self, word: str) -> bool:
        """Whether a word of a line is this card, or one equal to it."""
        return word in (str(self.card), *self.equals)

    @property
    def verdict(self) -> tuple[object, ...]:
        """What two readers of one position must agree on."""
        return str(self.card), self.proper, self.clause


class ProprietyRemedyView(View, frozen=True, kw_only=True):
    """What would have been proper; empty where the card was."""

    play: Annotated[list[str], Meta(description="The proper cards.")] | UnsetType = UNSET


class ProprietyCheck(CheckAnswer, frozen=True, kw_only=True):
    """Was the card proper?"""

    kind: Literal["propriety"]
    player: str
    card: Annotated[str, Meta(description="In the words of a line.")]
    proper: bool
    why: Annotated[
        str | None,
        Meta(description="Why it is improper, or by how little the pot it leaves is the richer."),
    ]
    offence: Annotated[MoveWords, Meta(description="What comes of an improper card.")]
    better: Annotated[MoveWords, Meta(description="Play that prevents or wins the Ultimo instead.")]
    against: Annotated[WhyView, Meta(description="The plan after an improper card.")] | UnsetType = UNSET
    why_better: Annotated[WhyView, Meta(description="The plan after the better one.")] | UnsetType = UNSET
    remedy: ProprietyRemedyView


@dataclass(frozen=True, slots=True, kw_only=True)
class ProprietyFinding(Finding):
    """Whether a card was proper; `cards` are all that could be played, in canonical order."""

    seat: int
    judged: JudgedCard
    cards: tuple[JudgedCard, ...]
    deals: int
    """Over how many deals it was judged."""
    ASIDE: ClassVar = frozenset({"seat", "judged", "cards", "deals"})

    @property
    def comes_to(self) -> Mapping[str, Any]:
        return {**super(ProprietyFinding, self).comes_to, "proper": self.judged.proper}

    @property
    def when_right(self) -> Message:
        """The card that was played, and whether it was proper."""
        player, card = Name(self.dispute.players[self.seat]), LineWord(str(self.judged.card))
        if self.judged.proper:
            return say("{player} played {card}: proper", player=player, card=card)
        return say("{player} played {card}: improper", player=player, card=card)

    def reasons_said(self) -> Iterator[Phrase]:
        """Over how many deals it was judged, and what comes of the card."""
        if self.deals > 1:
            player = Name(self.dispute.players[self.seat])
            told = say(
                "Judged over {number} deals, which {player} could not tell apart.",
                number=self.deals,
                player=player,
            )
            yield Phrase(told, level=1)
        offence = in_a_row(map(LineWord, self.judged.offence))
        yield from self._line_said(
            offence, say("What comes of it: {line}", line=offence), self.judged.against
        )

    def remedy_said(self) -> Iterator[Phrase]:
        """What would have been better than the card, and the proper cards."""
        judged, better = self.judged, in_a_row(map(LineWord, self.judged.better))
        told = say("What would have been better: {line}", line=better)
        yield from self._line_said(better, told, judged.why_better)
        proper = listed(LineWord(str(each.card)) for each in self.cards if each.proper)
        if not judged.proper and proper.items:
            yield Phrase(say("Proper: {cards}", cards=proper), level=1)
        elif not judged.proper:
            yield Phrase(say("No card is proper here."), level=1)

    def _line_said(self, line: Several, told: Message, reason: Reason | None) -> Iterator[Phrase]:
        """A line of play, if there is one, and the plan behind it."""
        if line.items:
            yield Phrase(told, level=1)
        if (plan := plan_said(reason, self.dispute.players)) is not None:
            yield Phrase(plan, level=2)

    def answer(self) -> ProprietyCheck:
        """The answer about a card."""
        judged = self.judged
        proper = [str(each.card) for each in self.cards if each.proper]
        return ProprietyCheck(
            **self.common,
            player=self.dispute.players[self.seat],
            card=str(judged.card),
            proper=judged.proper,
            why=judged.why,
            offence=list(judged.offence),
            better=list(judged.better),
            against=reason_view(judged.against, self.dispute.players),
            why_better=reason_view(judged.why_better, self.dispute.players),
            remedy=ProprietyRemedyView(play=UNSET if judged.proper else proper),
        )


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
    return _in_worlds(position, engine) if position.many else _known(position, engine)


def _known(position: Position, engine: Engine) -> tuple[JudgedCard, ...]:
    question = Hand.of(position)
    mover, seats = question.to_move, range(question.players)
    goals = [(seat, Goal.ULTIMO) for seat in seats if seat != mover]
    goals += [(mover, goal) for goal in ULTIMO_OF.values()]
    asked = SearchRequest(goals=tuple(goals), proper=True, groups=by_seats(len(seats)))
    search = Search(position.players, engine, Budget.of(NO_LIMITS))
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
    questions = tuple(Hand.of(in_world(position, world)) for world in worlds)
    weights = tuple(world.weight for world in worlds)
    case = Case(questions[0].to_move, questions, weights, Opponents.SELFISH)
    groups = card_groups(case)
    court = Propriety(case, tuple(move for move, _ in groups), position.players, engine, Budget.of(NO_LIMITS))
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
    agreed("what is proper", [each.verdict for each in cards], [each.verdict for each in plain])


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
    question = Hand.of(after)
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


MoveWords = Annotated[list[str], Meta(description="Play, in the words of a line.")]


KIND: Final[DisputeModule] = DisputeModule(ProprietyShape, read_propriety, settle_propriety, ProprietyCheck)
