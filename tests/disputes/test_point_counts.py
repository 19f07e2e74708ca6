"""Disputed counts in the games of card points: what piles count, rests of halves and thirds among it."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from commands import Run
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from proofs.twice import settled_twice
from told_hands import POINT_FORMS, game_of, read_as

from analyzer.disputes.files import loads_dispute
from analyzer.disputes.table import settle
from analyzer.errors import InvalidFile

NAMES = "ABCDE"


def told(name: str, seats: int, more: str) -> str:
    players = ", ".join(NAMES[:seats])
    return f"format: tarok-dispute/2\nkind: count\nruleset: {name}\nplayers: [{players}]\n{more}\n"


@pytest.mark.parametrize(
    ("name", "seats", "cards", "points"),
    [
        ("slovenian", 4, "hR hD T4", "8"),
        ("slovenian", 4, "fool T21 T1", "13"),
        ("slovenian", 4, "h1 T5 s7", "1"),
        ("slovenian", 4, "cV s8 d2", "2"),
        ("slovenian", 4, "hR hD T4 T5", "8"),
        ("slovenian", 4, "hR hD T4 T5 T6", "9"),
        ("tapp", 3, "hR hD T4", "8"),
        ("french", 3, "hR hD T4", "8.5"),
        ("basic", 3, "hR hD T4", "8"),
    ],
)
def test_a_pile_counts_what_the_sources_count_it(name: str, seats: int, cards: str, points: str) -> None:
    for said, verdict in (
        (points, "legal"),
        (f"{float(points) + 1}", "illegal"),
    ):
        found = settle(loads_dispute(told(name, seats, f"piles: {{A: {{cards: {cards}, points: {said}}}}}")))
        assert found.verdict.value == verdict


@settings(max_examples=examples(20))
@given(st.integers(0, 2**40))
def test_engine_and_z3_count_any_piles_alike_and_all_of_them_make_the_total(seed: int) -> None:
    rng = random.Random(seed)
    name, seats = rng.choice(POINT_FORMS)
    rules = read_as(name, seats, ())
    table, game = rules.table, game_of(rules)
    deck = rng.sample(sorted(table.deck), len(table.deck))
    laid, won = deck[: table.skat_size], deck[table.skat_size :]
    cuts = sorted(rng.randrange(table.hand_size + 1) * seats for _ in range(seats - 1))
    piles = [won[one:two] for one, two in zip((0, *cuts), (*cuts, table.hand_size * seats), strict=True)]
    lines = [
        f"  {NAMES[seat]}: {{cards: {json.dumps(list(map(str, pile)))}}}" for seat, pile in enumerate(piles)
    ]
    more = "\n".join(["piles:", *lines, f"discard: {json.dumps(list(map(str, laid)))}", "dealer: A"])
    if game.contracts:
        more += f"\ncontract: {next(iter(game.contracts))}\ndeclarer: A"
    found = settled_twice(loads_dispute(told(name, seats, more)))
    dead = deck[table.skat_size + table.hand_size * seats :]
    exact = sum(each.exact for each in found.sides) * game.piles.unit + sum(map(game.piles.card_units, dead))
    assert found.violations == ()
    assert exact == game.piles.total


def test_what_is_wrong_is_told_with_what_the_pile_counts_and_its_rest(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "count.yaml"
    file.write_text(told("slovenian", 4, "piles: {A: {cards: hR hD T4 T5 T6, points: 8}}"), encoding="utf-8")
    asked = run("check", str(file), "--json")
    answer = json.loads(asked.out)
    assert asked.status == 1
    assert answer["piles"]["A"] == {"exact": [26, 3], "points": 9, "said": 8}
    assert answer["remedy"] == {"points": {"A": 9}}
    assert answer["rests_on"] == ["count.rest"]
    assert "The pile of A: 9 points, exactly 8 2/3" in run("check", str(file)).out


@pytest.mark.parametrize(
    ("name", "piles", "verdict"),
    [
        ("french", "{A: {points: 91}}", "legal"),
        ("french", "{A: {points: 91.5}}", "illegal"),
        ("french", "{A: {points: 50}, B: {points: 45}}", "illegal"),
        ("basic", "{A: {points: 76}, B: {cards: hR h2 h3}}", "illegal"),
        ("slovenian", "{A: {points: 70}}", "legal"),
        ("slovenian", "{A: {points: 72}}", "illegal"),
        ("slovenian", "{A: {points: 24}, B: {points: 24}, C: {points: 24}}", "legal"),
        ("slovenian", "{A: {points: 24}, B: {points: 24}, C: {points: 26}}", "illegal"),
    ],
)
def test_piles_have_no_more_points_together_than_the_pack(name: str, piles: str, verdict: str) -> None:
    misere = "\ncontract: misere" if name == "slovenian" else ""
    found = settle(loads_dispute(told(name, 3, f"piles: {piles}{misere}")))
    assert found.verdict.value == verdict
    assert set(found.clauses) <= {"count.points"}


@pytest.mark.parametrize(
    ("name", "more", "fault"),
    [
        (
            "basic",
            "piles: {A: {}}",
            "5:9: the file does not give the pile of A; expected `cards`, `points`, or both",
        ),
        ("basic", "piles: {A: {cards: hR h2}}", "2 cards in the pile of A; expected whole tricks"),
        (
            "basic",
            "piles: {A: {points: 5}}\ndiscard: h2 h3 h4",
            "the file does not say who discarded these cards",
        ),
        ("basic", "piles: {A: {cards: hR h2 h3}, B: {cards: hR h4 h5}}", "hR"),
        ("french", "piles: {A: {points: x}}", "x is not a number of card points"),
        ("basic", "piles: {A: {points: 5}}\ncontract: take", "`contract` in a game"),
        ("basic", "piles: {}", "piles"),
    ],
)
def test_what_cannot_be_is_told_at_its_place(name: str, more: str, fault: str) -> None:
    with pytest.raises(InvalidFile) as caught:
        loads_dispute(told(name, 3, more))
    assert fault in str(caught.value)
