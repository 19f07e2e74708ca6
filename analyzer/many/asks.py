"""The questions of a study put to its deals: what is answered of each, and its facts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any, Final, NamedTuple

from analyzer.answers.answer import Settled
from analyzer.answers.decide import DecideRequest, decide
from analyzer.answers.explain import explained
from analyzer.answers.records.replay import replay
from analyzer.answers.requests import ForcedRequest, Means, SolveRequest, names_in
from analyzer.answers.solve import solve
from analyzer.errors import LimitReached, UsageError
from analyzer.many.deals import Dealt, dealt
from analyzer.many.question import Kind, ask_amounts, ask_cards, ask_forced
from analyzer.many.study import ANY, Fact, Study, StudyAsk, fact_of, seats_of
from analyzer.many.tally import Value
from analyzer.messages import Verbatim, say
from analyzer.position.model import Position
from analyzer.search.engine.native import core_digest
from analyzer.search.engine.results import Limits
from analyzer.views.base import plain

Values = list[Value]
"""The answers to one question of one deal: one, or one for each player."""
_ALL: Final = SolveRequest()


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


class Piece(NamedTuple):
    """Deals that are answered, and by what: a worker of another version may tell nothing of that."""

    told: list[DealTold]
    seconds: float
    study: str = ""
    """The digest of what was asked: of the file, its rules, and the files of a folder."""
    core: str = ""
    stopped: bool = False
    """Whether it was broken off behind them."""


def answer_piece(study: Study, first: int, count: int, stopped: Callable[[], bool] = lambda: False) -> Piece:
    """The answers to some deals, as far as it came before all was to stop, and how long they took.

    Raises: UsageError for what cannot be asked of one of them.
    """
    began, told = time.monotonic(), list[DealTold]()
    try:
        for each in answer_deals(study, first, count):
            if stopped():  # what was broken off may lack what it had time for
                break
            told.append(each)
    except KeyboardInterrupt:  # of the watch: the signal itself goes to the main thread
        pass
    return Piece(told, time.monotonic() - began, study.digest, core_digest(), len(told) < count)


def answer_deals(study: Study, first: int, count: int) -> Iterator[DealTold]:
    """What is told of some deals, in order. Raises: UsageError for what cannot be asked of one of them."""
    means = Means(Limits(max_nodes=study.nodes, table_mb=study.table_mb))
    for k in range(first, first + count):
        one = dealt(study, k)
        facts = tuple(fact_of(name, one.position) for name in study.group_by)
        yield DealTold(k, facts, tuple(_answered(ask, one, means) for ask in study.asks))


def _answered(ask: StudyAsk, one: Dealt, means: Means) -> Values:
    """The answers to a question of a deal; after several discards whether it is so after one of them."""
    found: list[Values] = []
    for position in [one.position] if ask.discard is None else one.discarded(ask.discard):
        if ask.fool_demand is not None:
            position = replace(position, fool_demand=ask.fool_demand)  # noqa: PLW2901 - as it is asked
        found.append(_ASKED[ask.of](ask, position, means))
        if ask.discard is None:
            return found[0]
        if all(value is True for value in found[-1]):
            break
    return [_any_of(values) for values in zip(*found, strict=True)]


def _forced(ask: StudyAsk, position: Position, means: Means) -> Values:
    """For each player, or any, whether some of those who may play together force the goal."""
    found = [
        _any_of(_until_yes(ask_forced(position, request, means)["holds"] for request in requests))
        for requests in _requests(ask, position)
    ]
    return [_any_of(found)] if ask.who == ANY else list(found)


def _until_yes(found: Iterator[bool | None]) -> Iterator[bool | None]:
    for each in found:
        yield each
        if each:
            return


def _any_of(found: Iterator[Value] | Sequence[Value]) -> bool | None:
    """Whether one of several holds; None if that depends on what is open."""
    every = list(found)
    return True if True in every else None if None in every else False


def _requests(ask: StudyAsk, position: Position) -> Iterator[Iterator[ForcedRequest]]:
    """For each player asked about, the question with each set of players who may play together."""
    assert ask.who is not None
    for seat in seats_of(ask.who, position):
        others = [each for each in range(len(position.players)) if each != seat]
        groups: dict[str, Sequence[Sequence[int] | None]] = {
            "alone": (None,),
            "nobody": ((),),
            "others": (others,),
            "two": [(seat, each) for each in others],
        }
        sets: Sequence[Sequence[int | str] | None] = groups.get(ask.by) or (names_in(ask.by),)
        yield (ForcedRequest(goal=ask.goal, player=seat, by=by) for by in sets)


def _explained(ask: StudyAsk, position: Position, means: Means) -> Values:
    """For each player yes or no, and how many lines the plan for it has: `yes-1`, `no-0`, `no-none`."""
    return [_lines(position, requests, means) for requests in _requests(ask, position)]


def _lines(position: Position, requests: Iterator[ForcedRequest], means: Means) -> str | None:
    """The shortest of the plans of those who may play together; None if the limits came first."""
    told: list[tuple[bool, int | None]] = []
    for request in requests:
        try:
            found = explained(position, request, means)
        except LimitReached:
            return None
        if found.holds is None:
            return None
        told.append((found.holds, None if found.plan is None else found.plan.length))
    holds = any(each for each, _ in told)
    lengths = [length for each, length in told if each is holds and length is not None]
    return f"{'yes' if holds else 'no'}-{min(lengths, default='none')}"


def _amounts(ask: StudyAsk, position: Position, means: Means) -> Values:
    """The amounts of the players asked about; of a side by the player it is called by."""
    assert ask.who is not None
    told = ask_amounts(position, Kind(ask.of), _ALL, means) or {}
    return [_value(told.get(position.players[seat])) for seat in seats_of(ask.who, position)]


def _gain(ask: StudyAsk, position: Position, means: Means) -> Values:
    """How much more the mover is sure of with a card than with the best other one, if he has that choice."""
    return _compare(ask, position, means, lambda mine, others: max(mine) - max(others) if others else None)


def _naming(ask: StudyAsk, position: Position, means: Means) -> Values:
    """What lies between the best and the worst suit that the card may be named, if the mover may name one."""
    return _compare(ask, position, means, lambda mine, _: max(mine) - min(mine))


def _compare(
    ask: StudyAsk, position: Position, means: Means, worth: Callable[[list[int], list[int]], int | None]
) -> Values:
    """What the mover is sure of with a card and with the others, compared; nothing if he cannot play it."""
    told = ask_cards(position, Kind.GUARANTEE, _ALL, means)
    if told is None:
        return [None]
    mover = position.players[position.table.holder]
    mine = [each["guarantee"][mover] for each in told if each["card"] == str(ask.card)]
    others = [each["guarantee"][mover] for each in told if each["card"] != str(ask.card)]
    found = worth(mine, others) if mine else None
    return [] if found is None else [found]


def _parting(ask: StudyAsk, position: Position, means: Means) -> Values:  # noqa: ARG001 - nothing to say
    """Which of the proper cards, those of an equilibrium and the sure ones have no card in common.

    The sure ones are those after which the mover is sure of most; those of an equilibrium have one after
    them that stands before them too. A word such as `proper|sure`, several with blanks between,
    `none-proper` where every card is improper, `agree` where there is nothing of this.
    """
    found = solve(position, _ALL, means)
    if found.settled is Settled.OPEN:
        return [None]
    told = plain(found.view())
    mover, cards = told["to_play"], told["cards"]
    most = max(each["guarantee"][mover] for each in cards)
    stand = [each["tokens"] for each in told["equilibria"]]
    kinds = {
        "proper": {_played(each) for each in cards if each["proper"]},
        "equilibrium": {
            _played(each) for each in cards if any(one["tokens"] in stand for one in each["equilibria"])
        },
        "sure": {_played(each) for each in cards if each["guarantee"][mover] == most},
    }
    there = [kind for kind, found in kinds.items() if found]
    parted = [f"{a}|{b}" for a, b in combinations(there, 2) if not kinds[a] & kinds[b]]
    return [" ".join([*([] if "proper" in there else ["none-proper"]), *parted]) or "agree"]


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
    return _ALL


def _decided(ask: StudyAsk, position: Position, means: Means) -> Values:
    return _taken(ask, plain(decide(position, DecideRequest(), means).view()))


def _replayed(ask: StudyAsk, position: Position, means: Means) -> Values:  # noqa: ARG001 - nothing is searched
    return _taken(ask, plain(replay(position).view()))


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
            value = Verbatim(".".join(ask.take))
            raise UsageError(say("the answer of `{of}` has no {key}", of=Verbatim(ask.of), key=value))
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


_ASKED: Final[Mapping[str, Callable[[StudyAsk, Position, Means], Values]]] = {
    "forced": _forced,
    "explain": _explained,
    "guarantee": _amounts,
    "points": _amounts,
    "gain": _gain,
    "naming": _naming,
    "parting": _parting,
    "solve": _solved,
    "decide": _decided,
    "replay": _replayed,
}
