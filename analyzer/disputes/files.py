"""Reading dispute files (`format: tarok-dispute/1`): all faults at once, each at line and column.

The reader settles nothing. It refuses only what cannot be: cards that nobody can hold, players who
are not at the table, a card played that was not in the hand. What was wrong at the table, such as a
discard of four cards or a revoke, is for the rules to judge.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from analyzer.cards.card import Card
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
from analyzer.disputes.shape import (
    DISPUTE_FORMAT,
    KINDS,
    DeclarationsShape,
    DiscardShape,
    DisputeShape,
    ExpectShape,
    IrregularityShape,
    PaidShape,
    SettlementShape,
)
from analyzer.errors import Fault, InvalidFile
from analyzer.messages import Verbatim, Whose, say
from analyzer.position.files.cardlists import Placed, Said
from analyzer.position.files.deal import Pile, check_cards, laid, read_hands, read_trick
from analyzer.position.files.piles import (
    check_count,
    read_declared,
    read_pots,
    read_said,
    read_taken,
    told_piles,
)
from analyzer.position.files.reader import Reader
from analyzer.position.files.tree import Tree, open_tree
from analyzer.rules.deal.declarations import DeclarationError, parse_declaration
from analyzer.rules.ledger import Account, Pot
from analyzer.rules.spec.ruleset import Category
from analyzer.rules.spec.variants import Under
from analyzer.yamltree.checking import suggestion
from analyzer.yamltree.placed import Text
from analyzer.yamltree.reading import read_text

_SAID: Final = re.compile(r"\b(?:tout|trumps|cards)\b(?!\s*[0-9])", re.IGNORECASE)


def load_dispute(path: str) -> Dispute:
    """The dispute of a file, `-` for standard input.

    Raises: InvalidFile with every fault, in file order.
    """
    return loads_dispute(read_text(path), "<stdin>" if path == "-" else path)


def loads_dispute(text: str, file: str = "<text>", under: Under | None = None) -> Dispute:
    """The dispute a text tells; `file` is its name in messages, and rule sets are looked for beside it.

    It is read by other rules than its own where `under` gives them.

    Raises: InvalidFile with every fault, in file order; what `under` raises.
    """
    tree = open_tree(text, file, DISPUTE_FORMAT)
    kind = _kind(tree)
    shape, notes = tree.filled(KINDS[kind])
    reader = Reader(tree, shape, notes, under)
    dispute = _READERS[kind](reader, shape)
    reader.finish()
    assert dispute is not None
    return dispute


def _kind(tree: Tree) -> str:
    """The kind of a dispute. Raises: InvalidFile where there is no such kind."""
    kind = tree.word("kind")
    if kind in KINDS:
        return kind
    if kind is None and tree.torn:
        raise tree.refused()
    message = (
        say("`kind` is missing") if kind is None else say("the kind is {word}", word=Verbatim(shown(kind)))
    )
    raise InvalidFile([*tree.faults, Fault(message, suggestion(kind or "", KINDS), tree.root.at(("kind",)))])


def _about(reader: Reader, shape: DisputeShape) -> dict[str, Any]:
    """What every dispute says, by field."""
    texts = {key: str(text) for key in ("title", "source", "teaches") if (text := getattr(shape, key))}
    return {
        **texts,
        "rules": reader.rules,
        "kind": str(shape.node.path(("kind",))[1].value),
        "players": reader.players,
        "file": reader.file,
        "dealer": reader.seat_of(shape.dealer),
        "sitting_out": reader.sitting_out,
        "expect": None if shape.expect is None else _expected(reader, shape.expect),
    }


def _expected(reader: Reader, told: ExpectShape) -> ExpectedVerdict:
    """What must come out."""
    for each in told.clauses or ():
        if each not in reader.rules.clauses:
            guess = suggestion(each, reader.rules.clauses)
            reader.fault(each.where, say("there is no clause {word}", word=Verbatim(shown(each))), guess)
    return ExpectedVerdict(
        verdict=told.verdict,
        clauses=None if told.clauses is None else tuple(map(str, told.clauses)),
        named=None if told.named is None else reader.suit(told.named, told.named.where),
        winner=reader.seat_of(told.winner),
    )


def _discard(reader: Reader, shape: DiscardShape) -> DiscardDispute | None:
    hand, discard = shape.hand, shape.discard
    about = _about(reader, shape)
    if not (shape.has("hand") and shape.has("discard")):
        return None
    size = reader.rules.table.hand_size + reader.rules.table.skat_size
    if hand.size != size:
        message = say("the dealer holds {number} cards", number=hand.size)
        reader.lack(hand.where, message, say("expected {size}, before the discard", size=size))
    check_cards(reader, [Pile(say("the hand"), hand.placed)])
    check_cards(reader, [Pile(say("the discard"), discard.placed)])
    words, named = _announced(reader, shape.announce)
    for each in [*discard.placed, *named]:
        if each.card not in hand.cards and hand.size == len(hand.placed):
            reader.lack(
                each.where,
                say("{card} is not in the hand", card=each.card),
                say("expected one of the dealer's cards"),
            )
    said: tuple[str | Card, ...] = (*words, *(each.card for each in named))
    return DiscardDispute(**about, hand=hand.cards, discard=discard.cards, announce=said)


def _announced(reader: Reader, said: Said | None) -> tuple[list[str], list[Placed]]:
    """What the dealer said about his discard: the words, and the cards he named."""
    words: dict[str, None] = {}
    named: list[Placed] = []
    for each in said.texts if said is not None else ():
        words |= dict.fromkeys(match[0].lower() for match in _SAID.finditer(each))
        found, faults = scan_cards(_SAID.sub(lambda match: " " * len(match[0]), each))
        named += [Placed(read.card, each.at(read.offset)) for read in found]
        for fault in faults:
            reader.fault(
                each.at(fault.offset), fault.message, say("expected tout, trumps or cards of the skat")
            )
    return list(words), named


def _declarations(reader: Reader, shape: DeclarationsShape) -> DeclarationsDispute:
    about = _about(reader, shape)
    hands = read_hands(reader, shape.hands, None)
    told = {seat: hand for seat, hand in enumerate(hands) if hand is not None}
    for seat, hand in told.items():
        size = reader.rules.table.hand_size
        if hand.size != size:
            reader.lack(
                hand.where,
                say("{player} holds {number} cards", player=reader.who(seat), number=hand.size),
                say("expected {size}", size=size),
            )
    held = [
        Pile(say("{whose} hand", whose=Whose(reader.who(seat))), hand.placed, reader.who(seat))
        for seat, hand in told.items()
    ]
    skat = shape.skat
    if skat is not None:
        held.append(Pile(say("the skat"), skat.placed))
        size = reader.rules.table.skat_size
        if skat.size != size:
            reader.lack(
                skat.where,
                say("a skat of {number} cards", number=skat.size),
                say("expected {size}", size=size),
            )
    check_cards(reader, held)
    said: dict[int, tuple[str, ...]] = {}
    for seat, name, words in reader.by_seat(shape.said):
        said[seat] = read_declared(reader, words)
        if seat not in told:
            expected = say("expected the hand of each who declared")
            reader.lack(name.key_where, say("{player} has no hand", player=reader.who(seat)), expected)
    cards = {seat: hand.cards for seat, hand in told.items()}
    return DeclarationsDispute(**about, hands=cards, said=said, skat=None if skat is None else skat.cards)


def _settlement(reader: Reader, shape: SettlementShape) -> SettlementDispute:
    about = _about(reader, shape)
    lead = reader.seat_of(shape.lead) if shape.has("lead") else None
    seats, most = len(reader.players), reader.rules.table.hand_size
    trick = read_trick(reader, shape.trick, most=seats)
    if len(trick) < seats and shape.has("trick"):
        message = say("the trick holds {number} cards", number=len(trick))
        reader.lack(
            shape.trick.where, message, say("expected {seats}: a settled trick is complete", seats=seats)
        )
    check_cards(reader, [Pile(say("the trick"), tuple(Placed(each.card, each.where) for each in trick))])
    left = shape.tricks_left
    if left > most:
        reader.fault(
            shape.place("tricks_left"),
            say("{left} tricks left", left=left),
            say("expected at most {number}", number=most),
        )
    taken = None
    if shape.taken is not None:
        taken = read_taken(reader, told_piles(reader, shape.taken), shape.key_place("taken"), left, None)
    said = read_said(reader, shape.announce)
    if shape.announce is not None and said and about["dealer"] is None:
        reader.lack(
            shape.announce.where, say("a Tout is announced without a dealer"), say("expected `dealer`")
        )
    if shape.count:
        check_count(reader, shape, taken, whole=False)
    return SettlementDispute(
        **about,
        trick=laid(trick, lead or 0, seats),
        tricks_left=left,
        pots=read_pots(shape.pots),
        taken=taken,
        announce=said,
        count=bool(shape.count),
        paid=_paid(reader, shape.paid),
    )


def _irregularity(reader: Reader, shape: IrregularityShape) -> IrregularityDispute | None:
    about = _about(reader, shape)
    by = reader.seat_of(shape.by) if shape.has("by") else None
    name, known = shape.irregularity, reader.rules.fines.category
    if shape.has("irregularity") and name not in known:
        reader.fault(
            name.where,
            say("no irregularity is called {word}", word=Verbatim(shown(name))),
            suggestion(name, known),
        )
    if shape.declaration is not None:
        try:
            parse_declaration(shape.declaration, reader.rules)
        except DeclarationError as error:
            reader.fault(shape.declaration.where, error.fault.message, error.fault.expected)
    paid = _paid(reader, shape.paid)
    if by is None or name not in known:
        return None
    return IrregularityDispute(
        **about,
        irregularity=str(name),
        by=by,
        category=None if shape.category is None else Category(shape.category),
        declaration=None if shape.declaration is None else str(shape.declaration),
        pots=read_pots(shape.pots),
        paid=paid,
    )


def _paid(reader: Reader, told: list[PaidShape] | None) -> tuple[Paid, ...] | None:
    """What was paid, None where the file says nothing about it."""
    if told is None:
        return None
    found = []
    for each in told:
        payer, payee = _account(reader, each.payer), _account(reader, each.payee)
        if payer is None or payee is None:
            continue
        if payer == payee:
            where = each.node.where
            reader.fault(where, say("a payment to oneself"), say("expected two of the players and the pots"))
        found.append(Paid(payer, payee, each.amount, each.node.where))
    return tuple(found)


def _account(reader: Reader, name: Text) -> Account | None:
    """The seat or the pot that is named; a player who sits out has the seat after the last."""
    if not name:
        return None
    if name == reader.sitting_out:
        return len(reader.players)
    if name in ("king", "pagat") and name not in reader.players:
        return Pot(name)
    return reader.seat_of(name)


_READERS: Final[Mapping[str, Callable[[Reader, Any], Dispute | None]]] = {
    "discard": _discard,
    "declarations": _declarations,
    "fool-naming": lambda reader, shape: read_trick_dispute(
        reader, shape, _about(reader, shape), FoolNamingDispute
    ),
    "fool-demand": lambda reader, shape: read_trick_dispute(
        reader, shape, _about(reader, shape), FoolDemandDispute
    ),
    "play": lambda reader, shape: read_trick_dispute(reader, shape, _about(reader, shape), PlayDispute),
    "settlement": _settlement,
    "irregularity": _irregularity,
}
