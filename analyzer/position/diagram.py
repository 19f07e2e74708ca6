"""The hands as a table laid out around the trick, as text and as a drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Protocol, TypeVar

from analyzer.cards.card import Card, Suit
from analyzer.frozenrecord import Record
from analyzer.layout import finished, join_blocks, pad, visible, wrap
from analyzer.messages import Message, Name, printable, say
from analyzer.position.setting import Setting
from analyzer.rules.play.table import Laid

# The hands as a table laid out around the trick, in the direction of play.


_COLUMN_GAP = 4
T = TypeVar("T")


class Pen(Protocol):
    """The style of cards, names and words: in colours and a language, or plain."""

    @property
    def width(self) -> int: ...
    @property
    def symbols(self) -> bool:
        """True if more than ASCII can be shown."""

    @property
    def dot(self) -> str: ...
    def render(self, message: Message, /) -> str: ...
    def paint(self, text: str, style: str, /) -> str: ...
    def card(self, card: Card, names: Suit | None = None, /) -> str: ...
    def suit(self, suit: Suit, /) -> str: ...
    def strong(self, name: str, /) -> str: ...


class Pencil:
    """A pen without colours, in English: cards as a line writes them."""

    width = 80
    symbols = True
    dot = "·"

    def render(self, message: Message, /) -> str:
        return printable(message)

    def paint(self, text: str, style: str, /) -> str:  # noqa: ARG002 - a pencil has one colour
        return text

    def card(self, card: Card, names: Suit | None = None, /) -> str:
        return str(card) if names is None else f"{card}={names}"

    def suit(self, suit: Suit, /) -> str:
        return str(suit)

    def strong(self, name: str, /) -> str:
        return printable(name)


def diagram(position: Setting) -> str:
    """Return the table as plain text, without a line break at its end."""
    pen = Pencil()
    return finished(table_lines(pen, position), pen.width).rstrip("\n")


def hand_lines(pen: Pen, hand: Iterable[Card], room: int, unknown: Sequence[str] = ()) -> list[str]:
    """Return a hand in at most `room` columns: on one line if it fits, otherwise a line for each suit.

    `unknown` are its unknown cards, as they are written.
    """
    cards = sorted(hand)
    flat = " ".join((*(pen.card(card) for card in cards), *unknown))
    if visible(flat) <= room:
        return [flat or pen.paint(pen.render(say("no cards")), "dim")]
    lines: list[str] = []
    for suit in Suit:
        faces = [pen.paint(card.face, suit.name.lower()) for card in cards if card.suit is suit]
        if faces:
            lines += wrap(" ".join(faces), room, f"{pen.suit(suit)} ", "  ")
    lines += [pen.card(card) for card in cards if card.is_fool]
    return lines + (wrap(" ".join(unknown), room) if unknown else [])


def unknown_cards(sign: Callable[[Card], str], position: Setting, seat: int) -> list[str]:
    """Return the unknown cards of a hand: `c7|c4` for one of a few, `?` for any; `sign` writes a card."""
    half, unseen = position.half_known, position.unseen
    if half is None:
        hidden = None if position.hands[seat] else unseen
        return [] if hidden is None else ["?"] * hidden.sizes.get(seat, 0)
    choices = ["|".join(map(sign, sorted(each.cards))) for each in half.choices if each.seat == seat]
    return [*choices, *["?"] * half.holes.get(seat, 0)]


def seat_title(pen: Pen, position: Setting, seat: int, *, turn: bool = True) -> str:
    """Return a player's name, with the facts about the seat; `turn` adds whose turn it is."""
    notes = []
    if turn and seat == position.table.holder and not position.table.over:
        notes.append(pen.render(say("to play") if position.trick else say("to lead")))
    elif turn and position.trick and seat == position.lead:
        notes.append(pen.render(say("led")))
    if seat == position.dealer:
        notes.append(pen.render(say("dealer")))
    note = pen.paint(f"  {pen.dot} ".join(notes), "warn") if notes else ""
    return pen.strong(position.players[seat]) + (f"  {note}" if note else "")


def _text_block(pen: Pen, position: Setting, seat: int, room: int, *, turn: bool) -> list[str]:
    return [
        seat_title(pen, position, seat, turn=turn),
        *hand_lines(pen, position.hands[seat], room, unknown_cards(pen.card, position, seat)),
    ]


def places(seated: Sequence[T]) -> tuple[T, Sequence[T], Sequence[T]]:
    """Return the seats below, left and right, and above; `seated` is counter-clockwise from below."""
    if len(seated) < 3:
        return seated[0], (), seated[1:]
    return seated[0], (seated[-1], seated[1]), seated[-2:1:-1]


def trick_box(pen: Pen, trick: tuple[Laid, ...], seated: Sequence[int]) -> list[str]:
    """Draw the cards on the table, each on the side of its player; `seated` counter-clockwise from below."""
    laid = {each.seat: pen.card(each.card, each.names) for each in trick}
    empty = pen.paint("·" if pen.symbols else ".", "dim")
    under, sides, over = places([laid.get(seat, empty) for seat in seated])
    inner = max(13, sum(map(visible, sides)) + 5, sum(map(visible, over)) + 5)
    across, side, corners = ("─", "│", "╭╮╰╯") if pen.symbols else ("-", "|", "++++")
    rows = [_spread(over, inner)] if over else []
    if sides:
        rows.append(f" {sides[0]}{' ' * (inner - 2 - sum(map(visible, sides)))}{sides[1]} ")
    return [
        corners[0] + across * inner + corners[1],
        *(side + row + side for row in (*rows, pad(under, inner, "^"))),
        corners[2] + across * inner + corners[3],
    ]


def _spread(cards: Sequence[str], width: int) -> str:
    """Return the cards in a row, each in the middle of an equally wide part."""
    part, rest = divmod(width, len(cards))
    return "".join(pad(card, part, "^") for card in cards) + " " * rest


def table_lines(pen: Pen, position: Setting, *, turn: bool = True) -> list[str]:
    """Return the hands around the trick, and the open decisions about the Fool."""
    width = pen.width
    room = (width - _COLUMN_GAP) // 2
    seated = position.rules.table.seated(len(position.players))
    below, sides, above = places([_text_block(pen, position, seat, room, turn=turn) for seat in seated])
    lines = (
        _spread_hands(above, width)
        if len(above) == 2
        else [line for each in above for line in _centred(each, width)]
    )
    lines += _spread_hands(sides, width) if sides else []
    box = trick_box(pen, position.trick, seated)
    centred = " " * ((width - visible(box[0])) // 2)
    around = [*lines, *(centred + line for line in box), *_centred(below, width)]
    return [*around, *_pending_lines(pen, position)]


def _spread_hands(blocks: Sequence[Sequence[str]], width: int) -> list[str]:
    """Return two hands at the two ends of a line."""
    left, right = blocks
    room = (width - _COLUMN_GAP) // 2
    return join_blocks(left, right, width - max(room // 2, *map(visible, right)) - 1)


def _centred(block: Sequence[str], width: int) -> list[str]:
    """Return a hand in the middle."""
    indent = " " * ((width - max(13, *map(visible, block))) // 2)
    return [indent + line for line in block]


def _pending_lines(pen: Pen, position: Setting) -> list[str]:
    """Return the open decisions about the Fool."""
    player = Name(position.players[position.table.holder])
    if position.demanded:
        return [pen.render(say("The Fool was demanded: {player} plays it.", player=player))]
    if position.picked is None or position.picked.card is None:
        return []
    card = position.picked.card
    told = say("{player} has picked {card}; the Fool may be demanded.", player=player, card=card)
    return [pen.render(told)]


# The table as a drawing: hands around it, the trick in the middle, in the direction of play.
#
# The drawing brings its own background, so that it looks the same on a light page and on a dark one. It has
# no external scripts, fonts or pictures, and is the same text for the same position.


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
        from html import escape  # noqa: PLC0415 - a terminal needs none of it

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
