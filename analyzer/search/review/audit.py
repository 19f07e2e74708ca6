"""The audit of a line of play: what every decision was worth, and which one let an Ultimo go.

A state is valued with all hands known, so a mark says what the card did, not that its player could
have known. Tokens are those of the whole line: what was paid before a decision is part of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from analyzer.cards.card import Card
from analyzer.errors import INTERRUPTED
from analyzer.messages import Message, Name, say
from analyzer.position.model import Position
from analyzer.position.question import HandQuestion
from analyzer.position.replay.model import Replay, Step
from analyzer.position.setting import Moment
from analyzer.rules.actions import Action
from analyzer.rules.score.goals import LAST_TRICK_GOALS, Goal
from analyzer.rules.sides import by_seats
from analyzer.search.engine.default import default_engine
from analyzer.search.engine.question import Budget, Engine, Question
from analyzer.search.engine.reasons import Reason
from analyzer.search.engine.results import Limits, Values
from analyzer.search.engine.watch import Watch
from analyzer.search.solve.assemble import NO_LIMITS, Search, SearchRequest, candidates_after, root_of
from analyzer.search.solve.candidate import Candidate
from analyzer.search.solve.explain import reason
from analyzer.search.solve.proper import Judged

MOST_TRICKS: Final = 12
"""Decisions with more tricks to go than this are not valued: who can force what is found in a second."""
TOKEN_TRICKS: Final = 6
"""With more tricks to go than this no tokens are sought: the sets of equilibria grow too fast."""


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
    text: Message
    reason: Reason | None = None
    """The plan that was let go, from before the decision; or that by which the Ultimo given away is won."""


@dataclass(frozen=True, slots=True)
class Audited:
    """One decision with the values before and after it, all tokens counted from the start of the line.

    A card its holder picked where the Fool may be demanded is valued with that demand still possible;
    the answers to it, DEMAND and ALLOW, are decisions of their own. Values are None where the limits did
    not last, and have no tokens too far from the end; `after` is what the line paid in all once the hand
    is over.
    """

    step: Step
    before: Values | None
    after: Values | None
    proper: bool | None = None
    why: Message | None = None
    marks: tuple[Mark, ...] = ()

    @property
    def seat(self) -> int:
        return self.step.seat

    @property
    def moment(self) -> Moment:
        """The trick, counted from the start of the hand, and which card of it is played."""
        return self.step.moment

    @property
    def move(self) -> Action:
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
    reason: Message | None = None
    """Why the values of the earlier decisions are missing, where they are."""
    tokens_reason: Message | None = None
    """Why decisions that do have other values lack tokens, where they do."""
    stopped: bool = False
    """Whether a limit or the user ended it, and not only the distance from the end."""

    @property
    def complete(self) -> bool:
        return self.reason is None and self.tokens_reason is None

    @property
    def cards(self) -> tuple[Audited, ...]:
        """The decisions that played a card."""
        return tuple(each for each in self.decisions if each.card is not None)


def audit(
    position: Position,
    replay: Replay,
    *,
    tokens: bool = True,
    most_tricks: int = MOST_TRICKS,
    token_tricks: int = TOKEN_TRICKS,
    limits: Limits = NO_LIMITS,
    engine: Engine | None = None,
    watch: Watch | None = None,
) -> Audit:
    """The values of every decision of a line that was played from the position.

    It goes from the end of the line to its start, since endings are cheap: first for who can force what,
    with at most `most_tricks` left, then for tokens, with at most `token_tricks`. Where a limit is reached
    or the user interrupts, the earlier decisions stay without values.

    Raises: UsageError for a position whose hands are not all known.
    """
    search = Search(position.players, engine or default_engine(position.spec), Budget.of(limits))
    start = Question.of(position)
    states = [_State.of(state_at(start, step), step, replay) for step in replay.steps]
    seats = tuple(range(len(position.players)))
    groups, every = by_seats(len(seats)), tuple((seat, goal) for seat in seats for goal in LAST_TRICK_GOALS)
    goals = SearchRequest(goals=every, groups=groups)
    near = _near(states, most_tricks)
    stop = _valued(search, goals, near, watch)
    reason = stop or _too_far(near, states, most_tricks, not_valued)
    tokens_reason = None
    if tokens and stop != INTERRUPTED:
        nearer = _near(near, token_tricks)
        sure = SearchRequest(guarantee=seats, equilibria=True, groups=groups)
        tokens_stop = _valued(search, sure, nearer, watch)
        tokens_reason = tokens_stop or _too_far(nearer, near, token_tricks, _without_tokens)
        stop = stop or tokens_stop
    decisions = tuple(state.audited(search, goals) for state in states)
    return Audit(decisions, search.budget.spent, reason, tokens_reason, stopped=stop is not None)


def unvalued(replay: Replay, reason: Message) -> Audit:
    """The audit of a line that has no values."""
    return Audit(tuple(Audited(step, None, None) for step in replay.steps), 0, reason, stopped=True)


def state_at(question: Question, step: Step) -> Question:
    """The state at a step of a line from the position that the question is about."""
    return replace(question, table=step.table, pots=step.pots, taken=step.taken)


@dataclass(frozen=True, slots=True)
class _State:
    """A decision of the line, with the states after each of its moves."""

    step: Step
    question: Question
    paid: tuple[int, ...]
    """By account."""
    candidates: tuple[Candidate, ...]
    played: Candidate
    at: int | None
    """The place of `played` among the candidates; None for what is no move of the player to move."""

    @classmethod
    def of(cls, question: Question, step: Step, replay: Replay) -> _State:
        start = replay.pots_before
        paid = (*step.tokens, step.pots.king - start.king, step.pots.pagat - start.pagat)
        candidates = candidates_after(question, paid)
        at = next((place for place, candidate in enumerate(candidates) if led_to(candidate, step.move)), None)
        # A demand spoken early, and a suit that another player named, are no moves of the player to move.
        played = Candidate.after(question, paid, step.move) if at is None else candidates[at]
        return cls(step, question, paid, candidates, played, at)

    def value(self, search: Search, asked: SearchRequest) -> Message | None:
        """Find the parts asked for, for every move; why it was not finished, if it was not."""
        return search.seek(
            asked, self.candidates if self.at is not None else (*self.candidates, self.played)
        )[1]

    def audited(self, search: Search, asked: SearchRequest) -> Audited:
        """What was found, with its marks."""
        if not self.played.goals:
            return Audited(self.step, None, None)
        root, judged = root_of(self.candidates, self.paid, asked), Judged(None)
        if self.at is not None and self.step.move.card is not None:
            judged = search.judged(self.candidates)[self.at]

        def why(question: HandQuestion, seat: int) -> Reason | None:
            return reason(question, Goal.ULTIMO, seat, 1 << seat, search.engine, search.budget)

        marks = tuple(_marks(self.step, root, self.played, judged, search.players, why))
        before, after = (each.values(self.step.seat, asked.groups) for each in (root, self.played))
        return Audited(self.step, before, after, judged.proper, judged.why, marks)


def _near(states: Sequence[_State], most_tricks: int) -> list[_State]:
    return [state for state in states if state.step.table.tricks_left <= most_tricks]


def not_valued(most_tricks: int) -> Message:
    """Why decisions far from the end have no values."""
    said = say("decisions with more than {number} tricks left were not valued", number=most_tricks)
    return said.or_brief("decisions with more than {number} tricks to go were not valued")


def _without_tokens(most_tricks: int) -> Message:
    said = say("tokens of decisions with more than {number} tricks left were not valued", number=most_tricks)
    return said.or_brief("tokens with more than {number} tricks to go were not valued")


def _too_far(
    near: Sequence[_State], states: Sequence[_State], most_tricks: int, said: Callable[[int], Message]
) -> Message | None:
    """Why some states are not among the near ones, if any are not."""
    if len(near) == len(states):
        return None
    return said(most_tricks)


def _valued(
    search: Search, asked: SearchRequest, states: Sequence[_State], watch: Watch | None
) -> Message | None:
    """Find the parts for every state, the last one first; why it was not finished, if it was not."""
    for done, state in enumerate(reversed(states)):
        if watch is not None:
            watch.begin("audit", done, len(states))
            watch.count(search.budget.spent)
        reason = state.value(search, asked)
        if reason is not None:
            return reason
    return None


def led_to(candidate: Candidate, move: Action) -> bool:
    """Whether the candidate is the state after the move, or after one that lays an equal card."""
    return candidate.move == move or (move.card is not None and move.card in candidate.equals)


def _marks(
    step: Step,
    before: Candidate,
    after: Candidate,
    judged: Judged,
    players: Sequence[str],
    why: Callable[[HandQuestion, int], Reason | None],
) -> Iterator[Mark]:
    for seat, name in enumerate(players):
        key = (seat, Goal.ULTIMO)
        if key not in before.goals or key not in after.goals:
            continue
        had, has = before.goals[key] >> (1 << seat) & 1, after.goals[key] >> (1 << seat) & 1
        if had and not has:
            yield Mark(MarkKind.LET_GO, seat, _let_go(Name(name)), why(before.question, seat))
        if has and not had:
            yield Mark(MarkKind.GAVE_AWAY, seat, _gave_away(Name(name)), why(after.question, seat))
    if judged.breach is not None:
        yield Mark(MarkKind.IMPROPER, step.seat, judged.breach.why)


def _let_go(player: Name) -> Message:
    said = say("lets the own Ultimo go: {player} could force it before", player=player)
    return said.or_brief("lets the Ultimo go: {player} could force it before")


def _gave_away(player: Name) -> Message:
    said = say("gives {player} an Ultimo: nobody can prevent it any more", player=player)
    return said.or_brief("gives {player} an Ultimo that can no longer be prevented")
