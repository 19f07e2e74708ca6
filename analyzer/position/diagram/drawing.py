"""The table as a drawing: hands around it, the trick in the middle, in the direction of play.

The drawing brings its own background, so that it looks the same on a light page and on a dark one. It has
no external scripts, fonts or pictures, and is the same text for the same position.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from analyzer.cards.card import Card, Suit
from analyzer.frozenrecord import Record
from analyzer.messages import printable
from analyzer.position.diagram.table import places
from analyzer.position.setting import Setting
from analyzer.rules.play.table import Laid

SIGNS: Final = {Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.SPADES: "♠", Suit.CLUBS: "♣", Suit.TRUMPS: "T"}
INK: Final = {
    Suit.HEARTS: "#b3261e", Suit.DIAMONDS: "#a15c00", Suit.SPADES: "#1f3a93", Suit.CLUBS: "#1b6e3c",
    Suit.TRUMPS: "#6a1b9a", None: "#00695c",
}  # fmt: skip
"""A colour for each suit and the Fool, dark enough to be read on a card."""
CLOTH, CARD, EDGE, WORDS = "#e9efe6", "#ffffff", "#7c8a78", "#263325"

_WIDE: Final = 44
_HIGH: Final = 26
_GAP: Final = 4
_LINE: Final = 22
_MARGIN: Final = 14
_MIDDLE: Final = 3 * (_WIDE + _GAP) + 20
"""The width and height of the trick, with room for a card on each side."""
_ONE_ROW: Final = 6
"""The largest number of cards in one row; more of them have a row for each suit."""


class _Block(Record, frozen=True):
    """A player's name and hand, drawn from its upper left corner."""

    title: str
    rows: tuple[tuple[Card, ...], ...]

    @property
    def width(self) -> int:
        cards = max((len(row) for row in self.rows), default=0)
        return max(cards * (_WIDE + _GAP), 9 * len(self.title) + 10)

    @property
    def height(self) -> int:
        return _LINE + len(self.rows) * (_HIGH + _GAP)

    def drawn(self, x: int, y: int) -> Iterable[str]:
        yield f'<text x="{x}" y="{y + 15}" font-weight="bold">{escape(self.title)}</text>'
        for down, row in enumerate(self.rows):
            for along, card in enumerate(row):
                yield _card(x + along * (_WIDE + _GAP), y + _LINE + down * (_HIGH + _GAP), card)


def svg(setting: Setting) -> str:
    """Return the table as one SVG element; every card has its canonical name as its title."""
    blocks = [_block(setting, seat) for seat in setting.rules.table.seated(len(setting.hands))]
    below, beside, above = places(blocks)
    left, right = beside or (_Block("", ()), _Block("", ()))
    sides = max(left.width, right.width)
    width = max(2 * sides + _MIDDLE + 4 * _MARGIN, below.width + 2 * _MARGIN, _row(above) + 2 * _MARGIN)
    top = _MARGIN + max((each.height + _MARGIN for each in above), default=0)
    high = max(left.height, right.height, _MIDDLE // 2 + _HIGH)
    bottom = top + high + _MARGIN
    parts = [f'<rect width="{width}" height="{bottom + below.height + _MARGIN}" rx="10" fill="{CLOTH}"/>']
    at = (width - _row(above)) // 2
    for each in above:
        parts += each.drawn(at, _MARGIN)
        at += each.width + _MARGIN
    parts += left.drawn(_MARGIN, top)
    parts += right.drawn(width - _MARGIN - right.width, top)
    parts += below.drawn((width - below.width) // 2, bottom)
    parts += _trick(setting, (width - _MIDDLE) // 2, top + _LINE // 2)
    size = f'width="{width}" height="{bottom + below.height + _MARGIN}"'
    style = f'font-family="sans-serif" font-size="15" fill="{WORDS}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size} {style}>{"".join(parts)}</svg>'


def _block(setting: Setting, seat: int) -> _Block:
    """Return a player's block: the name, a mark for the leader or player to move, and the cards."""
    hand = sorted(setting.hands[seat])
    note = ""
    if not setting.table.over and seat == setting.table.holder:
        note = " · to play" if setting.trick else " · to lead"
    name = printable(setting.players[seat])
    if len(hand) <= _ONE_ROW:
        return _Block(name + note, (tuple(hand),) if hand else ())
    suits = [*Suit, None]
    rows = (tuple(card for card in hand if card.suit is suit) for suit in suits)
    return _Block(name + note, tuple(row for row in rows if row))


def _row(blocks: Sequence[_Block]) -> int:
    return sum(each.width + _MARGIN for each in blocks)


def _trick(setting: Setting, x: int, y: int) -> Iterable[str]:
    """Return the cards on the table, each on the side of its player; one that may yet go back is paler."""
    high = _MIDDLE // 2
    yield f'<rect x="{x}" y="{y}" width="{_MIDDLE}" height="{high}" rx="8" fill="none" stroke="{EDGE}"/>'
    middle, down = x + (_MIDDLE - _WIDE) // 2, y + (high - _HIGH) // 2
    below, beside, above = places(setting.rules.table.seated(len(setting.hands)))
    spots = {below: (middle, y + high - _HIGH - 8)}
    spots |= zip(beside, ((x + 8, down), (x + _MIDDLE - _WIDE - 8, down)), strict=False)
    first = middle - (len(above) - 1) * (_WIDE + _GAP) // 2
    spots |= {seat: (first + place * (_WIDE + _GAP), y + 8) for place, seat in enumerate(above)}
    pick, laid = setting.picked, list(setting.trick)
    if pick is not None and pick.card is not None:
        laid.append(Laid(setting.table.holder, pick.card, pick.suit))
    for each in laid:
        card = _card(*spots[each.seat], each.card, each.names)
        yield card if each in setting.trick else f'<g opacity="0.6">{card}</g>'


def _card(x: int, y: int, card: Card, names: Suit | None = None) -> str:
    """Return a card: its sign and face on a white ground; a led Fool with the suit it names."""
    face = "fool" if card.suit is None else f"{SIGNS[card.suit]}{card.face}"
    title, face = (str(card), face) if names is None else (f"{card}={names}", f"F={SIGNS[names]}")
    return (
        f'<g><title>{title}</title><rect x="{x}" y="{y}" width="{_WIDE}" height="{_HIGH}" rx="4" '
        f'fill="{CARD}" stroke="{EDGE}"/><text x="{x + _WIDE // 2}" y="{y + 18}" text-anchor="middle" '
        f'fill="{INK[card.suit]}">{face}</text></g>'
    )
