"""What comes before the first lead of a whole hand: the dealer's payment and the declarations.

The replay pays for what the hands require. What was said is held against that, and every difference is
a fault of the deal, but it moves no tokens: a declaration put right before the opening lead costs
nothing, and one that is not ends the hand, which a replay that goes on evidently did not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.cards.card import Card
from analyzer.errors import Fault, InvalidFile
from analyzer.messages import say
from analyzer.position.setting import Setting, Taken
from analyzer.rules.book import Book
from analyzer.rules.deal.declarations import (
    dealer_declarations,
    declarations_of,
    declaring_order,
    judge_declarations,
    parse_declaration,
    settle_declarations,
)
from analyzer.rules.score.count import points_of_skat
from analyzer.rules.score.payments import pay_for_dealing

# Only a whole hand is dealt and declared: what judges declarations is imported there.
if TYPE_CHECKING:
    from analyzer.position.replay.model import DealPhase
    from analyzer.rules.deal.declarations import DeclarationFault


def deal_out(position: Setting, book: Book) -> DealPhase:
    """The deal of a whole hand, paid for in the book: the dealer's pots, then the declarations.

    Raises: InvalidFile for a whole hand without a dealer; DeclarationError for words that are none.
    Source: clauses payment.dealing, declare.order, declare.correct.
    """
    from analyzer.position.replay.model import DealPhase  # noqa: PLC0415

    if position.dealer is None or position.skat is None:
        fault = Fault(say("a whole hand needs its dealer"), say("write `dealer:` and `skat:`"))
        raise InvalidFile([fault])
    rules, dealer = position.rules, position.dealer
    pay_for_dealing(rules.game, dealer, book)
    required = tuple(declarations_of(rules, _shown(position, seat)) for seat in range(len(position.hands)))
    settle_declarations(rules, dict(enumerate(required)), book, dealer)
    return DealPhase(dealer, position.skat, position.announce, required, _faults(position))


def taken_at_start(position: Setting) -> tuple[Taken | None, ...] | None:
    """What lies in the piles before the first card: the skat alone in a whole hand, else as the file says.

    Source: clauses discard.size, count.points.
    """
    if not position.whole_hand:
        return position.taken
    assert position.skat is not None
    skat = points_of_skat(position.rules.game, position.skat)
    return tuple(Taken(0, skat if seat == position.dealer else 0) for seat in range(len(position.hands)))


def _shown(position: Setting, seat: int) -> frozenset[Card]:
    """The cards a player declares from: his hand, or the dealer's before a discard he could not avoid."""
    hand, skat = position.hands[seat], position.skat
    if seat != position.dealer or not skat:
        return hand

    required = dealer_declarations(position.rules, hand, skat)
    return hand if required == declarations_of(position.rules, hand) else hand | skat


def _faults(position: Setting) -> tuple[tuple[int, DeclarationFault], ...]:
    """What was said against what the hands require, in the order of declaring."""
    if position.declarations is None:
        return ()

    assert position.dealer is not None
    rules = position.rules
    found: list[tuple[int, DeclarationFault]] = []
    for seat in declaring_order(rules, position.dealer):
        if seat in position.declarations:
            said = [parse_declaration(text, rules) for text in position.declarations[seat]]
            declared = [each for each in said if each is not None]
            found += [(seat, each) for each in judge_declarations(rules, _shown(position, seat), declared)]
    return tuple(found)
