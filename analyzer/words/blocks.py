"""What an answer says: blocks of sentences, in no language, no width and no colour.

A sentence is a :class:`Message`, whose words have their kinds: a card, a player, an amount, a clause. So what
a headline or a law is stands in its type. Printers make of them a terminal's text, blocks of JSON, and paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from analyzer.frozenrecord import Record
from analyzer.messages import NOTHING, Amount, Message, Name, decimal, formed, say, say_many, word_alone

if TYPE_CHECKING:
    from analyzer.position.model import Position

Tone = Literal["plain", "good", "bad", "warn", "dim", "bold"]
Kind = Literal["headline", "paragraph", "steps", "readings", "proof", "notes"]
Role = Literal["due", "about", "facts", "reasons", "open", "remedy"]
"""The part of a ruling: who pays, the dispute, its facts, why, what no source settles, what is to be done."""


class Phrase(Record, frozen=True):
    """A sentence: its tone, how deep it stands, the mark before it, and the clause it follows from."""

    said: Message
    tone: Tone = "plain"
    level: int = 0
    mark: str = ""
    hang: bool = True
    """Whether the rows behind the first stand deeper."""
    by: str | None = None


class Law(Record, frozen=True):
    """A clause: what it says, and where it stands."""

    clause: str
    says: Message
    stands: Message
    broken: bool = False
    aside: bool = False
    """Whether it bears on what was decided by others; a terminal leaves it out."""
    named: bool = False
    """Whether it is told what the clause is called, since others stand beside it."""
    level: int = 3
    """How deep it stands."""


class Stamp(Record, frozen=True):
    """The verdict on a headline, in a word and for programs: `legal`, `illegal` or `unsettled`."""

    verdict: str
    word: Message
    tone: Tone


class Passage(Record, frozen=True):
    """Sentences that stand together."""

    kind: Kind
    lines: tuple[Phrase | Law, ...]
    close: bool = False
    """Whether it follows what is before it without a gap."""
    stamp: Stamp | None = None
    """The verdict that stands before a headline."""
    role: Role | None = None


class Grid(Record, frozen=True):
    """A table: its head, empty where it has none, and its rows, cell by cell.

    `aligns` has `<` for a column of words, `>` for one of numbers, `=` for one whose words may be wrapped.
    """

    head: tuple[Message, ...]
    rows: tuple[tuple[Message, ...] | Passage, ...]
    """A passage is what is said below the row before it."""
    aligns: str
    close: bool = False


class Drawn(Record, frozen=True):
    """A position, drawn; `turn` tells whose turn it is."""

    position: Position
    turn: bool = True
    alone: bool = False
    """Whether neither its title is told nor what lies beside the cards."""


class Effort(Record, frozen=True):
    """How much was searched, which is shown if it is asked for."""

    said: Message


class FileWritten(Record, frozen=True):
    """That a file was written, in one row however long its name is."""

    said: Message


class FileText(Record, frozen=True):
    """The text of a file as it stands, and what is said of it in comments behind."""

    text: str
    comments: tuple[Message, ...] = ()


Block = Passage | Grid | Drawn | Effort | FileWritten | FileText
Said = tuple[Block, ...]
Sentences = Iterable[Phrase | Law | Message]


def part(kind: Kind, lines: Sentences, *, close: bool = False, role: Role | None = None) -> Iterator[Passage]:
    """Sentences as a part of an answer; none where there are none."""
    told = tuple(Phrase(each) if isinstance(each, Message) else each for each in lines)
    if told:
        yield Passage(kind, told, close, role=role)


def effort(nodes: int, seconds: float | None = None) -> Effort:
    """How much was searched, and how long it took if that is known."""
    told = say_many("{number} position searched", "{number} positions searched", nodes)
    if seconds is not None:
        told = say("{searched} in {seconds} s", searched=told, seconds=decimal(seconds, 3))
    return Effort(told)


def used_columns(
    head: Sequence[Message], rows: Iterable[Sequence[Message] | Passage], aligns: str
) -> Iterator[Grid]:
    """The columns of a table in which some row says something, close to its title; none if none does."""
    table = tuple(rows)
    cells = [row for row in table if not isinstance(row, Passage)]
    kept = [at for at in range(len(aligns)) if any(row[at] not in ("", "-") for row in cells)]

    def keep_columns(row: Sequence[Message]) -> tuple[Message, ...]:
        return tuple(row[at] for at in kept)

    if kept:
        heads = keep_columns(head) if any(head[at] for at in kept) else ()
        shown = tuple(row if isinstance(row, Passage) else keep_columns(row) for row in table)
        yield Grid(heads, shown, "".join(aligns[at] for at in kept), close=True)


def amount_cell(amount: int | None) -> Message:
    """An amount in a table, a dash if there is none."""
    return formed("-") if amount is None else word_alone(Amount(amount))


def amounts_grid(
    players: Sequence[str], rows: Iterable[tuple[Message, Sequence[int | None], Message]]
) -> Grid:
    """Amounts by player, a dash if there is none: what each row is called, they, and what is beside them."""
    told = tuple(rows)
    more = any(beside for _, _, beside in told)
    head = (NOTHING, *map(word_alone, map(Name, players)), *[NOTHING] * more)
    cells = ((name, *map(amount_cell, amounts), *[beside] * more) for name, amounts, beside in told)
    return Grid(head, tuple(cells), "<" + ">" * len(players) + "=" * more)
