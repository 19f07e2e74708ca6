"""Proper play over worlds: all three Proprieties, each card with the reason and with play that proves it.

What a card lets be forced is asked in every world with all cards face up, as in one known deal. A single card
is judged for all worlds:

* *Protect the pots*: it is improper where another card lets others, whoever they are, win an Ultimo only in
  some or none of the worlds in which it does, and in no further ones. In one world it is improper as in
  `solve`: where it lets a player win one that another card would have kept from him.
* *Take the chance*: it is improper where after it the own Ultimo cannot be forced in any world, after another
  card it can in some; where it is the safe one: the own Bagud can be avoided in every world after it, not
  after the other; and where the other gives nobody an Ultimo that it would have prevented.
* *The richer pot*: it is improper where it goes for the poorer pot in every world, and one other card wins
  the richer in every world.

Source: clauses proper.protect-pots, proper.take-chance, proper.richer-pot.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import field

from analyzer.errors import INTERRUPTED, LimitReached
from analyzer.frozenrecord import Record
from analyzer.messages import LineWord, Message, say
from analyzer.position.hand import Hand
from analyzer.rules.actions import Action, lay, line_words
from analyzer.rules.book import Pot
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.engine import Budget, Engine
from analyzer.search.engine.results import Key
from analyzer.search.solve.explain import ForcingPlay
from analyzer.search.solve.proper import leaves_richer_pot, lets_win
from analyzer.search.worlds.engines import Case
from analyzer.search.worlds.plain import named, names_anew, unfollowed
from analyzer.search.worlds.results import CardChoice, ProprietyVerdict

PROPER = ProprietyVerdict(proper=True)

Line = tuple[str, ...]
"""Play in the words of a position file."""


def verdicts(
    case: Case, cards: Sequence[CardChoice], players: Sequence[str], engine: Engine, budget: Budget
) -> tuple[tuple[ProprietyVerdict | None, ...], Message | None]:
    """The verdict on every card in its order; None for all, and why, where the limits did not last."""
    court = Propriety(case, tuple(move_of(card) for card in cards), tuple(players), engine, budget)
    try:
        return tuple(court.verdict(place) for place in range(len(cards))), None
    except LimitReached as stop:
        return (None,) * len(cards), stop.reason
    except KeyboardInterrupt:
        return (None,) * len(cards), INTERRUPTED


def move_of(card: CardChoice) -> Action:
    """The card as a move."""
    return lay(card.card, card.names)


class Propriety(Record, frozen=True):
    """The cards of one decision, and what can be forced after each in every world."""

    case: Case
    moves: tuple[Action, ...]
    players: tuple[str, ...]
    engine: Engine
    budget: Budget
    _known: dict[tuple[int, int, Key], int] = field(default_factory=dict)

    def verdict(self, place: int) -> ProprietyVerdict:
        """Whether the card at a place is proper. Raises: LimitReached."""
        return self._unprotected(place) or self._too_safe(place) or self._poorer(place) or PROPER

    @property
    def worlds(self) -> range:
        return range(len(self.case.questions))

    def lost(self, place: int, seat: int) -> frozenset[int]:
        """The worlds in which another player forces his Ultimo alone after the card."""
        return frozenset(w for w in self.worlds if self._alone(place, w, seat, Goal.ULTIMO))

    def won(self, place: int) -> frozenset[int]:
        """The worlds in which the player forces the own Ultimo after the card."""
        return frozenset(w for w in self.worlds if self._alone(place, w, self.case.player, Goal.ULTIMO))

    def risky(self, place: int) -> frozenset[int]:
        """The worlds in which the others together can bring about the own Bagud after the card."""
        player = self.case.player
        others = (1 << len(self.players)) - 1 & ~(1 << player)
        return frozenset(w for w in self.worlds if self._masks(place, w, (player, Goal.BAGUD)) >> others & 1)

    def _others(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(self.players)) if seat != self.case.player)

    def given(self, place: int) -> frozenset[int]:
        """The worlds in which any other player forces his Ultimo alone after the card."""
        return frozenset().union(*(self.lost(place, seat) for seat in self._others()))

    def _unprotected(self, place: int) -> ProprietyVerdict | None:
        """Source: clause proper.protect-pots."""
        for seat in self._others():
            for other in range(len(self.moves)):
                saved = self._saved(place, other, seat)
                if saved:
                    world = min(saved)
                    why = lets_win(self.players[seat], str(self.moves[other]))
                    line = self._line(other, world, seat, holds=False)
                    return ProprietyVerdict(False, "proper.protect-pots", why, world, line)  # noqa: FBT003 - its name says it
        return None

    def _saved(self, place: int, other: int, seat: int) -> frozenset[int]:
        """The worlds in which the other card keeps an Ultimo from a seat, where it saves the pots better."""
        if len(self.worlds) > 1 and not self.given(other) < self.given(place):
            return frozenset()
        kept = self.lost(place, seat) - self.lost(other, seat)
        return kept if len(self.worlds) == 1 else kept - self.given(other)

    def _too_safe(self, place: int) -> ProprietyVerdict | None:
        """Source: clause proper.take-chance."""
        player = self.case.player
        if self.won(place) or self.risky(place):
            return None
        for other in range(len(self.moves)):
            chances = self.won(other)
            if not chances or not self.risky(other):
                continue
            if any(self.lost(other, seat) - self.lost(place, seat) for seat in self._others()):
                continue
            world = min(chances)
            why = say(
                "gives up its player's Ultimo to be safe from Bagud; {card} can win it",
                card=LineWord(self.moves[other]),
            ).or_brief("gives up the Ultimo to be safe from Bagud, and {card} can win it")
            line = self._line(other, world, player, holds=True)
            return ProprietyVerdict(False, "proper.take-chance", why, world, line)  # noqa: FBT003
        return None

    def _poorer(self, place: int) -> ProprietyVerdict | None:
        """Source: clauses proper.richer-pot, proper.considerable."""
        question = self.case.questions[0]
        rich = question.spec.the_pots.considerable.richer(question.pots)
        if rich is None:
            return None
        for other in range(len(self.moves)):
            why = self._richer(place, other, rich)
            if why is not None:
                return ProprietyVerdict(False, "proper.richer-pot", why, 0)  # noqa: FBT003
        return None

    def _richer(self, place: int, other: int, rich: Pot) -> Message | None:
        """Why a card goes for the poorer pot in every world, while another wins the richer in every world."""
        player, why = self.case.player, None
        keys = [(player, goal) for goal in (Goal.KING_ULTIMO, Goal.PAGAT_ULTIMO)]
        for world in self.worlds:
            here, there = (
                (str(self.moves[p]), {k: self._masks(p, world, k) for k in keys}) for p in (place, other)
            )
            why = leaves_richer_pot(here, (here, there), player, rich)
            if why is None:
                return None
        return why

    def _alone(self, place: int, world: int, seat: int, goal: Goal) -> bool:
        return bool(self._masks(place, world, (seat, goal)) >> (1 << seat) & 1)

    def _after(self, place: int, world: int) -> Hand:
        question: Hand = self.case.questions[world]
        return question.after(self.moves[place])[0]

    def _masks(self, place: int, world: int, key: Key) -> int:
        """Who forces a goal after a card in a world, of those asked about: the seat alone, or the rest."""
        if (place, world, key) not in self._known:
            question, (seat, goal) = self._after(place, world), key
            if question.over:
                self._known[place, world, key] = -1 if question.reached(goal, seat) else 0
            else:
                self._known[place, world, key] = self._compute_masks(question, key)
        return self._known[place, world, key]

    def _compute_masks(self, question: Hand, key: Key) -> int:
        """The two masks a judge needs, of eight."""
        rest = (1 << question.players) - 1 & ~(1 << key[0])
        return sum(1 << mask for mask in (1 << key[0], rest) if self._forces(question, key, mask))

    def _forces(self, question: Hand, key: Key, by: int) -> bool:
        """Whether a mask forces a goal; a Fool that nobody can follow is named by the second player."""
        seat, goal = key
        if not unfollowed(question):
            return self.engine.forces(question, goal, seat, by, self.budget)
        names = (named(question, suit) for suit in names_anew(question))
        found = (self.engine.forces(each, goal, seat, by, self.budget) for each in names)
        return any(found) if by >> question.to_move & 1 else all(found)

    def _line(self, place: int, world: int, seat: int, *, holds: bool) -> Line:
        """The card, and play after it in a world by which a seat wins its Ultimo, or is kept from it."""
        words, then = (str(self.moves[place]),), self._after(place, world)
        if then.over:
            return words
        play = ForcingPlay(Goal.ULTIMO, seat, 1 << seat, self.engine, self.budget)
        named_by, question = self._named(then, play, holds=holds)
        return (*words, *named_by, *line_words(play.play(question, holds=holds), self.players))

    def _named(self, question: Hand, play: ForcingPlay, *, holds: bool) -> tuple[Line, Hand]:
        """The words by which the second player names a Fool that nobody follows, and the question after."""
        if not unfollowed(question):
            return (), question
        names = ((suit, named(question, suit)) for suit in names_anew(question))
        suit, after = next((suit, each) for suit, each in names if play.holds(each) == holds)
        second = self.players[question.to_move]
        return (f"void[{second}]", f"claim[{second}]={suit}"), after
