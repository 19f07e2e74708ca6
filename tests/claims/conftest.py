"""The claims about each rule set, decided once for all tests: that is what costs time here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

import pytest
from commands import run

from analyzer.claims.claim import DecidedClaim
from analyzer.claims.verify import verify_rules
from analyzer.rules.spec.shipped import load_ruleset

__all__ = ["run"]


@cache
def _verified(name: str) -> Mapping[str, DecidedClaim]:
    return {each.claim.id: each for each in verify_rules(load_ruleset(name))}


@pytest.fixture(scope="session")
def verified() -> Callable[[str], Mapping[str, DecidedClaim]]:
    """Gives every claim about a shipped rule set, by its id."""
    return _verified
