"""Composed problems: what is shipped holds, and what is composed is what was asked for."""

from __future__ import annotations

from pathlib import Path

import brute_force
import pytest
from commands import Run, run
from places import POSITIONS

from analyzer.errors import UsageError
from analyzer.position.files import load, loads
from analyzer.position.replay import replay
from analyzer.position.writing import dumps
from analyzer.rules.specs import load_ruleset
from analyzer.search.compose import Problem, compose
from analyzer.search.compose_wants import WANTS, Asked
from analyzer.search.native import NativeEngine
from analyzer.search.question import Budget, Engine
from analyzer.search.reference import ReferenceEngine

__all__ = ["run"]

COMPOSED = sorted((POSITIONS / "composed").glob("*.yaml"))
SOON_FOUND = [path for path in COMPOSED if int(path.stem.rsplit("-", 1)[1]) < 120]
"""Those that did not take many tries to find."""
DANISH = load_ruleset("danish")


def want_of(path: Path) -> str:
    return path.stem.rsplit("-", 3)[0]


def first(want: str, seed: int, tricks: int = 3) -> Problem:
    return next(compose(DANISH, want, tricks=tricks, seed=seed, tries=5000))


def test_twenty_problems_are_shipped_and_every_property_is_among_them() -> None:
    assert len(COMPOSED) == 20
    assert {want_of(path) for path in COMPOSED} == set(WANTS)


@pytest.mark.parametrize("path", COMPOSED, ids=lambda path: path.stem)
def test_the_lines_of_a_shipped_problem_come_to_what_it_says(path: Path) -> None:
    position = load(str(path))
    assert len(position.lines) == 2
    for line in position.lines:
        assert line.expect is not None
        assert line.expect.given == {"ultimo", "bagud", "tokens"}
        played = replay(position, line)
        assert played.complete
        assert played.met, played.mismatches


@pytest.mark.parametrize("path", COMPOSED, ids=lambda path: path.stem)
def test_a_shipped_problem_has_its_property_and_no_second_solution(path: Path) -> None:
    position = load(str(path))
    engine: Engine = ReferenceEngine() if position.tricks_left <= 3 else NativeEngine()
    found = WANTS[want_of(path)].find(Asked(position, engine, Budget()))
    assert found is not None
    key, lure = (str(line.moves[0].text) for line in position.lines)
    assert (str(found.key), str(found.lure)) == (key, lure)
    assert found.teaches == position.teaches


@pytest.mark.parametrize("path", SOON_FOUND, ids=lambda path: path.stem)
def test_a_shipped_problem_is_composed_again_from_what_its_source_says(path: Path) -> None:
    position = load(str(path))
    tricks, seed, tries = (int(number) for number in path.stem.rsplit("-", 3)[1:])
    composed = compose(DANISH, want_of(path), tricks=tricks, seed=seed, tries=tries)
    assert loads(dumps(list(composed)[-1].position)) == position


@pytest.mark.parametrize("seed", range(6))
def test_where_one_card_wins_every_other_can_be_answered(seed: int) -> None:
    problem = first("one-card-wins", seed)
    position, mover = problem.position, problem.position.lead
    after = brute_force.tree(position).kids
    won = [card for card, node in after if brute_force.forces(node, frozenset({mover}), (mover, "ultimo"))]
    assert won == [problem.key]
    assert len(after) > 2


@pytest.mark.parametrize("want", WANTS)
def test_the_same_seed_composes_the_same_problem(want: str) -> None:
    assert first(want, 4) == first(want, 4)
    assert first(want, 4).position.hands != first(want, 5).position.hands


def test_a_property_nobody_composes_for_is_met_with_the_nearest_one() -> None:
    with pytest.raises(UsageError, match="did you mean one-card-wins"):
        next(compose(DANISH, "one-card-win"))


def test_problems_come_as_files_that_can_be_replayed(run: Run, tmp_path: Path) -> None:
    ran = run("compose", "one-card-saves", "--count", "2", "--seed", "9", "-o", str(tmp_path))
    assert ran.status == 0
    files = ran.out.split()
    assert [Path(name).parent for name in files] == [tmp_path, tmp_path]
    for name in files:
        assert run("replay", name).status == 0


def test_one_problem_is_a_position_file_on_standard_output(run: Run) -> None:
    ran = run("compose", "pagat-wins", "--seed", "2")
    assert ran.status == 0
    position = loads(ran.out)
    assert position.title == f"The Pagat comes home: {position.players[position.lead]} leads"


def test_problems_that_are_not_found_leave_the_question_undecided(run: Run) -> None:
    ran = run("compose", "richer-pot", "--tries", "1", "--json")
    assert ran.status == 4
    assert ran.json["problems"] == []
    assert ran.json["limits"] == {"complete": False, "reason": "no more were found in 1 endings"}


def test_the_properties_can_be_listed(run: Run) -> None:
    assert all(name in run("compose", "list").out for name in WANTS)
    assert [each["want"] for each in run("compose", "list", "--json").json["wants"]] == list(WANTS)
