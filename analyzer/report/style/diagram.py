"""The hands as a table laid out around the trick, play going round counter-clockwise."""

from __future__ import annotations

from collections.abc import Iterable

from analyzer.cards.card import Card, Suit
from analyzer.position.model import Position
from analyzer.report.style.face import Face
from analyzer.report.style.layout import GLUE, beside, pad, visible, wrap
from analyzer.rules.play.table import Laid

_GAP = 4


def hand_lines(face: Face, hand: Iterable[Card], room: int) -> list[str]:
    """A hand in at most `room` columns: on one line where it fits, else a line for each suit."""
    cards = sorted(hand)
    flat = " ".join(face.card(card) for card in cards)
    if visible(flat) <= room:
        return [flat or face.paint(face.t("no cards"), "dim")]
    lines: list[str] = []
    for suit in Suit:
        faces = [face.paint(card.face, suit.name.lower()) for card in cards if card.suit is suit]
        if faces:
            lines += wrap(" ".join(faces), room, f"{face.suit(suit)} ", "  ")
    return lines + [face.card(card) for card in cards if card.is_fool]


def seat_title(face: Face, position: Position, seat: int, *, turn: bool = True) -> str:
    """A player's name, with what is to be known about the seat; `turn` tells whose turn it is."""
    notes = []
    if turn and seat == position.table.holder and not position.table.over:
        notes.append(face.t("to play") if position.trick else face.t("to lead"))
    elif turn and position.trick and seat == position.lead:
        notes.append(face.t("led"))
    if seat == position.dealer:
        notes.append(face.t("dealer"))
    note = face.paint(f"  {face.dot} ".join(notes), "warn") if notes else ""
    return face.strong(position.players[seat]) + (f"  {note}" if note else "")


def _block(face: Face, position: Position, seat: int, room: int, *, turn: bool) -> list[str]:
    return [seat_title(face, position, seat, turn=turn), *hand_lines(face, position.hands[seat], room)]


def trick_box(face: Face, trick: tuple[Laid, ...]) -> list[str]:
    """The cards on the table, each on the side of its player: first seat below, then right, then left."""
    laid = {each.seat: face.card(each.card, each.names) for each in trick}
    empty = face.paint("·" if face.symbols else ".", "dim")
    left, right, below = (laid.get(seat, empty) for seat in (2, 1, 0))
    inner = max(13, visible(left) + visible(right) + 5)
    across, side, corners = ("─", "│", "╭╮╰╯") if face.symbols else ("-", "|", "++++")
    between = " " * (inner - visible(left) - visible(right) - 2)
    return [
        corners[0] + across * inner + corners[1],
        f"{side} {left}{between}{right} {side}",
        side + pad(below, inner, "^") + side,
        corners[2] + across * inner + corners[3],
    ]


def table_lines(face: Face, position: Position, *, turn: bool = True) -> list[str]:
    """The three hands around the trick; one below the other where the table is not one of three."""
    if len(position.players) != 3:
        return listed_lines(face, position, turn=turn)
    width = face.width
    room = (width - _GAP) // 2
    below, right, left = (_block(face, position, seat, room, turn=turn) for seat in range(3))
    lines = beside(left, right, width - max(room // 2, *map(visible, right)) - 1)
    indent = " " * ((width - max(13, *map(visible, below))) // 2)
    box = trick_box(face, position.trick)
    centred = " " * ((width - visible(box[0])) // 2)
    return [*lines, *(centred + line for line in box), *(indent + line for line in below)]


def listed_lines(face: Face, position: Position, *, turn: bool = True) -> list[str]:
    """The hands one below the other, then the trick."""
    lines: list[str] = []
    for seat in range(len(position.players)):
        lines += _block(face, position, seat, face.width - 2, turn=turn)
    if position.trick:
        laid = " ".join(face.card(each.card, each.names) for each in position.trick)
        lines.append(face.t("on the table: {cards}", cards=laid))
    return lines


def pots_line(face: Face, position: Position) -> str:
    """What lies in the pots and which rules hold."""
    pots = face.t("king pot {king}", king=position.pots.king)
    pagat = face.t("Pagat pot {pagat}", pagat=position.pots.pagat)
    rules = face.t("{ruleset} rules", ruleset=face.safe(str(position.rules)))
    parts = [pots, pagat, rules]
    if position.dealer is not None:
        parts.insert(2, face.t("{player} dealt", player=face.name(position.players[position.dealer])))
    if not position.fool_demand:
        parts.append(face.t("the Fool cannot be demanded"))
    return f" {face.dot} ".join(part.replace(" ", GLUE) for part in parts)


def heading_lines(face: Face, position: Position) -> list[str]:
    """Title and source of the position, and what it teaches."""
    lines: list[str] = []
    if position.title:
        lines += [face.paint(line, "bold") for line in wrap(face.safe(position.title), face.width)]
    if position.source:
        lines += [face.paint(line, "dim") for line in wrap(face.safe(position.source), face.width)]
    if position.teaches:
        lines += ["", *wrap(face.safe(position.teaches), face.width)]
    return lines


def position_lines(face: Face, position: Position, *, turn: bool = True) -> list[str]:
    """Everything a reader must know of the position before any answer; `turn` tells whose turn it is."""
    lines = [*heading_lines(face, position), face.rule(), *table_lines(face, position, turn=turn), ""]
    return [*lines, *wrap(pots_line(face, position), face.width), face.rule()]
