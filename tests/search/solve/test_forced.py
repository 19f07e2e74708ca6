"""One yes or no, and the play that shows it."""

from __future__ import annotations

import random

import brute_force
import pytest
from effort import part
from positions_strategy import Shape, position, random_position, told

from analyzer.cards.card import BY_TEXT, Suit
from analyzer.errors import LimitReached, UsageError
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.rules.actions import ALLOW, DEMAND, lay
from analyzer.rules.score.goals import LAST_TRICK_GOALS, Goal
from analyzer.search.engine.reference import ReferenceEngine
from analyzer.search.engine.results import Limits
from analyzer.search.solve.explain import forced

PROP_1 = position("dR T7", "hR d9", "c7 c2", 1)


def test_b_alone_decides_the_ultimo_of_position_1() -> None:
    assert not forced(PROP_1, Goal.ULTIMO, 0, engine=ReferenceEngine()).holds
    by_b = forced(PROP_1, Goal.ULTIMO, 0, by=0b010, engine=ReferenceEngine())
    assert by_b.holds
    assert by_b.line == ("hR", "c7", "T7", "dR", "d9", "c2")
    assert by_b.answer is not None
    assert by_b.answer.forced_by == (0b010,)
    assert by_b.nodes > 0


def test_the_line_of_a_no_shows_the_goal_prevented() -> None:
    answer = forced(PROP_1, Goal.ULTIMO, 0, engine=ReferenceEngine())
    assert answer.line == ("d9", "c7", "dR", "T7", "hR", "c2")


def test_all_players_together_force_what_can_happen_at_all() -> None:
    assert forced(PROP_1, Goal.BAGUD, 1, by=0b111).holds
    assert not forced(PROP_1, Goal.PAGAT_ULTIMO, 0, by=0b111).holds


def test_nobody_is_needed_for_an_automatic_goal() -> None:
    of = position("dR T7", "hR d9", "c7 c2", 2)
    assert forced(of, Goal.ULTIMO, 0, by=0).holds


@pytest.mark.parametrize("seed", part(range(40), 2))
def test_the_line_leads_to_the_goal_exactly_when_it_is_forced(seed: int) -> None:
    of = random_position(random.Random(seed), Shape(tricks=2 + (seed % 4 == 0)))
    tree = brute_force.tree(of)
    for seat, goal, by in ((0, Goal.ULTIMO, 1), (1, Goal.LAST_TRICK, 0b110), (2, Goal.BAGUD, 0b011)):
        answer = forced(of, goal, seat, by)
        team = frozenset(member for member in range(3) if by >> member & 1)
        assert answer.holds == brute_force.forces(tree, team, (seat, str(goal))), told(of)
        assert ((seat, goal) in _end_of(of, answer.line)) == answer.holds, told(of)


def _end_of(of: Position, line: tuple[str, ...]) -> frozenset[tuple[int, Goal]]:
    """What the line comes to; cards that are not answered by a demand are let pass."""
    at = Hand.from_position(of)
    for word in line:
        if word.startswith("demand"):
            seat = of.players.index(word[7])
            while at.to_move != seat:
                at, _ = at.after(ALLOW)
            at, _ = at.after(DEMAND)
            continue
        while at.table.picked is not None:
            at, _ = at.after(ALLOW)
        text, _, named = word.partition("=")
        at, _ = at.after(lay(BY_TEXT[text], Suit(named) if named else None))
    return frozenset(
        (seat, goal) for seat in range(at.players) for goal in LAST_TRICK_GOALS if at.reached(goal, seat)
    )


def test_a_demand_in_the_line_names_who_speaks_it() -> None:
    words = set()
    for seed in range(60):
        of = random_position(random.Random(seed), Shape(tricks=3, fool=True, fool_demand=True))
        words |= {word for word in forced(of, Goal.LAST_TRICK, 0).line if word.startswith("demand")}
    assert words <= {"demand[A]", "demand[B]", "demand[C]"}
    assert words


def test_line_and_sets_are_left_out_where_they_are_not_wanted() -> None:
    bare = forced(PROP_1, Goal.ULTIMO, 0, line=False, sets=False)
    assert (bare.line, bare.answer) == ((), None)


def test_a_limit_that_lasts_for_the_answer_alone_leaves_the_rest_out() -> None:
    bare, whole = forced(PROP_1, Goal.ULTIMO, 0, line=False, sets=False), forced(PROP_1, Goal.ULTIMO, 0)
    assert bare.nodes < whole.nodes
    tight = forced(PROP_1, Goal.ULTIMO, 0, limits=Limits(max_nodes=bare.nodes))
    assert (tight.holds, tight.line, tight.answer) == (bare.holds, (), None)
    assert tight.nodes == bare.nodes + 1
    assert tight.beside.stopped is not None
    lasts = forced(PROP_1, Goal.ULTIMO, 0, limits=Limits(max_nodes=whole.nodes))
    assert (lasts.holds, lasts.nodes, lasts.line, lasts.answer) == (
        whole.holds,
        whole.nodes,
        whole.line,
        whole.answer,
    )


def test_a_limit_before_the_answer_is_no_answer() -> None:
    with pytest.raises(LimitReached):
        forced(PROP_1, Goal.ULTIMO, 0, limits=Limits(max_nodes=2), engine=ReferenceEngine())


def test_players_who_are_not_at_the_table_are_refused() -> None:
    with pytest.raises(UsageError):
        forced(PROP_1, Goal.ULTIMO, 3)
    with pytest.raises(UsageError):
        forced(PROP_1, Goal.ULTIMO, 0, by=8)
