"""The answer of `rules`: a rule set as data, clauses in the order of the file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from analyzer.rules.spec.clause import Clause, Option, Standing
from analyzer.rules.spec.grounds import Grounds, open_options, silent_among, unsettled_of
from analyzer.rules.spec.reading import told
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.views.base import UNSET, Grounded, Meta, UnsetType, View, grounded, or_unset


class CiteView(View, frozen=True):
    """Where a clause comes from."""

    source: str
    heading: str
    within: Annotated[str, Meta(description="A section above that heading.")] | UnsetType = UNSET


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
    origin: Annotated[
        str, Meta(description="The rule set that words it; it may be one that this one extends.")
    ]
    option: Annotated[str, Meta(description="The option that chooses among its readings.")] | UnsetType = (
        UNSET
    )
    told: (
        Annotated[dict[str, str], Meta(description="Parameters that are only told, and why.")] | UnsetType
    ) = UNSET


class OptionReadingView(View, frozen=True):
    """One reading of an option: the clauses as they then stand, the option's own first."""

    name: str
    clauses: list[ClauseView]


class NumberView(View, frozen=True):
    """Any whole number of some is a reading too, in this parameter of the clause."""

    clause: ClauseView
    parameter: str
    least: int
    most: int


class OptionView(View, frozen=True):
    """A named question that other tables answer otherwise."""

    name: str
    clause: str
    default: Annotated[str, Meta(description="The reading that the rule set takes.")]
    chosen: Annotated[str, Meta(description="The reading taken here.")]
    readings: list[OptionReadingView]
    open: Annotated[bool, Meta(description="Whether no source settles it and nothing was chosen.")]
    number: NumberView | UnsetType = UNSET


class RulesAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/rules/1"):
    """A rule set, clause by clause."""

    title: str
    sources: Annotated[dict[str, str], Meta(description="The titles of the sources, by file name.")]
    clauses: list[ClauseView]
    seats: Annotated[list[int], Meta(description="How many may play it, the usual number first.")]
    options: list[OptionView]


class ClauseElsewhere(View, frozen=True):
    """What another rule set says under the same id."""

    ruleset: str
    clause: Annotated[ClauseView | None, Meta(description="null where it has no such clause.")]


class ClauseAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/clause/1"):
    """One clause of a rule set."""

    clause: ClauseView
    needed_by: Annotated[list[str], Meta(description="Clauses that cannot be read without it.")]
    overridden_by: Annotated[list[str], Meta(description="Clauses that take away its word.")]
    elsewhere: list[ClauseElsewhere]


def one_clause_view(rules: RuleSet, clause: Clause, others: Sequence[RuleSet]) -> ClauseAnswer:
    """The answer of `rules NAME CLAUSE`."""
    elsewhere = [
        ClauseElsewhere(each.name, _clause(each, found) if (found := each.clauses.get(clause.id)) else None)
        for each in others
    ]
    is_open = [name for name in open_options(rules) if clause.id in rules.options[name].clauses]
    grounds = Grounds(silent_among(rules, [clause.id]), unsettled_of(rules, is_open))
    return ClauseAnswer(
        **grounded(rules, grounds),
        clause=_clause(rules, clause),
        needed_by=[each.id for each in rules.clauses.values() if clause.id in each.depends],
        overridden_by=[each.id for each in rules.clauses.values() if clause.id in each.overrides],
        elsewhere=elsewhere,
    )


def rules_view(rules: RuleSet) -> RulesAnswer:
    """The answer of `rules`."""
    return RulesAnswer(
        **grounded(rules, _grounds(rules)),
        title=rules.title,
        sources={source: told.title for source, told in rules.sources.items()},
        clauses=[_clause(rules, clause) for clause in rules.clauses.values()],
        seats=list(rules.forms),
        options=[_option(rules, name, option) for name, option in rules.options.items()],
    )


def _grounds(rules: RuleSet) -> Grounds:
    """Of the rules themselves: all clauses that their source is silent of, and all that are open."""
    return Grounds(silent_among(rules, rules.clauses), unsettled_of(rules, open_options(rules)))


def _option(rules: RuleSet, name: str, option: Option) -> OptionView:
    readings = [
        OptionReadingView(word, [_clause(rules, each) for each in reading])
        for word, reading in option.readings.items()
    ]
    chosen, is_open = rules.variant.get(name, option.default), name in open_options(rules)
    number = _number(rules, option)
    return OptionView(name, option.clause, option.default, chosen, readings, is_open, number)


def _number(rules: RuleSet, option: Option) -> NumberView | UnsetType:
    number = option.number
    if number is None:
        return UNSET
    values = number.values
    return NumberView(_clause(rules, number.clause), number.parameter, values[0], values[-1])


def _clause(rules: RuleSet, clause: Clause) -> ClauseView:
    option = next((name for name, each in rules.options.items() if clause.id in each.clauses), None)
    return ClauseView(
        clause.id,
        clause.kind,
        dict(clause.parameters),
        str(clause.statement),
        clause.standing,
        None if clause.because is None else str(clause.because),
        list(clause.readings),
        [CiteView(cite.source, cite.heading, or_unset(cite.within)) for cite in clause.cites],
        list(clause.depends),
        list(clause.overrides),
        clause.origin,
        or_unset(option),
        {name: str(why) for name, why in told(clause).items()} or UNSET,
    )
