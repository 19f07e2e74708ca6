"""Decisions over worlds for two to five seats, held against endings that are grown whole."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from itertools import product

import pytest
from agreement import CORE
from plain_seats import FOOL, TOP, TRUMPS, Amounts, Ending, Grown, Move, laying, moves, random_ending, settled

LONG = 1 << 40
ROUNDS = {2: (2, 3), 3: (2, 3), 4: (1, 2), 5: (1, 2)}
"""The tricks of the endings, by seats."""
WORLDS, SEEDS = 3, 12

State = tuple[Ending, int]
"""How a world stands, and what the player was paid on the way."""


def endings(seats: int) -> list[Ending]:
    """Endings in which the player is to lay a card."""
    grown = partial(random_ending, seats=seats, call=False)
    short = [
        grown(random.Random(f"{seats} {seed}"), tricks=tricks, count=seed % 3 == 0, laid=seed % seats)
        for tricks in ROUNDS[seats]
        for seed in range(SEEDS)
    ]
    return short + [
        grown(random.Random(f"{seats} last {seed}"), tricks=3, count=False, laid=seats - 1)
        for seed in range(4)
    ]


def worlds_of(ending: Ending, at: random.Random) -> list[Ending]:
    """The ending, and others in which the cards that the player does not see lie elsewhere."""
    found, others = [ending], [seat for seat in range(ending.seats) if seat != ending.mover]
    unseen = [card for seat in others for card in sorted(ending.hands[seat])]
    for _ in range(WORLDS - 1):
        at.shuffle(unseen)
        hands, left = list(ending.hands), list(unseen)
        for seat in others:
            size = len(ending.hands[seat])
            hands[seat], left = frozenset(left[:size]), left[size:]
        found.append(replace(ending, hands=tuple(hands)))
    return [world for place, world in enumerate(found) if world not in found[:place]]


def vectors(states: list[State], player: int) -> set[tuple[int, ...]]:
    """What strategies of the player come to, world by world, where the others do their worst."""
    ending = states[0][0]
    if len(ending.trick) == ending.seats:
        ends = [(settled(each), paid) for each, paid in states]
        states = [(after, paid + tokens[player]) for (after, tokens, _), paid in ends]
        if not any(states[0][0].hands):
            return {tuple(paid for _, paid in states)}
    if states[0][0].mover == player:
        return {end for move in moves(states[0][0]) for end in vectors(after(states, move), player)}
    able: dict[Move, list[int]] = {}
    for place, (each, _) in enumerate(states):
        for move in moves(each):
            able.setdefault(move, []).append(place)
    below = [vectors(after([states[place] for place in able[move]], move), player) for move in able]
    found = set()
    for mix in product(*below):
        worst = [min_of(able.values(), mix, place) for place in range(len(states))]
        found.add(tuple(worst))
    return found


def min_of(places: object, mix: tuple[tuple[int, ...], ...], place: int) -> int:
    return min(end[told.index(place)] for told, end in zip(places, mix, strict=True) if place in told)  # type: ignore[call-overload]


def after(states: list[State], move: Move) -> list[State]:
    return [(laying(each, move), paid) for each, paid in states]


def decider(worlds: list[Ending], weights: list[int], *, selfish: bool, cuts: bool = True) -> object:
    ending = worlds[0]
    rules, stakes = CORE.Rules(), CORE.Stakes()
    for name in Amounts.__dataclass_fields__:
        value = getattr(ending.amounts, name)
        setattr(rules, name, list(value) if isinstance(value, tuple) else value)
    stakes.pots = list(ending.pots)
    if ending.dealer is not None:
        stakes.dealer, stakes.count = ending.dealer, True
    positions = [
        CORE.position(
            [sorted(hand) for hand in world.hands],
            world.leader, list(world.trick), list(world.pots), world.won, list(world.points),
        )
        for world in worlds
    ]  # fmt: skip
    return CORE.Decider(rules, stakes, positions, weights, selfish, 1 << 24, cuts)


def valued(core: object, move: Move, *, least: bool) -> tuple[int, int]:
    """What a card is worth at its worst and at its best."""
    card, named = move
    suit, height = (4, 76 - card) if card >= TOP else (card // 14, 13 - card % 14)
    suit, height = (7, 0) if card == FOOL else (suit, height)
    assert suit in (*range(TRUMPS + 1), 7)
    _, _, worst, best, _, reason = core.card(suit, height, named, least, LONG, -1.0)  # type: ignore[attr-defined]
    assert not reason
    return worst, best


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_against_so_many_the_best_average_and_the_best_worst_case_are_those_of_all_strategies(
    seats: int,
) -> None:
    several = 0
    for number, ending in enumerate(endings(seats)):
        at = random.Random(number)
        worlds = worlds_of(ending, at)
        weights = [at.choice((1, 2, 3)) for _ in worlds]
        for move in moves(ending)[:2]:
            ends = vectors(after([(world, 0) for world in worlds], move), ending.mover)
            most = max(sum(n * w for n, w in zip(end, weights, strict=True)) for end in ends)
            for cuts in (True, False):
                core = decider(worlds, weights, selfish=False, cuts=cuts)
                assert valued(core, move, least=False)[0] == most, (worlds, weights, move)
                assert valued(core, move, least=True)[0] == max(map(min, ends)), (worlds, move)
            several += len(ends) > 1
    assert several


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_in_one_world_so_many_play_the_equilibria_of_the_grown_ending(seats: int) -> None:
    for ending in endings(seats):
        core, grown = decider([ending], [1], selfish=True), Grown(seats)
        for move in moves(ending):
            tokens = [each[ending.mover] for each in grown.payoffs(laying(ending, move))]
            assert valued(core, move, least=False) == (min(tokens), max(tokens)), (ending, move)


def test_all_worlds_of_a_decision_have_the_same_number_of_seats() -> None:
    of_three, of_four = endings(3)[0], endings(4)[0]
    with pytest.raises(ValueError, match="another number of seats"):
        decider([of_three, of_four], [1, 1], selfish=True)
