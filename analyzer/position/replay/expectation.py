"""Whether a line came to what was expected of it: every given key held against what came out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from analyzer.position.replay.model import UnmetExpectation
from analyzer.position.setting import Expected
from analyzer.rules.book import Pots
from analyzer.rules.score.payments import Outcome

WINNERS: Final = ("ultimo", "king_ultimo", "pagat_ultimo", "last_trick", "tout", "nolo")
"""The keys that name one player or nobody."""

KEYS: Final = (*WINNERS, "bagud", "tokens", "pots", "points", "tricks")
CLAUSES: Final = "clauses"


class NamedAmounts:
    """What came out in numbers, under the names of the file."""

    __slots__ = ("amounts",)

    def __init__(
        self,
        players: Sequence[str],
        tokens: Sequence[int],
        pots: Pots,
        points: Sequence[int] | None,
        tricks: Sequence[int | None],
    ) -> None:
        self.amounts: dict[str, Mapping[str, int | None]] = {
            "tokens": dict(zip(players, tokens, strict=False)),
            "pots": {"king": pots.king, "pagat": pots.pagat},
            "points": dict(zip(players, points or (), strict=False)),
            "tricks": dict(zip(players, tricks, strict=False)),
        }


def mismatches(
    expected: Expected,
    players: Sequence[str],
    outcome: Outcome | None,
    amounts: NamedAmounts,
    broken: Iterable[str] = (),
) -> tuple[UnmetExpectation, ...]:
    """Every difference, in the order of the keys; empty where all was met.

    Only given keys are compared, and of amounts only the names given. A line that ends early meets
    nothing: whatever was expected of it was expected of its end, the clauses `broken` aside.
    """
    given = [key for key in KEYS if key in expected.given]
    found: list[UnmetExpectation] = []
    for key in given:
        if outcome is None:
            found.append(UnmetExpectation(key, getattr(expected, key), "a line that ends early"))
        else:
            found += _differences(key, expected, players, outcome, amounts)
    clauses = tuple(dict.fromkeys(broken))
    if CLAUSES in expected.given and frozenset(expected.clauses) != frozenset(clauses):
        found.append(UnmetExpectation(CLAUSES, expected.clauses, clauses))
    return tuple(found)


def _differences(
    key: str, expected: Expected, players: Sequence[str], outcome: Outcome, amounts: NamedAmounts
) -> Iterator[UnmetExpectation]:
    wanted = getattr(expected, key)
    if key in WINNERS:
        seat = getattr(outcome, key)
        got = None if seat is None else players[seat]
        if wanted != got:
            yield UnmetExpectation(key, wanted, got)
    elif key == "bagud":
        names = tuple(players[seat] for seat in outcome.bagud)
        if frozenset(wanted) != frozenset(names):
            yield UnmetExpectation(key, wanted, names)
    else:
        for name, amount in (wanted or {}).items():
            got_amount = amounts.amounts[key].get(name)
            if got_amount != amount:
                yield UnmetExpectation(f"{key}.{name}", amount, got_amount)
