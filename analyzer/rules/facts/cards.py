"""Whether what is told of cards can be: who held them, to which trick they went, in whose pile they end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from analyzer.cards.card import FOOL, Card
from analyzer.rules.facts.fact import CardLaid, Ground, HandFact, Range
from analyzer.rules.spec.game import FoolKind

Laying = dict[Card, CardLaid]
Places = list[frozenset[Card]]
"""Cards by seat, or by side."""


def laid_cards(facts: Iterable[HandFact]) -> Laying | None:
    """The tricks to which cards went, each told by one fact or by several; None where these differ."""
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


def last_winners(ground: Ground, facts: Iterable[HandFact], laid: Laying) -> frozenset[int]:
    """Who may have won the last trick."""
    found = frozenset(range(len(ground.sides.of)))
    for fact in facts:
        found &= found if fact.last is None else fact.last
    for each in laid.values():
        found &= each.takers if each.last else found
    return found


def held_cards(ground: Ground, facts: Sequence[HandFact], laid: Laying) -> Places | None:
    """The cards that each seat is known to have held; None where they cannot all lie so."""
    held = [_of(seat, (fact.held for fact in facts)) for seat in range(len(ground.sides.of))]
    for each in laid.values():
        if each.by is not None:
            held[each.by] |= {each.card}
    lacked = any(held[seat] & cards for fact in facts for seat, cards in fact.lacked.items())
    return None if lacked or _twice(held) or not _fit(ground, held, trumps_held(facts)) else held


def trumps_held(facts: Iterable[HandFact]) -> dict[int, int]:
    """How many trumps each seat held at least, as far as it is told."""
    found: dict[int, int] = {}
    for fact in facts:
        for seat, number in fact.trumps.items():
            found[seat] = max(number, found.get(seat, 0))
    return found


def _fit(ground: Ground, held: Places, trumps: dict[int, int]) -> bool:
    """Whether the hands are large enough for what they held, and the pack has so many trumps."""
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


def _is_trump(ground: Ground, card: Card) -> bool:
    """Whether a declaration of trumps counts the card; the Fool, where it may."""
    shown = ground.rules.game.shown
    if card == FOOL:
        own = ground.rules.game.fool.kind is FoolKind.TRUMP
        return own or ground.rules.declarations.fool_is_a_trump or (shown is not None and shown.fool_counts)
    return card.is_trump


def pile_cards(ground: Ground, facts: Sequence[HandFact], laid: Laying) -> tuple[Places, Places] | None:
    """By side the cards that lie in its pile in the end, and those that do not; None where that cannot be."""
    sides = range(ground.sides.count)
    inside, outside = (
        [_of(side, (fact.owned for fact in facts)) for side in sides],
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


def tricks_by_cards(ground: Ground, held: Places, facts: Sequence[HandFact], laid: Laying) -> list[Range]:
    """By seat the least and the most tricks it can have won, by the cards that are told."""
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
    """In how many tricks so many cards were at least, told to be in none but early ones or in any."""
    by = Counter(each.by for each in laid if each.by is not None and each.last is False)
    return max(by.values(), default=0)


def _never_beaten(ground: Ground, seat: int, held: Places, number: int) -> int:
    """How many tricks a seat must have won with its trumps, whoever has the others.

    A trump that loses its trick loses to a higher one, and two do not lose to the same.
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


def _of(place: int, told: Iterable[Mapping[int, frozenset[Card]]]) -> frozenset[Card]:
    return frozenset[Card]().union(*(each.get(place, frozenset()) for each in told))


def _twice(places: Places) -> bool:
    """Whether a card lies in two places."""
    return sum(map(len, places)) > len(frozenset().union(*places))
