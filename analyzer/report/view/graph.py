"""The answers of `graph` and `rules --graph`, and what the JSON files they write hold."""

from __future__ import annotations

from typing import Annotated, Any

from analyzer.report.view.base import UNSET, Count, Meta, UnsetType, View

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
