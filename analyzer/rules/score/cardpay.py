"""What single cards pay when they win a trick or are lost in it.

Tricks before the last are paid for at once (:func:`pay_trick`), the last one with the end of the hand, as
what it pays may hang on who has taken no trick.

Source: clauses of the kinds card-payment, partner-cards and card-payers.
"""

from __future__ import annotations

from analyzer.rules.book import Book
from analyzer.rules.play.table import Laid, Trick
from analyzer.rules.score.deviation import nil_seat
from analyzer.rules.score.hand import Scoring
from analyzer.rules.score.payments import settle_early
from analyzer.rules.sides import Sides
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.paying import CardPayment, PlayPayments


def pay_trick(game: GameSpec, sides: Sides, trick: Trick, book: Book) -> tuple[str, ...]:
    """Pay for the cards of a trick that is not the last one, and tell the clauses that decided something."""
    settle_early(game, trick, book)
    if game.payments is None:
        return ()
    return _pay(game.payments, game.payments.early, sides, trick, book)


def score_last_trick(scoring: Scoring) -> None:
    """Pay for the cards of the last trick; where a player takes no trick, one that wins may pay nothing."""
    rules, came = scoring.game.payments, scoring.came
    if rules is None or came.last is None:
        return
    nil = scoring.game.nil
    unpaid = nil is not None and not nil.ultimo_won and nil_seat(scoring.game, came) is not None
    if nil is not None and unpaid:
        scoring.applied.append(nil.clause)
    paid = _pay(rules, rules.last, came.sides, came.last, scoring.book, lost_only=unpaid)
    scoring.applied += paid


def _pay(
    rules: PlayPayments, each: CardPayment, sides: Sides, trick: Trick, book: Book, *, lost_only: bool = False
) -> tuple[str, ...]:
    """Pay for the cards of a trick, and tell the clauses about partners that decided something."""
    applied = []
    for laid in trick.laid:
        if laid.card not in each.cards:
            continue
        own, others = sides.of[laid.seat], _others(rules, sides, laid)
        if laid.seat == trick.winner:
            if not lost_only:
                book.each_pays(others, laid.seat, each.amount, each.clause)
        elif sides.of[trick.winner] == own and not rules.lost_to_partner:
            applied.append(rules.partner)
            continue
        else:
            book.each_pays(others, laid.seat, -each.amount, each.clause)
        if len(sides.seats(own)) > 1:
            applied.append(rules.payers)
    return tuple(applied)


def _others(rules: PlayPayments, sides: Sides, laid: Laid) -> tuple[int, ...]:
    """Who pays a card's player, or is paid by him."""
    if rules.opponents:
        return sides.others(sides.of[laid.seat])
    return tuple(seat for seat in range(len(sides.of)) if seat != laid.seat)
