"""Asking a dealer who shows out of trumps what is in the skat."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from proofs.twice import settled_twice
from rulesets import DANISH_RULES

from analyzer.cards.card import DECK
from analyzer.disputes.files import loads_dispute
from analyzer.disputes.table import settle
from analyzer.errors import InvalidFile
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import choose
from analyzer.rules.verdicts import Verdict


def read(text: str):
    return loads_dispute(f"format: tarok-dispute/1\nkind: asking\ndealer: C\n{text}\n")


def told(text: str):
    return settle(read(text))


def asked(chances: str, answer: str | None = None, skat: str = "T4 h6 c2", by: str = "A"):
    said = "" if answer is None else f"answered: {answer}\n"
    return read(f"sitting_out: D\nskat: {skat}\nchances: {chances}\nasked: {{by: {by}}}\n{said}")


def test_at_the_first_chance_he_may_be_asked_and_must_say_whether() -> None:
    found = settle(asked("d7"))
    assert (found.verdict, found.may_ask, found.must_tell) == (Verdict.LEGAL, True, True)


def test_no_with_a_trump_in_the_skat_breaks_the_clause_and_has_no_class() -> None:
    found = settle(asked("d7", "no"))
    assert found.clauses == ("discard.tell-trumps",)
    assert [str(card) for card in found.violations[0].cards] == ["T4"]
    assert (found.penalties, len(found.notes)) == ((), 1)


@pytest.mark.parametrize(("answer", "right"), [("yes", True), ("1", True), ("2", False), ("no", False)])
def test_who_says_how_many_though_he_need_not_says_it_truly(answer: str, right: bool) -> None:
    assert settle(asked("d7", answer)).answer_right is right


@pytest.mark.parametrize(("answer", "right"), [("yes", False), ("1", True), ("no", False)])
def test_where_he_must_say_how_many_yes_is_not_enough(answer: str, right: bool) -> None:
    rules = choose(load_ruleset("danish"), {"trumps-told": "how-many"})
    found = settle(replace(asked("d7", answer), rules=rules))
    assert (found.must_tell, found.answer_right) == (1, right)


def test_at_a_later_chance_no_source_says_whether_he_may_still_be_asked() -> None:
    found = settle(asked("d7 s3"))
    assert (found.verdict, found.may_ask) == (Verdict.UNSETTLED, None)
    assert settle(asked("fool s3")).verdict is Verdict.UNSETTLED


def test_the_fool_and_a_trump_show_nothing() -> None:
    assert settle(asked("fool")).clauses == ("discard.tell-trumps",)
    assert settle(asked("T7")).verdict is Verdict.ILLEGAL


def test_who_had_a_trump_at_the_first_chance_is_not_asked_today_but_was_in_1996() -> None:
    dispute = asked("T7 s3", skat="h7 h6 c2")
    assert settle(dispute).verdict is Verdict.ILLEGAL
    assert settle(replace(dispute, rules=load_ruleset("danish-1996"))).verdict is Verdict.LEGAL


def test_who_sits_out_does_not_ask() -> None:
    assert settle(asked("d7", by="D")).clauses == ("table.fourth",)


CARDS = st.permutations(DECK)
ANSWERS = st.sampled_from(["yes", "no", "0", "1", "2", "3", None])


@given(CARDS, st.integers(1, 4), ANSWERS, st.sampled_from(DANISH_RULES))
def test_engine_and_z3_agree_about_any_question(deck, chances, answer, name) -> None:
    skat, laid = " ".join(map(str, deck[:3])), " ".join(map(str, deck[3 : 3 + chances]))
    found = settled_twice(replace(asked(laid, answer, skat), rules=load_ruleset(name)))
    assert found.verdict in Verdict
    if answer is not None and found.may_ask:
        assert (found.verdict is Verdict.LEGAL) is found.answer_right


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("skat: T4 h6 c2\nchances: d7\nasked: {by: C}", [(6, 13)]),
        ("skat: T4 h6 c2\nchances: d7\nasked: {by: A, at: 2}", [(6, 20)]),
        ("skat: T4 h6 c2\nchances: T4\nasked: {by: A}", [(5, 10)]),
        ('skat: T4 h6 c2\nchances: ""\nasked: {by: A}', [(5, 10)]),
        ("skat: T4 h6 c2\nchances: d7\nasked: {by: A}\nanswered: perhaps", [(7, 11)]),
        ("skat: T4 h6 c2\nchances: d7\nasked: {by: A}\nanswered: 4", [(7, 11)]),
        ("chances: d7\nasked: {by: Q}", [(1, 1), (5, 13)]),
    ],
)
def test_what_cannot_be_is_a_fault_at_its_place(text: str, places: list[tuple[int, int]]) -> None:
    with pytest.raises(InvalidFile) as refused:
        read(text)
    assert [(each.where.line, each.where.column) for each in refused.value.faults] == places
