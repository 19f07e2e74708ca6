"""The answer of `new`: a commented file to begin with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from analyzer.messages import Message
from analyzer.report.view.base import UNSET, Meta, UnsetType, View


class NewAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/new/1"):
    """A template, and the file that it was written into."""

    kind: str
    text: Annotated[str, Meta(description="YAML with comments, which is read as it stands.")]
    file: str | UnsetType = UNSET
    reason: Annotated[str, Meta(description="Why it could not be written.")] | UnsetType = UNSET


def new_view(kind: str, text: str, file: Path | None, unwritten: Message | None) -> NewAnswer:
    """The answer of `new`."""
    return NewAnswer(
        kind=kind,
        text=text,
        file=UNSET if file is None else str(file),
        reason=UNSET if unwritten is None else str(unwritten),
    )
