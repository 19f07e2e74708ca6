"""What hands are sure to pay, and come to where each side plays for itself: the core and the plain search."""

from __future__ import annotations

import random

import pytest
from contract.dealing import dealt, played
from contract.endings import random_ending
from effort import part, tries
from rulesets import FORMS, POINT_RULES

import analyzer
from analyzer.errors import LimitReached
from analyzer.position.hand import Hand
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.pointengine import PointEngine
from analyzer.search.engine.reference import ReferenceEngine
from analyzer.search.engine.results import Equilibrium

POINT_FORMS = [each for each in FORMS if each[0] in POINT_RULES]
every_form = pytest.mark.parametrize(("name", "seats"), part(POINT_FORMS, 3))


def moments(name: str, seats: int, tricks: int) -> list[Hand]:
    """Endings of a game at the first lead, and after some cards, a trick among them."""
    found = []
    for seed in range(tries(4, 2)):
        rng = random.Random(f"{name} {seats} {tricks} {seed}")
        question = random_ending(name, seats, rng, tricks).question
        found.append(question)
        for _ in range(rng.randrange(1, 2 * seats)):
            question, _ = question.after(rng.choice(list(question.moves())))
        found.append(question)
    return found


def by_side(question: Hand, line: Equilibrium) -> tuple[int, ...]:
    """What a line pays each side, played card by card."""
    total = [0] * question.sides.count
    for seat, move in line.line:
        assert seat == question.to_move
        question, paid = question.after(move)
        for each, amount in enumerate(paid):
            total[question.sides.of[each]] += amount
    assert question.over
    return tuple(total)


@every_form
def test_what_is_sure_to_be_paid_is_what_every_line_comes_to(name: str, seats: int) -> None:
    core = PointEngine()
    for question in moments(name, seats, 3):
        plain = ReferenceEngine()
        for side in range(question.sides.count):
            assert core.guarantee(question, side, Budget()) == plain.guarantee(question, side, Budget())


@every_form
def test_the_payoffs_where_each_side_plays_for_itself_are_those_of_every_line(name: str, seats: int) -> None:
    core = PointEngine()
    for question in moments(name, seats, 3):
        found = core.equilibria(question, Budget())
        plain = ReferenceEngine().equilibria(question, Budget())
        assert {each.tokens for each in found} == {each.tokens for each in plain}
        assert all(by_side(question, each) == each.tokens for each in found)


@every_form
def test_nobody_comes_to_less_than_he_is_sure_of(name: str, seats: int) -> None:
    question = random_ending(name, seats, random.Random(f"{name} {seats}"), 8 - seats).question
    core = PointEngine()
    payoffs = core.equilibria(question, Budget())
    for side in range(question.sides.count):
        sure = core.guarantee(question, side, Budget())
        assert all(each.tokens[side] >= sure for each in payoffs)
        if question.opposed:
            assert {each.tokens[side] for each in payoffs} == {sure}


@every_form
def test_a_search_for_payments_stops_at_its_limit_and_goes_on_when_asked_again(name: str, seats: int) -> None:
    question = random_ending(name, seats, random.Random(f"{name} {seats}"), 8 - seats).question
    core = PointEngine()
    with pytest.raises(LimitReached):
        core.equilibria(question, Budget(max_nodes=5))
    assert core.equilibria(question, Budget()) == PointEngine().equilibria(question, Budget())


@pytest.mark.parametrize(
    ("name", "seats", "tricks"), [("tapp", 3, 7), ("slovenian", 4, 5), ("grosstarock", 3, 6)]
)
def test_solve_tells_what_is_paid_while_all_cards_can_be_laid(name: str, seats: int, tricks: int) -> None:
    position = next(
        each
        for each, _, _ in played(dealt(name, seats, 6), 6)
        if each.tricks_left == tricks and not each.trick
    )
    found = analyzer.solve(position, cards=False)
    assert found.complete
    assert None not in found.values.guarantee
    assert found.values.equilibria
