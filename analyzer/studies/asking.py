"""The questions of a study put to its deals: what is answered of each, and its facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from analyzer.api.alone import decided_alone
from analyzer.api.asked import ForcedRequest, SolveRequest
from analyzer.api.decide import DecideRequest, decide
from analyzer.api.replay import replay
from analyzer.api.requests import Means, names_in
from analyzer.api.solve import solve
from analyzer.errors import LimitReached, UsageError
from analyzer.messages import Verbatim, say
from analyzer.position.model import Position
from analyzer.report.view.base import plain
from analyzer.search.engine.results import Limits
from analyzer.studies.dealing import deal
from analyzer.studies.facts import Fact, fact_of, seats_of
from analyzer.studies.model import ANY, Study, StudyAsk
from analyzer.studies.tally import Value

Values = list[Value]
"""The answers to one question of one deal: one, or one for each player."""


class DealTold(NamedTuple):
    """What is told of one deal."""

    k: int
    facts: tuple[Fact, ...]
    """Those it is counted by."""
    values: tuple[Values, ...]
    """By question."""

    @property
    def answered(self) -> bool:
        """Whether every question is."""
        return all(value is not None for values in self.values for value in values)


def told_of(study: Study, first: int, count: int) -> Iterator[DealTold]:
    """What is told of some deals, in order. Raises: UsageError for what cannot be asked of one of them."""
    means = Means(Limits(max_nodes=study.nodes, table_mb=study.table_mb))
    for k in range(first, first + count):
        position = deal(study, k)
        facts = tuple(fact_of(name, position) for name in study.group_by)
        yield DealTold(k, facts, tuple(_ASKED[ask.of](ask, position, means) for ask in study.asks))


def _forced(ask: StudyAsk, position: Position, means: Means) -> Values:
    assert ask.who is not None
    found: Values = [_holds(ask, position, seat, means) for seat in seats_of(ask.who, position)]
    if ask.who != ANY:
        return found
    return [True if True in found else None if None in found else False]


def _holds(ask: StudyAsk, position: Position, seat: int, means: Means) -> bool | None:
    request = ForcedRequest(goal=ask.goal, player=seat, by=_together(ask.by, position, seat))
    try:
        return decided_alone(position, request, means).holds
    except LimitReached:
        return None


def _together(by: str, position: Position, seat: int) -> Sequence[int | str] | None:
    """Who plays together for a seat; None for whoever does by default."""
    seats = range(len(position.players))
    groups: dict[str, Callable[[], Sequence[int] | None]] = {
        "alone": lambda: None,
        "nobody": lambda: (),
        "others": lambda: [each for each in seats if each != seat],
        "two": lambda: (seat, (seat + 1) % len(seats)),
    }
    return groups[by]() if by in groups else names_in(by)


def _guarantee(ask: StudyAsk, position: Position, means: Means) -> Values:
    request = SolveRequest(goals=False, tokens=True, equilibria=False, numbers=False, cards=False)
    return _by_player(ask, position, plain(solve(position, request, means).view()).get("guarantee", {}))


def _points(ask: StudyAsk, position: Position, means: Means) -> Values:
    request = SolveRequest(goals=False, tokens=False, goal="points", cards=False)
    return _by_player(ask, position, plain(solve(position, request, means).view()).get("points", {}))


def _by_player(ask: StudyAsk, position: Position, told: Mapping[str, Any]) -> Values:
    """The values of the players asked about; of a side by the player it is called by."""
    assert ask.who is not None
    names = [position.players[seat] for seat in seats_of(ask.who, position)]
    return [_value(told.get(name)) for name in names]


def _taken(ask: StudyAsk, told: Mapping[str, Any]) -> Values:
    """One value of an answer. Raises: UsageError for what the answer does not have."""
    at: Any = told
    for key in ask.take:
        if isinstance(at, list) and key.isdigit() and int(key) < len(at):
            at = at[int(key)]
        elif isinstance(at, Mapping) and key in at:
            at = at[key]
        elif isinstance(told.get("limits"), Mapping) and told["limits"].get("complete") is False:
            return [None]
        else:
            text = say(
                "the answer of `{of}` has no {key}", of=Verbatim(ask.of), key=Verbatim(".".join(ask.take))
            )
            raise UsageError(text)
    return [_value(at)]


def _value(found: Any) -> Value:
    """A value of an answer as it is counted: a pair of numbers is a fraction, and a list how long it is."""
    if isinstance(found, float):
        exact = Fraction(found).limit_denominator(10**6)
        return f"{exact.numerator}/{exact.denominator}"
    if isinstance(found, list):
        pair = len(found) == 2 and all(type(each) is int for each in found)
        return f"{found[0]}/{found[1]}" if pair else len(found)
    return len(found) if isinstance(found, Mapping) else found


def _solved(ask: StudyAsk, position: Position, means: Means) -> Values:
    return _taken(ask, plain(solve(position, _needed(ask.take), means).view()))


def _needed(take: Sequence[str]) -> SolveRequest:
    """As little of the answer as has the value in it."""
    part = take[0]
    if part == "goals":
        player, goal = (*take[1:3], None, None)[:2]
        return SolveRequest(tokens=False, cards=False, player=player, goal=goal)
    if part in ("guarantee", "equilibria"):
        return SolveRequest(goals=False, tokens=True, cards=False, equilibria=part == "equilibria")
    return SolveRequest()


def _decided(ask: StudyAsk, position: Position, means: Means) -> Values:
    return _taken(ask, plain(decide(position, DecideRequest(), means).view()))


def _replayed(ask: StudyAsk, position: Position, means: Means) -> Values:  # noqa: ARG001 - nothing is searched
    return _taken(ask, plain(replay(position).view()))


_ASKED: Final[Mapping[str, Callable[[StudyAsk, Position, Means], Values]]] = {
    "forced": _forced,
    "guarantee": _guarantee,
    "points": _points,
    "solve": _solved,
    "decide": _decided,
    "replay": _replayed,
}
