"""Checks of a line's expectations: every given key compared with the result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from analyzer.cards.card import PAGAT
from analyzer.position.replay.model import Replay, UnmetExpectation
from analyzer.position.setting import CountExpected, Expected
from analyzer.rules.score.hand import Outcome, Pool

CLAUSES: Final = "clauses"
ENDS_EARLY: Final = "a line that ends early"


def mismatches(expected: Expected, replay: Replay) -> tuple[UnmetExpectation, ...]:
    """Return every difference, in the order of the keys; empty if every expectation was met.

    Only given keys are compared, and only the amounts of named players. A line that ends early meets nothing:
    every expectation was about its end, except the broken clauses.
    """
    held, found = _Held(expected, replay), list[UnmetExpectation]()
    for key, differences in _KEYS.items():
        if key not in expected.given or (held.of_points is not None and key in _OF_POTS):
            continue
        found += differences(held, key) if replay.complete else [held.unmet(key, ENDS_EARLY)]
    broken = tuple(dict.fromkeys(each.violation.clause for each in replay.judged.offences))
    if CLAUSES in expected.given and frozenset(expected.clauses) != frozenset(broken):
        found.append(UnmetExpectation(CLAUSES, expected.clauses, broken))
    return tuple(found)


class _Held:
    """An expectation, and the result it is compared with."""

    def __init__(self, expected: Expected, replay: Replay) -> None:
        self.replay, self.expected = replay, expected
        pots = replay.pots_before is not None
        self.of_points = None if pots else expected.counted or CountExpected()

    def wanted(self, key: str) -> Any:
        return getattr(self.of_points if hasattr(self.of_points, key) else self.expected, key)

    def unmet(self, key: str, got: object) -> UnmetExpectation:
        return UnmetExpectation(key, self.wanted(key), got)

    @property
    def outcome(self) -> Outcome:
        assert self.replay.outcome is not None
        return self.replay.outcome

    def name(self, seat: int | None) -> str | None:
        return None if seat is None else self.replay.players[seat]

    def amounts(self, key: str) -> Mapping[str, Any]:
        """Return the resulting numbers under the names of the file, for a side if they belong to sides."""
        replay, sides, pots = self.replay, self.replay.sides, self.replay.pots_change
        if key == "pots" and pots is not None:
            return {"king": pots.king, "pagat": pots.pagat}
        won = [[replay.tricks_won[seat] for seat in sides.seats(side)] for side in sides.of]
        by_seat: Mapping[str, Sequence[Any]] = {
            "tokens": replay.tokens,
            "points": replay.points_by_seat,
            "tricks": [None if None in each else sum(number or 0 for number in each) for each in won],
            "sheet": replay.sheet or (),
            "radli": [replay.radli.get(seat, 0) for seat in range(len(sides.of))],
        }
        return dict(zip(replay.players, by_seat[key], strict=False))


Differences = Callable[[_Held, str], Iterator[UnmetExpectation]]


def _named(held: _Held, key: str) -> Iterator[UnmetExpectation]:
    """Yield differences about a player, a side named by any of its players, or nobody."""
    wanted, got = held.wanted(key), held.name(getattr(held.outcome, key))
    if wanted != got and not (key in _OF_SIDES and _same_side(held.replay, wanted, got)):
        yield held.unmet(key, got)


def _same_side(replay: Replay, one: object, other: str | None) -> bool:
    players, sides = replay.players, replay.sides
    if one not in players or other is None:
        return False
    return sides.of[players.index(str(one))] == sides.of[players.index(other)]


def _last_trick(held: _Held, key: str) -> Iterator[UnmetExpectation]:
    """Yield differences about the winner of the last trick; for an Ultimo with a king or the Pagat."""
    if held.of_points is None:
        yield from _named(held, key)
        return
    seat, tricks = None, held.replay.tricks
    if tricks:
        card = next(each.card for each in tricks[-1].laid if each.seat == tricks[-1].winner)
        won = {
            "last_trick": True,
            "ultimo": card.is_king or card is PAGAT,
            "king_ultimo": card.is_king,
            "pagat_ultimo": card is PAGAT,
        }[key]
        seat = tricks[-1].winner if won else None
    if held.wanted(key) != held.name(seat):
        yield held.unmet(key, held.name(seat))


def _bagud(held: _Held, key: str) -> Iterator[UnmetExpectation]:
    names = tuple(held.replay.players[seat] for seat in getattr(held.outcome, key))
    if frozenset(held.wanted(key)) != frozenset(names):
        yield held.unmet(key, names)


def _value(held: _Held, key: str) -> Iterator[UnmetExpectation]:
    if held.wanted(key) != getattr(held.outcome, key):
        yield held.unmet(key, getattr(held.outcome, key))


def _by_name(held: _Held, key: str) -> Iterator[UnmetExpectation]:
    """Yield differences in amounts of players, and of the pots."""
    amounts = held.amounts(key)
    for name, amount in (held.wanted(key) or {}).items():
        if amounts.get(name) != amount:
            yield UnmetExpectation(f"{key}.{name}", amount, amounts.get(name))


def _pools(held: _Held, key: str) -> Iterator[UnmetExpectation]:
    wanted, pools = held.wanted(key), held.replay.pools
    if wanted != pools:
        yield UnmetExpectation(key, _pool_words(wanted), _pool_words(pools))


def _pool_words(pools: tuple[Pool, ...]) -> tuple[str, ...]:
    """Return pools as the words of a line: `85d`."""
    return tuple(f"{each.amount}{'d' * each.doubled}" for each in pools)


def _bonuses(held: _Held, key: str) -> Iterator[UnmetExpectation]:
    """Yield differences in bonuses: those that are named, and no others."""
    bonuses, outcome = held.wanted(key), held.outcome
    for name in sorted({*bonuses, *outcome.bonuses}):
        told, got = bonuses.get(name), outcome.bonuses.get(name)
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
_OF_POTS: Final = frozenset({"tout", "nolo", "bagud", "pots"})
"""Expectations that only a line of a game with pots has; under other rules they are not checked."""
_KEYS: Final[Mapping[str, Differences]] = {
    **dict.fromkeys(("ultimo", "king_ultimo", "pagat_ultimo", "last_trick"), _last_trick),
    **dict.fromkeys(("tout", "nolo"), _named),
    "bagud": _bagud,
    **dict.fromkeys(("contract", "margin", "target"), _value),
    **dict.fromkeys(("slam", "nil", "valat", "partner"), _named),
    **dict.fromkeys(("tokens", "pots", "points", "tricks", "sheet", "radli"), _by_name),
    "pools": _pools,
    "bonuses": _bonuses,
}
"""The keys that a line may expect, each with its comparison."""
