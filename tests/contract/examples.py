"""The worked examples that the shipped rule sets bring with them, `specs/NAME/cases.yaml`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from places import ROOT

from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import in_form
from analyzer.yamltree.reading import Node, read

NAMES = ("A", "B", "C", "D", "E")


def plain(node: Node) -> Any:
    """What stands in a tree, without its places."""
    if isinstance(node.value, dict):
        return {name: plain(each) for name, each in node.value.items()}
    return [plain(each) for each in node.value] if isinstance(node.value, list) else node.value


def cases(kind: str) -> Iterator[Any]:
    """Every example of a kind, of whatever rule set."""
    for path in sorted((ROOT / "specs").glob("*/cases.yaml")):
        node, faults = read(path.read_text(encoding="utf-8"), str(path))
        assert node is not None
        assert not faults
        for case in plain(node)["cases"]:
            if kind in case:
                yield pytest.param(path.parent.name, case, id=f"{path.parent.name}: {case['name']}")


def rules_of(name: str, case: Any) -> RuleSet:
    """The rules of an example: with its variant, for as many as it is about."""
    rules = load_ruleset(name, case.get("variant"))
    return in_form(rules, case.get("seats", rules.table.players))
