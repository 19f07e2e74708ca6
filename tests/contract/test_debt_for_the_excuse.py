"""The Excuse in tricks of courts and bouts: a half-point card is owed for it, and the last trick loses it."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from contract.core_play import (
    MARGIN,
    NO_LIMIT,
    Moment,
    moment_of,
    play_of,
    rules_of,
    solver_of,
)
from contract.test_core_answers import asked_of, grown
from effort import tries
from msgspec import structs
from proofs.twice import settled_twice

import analyzer
from analyzer.disputes.files import loads_dispute
from analyzer.position.model import Position
from analyzer.rules.play.table import Trick
from analyzer.rules.score.reckoning import SidePile

DEAR = [suit + court for suit in "hdsc" for court in "RDCV"] + ["T1", "T21"]
VALUES = {"R": 9, "D": 7, "C": 5, "V": 3}


LAST = ("changes-sides", "with-the-trick", "stays")
"""The readings of what becomes of the Excuse in the last trick."""


def of_courts(seats: int, seed: int, cards: int, last: str = LAST[0]) -> Position:
    """A hand begun with so many cards each, nearly all of them courts and bouts, the Excuse among them."""
    rng = random.Random(seed)
    names = "ABCDE"[:seats]
    cheap = rng.sample(["h3", "d4", "s5", "c6", "T9"], rng.randrange(4))
    drawn = rng.sample(DEAR, seats * cards - 1 - len(cheap)) + cheap + ["fool"]
    rng.shuffle(drawn)
    hands = {name: drawn[at * cards : (at + 1) * cards] for at, name in enumerate(names)}
    called = ""
    if seats == 5:
        kings = [card for card in drawn[cards:] if card.endswith("R")]
        called = f"called: {rng.choice(kings)}\n" if kings else "called: hR\npartner: A\n"
    return analyzer.loads(
        f"format: tarok-position/2\nruleset: tarot\nvariant: {{excuse-last: {last}}}\n"
        f"players: [{', '.join(names)}]\ncontract: garde-sans\n"
        f"declarer: A\n{called}lead: {rng.choice(names)}\nhands: {{"
        + ", ".join(f"{name}: {' '.join(hand)}" for name, hand in hands.items())
        + "}\n"
    )


def beginning(position: Position) -> Moment:
    """The position with nothing in any pile."""
    moment = moment_of(position)
    piles = tuple(SidePile() for _ in moment.reckoning.piles)
    tricks = tuple(0 for _ in position.players)
    return replace(moment, reckoning=structs.replace(moment.reckoning, piles=piles, tricks=tricks))


def value(card: str) -> int:
    """What a card counts, in halves of a point."""
    if card in ("T1", "T21", "fool"):
        return 9
    return VALUES.get(card[1:], 1) if card[0] != "T" else 1


def reckoned(
    tricks: Sequence[Trick],
    side: Sequence[int],
    last: str = LAST[0],
    *,
    over: bool = True,
    rich: bool = False,
) -> list[int]:
    """What each side has after these tricks, reckoned plainly from the federation's rules.

    A side with tricks and no half-point card in the end gives the least it has, as the rule set takes it. The
    second side may be `rich`: it had tricks before, and unknown half-point cards in them.
    """
    piles: list[list[str]] = [[], []]
    won, owed, unknown = [0, int(rich)], None, [0, 0]
    for number, trick in enumerate(tricks, 1):
        winner = side[trick.winner]
        won[winner] += 1
        for laid in trick.laid:
            home, own = winner, side[laid.seat]
            early = last == "stays" or number < len(tricks) or not over
            if laid.card.is_fool and early and own != winner:
                home = own
                owed = home, winner
            if laid.card.is_fool and not early and last == "changes-sides" and laid.seat != trick.winner:
                home = 1 - own
            piles[home].append(str(laid.card))
        if owed is not None and won[owed[0]]:
            halves = [card for card in piles[owed[0]] if value(card) == 1]
            if halves:
                piles[owed[0]].remove(halves[0])
                piles[owed[1]].append(halves[0])
                owed = None
            elif rich and owed[0]:
                unknown, owed = [1, -1], None
    if over and owed is not None:
        others = [card for card in piles[owed[0]] if card != "fool"]
        given = min(others, key=value) if won[owed[0]] else "fool"
        piles[owed[0]].remove(given)
        piles[owed[1]].append(given)
    return [sum(map(value, pile)) + more for pile, more in zip(piles, unknown, strict=True)]


@pytest.mark.parametrize("last", LAST)
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_piles_of_courts_count_as_a_plain_reckoning_says(seats: int, last: str) -> None:
    owing = 0
    for seed in range(tries(100)):
        rng = random.Random(seed)
        moment = beginning(of_courts(seats, seed, 3, last))
        tricks = list[Trick]()
        while not moment.over:
            owing += any(pile.owed and pile.tricks for pile in moment.reckoning.piles)
            moment, trick = moment.after(rng.choice(moment.table.moves()))
            tricks += [trick] if trick is not None else []
        piles = [moment.reckoning.piles[side].units for side in range(moment.sides.count)]
        assert piles == reckoned(tricks, moment.sides.of, last), seed
    assert owing, "a side with a trick owes a card"


@pytest.mark.parametrize("last", LAST)
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_core_answers_as_all_lines_do_where_the_excuse_is_owed_for(seats: int, last: str) -> None:
    for seed in range(tries(30, 10)):
        rng = random.Random(seed)
        moment = begun(beginning(of_courts(seats, seed, 3, last)), rng, rng.randrange(seats + 1))
        rules = rules_of(moment)
        for asked in asked_of(moment, rng):
            if asked.core.width >= 0:
                continue
            play = play_of(moment, rules, asked.held if asked.core.kind == MARGIN else 0)
            high = rng.randrange(1 << seats)
            found, _, _ = solver_of(rules).exact(play, asked.core, high, NO_LIMIT, -1)
            assert found == grown(moment, asked, high), (seed, asked.core.kind)


def begun(moment: Moment, rng: random.Random, cards: int) -> Moment:
    """The moment so many cards further on."""
    for _ in range(cards):
        moment, _ = moment.after(rng.choice(moment.table.moves()))
    return moment


@pytest.mark.parametrize(
    ("last", "units"),
    [
        # C led the third trick; A trumps it and gives a card of it that counts half a point.
        ("c2 T9 c1", 9 + 7 + 5 + 9 + 1 + 1 + 1 - 1),
        ("cR T9 cD", 9 + 7 + 5 + 9 + 9 + 1 + 7 - 1),
        # He does not win it: in the end the knight goes, the least that he has.
        ("cR cC cV", 9 + 7 + 5 + 9 - 5),
    ],
)
def test_a_court_is_given_for_the_excuse_only_where_no_half_point_card_ever_comes(
    last: str, units: int
) -> None:
    of_c, of_a, of_b = last.split()
    moment = beginning(
        analyzer.loads(
            f"tarot / A: dR fool {of_a} / B: dD h3 {of_b} / C: dC h4 {of_c} / A leads / "
            "contract=garde-sans declarer=A"
        )
    )
    for card in f"dR dD dC fool h3 h4 {last}".split():
        moment, _ = moment.after(next(move for move in moment.table.moves() if str(move.card) == card))
    assert moment.reckoning.piles[moment.sides.of[0]].units == units


@pytest.mark.parametrize("last", LAST)
@pytest.mark.parametrize("seats", [3, 4])
def test_z3_finds_the_tricks_in_the_same_piles_when_they_are_made_of_courts(seats: int, last: str) -> None:
    for seed in range(tries(24)):
        rng, over = random.Random(seed), seed % 2 == 0  # the last tricks of a hand, or the first ones
        position = of_courts(seats, seed, 4, last)
        moment, tricks = beginning(position), list[Trick]()
        while len(tricks) < (4 if over else 3):
            moment, trick = moment.after(rng.choice(moment.table.moves()))
            tricks += [trick] if trick is not None else []
        told = {
            "format": "tarok-dispute/2",
            "kind": "piles",
            "ruleset": "tarot",
            "variant": {"excuse-last": last},
            "players": list(position.players),
            "contract": "garde-sans",
            "declarer": "A",
            "lead": position.players[tricks[0].laid[0].seat],
            "taken": {name: {"tricks": 0} for name in (position.players[:1] if over else position.players)},
            "tricks": [[str(laid.card) for laid in trick.laid] for trick in tricks],
        }
        found: Any = settled_twice(loads_dispute(json.dumps(told), "d.yaml"))
        side = moment.sides.of
        assert [2 * points for points in found.points] == reckoned(
            tricks, side, last, over=over, rich=over
        ), seed
