"""What every question is answered with: a value for programs, blocks for readers, and how it was settled."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec.structs import replace

from analyzer import views
from analyzer.frozenrecord import Record
from analyzer.rules.spec.grounds import Grounds
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.views.base import View, grounded
from analyzer.words.blocks import Drawn, Said, Sentences, part
from analyzer.words.grounds import grounds_said

if TYPE_CHECKING:
    from analyzer.position.model import Position


class Settled(Enum):
    """How a question was settled."""

    YES = "yes"
    """Done, legal, as expected, or yes."""
    NO = "no"
    OPEN = "open"
    """Undecided within the limits, or settled by no source."""


class Answer:
    """An answer. It says itself in blocks, in no language; every printer is given the same."""

    __slots__ = ()

    @property
    def settled(self) -> Settled:
        """How the question was settled."""
        raise NotImplementedError

    def view(self) -> views.base.View:
        """The answer as a frozen value, from which JSON and schema are made."""
        raise NotImplementedError

    @property
    def says(self) -> Said:
        """The answer, in no language."""
        raise NotImplementedError

    @property
    def about(self) -> RuleSet | None:
        """The rules that it is by, if it is by any."""
        return None

    @property
    def in_brief(self) -> Said:
        """The answer of which `--brief` prints the headline, or all where it has none."""
        return self.says

    @property
    def beside_file(self) -> Said:
        """What is told of in brief beside a file that holds the whole answer."""
        return self.in_brief

    @property
    def brief_by_ids(self) -> bool:
        """Whether its short form names clauses by their ids, as a script reads them."""
        return False


class OfPosition(Answer):
    """An answer about a position, by its rules."""

    __slots__ = ()
    position: Position

    @property
    def about(self) -> RuleSet:
        return self.position.rules


V = TypeVar("V", bound=View)


class Answered(OfPosition, Record, Generic[V], frozen=True):
    """What was asked about, the answer, what it says of it, and what of it is Python's."""

    position: Position
    answer: V
    says: Said
    found: Any = None
    settled: Settled = Settled.YES

    def view(self) -> V:
        return self.answer


def about_position(position: Position, grounds: Grounds, headline: Sentences, *parts: Sentences) -> Said:
    """The answer, the parts behind it, what it rests on, and the table."""
    behind = (each for lines in parts for each in part("paragraph", lines))
    notes = part("notes", grounds_said(position.rules, grounds))
    return (*part("headline", headline), *behind, *notes, Drawn(position))


def on_grounds(answer: V, position: Position, grounds: Grounds) -> V:
    """The answer with the rules that it is by and what it rests on."""
    return replace(answer, **grounded(position.rules, grounds))
