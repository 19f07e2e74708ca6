"""The judgement of an audited line: who could have won the Ultimo, and which card lost it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from analyzer.errors import LimitReached
from analyzer.frozenrecord import Record
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.position.replay.model import Replay, Step
from analyzer.pythonanswer import PythonAnswer
from analyzer.rules.actions import Action, Play, seat_groups
from analyzer.rules.score.goals import LAST_TRICK_GOALS, Goal
from analyzer.rules.score.hand import Outcome
from analyzer.search.engine.engine import Budget, Engine
from analyzer.search.engine.native import default_engine
from analyzer.search.engine.results import NO_LIMITS, Limits, LineEvidence, Values
from analyzer.search.review.audit import TOKEN_TRICKS, Audit, Audited, MarkKind, led_to, state_at
from analyzer.search.solve.assemble import Search, SearchRequest, candidates_after
from analyzer.search.solve.candidate import Candidate, attach_evidence
from analyzer.search.solve.explain import ForcingPlay
from analyzer.search.solve.proper import PROTECT_POTS, Judged

# Who could have won the Ultimo, with the last decision that lost it and a line that wins it.
#
# A player could have won alone where he could force his Ultimo against everybody; with help where he could
# force it together with one other player. What two players can force only one of the two can give away, so
# the decision that lost it is one of theirs.
#
# That a player could not have won is known only as far back as the audit valued the decisions.


class MissedWin(Record, frozen=True):
    """How an Ultimo could have been won."""

    by: int
    """The mask of the players who could force it together; that of its player alone where he could."""
    place: int
    """The decision in the audit after which they no longer could."""
    line: Play = ()
    """Play from that decision on which wins it; empty where the limits did not last."""


class Chance(Record, frozen=True):
    """The answer for one player."""

    seat: int
    won: bool = False
    """Whether he won it."""
    counted: bool = True
    """Whether it counts; with Tout and Nolo it does not."""
    still: bool = False
    """Whether he can still force it alone where the line ends, before the end of play."""
    alone: MissedWin | None = None
    """The last time he could force it alone, where he did not win it."""
    helped: tuple[MissedWin, ...] = ()
    """Where he never could alone: the last time with each of the others, as far as he could."""
    since: int | None = None
    """The decision in the audit from which on all were valued for his Ultimo; None where not even the last
    was. Of those before it nothing is known."""
    hopeless: bool = False
    """Whether from there on he could force it at no time, neither alone nor together with one other."""


def chance_of(
    decisions: Sequence[Audited], seat: int, question: Hand, search: Search, outcome: Outcome | None
) -> Chance:
    """The answer for a seat; `question` is what the line was played from, `outcome` what it came to."""
    since = _since(decisions, seat)
    if outcome is not None and (outcome.ultimo == seat or _still(decisions, seat)):
        return Chance(seat, won=True, counted=outcome.ultimo == seat, since=since)
    if _still(decisions, seat):
        return Chance(seat, still=True, since=since)
    alone = _way(decisions, seat, 1 << seat, question, search)
    if alone is not None:
        return Chance(seat, alone=alone, since=since)
    pairs = [1 << seat | 1 << other for other in range(question.players) if other != seat]
    ways = (_way(decisions, seat, by, question, search) for by in pairs)
    helped = tuple(way for way in ways if way is not None)
    # Where the line ends early, two may still force what neither of them has given away.
    ever = any(
        forces(values, seat, by) for each in decisions for values in (each.before, each.after) for by in pairs
    )
    return Chance(seat, helped=helped, since=since, hopeless=since is not None and not ever)


def forces(values: Values | None, seat: int, by: int) -> bool | None:
    """Whether the players of a mask force the seat's Ultimo; None where it was not valued."""
    answer = None if values is None or values.goals is None else values.goals.get((seat, Goal.ULTIMO))
    return None if answer is None else answer.forces(by)


def _since(decisions: Sequence[Audited], seat: int) -> int | None:
    """The decision from which on every one was valued for the seat's Ultimo, if the last one was."""
    since = None
    for place in range(len(decisions) - 1, -1, -1):
        each = decisions[place]
        if any(forces(values, seat, 1 << seat) is None for values in (each.before, each.after)):
            break
        since = place
    return since


def _still(decisions: Sequence[Audited], seat: int) -> bool:
    """Whether the seat has its Ultimo, or can force it alone, where the line ends."""
    return bool(decisions and forces(decisions[-1].after, seat, 1 << seat))


def _way(
    decisions: Sequence[Audited], seat: int, by: int, question: Hand, search: Search
) -> MissedWin | None:
    """The last decision that lost what the players could force, and how it could have been won."""
    lost = [
        place
        for place, each in enumerate(decisions)
        if forces(each.before, seat, by) and forces(each.after, seat, by) is False
    ]
    if not lost:
        return None
    there = state_at(question, decisions[lost[-1]].step)
    try:
        line = ForcingPlay(Goal.ULTIMO, seat, by, search.engine, search.budget).play(there, holds=True)
    except LimitReached:
        line = ()
    return MissedWin(by, lost[-1], line)


# The judgement of an audited line: who came to force an Ultimo and by whose card, and what mistakes cost.
#
# All of it is told with the cards face up, as far back as the audit valued decisions. Who could have won is
# told by :mod:`analyzer.search.review.judgement`.


class ForcingTurn(Record, frozen=True):
    """A decision after which a player could force his Ultimo for the first time, or could no longer.

    `place` is that of the decision in the audit; None where it was forced as far back as the audit goes.
    """

    seat: int
    """Whose Ultimo."""
    forced: bool
    """Whether he can force it from here on, or no longer can."""
    place: int | None


class Blame(Record, frozen=True):
    """A marked decision, and what it cost whom, in tokens that every player is sure of.

    An improper card is held against `instead`, the proper one that leaves its player the most; any other
    against what everybody was sure of before it.
    """

    place: int
    kinds: tuple[MarkKind, ...]
    cost: tuple[int, ...] | None
    """By seat: tokens sure of after it, less those otherwise; None where tokens were not valued."""
    instead: Action | None = None
    evidence: LineEvidence | None = None
    """Against an improper card; None where the limits did not last for it."""


class Judgement(Record, frozen=True):
    """What is to be said of a whole line."""

    turns: tuple[ForcingTurn, ...]
    blames: tuple[Blame, ...]
    chances: tuple[Chance, ...]
    """By seat; empty where no decision was valued."""


def judged_line(
    position: Position,
    replay: Replay,
    audit: Audit,
    *,
    limits: Limits = NO_LIMITS,
    engine: Engine | None = None,
) -> Judgement:
    """The judgement of a line from its audit; what the limits do not last for is left out.

    Raises: KeyboardInterrupt.
    """
    search = Search(position.players, engine or default_engine(position.spec), Budget.from_limits(limits))
    question, decisions = Hand.from_position(position), audit.decisions
    turns = [turn for seat in range(question.players) for turn in _turns(decisions, seat)]
    valued = any(each.before is not None for each in decisions)
    return Judgement(
        turns=tuple(sorted(turns, key=lambda turn: (-1 if turn.place is None else turn.place, turn.seat))),
        blames=tuple(_blames(decisions, question, search)),
        chances=tuple(
            chance_of(decisions, seat, question, search, replay.outcome)
            for seat in range(question.players if valued else 0)
        ),
    )


def _turns(decisions: Sequence[Audited], seat: int) -> Iterator[ForcingTurn]:
    """Every change of who can force an Ultimo, the state at the start of the audit included."""
    alone = 1 << seat
    known = [(n, each) for n, each in enumerate(decisions) if forces(each.before, seat, alone) is not None]
    if known and forces(known[0][1].before, seat, alone):
        yield ForcingTurn(seat, forced=True, place=None)
    for place, each in known:
        before, after = forces(each.before, seat, alone), forces(each.after, seat, alone)
        if after is not None and before != after:
            yield ForcingTurn(seat, forced=after, place=place)


def _blames(decisions: Sequence[Audited], question: Hand, search: Search) -> Iterator[Blame]:
    for place, each in enumerate(decisions):
        if not each.marks:
            continue
        kinds = tuple(dict.fromkeys(mark.kind for mark in each.marks))
        improper = MarkKind.IMPROPER in kinds
        trial = _Trial.from_step(state_at(question, each.step), each.step, search) if improper else None
        cost, instead = _change(_sure(each.before), _sure(each.after)), None
        if trial is not None and (best := trial.instead) is not None and best.guarantee:
            # A candidate's guarantees count from its step on, those of the audit from the start of the line.
            sure = [each.step.tokens[seat] + best.guarantee[seat] for seat in sorted(best.guarantee)]
            cost, instead = _change(sure, _sure(each.after)), best.move
        yield Blame(place, kinds, cost, instead, None if trial is None else trial.evidence())


def _sure(values: Values | None) -> Sequence[int] | None:
    if values is None or values.guarantee is None:
        return None
    return [amount for amount in values.guarantee if amount is not None]


def _change(before: Sequence[int] | None, after: Sequence[int] | None) -> tuple[int, ...] | None:
    if before is None or after is None or len(before) != len(after):
        return None
    return tuple(now - then for then, now in zip(before, after, strict=True))


class _Trial(Record, frozen=True):
    """An improper card and the other moves of its player, all of them judged."""

    search: Search
    candidates: tuple[Candidate, ...]
    judged: tuple[Judged, ...]
    at: int
    """The place of the improper card, or of one equal to it."""

    @classmethod
    def from_step(cls, there: Hand, step: Step, search: Search) -> _Trial | None:
        """The trial of a step; None where the limits do not last, or it is no move of the player to move."""
        candidates = candidates_after(there, there.nothing)
        seats = tuple(range(there.players))
        near = there.table.tricks_left <= TOKEN_TRICKS
        goals = tuple((seat, goal) for seat in seats for goal in LAST_TRICK_GOALS)
        sure, groups = seats if near else (), seat_groups(there.players)
        unfinished, _ = search.seek(SearchRequest(goals=goals, guarantee=sure, groups=groups), candidates)
        at = next((place for place, candidate in enumerate(candidates) if led_to(candidate, step.move)), None)
        if unfinished or at is None:
            return None
        return cls(search, candidates, search.judged(candidates), at)

    @property
    def instead(self) -> Candidate | None:
        """The state after the proper card that leaves its player the most; None where none is proper."""
        proper = [
            candidate
            for candidate, verdict in zip(self.candidates, self.judged, strict=True)
            if verdict.proper is True
        ]
        return max(proper, key=lambda candidate: candidate.guarantee.get(candidate.mover, 0), default=None)

    def evidence(self) -> LineEvidence | None:
        """The evidence against the card, as good as the card held against it; None past the limits."""
        breach, instead = self.judged[self.at].breach, self.instead
        if breach is None:
            return None
        if breach.clause == PROTECT_POTS and instead is not None:
            # After every proper card the others can prevent it, as after this one.
            breach = replace(breach, instead=self.candidates.index(instead))
        verdicts = [Judged(proper=None)] * len(self.candidates)
        verdicts[self.at] = Judged(proper=False, breach=breach)
        try:
            attach_evidence(self.candidates, verdicts, self.search.engine, self.search.budget)
        except LimitReached:
            return None
        return self.candidates[self.at].evidence


# A line of play with all results about it.


@dataclass(frozen=True, slots=True)
class Told(PythonAnswer):
    """A line to be shown: its replay, and its audit if requested."""

    replay: Replay
    audit: Audit | None = None
    judgement: Judgement | None = None
    """The judgement of the cards, if cards are judged."""
