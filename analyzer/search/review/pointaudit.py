"""The audit of a line in a game of card points: what every card was worth, and which one let something go.

A state is valued with all hands known, so a mark says what the card did, not that its player could have
known. Amounts are those of the whole line: what was paid before a card is part of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from typing import Final

from analyzer.cards.card import Card
from analyzer.errors import INTERRUPTED
from analyzer.messages import Message, Verbatim, say
from analyzer.position.model import Position
from analyzer.position.pointquestion import PointQuestion, opened
from analyzer.position.replay.model import Replay
from analyzer.position.worth import Worth
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.score.amounts import points_text
from analyzer.rules.score.goals import AIM_WORDS, Aim, Sense
from analyzer.rules.sides import by_sides
from analyzer.search.engine.counting.short import is_short, paid_by_points
from analyzer.search.engine.question import Budget, Engine
from analyzer.search.engine.results import GoalAnswer, Limits, Values
from analyzer.search.engine.watch import Watch
from analyzer.search.solve.assemble import Search, SearchRequest
from analyzer.search.solve.candidate import Candidate
from analyzer.search.solve.everything import everything
from analyzer.search.solve.schedule import Patience

NEAR_TRICKS: Final = 6
"""With no more tricks left than this every value is found, however long it takes."""
FAR_NODES: Final = 1_000_000
FAR_MISSES: Final = 4
"""With more of them a value may take so many nodes; once so many cards took more, no earlier one is asked."""

NOTHING: Final = Values()
UNWANTED: Final = (Aim.LOST_ULTIMO, Aim.MOND_LOST)
"""Goals that who has them would rather not reach."""


class PointMarkKind(Enum):
    """What a card can be marked for."""

    LET_GO = "let-go"
    """The side of its player could force something, and no longer can."""
    GAVE_AWAY = "gave-away"
    """Another side could not force something, and now can."""
    LOST_POINTS = "lost-points"
    """The side of its player is sure of less than before."""


@dataclass(frozen=True, slots=True)
class PointMark:
    """One thing worth saying of a card; `seat` is whose goal it is about, or whose side has less."""

    kind: PointMarkKind
    seat: int
    text: Message
    goal: str | None = None
    """The goal, as it is asked for."""
    lost: Fraction | None = None
    """How much less the side is sure of."""


@dataclass(frozen=True, slots=True)
class PointAudited:
    """One card with the values before and after it; None where the limits did not last, or it is too far."""

    seat: int
    move: Action
    trick: int
    """Its trick, as the replay numbers them."""
    place: int
    """Which card of the trick it is, from 1."""
    before: Values | None
    after: Values | None
    marks: tuple[PointMark, ...] = ()

    @property
    def card(self) -> Card:
        assert self.move.card is not None
        return self.move.card


@dataclass(frozen=True, slots=True)
class PointAudit:
    """Every card of a line in order, and what the search for their values took."""

    decisions: tuple[PointAudited, ...]
    past_known: bool
    nodes: int
    counts: Aim = Aim.POINTS
    """What the sides play for: points, or tricks."""
    reason: Message | None = None
    """Why values of earlier cards are missing, where they are."""
    stopped: bool = False
    """Whether a limit or the user ended it, and not only the distance from the end."""


@dataclass(frozen=True, slots=True)
class _Moment:
    """A state of the line, and what was paid before it, by seat."""

    question: PointQuestion
    paid: tuple[int, ...]


def point_audit(
    position: Position,
    found: Replay,
    engine: Engine,
    limits: Limits,
    *,
    watch: Watch | None = None,
) -> PointAudit:
    """The values of every card of a line that was played from the position, from its end to its start.

    Raises: UsageError for a position whose hands are not all known.
    """
    moments = tuple(_moments(position, found))
    audit = _Valuing(Search(position.players, engine, Budget.of(limits), watch=watch))
    values: dict[int, Values] = {}
    stop: Message | None = None
    for done, place in enumerate(reversed(range(len(moments)))):
        if watch is not None:
            watch.begin("audit", done, len(moments))
        known, stop = audit.valued(moments[place])
        if stop is not None or known == NOTHING:
            break
        values[place] = known
    first = moments[0].question
    return PointAudit(
        tuple(_decisions(found, moments, values)),
        first.past_known,
        audit.search.budget.spent,
        counts=Worth(first).numbers[0],
        reason=stop or audit.too_far(),
        stopped=stop is not None,
    )


def not_audited(found: Replay) -> PointAudit:
    """The audit of a line that has no values, as the user has interrupted it."""
    steps = [step for step in found.steps if step.move.kind is ActionKind.PLAY]
    decisions = [PointAudited(step.seat, step.move, *step.moment, None, None) for step in steps]
    return PointAudit(tuple(decisions), past_known=True, nodes=0, reason=INTERRUPTED, stopped=True)


def _moments(position: Position, found: Replay) -> Iterator[_Moment]:
    """The states of a line, the first before its first card, the last after its last one."""
    question, paid = PointQuestion.of(position), opened(position)[1]
    if found.steps:
        question = replace(question, table=found.steps[0].table)
    yield _Moment(question, paid)
    for step in found.steps:
        question, now = question.after(step.move)
        paid = tuple(before + more for before, more in zip(paid, now, strict=True))
        yield _Moment(question, paid)


@dataclass(slots=True)
class _Valuing:
    """The values of one state of a line after the other, from its end; what becomes too much is left out."""

    search: Search
    patience: Patience = field(default_factory=lambda: Patience(FAR_NODES, FAR_MISSES))
    whole: int | None = None
    """With no more tricks left than this all is valued; None while that is so of every state."""

    def valued(self, moment: _Moment) -> tuple[Values, Message | None]:
        """What is known of a state, and what limit ended the audit."""
        question, search = moment.question, self.search
        asked = _request(question)
        candidate = Candidate.at(question, moment.paid)
        left = question.table.tricks_left
        if left <= NEAR_TRICKS or search.budget.max_nodes is not None:
            _, reason = search.seek(asked, (candidate,))
        else:
            reason = search.seek_apart(asked, candidate, self.patience)
            if self.patience.missed and self.whole is None:
                self.whole = left - 1
        return candidate.values(question.to_move, asked.groups), reason

    def too_far(self) -> Message | None:
        """What is said of the earlier cards, where values of theirs are missing."""
        return None if self.whole is None else not_all_valued(self.whole)


def not_all_valued(tricks: int) -> Message:
    """Why some values of cards far from the end are missing."""
    said = say("with more than {number} tricks left what takes long was not valued", number=tricks)
    return said.or_brief("with more than {number} tricks to go what takes long was not valued")


def _request(question: PointQuestion) -> SearchRequest:
    whole = everything(question, by_sides(question.sides))
    paid = is_short(question) or paid_by_points(question)
    return replace(whole, guarantee=whole.guarantee if paid else (), equilibria=False, cards=False)


def _decisions(
    found: Replay, moments: Sequence[_Moment], values: dict[int, Values]
) -> Iterator[PointAudited]:
    for place, step in enumerate(found.steps):
        before, after = values.get(place), values.get(place + 1)
        marks = tuple(_marks(moments[place].question, before, after)) if before and after else ()
        yield PointAudited(step.seat, step.move, *step.moment, before, after, marks)


def _marks(question: PointQuestion, before: Values, after: Values) -> Iterator[PointMark]:
    """What a card did: to what each side could force, and to what its own is sure of."""
    worth = Worth(question)
    for key, had in (before.goals or {}).items():
        has = (after.goals or {}).get(key)
        unwanted = key[1].aim in UNWANTED or (key[1].way is not None and worth.sense is Sense.FEWEST)
        if has is not None and not unwanted and had.forces(had.own) != has.forces(has.own):
            yield _of_goal(had)
    aim, mover = worth.numbers[0], question.to_move
    one, other = (before.points, after.points) if aim is Aim.POINTS else (before.tricks, after.tricks)
    side = question.sides.of[mover]
    was, now = (None if each is None else each[side] for each in (one, other))
    if was is not None and now is not None and was != now:
        less = abs(was - now)
        said = _cost(aim, worth.sense, Verbatim(points_text(less)))
        yield PointMark(PointMarkKind.LOST_POINTS, mover, said, lost=less)


def _cost(aim: Aim, sense: Sense, number: Verbatim) -> Message:
    """How much less a side is sure of, or how much more it has to take."""
    if aim is Aim.POINTS and sense is Sense.MOST:
        return say("its side is sure of {number} points less than before", number=number)
    if aim is Aim.POINTS:
        return say("it can be made to take {number} points more than before", number=number)
    if sense is Sense.MOST:
        return say("its side is sure of {number} tricks less than before", number=number)
    return say("its side can be made to take {number} tricks more than before", number=number)


def _of_goal(had: GoalAnswer) -> PointMark:
    """A goal that was forced and is no longer, or now is."""
    gone = had.forces(had.own)
    word = AIM_WORDS[had.goal.aim]
    if gone:
        text = say("lets go of what was forced: {goal}", goal=word)
        return PointMark(PointMarkKind.LET_GO, had.seat, text, str(had.goal))
    text = say("gives away what was not forced: {goal}", goal=word)
    return PointMark(PointMarkKind.GAVE_AWAY, had.seat, text, str(had.goal))
