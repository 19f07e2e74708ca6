"""The answers to the questions of a study, and the facts of each deal."""

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
"""The answers to one question about one deal: a single answer, or one for each player."""
_ALL: Final = SolveRequest()


class DealTold(NamedTuple):
    """The facts and answers of one deal."""

    k: int
    facts: tuple[Fact, ...]
    """The facts by which the study groups its deals."""
    values: tuple[Values, ...]
    """The answers to each question, in the order of the study."""

    @property
    def answered(self) -> bool:
        """True if every question is answered."""
        return all(value is not None for values in self.values for value in values)


class Piece(NamedTuple):
    """Answered deals, with the study and the core that answered them; an older worker may leave those out."""

    told: list[DealTold]
    seconds: float
    study: str = ""
    """The digest of the study: its file, its rules, and the files of its folder."""
    core: str = ""
    stopped: bool = False
    """True if the work was interrupted after these deals."""


def answer_piece(study: Study, first: int, count: int, stopped: Callable[[], bool] = lambda: False) -> Piece:
    """Answer `count` deals from number `first` on, until `stopped` returns True.

    Returns the deals answered by then and the time in seconds.
    Raises: UsageError if a question cannot be asked about one of the deals.
    """
    began, told = time.monotonic(), list[DealTold]()
    try:
        for each in answer_deals(study, first, count):
            if stopped():  # an interrupted search may have missed an answer
                break
            told.append(each)
    except KeyboardInterrupt:  # raised by the watch; the signal itself goes to the main thread
        pass
    return Piece(told, time.monotonic() - began, study.digest, core_digest(), len(told) < count)


def answer_deals(study: Study, first: int, count: int) -> Iterator[DealTold]:
    """Yield the facts and answers of `count` deals from number `first` on, in order.

    Raises: UsageError if a question cannot be asked about one of the deals.
    """
    means = Means(Limits(max_nodes=study.nodes, table_mb=study.table_mb))
    for k in range(first, first + count):
        one = dealt(study, k)
        facts = tuple(fact_of(name, one.position) for name in study.group_by)
        yield DealTold(k, facts, tuple(_answered(ask, one, means) for ask in study.asks))


def _answered(ask: StudyAsk, one: Dealt, means: Means) -> Values:
    """Return the answers to a question about a deal.

    If the question tries several discards, an answer is yes if it is yes after one of them.
    """
    found: list[Values] = []
    for position in [one.position] if ask.discard is None else one.discarded(ask.discard):
        if ask.fool_demand is not None:
            position = replace(position, fool_demand=ask.fool_demand)  # noqa: PLW2901 - the question decides
        found.append(_ASKED[ask.of](ask, position, means))
        if ask.discard is None:
            return found[0]
        if all(value is True for value in found[-1]):
            break
    return [_any_of(values) for values in zip(*found, strict=True)]


def _forced(ask: StudyAsk, position: Position, means: Means) -> Values:
    """Return for each player (or for any player) whether one of the coalitions can force the goal."""
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
    """Return True if one of several answers is yes; None if that depends on an open answer."""
    every = list(found)
    return True if True in every else None if None in every else False


def _requests(ask: StudyAsk, position: Position) -> Iterator[Iterator[ForcedRequest]]:
    """Yield for each player in question the requests, one for each coalition that may force the goal."""
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
    """Return for each player yes or no with the number of lines of the plan: `yes-1`, `no-0`, `no-none`."""
    return [_lines(position, requests, means) for requests in _requests(ask, position)]


def _lines(position: Position, requests: Iterator[ForcedRequest], means: Means) -> str | None:
    """Return the length of the shortest plan of the coalitions, as text; None if the limits came first."""
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
    """Return the amounts of the players in question; a side has its amount under the player who names it."""
    assert ask.who is not None
    told = ask_amounts(position, Kind(ask.of), _ALL, means) or {}
    return [_value(told.get(position.players[seat])) for seat in seats_of(ask.who, position)]


def _gain(ask: StudyAsk, position: Position, means: Means) -> Values:
    """Return how much more the card guarantees the player to move than the best other card.

    The list is empty if the player cannot play the card or has no other card.
    """
    return _compare(ask, position, means, lambda mine, others: max(mine) - max(others) if others else None)


def _naming(ask: StudyAsk, position: Position, means: Means) -> Values:
    """Return how much more the best named suit guarantees the player to move than the worst.

    The list is empty if the player cannot play the card.
    """
    return _compare(ask, position, means, lambda mine, _: max(mine) - min(mine))


def _compare(
    ask: StudyAsk, position: Position, means: Means, worth: Callable[[list[int], list[int]], int | None]
) -> Values:
    """Compare what the card and the other cards guarantee the player to move.

    `worth` takes the amounts after the card and those after the others. The list is empty if the player
    cannot play the card; its value is None if the limits came first.
    """
    told = ask_cards(position, Kind.GUARANTEE, _ALL, means)
    if told is None:
        return [None]
    mover = position.players[position.table.holder]
    mine = [each["guarantee"][mover] for each in told if each["card"] == str(ask.card)]
    others = [each["guarantee"][mover] for each in told if each["card"] != str(ask.card)]
    found = worth(mine, others) if mine else None
    return [] if found is None else [found]


def _parting(ask: StudyAsk, position: Position, means: Means) -> Values:  # noqa: ARG001 - it has no options
    """Return which kinds of good cards have no card in common: proper, equilibrium or sure cards.

    The sure cards guarantee the player to move the most. An equilibrium card keeps an equilibrium: one of
    those after the card has the same tokens as one before it. The answer is text: pairs such as
    `proper|sure`, separated by blanks; `none-proper` if every card is improper; `agree` if neither applies.
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
    """Return a card as a line of play writes it, with the suit it names."""
    return card["card"] if card["names"] is None else f"{card['card']}={card['names']}"


def _solved(ask: StudyAsk, position: Position, means: Means) -> Values:
    return _taken(ask, plain(solve(position, _needed(ask.take), means).view()))


def _needed(take: Sequence[str]) -> SolveRequest:
    """Return the smallest request whose answer contains the value."""
    part = take[0]
    if part == "goals":
        player, goal = (*take[1:3], None, None)[:2]
        return SolveRequest(tokens=False, cards=False, player=player, goal=goal)
    if part in ("guarantee", "equilibria"):
        return SolveRequest(goals=False, tokens=True, cards=False, equilibria=part == "equilibria")
    return _ALL


def _decided(ask: StudyAsk, position: Position, means: Means) -> Values:
    return _taken(ask, plain(decide(position, DecideRequest(), means).view()))


def _replayed(ask: StudyAsk, position: Position, means: Means) -> Values:  # noqa: ARG001 - without a search
    return _taken(ask, plain(replay(position).view()))


def _taken(ask: StudyAsk, told: Mapping[str, Any]) -> Values:
    """Return one value of an answer; None in the list if the limits came first.

    Raises: UsageError if the answer has no such value.
    """
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
    """Return a value as a tally counts it: a pair of numbers is a fraction, any other list its length."""
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
