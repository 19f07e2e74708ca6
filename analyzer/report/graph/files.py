"""Game graphs as files: GraphML, DOT, SVG and JSON, chosen by the ending of the file's name."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from typing import Final

import networkx as nx

from analyzer.errors import UsageError
from analyzer.messages import Verbatim, listed, say
from analyzer.report.graph.game import Graph
from analyzer.report.graph.svg import layered_svg
from analyzer.report.view.writing import dumps

FILLS: Final = ("#ffd9d2", "#d5e4ff", "#d9f2d4", "#f4e3ff")
"""Colours of the players who have the Ultimo for certain, in table order."""

DECIDES: Final = "#c2185b"
"""Colour of the plays that decide."""


WRITERS: Final = (".graphml", ".dot", ".svg", ".json")
"""The endings of files a graph can be written to."""


def check_ending(ending: str) -> None:
    """Raises: UsageError for an ending that names no format."""
    if ending not in WRITERS:
        shown = repr(ending) if ending else "without an ending"
        raise UsageError(
            say("there is no graph format {word}", word=Verbatim(shown)),
            say("a file ends in {known}", known=listed(map(Verbatim, WRITERS))),
        )


def graph_text(graph: Graph, ending: str) -> str:
    """The graph in the format a file's ending names: `.graphml`, `.dot`, `.svg` or `.json`.

    Raises: UsageError for another ending.
    """
    check_ending(ending)
    writers: dict[str, Callable[[Graph], str]] = dict(zip(WRITERS, (graphml, dot, svg, json), strict=True))
    return writers[ending](graph)


def graphml(graph: Graph) -> str:
    """The graph as GraphML, every attribute with its type."""
    return "\n".join(nx.generate_graphml(graph)) + "\n"


def json(graph: Graph) -> str:
    """The graph as networkx's node-link data, with a schema of its own."""
    return dumps({"schema": "tarok-analyze/graph/1", **nx.node_link_data(graph, edges="edges")})


def fill(graph: Graph, node: str) -> str:
    """A node's colour: that of the player who has the Ultimo for certain."""
    seat = graph.nodes[node]["certain_seat"]
    return "#ffffff" if seat < 0 else FILLS[seat % len(FILLS)]


def dot(graph: Graph) -> str:
    """The graph in Graphviz's language."""
    lines = [
        "digraph ending {",
        "  rankdir=TB;",
        '  node [shape=box, style="filled,rounded", fontname="sans-serif"];',
    ]
    lines.append('  edge [fontname="sans-serif", fontsize=10];')
    for node, data in graph.nodes(data=True):
        shape = ", shape=ellipse" if data["kind"] == "end" else ""
        lines.append(
            f"  {quoted(node)} [label={quoted(data['label'])}, fillcolor={quoted(fill(graph, node))}{shape}];"
        )
    for source, target, data in graph.edges(data=True):
        bold = f', color="{DECIDES}", fontcolor="{DECIDES}", penwidth=2' if data["decides"] else ""
        lines.append(f"  {quoted(source)} -> {quoted(target)} [label={quoted(data['label'])}{bold}];")
    return "\n".join([*lines, "}"]) + "\n"


def quoted(text: str) -> str:
    """A string of the DOT language."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def svg(graph: Graph) -> str:
    """The graph as a drawing: by Graphviz where it is installed, else in plain layers."""
    program = shutil.which("dot")
    if program is None:
        return layered_svg(graph, lambda node: fill(graph, node), DECIDES)
    done = subprocess.run(  # noqa: S603 - the program found on the path, fed with text of our own
        [program, "-Tsvg"], input=dot(graph), capture_output=True, text=True, encoding="utf-8", check=False
    )
    if done.returncode:
        return layered_svg(graph, lambda node: fill(graph, node), DECIDES)
    return done.stdout
