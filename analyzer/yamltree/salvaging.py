"""Keeping what a YAML file told before its syntax broke, in as many pieces as there are breaks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruamel.yaml.error import MarkedYAMLError, YAMLError

from analyzer.errors import Fault
from analyzer.yamltree.building import Builder
from analyzer.yamltree.node import Node, YamlReading


class Salvager(Builder):
    """A builder that begins anew where the events break off, and joins the pieces in the end."""

    def __init__(self, text: str, file: str) -> None:
        super().__init__(text, file)
        self._salvaged: list[Node] = []
        self._noted: list[Fault] = []

    def reading(self, node: Node | None, faults: list[Fault]) -> YamlReading:
        """The tree with what was salvaged before it, and these faults with those noted on the way."""
        root = self._joined(node)
        every = {(fault.where, fault.message): fault for fault in [*faults, *self._noted, *self._faults]}
        return YamlReading(root, tuple(sorted(every.values(), key=_file_order)))

    def salvage(self, events: Iterator[Any], *, whole_keys: bool) -> None:
        """Keep what the events tell before they break off; whatever is open then is closed there, torn.

        With `whole_keys` no key of the root can have been lost, so that only its last value is torn.
        """
        self.restart()
        try:
            self.build(events)
        except MarkedYAMLError as error:
            self._doubt_the_latest(error)
        except (YAMLError, ValueError, OverflowError):
            pass
        while self._open:
            self._close_torn()
        if self._root is not None:
            _tear(self._root)
            self._root.torn = not (whole_keys and self._root.style == "mapping")
            self._salvaged.append(self._root)
        self._noted += self._faults
        self.restart()

    def _doubt_the_latest(self, error: MarkedYAMLError) -> None:
        """Take back what the last text swallowed of the lines that come after it."""
        latest = self._latest
        if latest is None:
            return
        if "mapping values are not allowed" in str(error.problem):
            # The text before the `:` was meant to be a key.
            latest.value, latest.torn = None, True
        elif self._open and latest.style == "plain" and latest.end.line > latest.where.line:
            latest.raw = latest.raw.splitlines()[0].rstrip()
            latest.value = self._typed(latest, latest.raw)

    def _close_torn(self) -> None:
        """Close the innermost open list or mapping; a key that still waits gets a torn nothing.

        A mapping without braces in a list with brackets is a line that belongs behind the missing one.
        """
        holder = self._open[-1]
        if isinstance(holder.value, list) and holder.raw == "[":
            holder.value[:] = [each for each in holder.value if each.style != "mapping" or each.raw]
        key = self._keys[-1]
        if key is not None:
            self._add(Node(None, key.end, key.end, torn=True))
        self._keys.pop()
        self._add(self._open.pop())

    def _joined(self, node: Node | None) -> Node | None:
        """One mapping of all that was read in pieces; the tree itself where nothing broke."""
        if not self._salvaged:
            return node
        pieces = [each for each in (*self._salvaged, node) if each is not None and each.style == "mapping"]
        root = pieces[0] if pieces else self._salvaged[0]
        for piece in pieces[1:]:
            assert isinstance(piece.value, dict)
            assert isinstance(root.value, dict)
            root.torn |= piece.torn
            for name, value in piece.value.items():
                if name in root.value and value.key_where is not None:
                    self._doubled(name, root.value[name], value.key_where)
                else:
                    root.value[name] = value
        return root


def _tear(node: Node) -> None:
    """Mark the last list or mapping in a tree and those around it as torn."""
    while isinstance(node.value, list | dict):
        node.torn = True
        inner = list(node.value.values()) if isinstance(node.value, dict) else node.value
        if not inner:
            return
        node = inner[-1]


def _file_order(fault: Fault) -> tuple[int, int]:
    return (fault.where.line, fault.where.column) if fault.where is not None else (0, 0)
