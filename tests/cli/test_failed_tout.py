"""What no source says of a failed Tout is said by silent clauses, and every payment by them names them."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import Run

LAST_TRICK, BAGUD = "payment.failed-tout-last-trick", "payment.failed-tout-bagud"
SETTLEMENT = """\
format: tarok-dispute/1
kind: settlement
lead: B
trick: {trick}
taken: {{A: {{tricks: 22}}, B: {{tricks: 1}}, C: {{tricks: 1}}}}
dealer: A
announce: [tout]
"""
PLAIN = SETTLEMENT.format(trick="h3 h4 h5")
OWN_BAGUD = SETTLEMENT.format(trick="T5 h3 hR")
ENDING = """\
format: tarok-position/1
hands: {A: hR s2, B: T5 s3, C: h3 s4}
lead: B
dealer: A
announce: [tout]
taken: {A: {tricks: 21}, B: {tricks: 1}, C: {tricks: 1}}
lines: [{play: s3 s4 s2 h3 hR T5}]
"""
OTHERWISE = """\
format: tarok-rules/2
name: ours
title: A club that settles a failed Tout in its own way
extends: danish
source: 000_4ea154ee5e2b0cc2.txt
clauses:
  - id: payment.failed-tout-last-trick
    kind: failed-tout-last-trick
    parameters: {paid: false}
    statement: Where an announced Tout fails, the plain last trick is not paid.
    standing: silent
    because: The club plays it so.
  - id: payment.failed-tout-bagud
    kind: failed-tout-doubling
    parameters: {doubles: as-it-lies}
    statement: A failed Tout doubles what lies in the pots when every Bagud has paid.
    standing: silent
    because: The club plays it so.
"""


@pytest.fixture
def otherwise(tmp_path: Path) -> str:
    rules = tmp_path / "ours.yaml"
    rules.write_text(OTHERWISE, encoding="utf-8")
    return str(rules)


def test_the_plain_last_trick_beside_a_failed_tout_is_paid_and_rests_on_a_silent_clause(run: Run) -> None:
    told = run("check", "-", "--json", stdin=PLAIN).json
    assert told["tokens"] == {"A": -310, "B": 125, "C": 65}
    assert told["rests_on"] == [LAST_TRICK]


def test_an_own_bagud_beside_a_failed_tout_makes_the_pot_three_times_as_much_by_a_silent_clause(
    run: Run,
) -> None:
    told = run("check", "-", "--json", stdin=OWN_BAGUD).json
    assert told["pots"] == {"king": 120, "pagat": 60}
    assert told["rests_on"] == [BAGUD]


def test_a_club_that_pays_no_last_trick_beside_a_failed_tout_is_settled_so(run: Run, otherwise: str) -> None:
    told = run("check", "-", "--ruleset", otherwise, "--json", stdin=PLAIN).json
    assert told["tokens"] == {"A": -290, "B": 85, "C": 85}


def test_a_club_that_doubles_what_lies_there_makes_the_pot_four_times_as_much(
    run: Run, otherwise: str
) -> None:
    told = run("check", "-", "--ruleset", otherwise, "--json", stdin=OWN_BAGUD).json
    assert told["pots"] == {"king": 180, "pagat": 60}
    assert told["tokens"] == {"A": -80 - 60 - 170 - 120 - 60, "B": 125, "C": 125}


def test_a_replay_pays_as_a_dispute_does(run: Run, otherwise: str) -> None:
    for more, king in (((), 120), (("--ruleset", otherwise), 180)):
        told = run("replay", "-", *more, "--json", stdin=ENDING).json
        assert told["lines"][0]["pots"]["king"] == king
        assert BAGUD in told["rests_on"]


def test_the_search_knows_a_failed_tout_as_it_is_paid_today_and_refuses_another(
    run: Run, otherwise: str
) -> None:
    told = run("solve", "-", "--json", stdin=ENDING)
    assert (told.status, LAST_TRICK in told.json["rests_on"]) == (0, True)
    refused = run("solve", "-", "--ruleset", otherwise, stdin=ENDING)
    assert refused.status == 2
    assert "failed Tout" in refused.err
    plain = ENDING.replace("announce: [tout]\n", "")
    assert run("solve", "-", "--ruleset", otherwise, stdin=plain).status == 0


def test_where_a_failed_tout_is_settled_like_any_hand_nothing_rests_on_what_else_it_does(run: Run) -> None:
    chosen = ("--variant", "failed-tout=as-any-hand", "--json")
    told = run("check", "-", *chosen, stdin=PLAIN).json
    assert (told["tokens"], told["rests_on"]) == ({"A": -20, "B": 40, "C": -20}, [])


def test_declarations_that_a_failed_tout_would_undo_are_refused(run: Run, tmp_path: Path) -> None:
    rules = tmp_path / "undone.yaml"
    head = OTHERWISE[: OTHERWISE.index("clauses:")]
    rules.write_text(
        head
        + """\
clauses:
  - id: payment.failed-tout-declarations
    kind: failed-tout-declarations
    parameters: {stand: false}
    statement: What was declared is paid back.
    standing: silent
    because: The club plays it so.
""",
        encoding="utf-8",
    )
    told = run("check", "-", "--ruleset", str(rules), stdin=PLAIN)
    assert told.status == 3
    assert "undone.yaml:9:" in told.err
