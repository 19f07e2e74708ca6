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
from effort import part
from places import CATALOGUES, POSITIONS
from ruamel.yaml import YAML

from analyzer.report.style.textstyle import TextStyle

SAME = {"Tout", "Nolo"}
"""What is called so in every language."""
STORED = CATALOGUES / "da/LC_MESSAGES/titles.mo"


@cache
def danish() -> Catalog:
    return read_po(io.BytesIO(STORED.with_suffix(".po").read_bytes()), locale="da")


def _texts() -> set[str]:
    """What authors wrote into the shipped files for readers: titles, questions, lines, what is taught."""
    found = set()
    for path in POSITIONS.rglob("*.yaml"):
        read = YAML(typ="safe").load(path)
        keys = ("title", "stipulation", *(() if path.parent.name == "disputes" else ("teaches",)))
        found |= {told for key in keys if (told := read.get(key))}
        found |= {line["name"] for line in read.get("lines") or () if line.get("name")}
    return found


@pytest.mark.parametrize("lang", ["da", "fr"])
def test_what_shipped_files_tell_a_reader_is_told_in_his_language(lang: str) -> None:
    style = TextStyle(lang=lang)
    assert {text for text in _texts() if style.titled(text) == text} <= SAME


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
    for path in part(_shipped(), 4):
        for asked in (["solve"], ["show", "--solution"]):
            ran = run(*asked, str(path), "--max-nodes", "300", "--lang", lang)
            told = re.findall(r"\b[a-z]+_[a-z_]+\b", ran.out + ran.err)
            assert not told, (path.name, asked, told)
