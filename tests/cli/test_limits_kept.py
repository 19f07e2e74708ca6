"""Long work ends by itself, tells what it knows on the way, and what is known when it ends.

Of a whole hand `solve` tells what is settled within the limits.
"""

from __future__ import annotations

import time
from typing import Any

import pytest
from commands import LONG, Run

import analyzer
from analyzer.answers import requests
from analyzer.answers.forced import forced
from analyzer.answers.requests import ForcedRequest, Means
from analyzer.cli import answering
from analyzer.position.model import Position
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.results import Limits

HARD = (
    "format: tarok-position/1\nhands: {B: T10 dC T17 T18 cC}\nlead: B\nunseen: {hidden_from: B, "
    "sizes: {A: 5, C: 5}, cards: T6 T13 dR sD cR cV T12 T20 d5 d3}\n"
)
"""Five cards and 252 deals, of which no search against the player gets through in a minute."""


def test_of_many_deals_all_cards_are_valued_over_as_many_as_the_limit_lasts_for(run: Run) -> None:
    ran = run("decide", "-", "--opponents", "against", "--max-nodes", "3000000", "--json", stdin=HARD)
    found = ran.json
    assert (ran.status, found["exact"], found["limits"]["unfinished"]) == (4, False, ["deals"])
    assert found["limits"]["reason"] == "the limit of 3000000 nodes was reached"
    assert found["sampled"]["drawn"] in (8, 32, 128)
    assert found["sampled"]["of"] == 252
    assert [each["card"] for each in found["cards"]] == ["dC", "cC", "T18", "T10"]
    assert found["advice"]["proper"] is None


def test_what_is_best_over_a_few_deals_is_told_while_more_are_searched(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering, "AFTER", 0.0)
    ran = run("decide", "-", "--opponents", "against", "--timeout", "1.5", stdin=HARD)
    assert "Over 8 deals drawn, best on average: " in ran.err
    assert "Not finished: all the deals" in ran.out


def test_a_few_deals_are_searched_at_once_whatever_the_limit(run: Run) -> None:
    few = HARD.replace("A: 5, C: 5", "A: 2, C: 2").replace("T10 dC T17 T18 cC", "T10 dC")
    found = run(
        "decide", "-", "--max-nodes", "100000", "--json", stdin=few.replace(" sD cR cV T12 T20 d5 d3", " d3")
    )
    assert (found.status, found.json["exact"], found.json["worlds"]) == (0, True, 6)


def test_goals_are_told_one_by_one_as_they_are_found(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answering, "AFTER", 0.1)
    ran = run("solve", "-", "--timeout", "1", "--no-cards", stdin=LONG)
    assert ran.status == 4
    assert "A's Ultimo " in ran.err


def test_the_time_a_file_takes_to_be_read_is_part_of_the_time_for_its_answer(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = requests.position_of

    def slowly(*words: Any) -> Position:
        time.sleep(0.6)
        return read(*words)

    left, begun = list[float | None](), Budget.from_limits

    def begin(limits: Limits) -> Budget:
        left.append(limits.timeout)
        return begun(limits)

    monkeypatch.setattr(requests, "position_of", slowly)
    monkeypatch.setattr(Budget, "from_limits", begin)
    for _ in range(2):  # each answer has its own
        left.clear()
        assert run("solve", "-", "--timeout", "1", "--no-cards", "--json", stdin=LONG).status == 4
        assert left[0] is not None
        assert 0 <= left[0] <= 0.4
    late = run("solve", "-", "--timeout", "0.5", "--no-cards", "--json", stdin=LONG)
    assert late.status == 4
    assert late.json["stats"]["nodes"] < 10_000


def test_the_yes_or_no_is_told_before_a_line_is_looked_for() -> None:
    told: list[bool] = []
    request = ForcedRequest(player="A", by=("A", "B"), known=told.append)
    answer = forced(analyzer.loads(LONG), request, Means())
    assert answer.found is not None
    assert told == [answer.found.holds]


def test_where_the_limit_leaves_no_room_for_a_line_that_is_said(run: Run) -> None:
    question = ["forced", "-", "--for", "A"]
    known = run(*question, "--json", "--no-line", stdin=LONG)
    most = str(known.json["stats"]["nodes"] + 1)
    ran = run(*question, "--max-nodes", most, stdin=LONG)
    assert ran.status == known.status
    assert "Stopped before finding who else decides it" in " ".join(ran.out.split())


@pytest.mark.parametrize(
    ("command", "limit"),
    [("solve", "600"), ("forced", "600"), ("decide", "600"), ("explain", "600"), ("graph", "600"),
     ("replay", "600"), ("certify", "1000000")],
)  # fmt: skip
def test_every_long_command_names_the_limit_it_keeps_by_itself(run: Run, command: str, limit: str) -> None:
    assert f"default: {limit}" in " ".join(run(command, "--help-all").out.split())


WHOLE = "positions/whole-hand.yaml"
LIMITED = ("solve", WHOLE, "--goal", "ultimo", "--max-nodes", "100000")


def test_an_open_goal_has_the_sets_known_so_far_and_what_is_likely(run: Run) -> None:
    asked = run(*LIMITED, "--json")
    assert asked.status == 4
    goals = [goal for own in asked.json["goals"].values() for goal in own.values()]
    left = [goal for goal in goals if goal["status"] == "open"]
    assert len(goals) == 3
    assert left
    for goal in left:
        assert goal["likely"] in {"forced", "depends", "impossible", "automatic"}
    assert all("likely" not in goal for goal in goals if goal["status"] != "open")


def test_what_is_likely_is_told_as_not_proved_in_both_languages(run: Run) -> None:
    english, danish = run(*LIMITED), run(*LIMITED, "--lang", "da")
    assert english.status == danish.status == 4
    assert "not proved" in " ".join(english.out.split())
    assert "ikke bevist" in " ".join(danish.out.split())
