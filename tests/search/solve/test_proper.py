"""Which cards the Proprieties forbid."""

from __future__ import annotations

import random

import brute_force
import pytest
from effort import part
from positions_strategy import Shape, random_position, told
from solving import solve

from analyzer.cards.card import cards
from analyzer.position.model import Position
from analyzer.rules.book import Pots
from analyzer.rules.score.goals import Goal
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.search.engine.reference import ReferenceEngine
from analyzer.search.engine.results import CardValues, Solution
from analyzer.search.solve.proper import judge


def solved(a: str, b: str, c: str, lead: int = 0, **more: object) -> Solution:
    hands = tuple(frozenset(cards(text)) for text in (a, b, c))
    of = Position(load_ruleset("danish"), ("A", "B", "C"), hands, lead, **more)  # type: ignore[arg-type]
    return solve(of, engine=ReferenceEngine())


def verdicts(solution: Solution) -> dict[str, tuple[bool | None, str | None]]:
    return {str(card.card): (card.proper, card.why) for card in solution.cards}


def test_the_king_of_position_1_fails_to_protect_the_pots() -> None:
    assert verdicts(solved("dR T7", "hR d9", "c7 c2", 1)) == {
        "hR": (False, "lets A win an Ultimo that d9 would have prevented"),
        "d9": (True, None),
    }


def test_nothing_is_improper_where_the_deal_is_known_and_no_other_ultimo_is_near() -> None:
    for hands in (("T10 T7", "hR d9", "h3 h4"), ("T10 h3", "hR d9", "T7 h4")):
        assert verdicts(solved(*hands, 1)) == {"hR": (True, None), "d9": (True, None)}


# Nobody else has a trump or a heart: whichever card A leads wins, and the other one takes the last trick.
CHOICE = ("hR T1", "c1 c2", "d1 d2")


@pytest.mark.parametrize(
    ("pots", "improper"), [(Pots(60, 200), "T1"), (Pots(200, 60), "hR"), (Pots(60, 60), None)]
)
def test_with_a_choice_of_ultimos_the_richer_pot_is_proper(pots: Pots, improper: str | None) -> None:
    found = verdicts(solved(*CHOICE, 0, pots=pots))
    assert {card for card, (proper, _) in found.items() if proper is False} == (
        set() if improper is None else {improper}
    )
    if improper == "T1":
        assert found["T1"][1] == "goes for the poorer pot; hR wins the Pagat Ultimo"
    if improper == "hR":
        assert found["hR"][1] == "goes for the poorer pot; T1 wins the king Ultimo"


def test_without_the_goals_nothing_is_said_of_propriety() -> None:
    of = random_position(random.Random(3), Shape(tricks=2))
    assert {card.proper for card in solve(of, goals=False, engine=ReferenceEngine()).cards} == {None}


def test_one_goal_alone_is_not_enough_to_call_a_card_proper() -> None:
    hands = tuple(frozenset(cards(text)) for text in ("dR T7", "hR d9", "c7 c2"))
    of = Position(load_ruleset("danish"), ("A", "B", "C"), hands, 1)
    one = solve(of, goal=Goal.ULTIMO, player=0, tokens=False, engine=ReferenceEngine())
    assert [card.proper for card in one.cards] == [False, None]


def test_a_verdict_needs_both_cards_to_be_known() -> None:
    lets = {(1, Goal.ULTIMO): 0xFF}
    prevents = {(1, Goal.ULTIMO): 0}
    names = ("A", "B", "C")
    even, considerable = Pots(60, 60), load_ruleset("danish").game.the_pots.considerable
    assert judge(0, even, considerable, [("hR", lets), ("d9", {})], names)[0].proper is None
    assert judge(0, even, considerable, [("hR", lets), ("d9", prevents)], names)[0].proper is False


@pytest.mark.parametrize("seed", part(range(60), 3))
def test_protecting_the_pots_is_judged_as_the_whole_tree_of_play_says(seed: int) -> None:
    of = random_position(random.Random(seed), Shape(tricks=2))
    kids = dict(brute_force.tree(of).kids)
    solution = solve(of, engine=ReferenceEngine())
    for card in solution.cards:
        lost = [_gives(kids, card, seat) for seat in range(3) if seat != solution.to_play]
        protects = not any(lost)
        if card.why is None or "lets" in card.why:
            assert card.proper == protects, told(of)


def _gives(kids: dict[str, brute_force.Node], card: CardValues, seat: int) -> bool:
    """Whether the card gives the seat an Ultimo that another legal card would have kept from him."""

    def wins(node: brute_force.Node) -> bool:
        return brute_force.forces(node, frozenset({seat}), (seat, "ultimo"))

    label = str(card.card) if card.names is None else f"fool={card.names}"
    return wins(kids[label]) and not all(wins(kid) for kid in kids.values())


def test_the_random_positions_do_hold_improper_cards() -> None:
    improper = 0
    for seed in range(200):
        solution = solve(random_position(random.Random(seed), Shape(tricks=2)), tokens=False)
        improper += any(card.proper is False for card in solution.cards)
    assert improper > 3
