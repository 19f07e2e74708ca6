"""Composing problems: seeded random search for endings with a wanted property, audited by a second engine."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from analyzer.errors import UsageError, meant
from analyzer.messages import ENGLISH, LineWord, Message, Name, Verbatim, quoted, say, spoken
from analyzer.position.model import Position
from analyzer.position.replay.replay import replay
from analyzer.position.setting import Expected, Line
from analyzer.rules.actions import Action
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.search.compose.deal import drawn
from analyzer.search.compose.ending import EndingRequest, TurningPoint
from analyzer.search.compose.lines import shown
from analyzer.search.compose.properties import WANTS, Want
from analyzer.search.engine.default import default_engine
from analyzer.search.engine.question import Budget, Engine, Question
from analyzer.search.engine.reasons import Reason
from analyzer.search.engine.reference import ReferenceEngine
from analyzer.search.engine.results import Limits
from analyzer.search.solve.explain import reason
from analyzer.search.solve.force import ForcingPlay

AUDITED = 4
"""Endings with more tricks than this are audited by a fresh native engine: the plain one takes too long."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A composed ending with its title, what it teaches, and lines with what they come to."""

    want: str
    seed: int
    tries: int
    position: Position
    key: str
    """The card the problem turns on."""
    solution: Reason | None = field(default=None, compare=False)
    """The plan that solves it; its number of lines says how hard it is."""


def compose(
    rules: RuleSet,
    want: str,
    *,
    tricks: int = 3,
    seed: int = 0,
    tries: int = 100_000,
    limits: Limits | None = None,
    lang: str = ENGLISH,
) -> Iterator[Problem]:
    """Endings with the property, in the order in which the seed draws them; equal seeds, equal problems.

    What is written about them is in the language `lang`.

    Each is audited: an engine that knows nothing of the first one's work must find the same.

    Raises: UsageError for an unknown property, or one that no ending of so few tricks has; LimitReached
    where the limits do not last.
    """
    sought, budget = wanted(want), Budget.of(limits or Limits())
    if tricks < sought.least:
        raise UsageError(
            say("{property} takes at least {number} tricks", property=Verbatim(want), number=sought.least),
            say("no ending of {number} has it", number=tricks),
        )
    rng = random.Random(f"{want} {tricks} {seed}")  # noqa: S311 - problems, not secrets
    for tried in range(1, tries + 1):
        budget.check_clock()
        position = drawn(rng, rules, sought.mould(tricks))
        found = sought.find(EndingRequest(position, default_engine(), budget))
        if found is None or found != audited(position, sought, budget):
            continue
        position = replace(position, source=spoken(source(want, tricks, seed, tried), lang))
        problem = Problem(want, seed, tried, told(position, sought, found, budget, lang), str(found.key))
        yield replace(problem, solution=solved(position, found, budget))


def source(want: str, tricks: int, seed: int, tried: int) -> Message:
    """Where a composed ending comes from."""
    return say(
        "composed: {property}, {tricks} tricks, seed {seed}, try {number}",
        property=Verbatim(want),
        tricks=tricks,
        seed=seed,
        number=tried,
    )


def solved(position: Position, found: TurningPoint, budget: Budget) -> Reason | None:
    """The plan of those for whom the problem is won, from its first card on; None where there is none."""
    question = Question.of(replace(position, worlds=()))
    side = _side(question, found)
    plan = reason(question, found.goal, found.seat, side, default_engine(), budget)
    return plan if plan is not None and plan.found.holds is found.wins else None


def wanted(name: str) -> Want:
    """The property of that name. Raises: UsageError with the nearest one."""
    if name in WANTS:
        return WANTS[name]
    raise UsageError(say("no problem is composed for {word}", word=quoted(name)), meant(name, WANTS))


def audited(position: Position, want: Want, budget: Budget) -> TurningPoint | None:
    """What an engine of another kind, or for long endings a fresh one, finds of the same property."""
    engine: Engine = ReferenceEngine() if position.tricks_left <= AUDITED else default_engine()
    return want.find(EndingRequest(position, engine, budget))


def told(
    position: Position, want: Want, found: TurningPoint, budget: Budget, lang: str = ENGLISH
) -> Position:
    """The position with a title, what it teaches, and two lines: the key, and the card that fails."""
    leader = Name(position.players[position.lead])
    title = say("{title}: {player} leads", title=want.title, player=leader)
    titled = replace(position, title=spoken(title, lang), teaches=spoken(found.teaches, lang))
    question = Question.of(titled)
    lines = [
        _line(
            titled,
            question,
            spoken(say("{card}, as it should be", card=LineWord(found.key)), lang),
            found.key,
            found,
            budget,
        ),
        _line(
            titled,
            question,
            spoken(say("{card}, which fails", card=LineWord(found.lure)), lang),
            found.lure,
            found,
            budget,
        ),
    ]
    return replace(titled, lines=tuple(lines))


def _line(
    position: Position, question: Question, name: str, first: Action, found: TurningPoint, budget: Budget
) -> Line:
    """The card, then play to the end with both sides at their best for and against the goal."""
    play = ForcingPlay(found.goal, found.seat, _side(question, found), default_engine(), budget)
    line = shown(name, position.players, question, first, play)
    return replace(line, expect=_expected(position, line))


def _side(question: Question, found: TurningPoint) -> int:
    """Who plays for the goal: its player, but all the others for a Bagud."""
    return (
        (1 << found.seat) if found.goal.value != "bagud" else (1 << question.players) - 1 & ~(1 << found.seat)
    )


def _expected(position: Position, line: Line) -> Expected:
    """What the line comes to: who wins an Ultimo, who goes Bagud, and the tokens."""
    played = replay(position, line)
    assert played.outcome is not None
    ultimo = played.outcome.ultimo
    return Expected(
        given=frozenset({"ultimo", "bagud", "tokens"}),
        ultimo=None if ultimo is None else position.players[ultimo],
        bagud=tuple(position.players[seat] for seat in played.outcome.bagud),
        tokens=dict(zip(position.players, played.tokens, strict=True)),
    )
