"""The whole answer: its parts, its order, and what is left of it when a limit comes."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import brute_force
import pytest
from effort import part
from msgspec import structs
from positions_strategy import Shape, piles_told, position, random_position, told
from solving import solve

from analyzer.cards.card import cards
from analyzer.errors import INTERRUPTED, UsageError
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.position.setting import Unseen
from analyzer.rules.actions import Groups
from analyzer.rules.book import Pots
from analyzer.rules.score.goals import Aim, Goal, Sense
from analyzer.rules.score.hand import NOTHING_TOLD, PileFacts
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.reference import ReferenceEngine
from analyzer.search.engine.results import Equilibrium, Limits, Solution

PLAIN = ReferenceEngine()


PROP_1 = position("dR T7", "hR d9", "c7 c2", 1)


class StopsAfter:
    """The plain engine, broken off at its n-th question."""

    def __init__(self, questions: int, stop: type[BaseException] = KeyboardInterrupt) -> None:
        self.left = questions
        self.stop = stop

    def _tick(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise self.stop

    def goals(
        self,
        question: Hand,
        wanted: Sequence[tuple[int, Goal]],
        budget: Budget,
        groups: Groups | None = None,
    ) -> Mapping[tuple[int, Goal], int]:
        self._tick()
        return PLAIN.goals(question, wanted, budget, groups)

    def value(self, question: Hand, aim: Aim, side: int, sense: Sense, budget: Budget) -> Fraction:
        self._tick()
        return PLAIN.value(question, aim, side, sense, budget)

    def guarantee(self, question: Hand, seat: int, budget: Budget) -> int:
        self._tick()
        return PLAIN.guarantee(question, seat, budget)

    def equilibria(self, question: Hand, budget: Budget) -> tuple[Equilibrium, ...]:
        self._tick()
        return PLAIN.equilibria(question, budget)

    def forces(self, question: Hand, goal: Goal, seat: int, by: int, budget: Budget) -> bool:
        self._tick()
        return PLAIN.forces(question, goal, seat, by, budget)


def test_position_1_is_solved_as_the_proprieties_tell_it() -> None:
    solution = solve(PROP_1, engine=PLAIN)
    assert solution.to_play == 1
    assert solution.tricks_left == 2
    assert solution.complete
    king, nine = solution.cards
    assert [str(king.card), str(nine.card)] == ["hR", "d9"]
    assert [(each.tokens, each.pots) for each in king.values.equilibria or ()] == [((130, -75, -55), (0, 0))]
    assert [(each.tokens, each.pots) for each in nine.values.equilibria or ()] == [((40, -140, 40), (60, 0))]
    assert solution.values.guarantee == (40, -75, -55)
    assert solution.values.goals is not None
    ultimo = solution.values.goals[0, Goal.ULTIMO]
    assert (ultimo.status.value, ultimo.forced_by, ultimo.prevented_by) == ("depends", (2,), (2,))


def test_the_line_of_a_card_begins_with_the_card() -> None:
    solution = solve(PROP_1, engine=PLAIN)
    for card in solution.cards:
        assert card.values.equilibria
        for payoff in card.values.equilibria:
            assert str(payoff.line[0][1]) == str(card.card)
            assert len(payoff.line) == 6


@pytest.mark.parametrize("seed", part(range(40), 2))
def test_position_and_cards_are_what_the_whole_tree_of_play_says(seed: int) -> None:
    of = random_position(random.Random(seed), Shape(tricks=1 + seed % 2))
    _agrees_with_the_tree(of, solve(of, engine=PLAIN))


@pytest.mark.parametrize("seed", range(6))
def test_cards_at_the_trick_of_the_demand_have_the_demand_in_their_value(seed: int) -> None:
    of = random_position(random.Random(seed), Shape(tricks=3, fool=True, fool_demand=True, laid=2))
    _agrees_with_the_tree(of, solve(of, engine=PLAIN))


def _agrees_with_the_tree(of: Position, solution: Solution) -> None:
    tree = brute_force.tree(of)
    kids = dict(tree.kids)
    shown = [str(each.card) if each.names is None else f"fool={each.names}" for each in solution.cards]
    equal = [str(card) for each in solution.cards for card in each.equals]
    assert sorted(shown + equal) == sorted(kids)
    for values, node in [
        (solution.values, tree),
        *((each.values, kids[label]) for each, label in zip(solution.cards, shown, strict=True)),
    ]:
        assert values.goals is not None
        for (seat, goal), answer in values.goals.items():
            assert answer.forcing == brute_force.forcing_mask(node, (seat, str(goal))), told(of)
        assert values.guarantee == tuple(brute_force.sure(node, seat) for seat in range(3)), told(of)
        tokens = {each.tokens[:3] for each in values.equilibria or ()}
        assert tokens == brute_force.equilibria(node), told(of)


@pytest.mark.parametrize("seed", part(range(30), 2))
def test_without_cards_the_position_has_the_same_values(seed: int) -> None:
    of = random_position(random.Random(seed), Shape(tricks=2))
    alone, with_cards = solve(of, cards=False, engine=PLAIN), solve(of, engine=PLAIN)
    assert alone.cards == ()
    assert alone.values.goals == with_cards.values.goals
    assert alone.values.guarantee == with_cards.values.guarantee
    assert [each.tokens for each in alone.values.equilibria or ()] == [
        each.tokens for each in with_cards.values.equilibria or ()
    ]


def test_equilibria_come_best_first_for_the_player_to_move() -> None:
    several = 0
    for seed in range(80):
        of = random_position(random.Random(seed), Shape(tricks=2))
        solution = solve(of, goals=False, engine=PLAIN)
        for values in (solution.values, *(card.values for card in solution.cards)):
            order = [each.tokens for each in values.equilibria or ()]
            assert order == sorted(order, key=lambda t: (t[solution.to_play], t), reverse=True)
            several += len(order) > 1
    assert several > 5


def test_cards_come_in_canonical_order_and_the_fool_last_with_its_suits() -> None:
    of = position("fool T3 T20 hD s10", "c1 d2 T4 T5 T6", "h1 s2 d3 d4 d5", fool_demand=False)
    solution = solve(of, goals=True, tokens=False, goal=Goal.LAST_TRICK, player=0)
    shown = [str(each.card) if each.names is None else f"fool={each.names}" for each in solution.cards]
    assert shown == ["hD", "s10", "T20", "T3", "fool=h", "fool=d", "fool=s", "fool=c", "fool=T"]


def test_only_the_parts_that_were_asked_for_are_there() -> None:
    one = solve(PROP_1, tokens=False, goal=Goal.ULTIMO, player=0, engine=PLAIN)
    assert one.values.goals is not None
    assert list(one.values.goals) == [(0, Goal.ULTIMO)]
    assert one.values.guarantee is None
    assert one.values.equilibria is None
    tokens = solve(PROP_1, goals=False, player=2, engine=PLAIN)
    assert tokens.values.goals is None
    assert tokens.values.guarantee == (None, None, -55)
    assert tokens.values.equilibria is not None
    assert all(card.proper is None for card in tokens.cards)


def test_what_was_found_before_a_limit_stays_and_the_rest_is_named() -> None:
    whole = solve(PROP_1, engine=PLAIN)
    solution = solve(PROP_1, limits=Limits(max_nodes=20))
    assert not solution.complete
    assert solution.reason is not None
    assert "20 nodes" in solution.reason
    assert solution.unfinished[-4:] == ("guarantee.A", "guarantee.B", "guarantee.C", "equilibria")
    assert solution.values.goals
    assert whole.values.goals is not None
    assert solution.unfinished[-5] == "evidence"
    assert len(solution.values.goals) + len(solution.unfinished) == 15 + 5
    for key, answer in solution.values.goals.items():
        assert answer == whole.values.goals[key]
    assert solution.values.equilibria is None


def test_a_time_limit_of_nothing_leaves_everything_unfinished() -> None:
    solution = solve(PROP_1, limits=Limits(timeout=0.0), engine=ReferenceEngine())
    assert len(solution.unfinished) == 19
    assert solution.reason is not None
    assert "time limit" in solution.reason
    assert solution.values.goals is None
    assert [str(card.card) for card in solution.cards] == ["hR", "d9"]


def test_breaking_off_keeps_what_is_known_of_each_card() -> None:
    solution = solve(PROP_1, goals=False, engine=StopsAfter(2 * 3 + 1))
    assert solution.reason == INTERRUPTED
    assert solution.unfinished == ("equilibria",)
    assert solution.values.guarantee == (40, -75, -55)
    assert [card.values.equilibria is None for card in solution.cards] == [False, True]
    assert solution.values.equilibria is None


def test_breaking_off_within_a_guarantee_leaves_that_seat_open() -> None:
    solution = solve(PROP_1, goals=False, engine=StopsAfter(3))
    assert solution.values.guarantee == (40, None, None)
    assert solution.cards[0].values.guarantee == (130, -75, None)
    assert solution.unfinished == ("guarantee.B", "guarantee.C", "equilibria")


def test_an_unknown_error_of_an_engine_is_not_swallowed() -> None:
    with pytest.raises(ZeroDivisionError):
        solve(PROP_1, engine=StopsAfter(2, ZeroDivisionError))


def test_a_player_sitting_out_pays_what_balances_the_pots() -> None:
    of = replace(PROP_1, sitting_out="D")
    payoff = solve(of, goals=False, engine=PLAIN).cards[0].values.equilibria
    assert payoff is not None
    assert [(each.tokens, each.pots) for each in payoff] == [((130, -75, -55, -20), (20, 0))]


def test_a_position_with_unseen_cards_is_no_question_for_the_search() -> None:
    unseen = Unseen(1, {0: 2, 2: 2}, frozenset(cards("T10 T7 h3 h4")), {})
    of = position("", "hR d9", "", 1, unseen=unseen)
    with pytest.raises(UsageError, match="unseen"):
        solve(of, engine=PLAIN)


def test_a_hand_that_is_over_is_no_question_for_the_search() -> None:
    with pytest.raises(UsageError, match="nothing is left"):
        solve(position("", "", ""), engine=PLAIN)


def test_a_seat_that_nobody_sits_in_is_refused() -> None:
    with pytest.raises(UsageError, match="seat 3"):
        solve(PROP_1, player=3, engine=PLAIN)


def test_the_count_is_refused_without_points_in_every_pile() -> None:
    with pytest.raises(UsageError, match="count needs"):
        Hand.from_position(PROP_1.changed(count=True, dealer=0))


def test_the_tokens_of_a_whole_hand_cover_the_deal_and_the_declarations() -> None:
    # Hands of three cards and a skat of one, so that a whole hand can be searched to its end.
    rules = load_ruleset("danish")
    rules = structs.replace(
        rules, game=structs.replace(rules.game, table=structs.replace(rules.table, hand_size=3, skat_size=1))
    )
    hands, skat = ("d7 d8 d9", "hR hD fool", "hV c1 c2"), frozenset(cards("c3"))
    later = position(*hands, rules=rules, dealer=2, told=piles_told(*(PileFacts(0),) * 3), pots=Pots(65, 65))
    whole = replace(later, skat=skat, told=NOTHING_TOLD, pots=Pots(60, 60))
    assert whole.whole_hand
    assert not later.whole_hand
    play, hand = (solve(of, cards=False, engine=PLAIN).values for of in (later, whole))
    # C has paid 5 to each pot for dealing, and nobody has a declaration.
    assert hand.goals == play.goals
    assert hand.guarantee == tuple(
        n + paid for n, paid in zip(play.guarantee or (), (0, 0, -10), strict=True)
    )
    assert [each.tokens for each in hand.equilibria or ()] == [
        (a, b, c - 10) for a, b, c in (each.tokens for each in play.equilibria or ())
    ]
    for each in hand.equilibria or ():
        assert sum(each.tokens) + sum(each.pots) == 0


def test_a_player_sitting_out_pays_neither_for_the_deal_nor_for_declarations() -> None:
    rules = load_ruleset("danish")
    rules = structs.replace(
        rules, game=structs.replace(rules.game, table=structs.replace(rules.table, hand_size=4, skat_size=1))
    )
    hands = ("hR hD hC fool", "c1 c2 c3 c4", "d1 d2 d3 d4")
    of = position(*hands, 1, skat=frozenset(cards("c5")), dealer=2, rules=rules)
    three, four = (
        solve(each, goals=False, cards=False).values for each in (of, replace(of, sitting_out="D"))
    )
    assert four.guarantee == three.guarantee
    for alone, with_d in zip(three.equilibria or (), four.equilibria or (), strict=True):
        assert with_d.tokens[:3] == alone.tokens
        founded = sum(with_d.pots) - sum(alone.pots)
        assert with_d.tokens[3] == -founded
    assert four.equilibria


def test_a_declaration_is_paid_before_the_first_lead() -> None:
    rules = load_ruleset("danish")
    rules = structs.replace(
        rules, game=structs.replace(rules.game, table=structs.replace(rules.table, hand_size=4, skat_size=1))
    )
    hands = ("hR hD hC fool", "c1 c2 c3 c4", "d1 d2 d3 d4")
    of = position(*hands, 1, skat=frozenset(cards("c5")), dealer=2, rules=rules)
    spare = position("hR hD h1 fool", *hands[1:], 1, skat=frozenset(cards("c5")), dealer=2, rules=rules)
    half, none = (solve(each, goals=False, cards=False).values.guarantee for each in (of, spare))
    # Half hearts without the jack are worth 5 from each.
    assert half == tuple(n + paid for n, paid in zip(none or (), (10, -5, -5), strict=True))
