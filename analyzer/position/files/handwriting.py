"""Writing what is told of a hand beside its cards, as the keys of a file and as the words of one line."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Final, NamedTuple, TypeVar

from analyzer.cards.card import Card
from analyzer.position.beside import apart_in
from analyzer.position.files.handshape import UNKNOWN
from analyzer.position.setting import Setting
from analyzer.rules.score.amounts import points_text
from analyzer.rules.score.told import PileTold, Purchase

Value = TypeVar("Value")
_EMPTY: Final = ("", "[]", "{}")
_TOLD: Final = ("taken", "declarations")
"""Keys that tell something where they are empty."""


class Style(NamedTuple):
    """How a text and some cards are written."""

    text: Callable[[str], str]
    cards: Callable[[Collection[Card]], str]


def hand_keys(position: Setting, written: Style) -> Iterator[str]:
    """The keys of a position file that tell the pots, the contract, the talon, the pools and the piles."""
    told, names = position.told, [written.text(name) for name in position.players]
    piles, declared, pots = _piles(position), position.declarations, position.pots
    keys = {
        "pots": None if position.scored else f"{{king: {pots.king}, pagat: {pots.pagat}}}",
        "fool_demand": None if position.scored else _truth(position.fool_demand),
        **_asked(position, "true"),
        "contract": told.contract,
        **_players(position, names),
        "called": None if told.called is None else str(told.called),
        "announced": _mapping(names, told.announced, lambda words: _list(map(written.text, words))),
        "kontra": _list(names[seat] for seat in sorted(told.kontra)),
        "passed": _list(names[seat] for seat in sorted(told.passed)),
        "held": _mapping(names, told.held or {}, lambda words: _list(map(written.text, words))),
        "bids": _list(f"{{{names[each.seat]}: {each.says}}}" for each in told.bids),
        "purchase": _list(_purchase(names, each) for each in told.purchases),
        "talon": _talon(position, written),
        "dead": written.cards(told.dead) if told.dead else None,
        "pools": _list(_pool(each.amount, doubled=each.doubled) for each in told.pools),
        "radli": _mapping(names, told.radli, str),
        "trump_led": "true" if told.trump_led else None,
        "taken": None
        if piles is None
        else _mapping(names, piles, lambda pile: _pile(position, *pile, written)),
        "count": "true" if position.count else None,
        "announce": _list(sorted(position.announce)),
        "declarations": None
        if declared is None
        else _mapping(names, declared, lambda words: _said(words, written)),
    }
    for key, value in keys.items():
        if value is not None and (key in _TOLD or value not in _EMPTY):
            yield f"{key}: {value}"


def _piles(position: Setting) -> Mapping[int, tuple[PileTold, Fraction | None]] | None:
    """What lies in each pile that is told, and its points with what was laid away; None for none."""
    if position.scored:
        told = position.told.piles
        return {seat: (pile, _points(position, seat, pile)) for seat, pile in told.items()} or None
    if position.taken is None:
        return None
    taken = ((seat, pile) for seat, pile in enumerate(position.taken) if pile is not None)
    return {
        seat: (
            PileTold(pile.tricks, gives=pile.tricks != 0),
            None if pile.points is None else Fraction(pile.points),
        )
        for seat, pile in taken
    }


def _points(position: Setting, seat: int, pile: PileTold) -> Fraction | None:
    game, sides = position.spec, position.sides
    if pile.units is None:
        return None
    side = sides.of[seat]
    beside = apart_in(position).units(game, side) if sides.seats(side)[0] == seat else 0
    return Fraction(pile.units + beside, game.piles.unit)


def _truth(value: bool) -> str:  # noqa: FBT001 - a value to be written, not a switch
    return "true" if value else "false"


def _asked(position: Setting, yes: str) -> dict[str, str | None]:
    """The card that was picked in place of the Fool, who let it pass, and that the Fool was demanded."""
    return {
        "picked": None if position.picked is None else str(position.picked),
        "let_pass": str(position.passed) if position.passed else None,
        "demanded": yes if position.demanded else None,
    }


def _players(position: Setting, names: list[str]) -> dict[str, str | None]:
    """The keys that name one player."""
    told = position.told
    seats = {
        "declarer": told.declarer,
        "partner": told.partner,
        "swept": told.swept,
        "mond_lost": told.mond_lost,
    }
    return {key: None if seat is None else names[seat] for key, seat in seats.items()}


def _talon(position: Setting, written: Style) -> str | None:
    told = position.told
    parts = [f"taken: {written.cards(told.talon_taken)}"] if told.talon_taken else []
    if told.talon_left:
        parts.append(f"left: {' '.join(map(str, told.talon_left))}")
    return f"{{{', '.join(parts)}}}" if parts else None


def _pile(position: Setting, pile: PileTold, points: Fraction | None, written: Style) -> str:
    parts = [] if pile.tricks is None else [f"tricks: {pile.tricks}"]
    if points is not None or pile.cards:
        parts.append(f"points: {UNKNOWN if points is None else points_text(points)}")
    if pile.cards:
        parts.append(f"cards: {written.cards(pile.cards)}")
    if pile.gives != (pile.tricks != 0 and not pile.cards):
        parts.append(f"gives: {_truth(pile.gives)}")
    if pile.owes_to is not None:
        parts.append(f"owes: {written.text(position.players[pile.owes_to])}")
    return f"{{{', '.join(parts)}}}"


def _said(words: tuple[str, ...], written: Style) -> str:
    return _list(map(written.text, words)) if words else "pass"


def _purchase(names: list[str], each: Purchase) -> str:
    parts = [f"wants: {each.wants}"]
    parts += [] if each.holder is None else [f"from: {names[each.holder]}"]
    parts += [] if each.gives is None else [f"gives: {each.gives}"]
    return f"{{{', '.join(parts)}}}"


def _pool(amount: int, *, doubled: bool) -> str:
    return f"{{amount: {amount}{', doubled: true' if doubled else ''}}}"


def _list(words: Iterable[str]) -> str:
    return f"[{', '.join(words)}]"


def _mapping(names: list[str], told: Mapping[int, Value], text: Callable[[Value], str]) -> str:
    return f"{{{', '.join(f'{names[seat]}: {text(told[seat])}' for seat in sorted(told))}}}"


def hand_words(position: Setting, written: Style) -> Iterator[str]:
    """The same as the words of one line; what is as usual is left out."""
    told, names = position.told, [written.text(name) for name in position.players]
    piles, declared = _piles(position), position.declarations
    simple = {
        **({} if position.scored else _pot_words(position)),
        **_asked(position, "on"),
        "contract": told.contract,
        **_players(position, names),
        "called": told.called,
        "announced": _parts(names, told.announced, lambda words: map(written.text, words)),
        "kontra": ",".join(names[seat] for seat in sorted(told.kontra)),
        "passed": ",".join(names[seat] for seat in sorted(told.passed)),
        "held": _parts(names, told.held or {}, lambda words: map(written.text, words)),
        "bids": ",".join(f"{names[each.seat]}:{each.says}" for each in told.bids),
        "purchase": ",".join(_bought(names, each) for each in told.purchases),
        "talon": ",".join(_lying(told.talon_taken, told.talon_left)),
        "dead": ",".join(map(str, sorted(told.dead))),
        "pools": ",".join(f"{each.amount}{'d' * each.doubled}" for each in told.pools),
        "radli": _parts(names, told.radli, lambda number: [str(number)]),
        "trump_led": "on" if told.trump_led else None,
        "taken": None if piles is None else _parts(names, piles, lambda pile: _pile_parts(names, *pile)),
        "count": "on" if position.count else None,
        "dealer": None if position.dealer is None else names[position.dealer],
        "discard" if position.scored else "skat": ",".join(map(str, sorted(position.skat or ()))),
    }
    if position.announce and position.dealer is not None:
        del simple["announced"]  # it stands after the skat
        simple["announced"] = ":".join((names[position.dealer], *sorted(position.announce)))
    if declared is not None:
        said = _parts(names, declared, lambda words: map(written.text, words or ("pass",)))
        simple["declarations"] = said
    if position.sitting_out is not None:
        simple["sitting_out"] = written.text(position.sitting_out)
    for key, value in simple.items():
        if value is not None and (key in _TOLD or value not in _EMPTY):
            yield f"{key}={value}"


def _pot_words(position: Setting) -> dict[str, str | None]:
    """What lies in the pots, and whether the Fool may be demanded where that is not as usual."""
    usual = position.rules.fool.demand_trick is not None
    demand = None if position.fool_demand == usual else "on" if position.fool_demand else "off"
    return {"king": str(position.pots.king), "pagat": str(position.pots.pagat), "demand": demand}


def _parts(names: list[str], told: Mapping[int, Value], text: Callable[[Value], Iterable[str]]) -> str:
    return ",".join(":".join((names[seat], *text(told[seat]))) for seat in sorted(told))


def _bought(names: list[str], each: Purchase) -> str:
    parts = [str(each.wants), *([] if each.gives is None else [str(each.gives)])]
    return ":".join(parts + ([] if each.holder is None else [names[each.holder]]))


def _lying(taken: Collection[Card], left: Collection[Card]) -> Iterator[str]:
    for key, cards in (("taken", sorted(taken)), ("left", list(left))):
        if cards:
            yield ":".join((key, *map(str, cards)))


def _pile_parts(names: list[str], pile: PileTold, points: Fraction | None) -> Iterator[str]:
    yield "" if pile.tricks is None else str(pile.tricks)
    more = list(map(str, sorted(pile.cards)))
    if pile.gives != (pile.tricks != 0 and not pile.cards):
        more.append("gives" if pile.gives else "keeps")
    if pile.owes_to is not None:
        more.append(f"owes={names[pile.owes_to]}")
    if points is not None or more:
        yield UNKNOWN if points is None else points_text(points).replace(" ", "+")
    yield from more
