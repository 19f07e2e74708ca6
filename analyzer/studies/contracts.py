"""Contracts that hands are dealt for by seed: which they are, and which king is called."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from analyzer.cards.card import Card
from analyzer.rules.spec.bidding import Called
from analyzer.rules.spec.contracts import Contract
from analyzer.rules.spec.contractwords import ContractAim, TalonLeft
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.ruleset import RuleSet


def dealable(rules: RuleSet) -> list[str]:
    """The contracts of a game of which the cards tell all: nothing is bought, no talon lies aside."""
    return [name for name, each in rules.game.contracts.items() if _is_dealable(rules, each)]


def _is_dealable(rules: RuleSet, contract: Contract) -> bool:
    game = rules.game
    for_points = contract.aim is ContractAim.POINTS and contract.played and contract.bid
    whole = contract.takes == rules.table.skat_size or contract.left is not TalonLeft.NOBODY
    return (
        for_points
        and whole
        and game.declarer_takes
        and not contract.buys
        and (contract.alone or _by_a_king(game))
    )


def _by_a_king(game: GameSpec) -> bool:
    return game.call is not None and game.call.what is Called.KING


def called_of(hand: Collection[Card], others: Sequence[Collection[Card]]) -> Card | None:
    """Of the kings that the others hold that of the hand's longest suit; None where they hold none."""
    kings = sorted(card for each in others for card in each if card.is_king)
    return max(kings, key=lambda king: sum(card.suit is king.suit for card in hand), default=None)
