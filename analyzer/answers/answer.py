"""The base of all answers: a value for programs, blocks of text for readers, and a status."""

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
from analyzer.words.names import ground_phrases

if TYPE_CHECKING:
    from analyzer.position.model import Position


class Settled(Enum):
    """The status of an answer."""

    YES = "yes"
    """Done, legal, as expected, or yes."""
    NO = "no"
    OPEN = "open"
    """Undecided within the limits, or not settled by any source."""


class Answer:
    """An answer. Its text is blocks in no particular language; every printer gets the same blocks."""

    __slots__ = ()

    @property
    def settled(self) -> Settled:
        """The status of the answer."""
        raise NotImplementedError

    def view(self) -> views.base.View:
        """Return the answer as a frozen value, the basis of its JSON and its schema."""
        raise NotImplementedError

    @property
    def says(self) -> Said:
        """The text of the answer, in no particular language."""
        raise NotImplementedError

    @property
    def about(self) -> RuleSet | None:
        """The rules that the answer is under; None if it is under no rules."""
        return None

    @property
    def in_brief(self) -> Said:
        """The text whose headline `--brief` prints; `--brief` prints all of it if it has no headline."""
        return self.says

    @property
    def short_text(self) -> Said:
        """The short text printed when the full answer goes into a file."""
        return self.in_brief

    @property
    def brief_by_ids(self) -> bool:
        """True if the short form names clauses by their ids, as a script reads them."""
        return False


class OfPosition(Answer):
    """An answer about a position, under its rules."""

    __slots__ = ()
    position: Position

    @property
    def about(self) -> RuleSet:
        return self.position.rules


V = TypeVar("V", bound=View)


class Answered(OfPosition, Record, Generic[V], frozen=True):
    """The answer to a question about a position: its JSON value, its text, and its Python value."""

    position: Position
    answer: V
    says: Said
    found: Any = None
    settled: Settled = Settled.YES

    def view(self) -> V:
        return self.answer


def about_position(position: Position, grounds: Grounds, headline: Sentences, *parts: Sentences) -> Said:
    """Return the text of an answer: headline, further parts, the grounds it rests on, and the table."""
    behind = (each for lines in parts for each in part("paragraph", lines))
    notes = part("notes", ground_phrases(position.rules, grounds))
    return (*part("headline", headline), *behind, *notes, Drawn(position))


def on_grounds(answer: V, position: Position, grounds: Grounds) -> V:
    """Return the answer with its rules and the grounds it rests on filled in."""
    return replace(answer, **grounded(position.rules, grounds))
