"""What is said in a language has no English word, by the dictionaries of both; names and codes apart."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Collection

import pytest
from commands import Run
from effort import part
from places import POSITIONS
from ruamel.yaml import YAML

from analyzer.rules.spec.called import CALLED
from analyzer.rules.spec.shipped import load_ruleset, ruleset_names

COMMANDS = {
    "disputes": ("check",),
    "sessions": ("score",),
    "endings": ("solve", "forced", "explain", "moves", "replay"),
    "composed": ("solve",),
    "worlds": ("solve",),
}
DICTIONARIES = {"da": "da_DK", "fr": "fr"}
APART = re.compile(
    r"“[^”]*”|«[^»]*»|`[^`]*`|https?:\S+|\S*/\S*|\S+\.ya?ml\S*|[\w.-]+=[\w.-]+|\[\d+\] .*(?:\n    .*)*"
    r"|\S*-analyze \w+|\w+-[\w-]+"
)
"""Titles and headings of sources, code, files and addresses."""
WORD = re.compile(r"[^\W\d_]{3,}")
NAMES = frozenset(
    re.findall(
        r"\w+",
        """
        Anna Bent Carl Clara Dora Anne Ana Bojan Cilka Ole Per Eva Bagud Nolo Tout Ultimo Pagat Mondo Mond
        Valat nil nolo Trull Tarot
        Tarock Tapp Excuse Großtarock Misere Solo Kontra Rekontra Fool hombre trull petite analyze bout
        ultimo solo
        """,
    )
)


def unknown(dictionary: str, words: Collection[str]) -> set[str]:
    """Words that are in no such dictionary."""
    command = ["hunspell", "-l", "-i", "utf-8", "-d", dictionary]
    ran = subprocess.run(command, input="\n".join(words), capture_output=True, text=True, check=True)
    return set(ran.stdout.split())


@pytest.mark.skipif(
    shutil.which("hunspell") is None, reason="there are no dictionaries here: `make browser` told so"
)
@pytest.mark.parametrize("folder", COMMANDS)
@pytest.mark.parametrize("lang", part([*DICTIONARIES], 2))
def test_no_english_word_is_left_in_what_is_said_of_a_shipped_file(run: Run, folder: str, lang: str) -> None:
    found: dict[str, str] = {}
    for path in part(sorted((POSITIONS / folder).glob("*.yaml")), 12):
        read = YAML(typ="safe").load(path)
        source = set(WORD.findall(str(read.get("source"))))
        for command in COMMANDS[folder]:
            told = APART.sub(" ", run(command, str(path), "--lang", lang).out)
            for word in set(WORD.findall(told)) - source:
                found.setdefault(word, f"{command} {path.name}")
    strange = unknown(DICTIONARIES[lang], sorted(found))
    english = strange - unknown("en_US", sorted(strange)) - NAMES
    assert {word: found[word] for word in english} == {}


def test_every_contract_is_called_by_a_word_of_the_reader_s_language_or_has_none() -> None:
    own = {"petite", "garde", "garde sans", "garde contre", "solissimo", "tapp"}
    contracts = {
        name.replace("-", " ")
        for rules in ruleset_names()
        for name in (load_ruleset(rules).game.contracts or {})
    }
    assert contracts > own
    assert contracts - own <= CALLED
