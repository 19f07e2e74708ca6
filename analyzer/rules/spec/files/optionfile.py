"""The options of a rule-set file, their readings, and the clauses taken over from another rule set."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from analyzer.messages import Message, Several, Verbatim, say, stated
from analyzer.rules.spec.agreement import disagreements
from analyzer.rules.spec.clause import OPEN, Clause, NumberReading, Option, Standing, settled
from analyzer.rules.spec.files.clausemodel import NumberModel, OptionHead, ReadingModel, VersionModel
from analyzer.rules.spec.files.rulespage import RulesPage
from analyzer.rules.spec.kinds.catalogue import CLAUSE_KINDS
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.variants import derive_rules
from analyzer.yamltree.node import suggestion
from analyzer.yamltree.reading import Node, fill

# A reading of an option: the changed clause, and the others that go with it.


class ReadingReader:
    """A reader of the readings of one file's options; every fault is noted on its page."""

    def __init__(self, page: RulesPage, clauses: Mapping[str, Clause]) -> None:
        self._page, self._clauses = page, clauses

    def read(self, option: str, word: str, clause: Clause, body: Node) -> tuple[Clause, ...]:
        """Return the clauses of a reading, the option's own first; empty if it cannot be read.

        A reading is a mapping with the keys of a clause, the bare parameters of the clause, or one word: the
        value of the only required parameter of its kind.
        """
        if not isinstance(body.value, dict):
            if says_nothing(clause, body):
                message = say(
                    "the reading `{word}` of {option} says nothing",
                    word=Verbatim(word),
                    option=Verbatim(option),
                )
                self._page.fault(
                    body, message, say("expected its `parameters`; only the default may say nothing")
                )
                return ()
            (name,) = _needed(clause)
            return self._replace_parameters(option, word, clause, Node({name: body}, body.where, body.end))
        if not body.value.keys() & ReadingModel.fields().keys():
            return self._replace_parameters(option, word, clause, body)
        before = len(self._page.notes.faults)
        model = fill(ReadingModel, body, self._page.notes, name=say("a reading"))
        sound = before == len(self._page.notes.faults)
        found = [self._version(option, word, clause, model, body)]
        for name, version in model.also.items():
            at = body.path(("also", name))[1]
            if name not in self._clauses:
                self._page.key_fault(
                    at,
                    say("unknown clause `{name}` here", name=Verbatim(name)),
                    suggestion(name, self._clauses),
                )
                return ()
            found.append(self._version(option, word, self._clauses[name], version, at))
        read = tuple(each for each in found if each is not None)
        return read if sound and len(read) == len(found) else ()

    def _version(
        self, option: str, word: str, clause: Clause, model: VersionModel, body: Node
    ) -> Clause | None:
        """Return a clause under a reading, None if it cannot be read."""
        self._page.standing(model, f"{option}={word}", body, body)
        kind = model.kind or clause.kind
        kinds = self._page.ids.kinds_of(clause.id)
        if kind not in kinds:
            wanted = Several(tuple(Verbatim(f"`{each}`") for each in kinds), "or")
            message = say("{id} cannot be of the kind `{kind}`", id=Verbatim(clause.id), kind=Verbatim(kind))
            self._page.fault(body.child("kind"), message, say("expected {kinds}", kinds=wanted))
            return None
        cites = self._page.cites(model, body)
        given = body.child("parameters")
        parameters = clause.parameters if given is None and kind == clause.kind else None
        if parameters is None:
            parameters = self._page.parameters(kind, given or Node({}, body.where, body.end))
        if parameters is None:
            return None
        return replace(
            clause,
            kind=kind,
            parameters=parameters,
            by_seats=clause.by_seats if given is None else {},
            statement=model.statement or _reading_message(clause, option, word),
            standing=Standing(model.standing),
            cites=cites,
            because=model.because,
            readings=(),
            depends=clause.depends if model.depends is None else tuple(model.depends),
            overrides=clause.overrides if model.overrides is None else tuple(model.overrides),
            origin=self._page.name,
        )

    def _replace_parameters(self, option: str, word: str, clause: Clause, body: Node) -> tuple[Clause, ...]:
        parameters = self._page.parameters(clause.kind, body)
        if parameters is None:
            return ()
        settled = replace(clause, standing=Standing.STATED, because=None)
        return (
            replace(
                settled if clause.standing is Standing.DISPUTED else clause,
                parameters=parameters,
                by_seats={},
                statement=_reading_message(clause, option, word),
                readings=(),
                origin=self._page.name,
            ),
        )


def says_nothing(clause: Clause, body: Node) -> bool:
    """Return True if a reading has only a name, and no parameter of the clause can be that word."""
    if isinstance(body.value, dict):
        return False
    return body.value is None or len(_needed(clause)) != 1


def _needed(clause: Clause) -> list[str]:
    """Return the parameters that a clause of this kind requires."""
    kind = CLAUSE_KINDS[clause.kind]
    return [name for name in kind.parameters if name not in kind.optional]


def _reading_message(clause: Clause, option: str, word: str) -> Message:
    """Return the text of a reading that has only parameters."""
    return say(
        "{statement} ({option}: {reading})",
        statement=stated(clause.statement),
        option=Verbatim(option),
        reading=Verbatim(word),
    )


# The options of a rule-set file: named questions, each with the readings of a clause.


ReadClauses = tuple[Clause, ...]

_NAME: Final = re.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*")


class OptionReader:
    """The options of one file, those it takes over included.

    The default reading of an option is the clause as the rule set states it. A file that states an
    inherited clause anew changes that reading; one that names another default takes over that reading.
    """

    def __init__(
        self,
        page: RulesPage,
        base: RuleSet | None,
        clauses: Mapping[str, Clause],
        stated: Mapping[str, Clause],
    ) -> None:
        self._page, self._stated = page, stated
        self.clauses = dict(clauses)
        self.options: dict[str, Option] = {}
        self._readings = ReadingReader(page, self.clauses)
        self._sources = {name: told.source for name, told in page.sources.items()}
        self._nodes: dict[tuple[str, str], Node] = {}
        """The place of each reading in the file."""
        inherited = {} if base is None else base.options
        own = dict(page.entries("options"))
        for name, option in inherited.items():
            if name not in own and all(each in self.clauses for each in option.clauses):
                at = page.root.child("extends")
                self._add(name, option.default, option.readings, option, at, option.number)
        for name, node in own.items():
            self._read(name, node, inherited.get(name))
        self.options = {name: self.options[name] for name in (*inherited, *own) if name in self.options}

    def make(self, clause: Clause, node: Node) -> None:
        """Make the option of a disputed clause from its own readings, called `r1`, `r2` and so on.

        A reading given only in words decides the same as the clause; two readings that decide the same are
        not a question.
        """
        name, told = clause.id.replace(".", "-"), node.child("readings")
        readings: dict[str, ReadClauses] = {OPEN: (clause,)}
        for number, body in enumerate(
            told.value if told is not None and isinstance(told.value, list) else []
        ):
            word = f"r{number + 1}"
            if isinstance(body.value, dict):
                readings[word] = self._readings.read(name, word, clause, body)
            else:
                readings[word] = (replace(settled(clause), statement=str(body.value)),)
        rules = [reading[0] for word, reading in readings.items() if word != OPEN and reading]
        if any(not _same_rule(rules[0], each) for each in rules):
            self._add(name, OPEN, {word: each for word, each in readings.items() if each}, None, node, None)

    def settled_readings(self, clause: str) -> list[str]:
        """Return the readings of a clause that are not disputed themselves."""
        return [
            name
            for option in self.options.values()
            if option.clause == clause
            for name, reading in option.readings.items()
            if reading[0].standing is not Standing.DISPUTED
        ]

    def check(self, rules: RuleSet) -> None:
        """Note every clause that contradicts another, or the cards, under a reading and not by default."""
        usual = {(each.clause, each.message) for each in disagreements(rules)}
        for name, option in rules.options.items():
            for word, reading in option.readings.items():
                if word == option.default:
                    continue
                clauses = {**rules.clauses, **{each.id: each for each in reading}}
                for each in disagreements(derive_rules(rules, clauses, {name: word})):
                    if (each.clause, each.message) in usual:
                        continue
                    at = self._nodes.get((name, word), self._page.root.child("options"))
                    self._page.fault(
                        at,
                        say(
                            "{name}={word}: {clause}: {reason}",
                            name=Verbatim(name),
                            word=Verbatim(word),
                            clause=Verbatim(each.clause),
                            reason=each.message,
                        ),
                        each.expected,
                    )

    def _read(self, name: str, node: Node, inherited: Option | None) -> None:
        model = fill(OptionHead, node, self._page.notes, name=say("an option"))
        if not isinstance(node.value, dict):
            return
        if (node.value.keys() & OptionHead.fields().keys()) - model.given_fields:
            return
        clause = self._clause_of(name, model, node, inherited)
        bodies = dict(_bodies(node))
        self._named(name, node)
        for word, body in bodies.items():
            self._named(word, body)
        default = self._default_of(name, model, node, inherited, bodies)
        if clause is None or default is None:
            return
        readings: dict[str, ReadClauses] = {} if inherited is None else dict(inherited.readings)
        for word, body in bodies.items():
            self._nodes[name, word] = body
            if word == default and says_nothing(clause, body):
                readings[word] = (clause,)
                continue
            reading = self._readings.read(name, word, clause, body)
            if not reading:
                continue
            meant = clause if default == OPEN else settled(clause)
            if word == default and not _same_rule(reading[0], meant):
                message = say(
                    "{id} differs from `{word}`, the default of {name}",
                    id=Verbatim(clause.id),
                    word=Verbatim(word),
                    name=Verbatim(name),
                )
                self._page.fault(body, message, say("expected one rule in both places"))
            readings[word] = reading
        number = self._number(name, clause, node) or (None if inherited is None else inherited.number)
        if default in readings:
            self._add(name, default, readings, inherited, node, number)

    def _number(self, name: str, clause: Clause, node: Node) -> NumberReading | None:
        """Return the reading of the option by a number, if the file has one."""
        at = node.child("number")
        if at is None or not isinstance(at.value, dict):
            return None
        before = len(self._page.notes.faults)
        model = fill(NumberModel, at, self._page.notes, name=say("a reading"))
        if before < len(self._page.notes.faults):
            return None
        body = Node({key: each for key, each in at.value.items() if key != "parameter"}, at.where, at.end)
        read = self._readings.read(name, "number", clause, body)
        if not read:
            return None
        shape = CLAUSE_KINDS[read[0].kind].parameters.get(model.parameter)
        if shape is None or shape.schema.get("type") != "integer":
            message = say("`{name}` takes no whole number", name=Verbatim(model.parameter))
            self._page.fault(at.child("parameter"), message, say("expected a parameter that does"))
            return None
        schema = shape.schema
        values = range(schema["minimum"], schema["maximum"] + 1, schema.get("multipleOf", 1))
        return NumberReading(read[0], model.parameter, values)

    def _named(self, word: str, at: Node) -> None:
        """Note a name of an option or a reading that `OPTION=READING` cannot express."""
        if not _NAME.fullmatch(word):
            message = say("an option or a reading is called `{word}`", word=Verbatim(word))
            self._page.key_fault(at, message, say("expected letters, digits and single hyphens"))

    def _default_of(
        self, name: str, model: OptionHead, node: Node, inherited: Option | None, bodies: Mapping[str, Node]
    ) -> str | None:
        """Return the rule set's reading: the one named, otherwise the inherited one, or the first."""
        known = [*({} if inherited is None else inherited.readings), *bodies]
        if not known:
            self._page.fault(
                node,
                say("the option {name} has no readings", name=Verbatim(name)),
                say("expected `readings`"),
            )
            return None
        if model.default is None:
            return known[0] if inherited is None else inherited.default
        default = str(model.default)
        if default not in known:
            at = node.child("default")
            self._page.fault(
                at,
                say(
                    "the option {name} has no reading `{default}`",
                    name=Verbatim(name),
                    default=Verbatim(default),
                ),
                suggestion(default, known),
            )
            return None
        return default

    def _clause_of(self, name: str, model: OptionHead, node: Node, inherited: Option | None) -> Clause | None:
        at = node.child("clause") or node
        named = model.clause or (None if inherited is None else inherited.clause)
        if named is None:
            self._page.fault(
                at,
                say("the option {name} names no clause", name=Verbatim(name)),
                say("expected `clause: ...`"),
            )
        elif inherited is not None and named != inherited.clause:
            message = say(
                "the option {name} is about {clause}", name=Verbatim(name), clause=Verbatim(inherited.clause)
            )
            self._page.fault(at, message, say("expected that clause, or another name"))
        elif named not in self.clauses:
            self._page.fault(
                at,
                say("unknown clause `{name}` here", name=Verbatim(named)),
                suggestion(named, self.clauses),
            )
        else:
            return self.clauses[named]
        return None

    def _add(
        self,
        name: str,
        default: str,
        readings: Mapping[str, ReadClauses],
        inherited: Option | None,
        at: Node | None,
        number: NumberReading | None,
    ) -> None:
        """Enter an option: its default becomes one with the clauses, all readings are of the same ones."""
        about = list(dict.fromkeys(each.id for reading in readings.values() for each in reading))
        twin = next((one for one, each in self.options.items() if set(each.clauses) & set(about)), None)
        if twin is not None:
            message = say(
                "the options {twin} and {name} are of one clause", twin=Verbatim(twin), name=Verbatim(name)
            )
            self._page.fault(at, message, say("expected each clause in one option"))
            return
        self._settle_default(name, about[0], default, readings, inherited, at)
        stated = {each: self.clauses[each] for each in about}
        whole = {
            word: tuple({**stated, **{each.id: each for each in reading}}.values())
            for word, reading in readings.items()
        }
        first = about[0]
        if default == OPEN or stated[first].standing is not Standing.DISPUTED:
            whole[default] = tuple(stated.values())
        elif readings[default][0].standing is Standing.DISPUTED:
            whole[default] = tuple(map(settled, stated.values()))
        known = self._sources if inherited is None else {**inherited.sources, **self._sources}
        stand = [each for reading in whole.values() for each in reading]
        stand += [] if number is None else [number.clause]
        cited = {cite.source for each in stand for cite in each.cites}
        sources = {source: told for source, told in known.items() if source in cited}
        self.options[name] = Option(first, default, whole, sources, number)

    def _settle_default(
        self,
        name: str,
        clause: str,
        default: str,
        readings: Mapping[str, ReadClauses],
        inherited: Option | None,
        at: Node | None,
    ) -> None:
        """Compare the default of an inherited option with the clause: the file changes one of the two."""
        if inherited is None:
            return
        if clause in self._stated:
            meant = [word for word, each in readings.items() if _same_rule(each[0], self._stated[clause])]
            if meant and default not in meant:
                message = say(
                    "{clause} says what `{meant}` says, and the default of {name} is `{default}`",
                    clause=Verbatim(clause),
                    meant=Verbatim(meant[0]),
                    name=Verbatim(name),
                    default=Verbatim(default),
                )
                self._page.fault(at, message, say("expected `default: {meant}`", meant=Verbatim(meant[0])))
        elif default != inherited.default:
            taken = {each.id: each for each in readings[default]}
            self.clauses |= {each: taken[each] for each in taken if each not in self._stated}


def _bodies(node: Node) -> Iterator[tuple[str, Node]]:
    """Yield every reading of the option, by name; the words of a list are their own bodies."""
    readings = node.child("readings")
    if readings is None:
        return
    if isinstance(readings.value, list):
        yield from ((str(each.value), each) for each in readings.value)
    elif isinstance(readings.value, dict):
        yield from readings.value.items()


def _same_rule(one: Clause, other: Clause) -> bool:
    """Return True if two clauses decide the same, and are disputed to the same degree."""
    disputed = Standing.DISPUTED
    alike = one.kind == other.kind and dict(one.parameters) == dict(other.parameters)
    return alike and (one.standing is disputed) == (other.standing is disputed)


# Clauses that a rule set takes over from the one it extends: changed, confirmed, or silent in its source.


class Inheritance:
    """The clauses of a rule set that extends another, each in its present form, in the order of the other.

    An inherited clause is restated among the file's own, left out (`without`), stated by the file's own
    source too (`confirms`), or missing in it (`silent`, with the reason; otherwise the reason is given here).
    """

    def __init__(self, page: RulesPage, base: RuleSet, own: Mapping[str, Node]) -> None:
        self._page, self._base, self._own = page, base, own
        self._said: dict[str, Node] = {}
        """The places where the file decides about an inherited clause."""
        self._without: set[str] = set()
        self._taken: dict[str, Clause] = {}
        self._read_without()
        self._read_confirms()
        self._read_silent()

    def clauses(self, stated: Mapping[str, Clause]) -> dict[str, Clause]:
        """Return all clauses in force: the inherited ones, in their new form, then those added here."""
        found: dict[str, Clause] = {}
        for name, clause in self._base.clauses.items():
            if name in self._own:
                if name in stated:
                    found[name] = stated[name]
            elif name not in self._without:
                found[name] = self._taken.get(name) or self._silent_here(clause)
        return found | {name: clause for name, clause in stated.items() if name not in found}

    def place(self, clause: str) -> Node | None:
        """Return the place where the file mentions an inherited clause, otherwise the place of `extends`."""
        return self._said.get(clause) or self._page.root.child("extends")

    def _silent_here(self, clause: Clause) -> Clause:
        because = say("Taken over from {ruleset}; inherited, silent here.", ruleset=Verbatim(self._base.name))
        return replace(clause, standing=Standing.SILENT, because=because, cites=(), readings=())

    def _read_without(self) -> None:
        for node in self._page.items("without"):
            if isinstance(node.value, str) and self._is_inherited(node.value, node, node):
                self._without.add(node.value)

    def _read_confirms(self) -> None:
        head = self._page.head
        for name, node in self._page.entries("confirms"):
            if not self._is_inherited(name, node, node, at_key=True) or name not in head.confirms:
                continue
            cites = self._page.own_cites(head.confirms[name], node)
            self._taken[name] = replace(
                self._base.clauses[name], standing=Standing.STATED, because=None, cites=cites, readings=()
            )

    def _read_silent(self) -> None:
        head = self._page.head
        groups = (each for each in self._page.items("silent") if isinstance(each.value, dict))
        for group, node in zip(head.silent, groups, strict=False):
            cites = self._page.own_cites(group.cites, node.path(("cites",))[1])
            for name, at in self._names(node):
                if self._is_inherited(name, at, at):
                    self._taken[name] = replace(
                        self._base.clauses[name],
                        standing=Standing.SILENT, because=group.because, cites=cites, readings=(),
                    )  # fmt: skip

    def _names(self, group: Node) -> Iterator[tuple[str, Node]]:
        clauses = group.child("clauses")
        for node in clauses.value if clauses is not None and isinstance(clauses.value, list) else []:
            if isinstance(node.value, str):
                yield node.value, node

    def _is_inherited(self, name: str, node: Node, at: Node, *, at_key: bool = False) -> bool:
        """Return True if a clause is one of the other rule set's, and the file decides only once about it."""
        tell = self._page.key_fault if at_key else self._page.fault
        if name not in self._base.clauses:
            tell(
                at,
                say(
                    "{ruleset} has no clause `{name}`", ruleset=Verbatim(self._base.name), name=Verbatim(name)
                ),
                suggestion(name, self._base.clauses),
            )
            return False
        before = self._own.get(name) or self._said.get(name)
        if before is not None:
            line = before.where.line
            tell(
                at,
                say(
                    "what becomes of {name} is said twice, first at line {line}",
                    name=Verbatim(name),
                    line=line,
                ),
                say("expected it once"),
            )
            return False
        self._said[name] = node
        return True
