"""The benchmark asks the same questions everywhere, and counts the same nodes every time."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import analyzer
from analyzer.cards.card import Card
from analyzer.position.model import Position
from analyzer.rules.spec.shipped import load_ruleset
from bench import (
    asked,
    batch_rows,
    club_deal,
    compare,
    guesses,
    start,
    strong_deal,
    table,
    tail,
    uniform_deal,
)
from bench.__main__ import main
from bench.batch_rows import BatchRow
from bench.point_rows import POINT_ROWS, PointRow
from bench.pointbaseline import compare_points, point_requests
from bench.pointquestions import BenchWanted
from bench.rows import ROWS, Row
from bench.worker import prepare

HERE = Path(analyzer.__file__).parents[1]
SMALL = [Row("uniform", 10, 4), Row("strong", 8, 4), Row("goals", 5, 2), Row("equilibria", 4, 2)]


def text(hand: frozenset[Card]) -> str:
    return " ".join(map(str, sorted(hand)))


def test_a_seeded_deal_is_the_same_on_every_machine() -> None:
    deal = uniform_deal(0, 5)
    assert [text(hand) for hand in deal.hands] == ["hD h7 h10 d8 c2", "hC sD cR T19 T14", "h9 dD T17 T13 T3"]
    assert deal.lead == 1


def test_a_seeded_deal_of_the_club_is_the_same_on_every_machine() -> None:
    deal = club_deal(0, load_ruleset("danish"))
    kept = "hR hC h2 h5 dR dV d1 d2 d3 d4 d5 d6 s5 cV c10 c5 c3 T21 T18 T12 T9 T8 T7 T4 T2"
    assert text(deal.hands[2]) == kept


def test_a_seeded_question_is_the_same_on_every_machine() -> None:
    one = asked("uniform", 3, 8)
    assert (str(one.goal), one.seat, one.by) == ("last_trick", 0, 0b110)


@pytest.mark.parametrize("what", ["call", "batch"])
def test_rows_of_many_questions_count_the_nodes_of_each(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_rows, "LINES", 6)
    rounds = 1 if what == "batch" else 6
    found = [search() for search in BatchRow(what, 5, rounds).searches(100_000)]
    rules = load_ruleset("danish")
    deals = [uniform_deal(seed, 5) for seed in range(6)]
    each = [Position(rules, ("A", "B", "C"), deal.hands, deal.lead) for deal in deals]
    assert sum(nodes for nodes, _ in found) == sum(analyzer.forced(one, "ultimo", "A").nodes for one in each)
    assert all(answer is not None for _, answer in found)


def test_a_strong_hand_has_ten_trumps_or_more() -> None:
    for seed in range(20):
        deal = strong_deal(seed)
        assert deal.strong is not None
        assert sum(card.is_trump for card in deal.hands[deal.strong]) >= 10


@pytest.mark.parametrize("row", SMALL, ids=lambda row: row.name)
def test_a_question_costs_the_same_nodes_whenever_it_is_asked(row: Row) -> None:
    runs = [[prepare(case, 1_000_000)() for case in row.cases()] for _ in range(2)]
    assert runs[0] == runs[1]
    assert sum(nodes for nodes, _ in runs[0]) > 100
    assert all(answer is not None for _, answer in runs[0])


def test_a_search_that_is_given_up_has_no_answer() -> None:
    case = next(Row("uniform", 20, 1).cases())
    nodes, answer = prepare(case, 10)()
    assert nodes >= 10
    assert answer is None


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_every_row_asks_as_many_questions_of_as_many_tricks_as_it_says(row: Row) -> None:
    cases = list(row.cases())
    assert len(cases) == row.count
    assert {len(hand) for case in cases for hand in case["hands"]} == {row.tricks}
    assert len({json.dumps(case) for case in cases}) > row.count / 2


def test_a_revision_compared_with_itself_needs_the_same_nodes(capsys: pytest.CaptureFixture[str]) -> None:
    old, new = compare.Revision(HERE, 1_000_000), compare.Revision(HERE, 1_000_000)
    assert compare.compare((Row("uniform", 9, 6),), old, new) == 0
    old.close()
    new.close()
    row = capsys.readouterr().out.splitlines()[-1].split()
    assert row[:5] == ["uniform-9", "6", "1.00", "1.00", "1.00"]


def test_answers_that_differ_between_revisions_are_counted() -> None:
    pairs = compare.Pairs()
    pairs.add((10, 0.1, "True"), (5, 0.2, "True"))
    pairs.add((10, 0.1, "True"), (5, 0.2, "False"))
    pairs.add((10, 0.1, None), (5, 0.2, "False"))
    assert pairs.differ == 1
    assert pairs.only == [0, 1]
    assert pairs.nodes == [0.5, 0.5]
    assert pairs.seconds == [2.0, 2.0]


def test_the_results_are_printed_with_a_line_for_each_row(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    extra = dict.fromkeys(("nodes", "nodes_median", "nodes_p90", "unfinished"), 7)
    extra |= {"seconds_p90": 0.25, "nodes_per_second": 5_000_000}
    row = {"param": "uniform-8", "stats": {"median": 0.001, "max": 0.5, "rounds": 3}, "extra_info": extra}
    file = tmp_path / "bench.json"
    file.write_text(json.dumps({"benchmarks": [row]}))
    table.main(str(file))
    shown = capsys.readouterr().out.splitlines()
    assert shown[1].split()[:5] == ["uniform-8", "3", "1.000", "250.000", "500.000"]


@pytest.mark.parametrize(
    "row", [replace(row, tricks=5, count=2) for row in POINT_ROWS], ids=lambda row: row.name
)
def test_a_question_about_card_points_costs_the_same_nodes_whenever_it_is_asked(row: PointRow) -> None:
    short = replace(row, tricks=5, count=2)
    runs = [[search() for search in short.searches(1_000_000)] for _ in range(2)]
    assert runs[0] == runs[1]
    assert all(answer is not None for _, answer in runs[0])


def test_a_search_for_card_points_that_is_given_up_has_no_answer() -> None:
    for row in POINT_ROWS[:2]:
        nodes, answer = next(replace(row, wanted=BenchWanted.EXACT).searches(10))()
        assert nodes >= 10
        assert answer is None


def test_a_plain_solver_that_shares_no_code_with_the_core_wins_the_same_points() -> None:
    both = compare_points(point_requests(7, 24))  # it raises where the two disagree
    assert {each.native.answer for each in both} == {True, False}
    assert sum(each.native.nodes for each in both) < sum(each.plain.nodes for each in both)


def test_a_hand_longer_than_the_game_deals_is_not_compared(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["compare-points", "--tricks", "13", "--count", "1"])
    assert ended.value.code == 2
    assert "has 12 tricks at the most" in capsys.readouterr().err


def test_a_question_of_a_whole_hand_is_asked_again_only_with_more_nodes(tmp_path: Path) -> None:
    file, wanted = tmp_path / "tail.jsonl", [("seeds 0-69", 8)]
    lines = []
    for nodes in (10, 9, 11):
        known = tail.measured(file, wanted, tail.TailLimits(nodes, 20.0), 20.0, processes=1)
        lines.append(len(file.read_text(encoding="utf-8").splitlines()))
    assert lines == [1, 1, 2]
    assert tail.kept(file) == known
    assert known[wanted[0]].nodes == 12
    row = tail.table(known.values()).splitlines()[-1]
    assert row.startswith("| seeds 0-69 | the others | 1 | 1 | 1 | 1 |")


def test_a_guess_is_held_against_the_proof_of_the_same_question() -> None:
    rows = guesses.table(8, 12, 5).splitlines()
    assert rows[0].startswith("8 all")
    assert "of   12 known" in rows[0]
    assert sum(int(row.split("right")[1].split()[0]) for row in rows if " side " in row) > 6


def test_the_bill_of_a_start_names_each_module_by_what_it_takes_itself() -> None:
    told = start.bill(["--version"], runs=2)
    assert list(told.values()) == sorted(told.values(), reverse=True)
    assert "analyzer.cli.main" in told
    assert 0 < start.seconds(["-m", "analyzer", "--version"], runs=2) < 5
    least, more = start.made(["--version"]), start.made(["--help"])
    assert 0 < least[0] < more[0]
    assert 0 < least[1] < more[1]
