"""How many of the three best cards lie in a pile: told by a number, and judged as if the cards were told."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest
from commands import Run
from msgspec import structs

from analyzer.cards.card import BY_TEXT, Card
from analyzer.errors import InvalidFile
from analyzer.position.model import Position
from analyzer.position.reading import loads
from analyzer.rules.spec.shipped import load_ruleset

TRULL = tuple(map(BY_TEXT.__getitem__, ("T21", "T1", "fool")))
NAMES = ("Alice", "Bob", "Carl", "Dora")
ENDING = """format: tarok-position/2
ruleset: tarot
players: [Alice, Bob, Carl, Dora]
contract: garde
declarer: Alice
hands: {Alice: hR T15 cR, Bob: hD T20 cD, Carl: hV d5 T2, Dora: h7 s3 T9}
lead: Alice
"""


def faults(taken: str, ending: str = ENDING) -> list[str]:
    with pytest.raises(InvalidFile) as caught:
        loads(f"{ending}taken: {taken}\n", "f")
    return [str(each) for each in caught.value.faults]


def drawn(seed: int) -> tuple[str, list[Card]]:
    """A random ending of tarot, and those of the three best cards that lie in the piles by then."""
    rng, deck = random.Random(seed), list(load_ruleset("tarot").table.deck)
    rng.shuffle(deck)
    hands = [deck[3 * seat : 3 * seat + 3] for seat in range(4)]
    held = ", ".join(f"{name}: {' '.join(map(str, hand))}" for name, hand in zip(NAMES, hands, strict=True))
    gone = [card for card in TRULL if not any(card in hand for hand in hands)]
    head = f"format: tarok-position/2\nruleset: tarot\nplayers: [{', '.join(NAMES)}]\n"
    return f"{head}contract: prise\ndeclarer: Alice\nhands: {{{held}}}\nlead: Bob\n", gone


def worth(run: Run, position: Position) -> object:
    """What everything that hangs on the declarer's target comes to."""
    read = run("solve", position.to_yaml(), "--json").json
    return [read[key] for key in ("goals", "guarantee", "margin")]


@pytest.mark.parametrize("seed", range(6))
def test_a_number_is_as_good_as_the_cards_whichever_they_are(run: Run, seed: int) -> None:
    text, gone = drawn(seed)
    for number in range(len(gone) + 1):
        told = loads(f"{text}taken: {{Alice: {{tricks: 8, points: 20, bouts: {number}}}}}\n")
        for own in combinations(gone, number):
            piles = {**told.told.piles}
            piles[0] = structs.replace(piles[0], cards=frozenset(own))
            piles[1] = structs.replace(piles[1], cards=frozenset(gone) - {*own})
            shown = replace(told, told=structs.replace(told.told, piles=piles))
            assert worth(run, told) == worth(run, shown)


def test_the_commonest_question_of_tarot_is_answered(run: Run) -> None:
    """I have 24 with two oudlers, they have 46, and three tricks are to come."""
    asked = f"{ENDING}taken: {{Alice: {{tricks: 9, points: 24, bouts: 2}}}}\n"
    assert run("forced", asked, "--brief").out.startswith("Yes: Alice can force")
    told = run("solve", asked, "--json").json
    assert told["goals"]["Alice"]["contract"]["status"] == "forced"
    assert told["points"] == {"Alice": 43, "Bob": 48}
    assert told["tricks"] == {"Alice": 11, "Bob": 7}, "what one side has not the other has"
    assert loads(loads(asked).to_yaml()) == loads(asked)


def test_where_it_is_not_told_it_is_asked_for_by_its_name(run: Run) -> None:
    asked = run("forced", f"{ENDING}taken: {{Alice: {{tricks: 9, points: 24}}}}\n", "--goal", "contract")
    assert asked.status == 2
    assert "expected `bouts` in `taken`: how many oudlers lie there" in asked.err


@pytest.mark.parametrize(
    ("taken", "told"),
    [
        ("{Alice: {tricks: 9, bouts: 4}}", "expected at most 3"),
        ("{Alice: {tricks: 9, bouts: 2, trull: 1}}", "count the same cards, and differ"),
        ("{Alice: {tricks: 9, bouts: 2}, Bob: {bouts: 2}}", "4 cards of the Trull are in the piles"),
        ("{Alice: {bouts: 1}, Bob: {bouts: 1}, Carl: {bouts: 0}, Dora: {bouts: 0}}", "expected 3"),
        ("{Alice: {tricks: 9, points: 24, cards: T21 T1, bouts: 1}}", "expected 2 by its cards"),
    ],
)
def test_a_number_that_cannot_be_is_a_fault(taken: str, told: str) -> None:
    assert any(told in each for each in faults(taken)), faults(taken)


@pytest.mark.parametrize(
    ("piles", "fit"),
    [("Alice: {bouts: 1}, Bob: {bouts: 2}", 64), ("Alice: {bouts: 3}", 64), ("Alice: {bouts: 1}", 67)],
)
def test_a_card_that_is_not_known_is_one_of_the_three_where_it_can_be(run: Run, piles: str, fit: int) -> None:
    """Of the 78 cards 11 are known, and the 67 others are those that Carl may hold."""
    unknown = ENDING.replace("hV d5 T2", "'? d5 T2'")
    assert run("deals", f"{unknown}taken: {{{piles}}}\n", "--json").json["count"] == fit


def test_a_game_that_has_no_use_for_it_says_so() -> None:
    danish = "format: tarok-position/1\nhands: {A: dR T7, B: hR d9, C: c7 c2}\nlead: B\n"
    assert "in a game that has no use for it" in faults("{A: {tricks: 9, trull: 1}}", danish)[0]
