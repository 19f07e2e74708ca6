"""The hands as a table laid out around the trick, play going round as the rules have it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from analyzer.cards.card import Card, Suit
from analyzer.layout import beside, finished, pad, visible, wrap
from analyzer.position.setting import Setting
from analyzer.rules.play.table import Laid

_GAP = 4


class Pen(Protocol):
    """How cards, names and words are written: in colours and a language, or plainly."""

    @property
    def width(self) -> int: ...
    @property
    def symbols(self) -> bool:
        """Whether more than ASCII can be shown."""

    @property
    def dot(self) -> str: ...
    def t(self, msgid: str, **words: object) -> str: ...
    def paint(self, text: str, style: str, /) -> str: ...
    def card(self, card: Card, names: Suit | None = None, /) -> str: ...
    def suit(self, suit: Suit, /) -> str: ...
    def strong(self, name: str, /) -> str: ...


class Pencil:
    """A pen without colours, in English: cards as a line writes them."""

    width = 80
    symbols = True
    dot = "·"

    def t(self, msgid: str, **words: object) -> str:
        return msgid.format(**words)

    def paint(self, text: str, style: str, /) -> str:  # noqa: ARG002 - a pencil has one colour
        return text

    def card(self, card: Card, names: Suit | None = None, /) -> str:
        return str(card) if names is None else f"{card}={names}"

    def suit(self, suit: Suit, /) -> str:
        return str(suit)

    def strong(self, name: str, /) -> str:
        return "".join(letter if letter.isprintable() else "?" for letter in name)


def diagram(position: Setting) -> str:
    """The table as plain text, without a line break at its end."""
    pen = Pencil()
    return finished(table_lines(pen, position), pen.width).rstrip("\n")


def hand_lines(pen: Pen, hand: Iterable[Card], room: int) -> list[str]:
    """A hand in at most `room` columns: on one line where it fits, else a line for each suit."""
    cards = sorted(hand)
    flat = " ".join(pen.card(card) for card in cards)
    if visible(flat) <= room:
        return [flat or pen.paint(pen.t("no cards"), "dim")]
    lines: list[str] = []
    for suit in Suit:
        faces = [pen.paint(card.face, suit.name.lower()) for card in cards if card.suit is suit]
        if faces:
            lines += wrap(" ".join(faces), room, f"{pen.suit(suit)} ", "  ")
    return lines + [pen.card(card) for card in cards if card.is_fool]


def seat_title(pen: Pen, position: Setting, seat: int, *, turn: bool = True) -> str:
    """A player's name, with what is to be known about the seat; `turn` tells whose turn it is."""
    notes = []
    if turn and seat == position.table.holder and not position.table.over:
        notes.append(pen.t("to play") if position.trick else pen.t("to lead"))
    elif turn and position.trick and seat == position.lead:
        notes.append(pen.t("led"))
    if seat == position.dealer:
        notes.append(pen.t("dealer"))
    note = pen.paint(f"  {pen.dot} ".join(notes), "warn") if notes else ""
    return pen.strong(position.players[seat]) + (f"  {note}" if note else "")


def _block(pen: Pen, position: Setting, seat: int, room: int, *, turn: bool) -> list[str]:
    return [seat_title(pen, position, seat, turn=turn), *hand_lines(pen, position.hands[seat], room)]


def trick_box(pen: Pen, trick: tuple[Laid, ...], seated: Sequence[int]) -> list[str]:
    """The cards on the table, each on the side of its player: `seated` below, right and left."""
    laid = {each.seat: pen.card(each.card, each.names) for each in trick}
    empty = pen.paint("·" if pen.symbols else ".", "dim")
    below, right, left = (laid.get(seat, empty) for seat in seated)
    inner = max(13, visible(left) + visible(right) + 5)
    across, side, corners = ("─", "│", "╭╮╰╯") if pen.symbols else ("-", "|", "++++")
    between = " " * (inner - visible(left) - visible(right) - 2)
    return [
        corners[0] + across * inner + corners[1],
        f"{side} {left}{between}{right} {side}",
        side + pad(below, inner, "^") + side,
        corners[2] + across * inner + corners[3],
    ]


def table_lines(pen: Pen, position: Setting, *, turn: bool = True) -> list[str]:
    """The three hands around the trick; one below the other where the table is not one of three."""
    if len(position.players) != 3:
        return [*listed_lines(pen, position, turn=turn), *_pending_lines(pen, position)]
    width = pen.width
    room = (width - _GAP) // 2
    seated = position.rules.table.seated(len(position.players))
    below, right, left = (_block(pen, position, seat, room, turn=turn) for seat in seated)
    lines = beside(left, right, width - max(room // 2, *map(visible, right)) - 1)
    indent = " " * ((width - max(13, *map(visible, below))) // 2)
    box = trick_box(pen, position.trick, seated)
    centred = " " * ((width - visible(box[0])) // 2)
    around = [*lines, *(centred + line for line in box), *(indent + line for line in below)]
    return [*around, *_pending_lines(pen, position)]


def _pending_lines(pen: Pen, position: Setting) -> list[str]:
    """What is not decided yet about the Fool."""
    player = pen.strong(position.players[position.table.holder])
    if position.demanded:
        return [pen.t("The Fool was demanded: {player} plays it.", player=player)]
    if position.picked is None or position.picked.card is None:
        return []
    card = pen.card(position.picked.card)
    return [pen.t("{player} has picked {card}; the Fool may be demanded.", player=player, card=card)]


def listed_lines(pen: Pen, position: Setting, *, turn: bool = True) -> list[str]:
    """The hands one below the other, then the trick."""
    lines: list[str] = []
    for seat in range(len(position.players)):
        lines += _block(pen, position, seat, pen.width - 2, turn=turn)
    if position.trick:
        laid = " ".join(pen.card(each.card, each.names) for each in position.trick)
        lines.append(pen.t("on the table: {cards}", cards=laid))
    return lines
