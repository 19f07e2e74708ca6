"""What was said in a Danish hand was paid for, and one sum is due; a demand belongs to its own trick."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from commands import Run, run
from places import POSITIONS
from whole_hands import SILENT, played_out

import analyzer
from analyzer.api.ruling import rule
from analyzer.disputes.files import loads_dispute
from analyzer.disputes.registry import settle
from analyzer.position.model import Position
from analyzer.position.replay.ruling import ruled
from analyzer.report.text.everydeal import percent_words
from analyzer.report.view.base import plain

__all__ = ["run"]
AMOUNTS = {
    "10 trumps without pagat": 10, "11 trumps with pagat": 15, "12 trumps without pagat": 20,
    "3 matadors": 10, "4 matadors": 15, "half hearts no queen": 5, "full spades": 10, "abundant clubs": 15,
    "half kings no hearts": 5, "full kings": 10,
}  # fmt: skip
"""What each opponent pays for a declaration, from the table of the main rule text, "3. Declaring"."""
HAND = played_out(SILENT)


def saying(words: list[list[str]]) -> Position:
    """The hand with these declarations of its three players; none is a pass."""
    position = analyzer.loads(HAND)
    said = zip(position.players, words, strict=True)
    told = "\n".join(f"  {name}: {each or 'pass'}" for name, each in said).replace("'", '"')
    return analyzer.loads(f"{SILENT}\ndeclarations:\n{told}\n{HAND[HAND.index('lines:') :]}")


def random_words(seed: int) -> list[list[str]]:
    rng = Random(seed)
    return [rng.sample(sorted(AMOUNTS), rng.choice((0, 0, 1, 2))) for _ in range(3)]


def brought(words: list[list[str]]) -> list[int]:
    """What the three gain by what they say, summed up by hand."""
    each = [sum(AMOUNTS[word] for word in said) for said in words]
    return [3 * mine - sum(each) for mine in each]


@pytest.mark.parametrize("seed", range(40))
def test_every_declaration_is_paid_as_it_was_said_whatever_the_cards_are(seed: int) -> None:
    words = random_words(seed)
    silent = ruled(saying([[], [], []]), None).replay.tokens
    found = ruled(saying(words), None).replay.tokens
    assert [one - other for one, other in zip(found, silent, strict=True)] == brought(words)


@pytest.mark.parametrize("seed", range(40))
def test_the_sum_due_for_wrong_words_is_what_the_dispute_about_them_orders(seed: int) -> None:
    words = random_words(seed)
    position = saying(words)
    line = ruled(position, None)
    if not line.breaches:
        return
    told = {
        "format": "tarok-dispute/1",
        "kind": "declarations",
        "players": list(position.players),
        "hands": dict(zip(position.players, ([*map(str, hand)] for hand in position.hands), strict=True)),
        "said": {name: each or "pass" for name, each in zip(position.players, words, strict=True)},
        "found": "during-play",
    }
    dispute = loads_dispute(json.dumps(told), "d.yaml")
    ordered: Any = settle(dispute)
    dealing = [-10 if seat == position.dealer else 0 for seat in range(3)]
    by_hand = [a + b + c for a, b, c in zip(dealing, brought(words), ordered.paid.tokens, strict=True)]
    assert list(line.due.tokens) == by_hand
    assert line.due.ends_in == 0


def test_twelve_trumps_that_were_never_declared_bring_their_holder_nothing() -> None:
    position = analyzer.load(str(POSITIONS / "whole-hand.yaml"))
    assert [fault for _, fault in ruled(position, None).replay.deal.faults] == []  # type: ignore[union-attr]
    (ruling,) = check_lines(saying([[], [], []]))
    assert ruling["as_played"] != ruling["due"]
    assert ruling["breaches"][0]["at"] == "deal"


def check_lines(position: Position) -> list[dict[str, Any]]:
    """What `check --json` says of each line of a position."""
    return list(plain(rule(position).view())["lines"])


ENDING = """\
format: tarok-position/1
hands: {A: fool hR c3 c4, B: T21 T20 T18 c10, C: s4 s5 h9 s6}
lead: B
lines:
  - name: demanded
    play: PLAY
"""
TRICKS = (("T21", "s6", "c4"), ("T20", "s4"), ("c10", "s5", "c3"), ("T18", "h9", "hR"))


def with_demand(trick: int, place: int) -> list[dict[str, Any]]:
    """The breaches of an ending in which C demands the Fool before so many cards of a trick."""
    words = [list(each) for each in TRICKS]
    words[1].append("fool")
    words[trick].insert(place, "demand[C]")
    text = ENDING.replace("PLAY", " ".join(word for each in words for word in each))
    position = analyzer.loads(text)
    found = check_lines(position)[0]["breaches"]
    for each in found:
        position.at("demanded", each["at"])
    return list(found)


@pytest.mark.parametrize("place", range(4))
def test_a_demand_in_its_own_trick_is_right_and_elsewhere_an_error_of_that_trick(
    place: int,
) -> None:
    assert all("needless" not in each["clause"] for each in with_demand(1, min(place, 2)))
    for trick in (2, 3):
        breaches = with_demand(trick, place)
        assert {each["by"] for each in breaches} == {"C"}
        later = place == 3 and trick < 3  # after the last card: before the next trick
        assert all(each["at"].startswith(f"{22 + trick + later}.") for each in breaches), breaches


def test_a_demand_before_the_lead_of_its_trick_is_not_booked_on_the_trick_before() -> None:
    assert with_demand(0, 3) == []
    assert {each["at"] for each in with_demand(0, 0)} == {"22.1"}


@pytest.mark.parametrize(
    ("pair", "at", "stays"),
    [("c3,h9", "22.3", True), ("s5,T18", "22.3", True), ("T18,c3", "22.3", True), ("T20,c3", "23.2", False)],
)
def test_cards_in_each_others_places_leave_what_was_played_or_are_refused(
    run: Run, pair: str, at: str, *, stays: bool
) -> None:
    text = ENDING.replace("PLAY", "T21 s6 c4 T20 s4 fool c10 s5 c3 T18 h9 hR")
    before = run("show", "-", "--at", at, "--text", stdin=text)
    after = run("show", "-", "--at", at, "--swap", pair, "--text", stdin=text)
    assert after.status == (0 if stays else 2)
    assert (before.out.partition("leads")[2] == after.out.partition("leads")[2]) is stays


def test_a_share_of_deals_is_a_number_and_never_all_or_none_where_it_is_not() -> None:
    told = [percent_words(number, 1000) for number in (0, 1, 4, 500, 999, 1000)]
    assert told == ["0 %", "1 %", "1 %", "50 %", "99 %", "100 %"]
