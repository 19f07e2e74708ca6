"""A game graph made readable: one arrow between two nodes, and what decides nothing any more is folded.

Only drawings are made of it; files for programs hold the whole graph.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import networkx as nx

from analyzer.report.style.textstyle import TextStyle

Graph: TypeAlias = "nx.MultiDiGraph[str]"
MANY: Final = 25
"""A drawing with so many positions or more is folded."""
SHOWN: Final = 2
"""So many ways to play are told on an arrow, the others counted."""


def readable(graph: Graph, style: TextStyle | None = None) -> Graph:
    """The graph for a drawing: one arrow between two nodes, and folded where it has many positions."""
    shown = style or TextStyle()
    return merged(folded(graph) if len(graph) >= MANY else graph, shown)


def merged(graph: Graph, style: TextStyle) -> Graph:
    """The same with one arrow between two nodes, the deciding ways to play told first."""
    found: Graph = nx.MultiDiGraph(**graph.graph)
    found.add_nodes_from(graph.nodes(data=True))
    for source, target in dict.fromkeys((source, target) for source, target, _ in graph.edges(keys=True)):
        ways = sorted(graph[source][target].values(), key=lambda way: not way["decides"])
        labels = [way["label"] for way in ways[:SHOWN]]
        if len(ways) > SHOWN:
            labels.append(style.t("and {number} more", number=len(ways) - SHOWN))
        found.add_edge(source, target, **ways[0] | {"label": "\n".join(labels)})
    return found


def folded(graph: Graph) -> Graph:
    """The same without what lies below positions from which nothing is decided any more.

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
