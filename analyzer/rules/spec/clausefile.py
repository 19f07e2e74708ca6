"""Reading a rule-set file: its clauses one by one, and every contradiction among them, all in one go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter

from analyzer.errors import Fault, InvalidFile
from analyzer.rules.spec.agreement import disagreements
from analyzer.rules.spec.chapters import make_ruleset
from analyzer.rules.spec.clausemodel import ClauseModel, RulesHead, SourceModel, SourcesFile
from analyzer.rules.spec.kinds import ID_KINDS, kinds_of, read_parameters
from analyzer.rules.spec.ruleset import Citation, Clause, Parameter, RuleSet, Standing
from analyzer.yamltree.checking import printable, suggestion, validate
from analyzer.yamltree.reading import Node, read


def read_sources(text: str, file: str) -> dict[str, SourceModel]:
    """What the sources are, by file name.

    Raises: InvalidFile with every fault.
    """
    node, syntax = read(text, file)
    if node is None or node.torn:
        raise InvalidFile(syntax)
    model, faults = validate(SourcesFile, node)
    if model is None or syntax:
        raise InvalidFile([*syntax, *faults])
    return model.sources


def read_rules(text: str, file: str, known: Mapping[str, SourceModel]) -> RuleSet:
    """The rule set of a file, which may cite the known sources and such as it describes itself.

    Raises: InvalidFile with every fault, in file order.
    """
    node, syntax = read(text, file)
    if node is None or node.torn:
        raise InvalidFile(syntax)
    reader = _Reader(node, known)
    rules = reader.rules()
    faults = {*syntax, *reader.faults}
    if rules is None or faults:
        raise InvalidFile(sorted(faults, key=_file_order))
    return rules


def _file_order(fault: Fault) -> tuple[int, int, str]:
    assert fault.where is not None
    return (fault.where.line, fault.where.column, fault.message)


class _Reader:
    """Reads one file; everything that is wrong ends up in `faults`."""

    def __init__(self, root: Node, known: Mapping[str, SourceModel]) -> None:
        self.faults: list[Fault] = []
        self._root = root
        self._sources = dict(known)
        self._nodes: dict[str, Node] = {}
        """The first clause of every id that can be read at all."""
        self._clauses: dict[str, Clause] = {}
        """The clauses without a fault in their own shape or parameters."""

    def rules(self) -> RuleSet | None:
        """The rule set; None where there is too much wrong to make one."""
        head, faults = validate(RulesHead, self._root)
        self.faults += faults
        if head is not None:
            self._sources |= head.sources
        clauses = self._root.child("clauses")
        for node in clauses.value if clauses is not None and isinstance(clauses.value, list) else []:
            self._read_clause(node)
        self._all_there(clauses)
        self._references()
        if head is None or not self._clauses.keys() >= ID_KINDS.keys():
            return None
        cited = {cite.source for each in self._clauses.values() for cite in each.cites}
        titles = {name: source.title for name, source in self._sources.items() if name in cited}
        rules = make_ruleset(head.name, head.title, self._clauses, titles)
        for each in disagreements(rules):
            at = self._nodes[each.clause].path(("parameters", each.parameter))[1]
            self._fault(at, f"{each.clause}: {each.message}", each.expected)
        return rules

    def _fault(self, node: Node | None, message: str, expected: str) -> None:
        self.faults.append(Fault(printable(message), expected, (node or self._root).where))

    def _read_clause(self, node: Node) -> None:
        """One clause: its shape, its id, its parameters, its standing, its sources."""
        model, faults = validate(ClauseModel, node, name="a clause")
        self.faults += faults
        name, kind = node.child("id"), node.child("kind")
        known = name is not None and isinstance(name.value, str) and self._is_new(name.value, name, node)
        parameters, fit = self._parameters(kind, node.child("parameters"))
        if model is None:
            return
        if known and model.kind not in kinds_of(model.id):
            wanted = " or ".join(f"`{each}`" for each in kinds_of(model.id))
            self._fault(kind, f"{model.id} cannot be of the kind `{model.kind}`", f"expected {wanted}")
            fit = False
        self._standing(model, node)
        self._cites(model, node)
        if known and fit:
            self._clauses[model.id] = _clause(model, parameters)

    def _is_new(self, name: str, at: Node, node: Node) -> bool:
        """Whether an id is one that a rule set has, and stands here for the first time."""
        if not kinds_of(name):
            self._fault(at, f"there is no clause `{name}`", suggestion(name, ID_KINDS))
            return False
        if name in self._nodes:
            first = self._nodes[name].where
            self._fault(
                at, f"the clause {name} stands twice, first at line {first.line}", "expected each clause once"
            )
            return False
        self._nodes[name] = node
        return True

    def _parameters(self, kind: Node | None, node: Node | None) -> tuple[Mapping[str, Parameter], bool]:
        """The parameters of a clause, and whether all of them fit its kind."""
        if kind is None or node is None or not isinstance(node.value, dict):
            return {}, False
        parameters, faults = read_parameters(str(kind.value), node)
        self.faults += faults
        return parameters, not faults

    def _standing(self, each: ClauseModel, node: Node) -> None:
        at = node.child("standing") or node.child("id")
        if each.standing == "stated":
            if not each.cites:
                self._fault(
                    at, f"{each.id} is stated but cites nothing", "expected `cites`, or another standing"
                )
            if each.because is not None:
                expected = "expected `because` only with `standing: silent` or `disputed`"
                self._fault(
                    node.child("because"), f"{each.id} is stated but gives a reason for a default", expected
                )
            return
        if each.because is None:
            self._fault(at, f"{each.id} is {each.standing} but does not say why", "expected `because`")
        if each.standing == "disputed" and len(each.readings) < 2:
            at = node.child("readings") or at
            self._fault(
                at, f"{each.id} is disputed between fewer than two", "expected two or more `readings`"
            )

    def _cites(self, each: ClauseModel, node: Node) -> None:
        for index, cite in enumerate(each.cites):
            at = node.path(("cites", index))[1]
            source = self._sources.get(cite.source)
            if source is None:
                guess = suggestion(cite.source, self._sources)
                self._fault(at.child("source"), f"there is no source `{cite.source}`", guess)
            elif cite.heading not in source.headings:
                guess = suggestion(cite.heading, source.headings)
                self._fault(at.child("heading"), f"the source has no heading `{cite.heading}`", guess)

    def _all_there(self, clauses: Node | None) -> None:
        for each in ID_KINDS:
            if each not in self._nodes and clauses is not None:
                expected = "expected every clause; where the source says nothing, `standing: silent`"
                self.faults.append(Fault(f"the clause {each} is missing", expected, clauses.key_where))

    def _references(self) -> None:
        for name, words in (("depends", "depends on"), ("overrides", "overrides")):
            graph = {each.id: getattr(each, name) for each in self._clauses.values()}
            for clause, others in graph.items():
                self._known(clause, name, others)
            try:
                TopologicalSorter(graph).prepare()
            except CycleError as error:
                circle: list[str] = error.args[1][::-1]
                at = self._nodes[circle[0]].child(name)
                self._fault(at, f" {words} ".join(circle), "expected no circle")

    def _known(self, clause: str, name: str, others: Iterable[str]) -> None:
        for index, other in enumerate(others):
            if other not in self._nodes:
                at = self._nodes[clause].path((name, index))[1]
                self._fault(at, f"there is no clause `{other}` here", suggestion(other, self._nodes))


def _clause(each: ClauseModel, parameters: Mapping[str, Parameter]) -> Clause:
    return Clause(
        each.id,
        each.kind,
        Standing(each.standing),
        each.statement,
        parameters,
        tuple(Citation(cite.source, cite.heading) for cite in each.cites),
        each.because,
        tuple(each.readings),
        tuple(each.depends),
        tuple(each.overrides),
    )
