"""The properties an ending can be composed for, each finds the card it is about."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Protocol

from msgspec import field, structs

from analyzer.cards.card import DECK, FOOL, Card, Suit, cards_of, suits_of
from analyzer.cards.notation import read_card
from analyzer.errors import CardError, LimitReached, UsageError
from analyzer.frozenrecord import Record
from analyzer.messages import LineWord, Message, Name, Verbatim, Whose, Word, say
from analyzer.position.bearing import Askable
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.position.question import ForcingClaim
from analyzer.position.replay.model import Replay
from analyzer.position.replay.replay import replay
from analyzer.position.setting import Line
from analyzer.rules.actions import Action, line_moves, side_groups
from analyzer.rules.score.goals import Goal
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.search.compose.ending import (
    BAGUD_AVOIDED,
    IMPROPER_PAYS,
    LETS,
    NAME_DECIDES,
    ONLY_BY_DEMAND,
    OTHER_WITHOUT_DEMAND,
    PAGAT_HOME,
    POTS_SAVED,
    RICHER_POT,
    SAFE_FROM_BOTH,
    SURE,
    EndingRequest,
    Mould,
    TurningPoint,
    drawn,
    drawn_with_past,
    filled,
    pick,
)
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.native import default_engine
from analyzer.search.engine.reasons import Reason
from analyzer.search.engine.results import Limits
from analyzer.search.solve.explain import ForcingPlay, explain, reason

# What an ending can be composed for, whatever the game.


class Want(Protocol):
    """A property by name: what it is called, what it is, which endings are looked at, and for what."""

    @property
    def title(self) -> Message: ...
    @property
    def meaning(self) -> Message: ...
    @property
    def least(self) -> int:
        """The fewest tricks an ending with the property has."""

    @property
    def plain(self) -> int:
        """Longer endings are audited by a fresh core: the plain search takes too long."""

    def words(self, rules: RuleSet) -> str:
        """What the endings hang on beside the name of the property, the number of tricks and the seed."""

    def draw(self, rng: random.Random, rules: RuleSet, tricks: int) -> Position | None:
        """A random ending; None where the draw is none. Raises: UsageError for a goal the game has not."""

    @property
    def find(self) -> Finder: ...
    def why(self, position: Position, claim: ForcingClaim, budget: Budget) -> Reason | None:
        """The plan of those who get their way; None where none was looked for, or the limits did not last."""


class Finder(Protocol):
    """What looks for the card that all turns on; None where an ending has not the property."""

    def __call__(self, asked: EndingRequest, /) -> TurningPoint | None: ...


# What a problem is to be beside its property: of which cards its key is, and who holds what.


_HALF: Final = 11
"""The lowest of the high trumps."""
_KINDS: Final[Mapping[str, frozenset[Card]]] = {
    "low": frozenset(
        card
        for card in DECK
        if not card.is_fool and (int(card.face) < _HALF if card.is_trump else not card.is_court)
    ),
    "high": frozenset(card for card in DECK if (card.is_trump and int(card.face) >= _HALF) or card.is_court),
    "king": frozenset(card for card in DECK if card.is_king),
    "court": frozenset(card for card in DECK if card.is_court),
    "fool": frozenset({FOOL}),
    "plain": frozenset(card for card in DECK if not card.is_trump and not card.is_fool),
}


_DANISH: Final = {"lav": "low", "høj": "high", "konge": "king", "billede": "court", "narren": "fool"}


class Wish(Record, frozen=True):
    """The cards that the key may be, None for any, and the cards that players are to hold, by name."""

    key: frozenset[Card] | None = None
    holders: Mapping[str, frozenset[Card]] = field(default_factory=dict)

    @classmethod
    def from_words(cls, key: str | None, holders: Iterable[str] = ()) -> Wish:
        """What is asked for by words: `low trump`, `king`, `hR`; and `B:T1`, `A: hR dR`.

        Raises: UsageError for words that are none.
        """
        held: dict[str, frozenset[Card]] = {}
        for told in holders:
            name, colon, cards = told.partition(":")
            words = cards.replace(",", " ").split()
            if not colon or not words:
                raise UsageError(
                    say("{word} names no holder", word=Verbatim(repr(told))),
                    say("expected PLAYER:CARDS, as B:T1"),
                )
            held[name.strip()] = held.get(name.strip(), frozenset()) | frozenset(map(_one, words))
        return cls(None if key is None else _match_cards(key), held)

    def draws(self, position: Position) -> bool:
        """Whether the players hold what they are to hold. Raises: UsageError for one who is not there."""
        return all(cards <= position.hands[position.seat(name)] for name, cards in self.holders.items())

    def takes(self, key: Action) -> bool:
        """Whether the key is of the cards it may be."""
        return self.key is None or key.card in self.key


def _match_cards(text: str) -> frozenset[Card]:
    """The cards that all words of a text are true of."""
    found = frozenset(DECK)
    for word in text.lower().replace(",", " ").split():
        found &= _meant(word)
    if not found:
        raise UsageError(say("no card is {words}", words=Verbatim(repr(text))))
    return found


def _meant(word: str) -> frozenset[Card]:
    word = _DANISH.get(word, word)
    suits: frozenset[Suit] = suits_of(word)
    single = word.removesuffix("s")
    if suits:
        return frozenset(card for card in DECK if card.suit in suits)
    return _KINDS.get(word) or _KINDS.get(single) or cards_of((word,)) or frozenset({_one(word)})


def _one(word: str) -> Card:
    """The card of a word. Raises: UsageError."""
    try:
        return read_card(word)
    except CardError as error:
        kinds = Verbatim(", ".join(_KINDS))
        expected = say("expected a card, a suit or one of {kinds}", kinds=kinds)
        raise UsageError(say("{word} is not a card", word=Verbatim(repr(word))), expected) from error


# One card alone decides a goal: what problems of every game can be composed for.


ENOUGH: Final = 300
"""Endings in none of which a goal can be asked for before it is none of the game."""


@dataclass(slots=True)
class CardDecides:
    """A property by name: what it is called, what it is, and whether the mover's side wins by the card."""

    title: Message
    meaning: Message
    wins: bool
    goal: Goal | None = None
    """The goal that is decided; None is the first that a position makes worth asking."""
    drawn: int = 0
    asked: bool = False
    """Whether the goal could be asked for in an ending that was drawn."""

    @property
    def least(self) -> int:
        return 3

    @property
    def plain(self) -> int:
        return 3

    def words(self, rules: RuleSet) -> str:
        """The game, and the goal."""
        return f"{rules.name} {rules.table.players} {self.goal or ''} "

    def draw(self, rng: random.Random, rules: RuleSet, tricks: int) -> Position | None:
        """A random ending. Raises: UsageError where the goal is none of the game."""
        self.drawn += 1
        position = drawn_with_past(rng, rules, tricks)
        if position is None:
            return None
        self.asked = self.asked or any(_list_goals(Hand.from_position(position), self.goal))
        if not self.asked and self.drawn >= ENOUGH:
            goal, name = Verbatim(str(self.goal)), Verbatim(rules.name)
            raise UsageError(
                say("{goal} is not a goal of {ruleset}", goal=goal, ruleset=name),
                say("`solve` lists those of a position where a goal is unknown"),
            )
        return position

    def find(self, asked: EndingRequest) -> TurningPoint | None:
        """What an ending turns on. Raises: LimitReached."""
        return turns_on(asked, self.goal, SURE if self.wins else LETS, wins=self.wins)

    def why(self, position: Position, claim: ForcingClaim, budget: Budget) -> Reason | None:
        """The plan that solves a short problem."""
        if position.tricks_left > self.plain:
            return None
        try:
            left = Limits(timeout=budget.seconds_left)
            why = explain(position, claim.goal, claim.seat, claim.by, left)
        except LimitReached:
            return None
        return Reason(claim.goal, claim.seat, position.table, why)


OF_SIDES: Final = {
    "one-card-wins": CardDecides(
        say("One card wins"),
        say("One card alone keeps a goal of its player's side forced: the contract, or that of --goal."),
        wins=True,
    ),
    "one-card-saves": CardDecides(
        say("One card saves"),
        say("One card alone keeps another side from its goal: the contract, or that of --goal."),
        wins=False,
    ),
}
"""The properties of every game by the name they are asked for."""


def turns_on(
    asked: EndingRequest,
    goal: Goal | None,
    teaches: str,
    *,
    wins: bool,
    stands: Callable[[int, Action], bool] | None = None,
) -> TurningPoint | None:
    """The goal that one card alone decides: it keeps one of the mover's side forced, or another from its own.

    The template `teaches` says so of `card`, `goal`, and `player` or `whose`; `stands` says whether the card
    of a seat's goal will do. Raises: LimitReached.
    """
    question = asked.question
    groups, of = side_groups(question.sides), question.sides.of
    for seat, its in _list_goals(question, goal):
        if (of[seat] == of[question.to_move]) is not wins:
            continue
        whose = partial(asked.forces, seat=seat, goal=its, by=groups[of[seat]])
        picked = pick(asked, lambda each, forces=whose: forces(each) is wins)  # type: ignore[misc]
        if picked is not None and (stands is None or stands(seat, picked[0])):
            name = asked.position.players[seat]
            words: dict[str, Word] = {
                "card": LineWord(picked[0]),
                "player": Name(name),
                "whose": Whose(name),
                "goal": its.named,
            }
            return TurningPoint(*picked, seat, its, wins=wins, teaches=Message(teaches, words))
    return None


def _list_goals(question: Hand, goal: Goal | None) -> Iterator[tuple[int, Goal]]:
    """The goal of each seat, or leader of a side, that can have it."""
    worth = Askable(question)
    known = [each for each in worth.goals() if question.settles(each.aim)]
    if goal is None:
        goal = next(iter(known), None)
    elif goal.way is None and goal not in known:
        goal = None
    if goal is not None:
        yield from ((seat, goal) for seat in worth.seats(goal.aim))


# The properties a problem can be composed for; each finds the card it is about, or nothing.


def one_card_wins(asked: EndingRequest) -> TurningPoint | None:
    """One card alone keeps its player's Ultimo forced."""
    return turns_on(asked, Goal.ULTIMO, SAFE_FROM_BOTH, wins=True)


def pagat_wins(asked: EndingRequest) -> TurningPoint | None:
    """One card alone forces the last trick with the Pagat."""
    return turns_on(asked, Goal.PAGAT_ULTIMO, PAGAT_HOME, wins=True)


def one_card_saves(asked: EndingRequest) -> TurningPoint | None:
    """One card alone keeps another player from an Ultimo that every other card gives him."""

    def stands(seat: int, key: Action) -> bool:
        return _full_pots(_played(asked, seat, key))

    return turns_on(asked, Goal.ULTIMO, POTS_SAVED, wins=False, stands=stands)


def no_bagud(asked: EndingRequest) -> TurningPoint | None:
    """One card alone lets the player keep clear of his own Bagud."""
    mover, name = asked.mover, asked.position.players[asked.mover]
    others = 7 & ~(1 << mover)
    picked = pick(asked, lambda candidate: not asked.forces(candidate, mover, Goal.BAGUD, others))
    if picked is None:
        return None
    text = filled(
        BAGUD_AVOIDED,
        card=LineWord(picked[0]),
        player=Name(name),
    )
    return TurningPoint(*picked, mover, Goal.BAGUD, wins=False, teaches=text)


def improper_pays(asked: EndingRequest) -> TurningPoint | None:
    """Only improper cards are selfishly best: the proper one pays less and saves the pots."""
    return next((each for seat in asked.others if (each := _pays_to_let_win(asked, seat))), None)


def _pays_to_let_win(asked: EndingRequest, seat: int) -> TurningPoint | None:
    """The one card that saves the pots from the seat, where every other card pays its player more.

    More by selfish play, whichever equilibrium follows, and more in the two lines that are shown as well.
    """
    candidates = asked.candidates()
    saving = [candidate for candidate in candidates if not asked.alone(candidate, seat, Goal.ULTIMO)]
    if len(saving) != 1 or len(candidates) == 1 or saving[0].equals:
        return None
    if any(asked.alone(saving[0], other, Goal.ULTIMO) for other in asked.others):
        return None
    lures = [candidate for candidate in candidates if candidate is not saving[0]]
    if min(min(asked.payoffs(candidate)) for candidate in lures) <= max(asked.payoffs(saving[0])):
        return None
    key, lure = saving[0].move, max(lures, key=lambda candidate: min(asked.payoffs(candidate))).move
    assert key is not None
    assert lure is not None
    if not _seen_to_pay(asked, seat, key, lure):
        return None
    player, name = asked.position.players[asked.mover], asked.position.players[seat]
    text = filled(
        IMPROPER_PAYS,
        other=Name(name),
        player=Name(player),
        card=LineWord(key),
    )
    return TurningPoint(key, lure, seat, Goal.ULTIMO, wins=False, teaches=text)


def _seen_to_pay(asked: EndingRequest, seat: int, key: Action, lure: Action) -> bool:
    """Whether the lines shown bear it out: nobody wins an Ultimo after the key, and the lure pays more."""
    kept, lost = (_played(asked, seat, move) for move in (key, lure))
    return _full_pots(kept) and kept.tokens[asked.mover] < lost.tokens[asked.mover]


def _played(asked: EndingRequest, seat: int, first: Action) -> Replay:
    """The line shown of a move, with play for and against the Ultimo of the seat."""
    position, play = asked.position, ForcingPlay(Goal.ULTIMO, seat, 1 << seat, asked.engine, asked.budget)
    return replay(position, shown(str(first), asked.question, first, play))


def _full_pots(played: Replay) -> bool:
    return played.outcome is not None and played.outcome.ultimo is None


def demand_decides(asked: EndingRequest) -> TurningPoint | None:
    """One card wins its player's Ultimo, and a different card, or none, if nobody may demand the Fool."""
    mover, name = asked.mover, asked.position.players[asked.mover]
    free = structs.replace(asked, position=replace(asked.position, fool_demand=False))
    picked = pick(asked, lambda candidate: asked.alone(candidate, mover, Goal.ULTIMO))
    if picked is None:
        return None
    key = picked[0]
    without = [candidate.move for candidate in free.candidates() if free.alone(candidate, mover, Goal.ULTIMO)]
    lures = [move for move in without if move is not None and move != key]
    if lures:
        text = filled(
            OTHER_WITHOUT_DEMAND,
            other=LineWord(lures[0]),
            whose=Whose(name),
            card=LineWord(key),
        )
        return TurningPoint(key, lures[0], mover, Goal.ULTIMO, wins=True, teaches=text)
    if without:
        return None
    text = filled(
        ONLY_BY_DEMAND,
        card=LineWord(key),
        player=Name(name),
    )
    return TurningPoint(*picked, mover, Goal.ULTIMO, wins=True, teaches=text)


def naming_decides(asked: EndingRequest) -> TurningPoint | None:
    """The Fool led in one suit alone wins its player's Ultimo."""
    mover, name = asked.mover, asked.position.players[asked.mover]
    picked = pick(asked, lambda candidate: asked.alone(candidate, mover, Goal.ULTIMO))
    if picked is None or picked[0].suit is None:
        return None
    lure = next((s.move for s in asked.candidates() if s.move != picked[0] and s.move and s.move.suit), None)
    if lure is None:
        return None
    text = filled(
        NAME_DECIDES,
        card=LineWord(picked[0]),
        whose=Whose(name),
    )
    return TurningPoint(picked[0], lure, mover, Goal.ULTIMO, wins=True, teaches=text)


def richer_pot(asked: EndingRequest) -> TurningPoint | None:
    """The Ultimo of the richer pot and that of the poorer one can both be forced, by different cards."""
    pots, mover = asked.position.pots, asked.mover
    rich, poor = Goal.KING_ULTIMO, Goal.PAGAT_ULTIMO
    if pots is not None and pots.pagat > pots.king:
        rich, poor = poor, rich
    picked = pick(asked, lambda candidate: asked.alone(candidate, mover, rich), least=2)
    if picked is None:
        return None
    lures = [
        candidate.move
        for candidate in asked.candidates()
        if asked.alone(candidate, mover, poor) and candidate.move
    ]
    if not lures or lures[0] == picked[0]:
        return None
    name = asked.position.players[mover]
    text = filled(
        RICHER_POT,
        player=Name(name),
        card=LineWord(picked[0]),
    )
    return TurningPoint(picked[0], lures[0], mover, rich, wins=True, teaches=text)


class LastTrickProperty(Record, frozen=True):
    """A property by name: what it is called, what it is, how to look for it, and where."""

    title: Message
    meaning: Message
    find: Callable[[EndingRequest], TurningPoint | None]
    fool: bool = False
    uneven: bool = False
    least: int = 3
    """The fewest tricks an ending with the property has: where one card of three or more is sought, or
    the Fool, which cannot be kept for the end, is to matter, two are too few."""
    plain: int = 4

    def words(self, rules: RuleSet) -> str:  # noqa: ARG002 - all rule sets draw the same endings
        return ""

    def mould(self, tricks: int) -> Mould:
        """The endings to look among."""
        return Mould(tricks, fool=self.fool, uneven=self.uneven)

    def draw(self, rng: random.Random, rules: RuleSet, tricks: int) -> Position | None:
        """A random ending."""
        return drawn(rng, rules, self.mould(tricks))

    def why(self, position: Position, claim: ForcingClaim, budget: Budget) -> Reason | None:
        """The plan of those who get their way."""
        engine, question = default_engine(position.spec), Hand.from_position(replace(position, worlds=()))
        return reason(question, claim.goal, claim.seat, claim.by, engine, budget)


WANTS: dict[str, LastTrickProperty] = {
    "one-card-wins": LastTrickProperty(
        say("One card wins"), say("One card alone keeps its player's Ultimo forced."), one_card_wins
    ),
    "pagat-wins": LastTrickProperty(
        say("The Pagat comes home"), say("One card alone forces the last trick with the Pagat."), pagat_wins
    ),
    "one-card-saves": LastTrickProperty(
        say("One card saves the pots"),
        say("One card alone keeps another player from an Ultimo that every other card gives him."),
        one_card_saves,
    ),
    "no-bagud": LastTrickProperty(
        say("Keeping clear of Bagud"),
        say("One card alone lets the player keep clear of his own Bagud."),
        no_bagud,
    ),
    "improper-pays": LastTrickProperty(
        say("The card that pays is not the proper one"),
        say("Only improper cards are selfishly best: the proper one pays less and saves the pots."),
        improper_pays,
        least=2,
    ),
    "demand-decides": LastTrickProperty(
        say("The Fool is demanded"),
        say(
            "One card wins its player's Ultimo, and it is a different card, or none, if nobody "
            "may demand the Fool."
        ),
        demand_decides,
        fool=True,
    ),
    "naming-decides": LastTrickProperty(
        say("The Fool is named"),
        say("The Fool led in one suit alone wins its player's Ultimo."),
        naming_decides,
        fool=True,
    ),
    "richer-pot": LastTrickProperty(
        say("The richer pot"),
        say(
            "The Ultimo of the richer pot and that of the poorer one can both be forced, by different cards."
        ),
        richer_pot,
        uneven=True,
        least=2,
    ),
}
"""Every property by the name it is asked for."""


def wants_of(rules: RuleSet) -> Mapping[str, Want]:
    """Every property that problems of a game are composed for."""
    return WANTS if rules.game.pots is not None else OF_SIDES


def shown(name: str, question: Hand, first: Action, play: ForcingPlay) -> Line:
    """The line of that name: the first move, then the play; every engine shows the same one.

    Raises: LimitReached where the limits of the play do not last.
    """
    after, _ = question.after(first)
    best = () if after.over else play.play(after, holds=play.holds(after))
    return Line(name, line_moves(((question.to_move, first), *best)))
