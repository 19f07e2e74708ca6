"""What a file tells of a hand beside its cards: key by key as plain values, and as words of one line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from analyzer.position.beside import apart_in
from analyzer.position.files.handshape import UNKNOWN
from analyzer.position.setting import Setting
from analyzer.rules.score.amounts import points_text
from analyzer.rules.score.told import PileTold, Purchase

_SAID: Final = ("taken", "declarations")
"""Keys that tell something where they are empty."""


Written = Callable[[str], str]
"""How a name is written."""


def told_keys(position: Setting) -> dict[str, Any]:
    """The keys that tell the pots, the contract, the talon, the pools and the piles, with what they tell.

    Players stand there by name; None is what is not told.
    """
    told, name = position.told, position.players
    pots, declared = position.pots, position.declarations
    seats = {"declarer": told.declarer, "partner": told.partner}
    seats |= {"swept": told.swept, "mond_lost": told.mond_lost}
    talon = {"taken": told.talon_taken, "left": " ".join(map(str, told.talon_left))}
    keys = {
        "pots": None if pots is None else {"king": pots.king, "pagat": pots.pagat},
        "fool_demand": None if pots is None else position.fool_demand,
        "picked": position.picked and str(position.picked),
        "let_pass": position.passed or None,
        "demanded": position.demanded or None,
        "contract": told.contract,
        **{key: None if seat is None else name[seat] for key, seat in seats.items()},
        "called": told.called,
        "announced": _by_name(position, told.announced),
        "kontra": [name[seat] for seat in sorted(told.kontra)],
        "passed": [name[seat] for seat in sorted(told.passed)],
        "held": _by_name(position, told.held or {}),
        "bids": [{name[each.seat]: each.says} for each in told.bids],
        "purchase": [_purchase(position, each) for each in told.purchases],
        "talon": {key: cards for key, cards in talon.items() if cards},
        "dead": told.dead,
        "pools": [
            {"amount": each.amount, **({"doubled": True} if each.doubled else {})} for each in told.pools
        ],
        "radli": _by_name(position, told.radli),
        "trump_led": told.trump_led or None,
        "taken": _piles(position) or None,
        "count": position.count or None,
        "announce": sorted(position.announce),
        "declarations": None
        if declared is None
        else {name[seat]: list(words) or "pass" for seat, words in sorted(declared.items())},
    }
    return {
        key: value for key, value in keys.items() if value is not None and (key in _SAID or _tells(value))
    }


def _tells(value: Any) -> bool:
    """Whether a value tells something; what is told of nobody and of no card does not."""
    return bool(value) if isinstance(value, list | dict | frozenset) else True


def _by_name(position: Setting, told: Mapping[int, Any]) -> dict[str, Any]:
    return {position.players[seat]: told[seat] for seat in sorted(told)}


def _purchase(position: Setting, each: Purchase) -> dict[str, Any]:
    holder = None if each.holder is None else position.players[each.holder]
    keys = {"wants": each.wants, "from": holder, "gives": each.gives}
    return {key: value for key, value in keys.items() if value is not None}


def _piles(position: Setting) -> dict[str, Any]:
    """What is told of each pile, by player; one of which nothing is told is left out."""
    piles = {seat: _pile(position, seat, pile) for seat, pile in sorted(position.told.piles.items())}
    return {position.players[seat]: keys for seat, keys in piles.items() if keys}


def _pile(position: Setting, seat: int, pile: PileTold) -> dict[str, Any]:
    """What is told of a pile, its points with what was laid away in it; `gives` only where it is unusual."""
    points, usual = _points(position, seat, pile), pile.tricks != 0 and not pile.cards
    gives = pile.gives if position.spec.exchange is not None else usual
    keys = {
        "tricks": pile.tricks,
        "points": points if points is not None or not pile.cards else UNKNOWN,
        "cards": pile.cards or None,
        "gives": None if gives == usual else gives,
        "owes": None if pile.owes_to is None else position.players[pile.owes_to],
    }
    return {key: value for key, value in keys.items() if value is not None}


def _points(position: Setting, seat: int, pile: PileTold) -> Fraction | None:
    game, sides = position.spec, position.sides
    if pile.units is None:
        return None
    side = sides.of[seat]
    beside = apart_in(position).units(game, side) if sides.seats(side)[0] == seat else 0
    return Fraction(pile.units + beside, game.piles.unit)


def hand_words(position: Setting, written: Written) -> Iterator[str]:
    """The keys as words of one line, with names as they are `written`; what is as usual is left out."""
    told = told_keys(position)
    pots, demand, said = (told.pop(key, None) for key in ("pots", "fool_demand", "announce"))
    declared, keys = told.pop("declarations", None), {**(pots or {})}
    if demand is not None and demand != (position.rules.fool.demand_trick is not None):
        keys["demand"] = demand
    keys |= told
    if position.dealer is not None:
        keys["dealer"] = position.players[position.dealer]
    if position.skat:
        keys["discard" if position.pots is None else "skat"] = position.skat
    if said and position.dealer is not None:
        keys["announced"] = {position.players[position.dealer]: said}
    if declared is not None:
        keys["declarations"] = declared
    if position.sitting_out is not None:
        keys["sitting_out"] = position.sitting_out
    for key, value in keys.items():
        yield f"{key}={_WORDS.get(key, _word)(value, written)}"


def _word(value: Any, written: Written) -> str:
    """A value as one word: what is told of several between commas, what is told of one between colons."""
    match value:
        case bool():
            return "on" if value else "off"
        case str():
            return written(value)
        case Mapping():
            return ",".join(":".join((written(name), *_parts(each, written))) for name, each in value.items())
        case list() | tuple() | frozenset():
            return ",".join(
                _word(each, written) for each in (sorted(value) if isinstance(value, frozenset) else value)
            )
        case _:
            return str(value)


def _parts(value: Any, written: Written) -> list[str]:
    return (
        [_word(each, written) for each in value]
        if isinstance(value, list | tuple)
        else [_word(value, written)]
    )


def _bought(purchases: Sequence[Mapping[str, Any]], written: Written) -> str:
    """Cards bought, as `WANTS:GIVES:FROM`."""
    keys = ("wants", "gives", "from")
    return ",".join(":".join(_word(each[key], written) for key in keys if key in each) for each in purchases)


def _talon(talon: Mapping[str, Any], _: Written) -> str:
    cards = {key: each.split() if isinstance(each, str) else sorted(each) for key, each in talon.items()}
    return ",".join(":".join((key, *map(str, each))) for key, each in cards.items())


def _pools(pools: Sequence[Mapping[str, Any]], _: Written) -> str:
    return ",".join(f"{each['amount']}{'d' * ('doubled' in each)}" for each in pools)


def _taken(piles: Mapping[str, Mapping[str, Any]], written: Written) -> str:
    return ",".join(":".join((written(name), *_pile_parts(pile, written))) for name, pile in piles.items())


def _pile_parts(pile: Mapping[str, Any], written: Written) -> Iterator[str]:
    """Tricks and points of a pile, then its cards and what is unusual of it."""
    yield str(pile.get("tricks", ""))
    more = list(map(str, sorted(pile.get("cards", ()))))
    more += ["gives" if pile[key] else "keeps" for key in ("gives",) if key in pile]
    more += [f"owes={written(pile[key])}" for key in ("owes",) if key in pile]
    points = pile.get("points", UNKNOWN)
    if points != UNKNOWN or more:
        yield UNKNOWN if points == UNKNOWN else points_text(points).replace(" ", "+")
    yield from more


_WORDS: Final[Mapping[str, Callable[[Any, Written], str]]] = {
    "purchase": _bought, "talon": _talon, "pools": _pools, "taken": _taken,
}  # fmt: skip
"""What is written in a way of its own in one line."""
