"""The Python interface: what it answers, and how it fails."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from commands import BAD, PROP1

import analyzer
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.results import Status


def test_a_position_is_loaded_from_a_file_or_a_text(tmp_path: Path) -> None:
    path = tmp_path / "position.yaml"
    path.write_text(PROP1, encoding="utf-8")
    assert analyzer.load(str(path)).hands == analyzer.loads(PROP1).hands


def test_forced_answers_by_its_attributes() -> None:
    position = analyzer.loads(PROP1)
    alone = analyzer.forced(position, goal="ultimo", player="A", by={"A"})
    assert (alone.holds, isinstance(alone.nodes, int), isinstance(alone.seconds, float)) == (
        False,
        True,
        True,
    )
    assert analyzer.forced(position, goal="ultimo", player="A", by={"B"}).holds
    assert analyzer.forced(position, Goal.ULTIMO, 0, by="B").holds
    assert analyzer.forced(position, "last_trick", "A", by=()).holds
    assert analyzer.forced(position, "last_trick", "A").line


def test_solve_answers_the_parts_that_were_asked_for() -> None:
    position = analyzer.loads(PROP1)
    only = analyzer.solve(position, tokens=False, goal="ultimo", player="A", cards=False)
    assert only.values.goals is not None
    assert list(only.values.goals) == [(0, Goal.ULTIMO)]
    assert only.values.goals[0, Goal.ULTIMO].status is Status.DEPENDS
    assert only.values.equilibria is None
    assert only.cards == ()


def test_replay_gives_the_tokens_of_a_line() -> None:
    position = analyzer.loads(PROP1)
    assert analyzer.replay(position, "B leads the nine").tokens == (40, -140, 40)


def test_every_error_is_a_tarok_error() -> None:
    position = analyzer.loads(PROP1)
    with pytest.raises(analyzer.InvalidFile) as faults:
        analyzer.loads(BAD)
    assert len(faults.value.faults) == 3
    with pytest.raises(analyzer.UsageError, match="unknown goal 'ultmo'"):
        analyzer.forced(position, "ultmo", "A")
    with pytest.raises(analyzer.UsageError, match="unknown player 'D'"):
        analyzer.solve(position, player="D")
    with pytest.raises(analyzer.UsageError, match="unknown player 7"):
        analyzer.forced(position, player="A", by=[7])
    with pytest.raises(analyzer.LimitReached):
        analyzer.forced(position, player="A", by="B", max_nodes=0)
    for error in (analyzer.InvalidFile, analyzer.UsageError, analyzer.LimitReached, analyzer.IllegalMove):
        assert issubclass(error, analyzer.TarokError)


def test_an_unknown_name_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="sovle"):
        _ = analyzer.sovle
    assert isinstance(analyzer.__version__, str)


def test_many_threads_get_the_answer_of_one() -> None:
    position = analyzer.loads(PROP1)
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: analyzer.solve(position).values, range(12)))
    assert all(answer == answers[0] for answer in answers)
