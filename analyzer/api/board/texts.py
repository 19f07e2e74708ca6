"""Texts that come from a page: positions, disputes and evenings that name no file of this machine."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from msgspec import field

from analyzer.disputes.files import loads_dispute
from analyzer.disputes.shape import DISPUTE_FORMAT
from analyzer.errors import Fault, InvalidFile, Where, meant
from analyzer.evenings.hands import beside
from analyzer.evenings.model import SESSION_FORMAT
from analyzer.evenings.tally import loads as loads_evening
from analyzer.frozenrecord import Record
from analyzer.messages import quoted, say
from analyzer.position.files.positions import position_tree
from analyzer.position.files.tree import Tree, open_tree
from analyzer.position.model import Position
from analyzer.position.reading import loads
from analyzer.rules.spec.shipped import ruleset_names
from analyzer.rules.spec.variants import split_named
from analyzer.yamltree.reading import named_text

if TYPE_CHECKING:
    from analyzer.disputes.model import Dispute
    from analyzer.evenings.model import Evening

NAME: Final = "<text>"
"""What such a text is called in messages."""
_KEPT: Final = 64


@lru_cache(_KEPT)
def position_in(text: str, name: str = NAME) -> Position:
    """The position that a text tells, as a file or in one line.

    Raises: InvalidFile with every fault, or where it names a file.
    """
    _check_shipped(position_tree(text, name))
    return loads(text, name)


def dispute_in(text: str, name: str = NAME) -> Dispute:
    """The dispute that a text tells. Raises: as :func:`position_in`."""
    _check_shipped(open_tree(text, name, DISPUTE_FORMAT))
    return loads_dispute(text, name)


def evening_in(text: str, name: str = NAME, found: Callable[[str], str] | None = None) -> Evening:
    """The evening that a text tells; `found` gives the text of a hand that is recorded, by its name.

    Raises: as :func:`position_in`; InvalidFile for a recorded hand where there is none.
    """
    tree = open_tree(text, name, SESSION_FORMAT)
    _check_shipped(tree)
    return loads_evening(text, name, found=found or nowhere)


def nowhere(name: str) -> str:
    """Finds no recorded hand. Raises: InvalidFile."""
    message = say("unknown recorded hand {name}", name=quoted(name))
    raise InvalidFile([Fault(message, say("expected the name of one that was added"), Where(NAME, 1, 1))])


def _check_shipped(tree: Tree) -> None:
    """Raises: InvalidFile where the rules are none of those that are shipped."""
    named = tree.word("ruleset")
    if named is None:
        return
    name = split_named(named)[0]
    if name and name not in ruleset_names():
        message = say("unknown rule set {word}", word=quoted(name))
        raise tree.refused(Fault(message, meant(name, ruleset_names()), tree.root.at(("ruleset",))))


class Opening(Record, frozen=True):
    """A text that a page opens with, and what it is: a position, a dispute or a session."""

    kind: str
    text: str
    recorded: Mapping[str, str] = field(default_factory=dict)
    """The texts of an evening's recorded hands, by the names that it has for them."""


def opening_of(file: str) -> Opening:
    """What a board opens a file as, with the hands that lie beside an evening.

    Raises: InvalidFile with every fault, or where it names rules that are not shipped.
    """
    text, name = named_text(file)
    kind, recorded = kind_of(text), dict[str, str]()
    if kind != "session":
        _READ[kind](text, name)
        return Opening(kind, text)
    read = beside(name)

    def found(hand: str) -> str:
        recorded[hand] = read(hand)
        return recorded[hand]

    evening_in(text, name, found)
    return Opening(kind, text, recorded)


def kind_of(text: str) -> str:
    """What a text says it is; a position where it says nothing that is known."""
    named = _FORMAT.search(text)
    return named["kind"] if named is not None else "position"


_FORMAT: Final = re.compile(
    r"^[ {\"']*format[\"']?\s*:\s*[\"']?tarok-(?P<kind>position|dispute|session)", re.MULTILINE
)
_READ: Final[dict[str, Callable[[str, str], object]]] = {
    "position": position_in,
    "dispute": dispute_in,
}
