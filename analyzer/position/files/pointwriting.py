"""Writing what is told of a hand in a game of card points, as a file and as the words of one line."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple, TypeVar

from analyzer.cards.card import Card
from analyzer.position.beside import apart_in
from analyzer.position.files.pointshape import UNKNOWN
from analyzer.position.model import Position
from analyzer.rules.score.amounts import points_text
from analyzer.rules.score.told import PileTold, Purchase

Value = TypeVar("Value")


class PointStyle(NamedTuple):
    """How a text and some cards are written."""

    text: Callable[[str], str]
    cards: Callable[[Collection[Card]], str]


def file_points(position: Position, seat: int, pile: PileTold) -> Fraction | None:
    """The points of a pile as a file tells them: with what was laid away in it."""
    game = position.spec
    if pile.units is None:
        return None
    sides = position.sides
    side = sides.of[seat]
    beside = apart_in(position).units(game, side) if sides.seats(side)[0] == seat else 0
    return Fraction(pile.units + beside, game.piles.unit)


def point_keys(position: Position, written: PointStyle) -> Iterator[str]:
    """The keys of a position file that tell the contract, the talon, the pools and the piles."""
    told, names = position.told, [written.text(name) for name in position.players]
    keys = {
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
        "declarations": _mapping(names, position.declarations or {}, lambda words: _said(words, written)),
        "taken": _mapping(names, told.piles, lambda pile: _pile(position, pile, written)),
    }
    yield from (f"{key}: {value}" for key, value in keys.items() if value not in (None, "[]", "{}"))


def _players(position: Position, names: list[str]) -> dict[str, str | None]:
    """The keys that name one player."""
    told = position.told
    seats = {
        "declarer": told.declarer,
        "partner": told.partner,
        "swept": told.swept,
        "mond_lost": told.mond_lost,
    }
    return {key: None if seat is None else names[seat] for key, seat in seats.items()}


def _talon(position: Position, written: PointStyle) -> str | None:
    told = position.told
    parts = [f"taken: {written.cards(told.talon_taken)}"] if told.talon_taken else []
    if told.talon_left:
        parts.append(f"left: {' '.join(map(str, told.talon_left))}")
    return f"{{{', '.join(parts)}}}" if parts else None


def _pile(position: Position, pile: PileTold, written: PointStyle) -> str:
    seat = next(seat for seat, each in position.told.piles.items() if each is pile)
    points = file_points(position, seat, pile)
    parts = [] if pile.tricks is None else [f"tricks: {pile.tricks}"]
    if points is not None or pile.cards:
        parts.append(f"points: {UNKNOWN if points is None else points_text(points)}")
    if pile.cards:
        parts.append(f"cards: {written.cards(pile.cards)}")
    if pile.gives != (pile.tricks != 0 and not pile.cards):
        parts.append(f"gives: {'true' if pile.gives else 'false'}")
    if pile.owes_to is not None:
        parts.append(f"owes: {written.text(position.players[pile.owes_to])}")
    return f"{{{', '.join(parts)}}}"


def _said(words: tuple[str, ...], written: PointStyle) -> str:
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


def point_words(position: Position, written: PointStyle) -> Iterator[str]:
    """The same as the words of one line."""
    told, names = position.told, [written.text(name) for name in position.players]
    simple = {
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
        "taken": ",".join(_pile_words(position, names, seat) for seat in sorted(told.piles)),
        "dealer": None if position.dealer is None else names[position.dealer],
        "discard": ",".join(map(str, sorted(position.skat or ()))),
        "declarations": _parts(
            names, position.declarations or {}, lambda words: map(written.text, words or ("pass",))
        ),
    }
    yield from (f"{key}={value}" for key, value in simple.items() if value)


def _parts(names: list[str], told: Mapping[int, Value], text: Callable[[Value], Iterable[str]]) -> str:
    return ",".join(":".join((names[seat], *text(told[seat]))) for seat in sorted(told))


def _bought(names: list[str], each: Purchase) -> str:
    parts = [str(each.wants), *([] if each.gives is None else [str(each.gives)])]
    return ":".join(parts + ([] if each.holder is None else [names[each.holder]]))


def _lying(taken: Collection[Card], left: Collection[Card]) -> Iterator[str]:
    for key, cards in (("taken", sorted(taken)), ("left", list(left))):
        if cards:
            yield ":".join((key, *map(str, cards)))


def _pile_words(position: Position, names: list[str], seat: int) -> str:
    pile = position.told.piles[seat]
    points = file_points(position, seat, pile)
    parts = [names[seat], "" if pile.tricks is None else str(pile.tricks)]
    more = list(map(str, sorted(pile.cards)))
    if pile.gives != (pile.tricks != 0 and not pile.cards):
        more.append("gives" if pile.gives else "keeps")
    if pile.owes_to is not None:
        more.append(f"owes={names[pile.owes_to]}")
    if points is not None or more:
        parts.append(UNKNOWN if points is None else points_text(points).replace(" ", "+"))
    return ":".join((*parts, *more))
