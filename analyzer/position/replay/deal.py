"""What comes before the first lead of a whole hand: the dealer's payment and the declarations.

What was said is what was paid for; of whom nothing is told, the cards speak. What was said is held against
what the cards require, and every difference is a fault of the deal: what it costs is told with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.cards.card import Card
from analyzer.errors import Fault, InvalidFile
from analyzer.messages import say
from analyzer.position import replay
from analyzer.position.setting import Setting
from analyzer.rules.book import Book
from analyzer.rules.deal.declarations import (
    as_held,
    dealer_declarations,
    declarations_of,
    declaring_order,
    judge_declarations,
    parse_declaration,
    settle_declarations,
)
from analyzer.rules.score.payments import pay_for_dealing

# Only a whole hand is dealt and declared: what judges declarations is imported there.
if TYPE_CHECKING:
    from analyzer.rules.deal.declarations import Declaration


def deal_out(position: Setting, book: Book) -> replay.model.DealPhase:
    """The deal of a whole hand, paid for in the book: the dealer's pots, then the declarations.

    Raises: InvalidFile for a whole hand without a dealer; DeclarationError for words that are none.
    Source: clauses payment.dealing, declare.order, declare.correct.
    """
    if position.dealer is None or position.skat is None:
        fault = Fault(say("a whole hand needs its dealer"), say("write `dealer:` and `skat:`"))
        raise InvalidFile([fault])
    rules, dealer = position.rules, position.dealer
    pay_for_dealing(rules.game, dealer, book)
    said = _said(position)
    declared = tuple(
        said[seat] if seat in said else declarations_of(rules, _shown(position, seat))
        for seat in range(len(position.hands))
    )
    settle_declarations(rules, dict(enumerate(declared)), book, dealer)
    faults = tuple(
        (seat, fault)
        for seat in declaring_order(rules, dealer)
        if seat in said
        for fault in judge_declarations(rules, _shown(position, seat), said[seat])
    )
    return replay.model.DealPhase(dealer, position.skat, position.announce, declared, faults)


def _shown(position: Setting, seat: int) -> frozenset[Card]:
    """The cards a player declares from: his hand, or the dealer's before a discard he could not avoid."""
    hand, skat = position.hands[seat], position.skat
    if seat != position.dealer or not skat:
        return hand

    required = dealer_declarations(position.rules, hand, skat)
    return hand if required == declarations_of(position.rules, hand) else hand | skat


def _said(position: Setting) -> dict[int, tuple[Declaration, ...]]:
    """What was declared, by the seats of which it is told; nothing for a pass.

    What was said rightly is told with the cards that are shown for it.
    """
    found = {}
    for seat, words in (position.declarations or {}).items():
        parsed = (parse_declaration(text, position.rules) for text in words)
        said = [each for each in parsed if each is not None]
        held = declarations_of(position.rules, _shown(position, seat))
        found[seat] = tuple(as_held(position.rules, each, held) for each in said)
    return found
