"""The count where there are pots, as sums: what is paid for piles whose points may be known or not."""

from __future__ import annotations

from collections.abc import Collection

import z3

from analyzer.cards.card import Card
from analyzer.proofs.clauses.score.accounts import Special, Sums, SymbolicHand
from analyzer.proofs.smt import Number, Truth, either_number, every, not_, some, weighed
from analyzer.rules.spec.game import FoolHome, GameSpec


def points_of_pile(spec: GameSpec, pile: Collection[Card], tricks: Number, *, dealers: bool) -> Number:
    """The points of the cards in a pile of so many tricks, the skat among those of the dealer.

    Source: clause count.points.
    """
    cards = weighed((True, spec.piles.of(card)) for card in pile)
    return cards + tricks * spec.piles.trick + (spec.piles.discard if dealers else 0)


def whole_tricks(spec: GameSpec, pile: Collection[Card], tricks: Number, *, dealers: bool) -> Truth:
    """Whether a pile is that of so many tricks: the Fool alone makes one card more or less.

    Source: clauses fool.own-pile, fool.last-trick.
    """
    size = len(pile) - (spec.table.skat_size if dealers else 0)
    whole = spec.table.players * tricks
    return every((whole - 1 <= size, size <= whole + 1))


def fool_owner(spec: GameSpec, player: int, winner: int, tricks_left: int) -> int:
    """The seat in whose pile a Fool ends that `player` laid to a trick of `winner`.

    Source: clauses fool.own-pile, fool.last-trick.
    """
    comes_home = every((spec.fool.home is FoolHome.STAYS, not_(tricks_left <= spec.fool.lost_in_last)))
    return player if comes_home is True else winner


def rounded(spec: GameSpec, points: Number) -> Number:
    """Tokens for so many points: the difference from par, to the nearest multiple.

    Source: clause count.par.
    """
    over, step = points - spec.the_pots.count.par, spec.the_pots.count.rounding
    size = either_number(over >= 0, over, -over)
    twice = 2 * size + step
    # Z3 writes the division of whole numbers with one stroke.
    steps: Number = twice // (2 * step) if isinstance(points, int) else twice / z3.IntVal(2 * step)
    return either_number(over >= 0, steps * step, -(steps * step))


def settle_count(hand: SymbolicHand, sums: Sums) -> None:
    """What is paid for the piles: every other player settles with the next dealer, or each with nobody.

    Source: clauses count.par, count.next-dealer.
    """
    game, dealer = hand.game, hand.came.dealer
    if game.pots is None or dealer is None:
        return
    counted = is_counted(game, hand.special)
    next_dealer = game.table.deals_next(dealer, hand.came.seats)
    for seat, points in enumerate(hand.units):
        if points is None:
            continue
        if game.the_pots.count.own:
            sums.receives(counted, seat, rounded(game, points))
        elif seat != next_dealer:
            sums.from_each(counted, (next_dealer,), seat, rounded(game, points))


def is_counted(spec: GameSpec, special: Special) -> Truth:
    """Whether the piles are paid for at all.

    Source: clauses count.tout, count.nolo.
    """
    tout, nolo = some(special.tout), some(special.nolo)
    return every(
        (
            some((not_(tout), spec.the_pots.count.after_tout)),
            some((not_(nolo), spec.the_pots.count.after_nolo)),
        )
    )
