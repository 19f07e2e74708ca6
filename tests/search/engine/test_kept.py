"""Positions that an answer was once wrong about are right ever after."""

from __future__ import annotations

from agreement import disagreement
from places import POSITIONS, SHIPPED

from analyzer.position.reading import load


def test_nothing_disagrees_about_a_position_that_was_kept() -> None:
    for path in (*sorted((POSITIONS / "kept").glob("*.yaml")), POSITIONS / "prop1.yaml"):
        assert disagreement(load(str(path))) is None, path


def test_nothing_disagrees_about_the_small_shipped_positions() -> None:
    small = [path for path in SHIPPED if (of := load(str(path))).complete and of.tricks_left <= 3]
    assert small
    for path in small:
        assert disagreement(load(str(path))) is None, path
