"""Endings dealt by chance: the same seed deals the same, whatever the machine."""

from __future__ import annotations

import random
from typing import Final

from msgspec.structs import replace

from analyzer.errors import TarokError, UsageError, check_whole
from analyzer.frozenrecord import Record
from analyzer.messages import Verbatim, say
from analyzer.position.model import Position
from analyzer.rules.score.hand import NOTHING_TOLD, HandTold
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset, ruleset_names
from analyzer.rules.spec.variants import in_form

NAMES: Final = ("A", "B", "C", "D", "E")
_TRIES: Final = 200


class DealRequest(Record, frozen=True, kw_only=True):
    """Which game, how many play it, how many tricks are left, and the seed."""

    ruleset: str = "danish"
    seats: int | None = None
    """None is the usual number."""
    tricks: int = 3
    seed: int = 0


def deal(request: DealRequest) -> Position:
    """An ending by chance, in which the first seat leads; in games with contracts it declares.

    Raises: UsageError for an unknown rule set, or a number of seats or tricks that it is not played by.
    """
    name = request.ruleset
    if name not in ruleset_names():
        raise UsageError(say("unknown rule set {word}", word=Verbatim(name)))
    rules = load_ruleset(name)
    rules = rules if request.seats is None else in_form(rules, request.seats)
    check_whole("tricks", request.tricks, 1, rules.table.hand_size)
    rng = random.Random(f"{name} {request.seats} {request.tricks} {request.seed}")  # noqa: S311 - it keeps no secret
    for _ in range(_TRIES):
        found = _drawn(rng, rules, request.tricks)
        if found is not None:
            return found
    raise UsageError(say("no such ending was found"))


def _drawn(rng: random.Random, rules: RuleSet, tricks: int) -> Position | None:
    """One deal; None for cards that cannot lie so."""
    seats = rules.table.players
    cards = rng.sample(rules.table.deck, seats * tricks)
    hands = tuple(frozenset(cards[seat * tricks :][:tricks]) for seat in range(seats))
    game = rules.game
    try:
        return Position(
            rules,
            NAMES[:seats],
            hands,
            lead=0,
            told=NOTHING_TOLD if game.pots is not None else _told(game),
            ruleset=rules.name,
        )
    except TarokError:
        return None


def _told(game: GameSpec) -> HandTold:
    """The first contract that the first seat can play alone, where the game has contracts."""
    if not game.contracts:
        return NOTHING_TOLD
    alone = [name for name, each in game.contracts.items() if each.alone]
    return replace(NOTHING_TOLD, contract=(alone or list(game.contracts))[0], declarer=0)
