"""The Python interface handed what it cannot take."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from commands import PROP1

import analyzer

EXPECTED = "expected a position, as load and loads give it, its text or its path"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: analyzer.load(None), "load takes the path of a position file, not None"),
        (lambda: analyzer.load(3), "load takes the path of a position file, not int"),
        (lambda: analyzer.loads(b"hands:"), "loads takes the text of a position file, not bytes"),
        (lambda: analyzer.loads(None), "loads takes the text of a position file, not None"),
        (
            lambda: analyzer.solve(None),
            f"{EXPECTED}, not None",
        ),
        (lambda: analyzer.forced(7), f"{EXPECTED}, not int"),
        (
            lambda: analyzer.replay(None),
            f"{EXPECTED}, not None",
        ),
        (
            lambda: analyzer.deals(None),
            f"{EXPECTED}, not None",
        ),
    ],
)
def test_what_is_no_path_no_text_and_no_position_is_refused_in_plain_words(
    call: Callable[[], object], message: str
) -> None:
    with pytest.raises(TypeError) as caught:
        call()
    assert str(caught.value) == message


NOTHING_TO_TAKE = [
    (lambda it: analyzer.solve(it, max_nodes=-1), "`max_nodes` is -1; expected a whole number from 0"),
    (lambda it: analyzer.solve(it, max_nodes=2**70), "expected a whole number from 0 to 9223372036854775807"),
    (lambda it: analyzer.forced(it, table_mb=2**70), "expected a whole number from 1 to 9223372036854775807"),
    (lambda it: analyzer.solve(it, max_nodes=-(10**5000)), "`max_nodes` is …; expected"),
    (lambda it: analyzer.solve(it, max_nodes=1.5), "`max_nodes` is 1.5; expected a whole number"),
    (lambda it: analyzer.solve(it, table_mb=0), "`table_mb` is 0; expected a whole number from 1"),
    (lambda it: analyzer.solve(it, threads=0), "`threads` is 0; expected a whole number from 1 to 256"),
    (lambda it: analyzer.forced(it, threads=0), "`threads` is 0; expected a whole number from 1 to 256"),
    (lambda it: analyzer.solve(it, threads=2**70), "expected a whole number from 1 to 256"),
    (lambda it: analyzer.solve(it, timeout=float("nan")), "`timeout` is nan; expected seconds"),
    (lambda it: analyzer.solve(it, timeout=-1), "`timeout` is -1; expected seconds"),
    (lambda it: analyzer.solve(it, timeout="3"), "`timeout` is '3'; expected seconds"),
    (lambda it: analyzer.solve(it, player="X"), "unknown player 'X'; there are A, B, C"),
    (lambda it: analyzer.solve(it, player=2**70), "unknown player 1180591620717411303424"),
    (lambda it: analyzer.solve(it, player=1.0), "unknown player 1.0; there are A, B, C"),
    (lambda it: analyzer.solve(it, goal=3), "unknown goal '3'; there are ultimo"),
    (lambda it: analyzer.forced(it, player=True), "unknown player True"),
    (lambda it: analyzer.forced(it, by=3.5), "unknown player 3.5"),
    (lambda it: analyzer.forced(it, table_mb=0), "`table_mb` is 0"),
    (lambda it: analyzer.decide(it, sample=0), "`sample` is 0; expected a whole number from 1"),
    (lambda it: analyzer.decide(it, seed="x"), "`seed` is 'x'; expected a whole number"),
    (lambda it: analyzer.decide(it, threads=0), "`threads` is 0"),
    (
        lambda it: analyzer.deals(it, line=0, at=3, seen_by="A"),
        "the line has no trick 3; its tricks are 24 to 25",
    ),
    (lambda it: analyzer.deals(it, line=0, at=(24, -1), seen_by="A"), "(24, -1) is not a moment of a line"),
    (lambda it: analyzer.replay(it, 3.5), "no line is called “3.5”"),
    (lambda it: list(it.play(3.5)), "no line is called “3.5”"),
    (lambda it: it.after(None), "None is nothing that is done; expected an action of `legal()`, or the word"),
    (lambda it: it.after(3), "3 is nothing that is done"),
]


@pytest.mark.parametrize(("call", "message"), NOTHING_TO_TAKE)
def test_a_question_that_makes_no_sense_is_refused_as_every_other(
    call: Callable[[analyzer.Position], object], message: str
) -> None:
    with pytest.raises(analyzer.TarokError) as caught:
        call(analyzer.loads(PROP1))
    assert message in str(caught.value)


@pytest.mark.parametrize("most", [2**70, 10**400])
def test_a_time_that_no_search_can_take_is_no_limit(most: int) -> None:
    position = analyzer.loads(PROP1)
    assert not analyzer.solve(position, timeout=most).unfinished
    assert analyzer.forced(position, player="A", by="B", timeout=most).holds


def test_a_path_object_is_a_path(tmp_path: Path) -> None:
    path = tmp_path / "position.yaml"
    path.write_text(PROP1, encoding="utf-8")
    assert analyzer.load(path).players == ("A", "B", "C")
