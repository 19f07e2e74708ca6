"""An answer as everybody takes it: its value for programs, what it says, and how it was settled."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from analyzer.api.answer import OfPosition, Settled
from analyzer.frozenrecord import Record
from analyzer.position.model import Position
from analyzer.rules.spec.grounds import Grounds
from analyzer.views.base import View, grounded
from analyzer.words.blocks import Drawn, Said, Sentences, part
from analyzer.words.grounds import grounds_said

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
