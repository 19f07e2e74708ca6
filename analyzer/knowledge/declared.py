"""What a declaration heard, or not heard, says about the hand it was made of.

Where a hand is known from the deal on the limits are exact. Where the file does not tell what a player has
played, what he declared still binds the cards that are unseen, and no more is said than follows.

Source: clauses declare.trumps, declare.matadors, declare.cavallerie, declare.kings, declare.pass,
declare.independent, declare.fool-untold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from analyzer.cards.card import BY_TEXT, COURTS, FOOL, KINGS, MONDO, PAGAT, Card, Suit
from analyzer.errors import Where
from analyzer.knowledge.facts import Barred, Fact, Limit, Number
from analyzer.knowledge.sight import ANY, Sight, impossible
from analyzer.messages import Message, Name, marked
from analyzer.rules.deal.combinations import PLAIN_SUITS, Declaration

DECLARED: Final = marked("{player} declared {declared}")
PASSED: Final = marked("{player} passed")
NOTHING_ELSE: Final = marked("{player} declared nothing else")

Limits = tuple[Limit | Barred, ...]


def declared_facts(
    sight: Sight, seat: int, said: Sequence[tuple[Declaration, Where | None]], where: Where | None
) -> Iterator[Fact]:
    """The facts of one player's declarations, each with its place, and that there were no others."""
    player = Name(sight.players[seat])
    for each, place in said:
        text = Message(DECLARED, {"player": player, "declared": each.said})
        limits = (*_made(sight, seat, each), *_fool_left_out(sight, seat, each, said))
        yield Fact(text, each.clause, limits, place)
    silent = tuple(_not_made(sight, seat, {(each.kind, each.suit) for each, _ in said}))
    template, clause = (NOTHING_ELSE, "declare.independent") if said else (PASSED, "declare.pass")
    yield Fact(Message(template, {"player": player}), clause, silent, where)


def _made(sight: Sight, seat: int, said: Declaration) -> Limits:
    """What a hand with this declaration holds and lacks."""
    if said.kind == "trumps":
        return _trumps(sight, seat, said)
    if said.kind == "matadors":
        after = BY_TEXT.get(f"T{23 - (said.number or 0)}")
        lacked = frozenset({after} if after not in (None, PAGAT) else ())
        return (*sight.must(seat, said.cards), *sight.must_not(seat, _cards(lacked)))
    four = courts_of(said.suit)
    if said.grade == "full":
        return (*sight.must(seat, four), *sight.must_not(seat, frozenset({FOOL})))
    if said.grade == "abundant":
        return sight.must(seat, four | {FOOL})
    with_fool = sight.must(seat, frozenset({FOOL}))
    if said.missing is None:
        return (*with_fool, *sight.between(seat, four, 3, 3))
    missing = frozenset({said.missing})
    return (*with_fool, *sight.must(seat, four - missing), *sight.must_not(seat, missing))


def _trumps(sight: Sight, seat: int, said: Declaration) -> Limits:
    number = said.number or 0
    limits = sight.between(seat, trumps_and_fool(sight), number, number)
    if said.pagat is None:
        return limits
    pagat = frozenset({PAGAT})
    return (*limits, *(sight.must(seat, pagat) if said.pagat else sight.must_not(seat, pagat)))


def _fool_left_out(
    sight: Sight, seat: int, trumps: Declaration, said: Sequence[tuple[Declaration, Where | None]]
) -> Limits:
    """What a number of trumps tells of the Fool: nothing, unless who has him among them must say so.

    Source: clause declare.fool-untold.
    """
    shown = any(FOOL in each.cards for each, _ in said if each.kind != "trumps")
    if trumps.kind != "trumps" or shown or not sight.rules.declarations.fool_told:
        return ()
    return sight.must_not(seat, frozenset({FOOL}))


def _not_made(sight: Sight, seat: int, said: set[tuple[str, Suit | None]]) -> Iterator[Limit | Barred]:
    """The limits of a hand that can make no other declarations than those said."""
    rules = sight.rules.declarations
    if ("trumps", None) not in said:
        yield from sight.between(seat, trumps_and_fool(sight), 0, rules.trumps_from - 1)
    if ("matadors", None) not in said:
        run = {BY_TEXT[f"T{height}"] for height in range(20, 23 - rules.matadors_from, -1)}
        core = frozenset({MONDO, PAGAT} | run)
        yield from _graded(sight, seat, core, (ANY, len(core) - 1))
    for suit in PLAIN_SUITS:
        if ("cavallerie", suit) not in said:
            yield from _graded(sight, seat, courts_of(suit), (3, 2))
    if ("kings", None) not in said:
        yield from _graded(sight, seat, courts_of(None), (3, 2))


def _graded(sight: Sight, seat: int, cards: frozenset[Card], most: tuple[int, int]) -> Limits:
    """That a hand holds at most so many of the cards without the Fool, and so many with him."""
    place = sight.place(seat)
    known = len(cards & sight.seen[seat])
    without, with_fool = (number - known for number in most)
    if FOOL in sight.seen[seat]:
        without = with_fool
    if place is None:
        return () if without >= 0 else impossible()
    return (Number(place, cards & sight.cards, (0, without), (0, with_fool)),)


def courts_of(suit: Suit | None) -> frozenset[Card]:
    """The four courts of a plain suit, or the four kings."""
    return frozenset(KINGS) if suit is None else frozenset(BY_TEXT[f"{suit}{face}"] for face in COURTS)


def trumps_and_fool(sight: Sight) -> frozenset[Card]:
    """All trumps of the deck, and the Fool where he counts as one of them in a declaration."""
    with_fool = sight.rules.declarations.fool_is_a_trump
    return frozenset(card for card in sight.rules.table.deck if card.is_trump or (card.is_fool and with_fool))


def _cards(found: Iterable[Card | None]) -> frozenset[Card]:
    return frozenset(card for card in found if card is not None)
