"""Reading what the deal brought so far: piles taken, the count, what was announced and declared.

Source: main rule text, "Scoring, payment", parts 3, 5 and 6.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from analyzer.cards.card import Card
from analyzer.cards.notation import shown
from analyzer.position.faults import points_taken_of
from analyzer.position.files.page import Page
from analyzer.position.files.tree import items
from analyzer.position.setting import Taken
from analyzer.rules.deal.declarations import DeclarationError, parse_declaration
from analyzer.rules.ledger import Pots
from analyzer.yamltree.reading import Node

TOUT: Final = "tout"
_GOES_ON: Final = re.compile(r"(?:no|not|with|without|missing|lacks|mangler|med|uden)\b", re.IGNORECASE)


def read_taken(page: Page, left: int, held: Iterable[Card] | None) -> tuple[Taken | None, ...] | None:
    """What lies in each pile, by seat; what follows from the others' piles is filled in.

    `left` is the number of tricks left, the present one included; `held` the cards in hands and on the
    table, None where they are not all known, and then card points are not compared with them.
    """
    node = page.get("taken")
    if node is None or not isinstance(node.value, dict):
        return None
    piles: list[Taken | None] = [None] * len(page.players)
    for seat, value in page.by_seat(node):
        tricks, points = _number(value, "tricks"), _number(value, "points")
        if tricks is not None:
            piles[seat] = Taken(tricks, points)
    gone = page.rules.table.hand_size - left
    tricks_taken = [None if pile is None else pile.tricks for pile in piles]
    _check_sum(page, node, "tricks", tricks_taken, gone, f"with {left} left")
    points_taken = [None if pile is None else pile.points for pile in piles]
    points_gone = None if held is None else points_taken_of(page.rules, held, left)
    if left == page.rules.table.hand_size:
        # Nothing is taken yet: the skat and its point are the dealer's when the count is made.
        points_gone = 0 if page.get("skat") is not None else points_gone
    if points_gone is not None:
        _check_sum(page, node, "points", points_taken, points_gone, "by the cards that are left")
    tricks_taken = _completed(tricks_taken, gone)
    points_taken = points_taken if points_gone is None else _completed(points_taken, points_gone)
    return tuple(
        None if tricks is None else Taken(tricks, points)
        for tricks, points in zip(tricks_taken, points_taken, strict=True)
    )


def _number(node: Node, key: str) -> int | None:
    value = node.child(key)
    if value is None or not isinstance(value.value, int) or isinstance(value.value, bool):
        return None
    return value.value


def _check_sum(page: Page, node: Node, what: str, each: list[int | None], whole: int, why: str) -> None:
    told = sum(number for number in each if number is not None)
    if told > whole or (None not in each and told != whole):
        expected = f"expected {whole} {why}" if None not in each else f"expected at most {whole} {why}"
        page.lack(node.key_where or node.where, f"{told} {what} are taken", expected)


def _completed(each: list[int | None], whole: int) -> list[int | None]:
    """The numbers, with those filled in that can be nothing else: a single one, or none where all is told."""
    rest = max(0, whole - sum(number for number in each if number is not None))
    if rest and each.count(None) != 1:
        return each
    return [rest if number is None else number for number in each]


def read_pots(page: Page) -> Pots:
    """What lies in the pots, 60 in each where the file does not say."""
    values = {}
    for name in ("king", "pagat"):
        node = page.get("pots", name)
        values[name] = node.value if node is not None and isinstance(node.value, int) else 60
    return Pots(values["king"], values["pagat"])


def read_count(
    page: Page, dealer: int | None, taken: tuple[Taken | None, ...] | None, *, whole: bool
) -> bool:
    """Whether the count is paid; a fault where the position does not say enough to make it."""
    node = page.get("count")
    if node is None or node.value is not True:
        return False
    if dealer is None and page.get("dealer") is None:
        page.lack(
            node.where, "`count: true` without a dealer", "expected `dealer`: the next dealer does not count"
        )
    if not whole and (taken is None or any(pile is None or pile.points is None for pile in taken)):
        page.lack(
            node.where, "`count: true` without all card points", "expected `taken` with points of each player"
        )
    return True


def read_announce(page: Page, dealer: int | None, *, taken: bool, whole: bool) -> frozenset[str]:
    """What the dealer announced."""
    node = page.get("announce")
    if node is None:
        return frozenset()
    said = read_said(page, node)
    if said and dealer is None and page.get("dealer") is None:
        page.lack(
            node.where, "a Tout is announced without a dealer", "expected `dealer`: only he may announce it"
        )
    if said and not (taken or whole):
        page.lack(
            node.where,
            "a Tout is announced, but not who took the tricks",
            "expected `taken`, or a whole hand",
        )
    return said


def read_said(page: Page, node: Node) -> frozenset[str]:
    """The announcements of a text or a list; one that there is not is a fault."""
    said = set()
    for each in [node, *items(node)]:
        if isinstance(each.value, str) and each.value.strip().lower() == TOUT:
            said.add(TOUT)
        elif isinstance(each.value, str):
            page.fault(each.where, f"{shown(each.value)} cannot be announced here", "expected tout")
    return frozenset(said)


def read_declarations(page: Page, *, whole: bool) -> Mapping[int, tuple[str, ...]] | None:
    """What each player declared, in the words of the file; () for a pass."""
    node = page.get("declarations")
    if node is None or not isinstance(node.value, dict):
        return None
    if not whole:
        where = node.key_where or node.where
        page.lack(
            where,
            "declarations in the middle of a hand",
            "expected a whole hand: `dealer`, `skat` and full hands",
        )
    return {seat: read_declared(page, value) for seat, value in page.by_seat(node)}


def read_declared(page: Page, node: Node) -> tuple[str, ...]:
    """The declarations of one player, () for a pass; words that are none are a fault."""
    texts = [part for each in [node, *items(node)] if isinstance(each.value, str) for part in _parts(each)]
    said = []
    for text, each in texts:
        try:
            if parse_declaration(text, page.rules) is not None:
                said.append(text)
            elif len(texts) > 1:
                page.fault(
                    each.where,
                    "a pass beside other declarations",
                    "expected `pass` alone, or the declarations",
                )
        except DeclarationError as error:
            message, _, expected = str(error).partition("; ")
            page.fault(each.where, message.replace(text, shown(text)), expected)
    return tuple(said)


def _parts(node: Node) -> list[tuple[str, Node]]:
    """The declarations of one text, separated by commas; `half diamonds, no knight` is one."""
    found: list[str] = []
    for part in re.split(r"[,;]", str(node.value)):
        text = " ".join(part.split())
        if found and _GOES_ON.match(text):
            found[-1] += f" {text}"
        elif text:
            found.append(text)
    return [(text, node) for text in found]
