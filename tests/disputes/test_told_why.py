"""A verdict tells by which clauses it is given and where they stand, what each owes, and until when."""

from __future__ import annotations

from dataclasses import replace

import pytest
from commands import Run
from places import POSITIONS

from analyzer.answers.records.check import check
from analyzer.disputes.findings import DealCase, RuledInDeals
from analyzer.disputes.wording import check_blocks

DISPUTES = POSITIONS / "disputes"
ADDRESS = "https://www.pagat.com/tarot/dantarok.html"


@pytest.mark.parametrize(
    ("file", "verdict", "clause"),
    [
        ("demand-in-time", "LEGAL", "fool.demand"),
        ("discard-fool-for-tout", "LEGAL", "discard.fool"),
        ("discard-king", "ILLEGAL", "discard.kings"),
        ("play-lead-out-of-turn-followed", "ILLEGAL", "irregularity.premature-play"),
    ],
)
def test_every_verdict_gives_its_clauses_with_their_sources(
    run: Run, file: str, verdict: str, clause: str
) -> None:
    told = run("check", str(DISPUTES / f"{file}.yaml"), "--ids").out
    assert f"{verdict}: " in told
    assert f"{clause}: " in told
    assert "[1] Tarok (Danish), at pagat.com, “" in told
    assert told.count("[1] Tarok (Danish), at pagat.com; Jens Brix Christiansen") == 1
    assert ADDRESS in told
    assert ".txt" not in told


def test_a_legal_discard_that_touches_no_clause_gives_those_of_the_discard(run: Run) -> None:
    told = run("check", str(DISPUTES / "discard-appel-trump.yaml"), "--ids").out
    assert "discard.size: " in told
    assert "discard.limits: " in told


def test_the_clauses_of_a_legal_verdict_are_in_its_json_with_their_sources(run: Run) -> None:
    found = run("check", str(DISPUTES / "demand-in-time.yaml"), "--json").json
    assert "fool.demand" in [each["clause"] for each in found["laws"]]
    assert all(each["text"] and each["source"] for each in found["laws"])
    assert [(each["number"], each["address"]) for each in found["sources"]] == [(1, ADDRESS)]


PAID = "{from: pagat, to: B, amount: %d}, {from: A, to: B, amount: 45}, {from: C, to: B, amount: 45}"
PAGAT = (
    "format: tarok-dispute/1\nkind: settlement\nlead: A\ntrick: c7 T1 c2\npots: {king: 60, pagat: 90}\n"
    "paid: [{from: A, to: pagat, amount: 20}, {from: C, to: pagat, amount: 20}, %s]\n"
)


def test_what_each_owes_is_told_by_clause_and_never_netted(run: Run) -> None:
    found = run("check", "-", "--json", stdin=PAGAT % (PAID % 90))
    told = [(each["clause"], each["text"]) for each in found.json["violations"]]
    assert (found.status, told) == (
        1,
        [("payment.foundation", "B owes the Pagat pot 20, and 0 was paid")],
    )


def test_who_pays_the_rest_of_what_two_owe_one_another_has_paid(run: Run) -> None:
    assert run("check", "-", stdin=PAGAT % (PAID % 70)).status == 0


def test_of_several_payments_to_one_player_the_one_left_out_is_named(run: Run) -> None:
    text = (
        "format: tarok-dispute/1\nkind: settlement\nlead: A\ntrick: dR T7 T1\npots: {king: 60, pagat: 60}\n"
        "paid: [{from: A, to: B, amount: 40}, {from: A, to: C, amount: 40}, {from: A, to: king, amount: 60},"
        " {from: C, to: A, amount: 45}, {from: C, to: pagat, amount: 60}, {from: C, to: B, amount: 20}]\n"
    )
    found = run("check", "-", "--json", stdin=text)
    told = {(each["clause"], each["text"]) for each in found.json["violations"]}
    assert ("payment.pagat-bagud", "C owes B 45, and 20 was paid") in told


def test_until_when_something_costs_nothing_and_what_follows_after_are_two_sentences(run: Run) -> None:
    told = " ".join(run("check", str(DISPUTES / "discard-king.yaml")).out.split())
    assert "can be corrected free until the next player declares. After that it is" in told
    assert "to be put right before" not in told


@pytest.mark.parametrize("file", ["prop1.yaml", "disputes/discard-king.yaml"])
def test_nothing_that_is_shipped_is_told_to_be_from_a_file_of_text(run: Run, file: str) -> None:
    command = "show" if file == "prop1.yaml" else "check"
    assert ".txt" not in run(command, str(POSITIONS / file)).out
    assert ".txt" not in run("rules", "danish", "fool.demand").out


def test_who_pays_is_told_at_the_top_only_if_it_is_so_in_every_deal_and_by_every_reading() -> None:
    found = check(str(DISPUTES / "settlement-three-kings.yaml")).finding
    cases = (DealCase(1, found, ()), DealCase(1, found, ()))
    differing = RuledInDeals(cases, (), exact=True, fit=2, alike=False)
    for told, roles in (
        (found, 1),
        (replace(found, in_deals=differing), 0),
        (replace(found, unsettled=("payment.king-bagud",)), 0),
    ):
        assert [getattr(each, "role", None) for each in check_blocks(told)].count("due") == roles
