"""Endings for any number of seats, grown whole; the core is held against them where nothing else plays.

Cards are the core's numbers: four suits of fourteen from the king down, 56 to 76 the trumps from the highest
down, 77 the Fool. Nothing here imports `analyzer`; amounts and duties are written down from the sources.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import reduce
from operator import and_, or_

KINGS, PAGAT, TOP, FOOL, TRUMPS = (0, 14, 28, 42), 76, 56, 77, 4
GOALS = {
    "bagud": 0b00010,
    "last_trick": 0b11100,
    "ultimo": 0b11000,
    "king_ultimo": 0b01000,
    "pagat_ultimo": 0b10000,
    "won with a plain card": 0b00100,
    "lost with a plain card": 0b00001,
    "lost": 0b00011,
    "a king kept": 0b01010,
    "no prize card kept": 0b00101,
}
"""Each goal as the core's classes of what a seat does in the last trick; then some that nobody asks for."""

Move = tuple[int, int]
"""A card, and the suit that a led Fool names, or -1."""


@dataclass(frozen=True)
class Amounts:
    """What is paid; pairs are for kings and for the Pagat."""

    lost_early: tuple[int, int] = (10, 5)
    lost_early_pot: tuple[int, int] = (5, 3)
    won_early: tuple[int, int] = (0, 4)
    last: tuple[int, int] = (20, 30)
    last_plain: int = 7
    sweep: int = 50
    blank: int = 40
    refill: tuple[int, int] = (6, 7)
    banned_trick: int = 2
    call_trick: int = 0
    court_points: tuple[int, ...] = (5, 4, 3, 2)
    top_trump_points: int = 5
    low_trump_points: int = 5
    excuse_points: int = 5
    trick_points: int = 1
    par: int = 9
    rounding: int = 5


@dataclass(frozen=True)
class Ending:
    """A moment before a card is laid; `dealer` only where the count is settled."""

    amounts: Amounts
    hands: tuple[frozenset[int], ...]
    leader: int
    pots: tuple[int, int]
    won: int
    trick: tuple[Move, ...] = ()
    dealer: int | None = None
    points: tuple[int, ...] = ()
    called: bool = False

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def mover(self) -> int:
        return (self.leader + len(self.trick)) % self.seats

    @property
    def tricks(self) -> int:
        return len(self.hands[self.mover])


def random_ending(
    at: random.Random, seats: int, tricks: int, *, count: bool, call: bool, laid: int
) -> Ending:
    """A seeded ending, rich in kings and trumps, with so many cards laid to its first trick."""
    deck = [*KINGS, PAGAT, *range(56, 68), FOOL, *at.sample([n for n in range(56) if n % 14], 14)]
    cards = at.sample(deck, seats * tricks)
    if call and FOOL not in cards:
        cards[at.randrange(len(cards))] = FOOL
    hands = tuple(frozenset(cards[seat * tricks : (seat + 1) * tricks]) for seat in range(seats))
    amounts = Amounts(call_trick=3 if call else 0)
    held = sum(king in cards for king in KINGS)
    ending = Ending(
        amounts,
        hands,
        at.randrange(seats),
        (20 + 5 * (4 - held), 12),
        at.randrange(1 << seats),
        dealer=at.randrange(seats) if count else None,
        points=tuple(at.randrange(12) for _ in range(seats)),
    )
    while len(ending.trick) < laid:
        ending = laying(ending, at.choice(moves(ending)))
    return ending


def suit_of(card: int) -> int:
    return TRUMPS if card >= TOP else card // 14


def moves(at: Ending) -> list[Move]:
    """What may be laid: follow, else trump, else anything; the Fool at any time but one."""
    hand = at.hands[at.mover]
    cards = sorted(hand - {FOOL})
    if at.trick:
        led = led_suit(at.trick)
        follow = [card for card in cards if suit_of(card) == led]
        cards = follow or [card for card in cards if suit_of(card) == TRUMPS] or cards
    allowed = [] if at.called else [(card, -1) for card in cards]
    if FOOL not in hand or (at.tricks == at.amounts.banned_trick and not at.called):
        return allowed
    if at.trick:
        return [*allowed, (FOOL, -1)]
    others = [card for seat, each in enumerate(at.hands) if seat != at.mover for card in each]
    return [*allowed, *((FOOL, suit) for suit in sorted({suit_of(card) for card in others}))]


def led_suit(trick: tuple[Move, ...]) -> int:
    card, named = trick[0]
    return named if card == FOOL else suit_of(card)


def winning_place(trick: tuple[Move, ...]) -> int:
    """The highest trump, else the highest of the suit led, else of the suit of the first card that is one."""
    cards = [card for card, _ in trick]
    real = [card for card in cards if card != FOOL]
    for suit in (TRUMPS, led_suit(trick), suit_of(real[0])):
        of_suit = [card for card in real if suit_of(card) == suit]
        if of_suit:
            return cards.index(min(of_suit))
    raise AssertionError


def laying(at: Ending, move: Move) -> Ending:
    hands = list(at.hands)
    hands[at.mover] -= {move[0]}
    return replace(at, hands=tuple(hands), trick=(*at.trick, move), called=False)


def kind_of(card: int) -> int | None:
    return 0 if card in KINGS else 1 if card == PAGAT else None


def settled(at: Ending) -> tuple[Ending, list[int], int]:
    """A complete trick paid: the ending that follows, the tokens, and the seat that won."""
    cards = {(at.leader + place) % at.seats: card for place, (card, _) in enumerate(at.trick)}
    winner = (at.leader + winning_place(at.trick)) % at.seats
    last = not any(at.hands)
    paid = Paid([0] * at.seats, list(at.pots))
    points = counted(at, cards, winner, last=last)
    after = replace(at, leader=winner, won=at.won | 1 << winner, trick=(), points=points)
    if last:
        pay_last(after, cards, paid)
    else:
        pay_early(after, cards, paid)
    return replace(after, pots=(paid.pots[0], paid.pots[1])), paid.tokens, winner


@dataclass(frozen=True)
class Paid:
    """Payments so far, by seat and by pot."""

    tokens: list[int]
    pots: list[int]

    def each_pays(self, seat: int, amount: int) -> None:
        """Every other seat pays so much to the seat."""
        for other in range(len(self.tokens)):
            self.tokens[other] += amount * (len(self.tokens) - 1) if other == seat else -amount

    def into_pot(self, seat: int, kind: int, amount: int) -> None:
        self.tokens[seat] -= amount
        self.pots[kind] += amount


def pay_early(after: Ending, cards: dict[int, int], paid: Paid) -> None:
    """Kings and the Pagat won or lost before the last trick; `after` is led by the winner."""
    for seat, card in cards.items():
        kind = kind_of(card)
        if kind is not None and seat == after.leader:
            paid.each_pays(seat, after.amounts.won_early[kind])
        elif kind is not None:
            paid.each_pays(seat, -after.amounts.lost_early[kind])
            paid.into_pot(seat, kind, after.amounts.lost_early_pot[kind])


def pay_last(after: Ending, cards: dict[int, int], paid: Paid) -> None:
    """The last trick: the winner or who missed all tricks, then the losers, then empty pots and the count."""
    amounts, winner, before = after.amounts, after.leader, tuple(paid.pots)
    prize = kind_of(cards[winner])
    losers = {
        seat: kind for seat, card in cards.items() if seat != winner and (kind := kind_of(card)) is not None
    }
    missed = [seat for seat in range(after.seats) if not after.won >> seat & 1]
    if len(missed) == after.seats - 1:
        paid.each_pays(winner, amounts.sweep)
    elif missed:
        for seat in missed:
            paid.each_pays(seat, amounts.blank)
    elif prize is not None:
        paid.each_pays(winner, amounts.last[prize])
        paid.into_pot(winner, prize, -before[prize])
    elif not losers:
        paid.each_pays(winner, amounts.last_plain)
    for seat, kind in losers.items():
        paid.each_pays(seat, -amounts.last[kind])
        paid.into_pot(seat, kind, before[kind])
    for kind in [kind for kind in range(2) if paid.pots[kind] == 0]:
        for seat in range(after.seats):
            paid.into_pot(seat, kind, amounts.refill[kind])
    if after.dealer is not None and len(missed) in (0, after.seats - 1):
        settle_count(after, after.dealer, paid)


def settle_count(after: Ending, dealer: int, paid: Paid) -> None:
    """Who is above the par is paid by the seat after the dealer, who is paid by those below; in fives."""
    payer, amounts = (dealer + 1) % after.seats, after.amounts
    for seat in range(after.seats):
        off = after.points[seat] - amounts.par
        size = (abs(off) + amounts.rounding // 2) // amounts.rounding * amounts.rounding
        if seat != payer:
            paid.tokens[seat] += size if off > 0 else -size
            paid.tokens[payer] -= size if off > 0 else -size


def counted(at: Ending, cards: dict[int, int], winner: int, *, last: bool) -> tuple[int, ...]:
    """The points of the piles with this trick; the Fool stays in its player's, but for the last trick."""
    if at.dealer is None:
        return at.points
    piles = list(at.points)
    piles[winner] += at.amounts.trick_points
    for seat, card in cards.items():
        piles[seat if card == FOOL and not last else winner] += worth(at.amounts, card)
    return tuple(piles)


def worth(amounts: Amounts, card: int) -> int:
    special = {TOP: amounts.top_trump_points, PAGAT: amounts.low_trump_points, FOOL: amounts.excuse_points}
    if card >= TOP:
        return special.get(card, 0)
    return amounts.court_points[card % 14] if card % 14 < 4 else 0


class Grown:
    """Answers of endings, each read off all that can be played."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self._goals: dict[Ending, int] = {}
        self._sure: dict[Ending, tuple[int, ...]] = {}
        sides = range(1 << seats)
        block = len(GOALS) * seats
        self._for = [
            sum(((1 << block) - 1) << side * block for side in sides if side >> seat & 1)
            for seat in range(seats)
        ]

    def forces(self, ending: Ending) -> dict[tuple[str, int, int], bool]:
        """For (goal, seat, side): whether the seats of the side force the goal of the seat."""
        bits, block = self._goal_bits(ending), len(GOALS) * self.seats
        return {
            (goal, seat, side): bool(bits >> side * block + seat * len(GOALS) + at & 1)
            for side in range(1 << self.seats)
            for seat in range(self.seats)
            for at, goal in enumerate(GOALS)
        }

    def sure(self, ending: Ending) -> tuple[int, ...]:
        """For each seat the most tokens it is sure of against all others together."""
        if not ending.trick and ending in self._sure:
            return self._sure[ending]
        if len(ending.trick) == self.seats:
            after, paid, _ = settled(ending)
            rest = self.sure(after) if any(after.hands) else (0,) * self.seats
            return tuple(map(sum, zip(paid, rest, strict=True)))
        found = self._chosen(ending, self.sure, self._best_alone)
        if not ending.trick:
            self._sure[ending] = found
        return found

    def payoffs(self, ending: Ending) -> frozenset[tuple[int, ...]]:
        """All payoffs of subgame-perfect equilibria in pure strategies."""
        if len(ending.trick) == self.seats:
            after, paid, _ = settled(ending)
            rest = self.payoffs(after) if any(after.hands) else {(0,) * self.seats}
            return frozenset(tuple(map(sum, zip(paid, each, strict=True))) for each in rest)
        return self._chosen(ending, self.payoffs, standing)

    def _goal_bits(self, ending: Ending) -> int:
        if not ending.trick and ending in self._goals:
            return self._goals[ending]
        if len(ending.trick) == self.seats:
            return self._goal_bits(settled(ending)[0]) if any(ending.hands) else self._reached(ending)
        found = self._chosen(ending, self._goal_bits, self._forced)
        if not ending.trick:
            self._goals[ending] = found
        return found

    def _chosen(self, ending, value, choose):  # type: ignore[no-untyped-def]
        """The mover chooses; where the Fool may be called for, the others do before, one after the other."""
        below = {move: value(laying(ending, move)) for move in moves(ending)}
        if (
            ending.tricks == ending.amounts.call_trick
            and FOOL in ending.hands[ending.mover]
            and not ending.called
        ):
            called = value(replace(ending, called=True))
            for move in [move for move in below if move[0] != FOOL]:
                for place in range(self.seats - 1, 0, -1):
                    below[move] = choose((ending.mover + place) % self.seats, [called, below[move]])
        return choose(ending.mover, list(below.values()))

    def _forced(self, mover: int, below: list[int]) -> int:
        return reduce(or_, below) & self._for[mover] | reduce(and_, below) & ~self._for[mover]

    @staticmethod
    def _best_alone(mover: int, below: list[tuple[int, ...]]) -> tuple[int, ...]:
        return tuple(
            (max if seat == mover else min)(each) for seat, each in enumerate(zip(*below, strict=True))
        )

    def _reached(self, ending: Ending) -> int:
        winner = settled(ending)[2]
        bits = 0
        for place, (card, _) in enumerate(ending.trick):
            seat, kind = (ending.leader + place) % self.seats, kind_of(card)
            what = (2 if kind is None else 3 + kind) if seat == winner else int(kind is not None)
            for at, classes in enumerate(GOALS.values()):
                bits |= (classes >> what & 1) << seat * len(GOALS) + at
        block = len(GOALS) * self.seats
        return sum(bits << side * block for side in range(1 << self.seats))


def standing(mover: int, below: list[frozenset[tuple[int, ...]]]) -> frozenset[tuple[int, ...]]:
    """Payoffs that are worth no less to the mover than the least after every other move."""
    least = [min(each[mover] for each in payoffs) for payoffs in below]
    return frozenset(
        payoff
        for at, payoffs in enumerate(below)
        for payoff in payoffs
        if all(payoff[mover] >= low for other, low in enumerate(least) if other != at)
    )
