"""Shipped positions and evenings have Danish titles, and no key of the program stands in a text."""

from __future__ import annotations

import io
import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from commands import Run
from places import POSITIONS
from ruamel.yaml import YAML

from analyzer.messages import LOCALES

STORED = LOCALES / "da/LC_MESSAGES/titles.mo"


@cache
def danish() -> Catalog:
    return read_po(io.BytesIO(STORED.with_suffix(".po").read_bytes()), locale="da")


def _titles() -> set[str]:
    shipped = (path for path in POSITIONS.rglob("*.yaml") if path.parent.name != "disputes")
    read = (YAML(typ="safe").load(path) for path in shipped)
    return {told for each in read for key in ("title", "stipulation") if (told := each.get(key))}


def test_every_shipped_position_and_evening_is_headed_and_asked_in_danish() -> None:
    assert _titles() - {each.id for each in danish() if each.string} == set()


def test_a_diagram_is_headed_in_the_language_of_its_reader(run: Run) -> None:
    shown = run("show", str(POSITIONS / "tout.yaml"), "--lang", "da").out
    assert shown.startswith("Tout\n")
    problem = next((POSITIONS / "composed").glob("*bagud*.yaml"))
    assert run("show", str(problem), "--lang", "da").out.startswith("At holde sig fri af bagud: ")


def _shipped() -> list[Path]:
    return [
        path for path in sorted(POSITIONS.rglob("*.yaml")) if path.parent.name in ("endings", "positions")
    ]


@pytest.mark.parametrize("lang", ["en", "da"])
def test_no_text_about_a_shipped_position_has_a_key_of_the_program_in_it(run: Run, lang: str) -> None:
    for path in _shipped():
        for asked in (["solve"], ["show", "--solution"]):
            ran = run(*asked, str(path), "--max-nodes", "300", "--lang", lang)
            told = re.findall(r"\b[a-z]+_[a-z_]+\b", ran.out + ran.err)
            assert not told, (path.name, asked, told)
