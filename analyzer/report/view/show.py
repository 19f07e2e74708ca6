"""The answer of `show`: a position in the forms that are read back."""

from __future__ import annotations

from typing import Annotated

from analyzer.position.files.oneline import to_line
from analyzer.position.files.writing import dumps
from analyzer.position.model import Position
from analyzer.report.view.base import UNSET, Grounded, Meta, Players, UnsetType, grounded
from analyzer.rules.spec.grounds import STATED


class ShowAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/show/1"):
    """A position as one line and as a file."""

    players: Players
    text: Annotated[str, Meta(description="In one line; absent where a hand is not told.")] | UnsetType = (
        UNSET
    )
    yaml: Annotated[str, Meta(description="The text of a position file.")]


def show_view(position: Position) -> ShowAnswer:
    """The answer of `show`."""
    return ShowAnswer(
        **grounded(position.rules, STATED),
        players=list(position.players),
        text=to_line(position) if position.complete else UNSET,
        yaml=dumps(position),
    )
