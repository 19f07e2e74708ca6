"""Where cards are barred from the first lead, core and plain search agree on what can be forced and had."""

from __future__ import annotations

import random

import pytest
from contract.core_play import Moment, play_of, rules_of, solver_of
from contract.dealing import PLAIN
from contract.endings import keys_of, random_ending
from effort import THOROUGH, tries
from msgspec.structs import replace

from analyzer.position.bearing import Askable
from analyzer.position.hand import Hand
from analyzer.rules.actions import seat_groups, side_groups
from analyzer.rules.score.goals import Sense
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.pointengine import PointEngine
from analyzer.search.engine.points import counting_number
from analyzer.search.engine.reference import ReferenceEngine

of_any_number = pytest.mark.parametrize("seats", [3, 4, 5])


BARRED = {3: (9, 10), 4: (1, 3), 5: (2, 5)}
"""Seeds of hands in which the barred lead changes what somebody gets."""


def barred(seats: int, seed: int) -> Hand:
    """The last tricks of a hand as if they were all of it, a card called so that some lead is barred."""
    rng = random.Random(seed)
    tricks = rng.choice([2, 3])
    while True:
        question = random_ending("tarot", seats, rng, tricks).question
        table = question.table
        size = replace(table.spec.table, hand_size=tricks)
        called = rng.choice([card for hand in table.hands for card in sorted(hand)])
        spec = replace(table.spec, table=size, barred=called if called.suit in PLAIN else None)
        question = replace(question, table=replace(table, spec=spec))
        if not table.trick and table.hands[table.lead] != question.table.legal_cards():
            return question


def free(question: Hand) -> Hand:
    spec = replace(question.spec, barred=None)
    return replace(question, table=replace(question.table, spec=spec))


@of_any_number
def test_the_core_leads_to_the_first_trick_what_the_engine_does(seats: int) -> None:
    for question in (barred(seats, seed) for seed in range(tries(30))):
        moment = Moment(question.table, question.reckoning)
        rules, may = rules_of(moment), question.table.legal_cards()
        play = play_of(moment, rules)
        legal = sorted(solver_of(rules).legal(play))
        assert legal == sorted(counting_number(question.spec, card) for card in may)


@of_any_number
def test_the_core_and_the_plain_search_agree_where_a_lead_is_barred(seats: int) -> None:
    differs = 0
    for seed in range(12 if seats < 5 else 6) if THOROUGH else BARRED[seats]:
        question = barred(seats, seed)
        keys = list(keys_of(Askable(question), random.Random(seed)))
        for groups in (seat_groups(seats), side_groups(question.sides)):
            plain = ReferenceEngine().goals(question, keys, Budget(), groups)
            assert PointEngine().goals(question, keys, Budget(), groups) == plain
        for side in range(question.sides.count):
            core, plainly = PointEngine(), ReferenceEngine()
            assert core.guarantee(question, side, Budget()) == plainly.guarantee(question, side, Budget())
            for aim in Askable(question).numbers:
                for sense in Sense:
                    value = core.value(question, aim, side, sense, Budget())
                    assert value == plainly.value(question, aim, side, sense, Budget())
                    differs += value != PointEngine().value(free(question), aim, side, sense, Budget())
    assert differs


@of_any_number
def test_what_is_paid_comes_out_alike_where_a_lead_is_barred(seats: int) -> None:
    for seed in range(tries(5, 3)):
        question = barred(seats, seed)
        core = PointEngine().equilibria(question, Budget())
        plain = ReferenceEngine().equilibria(question, Budget())
        assert {each.tokens for each in core} == {each.tokens for each in plain}
