"""Games of card points: every parameter changes an answer, or its other values are refused with reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from typing import Any, Final

import pytest
from effort import part
from proofs.twice import settled_twice
from rules.flips import flips, refused, with_parameter
from rules.point_asks import point_asks
from rules.point_battery import disputes, evenings, texts, variant_of
from rulesets import POINT_RULES

from analyzer.disputes.files import loads_dispute
from analyzer.errors import InvalidFile, TarokError
from analyzer.evenings.tally import loads as evening_of
from analyzer.evenings.tally import tally
from analyzer.position.model import Position
from analyzer.position.reading import loads
from analyzer.position.replay.books import applied_in
from analyzer.position.replay.model import Replay
from analyzer.position.replay.replay import replay
from analyzer.rules.spec.grounds import silent_among
from analyzer.rules.spec.reading import TOLD
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import in_form

Ask = Callable[[RuleSet], object]
NEVER_PLAYED: Final = ("bid.contracts", "value", {"tapp": 2, "threes": 1, "solo": 2})
"""A factor of a contract that is never played: what it brings is said by its own clause."""


@cache
def forms(game: str) -> tuple[RuleSet, ...]:
    """The rule set as each number of players plays it, the usual one first; at last the Fool an excuse."""
    rules = load_ruleset(game)
    found = [in_form(rules, seats) for seats in rules.forms or (rules.table.players,)]
    excuse = [load_ruleset(game, {"fool-kind": "excuse"})] if "fool-kind" in rules.options else []
    return (*found, *excuse)


@cache
def asks(game: str, form: int) -> tuple[Ask, ...]:
    """What is asked of a form, what is quick to answer first."""
    return tuple(_asks(game, form))


def _asks(game: str, form: int) -> Iterator[Ask]:
    rules = forms(game)[form]
    yield from point_asks(rules)
    yield lambda asked: asked.table.seated(rules.table.players)
    for text in evenings(game, rules.table.players):
        yield partial(scored, text)
    positions = [(text, loads(text)) for text in texts(game) if variant_of(text) == rules.variant]
    yield from (played(text, each) for text, each in positions if len(each.players) == rules.table.players)
    if not form:
        yield from (disputed(text) for text in disputes(game))


def scored(text: str, rules: RuleSet) -> object:
    """What an evening comes to; facts that cannot be together by other rules are told as that."""
    try:
        return tally(evening_of(text, "f.yaml", lambda _: rules)).end
    except InvalidFile as refused:
        return str(refused)


def played(text: str, position: Position) -> Ask:
    """Everything that the lines of a position come to; a whole hand is read anew by the rules."""

    def told(rules: RuleSet) -> object:
        try:
            anew = position.whole_hand or position.told.called is not None
            asked = loads(text, "f.yaml", lambda _: rules) if anew else replace(position, rules=rules)
            return repr([came_to(asked, replay(asked, line)) for line in asked.lines])
        except (InvalidFile, TarokError) as fault:
            return str(fault)

    return told


def came_to(position: Position, found: Replay) -> object:
    """What a line comes to that its rules decide: its offences by their clauses, and what it rests on."""
    won = [each.winner for each in found.tricks]
    wrong = [each.violation.clause for each in found.judged.offences]
    counted = (
        found.points,
        found.tricks_won,
        found.scores,
        found.sheet,
        found.pools,
        found.radli,
        found.outcome,
    )
    paid = found.opening, [each.transfers for each in found.tricks], found.settlement
    moved = [each.moved for each in found.tricks]
    silent = silent_among(position.rules, applied_in(position, found))
    return won, wrong, str(found.illegal), counted, paid, moved, silent


def disputed(text: str) -> Ask:
    """The clauses that a discard breaks, or what lies in a pile, by the engine and by Z3."""

    def told(rules: RuleSet) -> object:
        found = settled_twice(loads_dispute(text, "f.yaml", lambda _: rules))
        return [each.clause for each in found.violations]

    return told


@cache
def answer(game: str, form: int, number: int) -> object:
    return asks(game, form)[number](forms(game)[form])


def changes_an_answer(game: str, form: int, changed: RuleSet, first: list[int]) -> bool:
    """Whether a question is answered otherwise; those that were are asked `first` the next time."""
    every = asks(game, form)
    for number in dict.fromkeys((*first, *range(len(every)))):
        if every[number](changed) != answer(game, form, number):
            first.insert(0, number)
            return True
    return False


def changes_another_form(game: str, clause: str, parameter: str, other: Any) -> bool:
    """Whether it changes an answer where another number plays, by a clause that is about them alone."""
    changed = [with_parameter(rules, clause, parameter, other) for rules in forms(game)[1:]]
    of_form = enumerate(changed, 1)
    return any(not refused(each) and changes_an_answer(game, form, each, []) for form, each in of_form)


def own_clauses(game: str) -> Iterator[tuple[int, str]]:
    """The clauses of the usual form, and those of the others that say something else there."""
    usual, *others = forms(game)
    idle = silenced(usual)
    yield from ((0, clause) for clause in usual.clauses if clause not in idle)
    for place, form in enumerate(others, 1):
        stated = {name: each.parameters for name, each in usual.clauses.items()}
        own = {name for name, each in form.clauses.items() if stated.get(name) != each.parameters}
        yield from ((place, name) for name in form.clauses if name in own or name in idle - silenced(form))


def silenced(rules: RuleSet) -> frozenset[str]:
    """The clauses on an excuse where the Fool is a trump."""
    kinds = {each.kind for each in rules.clauses.values()}
    over = [each for each in rules.clauses.values() if each.kind == "fool-is"] if "excuse" in kinds else []
    return frozenset(name for each in over for name in each.overrides)


CLAUSES: Final = [
    (game, place, clause) for game in part(POINT_RULES, 4) for place, clause in own_clauses(game)
]


@pytest.mark.parametrize(("game", "form", "clause"), part(CLAUSES, 6))
def test_every_parameter_of_the_clause_changes_an_answer_or_is_refused(
    game: str, form: int, clause: str
) -> None:
    rules = forms(game)[form]
    stated = rules.clauses[clause]
    silent, first = [], list[int]()
    for parameter in stated.parameters:
        if (stated.kind, parameter) in TOLD:
            continue
        for other in flips(stated, parameter):
            changed = with_parameter(rules, clause, parameter, other)
            reasons = refused(changed)
            assert all(each.message and each.expected for each in reasons)
            if reasons or changes_an_answer(game, form, changed, first):
                continue
            if form or not changes_another_form(game, clause, parameter, other):
                silent.append((parameter, other))
    left = [each for each in silent if (clause, *each) != NEVER_PLAYED]
    assert not left, f"nothing hangs on {clause}: {left}"
