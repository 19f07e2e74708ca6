"""One question put to many positions from the command line and from Python."""

from __future__ import annotations

import csv
import io
import json
import os
import random
import re
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bench.deals import uniform_deal
from bench.questions import asked
from commands import PROP1, Run
from schemas import faults

import analyzer
from analyzer.answers.requests import Means
from analyzer.cards.card import DECK
from analyzer.cli import answering
from analyzer.many.question import Asker, Kind, ManyRequest, Told
from analyzer.many.rows import answer_records
from analyzer.many.source import BatchRecord, RecordBlock, RecordSource
from analyzer.position.files.oneline import plain_line
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.position.reading import loads, row_of
from analyzer.rules.score.goals import Goal
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.search.engine import solvers
from analyzer.search.engine.results import members
from analyzer.search.engine.solvers import make_solver
from analyzer.search.solve.explain import ForcingPlay, forced

LINE = "danish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads / king=60 pagat=60"
TRICK = "danish / A: T7 / B: hR d9 / C: c7 c2 / A leads dR / king=60 pagat=60"
OBJECT = '{"format": "tarok-position/1", "hands": {"A": "dR T7", "B": "hR d9", "C": "c7 c2"}, "lead": "B"}'
NAMES = "danish / A: fool T7 d4 / B: hR d9 h2 / C: c7 c2 c3 / A leads / king=60 pagat=60"
PARTNERS = (
    "slovenian / A: d4 T20 / B: hC T13 / C: h3 T17 / D: h1 T2 / A leads "
    "/ contract=three declarer=A called=hR partner=C"
)
BASIC = "basic / A: dV T21 fool / B: cC T12 T6 / C: T14 T13 T2 / A leads / taken=A:7:0,B:,C:"


def deals(count: int, tricks: int = 4) -> list[Position]:
    rules = load_ruleset("danish")
    dealt = (uniform_deal(seed, tricks) for seed in range(count))
    return [Position(rules, ("A", "B", "C"), each.hands, each.lead) for each in dealt]


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def written(path: Path, lines: list[str]) -> str:
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return str(path)


def test_each_line_is_answered_in_order_as_forced_answers_it_alone(run: Run) -> None:
    positions = deals(60)
    text = "".join(each.to_text() + "\n" for each in positions)
    for player, by in (("A", "A"), ("B", "A,C")):
        ran = run("batch", "forced", "-", "--goal", "ultimo", "--for", player, "--by", by, stdin=text)
        alone = [analyzer.forced(each, "ultimo", player, by.split(",")) for each in positions]
        assert objects(ran.out) == [
            {
                "line": number,
                "question": {"goal": "ultimo", "for": player},
                "holds": each.holds,
                "nodes": each.nodes,
            }
            for number, each in enumerate(alone, 1)
        ]
        assert ran.status == 0


def test_lines_objects_and_tricks_under_way_stand_in_one_file(run: Run) -> None:
    text = "\n".join([LINE, "", TRICK, OBJECT, LINE + "\r", "A: dR T7 / B: hR d9 / C: c7 c2 / B leads"])
    ran = run("batch", "forced", "--for", "A", "--by", "B", "-", stdin=text)
    assert [(each["line"], each["holds"]) for each in objects(ran.out)] == [
        (1, True), (3, False), (4, True), (5, True), (6, True),
    ]  # fmt: skip


def test_a_line_with_faults_tells_them_with_their_columns_and_the_rest_go_on(run: Run) -> None:
    bad = [LINE.replace("dR T7", "dX T7"), LINE.replace("hR d9", "hR hR"), LINE.replace("B leads", "Q leads"),
           LINE.replace("A", "Q"), LINE.replace("danish", "danisch"), "nothing"]  # fmt: skip
    ran = run("batch", "forced", "--for", "A", "--by", "B", "-", stdin="\n".join([*bad, LINE]))
    assert ran.status == 3
    *faulty, sound = objects(ran.out)
    question = {"goal": "ultimo", "for": "A"}
    assert sound == {"line": 7, "question": question, "holds": True, "nodes": sound["nodes"]}
    assert [each["errors"][0]["column"] for each in faulty] == [13, 27, 43, 1, 1, 1]
    assert faulty[0]["errors"][0]["message"] == "dX: no such card; did you mean d10?"
    assert all(faults("batch", each) == [] for each in (*faulty, sound))


def test_a_line_that_is_not_utf_8_is_a_fault_of_its_own(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b"\xe6\n" + LINE.encode() + b"\n")
    ran = run("batch", "forced", "--for", "A", str(path))
    assert [each["line"] for each in objects(ran.out)] == [1, 2]
    assert (ran.status, objects(ran.out)[0]["errors"][0]["message"]) == (
        3, "the line is not UTF-8; expected UTF-8",
    )  # fmt: skip


def test_what_the_limits_leave_open_is_counted_and_told(run: Run) -> None:
    text = "\n".join(each.to_text() for each in deals(20, 6))
    ran = run("batch", "forced", "--for", "A", "--max-nodes", "5", "-", stdin=text)
    holds = [each["holds"] for each in objects(ran.out)]
    assert ran.status == 4
    assert {None, False} <= set(holds)
    assert run("batch", "guarantee", "--max-nodes", "5", "-", stdin=text).status == 4


def test_every_question_answers_as_its_command_does(run: Run, tmp_path: Path) -> None:
    solved = run("solve", "-", "--json", stdin=LINE).json
    [found] = objects(run("batch", "-", stdin=LINE).out)
    assert next(iter(found.items())) == ("line", 1)
    assert {key: each for key, each in found.items() if key not in ("line", "stats")} == {
        key: each for key, each in solved.items() if key != "stats"
    }
    assert objects(run("batch", "guarantee", "-", stdin=LINE).out) == [
        {"line": 1, "guarantee": solved["guarantee"]}
    ]
    pointed = run("solve", "-", "--json", "--no-tokens", stdin=BASIC).json
    assert objects(run("batch", "points", "-", stdin=BASIC).out) == [{"line": 1, "points": pointed["points"]}]
    assert run("batch", "points", "-", stdin=LINE).status == 3


def test_a_thread_solves_many_positions_over_one_table_in_the_nodes_each_takes_alone(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    positions = deals(6, 5)
    alone = [analyzer.solve(each).nodes for each in positions]
    made: list[int] = []

    def counted(question: Hand, size: int, switches: Any = None) -> Any:
        made.append(size)
        return make_solver(question, size, switches)

    monkeypatch.setattr(solvers, "make_solver", counted)
    text = "\n".join(each.to_text() for each in positions)
    told = objects(run("batch", "-", "--workers", "1", stdin=text).out)
    assert [each["stats"]["nodes"] for each in told] == alone
    assert len(made) == 1


def test_the_files_of_a_folder_are_answered_in_the_order_of_their_names(run: Run, tmp_path: Path) -> None:
    (tmp_path / "b.yaml").write_text(PROP1, encoding="utf-8")
    (tmp_path / "a.yaml").write_text(PROP1.replace("c7 c2", "c7 cX", 1), encoding="utf-8")
    (tmp_path / "notes.txt").write_text("no position", encoding="utf-8")
    ran = run("batch", "replay", str(tmp_path))
    first, second = objects(ran.out)
    assert ran.status == 3
    assert (first["line"], Path(first["file"]).name) == (1, "a.yaml")
    assert (first["errors"][0]["line"], first["errors"][0]["column"]) == (7, 9)
    assert [each["outcome"]["ultimo"] for each in second["lines"]] == ["A", None]
    table = run("batch", "forced", "--for", "A", "--csv", str(tmp_path)).out
    assert table.splitlines()[0] == "line,file,question,holds,nodes,worlds,unsettled,errors"


def test_a_table_says_the_same_as_the_objects(run: Run) -> None:
    text = f"{LINE}\nnothing\n{BASIC}"
    told = objects(run("batch", "guarantee", "-", stdin=text).out)
    rows = list(csv.DictReader(io.StringIO(run("batch", "guarantee", "--csv", "-", stdin=text).out)))
    assert [json.loads(row["guarantee"] or "null") for row in rows] == [
        each.get("guarantee") for each in told
    ]
    assert [json.loads(row["errors"] or "null") for row in rows] == [each.get("errors") for each in told]
    assert [int(row["line"]) for row in rows] == [1, 2, 3]


@pytest.mark.parametrize("table", [(), ("--csv",)], ids=["json", "csv"])
def test_a_run_that_was_killed_goes_on_where_its_file_ends(
    run: Run, tmp_path: Path, table: tuple[str, ...]
) -> None:
    lines = [each.to_text() for each in deals(30)]
    lines[3] = "nothing"
    file, whole, cut = written(tmp_path / "lines", lines), tmp_path / "whole", tmp_path / "cut"
    asked = ("batch", "forced", "--for", "A", file, *table)
    assert run(*asked, "-o", str(whole)).status == 3
    text = whole.read_bytes()
    for noted, end in ((0, 0), (0, 3), (2, len(text) // 2), (20, len(text) - 1), (30, len(text))):
        written(tmp_path / "lines", lines[:noted])
        cut.unlink(missing_ok=True)
        run(*asked, "-o", str(cut))
        written(tmp_path / "lines", lines)
        cut.write_bytes(text[:end])
        workers = str(1 + end % 3)
        assert run(*asked, "-o", str(cut), "--resume", "--workers", workers).status == 3
        assert cut.read_bytes() == text


def test_a_file_of_something_else_is_not_gone_on_with(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("something else\n", encoding="utf-8")
    asked = (
        "batch",
        "forced",
        "--for",
        "A",
        written(tmp_path / "lines", [LINE]),
        "-o",
        str(path),
        "--resume",
    )
    assert run(*asked).status == 2
    assert path.read_text(encoding="utf-8") == "something else\n"
    assert run("batch", "forced", "--resume", str(path)).status == 2


@pytest.mark.parametrize(
    "words",
    [["forced"], ["forces", "x"], ["forced", "-", "more"], ["forced", "--goal", "ultima", "-"],
     ["--ruleset", "danisch", "-"]],
)  # fmt: skip
def test_what_makes_no_question_is_refused_before_anything_is_read(run: Run, words: list[str]) -> None:
    assert run("batch", *words, stdin=LINE).status == 2


def test_a_program_may_write_one_line_and_wait_for_its_answer() -> None:
    answered: list[int] = []
    come = threading.Event()

    def blocks() -> Iterator[RecordBlock]:
        for number in (1, 2, 3):
            assert number == 1 or come.wait(20)
            come.clear()
            yield RecordBlock([BatchRecord(number, LINE)], number)

    for chunk in answer_records(blocks(), Asker(ManyRequest(), Means()), 2):
        answered += [record.line for record, _ in chunk.answers]
        come.set()
    assert answered == [1, 2, 3]


def test_a_hard_position_does_not_keep_the_other_thread_from_what_stands_behind_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    behind, answered, whole = threading.Event(), [0], Asker.answer

    def slow(self: Asker, record: BatchRecord) -> Told:
        if record.line == 1:
            assert behind.wait(20)
        answered[0] += 1
        if answered[0] == 60:
            behind.set()
        return whole(self, record)

    monkeypatch.setattr(Asker, "answer", slow)
    asker = Asker(ManyRequest(kind=Kind.REPLAY), Means())
    block = RecordBlock([BatchRecord(number, LINE) for number in range(1, 62)], 1)
    chunks = answer_records([block], asker, 2)
    assert [record.line for chunk in chunks for record, _ in chunk.answers] == list(range(1, 62))


def test_positions_texts_and_rows_of_bytes_are_answered_alike() -> None:
    positions = deals(40)
    asked: dict[str, Any] = {"goal": "bagud", "player": "B", "by": {"A", "C"}}
    alone = [analyzer.forced(each, **asked) for each in positions]
    texts = analyzer.forced_many([each.to_text() for each in positions], **asked, threads=3)
    rows = b"".join(bytes(row_of(each)) for each in positions)
    for found in (
        texts,
        analyzer.forced_many(positions, **asked, threads=1),
        analyzer.Batch().forced(rows, **asked),
    ):
        assert [each.holds for each in found] == [each.holds for each in alone]
        assert list(found.nodes) == [each.nodes for each in alone]
        assert (found.done, len(found), found.errors) == (40, 40, {})
    assert [each.nodes for each in texts[2:-1]] == list(texts.nodes[2:-1])


def test_one_bad_position_of_many_has_its_own_errors() -> None:
    row = bytearray(row_of(loads(LINE)))
    row[0] = 0  # the king of hearts is A's as well as nobody else's
    found = analyzer.forced_many([LINE, "nothing", TRICK, loads(LINE)], "ultimo", "A", {"B"})
    assert [each.holds for each in found] == [True, None, False, True]
    assert [each["column"] for each in found[1].errors] == [1]
    assert set(found.errors) == {1}
    assert analyzer.Batch().forced(row)[0].errors
    with pytest.raises(analyzer.UsageError):
        analyzer.forced_many(b"too short")
    with pytest.raises(analyzer.UsageError):
        analyzer.forced_many([None])


def hand_of_minutes() -> str:
    """A whole hand that takes far longer than anybody waits: whether C alone can force the Ultimo."""
    return asked("strong", 14).position.to_text()


def test_what_is_done_when_the_time_is_up_is_answered() -> None:
    found = analyzer.forced_many([LINE, hand_of_minutes()], "ultimo", "C", timeout=0.5, threads=1)
    assert found[0].holds is False
    assert (found.done, len(found)) == (1, 2)
    assert (found[-1].holds, found[-1].errors) == (None, ())


def test_what_is_done_at_ctrl_c_is_answered() -> None:
    lines = [LINE, hand_of_minutes()]
    assert not analyzer.forced_many([LINE], "ultimo", "C", threads=1)[0].holds  # so that all is imported
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    found = analyzer.forced_many(lines, "ultimo", "C", threads=1)
    assert found[0].holds is False
    assert (found.done, len(found)) == (1, 2)


def test_what_players_are_sure_of_comes_as_an_array_whether_positions_texts_or_rows_are_given() -> None:
    positions = deals(12, 3)
    solved = [analyzer.solve(each, cards=False, goals=False).values.guarantee for each in positions]
    batch = analyzer.Batch(threads=2)
    rows = np.array([list(row_of(each)) for each in positions], dtype=np.uint8)
    for given in (positions, [each.to_text() for each in positions], rows):
        found = batch.guarantee(given)
        amounts = np.asarray(found.amounts)
        assert (amounts.dtype, amounts.shape) == (np.int64, (12, 3))
        assert amounts.tolist() == list(map(list, solved))
        assert np.asarray(found.answered).tolist() == np.asarray(found.parts).tolist() == [1] * 12
    assert np.asarray(batch.guarantee(rows, 1).amounts)[:, 0].tolist() == [each[1] for each in solved]


def test_the_pots_of_a_line_are_those_it_is_paid_from() -> None:
    rich = [LINE.replace("king=60", f"king={pot}") for pot in (0, 60, 500)]
    found = analyzer.Batch(threads=1).guarantee(rich)
    assert [each["guarantee"] for each in found] == [
        dict(zip("ABC", analyzer.solve(loads(line)).values.guarantee, strict=True)) for line in rich
    ]


def test_guarantees_of_whole_chunks_are_those_of_positions_asked_by_themselves() -> None:
    lines = [each.to_text() for each in deals(15, 4)]
    others = [line.replace(" B: ", ' "B b!": ').replace("B leads", '"B b!" leads') for line in lines]
    assert [plain_line(line) is None for line in lines + others] == [False] * 15 + [True] * 15
    whole, alone = (analyzer.Batch(threads=1).guarantee(each, max_nodes=400) for each in (lines, others))
    assert whole.amounts.tolist() == alone.amounts.tolist()
    assert {0, 1} == set(whole.answered) == set(alone.answered)
    assert list(whole.answered) == list(alone.answered)


def test_points_and_cards_of_many_come_as_arrays_with_a_row_for_each_card() -> None:
    batch = analyzer.Batch(threads=1)
    points = batch.points([BASIC, "x", LINE, PARTNERS])
    assert np.asarray(points.amounts).tolist() == [[11, 0, 3, 0], [0] * 4, [0] * 4, [14, 0, 14, 0]]
    assert (list(points.parts), list(points.answered)) == ([1, 1, 1, 3], [1, 0, 0, 1])
    assert set(points.errors) == {1, 2}
    assert points[3] == {"points": {"A": [14, 3], "B": 0, "C": [14, 3], "D": 0}}
    assert "errors" in points[1]
    cards = batch.cards([LINE, "x", NAMES])
    assert np.asarray(cards.first).tolist() == [0, 2, 2, 7]
    assert np.asarray(cards.amounts)[:2].tolist() == [[130, -75, -55], [40, -140, 40]]
    assert [str(DECK[card]) for card in cards.cards] == ["hR", "d9", "d4", "T7", "fool", "fool", "fool"]
    assert list(cards.suits) == [-1, -1, -1, -1, 0, 1, 3]
    assert cards[2]["cards"] == [
        {key: each[key] for key in ("card", "names", "guarantee")}
        for each in batch.solve([NAMES], goals=False)[0]["cards"]
    ]
    assert [each["points"]["A"] for each in batch.cards([BASIC], "points")[0]["cards"]] == [11, 9, 9]
    with pytest.raises(analyzer.UsageError):
        batch.cards([LINE], "tricks")


def test_arrays_have_a_place_for_what_the_time_left_undone() -> None:
    found = analyzer.Batch(threads=1).cards([LINE, hand_of_minutes()], timeout=0.5)
    assert (found.done, len(found)) == (1, 2)
    assert found[0]["cards"] is not None
    assert (found[-1], found.first[-1], found.answered[-1]) == ({"cards": None}, len(found.cards), 0)
    assert np.asarray(analyzer.Batch().guarantee([]).amounts).size == 0


def test_lines_that_are_nearly_plain_are_read_as_any_other(run: Run) -> None:
    """What the fast reader takes is what the readers of files take, whatever a line is changed into."""

    rng = random.Random(5)
    lines = [each.to_text() for each in deals(12, 3)]
    pieces = [" ", "/", "A", "B:", "leads", "king=1", "hR", "h2", "fool", "", "+", "danish", "=", "T21", "  ",
              "pagat=7", "king=60 king=60", "king=07", "\ufeff", "/ /", ":",
              "demand=off", "/ demand=on", "demand=no", "dealer=B", "dealer=Q",
              "sitting_out=D", "sitting_out=A", '"A B":', '"A', "Åse:", "A_B:"]  # fmt: skip
    taken = 0
    for _ in range(400):
        fields = rng.choice(lines).split(" / ")
        if rng.random() < 0.5:
            rng.shuffle(fields)
        words = " / ".join(fields[: rng.choice([6, 6, 5])]).split(" ")
        for _ in range(rng.randrange(3)):
            words[rng.randrange(len(words))] = rng.choice(pieces)
        text = " ".join(words)
        plain = plain_line(text)
        if plain is None:
            continue
        taken += 1
        try:
            read = loads(text)
        except analyzer.TarokError:
            assert analyzer.forced_many([text])[0].errors  # an unknown rule set, say
            continue
        assert (row_of(read), read.players, read.tricks_left) == (plain.row, plain.players, plain.tricks)
    assert taken > 60


def test_whatever_way_a_line_tells_nothing_but_the_cards_it_is_read_as_fast() -> None:
    for line in (each.to_text() for each in deals(20, 3)):
        rules, *hands, lead, pots = line.split(" / ")
        ways = [[*hands, lead], [rules, *hands, lead], [lead, *hands], [rules, pots, lead, *hands]]
        ways += [[pots, *hands, lead], [rules, *hands, lead, "pagat=60 king=60"], [*hands, lead, "king=60"]]
        texts = [" / ".join(way) for way in ways]
        texts += [line.replace(" ", "  "), line + "\r\n", "\ufeff" + line, f" {line} "]
        for text in texts:
            plain, read = plain_line(text), loads(text)
            assert plain is not None, text
            assert (row_of(read), read.players, read.tricks_left) == (plain.row, plain.players, plain.tricks)
            assert read == loads(line)


def test_the_yes_or_no_alone_takes_its_own_nodes_and_tells_what_the_whole_answer_does() -> None:

    for each in deals(12, 5):
        found, whole = analyzer.forced(each, "ultimo", "B"), forced(each, Goal.ULTIMO, 1)
        bare = forced(each, Goal.ULTIMO, 1, line=False, sets=False)
        assert (found.holds, found.nodes) == (bare.holds, bare.nodes)
        assert found.holds == whole.holds
        assert found.nodes < whole.nodes
        assert (found.line, found.answer) == (whole.line, whole.answer)
        assert whole.answer is not None
        assert found.sets == tuple(
            frozenset(each.players[seat] for seat in members(mask)) for mask in whole.answer.forced_by
        )


def test_neither_line_nor_sets_are_sought_before_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:

    def sought(*_: object, **__: object) -> None:
        raise AssertionError("sought")

    monkeypatch.setattr(ForcingPlay, "play", sought)
    found = analyzer.forced(loads(LINE), "ultimo", "A", {"B"})
    assert found.holds
    with pytest.raises(AssertionError, match="sought"):
        _ = found.line


def test_a_batch_that_is_broken_off_keeps_what_is_answered(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = RecordSource.opened

    @contextmanager
    def broken(self: RecordSource) -> Iterator[Iterator[RecordBlock]]:
        def first(blocks: Iterator[RecordBlock]) -> Iterator[RecordBlock]:
            yield next(blocks)
            raise KeyboardInterrupt

        with whole(self) as blocks:
            yield first(blocks)

    monkeypatch.setattr(RecordSource, "opened", broken)
    file, out = written(tmp_path / "lines", [LINE, LINE]), tmp_path / "out"
    ran = run("batch", "forced", "--for", "A", file, "-o", str(out))
    assert (ran.status, len(objects(out.read_text(encoding="utf-8")))) == (4, 2)
    assert "interrupted after 2 positions; --resume goes on from there" in ran.err
    monkeypatch.setattr(RecordSource, "opened", whole)
    assert run("batch", "forced", "--for", "A", file, "-o", str(out), "--resume").status == 0
    assert len(objects(out.read_text(encoding="utf-8"))) == 2


def test_who_sits_in_front_of_a_batch_sees_how_far_it_is(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering, "on_a_terminal", lambda _: True)
    monkeypatch.setattr(answering, "EVERY_STEP", 0.0)
    lines = [LINE, "nothing", *[each.to_text() for each in deals(20, 8)]]
    file, out = written(tmp_path / "lines", lines), str(tmp_path / "out")
    ran = run("batch", "forced", "--for", "A", "--max-nodes", "1", file, "-o", out)
    assert re.search(r"22 positions, [0-9,]+ a second, 100 %, 0 s left, [0-9]+ unanswered, 1 unread", ran.err)
    assert re.search(r" \rtarok-analyze: 22 positions answered, [0-9]+ of them open", ran.err)


FLAGS = (
    "demand=off",
    "demand=on",
    "dealer=B",
    "sitting_out=D",
    "demand=off / dealer=C",
    "dealer=A pagat=5",
)


@pytest.mark.parametrize("flags", FLAGS)
def test_a_line_with_flags_or_other_names_is_read_as_fast_and_answered_as_by_itself(flags: str) -> None:
    texts = [f"{each.to_text()} {flags}" for each in deals(12, 4)]
    texts = [text.replace("king=60 pagat=60 ", "") if "pagat" in flags else text for text in texts]
    for name in ("A", "Åse", '"A B"'):
        named = [re.sub(r"\bA(?=:| leads)", name, text).replace("=A", "=C") for text in texts]
        assert None not in map(plain_line, named)
        seat, batch = name.strip('"'), analyzer.Batch(threads=1)
        together = [each.holds for each in batch.forced(named, "bagud", seat)]
        assert together == [analyzer.forced(loads(text), goal="bagud", player=seat).holds for text in named]
        sure = [each["guarantee"] for each in batch.guarantee(named)]
        values = (analyzer.solve(loads(text), goals=False, cards=False).values for text in named)
        assert [list(each.values()) for each in sure] == [list(each.guarantee)[:3] for each in values]


def test_a_half_known_hand_in_which_it_depends_is_answered_and_not_asked_again(
    run: Run, tmp_path: Path
) -> None:
    line = "danish / A: dR T12|d7 / B: hR d9 / C: c7 c2 / B leads / king=60 pagat=60"
    out = tmp_path / "out"
    ran = run("batch", "forced", "--for", "A", written(tmp_path / "in", [line]), "-o", str(out))
    told = json.loads(out.read_text(encoding="utf-8"))
    assert (told["holds"], told["worlds"]) == (None, {"count": 2, "exact": True, "holds": 1})
    assert (ran.status, "--open" in ran.err) == (0, False)


def test_one_position_is_no_list_of_positions() -> None:
    with pytest.raises(analyzer.UsageError, match="is one position"):
        analyzer.forced_many(LINE, "ultimo", player="A")


def test_a_csv_file_is_a_table(run: Run, tmp_path: Path) -> None:
    file, out = written(tmp_path / "lines", [LINE]), tmp_path / "out.csv"
    assert run("batch", "forced", "--for", "A", file, "-o", str(out)).status == 0
    assert out.read_text(encoding="utf-8").startswith("line,question,holds,")
