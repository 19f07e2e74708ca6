"""Hands of any game dealt by a seed and played out at random, as every game of the contract is."""

from __future__ import annotations

import random
from collections.abc import Iterator

from msgspec.structs import replace
from rulesets import rules_for

from analyzer.cards.card import Card, Suit
from analyzer.position.model import Position
from analyzer.rules.actions import Action
from analyzer.rules.score.hand import HandFacts
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.bidding import TalonTaker
from analyzer.rules.spec.kinds.contracts import Contract, ContractAim
from analyzer.rules.spec.ruleset import RuleSet

NAMES = "ABCDE"
PLAIN = frozenset(Suit) - {Suit.TRUMPS}


def contracts(name: str, seats: int) -> tuple[str | None, ...]:
    """The contracts of a game that are played out; None alone for a game without."""
    game = rules_for(name, seats).game
    return tuple(each.name for each in (game.contracts.values() if game else ()) if each.played) or (None,)


def dealt(name: str, seats: int, seed: int, contract: str | None = None) -> Position:
    """A whole hand after the discard, which is one that the rules allow, in a contract of the game.

    Where none is asked for, it is any of those that are played out.
    """
    rng, rules = random.Random(seed), rules_for(name, seats)
    table, dealer = rules.table, rng.randrange(seats)
    hands, talon, dead = _cards(rng, rules)
    told, laid = HandFacts(dead=dead), talon
    game = rules.game
    if game.contracts:
        named = contract or rng.choice(contracts(name, seats))
        told, laid = _contract(rng, rules, game, told, talon, game.contracts[named or ""])
    return Position(
        rules=rules,
        players=tuple(NAMES[:seats]),
        hands=hands,
        lead=(dealer + table.first_lead) % seats,
        dealer=dealer,
        skat=frozenset(laid) or None,
        ruleset=name,
        fool_demand=rules.fool.demand_trick is not None,
        told=told,
    )


def _cards(
    rng: random.Random, rules: RuleSet
) -> tuple[tuple[frozenset[Card], ...], list[Card], frozenset[Card]]:
    """Hands, the cards that lie beside them, none of which may not be laid away, and a dead hand."""
    table = rules.table
    plain = [card for card in table.deck if card not in rules.discard.never and card.suit in PLAIN]
    beside = rng.sample(plain, table.skat_size)
    rest = [card for card in table.deck if card not in beside]
    rng.shuffle(rest)
    size = table.hand_size
    hands = [frozenset(rest[place : place + size]) for place in range(0, len(rest), size)]
    return tuple(hands[: table.players]), beside, frozenset().union(*hands[table.players :])


def _contract(
    rng: random.Random,
    rules: RuleSet,
    game: GameSpec,
    told: HandFacts,
    talon: list[Card],
    contract: Contract,
) -> tuple[HandFacts, list[Card]]:
    """Who plays a contract, and what was laid away of the talon."""
    declarer = None if contract.aim is ContractAim.FEWEST else rng.randrange(rules.table.players)
    told = replace(told, contract=contract.name, declarer=declarer)
    if game.taker is TalonTaker.DEALER:
        return told, talon
    return replace(told, talon_left=tuple(talon[contract.takes :])), talon[: contract.takes]


def played(position: Position, seed: int) -> Iterator[tuple[Position, Action, Position]]:
    """A hand played to the end at random: each position, what is done in it, and the one after it."""
    rng = random.Random(seed)
    while not position.over:
        action = rng.choice(position.legal())
        after = position.after(action)
        yield position, action, after
        position = after
