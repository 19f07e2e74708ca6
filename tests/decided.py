"""Claims, and differences of two rule sets, decided once for all tests of a run: that is what costs time."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from analyzer.answers.records.verify import Compared
from analyzer.claims import verify
from analyzer.claims.claim import CLAIMS, DecidedClaim
from analyzer.claims.verify import Comparison, claim_called
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import in_form
from analyzer.views.base import plain

decide = cache(verify.decide)


def compare_rules(one: RuleSet, other: RuleSet, *, other_seats: bool = True) -> Comparison:
    return _compared(one, other, other_seats)


@cache
def _compared(one: RuleSet, other: RuleSet, other_seats: bool) -> Comparison:
    return verify.compare_rules(one, other, other_seats=other_seats)


def compared(one: str, other: str, seats: int | None = None) -> Compared:
    """Return the answer about two rule sets of these names."""
    pair = _form(one, seats), _form(other, seats)
    return Compared(compare_rules(*pair, other_seats=seats is None), (one, other))


@cache
def compared_json(one: str, other: str, seats: int | None = None) -> Any:
    """Return what the command `compare` writes with `--json`."""
    return plain(compared(one, other, seats).view())


def decided(claim: str, name: str, seats: int | None = None) -> DecidedClaim:
    """Return the claim of that id about a shipped rule set, as so many play it."""
    return decide(claim_called(claim), _form(name, seats))


def verified(name: str, seats: int | None = None) -> Mapping[str, DecidedClaim]:
    """Return every claim about a shipped rule set, by its id."""
    form = _form(name, seats)
    return {each.id: decide(each, form) for each in CLAIMS if each.about(form)}


def _form(name: str, seats: int | None) -> RuleSet:
    rules = load_ruleset(name)
    return rules if seats is None else in_form(rules, seats)
