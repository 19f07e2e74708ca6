"""Certificate files: what cannot be read is told, with every fault, and nothing is taken on trust."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from positions_strategy import Shape, random_position

from analyzer.certificates.certificate import (
    _without_twins,
    digest_of,
    dumps_certificate,
    load_certificate,
    loads_certificate,
)
from analyzer.certificates.checker import Flaw, certify
from analyzer.errors import InvalidFile
from analyzer.position.reading import loads
from analyzer.rules.score.goals import Goal
from analyzer.search.solve.explain import forced
from analyzer.search.solve.witness import witness

PROP1 = """\
format: tarok-position/1
hands: {A: [dR, T7], B: hR d9, C: c7 c2}
lead: B
lines: [{name: one, play: hR c7 T7 dR d9 c2}]
"""


def written(text: str = PROP1, file: str = "<text>") -> str:
    of = loads(text, file)
    return dumps_certificate(witness(of, Goal.ULTIMO, 0, 2, forced(of, Goal.ULTIMO, 0, 2)))


CONTENT = json.loads(written())


def faults(content: Any) -> str:
    text = content if isinstance(content, str) else json.dumps(content)
    with pytest.raises(InvalidFile) as found:
        loads_certificate(text, "out.json")
    return str(found.value)


def test_a_certificate_reads_back_as_it_was_written() -> None:
    text = written()
    assert dumps_certificate(loads_certificate(text)) == text
    assert loads_certificate(text).sealed


def test_every_shape_of_position_reads_back() -> None:
    for seed in range(30):
        of = random_position(random.Random(seed), Shape(tricks=1 + seed % 3))
        answer = forced(of, Goal.LAST_TRICK, seed % 3, line=False, sets=False)
        back = loads_certificate(
            dumps_certificate(witness(of, Goal.LAST_TRICK, seed % 3, 1 << seed % 3, answer))
        )
        assert back.position.table == of.table
        assert back.sealed


def test_the_lines_of_a_file_are_no_part_of_its_certificate() -> None:
    assert "lines" not in CONTENT["position"]


def test_a_rule_set_beside_the_position_is_found_from_anywhere(tmp_path: Path, monkeypatch: Any) -> None:
    house = "format: tarok-rules/2\nname: house\ntitle: Our house\nextends: danish\n"
    (tmp_path / "house.yaml").write_text(house, encoding="utf-8")
    file = tmp_path / "position.yaml"
    file.write_text(PROP1 + "ruleset: house.yaml\n", encoding="utf-8")
    text = written(file.read_text(encoding="utf-8"), str(file))
    monkeypatch.chdir("/")
    assert loads_certificate(text, "elsewhere/out.json").position.table.lead == 1


@pytest.mark.parametrize("key", [key for key in CONTENT if key != "rules"])
def test_a_certificate_without_one_of_its_keys_is_unreadable(key: str) -> None:
    content = {name: value for name, value in CONTENT.items() if name != key}
    assert key in faults(content)


@pytest.mark.parametrize("key", list(CONTENT))
@pytest.mark.parametrize("value", [None, 7, 1.5, [["A"]], {"x": 1}])
def test_a_certificate_with_a_key_of_another_kind_is_unreadable(key: str, value: object) -> None:
    assert faults(CONTENT | {key: value})


def test_a_certificate_without_a_schema_or_with_another_says_which() -> None:
    assert faults({}) == "out.json:1:1: `schema` is missing; expected tarok-analyze/certificate/1"
    assert "the schema is null;" in faults({"schema": None})
    assert 'the schema is "tarok-analyze/solve/1";' in faults({"schema": "tarok-analyze/solve/1"})


def test_every_fault_of_a_certificate_is_told() -> None:
    content = CONTENT | {"holds": 1, "by": "A", "extra": 2}
    del content["digest"]
    told = faults(content)
    assert all(key in told for key in ("holds", "by", "extra", "digest"))


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"goal": "ultima"}, "ultima"),
        ({"player": "D"}, "'D'"),
        ({"by": ["A", "D"]}, "'D'"),
        ({"by": ["A", "A"]}, "twice"),
        ({"schema": "tarok-analyze/certificate/2"}, "certificate/2"),
        ({"position": "format: tarok-position/1"}, "hands"),
        ({"position": "nonsense"}, "out.json#position"),
        ({"strategy": {"A": 1}}, "strategy"),
    ],
)
def test_what_a_certificate_speaks_of_has_to_exist(change: dict[str, Any], word: str) -> None:
    assert word in faults(CONTENT | change)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "7", "nonsense", "[" * 100_000, '{"schema": 1, "schema": 2}', "9" * 10_000, '{"a": NaN}'],
    ids=["empty", "open", "list", "number", "word", "deep", "twins", "digits", "nan"],
)
def test_a_text_that_is_no_certificate_is_told_where(text: str) -> None:
    assert faults(text).startswith("out.json:1:")


def test_a_state_that_stands_twice_is_found_without_comparing_every_two() -> None:
    compared = 0

    class State(str):
        __slots__ = ()
        __hash__ = str.__hash__

        def __eq__(self, other: object) -> bool:
            nonlocal compared
            compared += 1
            return str.__eq__(self, other)

    states = [State(number) for number in range(2000)]
    with pytest.raises(ValueError, match="duplicate key '1999'"):
        _without_twins([(state, "") for state in (*states, State(1999))])
    assert compared < 100 * len(states)


def test_a_position_with_unseen_hands_proves_nothing() -> None:
    text = CONTENT["position"].replace("  A: dR T7\n", "").replace("  C: c7 c2\n", "")
    text += "unseen: {hidden_from: B, sizes: {A: 2, C: 2}, cards: dR T7 c7 c2}\n"
    assert "every hand" in faults(CONTENT | {"position": text})


def test_a_file_that_is_missing_or_no_text_is_unreadable(tmp_path: Path) -> None:
    binary = tmp_path / "binary.json"
    binary.write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path / "missing.json", tmp_path, binary):
        with pytest.raises(InvalidFile):
            load_certificate(str(path))


def test_a_certificate_names_its_rules_and_is_refused_under_others(tmp_path: Path) -> None:
    house = "format: tarok-rules/2\nname: house\ntitle: Our house\nextends: danish\n"
    file = tmp_path / "house.yaml"
    file.write_text(house, encoding="utf-8")
    text = written(PROP1 + f"ruleset: {file}\nvariant: {{fool-demand: no}}\n", str(tmp_path / "a.yaml"))
    content = json.loads(text)
    assert (content["rules"]["ruleset"], content["rules"]["variant"]) == ("house", {"fool-demand": "no"})
    assert certify(loads_certificate(text)).proven
    file.write_text(house + "options: {tout-amount: {default: 135}}\n", encoding="utf-8")
    assert certify(loads_certificate(text)).flaw is Flaw.OTHER_RULES


def test_a_certificate_that_does_not_name_its_rules_is_checked_as_ever() -> None:
    content = {key: part for key, part in CONTENT.items() if key != "rules"}
    content["digest"] = digest_of(content)
    assert certify(loads_certificate(json.dumps(content))).proven
