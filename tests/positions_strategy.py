"""Random valid positions for every test that needs some: the same seed gives the same position.

    from positions_strategy import Shape, positions, random_position

`random_position(random.Random(7), Shape(tricks=3))` makes one; `positions(Shape(tricks=2))` is a hypothesis
strategy of them. A :class:`Shape` says what a position should be like; whatever it leaves at None is
left to chance.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from hypothesis import strategies as st
from piling import points_of_trick
from rulesets import DANISH_RULES

from analyzer.cards.card import DECK, FOOL, KINGS, MONDO, PAGAT, Card, cards
from analyzer.position.model import Position
from analyzer.rules.book import Pots
from analyzer.rules.play.table import Laid, Table, Trick
from analyzer.rules.score.hand import NOTHING_TOLD, HandFacts, PileFacts
from analyzer.rules.score.steps import points_of_skat
from analyzer.rules.spec.shipped import load_ruleset

NAMES = ("A", "B", "C")
PRIZES = (*KINGS, PAGAT)


def position(a: str, b: str, c: str, lead: int = 0, **more: Any) -> Position:
    """A position from the hands of A, B and C as text, by today's rules unless `rules` are given."""
    hands = tuple(frozenset(cards(text)) for text in (a, b, c))
    rules = more.pop("rules", None) or load_ruleset("danish")
    return Position(rules, NAMES, hands, lead, **more)


@dataclass(frozen=True)
class Shape:
    """What a random position should be like; None leaves it to chance."""

    tricks: int = 3
    """Tricks left, the present one included."""
    laid: int | None = None
    """Cards in the present trick: 0, 1 or 2."""
    fool: bool | None = None
    """Whether the Fool is still in play."""
    taken: bool | None = None
    """Whether the piles are known, with tricks and points."""
    count: bool | None = None
    """Whether the count is asked for; it brings `taken` and a dealer with it."""
    ruleset: str | None = None
    fool_demand: bool | None = None
    announce: bool | None = None
    """Whether the dealer announced Tout."""
    sitting_out: bool | None = None


def random_position(rng: random.Random, shape: Shape | None = None) -> Position:
    """A valid position of the shape: legal play up to here, piles that fit 25 tricks and 78 points."""
    shape = shape or Shape()
    rules = load_ruleset(shape.ruleset or rng.choice(DANISH_RULES))
    hands = random_hands(rng, shape.tricks, fool=_chance(rng, shape.fool, 50))
    table = Table(rules.game, hands, rng.randrange(3), fool_demand=_chance(rng, shape.fool_demand, 85))
    table = _played_into(rng, table, rng.choice((0, 0, 1, 2)) if shape.laid is None else shape.laid)
    count = _chance(rng, shape.count, 25) and shape.taken is not False
    piles = _chance(rng, shape.taken, 40) or count
    announce = _chance(rng, shape.announce, 10) and piles
    dealer = rng.randrange(3) if count or announce or rng.random() < 0.5 else None
    return Position(
        rules=rules,
        players=NAMES,
        hands=table.hands,
        lead=table.lead,
        trick=table.trick,
        pots=random_pots(rng),
        dealer=dealer,
        fool_demand=table.fool_demand,
        told=random_taken(rng, table, dealer, known=count) if piles else NOTHING_TOLD,
        count=count,
        announce=frozenset({"tout"}) if announce else frozenset(),
        sitting_out="D" if _chance(rng, shape.sitting_out, 10) and rules.table.may_sit_out else None,
        title="a random position",
    )


def told(position: Position) -> str:
    """A position in one line, for the message of a failed test."""
    hands = "  ".join(
        f"{name}: {' '.join(map(str, sorted(hand)))}"
        for name, hand in zip(position.players, position.hands, strict=True)
    )
    trick = " ".join(f"{each.card}" + (f"={each.names}" if each.names else "") for each in position.trick)
    return (
        f"{position.rules.name} | {hands} | {position.players[position.lead]} leads [{trick}]"
        f" | {position.pots} dealer={position.dealer} taken={position.taken} count={position.count}"
        f" demand={position.fool_demand} announce={set(position.announce)} out={position.sitting_out}"
    )


@st.composite
def positions(draw: st.DrawFn, shape: Shape | None = None, most_tricks: int = 3) -> Position:
    """Positions of the shape, or where none is given of 1 to `most_tricks` tricks."""
    tricks = draw(st.integers(1, most_tricks)) if shape is None else shape.tricks
    seed = draw(st.integers(0, 2**32 - 1))
    return random_position(random.Random(seed), replace(shape or Shape(), tricks=tricks))


def _chance(rng: random.Random, fixed: bool | None, percent: int) -> bool:
    by_chance = rng.randrange(100) < percent
    return by_chance if fixed is None else fixed


def random_hands(rng: random.Random, tricks: int, *, fool: bool) -> tuple[frozenset[Card], ...]:
    """Three hands of so many cards, richer in kings, Pagat and few suits than chance would have them."""
    suits = rng.sample([card.suit for card in KINGS], rng.choice((1, 2, 2, 3, 4)))
    wanted = [card for card in DECK if card.is_trump or card.suit in suits]
    cards = {FOOL} if fool else set()
    cards |= {card for card in PRIZES if rng.random() < 0.35}
    cards = set(rng.sample(sorted(cards), min(len(cards), 3 * tricks)))
    if fool:
        cards.add(FOOL)
    pool = [card for card in (wanted if len(wanted) > 3 * tricks + 6 else DECK) if card != FOOL]
    while len(cards) < 3 * tricks:
        cards.add(rng.choice(pool))
    while len(cards) > 3 * tricks:
        cards.discard(rng.choice([card for card in sorted(cards) if card != FOOL]))
    dealt = sorted(cards)
    rng.shuffle(dealt)
    return tuple(frozenset(dealt[seat::3]) for seat in range(3))


def _played_into(rng: random.Random, table: Table, laid: int) -> Table:
    """The table after so many cards of random legal play, demands included."""
    while len(table.trick) < laid or table.picked is not None:
        table, _ = table.after(rng.choice(table.moves()))
    return table


def random_pots(rng: random.Random) -> Pots:
    """Often the usual 60 and 60, now and then rich, odd or empty."""
    amounts = (60, 60, 60, 65, 75, 135, 20, 5, 0, 7)
    return Pots(rng.choice(amounts), rng.choice(amounts))


def random_taken(rng: random.Random, table: Table, dealer: int | None, *, known: bool) -> HandFacts:
    """Piles of the tricks played before: who won them is drawn, and what lies in them is dealt out.

    Unless everything has to be known, a pile or its points may be left out.
    """
    spec = table.spec
    in_play = {card for hand in table.hands for card in hand} | {laid.card for laid in table.trick}
    gone = [card for card in DECK if card not in in_play]
    rng.shuffle(gone)
    gone.sort(key=lambda card: card in (*PRIZES, MONDO, FOOL))
    skat, played = gone[:3], gone[3:]
    rng.shuffle(played)
    points = [0, 0, 0]
    points[rng.randrange(3) if dealer is None else dealer] += points_of_skat(spec, skat)
    tricks = [0, 0, 0]
    takers = rng.choice(((0,), (0, 1), (0, 1, 2), (0, 1, 2), (1, 2), (2,), (0, 2)))
    for start in range(0, len(played), 3):
        seat = rng.choice(takers)
        tricks[seat] += 1
        for each, worth in enumerate(
            points_of_trick(spec, _trick(played[start : start + 3], seat), spec.table.hand_size)
        ):
            points[each] += worth
    piles: list[PileFacts | None] = [PileFacts(tricks[seat], points[seat]) for seat in range(3)]
    vague = rng.randrange(3)
    if not known and rng.random() < 0.3:
        # Of a pile that is left out it is assumed that there is a trick in it, so let that be true, and
        # let no Tout follow from the others.
        silent = tricks[vague] and tricks.count(0) < 2 and rng.random() < 0.5
        piles[vague] = None if silent else PileFacts(tricks[vague])
    return piles_told(*piles)


def piles_told(*piles: PileFacts | None) -> HandFacts:
    """What is told of a hand by its piles, in order of seats; None for one of which nothing is."""
    return HandFacts(piles={seat: pile for seat, pile in enumerate(piles) if pile is not None})


def _trick(cards: Sequence[Card], seat: int) -> Trick:
    """Three cards as a trick of the seat's; who laid what is only of interest for the Fool."""
    return Trick(tuple(Laid((seat + place) % 3, card) for place, card in enumerate(cards)), seat)
