"""Hands as a score sheet tells them, which `score` is asked about; the plainest first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from analyzer.claims.asked import CaseFile
from analyzer.claims.endingcases import SEATS, Told, contracts_told
from analyzer.rules.spec.kinds.contracts import ContractAim
from analyzer.rules.spec.ruleset import RuleSet

_COUNTED: Final = {"points": {"A": 20, "B": 24, "C": 34}}
_LAST: Final = {"last_trick": {"winner": "A"}}
_TOUT: Final = {"announce": ["tout"]}

_POTS: Final[tuple[Told, ...]] = (
    _LAST | _COUNTED,
    _COUNTED | {"last_trick": {"winner": "A", "with": "hR"}},
    _COUNTED | {"last_trick": {"winner": "A", "with": "T1"}},
    _COUNTED | {"last_trick": {"winner": "A", "lost": {"B": "hR"}}},
    _COUNTED | {"last_trick": {"winner": "A", "lost": {"B": "T1"}}},
    _LAST | _COUNTED | {"during": [{"lost": "hR", "by": "B"}]},
    _LAST | _COUNTED | {"during": [{"lost": "hD", "by": "B"}]},
    _LAST | _COUNTED | {"during": [{"lost": "T1", "by": "B"}]},
    _LAST | _COUNTED | {"during": [{"won": "T1", "by": "B"}]},
    {"tout": "A", "points": {"A": 74, "B": 0, "C": 4}},
    {"tout": "A", "points": {"A": 74, "B": 0, "C": 4}, "last_trick": {"winner": "A", "with": "hR"}},
    _LAST | {"nolo": "B"},
    {"nolo": "B", "points": {"A": 40, "B": 0, "C": 38}, "last_trick": {"winner": "A", "with": "hR"}},
    {"nolo": "B", "last_trick": {"winner": "A", "lost": {"C": "hR"}}},
    _TOUT | _COUNTED | _LAST,
    _TOUT | _COUNTED | {"last_trick": {"winner": "A", "with": "hR"}},
    _TOUT | _COUNTED | {"last_trick": {"winner": "A", "lost": {"C": "hR"}}},
    _TOUT | {"nolo": "B"} | _LAST,
    _TOUT | {"tout": "C", "points": {"A": 0, "B": 4, "C": 74}},
    _TOUT | _COUNTED | _LAST | {"declarations": {"C": ["10 trumps with pagat"]}},
    {"misdeal": "A"},
)
"""Of a game with pots, where C deals."""

_ALONE: Final[tuple[Told, ...]] = (
    {"points": {"A": 30, "B": 28}},
    {"points": {"A": 26, "B": 26}},
    {"points": {"A": 41}},
    {"points": {"A": 30, "B": 28}, "during": [{"won": "hR", "by": "A"}]},
    {"points": {"A": 30, "B": 28}, "during": [{"lost": "hR", "by": "A", "to": "B"}]},
    {"points": {"A": 41}, "during": [{"lost": "hR", "by": "A", "to": "C"}]},
    {"points": {"A": 30, "B": 28}, "last_trick": {"winner": "A", "with": "T1", "lost": {"B": "dR"}}},
    {"points": {"A": 41}, "last_trick": {"winner": "C", "lost": {"A": "hR"}}},
    {"points": {"A": 30, "B": 28}, "last_trick": {"winner": "C", "lost": {"A": "hR"}}},
    {"points": {"A": 40, "B": 37}},
    {"points": {"A": 40, "B": 37}, "nil": "C"},
    {"points": {"A": 71}, "nil": "C"},
    {"nil": "C", "last_trick": {"winner": "A", "with": "T1"}},
    {"points": {"A": 30, "B": 28}, "declarations": {"A": ["10 trumps"]}},
    {"points": {"A": 26, "B": 28}, "declarations": {"A": ["10 trumps"]}},
    {"points": {"A": 40}, "declarations": {"A": ["10 trumps"]}},
    {"points": {"A": 30, "B": 28}, "declarations": {"A": ["4 matadors"]}},
    {"points": {"A": 30, "B": 28}, "declarations": {"A": ["half hearts no king"]}},
    {"points": {"A": 30, "B": 28}, "declarations": {"A": ["full hearts"]}},
    {"points": {"A": 30, "B": 28}, "declarations": {"A": ["half kings no hearts"]}},
    {"points": {"A": 30, "B": 28}, "declarations": {"A": ["full kings"]}},
)
"""Of a game that is played without contracts."""

_TARGET: Final[tuple[Told, ...]] = (
    {"trull": 2, "points": {"declarer": 45}},
    {"trull": 2, "points": {"declarer": 35}},
    {"trull": 2, "points": {"declarer": 41}},
    {"trull": 2, "points": {"declarer": "41.5"}},
    {"trull": 2, "points": {"declarer": "35.5"}},
    {"trull": 0, "points": {"declarer": 45}},
    {"trull": 1, "points": {"declarer": 45}},
    {"trull": 3, "points": {"declarer": 45}},
    {"trull": 2, "points": {"declarer": 45}, "last_trick": {"winner": "A", "with": "T1"}},
    {"trull": 2, "points": {"declarer": 45}, "last_trick": {"winner": "A", "lost": {"B": "T1"}}},
    {"trull": 2, "points": {"declarer": 45}, "last_trick": {"winner": "C", "lost": {"A": "T1"}}},
    {"trull": 2, "points": {"declarer": 45}, "last_trick": {"winner": "C", "lost": {"B": "T1"}}},
    {"trull": 2, "points": {"declarer": 45}, "last_trick": {"winner": "D", "lost": {"B": "T1"}}},
    {"trull": 2, "points": {"declarer": 45}, "last_trick": {"winner": "B", "lost": {"A": "T1"}}},
    {"slam": "A"},
    {"slam": "A", "announced": {"A": ["slam"]}},
    {"trull": 2, "points": {"declarer": 45}, "announced": {"A": ["slam"]}},
    {"trull": 2, "points": {"declarer": 45}, "announced": {"A": ["10 trumps"]}},
    {"trull": 2, "points": {"declarer": 45}, "announced": {"A": ["13 trumps"]}},
    {"trull": 2, "points": {"declarer": 45}, "announced": {"B": ["10 trumps"]}},
    {"trull": 2, "points": {"declarer": 45}, "announced": {"B": ["13 trumps"]}},
    {"trull": 2, "points": {"declarer": 45}, "announced": {"A": ["8 trumps"]}},
    {"trull": 2, "points": {"declarer": 45}, "announced": {"A": ["14 trumps"]}},
    {"trull": 2, "points": {"declarer": 45}, "announced": {"B": ["no-trumps"]}},
    {"trull": 2, "points": {"declarer": 45}, "purchase": [{"wants": "T21", "from": "B", "gives": "h4"}]},
    {"trull": 2, "points": {"declarer": 45}, "purchase": [{"wants": "hR", "from": "C", "gives": "h4"}]},
)
"""Of a game with a target that hangs on the Trull, A or C with a contract."""

_STAKES: Final[tuple[Told, ...]] = (
    {"points": {"declarer": 45}},
    {"points": {"declarer": 31}},
    {"points": {"declarer": 39}},
    {"points": {"declarer": 36}},
    {"points": {"declarer": 50}},
    {},
    {"points": {"declarer": 45}, "purchase": [{"wants": "T21", "from": "B", "gives": "h4"}]},
)
"""Of a game of stakes."""

_WRITTEN: Final[tuple[Told, ...]] = (
    {"points": {"declarer": 44}},
    {"points": {"declarer": 30}},
    {"points": {"declarer": 35}},
    {"points": {"declarer": "35 1/3"}},
    {},
    {"all-tricks": "A"},
    *(
        {"points": {"declarer": 44}, **more}
        for more in (
            {"bonuses": [{"kings": "A"}]},
            {"announced": {"A": "kings"}},
            {"announced": {"A": "kings"}, "bonuses": [{"kings": "A"}]},
            {"bonuses": [{"trinity": "A"}]},
            {"bonuses": [{"king-ultimo": "A"}]},
            {"bonuses": [{"pagat": "A"}]},
            {"announced": {"A": "pagat"}},
            {"announced": {"A": "pagat"}, "bonuses": [{"pagat": "A"}]},
            {"announced": {"A": "pagat"}, "kontra": "B", "bonuses": [{"pagat": "A"}]},
            {"announced": {"A": "pagat"}, "last_trick": {"winner": "B", "lost": {"A": "T1"}}},
            {"announced": {"A": "pagat"}, "kontra": "B", "last_trick": {"winner": "B", "lost": {"A": "T1"}}},
            {"last_trick": {"winner": "B", "lost": {"A": "T1"}}},
            {"bonuses": [{"mond-lost": "A"}]},
            {"bonuses": [{"mond-lost": "A"}], "mond_to": "C"},
            {"held": {"B": ["four-kings"]}},
            {"held": {"B": ["trull"]}},
        )
    ),
    {"points": {"declarer": 68}, "valat": "A"},
    {"points": {"declarer": 68}, "valat": "A", "bonuses": [{"kings": "A"}]},
    {"points": {"declarer": 68}, "valat": "A", "announced": {"A": "valat"}},
)
"""Of a game that is written down, A or C with a contract."""

_NO_TRICK: Final[tuple[Told, ...]] = ({"tricks": {"A": 0}}, {"tricks": {"A": 1}})
_EVERY_TRICK: Final[tuple[Told, ...]] = ({"valat": "A"}, {"tricks": {"A": 11}})
_FEWEST: Final[tuple[Told, ...]] = (
    {"points": {"A": 28, "B": 22, "C": 20, "D": 0}},
    {"points": {"A": 40, "B": 10, "C": 20, "D": 0}},
    {"points": {"A": 40, "B": 10, "C": 15, "D": 5}},
    {"points": {"A": 28, "B": 22, "C": 20, "D": 0}, "last_trick": {"winner": "A", "with": "T1"}},
    {"points": {"A": 28, "B": 22, "C": 20, "D": 0}, "bonuses": [{"pagat": "A"}]},
)
"""Of contracts with another aim than points."""

_LYING: Final[tuple[Told, ...]] = (
    {"pools": [{"amount": 40}]},
    {"pools": [{"amount": 80, "doubled": True}, {"amount": 40}]},
    {"radli": {"A": 1}},
    {"radli": {"C": 1}},
)
"""What a game with contracts may have lying on the table before the hand."""


def score_sheets(one: RuleSet, other: RuleSet, about: str) -> Iterator[CaseFile]:
    """One hand that is told in words, under every sort of contract; then whole rounds, and what lay there."""
    players = SEATS[: one.table.players]
    for told in contracts_told(one, other, about):
        came = [_seated(each, players) for each in _came(one, told.get("contract"))]
        yield from (_evening(players, [{**told, **each}]) for each in came)
        for lying in _LYING if told else ():
            yield from (_evening(players, [{**told, **each}], **lying) for each in (*came[:2], {"slam": "A"}))
        if not told and one.game.pots is None:
            rounds = ({"points": {"A": 29, "B": 25}}, {"points": {"A": 41}})
            yield from (_evening(players, [each] * len(players)) for each in rounds)


def _came(rules: RuleSet, contract: str | None) -> tuple[Told, ...]:
    """What a hand may come to, under a contract where there is one."""
    game = rules.game
    if game.pots is not None:
        return _POTS
    played = None if contract is None else game.contracts[contract]
    if played is None:
        return _ALONE
    if played.aim is not ContractAim.POINTS:
        return {
            ContractAim.NO_TRICK: _NO_TRICK,
            ContractAim.EVERY_TRICK: _EVERY_TRICK,
            ContractAim.FEWEST: _FEWEST,
        }[played.aim]
    if game.target is not None:
        return _TARGET
    return _WRITTEN if game.on_a_sheet else _STAKES


def _seated(came: Told, players: str) -> Told:
    """What a hand came to, without points of a player who is not there."""
    if "points" not in came:
        return came
    there = {name: each for name, each in came["points"].items() if name not in SEATS or name in players}
    return {**came, "points": there}


def tables(one: RuleSet, other: RuleSet, about: str) -> Iterator[CaseFile]:
    """A table with one player more than play."""
    del about
    if one.table.may_sit_out is other.table.may_sit_out:
        return
    players = SEATS[: one.table.players + 1]
    told = {"last_trick": {"winner": "A"}, "points": {"A": 20, "C": 24, "D": 34}}
    yield _evening(players, [told])


def _evening(players: str, hands: list[dict[str, Any]], **lying: object) -> CaseFile:
    first = {"dealer": players[-1], **hands[0]}
    return CaseFile("score", {"players": [*players], **lying, "hands": [first, *hands[1:]]})
