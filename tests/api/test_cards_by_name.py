"""What Python says of a position and of each of its cards, by names, is what the JSON says."""

from __future__ import annotations

from typing import Any

import pytest

import analyzer
from analyzer.position.reading import load

POSITIONS = [
    "prop1",
    "prop2",
    "prop3",
    "fool-demand",
    "endings/slovenian-king-ultimo",
    "endings/basic-ten-points",
]


def by_name(part: Any) -> dict[str, Any]:
    """The attributes of an answer, or of a card, as JSON has them."""
    goals = {
        player: {goal: (each.status, {*each.forced_by}, {*each.prevented_by}) for goal, each in goals.items()}
        for player, goals in part.goals.items()
    }
    payoffs = [(dict(each.tokens), list(each.line)) for each in part.equilibria]
    return {"goals": goals, "guarantee": dict(part.guarantee), "equilibria": payoffs}


def in_json(part: dict[str, Any]) -> dict[str, Any]:
    goals = {
        player: {
            goal: (
                each["status"],
                {*map(frozenset, each["forced_by"])},
                {*map(frozenset, each["prevented_by"])},
            )
            for goal, each in goals.items()
        }
        for player, goals in part.get("goals", {}).items()
    }
    payoffs = [(each.get("tokens", each.get("sheet")), each["line"]) for each in part.get("equilibria", [])]
    return {"goals": goals, "guarantee": part.get("guarantee", {}), "equilibria": payoffs}


@pytest.mark.parametrize("name", POSITIONS)
def test_an_answer_and_its_cards_have_the_names_of_the_json(name: str) -> None:
    found = analyzer.solve(load(f"positions/{name}.yaml"))
    told = found.to_dict()
    assert by_name(found) == in_json(told)
    assert [by_name(each) for each in found.cards] == [in_json(each) for each in told["cards"]]
    assert found.cards


def test_who_sits_out_has_a_name_too() -> None:
    text = "format: tarok-position/1\nhands: {A: dR T7, B: hR d9, C: c7 c2}\nlead: B\nsitting_out: D\n"
    found = analyzer.solve(analyzer.loads(text))
    assert "D" in found.equilibria[0].tokens
    assert by_name(found.cards[0]) == in_json(found.to_dict()["cards"][0])
