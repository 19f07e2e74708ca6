"""Endings of one trick and of two, which `replay` is asked about; the plainest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from analyzer.cards.card import BY_TEXT
from analyzer.claims.asked import CaseFile
from analyzer.rules.play.table import Laid, winner
from analyzer.rules.spec.kinds.contracts import Contract, ContractAim
from analyzer.rules.spec.ruleset import RuleSet

SEATS: Final = "ABCDEF"
Told = Mapping[str, Any]

_TRICKS: Final = (
    "h1 h2 h3",
    "hR h2 h3",
    "hR h2 T5",
    "T1 T5 h2",
    "h2 h3 T1",
    "h2 T5 T1",
    "hD h2 T5",
    "hD h2 h3",
    "h2 T5 hR",
    "fool h2 h3",
    "fool hR dR",
    "h2 fool h3",
    "fool T2 T3",
    "T2 fool T3",
    "fool T21 T1",
    "hR T21 T1 fool",
    "hR hD hC T21",
)
"""Tricks that something can hang on, as they are laid from A on; who is not in one lays a spade."""
_BESIDE: Final = ("s7", "s8", "s9", "s10", "c7", "c8", "c9", "c10")
"""What is laid beside, and in the trick after: no suit that any of the tricks is led in."""


def contracts_told(one: RuleSet, other: RuleSet, about: str) -> Iterator[Told]:
    """How hands are played that both rule sets have: with a usual contract, then with the special ones.

    A contract that is spoken of comes first; of the usual ones there is but the first.
    """
    mine, theirs = (each.game.contracts for each in (one, other))
    if not mine or not theirs:
        yield {}
    shared = [each for name, each in mine.items() if name in theirs and each.played]
    usual = [each for each in shared if each.aim is ContractAim.POINTS]
    special = [each for each in shared if each.aim is not ContractAim.POINTS]
    for each in sorted([*usual[:1], *special], key=lambda each: each.name not in about):
        yield from _played(each, one.table.players)


def _played(contract: Contract, players: int) -> Iterator[Told]:
    """A contract played by A alone, by A with C, by C alone; or by everybody for himself."""
    told = {"contract": contract.name}
    if contract.aim is ContractAim.FEWEST:
        yield told
        return
    yield {**told, "declarer": "A"} | ({} if contract.alone else {"partner": "A"})
    if not contract.alone and players > 3:
        yield {**told, "declarer": "A", "partner": "C"}
    if contract.aim is ContractAim.POINTS:
        yield {**told, "declarer": "C"} | ({} if contract.alone else {"partner": "C"})


def endings(one: RuleSet, other: RuleSet, about: str) -> Iterator[CaseFile]:
    """The last trick, and the last but one with the last behind it."""
    deck = frozenset(map(str, one.table.deck))
    laid = [_laid(each, one.table.players) for each in _TRICKS]
    tricks = [each for each in laid if each and deck.issuperset(each)]
    for told in contracts_told(one, other, about):
        for trick in tricks:
            yield from (_ending(one, told, trick, each) for each in _named(trick))
        if told.get("declarer") in (None, told.get("partner", "A")):
            yield from (_early(one, told, each) for each in tricks)


def deals(one: RuleSet, other: RuleSet, about: str) -> Iterator[CaseFile]:
    """A whole hand in which B was dealt one trump, which makes the deal void where a rule set says so."""
    del about
    void = next((each.game.void_deal for each in (one, other) if each.game.void_deal is not None), None)
    if void is None:
        return
    table, players = one.table, SEATS[: one.table.players]
    plain = [card for card in table.deck if card.suit is not void.suit and not card.is_fool]
    hands = {"B": [void.only, *plain[: table.hand_size - 1]]}
    rest = [card for card in table.deck if card not in hands["B"]]
    for at, name in enumerate(each for each in players if each != "B"):
        hands[name] = rest[at * table.hand_size :][: table.hand_size]
    left = rest[(len(players) - 1) * table.hand_size :]
    shared = [each for name, each in one.game.contracts.items() if name in other.game.contracts]
    for contract in [each for each in shared if each.played and not each.takes][:1]:
        yield CaseFile(
            "replay",
            {
                "players": [*players],
                "dealer": players[-1],
                "contract": contract.name,
                "declarer": "A",
                "talon": {"left": " ".join(map(str, left))},
                "hands": {name: " ".join(map(str, hands[name])) for name in players},
                "lines": [{"play": ""}],
            },
        )


def _laid(words: str, players: int) -> tuple[str, ...]:
    laid = words.split()
    return (*laid, *_BESIDE)[:players] if len(laid) <= players else ()


def _named(trick: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The trick; one led with the Fool once more with the suit of its third card named."""
    yield trick
    if trick[0] == "fool":
        yield (f"fool={trick[2][0]}", *trick[1:])


def _early(rules: RuleSet, told: Told, trick: tuple[str, ...]) -> CaseFile:
    players = len(trick)
    lead = winner([Laid(seat, BY_TEXT[word]) for seat, word in enumerate(trick)], rules.game)
    then = [word for word in _BESIDE if word not in trick][:players]
    hands = tuple(f"{first} {last}" for first, last in zip(trick, then, strict=True))
    return _ending(rules, told, hands, (*trick, *then[lead:], *then[:lead]))


def _ending(rules: RuleSet, told: Told, hands: tuple[str, ...], line: tuple[str, ...]) -> CaseFile:
    players = SEATS[: rules.table.players]
    deal = {"players": [*players], **told, "hands": dict(zip(players, hands, strict=True)), "lead": "A"}
    return CaseFile("replay", {**deal, "lines": [{"name": "played", "play": " ".join(line)}]})
