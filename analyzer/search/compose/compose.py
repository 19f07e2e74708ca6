"""Composed problems: a random search for endings with a wanted property, each examined."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Final, TypeVar

from msgspec import structs

from analyzer.cards.card import Card
from analyzer.errors import LimitReached, UsageError, meant
from analyzer.frozenrecord import Record
from analyzer.messages import ENGLISH, LineWord, Message, Name, Verbatim, Whose, Word, quoted, say, spoken
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.position.question import ForcingClaim
from analyzer.position.replay.replay import replay
from analyzer.position.setting import CountExpected, Expected, Line
from analyzer.pythonanswer import PythonAnswer
from analyzer.rules.actions import Action
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.search.compose.ending import KEY, SOURCE, TRY, EndingRequest, TurningPoint, filled
from analyzer.search.compose.properties import Want, Wish, shown
from analyzer.search.engine.engine import Budget, Engine
from analyzer.search.engine.native import default_engine
from analyzer.search.engine.reasons import Reason
from analyzer.search.engine.reference import ReferenceEngine
from analyzer.search.engine.results import Limits
from analyzer.search.solve.assemble import candidates_after
from analyzer.search.solve.candidate import Candidate
from analyzer.search.solve.explain import ForcingPlay

# A problem examined: is its key the only one, what else works later on, and which cards could be spared.


MOST_DUALS: Final = 100
MOST_POSITIONS: Final = 20_000
"""So many positions behind the key are looked at for duals."""


class SameCards(Record, frozen=True):
    """A card, and the cards beside it in the hand that are the same."""

    move: Action
    equals: tuple[Card, ...] = ()


class Dual(Record, frozen=True):
    """A decision after the key at which several cards work and others do not."""

    after: tuple[tuple[int, Action], ...]
    """What was played before, by whom: the key first."""
    player: int
    choices: tuple[SameCards, ...]


@dataclass(frozen=True, slots=True)
class Examination(PythonAnswer):
    """What there is to say of a problem; what the limits left open is None, or not `complete`."""

    wins: bool
    """Whether the mover is of those whose goal it is; else he is to prevent it."""
    keys: tuple[SameCards, ...] = ()
    """Every first card that does it."""
    tries: tuple[SameCards, ...] = ()
    """Every other one."""
    duals: tuple[Dual, ...] = ()
    spare: tuple[tuple[Card, ...], ...] | None = None
    """A card of each hand, without which the same key alone does it; None where that cannot be tried."""
    reason: Message | None = None
    """Why not all of it was found, where a limit came first."""

    @property
    def sound(self) -> bool:
        """Whether one card alone does it, and another does not."""
        return len(self.keys) == 1 and not self.keys[0].equals and bool(self.tries)


def examine(position: Position, claim: ForcingClaim, limits: Limits) -> Examination:
    """What there is to say of a problem, as far as the limits last; at least its keys.

    Raises: LimitReached before the keys are known.
    """
    asked = EndingRequest(position, default_engine(position.spec), Budget.from_limits(limits))
    examiner = _Examiner(asked, claim)
    found = examiner.first()
    try:
        found = replace(found, duals=tuple(examiner.duals(found)))
        return replace(found, spare=examiner.spare(found))
    except LimitReached as stopped:
        return replace(found, reason=stopped.reason)


@dataclass(slots=True)
class _Examiner:
    """A problem being examined."""

    asked: EndingRequest
    claim: ForcingClaim
    wins: bool = field(init=False)

    def __post_init__(self) -> None:
        self.wins = bool(self.claim.by >> self.asked.mover & 1)

    def first(self) -> Examination:
        """The first cards that do it, and the others."""
        does = [(self._does(self.asked, each), each) for each in self.asked.candidates()]
        keys, tries = (tuple(_choice(each) for good, each in does if good is way) for way in (True, False))
        return Examination(self.wins, keys, tries)

    def _does(self, asked: EndingRequest, candidate: Candidate) -> bool:
        claim = self.claim
        return asked.forces(candidate, claim.seat, claim.goal, claim.by) is self.wins

    def duals(self, found: Examination) -> Iterator[Dual]:
        """Every place behind the only key where a choice is left, those soonest reached first."""
        if not found.sound:
            return
        key, told = found.keys[0].move, 0
        first: tuple[tuple[int, Action], ...] = ((self.asked.mover, key),)
        waiting = deque([(first, self.asked.question.after(key)[0])])
        for _ in range(MOST_POSITIONS):
            if not waiting or told == MOST_DUALS:
                return
            done, question = waiting.popleft()
            if question.over:
                continue
            candidates = candidates_after(question, question.nothing)
            if self._solves(question):
                good = [each for each in candidates if self._does(self.asked, each)]
                if len(good) > 1 and len(good) < len(candidates):
                    told += 1
                    yield Dual(done, question.to_move, tuple(map(_choice, good)))
                    continue
                candidates = tuple(good[:1])
            waiting += [
                ((*done, (question.to_move, each.move)), each.question) for each in candidates if each.move
            ]

    def _solves(self, question: Hand) -> bool:
        """Whether the player to move is of those who are to solve it."""
        return bool(self.claim.by >> question.to_move & 1) is self.wins

    def spare(self, found: Examination) -> tuple[tuple[Card, ...], ...] | None:
        """A card of each hand that might be left out; where points are told of before, none is tried."""
        position = self.asked.position
        if not found.sound or position.pots is None or position.trick or position.tricks_left < 3:
            return None
        key = found.keys[0].move
        hands = (sorted(hand - {key.card}) for hand in position.hands)
        return tuple(cards for cards in product(*hands) if self._same_without(cards, key))

    def _same_without(self, cards: tuple[Card, ...], key: Action) -> bool:
        position = self.asked.position
        hands = tuple(hand - {card} for hand, card in zip(position.hands, cards, strict=True))
        asked = structs.replace(self.asked, position=replace(position, hands=hands, lines=()))
        candidates = asked.candidates()
        does = [each.move for each in candidates if self._does(asked, each) and not each.equals]
        return len(candidates) > 1 and does == [key] and sum(self._does(asked, e) for e in candidates) == 1


def _choice(candidate: Candidate) -> SameCards:
    assert candidate.move is not None
    return SameCards(candidate.move, candidate.equals)


# Composed problems: seeded random search for endings with a wanted property, audited by a second engine.


W = TypeVar("W", bound=Want)
"""A kind of property."""


@dataclass(frozen=True, slots=True)
class Problem(PythonAnswer):
    """A composed ending with its title, its lesson, and lines with their results."""

    want: str
    seed: int
    tries: int
    position: Position
    key: str
    """The deciding card of the problem."""
    solution: Reason | None = field(default=None, compare=False)
    """The plan that solves it; its number of lines measures the difficulty."""


def compose(
    rules: RuleSet,
    want: str,
    sought: Want,
    *,
    tricks: int = 3,
    seed: int = 0,
    tries: int = 100_000,
    limits: Limits | None = None,
    lang: str = ENGLISH,
    wish: Wish | None = None,
    title: str | None = None,
) -> Iterator[Problem]:
    """Yield endings with the property, in the order that the seed draws; equal seeds, equal problems.

    Texts about them are in the language `lang`; `title` replaces the property as their title.

    Each is audited: an engine that does not use the first one's work must find the same result.

    Raises: UsageError for a property that no ending with so few tricks has, or a goal that the game does not
    have; LimitReached if the limits are too low.
    """
    check_least(want, sought, tricks)
    budget = Budget.from_limits(limits or Limits())
    wish = wish or Wish()
    rng = random.Random(f"{want} {sought.words(rules)}{tricks} {seed}")  # noqa: S311 - problems, not secrets
    for tried in range(1, tries + 1):
        budget.check_clock()
        position = sought.draw(rng, rules, tricks)
        if position is None or not wish.draws(position):
            continue
        found = sought.find(EndingRequest(position, default_engine(position.spec), budget))
        if found is None or not wish.takes(found.key) or found != audited(position, sought, budget):
            continue
        position = replace(position, source=spoken(source(want, tricks, seed, tried), lang))
        shown_of = write_problem(position, sought.title, found, budget, lang)
        shown_of = shown_of if title is None else replace(shown_of, title=title)
        yield Problem(want, seed, tried, shown_of, str(found.key), solved(shown_of, sought, found, budget))


def source(want: str, tricks: int, seed: int, tried: int) -> Message:
    """Return the source of a composed ending, as text."""
    return filled(
        SOURCE,
        property=Verbatim(want),
        tricks=tricks,
        seed=seed,
        number=tried,
    )


def solved(position: Position, sought: Want, found: TurningPoint, budget: Budget) -> Reason | None:
    """Return the plan of the players who win the problem, from its first card on; None if there is none."""
    why = sought.why(position, found.claim(position), budget)
    return why if why is not None and why.found.plan and why.found.holds is found.wins else None


def wanted(name: str, known: Mapping[str, W]) -> W:
    """Return the property with a name. Raises: UsageError if there is none."""
    if name not in known:
        raise UsageError(say("no problem is composed for {word}", word=quoted(name)), meant(name, known))
    return known[name]


def check_least(name: str, sought: Want, tricks: int) -> None:
    """Check that an ending with so few tricks can have a property. Raises: UsageError if none has it."""
    if tricks < sought.least:
        raise UsageError(
            say(
                "{property} takes at least {number} {number:trick/tricks}",
                property=Verbatim(name),
                number=sought.least,
            ),
            say("no ending of {number} has it", number=tricks),
        )


def audited(position: Position, want: Want, budget: Budget) -> TurningPoint | None:
    """Find the same property with another kind of engine or, for long endings, a fresh one."""
    engine: Engine = (
        ReferenceEngine() if position.tricks_left <= want.plain else default_engine(position.spec)
    )
    return want.find(EndingRequest(position, engine, budget))


def write_problem(
    position: Position,
    title: Message,
    found: TurningPoint,
    budget: Budget,
    lang: str = ENGLISH,
) -> Position:
    """Return the position with a title, its lesson, and two lines: the key, and the card that fails."""
    key, lure, claim = found.key, found.lure, found.claim(position)
    leads = say("{title}: {player} leads", title=title, player=Name(position.players[position.lead]))
    titled = replace(
        position,
        title=spoken(leads, lang),
        stipulation=spoken(_question_message(position, found), lang),
        teaches=spoken(found.teaches, lang),
    )
    names = (
        (key, filled(KEY, card=LineWord(key))),
        (lure, filled(TRY, card=LineWord(lure))),
    )
    lines = tuple(_line(titled, spoken(name, lang), first, claim, budget) for first, name in names)
    return replace(titled, lines=lines)


def _question_message(position: Position, found: TurningPoint) -> Message:
    """Return the question of a problem: the card that keeps a goal forced, or that prevents it."""
    words: dict[str, Word] = {
        "player": Name(position.players[position.lead]),
        "whose": Whose(position.players[found.seat]),
        "goal": found.goal.named,
    }
    if found.wins:
        return say("{player} leads. Which card alone keeps {whose} {goal} forced?", **words)
    return say("{player} leads. Which card alone prevents {whose} {goal}?", **words)


def _line(position: Position, name: str, first: Action, claim: ForcingClaim, budget: Budget) -> Line:
    """Return a line with the card, then best play to the end for and against the goal."""
    play = ForcingPlay(claim.goal, claim.seat, claim.by, default_engine(position.spec), budget)
    line = shown(name, Hand.from_position(position), first, play)
    return structs.replace(line, expect=_expected(position, line))


def _expected(position: Position, line: Line) -> Expected:
    """Return the result of the line.

    In games of card points it is the contract, the points of each side and the last trick; otherwise it is
    the player who wins an Ultimo, those who go Bagud, and the tokens.
    """
    played, players = replay(position, line), position.players
    if played.pots_before is None:
        assert played.points is not None
        winner = played.tricks[-1].winner
        assert winner is not None
        contract = None if played.outcome is None else played.outcome.contract
        points = {players[played.leader(side)]: each for side, each in enumerate(played.points)}
        return Expected(
            given=frozenset({"points", "last_trick", *(["contract"] if contract is not None else [])}),
            last_trick=players[winner],
            counted=CountExpected(contract=contract, points=points),
        )
    assert played.outcome is not None
    ultimo = played.outcome.ultimo
    return Expected(
        given=frozenset({"ultimo", "bagud", "tokens"}),
        ultimo=None if ultimo is None else players[ultimo],
        bagud=tuple(players[seat] for seat in played.outcome.bagud),
        tokens=dict(zip(players, played.tokens, strict=True)),
    )
