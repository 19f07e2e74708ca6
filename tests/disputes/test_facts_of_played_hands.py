"""What is told of a played hand is taken by `check` and in positions; with a fact changed it is not."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any, TypeVar

import pytest
import yaml
from contract.dealing import dealt, played
from contract.test_every_game import at_random
from effort import part, tries
from evenings.telling import agreed, in_words
from evenings.test_facts_of_hands import changed
from evenings.test_facts_of_hands import played as told_hands
from evenings.test_told_as_replayed import lopsided, starved
from rulesets import DANISH_RULES, FORMS, POINT_RULES

from analyzer.cards.card import FOOL
from analyzer.cards.notation import read_card
from analyzer.disputes.files import loads_dispute
from analyzer.errors import Invalid
from analyzer.position.files.writing import dumps
from analyzer.position.model import Position
from analyzer.position.reading import loads
from analyzer.position.replay.replay import replay
from analyzer.rules.score.goals import points_text

T = TypeVar("T")
Piles = dict[str, dict[str, Any]]
SEED = 40
POINT_FORMS = [each for each in FORMS if each[0] in POINT_RULES]
QUARREL = r"cannot be true|cannot be;|in the piles?|are taken|is in two hands|hands hold"
MANY = tries(3)
"""How many changed facts of a hand are asked for."""
MOST_BESIDE = 17
"""More points than any Fool and any cards laid away bring to who has no trick."""


def starts(name: str, seats: int) -> Iterator[Position]:
    start = agreed(dealt(name, seats, SEED), SEED % seats)
    yield from (start, lopsided(start), starved(start))


def some(others: Iterable[T]) -> list[T]:
    found = [*others]
    return random.Random(SEED).sample(found, min(MANY, len(found)))


def dispute(kind: str, position: Position, told: Mapping[str, Any]) -> None:
    head = {"format": "tarok-dispute/2", "kind": kind, "ruleset": position.rules.name}
    loads_dispute(json.dumps({**head, "players": [*position.players], **told}))


def refused(kind: str, position: Position, told: Mapping[str, Any]) -> None:
    with pytest.raises(Invalid, match=QUARREL):
        dispute(kind, position, told)


@pytest.mark.parametrize(("name", "seats"), part(POINT_FORMS, 2))
def test_a_settlement_of_card_points_is_of_facts_that_can_be(name: str, seats: int) -> None:
    for position, facts in told_hands(name, seats, SEED):
        dispute("settlement", position, facts)
        for other in some(changed(position, facts)):
            refused("settlement", position, other)


def others_piles(position: Position, piles: Piles) -> Iterator[Piles]:
    """The piles with a trick or a point too many, or with the tricks or the points of one with another."""
    sides, names = position.sides, position.players
    leaders = [names[sides.seats(side)[0]] for side in range(sides.count)]
    first = leaders[0]
    points = {each: sum(map(Fraction, str(piles[each].get("points", 0)).split())) for each in leaders}
    yield piles | {first: piles[first] | {"tricks": piles[first]["tricks"] + 1}}
    yield piles | {first: piles[first] | {"points": points_text(points[first] + 1)}}
    for side, one in enumerate(leaders):
        other = leaders[(side + 1) % len(leaders)]
        own = [names[seat] for seat in sides.seats(side)]
        tricks = sum(piles[each]["tricks"] for each in own)
        if tricks and points[one]:
            both = {"points": points_text(points[one] + points[other])}
            yield piles | {one: piles[one] | {"points": 0}, other: piles[other] | both}
        if tricks and points[one] > MOST_BESIDE:
            more = {"tricks": piles[other]["tricks"] + tricks}
            yield piles | {each: piles[each] | {"tricks": 0} for each in own} | {other: piles[other] | more}


def exchanged(position: Position, piles: Piles) -> Iterator[Piles]:
    """The piles that lie open with a dear card of one and a cheap one of another exchanged."""
    worth = position.spec.piles.card_units
    lie = {
        who: sorted(map(read_card, pile["cards"].split()), key=worth)
        for who, pile in piles.items()
        if "cards" in pile
    }
    for one, other in combinations(lie, 2):
        (cheap, *rest), (*others, dear) = lie[one], lie[other]
        if worth(cheap) < worth(dear) and FOOL not in (cheap, dear):
            laid = {one: [*rest, dear], other: [*others, cheap]}
            yield piles | {
                who: piles[who] | {"cards": " ".join(map(str, each))} for who, each in laid.items()
            }


@pytest.mark.parametrize(("name", "seats"), part(FORMS, 3))
def test_what_was_taken_before_a_moment_is_of_facts_that_can_be(name: str, seats: int) -> None:
    for start in starts(name, seats):
        moments = [each for each, _, _ in played(start, SEED) if each.picked is None and not each.demanded]
        moment = random.Random(SEED).choice(moments[len(moments) // 3 :])
        file = yaml.safe_load(dumps(moment))
        loads(json.dumps(file))
        for other in some(exchanged(moment, file["taken"])):
            with pytest.raises(Invalid, match=QUARREL):
                loads(json.dumps(file | {"taken": other}))
        piles = {who: {**pile} for who, pile in file["taken"].items()}
        for pile in piles.values():
            pile.pop("cards", None)
        loads(json.dumps(file | {"taken": piles}))
        for other in some(others_piles(moment, piles)):
            with pytest.raises(Invalid, match=QUARREL):
                loads(json.dumps(file | {"taken": other}))


WITHOUT_A_TRICK = """
format: tarok-position/2
ruleset: tarot
players: [A, B, C, D]
hands: {A: hC h6 h9 dD cR cV, B: hR h1 h3 h5 s10 s4, C: h2 d4 d6 d7 s9 T4, D: d2 s1 c2 T10 T3 T1}
lead: A
dealer: D
contract: garde
declarer: A
discard: c4 sD hV d1 s7 s8
"""


@pytest.mark.parametrize(("points", "can"), [("3", False), ("7", True), ("11", False), ("20", False)])
def test_who_has_no_trick_has_the_points_that_he_laid_away(points: str, can: bool) -> None:
    others = points_text(61 - Fraction(points))
    piles = f"A: {{tricks: 0, points: {points}}}, B: {{tricks: 6, points: {others}}}"
    text = f"{WITHOUT_A_TRICK}taken: {{{piles}, C: {{tricks: 4}}, D: {{tricks: 2}}}}"
    if can:
        loads(text)
        return
    with pytest.raises(Invalid, match="cannot be true together: A has"):
        loads(text)


def before(position: Position) -> Piles:
    """The piles before the last trick, as the position of that moment has them."""
    *_, last = (each for each, _, _ in played(position, SEED) if each.tricks_left == 1 and not each.trick)
    return dict(yaml.safe_load(dumps(last))["taken"])


@pytest.mark.parametrize("name", DANISH_RULES)
def test_a_settlement_of_the_last_trick_is_of_piles_that_can_be(name: str) -> None:
    for position in starts(name, 3):
        found = replay(position, at_random(position, SEED))
        trick, piles = found.tricks[-1], before(position)
        told = {
            "dealer": in_words(position, at_random(position, SEED))["dealer"],
            "lead": position.players[trick.laid[0].seat],
            "trick": " ".join(str(each.card) for each in trick.laid),
        }
        dispute("settlement", position, told | {"taken": piles})
        for other in some(others_piles(position, piles)):
            refused("settlement", position, told | {"taken": other})


@pytest.mark.parametrize("name", DANISH_RULES)
def test_a_count_is_of_piles_that_can_be(name: str) -> None:
    for position in starts(name, 3):
        facts = in_words(position, at_random(position, SEED))
        for each in (facts, *changed(position, facts)):
            told = {key: each[key] for key in ("dealer", "tout", "nolo") if key in each}
            told["piles"] = {who: {"points": number} for who, number in each["points"].items()}
            if each is facts:
                dispute("count", position, told)
            elif any(each.get(key) != facts.get(key) for key in ("tout", "nolo", "points")):
                refused("count", position, told)


@pytest.mark.parametrize("name", DANISH_RULES)
def test_a_misdeal_is_of_hands_that_the_pack_has(name: str) -> None:
    for position in starts(name, 3):
        names = position.players
        hands = {names[seat]: [*map(str, sorted(hand))] for seat, hand in enumerate(position.hands)}
        told = {"dealer": names[0], "hands": {who: " ".join(cards) for who, cards in hands.items()}}
        dispute("misdeal", position, told)
        one, other = names[1], names[2]
        twice = " ".join([*hands[other][1:], hands[one][0]])
        refused("misdeal", position, told | {"hands": told["hands"] | {other: twice}})
        sizes = {who: len(cards) for who, cards in hands.items()}
        dispute("misdeal", position, {"dealer": names[0], "sizes": sizes})
        refused("misdeal", position, {"dealer": names[0], "sizes": sizes | {one: sizes[one] + 1}})
