"""Every answer that was frozen is given again: programs go on reading its JSON, people its text.

A run asks a quarter of the frozen questions, `make thorough` and `make freeze` ask all of them.

`make freeze` freezes the answers of today instead; whoever reads that commit judges what changed with it. Of
texts there are digests alone: `python tests/frozen/make.py --said FAMILY` writes the texts themselves, here
and in another checkout, and `diff` shows what changed.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from effort import part
from frozen import comparing, store
from frozen.asking import Case, asked
from frozen.comparing import (
    GONE,
    Difference,
    case_differences,
    differences,
    family_differences,
    said_differences,
    schema_differences,
)
from frozen.saying import digests, timeless

FAMILIES = {
    "certificates", "check", "compare", "compose", "decide", "errors", "explain", "forced", "games",
    "graph", "random", "replay", "rules", "schemas", "solve", "unseen", "verify", "worlds",
}  # fmt: skip
SHOWN = 5
"""Differences of a case, and cases of a file, that a failure tells."""


@pytest.mark.parametrize("name", store.names())
def test_every_frozen_answer_is_given_and_told_again(name: str, tmp_path: Path) -> None:
    changed = []
    frozen = list(zip(store.read(name), store.read_digests(name), strict=True))
    for case, said in part(frozen, 4):
        now = asked(case, tmp_path)
        found = family_differences(store.family(name), case, now) + said_differences(said, digests(now.said))
        if found:
            changed.append(told(case, found))
    assert not changed, f"{len(changed)} answers of {name} differ\n\n" + "\n\n".join(changed[:SHOWN])


def test_every_family_of_answers_is_frozen() -> None:
    assert {store.family(name) for name in store.names()} == FAMILIES


def test_two_thousand_random_positions_are_frozen_and_nearly_all_can_be_read() -> None:
    cases = [case for name in store.names("random") for case in store.read(name)]
    assert len({case.stdin for case in cases}) >= 2000
    assert sum(case.status == 3 for case in cases) < len(cases) / 10  # 109 tell piles that cannot be


def told(case: Case, found: list[Difference]) -> str:
    """The command and its first differences."""
    lines = [f"  {path}: was {short(was)}, is {short(now)}" for path, was, now in found[:SHOWN]]
    more = [f"  and {len(found) - SHOWN} more"] if len(found) > SHOWN else []
    return "\n".join([case.command, *lines, *more])


def short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 200 else text[:200] + " ..."


WAS = {"a": 1, "b": [{"c": "x"}, None], "stats": {"nodes": 7, "seconds": 0.5}}


def test_an_answer_with_more_keys_is_the_same_answer() -> None:
    now = {"z": 0, "a": 1, "b": [{"c": "x", "d": 2}, None], "stats": {"nodes": 7, "seconds": 0.25}, "y": []}
    assert list(differences("answer", WAS, now)) == []


@pytest.mark.parametrize(
    ("change", "told_as"),
    [
        ({"a": 2}, ("answer.a", 1, 2)),
        ({"a": True}, ("answer.a", 1, True)),
        ({"a": 1.0}, ("answer.a", 1, 1.0)),
        ({"a": None}, ("answer.a", 1, None)),
        ({"b": [{"c": "y"}, None]}, ("answer.b[0].c", "x", "y")),
        ({"b": [{}, None]}, ("answer.b[0].c", "x", GONE)),
        ({"b": [{"c": "x"}]}, ("the length of answer.b", 2, 1)),
        ({"b": [{"c": "x"}, None, None]}, ("the length of answer.b", 2, 3)),
        ({"stats": {"nodes": 8, "seconds": 0.5}}, ("answer.stats.nodes", 7, 8)),
        ({"stats": {"nodes": 7}}, ("answer.stats.seconds", 0.5, GONE)),
    ],
)
def test_a_value_that_changed_is_told_with_its_place(change: dict[str, object], told_as: Difference) -> None:
    found = list(differences("answer", WAS, WAS | change))
    assert found == [told_as]
    assert [type(each) for each in found[0]] == [type(each) for each in told_as]


def test_keys_in_another_order_are_told() -> None:
    now = dict(reversed(WAS.items()))
    assert [path for path, _, _ in differences("answer", WAS, now)] == ["the order of keys in answer"]


def test_another_exit_status_is_told() -> None:
    assert case_differences(Case(("rules",), None, 0), Case(("rules",), None, 4)) == [("exit status", 0, 4)]


def test_a_search_that_changed_may_search_another_number_of_positions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(comparing, "NODES_ARE_FROZEN", False)
    fewer = WAS | {"stats": {"nodes": 3, "seconds": 0.5}}
    assert list(differences("answer", WAS, fewer)) == []
    assert list(differences("answer", WAS, fewer | {"a": 3})) == [("answer.a", 1, 3)]


def test_a_schema_may_be_built_otherwise_but_describes_every_property_of_before() -> None:
    was = {"properties": {"a": {"type": "object", "properties": {"b": {}}}, "properties": {}}}
    now = {
        "$ref": "#/$defs/x",
        "$defs": {"x": {"anyOf": [{"properties": {"b": {}, "n": {}, "properties": {}}}]}},
    }
    assert schema_differences(was, was) == []
    assert schema_differences(was, now) == [("property a", "a", GONE)]


def test_a_text_that_changed_is_told_with_its_language() -> None:
    was = digests({"en": "Yes.", "da": "Ja."})
    now = digests({"en": "Yes.", "da": "Jo."})
    assert said_differences(was, was) == []
    assert said_differences(was, now) == [("what is said (da)", was[1], now[1])]


def test_what_a_search_took_is_no_part_of_what_is_said() -> None:
    text = "Yes.\n{} {} s\nNo."
    for told in ("1 position searched in", "71 stillinger gennemsøgt på"):
        assert timeless(text.format(told, "0.003")) == timeless(text.format(told, "12,001")) == "Yes.\n\nNo."
