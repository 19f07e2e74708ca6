"""A rule set is printed so that one can read it, and see what its source does not say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace
from rulesets import DANISH_RULES

from analyzer.answers.records.rules import CHAPTERS, brief_rules_blocks, rules_blocks, rules_view
from analyzer.answers.records.verify import options_blocks
from analyzer.report import terminal
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.clause import Standing
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.views.base import plain


def rules_text(rules: RuleSet, style: TextStyle) -> str:
    """A rule set as a terminal shows it."""
    return terminal.blocks_text(rules_blocks(rules), style)


@pytest.mark.parametrize("width", [40, 60, 80, 132])
@pytest.mark.parametrize("name", DANISH_RULES)
def test_a_rule_set_fits_the_terminal_and_tells_every_clause(name: str, width: int) -> None:
    rules = load_ruleset(name)
    text = rules_text(rules, TextStyle(width=width))
    assert max(map(len, text.splitlines())) <= width
    for clause in rules.clauses:
        assert f"      {clause}:" in text or width < len(clause) + 7
    for chapter in {clause.partition(".")[0] for clause in rules.clauses} & {*CHAPTERS}:
        assert f"\n{CHAPTERS[chapter]}\n" in text


def test_a_clause_is_told_with_its_parameters_and_the_section_it_comes_from() -> None:
    text = rules_text(load_ruleset("danish"), TextStyle(width=100))
    assert (
        "  The Fool may not be played to the trick before the last.\n"
        "      fool.second-to-last: ban-at-trick (card fool, trick 2)\n"
        "      overrides fool.any-trick\n"
        "      [1] The fool\n"
    ) in text
    assert "[1] Tarok (Danish), at pagat.com; Jens Brix Christiansen" in text


def test_what_the_source_does_not_say_is_marked_with_the_reason() -> None:
    text = rules_text(load_ruleset("danish-concise"), TextStyle(width=200))
    assert "\n~ The player who leads the Fool names the suit" in text
    assert "      silent: The source calls the Fool the Excuse" in text
    assert " ~  59 clauses: the source is silent; a default is taken" in text


def test_what_is_disputed_is_told_with_its_readings() -> None:
    text = rules_text(load_ruleset("danish-1996"), TextStyle(width=200))
    assert "\n? Whether the Fool may go" in text
    assert "      readings:\n      - The Fool never goes.\n      - The Fool may go where" in text


def test_without_explanation_there_is_one_sentence_to_a_clause() -> None:
    rules = load_ruleset("danish")
    text = terminal.blocks_text(brief_rules_blocks(rules), TextStyle(width=300))
    signs = {Standing.STATED: " ", Standing.SILENT: "~", Standing.DISPUTED: "?"}
    for clause in rules.clauses.values():
        assert f"\n{signs[clause.standing]} {clause.statement}\n" in text
    assert "ban-at-trick" not in text


def test_a_rule_set_is_told_in_danish() -> None:
    text = rules_text(load_ruleset("danish-1996"), TextStyle(width=200, lang="da"))
    assert "\nregelsæt danish-1996\n" in text
    assert "\nBenævnelsen af skisen\n" in text
    assert "      omstridt: " in text
    assert "      læsninger:\n      - " in text
    assert "\n      går forud for fool.any-trick\n" in text


def test_a_rule_set_as_data_is_the_rule_set() -> None:
    rules = load_ruleset("danish-1996")
    data = json.loads(json.dumps(plain(rules_view(rules))))
    assert (data["schema"], data["ruleset"]) == ("tarok-analyze/rules/1", "danish-1996")
    assert [each["id"] for each in data["clauses"]] == list(rules.clauses)
    fool = next(each for each in data["clauses"] if each["id"] == "discard.fool")
    assert (fool["standing"], fool["parameters"]) == ("disputed", {"cards": ["fool"], "announce": "tout"})
    assert fool["cites"] == [{"source": "003_ee4356486dc0ecd9.txt", "heading": "The discard (the skat)"}]


def test_a_rule_set_of_a_stranger_cannot_steer_the_terminal() -> None:
    rules = replace(load_ruleset("danish"), title="Ours\x1b[2J\x07")
    text = rules_text(rules, TextStyle())
    assert text.startswith("Ours?[2J?\n")
    assert text.replace("\n", "").isprintable()


def test_what_a_rule_set_takes_over_is_told_in_danish(tmp_path: Path) -> None:
    own = """\
format: tarok-rules/2
name: house
title: Our house
extends: danish
options:
  fool:
    clause: table.misdeal
    default: left-out
    readings:
      left-out:
      counted:
        parameters: {without: T, fool_counts: true, deals_again: same-dealer}
        standing: silent
        because: So it is at ours.
"""
    path = tmp_path / "house.yaml"
    path.write_text(own, encoding="utf-8")
    rules = load_ruleset(str(path))
    text = terminal.blocks_text(
        (*rules_blocks(rules), *options_blocks(rules)), TextStyle(width=300, lang="da")
    )
    assert "tavs: Overtaget fra danish; arvet, her siges intet." in text
    assert "  counted: Den, der ikke har fået en eneste tarok" in text
    assert "Taken over from danish; inherited, silent here." in json.dumps(plain(rules_view(rules)))
