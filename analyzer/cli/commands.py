"""What each command does, once its words are read: load, ask the library, have a report written."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from analyzer.cli.asked import goal_named, seat_named, seats_named
from analyzer.cli.failures import BAD_FILE, DONE, NO, UNDECIDED, USAGE
from analyzer.cli.screen import Screen
from analyzer.errors import LimitReached, UsageError
from analyzer.position.files import load
from analyzer.position.model import Position
from analyzer.report.face import Face
from analyzer.report.json import Json, dumps
from analyzer.search.question import Engine
from analyzer.search.results import Forced, Goal, Limits

INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class Style:
    """How the answer is to be written."""

    lang: str = "en"
    color: str = "auto"
    as_json: bool = False

    @property
    def face(self) -> Face:
        return Screen.present().face(self.color, self.lang)

    def write(self, text: str) -> None:
        Screen.present().write(text)

    def write_json(self, value: Json) -> None:
        screen = Screen.present()
        screen.write(dumps(value, ascii_only=not screen.symbols))


@dataclass(frozen=True, slots=True)
class Means:
    """What a search may use: limits, and which engine."""

    timeout: float | None = None
    max_nodes: int | None = None
    table_mb: int = 256
    engine: str = "native"

    @property
    def limits(self) -> Limits:
        return Limits(self.max_nodes, self.timeout, self.table_mb)


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of `solve` that were asked for; a single goal asks for no tokens unless they are named."""

    goals: bool = True
    tokens: bool | None = None
    cards: bool = True
    goal: str | None = None
    player: str | None = None

    @property
    def with_tokens(self) -> bool:
        return self.goal is None if self.tokens is None else self.tokens


@dataclass(frozen=True, slots=True)
class Forcing:
    """The question of `forced`, in the user's words."""

    goal: str
    player: str | None
    by: str | None
    line: bool = True


def _position(file: str, ruleset: str | None) -> Position:
    position = load(file)
    if ruleset is None:
        return position
    from analyzer.rules.specs import load_ruleset  # noqa: PLC0415

    return replace(position, rules=load_ruleset(ruleset))


def engine_named(name: str) -> Engine | None:
    """The plain engine; None for the usual one."""
    if name != "reference":
        return None
    from analyzer.search.reference import ReferenceEngine  # noqa: PLC0415 - only where it is asked for

    return ReferenceEngine()


def solve(file: str, parts: Parts, means: Means, style: Style, ruleset: str | None) -> int:
    """Answer `solve`; 4 where something stayed undecided."""
    from analyzer.search.assemble import solve as search  # noqa: PLC0415

    position = _position(file, ruleset)
    solution = search(
        position,
        goals=parts.goals,
        tokens=parts.with_tokens,
        goal=None if parts.goal is None else goal_named(parts.goal),
        player=None if parts.player is None else seat_named(position, parts.player),
        cards=parts.cards,
        limits=means.limits,
        engine=engine_named(means.engine),
    )
    if style.as_json:
        from analyzer.report.json import solve_json  # noqa: PLC0415

        style.write_json(solve_json(position, solution, cards=parts.cards))
    else:
        from analyzer.report.solve_text import solve_text  # noqa: PLC0415

        style.write(solve_text(position, solution, style.face))
    return DONE if solution.complete else UNDECIDED


def forced(file: str, question: Forcing, means: Means, style: Style, ruleset: str | None) -> int:
    """Answer `forced`; 0 it holds, 1 it does not, 4 undecided."""
    from analyzer.search.force import forced as search  # noqa: PLC0415

    position = _position(file, ruleset)
    if question.player is None:
        raise UsageError(f"--for PLAYER is missing; there are {', '.join(position.players)}")
    goal, seat = goal_named(question.goal), seat_named(position, question.player)
    by = 1 << seat if question.by is None else seats_named(position, question.by)
    try:
        engine = engine_named(means.engine)
        found = search(position, goal, seat, by, means.limits, engine, line=question.line)
    except (LimitReached, KeyboardInterrupt) as stopped:
        return _undecided(position, (goal, seat, by), stopped, style)
    if style.as_json:
        from analyzer.report.json import forced_json  # noqa: PLC0415

        style.write_json(forced_json(position, goal, seat, by, found))
    else:
        from analyzer.report.forced_text import forced_text  # noqa: PLC0415

        style.write(forced_text(position, goal, seat, by, found, style.face))
    return DONE if found.holds else NO


def _undecided(
    position: Position, asked: tuple[Goal, int, int], stopped: BaseException, style: Style
) -> int:
    goal, seat, by = asked
    reason = stopped.reason if isinstance(stopped, LimitReached) else INTERRUPTED
    nodes = stopped.nodes if isinstance(stopped, LimitReached) else 0
    if style.as_json:
        from analyzer.report.json import undecided_json  # noqa: PLC0415

        style.write_json(undecided_json(position, goal, seat, by, reason, nodes))
    else:
        from analyzer.report.forced_text import undecided_text  # noqa: PLC0415

        style.write(undecided_text(reason, nodes, style.face))
    return UNDECIDED


def schema(kind: str) -> int:
    """Write the JSON Schema of a kind of file."""
    if kind == "rules":
        from analyzer.rules.specs import ruleset_schema  # noqa: PLC0415

        found = ruleset_schema()
    else:
        from analyzer.position.schema import dispute_schema, position_schema  # noqa: PLC0415

        found = position_schema() if kind == "position" else dispute_schema()
    Style().write_json(found)
    return DONE


__all__ = ["BAD_FILE", "USAGE", "Forcing", "Means", "Parts", "Path", "Style", "forced", "schema", "solve"]
