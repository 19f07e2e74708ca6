"""Reports of studies: figures with words, differences of two groups, and how to do it again and cite it."""

from __future__ import annotations

import re
import signal
import sys
from math import sqrt
from pathlib import Path

import pytest
from commands import Run, written

from analyzer.cli import many as commands
from analyzer.many import studyrun
from analyzer.many.drawings import CountedGroups, between, mark_of
from analyzer.many.report import StudyShown
from analyzer.many.store import readable_store
from analyzer.many.study import loads
from analyzer.many.tally import counted
from analyzer.report.paper.figures import Drawing, Estimate, drawn
from analyzer.report.style.textstyle import TextStyle

STUDY = """\
format: tarok-study/1
title: Who forces his Ultimo?
ruleset: danish
deals: {tricks: [2, 3, 4], by: uniform, seed: 3, count: 90}
ask:
  alone: {of: forced, goal: ultimo, for: each}
  helped: {of: forced, goal: ultimo, for: any, by: two}
  worth: {of: guarantee, for: leader}
group_by: [tricks, fool_with]
"""
NOT_APART = STUDY.replace("group_by: [tricks, fool_with]\n", "")
ENGLISH = TextStyle(100, colour=False, symbols=True, lang="en")
DANISH = TextStyle(100, colour=False, symbols=True, lang="da")


@pytest.fixture
def store(run: Run, tmp_path: Path) -> Path:
    path = tmp_path / "study.db"
    assert run("study", "run", written(tmp_path, STUDY, "study.yaml"), "--store", str(path)).status == 0
    return path


def shown(store: Path) -> StudyShown:
    with readable_store(store) as opened:
        return StudyShown.from_store(opened)


def test_a_figure_says_in_words_what_was_asked_and_of_what(store: Path) -> None:
    drawings = dict(shown(store).counted.drawings(ENGLISH))
    assert list(drawings) == ["alone", "helped", "worth"]
    alone = drawings["alone"]
    assert (alone.title, alone.across) == ("Ultimo of each player, forced alone", "tricks to go")
    assert alone.along == "share of the players"
    assert drawings["worth"].along == "tokens in the mean"
    assert drawings["helped"].title == "Ultimo of any player, forced with one of the others"
    assert (drawings["worth"].title, drawings["worth"].percent) == ("Amount guaranteed to the leader", False)
    danish = dict(shown(store).counted.drawings(DANISH))
    assert danish["alone"].across == "stik tilbage"
    assert any("stik tilbage" in word for word in words_of(danish["alone"], DANISH))
    assert "Et mærke er af 1 til" in " ".join(
        words_of(dict(shown(store).counted.drawings(DANISH))["worth"], DANISH)
    )


def words_of(drawing: Drawing, style: TextStyle) -> list[str]:
    """Every text of a figure."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", drawn(drawing, style).decode())


def test_a_figure_says_of_how_many_deals_each_mark_is_and_what_its_strokes_are(store: Path) -> None:
    drawings = dict(shown(store).counted.drawings(ENGLISH))
    counts = sorted(mark.deals for mark in drawings["alone"].marks)
    assert sum(counts) == 90
    told = " ".join(words_of(drawings["alone"], ENGLISH))
    assert f"A mark is of {counts[0]} to {counts[-1]} deals." in told
    assert "95 % intervals, those of shares by Wilson" in told
    assert "those of means by the normal distribution" in " ".join(words_of(drawings["worth"], ENGLISH))


def test_marks_are_joined_only_where_nothing_lies_between_them_and_lines_differ_without_colour() -> None:
    even = {name: [Estimate(at, 0.1 * at) for at in (2, 3, 4)] for name in ("first", "second")}
    gap = {"": [Estimate(at, 0.1 * at) for at in (2, 3, 8)]}
    joined = drawn(Drawing("title", "across", "along", even), ENGLISH).decode()
    apart = drawn(Drawing("title", "across", "along", gap), ENGLISH).decode()
    lines = [set(re.findall(r"stroke-dasharray: ([\d., ]+)", text)) for text in (joined, apart)]
    assert [len(each) for each in lines] == [1, 0]
    assert joined.count('d="M ') - apart.count('d="M ') > 1


def test_a_figure_over_numbers_has_a_line_for_each_of_few_groups(store: Path) -> None:
    alone = dict(shown(store).counted.drawings(ENGLISH))["alone"]
    assert alone.over_numbers
    holders = {f"who holds the Fool, or nobody: {who}" for who in ("A", "B", "C", "nobody")}
    assert set(alone.lines) == holders
    groups = {
        (group["by"]["tricks"], group["by"]["fool_with"]): group["alone"]
        for group in shown(store).figures.groups
    }
    for name, marks in alone.lines.items():
        for mark in marks:
            group = groups[mark.at, name.rpartition(" ")[2]]
            assert (mark.value, mark.low, mark.high) == (group["share"], group["low"], group["high"])


def test_what_is_not_counted_apart_is_one_figure_of_all_questions_of_a_kind(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "study.db"
    assert run("study", "run", written(tmp_path, NOT_APART, "s.yaml"), "--store", str(path)).status == 0
    drawings = dict(shown(path).counted.drawings(ENGLISH))
    assert [[mark.at for mark in drawings[name].lines[""]] for name in drawings] == [
        ["alone", "helped"],
        ["worth"],
    ]
    assert not drawings["shares"].over_numbers


@pytest.mark.parametrize("form", ["svg", "pdf"])
def test_the_same_figure_is_the_same_file(store: Path, form: str) -> None:
    drawing = dict(shown(store).counted.drawings(ENGLISH))["alone"]
    first = drawn(drawing, ENGLISH, form)
    assert first == drawn(drawing, ENGLISH, form)
    if form == "svg":
        text = first.decode()
        assert "Ultimo of each player, forced alone" in text
        assert "tricks to go" in text


def test_a_report_can_be_done_again_from_itself(run: Run, store: Path, tmp_path: Path) -> None:
    folder = tmp_path / "report"
    assert run("study", "report", str(store), "-o", str(folder)).status == 0
    text = (folder / "report.md").read_text(encoding="utf-8")
    study = loads((folder / "study.yaml").read_text(encoding="utf-8"))
    assert study.digest == shown(store).figures.study
    for told in ("seed 3", study.digest, "Cite as: Who forces his Ultimo?", "![alone](alone.svg)"):
        assert told in text
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert page.count("data:image/svg+xml") == 3
    assert {"alone.pdf", "helped.svg"} <= {each.name for each in folder.iterdir()}
    danish = tmp_path / "rapport"
    assert run("study", "report", str(store), "-o", str(danish), "--lang", "da").status == 0
    assert "Citeres som" in (danish / "report.md").read_text(encoding="utf-8")


def test_without_matplotlib_a_report_has_no_figures_and_says_so(
    run: Run, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    ran = run("study", "report", str(store), "-o", str(tmp_path / "report"))
    assert ran.status == 0
    assert "-m pip install 'matplotlib>=3.9'" in ran.err
    names = {each.name for each in (tmp_path / "report").iterdir()}
    assert names == {"report.md", "report.html", "groups.csv", "study.yaml"}


def test_two_groups_differ_by_as_much_as_their_shares_with_an_interval_of_both(run: Run, store: Path) -> None:
    told = run("study", "show", str(store), "--between", "tricks=2,4", "--json").json["differences"]
    assert [each["question"] for each in told] == ["alone", "helped", "worth"]
    counted = shown(store).counted
    by_tricks = CountedGroups(
        counted.asks, ["tricks"], [group._replace(facts=group.facts[:1]) for group in counted.groups]
    )
    [marks] = dict(by_tricks.drawings(ENGLISH))["helped"].lines.values()
    first, _, second = marks
    assert first.high is not None
    assert second.low is not None
    helped = told[1]
    assert helped["difference"] == pytest.approx(second.value - first.value)
    down = sqrt((second.value - second.low) ** 2 + (first.high - first.value) ** 2)
    assert helped["low"] == pytest.approx(helped["difference"] - down)
    text = run("study", "show", str(store), "--between", "tricks=2,4").out
    assert "tricks: 4 - 2" in text


def test_independent_groups_of_known_shares_differ_within_newcombes_example() -> None:
    # 56 of 70 against 48 of 80: 0.2000, from 0.0524 to 0.3339 (Newcombe 1998, table II, method 10, row a).
    one = mark_of("a", counted(*([n < 48] for n in range(80))))
    other = mark_of("b", counted(*([n < 56] for n in range(70))))
    assert one is not None
    assert other is not None
    assert between(one, other) == pytest.approx((0.0524, 0.3339), abs=5e-5)


@pytest.mark.parametrize(
    ("between", "told"),
    [
        ("trick=2,4", "did you mean tricks?"),
        ("tricks=2", "there are 2, 3, 4"),
        ("tricks=2,9", "there are 2, 3, 4"),
        ("trumps_of_A=1,2", "there are tricks, fool_with"),
    ],
)
def test_groups_that_there_are_not_are_refused(run: Run, store: Path, between: str, told: str) -> None:
    ran = run("study", "show", str(store), "--between", between)
    assert ran.status == 2
    assert told in ran.err


def test_a_study_that_is_broken_off_says_how_far_it_came(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studyrun, "SECONDS", 0.0)
    kept = studyrun.keep_piece

    def stopping(*told: object) -> None:
        kept(*told)  # type: ignore[arg-type]
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(studyrun, "keep_piece", stopping)
    file, store = written(tmp_path, STUDY, "study.yaml"), tmp_path / "store"
    ran = run("study", "run", file, "--store", str(store), "--workers", "1")
    assert ran.status == 4
    assert re.search(r"interrupted after \d+ of 90 positions; the same command goes on from there", ran.err)


def test_a_long_study_says_early_how_long_it_is_going_to_take(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "_ENOUGH", 0.0)
    monkeypatch.setattr(commands, "_LONG", 0.0)
    ran = run("study", "run", written(tmp_path, STUDY, "study.yaml"), "--store", str(tmp_path / "store"))
    assert ran.status == 0
    assert re.search(r"about \d+ min for what is left of 90 positions", ran.err)
