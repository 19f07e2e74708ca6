"""A position made in Python from the words of a position file: `Position(hands={"A": "dR T7"}, lead="A")`.

The words are put together as a file and read by the readers of files, so that they mean the same in both;
the faults are the same too, without places.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from typing import Any

from analyzer.cards.card import Card, Suit
from analyzer.cards.notation import scan_cards, shown
from analyzer.errors import Fault, InvalidFile, InvalidPosition
from analyzer.messages import Name, Verbatim, listed, quoted, say
from analyzer.position.files.positions import position_tree, setting_of
from analyzer.position.files.shape import FORMAT
from analyzer.position.setting import MADE, Setting
from analyzer.rules.actions import Action
from analyzer.rules.book import Pots
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.variants import Under


def made(rules: RuleSet | str | None, words: Mapping[str, object]) -> Setting:
    """Return the setting for the keys of a position file, under the rules given or named.

    Cards, moves and pots may replace words, and seats the names of the leader and the dealer.

    Raises: InvalidPosition with every fault.
    """
    told = {key: value for key, value in words.items() if value is not None}
    told = _named(told)
    told["format"] = FORMAT
    if isinstance(rules, str):
        told["ruleset"] = rules
    lines = (f"{json.dumps(key)}: {json.dumps(_plain(value))}\n" for key, value in told.items())
    under: Under | None = (lambda _: rules) if isinstance(rules, RuleSet) else None
    try:
        return setting_of(position_tree("".join(lines), MADE), under)
    except InvalidFile as refused:
        faults = [Fault(each.message, each.expected) for each in refused.faults]
        raise InvalidPosition(faults) from None


def _named(told: dict[str, object]) -> dict[str, object]:
    """The keys with the players by name: where they are not listed they are those who have hands."""
    hands = told.get("hands")
    if "players" not in told and isinstance(hands, Mapping) and "unseen" not in told:
        told = {**told, "players": list(hands)}
    names = told.get("players")
    if isinstance(hands, list | tuple) and isinstance(names, Sequence) and len(hands) == len(names):
        told = {**told, "hands": dict(zip(names, hands, strict=True))}
    for key in ("lead", "dealer"):
        seat = told.get(key)
        if type(seat) is int and isinstance(names, Sequence) and seat in range(len(names)):
            told = {**told, key: names[seat]}
    return told


def _plain(value: object) -> Any:
    """A value as JSON has it: cards, moves and sums of points as the words of a file."""
    match value:
        case None | bool() | int() | str():
            return value
        case Card() | Suit() | Action() | Fraction():
            return str(value)
        case Pots():
            return {"king": value.king, "pagat": value.pagat}
        case Mapping():
            return {str(key): _plain(each) for key, each in value.items() if each is not None}
        case AbstractSet():
            return sorted(map(_plain, value), key=str)
        case Iterable():
            return [_plain(each) for each in value]
        case _:
            told = say("{value} has no place in a position", value=quoted(value))
            raise InvalidPosition([Fault(told, say("expected the words of a position file"))])


def seated(values: Mapping[str, Any], players: Sequence[str]) -> tuple[dict[str, Any], list[Fault]]:
    """Return values by seat, as a position has them, for hands given by name or in words and seats by name.

    The second part of the result is every fault in those words.
    """
    faults: list[Fault] = []
    found = dict(values)
    hands = found["hands"]
    if isinstance(hands, Mapping):
        faults += [_nobody(name, players) for name in hands if name not in players]
        hands = [hands.get(name, ()) for name in players]
    if isinstance(hands, Sequence) and not isinstance(hands, str):
        found["hands"] = tuple(_hand(hand, faults) for hand in hands)
    for key in ("lead", "dealer"):
        seat = found.get(key)
        if isinstance(seat, str) and seat in players:
            found[key] = players.index(seat)
        elif isinstance(seat, str):
            faults.append(_nobody(seat, players))
            found[key] = 0
    return found, faults


def _nobody(name: object, players: Sequence[str]) -> Fault:
    known = say("the players are {players}", players=listed(map(Name, players)))
    return Fault(say("no player is called {word}", word=Verbatim(shown(str(name)))), known)


def _hand(hand: object, faults: list[Fault]) -> object:
    """The cards of a hand told in words; what is no hand stays for whoever looks at it next."""
    if not isinstance(hand, Iterable):
        return hand
    cards = hand if isinstance(hand, str) else list(hand)
    if all(isinstance(each, Card) for each in cards):
        return frozenset(cards)
    read, wrong = scan_cards(cards if isinstance(cards, str) else " ".join(map(str, cards)))
    faults += [each.fault for each in wrong]
    found = [each.card for each in read]
    faults += [
        Fault(say("{card} is in one hand twice", card=card), say("expected each card once"))
        for card in sorted({*found})
        if found.count(card) > 1
    ]
    return frozenset(found)
