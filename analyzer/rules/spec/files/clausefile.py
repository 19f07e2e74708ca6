"""Readers of the clauses of a rule-set file, one by one, and every contradiction among them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from itertools import combinations
from typing import Final, NamedTuple

from analyzer.errors import Fault, InvalidFile, UsageError, Where
from analyzer.messages import Message, Several, Verbatim, Word, marked, quoted, say
from analyzer.rules.spec.agreement import disagreements
from analyzer.rules.spec.clause import Clause, Standing
from analyzer.rules.spec.files.clausemodel import ClauseModel, SourceModel, SourcesFile
from analyzer.rules.spec.files.optionfile import Inheritance, OptionReader
from analyzer.rules.spec.files.rulespage import RulesPage
from analyzer.rules.spec.kinds.catalogue import ids_for
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.variants import complete, disagreements_of_forms
from analyzer.yamltree.node import suggestion
from analyzer.yamltree.reading import Node, fill, read, validate

# The questions that clauses answer, so that two clauses with one answer too many are found at load.
#
# A question is a subject and the trick it is asked at, counted from the end; None stands for every trick.


class ClauseRequest(NamedTuple):
    """A question in words, and the trick it is asked at."""

    subject: Message
    trick: int | None = None

    def meets(self, other: ClauseRequest) -> bool:
        """Return True if it is the same question, somewhere in the hand."""
        return self.subject == other.subject and (
            None in (self.trick, other.trick) or self.trick == other.trick
        )


class Clash(NamedTuple):
    """Two clauses that answer one question, neither of which overrides the other."""

    first: Clause
    second: Clause
    subject: Message


def clashes(clauses: Mapping[str, Clause]) -> Iterator[Clash]:
    """Yield every two clauses that answer one question without `overrides`, in the order of the clauses."""
    by_kinds = [(clause, list(_list_requests(clause))) for clause in clauses.values()]
    for (first, mine), (second, theirs) in combinations(by_kinds, 2):
        if first.id in second.overrides or second.id in first.overrides:
            continue
        met = next((one.subject for one in mine for other in theirs if one.meets(other)), None)
        if met is not None:
            yield Clash(first, second, met)


def _list_requests(clause: Clause) -> Iterable[ClauseRequest]:
    reader = _QUESTIONS.get(clause.kind)
    return () if reader is None else reader(clause)


def _once(subject: Message) -> Callable[[Clause], Iterable[ClauseRequest]]:
    """Return the question of a kind with one clause per rule set."""

    def request_once(_: Clause) -> Iterable[ClauseRequest]:
        return (ClauseRequest(subject),)

    return request_once


def _ask_per_value(template: str, name: str) -> Callable[[Clause], Iterable[ClauseRequest]]:
    """Return a question for each value of a parameter: each card of a list, each suit, one word."""
    return lambda clause: (
        ClauseRequest(Message(template, {"word": Verbatim(value)}), _trick(clause))
        for value in _values(clause, name)
    )


def _values(clause: Clause, name: str) -> tuple[object, ...]:
    value = clause.parameters.get(name, ())
    return value if isinstance(value, tuple) else (value,)


def _trick(clause: Clause) -> int | None:
    trick = clause.parameters.get("trick")
    return trick if isinstance(trick, int) else None


_QUESTIONS: Final[Mapping[str, Callable[[Clause], Iterable[ClauseRequest]]]] = {
    "seats": _once(say("how many play")),
    "deck": _once(say("which cards there are")),
    "ranks": _once(say("how the cards rank")),
    "deal": _once(say("how many cards are dealt")),
    "leads": _once(say("who leads")),
    "duty": _ask_per_value(marked("whether one must {word}"), "to"),
    "trick-winner": _once(say("who wins a trick")),
    "excuse": _ask_per_value(marked("whether {word} may be played"), "card"),
    "ban-at-trick": _ask_per_value(marked("whether {word} may be played"), "card"),
    "demand-at-trick": _ask_per_value(marked("whether {word} may be played"), "card"),
    "demand-takes-back": _once(say("whose cards go back where the Fool is demanded late")),
    "pile": _ask_per_value(marked("in whose pile {word} ends"), "card"),
    "pile-at-trick": _ask_per_value(marked("in whose pile {word} ends"), "card"),
    "naming-step": _ask_per_value(marked("who names the Fool where {word}"), "when"),
    "skat-size": _once(say("how many cards are discarded")),
    "never-discard": _ask_per_value(marked("whether {word} may be discarded"), "cards"),
    "only-if-announced": _ask_per_value(marked("whether {word} may be discarded"), "cards"),
    "not-in-combination-unless-unavoidable": _once(say("whether combination cards may be discarded")),
    "must-tell": _once(say("what the dealer says about trumps in the skat")),
    "trump-declaration": _once(say("what trumps are declared for")),
    "matador-declaration": _once(say("what matadors are declared for")),
    "graded-declaration": _ask_per_value(marked("what {word} are declared for"), "of"),
    "foundation": _ask_per_value(marked("who founds the {word} pot"), "pots"),
    "lost-early": _ask_per_value(marked("what {word} costs where it is lost early"), "cards"),
    "ultimo": _ask_per_value(marked("what the last trick brings with {word}"), "cards"),
    "bagud": _ask_per_value(marked("what {word} costs where it is lost in the last trick"), "cards"),
    "settlement-order": _once(say("in which order is settled")),
    "takes-pots": _ask_per_value(marked("whether a Tout takes the {word} pot"), "pots"),
    "failed-tout": _once(say("what an announced Tout costs where it fails")),
    "card-points": _once(say("what the cards count")),
    "par": _once(say("against what points are held")),
    "settles-count": _once(say("who settles the count with whom")),
    "count-after": _ask_per_value(marked("whether there is a count after {word}"), "outcome"),
    "fine": _ask_per_value(marked("what a {word} irregularity costs"), "category"),
    "propriety": _ask_per_value(marked("whether it is proper to {word}"), "duty"),
}
"""The questions of clauses by kind. Other kinds may have several clauses: each one judges a discard."""


# Readers of a rule-set file: its clauses one by one, and every contradiction among them, all in one go.


Fetch = Callable[[str], RuleSet]
"""A function that gives the rule set that a file extends, by its name in the file."""


def _no_other(name: str) -> RuleSet:
    """Refuse to extend a rule set in a text without a folder."""
    raise UsageError(say("unknown rule set {name} here", name=quoted(name)))


def read_sources(text: str, file: str) -> dict[str, SourceModel]:
    """Read the sources, by file name.

    Raises: InvalidFile with every fault.
    """
    node, syntax = read(text, file)
    if node is None or node.torn:
        raise InvalidFile(syntax)
    model, faults = validate(SourcesFile, node)
    if model is None or syntax:
        raise InvalidFile([*syntax, *faults])
    return model.sources


def read_rules(
    text: str,
    file: str,
    known: Mapping[str, SourceModel],
    fetch: Fetch = _no_other,
    taken: Collection[str] = (),
) -> RuleSet:
    """Read the rule set of a file, which may cite the known sources and those it describes itself.

    `fetch` gives the rule set it extends; `taken` are names it may not have.

    Raises: InvalidFile with every fault, in file order, those of a rule set it extends last.
    """
    node, syntax = read(text, file)
    if node is None or node.torn:
        raise InvalidFile(syntax)
    reader = _Reader(RulesPage(node, known), fetch, taken)
    rules = reader.rules()
    faults = {*syntax, *reader.page.notes.faults}
    if rules is None or faults:
        raise InvalidFile(sorted(faults, key=lambda fault: _file_order(fault, node.where)))
    return rules


def _file_order(fault: Fault, root: Where) -> tuple[bool, str, int, int, str]:
    assert fault.where is not None
    where = fault.where
    return (where.file != root.file, where.file, where.line, where.column, fault.message)


class _Reader:
    """A reader of one file; every fault is noted on its page."""

    def __init__(self, page: RulesPage, fetch: Fetch, taken: Collection[str]) -> None:
        self.page = page
        self._fetch, self._taken = fetch, taken
        self._nodes: dict[str, Node] = {}
        """The first clause of every id that can be read at all."""
        self._stated: dict[str, Clause] = {}
        """The clauses of this file without a fault in their own shape or parameters."""
        self._disputed: list[str] = []
        self._inherited: Inheritance | None = None

    def rules(self) -> RuleSet | None:
        """Return the rule set; None if there are too many faults to make one."""
        page, head = self.page, self.page.head
        if head.name in self._taken:
            told = say("`{name}` is the name of a shipped rule set", name=Verbatim(head.name))
            page.fault(page.root.child("name"), told, say("expected a name of its own"))
        base = self._base()
        if base is not None:
            page.forms = page.forms or base.forms
        page.ids = ids_for({*self._named(), *(() if base is None else base.clauses)})
        for node in page.items("clauses"):
            self._read_clause(node)
        if base is not None:
            self._inherited = Inheritance(page, base, self._nodes)
        clauses = self._stated if self._inherited is None else self._inherited.clauses(self._stated)
        lost_base = base is None and page.root.child("extends") is not None
        if lost_base:
            return None
        self._all_there(clauses)
        self._references(clauses)
        options = OptionReader(page, base, clauses, self._stated)
        self._make_options(options)
        clauses = options.clauses
        self._disputed_need_options(options)
        lacking = page.ids.kinds_lacking({each.kind for each in clauses.values()})
        if not clauses.keys() >= page.ids.needed or lacking:
            return None
        own = {source: told.source for source, told in page.sources.items()}
        sources = {**({} if base is None else base.sources), **own}
        rules = complete(head.name, head.title, clauses, sources, page.forms, options.options)
        self._agree(rules)
        options.check(rules)
        return rules

    def _base(self) -> RuleSet | None:
        """Return the rule set that this one extends; if it cannot be read, the reason is a fault."""
        node = self.page.root.child("extends")
        if node is None or not isinstance(node.value, str):
            return None
        try:
            return self._fetch(node.value)
        except UsageError as error:
            expected = error.expected or say("expected a rule set that can be extended")
            self.page.fault(node, error.message, expected)
        except InvalidFile as error:
            self.page.fault(
                node,
                say("the rule set `{value}` cannot be read", value=Verbatim(node.value)),
                say("its faults follow"),
            )
            self.page.notes.faults += error.faults
        return None

    def _named(self) -> Iterator[str]:
        """Yield the ids of the file's own clauses, even with other faults."""
        for node in self.page.items("clauses"):
            name = node.child("id")
            if name is not None and isinstance(name.value, str):
                yield name.value

    def _agree(self, rules: RuleSet) -> None:
        """Note every clause that contradicts another, and those that answer one question."""
        wrong = set()
        usual = [(rules.table.players, each) for each in disagreements(rules)]
        for seats, each in usual or disagreements_of_forms(rules):
            wrong.add(each.clause)
            at = self._place(each.clause, ("seats", str(seats), "parameters", each.parameter))
            self.page.fault(
                at,
                say("{clause}: {reason}", clause=Verbatim(each.clause), reason=each.message),
                each.expected,
            )
        for clash in clashes(rules.clauses):
            one, other = clash.first.id, clash.second.id
            if one in wrong or other in wrong:
                continue
            first, second = self._place(one, ()), self._place(other, ("id",))
            line = (first or self.page.root).where.line
            message = say(
                "{other} and {one} (line {line}) both say {question}",
                other=Verbatim(other),
                one=Verbatim(one),
                line=line,
                question=clash.subject,
            )
            self.page.fault(second, message, say("expected that one of them `overrides` the other"))

    def _place(self, clause: str, loc: tuple[str, ...]) -> Node | None:
        """Return the place of a part of a clause; for an inherited one, where this file mentions it."""
        if clause in self._nodes:
            return self._nodes[clause].path(loc)[1]
        return None if self._inherited is None else self._inherited.place(clause)

    def _read_clause(self, node: Node) -> None:
        """Read one clause: its shape, its id, its parameters, its standing, its sources."""
        before = len(self.page.notes.faults)
        model = fill(ClauseModel, node, self.page.notes, name=say("a clause"))
        sound = before == len(self.page.notes.faults)
        name, kind = node.child("id"), node.child("kind")
        known = name is not None and isinstance(name.value, str) and self._is_new(name.value, name, node)
        by_seats = self.page.read_seat_parameters(str(kind.value), node) if kind is not None else {}
        parameters = next(iter(by_seats.values()), None)
        if not by_seats and kind is not None:
            parameters = self.page.parameters(str(kind.value), node.child("parameters"))
        kinds = self.page.ids.kinds_of(model.id)
        if known and model.kind is not None and model.kind not in kinds:
            wanted = Several(tuple(Verbatim(f"`{each}`") for each in kinds), "or")
            self.page.fault(
                kind,
                say("{id} cannot be of the kind `{kind}`", id=Verbatim(model.id), kind=Verbatim(model.kind)),
                say("expected {kinds}", kinds=wanted),
            )
            parameters = None
        self._standing(model, node)
        cites = self.page.cites(model, node)
        if sound and known and parameters is not None:
            self._stated[model.id] = Clause(
                model.id, model.kind, Standing(model.standing), model.statement, parameters, cites,
                model.because, tuple(map(_reading_statement, model.readings)), tuple(model.depends),
                tuple(model.overrides), self.page.name, by_seats,
            )  # fmt: skip

    def _is_new(self, name: str, at: Node, node: Node) -> bool:
        """Return True if an id is one that a rule set has, and appears here for the first time."""
        if not self.page.ids.kinds_of(name):
            unknown = say("unknown clause `{name}`", name=Verbatim(name))
            self.page.fault(at, unknown, suggestion(name, self.page.ids.known))
            return False
        if name in self._nodes:
            line = self._nodes[name].where.line
            message = say("duplicate clause {name}, first at line {line}", name=Verbatim(name), line=line)
            self.page.fault(at, message, say("expected each clause once"))
            return False
        self._nodes[name] = node
        return True

    def _standing(self, model: ClauseModel, node: Node) -> None:
        self.page.standing(model, model.id, node, node.child("id"))
        if model.standing == "disputed":
            self._disputed.append(model.id)

    def _make_options(self, options: OptionReader) -> None:
        """Make options from the readings of disputed clauses."""
        for clause in self._disputed:
            named = any(each.clause == clause for each in options.options.values())
            if clause in self._stated and not named:
                options.make(self._stated[clause], self._nodes[clause])

    def _disputed_need_options(self, options: OptionReader) -> None:
        """Check that a disputed clause has an option that settles it, by default of its own readings."""
        for clause in self._disputed:
            if len(options.settled_readings(clause)) < 2:
                message = say("{clause} is disputed, and no option settles it", clause=Verbatim(clause))
                expected = say("expected an option of this clause with two readings that are not disputed")
                self.page.fault(self._place(clause, ("standing",)), message, expected)

    def _all_there(self, clauses: Mapping[str, Clause]) -> None:
        listed = self.page.root.child("clauses")
        at = (listed.key_where if listed is not None else None) or self.page.root.where
        if listed is None and self.page.plain:
            return
        for each in self.page.ids.known:
            if each not in self.page.ids.needed:
                continue
            if each not in self._nodes and each not in clauses:
                expected = say("expected every clause; if the source says nothing, `standing: silent`")
                missing = say("the clause {clause} is missing", clause=Verbatim(each))
                self.page.notes.faults.append(Fault(missing, expected, at))
        for kind in self.page.ids.kinds_lacking({each.kind for each in clauses.values()}):
            if all(node.path(("kind",))[1].value != kind for node in self._nodes.values()):
                lacking = say("a clause of the kind `{kind}` is missing", kind=Verbatim(kind))
                self.page.notes.faults.append(Fault(lacking, say("expected one with the others"), at))

    def _references(self, clauses: Mapping[str, Clause]) -> None:
        circles = (
            ("depends", marked("{clause} depends on {others}")),
            ("overrides", marked("{clause} overrides {others}")),
        )
        for name, template in circles:
            graph = {each.id: getattr(each, name) for each in clauses.values()}
            for clause, others in graph.items():
                self._check_references(clause, name, others, clauses)
            try:
                TopologicalSorter(graph).prepare()
            except CycleError as error:
                circle: list[str] = error.args[1][::-1]
                at = self._place(circle[0], (name,))
                told: Word = Verbatim(circle[-1])
                for each in reversed(circle[:-1]):
                    told = Message(template, {"clause": Verbatim(each), "others": told})
                assert isinstance(told, Message)
                self.page.fault(at, told, say("expected no circle"))

    def _check_references(
        self, clause: str, name: str, others: Iterable[str], clauses: Mapping[str, Clause]
    ) -> None:
        for index, other in enumerate(others):
            if other in self._nodes or other in clauses:
                continue
            known = {**self._nodes, **clauses}
            if clause in self._nodes:
                at = self._nodes[clause].path((name, index))[1]
                self.page.fault(
                    at,
                    say("unknown clause `{other}` here", other=Verbatim(other)),
                    suggestion(other, known),
                )
            else:
                message = say(
                    "the inherited clause {clause} needs {other}, which is left out",
                    clause=Verbatim(clause),
                    other=Verbatim(other),
                )
                self.page.fault(
                    self._place(other, ()),
                    message,
                    say("leave {clause} out too, or state it again", clause=Verbatim(clause)),
                )


def _reading_statement(reading: str | dict[str, object]) -> str:
    """Return the text of a reading, given in words or by its parameters."""
    return reading if isinstance(reading, str) else str(reading.get("statement", ""))
