"""Positions from files and texts, their legal moves, and positions as rows of bytes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from analyzer.cards.card import DECK, Card
from analyzer.errors import InvalidFile, UsageError
from analyzer.frozenrecord import Record
from analyzer.messages import Message, say
from analyzer.position.files.oneline import NOBODY, ROW, Plain
from analyzer.position.files.positions import position_tree, read_setting, setting_of
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import DealShape
from analyzer.position.files.tree import Tree
from analyzer.position.model import Position
from analyzer.position.replay.legality import illegal_card
from analyzer.pythonanswer import PythonAnswer
from analyzer.rules.actions import Action, ActionKind, lay
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.variants import Under
from analyzer.yamltree.reading import named_text

# Positions from files and texts, including one-line texts: all faults at once, with their places.


ONLY_HAND = "my hand"
"""The word that replaces a key: the only hand that is known."""


def load(path: str, under: Under | None = None, told: Mapping[str, str] | None = None) -> Position:
    """Read the position in a file, `-` for standard input; `under` may give other rules than its own.

    `told` are values that replace those of the file, by key; under `ONLY_HAND` is the only hand. Raises:
    InvalidFile with every fault, in file order; UsageError for words that do not fit the file; anything that
    `under` raises.
    """
    text, file = named_text(path)
    return _load_with_changes(text, file, under, told) if told else loads(text, file, under)


def _load_with_changes(text: str, file: str, under: Under | None, told: Mapping[str, str]) -> Position:
    tree = position_tree(text, file)
    words = dict(told)
    own = words.pop(ONLY_HAND, None)
    tree.tell(words)
    if own is not None:
        tree.tell_hand(own)
    try:
        return read_tree(tree, under)
    except InvalidFile as refused:
        loads(text, file, under)  # a fault of the file itself is told with its place
        fault = refused.faults[0]
        raise UsageError(fault.message, fault.expected) from None


def loads(text: str, file: str = "<text>", under: Under | None = None) -> Position:
    """Read the position in a text; `file` is its name in messages, and rule sets are looked for next to it.

    Raises: InvalidFile with every fault, in file order; anything that `under` raises.
    """
    return read_tree(position_tree(text, file), under)


def read_tree(tree: Tree, under: Under | None = None) -> Position:
    """Read the position in a tree, of any version.

    Raises: InvalidFile with every fault, in file order; anything that `under` raises.
    """
    return Position.from_setting(setting_of(tree, under))


def read_position(reader: Reader, shape: DealShape) -> Position:
    """Read the position in a file of any kind that has the keys of a deal.

    Raises: InvalidFile with every fault.
    """
    return Position.from_setting(read_setting(reader, shape))


# Positions as rows of bytes: the holder of each card, and the leader.


NAMES: Final = ("A", "B", "C", "D", "E")
"""The players at the table of a row."""


def row_of(position: Position) -> bytearray:
    """Return the row of a position: hands and lead only."""
    row = bytearray([NOBODY]) * ROW
    for seat, hand in enumerate(position.hands):
        for card in hand:
            row[card.index] = seat
    row[-1] = position.lead
    return row


def position_of_row(rules: RuleSet | None, row: bytes) -> Position:
    """Return the position of a row under some rules; cards of unknown seats are left out.

    Raises: InvalidPosition with every fault.
    """
    if rules is None:
        raise UsageError(say("a row of bytes gives no rule set"), say("expected one for all rows"))
    seats = rules.table.players
    hands = tuple(frozenset(card for card in DECK if row[card.index] == seat) for seat in range(seats))
    return Position(rules, NAMES[:seats], hands, row[-1])


def plain_row(row: bytes) -> Plain:
    """Return a row as it is, under the rules of all rows; the first seat decides the size of the hands."""
    return Plain("", (), row.count(0, 0, ROW - 1), bytearray(row))


def plain_position(position: Position) -> Plain | None:
    """Return a position as a row, if it has no more than a plain line; None for any other."""
    at_rest = not position.trick and position.picked is None and not position.demanded
    told = (position.taken, position.skat, position.declarations)
    more = position.count or position.announce or position.unseen is not None or position.pots is None
    if not at_rest or more or any(each is not None for each in told):
        return None
    rules = f"{position.rules.name} {position.rules.digest}"
    flags = f"{position.fool_demand} {position.dealer} {position.sitting_out}"
    return Plain(rules, position.players, position.tricks_left, row_of(position), str(position.pots), flags)


# The legal moves of a position, and the clause that forbids each other card of the hand.


class Forbidden(Record, frozen=True):
    """A card of the hand that may not be played now, with the clause and the reason."""

    card: Card
    clause: str
    text: Message


@dataclass(frozen=True, slots=True)
class LegalMoves(PythonAnswer):
    """The legal moves of a position; `to_play` is the seat whose card is next."""

    position: Position
    to_play: int
    legal: tuple[Action, ...]
    forbidden: tuple[Forbidden, ...]

    @property
    def cards(self) -> tuple[Action, ...]:
        """The cards that may be played."""
        return tuple(each for each in self.legal if each.kind is ActionKind.PLAY)

    @property
    def demands(self) -> tuple[int, ...]:
        """The seats that may demand the Fool now."""
        return tuple(each.actor for each in self.legal if each.kind is ActionKind.DEMAND)


def moves_in(position: Position) -> LegalMoves:
    """Return the legal moves, and the clause that forbids each other card of the hand.

    Raises: UsageError if some hands are not given.
    """
    legal, table = position.legal(), position.table
    allowed = {each.card for each in legal}
    forbidden = []
    for card in sorted(table.hands[table.holder] - allowed):
        refused = illegal_card(
            table, lay(card), position.players, seat=table.holder, demanded=position.demanded
        )
        if refused is not None:
            forbidden.append(Forbidden(card, refused.clause, refused.message))
    return LegalMoves(position, table.holder, legal, tuple(forbidden))
