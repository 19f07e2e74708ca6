"""The answers of `show` and `graph`: a position in the forms that are read back; what a graph file holds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from analyzer.messages import Message
from analyzer.position.files.oneline import to_line
from analyzer.position.files.writing import dumps
from analyzer.position.model import Position
from analyzer.rules.spec.grounds import STATED
from analyzer.views.base import UNSET, Count, Grounded, Meta, Players, UnsetType, View, grounded, plain

Nodes = list[dict[str, Any]]


class GraphWritten(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/graph-written/1"):
    """The file a graph was written into, and how large the graph is."""

    file: str
    reason: Annotated[str, Meta(description="Why it could not be written.")] | UnsetType = UNSET
    positions: Count | UnsetType = UNSET
    plays: Annotated[int, Meta(ge=0, description="Ways to play a trick.")] | UnsetType = UNSET
    clauses: Count | UnsetType = UNSET
    arrows: Count | UnsetType = UNSET


class GameGraphFile(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/graph/1"):
    """The game graph of an ending as node-link data."""

    directed: Annotated[bool, Meta(description="Whether arrows have a direction: they do.")]
    multigraph: Annotated[bool, Meta(description="Whether several may lead the same way.")]
    graph: Annotated[dict[str, Any], Meta(description="What holds for the whole graph.")]
    nodes: Annotated[Nodes, Meta(description="Positions; what players hold and can force, by name.")]
    edges: Annotated[Nodes, Meta(description="Ways to play a trick, from `source` to `target`.")]


class ClauseGraphFile(
    View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/clause-graph/1"
):
    """Which clause of a rule set depends on which, and which overrides which, as node-link data."""

    directed: Annotated[bool, Meta(description="Whether arrows have a direction: they do.")]
    multigraph: Annotated[bool, Meta(description="Whether several may lead the same way.")]
    graph: Annotated[dict[str, Any], Meta(description="What holds for the whole graph.")]
    nodes: Annotated[Nodes, Meta(description="Clauses.")]
    edges: Annotated[Nodes, Meta(description="From a clause to the one it depends on or overrides.")]


class ShowAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/show/1"):
    """A position as one line and as a file."""

    players: Players
    text: Annotated[str, Meta(description="In one line; absent where a hand is not told.")] | UnsetType = (
        UNSET
    )
    yaml: Annotated[str, Meta(description="The text of a position file.")]
    file: Annotated[str, Meta(description="The file that was written.")] | UnsetType = UNSET
    reason: Annotated[str, Meta(description="Why it could not be written.")] | UnsetType = UNSET
    solution: (
        Annotated[dict[str, Any], Meta(description="The answer of `solve`, where it is shown too.")]
        | UnsetType
    ) = UNSET


def show_view(
    position: Position,
    file: Path | None = None,
    unwritten: Message | None = None,
    solution: View | None = None,
) -> ShowAnswer:
    """The answer of `show`."""
    return ShowAnswer(
        **grounded(position.rules, STATED),
        players=list(position.players),
        text=to_line(position) if position.complete else UNSET,
        yaml=dumps(position),
        file=UNSET if file is None else str(file),
        reason=UNSET if unwritten is None else str(unwritten),
        solution=UNSET if solution is None else plain(solution),
    )
