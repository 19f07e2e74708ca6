"""The answer of `rules`: a rule set as data, clauses in the order of the file."""

from __future__ import annotations

from typing import Annotated, Any

from analyzer.report.view.base import Head, Meta, View, identity
from analyzer.rules.spec.reading import told
from analyzer.rules.spec.ruleset import Clause, RuleSet, Standing


class CiteView(View, frozen=True):
    """Where a clause comes from."""

    source: str
    heading: str


class ClauseView(View, frozen=True):
    """One rule."""

    id: str
    kind: str
    parameters: dict[str, Any]
    statement: str
    standing: Standing
    because: Annotated[str | None, Meta(description="Why it is taken, where its source does not state it.")]
    readings: Annotated[list[str], Meta(description="How else it is read.")]
    cites: list[CiteView]
    depends: Annotated[list[str], Meta(description="Clauses it cannot be read without.")]
    overrides: Annotated[list[str], Meta(description="Clauses whose word it takes away.")]
    told: Annotated[dict[str, str], Meta(description="Parameters that are told only, and why.")]


class RulesAnswer(Head, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/rules/1"):
    """A rule set, clause by clause."""

    title: str
    sources: Annotated[dict[str, str], Meta(description="The titles of the sources, by file name.")]
    clauses: list[ClauseView]


def rules_view(rules: RuleSet) -> RulesAnswer:
    """The answer of `rules`."""
    return RulesAnswer(
        **identity(rules),
        title=rules.title,
        sources=dict(rules.sources),
        clauses=[_clause(clause) for clause in rules.clauses.values()],
    )


def _clause(clause: Clause) -> ClauseView:
    return ClauseView(
        clause.id,
        clause.kind,
        dict(clause.parameters),
        clause.statement,
        clause.standing,
        clause.because,
        list(clause.readings),
        [CiteView(cite.source, cite.heading) for cite in clause.cites],
        list(clause.depends),
        list(clause.overrides),
        {name: str(why) for name, why in told(clause).items()},
    )
