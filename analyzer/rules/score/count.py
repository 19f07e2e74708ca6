"""The count: what the cards in the piles are worth, and what is paid for them.

A trick counts for the player who won it even where the Fool in it goes home with another; the cards of the
deck, 25 tricks and the skat make 78 points in all.

Source: main rule text, "Scoring, payment", part 6.
"""

from __future__ import annotations

from collections.abc import Iterable

from analyzer.cards.card import Card
from analyzer.rules.ledger import Ledger
from analyzer.rules.play.table import Laid, Trick
from analyzer.rules.score.payments import Outcome
from analyzer.rules.spec.ruleset import RuleSet


def pile_owner(rules: RuleSet, trick: Trick, laid: Laid, *, last: bool) -> int:
    """The seat in whose pile a card of a complete trick ends.

    Source: clauses fool.own-pile, fool.last-trick.
    """
    goes_home = rules.fool.own_pile and not (last and rules.fool.last_trick_to_winner)
    return laid.seat if laid.card.is_fool and goes_home else trick.winner


def points_of_trick(rules: RuleSet, trick: Trick, *, last: bool) -> tuple[int, ...]:
    """The points each seat gets from a trick: card points, and the trick's own point for its winner.

    Source: clause count.points.
    """
    points = [0] * len(trick.laid)
    points[trick.winner] += rules.count.trick
    for laid in trick.laid:
        points[pile_owner(rules, trick, laid, last=last)] += rules.count.of(laid.card)
    return tuple(points)


def points_of_skat(rules: RuleSet, skat: Iterable[Card]) -> int:
    """The points of the skat, all the dealer's: one for the three cards and what is in them.

    Source: clause count.points.
    """
    return rules.count.skat + sum(rules.count.of(card) for card in skat)


def rounded(rules: RuleSet, points: int) -> int:
    """Tokens for a pile of so many points, from its owner's view: the difference from par, rounded.

    With multiples of 5 no difference lies half-way; with an even rounding a half goes away from 0.

    Source: clause count.par.
    """
    over, step = points - rules.count.par, rules.count.rounding
    size = (2 * abs(over) + step) // (2 * step) * step
    return size if over > 0 else -size


def is_counted(rules: RuleSet, outcome: Outcome) -> bool:
    """Whether the piles are paid for at all after this outcome.

    Source: clauses count.tout, count.nolo.
    """
    if outcome.tout is not None:
        return rules.count.after_tout
    return outcome.nolo is None or rules.count.after_nolo


def settle_count(rules: RuleSet, points: tuple[int, ...], dealer: int, ledger: Ledger) -> None:
    """Pay for the piles: every active player but the next dealer settles with the next dealer.

    `points` are by seat. The next dealer's own pile is not counted; whether the count applies at all is
    said by :func:`is_counted`.

    Source: clauses count.par, count.next-dealer.
    """
    next_dealer = (dealer + 1) % len(points)
    for seat, taken in enumerate(points):
        if seat == next_dealer:
            continue
        tokens = rounded(rules, taken)
        if tokens > 0:
            ledger.pay(next_dealer, seat, tokens, "count.next-dealer")
        else:
            ledger.pay(seat, next_dealer, -tokens, "count.next-dealer")
