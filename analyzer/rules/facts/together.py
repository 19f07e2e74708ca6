"""Which facts of a hand can be true together: the one place that says so.

Facts can be where there are tricks, piles and cards that make all of them true. Where there are none, as few
of the facts are named as cannot be together. What play could have led to it is not asked: facts that are let
pass need not be those of a hand that was played by the rules.

Source: clauses count.points, payment.tout, payment.nolo, and those of the kinds count-cards, nil, slam.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final

from analyzer.cards.card import FOOL
from analyzer.messages import Message
from analyzer.rules.facts.cards import (
    Laying,
    Places,
    held_cards,
    laid_cards,
    last_winners,
    pile_cards,
    tricks_by_cards,
)
from analyzer.rules.facts.counting import HeapTold, counts, joined
from analyzer.rules.facts.fact import CardsApart, Ground, HandFact, Quarrel, Range
from analyzer.rules.spec.game import FoolHome

ANY: Final = -1
"""Every number of units, as a set of bits."""


def together(ground: Ground, facts: Iterable[HandFact]) -> Quarrel | None:
    """The facts of a hand that cannot be true together; None where all of them can.

    Where something that was not told is one of them, it is asked what may have been forgotten.
    """
    told = list(facts)
    if possible(ground, told):
        return None
    few = _as_few(ground, told)
    if len(few) > 2:
        pairs = (each for each in combinations(told, 2) if not possible(ground, each))
        few = next(pairs, tuple(few))
    return Quarrel(tuple(few), _forgotten(ground, few, told))


def _as_few(ground: Ground, told: Sequence[HandFact]) -> Sequence[HandFact]:
    """Facts of which none can be spared without the others being possible; what is not told goes first."""
    left = list(told)
    for fact in reversed(told):
        without = [each for each in left if each is not fact]
        if not possible(ground, without):
            left = without
    return left


def _forgotten(ground: Ground, few: Sequence[HandFact], told: Sequence[HandFact]) -> Message | None:
    """What would make all facts possible, were it told; None where nothing known does."""
    for fact in few:
        others = [each for each in told if each is not fact]
        for question, other in fact.instead:
            if possible(ground, [*others, other]):
                return question
    return None


def possible(ground: Ground, facts: Sequence[HandFact]) -> bool:
    """Whether there are tricks, piles and cards of which all facts are true."""
    laid = laid_cards(facts)
    if laid is None or not last_winners(ground, facts, laid):
        return False
    held, piles = held_cards(ground, facts, laid), pile_cards(ground, facts, laid)
    if held is None or piles is None:
        return False
    ranges = tricks_by_cards(ground, held, facts, laid)
    for fact in facts:
        for seat, (least, most) in fact.tricks.items():
            ranges[seat] = max(least, ranges[seat][0]), min(most, ranges[seat][1])
    return any(
        _divided(ground, facts, _narrowed(ranges, without), piles, held)
        for without in _without(ground, facts, laid, ranges)
    )


def _narrowed(ranges: Sequence[Range], without: frozenset[int]) -> list[Range]:
    """The tricks of each seat, where these and no others have none."""
    return [(0, 0) if seat in without else (max(1, low), high) for seat, (low, high) in enumerate(ranges)]


def _without(
    ground: Ground, facts: Sequence[HandFact], laid: Laying, ranges: Sequence[Range]
) -> Iterator[frozenset[int]]:
    """Every set of seats that may be those without a trick."""
    seats, last = range(len(ranges)), last_winners(ground, facts, laid)
    if any(low > high for low, high in ranges):
        return
    may = [seat for seat in seats if ranges[seat][0] == 0]
    must = {seat for seat in seats if ranges[seat][1] == 0}
    for number in range(len(may) + 1):
        for each in map(frozenset, combinations(may, number)):
            fits = must <= each and (ground.tricks == 0 or last - each)
            fits = fits and all(taken.takers - each for taken in laid.values())
            if fits and all(fact.without is None or each in fact.without for fact in facts):
                yield each


def _divided(
    ground: Ground,
    facts: Sequence[HandFact],
    tricks: Sequence[Range],
    piles: tuple[Places, Places],
    held: Places,
) -> bool:
    """Whether tricks, cards and points can be divided so."""
    if not sum(low for low, _ in tricks) <= ground.tricks <= sum(high for _, high in tricks):
        return False
    if not ground.apart:
        return True
    return any(
        _counted(ground, facts, tricks, piles, apart, home)
        for apart in ground.apart
        for home in _homes(ground, tricks, held)
    )


def _homes(ground: Ground, tricks: Sequence[Range], held: Places) -> Iterator[int | None]:
    """The sides to which the Fool may have come home from another's trick; None for no side."""
    home, sides = ground.rules.game.fool.home, ground.sides
    yield None
    if home is FoolHome.NONE or FOOL not in ground.cards:
        return
    holder = next((seat for seat, cards in enumerate(held) if FOOL in cards), None)
    for side in range(sides.count):
        mine = holder is None or sides.of[holder] == side
        # What is given for it comes with the first trick.
        owes = not ground.over and not any(tricks[seat][0] for seat in sides.seats(side))
        if mine and (home is FoolHome.STAYS or owes):
            yield side


def _counted(
    ground: Ground,
    facts: Sequence[HandFact],
    tricks: Sequence[Range],
    piles: tuple[Places, Places],
    apart: CardsApart,
    home: int | None,
) -> bool:
    """Whether the piles can count what is told of them, with cards apart and the Fool at home so."""
    counting, sides, seats = ground.counting, ground.sides, ground.rules.table.players
    told = [(side, bounds) for fact in facts for side, bounds in fact.units.items()]
    total = total_of(ground)
    # By tricks given to the sides so far what these can count together.
    state = {0: counts(counting, ground.cards, HeapTold(1, ground.nobodys), 0, 0, range(1))}
    ways = [[tricks[seat] for seat in sides.seats(side)] for side in range(sides.count)]
    low_of, high_of = ([sum(each[end] for each in own) for own in ways] for end in (0, 1))
    order = sorted(range(sides.count), key=lambda each: all(each != other for other, _ in told))
    for place, side in enumerate(order):
        elsewhere = frozenset().union(*(cards for other, cards in enumerate(piles[0]) if other != side))
        beside = apart.laid_away[side] + apart.left[side]
        heap = HeapTold(seats, beside, apart.laid_away[side], piles[0][side], piles[1][side] | elsewhere)
        came = 0 if home is None else 1 if home == side else -1
        allowed = _allowed(bounds for each, bounds in told if each == side)
        # So many tricks are left for the sides that follow, which can have no fewer and no more.
        later = order[place + 1 :]
        fewest, most = sum(low_of[each] for each in later), sum(high_of[each] for each in later)
        found: dict[int, int] = {}
        for number in range(low_of[side], min(ground.tricks, high_of[side]) + 1):
            fits = [each for each in state if fewest <= ground.tricks - each - number <= most]
            if not fits:
                continue
            units = allowed & counts(counting, ground.cards, heap, number, came, _turned(ground, number))
            for before in fits if units else ():
                found[before + number] = found.get(before + number, 0) | joined(state[before], units)
        state = found
    return bool(state.get(ground.tricks, 0) >> total & 1)


def pile_range(ground: Ground, side: int, tricks: int) -> Range:
    """The least and the most that the pile of a side with so many tricks can count, whatever else is told."""
    found = 0
    for apart in ground.apart:
        laid_away = apart.laid_away[side]
        heap = HeapTold(ground.rules.table.players, laid_away + apart.left[side], laid_away)
        for came in (0,) if ground.rules.game.fool.home is FoolHome.NONE else (-1, 0, 1):
            found |= counts(ground.counting, ground.cards, heap, tricks, came, _turned(ground, tricks))
    return (found & -found).bit_length() - 1, found.bit_length() - 1


def total_of(ground: Ground) -> int:
    """What all piles count together, with what counts for nobody."""
    counting = ground.counting
    laid = any(any(each.laid_away) for each in ground.apart)
    cards = sum(counting.worth[card] + counting.each_card for card in ground.cards)
    return cards + ground.tricks * counting.trick + laid * counting.laid_away


def _turned(ground: Ground, tricks: int) -> range:
    """How many cards of the talon may have come with so many tricks."""
    late = ground.tricks - ground.turned
    return range(max(0, tricks - late), min(tricks, ground.turned) + 1)


def _allowed(told: Iterable[Range]) -> int:
    found = ANY
    for least, most in told:
        found &= (1 << (most + 1)) - (1 << least)
    return found
