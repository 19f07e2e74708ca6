"""The questions of a study put to its deals: what is answered of each, and its facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any, Final, NamedTuple

from analyzer.answers.answer import Settled
from analyzer.answers.decide import DecideRequest, decide
from analyzer.answers.explain import explained
from analyzer.answers.forced import claimed
from analyzer.answers.replay import replay
from analyzer.answers.requests import ForcedRequest, Means, SolveRequest, names_in
from analyzer.answers.solve import solve
from analyzer.api.python.positions import decided_alone
from analyzer.errors import LimitReached, UsageError
from analyzer.messages import Verbatim, say
from analyzer.position.model import Position
from analyzer.search.engine.results import Limits
from analyzer.studies.dealing import Dealt, dealt
from analyzer.studies.files import ANY, Fact, Study, StudyAsk, fact_of, seats_of
from analyzer.studies.tally import Value
from analyzer.views.base import plain

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


def answer_deals(study: Study, first: int, count: int) -> Iterator[DealTold]:
    """What is told of some deals, in order. Raises: UsageError for what cannot be asked of one of them."""
    means = Means(Limits(max_nodes=study.nodes, table_mb=study.table_mb))
    for k in range(first, first + count):
        one = dealt(study, k)
        facts = tuple(fact_of(name, one.position) for name in study.group_by)
        yield DealTold(k, facts, tuple(_answered(ask, one, means) for ask in study.asks))


def _answered(ask: StudyAsk, one: Dealt, means: Means) -> Values:
    """The answers to a question of a deal; after several discards whether it is so after one of them."""
    if ask.discard is None:
        return _ASKED[ask.of](ask, _as_asked(ask, one.position), means)
    found: list[Values] = []
    for position in one.discarded(ask.discard):
        found.append(_ASKED[ask.of](ask, _as_asked(ask, position), means))
        if all(value is True for value in found[-1]):
            break
    return [_any_of(values) for values in zip(*found, strict=True)]


def _as_asked(ask: StudyAsk, position: Position) -> Position:
    return position if ask.fool_demand is None else replace(position, fool_demand=ask.fool_demand)


def _forced(ask: StudyAsk, position: Position, means: Means) -> Values:
    assert ask.who is not None
    found = [_holds(ask, position, seat, means) for seat in seats_of(ask.who, position)]
    return [_any_of(found)] if ask.who == ANY else list(found)


def _any_of(found: Sequence[Value]) -> bool | None:
    """Whether one of several holds; None where that hangs on what is open."""
    return True if True in found else None if None in found else False


def _holds(ask: StudyAsk, position: Position, seat: int, means: Means) -> bool | None:
    """Whether some of those who may play together for a seat force its goal."""
    found: list[bool | None] = []
    for by in _together(ask.by, position, seat):
        try:
            request = _request(ask, seat, by)
            found.append(decided_alone(position, claimed(position, request), request, means).holds)
        except LimitReached:
            found.append(None)
        if found[-1]:
            break
    return _any_of(found)


def _request(ask: StudyAsk, seat: int, by: Sequence[int | str] | None) -> ForcedRequest:
    return ForcedRequest(goal=ask.goal, player=seat, by=by)


def _together(by: str, position: Position, seat: int) -> Sequence[Sequence[int | str] | None]:
    """Who may play together for a seat; None is whoever does by default."""
    others = [each for each in range(len(position.players)) if each != seat]
    groups: dict[str, Sequence[Sequence[int] | None]] = {
        "alone": (None,),
        "nobody": ((),),
        "others": (others,),
        "two": [(seat, each) for each in others],
    }
    return groups[by] if by in groups else (names_in(by),)


def _explained(ask: StudyAsk, position: Position, means: Means) -> Values:
    """For each player yes or no, and how many lines the plan for it has: `yes-1`, `no-0`, `no-none`."""
    assert ask.who is not None
    return [_lines(ask, position, seat, means) for seat in seats_of(ask.who, position)]


def _lines(ask: StudyAsk, position: Position, seat: int, means: Means) -> str | None:
    """The shortest of the plans of those who may play together; None where the limits do not last."""
    told: list[tuple[bool, int | None]] = []
    for by in _together(ask.by, position, seat):
        try:
            found = explained(position, _request(ask, seat, by), means)
        except LimitReached:
            return None
        if found.holds is None:
            return None
        told.append((found.holds, None if found.plan is None else found.plan.length))
    holds = any(each for each, _ in told)
    lengths = [length for each, length in told if each is holds and length is not None]
    return f"{'yes' if holds else 'no'}-{min(lengths, default='none')}"


def _guarantee(ask: StudyAsk, position: Position, means: Means) -> Values:
    request = SolveRequest(goals=False, tokens=True, equilibria=False, numbers=False, cards=False)
    return _read_player_values(
        ask, position, plain(solve(position, request, means).view()).get("guarantee", {})
    )


def _points(ask: StudyAsk, position: Position, means: Means) -> Values:
    request = SolveRequest(goals=False, tokens=False, goal="points", cards=False)
    return _read_player_values(ask, position, plain(solve(position, request, means).view()).get("points", {}))


def _read_player_values(ask: StudyAsk, position: Position, told: Mapping[str, Any]) -> Values:
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


def _parting(ask: StudyAsk, position: Position, means: Means) -> Values:  # noqa: ARG001 - nothing to say
    """Which of the proper cards, those of an equilibrium and the sure ones have no card in common.

    The sure ones are those after which the mover is sure of most; those of an equilibrium have one after
    them that stands before them too. A word such as `proper|sure`, several with blanks between,
    `none-proper` where every card is improper, `agree` where there is nothing of this.
    """
    found = solve(position, SolveRequest(), means)
    if found.settled is Settled.OPEN:
        return [None]
    told = plain(found.view())
    mover, cards = told["to_play"], told["cards"]
    most = max(each["guarantee"][mover] for each in cards)
    kinds = {
        "proper": {_played(each) for each in cards if each["proper"]},
        "equilibrium": {_played(each) for each in cards if _stands(each, told)},
        "sure": {_played(each) for each in cards if each["guarantee"][mover] == most},
    }
    there = [kind for kind, found in kinds.items() if found]
    parted = [f"{a}|{b}" for a, b in combinations(there, 2) if not kinds[a] & kinds[b]]
    return [" ".join([*([] if "proper" in there else ["none-proper"]), *parted]) or "agree"]


def _gain(ask: StudyAsk, position: Position, means: Means) -> Values:
    """How much more the mover is sure of with a card than with the best other one, if he has that choice."""
    sure = _sure_with(position, means)
    if sure is None:
        return [None]
    mine = [worth for card, worth in sure if card == str(ask.card)]
    others = [worth for card, worth in sure if card != str(ask.card)]
    return [max(mine) - max(others)] if mine and others else []


def _naming(ask: StudyAsk, position: Position, means: Means) -> Values:
    """What lies between the best and the worst suit that the card may be named, if the mover may name one."""
    sure = _sure_with(position, means)
    if sure is None:
        return [None]
    mine = [worth for card, worth in sure if card == str(ask.card)]
    return [max(mine) - min(mine)] if mine else []


def _sure_with(position: Position, means: Means) -> list[tuple[str, int]] | None:
    """What the mover is sure of after each of his plays; None where the limits came first."""
    found = solve(position, SolveRequest(goals=False, tokens=True, equilibria=False), means)
    if found.settled is Settled.OPEN:
        return None
    told = plain(found.view())
    return [(each["card"], each["guarantee"][told["to_play"]]) for each in told["cards"]]


def _stands(card: Mapping[str, Any], told: Mapping[str, Any]) -> bool:
    """Whether an equilibrium after the card is one of the position too."""
    stand = [each["tokens"] for each in told["equilibria"]]
    return any(each["tokens"] in stand for each in card["equilibria"])


def _played(card: Mapping[str, Any]) -> str:
    """A card as a line has it."""
    return card["card"] if card["names"] is None else f"{card['card']}={card['names']}"


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
    "explain": _explained,
    "guarantee": _guarantee,
    "points": _points,
    "gain": _gain,
    "naming": _naming,
    "parting": _parting,
    "solve": _solved,
    "decide": _decided,
    "replay": _replayed,
}
