"""One file being read: its tree, the players and rules it names, and every fault found so far.

A page never stops at a fault. What cannot be read is left out, a fault says so, and reading goes on;
:meth:`Page.finish` raises them all. Values of the wrong shape are left out silently here, because the
shape of the file has been held against its model before and the fault stands already.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import BaseModel

from analyzer.cards.card import Card, Suit
from analyzer.cards.notation import read_suit, scan_cards, shown
from analyzer.errors import CardError, Fault, InvalidFile, UsageError, Where
from analyzer.position.files.tree import Tree, entries, in_order, items, spelled
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import check_choice, choose
from analyzer.yamltree.checking import nearest
from analyzer.yamltree.reading import Node, validate, where_in

LONGEST: Final = 5000
"""Characters in one text of cards or moves; 75 cards in their longest words are not half of it."""
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

    def __init__(self, root: Node, file: str, faults: Iterable[Fault], *, torn: bool = False) -> None:
        self.root = root
        self.torn = torn
        """Whether part of the file could not be read, so that what is missing may stand there."""
        self.file = file
        self.faults = list(faults)
        self._refused = {fault.where for fault in self.faults if fault.where is not None}
        self.players_known = True
        self.listed: frozenset[str] | None = None
        """Everybody the file lists, where that is too many; a name not among them is nobody's at all."""
        self.rules: RuleSet = self._read_rules()
        self.players: tuple[str, ...] = self._read_players()
        self.sitting_out: str | None = self._read_sitting_out()

    def fault(self, where: Where, message: str, expected: str | None = None) -> None:
        """Note one fault; where the value has been refused already, nothing more is said of it.

        The place of the whole file refuses nothing: several keys may be missing there.
        """
        if where == self.root.where or where not in self._refused:
            self.faults.append(Fault(message, expected, where))

    def lack(self, where: Where, message: str, expected: str | None = None) -> None:
        """Note a fault that more of the file could mend, unless part of the file could not be read."""
        if not self.torn:
            self.fault(where, message, expected)

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
                unread += text is not node
                continue
            if self.too_long(text):
                unread += 1
                continue
            found, faults = scan_cards(text.value)
            placed += [Placed(each.card, where_in(text, each.offset)) for each in found]
            for each in faults:
                self.fault(where_in(text, each.offset), each.message, each.expected)
            unread += len(faults)
        return CardList(tuple(placed), len(placed) + unread, node.where)

    def too_long(self, node: Node) -> bool:
        """Whether a text is longer than the cards of a whole hand can be told; that is a fault."""
        text = str(node.value)
        if len(text) > LONGEST:
            self.fault(node.where, f"a text of {len(text)} characters", f"expected at most {LONGEST}")
        return len(text) > LONGEST

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
        if not self.players_known and (self.listed is None or name in self.listed):
            return None
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
        named = node.value if node is not None and isinstance(node.value, str) else DEFAULT_RULES
        try:
            return self._with_variant(load_ruleset(named, beside=Path(self.file).parent))
        except UsageError as error:
            assert node is not None
            message, _, expected = str(error).partition("; ")
            self.fault(node.where, message, expected or None)
        except InvalidFile as error:
            assert node is not None
            self.fault(node.where, f"the rule set {shown(named)} cannot be read", "its faults follow")
            self.faults += error.faults
        # The rest of the file is checked by today's rules, so that its own faults come out too.
        return load_ruleset(DEFAULT_RULES)

    def _with_variant(self, rules: RuleSet) -> RuleSet:
        """The rule set with the readings that the file chooses; a choice there is not is a fault."""
        chosen = {}
        node = self.get("variant")
        for option, value in entries(node):
            if not isinstance(value.value, str):
                continue
            where = value.where if option in rules.options else value.key_where or value.where
            try:
                check_choice(rules, option, value.value)
            except UsageError as error:
                message, _, expected = str(error).partition("; ")
                self.fault(where, message, expected or None)
            else:
                chosen[option] = value.value
        try:
            return choose(rules, chosen)
        except UsageError as error:
            assert node is not None
            message, _, expected = str(error).partition("; ")
            self.fault(node.where, message, expected or None)
            return rules

    def _read_players(self) -> tuple[str, ...]:
        count = self.rules.table.players
        node = self.get("players")
        if node is None or not isinstance(node.value, list):
            # Players who could not be read may have any names.
            told = self.root.child("players")
            self.players_known = not (self.root.torn if told is None else told.torn)
            return tuple(DEFAULT_PLAYERS[:count])
        sound = len(self.faults)
        names: dict[str, None] = {}
        for each in node.value:
            name = spelled(each.value) if isinstance(each.value, str) else ""
            if not name or any(char in name for char in "[]\n"):
                self.fault(
                    each.where,
                    f"a player is called {shown(name)}".rstrip(),
                    "expected a name, without brackets",
                )
            elif name in names:
                self.fault(each.where, f"the name {shown(name)} stands twice", "expected a name of his own")
            else:
                names[name] = None
        if len(node.value) != count and not node.torn:
            self.fault(node.where, f"{len(node.value)} players", f"{self.rules.name} is played by {count}")
        self.players_known = len(names) == count and sound == len(self.faults)
        self.listed = frozenset(names) if len(names) >= count else None
        more = (f"player {seat + 1}" for seat in range(len(names), count))
        return (*names, *more)[:count]

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


def open_page(tree: Tree, model: type[BaseModel]) -> Page:
    """The page of a tree, held against the model of its shape."""
    _, wrong = validate(model, tree.root)
    return Page(tree.root, tree.file, [*tree.faults, *wrong], torn=tree.torn)


def text_at(page: Page, key: str) -> str | None:
    """The text under a key of the file, None where there is none."""
    node = page.get(key)
    return node.value if node is not None and isinstance(node.value, str) else None
