"""The consistency of facts about a hand: the only place that decides it.

Facts are consistent if there are tricks, piles and cards that make all of them true. If there are none, a
minimal set of inconsistent facts is named. The play that could have led to them is not examined: consistent
facts need not be those of a hand that was played by the rules.

Source: clauses count.points, payment.tout, payment.nolo, and those of the kinds count-cards, nil, slam.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final

from msgspec.structs import replace

from analyzer.cards.card import FOOL, Card
from analyzer.messages import Decimal, Message, listed, say
from analyzer.rules.facts.fact import (
    CardLaid,
    CardsApart,
    Contradiction,
    HandFact,
    HeapTold,
    Range,
    TableFacts,
    counts,
    joined,
)
from analyzer.rules.score.goals import points_text
from analyzer.rules.spec.game import FoolHome, FoolKind

Laying = dict[Card, CardLaid]
Places = list[frozenset[Card]]
"""Cards by seat, or by side."""


def laid_cards(facts: Iterable[HandFact]) -> Laying | None:
    """Return the tricks to which cards went, each given by one or more facts; None if these differ."""
    found: Laying = {}
    for each in (each for fact in facts for each in fact.laid):
        other = found.get(each.card, each)
        by = each.by if other.by is None else other.by
        last = each.last if other.last is None else other.last
        takers = each.takers & other.takers
        if each.by not in (None, by) or each.last not in (None, last) or not takers:
            return None
        found[each.card] = replace(each, by=by, takers=takers, last=last)
    in_last = Counter(each.by for each in found.values() if each.last and each.by is not None)
    return None if any(number > 1 for number in in_last.values()) else found


def last_winners(ground: TableFacts, facts: Iterable[HandFact], laid: Laying) -> frozenset[int]:
    """Return the possible winners of the last trick."""
    found = frozenset(range(len(ground.sides.of)))
    for fact in facts:
        found &= found if fact.last is None else fact.last
    for each in laid.values():
        found &= each.takers if each.last else found
    return found


def held_cards(ground: TableFacts, facts: Sequence[HandFact], laid: Laying) -> Places | None:
    """Return the cards that each seat is known to have held; None if that is impossible."""
    held = [_merge_cards(seat, (fact.held for fact in facts)) for seat in range(len(ground.sides.of))]
    for each in laid.values():
        if each.by is not None:
            held[each.by] |= {each.card}
    lacked = any(held[seat] & cards for fact in facts for seat, cards in fact.lacked.items())
    return None if lacked or _twice(held) or not _fit(ground, held, trumps_held(facts)) else held


def trumps_held(facts: Iterable[HandFact]) -> dict[int, int]:
    """Return the least number of trumps that each seat held, as far as known."""
    found: dict[int, int] = {}
    for fact in facts:
        for seat, number in fact.trumps.items():
            found[seat] = max(number, found.get(seat, 0))
    return found


def _fit(ground: TableFacts, held: Places, trumps: dict[int, int]) -> bool:
    """Return True if the hands are large enough for what they held, and the pack has enough trumps."""
    table = ground.rules.table
    named = {card for card in table.deck if _is_trump(ground, card)}
    together = 0
    for seat, cards in enumerate(held):
        number = max(trumps.get(seat, 0), len(cards & named))
        size = table.hand_size + (table.skat_size if seat in ground.makers else 0)
        together += number
        if number + len(cards - named) > size:
            return False
    return together <= len(named)


def _is_trump(ground: TableFacts, card: Card) -> bool:
    """Return True if a declaration of trumps counts the card; the Fool, if it may."""
    shown = ground.rules.game.shown
    if card == FOOL:
        own = ground.rules.game.fool.kind is FoolKind.TRUMP
        return own or ground.rules.declarations.fool_is_a_trump or (shown is not None and shown.fool_counts)
    return card.is_trump


def pile_cards(ground: TableFacts, facts: Sequence[HandFact], laid: Laying) -> tuple[Places, Places] | None:
    """Return by side the cards in its pile at the end, and those not in it; None if that is impossible."""
    sides = range(ground.sides.count)
    inside, outside = (
        [_merge_cards(side, (fact.owned for fact in facts)) for side in sides],
        [frozenset[Card]()] * len(sides),
    )
    excuse = ground.rules.game.fool.kind is FoolKind.EXCUSE
    for each in laid.values():
        takers = {ground.sides.of[seat] for seat in each.takers}
        if each.card == FOOL and excuse:
            continue
        if len(takers) == 1:
            inside[next(iter(takers))] |= {each.card}
        else:
            outside = [cards if side in takers else cards | {each.card} for side, cards in enumerate(outside)]
    told = {side: number for fact in facts for side, number in fact.of_trull.items()}
    for side, number in told.items():
        # The cards of the Trull are worth alike, so that it may be any of them.
        trull = ground.rules.game.trull
        elsewhere = frozenset[Card]().union(*(inside[other] for other in sides if other != side))
        free = sorted(trull - inside[side] - outside[side] - elsewhere)
        more = number - len(trull & inside[side])
        if not 0 <= more <= len(free):
            return None
        inside[side] |= frozenset(free[:more])
        outside[side] |= frozenset(free[more:])
    if _twice(inside) or any(one & other for one, other in zip(inside, outside, strict=True)):
        return None
    return inside, outside


def tricks_by_cards(ground: TableFacts, held: Places, facts: Sequence[HandFact], laid: Laying) -> list[Range]:
    """Return the range of tricks that each seat can have won, from the cards given."""
    last, found = last_winners(ground, facts, laid), list[Range]()
    trumps = trumps_held(facts)
    for seat in range(len(ground.sides.of)):
        won = [each for each in laid.values() if each.takers == {seat}]
        lost = [each for each in laid.values() if seat not in each.takers]
        early = _tricks_of(each for each in won if not each.last) + (last == {seat})
        least = max(early, bool(won), _never_beaten(ground, seat, held, trumps.get(seat, 0)))
        most = ground.tricks - max(
            _tricks_of(each for each in lost if not each.last) + (seat not in last), bool(lost)
        )
        found.append((least, most))
    return found


def _tricks_of(laid: Iterable[CardLaid]) -> int:
    """Return the least number of tricks with these cards, given as early ones only or as any."""
    by = Counter(each.by for each in laid if each.by is not None and each.last is False)
    return max(by.values(), default=0)


def _never_beaten(ground: TableFacts, seat: int, held: Places, number: int) -> int:
    """Return the number of tricks that a seat must have won with its trumps, whoever has the rest.

    A trump that loses its trick loses to a higher one, and no two lose to the same one.
    """
    game = ground.rules.game
    if not ground.over or game.tricks is not None:
        return 0
    fool = game.fool.kind is FoolKind.TRUMP
    heights = {card: 22 if card == FOOL else game.height(card) for card in game.table.deck if card.is_trump}
    if fool:
        heights[FOOL] = 22
    mine = sorted(heights[card] for card in held[seat] if card in heights)
    others = {card for other, cards in enumerate(held) if other != seat for card in cards}
    more = number - len(mine) - (not fool and FOOL not in others)
    free = sorted(height for card, height in heights.items() if card not in others and height not in mine)
    mine += free[: max(more, 0)]
    theirs = sorted(height for height in heights.values() if height not in mine)
    least = max((sum(h >= x for h in mine) - sum(h >= x for h in theirs) for x in mine), default=0)
    away = game.table.skat_size if seat in ground.makers else 0
    return max(0, least - away - game.fool.top_when_swept)


def _merge_cards(place: int, told: Iterable[Mapping[int, frozenset[Card]]]) -> frozenset[Card]:
    return frozenset[Card]().union(*(each.get(place, frozenset()) for each in told))


def _twice(places: Places) -> bool:
    """Return True if a card is in two places."""
    return sum(map(len, places)) > len(frozenset().union(*places))


ANY: Final = -1
"""Every number of units, as a set of bits."""


def find_contradiction(ground: TableFacts, facts: Iterable[HandFact]) -> Contradiction | None:
    """Return the facts of a hand that cannot all be true; None if they can.

    If one of them comes from something not given, a question asks what may have been forgotten.
    """
    told = list(facts)
    if possible(ground, told):
        return None
    few = _as_few(ground, told)
    if len(few) > 2:
        pairs = (each for each in combinations(told, 2) if not possible(ground, each))
        few = next(pairs, tuple(few))
    return Contradiction(tuple(few), _forgotten(ground, few, told))


def _as_few(ground: TableFacts, told: Sequence[HandFact]) -> Sequence[HandFact]:
    """Return a minimal set of inconsistent facts; those that were not given are left out first."""
    left = list(told)
    for fact in reversed(told):
        without = [each for each in left if each is not fact]
        if not possible(ground, without):
            left = without
    return left


def _forgotten(ground: TableFacts, few: Sequence[HandFact], told: Sequence[HandFact]) -> Message | None:
    """Return what would make all facts possible, if it were given; None if nothing known does."""
    for fact in few:
        others = [each for each in told if each is not fact]
        for question, other in fact.instead:
            if possible(ground, [*others, other]):
                return question
    return None


def possible(ground: TableFacts, facts: Sequence[HandFact]) -> bool:
    """Return True if tricks, piles and cards exist for which all facts are true."""
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
    """Return the tricks of each seat, if exactly these seats have none."""
    return [(0, 0) if seat in without else (max(1, low), high) for seat, (low, high) in enumerate(ranges)]


def _without(
    ground: TableFacts, facts: Sequence[HandFact], laid: Laying, ranges: Sequence[Range]
) -> Iterator[frozenset[int]]:
    """Yield every set of seats that may be those without a trick."""
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
    ground: TableFacts,
    facts: Sequence[HandFact],
    tricks: Sequence[Range],
    piles: tuple[Places, Places],
    held: Places,
) -> bool:
    """Return True if tricks, cards and points can be divided in this way."""
    if not sum(low for low, _ in tricks) <= ground.tricks <= sum(high for _, high in tricks):
        return False
    if not ground.apart:
        return True
    return any(
        _counted(ground, facts, tricks, piles, apart, home)
        for apart in ground.apart
        for home in _homes(ground, tricks, held)
    )


def _homes(ground: TableFacts, tricks: Sequence[Range], held: Places) -> Iterator[int | None]:
    """Yield the sides to which the Fool may have come home from another's trick; None for no side."""
    home, sides = ground.rules.game.fool.home, ground.sides
    yield None
    if home is FoolHome.NONE or FOOL not in ground.cards:
        return
    exchange = ground.rules.game.exchange
    played_out = not ground.over and ground.tricks == ground.rules.table.hand_size
    changes = played_out and exchange is not None and exchange.changes_side is not None and sides.count == 2
    holder = next((seat for seat, cards in enumerate(held) if FOOL in cards), None)
    for side in range(sides.count):
        mine = holder is None or sides.of[holder] == side
        # What is given for it comes with the first trick, or with the first card that counts nothing.
        waits = exchange is not None and exchange.worthless
        owes = not ground.over and (waits or not any(tricks[seat][0] for seat in sides.seats(side)))
        # A Fool of the last trick may change sides though its own side wins the trick.
        lost = changes and (holder is None or not mine)
        if (mine and (home is FoolHome.STAYS or owes)) or lost:
            yield side


def _counted(
    ground: TableFacts,
    facts: Sequence[HandFact],
    tricks: Sequence[Range],
    piles: tuple[Places, Places],
    apart: CardsApart,
    home: int | None,
) -> bool:
    """Return True if the piles can have the given counts, with these separate cards and the Fool's home."""
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


def pile_range(ground: TableFacts, side: int, tricks: int) -> Range:
    """Return the range of counts for a side's pile with this number of tricks, whatever else is given."""
    found = 0
    for apart in ground.apart:
        laid_away = apart.laid_away[side]
        heap = HeapTold(ground.rules.table.players, laid_away + apart.left[side], laid_away)
        for came in (0,) if ground.rules.game.fool.home is FoolHome.NONE else (-1, 0, 1):
            found |= counts(ground.counting, ground.cards, heap, tricks, came, _turned(ground, tricks))
    return (found & -found).bit_length() - 1, found.bit_length() - 1


def total_of(ground: TableFacts) -> int:
    """Return the total of all piles, with the cards that count for nobody."""
    counting = ground.counting
    laid = any(any(each.laid_away) for each in ground.apart)
    cards = sum(counting.worth[card] + counting.each_card for card in ground.cards)
    return cards + ground.tricks * counting.trick + laid * counting.laid_away


def _turned(ground: TableFacts, tricks: int) -> range:
    """Return the numbers of cards of the talon that may have come with this number of tricks."""
    late = ground.tricks - ground.turned
    return range(max(0, tricks - late), min(tricks, ground.turned) + 1)


def _allowed(told: Iterable[Range]) -> int:
    found = ANY
    for least, most in told:
        found &= (1 << (most + 1)) - (1 << least)
    return found


def quarrel_words(ground: TableFacts, quarrel: Contradiction) -> tuple[Message, Message]:
    """Return the contradiction, and the expectation or what may have been forgotten."""
    facts = quarrel.facts
    bounds = [bound for each in facts for bound in each.units.values()]
    twice = sum(low + high for low, high in bounds)
    more = len(facts) > 1 and twice != 2 * total_of(ground)
    if bounds and len(bounds) == len(facts) and (more or bounds[0][0] > total_of(ground)):
        return _points_message(ground, twice)
    expected = say("expected facts of one hand") if quarrel.forgotten is None else quarrel.forgotten
    texts = [each.text for each in facts]
    for side in facts[0].units if len(facts) == 1 else ():
        own = max((each.laid_away[side] for each in ground.apart), default=0)
        laid = max((max(each.laid_away) for each in ground.apart), default=0)
        texts += [say("{number} {number:card is/cards are} discarded there", number=own)] if own else []
        texts += (
            [say("{number} {number:card is/cards are} discarded elsewhere", number=laid)]
            if laid and not own
            else []
        )
    if not texts:
        return say("this cannot be a hand"), expected
    if len(texts) == 1:
        return say("{fact}: that cannot be", fact=texts[0]), expected
    return say("these cannot be true together: {facts}", facts=listed(texts)), expected


def _points_message(ground: TableFacts, twice: int) -> tuple[Message, Message]:
    """Return the text for points with a wrong sum; `twice` are the given units."""
    game = ground.rules.game
    unit = game.piles.unit
    number = Decimal(points_text(Fraction(twice, 2 * unit)))
    whole = Decimal(points_text(Fraction(total_of(ground), unit)))
    expected = say("expected {number} in all", number=whole)
    if twice > 2 * total_of(ground):
        expected = say("expected at most {number}", number=whole)
    return say("{number} {number:point/points} in the piles", number=number), expected
