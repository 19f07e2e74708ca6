"""Random endings, put before an engine, and written as problems."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from msgspec import structs

from analyzer.cards.card import DECK, FOOL, KINGS, PAGAT, Card, Suit
from analyzer.frozenrecord import Record
from analyzer.messages import Message, Word, marked
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.position.piles import units_gone
from analyzer.position.question import ForcingClaim
from analyzer.rules.actions import Action, side_groups
from analyzer.rules.book import Pots
from analyzer.rules.score.goals import Goal
from analyzer.rules.score.hand import HandFacts, PileFacts
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.contracts import Contract, ContractAim, TalonLeft
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.search.engine.engine import Budget, Engine
from analyzer.search.solve.assemble import candidates_after
from analyzer.search.solve.candidate import Candidate

# Random endings to choose problems from: few suits, many kings, so that there is something to decide.


NAMES = "ABCDE"
SUITS = (2, 3)
"""How many plain suits are in play where a deck is large."""
POTS = (60, 60, 60, 60, 75, 90, 135)


class Mould(Record, frozen=True):
    """What endings are drawn: tricks left, whether the Fool is in play."""

    tricks: int
    fool: bool = False
    uneven: bool = False
    """Whether one pot is much richer than the other."""


def drawn(rng: random.Random, rules: RuleSet, mould: Mould) -> Position:
    """A random ending in which A, B or C leads; the same generator draws the same one."""
    cards = _cards(rng, 3 * mould.tricks, fool=mould.fool)
    rng.shuffle(cards)
    hands = tuple(frozenset(cards[seat::3]) for seat in range(3))
    lead = rng.randrange(3)
    pots = Pots(rng.choice(POTS), rng.choice(POTS))
    if mould.uneven:
        pots = Pots(*rng.sample((60, rng.choice((180, 240, 300))), 2))
    return Position(rules, tuple(NAMES[:3]), hands, lead, pots=pots)


def _cards(rng: random.Random, number: int, *, fool: bool) -> list[Card]:
    """So many cards of two or three plain suits and trumps, with a king or two and perhaps the Pagat."""
    suits = rng.sample([king.suit for king in KINGS], rng.choice((2, 3, 3)))
    chosen = {king for king in KINGS if king.suit in suits and rng.random() < 0.6}
    chosen |= {PAGAT} if rng.random() < 0.35 else set()
    chosen |= {FOOL} if fool else set()
    chosen = set(sorted(chosen)[-number:])
    pool = [card for card in DECK if card not in chosen and (card.suit in suits or card.is_trump)]
    pool = [card for card in pool if not card.is_king]
    return sorted(chosen | set(rng.sample(pool, number - len(chosen))))


def drawn_with_past(rng: random.Random, rules: RuleSet, tricks: int) -> Position | None:
    """A random ending with what was won before, close to what its contract needs.

    None where the draw is no position of the game.
    """
    game, seats = rules.game, rules.table.players
    hands, dead = _few_suits(rng, rules, game, tricks)
    told = _contract(rng, game, seats, dead)
    position = Position(rules, tuple(NAMES[:seats]), hands, rng.randrange(seats), told=told)
    found = _with_past(rng, position, game, tricks)
    return None if found is None or found.status() else found


def _few_suits(
    rng: random.Random, rules: RuleSet, game: GameSpec, tricks: int
) -> tuple[tuple[frozenset[Card], ...], frozenset[Card]]:
    """Hands of two or three suits and trumps, and a hand that lies dead where there is one."""
    table = rules.table
    suits = [suit for suit in Suit if suit is not Suit.TRUMPS]
    kept = rng.sample(suits, rng.choice(SUITS))
    pool = [card for card in table.deck if card.suit in kept or card.is_trump or card.is_fool]
    # Where nobody knew where the Trull lies, nobody knew the target.
    named = sorted(game.trull) if game.target is not None else []
    chosen = named + rng.sample(
        [card for card in pool if card not in named], tricks * table.players - len(named)
    )
    rng.shuffle(chosen)
    hands = tuple(frozenset(chosen[seat :: table.players]) for seat in range(table.players))
    rest = sorted(card for card in table.deck if card not in chosen)
    lying = len(table.deck) - table.skat_size - table.hand_size * table.players
    return hands, frozenset(rng.sample(rest, lying))


def _contract(rng: random.Random, game: GameSpec, seats: int, dead: frozenset[Card]) -> HandFacts:
    played = [each for each in game.contracts.values() if each.played and each.left is not TalonLeft.TRICKS]
    if not played:
        return HandFacts(dead=dead)
    contract: Contract = rng.choice(played)
    declarer = None if contract.aim is ContractAim.FEWEST else rng.randrange(seats)
    return HandFacts(contract=contract.name, declarer=declarer, dead=dead)


def _with_past(rng: random.Random, position: Position, game: GameSpec, tricks: int) -> Position | None:
    """The position with tricks and points that were won before, so that both sides can still succeed."""
    seats, told = len(position.players), position.told
    contract = game.contract(told.contract)
    aim = ContractAim.POINTS if contract is None else contract.aim
    winners: Sequence[int] = range(seats)
    if aim is ContractAim.NO_TRICK:
        winners = [seat for seat in winners if seat != told.declarer]
    if aim is ContractAim.EVERY_TRICK and told.declarer is not None:
        winners = [told.declarer]
    won = [0] * seats
    for _ in range(position.rules.table.hand_size - tricks):
        won[rng.choice(winners)] += 1
    units = units_gone(position)
    shared: Sequence[int | None] | None = [None] * seats
    if units is not None and aim is ContractAim.POINTS:
        shared = _shared(rng, position, game, won, units)
    if shared is None:
        return None
    piles = {
        seat: PileFacts(tricks, each) for seat, (tricks, each) in enumerate(zip(won, shared, strict=True))
    }
    return replace(position, told=structs.replace(told, piles=piles))


def _shared(
    rng: random.Random, position: Position, game: GameSpec, won: Sequence[int], units: int
) -> list[int] | None:
    """Units by seat: the declarer's side lacks what the cards in play can still bring it.

    None where a side would have points without tricks, or fewer than its tricks count.
    """
    sides, declarer = position.sides, position.told.declarer
    own = sides.of[0 if declarer is None else declarer]
    left, need = game.piles.total - units, game.piles.unit * rng.choice(_needed(game))
    most = max(0, min(units, need))
    mine = rng.randint(min(max(0, need - left), most), most)
    others = [side for side in range(sides.count) if side != own]
    by_side, rest = {own: mine}, units - mine
    for place, side in enumerate(others):
        by_side[side] = rest // (len(others) - place)
        rest -= by_side[side]
    found = [0] * len(won)
    for side, number in by_side.items():
        seats = sides.seats(side)
        tricks = sum(won[seat] for seat in seats)
        if not tricks or number < tricks * game.piles.trick:
            return None
        for seat in seats:
            found[seat] = number * won[seat] // tricks
        found[max(seats, key=lambda seat: won[seat])] += number - sum(found[seat] for seat in seats)
    return found


def _needed(game: GameSpec) -> tuple[int, ...]:
    """The points that decide something in the game."""
    if game.target is not None:
        return tuple(game.target.by_trull.values())
    half = game.stake or game.difference_sheet or game.bonus_sheet
    return (half.half,) if half is not None else (game.piles.total // game.piles.unit // 2,)


# An ending put before an engine: what can be forced after each card, and the card that all turns on.
#
# Any engine can be asked, so that what one finds another can audit.


class TurningPoint(Record, frozen=True):
    """What a problem turns on: the card to play, a card that fails, whose goal it is and what is said of it.

    `key` keeps the goal of the seat reached, or prevented where `wins` is False; `lure` lets it go.
    """

    key: Action
    lure: Action
    seat: int
    goal: Goal
    wins: bool
    teaches: Message

    def claim(self, position: Position) -> ForcingClaim:
        """Who plays for the goal: its side, but all the others for a Bagud."""
        question = Hand.from_position(position)
        groups = side_groups(question.sides)
        own = groups[question.sides.of[self.seat]]
        together = sum(groups) & ~own if self.goal == Goal.BAGUD else own
        return ForcingClaim(self.goal, self.seat, together, groups, question)


class EndingRequest(Record, frozen=True):
    """An ending put before an engine, with what can be forced after every card."""

    position: Position
    engine: Engine
    budget: Budget

    @property
    def question(self) -> Hand:
        return Hand.from_position(replace(self.position, worlds=()))

    @property
    def mover(self) -> int:
        return self.question.to_move

    @property
    def others(self) -> tuple[int, ...]:
        """The seats of all but the mover."""
        return tuple(seat for seat in range(len(self.position.players)) if seat != self.mover)

    def candidates(self) -> tuple[Candidate, ...]:
        """The states after every card, equal cards merged."""
        question = self.question
        return candidates_after(question, question.nothing)

    def forces(self, candidate: Candidate, seat: int, goal: Goal, by: int) -> bool:
        """Whether the players in mask `by` force a goal after a card."""
        if candidate.question.over:
            return candidate.question.reached(goal, seat)
        return self.engine.forces(candidate.question, goal, seat, by, self.budget)

    def alone(self, candidate: Candidate, seat: int, goal: Goal) -> bool:
        """Whether the seat alone forces its goal after a card."""
        return self.forces(candidate, seat, goal, 1 << seat)

    def payoffs(self, candidate: Candidate) -> tuple[int, ...]:
        """What selfish play can bring the mover after a card."""
        candidate.seek_equilibria(self.engine, self.budget)
        return tuple(each.tokens[self.mover] for each in candidate.equilibria or ())


def pick(
    asked: EndingRequest, good: Callable[[Candidate], bool], least: int = 3
) -> tuple[Action, Action] | None:
    """The only card that is good and one that is not, where there are at least so many to choose from."""
    candidates = asked.candidates()
    if len(candidates) < least:
        return None
    kept = [candidate for candidate in candidates if good(candidate)]
    if len(kept) != 1 or kept[0].equals:
        return None
    lures = [
        candidate.move for candidate in candidates if candidate is not kept[0] and candidate.move is not None
    ]
    key = kept[0].move
    assert key is not None
    return (key, lures[0]) if lures else None


# What a composed problem writes into its file, as templates: what it teaches, its source, its lines.


SAFE_FROM_BOTH: Final = marked(
    "After {card}, and after no other card, {whose} Ultimo is safe from both others together."
)
PAGAT_HOME: Final = marked("Only {card} brings {whose} Pagat home in the last trick, whatever the others do.")
POTS_SAVED: Final = marked(
    "Every card but {card} gives {player} an Ultimo that nobody can prevent any more; after "
    "{card} the two others hold together and save the pots."
)
BAGUD_AVOIDED: Final = marked(
    "After every card but {card} the others together can bring {player} to lose an Ultimo card in the "
    "last trick."
)
IMPROPER_PAYS: Final = marked(
    "If all play for tokens, every card that lets {other} win his Ultimo leaves {player} better off than "
    "{card}; and yet {card}, the only one that saves the pots, is the only proper one."
)
OTHER_WITHOUT_DEMAND: Final = marked(
    "{other} would keep {whose} Ultimo forced if nobody might demand the Fool; as they may, only {card} does."
)
ONLY_BY_DEMAND: Final = marked(
    "Only {card} wins, and only because the Fool can be demanded: else {player} could force no Ultimo."
)
NAME_DECIDES: Final = marked(
    "The Fool is to be led, and its name decides: only {card} keeps {whose} Ultimo forced."
)
RICHER_POT: Final = marked(
    "{player} can win with the king or with the Pagat; {card} goes for the richer pot."
)
SURE: Final = marked("After {card}, and after no other card, {whose} side is sure of {goal:the}.")
LETS: Final = marked("Every card but {card} lets {whose} side be sure of {goal:the}.")
SOURCE: Final = marked("composed: {property}, {tricks} {tricks:trick/tricks}, seed {seed}, try {number}")
KEY: Final = marked("{card}, as it should be")
TRY: Final = marked("{card}, which fails")


def filled(template: str, **words: Word) -> Message:
    """One of the templates with its words."""
    return Message(template, words)
