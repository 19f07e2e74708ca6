"""Clauses that a rule set takes over from the one it extends: changed, confirmed, or silent in its source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from analyzer.messages import Verbatim, say
from analyzer.rules.spec.clause import Clause, Standing
from analyzer.rules.spec.files.rulespage import RulesPage
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.yamltree.places import suggestion
from analyzer.yamltree.reading import Node


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
