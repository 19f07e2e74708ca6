"""Core, plain search, checker and Z3 say the same of random endings; `make agree` asks of 100,000 of them."""

from __future__ import annotations

import pytest
from fuzz.agree import POINT_FORMS, Agreement

from analyzer.search.engine.pointengine import PointEngine


def test_all_four_say_the_same_of_an_ending_of_every_game() -> None:
    found = Agreement()
    assert [found.wrong(number, seed=7) for number in range(2 * len(POINT_FORMS))] == [None] * len(
        POINT_FORMS
    ) * 2
    assert set(found.games.values()) == {2}
    assert found.asked["Z3"] > 0
    assert found.asked["certificates"] > 0


def test_an_engine_that_is_wrong_once_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = PointEngine.goals
    monkeypatch.setattr(
        PointEngine, "goals", lambda *asked: {key: 1 ^ mask for key, mask in honest(*asked).items()}
    )
    assert Agreement().wrong(0, seed=7) is not None
