"""Every clause of a count is read by a dispute about a count or about what is paid for it, in every game."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import pytest
from effort import part

from analyzer.disputes.files import loads_dispute
from analyzer.disputes.table import settle
from analyzer.rules.spec.shipped import load_ruleset, ruleset_names

DISPUTES: Final = Path(__file__).parents[2] / "positions" / "disputes"
READERS: Final = {
    "count-cards": "count", "count-rest": "count", "odd-half": "count", "card-points": "count",
    "par": "count", "settles-count": "count", "count-after": "count", "deviation": "settlement",
}  # fmt: skip
"""By kind of clause the dispute that reads it."""
KINDS: Final = sorted(
    {each.kind for name in ruleset_names() for each in load_ruleset(name).clauses.values()
     if each.id.startswith("count.")}
)  # fmt: skip


@cache
def told(kind: str) -> tuple[tuple[frozenset[str], str], ...]:
    """What is found in each shipped dispute of a kind: the clauses, and the words."""
    paths = sorted(DISPUTES.glob(f"{kind}-*.yaml"))
    found = [settle(loads_dispute(path.read_text(encoding="utf-8"), path.name)) for path in paths]
    return tuple(
        (frozenset((*each.applied, *each.clauses)), " ".join(str(proof.statement) for proof in each.proofs))
        for each in found
    )


def test_every_kind_of_clause_about_a_count_has_a_reader() -> None:
    assert set(KINDS) == set(READERS)


@pytest.mark.parametrize("kind", part([*KINDS], 3))
def test_a_dispute_that_reads_a_kind_of_clause_names_such_a_clause(kind: str) -> None:
    clauses = {
        each.id
        for name in ruleset_names()
        for each in load_ruleset(name).clauses.values()
        if each.kind == kind
    }
    assert any(
        clauses & named or any(each in words for each in clauses) for named, words in told(READERS[kind])
    )
