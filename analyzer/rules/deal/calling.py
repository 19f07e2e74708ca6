"""The card by which a declarer finds his partner: whether it may be called.

Source: clauses of the kinds call, call-queen and called-own-discard.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from analyzer.cards.card import COURTS, DECK, KINGS, Card
from analyzer.messages import Name, Verbatim, say
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.bidding import Called, CallRules
from analyzer.rules.spec.kinds.contracts import Contract
from analyzer.rules.verdicts import Violation


def judge_call(
    game: GameSpec,
    player: str,
    hand: Collection[Card] | None,
    card: Card,
    laid_away: Collection[Card] = (),
    contract: Contract | None = None,
    at_most: Collection[Card] | None = None,
) -> tuple[Violation, ...]:
    """What speaks against calling a card with such a hand; nothing where it may be called.

    None is a hand that is not known; it is then of the cards `at_most`, where these are told. `laid_away`
    are the cards that the declarer himself laid away, who is then the dealer.

    Raises: ValueError for a game in which no card is called.
    """
    rules = game.call
    if rules is None:
        raise ValueError("no card is called in this game")
    wrong = list(_wrong_card(rules, at_most if hand is None else hand, card))
    if contract is not None and contract.alone:
        text = say("`{contract}` is played without a partner", contract=Verbatim(contract.name))
        wrong.append(Violation(contract.clause, (card,), text))
    if not rules.own and hand is not None and card in hand:
        text = say("{player} calls {card}, which he holds himself", player=Name(player), card=card)
        wrong.append(Violation(rules.clause, (card,), text))
    own = None if game.partner is None else game.partner.own_discard
    if own is not None and card in laid_away:
        text = say("{player} calls {card}, which he laid away himself", player=Name(player), card=card)
        wrong.append(Violation(own, (card,), text))
    return tuple(wrong)


def _wrong_card(rules: CallRules, hand: Collection[Card] | None, card: Card) -> Iterator[Violation]:
    """Where a king is called nothing else may be, but a lower court by who holds all that are higher."""
    if rules.what is not Called.KING or card.is_king:
        return
    above = courts_above(rules, card)
    if rules.queen_clause is None or not above:
        yield Violation(rules.clause, (card,), say("{card} is no king", card=card))
    elif hand is not None and not above <= set(hand):
        text = say("{card} may be called only by who holds all four kings", card=card)
        if above != {*KINGS}:
            text = say("{card} may be called only by who holds all courts above it", card=card)
        yield Violation(rules.queen_clause, (card,), text)


def courts_above(rules: CallRules, card: Card) -> frozenset[Card]:
    """The courts that who calls a card must hold, all that are higher; none for a card that is not called."""
    if not card.is_court or (card.face != "D" and not rules.further):
        return frozenset()
    higher = COURTS[: COURTS.index(card.face)]
    return frozenset(each for each in DECK if each.is_court and each.face in higher)
