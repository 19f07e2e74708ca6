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
from analyzer.errors import CardError, Fault, InvalidFile, UsageError, Where
from analyzer.messages import Message, Name, Several, Verbatim, listed, say
from analyzer.position.files.shape import FileShape
from analyzer.position.files.tree import Tree, in_order, spelled
from analyzer.rules.spec.game import GameSpec, apply_contract
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import Under, check_choice, choose, in_form, played_by
from analyzer.yamltree.node import Node, nearest
from analyzer.yamltree.shapes import Notes, Text

Value = TypeVar("Value")
DEFAULT_RULES: Final = "danish"
TEXT: Final = "<text>"
"""What a text that lies in no file is called; it names no other files either."""
DEFAULT_PLAYERS: Final = "ABCDEF"


class NameReader:
    """Whom the words of a file or of an option may name, and every fault found in them."""

    def __init__(self, notes: Notes, players: tuple[str, ...] = ()) -> None:
        self.notes = notes
        self.players = players
        self.players_known = True
        self.sitting_out: str | None = None
        self._listed: frozenset[str] | None = None
        """Everybody the file lists, where that is too many; a name not among them is nobody's at all."""

    def fault(self, where: Where, message: Message, expected: Message | None = None) -> None:
        """Note one fault; where the value has been refused already, nothing more is said of it."""
        self.notes.fault(where, message, expected)

    def suit(self, text: str, where: Where) -> Suit | None:
        """The suit a text names; what is no suit is a fault."""
        try:
            return read_suit(text)
        except CardError as error:
            for fault in error.faults:
                self.fault(where, fault.message, fault.expected)
            return None

    def find_seat(self, name: str) -> int | None:
        """The seat of a player by his name, whatever its case where that is unambiguous; None for others."""
        name = spelled(name)
        if name in self.players:
            return self.players.index(name)
        folded = [each.casefold() for each in self.players]
        return folded.index(name.casefold()) if folded.count(name.casefold()) == 1 else None

    def seat(self, name: str, where: Where) -> int | None:
        """The seat of a player; a name that is not at the table is a fault."""
        name = spelled(name)
        seat = self.find_seat(name)
        if seat is not None:
            return seat
        if not self.players_known and (self._listed is None or name in self._listed):
            return None
        if name == self.sitting_out:
            self.fault(where, say("{player} sits this hand out", player=Name(shown(name))), self._who_plays())
            return None
        guess = nearest(name, self.players)
        expected = say("did you mean {word}?", word=Verbatim(guess)) if guess else self._who_plays()
        self.fault(where, say("no player is called {word}", word=Verbatim(shown(name))), expected)
        return None

    def _who_plays(self) -> Message:
        return say("the players are {players}", players=self.table())

    def table(self) -> Several:
        """The players, for a message."""
        return listed(Name(shown(name)) for name in self.players)

    def who(self, seat: int) -> Name:
        """A player's name, for a message."""
        return Name(shown(self.players[seat]))


def unknown_rules(name: str, where: Where, error: UsageError | InvalidFile) -> list[Fault]:
    """The faults of a file that names a rule set which cannot be had."""
    if isinstance(error, UsageError):
        return [Fault(error.message, error.expected, where)]
    unread = say("the rule set {word} cannot be read", word=Verbatim(shown(name)))
    return [Fault(unread, say("its faults follow"), where), *error.faults]


class Reader(NameReader):
    """What every part of a file needs to know of the others."""

    def __init__(self, tree: Tree, shape: FileShape, notes: Notes, under: Under | None = None) -> None:
        self.file = tree.file
        self.torn = tree.torn
        """Whether part of the file could not be read, so that what is missing may stand there."""
        super().__init__(notes)
        named = self._rules(shape) if under is None else under(lambda: self._rules(shape))
        self.rules: RuleSet = self._in_form(named, shape)
        contract: Text | None = getattr(shape, "contract", None)
        self.contract: str | None = None if contract is None else contract.strip().lower()
        """The contract as the file names it, whether or not there is such a one."""
        self.game: GameSpec = apply_contract(self.rules.game, self.contract)
        """The game that is played, under its contract where it has one."""
        self.players = self._players(shape)
        self.sitting_out = self._sitting_out(shape)

    def lack(self, where: Where, message: Message, expected: Message | None = None) -> None:
        """Note a fault that more of the file could mend, unless part of the file could not be read."""
        if not self.torn:
            self.notes.fault(where, message, expected, lacking=True)

    def finish(self) -> None:
        """Raise every fault noted, in file order; those of other files last.

        Raises: InvalidFile if there is any fault.
        """
        if self.notes.faults:
            raise InvalidFile(in_order(self.notes.faults, self.file))

    def seat_of(self, name: Text | None) -> int | None:
        """The seat of the player a file names; None where it names nobody at the table."""
        return None if name is None else self.seat(name, name.where)

    def values_by_seat(self, told: Mapping[Text, Value] | None) -> Iterator[tuple[int, Text, Value]]:
        """The values of a mapping by player: seat, name as it stands there and value; each seat once."""
        seen: dict[int, tuple[Text, Value]] = {}
        for name, value in (told or {}).items():
            seat = self.seat(name, name.key_where)
            if seat in seen:
                self.fault(
                    name.key_where,
                    say("{word} appears twice", word=Verbatim(shown(name))),
                    say("expected each player once"),
                )
            elif seat is not None:
                seen[seat] = name, value
        yield from ((seat, name, value) for seat, (name, value) in seen.items())

    def _rules(self, shape: FileShape) -> RuleSet:
        name = DEFAULT_RULES if shape.ruleset is None else str(shape.ruleset)
        where = shape.place("ruleset")
        try:
            placed = self.file != TEXT
            rules = load_ruleset(name, beside=Path(self.file).parent if placed else None, paths=placed)
        except (UsageError, InvalidFile) as error:
            # What may stand in the rest of the file hangs on the rules.
            faults = [*self.notes.faults, *unknown_rules(name, where, error)]
            raise InvalidFile(in_order(faults, self.file)) from error
        return self._with_variant(rules, shape)

    def _in_form(self, rules: RuleSet, shape: FileShape) -> RuleSet:
        """The rule set as so many play it as the file names; another number is a fault of the players."""
        seats = _stated_seats(shape.node)
        try:
            return in_form(rules, seats) if seats in rules.forms else rules
        except UsageError as error:
            self.fault(shape.place("ruleset"), error.message, error.expected)
            return rules

    def _with_variant(self, rules: RuleSet, shape: FileShape) -> RuleSet:
        """The rule set with the readings that the file chooses; a choice there is not is a fault."""
        chosen = {}
        for option, reading in (shape.variant or {}).items():
            where = reading.where if option in rules.options else reading.key_where
            try:
                check_choice(rules, option, reading)
            except UsageError as error:
                self.fault(where, error.message, error.expected)
            else:
                chosen[str(option)] = str(reading)
        try:
            return choose(rules, chosen)
        except UsageError as error:
            self.fault(shape.place("variant"), error.message, error.expected)
            return rules

    def _players(self, shape: FileShape) -> tuple[str, ...]:
        count = self.rules.table.players
        node = shape.node.child("players")
        if node is not None and shape.players is not None and not isinstance(node.value, list):
            self.players_known = False
            return tuple(DEFAULT_PLAYERS[:count])
        if shape.players is None or node is None:
            # Players who could not be read may have any names, and so may those who are too many.
            many = self._too_many(shape)
            self.players_known = not many and not (shape.node.torn if node is None else node.torn)
            told = _stated_names(shape.node) if node is None else ()
            usual = tuple(DEFAULT_PLAYERS[:count])
            # Letters may stand in any order and be mistyped; whoever has more of a name is called so.
            meant = set(told).isdisjoint(usual) or any(len(each) > 1 for each in told)
            return told if len(told) == count and meant else usual
        told_players = shape.players
        if len(told_players) == count + 1 and shape.WHOLE_TABLE:
            count += 1
        elif (
            len(told_players) == count + 1 and self.rules.table.may_sit_out and shape.sitting_out is not None
        ):
            out = spelled(shape.sitting_out)
            told_players = [each for each in told_players if spelled(each) != out]
        sound = len(self.notes.faults)
        names: dict[str, None] = {}
        for each in told_players:
            name = spelled(each)
            if not _is_name(name):
                message = say("a player is called {word}", word=Verbatim(shown(name)))
                unnamed = say("a player is called")
                self.fault(
                    each.where, message if shown(name) else unnamed, say("expected a name, without brackets")
                )
            elif name in names:
                self.fault(
                    each.where,
                    say("duplicate name {word}", word=Verbatim(shown(name))),
                    say("expected a name of his own"),
                )
            else:
                names[name] = None
        assert isinstance(node.value, list)
        out_of_play = len(shape.players) - len(told_players)
        if len(node.value) - out_of_play != count and not node.torn:
            expected = say(
                "{ruleset} is played by {number}",
                ruleset=Verbatim(self.rules.name),
                number=played_by(self.rules),
            )
            if self.rules.table.may_sit_out and len(node.value) == count + 1:
                expected = say("expected `sitting_out:` with the one of them who does not play")
            self.fault(node.where, say("{number} {number:player/players}", number=len(node.value)), expected)
        self.players_known = len(names) == count and sound == len(self.notes.faults)
        self._listed = frozenset(names) if len(names) >= count else None
        more = (f"player {seat + 1}" for seat in range(len(names), count))
        return (*names, *more)[:count]

    def _too_many(self, shape: FileShape) -> bool:
        """Whether there are more hands than any form of the rule set has players, which is a fault."""
        told, hands = _stated_seats(shape.node), shape.node.child("hands")
        if len(self.rules.forms) < 2 or told <= max(self.rules.forms) or hands is None:
            return False
        name, number = Verbatim(self.rules.name), played_by(self.rules)
        expected = say("{ruleset} is played by {number}", ruleset=name, number=number)
        self.fault(hands.where, say("{number} {number:player/players}", number=told), expected)
        return True

    def _sitting_out(self, shape: FileShape) -> str | None:
        told = shape.sitting_out
        if told is None or shape.WHOLE_TABLE:
            return None
        name = spelled(told)
        if name in self.players:
            expected = say("a player sitting out is not a player of the hand")
            self.fault(told.where, say("{word} sits out and plays", word=Verbatim(shown(name))), expected)
        elif not self.rules.table.may_sit_out:
            self.fault(told.where, say("nobody sits out in {ruleset}", ruleset=Verbatim(self.rules.name)))
        return name


def _stated_names(root: Node) -> tuple[str, ...]:
    """Whoever holds cards in a file, in its order: a file that names them so need not list them."""
    unseen = root.child("unseen")
    told = (root.child("hands"), None if unseen is None else unseen.child("sizes"))
    names = [name for each in told if each and isinstance(each.value, dict) for name in each.value]
    found = dict.fromkeys(spelled(name) for name in names if name != "skat")
    return tuple(found) if all(map(_is_name, found)) else ()


def _is_name(name: str) -> bool:
    return bool(name) and not any(char in name for char in "[]\n")


def _stated_seats(root: Node) -> int:
    """How many a file seats: the players it lists, else those whose hands it tells or hides."""
    listed = root.child("players")
    if listed is not None and isinstance(listed.value, list):
        return len(listed.value)
    unseen = root.child("unseen")
    told = (root.child("hands"), None if unseen is None else unseen.child("sizes"))
    return len({name for each in told if each and isinstance(each.value, dict) for name in each.value})
