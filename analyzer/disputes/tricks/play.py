"""A disputed trick, card by card: what followed, what was a revoke, which demand for the Fool was right.

Serves the disputes about play and those about a demand. A trick to which the Fool was led is judged by
the protocol of naming.

Source: main rule text, "Play", "The fool", "Irregularities during play - fines".
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from analyzer.cards.card import FOOL, Suit
from analyzer.disputes.findings import DisputeModule, Proof
from analyzer.disputes.shape import CANNOT_BE, KIND_KEY
from analyzer.disputes.tricks.events import (
    Game,
    JudgedStep,
    TrickCheck,
    TrickDispute,
    TrickFinding,
    TrickShape,
    read_trick,
)
from analyzer.disputes.tricks.naming import FoolNamingDispute, NamingFinding
from analyzer.errors import Fault, InvalidFile, UsageError
from analyzer.messages import Message, Name, Several, alone, say
from analyzer.position.files.reader import Reader
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.irregularities import (
    MENDED,
    NO_CLASS,
    PREMATURE_PLAY,
    demand_fined,
    judge_demand,
    late_demand_notes,
    revoke_fines,
)
from analyzer.rules.play.table import Laid, Revoke, judge_play, suit_led
from analyzer.rules.play.trick import OpenTrick, in_trick
from analyzer.rules.spec.bearing import Occurrences, Topic, bearing, merge_occurrences
from analyzer.rules.spec.game import FoolKind
from analyzer.rules.spec.reading import ClauseReader
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import OpenQuestion, Reading, Verdict, Violation
from analyzer.yamltree.shapes import Field


class FoolDemandShape(TrickShape):
    """A demand for the Fool, and its consequence."""

    kind: Literal["fool-demand"] = KIND_KEY
    fool_demand: bool | None = Field(
        None, description="True if it may be demanded. [default: as the rule set says]"
    )


class FoolDemandDispute(TrickDispute, frozen=True, kw_only=True):
    """Could the Fool be demanded?"""

    fool_demand: bool = True


def read_demand(reader: Reader, shape: FoolDemandShape) -> FoolDemandDispute | None:
    """A demand for the Fool; None where hands are missing."""
    usual = reader.rules.fool.demand_trick is not None
    demand = usual if shape.fool_demand is None else shape.fool_demand
    return read_trick(reader, shape, FoolDemandDispute, fool_demand=demand)


class PlayShape(TrickShape):
    """The play of a card."""

    kind: Literal["play"] = KIND_KEY


class PlayDispute(TrickDispute, frozen=True, kw_only=True):
    """Was it legal to play these cards?"""


def read_play(reader: Reader, shape: PlayShape) -> PlayDispute | None:
    """What was played; None where hands are missing."""
    return read_trick(reader, shape, PlayDispute)


OUT_OF_TURN: Final = "irregularity.lead-out-of-turn"


def settle_play(dispute: PlayDispute | FoolDemandDispute) -> TrickFinding:
    """What was done in a trick or several, judged one by one.

    Raises: InvalidFile for what cannot have happened; Mismatch where Z3 judges a naming otherwise.
    """
    game = Game.from_dispute(dispute)
    for event in dispute.events:
        try:
            _do(game, event)
        except UsageError as error:
            raise InvalidFile([Fault(error.message, CANNOT_BE, event.where)]) from None
    take_back, must_play = game.trick.take_back, game.trick.demanded_of
    _end_naming(game)
    return TrickFinding(
        dispute=dispute,
        violations=tuple(game.violations),
        open_questions=tuple(game.questions),
        proofs=tuple(game.proofs),
        penalties=tuple(game.penalties),
        notes=(*_notes(game), *dict.fromkeys(game.notes)),
        applied=_applied(game),
        steps=tuple(game.steps),
        must_play=must_play,
        take_back=take_back,
        winners=(*game.winners, *([game.trick.trick.winner] if game.trick.complete else [])),
    )


def _applied(game: Game) -> tuple[str, ...]:
    """The clauses that bore on the tricks as they lay in the end, on demands and on naming."""
    rules, parts = game.rules, [*game.came_up, _lying(game)]
    if any(step.event.kind is ActionKind.DEMAND for step in game.steps):
        parts.append(Occurrences(frozenset({Topic.DEMAND})))
    if game.revoked and game.dispute.sitting_out is not None:
        parts.append(Occurrences(frozenset({Topic.SITTING_OUT})))
    return (*game.applied, *bearing(rules, merge_occurrences(parts)))


def _lying(game: Game) -> Occurrences:
    """What came up in the trick on the table."""
    trick = game.trick
    return in_trick(game.spec, trick.lying, trick.start.hands, game.tricks_left, trick.start.course)


def _notes(game: Game) -> tuple[Message, ...]:
    """Who says whether a revoke can be put right.

    Source: clause table.fourth.
    """
    out = game.dispute.sitting_out
    if not game.revoked:
        return ()
    return (
        (MENDED,)
        if out is None
        else (MENDED, say("where they do not, {player} settles it", player=Name(out)))
    )


def _do(game: Game, event: Action) -> None:
    if event.seat is None and event.card is not None:
        event = replace(
            event,
            seat=game.trick.table.holder,
            kind=(ActionKind.LEAD if game.trick.complete or not game.trick.lying else ActionKind.PLAY),
        )
    if event.kind is ActionKind.DEMAND:
        settle_demand(game, event)
    elif game.naming and not (event.kind is ActionKind.LEAD and game.trick.complete):
        _name(game, event)
    elif event.card is not None:
        _lay(game, event)
    else:
        game.steps.append(JudgedStep(event, game.tricks_left, text=say("nothing depends on what was said")))


def _lay(game: Game, event: Action) -> None:
    """A card led or played; where the trick lies complete it leads to the next one."""
    if game.trick.complete and not _mends(game, event):
        _close(game)
    card, seat = event.card, event.actor
    assert card is not None
    if game.dispute.knows(seat) and card not in game.trick.hands[seat]:
        raise UsageError(say("{player} does not hold {card} any more", player=game.name(seat), card=card))
    if not _in_turn(game, event):
        return
    led = suit_led(game.trick.lying, game.spec)
    revoke = _judged(game, event, led)
    if game.trick.demanded_of == seat and card is not FOOL:
        game.breaks(
            event, "fool.demand", say("the Fool was demanded, and {card} was played", card=card), (FOOL,)
        )
    elif revoke is not None:
        game.breaks(event, revoke.clause, revoke.text, revoke.legal)
        _note_trump_fool(game, event, led)
        fines = revoke_fines(game.rules, revoke.clause)
        for fine in fines:
            game.fine(fine.name, seat)
        game.revoked = game.revoked or bool(fines)
        game.notes += () if fines else (NO_CLASS,)
    else:
        game.steps.append(JudgedStep(event, game.tricks_left))
    game.trick = game.trick.laying(Laid(seat, card, None if game.trick.lying else event.suit))
    if game.trick.naming is not None:
        game.naming = [replace(event, kind=ActionKind.LEAD)]


def _note_trump_fool(game: Game, event: Action, led: Suit | None) -> None:
    """Note that a card is illegal only because the Fool is a trump, where the rules say what it is.

    Source: clauses of the kind fool-is.
    """
    clause, spec = ClauseReader(game.rules.clauses).maybe("fool-is"), game.spec
    if clause is None or spec.fool.kind is not FoolKind.TRUMP or event.card is None:
        return
    excuse = replace(spec, fool=replace(spec.fool, kind=FoolKind.EXCUSE))
    table = [each.card for each in game.trick.lying]
    if judge_play(excuse, game.trick.hands[event.actor], led, event.card, table) is None:
        text = say("the Fool is a trump here, and excuses nobody")
        game.violations.append(Violation(clause, (event.card,), text))


def turn_clause(rules: RuleSet, clause: str) -> str:
    """The clause of a card out of turn; where no irregularity is named for it, the one of who leads."""
    return clause if clause in rules.clauses else ClauseReader(rules.clauses).the("leads")


def _in_turn(game: Game, event: Action) -> bool:
    """Whether the card may be looked at: a lead out of turn is taken back, a premature card stands.

    A second card of a player to one trick puts a revoke right, and then the first goes back. Else the
    first stays laid, and the second is one played before its turn, to a trick that is not led yet.
    """
    trick, name = game.trick, game.name(event.actor)
    turn = game.name(trick.table.holder)
    if not trick.lying:
        if event.seat == trick.start.lead:
            return True
        if event.kind is ActionKind.PLAY and _after_a_lead_taken_back(game, event):
            _followed(game, event)
            return False
        text = say("{player} led where {other} had the lead; the lead is taken back", player=name, other=turn)
        game.breaks(event, turn_clause(game.rules, OUT_OF_TURN), text)
        game.fine("lead-out-of-turn", event.actor)
        return False
    lies = trick.card_of(event.actor)
    if lies is not None and _stands(game, lies):
        _too_soon(game, event, lies)
        return False
    if lies is not None:
        game.trick = trick.without({event.actor})
    elif event.seat != trick.table.holder:
        text = say("{player} played before {other}; the card stays played", player=name, other=turn)
        clause = turn_clause(game.rules, "irregularity.premature-play")
        game.violations.append(Violation(clause, (event.card or FOOL,), text))
        game.fine(PREMATURE_PLAY, event.actor)
    return True


def _too_soon(game: Game, event: Action, lies: Laid) -> None:
    """Note a second card of a player to a trick in which nothing lets the first go back."""
    text = say(
        "{player} has played {card}, which stays played; {other} comes before its turn",
        player=game.name(event.actor),
        card=lies.card,
        other=event.card or FOOL,
    )
    game.breaks(event, turn_clause(game.rules, "irregularity.premature-play"), text)
    game.fine(PREMATURE_PLAY, event.actor)


def _after_a_lead_taken_back(game: Game, event: Action) -> bool:
    """Whether the last card was another player's lead out of turn, or was laid to one."""
    before = [step for step in game.steps if step.event.card is not None]
    others = bool(before) and before[-1].event.seat != event.seat
    return others and OUT_OF_TURN in before[-1].clauses + before[-1].hangs_on


def _followed(game: Game, event: Action) -> None:
    """A card laid to a lead out of turn: no source says whether it goes back with the lead.

    Source: clauses irregularity.lead-out-of-turn, irregularity.premature-play.
    """
    early = "irregularity.premature-play"
    readings = (
        Reading(say("the card that follows a lead out of turn goes back with it"), Verdict.LEGAL),
        Reading(
            say("it was played before its turn, and cannot be taken back"),
            Verdict.ILLEGAL,
            (early,),
            say("a fine for each of the two, and the card stays played"),
        ),
    )
    game.questions.append(OpenQuestion((OUT_OF_TURN, early), (event.card or FOOL,), readings))
    text = say("it followed a lead that is taken back; whether it goes back as well is not settled")
    hangs_on = (OUT_OF_TURN, early)
    game.steps.append(JudgedStep(event, game.tricks_left, text=text, hangs_on=hangs_on))


def _mends(game: Game, event: Action) -> bool:
    """Whether a card is played in place of a revoke that lies there, though all have played to the trick."""
    lies = game.trick.card_of(event.actor)
    return event.kind is ActionKind.PLAY and lies is not None and not _stands(game, lies)


def _stands(game: Game, laid: Laid) -> bool:
    """Whether a card was laid without breaking a rule, so that nothing lets its player take it up."""
    return not any(step.clauses for step in game.steps if step.event.card == laid.card)


def _judged(game: Game, event: Action, led: Suit | None) -> Revoke | None:
    """What is wrong with a card; nothing is known of one from a hand that is not told."""
    assert event.card is not None
    hand, seat = game.trick.hands[event.actor], event.actor
    table = [each.card for each in game.trick.lying]
    if not game.dispute.knows(seat):
        return None
    revoke = judge_play(game.spec, hand, led, event.card, table)
    if revoke is not None:
        text = say("{player} could not play {card}", player=game.name(seat), card=event.card)
        game.proofs.append(Proof(text, (revoke.clause,)))
    return revoke


def _close(game: Game) -> None:
    """The trick is turned over; its winner leads."""
    game.winners.append(game.trick.trick.winner)
    game.came_up.append(_lying(game))
    _end_naming(game)
    game.trick = OpenTrick(game.trick.table)


def _name(game: Game, event: Action) -> None:
    """Something said or played while a led Fool lies on the table; no card is led over it."""
    lies, naming = game.trick.card_of(event.actor), game.trick.naming
    assert naming is not None
    if event.card is not None:
        event = replace(event, kind=ActionKind.PLAY, suit=None)
    if event.card is not None and lies is not None:
        stands = event.actor == naming.leader or naming.obeys(event.actor, lies.card)
        if stands:
            _too_soon(game, event, lies)
            return
    game.trick = game.trick.saying(event)
    found = _naming(game, [*game.naming, event])
    game.naming.append(event)
    wrong = [each for each in found.violations if event.card in each.cards]
    text = alone(Several(tuple(each.text for each in wrong), ";")) if wrong else None
    game.steps.append(JudgedStep(event, game.tricks_left, tuple(each.clause for each in wrong), (), text))


def _naming(game: Game, events: list[Action]) -> NamingFinding:
    """How the naming of the Fool stands after these events."""
    from analyzer.disputes.tricks.namingproof import settle_naming  # noqa: PLC0415 - it alone brings Z3

    dispute = game.dispute
    return settle_naming(
        FoolNamingDispute(
            rules=dispute.rules,
            kind="fool-naming",
            players=dispute.players,
            hands=game.trick.start.hands,
            lead=game.trick.start.lead,
            events=tuple(events),
        )
    )


def _end_naming(game: Game) -> None:
    """What the protocol of naming says of a trick the Fool led, once it is over or nothing more is told."""
    if not game.naming:
        return
    found = _naming(game, game.naming)
    fresh = [each for each in found.violations if each.clause != "fool.second-to-last"]
    game.violations += fresh
    game.questions += found.open_questions
    game.penalties += found.penalties
    game.proofs += found.proofs
    game.applied += found.applied
    game.naming = []


def settle_demand(game: Game, event: Action) -> None:
    """A demand for the Fool: in the right trick, by the right player, and what it makes them do."""
    dispute, trick = game.dispute, game.trick
    asked = not isinstance(dispute, FoolDemandDispute) or dispute.fool_demand
    faults = judge_demand(game.rules.game, trick.hands, event.actor, game.tricks_left, fool_demand=asked)
    if faults:
        game.violations += faults
        faulty = Several(tuple(each.text for each in faults), ";")
        said = say("{player}: {faults}", player=game.name(event.actor), faults=faulty)
        clauses = tuple(each.clause for each in faults)
        game.steps.append(JudgedStep(event, game.tricks_left, clauses, (), said))
        game.fine(demand_fined(game.rules, faults), event.actor)
        return
    holder = trick.fool_holder
    assert holder is not None
    going = {each.seat for each in trick.backs(game.rules.fool.demand_back)}
    backs = tuple(each.seat for each in trick.lying if each.seat in going)
    text = say("{player} must play the Fool", player=game.name(holder))
    game.steps.append(JudgedStep(event, game.tricks_left, (), (), text, holder, backs))
    late = late_demand_notes(trick, game.rules.game, game.dispute.players)
    game.notes += late
    game.came_up += [Occurrences(frozenset({Topic.LATE_DEMAND}))] if late else []
    game.trick = trick.demanding(backs)


KIND: Final[DisputeModule] = DisputeModule(PlayShape, read_play, settle_play, TrickCheck)


DEMAND: Final[DisputeModule] = DisputeModule(FoolDemandShape, read_demand, settle_play, TrickCheck)
