"""Positions 2 and 3 of the Proprieties as one question: the values everybody can work out by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from msgspec import structs
from places import POSITIONS

from analyzer.cards.card import cards
from analyzer.position.model import Position
from analyzer.position.reading import load
from analyzer.position.setting import Unseen, World
from analyzer.rules.book import Pots
from analyzer.search.worlds.decide import decide
from analyzer.search.worlds.results import CardChoice, Criterion, Decision, Opponents

TWO = load(str(POSITIONS / "prop2-3-worlds.yaml"))
SIX = replace(
    TWO,
    hands=(frozenset(), TWO.hands[1], frozenset()),
    worlds=(),
    unseen=Unseen(1, {0: 2, 2: 2}, frozenset(cards("T10 T7 h3 h4")), {}),
)
EVERY = [(opponents, plain) for opponents in Opponents for plain in (True, False)]


def by_name(decision: Decision) -> dict[str, CardChoice]:
    return {card.name: card for card in decision.cards}


@pytest.mark.parametrize(("opponents", "plain"), EVERY)
def test_in_two_worlds_the_nine_costs_ten_on_average_and_the_king_twenty_seven_and_a_half(
    opponents: Opponents, plain: bool
) -> None:
    decision = decide(TWO, opponents=opponents, plain=plain)
    king, nine = decision.cards
    assert (king.name, nine.name) == ("hR", "d9")
    assert (nine.expected, nine.worst) == (-10, -140)
    assert (king.expected, king.worst) == (Fraction(-55, 2), -35)
    assert [outcome.tokens for outcome in nine.outcomes] == [(40, -140, 40), (-60, 120, -60)]
    assert [outcome.tokens for outcome in king.outcomes] == [(45, -35, -15), (40, -20, -20)]
    assert (nine.own_ultimo, nine.own_bagud, nine.other_ultimo) == (Fraction(1, 2), Fraction(1, 2), 0)
    assert (king.own_ultimo, king.own_bagud, king.other_ultimo) == (0, 0, 0)
    assert decision.exact


@pytest.mark.parametrize(("opponents", "plain"), EVERY)
def test_in_six_deals_the_nine_wins_thirty_three_and_a_third_on_average(
    opponents: Opponents, plain: bool
) -> None:
    decision = decide(SIX, opponents=opponents, plain=plain)
    found = by_name(decision)
    assert len(decision.worlds) == 6
    assert (found["d9"].expected, found["d9"].worst) == (Fraction(100, 3), -140)
    assert (found["hR"].expected, found["hR"].worst) == (-25, -35)
    assert found["d9"].own_ultimo == Fraction(2, 3)
    assert [(each.chance, len(each.better)) for each in decision.break_even] == [(Fraction(3, 7), 4)]


@pytest.mark.parametrize("king_pot", [5, 60, 75, 135, 400])
def test_both_cards_are_worth_the_same_where_position_3_has_a_chance_of_45_and_the_pot_in_125_and_two_pots(
    king_pot: int,
) -> None:
    decision = decide(replace(TWO, pots=Pots(king_pot, 60)))
    [found] = decision.break_even
    at_nine = found.chance if found.card == "d9" else 1 - found.chance
    assert at_nine == Fraction(45 + king_pot, 125 + 2 * king_pot)


def test_at_the_break_even_weights_both_cards_are_worth_the_same() -> None:
    told = World("position 2", 4, TWO.hands)
    other = structs.replace(TWO.worlds[0], weight=3)
    found = by_name(decide(replace(TWO, worlds=(told, other))))
    assert found["hR"].expected == found["d9"].expected


def test_average_worst_case_and_propriety_each_give_their_own_advice() -> None:
    decision = decide(TWO)
    assert [card.name for card in decision.best_by(Criterion.EXPECTED)] == ["d9"]
    assert [card.name for card in decision.best_by(Criterion.WORST)] == ["hR"]
    assert [card.name for card in decision.proper] == ["d9"]


@pytest.mark.parametrize("opponents", Opponents)
def test_the_values_are_the_same_at_the_mirrored_table(opponents: Opponents) -> None:
    def mirrored(hands: tuple[frozenset[object], ...]) -> tuple[frozenset[object], ...]:
        return hands[2], hands[1], hands[0]

    worlds = tuple(structs.replace(world, hands=mirrored(world.hands)) for world in TWO.worlds)  # type: ignore[arg-type]
    table: Position = replace(TWO, hands=mirrored(TWO.hands), worlds=worlds)  # type: ignore[arg-type]
    one, other = decide(TWO, opponents=opponents), decide(table, opponents=opponents)
    assert [(c.expected, c.worst) for c in one.cards] == [(c.expected, c.worst) for c in other.cards]
