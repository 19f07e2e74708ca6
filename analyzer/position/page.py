"""One file being read: its tree, the players and rules it names, and every fault found so far.

A page never stops at a fault. What cannot be read is left out, a fault says so, and reading goes on;
:meth:`Page.finish` raises them all. Values of the wrong shape are left out silently here, because the
shape of the file has been held against its model before and the fault stands already.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from pydantic import BaseModel

from analyzer.cards import Card, Suit
from analyzer.errors import CardError, Fault, InvalidFile, UsageError, Where
from analyzer.notation import read_suit, scan_cards, shown
from analyzer.rules.ruleset import RuleSet
from analyzer.rules.specs import load_ruleset
from analyzer.yamlcheck import nearest
from analyzer.yamlfile import Node, read, validate, where_in

DEFAULT_RULES: Final = "danish"
DEFAULT_PLAYERS: Final = "ABCDEF"


@dataclass(frozen=True, slots=True)
class Placed:
    """A card, and where in the file it stands."""

    card: Card
    where: Where


@dataclass(frozen=True, slots=True)
class CardList:
    """The cards of one place in a file; `size` counts those that could not be read too."""

    placed: tuple[Placed, ...]
    size: int
    where: Where

    @property
    def cards(self) -> frozenset[Card]:
        return frozenset(each.card for each in self.placed)


class Page:
    """A file's tree, and the faults found in it so far."""

    def __init__(self, root: Node, file: str, faults: Iterable[Fault]) -> None:
        self.root = root
        self.file = file
        self.faults = list(faults)
        self.rules: RuleSet = self._read_rules()
        self.players: tuple[str, ...] = self._read_players()
        self.sitting_out: str | None = self._read_sitting_out()

    def fault(self, where: Where, message: str, expected: str | None = None) -> None:
        """Note one fault."""
        self.faults.append(Fault(message, expected, where))

    def finish(self) -> None:
        """Raise every fault noted, in file order; those of other files last.

        Raises: InvalidFile if there is any fault.
        """
        if self.faults:
            raise InvalidFile(in_order(self.faults, self.file))

    def get(self, *loc: str | int) -> Node | None:
        """The node at a path of keys and indices, None where it is missing or empty."""
        node: Node | None = self.root
        for part in loc:
            node = node.child(part) if node is not None else None
        return None if node is None or node.value is None else node

    def cards(self, node: Node) -> CardList:
        """The cards of a node that is one text or a list of texts; what is no card is a fault."""
        placed: list[Placed] = []
        unread = 0
        for text in [node, *items(node)]:
            if not isinstance(text.value, str):
                continue
            found, faults = scan_cards(text.value)
            placed += [Placed(each.card, where_in(text, each.offset)) for each in found]
            for each in faults:
                self.fault(where_in(text, each.offset), each.message, each.expected)
            unread += len(faults)
        return CardList(tuple(placed), len(placed) + unread, node.where)

    def suit(self, text: str, where: Where) -> Suit | None:
        """The suit a text names; what is no suit is a fault."""
        try:
            return read_suit(text)
        except CardError as error:
            message, _, expected = str(error).partition("; ")
            self.fault(where, message, expected)
            return None

    def seat(self, name: str, where: Where) -> int | None:
        """The seat of a player; a name that is not at the table is a fault."""
        name = spelled(name)
        if name in self.players:
            return self.players.index(name)
        if name == self.sitting_out:
            self.fault(where, f"{shown(name)} sits this hand out", f"the players are {self.table()}")
            return None
        guess = nearest(name, self.players)
        expected = f"did you mean {guess}?" if guess else f"the players are {self.table()}"
        self.fault(where, f"no player is called {shown(name)}", expected)
        return None

    def seat_at(self, *loc: str | int) -> int | None:
        """The seat of the player named at a path; None where nobody is."""
        node = self.get(*loc)
        if node is None or not isinstance(node.value, str):
            return None
        return self.seat(node.value, node.where)

    def by_seat(self, node: Node | None) -> Iterator[tuple[int, Node]]:
        """The values of a mapping by player, with seats in place of names; each seat once."""
        seen: dict[int, Node] = {}
        for name, value in entries(node):
            where = value.key_where or value.where
            seat = self.seat(name, where)
            if seat in seen:
                self.fault(where, f"{shown(name)} stands twice", "expected each player once")
            elif seat is not None:
                seen[seat] = value
        yield from seen.items()

    def table(self) -> str:
        """The players, for a message."""
        return ", ".join(shown(name) for name in self.players)

    def _read_rules(self) -> RuleSet:
        node = self.get("ruleset")
        if node is None or not isinstance(node.value, str):
            return load_ruleset(DEFAULT_RULES)
        try:
            return load_ruleset(self._rules_path(node.value))
        except UsageError as error:
            message, _, expected = str(error).partition("; ")
            self.fault(node.where, message, expected or None)
        except InvalidFile as error:
            self.fault(node.where, f"the rule set {shown(node.value)} cannot be read", "its faults follow")
            self.faults += error.faults
        # The rest of the file is checked by today's rules, so that its own faults come out too.
        return load_ruleset(DEFAULT_RULES)

    def _rules_path(self, name: str) -> str:
        """The rule set as named, or the path of it beside the file that names it."""
        try:
            beside = Path(self.file).parent / name
            is_path = name.endswith((".yaml", ".yml")) or "/" in name
            return str(beside) if is_path and beside.is_file() else name
        except (OSError, ValueError):
            return name

    def _read_players(self) -> tuple[str, ...]:
        count = self.rules.table.players
        node = self.get("players")
        if node is None or not isinstance(node.value, list):
            return tuple(DEFAULT_PLAYERS[:count])
        names: list[str] = []
        for each in node.value:
            name = spelled(each.value) if isinstance(each.value, str) else f"player {len(names) + 1}"
            if not name or any(char in name for char in "[]\n"):
                self.fault(
                    each.where,
                    f"a player is called {shown(name) or 'nothing'}",
                    "expected a name without brackets",
                )
            elif name in names:
                self.fault(
                    each.where, f"the name {shown(name)} stands twice", "every player has a name of his own"
                )
            names.append(name)
        if len(names) != count:
            self.fault(node.where, f"{len(names)} players", f"{self.rules.name} is played by {count}")
        return tuple((names + [f"player {seat + 1}" for seat in range(len(names), count)])[:count])

    def _read_sitting_out(self) -> str | None:
        node = self.get("sitting_out")
        if node is None or not isinstance(node.value, str):
            return None
        name = spelled(node.value)
        if name in self.players:
            self.fault(
                node.where,
                f"{shown(name)} sits out and plays",
                "a player sitting out is no player of the hand",
            )
        elif not self.rules.table.may_sit_out:
            self.fault(node.where, f"nobody sits out in {self.rules.name}")
        return name


class Tree(NamedTuple):
    """A file whose syntax has been read, and the faults found in it."""

    root: Node
    file: str
    faults: tuple[Fault, ...]


def open_tree(text: str, file: str, format_: str, texts: Sequence[str]) -> Tree:
    """The tree of a text of this format; `texts` are the paths that hold text, whatever it looks like.

    Raises: InvalidFile where the text is so far from such a file that looking further tells nothing.
    """
    root, faults = read(text, file)
    if root is None:
        raise InvalidFile(faults)
    if not isinstance(root.value, dict):
        expected = f"expected `format: {format_}` and more `key: value` lines"
        raise InvalidFile(in_order([*faults, Fault(f"the file is {root.kind}", expected, root.where)], file))
    spell_out(root, texts)
    kind = root.value.get("format")
    name = None if kind is None else str(kind.value)
    if kind is not None and name is not None and _family(name) not in ("", _family(format_)):
        wrong = Fault(f"the format is {shown(name)}", f"expected {format_}", kind.where)
        raise InvalidFile(in_order([*faults, wrong], file))
    return Tree(root, file, faults)


def _family(format_: str) -> str:
    """`tarok-position` of `tarok-position/1`; nothing for what is no format of ours."""
    family = format_.partition("/")[0]
    return family if family in ("tarok-position", "tarok-dispute", "tarok-rules") else ""


def open_page(tree: Tree, model: type[BaseModel]) -> Page:
    """The page of a tree, held against the model of its shape."""
    _, wrong = validate(model, tree.root)
    return Page(tree.root, tree.file, [*tree.faults, *wrong])


def spell_out(root: Node, paths: Iterable[str]) -> None:
    """Turn numbers and constants back into the text that was typed, where text belongs.

    So that players may be called 1, 2 and no, and a card 10 is a card that cannot be read.
    """
    names = items(root.child("players"))
    for each in names:
        _as_text(each, null_too=True)
    null_too = any(each.value == "null" for each in names)
    for path in paths:
        nodes = [root]
        for part in path.split("."):
            nodes = [child for node in nodes for child in _children(node, part)]
        for node in nodes:
            _as_text(node, null_too=null_too)


def _as_text(node: Node, *, null_too: bool) -> None:
    if (
        node.style == "plain"
        and node.raw
        and (isinstance(node.value, int) or (null_too and node.value is None))
    ):
        node.value = node.raw


def _children(node: Node, part: str) -> list[Node]:
    if part != "*":
        child = node.child(part)
        return [] if child is None else [child]
    return list(node.value.values()) if isinstance(node.value, dict) else items(node)


def text_at(page: Page, key: str) -> str | None:
    """The text under a key of the file, None where there is none."""
    node = page.get(key)
    return node.value if node is not None and isinstance(node.value, str) else None


def items(node: Node | None) -> list[Node]:
    """The items of a list, none for anything else."""
    return node.value if node is not None and isinstance(node.value, list) else []


def entries(node: Node | None) -> list[tuple[str, Node]]:
    """The keys and values of a mapping, none for anything else."""
    return list(node.value.items()) if node is not None and isinstance(node.value, dict) else []


def spelled(name: str) -> str:
    """A name as it is compared: without outer spaces, however its accents were typed."""
    return unicodedata.normalize("NFC", name).strip()


def in_order(faults: Iterable[Fault], file: str) -> list[Fault]:
    """The faults in file order, each once; those of other files last, in their own order."""
    unique = dict.fromkeys(faults)

    def place(fault: Fault) -> tuple[bool, int, int]:
        where = fault.where
        return (True, 0, 0) if where is None or where.file != file else (False, where.line, where.column)

    return sorted(unique, key=place)
