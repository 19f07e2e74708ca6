"""The Python interface handed what it cannot take."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from commands import PROP1

import analyzer


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: analyzer.load(None), "load takes the path of a position file, not None"),
        (lambda: analyzer.load(3), "load takes the path of a position file, not int"),
        (lambda: analyzer.loads(b"hands:"), "loads takes the text of a position file, not bytes"),
        (lambda: analyzer.loads(None), "loads takes the text of a position file, not None"),
        (lambda: analyzer.solve(None), "expected a position, as load and loads give it, not None"),
        (lambda: analyzer.forced("a.yaml"), "expected a position, as load and loads give it, not str"),
        (lambda: analyzer.replay(None), "expected a position, as load and loads give it, not None"),
        (lambda: analyzer.deals(None), "expected a position, as load and loads give it, not None"),
    ],
)
def test_what_is_no_path_no_text_and_no_position_is_refused_in_plain_words(
    call: Callable[[], object], message: str
) -> None:
    with pytest.raises(TypeError) as caught:
        call()
    assert str(caught.value) == message


def test_a_path_object_is_a_path(tmp_path: Path) -> None:
    path = tmp_path / "position.yaml"
    path.write_text(PROP1, encoding="utf-8")
    assert analyzer.load(path).players == ("A", "B", "C")
