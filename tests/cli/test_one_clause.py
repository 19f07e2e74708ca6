"""One clause of the rules: what it says, what hangs on it, what other rule sets say."""

from __future__ import annotations

import pytest
from commands import Run
from schemas import faults

from analyzer.rules.spec.shipped import load_ruleset, ruleset_names


def test_one_clause_is_told_with_what_hangs_on_it_and_what_others_say(run: Run) -> None:
    ran = run("rules", "danish", "discard.fool")
    text = " ".join(ran.out.split())
    assert ran.status == 0
    assert "discard.fool: only-if-announced (cards fool, announce tout)" in text
    assert "depends on payment.tout" in text
    assert "needed by discard.announce, payment.failed-tout, irregularity.improper-discard" in text
    assert "? danish-1996: Whether the Fool may go" in text
    assert "No such clause: appel, basic, french, grosstarock, lhombre, slovenian, tapp and tarot" in text
    assert "discard.kings" not in text


@pytest.mark.parametrize("name", ruleset_names())
def test_every_clause_of_every_rule_set_is_known_to_the_others_or_not(run: Run, name: str) -> None:
    clause = list(load_ruleset(name).clauses)[7]
    found = run("rules", name, clause, "--json").json
    assert faults("clause", found) == []
    assert found["clause"]["id"] == clause
    assert [each["ruleset"] for each in found["elsewhere"]] == [
        each for each in ruleset_names() if each != name
    ]
    for each in found["elsewhere"]:
        assert (each["clause"] is not None) is (clause in load_ruleset(each["ruleset"]).clauses)


def test_a_chosen_reading_is_what_the_clause_says(run: Run) -> None:
    text = run("rules", "danish", "discard.fool", "--variant", "fool-in-skat=never", "--brief").out
    assert text != run("rules", "danish", "discard.fool", "--brief").out


def test_a_clause_that_there_is_not_is_told_with_the_nearest(run: Run) -> None:
    ran = run("rules", "danish", "discard.fol")
    assert ran.status == 2
    assert "danish has no clause 'discard.fol'; did you mean discard.fool?" in ran.err


def test_one_clause_is_told_in_danish(run: Run) -> None:
    text = " ".join(run("rules", "danish", "discard.fool", "--lang", "da").out.split())
    assert "bruges af discard.announce" in text
    assert "Andre regelsæt" in text


@pytest.mark.parametrize(
    ("word", "clause"), [("revoke", "corrected-revoke"), ("Kulørsvigt", "irrecoverable-revoke")]
)
def test_clauses_are_found_by_a_word_of_either_language(run: Run, word: str, clause: str) -> None:
    ran = run("rules", "danish", word, "--json")
    assert ran.status == 0
    assert faults("rules", ran.json) == []
    assert f"irregularity.{clause}" in [each["id"] for each in ran.json["clauses"]]
    assert len(ran.json["clauses"]) < 5
    assert "discard.fool" not in run("rules", "danish", word).out


def test_a_word_that_no_clause_has_is_told_without_a_list_of_all(run: Run) -> None:
    ran = run("rules", "danish", "castling")
    assert ran.status == 2
    assert "`tarok-analyze rules danish --brief`" in ran.err
    assert len(ran.err) < 200
