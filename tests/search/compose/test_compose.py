"""Composed problems: what is shipped holds, and what is composed is what was asked for."""

from __future__ import annotations

import random
from pathlib import Path

import brute_force
import pytest
from commands import Run, run
from effort import part
from places import POSITIONS
from solving import solve

from analyzer.errors import UsageError
from analyzer.position.files.writing import dumps
from analyzer.position.reading import load, loads
from analyzer.position.replay.replay import replay
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.search.compose.compose import Problem, compose, wanted
from analyzer.search.compose.ending import EndingRequest, drawn
from analyzer.search.compose.properties import WANTS
from analyzer.search.engine.engine import Budget, Engine
from analyzer.search.engine.native import NativeEngine
from analyzer.search.engine.reference import ReferenceEngine

__all__ = ["run"]

COMPOSED = sorted((POSITIONS / "composed").glob("*.yaml"))
SOON_FOUND = [path for path in COMPOSED if int(path.stem.rsplit("-", 1)[1]) < 120]
"""Those that did not take many tries to find."""
DANISH = load_ruleset("danish")
ALIKE = """\
format: tarok-position/1
hands: {A: sR c2 T19 T1, B: h4 s6 c7 c6, C: hR h9 cR T2}
lead: B
pots: {king: 60, pagat: 135}
"""
"""Every card of B but h4 lets A win; after h4 C may."""
TO_ANOTHER = """\
format: tarok-position/1
hands: {A: cR c2, B: dR s7, C: sR c7}
lead: B
"""
"""dR gives C an Ultimo, s7 keeps it from C; but A then throws c2, and wins c7 with the king."""


def want_of(path: Path) -> str:
    return path.stem.rsplit("-", 3)[0]


def first(want: str, seed: int, tricks: int = 3) -> Problem:
    return next(compose(DANISH, want, WANTS[want], tricks=tricks, seed=seed, tries=5000))


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
    found = WANTS[want_of(path)].find(EndingRequest(position, engine, Budget()))
    assert found is not None
    key, lure = (str(line.moves[0].text) for line in position.lines)
    assert (str(found.key), str(found.lure)) == (key, lure)
    assert found.teaches == position.teaches


SAVING = [path for path in COMPOSED if want_of(path) in ("improper-pays", "one-card-saves")]
TWO_TRICKS = [("improper-pays", seed) for seed in range(4)] + [("richer-pot", 0)]


@pytest.mark.parametrize("path", SAVING, ids=lambda path: path.stem)
def test_nobody_empties_a_pot_after_the_card_that_saves_them(path: Path) -> None:
    key, lure = (replay(load(str(path)), place).outcome for place in (0, 1))
    assert key is not None
    assert lure is not None
    assert key.ultimo is None
    assert lure.ultimo is not None


@pytest.mark.parametrize("seed", part([1, 2], 2))
def test_a_line_that_empties_a_pot_is_not_shown_to_save_it(seed: int) -> None:
    tricks = 2 + seed
    for problem in compose(
        DANISH, "one-card-saves", WANTS["one-card-saves"], tricks=tricks, seed=seed, tries=1500
    ):
        outcome = replay(problem.position, 0).outcome
        assert outcome is not None
        assert outcome.ultimo is None, problem.position.source


@pytest.mark.parametrize("seed", part(range(1, 5), 4))
def test_the_improper_card_is_seen_to_pay_its_player_more_and_no_other_card_is_proper(seed: int) -> None:
    for problem in compose(DANISH, "improper-pays", WANTS["improper-pays"], tricks=3, seed=seed, tries=1500):
        position = problem.position
        proper, improper = (replay(position, place) for place in (0, 1))
        assert proper.tokens[position.lead] < improper.tokens[position.lead], position.source
        assert proper.outcome is not None
        assert proper.outcome.ultimo is None, position.source
        cards = solve(position, tokens=False).cards
        assert [str(each.card) for each in cards if each.proper] == [problem.key], position.source


def test_the_lines_of_an_ending_must_bear_out_that_the_improper_card_pays() -> None:
    """With h4, B's only proper card, C is let to win; B pays 55 in either line."""
    position = loads(ALIKE)
    assert WANTS["improper-pays"].find(EndingRequest(position, NativeEngine(), Budget())) is None


def test_a_card_that_gives_a_third_player_an_ultimo_saves_no_pot() -> None:
    assert WANTS["improper-pays"].find(EndingRequest(loads(TO_ANOTHER), ReferenceEngine(), Budget())) is None


@pytest.mark.parametrize("want", [name for name, want in WANTS.items() if want.least > 2])
def test_a_property_that_takes_three_tricks_is_not_sought_among_endings_of_two(run: Run, want: str) -> None:
    ran = run("compose", want, "--tricks", "2")
    assert ran.status == 2
    assert "at least 3 tricks" in ran.err
    assert not any(
        WANTS[want].find(EndingRequest(ending, NativeEngine(), Budget()))
        for ending in (drawn(random.Random(seed), DANISH, WANTS[want].mould(2)) for seed in range(150))
    )


@pytest.mark.parametrize(("want", "seed"), TWO_TRICKS)
def test_what_two_tricks_can_show_is_composed_of_two(want: str, seed: int) -> None:
    assert WANTS[want].least == 2
    assert first(want, seed, tricks=2).position.tricks_left == 2


@pytest.mark.parametrize("path", SOON_FOUND, ids=lambda path: path.stem)
def test_a_shipped_problem_is_composed_again_from_what_its_source_says(path: Path) -> None:
    position = load(str(path))
    tricks, seed, tries = (int(number) for number in path.stem.rsplit("-", 3)[1:])
    composed = compose(DANISH, want_of(path), WANTS[want_of(path)], tricks=tricks, seed=seed, tries=tries)
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
        wanted("one-card-win", WANTS)


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
    assert ran.json["limits"] == {"complete": False, "reason": "no more were found in 1 ending"}


def test_the_properties_can_be_listed(run: Run) -> None:
    assert all(name in run("compose", "list").out for name in WANTS)
    assert [each["want"] for each in run("compose", "list", "--json").json["wants"]] == list(WANTS)
