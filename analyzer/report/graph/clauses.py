"""Which clause of a rule set depends on which, and which overrides which: a graph, and its files.

An arrow `depends` runs from a clause to one it cannot be read without, an arrow `overrides` to one whose
word it takes away where both apply.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import networkx as nx

from analyzer.report.graph.drawing import DrawnArrow, DrawnNode, drawn
from analyzer.report.graph.files import check_ending
from analyzer.rules.spec.clause import Standing
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.views.jsontext import dumps

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
