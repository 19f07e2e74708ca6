"""Answers as Python has them: printed as the command prints them, without masks, one line in a shell."""

from __future__ import annotations

import copy
import dataclasses
import json
import os
import pickle
import pydoc
import re
import subprocess
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from commands import process
from msgspec import Struct
from places import POSITIONS, ROOT

import analyzer
from analyzer.many.deals import dealt
from analyzer.many.study import loads
from analyzer.pythonanswer import PythonAnswer

PROP1 = str(POSITIONS / "prop1.yaml")
SIX = str(POSITIONS / "worlds" / "six-deals.yaml")
EVENING = str(POSITIONS / "sessions" / "basic.yaml")
DEMAND = str(POSITIONS / "disputes" / "demand-too-early.yaml")
LINE = "B leads the king"

ASKED: dict[str, tuple[Callable[[analyzer.Position], PythonAnswer], list[str], str]] = {
    "forced": (
        lambda it: analyzer.forced(it, "ultimo", "A", by={"B"}),
        [PROP1, "--goal", "ultimo", "--for", "A", "--by", "B"],
        "<Forced A ultimo: yes>",
    ),
    "explain": (
        lambda it: analyzer.explain(it, "ultimo", "A", by={"B"}),
        [PROP1, "--goal", "ultimo", "--for", "A", "--by", "B"],
        "<Explained A ultimo: yes>",
    ),
    "solve": (
        analyzer.solve,
        [PROP1],
        "<Solution Best for B: hR, but hR is improper. Best proper card: d9.>",
    ),
    "moves": (analyzer.moves, [PROP1], "<LegalMoves B may play hR d9>"),
    "replay": (
        lambda it: analyzer.replay(it, LINE),
        [PROP1, "--line", LINE],
        "<Replay B leads the king: king Ultimo for A; A +130, B -75, C -55; as expected>",
    ),
    "audit": (
        lambda it: analyzer.audit(it, LINE),
        [PROP1, "--line", LINE, "--audit"],
        "<Told B leads the king: king Ultimo for A; A +130, B -75, C -55; as expected>",
    ),
    "decide": (lambda _: analyzer.decide(analyzer.load(SIX)), [SIX], "<Decision Best on average: d9.>"),
    "deals": (lambda _: analyzer.deals(analyzer.load(SIX)), [SIX], "<Deals 6 deals fit.>"),
    "score": (lambda _: analyzer.score(EVENING), [EVENING], "<EveningScore In all: A +9, B -2, C -7>"),
    "check": (
        lambda _: analyzer.check(DEMAND),
        [DEMAND],
        "<TrickFinding ILLEGAL: the Fool may be demanded with 3 tricks to go, not with 4",
    ),
    "verify": (
        lambda _: analyzer.verify(claims=["naming.fool-never-wins"]),
        ["--claim", "naming.fool-never-wins"],
        "<Verified 1 claim: 1 proved>",
    ),
    "compare": (
        lambda _: analyzer.compare("danish", "danish+tout-amount=135"),
        ["danish", "danish+tout-amount=135"],
        "<Comparison ",
    ),
}


def timeless(text: str) -> str:
    """A text less what the search took, which is never twice the same."""
    return re.sub(r"\d+ positions?[^\n]* s\b", "", text).strip()


def untimed(told: Any) -> Any:
    """JSON less what the search took, whole or in a part."""
    if isinstance(told, dict):
        return {key: untimed(each) for key, each in told.items() if key not in ("stats", "seconds", "nodes")}
    return [untimed(each) for each in told] if isinstance(told, list) else told


@pytest.mark.parametrize("question", ASKED)
def test_an_answer_prints_as_its_command_does_and_is_its_json(question: str) -> None:
    ask, words, line = ASKED[question]
    answer, command = ask(analyzer.load(PROP1)), {"audit": "replay"}.get(question, question)
    assert timeless(str(answer)) == timeless(process(command, *words).stdout.decode())
    assert "stats" not in answer.to_dict()
    assert untimed(answer.to_dict()) == untimed(json.loads(process(command, *words, "--json").stdout))
    assert repr(answer).startswith(line)
    assert repr(answer).endswith(">")
    assert "\n" not in repr(answer)


def records_in(value: Any, seen: set[int]) -> Iterator[Any]:
    """Every record of an answer, itself among them, each once."""
    if id(value) in seen:
        return
    seen.add(id(value))
    held: Iterable[Any] = ()
    if isinstance(value, Struct):
        held = (getattr(value, name) for name in value.__struct_fields__)
    elif dataclasses.is_dataclass(value):
        held = (getattr(value, each.name) for each in dataclasses.fields(value))
    elif isinstance(value, Mapping):
        held = (*value, *value.values())
    elif isinstance(value, tuple | list | frozenset):
        held = value
    if isinstance(value, Struct) or dataclasses.is_dataclass(value):
        yield value
    for each in held:
        yield from records_in(each, seen)


@pytest.mark.parametrize("question", ASKED)
def test_every_record_of_an_answer_is_shown_in_one_short_line(question: str) -> None:
    answer = ASKED[question][0](analyzer.load(PROP1))
    shown = [repr(each) for each in records_in(answer, set())]
    assert shown
    assert [each for each in shown if len(each) > 200 or "\n" in each] == []


@pytest.mark.parametrize("question", ASKED)
def test_a_notebook_shows_the_same_with_the_cards_drawn(question: str) -> None:
    answer = ASKED[question][0](analyzer.load(PROP1))
    page = answer._repr_html_()
    assert page is not None
    ET.fromstring(page)  # every element is closed
    assert "\x1b" not in page
    words = " ".join(re.sub("<style>.*</style>|<[^>]*>", " ", page).split())
    said = answer.document()["blocks"][0]["sentences"][0]
    assert "".join(span.get("text", "") for span in said[:1]).strip() in words
    if question in ("forced", "solve", "moves"):
        assert '<span class="card red">♥R</span>' in page


def sent(answer: PythonAnswer) -> PythonAnswer:
    """The answer as another process has it."""
    found: PythonAnswer = pickle.loads(pickle.dumps(answer))
    return found


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, sent])
@pytest.mark.parametrize("question", ASKED)
def test_a_copy_of_an_answer_tells_what_the_answer_does(
    question: str, copied: Callable[[PythonAnswer], PythonAnswer]
) -> None:
    answer = ASKED[question][0](analyzer.load(PROP1))
    again = copied(answer)
    assert again is not answer
    assert (repr(again), str(again), again.to_dict()) == (repr(answer), str(answer), answer.to_dict())


def test_every_claim_about_the_rules_is_itself_again_in_a_copy() -> None:
    found = analyzer.verify(claims=["payments.two-kings-treble", "naming.fool-never-wins"])
    for again in (sent(found), copy.deepcopy(found)):
        assert again == found
        assert (str(again), again.to_dict()) == (str(found), found.to_dict())


def test_an_answer_with_changes_names_its_players_and_is_no_longer_the_commands() -> None:
    position = analyzer.load(PROP1)
    forced = analyzer.forced(position, "ultimo", "A", by={"B"})
    changed = dataclasses.replace(forced, holds=False)
    assert (changed.sets, changed.players) == (forced.sets, ("A", "B", "C"))
    assert repr(changed).startswith("Forced(holds=False")
    with pytest.raises(analyzer.UsageError, match="built or edited by hand"):
        changed.to_dict()
    explained = analyzer.explain(position, "ultimo", "A", by={"B"})
    assert dataclasses.replace(explained, nodes=0).by == {"B"}
    solution = analyzer.solve(position)
    again = dataclasses.replace(solution, nodes=0)
    assert (again.goals, again.guarantee) == (solution.goals, solution.guarantee)


def test_no_set_of_players_is_shown_as_a_number() -> None:
    masks = re.compile(r"\b(forcing|failing|groups|winners|mask)=")
    for question in ("forced", "explain", "solve"):
        answer = ASKED[question][0](analyzer.load(PROP1))
        parts = [
            answer,
            getattr(answer, "answer", None),
            getattr(answer, "values", None),
            getattr(answer, "cards", None),
        ]
        unnamed = dataclasses.replace(answer)  # type: ignore[type-var] # each is a dataclass
        told = [*map(repr, [*parts, unnamed]), str(answer), str(answer.to_dict()), answer._repr_html_() or ""]
        assert [text for text in told if masks.search(text)] == []
    stopped = analyzer.solve(analyzer.load(str(POSITIONS / "whole-hand.yaml")), tokens=False, max_nodes=50)
    assert repr(stopped.open[0]).startswith("<OpenGoal ultimo of seat 0: forced_by=")
    assert not masks.search(repr(stopped.open))


def test_a_solution_read_back_from_a_pickle_names_its_players() -> None:
    solution = analyzer.solve(analyzer.load(PROP1))
    again = pickle.loads(pickle.dumps(solution))
    assert (again, str(again), again.goals) == (solution, str(solution), solution.goals)


def test_players_are_named_and_sets_of_players_are_sets_of_names() -> None:
    position = analyzer.load(PROP1)
    assert analyzer.forced(position, "ultimo", "A", by={"B"}).sets == (frozenset({"B"}),)
    assert analyzer.explain(position, "ultimo", "A", by={"B"}).by == {"B"}
    solution = analyzer.solve(position)
    ultimo = solution.goals["A"]["king_ultimo"]
    assert (ultimo.status, ultimo.forced_by, ultimo.prevented_by) == ("depends", ({"B"},), ({"B"},))
    assert solution.guarantee == {"A": 40, "B": -75, "C": -55}
    stopped = analyzer.solve(analyzer.load(str(POSITIONS / "whole-hand.yaml")), tokens=False, max_nodes=50)
    assert {goal.status for goals in stopped.goals.values() for goal in goals.values()} >= {"open"}


def test_what_a_search_finds_for_itself_shows_its_fields() -> None:
    found = analyzer.verify(claims=["naming.fool-never-wins"])
    assert repr(type(found)(found.rules, (), None)).startswith("Verified(rules=")


def test_help_is_a_page_that_begins_with_what_one_calls() -> None:
    page = pydoc.plain(pydoc.render_doc(analyzer)).splitlines()
    assert len(page) < 100
    assert any("forced  solve  explain" in line for line in page[:20])


def test_everything_that_one_calls_is_named_in_the_help_and_nothing_else_is_listed() -> None:
    assert not {"Any", "Iterable", "PathLike", "TYPE_CHECKING", "annotations"} & {*dir(analyzer)}
    called = [name for name in dir(analyzer) if name.islower() and not name.startswith("_")]
    assert [name for name in called if not re.search(rf"\b{name}\b", analyzer.__doc__ or "")] == []


def test_many_answers_are_a_table_of_pandas() -> None:
    position = analyzer.load(PROP1)
    found = analyzer.table(analyzer.forced(position, player=name, by={"B"}) for name in "ABC")
    assert found[["player", "holds"]].values.tolist() == [["A", True], ["B", False], ["C", False]]
    sure = analyzer.table(analyzer.Batch(threads=1).guarantee([position]))
    assert sure.iloc[0].to_dict() == {"guarantee.A": 40, "guarantee.B": -75, "guarantee.C": -55}
    assert list(analyzer.table(analyzer.forced_many([position], player="A", by={"B"})).holds) == [True]


def test_where_pandas_is_missing_a_table_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(analyzer.UsageError, match=r"needs pandas; install it: .*pip install 'pandas"):
        analyzer.table([])


def test_endings_dealt_as_rows_are_those_of_a_study_with_the_same_seed() -> None:
    study = loads(
        "format: tarok-study/1\ntitle: t\nruleset: danish\n"
        "deals: {count: 40, tricks: 4, seed: 7, by: uniform}\nask: {forced: {goal: ultimo, for: A}}\n",
        "t.yaml",
    )
    batch = analyzer.Batch(threads=1)
    rows = batch.dealt(40, tricks=4, seed=7)
    assert (rows.shape, rows.format) == ((40, 79), "B")
    positions = [dealt(study, k).position for k in range(40)]
    assert batch.forced(rows, player="A").holds == batch.forced(positions, player=0).holds
    assert batch.dealt(3, tricks=4, seed=7, first=37) == rows[37:]


@pytest.mark.parametrize("kind", ["u1", "i2", "<i4", ">i4", "i8", ">u8"])
def test_rows_may_be_of_any_whole_numbers(kind: str) -> None:
    batch = analyzer.Batch(threads=1)
    rows = np.asarray(batch.dealt(60, tricks=4, seed=3))
    wide = rows.astype(kind)
    if np.dtype(kind).kind == "i":
        wide[wide == 255] = -1
    holds = batch.forced(rows, player="A").holds
    assert set(holds) == {0, 1}
    assert batch.forced(wide, player="A").holds == holds
    assert batch.forced(wide[::-1], player="A").holds == holds[::-1]


@pytest.mark.parametrize(
    ("rows", "fault"),
    [(array("d", [0.0] * 79), "these are not rows of 79 whole numbers"), (array("q", [300] * 79), "has 300")],
)
def test_rows_that_hold_no_seats_are_refused(rows: object, fault: str) -> None:
    with pytest.raises(analyzer.UsageError, match=fault):
        analyzer.forced_many(rows, player="A")


def test_a_checkout_that_is_not_built_says_what_to_run(tmp_path: Path) -> None:
    (tmp_path / "analyzer").mkdir()
    for path in (ROOT / "analyzer").iterdir():
        if path.name not in ("core", "__pycache__"):
            (tmp_path / "analyzer" / path.name).symlink_to(path)
    core = tmp_path / "analyzer" / "core"
    core.mkdir()
    (core / "__init__.py").write_text(
        (ROOT / "analyzer" / "core" / "__init__.py").read_text("utf-8"), "utf-8"
    )
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    asked = f"import analyzer; analyzer.forced(analyzer.load({PROP1!r}), player='A')"
    ran = subprocess.run(
        [sys.executable, "-c", asked], env=env, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1
    assert "not built: run `make install`" in ran.stderr.splitlines()[-1]


def test_every_question_takes_a_path_as_well_as_a_text() -> None:
    for told in (PROP1, Path(PROP1), Path(PROP1).read_text(encoding="utf-8")):
        assert analyzer.forced(told, "ultimo", "A", by="B").holds is True
        assert len(analyzer.solve(told).cards) == 2
        assert analyzer.replay(told, "B leads the king").met
        assert [str(each) for each in analyzer.legal(told)] == ["hR", "d9"]
        assert len(analyzer.graph(told)) == 5
        assert analyzer.audit(told, "B leads the king").audit is not None
        assert "tarok-analyze/certificate/1" in str(analyzer.certificate(told, "ultimo", "A", "B"))


def test_a_moment_of_the_only_line_is_told_alone_and_the_kind_of_a_dispute_beside_its_text() -> None:
    hand = analyzer.load(POSITIONS / "whole-hand.yaml")
    assert hand.at("24.2") == hand.at(None, "24.2") == hand.at("as it was played", "24.2")
    king = (POSITIONS / "disputes" / "discard-king.yaml").read_text(encoding="utf-8")
    found = analyzer.check(king.replace("kind: discard\n", ""), kind="discard")
    assert found.verdict.value == "illegal"
    with pytest.raises(analyzer.TarokError, match="no play to rule on"):
        analyzer.check("danish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads")


def test_a_replay_tells_its_tricks_by_names_as_its_json_does() -> None:
    replayed = analyzer.replay(analyzer.load(PROP1), LINE)
    first = replayed.events[0]
    assert (first.leader, first.cards, first.players, first.winner) == (
        "B",
        ["hR", "c2", "T7"],
        ["B", "C", "A"],
        "A",
    )
    assert first.transfers[0].giver == "B"
