"""Graphs of clauses and of games as files and as drawings."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

import networkx as nx
from msgspec.structs import asdict

from analyzer.errors import UsageError
from analyzer.frozenrecord import Record
from analyzer.messages import Verbatim, listed, say
from analyzer.report.graph.game import Graph
from analyzer.report.paper.markup import set_page
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.clause import Standing
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.views.base import dumps

# Drawings of graphs: by Graphviz where it is installed, else by Typst, a layer under the other.


_TEMPLATE: Final = Path(__file__).with_name("graph.typ")


class DrawnNode(Record, frozen=True):
    """A node as it is drawn."""

    lines: tuple[str, ...]
    layer: int
    fill: str
    ellipse: bool = False


class DrawnArrow(Record, frozen=True):
    """An arrow between two nodes."""

    source: str
    target: str
    label: tuple[str, ...]
    ink: str
    thick: float = 1


def drawn(dot: str, nodes: Mapping[str, DrawnNode], arrows: Sequence[DrawnArrow], ending: str) -> bytes:
    """The bytes of an `.svg` or `.png` file.

    Raises: UsageError where neither Graphviz nor Typst is installed.
    """
    form, program = ending.removeprefix("."), shutil.which("dot")
    if program is not None:
        done = subprocess.run(  # noqa: S603 - the program found on the path, fed with text of our own
            [program, f"-T{form}"], input=dot.encode(), capture_output=True, check=False
        )
        if not done.returncode:
            return done.stdout
    layers = sorted({node.layer for node in nodes.values()})
    told = {
        "layers": [[name for name in nodes if nodes[name].layer == layer] for layer in layers],
        "nodes": {name: asdict(node) for name, node in nodes.items()},
        "arrows": [asdict(arrow) for arrow in arrows],
    }
    return set_page(_TEMPLATE, told, form)


# Game graphs as files: GraphML, DOT, SVG and JSON, chosen by the ending of the file's name.


FILLS: Final = ("#ffd9d2", "#d5e4ff", "#d9f2d4", "#f4e3ff")
"""Colours of the players who have the Ultimo for certain, in table order."""

DECIDES: Final = "#c2185b"
"""Colour of the plays that decide."""


def graph_file(graph: Graph, ending: str, style: TextStyle | None = None) -> bytes:
    """The graph as the bytes of a file; drawings are made readable, the others hold it as it is.

    Raises: UsageError for an ending that names no format.
    """
    check_ending(ending)
    if ending == ".graphml":
        return graphml(graph).encode()
    if ending == ".json":
        return json(graph).encode()
    shown = readable(graph, style)
    if ending == ".dot":
        return dot(shown).encode()
    return drawn(dot(shown), *plain(shown), ending)


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


def plain(graph: Graph) -> tuple[dict[str, DrawnNode], list[DrawnArrow]]:
    """Nodes and arrows for a machine without Graphviz: one layer for each trick."""
    nodes = {
        node: DrawnNode(
            tuple(data["label"].split("\n")), -data["tricks_left"], fill(graph, node), data["kind"] == "end"
        )
        for node, data in graph.nodes(data=True)
    }
    arrows = []
    for source, target, data in graph.edges(data=True):
        ink, thick = (DECIDES, 2) if data["decides"] else ("#666666", 1)
        arrows.append(DrawnArrow(source, target, tuple(data["label"].split("\n")), ink, thick))
    return nodes, arrows


ENDINGS: Final = (".graphml", ".dot", ".svg", ".json", ".png")


def check_ending(ending: str) -> None:
    """Raises: UsageError for an ending that names no format."""
    if ending not in ENDINGS:
        shown = repr(ending) if ending else "without an ending"
        raise UsageError(
            say("unknown graph format {word}", word=Verbatim(shown)),
            say("a file ends in {known}", known=listed(map(Verbatim, ENDINGS))),
        )


MANY: Final = 25
"""A drawing with so many positions or more is folded."""
SHOWN: Final = 2
"""So many ways to play are told on an arrow, the others counted."""


def readable(graph: Graph, style: TextStyle | None = None) -> Graph:
    """The graph for a drawing: one arrow between two nodes, and folded where it has many positions."""
    shown = style or TextStyle()
    return merged(folded(graph) if len(graph) >= MANY else graph, shown)


def merged(graph: Graph, style: TextStyle) -> Graph:
    """A graph with one arrow between two nodes, the deciding ways to play told first."""
    found: Graph = nx.MultiDiGraph(**graph.graph)
    found.add_nodes_from(graph.nodes(data=True))
    for source, target in dict.fromkeys((source, target) for source, target, _ in graph.edges(keys=True)):
        ways = sorted(graph[source][target].values(), key=lambda way: not way["decides"])
        labels = [way["label"] for way in ways[:SHOWN]]
        if len(ways) > SHOWN:
            labels.append(style.render(say("and {number} more", number=len(ways) - SHOWN)))
        found.add_edge(source, target, **ways[0] | {"label": "\n".join(labels)})
    return found


def folded(graph: Graph) -> Graph:
    """A graph without what lies below positions from which nothing is decided any more.

    What happens there is the same in every line as far as the goals go; the node says what it comes to.
    """
    reverse = graph.reverse(copy=False)
    deciding = {source for source, _, data in graph.edges(data=True) if data["decides"]}
    alive = set(deciding)
    for node in deciding:
        alive |= nx.descendants(reverse, node)
    if not alive:
        alive = {next(iter(graph))}
    kept = alive | {target for source, target in graph.edges() if source in alive}
    found: Graph = graph.subgraph(kept).copy()
    for node in kept - alive:
        if graph.out_degree(node):
            found.remove_edges_from(list(found.out_edges(node, keys=True)))
            found.nodes[node]["label"] += "\n…"
    return found


# Which clause of a rule set depends on which, and which overrides which: a graph, and its files.
#
# An arrow `depends` runs from a clause to one it cannot be read without, an arrow `overrides` to one whose
# word it takes away where both apply.


_FILLS: Final = {Standing.STATED: "#ffffff", Standing.SILENT: "#eeeeee", Standing.DISPUTED: "#ffe9b3"}
_STYLES: Final = {"depends": "color=grey40", "overrides": 'color="#c2185b", style=bold'}

_INKS: Final = {"depends": "#888888", "overrides": "#c2185b"}


def clause_graph(rules: RuleSet) -> nx.MultiDiGraph[str]:
    """The graph: a node for every clause, an arrow for every `depends` and `overrides`."""
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(ruleset=str(rules))
    for clause in rules.clauses.values():
        graph.add_node(
            clause.id,
            chapter=clause.id.partition(".")[0],
            kind=clause.kind,
            standing=clause.standing.value,
            statement=str(clause.statement),
        )
    for clause in rules.clauses.values():
        for what, others in (("depends", clause.depends), ("overrides", clause.overrides)):
            for other in others:
                graph.add_edge(clause.id, other, key=what, what=what)
    return graph


def clause_graph_file(graph: nx.MultiDiGraph[str], ending: str) -> bytes:
    """The graph as the bytes of a file of the format that its ending names.

    Raises: UsageError for another ending.
    """
    check_ending(ending)
    writers: dict[str, Callable[[nx.MultiDiGraph[str]], str]] = {
        ".graphml": _graphml,
        ".dot": clause_dot,
        ".json": _json,
    }
    if ending in writers:
        return writers[ending](graph).encode()
    return drawn(clause_dot(graph), *_plain(graph), ending)


def _graphml(graph: nx.MultiDiGraph[str]) -> str:
    return "\n".join(nx.generate_graphml(graph)) + "\n"


def _json(graph: nx.MultiDiGraph[str]) -> str:
    return dumps({"schema": "tarok-analyze/clause-graph/1", **nx.node_link_data(graph, edges="edges")})


def clause_dot(graph: nx.MultiDiGraph[str]) -> str:
    """The graph in Graphviz's language, chapters in boxes of their own."""
    lines = ["digraph clauses {", "  rankdir=LR;", '  node [shape=box, style="filled,rounded"];']
    chapters: dict[str, list[str]] = {}
    for node, data in graph.nodes(data=True):
        chapters.setdefault(data["chapter"], []).append(node)
    for chapter, nodes in chapters.items():
        lines.append(f'  subgraph "cluster_{chapter}" {{ label="{chapter}";')
        lines += [
            f'    "{node}" [fillcolor="{_FILLS[Standing(graph.nodes[node]["standing"])]}"];' for node in nodes
        ]
        lines.append("  }")
    for source, target, data in graph.edges(data=True):
        lines.append(f'  "{source}" -> "{target}" [{_STYLES[data["what"]]}];')
    return "\n".join([*lines, "}"]) + "\n"


def _plain(graph: nx.MultiDiGraph[str]) -> tuple[dict[str, DrawnNode], list[DrawnArrow]]:
    """Nodes and arrows for a machine without Graphviz: a layer for each chapter."""
    chapters = list(dict.fromkeys(data["chapter"] for _, data in graph.nodes(data=True)))
    nodes = {
        node: DrawnNode((node,), chapters.index(data["chapter"]), _FILLS[Standing(data["standing"])])
        for node, data in graph.nodes(data=True)
    }
    return nodes, [
        DrawnArrow(source, target, (), _INKS[data["what"]]) for source, target, data in graph.edges(data=True)
    ]
