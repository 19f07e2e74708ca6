"""A Danish answer is Danish: no word of the rulings, of faults and of refusals is left in English."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from commands import Run, run, written
from danish_words import DANISH, english_in
from decided import compared

from analyzer.answers.records.rules import brief_rules_blocks
from analyzer.claims.verify import CLAIMS
from analyzer.report import terminal
from analyzer.rules.spec.shipped import load_ruleset, ruleset_names

__all__ = ["run"]


@pytest.mark.parametrize("other", ["danish-1996", "danish-concise"])
def test_a_comparison_is_told_in_danish(other: str) -> None:
    text = terminal.text(compared("danish", other), DANISH)
    assert not english_in(text.splitlines())


def test_the_claims_are_stated_in_danish() -> None:
    assert not english_in(DANISH.render(claim.statement) for claim in CLAIMS)


@pytest.mark.parametrize("name", ruleset_names())
def test_a_rule_set_is_told_in_danish(name: str) -> None:
    assert not english_in(terminal.blocks_text(brief_rules_blocks(load_ruleset(name)), DANISH).splitlines())


BROKEN = """\
format: tarok-position/1
ruleset: danihs
hands: {A: dR T7, B: hR d9 d9, C: c7 c2 x}
lead: D
trick: 7
"""


@pytest.mark.parametrize(
    "command", [["solve"], ["replay"], ["forced", "--player", "A"], ["deals"], ["decide"], ["check"]]
)
def test_faults_of_a_file_are_told_in_danish(run: Run, tmp_path: Path, command: list[str]) -> None:
    path = written(tmp_path, BROKEN)
    ran = run(*command, path, "--lang", "da")
    faults = [line.removeprefix(path) for line in ran.err.splitlines()]
    assert faults
    assert not english_in(re.sub(r"^(:\d+)+: ", "", fault) for fault in faults)


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (["rules", "danihs"], "der er intet regelsæt 'danihs'; mente du danish?"),
        (["solve", "no-such.yaml"], "der er ingen sådan fil"),
        (["compare", "danish", "danish+fool-in-skat=sometimes"], "har ingen læsning"),
    ],
)
def test_refusals_are_told_in_danish(run: Run, command: list[str], told: str) -> None:
    ran = run(*command, "--lang", "da")
    assert told in ran.err
    assert not english_in(ran.err.splitlines())
