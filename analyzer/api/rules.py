"""A rule set, clause by clause, and the graph of its clauses."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.api.answer import Settled
from analyzer.api.graph import GraphFile
from analyzer.api.writing import write_file
from analyzer.layout import wrap
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset, ruleset_names
from analyzer.rules.spec.variants import in_form

if TYPE_CHECKING:
    from analyzer.report.view.rules import RulesAnswer


@dataclass(frozen=True, slots=True)
class TheRules:
    """The answer of `rules`."""

    rules: RuleSet
    others: tuple[str, ...]
    """The names of the other rule sets that are shipped."""

    @property
    def settled(self) -> Settled:
        return Settled.YES

    def view(self) -> RulesAnswer:
        from analyzer.report.view.rules import rules_view  # noqa: PLC0415

        return rules_view(self.rules)

    def text(self, style: TextStyle) -> str:
        from analyzer.report.rulings.options import options_text  # noqa: PLC0415
        from analyzer.report.rulings.rules import rules_text  # noqa: PLC0415

        others = style.t("Other rule sets: {names}", names=", ".join(self.others))
        last = "\n".join(wrap(others, style.width))
        return f"{rules_text(self.rules, style)}{options_text(self.rules, style)}{last}\n"


def rules(name: str, seats: int | None = None) -> TheRules:
    """A rule set that is shipped, or that of a file, as so many play it; without a number in its usual form.

    Raises: UsageError for an unknown one, and for a number that it is not played by.
    """
    rules = _rules(name, seats)
    return TheRules(rules, tuple(other for other in ruleset_names() if other != rules.name))


def _rules(name: str, seats: int | None) -> RuleSet:
    rules = load_ruleset(name)
    return rules if seats is None else in_form(rules, seats)


def clause_graph(name: str, output: Path, seats: int | None = None) -> GraphFile:
    """The graph of a rule set's clauses, written into a file; `seats` as in :func:`rules`.

    Raises: UsageError for an unknown rule set, or an ending that names no format.
    """
    from analyzer.report.graph.clauses import clause_graph as graph_of  # noqa: PLC0415 - networkx is slow
    from analyzer.report.graph.clauses import clause_graph_text  # noqa: PLC0415

    found = graph_of(_rules(name, seats))
    unwritten = write_file(output, clause_graph_text(found, output.suffix))
    return GraphFile(output, len(found), found.number_of_edges(), of_clauses=True, unwritten=unwritten)
