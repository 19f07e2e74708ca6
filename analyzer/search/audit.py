"""The audit of a line of play: what every decision was worth, and which one let an Ultimo go.

A state is valued with all hands known, so a mark says what the card did, not that its player could
have known. Tokens are those of the whole line: what was paid before a decision is part of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from analyzer.cards import Card
from analyzer.position.model import Position
from analyzer.position.replay_model import Replay, Step
from analyzer.rules.ledger import Pots
from analyzer.rules.table import Move
from analyzer.search.assemble import NO_LIMITS, Asked, Search, root_of, spots_after
from analyzer.search.engines import default_engine
from analyzer.search.proper import Judged
from analyzer.search.question import Budget, Engine, Question
from analyzer.search.results import Goal, Limits, Values
from analyzer.search.spot import Paid, Spot


class MarkKind(Enum):
    """What a decision can be marked for."""

    LET_GO = "let-go"
    """Its player could force the own Ultimo, and no longer can."""
    GAVE_AWAY = "gave-away"
    """Another player could not force his Ultimo, and now can."""
    IMPROPER = "improper"
    """The Proprieties forbid the card."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing worth saying of a decision; `seat` is whose Ultimo it is about, or who was improper."""

    kind: MarkKind
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Audited:
    """One decision with the values before and after it, all tokens counted from the start of the line.

    A card its holder picked where the Fool may be demanded is valued with that demand still possible;
    the answers to it, DEMAND and ALLOW, are decisions of their own. Values are None where the limits did
    not last, and `after` is what the line paid in all once the hand is over.
    """

    step: Step
    before: Values | None
    after: Values | None
    proper: bool | None = None
    why: str | None = None
    marks: tuple[Mark, ...] = ()

    @property
    def seat(self) -> int:
        return self.step.seat

    @property
    def move(self) -> Move:
        return self.step.move

    @property
    def card(self) -> Card | None:
        """The card that was played; None for an answer to a picked card."""
        return self.step.move.card


@dataclass(frozen=True, slots=True)
class Audit:
    """Every decision of a line in order, and what the search for their values took."""

    decisions: tuple[Audited, ...]
    nodes: int
    reason: str | None = None
    """Why the values of the earlier decisions are missing, where they are."""

    @property
    def complete(self) -> bool:
        return self.reason is None

    @property
    def cards(self) -> tuple[Audited, ...]:
        """The decisions that played a card."""
        return tuple(each for each in self.decisions if each.card is not None)


def audit(
    position: Position,
    replay: Replay,
    *,
    tokens: bool = True,
    most_tricks: int = 6,
    limits: Limits = NO_LIMITS,
    engine: Engine | None = None,
) -> Audit:
    """The values of every decision of a line that was played from the position.

    It goes from the end of the line to its start, since endings are cheap, and stops at decisions with
    more than `most_tricks` left or where the limits are reached: the earlier ones stay without values.

    Raises: UsageError for a position whose hands are not all known.
    """
    question, budget = Question.of(position), Budget.of(limits)
    search = Search(position.players, engine or default_engine(), budget)
    done: list[Audited] = []
    reason: str | None = None
    for step in reversed(replay.steps):
        if reason is None and step.table.tricks_left > most_tricks:
            reason = f"decisions with more than {most_tricks} tricks left were not valued"
        audited = Audited(step, None, None)
        if reason is None:
            audited, reason = _audited(
                search, step, _state(question, step), _paid(step, replay), tokens=tokens
            )
        done.append(audited)
    return Audit(tuple(reversed(done)), budget.spent, reason)


def _state(question: Question, step: Step) -> Question:
    """The state at a step of a line from the position that the question is about."""
    return replace(question, table=step.table, pots=step.pots, taken=step.taken)


def _paid(step: Step, replay: Replay) -> Paid:
    """What the line has paid before the step."""
    start = replay.pots_before
    change = Pots(step.pots.king - start.king, step.pots.pagat - start.pagat)
    return Paid(step.tokens[: len(step.table.hands)], change)


def _audited(
    search: Search, step: Step, question: Question, paid: Paid, *, tokens: bool
) -> tuple[Audited, str | None]:
    """One decision with its values and marks, and why they are not complete, if they are not."""
    seats = range(question.players)
    goals = tuple((seat, goal) for seat in seats for goal in Goal)
    asked = Asked(goals, tuple(seats) if tokens else (), equilibria=tokens, cards=True)
    spots = spots_after(question, paid)
    at = next((place for place, spot in enumerate(spots) if _led_to(spot, step.move)), None)
    # A demand spoken early, and a suit that another player named, are no moves of the player to move.
    played = Spot.after(question, paid, step.move) if at is None else spots[at]
    _, reason = search.seek(asked, spots if at is not None else (*spots, played))
    root = root_of(question, paid, spots)
    judged = Judged(None) if at is None else search.judged(question, spots)[at]
    if step.move.card is None:
        judged = Judged(None)
    marks = tuple(_marks(step, root, played, judged, search.players))
    before, after = root.values(step.seat), played.values(step.seat)
    return Audited(step, before, after, judged.proper, judged.why, marks), reason


def _led_to(spot: Spot, move: Move) -> bool:
    """Whether the spot is the state after the move, or after one that lays an equal card."""
    return spot.move == move or (move.card is not None and move.card in spot.equals)


def _marks(step: Step, before: Spot, after: Spot, judged: Judged, players: Sequence[str]) -> Iterator[Mark]:
    for seat, name in enumerate(players):
        key = (seat, Goal.ULTIMO)
        if key not in before.goals or key not in after.goals:
            continue
        had, has = before.goals[key] >> (1 << seat) & 1, after.goals[key] >> (1 << seat) & 1
        if had and not has:
            yield Mark(MarkKind.LET_GO, seat, f"lets the own Ultimo go: {name} could force it before")
        if has and not had:
            yield Mark(MarkKind.GAVE_AWAY, seat, f"gives {name} an Ultimo: nobody can prevent it any more")
    if judged.why is not None:
        yield Mark(MarkKind.IMPROPER, step.seat, judged.why)
