"""A rule set of several forms: how many sit at the table chooses the one that is played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import Run

import analyzer
from analyzer.rules.spec.shipped import from_compiled, load_ruleset, to_compiled

THREE_OR_FOUR = """format: tarok-rules/2
name: ours
title: Our rules
extends: danish
seats: [3, 4]
source: club.txt
sources: {club.txt: {title: The club's rules, headings: [Play]}}
clauses:
  - id: table.players
    kind: seats
    parameters: {}
    seats: {3: {active: 3}, 4: {active: 4}}
    statement: Three or four play.
    cites: [Play]
  - id: table.hand
    kind: deal
    parameters: {packet: 5}
    seats: {3: {hand: 25, skat: 3}, 4: {hand: 19, skat: 2}}
    statement: All cards are dealt but those of the skat.
    cites: [Play]
  - id: discard.size
    kind: skat-size
    parameters: {}
    seats: {3: {cards: 3}, 4: {cards: 2}}
    statement: The dealer lays away as many as he takes up.
    cites: [Play]
  - id: count.points
    kind: card-points
    parameters: {points: {R: 4, D: 3, C: 2, V: 1, T1: 4, T21: 4, fool: 4}, trick: 1, skat: 1}
    seats: {3: {total: 78}, 4: {total: 72}}
    statement: The points of all are 78 or 72.
    cites: [Play]
  - id: count.par
    kind: par
    parameters: {rounding: 5}
    seats: {3: {par: 26}, 4: {par: 18}}
    statement: Each is held against an equal share.
    cites: [Play]
  - id: payment.nolo
    kind: from-each
    parameters: {}
    seats: {3: {amount: 25}, 4: {amount: 20}}
    statement: Nolo brings less where four play.
    cites: [Play]
    overrides: [payment.last-trick, payment.king-ultimo, payment.pagat-ultimo]
"""
HANDS = "hands: {A: hR d2, B: c3 d3, C: T7 d4, D: s3 d5}\nlead: A\n"


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    rules = tmp_path / "ours.yaml"
    rules.write_text(THREE_OR_FOUR)
    return rules


def parameters(run: Run, *words: str) -> dict[str, dict[str, object]]:
    return {each["id"]: each["parameters"] for each in run("rules", *words, "--json").json["clauses"]}


def test_a_form_is_shown_with_its_own_parameters(run: Run, ours: Path) -> None:
    three, four = parameters(run, str(ours)), parameters(run, str(ours), "--seats", "4")
    assert (three["payment.nolo"]["amount"], four["payment.nolo"]["amount"]) == (25, 20)
    assert (three["table.hand"]["hand"], four["table.hand"]["hand"]) == (25, 19)
    assert "amount 20" in run("rules", str(ours), "--seats", "4").out
    assert parameters(run, str(ours), "--seats", "3") == three
    assert three["payment.king-ultimo"] == four["payment.king-ultimo"]


def test_another_form_has_another_digest(run: Run, ours: Path) -> None:
    digests = {run("rules", str(ours), "--seats", seats, "--json").json["digest"] for seats in ("3", "4")}
    assert len(digests) == 2


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "has no form for 4 players; it is played by 3"),
        ("da", "har ingen form for 4 spillere; det spilles af 3"),
    ],
)
def test_a_form_that_there_is_not_is_refused_with_those_there_are(run: Run, lang: str, told: str) -> None:
    result = run("rules", "danish", "--seats", "4", "--lang", lang)
    assert (result.status, told in result.err) == (2, True)


def test_the_parameters_of_a_clause_may_differ_by_seats(run: Run, ours: Path) -> None:
    rules = load_ruleset(str(ours))
    nolo = rules.clauses["payment.nolo"]
    assert (rules.forms, nolo.parameters["amount"]) == ((3, 4), 25)
    assert {seats: each["amount"] for seats, each in nolo.by_seats.items()} == {3: 25, 4: 20}
    assert from_compiled(json.loads(json.dumps(to_compiled(rules)))) == rules
    ours.write_text(THREE_OR_FOUR.replace("4: {amount: 20}", "5: {amount: 20}"))
    assert run("rules", str(ours)).err.splitlines() == [
        (
            f"{ours}:41:17: `from-each` needs the parameter `amount`; expected a whole number from 0 to 1000 "
            "and a multiple of 5"
        ),
        f"{ours}:42:30: nobody plays this with 5 seats; the forms are 3, 4",
    ]


@pytest.mark.parametrize("head", ["players: [A, B, C, D]\n", ""])
def test_how_many_sit_at_the_table_chooses_the_form(run: Run, ours: Path, head: str) -> None:
    file = ours.with_name("four.yaml")
    file.write_text(f"format: tarok-position/1\nruleset: ours.yaml\n{head}{HANDS}")
    position = analyzer.load(file)
    assert (len(position.hands), position.rules.table.hand_size) == (4, 19)
    native = run("solve", str(file), "--json").json
    plain = run("solve", str(file), "--engine", "reference", "--json").json
    assert native["guarantee"] == plain["guarantee"]
    assert native["equilibria"] == plain["equilibria"]
    # The king led is trumped, and so lost early: 5 to each of three opponents and 5 to the pot.
    file.write_text(file.read_text() + "lines: [{name: on, play: hR c3 T7 s3 d4 d5 d2 d3}]\n")
    (line,) = run("replay", str(file), "--json").json["lines"]
    assert line["tokens"] == {"A": 40, "B": -15, "C": -15, "D": -15}
    assert [event["trick"] for event in line["events"]] == [18, 19]


def test_three_at_the_table_play_the_form_for_three(run: Run, ours: Path) -> None:
    file = ours.with_name("three.yaml")
    file.write_text(
        "format: tarok-position/1\nruleset: ours.yaml\nhands: {A: hR d2, B: c3 d3, C: T7 d4}\nlead: A\n"
    )
    assert analyzer.load(file).rules.table.hand_size == 25


def test_a_dispute_is_settled_by_the_form_that_is_played(run: Run, ours: Path) -> None:
    file = ours.with_name("revoke.yaml")
    file.write_text(
        f"format: tarok-dispute/1\nkind: play\nruleset: ours.yaml\nplayers: [A, B, C, D]\n{HANDS}"
        "events: [{A: {leads: d2}}, {B: {plays: d3}}, {C: {plays: d4}}, {D: {plays: s3}}]\n"
    )
    (violation,) = run("check", str(file), "--json").json["violations"]
    assert (violation["clause"], violation["cards"]) == ("play.follow", ["s3"])


def test_a_table_that_no_form_is_for_is_refused(run: Run, ours: Path) -> None:
    file = ours.with_name("five.yaml")
    file.write_text(f"format: tarok-position/1\nruleset: ours.yaml\nplayers: [A, B, C, D, E]\n{HANDS}")
    result = run("solve", str(file))
    assert result.status == 3
    assert f"{file}:3:10: 5 players; ours is played by 3 or 4" in result.err


def test_every_form_is_held_against_the_cards_when_the_rules_are_loaded(run: Run, ours: Path) -> None:
    ours.write_text(THREE_OR_FOUR.replace("4: {hand: 19,", "4: {hand: 18,"))
    result = run("rules", str(ours))
    assert result.status == 3
    assert "table.hand: with 4 players: 4 hands of 18 and a skat of 2 are 74 cards" in result.err
    assert result.err.startswith(f"{ours}:18:47: ")


def test_a_form_seats_as_many_as_it_is_for(run: Run, ours: Path) -> None:
    ours.write_text(THREE_OR_FOUR.replace("4: {active: 4}", "4: {active: 3}"))
    result = run("rules", str(ours))
    assert result.status == 3
    assert f"{ours}:12:41: table.players: the form for 4 is played by 3; expected 4" in result.err


CLUB = "format: tarok-rules/2\nname: club\ntitle: The club\nextends: {extends}\nclauses:\n"
FORTY = """\
  - id: declare.trumps.return
    kind: declared-return
    parameters: {above: 30}
    seats: {4: {above: 40}}
    statement: Who declared trumps must take more.
    standing: silent
    because: So we play.
"""
DECLARED = """\
format: tarok-session/1
ruleset: club.yaml
players: [A, B, C, D]
hands: [{dealer: D, declarations: {A: 10 trumps}, points: {A: 38}, last_trick: {winner: A, with: d5}}]
"""


def test_a_club_overrides_a_clause_by_seats_of_the_rules_it_extends(run: Run, tmp_path: Path) -> None:
    ours, evening = tmp_path / "club.yaml", tmp_path / "evening.yaml"
    ours.write_text(CLUB.format(extends="grosstarock") + FORTY)
    returned = [
        parameters(run, str(ours), "--seats", seats)["declare.trumps.return"]["above"] for seats in "324"
    ]
    assert returned == [30, 30, 40]
    evening.write_text(DECLARED)
    assert "A pays 10 to B and 10 to D" in run("score", str(evening)).out
    evening.write_text(DECLARED.replace("club.yaml", "grosstarock"))
    assert "A pays" not in run("score", str(evening)).out


def test_points_are_held_against_the_average_or_one_side_would_win_what_none_loses(
    run: Run, tmp_path: Path
) -> None:
    ours = tmp_path / "club.yaml"
    par = "  - {id: count.par, kind: deviation, parameters: {par: 25, to: sheet}, statement: Less.,\n"
    ours.write_text(f"{CLUB.format(extends='basic')}{par}     standing: silent, because: So we play.}}\n")
    refused = run("rules", str(ours))
    assert refused.status == 3
    assert "25 is not the average, so one side would win what none loses; expected 26" in refused.err
