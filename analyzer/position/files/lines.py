"""Reading lines of play and what must come of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from analyzer.cards.notation import shown
from analyzer.position.files.moves import read_moves
from analyzer.position.files.page import Page
from analyzer.position.files.tree import entries, items, spelled
from analyzer.position.setting import Expected, Line
from analyzer.yamltree.reading import Node

WINNERS: Final = ("ultimo", "king_ultimo", "pagat_ultimo", "last_trick", "tout", "nolo")


def read_lines(page: Page, lead: int | None, on_table: int) -> tuple[Line, ...]:
    """The lines of a position; whether their cards are legal is for the replay to say."""
    lines: dict[str, Line] = {}
    for number, node in enumerate(items(page.get("lines")), 1):
        if not isinstance(node.value, dict):
            continue
        name, play, other_lead = node.child("name"), node.child("play"), node.child("lead")
        called = name.value if name is not None and isinstance(name.value, str) else f"line {number}"
        if called in lines:
            page.fault(
                (name or node).where, f"the line {shown(called)} stands twice", "expected each name once"
            )
        leader = None
        if other_lead is not None and isinstance(other_lead.value, str):
            leader = page.seat(other_lead.value, other_lead.where)
            if on_table and leader not in (None, lead):
                page.fault(
                    other_lead.where,
                    "another player leads a trick that is under way",
                    "expected no `lead` here",
                )
        moves = read_moves(page, play) if play is not None else ()
        lines[called] = Line(
            called, moves, leader, _expected(page, node.child("expect")), (name or node).where
        )
    return tuple(lines.values())


def _expected(page: Page, node: Node | None) -> Expected | None:
    if node is None or not isinstance(node.value, dict):
        return None
    bagud = node.child("bagud")
    return Expected(
        given=frozenset(node.value),
        bagud=tuple(
            name for each in [bagud, *items(bagud)] if each is not None for name in _names(page, each)
        ),
        tokens=_amounts(node.child("tokens"), lambda name, value: _at_table(page, name, value)),
        pots=_amounts(node.child("pots"), lambda name, _: name),
        points=_amounts(node.child("points"), lambda name, value: _at_table(page, name, value)),
        tricks=_amounts(node.child("tricks"), lambda name, value: _at_table(page, name, value)),
        **{each: next(iter(_names(page, node.child(each))), None) for each in WINNERS},
    )


def _names(page: Page, node: Node | None) -> list[str]:
    """The name a node holds, if it is that of a player."""
    if node is None or not isinstance(node.value, str):
        return []
    seat = page.seat(node.value, node.where)
    return [] if seat is None else [page.players[seat]]


def _at_table(page: Page, name: str, node: Node) -> str | None:
    """A player's name, that of one sitting out included."""
    if spelled(name) == page.sitting_out:
        return page.sitting_out
    seat = page.seat(name, node.key_where or node.where)
    return None if seat is None else page.players[seat]


def _amounts(node: Node | None, key: Callable[[str, Node], str | None]) -> dict[str, int] | None:
    """The amounts of a mapping, None where there is none."""
    if node is None or not isinstance(node.value, dict):
        return None
    found: dict[str, int] = {}
    for name, value in entries(node):
        known = key(name, value)
        if known is not None and isinstance(value.value, int):
            found[known] = value.value
    return found
