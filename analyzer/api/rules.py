"""A rule set, clause by clause, and the graph of its clauses."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

from msgspec.structs import replace

from analyzer import report
from analyzer.api.answer import Answer, Settled
from analyzer.api.files.graph import GraphFile
from analyzer.api.files.writing import write_file
from analyzer.errors import UsageError
from analyzer.frozenrecord import Record
from analyzer.messages import (
    LANGUAGES,
    Message,
    Verbatim,
    listed,
    quoted,
    say,
    spoken,
    stated,
    word_alone,
)
from analyzer.report import terminal
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.clause import Clause
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset, rules_asked, ruleset_names
from analyzer.rules.spec.variants import in_form
from analyzer.words.blocks import Said, part


class TheRules(Answer, Record, frozen=True):
    """The answer of `rules`."""

    rules: RuleSet
    others: tuple[str, ...]
    """The names of the other rule sets that are shipped."""

    @property
    def settled(self) -> Settled:
        return Settled.YES

    def view(self) -> report.view.rules.RulesAnswer:
        return report.view.rules.rules_view(self.rules)

    def brief(self, style: TextStyle) -> list[str]:
        return terminal.text(report.text.rules.rules_said(self.rules, explain=False), style).splitlines()

    @property
    def about(self) -> RuleSet:
        return self.rules

    @property
    def says(self) -> Said:
        others = say("Other rule sets: {names}", names=listed(map(Verbatim, self.others)))
        told = report.text.rules.rules_said(self.rules)
        return (*told, *report.text.verify.options_said(self.rules), *part("notes", [others]))


class OneClause(Answer, Record, frozen=True):
    """The answer of `rules NAME CLAUSE`."""

    rules: RuleSet
    clause: Clause
    others: tuple[RuleSet, ...]
    """The other rule sets that are shipped."""

    @property
    def settled(self) -> Settled:
        return Settled.YES

    def view(self) -> report.view.rules.ClauseAnswer:
        return report.view.rules.one_clause_view(self.rules, self.clause, self.others)

    def brief(self, style: TextStyle) -> list[str]:
        return [style.typeset(style.stated(self.clause.statement))]

    @property
    def about(self) -> RuleSet:
        return self.rules

    @property
    def says(self) -> Said:
        return report.text.rules.one_clause_said(self.rules, self.clause, self.others)


def rules(name: str, seats: int | None = None) -> TheRules:
    """A rule set that is shipped, or that of a file, as so many play it; without a number in its usual form.

    Raises: UsageError for an unknown one, and for a number that it is not played by.
    """
    rules = _rules(name, seats)
    return TheRules(rules, tuple(other for other in ruleset_names() if other != rules.name))


def clauses_with(word: str, usual: str) -> OneClause | TheRules | None:
    """The clauses of the usual rules that have a word; None where it names a rule set, or they lack it."""
    try:
        rules_asked(word)
    except UsageError:
        try:
            return clauses_of(usual, word)
        except UsageError:
            return None
    return None


def clauses_of(name: str, words: str, seats: int | None = None) -> OneClause | TheRules:
    """What a rule set has under the id of a clause, or else its clauses that have the words in them.

    Of one clause also what depends on it, and what the other rule sets say under its id. Words are looked for
    in ids, kinds and statements, of every language, without regard to case.
    Raises: UsageError for an unknown rule set, and for words that it nowhere has, with the nearest clause.
    """
    rules = _rules(name, seats)
    others = tuple(each for each in ruleset_names() if each != rules.name)
    if words in rules.clauses:
        return OneClause(rules, rules.clauses[words], tuple(map(load_ruleset, others)))
    sought = words.strip().casefold()
    having = {each.id: each for each in rules.clauses.values() if sought and sought in _words_of(each)}
    if not having:
        told = say("{ruleset} has no clause {clause}", ruleset=Verbatim(rules.name), clause=quoted(words))
        raise UsageError(told, _close(words, rules))
    options = {word: each for word, each in rules.options.items() if each.clause in having}
    return TheRules(replace(rules, clauses=having, options=options), others)


def _close(words: str, rules: RuleSet) -> Message:
    close = get_close_matches(words.casefold(), rules.clauses, n=1)
    if close:
        return say("did you mean {word}?", word=Verbatim(close[0]))
    command = Verbatim(f"tarok-analyze rules {rules.name} --brief")
    return say("nor is the word in one; `{command}` tells all of them", command=command)


def _words_of(clause: Clause) -> str:
    statement = word_alone(stated(clause.statement))
    return "\n".join((clause.id, clause.kind, *(spoken(statement, lang) for lang in LANGUAGES))).casefold()


def _rules(name: str, seats: int | None) -> RuleSet:
    rules = load_ruleset(name)
    return rules if seats is None else in_form(rules, seats)


def clause_graph(name: str, output: Path, seats: int | None = None) -> GraphFile:
    """The graph of a rule set's clauses, written into a file; `seats` as in :func:`rules`.

    Raises: UsageError for an unknown rule set, or an ending that names no format.
    """
    found = report.graph.clauses.clause_graph(_rules(name, seats))
    unwritten = write_file(output, report.graph.clauses.clause_graph_file(found, output.suffix))
    return GraphFile(output, len(found), found.number_of_edges(), of_clauses=True, unwritten=unwritten)
