"""The answer of `replay`: the events and the result of every line."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Annotated, Any

from msgspec import structs

from analyzer.answers.answer import OfPosition, Settled
from analyzer.answers.records.audit import (
    AuditView,
    DueView,
    LinePenaltyView,
    LineViolationView,
    UnsettledView,
    audit_blocks,
    audit_view,
    judged_view,
    unsettled_view,
)
from analyzer.answers.records.judgement import judged_blocks, judgement_blocks
from analyzer.answers.requests import Means, answer_each_reading, limits_left
from analyzer.cards.card import Suit
from analyzer.disputes.answer import OpenQuestionView
from analyzer.errors import INTERRUPTED, IllegalMove, UsageError
from analyzer.frozenrecord import Record
from analyzer.messages import (
    NOTHING,
    AsPrinted,
    BareClause,
    LineWord,
    Message,
    Name,
    Several,
    Title,
    Verbatim,
    Word,
    alone,
    formed,
    in_a_row,
    listed,
    say,
    say_many,
    word_alone,
)
from analyzer.position.files.hands.tricks import PLAYED
from analyzer.position.model import Position
from analyzer.position.replay.books import applied_in
from analyzer.position.replay.model import (
    EVENTS,
    DealPhase,
    IllegalLine,
    PlayedTrick,
    Replay,
    UnmetExpectation,
)
from analyzer.position.replay.replay import CLAUSES, check_recorded, legal_part
from analyzer.position.replay.trick import Manner
from analyzer.position.setting import Line
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.book import sums_to_zero
from analyzer.rules.play.table import Laid
from analyzer.rules.score.goals import exact, points_text
from analyzer.rules.spec.grounds import STATED, Grounds
from analyzer.rules.spec.readings import CachePerReading
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.search.engine.engine import Engine
from analyzer.search.engine.results import Limits
from analyzer.search.engine.watch import Watch
from analyzer.search.review.audit import MOST_TRICKS, TOKEN_TRICKS, Audit, audit, unvalued
from analyzer.search.review.judgement import Told, judged_line
from analyzer.views.base import (
    UNSET,
    Amounts,
    BySide,
    CardWord,
    Column,
    Count,
    Grounded,
    LineNumber,
    Meta,
    NotZeroSum,
    PotsView,
    TransferView,
    UnsetType,
    View,
    grounded,
    name_amounts,
    or_unset,
    pots_view,
    transfer_views,
    words,
)
from analyzer.views.outcome import (
    OutcomeView,
    PoolView,
    ScoreView,
    Sheet,
    outcome_view,
    pool_views,
    written,
)
from analyzer.words.blocks import Block, Drawn, Grid, Phrase, Said, amount_cell, part
from analyzer.words.names import ground_phrases
from analyzer.words.paid import OWN_COUNT, amounts_message, outcome_parts, payment_phrases, score_phrases
from analyzer.words.remedies import illegal_phrases, unsettled_phrases


class SaidView(View, frozen=True):
    """A statement in the trick, such as a demand, or a card played irregularly."""

    kind: Annotated[ActionKind, Meta(extra_json_schema={"enum": [each.value for each in EVENTS]})]
    player: str
    card: CardWord | None
    suit: Suit | None
    clause: str | None


class MovedView(View, frozen=True):
    """A card that did not go to the winner of its trick; null for a worthless card that nobody named."""

    card: CardWord | None
    to: Annotated[str, Meta(description="The leader of the side whose pile got the card.")]
    clause: str


class TrickView(View, frozen=True, kw_only=True):
    """A trick. The payments of the last trick are the settlement, including the count."""

    trick: Annotated[
        int, Meta(ge=1, description="Number of the trick, counted from the start of a full hand.")
    ]
    tricks_left: Annotated[int, Meta(ge=1, description="Tricks left; 1 is the last trick.")]
    leader: str
    cards: Annotated[
        list[str], Meta(description="The cards at the end of the trick; a led Fool is written as fool=h.")
    ]
    players: Annotated[list[str], Meta(description="The player of each card.")]
    winner: str | None
    piles: list[MovedView] | UnsetType = UNSET
    transfers: Annotated[list[TransferView], Meta(description="The payments for the trick.")]
    named_by: (
        Annotated[str, Meta(description="The player who finally named a suit for a led Fool.")] | UnsetType
    ) = UNSET
    said: (
        Annotated[list[SaidView], Meta(description="Statements and cards played irregularly, in order.")]
        | UnsetType
    ) = UNSET
    unsettled: list[UnsettledView] | UnsetType = UNSET


def trick_views(replay: Replay) -> list[TrickView]:
    """Return the tricks of a line."""
    return [_trick_view(trick, replay) for trick in replay.tricks]


def _trick_view(trick: PlayedTrick, replay: Replay) -> TrickView:
    """Return a trick; `piles` are the cards that its winner did not get."""
    players = replay.players
    paid = replay.settlement if trick.tricks_left == 1 and replay.complete else trick.transfers
    told = [event for event in trick.events if event.kind is not ActionKind.PLAY or event.clause]
    moved = [
        MovedView(None if each.card is None else str(each.card), players[replay.leader(each.to)], each.clause)
        for each in trick.moved
    ]
    return TrickView(
        trick=trick.number,
        tricks_left=trick.tricks_left,
        leader=players[trick.lead],
        cards=[laid_word(each) for each in trick.laid],
        players=[players[each.seat] for each in trick.laid],
        winner=None if trick.winner is None else players[trick.winner],
        transfers=transfer_views(paid, players),
        piles=moved or UNSET,
        named_by=UNSET if trick.named_by is None else players[trick.named_by],
        said=[_view_event(event, players) for event in told] or UNSET,
        unsettled=[unsettled_view(each) for each in trick.unsettled] or UNSET,
    )


def laid_word(laid: Laid) -> str:
    """Return a card on the table as a line writes it."""
    return str(laid.card) if laid.names is None else f"{laid.card}={laid.names}"


def _view_event(event: Action, players: Sequence[str]) -> SaidView:
    card = None if event.card is None else str(event.card)
    return SaidView(event.kind, players[event.actor], card, event.suit, event.clause)


class IllegalView(View, frozen=True):
    """A forbidden move: the clause, the legal moves, and its place in the file."""

    message: str
    clause: Annotated[str, Meta(description="The clause that forbids the move.")]
    legal: Annotated[list[str], Meta(description="The legal moves.")]
    where: Annotated[str | None, Meta(description="FILE:LINE:COL")]
    line: LineNumber
    column: Column


class DeclarationView(View, frozen=True):
    """A declaration in words, with the amount that each opponent pays for it."""

    text: str
    amount: Annotated[int, Meta(ge=0, description="Tokens from each opponent.")]
    clause: str


class DeclarationFaultView(View, frozen=True):
    """A difference between the declarations made and those that the hand requires."""

    player: str
    kind: str
    said: str | None
    required: str | None


class DealtView(View, frozen=True):
    """The deal of a full hand: skat, declarations, their faults, and the payments."""

    dealer: str
    skat: list[CardWord]
    announce: list[str]
    declarations: Annotated[
        dict[str, list[DeclarationView]],
        Meta(description="By player, the declarations that the hand requires."),
    ]
    faults: list[DeclarationFaultView]
    transfers: list[TransferView]


class DifferenceView(View, frozen=True):
    """A difference between an expectation and the result."""

    key: str
    expected: Any
    got: Any


class ExpectedView(View, frozen=True):
    """The expectations of a line: whether they were met, and the differences."""

    met: bool
    differs: list[DifferenceView]


class LineView(View, frozen=True, kw_only=True):
    """The events and the result of a line. After a forbidden card that its player held, the line goes on."""

    name: str
    illegal: Annotated[IllegalView | None, Meta(description="The forbidden move that ended the line.")]
    complete: Annotated[bool, Meta(description="True if the hand was played to the last card.")]
    deal: DealtView | UnsetType = UNSET
    opening: (
        Annotated[list[TransferView], Meta(description="Payments before the first lead.")] | UnsetType
    ) = UNSET
    events: Annotated[list[TrickView], Meta(description="The tricks in order.")]
    outcome: OutcomeView | None
    missing: Annotated[str, Meta(description="The cards still to be played.")] | UnsetType = UNSET
    tokens: Amounts | UnsetType = UNSET
    sheet: Sheet | UnsetType = UNSET
    scores: list[ScoreView] | UnsetType = UNSET
    pots: Annotated[PotsView, Meta(description="Change of the pots.")] | UnsetType = UNSET
    pots_before: PotsView | UnsetType = UNSET
    pots_after: PotsView | UnsetType = UNSET
    pools: list[PoolView] | UnsetType = UNSET
    radli: (
        Annotated[dict[str, Count], Meta(description="Radli by player at the end of the line.")] | UnsetType
    ) = UNSET
    tricks: Annotated[
        dict[str, Count], Meta(description="Known number of tricks won, by the leader of each side.")
    ]
    points: (
        Annotated[
            BySide,
            Meta(description="Card points; those from the position on, if the file gives no earlier ones."),
        ]
        | UnsetType
    ) = UNSET
    zero_sum: NotZeroSum = UNSET
    expected: Annotated[ExpectedView | None, Meta(description="Null if the line expects nothing.")]
    violations: Annotated[
        list[LineViolationView], Meta(description="Breaches of rules, except a forbidden move.")
    ]
    penalties: (
        Annotated[
            list[LinePenaltyView], Meta(description="Penalties for these breaches; `due` includes them.")
        ]
        | UnsetType
    ) = UNSET
    open: Annotated[list[OpenQuestionView], Meta(description="Questions that no source decides.")]
    notes: list[str]
    due: DueView | UnsetType = UNSET
    audit: AuditView | UnsetType = UNSET


class ReplayAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/replay/1"):
    """All replayed lines."""

    lines: list[LineView]


def replay_view(position: Position, lines: Sequence[Told], grounds: Grounds = STATED) -> ReplayAnswer:
    """Return the answer of `replay`."""
    told = [line_view(position, line) for line in lines]
    return ReplayAnswer(**grounded(position.rules, grounds), lines=told)


def line_view(position: Position, line: Told) -> LineView:
    """Return one line."""
    replay, game = line.replay, position.spec
    last = replay.tricks[-1].winner if replay.tricks else None
    return LineView(
        name=replay.name,
        illegal=None if replay.illegal is None else illegal_view(replay.illegal),
        complete=replay.complete,
        deal=UNSET if replay.deal is None else _dealt(replay.deal, replay),
        events=trick_views(replay),
        outcome=outcome_view(game, replay.outcome, replay.players, last),
        missing=or_unset(replay.missing),
        **_collect_result(position, replay),
        expected=expected_view(replay.mismatches),
        **judged_view(position, replay),
        audit=audit_view(position, line),
    )


def _collect_result(position: Position, replay: Replay) -> dict[str, Any]:
    """Return a line's result: payments or score entries, tricks by side, and the pots or pools after it."""
    game, players, sides = position.spec, replay.players, replay.sides
    found: dict[str, Any] = {"tokens": name_amounts(replay.tokens, players)}
    if replay.sheet is not None:
        found = written(replay.sheet, replay.scores, players)
    pots = {"pots": replay.pots_change, "pots_before": replay.pots_before, "pots_after": replay.pots_after}
    found |= {key: pots_view(each) for key, each in pots.items() if each is not None}
    if not sums_to_zero(replay.settlement):
        found["zero_sum"] = False
    if game.target is not None:
        found["pools"] = pool_views(replay.pools)
    if game.bonus_sheet is not None:
        found["radli"] = {name: replay.radli.get(seat, 0) for seat, name in enumerate(players)}
    leaders = [players[replay.leader(side)] for side in range(sides.count)]
    won = ([replay.tricks_won[seat] for seat in sides.seats(side)] for side in range(sides.count))
    tricks = [None if None in each else sum(number or 0 for number in each) for each in won]
    opening = [] if replay.deal is not None else transfer_views(replay.opening, players)
    points = () if replay.points is None else map(exact, replay.points)
    return found | {
        "opening": opening or UNSET,
        "tricks": name_amounts(tricks, leaders),
        "points": dict(zip(leaders, points, strict=False)) or UNSET,
    }


def _number(value: object) -> object:
    """Return points in the form of the rest of the answer; any other value unchanged."""
    return exact(value) if isinstance(value, Fraction) else value


def illegal_view(illegal: IllegalMove) -> IllegalView:
    """Return a forbidden move."""
    where = illegal.where
    place = (None, None, None) if where is None else (str(where), where.line, where.column)
    return IllegalView(illegal.message, illegal.clause, list(illegal.legal), *place)


def _dealt(deal: DealPhase, replay: Replay) -> DealtView:
    players = replay.players
    declared = {
        players[seat]: [DeclarationView(each.text(), each.amount, each.clause) for each in held]
        for seat, held in enumerate(deal.declarations)
    }
    faults = [
        DeclarationFaultView(
            players[seat],
            fault.kind,
            None if fault.said is None else fault.said.text(),
            None if fault.required is None else fault.required.text(),
        )
        for seat, fault in deal.faults
    ]
    return DealtView(
        players[deal.dealer],
        words(deal.skat),
        sorted(deal.announce),
        declared,
        faults,
        transfer_views(replay.opening, players),
    )


def expected_view(mismatches: Sequence[UnmetExpectation] | None) -> ExpectedView | None:
    """Return the result of the expectations; None if there were none."""
    if mismatches is None:
        return None
    differs = (DifferenceView(each.key, _number(each.expected), _number(each.got)) for each in mismatches)
    return ExpectedView(not mismatches, list(differs))


@dataclass(slots=True)
class Auditor:
    """An auditor of lines; all lines share the limits, and Ctrl-C ends them all."""

    means: Means
    watch: Watch | None = None
    known: CachePerReading[tuple[Audit, ...]] = field(default_factory=CachePerReading)
    interrupted: bool = False
    """True if the user has interrupted it: nothing more is audited, not even under other readings."""
    engine: Engine | None = None
    """The engine for all lines of a reading."""
    spent: int = 0
    started: float = 0.0

    def audit_lines(self, read: Position, replayed: Sequence[Replay]) -> tuple[Told, ...]:
        """Return the lines of a position under its rules, each with its audit, and judged if cards are."""
        self.engine, self.spent, self.started = self.means.engine_of(read.spec), 0, time.monotonic()
        if read.pots is not None:
            return tuple(self._judged(read, each) for each in replayed)
        steps = [each.steps for each in replayed]
        audits = self.known.get_or_make(read.rules, steps, lambda: self._audits(read, replayed))
        return tuple(Told(each, found) for each, found in zip(replayed, audits, strict=True))

    def _judged(self, read: Position, line: Replay) -> Told:
        found = self._audit(read, line)
        if found is None:
            return Told(line, unvalued(line, INTERRUPTED))
        limits, engine = self._left(), self.engine
        if not self.interrupted:
            try:
                return Told(line, found, judged_line(read, line, found, limits=limits, engine=engine))
            except KeyboardInterrupt:
                self.interrupted, found = True, structs.replace(found, reason=INTERRUPTED, stopped=True)
        return Told(line, found, judged_line(read, line, found, limits=Limits(max_nodes=0), engine=engine))

    def _audits(self, read: Position, replayed: Sequence[Replay]) -> tuple[Audit, ...]:
        return tuple(self._audit(read, each) or unvalued(each, INTERRUPTED) for each in replayed)

    def _audit(self, read: Position, line: Replay) -> Audit | None:
        """Return the audit of a line; None if the user has interrupted it, or an earlier one."""
        found, limits, engine = None, self._left(), self.engine
        most = MOST_TRICKS if self.means.engine is None else TOKEN_TRICKS
        if not self.interrupted:
            try:
                found = audit(read, line, most_tricks=most, limits=limits, engine=engine, watch=self.watch)
            except KeyboardInterrupt:  # between two searches
                self.interrupted = True
        if found is not None and INTERRUPTED in (found.reason, found.tokens_reason):
            self.interrupted = True
        self.spent += 0 if found is None else found.nodes
        return found

    def _left(self) -> Limits:
        return limits_left(self.means.limits, self.spent, time.monotonic() - self.started)


class Replayed(OfPosition, Record, frozen=True):
    """The answer of `replay`."""

    position: Position
    lines: tuple[Told, ...]
    grounds: Grounds = STATED

    @property
    def settled(self) -> Settled:
        if any(not each.replay.met for each in self.lines):
            return Settled.NO
        stopped = any(each.audit is not None and each.audit.stopped for each in self.lines)
        return Settled.OPEN if stopped else Settled.YES

    def view(self) -> ReplayAnswer:
        return replay_view(self.position, self.lines, self.grounds)

    @property
    def brief_by_ids(self) -> bool:
        return True

    @property
    def says(self) -> Said:
        return replay_blocks(self.position, self.lines, self.grounds)


def played(position: Position, line: Line | str | None = None, manner: Manner = Manner.AS_PLAYED) -> Replay:
    """Replay one line: itself, a name, or None for the only one.

    Raises: UsageError for an unknown line; IllegalLine, with the line before it, for a move that ends it.
    """

    def ask(read: Position) -> Replayed:
        return Replayed(read, (Told(legal_part(read, line, manner)),))

    answer = _replay_each_reading(position, ask)
    found = replace(answer.lines[0].replay, grounds=answer.grounds)
    if found.illegal is not None:
        raise IllegalLine(found.illegal, found)
    return found


def replay(position: Position, line: str | None = None, manner: Manner = Manner.AS_PLAYED) -> Replayed:
    """Replay all lines, or the one with a name, each as it was played or up to a forbidden move.

    Raises: UsageError for an unknown line, or if there is none.
    """
    return _replay_each_reading(
        position, lambda read: Replayed(read, tuple(map(Told, _replayed(read, line, manner))))
    )


def audited(
    position: Position,
    line: str | None,
    means: Means,
    watch: Watch | None = None,
    manner: Manner = Manner.AS_PLAYED,
) -> Replayed:
    """Replay lines with audits; all lines share the limits, and Ctrl-C ends them all."""
    auditor = Auditor(means, watch)
    return _replay_each_reading(
        position, lambda read: Replayed(read, auditor.audit_lines(read, _replayed(read, line, manner)))
    )


def _replay_each_reading(position: Position, ask: Callable[[Position], Replayed]) -> Replayed:
    """Return the first reading's answer, with the rest; one that forbids every line is impossible."""
    found, grounds = answer_each_reading(position, ask, Replayed.view, _applied, refutes=_illegal)
    return Replayed(position, found.lines, grounds)


def _illegal(found: Replayed) -> IllegalMove | None:
    wrong = [each.replay.forbidden for each in found.lines]
    return wrong[0] if all(wrong) else None


def _applied(found: Replayed) -> tuple[str, ...]:
    return tuple(clause for each in found.lines for clause in applied_in(found.position, each.replay))


def _replayed(position: Position, line: str | None, manner: Manner) -> list[Replay]:
    """Return the requested lines, each up to a move that ends it."""
    return [legal_part(position, each, manner) for each in _lines(position, line)]


def _lines(position: Position, name: str | None) -> Sequence[Line | str]:
    if name is not None:
        return (name,)
    if not position.lines:
        file = Verbatim(position.file)
        check_recorded(position)
        raise UsageError(say("{file} has no lines to replay; write them under `lines:`", file=file))
    return position.lines


def replay_blocks(position: Position, lines: Sequence[Told], grounds: Grounds) -> Said:
    """Return the result of each line, then each trick by trick, and the position they begin at."""
    wrong = any(each.replay.judged.offences or each.replay.illegal for each in lines)
    check = say("`check` rules on it: each breach with its law, its remedy and what is due; -o prints it.")
    return (
        *part("headline", [_in_short(each.replay) for each in lines]),
        *(block for each in lines for block in _line(position.rules, each)),
        *part("paragraph", [check] if wrong else []),
        *part("notes", ground_phrases(position.rules, grounds)),
        Drawn(position, turn=False),
    )


def line_name(replay: Replay) -> Message:
    """Return the name of a line."""
    if replay.name == PLAYED:
        return say("as it was played")
    return word_alone(Title(replay.name)) if replay.name else say("the line")


def _in_short(replay: Replay) -> Message:
    """Return the result of a line, and the outcome of its expectations."""
    return formed("{line}: {told}", line=line_name(replay), told=Several((*_result_parts(replay),), ";"))


def _result_parts(replay: Replay) -> Iterator[Message]:
    if replay.illegal is not None:
        fault = say("illegal: {fault}", fault=replay.illegal.message.short)
        yield formed("{fault} [{clause}]", fault=fault, clause=BareClause(replay.illegal.clause))
    yield from outcome_list(replay)
    if replay.illegal is None:
        yield amounts_message(replay.amounts, map(Name, replay.players))
    for each in replay.judged.offences:
        told = each.violation.text.short
        if each.trick is not None:
            told = formed("{trick}{told}", trick=say("trick {number}: ", number=each.trick), told=told)
        yield formed("{told} [{clause}]", told=told, clause=BareClause(each.violation.clause))
    if replay.mismatches is not None:
        yield say("not as expected") if replay.mismatches else say("as expected")


def outcome_list(replay: Replay) -> list[Message]:
    """Return the results of a line that was played out, the most important first; empty for another."""
    if replay.missing is not None:
        return []
    last = replay.tricks[-1].winner if replay.tricks else None
    return [*outcome_parts(replay.outcome, replay.players, last)]


def outcome_sentence(replay: Replay) -> Message | None:
    """Return the result of a line that was played out, in one sentence; None for another."""
    words = outcome_list(replay)
    return say("Outcome: {words}.", words=Several(tuple(words), ";")) if words else None


def _line(rules: RuleSet, line: Told) -> Iterator[Block]:
    """Yield one line of play from the deal to the payments or score entries, or to a forbidden move."""
    replay, audit = line.replay, line.audit
    yield from part("paragraph", [Phrase(line_name(replay), "bold")])
    tricks = (each for trick in replay.tricks for each in trick_phrases(trick, replay))
    opening = [*opening_phrases(replay)]
    yield from part("paragraph", opening)
    yield from part("paragraph", tricks)
    yield from part("paragraph", settlement_phrases(replay))
    yield from part("paragraph", [] if replay.illegal is None else illegal_phrases(replay.illegal))
    yield from judged_blocks(rules, replay)
    came_to = outcome_sentence(replay)
    if replay.missing is not None:
        came_to = say("The line stops here: {missing}", missing=replay.missing)
    yield from part("paragraph", [] if came_to is None else [came_to])
    yield sums_grid(replay)
    left = tricks_left_message(replay)
    yield from part("paragraph", [] if left is None else [Phrase(left, hang=False)], close=True)
    if audit is not None:
        sides = None if replay.pots_before is not None else replay.sides
        yield from audit_blocks(audit, replay.players, sides)
        if line.judgement is not None:
            yield from judgement_blocks(line.judgement, audit, replay)
    yield from part("paragraph", _expected(replay))


def settlement_phrases(replay: Replay) -> Iterator[Phrase]:
    """Yield the payments, or the score entries, at the end of a hand."""
    if replay.settlement or replay.scores:
        yield Phrase(say("Settlement"), "bold")
        yield from payment_phrases(replay.settlement, replay.players)
        yield from score_phrases(replay.scores, replay.players)
    if not sums_to_zero(replay.settlement):
        yield Phrase(OWN_COUNT, hang=False)


def opening_phrases(replay: Replay) -> Iterator[Phrase]:
    """Yield the events before the first lead, and their payments."""
    if replay.deal is not None:
        yield from _deal(replay.deal, replay.players)
    yield from payment_phrases(replay.opening, replay.players)


def _deal(deal: DealPhase, players: Sequence[str]) -> Iterator[Phrase]:
    dealer = Name(players[deal.dealer])
    skat = in_a_row(sorted(deal.skat))
    yield Phrase(say("{player} deals; skat {cards}", player=dealer, cards=skat), hang=False)
    if "tout" in deal.announce:
        yield Phrase(say("{player} announces Tout", player=dealer), hang=False)
    for seat in declaring_order(deal.dealer, len(deal.declarations)):
        words = alone(listed(each.message for each in deal.declarations[seat]), say("pass"))
        yield Phrase(formed("{player}: {words}", player=Name(players[seat]), words=words), level=1)


def declaring_order(dealer: int, seats: int) -> list[int]:
    """Return the seats in the order they declare."""
    return [(dealer + step) % seats for step in range(seats)]


def trick_phrases(trick: PlayedTrick, replay: Replay) -> Iterator[Phrase]:
    """Yield the number of a trick, its cards at the end, the winner, and words, moved cards and payments."""
    told = played_message(trick, replay.players)
    if trick.winner is not None:
        told = formed("{cards} → {winner}", cards=told, winner=Name(replay.players[trick.winner]))
    number = say("Trick {number}", number=trick.number)
    yield Phrase(formed("{trick}: {told}", trick=number, told=told))
    yield from trick_note_lines(trick, replay)


def trick_note_lines(trick: PlayedTrick, replay: Replay) -> Iterator[Phrase]:
    """Yield the words in a trick, the cards that did not go to its winner, and its payments."""
    players = replay.players
    for event in trick.events:
        told = _event(event, Name(players[event.actor]))
        if told is not None and event.clause:
            told = formed("{told} [{clause}]", told=told, clause=BareClause(event.clause))
        yield from [] if told is None else [Phrase(told, "dim", level=2, hang=False)]
    yield from unsettled_phrases(trick.unsettled)
    for moved in trick.moved:
        card: Word = say("a card of no worth") if moved.card is None else moved.card
        player = Name(players[replay.leader(moved.to)])
        yield Phrase(say("{card} goes to {player}", card=card, player=player), level=2, by=moved.clause)
    yield from payment_phrases(trick.transfers, players)


def played_message(trick: PlayedTrick, players: Sequence[str]) -> Message:
    """Return the cards of a trick at its end, each with its player."""
    cards = (
        formed(
            "{player}\u00a0{card}",
            player=Name(players[each.seat]),
            card=played_word(each.card, each.names),
        )
        for each in trick.laid
    )
    return alone(Several(tuple(cards), "·"))


def played_word(card: object, names: object) -> LineWord:
    """Return a card on the table; a led Fool with the suit it names."""
    return LineWord(card if names is None else f"{card}={names}")


def _event(event: Action, player: Name) -> Message | None:
    """Return the words and irregularities of a trick; its cards are shown above."""
    card: Word = Verbatim("") if event.card is None else event.card
    suit: Word = Verbatim("") if event.suit is None else event.suit
    match event.kind:
        case ActionKind.PLAY:
            return _irregular(event, player, card, suit)
        case ActionKind.DEMAND:
            return say("{player} demands the Fool", player=player)
        case ActionKind.NEEDLESS_DEMAND:
            return say("{player} demands the Fool in error", player=player)
        case ActionKind.TAKE_BACK:
            return say("{player} takes {card} back", player=player, card=card)
        case ActionKind.VOID:
            return say("{player} has no {suit}", player=player, suit=suit)
        case ActionKind.LOST_RIGHT:
            return say("{player} has lost the right to name", player=player)
        case ActionKind.CLAIM:
            return say("{player} claims the right to name and names {suit}", player=player, suit=suit)
        case ActionKind.NAMING:
            return say("{player} names {suit}", player=player, suit=suit)
        case _:
            return None


def _irregular(event: Action, player: Name, card: Word, suit: Word) -> Message | None:
    """Return the fault of a card that stayed on the table; None for most of them."""
    match event.clause:
        case "irregularity.premature-play":
            return say("{player} plays {card} before his turn", player=player, card=card)
        case "irregularity.unfollowable-name":
            return say("{player} names {suit}, which nobody else can follow", player=player, suit=suit)
        case _:
            return None


def amounts_called(replay: Replay) -> Message:
    """Return the word for everybody's amounts in a line."""
    return say("tokens") if replay.sheet is None else say("sheet")


def count_rows(replay: Replay) -> list[tuple[Message, list[str]]]:
    """Return points and tricks by player, a dash if unknown; empty if all are."""
    points = [*map(points_text, replay.points_by_seat)]
    tricks = ["-" if each is None else str(each) for each in replay.tricks_won]
    rows = [(say("points"), points), (say("tricks"), tricks)]
    seats = len(replay.players)
    return [(name, [*row, *["-"] * (seats - len(row))]) for name, row in rows if set(row) - {"-"}]


def sums_grid(replay: Replay) -> Grid:
    """Return payments or score entries, points and tricks as a table."""
    head = (NOTHING, *(word_alone(Name(name)) for name in replay.players))
    amounts = [*replay.amounts, *[None] * (len(replay.players) - len(replay.amounts))]
    first = (amounts_called(replay), *map(amount_cell, amounts))
    rows = [(name, *(word_alone(AsPrinted(cell)) for cell in row)) for name, row in count_rows(replay)]
    return Grid(head, (first, *rows), "<" + ">" * len(replay.players))


def tricks_left_message(replay: Replay) -> Message | None:
    """Return the pots, pools or radli after the line."""
    parts = tuple(_left(replay))
    return alone(Several(parts, "·")) if parts else None


def _left(replay: Replay) -> Iterator[Message]:
    """Yield the pots, or the pools and the radli, after the line."""
    if replay.pots_before is not None and replay.pots_after is not None:
        before, after = replay.pots_before, replay.pots_after
        arrow = AsPrinted("→")
        yield say("king pot {before} {arrow} {after}", before=before.king, arrow=arrow, after=after.king)
        yield say("Pagat pot {before} {arrow} {after}", before=before.pagat, arrow=arrow, after=after.pagat)
    for place, pool in enumerate(replay.pools, 1):
        told = formed("{pool} {amount}", pool=say("pool {number}", number=place), amount=pool.amount)
        yield formed("{pool} {doubled}", pool=told, doubled=say("doubled")) if pool.doubled else told
    for seat in sorted(replay.radli):
        number, player = replay.radli[seat], Name(replay.players[seat])
        yield say_many("{number} radl of {player}", "{number} radli of {player}", number, player=player)


def _differs(mismatch: UnmetExpectation) -> Message:
    none = say("none") if mismatch.key == CLAUSES else say("nobody")
    expected, got = (_value(each, none) for each in (mismatch.expected, mismatch.got))
    key = Verbatim(mismatch.key.replace("_", "\u00a0"))
    return say("{key}: expected {expected}, got {got}", key=key, expected=expected, got=got)


def _value(value: object, nothing: Message) -> Word:
    """Return a name, several names, amounts by name, or the word for nothing."""
    if isinstance(value, Mapping):
        pairs = ((Name(key), _value(amount, nothing)) for key, amount in value.items())
        return listed(formed("{name} {amount}", name=name, amount=amount) for name, amount in pairs)
    if isinstance(value, Fraction):
        return AsPrinted(points_text(value))
    if isinstance(value, tuple | list):
        return alone(listed(Name(name) for name in value), nothing)
    return nothing if value is None else Name(value)


def _expected(replay: Replay) -> Iterator[Phrase]:
    if replay.mismatches is None:
        return
    if not replay.mismatches:
        yield Phrase(say("As expected."), "good")
        return
    yield Phrase(say("Not as expected:"), "bad")
    yield from (Phrase(_differs(each), level=1) for each in replay.mismatches)
