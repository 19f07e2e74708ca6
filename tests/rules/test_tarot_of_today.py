"""Tarot as France plays it: whole hands held against a reckoning by hand, and the Excuse at the end."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, replace
from math import ceil

import pytest
from contract.dealing import dealt, played
from effort import tries
from msgspec import structs
from places import ROOT

from analyzer.cards.card import Card
from analyzer.position.model import Position
from analyzer.position.reading import loads
from analyzer.position.replay.model import Replay
from analyzer.position.replay.replay import replay
from analyzer.position.setting import Line
from analyzer.rules.play.table import Trick
from analyzer.rules.score.deeds import KINGS
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.shipped import load_ruleset

PAGE = ROOT / "docs/decisions/0029-tarot-of-today.md"
TENS = 20
"""So many times ten hands of each number of players."""
BOUTS = {"T1", "T21", "fool"}
TARGETS = {0: 56, 1: 51, 2: 41, 3: 36}
COEFFICIENTS = {"petite": 1, "garde": 2, "garde-sans": 4, "garde-contre": 6}
HANDFULS = {3: {13: 20, 15: 30, 18: 40}, 4: {10: 20, 13: 30, 15: 40}, 5: {8: 20, 10: 30, 13: 40}}


def worth(card: Card) -> float:
    """The points of a card: bouts and kings 4.5, queens 3.5, knights 2.5, jacks 1.5, others a half."""
    if str(card) in BOUTS or card in KINGS:
        return 4.5
    return {"D": 3.5, "C": 2.5, "V": 1.5}.get(card.face, 0.5) if card.is_court else 0.5


@dataclass(frozen=True)
class ByHand:
    """A hand reckoned from the tricks as they were won, by the text of the federation."""

    bouts: int
    points: float
    petit: str
    """Which side has the Petit in the last trick: `taker`, `defence`, or nobody."""
    handfuls: int
    worked: str
    """The sum that is owed by each defender."""
    sheet: list[int]


def by_hand(position: Position, tricks: list[Trick], taker: int, partner: int | None) -> ByHand:
    """What every player has, and how it comes to that."""
    seats, told = len(position.players), position.told
    own, won = {taker, partner}, [each.winner for each in tricks]
    sides = [[seat in own for seat in won].count(True), [seat in own for seat in won].count(False)]
    mine = [*(position.skat or ()), *(told.talon_left if told.contract == "garde-sans" else ())]
    points, excuse = sum(map(worth, mine)), 0.0
    bouts = 0
    for place, trick in enumerate(tricks, 1):
        for laid in trick.laid:
            fool = str(laid.card) == "fool"
            home = laid.seat if fool else trick.winner
            if fool and not sides[laid.seat not in own]:
                home = trick.winner  # a side without a trick has no card to give for it
            ours = home in own
            if fool and place == len(tricks):
                ours = laid.seat not in own  # lost to the other side, whoever wins the trick
            points += worth(laid.card) if ours else 0
            bouts += str(laid.card) in BOUTS and ours
            if fool and place < len(tricks) and ours != (trick.winner in own):
                excuse = -0.5 if ours else 0.5  # the low card given for it
    points += excuse
    over = points - TARGETS[bouts]
    way, times = (1 if over >= 0 else -1), COEFFICIENTS[told.contract or ""]
    last = any(str(laid.card) == "T1" for laid in tricks[-1].laid)
    petit = ("taker" if won[-1] in own else "defence") if last else ""
    au_bout = way * {"taker": 10, "defence": -10, "": 0}[petit]
    shown = sum(HANDFULS[seats][int(word.split()[0])] for said in told.announced.values() for word in said)
    slam = 200 * way if len({seat in own for seat in won}) == 1 else 0
    each = way * ((25 + ceil(abs(over)) + au_bout) * times + shown) + slam
    inner = f"25 + {ceil(abs(over))}" + (f" {'+' if au_bout > 0 else '-'} 10" if petit else "")
    beside = f" {'+' if slam > 0 else '-'} 200" if slam else ""
    worked = f"{'-' if way < 0 else ''}(({inner}) x {times}{f' + {shown}' if shown else ''}){beside} = {each}"
    found = [each if seat == partner else -each for seat in range(seats)]
    found[taker] = -sum(found) + found[taker]
    return ByHand(bouts, points, petit, shown, worked, found)


def handfuls(position: Position, game: GameSpec) -> dict[int, tuple[str, ...]]:
    """The handfuls that the hands have, the Excuse aside."""
    assert game.shown is not None
    found = {}
    for seat, hand in enumerate(position.hands):
        fits = [each for each in game.shown.amounts if each <= sum(card.is_trump for card in hand)]
        if fits:
            found[seat] = (f"{max(fits)} trumps",)
    return found


def at_random(seats: int, seed: int) -> tuple[Position, Replay, ByHand]:
    """A whole hand of a seed, as the engine plays and pays it and as it is reckoned by hand."""
    start = dealt("tarot", seats, seed, list(COEFFICIENTS)[seed % 4])
    rng, taker = random.Random(seed), start.told.declarer
    assert taker is not None
    told = structs.replace(start.told, announced=handfuls(start, start.spec))
    if seats == 5:
        told = structs.replace(told, called=rng.choice(sorted(KINGS)))
    start = replace(start, told=told)
    holder = next((seat for seat, hand in enumerate(start.hands) if told.called in hand), None)
    partner = None if holder == taker else holder
    found = replay(start, Line("at random", tuple(action for _, action, _ in played(start, seed))))
    return start, found, by_hand(start, list(found.tricks), taker, partner)


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("tens", range(tries(TENS, 20)))
def test_ten_whole_hands_played_at_random_are_scored_as_by_hand(seats: int, tens: int) -> None:
    for seed in range(10 * tens, 10 * tens + 10):
        _, found, ours = at_random(seats, seed)
        assert found.complete
        assert [*found.tokens] == ours.sheet, seed
        assert sum(found.tokens) == 0


def test_ten_random_hands_of_the_page_are_those_that_are_played() -> None:
    rows = [
        [cell.strip() for cell in row.split("|")[1:-1]]
        for row in PAGE.read_text("utf-8").splitlines()
        if row.startswith("| seed ")
    ]
    assert len(rows) == 10
    for name, *told in rows:
        seats, seed = (int(word) for word in re.findall(r"\d+", name))
        assert told == row(seats, seed)


def row(seats: int, seed: int) -> list[str]:
    """What the page tells of a hand: bid, bouts and points, what is beside, the sum, and every score."""
    start, found, ours = at_random(seats, seed)
    assert [*found.tokens] == ours.sheet
    beside = [
        *([f"Petit au bout: {ours.petit}"] if ours.petit else []),
        *([f"handfuls {ours.handfuls}"] if ours.handfuls else []),
    ]
    assert start.told.declarer is not None
    taker, bid = "ABCDE"[start.told.declarer], start.told.contract or ""
    sheet = ", ".join(f"{name} {score:+}" for name, score in zip("ABCDE", ours.sheet, strict=False))
    return [f"{taker}, {bid}", f"{ours.bouts}, {ours.points:g}", ", ".join(beside), ours.worked, sheet]


SWEPT = """\
format: tarok-position/2
ruleset: tarot
players: [A, B, C, D]
contract: garde
declarer: A
announced: {A: [slam]}
lead: A
hands: {A: T1 fool, B: h1 h2, C: d1 d2, D: s1 s2}
discard: c1 c2 c3 c4 c5 c6
swept: A
taken: {A: {tricks: 16, cards: CARDS}, B: NONE, C: NONE, D: NONE}
lines: [{play: T1 h1 d1 s1 fool h2 d2 s2, expect: {tokens: {A: 1740, B: -580, C: -580, D: -580}, slam: A}}]
"""


def swept() -> Position:
    apart = {"T1", "fool", "h1", "h2", "d1", "d2", "s1", "s2", "c1", "c2", "c3", "c4", "c5", "c6"}
    deck = [str(card) for card in load_ruleset("tarot").table.deck]
    return loads(
        SWEPT.replace("NONE", "{tricks: 0, cards: []}").replace(
            "CARDS", " ".join(card for card in deck if card not in apart)
        )
    )


def test_the_petit_before_an_excuse_that_wins_the_last_trick_is_au_bout() -> None:
    start = swept()
    found = replay(start, start.lines[0])
    assert found.complete
    assert found.mismatches == ()


LOST_TO_THE_TAKER = """\
format: tarok-position/2
ruleset: tarot
players: [A, B, C, D]
contract: garde
declarer: A
lead: A
hands: {A: h2, B: hR, C: fool, D: h1}
discard: c1 c2 c3 c4 c5 c6
taken: {A: {tricks: 16, cards: CARDS}, B: {tricks: 1, cards: d1 d2 d3 d4}, C: NONE, D: NONE}
"""


def test_an_excuse_that_changes_sides_in_a_last_trick_of_its_own_side_can_be_played_to_the_end() -> None:
    apart = {"h2", "hR", "fool", "h1", "c1", "c2", "c3", "c4", "c5", "c6", "d1", "d2", "d3", "d4"}
    rest = " ".join(str(card) for card in load_ruleset("tarot").table.deck if str(card) not in apart)
    position = loads(LOST_TO_THE_TAKER.replace("NONE", "{tricks: 0, cards: []}").replace("CARDS", rest))
    for word in ("h2", "hR", "fool", "h1"):
        position = position.after(word)
    assert position.over
    assert [pile.points for pile in position.taken or ()] == [80.5, 7.5, 0, 0]
