"""Files of every kind, and files made worse: each is read, or it is said what is wrong with it."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from fuzz.targets import one_input, read, seeds
from places import ROOT

import analyzer
from analyzer.errors import InvalidFile, TarokError

PIECES = (
    *(" ", "\n", ":", ",", "{", "}", "[", "]", "-", '"', "'", "#", "0", "-1", "999999999999", "null", "true"),
    *(
        "\ufeff",
        "\u2028",
        "\x00",
        "hR",
        "fool",
        "A",
        "danish",
        "tapp",
        "format: tarok-rules/2",
        "extends: ../x",
    ),
    *("/etc/passwd", "ruleset: ./x.yaml", "─" * 30, "```", "\t"),
)
SEEDS = dict(seeds(ROOT))


def kind_of(text: str) -> str:
    words = ("strategy", "tarok-dispute", "tarok-session", "tarok-study", "tarok-rules", "tarok-position")
    return next((word for word in words if word in text), "other")


def test_there_is_a_text_of_every_kind_to_begin_with() -> None:
    kinds = Counter(map(kind_of, SEEDS.values()))
    assert len(kinds) == 7
    assert kinds["strategy"] >= 6
    assert kinds["other"] >= 4


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, text in SEEDS.items()
        if kind_of(text) in ("strategy", "tarok-study", "tarok-session") and "file:" not in text
    ],
)
def test_what_is_made_or_shipped_is_read(name: str) -> None:
    read(SEEDS[name])


@pytest.mark.parametrize("name", [name for name in SEEDS if name.startswith("diagram")])
def test_a_pasted_diagram_is_told_as_one(name: str) -> None:
    with pytest.raises(InvalidFile):
        read(SEEDS[name])


@pytest.mark.parametrize("seed", range(10))
def test_files_made_worse_are_read_or_refused_with_a_word(seed: int) -> None:
    rng = random.Random(seed)
    names = [name for name, text in SEEDS.items() if len(text) < 4000]
    for _ in range(15):
        text = SEEDS[rng.choice(names)]
        for _ in range(rng.randrange(1, 5)):
            at, length = rng.randrange(len(text) + 1), rng.choice([0, 0, 1, 5, 40])
            text = text[:at] + rng.choice(PIECES) + text[at + length :]
        try:
            one_input(text.encode("utf-8", "replace"))
        except TarokError as error:
            raise AssertionError(text) from error


NAMING_FILES = {
    "position": "format: tarok-position/2\nruleset: {name}\nhands: {{A: T7, B: hR, C: c7}}\nlead: A\n",
    "dispute": "format: tarok-dispute/1\nkind: sits-out\nruleset: {name}\n",
    "session": "format: tarok-session/1\nruleset: {name}\nplayers: [A, B, C]\nhands: []\n",
    "hand": "format: tarok-session/1\nplayers: [A, B, C]\nhands:\n  - {{dealer: A, file: {name}}}\n",
    "rules": "format: tarok-rules/2\nname: x\ntitle: X\nextends: {name}\nclauses: []\n",
}
"""By what reads it, a text that names another file."""


@pytest.mark.parametrize("name", ['"a/\\0b.yaml"', '"\\0"', f"./{'x' * 300}.yaml", "a/" * 3000, "."])
@pytest.mark.parametrize("kind", NAMING_FILES)
def test_a_name_that_no_file_can_have_is_refused(tmp_path: Path, kind: str, name: str) -> None:
    file = tmp_path / "names_another.yaml"
    file.write_text(NAMING_FILES[kind].format(name=name), encoding="utf-8")
    ask = {"position": analyzer.load, "dispute": analyzer.check, "rules": analyzer.rule_set}
    with pytest.raises(TarokError):
        ask.get(kind, analyzer.score)(str(file))
