"""What sums to what in an evening: nothing is lost between players, pots and pools, whatever is told."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from contract.test_every_game import IDS
from effort import examples
from evenings.hands_in_words import Told, evenings
from hypothesis import given, settings
from hypothesis import strategies as st
from rulesets import FORMS

import analyzer
from analyzer.evenings.model import EveningScore, HandScore
from analyzer.evenings.tally import loads, tally
from analyzer.rules.book import PoolAccount, Pot, unmatched
from analyzer.rules.spec.variants import choose
from analyzer.views.base import name_amounts


def lying_in_pools(score: HandScore | None) -> int:
    return 0 if score is None else sum(pool.amount for pool in score.lying.pools)


def alone(hand: HandScore) -> int:
    """What is gained in a hand that nobody pays, less what is lost that nobody receives."""
    return unmatched(hand.transfers)


def check_hands(score: EveningScore) -> None:
    """Tokens, pots and pools of every hand sum to nothing; a sheet to what its clauses write."""
    game = score.evening.rules.game
    for before, hand in pairwise((None, *score.hands)):
        pots = hand.pots_change.king + hand.pots_change.pagat
        if not game.on_a_sheet:
            pools = lying_in_pools(hand) - lying_in_pools(before)
            assert sum(hand.amounts) + pots + pools == alone(hand)
        elif game.deviation is not None:
            assert sum(hand.amounts) == 0
        else:
            written = [sum(e.amount for e in hand.scores if e.seat == s) for s in range(len(hand.amounts))]
            assert hand.amounts == tuple(written)
        if hand.out is not None:
            founded = {
                score.evening.rules.game.the_pots.accounts.start.clause,
                score.evening.rules.game.the_pots.accounts.refill.clause,
            }
            paid = [each for each in hand.transfers if hand.out in (each.payer, each.payee)]
            assert {each.clause for each in paid} <= founded


def check_transfers(score: EveningScore) -> None:
    """Every amount is the sum of the payments that are told with it."""
    game = score.evening.rules.game
    for hand in score.hands:
        if game.on_a_sheet:
            continue
        found = [0] * len(hand.amounts)
        for each in hand.transfers:
            assert each.amount > 0
            for account, sign in ((each.payer, -1), (each.payee, 1)):
                if isinstance(account, int):
                    found[account] += sign * each.amount
                else:
                    assert isinstance(account, Pot | PoolAccount) or game.pots is not None
        assert tuple(found) == hand.amounts


def check_end(score: EveningScore) -> None:
    """The end takes everything out of the pots; where there are none, it sums to nothing."""
    pots = score.lying.pots
    whole = 0 if pots is None else pots.king + pots.pagat
    assert sum(score.end.tokens) == whole
    if score.evening.rules.game.pots is not None:
        assert max(score.end.tokens) - min(score.end.tokens) <= 10


@pytest.mark.parametrize(("name", "seats"), FORMS, ids=IDS)
@given(data=st.data())
@settings(max_examples=examples(3))
def test_an_evening_of_any_hands_loses_nothing_and_makes_nothing_up(
    name: str, seats: int, data: st.DataObject
) -> None:
    told: Told = data.draw(evenings(name, seats))
    score = tally(loads(json.dumps(told)))
    assert len(score.hands) == len(told["hands"])
    assert score.totals == tuple(map(sum, zip(*(each.amounts for each in score.hands), strict=True)))
    check_hands(score)
    check_transfers(score)
    check_end(score)


@pytest.mark.parametrize(("name", "seats"), FORMS, ids=IDS)
@given(data=st.data())
@settings(max_examples=examples(1))
def test_an_evening_is_scored_under_every_reading_that_it_hangs_on(
    name: str, seats: int, data: st.DataObject
) -> None:
    evening = loads(json.dumps(data.draw(evenings(name, seats))))
    found = analyzer.score(evening)
    for each in found.readings:
        chosen = analyzer.score(evening.with_rules(choose(evening.rules, each.variant)))
        differs = name_amounts(chosen.totals, evening.players)
        assert each.differs.get("totals", name_amounts(found.totals, evening.players)) == differs
        assert not set(chosen.unsettled) & set(found.unsettled)
