"""One file being read: the players and rules it names, and every fault found so far.

A reader never stops at a fault. What cannot be read is left out, a fault says so, and reading goes on;
:meth:`Reader.finish` raises them all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, TypeVar

from analyzer.cards.card import Suit
from analyzer.cards.notation import read_suit, shown
from analyzer.errors import CardError, InvalidFile, UsageError, Where
from analyzer.position.files.shape import FileShape
from analyzer.position.files.tree import Tree, in_order, spelled
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import check_choice, choose
from analyzer.yamltree.checking import nearest
from analyzer.yamltree.placed import Notes, Text

Value = TypeVar("Value")
DEFAULT_RULES: Final = "danish"
DEFAULT_PLAYERS: Final = "ABCDEF"


class Reader:
    """What every part of a file needs to know of the others."""

    def __init__(self, tree: Tree, shape: FileShape, notes: Notes) -> None:
        self.file = tree.file
        self.torn = tree.torn
        """Whether part of the file could not be read, so that what is missing may stand there."""
        self.notes = notes
        self.players_known = True
        self._listed: frozenset[str] | None = None
        """Everybody the file lists, where that is too many; a name not among them is nobody's at all."""
        self.rules: RuleSet = self._rules(shape.ruleset, shape.variant or {})
        self.players: tuple[str, ...] = self._players(shape)
        self.sitting_out: str | None = self._sitting_out(shape.sitting_out)

    def fault(self, where: Where, message: str, expected: str | None = None) -> None:
        """Note one fault; where the value has been refused already, nothing more is said of it."""
        self.notes.fault(where, message, expected)

    def lack(self, where: Where, message: str, expected: str | None = None) -> None:
        """Note a fault that more of the file could mend, unless part of the file could not be read."""
        if not self.torn:
            self.fault(where, message, expected)

    def finish(self) -> None:
        """Raise every fault noted, in file order; those of other files last.

        Raises: InvalidFile if there is any fault.
        """
        if self.notes.faults:
            raise InvalidFile(in_order(self.notes.faults, self.file))

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
        if not self.players_known and (self._listed is None or name in self._listed):
            return None
        if name == self.sitting_out:
            self.fault(where, f"{shown(name)} sits this hand out", f"the players are {self.table()}")
            return None
        guess = nearest(name, self.players)
        expected = f"did you mean {guess}?" if guess else f"the players are {self.table()}"
        self.fault(where, f"no player is called {shown(name)}", expected)
        return None

    def seat_of(self, name: Text | None) -> int | None:
        """The seat of the player a file names; None where it names nobody at the table."""
        return None if name is None else self.seat(name, name.where)

    def by_seat(self, told: Mapping[Text, Value] | None) -> Iterator[tuple[int, Text, Value]]:
        """The values of a mapping by player: seat, name as it stands there and value; each seat once."""
        seen: dict[int, tuple[Text, Value]] = {}
        for name, value in (told or {}).items():
            seat = self.seat(name, name.key_where)
            if seat in seen:
                self.fault(name.key_where, f"{shown(name)} stands twice", "expected each player once")
            elif seat is not None:
                seen[seat] = name, value
        yield from ((seat, name, value) for seat, (name, value) in seen.items())

    def table(self) -> str:
        """The players, for a message."""
        return ", ".join(shown(name) for name in self.players)

    def who(self, seat: int) -> str:
        """A player's name, for a message."""
        return shown(self.players[seat])

    def _rules(self, name: Text | None, variant: Mapping[Text, Text]) -> RuleSet:
        try:
            rules = load_ruleset(str(name or DEFAULT_RULES), beside=Path(self.file).parent)
        except UsageError as error:
            assert name is not None
            self._usage(name.where, error)
        except InvalidFile as error:
            assert name is not None
            self.fault(name.where, f"the rule set {shown(name)} cannot be read", "its faults follow")
            self.notes.faults += error.faults
        else:
            return self._with_variant(rules, variant)
        # The rest of the file is checked by today's rules, so that its own faults come out too.
        return load_ruleset(DEFAULT_RULES)

    def _with_variant(self, rules: RuleSet, variant: Mapping[Text, Text]) -> RuleSet:
        """The rule set with the readings that the file chooses; a choice there is not is a fault."""
        chosen = {}
        for option, reading in variant.items():
            try:
                check_choice(rules, option, reading)
            except UsageError as error:
                self._usage(reading.where if option in rules.options else option.key_where, error)
            else:
                chosen[str(option)] = str(reading)
        try:
            return choose(rules, chosen)
        except UsageError as error:
            self._usage(next(iter(variant)).key_where, error)
            return rules

    def _usage(self, where: Where, error: UsageError) -> None:
        """Note what a rule set has not."""
        message, _, expected = str(error).partition("; ")
        self.fault(where, message, expected or None)

    def _players(self, shape: FileShape) -> tuple[str, ...]:
        count = self.rules.table.players
        node = shape.node.child("players")
        if shape.players is None:
            # Players who could not be read may have any names.
            self.players_known = not (shape.node.torn if node is None else node.torn)
            return tuple(DEFAULT_PLAYERS[:count])
        sound = len(self.notes.faults)
        names: dict[str, None] = {}
        for each in shape.players:
            name = spelled(each)
            if not name or any(char in name for char in "[]\n"):
                message = f"a player is called {shown(name)}".rstrip()
                self.fault(each.where, message, "expected a name, without brackets")
            elif name in names:
                self.fault(each.where, f"the name {shown(name)} stands twice", "expected a name of his own")
            else:
                names[name] = None
        assert node is not None
        assert isinstance(node.value, list)
        if len(node.value) != count and not node.torn:
            self.fault(node.where, f"{len(node.value)} players", f"{self.rules.name} is played by {count}")
        self.players_known = len(names) == count and sound == len(self.notes.faults)
        self._listed = frozenset(names) if len(names) >= count else None
        more = (f"player {seat + 1}" for seat in range(len(names), count))
        return (*names, *more)[:count]

    def _sitting_out(self, told: Text | None) -> str | None:
        if told is None:
            return None
        name = spelled(told)
        if name in self.players:
            expected = "a player sitting out is no player of the hand"
            self.fault(told.where, f"{shown(name)} sits out and plays", expected)
        elif not self.rules.table.may_sit_out:
            self.fault(told.where, f"nobody sits out in {self.rules.name}")
        return name
