"""The game graph of a small ending, written into a file."""

from __future__ import annotations

from pathlib import Path

from analyzer import answers, api, report, views
from analyzer.answers.answer import Answer, Settled
from analyzer.fileswritten import write_file
from analyzer.frozenrecord import Record
from analyzer.messages import Message, Verbatim, say
from analyzer.position.model import Position
from analyzer.report.style.textstyle import TextStyle
from analyzer.words.blocks import FileWritten, Said


class GraphFile(Answer, Record, frozen=True):
    """The answer of `graph`, and of `rules --graph`: how large the graph is that was written."""

    file: Path
    nodes: int
    edges: int
    of_clauses: bool = False
    unwritten: Message | None = None
    """Why the file could not be written, if it could not."""

    @property
    def settled(self) -> Settled:
        return Settled.YES

    def view(self) -> api.files.views.GraphWritten:
        made, file = api.files.views.GraphWritten, str(self.file)
        reason = views.base.UNSET if self.unwritten is None else str(self.unwritten)
        if self.of_clauses:
            return made(file=file, reason=reason, clauses=self.nodes, arrows=self.edges)
        return made(file=file, reason=reason, positions=self.nodes, plays=self.edges)

    @property
    def says(self) -> Said:
        file, nodes, edges = Verbatim(str(self.file)), self.nodes, self.edges
        told = say(
                "{file}: {positions} {positions:position/positions}, {plays} {plays:way/ways} to "
                "play a trick",
            file=file, positions=nodes, plays=edges,
        )  # fmt: skip
        if self.of_clauses:
            told = say(
                "{file}: {clauses} {clauses:clause/clauses}, {arrows} {arrows:arrow/arrows}",
                file=file,
                clauses=nodes,
                arrows=edges,
            )
        return (FileWritten(told),)


def check_output(output: Path) -> None:
    """Raises: UsageError for a file whose ending names no format of a graph."""
    report.graph.files.check_ending(output.suffix)


def graph(
    position: Position,
    output: Path,
    most: int,
    means: answers.requests.Means,
    style: TextStyle,
    depth: int | None = None,
) -> GraphFile:
    """The graph of an ending of at most so many positions; its labels are those that `style` shows.

    Raises: UsageError for an ending of the file that names no format; LimitReached where there are more
    positions.
    """
    check_output(output)
    found = graph_of(position, most, means, style, depth)
    unwritten = write_file(output, report.graph.files.graph_file(found, output.suffix, style))
    return GraphFile(output, found.number_of_nodes(), found.number_of_edges(), unwritten=unwritten)


def graph_of(
    position: Position,
    most: int,
    means: answers.requests.Means,
    style: TextStyle | None = None,
    depth: int | None = None,
) -> report.graph.game.Graph:
    """The graph itself. Raises: UsageError for unknown hands; LimitReached."""
    return report.graph.game.game_graph(
        position, means.engine_of(position.spec), most, style, means.limits, depth
    )


def clause_graph(name: str, output: Path, seats: int | None = None) -> GraphFile:
    """The graph of a rule set's clauses, written into a file; `seats` as for the rules.

    Raises: UsageError for an unknown rule set, or an ending that names no format.
    """
    found = report.graph.clauses.clause_graph(answers.rules.rules(name, seats).rules)
    unwritten = write_file(output, report.graph.clauses.clause_graph_file(found, output.suffix))
    return GraphFile(output, len(found), found.number_of_edges(), of_clauses=True, unwritten=unwritten)
