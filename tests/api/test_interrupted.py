"""Ctrl-C between two searches of an audit: what was found is told, and nothing more is begun."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from places import POSITIONS

import analyzer
from analyzer.answers.records import replay
from analyzer.answers.records import replay as replays
from analyzer.answers.requests import Means
from analyzer.errors import INTERRUPTED
from analyzer.search.engine.native import NativeEngine
from analyzer.search.review.audit import Audit
from analyzer.search.review.judgement import Judgement
from analyzer.search.solve import explain


def three_times(file: str) -> analyzer.Position:
    """A shipped position with its first line three times."""
    of = analyzer.load(POSITIONS / file)
    return replace(of, lines=(of.lines[0],) * 3)


@pytest.mark.parametrize(
    "file",
    ["prop2.yaml", "endings/slovenian-king-ultimo.yaml"],
    ids=["Danish", "card points"],
)
def test_a_line_that_is_interrupted_between_two_searches_has_no_values_and_the_lines_before_it_keep_theirs(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[object] = []
    whole = replay.audit

    def interrupted(*args: Any, **more: Any) -> Audit:
        begun.append(args)
        if len(begun) == 2:
            raise KeyboardInterrupt
        return whole(*args, **more)

    monkeypatch.setattr(replay, "audit", interrupted)
    found = replays.audited(three_times(file), None, Means())
    audits = [each.audit for each in found.lines]
    assert len(begun) == 2
    assert [audit is not None and audit.reason for audit in audits] == [None, INTERRUPTED, INTERRUPTED]
    assert audits[0] is not None
    assert any(each.before is not None for each in audits[0].decisions)
    assert all(each.before is None for audit in audits[1:] if audit is not None for each in audit.decisions)


def test_ctrl_c_while_a_line_is_judged_keeps_its_values_and_begins_no_other_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[object] = []
    whole = replay.judged_line

    def interrupted(*args: Any, **more: Any) -> Judgement:
        begun.append(args)
        if len(begun) == 1:
            raise KeyboardInterrupt
        return whole(*args, **more)

    monkeypatch.setattr(replay, "judged_line", interrupted)
    found = replays.audited(three_times("prop2.yaml"), None, Means())
    audits = [each.audit for each in found.lines]
    assert [audit is not None and audit.reason for audit in audits] == [INTERRUPTED] * 3
    assert audits[0] is not None
    assert all(each.before is not None for each in audits[0].decisions)
    assert all(each.before is None for audit in audits[1:] if audit is not None for each in audit.decisions)


@pytest.mark.parametrize("place", ["reason", "tokens"])
def test_ctrl_c_in_any_part_of_a_line_begins_no_other_line(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the plan that says why a card lets a goal go, and in the pass that values tokens."""
    begun: list[object] = []

    def interrupted(*args: Any, **_more: Any) -> Any:
        begun.append(args)
        raise KeyboardInterrupt

    if place == "reason":
        monkeypatch.setattr(explain, "plan_for", interrupted)
    else:
        monkeypatch.setattr(NativeEngine, "equilibria", interrupted)
    found = replays.audited(three_times("prop1.yaml"), None, Means())
    audits = [each.audit for each in found.lines]
    assert len(begun) == 1
    assert all(each is not None and each.reason == INTERRUPTED for each in audits[1:])
