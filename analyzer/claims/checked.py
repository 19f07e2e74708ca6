"""A case as `check` and `score` have it: told as a file, and read and settled like any other."""

from __future__ import annotations

import json
from collections.abc import Mapping

from analyzer.disputes.files import loads_dispute
from analyzer.disputes.findings import Finding
from analyzer.disputes.registry import settle
from analyzer.evenings.files import loads as loads_evening
from analyzer.evenings.tally import tally
from analyzer.rules.spec.grounds import open_options
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.variants import choose


def check(rules: RuleSet, kind: str, told: Mapping[str, object]) -> Finding:
    """What `check` finds of a case by the first reading of everything open.

    Raises: InvalidFile for a case that cannot be.
    """
    first = choose(rules, {name: words[0] for name, words in open_options(rules).items()})
    return settle(loads_dispute(dispute_text(kind, told), under=lambda _: first))


def score(rules: RuleSet, told: Mapping[str, object]) -> tuple[int, ...]:
    """What `score` writes for each player of an evening.

    Raises: InvalidFile for one that cannot be.
    """
    text = json.dumps({"format": "tarok-session/1", **told})
    return tally(loads_evening(text, under=lambda _: rules)).totals


def dispute_text(kind: str, told: Mapping[str, object]) -> str:
    """The file of a dispute: JSON, which is YAML too."""
    return json.dumps({"format": "tarok-dispute/2", "kind": kind, **told})
