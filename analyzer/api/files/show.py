"""A position shown: as a diagram, as text that is read back, for the printer, as a game graph."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from msgspec.structs import replace

from analyzer import answers, report, views, words
from analyzer.answers.answer import Answer, OfPosition, Settled
from analyzer.cards.card import PAGAT
from analyzer.errors import LimitReached, TarokError, UsageError
from analyzer.fileio import write_file
from analyzer.frozenrecord import Record
from analyzer.messages import Message, Title, Verbatim, listed, say, word_alone
from analyzer.position.files.oneline import to_line
from analyzer.position.files.writing import dumps
from analyzer.position.model import Position
from analyzer.position.question import PositionQuestion, SeatGoal, stipulated
from analyzer.report import paper, terminal
from analyzer.report.paper.document import PaperDocument, SolutionPlace, booklet, printed
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.score.goals import Aim, Goal
from analyzer.rules.spec.grounds import STATED
from analyzer.search.compose.ending import EndingRequest
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.native import default_engine
from analyzer.search.engine.results import Limits
from analyzer.views.base import UNSET, Count, Grounded, Meta, Players, UnsetType, View, grounded, plain
from analyzer.words.blocks import Drawn, FileText, FileWritten, Phrase, Said, part

if TYPE_CHECKING:
    from analyzer.report.paper.document import Printed


# The answers of `show` and `graph`: a position in the forms that are read back; what a graph file holds.


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


# What a position is about: the question of its stipulation, else the goal whose value hangs on the play.


SEARCHED: Final = 8
"""With more tricks to go the cards alone say which goal is asked about."""
NODES: Final = 300_000
"""Positions that are looked at for it at most."""
_LESS: Final = (Aim.LAST_TRICK, Aim.BAGUD, Aim.LOST_ULTIMO, Aim.MOND_LOST)
"""Goals that a question is about only where no other is within reach."""


def about(position: Position) -> SeatGoal | None:
    """Whose goal a position asks about, and which; None where it asks for the best card, or is over.

    Where its file asks nothing that can be read it is a goal that one of the first cards keeps and another
    lets go; else one that is neither certain nor impossible. In a long hand, and in one of which not every
    card is known, it is the Ultimo that a hand can have, or the contract.
    """
    if position.over:
        return None
    if position.stipulation:
        return stipulated(position, position.stipulation)
    if not position.complete or position.many or position.tricks_left > SEARCHED:
        return next(_find_card_goals(position), None)
    try:
        return _hanging(position)
    except LimitReached:
        return next(_find_card_goals(position), None)


def _hanging(position: Position) -> SeatGoal | None:
    asked = EndingRequest(position, default_engine(position.spec), Budget.from_limits(Limits(NODES)))
    candidates, groups = asked.candidates(), PositionQuestion.from_position(position).groups(None)
    everybody = sum(groups)
    open_at_all: list[SeatGoal] = []
    for seat, goal in _worth_asking(position):
        if open_at_all and goal.aim in _LESS:
            break
        own = next(mask for mask in groups if mask >> seat & 1)
        by = everybody & ~own if goal == Goal.BAGUD else own
        forces = partial(asked.forces, seat=seat, goal=goal)
        if len({forces(each, by=by) for each in candidates}) > 1:
            return seat, goal
        possible = any(forces(each, by=everybody) for each in candidates)
        if possible and not all(forces(each, by=0) for each in candidates):
            open_at_all.append((seat, goal))
    return next(iter(open_at_all), None)


def _worth_asking(position: Position) -> Iterator[SeatGoal]:
    """The goals of a position, the likelier question first: in Danish Tarok those of the player to move."""
    keys = PositionQuestion.from_position(position).keys(None, None)
    if position.pots is not None:
        ultimi = _ultimi(position)
        keys = tuple(key for key in keys if key in ultimi or key[1].aim in _LESS)
    mover = None if position.pots is None else position.table.to_move
    yield from sorted(keys, key=lambda key: (key[1].aim in _LESS, mover not in (None, key[0])))


def _ultimi(position: Position) -> list[SeatGoal]:
    """The Ultimo that each hand can have, by its own name where it can only be one."""
    found = []
    for seat, hand in enumerate(position.hands):
        kings, pagat = any(card.is_king for card in hand), PAGAT in hand
        if kings or pagat:
            one = Goal.KING_ULTIMO if kings else Goal.PAGAT_ULTIMO
            found.append((seat, Goal.ULTIMO if kings and pagat else one))
    return found


def _find_card_goals(position: Position) -> Iterator[SeatGoal]:
    """The contract of the declarer; in Danish Tarok the Ultimo of the next who can have one."""
    if position.pots is None:
        declarer = position.told.declarer
        try:
            if declarer is not None:
                yield declarer, PositionQuestion.about(position).goal(Goal(Aim.CONTRACT))
        except TarokError:  # the contract is not told, or hangs on what is not
            return
        return
    seats = len(position.hands)
    yield from sorted(_ultimi(position), key=lambda each: (each[0] - position.table.holder) % seats)


# A position shown: its diagram, a form of it that is read back, or one for the printer.


class ShownAs(Enum):
    """How a position is shown."""

    DIAGRAM = "diagram"
    LINE = "text"
    """One line of text."""
    YAML = "yaml"
    PDF = "pdf"
    SVG = "svg"
    PNG = "png"
    HTML = "html"
    MARKDOWN = "markdown"


ENDINGS: Final = {
    ".txt": ShownAs.DIAGRAM,
    ".yaml": ShownAs.YAML,
    ".yml": ShownAs.YAML,
    ".pdf": ShownAs.PDF,
    ".svg": ShownAs.SVG,
    ".png": ShownAs.PNG,
    ".html": ShownAs.HTML,
    ".md": ShownAs.MARKDOWN,
}
"""What a file is by its ending, where nothing else is said."""

DRAWN: Final = frozenset({ShownAs.PDF, ShownAs.SVG, ShownAs.PNG})
"""Forms that are drawn for paper."""
READ_BACK: Final = frozenset({ShownAs.LINE, ShownAs.YAML})
"""Forms that hold the position and nothing else."""


class Printing(Record, frozen=True):
    """How positions stand on paper."""

    where: SolutionPlace = SolutionPlace.BELOW
    stipulation: str | None = None
    """What is asked; None is made of the cards."""
    title: str | None = None
    """Of the one position, or of the booklet."""


class Shown(OfPosition, Record, frozen=True):
    """The answer of `show`."""

    position: Position
    shape: ShownAs
    solved: answers.solve.Solved | None = None
    """The solution, where it is shown too."""
    file: Path | None = None
    unwritten: Message | None = None
    """Why the file could not be written, if it could not."""
    printing: Printing = Printing()
    others: tuple[Shown, ...] = ()
    """Those that stand behind it in a booklet."""

    @property
    def settled(self) -> Settled:
        solved = (each.solved for each in (self, *self.others) if each.solved is not None)
        return Settled.YES if all(each.settled is Settled.YES for each in solved) else Settled.OPEN

    def view(self) -> ShowAnswer:
        solution = None if self.solved is None else self.solved.view()
        return show_view(self.position, self.file, self.unwritten, solution)

    @property
    def says(self) -> Said:
        """That it was written, else the form that is read back, else the table and its solution."""
        if self.file is not None:
            told = say("{file}: the position", file=Verbatim(str(self.file)))
            if self.others:
                number = 1 + len(self.others)
                told = say(
                    "{file}: {number} {number:position/positions}",
                    file=Verbatim(str(self.file)),
                    number=number,
                )
            return () if self.unwritten is not None else (FileWritten(told),)
        if self.shape is ShownAs.LINE:
            return (FileText(f"{self.position.to_text()}\n"),)
        if self.shape is ShownAs.YAML:
            return (FileText(dumps(self.position)),)
        title = [Phrase(say("Solution"), "bold")] if self.solved is not None else []
        return (Drawn(self.position), *part("paragraph", [*title, *self._solution()]))

    @property
    def in_brief(self) -> Said:
        return (FileText(f"{self.position.to_text()}\n"),)

    def content(self, style: TextStyle) -> bytes:
        """What is shown, as the bytes of a file."""
        match self.shape:
            case ShownAs.HTML:
                return paper.markup.html(self.document(style)).encode()
            case ShownAs.MARKDOWN:
                return paper.markup.markdown(self.document(style)).encode()
            case ShownAs.LINE | ShownAs.YAML | ShownAs.DIAGRAM:
                return terminal.text(replace(self, file=None), style).encode()
            case ShownAs.PDF | ShownAs.SVG | ShownAs.PNG as drawn:
                return paper.markup.pressed(self.document(style), drawn.value)

    def document(self, style: TextStyle) -> PaperDocument:
        """What is set on paper."""
        style = replace(style, minus=paper.document.MINUS)
        pages = [each.position_and_question(style) for each in (self, *self.others)]
        title, alone = self.printing.title, not self.others
        if alone and title is not None:
            pages = [(replace(pages[0][0], title=title), pages[0][1])]
        notation = say(
            "How to read the solutions: the cards of a trick in the order of play, each after "
            "its player; {dot} separates the tricks. First the card that solves the problem, "
            "then the line that shows it and the tries that fail, each with its result.",
            dot=Verbatim(style.dot),
        )
        told = "" if alone else style.render(notation)
        column = self.shape is not ShownAs.PDF
        blocks = booklet(pages, self.printing.where, None if alone else title, told, column=column)
        called = title or (pages[0][0].title if alone else style.render(say("Problems")))
        return PaperDocument(called, style.lang, tuple(blocks), column=column)

    def position_and_question(self, style: TextStyle) -> tuple[Printed, str]:
        """The position as it is printed, and what is asked of it."""
        told = self.printing.stipulation
        if told is None:
            plain = replace(style, colour=False, symbols=True)
            told = plain.render(words.verdicts.stipulation(self.position, about(self.position)))
        return self._printed(style), told

    def _printed(self, style: TextStyle) -> Printed:
        plain = replace(style, colour=False, symbols=True)
        shown, teaches = answers.solution.shown_lines, self.position.teaches
        taught = [word_alone(Title(teaches))] if self.solved and teaches else []
        # What answers the position's own question stands alone: values and lines answer others.
        key = [*taught, *(shown(self.position) if taught else ())] if self.position.stipulation else []
        return printed(self.position, plain, [*map(plain.render, key or [*taught, *self._solution()])])

    def _solution(self) -> list[Message]:
        """The solution in sentences."""
        position = self.position
        if self.solved is None:
            return []
        return [*answers.solution.solution_sentences(position, self.solved.solution, about(position))]


def shape_asked(asked: Mapping[str, str | None], file: Path | None) -> ShownAs:
    """The form that is asked for, by the option that names it, else that which the ending of the file names.

    Raises: UsageError for two of them, or for an ending that names none.
    """
    forms = {option: form for option, form in asked.items() if form is not None}
    if len(forms) > 1:
        raise UsageError(say("{options} exclude each other", options=listed(map(Verbatim, forms))))
    if forms:
        return ShownAs(next(iter(forms.values())))
    if file is None:
        return ShownAs.DIAGRAM
    if file.suffix not in ENDINGS:
        known = listed(map(Verbatim, ENDINGS))
        raise UsageError(
            say("the ending of {file} does not say what to write", file=Verbatim(file)),
            say("a file ends in {known}", known=known),
        )
    return ENDINGS[file.suffix]


def show(
    position: Position,
    shape: ShownAs = ShownAs.DIAGRAM,
    solve: Callable[[Position], answers.solve.Solved] | None = None,
    printing: Printing | None = None,
) -> Shown:
    """A position in the form asked for, with its solution where a way to solve it is given.

    Raises: UsageError for one line of a position in which a hand is not told, and for a solution of several
    deals, or in a form that holds the position alone.
    """
    if solve is not None and shape in READ_BACK:
        raise UsageError(
            say(
                "--as {form} writes the position, in which no solution has a place",
                form=Verbatim(shape.value),
            )
        )
    if solve is not None and position.many:
        told = say("a position of several deals has no one solution to print")
        raise UsageError(told, say("expected `solve` or `decide`, which answer over all of them"))
    if shape is ShownAs.LINE:
        position.to_text()
    solved = None if solve is None else solve(position)
    return Shown(position, shape, solved, printing=printing or Printing())


def written(shown: Shown, file: Path, style: TextStyle) -> Shown:
    """What is shown, once it is written into a file."""
    return replace(shown, file=file, unwritten=write_file(file, shown.content(style)))


# The game graph of a small ending, written into a file.


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

    def view(self) -> GraphWritten:
        made, file = GraphWritten, str(self.file)
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
    found = report.graph.files.clause_graph(answers.records.rules.rules(name, seats).rules)
    unwritten = write_file(output, report.graph.files.clause_graph_file(found, output.suffix))
    return GraphFile(output, len(found), found.number_of_edges(), of_clauses=True, unwritten=unwritten)
