"""Reading dispute files (`format: tarok-dispute/1`): all faults at once, each at line and column.

The reader settles nothing. It refuses only what cannot be: cards that nobody can hold, players who
are not at the table, a card played that was not in the hand. What was wrong at the table, such as a
discard of four cards or a revoke, is for the rules to judge.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from analyzer.cards.notation import scan_cards, shown
from analyzer.disputes.events import read_trick_dispute
from analyzer.disputes.model import (
    DeclarationsDispute,
    DiscardDispute,
    Dispute,
    ExpectedVerdict,
    FoolDemandDispute,
    FoolNamingDispute,
    IrregularityDispute,
    Paid,
    PlayDispute,
    SettlementDispute,
)
from analyzer.disputes.shape import DISPUTE_FORMAT, KINDS
from analyzer.errors import Fault, InvalidFile
from analyzer.position.files.deal import Pile, check_cards, laid, read_hands, read_trick
from analyzer.position.files.page import CardList, Page, Placed, open_page, text_at
from analyzer.position.files.piles import read_count, read_declared, read_pots, read_said, read_taken
from analyzer.position.files.tree import items, open_tree
from analyzer.rules.deal.declarations import DeclarationError, parse_declaration
from analyzer.rules.ledger import Account, Pot
from analyzer.rules.spec.ruleset import Category
from analyzer.yamltree.checking import suggestion
from analyzer.yamltree.reading import Node, read_text, where_in

__all__ = [
    "DeclarationsDispute",
    "DiscardDispute",
    "Dispute",
    "FoolDemandDispute",
    "FoolNamingDispute",
    "IrregularityDispute",
    "PlayDispute",
    "SettlementDispute",
    "load_dispute",
    "loads_dispute",
]

_TEXTS: Final = (
    *(
        "title",
        "source",
        "teaches",
        "ruleset",
        "variant.*",
        "dealer",
        "sitting_out",
        "players.*",
        "kind",
        "lead",
        "by",
    ),
    *("hand", "hand.*", "discard", "discard.*", "skat", "skat.*", "hands.*", "hands.*.*"),
    *("announce", "announce.*", "said.*", "said.*.*", "trick", "trick.*", "trick.*.*", "declaration"),
    *("expect.verdict", "expect.clauses.*", "expect.named", "expect.winner"),
    *("events.*.*.leads", "events.*.*.plays", "events.*.*.names", "paid.*.from", "paid.*.to"),
)
_SAID: Final = re.compile(r"\b(?:tout|trumps|cards)\b(?!\s*[0-9])", re.IGNORECASE)


def load_dispute(path: str) -> Dispute:
    """The dispute of a file, `-` for standard input.

    Raises: InvalidFile with every fault, in file order.
    """
    return loads_dispute(read_text(path), "<stdin>" if path == "-" else path)


def loads_dispute(text: str, file: str = "<text>") -> Dispute:
    """The dispute a text tells; `file` is its name in messages, and rule sets are looked for beside it.

    Raises: InvalidFile with every fault, in file order.
    """
    tree = open_tree(text, file, DISPUTE_FORMAT, _TEXTS)
    kind = tree.root.child("kind")
    if kind is None or kind.value not in KINDS:
        if kind is None and tree.torn:
            raise InvalidFile(tree.faults)
        where = tree.root.where if kind is None else kind.where
        message = "`kind` is missing" if kind is None else f"the kind is {shown(str(kind.value))}"
        expected = suggestion("" if kind is None else str(kind.value), KINDS)
        raise InvalidFile([*tree.faults, Fault(message, expected, where)])
    page = open_page(tree, KINDS[str(kind.value)])
    dispute = _READERS[str(kind.value)](page)
    page.finish()
    assert dispute is not None
    return dispute


def _about(page: Page) -> dict[str, Any]:
    """What every dispute says, by field."""
    texts = {key: text_at(page, key) for key in ("title", "source", "teaches")}
    kind = text_at(page, "kind")
    seats = {"dealer": page.seat_at("dealer"), "sitting_out": page.sitting_out}
    about = {"rules": page.rules, "kind": kind, "players": page.players, "file": page.file}
    return {**about, "expect": _expected(page), **texts, **seats}


def _expected(page: Page) -> ExpectedVerdict | None:
    """What must come out, None where the file says nothing about it."""
    if page.get("expect") is None:
        return None
    clauses, named = page.get("expect", "clauses"), page.get("expect", "named")
    for each in items(clauses):
        if isinstance(each.value, str) and each.value not in page.rules.clauses:
            guess = suggestion(each.value, page.rules.clauses)
            page.fault(each.where, f"there is no clause {shown(each.value)}", guess)
    verdict = page.get("expect", "verdict")
    return ExpectedVerdict(
        verdict=None if verdict is None else str(verdict.value),
        clauses=None if clauses is None else tuple(str(each.value) for each in items(clauses)),
        named=None if named is None else page.suit(str(named.value), named.where),
        winner=page.seat_at("expect", "winner"),
    )


def _discard(page: Page) -> DiscardDispute | None:
    hand, discard = _cards(page, "hand"), _cards(page, "discard")
    about = _about(page)
    if hand is None or discard is None:
        return None
    size = page.rules.table.hand_size + page.rules.table.skat_size
    if hand.size != size:
        page.lack(hand.where, f"the dealer holds {hand.size} cards", f"expected {size}, before the discard")
    check_cards(page, [Pile("the hand", hand.placed)])
    check_cards(page, [Pile("the discard", discard.placed)])
    announce = _announced(page)
    named = [each for each in announce if isinstance(each, Placed)]
    for each in [*discard.placed, *named]:
        if each.card not in hand.cards and hand.size == len(hand.placed):
            page.lack(each.where, f"{each.card} is not in the hand", "expected one of the dealer's cards")
    said = tuple(each.card if isinstance(each, Placed) else each for each in announce)
    return DiscardDispute(**about, hand=hand.cards, discard=discard.cards, announce=said)


def _announced(page: Page) -> list[str | Placed]:
    """What the dealer said about his discard: the words first, then the cards he named."""
    node = page.get("announce")
    words: list[str] = []
    named: list[Placed] = []
    for each in [node, *items(node)]:
        if each is None or not isinstance(each.value, str):
            continue
        words += [match[0].lower() for match in _SAID.finditer(each.value)]
        rest = _SAID.sub(lambda match: " " * len(match[0]), each.value)
        found, faults = scan_cards(rest)
        named += [Placed(read.card, where_in(each, read.offset)) for read in found]
        for fault in faults:
            page.fault(
                where_in(each, fault.offset), fault.message, "expected tout, trumps or cards of the skat"
            )
    return [*dict.fromkeys(words), *named]


def _cards(page: Page, key: str) -> CardList | None:
    node = page.get(key)
    return None if node is None else page.cards(node)


def _declarations(page: Page) -> DeclarationsDispute | None:
    about = _about(page)
    hands = read_hands(page, page.get("hands"), absent=range(len(page.players)))
    skat = _cards(page, "skat")
    told = {seat: hand for seat, hand in enumerate(hands) if hand is not None}
    for seat, hand in told.items():
        size = page.rules.table.hand_size
        if hand.size != size:
            page.lack(hand.where, f"{shown(page.players[seat])} holds {hand.size} cards", f"expected {size}")
    if skat is not None and skat.size != page.rules.table.skat_size:
        page.lack(skat.where, f"a skat of {skat.size} cards", f"expected {page.rules.table.skat_size}")
    held = [
        Pile(f"{page.players[seat]}'s hand", hand.placed, page.players[seat]) for seat, hand in told.items()
    ]
    check_cards(page, [*held, *([] if skat is None else [Pile("the skat", skat.placed)])])
    said: dict[int, tuple[str, ...]] = {}
    for seat, node in page.by_seat(page.get("said")):
        said[seat] = read_declared(page, node)
        if seat not in told:
            where = node.key_where or node.where
            page.lack(
                where, f"{shown(page.players[seat])} has no hand", "expected the hand of each who declared"
            )
    cards = {seat: hand.cards for seat, hand in told.items()}
    return DeclarationsDispute(**about, hands=cards, said=said, skat=None if skat is None else skat.cards)


def _settlement(page: Page) -> SettlementDispute | None:
    about = _about(page)
    lead = page.seat_at("lead")
    seats = len(page.players)
    node = page.get("trick")
    trick = read_trick(page, node, most=seats)
    if node is not None and len(trick) < seats:
        page.lack(
            node.where,
            f"the trick holds {len(trick)} cards",
            f"expected {seats}: a settled trick is complete",
        )
    check_cards(page, [Pile("the trick", tuple(Placed(each.card, each.where) for each in trick))])
    left_node = page.get("tricks_left")
    left = left_node.value if left_node is not None and isinstance(left_node.value, int) else 1
    if left_node is not None and left > page.rules.table.hand_size:
        page.fault(left_node.where, f"{left} tricks left", f"expected at most {page.rules.table.hand_size}")
    taken = read_taken(page, left, None)
    announce = page.get("announce")
    said = frozenset() if announce is None else read_said(page, announce)
    if announce is not None and said and about["dealer"] is None:
        page.lack(announce.where, "a Tout is announced without a dealer", "expected `dealer`")
    return SettlementDispute(
        **about,
        trick=laid(trick, lead or 0, seats),
        tricks_left=left,
        pots=read_pots(page),
        taken=taken,
        announce=said,
        count=read_count(page, about["dealer"], taken, whole=False),
        paid=_paid(page),
    )


def _irregularity(page: Page) -> IrregularityDispute | None:
    about = _about(page)
    by = page.seat_at("by")
    name, category = text_at(page, "irregularity"), text_at(page, "category")
    node = page.get("irregularity")
    if node is not None and name is not None and name not in page.rules.fines.category:
        page.fault(
            node.where,
            f"no irregularity is called {shown(name)}",
            suggestion(name, page.rules.fines.category),
        )
    grave = next((each for each in Category if each.value == category), None)
    declaration = page.get("declaration")
    if declaration is not None and isinstance(declaration.value, str):
        try:
            parse_declaration(declaration.value, page.rules)
        except DeclarationError as error:
            message, _, expected = str(error).partition("; ")
            page.fault(declaration.where, message, expected)
    paid = _paid(page)
    if by is None or name is None:
        return None
    return IrregularityDispute(
        **about,
        irregularity=name,
        by=by,
        category=grave,
        declaration=text_at(page, "declaration"),
        pots=read_pots(page),
        paid=paid,
    )


def _paid(page: Page) -> tuple[Paid, ...] | None:
    """What was paid, None where the file says nothing about it."""
    if page.get("paid") is None:
        return None
    found = []
    for node in items(page.get("paid")):
        payer, payee = (_account(page, node.child(key)) for key in ("from", "to"))
        amount = node.child("amount")
        if payer is None or payee is None or amount is None or not isinstance(amount.value, int):
            continue
        if payer == payee:
            page.fault(node.where, "a payment to oneself", "expected two of the players and the pots")
        found.append(Paid(payer, payee, amount.value, node.where))
    return tuple(found)


def _account(page: Page, node: Node | None) -> Account | None:
    """The seat or the pot a node names; a player who sits out has the seat after the last."""
    if node is None or not isinstance(node.value, str):
        return None
    if node.value == page.sitting_out:
        return len(page.players)
    if node.value in ("king", "pagat") and node.value not in page.players:
        return Pot(node.value)
    return page.seat(node.value, node.where)


_READERS: Final[Mapping[str, Callable[[Page], Dispute | None]]] = {
    "discard": _discard,
    "declarations": _declarations,
    "fool-naming": lambda page: read_trick_dispute(page, _about(page), FoolNamingDispute),
    "fool-demand": lambda page: read_trick_dispute(page, _about(page), FoolDemandDispute),
    "play": lambda page: read_trick_dispute(page, _about(page), PlayDispute),
    "settlement": _settlement,
    "irregularity": _irregularity,
}
