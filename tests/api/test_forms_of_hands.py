"""The form of a hand of an evening asks for all that its game pays."""

from __future__ import annotations

import pytest

from analyzer.api.board.forms import hand_form
from analyzer.report.style.textstyle import TextStyle


@pytest.mark.parametrize(
    ("ruleset", "seats", "key", "words"),
    [
        ("tarot", 4, "bouts", {"0", "1", "2", "3"}),
        ("tarot", 5, "announced", {"slam", "8 trumps", "10 trumps", "13 trumps"}),
        ("tarot", 3, "bonuses", {"pagat"}),
        ("french", 3, "announced", {"slam", "13 trumps"}),
        ("slovenian", 4, "announced", {"kings", "trinity", "king-ultimo", "pagat"}),
        ("slovenian", 4, "bonuses", {"kings", "mond-lost"}),
        ("tapp", 3, "bonuses", {"pagat"}),
    ],
)
def test_what_is_announced_and_paid_beside_the_contract_is_asked_with_words_of_the_game(
    ruleset: str, seats: int, key: str, words: set[str]
) -> None:
    (field,) = (each for each in hand_form(ruleset, TextStyle(80), seats).fields if each.key == key)
    offered = {*field.choices, *(word for part in field.parts for word in part.choices)}
    assert words <= offered
    assert field.names
    if field.kind in ("each", "rows"):
        assert field.parts


@pytest.mark.parametrize(
    ("ruleset", "seats", "calls"),
    [
        ("tarot", 3, False),
        ("tarot", 4, False),
        ("tarot", 5, True),
        ("slovenian", 3, False),
        ("slovenian", 4, True),
    ],
)
def test_a_called_card_is_asked_for_only_where_one_is_called_with_so_many_players(
    ruleset: str, seats: int, calls: bool
) -> None:
    asked = {field.key for field in hand_form(ruleset, TextStyle(), seats).fields}
    assert ({"called", "partner"} <= asked) is calls
    assert ({"called", "partner"} & asked != set()) is calls
