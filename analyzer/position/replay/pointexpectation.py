"""Whether a line of a game of card points came to what was expected of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from analyzer.cards.card import PAGAT
from analyzer.position.replay.expectation import CLAUSES
from analyzer.position.replay.model import CountedLine, UnmetExpectation
from analyzer.position.setting import CountExpected, Expected
from analyzer.rules.play.table import Trick
from analyzer.rules.score.hand import HandOutcome
from analyzer.rules.score.told import Pool

ENDS_EARLY: Final = "a line that ends early"


def point_mismatches(
    expected: Expected,
    players: Sequence[str],
    came: CountedLine,
    tokens: Sequence[int],
    broken: Sequence[str],
    last: Trick | None,
) -> tuple[UnmetExpectation, ...]:
    """Every difference, in the order of the keys; `last` is the last trick, where any was played."""
    found: list[UnmetExpectation] = []
    for key, differences in _KEYS.items():
        if key not in expected.given:
            continue
        if came.outcome is None:
            found.append(UnmetExpectation(key, _wanted(expected, key), ENDS_EARLY))
        else:
            found += differences(_Held(expected, players, came, tokens, came.outcome, last), key)
    if CLAUSES in expected.given and frozenset(expected.clauses) != frozenset(broken):
        found.append(UnmetExpectation(CLAUSES, expected.clauses, tuple(dict.fromkeys(broken))))
    return tuple(found)


def _wanted(expected: Expected, key: str) -> object:
    told = expected.counted or CountExpected()
    return getattr(told, key) if hasattr(told, key) else getattr(expected, key)


class _Held:
    """What was expected, and what it is held against."""

    def __init__(
        self,
        expected: Expected,
        players: Sequence[str],
        came: CountedLine,
        tokens: Sequence[int],
        outcome: HandOutcome,
        last: Trick | None,
    ) -> None:
        self.expected, self.players, self.came = expected, players, came
        self.tokens, self.outcome, self.last = tokens, outcome, last

    def name(self, seat: int | None) -> str | None:
        return None if seat is None else self.players[seat]


Differences = Callable[[_Held, str], Iterator[UnmetExpectation]]


def _named(held: _Held, key: str) -> Iterator[UnmetExpectation]:
    """A player, or a side by any of its players; nobody."""
    wanted, got = _wanted(held.expected, key), held.name(getattr(held.outcome, key))
    if wanted != got and not (key in _OF_SIDES and _same_side(held, wanted, got)):
        yield UnmetExpectation(key, wanted, got)


def _same_side(held: _Held, one: object, other: str | None) -> bool:
    if one not in held.players or other is None:
        return False
    sides = held.came.sides.of
    return sides[held.players.index(str(one))] == sides[held.players.index(other)]


def _last_trick(held: _Held, key: str) -> Iterator[UnmetExpectation]:
    """Who wins the last trick; for an Ultimo with a king or the Pagat."""
    last = held.last
    if last is None:
        if _wanted(held.expected, key) is not None:
            yield UnmetExpectation(key, _wanted(held.expected, key), None)
        return
    card = next(each.card for each in last.laid if each.seat == last.winner)
    won = {
        "last_trick": True,
        "ultimo": card.is_king or card is PAGAT,
        "king_ultimo": card.is_king,
        "pagat_ultimo": card is PAGAT,
    }[key]
    wanted, got = _wanted(held.expected, key), held.name(last.winner if won else None)
    if wanted != got:
        yield UnmetExpectation(key, wanted, got)


def _value(held: _Held, key: str) -> Iterator[UnmetExpectation]:
    wanted, got = _wanted(held.expected, key), getattr(held.outcome, key)
    if wanted != got:
        yield UnmetExpectation(key, wanted, got)


def _by_player(held: _Held, key: str) -> Iterator[UnmetExpectation]:
    """Amounts of players: of their sides where they are of sides."""
    came, sides = held.came, held.came.sides
    amounts: Mapping[str, Sequence[Any]] = {
        "points": [came.points[side] for side in sides.of],
        "tricks": [sum(came.tricks[seat] for seat in sides.seats(side)) for side in sides.of],
        "tokens": held.tokens,
        "sheet": came.sheet,
        "radli": [came.radli.get(seat, 0) for seat in range(len(sides.of))],
    }
    wanted = _wanted(held.expected, key)
    assert isinstance(wanted, Mapping)
    for name, amount in wanted.items():
        got = amounts[key][held.players.index(name)]
        if got != amount:
            yield UnmetExpectation(f"{key}.{name}", amount, got)


def _pools(held: _Held, key: str) -> Iterator[UnmetExpectation]:
    wanted = held.expected.counted.pools if held.expected.counted is not None else ()
    if wanted != held.came.pools:
        yield UnmetExpectation(key, _pool_words(wanted), _pool_words(held.came.pools))


def _pool_words(pools: Sequence[Pool]) -> tuple[str, ...]:
    """Pools as the words of a line: `85d`."""
    return tuple(f"{each.amount}{'d' * each.doubled}" for each in pools)


def _bonuses(held: _Held, key: str) -> Iterator[UnmetExpectation]:
    """Bonuses: those that are named, and no others."""
    wanted = {} if held.expected.counted is None else held.expected.counted.bonuses
    for name in sorted({*wanted, *held.outcome.bonuses}):
        told, got = wanted.get(name), held.outcome.bonuses.get(name)
        if told is None or got is None:
            word = None if told is None else name
            yield UnmetExpectation(f"{key}.{name}", word, None if got is None else name)
            continue
        meant = next((each for each in got.all if held.name(each.by) == told.by), got)
        if told.by is not None and told.by != held.name(meant.by):
            yield UnmetExpectation(f"{key}.{name}.by", told.by, held.name(meant.by))
        if told.value is not None and told.value != meant.value:
            yield UnmetExpectation(f"{key}.{name}.value", told.value, meant.value)


_OF_SIDES: Final = frozenset({"slam", "valat"})
_KEYS: Final[Mapping[str, Differences]] = {
    **dict.fromkeys(("ultimo", "king_ultimo", "pagat_ultimo", "last_trick"), _last_trick),
    **dict.fromkeys(("contract", "margin", "target"), _value),
    **dict.fromkeys(("slam", "nil", "valat", "partner"), _named),
    **dict.fromkeys(("points", "tricks", "tokens", "sheet", "radli"), _by_player),
    "pools": _pools,
    "bonuses": _bonuses,
}
"""The keys that a line of such a game may expect, each with what is held against it."""
EXPECTED_KEYS: Final = (*_KEYS, CLAUSES)
