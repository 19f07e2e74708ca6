"""An amount that no clause names is told with the sum it comes from: what was added, doubled, halved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any, Final

import pytest
from commands import Run
from evenings.test_worked_examples import EXAMPLES, evening_of
from places import POSITIONS

from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset

OF_CONTRACTS: Final = ("appel", "french", "lhombre", "slovenian", "tapp", "tarot")
BY_POINTS: Final = {"misere.score": "each loses his own points", "purchase.paid": "a price in equal parts"}

SENTENCES: Final = [
    ("W21 solo", "+120 for B, +120 for C: 50 + 10, times 2"),
    ("W21 Pagat", "+200 for A: 50, doubled 2 times"),
    ("W23 announced", "+20 for A: 10, doubled"),
    ("W23 solo", "+75 for A: 60 + 15"),
    ("W17 five", "A pays 25 to C: 10 + 7, times 3, half of it"),
    ("W18 failed", "B pays 13 to A and 13 to C: 3 + 10"),
]


def evenings() -> Iterator[Any]:
    """Those that are shipped, and the worked examples as hands of an evening, of games with contracts."""
    for name, table, hand, _ in EXAMPLES:
        if table.split()[0] in OF_CONTRACTS:
            yield pytest.param(evening_of(table, hand), id=name)
    for file in sorted(POSITIONS.glob("sessions/*.yaml")):
        if file.stem.split("-")[0] in OF_CONTRACTS:
            yield pytest.param(file.read_text(), id=file.stem)


def figures(rules: RuleSet) -> set[int]:
    """Every amount that a clause names."""

    def within(value: Any) -> Iterator[int]:
        if isinstance(value, Mapping):
            yield from chain.from_iterable(map(within, value.values()))
        elif isinstance(value, int):
            yield abs(value)

    return {each for clause in rules.clauses.values() for each in within(clause.parameters)}


@pytest.mark.parametrize("evening", [*evenings()])
def test_what_is_paid_or_written_stands_in_a_clause_or_is_told_with_its_sum(run: Run, evening: str) -> None:
    answer = run("score", "-", "--json", stdin=evening).json
    named = figures(load_ruleset(answer["ruleset"]))
    for hand in answer["hands"]:
        for each in (*hand["transfers"], *hand.get("scores", ())):
            made_of = each.get("made_of")
            if made_of is not None:
                whole = sum(made_of["terms"]) * made_of["times"] * 2 ** made_of["doubled"]
                assert abs(each["amount"]) == (whole // 2 if made_of["halved"] else whole)
                assert made_of["halved"] or named.intersection(made_of["terms"])
            elif not pool(each) and each["clause"] not in BY_POINTS:
                assert abs(each["amount"]) in named, each


def pool(entry: Mapping[str, Any]) -> bool:
    """Whether it goes into a pool or comes out of one: as much as on the table."""
    return "pool" in f"{entry.get('from')} {entry.get('to')}"


@pytest.mark.parametrize(("example", "sentence"), SENTENCES)
def test_the_sum_stands_behind_the_amount(run: Run, example: str, sentence: str) -> None:
    table, hand = next(each[1:3] for each in EXAMPLES if each[0] == example)
    assert sentence in " ".join(run("score", "-", stdin=evening_of(table, hand)).out.split())


def test_the_sum_is_told_in_danish_too(run: Run) -> None:
    file = str(POSITIONS / "sessions" / "tarot-evening.yaml")
    assert "B, C og D betaler hver 66 til A: 25 + 8, gange 2" in run("--lang", "da", "score", file).out


def test_a_row_of_the_sheet_tells_everything_that_makes_its_sum(run: Run, tmp_path: Path) -> None:
    file, sheet = POSITIONS / "sessions" / "tarot-evening.yaml", tmp_path / "sheet.md"
    assert run("score", str(file), "-o", str(sheet)).status == 0
    told = sheet.read_text(encoding="utf-8")
    for words in (
        "A plays garde; the contract is made; margin 8; petit au bout for A",
        "A plays garde; C announced 10 trumps; the contract is lost",
        "A plays petite; the contract is made; margin 0; petit au bout for B, C and D",
        "A plays garde; A announced slam; the contract is made; margin 55; slam for A; petit au bout for A",
    ):
        assert words in told
