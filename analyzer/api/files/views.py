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
    """The file that a graph was written to, and the size of the graph."""

    file: str
    reason: Annotated[str, Meta(description="The reason that the file could not be written.")] | UnsetType = (
        UNSET
    )
    positions: Count | UnsetType = UNSET
    plays: Annotated[int, Meta(ge=0, description="Number of ways to play a trick.")] | UnsetType = UNSET
    clauses: Count | UnsetType = UNSET
    arrows: Count | UnsetType = UNSET


class GameGraphFile(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/graph/1"):
    """The game graph of an ending as node-link data."""

    directed: Annotated[bool, Meta(description="True if arrows have a direction. They always do.")]
    multigraph: Annotated[bool, Meta(description="True if several arrows may connect the same two nodes.")]
    graph: Annotated[dict[str, Any], Meta(description="Attributes of the full graph.")]
    nodes: Annotated[
        Nodes, Meta(description="Positions, with the cards and forced goals of the players by name.")
    ]
    edges: Annotated[Nodes, Meta(description="Ways to play a trick, from `source` to `target`.")]


class ClauseGraphFile(
    View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/clause-graph/1"
):
    """The dependencies and overrides between the clauses of a rule set, as node-link data."""

    directed: Annotated[bool, Meta(description="True if arrows have a direction. They always do.")]
    multigraph: Annotated[bool, Meta(description="True if several arrows may connect the same two nodes.")]
    graph: Annotated[dict[str, Any], Meta(description="Attributes of the full graph.")]
    nodes: Annotated[Nodes, Meta(description="Clauses.")]
    edges: Annotated[
        Nodes, Meta(description="Arrows from a clause to the one that it depends on or overrides.")
    ]


class ShowAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/show/1"):
    """A position as one line and as a file."""

    players: Players
    text: (
        Annotated[str, Meta(description="The position in one line; absent if a hand is unknown.")] | UnsetType
    ) = UNSET
    yaml: Annotated[str, Meta(description="The text of a position file.")]
    file: Annotated[str, Meta(description="The file that was written.")] | UnsetType = UNSET
    reason: Annotated[str, Meta(description="The reason that the file could not be written.")] | UnsetType = (
        UNSET
    )
    solution: (
        Annotated[dict[str, Any], Meta(description="The answer of `solve`, if it was requested too.")]
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
