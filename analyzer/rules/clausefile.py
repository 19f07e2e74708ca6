"""Reading a rule-set file: its clauses one by one, and every contradiction among them, all in one go."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from analyzer.errors import Fault, InvalidFile, Where
from analyzer.rules.agreement import disagreements
from analyzer.rules.chapters import make_ruleset
from analyzer.rules.kinds import ID_KINDS, IRREGULARITY, KINDS, kinds_of, kinds_schema, read_parameters
from analyzer.rules.ruleset import Citation, Clause, Parameter, RuleSet, Standing
from analyzer.yamlcheck import suggestion, validate
from analyzer.yamlfile import Node, read

FORMAT: Final = "tarok-rules/1"
Line = Annotated[str, StringConstraints(min_length=3, max_length=300)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class CiteModel(_Strict):
    """A section of a source."""

    source: str
    heading: str


class ClauseModel(_Strict):
    """One rule."""

    id: str
    kind: Literal[tuple(KINDS)]  # type: ignore[valid-type]
    parameters: dict[str, Any]
    statement: Line
    standing: Literal["stated", "silent", "disputed"] = "stated"
    cites: list[CiteModel] = []
    because: Line | None = None
    readings: list[Line] = []
    depends: list[str] = []
    overrides: list[str] = []


class SourceModel(_Strict):
    """What a source is, and the headings it can be cited by."""

    title: Line
    author: Line | None = None
    date: Line | None = None
    web: Line | None = None
    headings: list[str] = Field(min_length=1)


class SourcesFile(_Strict):
    """The sources all shipped rule sets cite."""

    format: Literal["tarok-sources/1"]
    sources: dict[str, SourceModel]


class RulesFile(_Strict):
    """A rule-set file."""

    format: Literal["tarok-rules/1"]
    name: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]*$")]
    title: Line
    sources: dict[str, SourceModel] = {}
    clauses: list[ClauseModel]


def read_sources(text: str, file: str) -> dict[str, SourceModel]:
    """The sources of a sources file. Raises: InvalidFile with every fault."""
    node, faults = read(text, file)
    model = None
    if node is not None:
        model, more = validate(SourcesFile, node)
        faults = (*faults, *more)
    if model is None or faults:
        raise InvalidFile(faults)
    return model.sources


def read_rules(text: str, file: str, known: Mapping[str, SourceModel]) -> RuleSet:
    """The rule set of a file, which may cite the known sources and such as it describes itself.

    Raises: InvalidFile with every fault, in file order.
    """
    node, syntax = read(text, file)
    if node is None:
        raise InvalidFile(syntax)
    reader = _Reader(node, known)
    reader.faults += syntax
    rules = reader.rules()
    if rules is None or reader.faults:
        raise InvalidFile(sorted(set(reader.faults), key=_file_order))
    return rules


def _file_order(fault: Fault) -> tuple[int, int, str]:
    assert fault.where is not None
    return (fault.where.line, fault.where.column, fault.message)


class _Reader:
    """Reads one file; everything that is wrong ends up in `faults`."""

    def __init__(self, node: Node, known: Mapping[str, SourceModel]) -> None:
        self.node = node
        self.faults: list[Fault] = []
        self.sources = dict(known)
        self.places: dict[str, Node] = {}
        """The node of every clause by its id."""

    def rules(self) -> RuleSet | None:
        model, faults = validate(RulesFile, self.node)
        self.faults += faults
        self._parameters_of_all()
        if model is None:
            return None
        self.sources |= model.sources
        clauses = self._clauses(model)
        self._all_there(clauses)
        self._references(clauses)
        if self.faults:
            return None
        titles = {
            cite.source: self.sources[cite.source].title for each in clauses.values() for cite in each.cites
        }
        rules = make_ruleset(model.name, model.title, clauses, titles)
        for each in disagreements(rules):
            node = self.places[each.clause].path(("parameters", each.parameter))[1]
            self._fault(node, f"{each.clause}: {each.message}", each.expected)
        return rules

    def _fault(self, node: Node | None, message: str, expected: str) -> None:
        self.faults.append(Fault(message, expected, (node or self.node).where))

    def _parameters_of_all(self) -> None:
        """Checks the parameters even where other parts of the file are wrong, so that none stay hidden."""
        self._read: dict[int, dict[str, Parameter]] = {}
        clauses = self.node.child("clauses")
        for index, node in enumerate(clauses.value if clauses and isinstance(clauses.value, list) else []):
            kind, parameters = node.child("kind"), node.child("parameters")
            if kind is None or parameters is None or not isinstance(parameters.value, dict):
                continue
            if isinstance(kind.value, str) and kind.value in KINDS:
                self._read[index], faults = read_parameters(kind.value, parameters)
                self.faults += faults

    def _clauses(self, model: RulesFile) -> dict[str, Clause]:
        clauses: dict[str, Clause] = {}
        for index, each in enumerate(model.clauses):
            node = self.node.path(("clauses", index))[1]
            at = node.child("id")
            if not kinds_of(each.id):
                self._fault(at, f"there is no clause `{each.id}`", suggestion(each.id, ID_KINDS))
                continue
            if each.id in clauses:
                first = self.places[each.id].where
                self._fault(
                    at,
                    f"the clause {each.id} stands twice, first at line {first.line}",
                    "expected each clause once",
                )
                continue
            if each.kind not in kinds_of(each.id):
                self._fault(node.child("kind"), f"{each.id} cannot be of the kind `{each.kind}`", f"expected {' or '.join(kinds_of(each.id))}")  # fmt: skip # noqa: E501
            self.places[each.id] = node
            self._standing(each, node)
            self._cites(each, node)
            clauses[each.id] = _clause(each, self._read.get(index, {}))
        return clauses

    def _standing(self, each: ClauseModel, node: Node) -> None:
        at = node.child("standing") or node
        if each.standing == "stated" and not each.cites:
            self._fault(
                at,
                f"{each.id} is stated and cites nothing",
                "expected `cites`, or `standing: silent` and why",
            )
        if each.standing == "stated" and each.because is not None:
            self._fault(node.child("because"), f"{each.id} is stated and gives a reason for a default", "expected `because` only where the source is silent or the rule disputed")  # fmt: skip # noqa: E501
        if each.standing != "stated" and each.because is None:
            self._fault(
                at, f"{each.id} is {each.standing} and does not say why it is taken so", "expected `because`"
            )
        if each.standing == "disputed" and len(each.readings) < 2:
            self._fault(node.child("readings") or at, f"{each.id} is disputed and has {len(each.readings)} readings", "expected two or more `readings`")  # fmt: skip # noqa: E501

    def _cites(self, each: ClauseModel, node: Node) -> None:
        for place, cite in enumerate(each.cites):
            source = self.sources.get(cite.source)
            if source is None:
                at = node.path(("cites", place, "source"))[1]
                self._fault(at, f"there is no source `{cite.source}`", suggestion(cite.source, self.sources))
            elif cite.heading not in source.headings:
                at = node.path(("cites", place, "heading"))[1]
                guess = suggestion(cite.heading, source.headings)
                self._fault(at, f"the source has no heading `{cite.heading}`", guess)

    def _all_there(self, clauses: Mapping[str, Clause]) -> None:
        for each in ID_KINDS:
            if each not in clauses:
                self._fault(self.node.child("clauses"), f"the clause {each} is missing", "expected every clause; where the source says nothing, `standing: silent`")  # fmt: skip # noqa: E501

    def _references(self, clauses: Mapping[str, Clause]) -> None:
        for each in clauses.values():
            for name in ("depends", "overrides"):
                for place, other in enumerate(getattr(each, name)):
                    at = self.places[each.id].path((name, place))[1]
                    if other not in clauses:
                        self._fault(
                            at, f"there is no clause `{other}` in this rule set", suggestion(other, clauses)
                        )
                    elif other == each.id:
                        self._fault(at, f"{each.id} {name} itself", "expected another clause")
        for name, words in (("depends", "depends on"), ("overrides", "overrides")):
            self._no_circle(clauses, name, words)

    def _no_circle(self, clauses: Mapping[str, Clause], name: str, words: str) -> None:
        def others(each: str) -> Iterable[str]:
            return (other for other in getattr(clauses[each], name) if other in clauses and other != each)

        for circle in _circles(clauses, others):
            at = self.places[circle[0]].child(name)
            self._fault(at, f" {words} ".join((*circle, circle[0])), "expected no circle")


def _circles(names: Iterable[str], others: Callable[[str], Iterable[str]]) -> list[tuple[str, ...]]:
    """Circles in a graph, at least one of every knot of them, each told from where it was entered."""
    done: set[str] = set()
    found: list[tuple[str, ...]] = []

    def walk(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            found.append(path[path.index(name) :])
        elif name not in done:
            for other in others(name):
                walk(other, (*path, name))
            done.add(name)

    for name in names:
        walk(name, ())
    return found


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


def rules_schema() -> dict[str, Any]:
    """The JSON Schema of a rule-set file: every kind with the parameters it takes."""
    schema = RulesFile.model_json_schema()
    clause = schema["$defs"]["ClauseModel"]
    pattern = "|".join(re.escape(each) for each in ID_KINDS)
    clause["properties"]["id"] = {
        "type": "string",
        "pattern": f"^({pattern}|{re.escape(IRREGULARITY)}[a-z-]+)$",
    }
    clause["allOf"] = [
        {
            "if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]},
            "then": {"properties": {"parameters": parameters}},
        }
        for kind, parameters in kinds_schema().items()
    ]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": "Tarok rule set"}


def place_of_clause(node: Node, index: int) -> Where:
    """The place of a clause of a file by its index."""
    return node.at(("clauses", index))
