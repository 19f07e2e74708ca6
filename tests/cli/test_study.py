"""Studies: the same figures whoever runs them, in whatever order, and however often they are broken off."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from commands import PROP1, Run, written
from effort import part
from pyarrow.parquet import read_table
from schemas import faults
from scipy.stats import binomtest

import analyzer
from analyzer.cards.drawing import Draw
from analyzer.cli import answering
from analyzer.many import cluster, studyrun
from analyzer.many.asks import answer_deals
from analyzer.many.deals import dealt
from analyzer.many.store import MOST_ROWS, about_study, writable_store
from analyzer.many.study import dealable, fact_of, loads
from analyzer.many.tally import Tally, Value, counted, mean_between, share_between
from analyzer.position.model import Position
from analyzer.rules.deal.discard import legal_discards
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.search.worlds.results import wilson

STUDY = """\
format: tarok-study/1
title: A study
ruleset: danish
deals: {tricks: [3, 4], by: uniform, seed: 1, count: 60}
ask:
  forced: {goal: ultimo, for: each}
  any: {of: forced, for: any, by: two}
  worth: {of: guarantee, for: leader}
  how: {of: solve, take: goals.A.ultimo.status}
limits: {nodes: 1000000}
group_by: [tricks, lead]
"""
FAST = STUDY.replace(
    "  worth: {of: guarantee, for: leader}\n  how: {of: solve, take: goals.A.ultimo.status}\n", ""
)
DEAL_7 = "danish / A: dV d10 s5 T1 / B: h3 h6 h10 T15 / C: h2 d7 cC fool / C leads / king=60 pagat=60"


def test_a_study_is_run_shown_reported_and_exported(run: Run, tmp_path: Path) -> None:
    file, store = written(tmp_path, STUDY, "study.yaml"), str(tmp_path / "store")
    ran = run("study", "run", file, "--store", store, "--json")
    assert (ran.status, ran.json) == (0, run("study", "show", store, "--json").json)
    told = ran.json
    assert faults("study", told) == []
    assert (told["title"], told["asked"], told["answered"], len(told["groups"])) == ("A study", 60, 60, 6)
    assert [group["by"] for group in told["groups"][:2]] == [
        {"tricks": 3, "lead": "A"},
        {"tricks": 3, "lead": "B"},
    ]
    for group in told["groups"]:
        assert group["forced"]["yes"] + group["forced"]["no"] == 3 * group["asked"]
        assert group["any"]["yes"] + group["any"]["no"] == group["asked"]
        assert group["worth"]["count"] == group["asked"]
        assert group["forced"]["low"] <= group["forced"]["share"] <= group["forced"]["high"]
    assert "A study" in run("study", "show", store).out
    folder = tmp_path / "report"
    assert run("study", "report", store, "-o", str(folder)).status == 0
    assert {"report.md", "report.html", "groups.csv", "study.yaml", "forced.svg", "worth.svg"} <= {
        each.name for each in folder.iterdir()
    }
    out = tmp_path / "answers.csv"
    assert run("study", "export", store, "-o", str(out)).status == 0
    rows = list(csv.DictReader(out.read_text(encoding="utf-8").splitlines()))
    assert sum(row["question"] == "forced" and row["answer"] == "true" for row in rows) == sum(
        group["forced"]["yes"] for group in told["groups"]
    )


def test_each_answer_is_that_of_the_analyzer_itself() -> None:
    study = loads(STUDY)
    for told in answer_deals(study, 0, 12):
        position = dealt(study, told.k).position
        alone = [analyzer.forced(position, "ultimo", seat).holds for seat in range(3)]
        two = [
            analyzer.forced(position, "ultimo", seat, (seat, other)).holds
            for seat in range(3)
            for other in {0, 1, 2} - {seat}
        ]
        solved = analyzer.solve(position).values
        assert solved.guarantee is not None
        assert solved.goals is not None
        first = next(iter(solved.goals.values()))
        assert told.values == (alone, [any(two)], [solved.guarantee[position.lead]], [first.status.value])
        assert told.facts == (3 + told.k % 2, "ABC"[position.lead])


def test_a_deal_hangs_on_seed_and_number_alone() -> None:
    study = loads(STUDY)
    some = [dealt(study, k).position.to_text() for k in (7, 3)]
    fewer = loads(STUDY.replace("count: 60", "count: 9"))
    assert some == [dealt(fewer, k).position.to_text() for k in (7, 3)]
    assert dealt(loads(STUDY.replace("seed: 1", "seed: 2")), 7).position.to_text() != some[0]
    # Written down once: the same on every machine, of every version.
    assert some[0] == DEAL_7
    drawn = [Draw("die", n).below(6) for n in range(6000)]
    assert all(900 < drawn.count(each) < 1100 for each in range(6))


def exported(run: Run, store: Path) -> tuple[str, bytes]:
    out = store.with_suffix(".csv")
    assert run("study", "export", str(store), "-o", str(out)).status == 0
    return run("study", "show", str(store), "--json").out, out.read_bytes()


def test_workers_chunks_and_breaks_change_nothing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path, FAST, "study.yaml")
    one, other = tmp_path / "one", tmp_path / "other"
    assert run("study", "run", file, "--store", str(one), "--workers", "1").status == 0
    monkeypatch.setattr(studyrun, "SECONDS", 0.0)
    kept = studyrun.keep_piece
    left = 0

    def stopping(*told: Any) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise KeyboardInterrupt
        kept(*told)

    monkeypatch.setattr(studyrun, "keep_piece", stopping)
    statuses = []
    for stop in (3, 5, 1000):
        left = stop
        statuses += [run("study", "run", file, "--store", str(other), "--workers", "3").status]
    assert statuses == [4, 4, 0]
    assert exported(run, one) == exported(run, other)


def test_who_sits_in_front_of_a_study_sees_how_far_it_is(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering, "on_a_terminal", lambda _: True)
    monkeypatch.setattr(answering, "EVERY_STEP", 0.0)
    ran = run("study", "run", written(tmp_path, FAST, "study.yaml"), "--store", str(tmp_path / "store"))
    assert re.search(r"\r4 of 60 positions, [0-9.,]+ a second, 7 %, [0-9]+ s left", ran.err)
    assert re.search(r"\r60 of 60 positions, [0-9.,]+ a second, 100 %, 0 s left", ran.err)
    assert ran.err.endswith(" \r")


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9 here")
def test_a_program_killed_at_any_time_loses_and_doubles_nothing(run: Run, tmp_path: Path) -> None:
    text = FAST.replace("count: 60", "count: 200")
    file, killed, whole = written(tmp_path, text, "study.yaml"), tmp_path / "killed", tmp_path / "whole"
    words = [sys.executable, "-m", "analyzer", "study", "run", file, "--store", str(killed), "--workers", "2"]
    with subprocess.Popen(
        words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=dict(os.environ)
    ) as program:
        end = time.monotonic() + 30
        while time.monotonic() < end and _asked(killed) < 8:
            time.sleep(0.002)
        program.send_signal(signal.SIGKILL)
    asked = _asked(killed)
    assert asked >= 8
    assert run("study", "run", file, "--store", str(killed)).status == 0
    assert run("study", "run", file, "--store", str(whole)).status == 0
    assert exported(run, killed) == exported(run, whole)


def _asked(path: Path) -> int:
    if not path.exists():
        return 0
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
            return database.execute("SELECT coalesce(sum(count), 0) FROM chunks").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


@pytest.mark.parametrize(
    ("change", "differs"),
    [
        (("seed: 1", "seed: 2"), "deals was tricks=3,4 by=uniform seed=1 count=2, and is"),
        (("ruleset: danish", "ruleset: danish-1996"), "ruleset was danish, and is danish-1996"),
    ],
)
def test_a_store_of_something_else_refuses_and_says_in_what_it_differs(
    run: Run, tmp_path: Path, change: tuple[str, str], differs: str
) -> None:
    small = STUDY.replace("count: 60", "count: 2")
    store = str(tmp_path / "store")
    assert run("study", "run", written(tmp_path, small, "one.yaml"), "--store", store).status == 0
    ran = run("study", "run", written(tmp_path, small.replace(*change), "other.yaml"), "--store", store)
    assert (ran.status, differs in " ".join(ran.err.split())) == (2, True), ran.err
    with sqlite3.connect(store) as database:
        database.execute("UPDATE about SET value = '0123' WHERE key = 'core'")
    ran = run("study", "run", str(tmp_path / "one.yaml"), "--store", store)
    assert (ran.status, "the core is another" in ran.err) == (2, True)
    assert run("study", "show", str(tmp_path / "one.yaml")).status == 2
    assert run("study", "show", str(tmp_path / "none")).status == 2


def test_what_the_limits_leave_open_widens_the_interval(run: Run, tmp_path: Path) -> None:
    text = (
        STUDY.replace("1000000", "3")
        .replace("[tricks, lead]", "[]")
        .replace("  how: {of: solve, take: goals.A.ultimo.status}\n", "")
    )
    store = str(tmp_path / "store")
    told = run("study", "run", written(tmp_path, text, "s.yaml"), "--store", store, "--json").json
    [group] = told["groups"]
    forced = group["forced"]
    assert (group["by"], told["asked"]) == ({}, 60)
    assert forced["open"] > 0
    assert told["answered"] < 60
    # Never surer than 180 answers, each of a deal of its own, and never less sure than 60.
    yes, most = forced["yes"], forced["yes"] + forced["open"]
    assert wilson(yes / 3, 60)[0] <= forced["low"] <= wilson(yes, 180)[0]
    assert wilson(most, 180)[1] <= forced["high"] <= wilson(most / 3, 60)[1]
    assert group["worth"]["open"] > 0


@pytest.mark.parametrize(("yes", "asked"), [(0, 7), (7, 7), (120, 500), (1, 3), (33, 34)])
def test_shares_have_the_intervals_of_wilson(yes: int, asked: int) -> None:
    known = binomtest(yes, asked).proportion_ci(0.95, method="wilson")
    assert wilson(yes, asked) == pytest.approx((known.low, known.high), abs=1e-12)


def test_the_example_of_the_machine_interface_comes_out() -> None:
    low, high = share_between(counted(*[[True]] * 120, *[[False]] * 379, [None]))
    assert (round(low, 3), round(high, 3)) == (0.205, 0.281)
    low, high = mean_between(counted([1], [2], [3], [4]))
    assert (round(low, 3), round(high, 3)) == (1.235, 3.765)


def test_players_who_are_all_alike_tell_no_more_than_one_of_them() -> None:
    one = counted(*([k % 3 == 0] for k in range(60)))
    alike = counted(*([k % 3 == 0] * 3 for k in range(60)))
    low, high = share_between(alike)
    assert (low, high) == pytest.approx(wilson(20 * 59 / 60, 59), abs=1e-12)
    assert (low, high) == pytest.approx(share_between(one), abs=0.002)
    assert share_between(counted(*([[False] * 3] * 60))) == wilson(0, 60)
    assert mean_between(counted(*([k, k, k] for k in range(60)))) == pytest.approx(
        mean_between(counted(*([k] for k in range(60))))
    )


def test_players_who_have_nothing_in_common_tell_as_much_as_so_many_deals() -> None:
    random = Random(5)
    answers = [random.random() < 0.3 for _ in range(3000)]
    apart = share_between(counted(*([each] for each in answers)))
    together = share_between(counted(*(answers[k : k + 3] for k in range(0, 3000, 3))))
    assert together == pytest.approx(apart, abs=0.002)
    # Nothing is surer than answers that are all apart.
    assert share_between(counted(*([[True, False, False]] * 50))) == wilson(50, 150)


def test_the_interval_of_clusters_holds_the_true_share_as_often_as_it_says() -> None:
    random, held = Random(11), 0
    for _ in range(400):
        deals: list[list[Value]] = []
        for _ in range(80):
            chance = random.choice((0.05, 0.55))
            deals.append([random.random() < chance for _ in range(3)])
        low, high = share_between(counted(*deals))
        held += low <= 0.3 <= high
    assert 0.92 <= held / 400 <= 0.98


def test_sums_are_exact_whatever_is_added_first() -> None:
    values: list[Any] = [True, None, 3, "1/3", False, "forced", -7, "2/3", "forced"]
    parts = [counted(values[:4]), counted(*([each] for each in values[4:]))]
    for order in (parts, parts[::-1]):
        whole = Tally()
        for each in order:
            whole.join(Tally.from_stored(json.loads(json.dumps(each.plain()))))
        assert whole == counted(values[:4], *([each] for each in values[4:]))
    assert (whole.total, whole.least, whole.words) == (Fraction(-3), Fraction(-7), {"forced": 2})


def test_deals_are_as_they_are_wanted() -> None:
    where = "where: {trumps: {leader: {least: 3}}, void: {A: h}, holds: {C: fool}}"
    study = loads(STUDY.replace("by: uniform,", f"by: uniform, {where},").replace("[3, 4]", "8"))
    for k in range(3):
        position = dealt(study, k).position
        assert sum(card.is_trump for card in position.hands[position.lead]) >= 3
        assert all(str(card)[0] != "h" for card in position.hands[0])
        assert "fool" in map(str, position.hands[2])


@pytest.mark.parametrize("how", ["random", "fewest-points", "longest-trumps"])
def test_of_whole_hands_the_dealer_has_laid_away_as_stated(how: str) -> None:
    text = STUDY.replace("{tricks: [3, 4], by: uniform,", f"{{by: whole-hands, discard: {how},")
    position = dealt(loads(text), 0).position
    assert [len(hand) for hand in position.hands] == [25, 25, 25]
    assert position.lead == 0


RULES_OF_THUMB: dict[str, Callable[[frozenset[Any], frozenset[Any]], int]] = {
    "lowest": lambda _, cards: -sum(card.height for card in cards),
    "highest": lambda _, cards: sum(card.height for card in cards),
    "most-voids": lambda hand, cards: len({"h", "d", "s", "c"} - {str(card)[0] for card in hand - cards}),
    "longest-suit": lambda hand, cards: max(
        sum(str(card)[0] == suit for card in hand - cards) for suit in "hdsc"
    ),
    "bare-kings": lambda hand, cards: sum(
        card.suit in {one.suit for one in hand if one.is_king} for card in cards
    ),
}


@pytest.mark.parametrize("how", [*RULES_OF_THUMB, "guarded-kings"])
def test_no_legal_discard_follows_a_rule_of_thumb_better_than_the_one_it_chooses(how: str) -> None:
    text = STUDY.replace("{tricks: [3, 4], by: uniform,", f"{{by: whole-hands, tricks: 6, discard: {how},")
    worth = RULES_OF_THUMB.get(how, lambda hand, cards: -RULES_OF_THUMB["bare-kings"](hand, cards))
    for k in range(4):
        one = dealt(loads(text), k)
        assert one.taker is not None
        assert [len(hand) for hand in one.position.hands] == [6, 6, 6]
        laid = one.taker.held - one.position.hands[2]
        every = [frozenset(cards) for cards in legal_discards(one.position.rules, one.taker.held, kept=6)]
        assert laid in every
        assert worth(one.taker.held, laid) == max(worth(one.taker.held, cards) for cards in every)


def forced_by_dealer(position: Position) -> bool | None:
    return analyzer.forced(position, "ultimo", "C").holds


def test_the_best_discard_forces_what_any_legal_one_does() -> None:
    deals = "{by: whole-hands, tricks: 5, seed: 1, count: 12}"
    asks = "{best: {of: forced, for: C, discard: best}, lowest: {of: forced, for: C, discard: lowest}}"
    study = loads(f"format: tarok-study/1\ndeals: {deals}\nask: {asks}\n")
    seen: list[Any] = []
    alike = 0
    for told in answer_deals(study, 0, 12):
        one = dealt(study, told.k)
        assert one.taker is not None
        asked = {each.hands[2] for each in one.discarded("best")}
        every = {
            one.taker.held.difference(cards) for cards in legal_discards(study.rules, one.taker.held, kept=5)
        }
        assert asked <= every
        alike += len(every) - len(asked)
        others = one.position.hands[:2]
        holds = [forced_by_dealer(replace(one.position, hands=(*others, hand))) for hand in every]
        (low,) = one.discarded("lowest")
        assert told.values == ([any(holds)], [forced_by_dealer(low)])
        seen += told.values[0]
    assert set(seen) == {True, False}
    assert alike > 0


FOOL = """\
format: tarok-study/1
deals: {tricks: [3, 4], seed: 7, count: 12, where: {holds: {leader: fool}}}
ask:
  lead: {of: gain}
  naming: {}
  sure: {of: guarantee, for: each}
  without: {of: guarantee, for: each, fool_demand: false}
"""


SLOVENIAN = """\
format: tarok-study/1
ruleset: slovenian
deals: {by: whole-hands, contract: two, discard: most-points, seed: 1, count: 9}
ask:
  made: {of: forced, goal: contract, for: A}
"""


def test_who_declares_in_a_study_has_taken_from_the_talon_laid_away_and_called_anothers_king() -> None:
    study = loads(SLOVENIAN)
    for k in range(9):
        one = dealt(study, k)
        position, told = one.position, one.position.told
        assert one.taker is not None
        assert position.skat is not None
        assert [len(hand) for hand in position.hands] == [12, 12, 12, 12]
        assert one.taker.held == position.hands[0] | position.skat
        assert position.skat in legal_discards(study.rules, one.taker.held)
        assert told.called in position.hands[position.partner or 0]
        assert position.partner != 0
        assert set(study.rules.table.deck) == set(told.talon_left).union(position.skat, *position.hands)
        assert analyzer.loads(position.to_text()).told == told


@pytest.mark.parametrize("name", part(["french", "slovenian", "tapp", "tarot"], 4))
def test_hands_are_dealt_for_every_contract_whose_cards_tell_all(name: str) -> None:
    contracts = dealable(load_ruleset(name))
    assert contracts
    for contract in contracts:
        study = loads(SLOVENIAN.replace("slovenian", name).replace("two", contract))
        position = dealt(study, 0).position
        again = analyzer.loads(position.to_text())
        assert (again.hands, again.told, again.skat) == (position.hands, position.told, position.skat)


def test_after_the_best_discard_a_contract_is_made_if_it_is_after_any_legal_one() -> None:
    text = SLOVENIAN.replace("for: A}", "for: A, discard: best}").replace("contract: two", "contract: one")
    study = loads(text)
    best = [told.values[0][0] for told in answer_deals(study, 0, 9)]
    assert True in best
    assert False in best
    for k, made in enumerate(best):
        one = dealt(study, k)
        assert one.taker is not None
        after = (
            replace(one.position, hands=(one.taker.held - cards, *one.position.hands[1:]), skat=cards)
            for cards in legal_discards(study.rules, one.taker.held)
        )
        assert any(analyzer.forced(each, "contract", "A").holds for each in after) is made


@pytest.mark.parametrize(
    ("deals", "told"),
    [
        ("{by: whole-hands, count: 1}", "deals of slovenian need a contract; expected `by: files`"),
        ("{by: uniform, tricks: 3, contract: two, count: 1}", "`by: whole-hands` and a contract: three, two"),
        ("{by: whole-hands, contract: beggar, count: 1}", "no hands are dealt for a contract 'beggar'"),
        ("{by: whole-hands, contract: two, tricks: 3, count: 1}", "expected no `tricks` with it"),
    ],
)
def test_hands_are_dealt_for_a_contract_whose_cards_tell_all(
    run: Run, tmp_path: Path, deals: str, told: str
) -> None:
    text = re.sub(r"deals: .*", f"deals: {deals}", SLOVENIAN)
    ran = run("study", "run", written(tmp_path, text, "study.yaml"), "--store", str(tmp_path / "store"))
    assert ran.status == 3
    assert told in ran.err


def test_the_highest_trump_is_counted_among_the_trumps_and_an_excuse_is_not() -> None:
    fools = {
        "slovenian / A: fool T7 / B: h1 d1 / C: s7 c7 / D: h4 d4 / A leads": 2,
        PROP1.replace("dR", "fool"): 1,
    }
    for text, trumps in fools.items():
        assert fact_of("trumps_of_A", analyzer.loads(text)) == trumps


def test_what_the_fool_is_worth_is_what_its_holder_is_sure_of_with_it_and_without() -> None:
    study = loads(FOOL)
    for told in answer_deals(study, 0, 12):
        position = dealt(study, told.k).position
        cards = analyzer.solve(position).cards
        sure = [(str(each.card), (each.values.guarantee or ())[position.lead]) for each in cards]
        led = [number or 0 for card, number in sure if card == "fool"]
        kept = [number or 0 for card, number in sure if card != "fool"]
        assert told.values[:2] == ([max(led) - max(kept)], [max(led) - min(led)])
        free = analyzer.solve(replace(position, fool_demand=False)).values.guarantee
        assert told.values[2:] == (list(analyzer.solve(position).values.guarantee or ()), list(free or ()))
        if position.tricks_left == 3:
            assert max(led) >= max(kept)  # it would be demanded


def test_who_may_not_lead_the_fool_is_not_asked_what_it_is_worth(run: Run, tmp_path: Path) -> None:
    file = written(tmp_path, FOOL.replace("leader: fool", "A: fool"), "s.yaml")
    told = run("study", "run", file, "--store", str(tmp_path / "store"), "--json").json
    led = told["groups"][0]["lead"]["count"]
    assert 0 < led < told["asked"] == told["answered"] == 12


def test_the_positions_of_a_folder_are_deals_too(run: Run, tmp_path: Path) -> None:
    (tmp_path / "deals").mkdir()
    written(tmp_path / "deals", PROP1, "a.yaml")
    written(tmp_path / "deals", PROP1.replace("lead: B", "lead: A").split("lines:")[0], "b.yaml")
    text = "format: tarok-study/1\ndeals: {by: files, from: deals}\n"
    text += "ask: {forced: {for: A, by: B}}\ngroup_by: [lead]\n"
    told = run(
        "study", "run", written(tmp_path, text, "s.yaml"), "--store", str(tmp_path / "store"), "--json"
    ).json
    assert [(each["by"], each["forced"]["yes"]) for each in told["groups"]][1] == ({"lead": "B"}, 1)
    assert told["asked"] == 2


def test_every_fault_of_a_study_is_told_with_its_place(run: Run, tmp_path: Path) -> None:
    text = """\
format: tarok-study/1
ruleset: slovenian
deals: {by: uniform, seed: 1, count: 300, where: {void: {Q: x}}}
ask:
  foo: {goal: ultimo, for: each}
  forced: {goal: utimo, for: Z, by: "A,X"}
  s: {of: solve}
  d: {of: guarantee, discard: best}
group_by: [trix]
"""
    ran = run("study", "run", written(tmp_path, text, "bad.yaml"), "--store", str(tmp_path / "store"))
    assert ran.status == 3
    places = [line.split("bad.yaml:")[1].split(": ")[0] for line in ran.err.splitlines()]
    assert places == ["3:1", "3:8", "3:58", "3:61", "5:3", "6:18", "6:30", "6:37", "7:3", "8:31", "9:12"]
    assert "trumps_of_leader" in ran.err
    assert not (tmp_path / "store").exists()


@pytest.mark.parametrize(
    "words", [["walk", "x"], ["run", "x"], ["show"], ["report", "x"], ["show", "x", "--workers", "2"]]
)
def test_a_study_that_is_not_asked_for_rightly_is_wrong_usage(run: Run, words: list[str]) -> None:
    assert run("study", *words).status == 2


def test_past_ten_million_deals_only_sums_are_kept(run: Run, tmp_path: Path) -> None:
    study = loads(STUDY.replace("count: 60", f"count: {MOST_ROWS + 1}"))
    path = tmp_path / "store"
    with writable_store(path, about_study(study)) as store:
        store.add(list(answer_deals(study, 100, 5)), 0.1)
        assert [list(store.rows(chunk)) for chunk in store.chunks()] == [[]]
        assert list(store.gaps()) == [(0, 100), (105, MOST_ROWS - 104)]
    told = run("study", "show", str(path), "--json")
    assert (told.status, told.json["asked"]) == (4, 5)
    assert run("study", "export", str(path), "-o", str(tmp_path / "a.csv")).status == 2


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler with two workers, each a process of its own on this machine."""
    said = tmp_path / "scheduler.json"
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    words = ["--scheduler-file", str(said), "--no-dashboard"]
    start = [
        sys.executable,
        "-m",
        "distributed.cli.dask_scheduler",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        *words,
    ]
    programs = [subprocess.Popen(start, **quiet)]
    try:
        until = time.monotonic() + 60
        while not (said.exists() and said.read_text(encoding="utf-8")) and time.monotonic() < until:
            time.sleep(0.05)
        address = json.loads(said.read_text(encoding="utf-8"))["address"]
        worker = [
            sys.executable,
            "-m",
            "distributed.cli.dask_worker",
            address,
            "--nthreads",
            "1",
            "--no-nanny",
        ]
        programs += [subprocess.Popen([*worker, "--no-dashboard"], **quiet) for _ in range(2)]
        yield address, programs[1:]
    finally:
        for each in programs:
            each.kill()
            each.wait()


@pytest.mark.thorough
def test_a_cluster_gives_the_same_figures_though_a_worker_is_killed_half_way(
    run: Run,
    tmp_path: Path,
    scheduler: tuple[str, list[subprocess.Popen[bytes]]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    address, workers = scheduler
    monkeypatch.setattr(studyrun, "MOST", 10)  # thirty chunks, however fast the machine is
    file = written(tmp_path, FAST.replace("count: 60", "count: 300"), "study.yaml")
    one, other = tmp_path / "one", tmp_path / "other"
    kept, stored = studyrun.keep_piece, []

    def killing(*told: Any) -> None:
        kept(*told)
        stored.append(told)
        if len(stored) == 10:
            workers[0].kill()

    monkeypatch.setattr(studyrun, "keep_piece", killing)
    assert run("study", "run", file, "--store", str(other), "--cluster", address).status == 0
    assert workers[0].wait() != 0
    assert len(stored) > 12
    monkeypatch.setattr(studyrun, "keep_piece", kept)
    assert run("study", "run", file, "--store", str(one)).status == 0
    assert exported(run, one) == exported(run, other)


def test_where_no_scheduler_answers_that_is_said(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_PATIENCE", 0.2)
    asked = ("study", "run", written(tmp_path, FAST, "s.yaml"), "--store", str(tmp_path / "store"))
    assert run(*asked, "--cluster", "tcp://127.0.0.1:9").status == 2


def test_answers_are_exported_as_parquet_too(run: Run, tmp_path: Path) -> None:
    store, out = tmp_path / "store", tmp_path / "answers.parquet"
    assert run("study", "run", written(tmp_path, FAST, "s.yaml"), "--store", str(store)).status == 0
    assert run("study", "export", str(store), "-o", str(out)).status == 0
    rows = read_table(out).to_pylist()
    assert (len(rows), {row["deal"] for row in rows}) == (60 * 4, set(range(60)))
    told = out.with_suffix(".json")
    assert run("study", "export", str(store), "-o", str(told)).status == 0
    assert [(row["deal"], row["place"]) for row in json.loads(told.read_text(encoding="utf-8"))] == [
        (row["deal"], row["place"]) for row in rows
    ]


def test_what_deals_can_be_counted_by_is_listed_and_each_of_it_is_told_of_a_deal(run: Run) -> None:
    named = run("study", "facts", "--json").json["facts"]
    position = dealt(loads(STUDY.replace("[3, 4]", "[25]")), 1).position
    told = {name: fact_of(name, position) for name in named}
    assert told["tricks"] == 25
    assert told["trumps_of_leader"] == sum(card.is_trump for card in position.hands[position.lead])
    assert {told["fool_with"], told["hR_with"]} <= {"A", "B", "C", "nobody"}
    assert all(name in run("study", "facts").out for name in named)


def test_how_long_the_plans_of_many_deals_are_is_what_explain_tells_of_each() -> None:
    asks = "  why: {of: explain, for: each}\n  together: {of: explain, for: leader, by: others}\n"
    study = loads(STUDY.replace(STUDY.partition("ask:\n")[2].partition("limits:")[0], asks))
    words = set()
    for told in answer_deals(study, 0, 12):
        position = dealt(study, told.k).position
        each, [together] = told.values
        words |= {*each, together}
        for seat, value in enumerate(each):
            found = analyzer.explain(position, "ultimo", seat)
            assert found.plan is not None
            assert value == f"{'yes' if found.holds else 'no'}-{found.plan.length}"
        others = [seat for seat in range(3) if seat != position.lead]
        found = analyzer.explain(position, "ultimo", position.lead, by=others)
        assert str(together).startswith("yes" if found.holds else "no")
    assert {"no-0", "no-1"} < words


def test_plans_of_any_player_cannot_be_asked_for() -> None:
    with pytest.raises(analyzer.InvalidFile) as wrong:
        loads(STUDY.replace("{of: guarantee, for: leader}", "{of: explain, for: any}"))
    assert "no answer of explain is that of any player" in str(wrong.value)


def test_cards_part_where_no_card_is_proper_clever_and_careful_at_once() -> None:
    study = loads(STUDY.replace("  any: {of: forced, for: any, by: two}\n", "  parting: {}\n"))
    place = [ask.name for ask in study.asks].index("parting")
    words = set()
    for told in answer_deals(study, 0, 24):
        [word] = told.values[place]
        words.add(word)
        position = dealt(study, told.k).position
        solution = analyzer.solve(position)
        values = solution.values
        assert values.equilibria is not None
        assert values.guarantee is not None
        mover = solution.to_play
        sure = {
            (each.card, each.names)
            for each in solution.cards
            if each.values.guarantee is not None and each.values.guarantee[mover] == values.guarantee[mover]
        }
        proper = {(each.card, each.names) for each in solution.cards if each.proper}
        assert ("proper|sure" in str(word)) is (bool(proper) and not sure & proper)
        assert ("none-proper" in str(word)) is not bool(proper)
    assert "agree" in words
