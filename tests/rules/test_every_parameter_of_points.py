"""Games of card points: every parameter changes an answer, or its other values are refused with reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any, Final

import pytest
from rules.flips import flips, refused, with_parameter
from rules.point_asks import point_asks
from rules.point_battery import disputes, texts, variant_of
from rulesets import POINT_RULES

from analyzer.disputes.files import loads_dispute
from analyzer.disputes.registry import settle
from analyzer.errors import InvalidFile, TarokError
from analyzer.position.files.positions import loads
from analyzer.position.model import Position
from analyzer.position.replay.replay import replay
from analyzer.rules.spec.reading import TOLD
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import in_form

Ask = Callable[[RuleSet], object]
EVENINGS: Final = {
    ("game-end", "pays"),
    ("game-end", "amount"),
    ("ends-on-wish", "least"),
    ("ends-on-wish", "most"),
}
"""By kind and parameter what an evening is ended by, and no hand."""


@cache
def forms(game: str) -> tuple[RuleSet, ...]:
    """The rule set as each number of players plays it, the usual one first."""
    rules = load_ruleset(game)
    return tuple(in_form(rules, seats) for seats in rules.forms or (rules.table.players,))


@cache
def asks(game: str, seats: int) -> tuple[Ask, ...]:
    """What is asked of a form, what is quick to answer first."""
    return tuple(_asks(game, seats))


def _asks(game: str, seats: int) -> Iterator[Ask]:
    rules = next(each for each in forms(game) if each.table.players == seats)
    yield from point_asks(rules)
    positions = [(text, loads(text)) for text in texts(game) if not variant_of(text)]
    of_form = [(text, each) for text, each in positions if len(each.players) == seats]
    yield seated(of_form[0][1])
    yield from (played(text, position) for text, position in of_form)
    if rules.table.players == forms(game)[0].table.players:
        yield from (disputed(text) for text in disputes(game))


def seated(position: Position) -> Ask:
    """The players around the table."""
    return lambda rules: rules.table.seated(len(position.players))


def played(text: str, position: Position) -> Ask:
    """Everything that the lines of a position come to; a whole hand is read anew by the rules."""

    def told(rules: RuleSet) -> object:
        try:
            asked = (
                loads(text, "f.yaml", lambda _: rules)
                if position.whole_hand
                else replace(position, rules=rules)
            )
            return repr([came_to(replay(asked, line)) for line in asked.lines])
        except (InvalidFile, TarokError) as fault:
            return str(fault)

    return told


def came_to(found: Any) -> object:
    """What a line comes to that its rules decide, its offences by their clauses."""
    won = [each.winner for each in found.tricks]
    wrong = [each.violation.clause for each in found.judged.offences]
    return won, wrong, str(found.illegal), replace(found.counted, applied=())


def disputed(text: str) -> Ask:
    """The clauses that a discard breaks, by the engine and by Z3."""

    def told(rules: RuleSet) -> object:
        found = settle(loads_dispute(text, "f.yaml", lambda _: rules))
        return [each.clause for each in found.violations]

    return told


@cache
def answer(rules: RuleSet, seats: int, number: int) -> object:
    return asks(rules.name, seats)[number](rules)


def changes_an_answer(rules: RuleSet, changed: RuleSet, first: list[int]) -> bool:
    """Whether a question is answered otherwise; those that were are asked `first` the next time."""
    seats = rules.table.players
    every = asks(rules.name, seats)
    for number in dict.fromkeys((*first, *range(len(every)))):
        if every[number](changed) != answer(rules, seats, number):
            first.insert(0, number)
            return True
    return False


def own_clauses(game: str) -> Iterator[tuple[int, str]]:
    """The clauses of the usual form, and those of the others that say something else there."""
    usual, *others = forms(game)
    yield from ((0, clause) for clause in usual.clauses)
    for place, form in enumerate(others, 1):
        stated = {name: each.parameters for name, each in usual.clauses.items()}
        yield from (
            (place, name) for name, each in form.clauses.items() if stated.get(name) != each.parameters
        )


CLAUSES: Final = [(game, place, clause) for game in POINT_RULES for place, clause in own_clauses(game)]


@pytest.mark.parametrize(("game", "form", "clause"), CLAUSES, ids=[f"{g}-{f}:{c}" for g, f, c in CLAUSES])
def test_every_parameter_of_the_clause_changes_an_answer_or_is_refused(
    game: str, form: int, clause: str
) -> None:
    rules = forms(game)[form]
    stated = rules.clauses[clause]
    silent, first = [], list[int]()
    for parameter in stated.parameters:
        if (stated.kind, parameter) in {*TOLD, *EVENINGS}:
            continue
        for other in flips(stated, parameter):
            changed = with_parameter(rules, clause, parameter, other)
            reasons = refused(changed)
            assert all(each.message and each.expected for each in reasons)
            if not reasons and not changes_an_answer(rules, changed, first):
                silent.append((parameter, other))
    assert not silent, f"nothing hangs on {clause}: {silent}"
