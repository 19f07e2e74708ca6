"""The hand that facts are told of: how many tricks, which cards, and what lies apart from the tricks."""

from __future__ import annotations

from analyzer.cards.card import Card
from analyzer.rules.facts.counting import Counting
from analyzer.rules.facts.fact import CardsApart, Ground
from analyzer.rules.score.reckoning import talon_side, turns_talon
from analyzer.rules.score.told import HandTold
from analyzer.rules.sides import Sides
from analyzer.rules.spec.kinds.contracts import TalonLeft
from analyzer.rules.spec.kinds.piling import DiscardOwner
from analyzer.rules.spec.ruleset import RuleSet


def whole_hand(rules: RuleSet, sides: Sides, told: HandTold, dealer: int | None) -> Ground:
    """A hand from its first trick to the last; where nobody says who dealt any seat may have."""
    table, game, seats = rules.table, rules.game, range(len(sides.of))
    contract = game.contract(told.contract)
    takes, left, nobodys = table.skat_size, 0, 0
    makers = frozenset(seats if dealer is None else (dealer,))
    if game.declarer_takes:
        makers = frozenset(seats if told.declarer is None else (told.declarer,))
        takes = 0 if contract is None else contract.takes
        left = table.skat_size - takes
    turned = left if turns_talon(game, told) else 0
    if contract is not None and contract.left is TalonLeft.NOBODY:
        nobodys = left
    nobodys += len(table.deck) - table.players * table.hand_size - table.skat_size
    owners = {sides.of[seat] for seat in makers}
    if game.discard_for is DiscardOwner.DEALERS_SIDE and dealer is not None:
        owners = {sides.of[dealer]}
    to = None if turned else talon_side(game, told, sides)
    every = range(sides.count)
    known = contract is not None or not game.contracts
    apart = tuple(
        CardsApart(
            tuple(takes * (side == owner) for side in every),
            tuple(left * (side == to) for side in every),
        )
        for owner in sorted(owners)
        if known
    )
    return Ground(
        rules,
        Counting.of(rules),
        sides,
        table.hand_size,
        frozenset(table.deck),
        apart,
        nobodys,
        turned,
        makers,
    )


def so_far(
    rules: RuleSet,
    sides: Sides,
    tricks: int,
    cards: frozenset[Card],
    dealer: int | None,
    apart: tuple[CardsApart, ...] | None = None,
    turned: int = 0,
) -> Ground:
    """So many tricks of a hand with these cards, which are not all; those that lie apart are among them.

    Of the cards of a game with pots all others but the skat are nobody's yet.
    """
    seats, skat = range(len(sides.of)), rules.table.skat_size
    makers = frozenset(seats if dealer is None else (dealer,))
    if apart is None:
        nothing = (0,) * sides.count
        apart = tuple(
            CardsApart(tuple(skat * (sides.of[seat] == side) for side in range(sides.count)), nothing)
            for seat in sorted(makers)
        )
    lying = max((sum((*each.laid_away, *each.left)) for each in apart), default=0)
    nobodys = len(cards) - tricks * rules.table.players - lying - turned
    return Ground(rules, Counting.of(rules), sides, tricks, cards, apart, nobodys, turned, makers, over=False)
