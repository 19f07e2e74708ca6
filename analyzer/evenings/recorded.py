"""Reading a hand that is recorded card by card in a file of its own.

Its dealer is the evening's, and so are pots, pools and radli: what the file says of these is kept, to be held
against what the evening comes to (:mod:`analyzer.evenings.tally`).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from analyzer.cards.notation import shown
from analyzer.errors import Fault, IllegalMove, Invalid, InvalidFile, UsageError, Where
from analyzer.evenings.model import Carried, RecordedHand
from analyzer.evenings.seats import HandSeats
from analyzer.evenings.shape import EveningShape, PlayedHandShape
from analyzer.messages import ClauseId, Name, Verbatim, listed, say
from analyzer.position.files.positions import position_tree
from analyzer.position.files.reader import DEFAULT_RULES, Reader
from analyzer.position.files.tree import Tree, spelled
from analyzer.position.model import Position
from analyzer.position.reading import of_tree
from analyzer.position.replay.replay import find_line, replay
from analyzer.position.setting import Line
from analyzer.rules.book import Pot
from analyzer.yamltree.node import Node
from analyzer.yamltree.placed import Text
from analyzer.yamltree.reading import read_text


def beside(file: str) -> Callable[[str], str]:
    """Gives the text of a file beside another by its name. Raises: InvalidFile."""

    def found(name: str) -> str:
        path = _path(file, name)
        return read_text(path if path != "-" else "./-")

    return found


def _path(file: str, name: str) -> str:
    """The path of a file that another one names; text that is no file lies in the present folder."""
    return str((Path() if file.startswith("<") else Path(file).parent) / name)


def read_recorded(
    reader: Reader,
    evening: EveningShape,
    shape: PlayedHandShape,
    dealer: int | None,
    found: Callable[[str], str],
) -> tuple[RecordedHand | None, int | None]:
    """The hand of another file, None where it cannot be read, and who dealt it.

    The dealer is the evening's, None where the file itself has to tell; its text is `found` by its name.
    """
    tree = None if shape.file is None else _tree(reader, shape.file, found)
    if tree is None or shape.file is None:
        return None, dealer
    dealt_by = _dealer(reader, shape, tree, dealer)
    if dealt_by is None:
        return None, dealer
    sound = len(reader.notes.faults)
    _check_rules(reader, evening, tree)
    position = None
    if sound == len(reader.notes.faults):
        position = _position(reader, tree, shape.file, dealt_by)
    if position is None:
        return None, dealt_by
    _check_players(reader, tree, position, dealt_by)
    line = _line(reader, shape, position) if sound == len(reader.notes.faults) else None
    if line is None:
        return None, dealt_by
    return RecordedHand(dealt_by, shape.node.where, position, line, _carried(tree, position)), dealt_by


def _tree(reader: Reader, name: Text, found: Callable[[str], str]) -> Tree | None:
    """The tree of a position file; what cannot be read of it is told with the faults of the evening."""
    try:
        return position_tree(found(name), _path(reader.file, name))
    except InvalidFile as error:
        _unread(reader, name, error)
        return None


def _unread(reader: Reader, name: Text, error: Invalid) -> None:
    message = say("the hand {word} cannot be read", word=Verbatim(shown(name)))
    reader.fault(name.where, message, say("its faults follow"))
    reader.notes.faults += error.faults


def _dealer(reader: Reader, shape: PlayedHandShape, tree: Tree, dealer: int | None) -> int | None:
    """Who dealt: the evening tells, and else the file; a fault where they differ, or nobody tells."""
    told = tree.word("dealer")
    said = None if told is None else spelled(told)
    where = tree.root.at(("dealer",))
    if said is None:
        if dealer is None:
            message = say("`{key}` is missing", key=Verbatim("dealer"))
            reader.lack(shape.node.where, message, say("expected who dealt the first hand"))
        return dealer
    if said not in reader.players:
        expected = say("the players are {players}", players=reader.table())
        reader.notes.fault(where, say("no player is called {word}", word=Verbatim(shown(said))), expected)
        return None
    seat = reader.players.index(said)
    if dealer not in (None, seat):
        message = say("{player} deals", player=reader.who(seat))
        expected = say("expected {player}, as the evening has it", player=reader.who(dealer or 0))
        reader.notes.fault(where, message, expected)
        return None
    return seat


def _check_rules(reader: Reader, evening: EveningShape, tree: Tree) -> None:
    """A fault where the file is of other rules than the evening, as that is written or as it is asked for."""
    named, own = tree.word("ruleset"), str(evening.ruleset or DEFAULT_RULES)
    if named not in (None, own, reader.rules.name):
        message = say("the rule set is {word}", word=Verbatim(shown(str(named))))
        expected = say("expected {ruleset}, as the evening has it", ruleset=Verbatim(own))
        reader.notes.fault(tree.root.at(("ruleset",)), message, expected)
    variant = tree.root.child("variant")
    told = variant.value if variant is not None and isinstance(variant.value, dict) else {}
    chosen = {str(option): str(word) for option, word in (evening.variant or {}).items()}
    for option, node in told.items():
        word = node.raw if node.style == "plain" else str(node.value)
        if word not in (chosen.get(option), reader.rules.variant.get(option)):
            message = say(
                "{option} is read as {word}", option=Verbatim(shown(option)), word=Verbatim(shown(word))
            )
            reader.notes.fault(node.where, message, say("expected `variant` as the evening has it"))


def _position(reader: Reader, tree: Tree, name: Text, dealer: int) -> Position | None:
    """The position of a recorded hand, dealt by the evening's dealer and read by its rules."""
    assert isinstance(tree.root.value, dict)
    if "dealer" not in tree.root.value:
        place, who = Where(tree.file, 1, 1), reader.players[dealer]
        tree.root.value["dealer"] = Node(who, place, place, raw=who, key_where=place)
    try:
        position = of_tree(tree, lambda _: reader.rules)
    except Invalid as error:
        _unread(reader, name, error)
        return None
    if not position.whole_hand or position.dealer is None:
        expected = say("expected every hand as at the start of play, and the discard")
        reader.notes.fault(tree.root.where, say("this is not a whole hand"), expected)
        return None
    return position


def _check_players(reader: Reader, tree: Tree, position: Position, dealer: int) -> None:
    """A fault where others play than the evening has it, or in another order."""
    seats = HandSeats.of(reader, dealer)
    playing = [reader.players[seat] for seat in seats.playing]
    where = tree.root.at(("players",))
    around = [playing[place:] + playing[:place] for place in range(len(playing))]
    if list(position.players) not in around:
        message = say("the players are {players}", players=listed(map(Name, position.players)))
        expected = say("expected {players}, as they sit", players=listed(map(Name, playing)))
        reader.notes.fault(where, message, expected)
    out = None if seats.out is None else reader.players[seats.out]
    if position.sitting_out is not None and position.sitting_out != out:
        message = say("{player} sits this hand out", player=Name(position.sitting_out))
        expected = say("expected nobody") if out is None else say("expected {player}", player=Name(out))
        reader.notes.fault(tree.root.at(("sitting_out",)), message, expected)


def _line(reader: Reader, shape: PlayedHandShape, position: Position) -> Line | None:
    """The line that was played, to its end; one that stops, or breaks the rules, is a fault."""
    assert shape.file is not None
    where = shape.file.where if shape.line is None else shape.line.where
    try:
        line = find_line(position, None if shape.line is None else str(shape.line))
    except UsageError as error:
        reader.fault(where, error.message, error.expected)
        return None
    try:
        played = replay(position, line)
    except IllegalMove as illegal:
        clause = ClauseId(illegal.clause)
        message = say("{reason} ({clause})", reason=illegal.message, clause=clause)
        reader.notes.faults.append(Fault(message, say("expected a legal line"), illegal.where or where))
        return None
    except Invalid as error:
        _unread(reader, shape.file, error)
        return None
    if not played.complete:
        expected = say("expected the hand to its end")
        stops = say("the line stops") if played.missing is None else played.missing
        reader.notes.faults.append(Fault(stops, expected, line.where or where))
        return None
    return line


def _carried(tree: Tree, position: Position) -> Carried:
    """What the file says of things that an evening brings along, and where it does."""
    told, lying, pots = position.told, position.pots, tree.root.child("pots")
    keys = {key: child.where for key in ("pools", "radli") if (child := tree.root.child(key)) is not None}
    said = pots.value if pots is not None and isinstance(pots.value, dict) else {}
    return Carried(
        pots={pot: lying[pot] for pot in Pot if lying is not None and pot.value in said},
        pools=told.pools if "pools" in keys else None,
        radli={position.players[seat]: number for seat, number in told.radli.items()},
        places={**{pot: node.where for pot, node in said.items()}, **keys},
    )
