"""The options of a rule-set file: named questions, each with the ways in which one clause is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from analyzer.rules.spec.agreement import disagreements
from analyzer.rules.spec.clausemodel import OptionHead, ReadingModel
from analyzer.rules.spec.kinds import KINDS, kinds_of
from analyzer.rules.spec.ruleset import Clause, Option, RuleSet, Standing
from analyzer.rules.spec.rulespage import RulesPage
from analyzer.rules.spec.variants import made_of
from analyzer.yamltree.checking import suggestion, validate
from analyzer.yamltree.reading import Node


class OptionReader:
    """The options of one file, those it takes over included.

    The default reading of an option is the clause as the rule set states it. A file that states an
    inherited clause anew changes that reading; one that names another default takes over that reading.
    """

    def __init__(
        self, page: RulesPage, base: RuleSet | None, clauses: Mapping[str, Clause], stated: Mapping[str, Clause]
    ) -> None:
        self._page, self._stated = page, stated
        self.clauses = dict(clauses)
        self.options: dict[str, Option] = {}
        self._titles = {name: source.title for name, source in page.sources.items()}
        self._nodes: dict[tuple[str, str], Node] = {}
        """Where the file tells a reading."""
        inherited = {} if base is None else base.options
        own = dict(page.entries("options"))
        for name, option in inherited.items():
            if name not in own and option.clause in self.clauses:
                self._add(name, option.clause, option.default, dict(option.readings), option, page.root.child("extends"))
        for name, node in own.items():
            self._read(name, node, inherited.get(name))
        self.options = {name: self.options[name] for name in (*inherited, *own) if name in self.options}

    def settled_readings(self, clause: str) -> list[str]:
        """The readings of a clause that are not disputed themselves."""
        return [
            name
            for option in self.options.values()
            if option.clause == clause
            for name, reading in option.readings.items()
            if reading.standing is not Standing.DISPUTED
        ]

    def check(self, rules: RuleSet) -> None:
        """Note every reading under which a clause contradicts another, or the cards."""
        for name, option in rules.options.items():
            for word, reading in option.readings.items():
                if word == option.default:
                    continue
                clauses = {**rules.clauses, option.clause: reading}
                for each in disagreements(made_of(rules, clauses, {name: word})):
                    at = self._nodes.get((name, word), self._page.root.child("options"))
                    self._page.fault(at, f"{name}={word}: {each.clause}: {each.message}", each.expected)

    def _read(self, name: str, node: Node, inherited: Option | None) -> None:
        model, faults = validate(OptionHead, node, name="an option")
        self._page.faults += faults
        if model is None:
            return
        clause = self._clause_of(name, model, node, inherited)
        if clause is None:
            return
        readings = {} if inherited is None else dict(inherited.readings)
        bodies = dict(self._bodies(node))
        default = str(model.default) if model.default is not None else None
        default = default or (next(iter(bodies), "") if inherited is None else inherited.default)
        if default not in {*readings, *bodies}:
            at = node.child("default") or node
            known = [*readings, *bodies]
            expected = suggestion(default, known) if known else "expected `readings`"
            self._page.fault(at, f"the option {name} has no reading `{default}`", expected)
            return
        for word, body in bodies.items():
            self._nodes[name, word] = body
            if word == default and _is_nothing(body):
                readings[word] = clause
                continue
            reading = self._reading(name, word, clause, body)
            if reading is not None:
                readings[word] = reading
                if word == default and not _same_rule(reading, clause):
                    message = f"{clause.id} says otherwise than `{word}`, the default of {name}"
                    self._page.fault(body, message, "expected one rule in both places")
        if default in readings:
            self._add(name, clause.id, default, readings, inherited, node)

    def _clause_of(self, name: str, model: OptionHead, node: Node, inherited: Option | None) -> Clause | None:
        at = node.child("clause") or node
        named = model.clause or (None if inherited is None else inherited.clause)
        if named is None:
            self._page.fault(at, f"the option {name} names no clause", "expected `clause: ...`")
        elif inherited is not None and named != inherited.clause:
            self._page.fault(at, f"the option {name} is about {inherited.clause}", "expected that, or another name")
        elif named not in self.clauses:
            self._page.fault(at, f"there is no clause `{named}` here", suggestion(named, self.clauses))
        else:
            return self.clauses[named]
        return None

    def _add(
        self, name: str, clause: str, default: str, readings: dict[str, Clause], inherited: Option | None, at: Node | None
    ) -> None:
        """Enter an option, its default reading made one with the clause."""
        twin = next((other for other, each in self.options.items() if each.clause == clause), None)
        if twin is not None:
            self._page.fault(at, f"the options {twin} and {name} are of one clause, {clause}", "expected one of them")
            return
        if clause in self._stated:
            meant = [word for word, each in readings.items() if _same_rule(each, self._stated[clause])]
            if meant and default not in meant and inherited is not None:
                message = f"{clause} says what `{meant[0]}` says, and the default of {name} is `{default}`"
                self._page.fault(at, message, f"expected `default: {meant[0]}`")
        elif inherited is not None and default != inherited.default:
            self.clauses[clause] = readings[default]
        readings[default] = self.clauses[clause]
        titles = self._titles if inherited is None else {**inherited.sources, **self._titles}
        cited = {cite.source for each in readings.values() for cite in each.cites}
        sources = {source: title for source, title in titles.items() if source in cited}
        self.options[name] = Option(clause, default, readings, sources)

    def _bodies(self, node: Node) -> Iterator[tuple[str, Node]]:
        """Every reading the option tells, by name; the words of a list have themselves as bodies."""
        readings = node.child("readings")
        if readings is None:
            return
        if isinstance(readings.value, list):
            yield from ((str(each.value), each) for each in readings.value)
        elif isinstance(readings.value, dict):
            yield from readings.value.items()

    def _reading(self, option: str, word: str, clause: Clause, body: Node) -> Clause | None:
        """The clause under one reading, None where that cannot be read."""
        if not isinstance(body.value, dict):
            return self._of_one_word(option, word, clause, body)
        if not body.value.keys() & ReadingModel.model_fields.keys():
            return self._of_parameters(option, word, clause, body)
        model, faults = validate(ReadingModel, body, name="a reading")
        self._page.faults += faults
        if model is None:
            return None
        self._page.standing(model, f"the reading {word} of {option}", body, body)
        kind = model.kind or clause.kind
        if kind not in kinds_of(clause.id):
            wanted = " or ".join(f"`{each}`" for each in kinds_of(clause.id))
            message = f"{clause.id} cannot be of the kind `{kind}`"
            self._page.fault(body.child("kind"), message, f"expected {wanted}")
            return None
        parameters = clause.parameters if kind == clause.kind else None
        given = body.child("parameters")
        if given is not None or parameters is None:
            parameters = self._page.parameters(kind, given or Node({}, body.where, body.end))
        if parameters is None:
            return None
        return replace(
            clause,
            kind=kind,
            parameters=parameters,
            by_seats=clause.by_seats if given is None else {},
            statement=model.statement or _told(clause, option, word),
            standing=Standing(model.standing),
            cites=self._page.cites(model, body),
            because=model.because,
            readings=(),
            depends=clause.depends if model.depends is None else tuple(model.depends),
            overrides=clause.overrides if model.overrides is None else tuple(model.overrides),
            origin=self._origin(clause),
        )

    def _of_one_word(self, option: str, word: str, clause: Clause, body: Node) -> Clause | None:
        """A reading that is one word, the value of the only parameter its clause has."""
        names = list(KINDS[clause.kind].parameters)
        if len(names) != 1:
            message = f"the reading `{word}` of {option} says nothing"
            self._page.fault(body, message, "expected its `parameters`; only the default may say nothing")
            return None
        return self._of_parameters(option, word, clause, Node({names[0]: body}, body.where, body.end))

    def _of_parameters(self, option: str, word: str, clause: Clause, body: Node) -> Clause | None:
        parameters = self._page.parameters(clause.kind, body)
        if parameters is None:
            return None
        told = _told(clause, option, word)
        return replace(
            clause, parameters=parameters, by_seats={}, statement=told, readings=(), origin=self._origin(clause)
        )

    def _origin(self, clause: Clause) -> str:
        return clause.origin if self._page.head is None else self._page.head.name


def _is_nothing(body: Node) -> bool:
    return body.value is None or body.value == {} or not isinstance(body.value, dict)


def _told(clause: Clause, option: str, word: str) -> str:
    """What a reading says that is told by its parameters only."""
    return f"{clause.statement} ({option}: {word})"


def _same_rule(one: Clause, other: Clause) -> bool:
    """Whether two clauses decide the same, and are as much or as little disputed."""
    disputed = Standing.DISPUTED
    alike = one.kind == other.kind and dict(one.parameters) == dict(other.parameters)
    return alike and (one.standing is disputed) == (other.standing is disputed)
