"""The clauses of the called card as formulas: whether it may be called, and whose partner it finds.

Where the card lies may be known or not: it lies in one place, a hand, the talon or among those laid away.
"""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.cards.card import COURTS, DECK, Card
from analyzer.frozenrecord import Record
from analyzer.proofs.smt import Holding, Number, Truth, every, exactly, follows, held, not_, some
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.bidding import Called
from analyzer.rules.spec.kinds.contracts import CalledAway, Contract


class CardPlaces(Record, frozen=True):
    """Where the called card lies: of each seat whether it holds it, else in the talon or laid away."""

    hands: Sequence[Truth]
    talon: Truth
    discard: Truth

    def in_one(self) -> Truth:
        """Whether it lies in just one of these places."""
        return exactly((*self.hands, self.talon, self.discard), 1)


def may_be_called(
    game: GameSpec, contract: Contract | None, card: Card, hand: Holding, laid_away: Holding
) -> dict[str, Truth]:
    """Every clause that speaks of the card called, by id: whether it is kept with such a hand.

    `laid_away` are the cards that the declarer laid away himself.

    Source: clauses of the kinds call, call-queen, called-own-discard and contracts.
    """
    rules = game.call
    assert rules is not None
    king, above = card.is_king, [each for each in DECK if _is_above(each, card)]
    queen = rules.queen_clause is not None and bool(above) and (card.face == "D" or rules.further)
    of_a_kind = some((rules.what is not Called.KING, king, queen))
    kept = {rules.clause: every((of_a_kind, some((rules.own, not_(hand.get(card, False))))))}
    if rules.queen_clause is not None:
        asked = rules.what is Called.KING and not king and queen
        kept[rules.queen_clause] = follows(asked, every(held(hand, above)))
    if game.partner is not None and game.partner.own_discard is not None:
        kept[game.partner.own_discard] = not_(laid_away.get(card, False))
    if contract is not None:
        kept[contract.clause] = every((kept.get(contract.clause, True), not contract.alone))
    return kept


def _is_above(one: Card, other: Card) -> bool:
    """Whether a court is of a higher face than another one."""
    return one.is_court and other.is_court and COURTS.index(one.face) < COURTS.index(other.face)


def is_partner(game: GameSpec, seat: int, declarer: int, dealer: Number, places: CardPlaces) -> Truth:
    """Whether a seat is the declarer's partner: it holds the card, or laid it away where that counts.

    Source: clauses of the kinds call and called-away.
    """
    away = game.partner is not None and game.partner.away is CalledAway.DEALER
    laid = every((places.discard, away, seat == dealer))
    return every((seat != declarer, some((places.hands[seat], laid))))


def is_alone(game: GameSpec, declarer: int, dealer: Number, places: CardPlaces) -> Truth:
    """Whether the declarer plays without a partner."""
    seats = range(len(places.hands))
    return not_(some(is_partner(game, seat, declarer, dealer, places) for seat in seats))
