"""`solve` and `forced`: load, ask the search, have the answer written."""

from __future__ import annotations

from analyzer.cli.asked import goal_named, seat_named, seats_named
from analyzer.cli.common import engine_named, face_for, limits_of, position_of, write, write_json
from analyzer.cli.failures import DONE, NO, UNDECIDED
from analyzer.cli.options import Forcing, Means, Paper, Parts, Style
from analyzer.cli.progress import progress
from analyzer.errors import INTERRUPTED, LimitReached, UsageError
from analyzer.position.model import Position
from analyzer.report.view.results import Json
from analyzer.search.engine.question import Engine
from analyzer.search.engine.results import Forced, Goal


def solve(file: str, parts: Parts, means: Means, style: Style, ruleset: str | None) -> int:
    """Answer `solve`; 4 where something stayed undecided."""
    from analyzer.search.solve.assemble import solve as search  # noqa: PLC0415

    position = position_of(file, ruleset)
    with progress(style) as watch:
        solution = search(
            position,
            goals=parts.goals,
            tokens=parts.with_tokens,
            goal=None if parts.goal is None else goal_named(parts.goal),
            player=None if parts.player is None else seat_named(position, parts.player),
            cards=parts.cards,
            limits=limits_of(means),
            engine=engine_named(means.engine),
            threads=means.threads,
            watch=watch,
        )
    if style.as_json:
        from analyzer.report.view.results import solve_json  # noqa: PLC0415

        write_json(solve_json(position, solution, cards=parts.cards))
    else:
        from analyzer.report.text.solve import solve_text  # noqa: PLC0415

        write(solve_text(position, solution, face_for(style)))
    return DONE if solution.complete else UNDECIDED


def forced(file: str, question: Forcing, means: Means, style: Style, ruleset: str | None) -> int:
    """Answer `forced`; 0 it holds, 1 it does not, 4 undecided."""
    from analyzer.search.engine.default import default_engine  # noqa: PLC0415
    from analyzer.search.solve.force import forced as search  # noqa: PLC0415

    position = position_of(file, ruleset)
    if question.player is None:
        raise UsageError(f"--for PLAYER is missing; there are {', '.join(position.players)}")
    goal, seat = goal_named(question.goal), seat_named(position, question.player)
    by = 1 << seat if question.by is None else seats_named(position, question.by)
    try:
        engine = engine_named(means.engine) or default_engine()
        with progress(style):
            found = search(position, goal, seat, by, limits_of(means), engine, line=question.line)
    except (LimitReached, KeyboardInterrupt) as stopped:
        return _undecided(position, (goal, seat, by), stopped, style)
    status, paper, told = _certificate(position, (goal, seat, by), found, question.certificate, means, engine)
    if question.prove:
        from analyzer.cli.commands.settle import prove  # noqa: PLC0415 - z3 is imported only where it is asked for

        proof, words = prove(position, goal.value, seat, by, holds=found.holds)
        paper, told = {**paper, **proof}, told + words
    if style.as_json:
        from analyzer.report.view.results import forced_json  # noqa: PLC0415

        write_json(forced_json(position, goal, seat, by, found) | paper)
    else:
        from analyzer.report.text.forced import forced_text  # noqa: PLC0415

        write(forced_text(position, goal, seat, by, found, face_for(style)) + told)
    return status or (DONE if found.holds else NO)


def _certificate(
    position: Position,
    asked: tuple[Goal, int, int],
    found: Forced,
    paper: Paper | None,
    means: Means,
    engine: Engine,
) -> tuple[int, Json, str]:
    """Write the certificate if one is wanted: an exit status, and what is said of it as JSON and text."""
    if paper is None:
        return DONE, {}, ""
    from analyzer.cli.commands.certificates import write_certificate  # noqa: PLC0415

    with progress(paper.style):
        status, told, text = write_certificate(position, asked, found, paper, means, engine)
    return status, {"certificate": told}, text


def _undecided(position: Position, asked: tuple[Goal, int, int], stopped: BaseException, style: Style) -> int:
    goal, seat, by = asked
    reason = stopped.reason if isinstance(stopped, LimitReached) else INTERRUPTED
    nodes = stopped.nodes if isinstance(stopped, LimitReached) else 0
    if style.as_json:
        from analyzer.report.view.results import undecided_json  # noqa: PLC0415

        write_json(undecided_json(position, goal, seat, by, reason, nodes))
    else:
        from analyzer.report.text.forced import undecided_text  # noqa: PLC0415

        write(undecided_text(reason, nodes, face_for(style)))
    return UNDECIDED
