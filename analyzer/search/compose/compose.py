"""Composing problems: seeded random search for endings with a wanted property, audited by a second engine."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from analyzer.errors import UsageError, meant
from analyzer.messages import ENGLISH, LineWord, Message, Name, Verbatim, quoted, say, spoken
from analyzer.position.asked import ForcingClaim
from analyzer.position.model import Position
from analyzer.position.replay.replay import replay
from analyzer.position.setting import CountExpected, Expected, Line
from analyzer.rules.actions import Action
from analyzer.rules.score.goals import Goal
from analyzer.rules.sides import by_seats
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.search.compose.deal import drawn
from analyzer.search.compose.ending import EndingRequest, TurningPoint
from analyzer.search.compose.lines import shown
from analyzer.search.compose.properties import WANTS, NamedProperty, Want
from analyzer.search.engine.default import default_engine
from analyzer.search.engine.question import Budget, Engine
from analyzer.search.engine.reasons import Reason
from analyzer.search.engine.reference import ReferenceEngine
from analyzer.search.engine.results import Limits
from analyzer.search.solve.explain import reason
from analyzer.search.solve.force import ForcingPlay
from analyzer.search.solve.opening import question_of

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
    check_want(want, WANTS, tricks)
    sought, budget = WANTS[want], Budget.of(limits or Limits())
    rng = random.Random(f"{want} {tricks} {seed}")  # noqa: S311 - problems, not secrets
    for tried in range(1, tries + 1):
        budget.check_clock()
        position = drawn(rng, rules, sought.mould(tricks))
        found = sought.find(EndingRequest(position, default_engine(position.spec), budget))
        if found is None or found != audited(position, sought, budget):
            continue
        position = replace(position, source=spoken(source(want, tricks, seed, tried), lang))
        claim = _claim(position, found)
        shown_of = told(position, sought.title, found.teaches, claim, (found.key, found.lure), budget, lang)
        yield Problem(want, seed, tried, shown_of, str(found.key), solved(position, found, budget))


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
    claim, engine = _claim(position, found), default_engine(position.spec)
    question = question_of(replace(position, worlds=()))
    plan = reason(question, claim.goal, claim.seat, claim.by, engine, budget)
    return plan if plan is not None and plan.found.holds is found.wins else None


class BoundedProperty(NamedProperty, Protocol):
    """A property that only endings of so many tricks have."""

    @property
    def least(self) -> int: ...


def check_want(name: str, known: Mapping[str, BoundedProperty], tricks: int) -> None:
    """Raises: UsageError for an unknown property, or one that no ending of so few tricks has."""
    if name not in known:
        raise UsageError(say("no problem is composed for {word}", word=quoted(name)), meant(name, known))
    least = known[name].least
    if tricks < least:
        raise UsageError(
            say("{property} takes at least {number} tricks", property=Verbatim(name), number=least),
            say("no ending of {number} has it", number=tricks),
        )


def audited(position: Position, want: Want, budget: Budget) -> TurningPoint | None:
    """What an engine of another kind, or for long endings a fresh one, finds of the same property."""
    engine: Engine = ReferenceEngine() if position.tricks_left <= AUDITED else default_engine(position.spec)
    return want.find(EndingRequest(position, engine, budget))


def told(
    position: Position,
    title: Message,
    teaches: Message,
    claim: ForcingClaim,
    cards: tuple[Action, Action],
    budget: Budget,
    lang: str = ENGLISH,
) -> Position:
    """The position with a title, what it teaches, and two lines: the key, and the card that fails."""
    leads = say("{title}: {player} leads", title=title, player=Name(position.players[position.lead]))
    titled = replace(position, title=spoken(leads, lang), teaches=spoken(teaches, lang))
    key, lure = cards
    names = (
        (key, say("{card}, as it should be", card=LineWord(key))),
        (lure, say("{card}, which fails", card=LineWord(lure))),
    )
    lines = tuple(_line(titled, spoken(name, lang), first, claim, budget) for first, name in names)
    return replace(titled, lines=lines)


def _line(position: Position, name: str, first: Action, claim: ForcingClaim, budget: Budget) -> Line:
    """The card, then play to the end with both sides at their best for and against the goal."""
    play = ForcingPlay(claim.goal, claim.seat, claim.by, default_engine(position.spec), budget)
    line = shown(name, position.players, question_of(position), first, play)
    return replace(line, expect=_expected(position, line))


def _claim(position: Position, found: TurningPoint) -> ForcingClaim:
    """Who plays for the goal: its player, but all the others for a Bagud."""
    groups = by_seats(len(position.players))
    alone = 1 << found.seat
    side = sum(groups) & ~alone if found.goal == Goal.BAGUD else alone
    return ForcingClaim(found.goal, found.seat, side, groups)


def _expected(position: Position, line: Line) -> Expected:
    """What the line comes to: the contract, the points of each side and the last trick where points are
    counted; else who wins an Ultimo, who goes Bagud, and the tokens.
    """
    played, players = replay(position, line), position.players
    came = played.counted
    if came is not None:
        winner = played.tricks[-1].winner
        assert winner is not None
        contract = None if came.outcome is None else came.outcome.contract
        points = {players[came.leader(side)]: came.points[side] for side in range(came.sides.count)}
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
