"""The worked examples of the shipped rule sets, `specs/NAME/cases.yaml`, as they are read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import in_form
from analyzer.yamltree.reading import read

SPECS = Path(__file__).parents[2] / "specs"
NAMES = ("A", "B", "C", "D", "E")


def cases() -> Iterator[Any]:
    """Every example, of whatever rule set."""
    for path in sorted(SPECS.glob("*/cases.yaml")):
        node, faults = read(path.read_text(encoding="utf-8"), str(path))
        assert node is not None
        assert not faults
        told: Any = node.plain()
        for case in told["cases"]:
            yield pytest.param(path.parent.name, case, id=f"{path.parent.name}: {case['name']}")


def game_of(rules: RuleSet) -> GameSpec:
    return rules.game


def rules_of(name: str, case: Any) -> RuleSet:
    rules = load_ruleset(name, case.get("variant"))
    return in_form(rules, case.get("seats", rules.table.players))
