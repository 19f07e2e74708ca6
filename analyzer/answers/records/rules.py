"""The answer of `rules`: a rule set as data, clauses in the order of the file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import groupby
from typing import Annotated, Any, Final

from msgspec.structs import replace

from analyzer import answers
from analyzer.answers.answer import Answer, Settled
from analyzer.errors import UsageError
from analyzer.frozenrecord import Record
from analyzer.messages import (
    LANGUAGES,
    Message,
    Several,
    Verbatim,
    Word,
    both,
    formed,
    listed,
    quoted,
    say,
    say_many,
    spoken,
    stated,
    word_alone,
)
from analyzer.rules.spec.clause import Clause, Option, Parameter, Standing
from analyzer.rules.spec.grounds import Grounds, open_options, silent_among, unsettled_of
from analyzer.rules.spec.reading import informative_parameters
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset, rules_asked, ruleset_names
from analyzer.rules.spec.variants import in_form
from analyzer.views.base import UNSET, Grounded, Meta, UnsetType, View, grounded, or_unset
from analyzer.words.blocks import Block, Passage, Phrase, Said, part
from analyzer.words.names import source_numbers, source_phrases, term_message


class CiteView(View, frozen=True):
    """The source passage of a clause."""

    source: str
    heading: str
    within: Annotated[str, Meta(description="A section above that heading.")] | UnsetType = UNSET


class ClauseView(View, frozen=True):
    """A rule."""

    id: str
    kind: str
    parameters: dict[str, Any]
    statement: str
    standing: Standing
    because: Annotated[
        str | None, Meta(description="The reason for the clause, if its source does not state it.")
    ]
    readings: Annotated[list[str], Meta(description="Other readings of the clause.")]
    cites: list[CiteView]
    depends: Annotated[list[str], Meta(description="Clauses that are needed to read this one.")]
    overrides: Annotated[list[str], Meta(description="Clauses that this one overrides.")]
    origin: Annotated[
        str, Meta(description="The rule set with the wording; it may be one that this rule set extends.")
    ]
    option: (
        Annotated[str, Meta(description="The option that chooses among the clause's readings.")] | UnsetType
    ) = UNSET
    told: (
        Annotated[dict[str, str], Meta(description="Parameters that are only displayed, with the reason.")]
        | UnsetType
    ) = UNSET


class OptionReadingView(View, frozen=True):
    """A reading of an option: the clauses as changed by it, the option's own first."""

    name: str
    clauses: list[ClauseView]


class NumberView(View, frozen=True):
    """A parameter of the clause for which any whole number in a range is also a reading."""

    clause: ClauseView
    parameter: str
    least: int
    most: int


class OptionView(View, frozen=True):
    """A named question that other tables answer differently."""

    name: str
    clause: str
    default: Annotated[str, Meta(description="The reading of the rule set.")]
    chosen: Annotated[str, Meta(description="The reading used here.")]
    readings: list[OptionReadingView]
    open: Annotated[
        bool, Meta(description="True if no source settles the question and no reading was chosen.")
    ]
    number: NumberView | UnsetType = UNSET


class RulesAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/rules/1"):
    """A rule set, clause by clause."""

    title: str
    sources: Annotated[dict[str, str], Meta(description="The titles of the sources, by file name.")]
    clauses: list[ClauseView]
    seats: Annotated[list[int], Meta(description="Possible numbers of players, the usual one first.")]
    options: list[OptionView]


class ClauseElsewhere(View, frozen=True):
    """The clause of another rule set with the same id."""

    ruleset: str
    clause: Annotated[ClauseView | None, Meta(description="Null if that rule set has no such clause.")]


class ClauseAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/clause/1"):
    """A clause of a rule set."""

    clause: ClauseView
    needed_by: Annotated[list[str], Meta(description="Clauses that need this one to be read.")]
    overridden_by: Annotated[list[str], Meta(description="Clauses that override this one.")]
    elsewhere: list[ClauseElsewhere]


def one_clause_view(rules: RuleSet, clause: Clause, others: Sequence[RuleSet]) -> ClauseAnswer:
    """Return the answer of `rules NAME CLAUSE`."""
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
    """Return the answer of `rules`."""
    return RulesAnswer(
        **grounded(
            rules, Grounds(silent_among(rules, rules.clauses), unsettled_of(rules, open_options(rules)))
        ),
        title=rules.title,
        sources={source: told.title for source, told in rules.sources.items()},
        clauses=[_clause(rules, clause) for clause in rules.clauses.values()],
        seats=list(rules.forms),
        options=[_option(rules, name, option) for name, option in rules.options.items()],
    )


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
        {name: str(why) for name, why in informative_parameters(clause).items()} or UNSET,
    )


class TheRules(Answer, Record, frozen=True):
    """The answer of `rules`."""

    rules: RuleSet
    others: tuple[str, ...]
    """The names of the other shipped rule sets."""

    @property
    def settled(self) -> Settled:
        return Settled.YES

    def view(self) -> RulesAnswer:
        return rules_view(self.rules)

    @property
    def in_brief(self) -> Said:
        return brief_rules_blocks(self.rules)

    @property
    def about(self) -> RuleSet:
        return self.rules

    @property
    def says(self) -> Said:
        others = say("Other rule sets: {names}", names=listed(map(Verbatim, self.others)))
        told = rules_blocks(self.rules)
        return (*told, *answers.records.verify.options_blocks(self.rules), *part("notes", [others]))


class OneClause(Answer, Record, frozen=True):
    """The answer of `rules NAME CLAUSE`."""

    rules: RuleSet
    clause: Clause
    others: tuple[RuleSet, ...]
    """The other shipped rule sets."""

    @property
    def settled(self) -> Settled:
        return Settled.YES

    def view(self) -> ClauseAnswer:
        return one_clause_view(self.rules, self.clause, self.others)

    @property
    def in_brief(self) -> Said:
        return tuple(part("headline", [word_alone(stated(self.clause.statement))]))

    @property
    def about(self) -> RuleSet:
        return self.rules

    @property
    def says(self) -> Said:
        return one_clause_blocks(self.rules, self.clause, self.others)


def rules(name: str, seats: int | None = None) -> TheRules:
    """Return a shipped rule set, or that of a file, for a number of players; without one, in its usual form.

    Raises: UsageError for an unknown rule set, or a number of players that it does not allow.
    """
    rules = ruleset_for(name, seats)
    return TheRules(rules, tuple(other for other in ruleset_names() if other != rules.name))


def clauses_with(word: str, usual: str) -> OneClause | TheRules | None:
    """Return the clauses of the usual rules with a word; None if it names a rule set, or no clause has it."""
    try:
        rules_asked(word)
    except UsageError:
        try:
            return clauses_of(usual, word)
        except UsageError:
            return None
    return None


def clauses_of(name: str, words: str, seats: int | None = None) -> OneClause | TheRules:
    """Return a rule set's clause with an id, or else its clauses that contain the words.

    A single clause comes with the clauses that depend on it, and those of other rule sets with its id. Words
    are looked for in ids, kinds and statements, in every language, in any case. Raises: UsageError for an
    unknown rule set, or for words that it nowhere has, with the nearest clause.
    """
    rules = ruleset_for(name, seats)
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
    return say("no clause contains the word either; `{command}` lists all of them", command=command)


def _words_of(clause: Clause) -> str:
    statement = word_alone(stated(clause.statement))
    return "\n".join((clause.id, clause.kind, *(spoken(statement, lang) for lang in LANGUAGES))).casefold()


def ruleset_for(name: str, seats: int | None) -> RuleSet:
    """Return a rule set by name or path, in its form for a number of players if one is given."""
    rules = load_ruleset(name)
    return rules if seats is None else in_form(rules, seats)


CHAPTERS: Final = {
    "table": say("The table"),
    "play": say("Play"),
    "fool": say("The Fool"),
    "naming": say("Naming the Fool"),
    "discard": say("The skat"),
    "talon": say("The talon"),
    "bid": say("The auction"),
    "call": say("The called card"),
    "purchase": say("The purchase"),
    "announce": say("Announcements"),
    "pool": say("The pools"),
    "declare": say("Declarations"),
    "beggar": say("Beggar"),
    "valat": say("Colour Valat"),
    "misere": say("Misere"),
    "payment": say("Payments"),
    "bonus": say("Bonuses"),
    "radli": say("Radli"),
    "count": say("The count"),
    "target": say("The target"),
    "end": say("The end, and a fourth player"),
    "fine": say("Fines"),
    "irregularity": say("Irregularities"),
    "proper": say("Proper play"),
}
"""The chapters in their order, by the first word of a clause's id."""

_MARKS: Final = {Standing.STATED: " ", Standing.SILENT: "~", Standing.DISPUTED: "?"}
"""The mark before a clause for the standing of its source."""

_LEGEND: Final = {
    Standing.STATED: say("said by the source"),
    Standing.SILENT: say("the source is silent; a default is taken"),
    Standing.DISPUTED: say("disputed by the source; one reading is taken"),
}


def rules_blocks(rules: RuleSet) -> Said:
    """Return a rule set, chapter by chapter, each clause with its id, kind, parameters and sources.

    A clause that its source does not state has the reason for it and its other readings.
    """
    numbers = source_numbers(rules)
    blocks = [*part("headline", _title(rules)), *_legends(rules)]
    for chapter, clauses in group_by_chapter(rules.clauses.values()):
        blocks += part("paragraph", [Phrase(chapter_message(chapter), "bold")])
        for clause in clauses:
            blocks += part("paragraph", _clause_lines(rules, clause, numbers))
    return tuple(blocks)


def brief_rules_blocks(rules: RuleSet) -> Said:
    """Return a rule set, chapter by chapter, each clause in one sentence."""
    blocks = [*part("paragraph", _title(rules)), *_legends(rules)]
    for chapter, clauses in group_by_chapter(rules.clauses.values()):
        blocks += part("paragraph", [Phrase(chapter_message(chapter), "bold"), *map(_sentence, clauses)])
    return tuple(blocks)


def _title(rules: RuleSet) -> list[Phrase]:
    return [Phrase(word_alone(stated(rules.title)), "bold")]


def _legends(rules: RuleSet) -> Iterator[Passage]:
    """Yield the name of the rule set, its sources, and the key to the marks of clauses."""
    called = Phrase(say("rule set {ruleset}", ruleset=Verbatim(rules)), hang=False)
    yield from part("paragraph", [called])
    yield from part("notes", source_phrases(rules, rules.clauses))
    yield from part("paragraph", _legend(rules))


def chapter_message(chapter: str) -> Message:
    """Return the name of a chapter, by the first word of its clauses' ids."""
    return CHAPTERS.get(chapter) or word_alone(Verbatim(chapter))


def group_by_chapter(clauses: Iterable[Clause]) -> Iterator[tuple[str, list[Clause]]]:
    """Yield the clauses of each chapter, in the order of the chapters."""
    order = list(CHAPTERS)

    def chapter(clause: Clause) -> str:
        return clause.id.partition(".")[0]

    def place(clause: Clause) -> int:
        return order.index(chapter(clause)) if chapter(clause) in order else len(order)

    for name, each in groupby(sorted(clauses, key=place), chapter):
        yield name, list(each)


def _legend(rules: RuleSet) -> Iterator[Phrase]:
    """Yield the number of clauses of each standing."""
    for standing in Standing:
        count = sum(clause.standing is standing for clause in rules.clauses.values())
        if count:
            told = say_many(
                "{number} clause: {standing}",
                "{number} clauses: {standing}",
                count,
                standing=_LEGEND[standing],
            )
            yield Phrase(told, mark=f" {_MARKS[standing]}  ")


def _clause_lines(rules: RuleSet, clause: Clause, numbers: Mapping[str, int]) -> Iterator[Phrase]:
    """Yield a clause in full, with the rule set that words it if that is another one."""
    yield from _clause_phrases(clause, numbers)
    if clause.origin not in {rules.name, ""}:
        yield Phrase(say("worded by {origin}", origin=Verbatim(clause.origin)), level=3, hang=False)


def one_clause_blocks(rules: RuleSet, clause: Clause, others: Sequence[RuleSet]) -> Said:
    """Return one clause in full, the clauses that depend on it, and other rule sets' clauses with its id."""
    lines = [*_clause_lines(rules, clause, source_numbers(rules))]
    if needed := needing(rules, clause.id):
        told = say("needed by {clauses}", clauses=listed(map(Verbatim, needed)))
        lines.append(Phrase(told, level=3, hang=False))
    if over := overriding(rules, clause.id):
        told = say("overridden by {clauses}", clauses=listed(map(Verbatim, over)))
        lines.append(Phrase(told, level=3, hang=False))
    return (
        *part("headline", [word_alone(stated(rules.title))]),
        *part("paragraph", lines),
        *part("notes", source_phrases(rules, (clause.id,))),
        *_elsewhere(clause, others),
    )


def needing(rules: RuleSet, clause: str) -> list[str]:
    """Return the clauses that cannot be read without one."""
    return [each.id for each in rules.clauses.values() if clause in each.depends]


def overriding(rules: RuleSet, clause: str) -> list[str]:
    """Return the clauses that override one."""
    return [each.id for each in rules.clauses.values() if clause in each.overrides]


def _elsewhere(clause: Clause, others: Sequence[RuleSet]) -> Iterator[Block]:
    """Yield other rule sets' clauses with the same id, grouped by content; and the rule sets without one."""
    said: dict[Phrase, list[str]] = {}
    for rules in others:
        found = rules.clauses.get(clause.id)
        if found is not None:
            text, given = word_alone(stated(found.statement)), _given(found)
            told = formed("{says} ({given})", says=text, given=given) if given.items else text
            said.setdefault(Phrase(told, mark=f"{_MARKS[found.standing]} "), []).append(rules.name)
    named = (
        Phrase(formed("{names}: {told}", names=both(map(Verbatim, names)), told=each.said), mark=each.mark)
        for each, names in said.items()
    )
    yield from part("paragraph", [Phrase(say("Other rule sets"), "bold"), *named] if said else [])
    without = [Verbatim(rules.name) for rules in others if clause.id not in rules.clauses]
    yield from part("paragraph", [say("No such clause: {names}", names=both(without))] if without else [])


def _sentence(clause: Clause) -> Phrase:
    return Phrase(word_alone(stated(clause.statement)), mark=f"{_MARKS[clause.standing]} ")


def _given(clause: Clause) -> Several:
    """Return the parameters of a clause."""
    each = clause.parameters.items()
    return listed(formed("{name} {value}", name=Verbatim(name), value=_shown(value)) for name, value in each)


def _clause_phrases(clause: Clause, numbers: Mapping[str, int]) -> Iterator[Phrase]:
    """Yield a clause with everything known about it."""

    def below(told: Message) -> Phrase:
        return Phrase(told, level=3, hang=False)

    yield _sentence(clause)
    told, given = formed("{id}: {kind}", id=Verbatim(clause.id), kind=Verbatim(clause.kind)), _given(clause)
    yield below(formed("{told} ({given})", told=told, given=given) if given.items else told)
    if clause.because is not None:
        standing = term_message(clause.standing.value)
        yield below(formed("{standing}: {because}", standing=standing, because=stated(clause.because)))
    if clause.readings:
        yield below(say("readings:") if clause.standing is Standing.DISPUTED else say("also played:"))
    for reading in clause.readings:
        yield Phrase(word_alone(stated(reading)), level=3, mark="- ")
    if clause.depends:
        yield below(say("depends on {clauses}", clauses=listed(map(Verbatim, clause.depends))))
    if clause.overrides:
        yield below(say("overrides {clauses}", clauses=listed(map(Verbatim, clause.overrides))))
    if clause.cites:
        yield below(word_alone(Verbatim(_sources(clause, numbers))))


def _shown(value: Parameter) -> Word:
    """Return a parameter in words."""
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if isinstance(value, Mapping):
        return Verbatim(" ".join(f"{name}={number}" for name, number in value.items()))
    if isinstance(value, tuple):
        return Verbatim(" ".join(value)) if value else say("none")
    return Verbatim(value)


def _sources(clause: Clause, numbers: Mapping[str, int]) -> str:
    """Return the cited sections, by the number of their source: `[1] The fool; Variations`."""
    told = []
    for source, cites in groupby(clause.cites, lambda cite: cite.source):
        told.append(f"[{numbers[source]}] " + "; ".join(cite.heading for cite in cites))
    return "  ".join(told)
