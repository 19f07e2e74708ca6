"""Composed problems: seeded random search for endings with a wanted property, audited by a second engine."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from msgspec import structs

from analyzer.errors import UsageError, meant
from analyzer.messages import ENGLISH, LineWord, Message, Name, Verbatim, Whose, Word, quoted, say, spoken
from analyzer.position.asked import ForcingClaim
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.position.replay.replay import replay
from analyzer.position.setting import CountExpected, Expected, Line
from analyzer.pythonanswer import PythonAnswer
from analyzer.rules.actions import Action
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.search.compose.ending import EndingRequest, TurningPoint
from analyzer.search.compose.properties import shown
from analyzer.search.compose.want import Want
from analyzer.search.compose.wish import Wish
from analyzer.search.compose.written import KEY, SOURCE, TRY, filled
from analyzer.search.engine.default import default_engine
from analyzer.search.engine.engine import Budget, Engine
from analyzer.search.engine.reasons import Reason
from analyzer.search.engine.reference import ReferenceEngine
from analyzer.search.engine.results import Limits
from analyzer.search.solve.force import ForcingPlay

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
    budget = Budget.of(limits or Limits())
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
        shown_of = told(position, sought.title, found, budget, lang)
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


def told(
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
        stipulation=spoken(_asked(position, found), lang),
        teaches=spoken(found.teaches, lang),
    )
    names = (
        (key, filled(KEY, card=LineWord(key))),
        (lure, filled(TRY, card=LineWord(lure))),
    )
    lines = tuple(_line(titled, spoken(name, lang), first, claim, budget) for first, name in names)
    return replace(titled, lines=lines)


def _asked(position: Position, found: TurningPoint) -> Message:
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
    line = shown(name, position.players, Hand.of(position), first, play)
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
