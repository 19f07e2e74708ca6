"""Disputes around the hands: foundations, a fourth who joins, pots shared or short, who deals."""

from __future__ import annotations

import json

import pytest
from places import POSITIONS

from analyzer.disputes.files import loads_dispute
from analyzer.disputes.table import settle
from analyzer.errors import InvalidFile

HEAD = "format: tarok-dispute/1\nkind: session\n"
FOUR = "players: [A, B, C, D]\n"


def told(text: str):
    return settle(loads_dispute(HEAD + text))


def test_everybody_at_the_table_founds_both_pots_at_the_start() -> None:
    assert told("event: start\n").tokens == (-40, -40, -40)
    assert told(FOUR + "event: start\n").tokens == (-40, -40, -40, -40)


def test_an_emptied_pot_is_founded_by_all_four_and_its_winner_answers_for_it() -> None:
    found = told(FOUR + "event: pot-emptied\ndealer: A\nby: B\npots: {king: 0, pagat: 90}\n")
    assert found.tokens == (-20, -20, -20, -20)
    assert (found.sits_out, found.founds, found.answers_for) == (2, (0, 1, 2, 3), 1)
    assert (found.pots.king, found.pots.pagat) == (80, 0)


def test_two_emptied_pots_are_founded_both() -> None:
    assert told("event: pot-emptied\npots: {king: 0, pagat: 0}\n").tokens == (-40, -40, -40)


def test_a_fourth_who_refuses_the_foundation_breaks_the_clause_of_the_fourth() -> None:
    paid = ", ".join(f"{{from: {name}, to: king, amount: 20}}" for name in "ABD")
    text = f"{FOUR}event: pot-emptied\ndealer: A\npots: {{king: 0, pagat: 90}}\npaid: [{paid}]\n"
    assert told(text).clauses == ("payment.foundation", "table.fourth")
    assert told(text.replace("dealer: A", "dealer: B")).clauses == ("payment.foundation",)


JOINS = FOUR + "event: fourth-joins\nby: D\npots: {king: %d, pagat: %d}\n"


def test_a_fourth_who_joins_pays_a_third_of_each_pot() -> None:
    found = told(JOINS % (60, 135))
    assert (found.verdict.value, found.tokens) == ("legal", (0, 0, 0, -65))


def test_thirds_that_are_not_whole_are_open_with_each_way_to_round_them() -> None:
    found = told(JOINS % (65, 80))
    assert found.verdict.value == "unsettled"
    assert [each.leads_to for each in found.open_questions[0].readings] == ["D -55", "D -45"]
    assert found.tokens == (0, 0, 0, -55)


@pytest.mark.parametrize(
    ("king", "pagat", "verdict"), [(25, 30, "unsettled"), (20, 25, "unsettled"), (20, 20, "illegal")]
)
def test_what_a_fourth_paid_is_wrong_only_where_no_rounding_comes_to_it(king, pagat, verdict) -> None:
    paid = f"paid: [{{from: D, to: king, amount: {king}}}, {{from: D, to: pagat, amount: {pagat}}}]\n"
    assert told(JOINS % (65, 80) + paid).verdict.value == verdict


ENDS = "event: session-ends\npots: {king: 60, pagat: 65}\n"


def test_pots_that_divide_are_shared_evenly() -> None:
    found = told("event: session-ends\npots: {king: 60, pagat: 90}\n")
    assert (found.verdict.value, found.tokens) == ("legal", (50, 50, 50))
    assert told(FOUR + "event: session-ends\npots: {king: 60, pagat: 60}\n").tokens == (30, 30, 30, 30)


def test_what_cannot_be_shared_evenly_is_open() -> None:
    found = told(ENDS)
    assert found.verdict.value == "unsettled"
    assert [each.leads_to for each in found.open_questions[0].readings] == [
        "A +45, B +40, C +40",
        "A +40, B +40, C +40",
    ]


@pytest.mark.parametrize(
    ("shares", "fits"),
    [((45, 40, 40), [True, False]), ((40, 40, 45), [True, False]), ((40, 40, 40), [False, True])],
)
def test_a_coin_left_over_may_be_anybodys_or_stay(shares, fits) -> None:
    paid = "".join(
        f"  - {{from: pagat, to: {name}, amount: {n}}}\n" for name, n in zip("ABC", shares, strict=True)
    )
    readings = told(f"{ENDS}paid:\n{paid}").open_questions[0].readings
    assert [each.verdict.value == "legal" for each in readings] == fits


def test_shares_that_are_no_reading_of_even_are_illegal() -> None:
    took = ", ".join(
        f"{{from: pagat, to: {name}, amount: {n}}}" for name, n in (("A", 55), ("B", 35), ("C", 35))
    )
    assert told(f"{ENDS}paid: [{took}]\n").clauses == ("end.divide",)


def test_shares_of_pots_that_divide_are_told_player_by_player() -> None:
    text = "event: session-ends\npots: {king: 60, pagat: 60}\npaid: [{from: king, to: A, amount: 40}]\n"
    assert [each.text for each in told(text).violations] == [
        "B is due 40, and took 0",
        "C is due 40, and took 0",
    ]


SHORT = "event: pot-short\npot: king\nmissing: 20\n"


def test_whoever_won_a_pot_makes_good_what_is_missing() -> None:
    found = told(SHORT + "by: B\npaid: [{from: B, to: king, amount: 20}]\n")
    assert (found.verdict.value, found.tokens, found.answers_for) == ("legal", (0, -20, 0), 1)


def test_where_nobody_knows_who_won_the_pot_it_hangs_on_that() -> None:
    found = told(SHORT)
    assert found.verdict.value == "unsettled"
    assert len(found.open_questions[0].readings) == 4


@pytest.mark.parametrize(("dealer", "out"), [("A", 2), ("B", 3), ("C", 0), ("D", 1)])
def test_whoever_faces_the_dealer_sits_out(dealer: str, out: int) -> None:
    assert told(f"{FOUR}event: sits-out\ndealer: {dealer}\n").sits_out == out


def test_nobody_sits_out_at_a_table_of_three() -> None:
    found = told("event: sits-out\ndealer: A\nsitting_out: B\n")
    assert (found.sits_out, found.clauses) == (None, ("table.fourth",))


@pytest.mark.parametrize(
    ("after", "deals"),
    [("hand", 0), ("misdeal", 3), ("wrong-deal", 3), ("irrecoverable-revoke", 0), ("improper-discard", 0)],
)
def test_the_next_player_deals_but_after_a_misdeal_or_a_wrong_deal(after: str, deals: int) -> None:
    assert told(f"{FOUR}event: next-dealer\ndealer: D\nafter: {after}\n").deals_next == deals


@pytest.mark.parametrize(
    ("said", "verdict", "clauses", "tokens"),
    [
        ("pots_stand: right", "legal", (), 0),
        ("pots_stand: left", "illegal", ("payment.pots-place",), -10),
        ("pots_stand: right\nagreed: unpaid", "illegal", ("payment.pots-place",), -10),
        ("pots_stand: right\nagreed: paid", "legal", (), 0),
        ("pots_stand: left\nagreed: paid", "illegal", ("irregularity.pots-not-moved",), -10),
    ],
)
def test_the_place_of_the_pots_decides_whether_the_dealer_has_paid(said, verdict, clauses, tokens) -> None:
    found = told(f"event: dealer-paid\ndealer: B\n{said}\n")
    assert (found.verdict.value, found.clauses) == (verdict, clauses)
    assert found.tokens == (0, tokens, 0)


def test_a_dealer_who_pays_what_the_pots_show_to_be_owed_is_right() -> None:
    paid = "paid: [{from: B, to: king, amount: 5}, {from: B, to: pagat, amount: 5}]\n"
    assert told(f"event: dealer-paid\ndealer: B\npots_stand: left\n{paid}").verdict.value == "legal"
    wrong = told(f"event: dealer-paid\ndealer: B\npots_stand: right\n{paid}")
    assert wrong.clauses == ("payment.pots-place",)


def test_where_the_pots_tell_nothing_it_is_open_whether_the_dealer_has_paid(tmp_path) -> None:
    own = "format: tarok-rules/2\nname: ours\ntitle: Ours\nextends: danish\nclauses:\n"
    own += "  - {id: payment.pots-place, kind: pots-place, parameters: {paid: right, decides: false},\n"
    own += "     standing: silent, statement: The pots tell nothing., because: Our pots never move.}\n"
    (tmp_path / "ours.yaml").write_text(own)
    text = f"{HEAD}ruleset: ours.yaml\nevent: dealer-paid\ndealer: B\npots_stand: left\n"
    found = settle(loads_dispute(text, str(tmp_path / "f.yaml")))
    assert found.verdict.value == "unsettled"
    assert [each.tokens for each in found.open_questions[0].readings] == [
        {"A": 0, "B": 0, "C": 0},
        {"A": 0, "B": -10, "C": 0},
    ]
    assert "payment.pots-place" in found.rests_on


@pytest.mark.parametrize(("during", "verdict"), [("play", "illegal"), ("deal", "legal")])
def test_nobody_asks_during_play_what_lies_in_the_pots(during: str, verdict: str) -> None:
    assert told(f"event: pots-asked\nby: B\nduring: {during}\n").verdict.value == verdict


FAULTS = [
    ("event: pot-emptied", "3:8: `pot-emptied` needs `pots`"),
    ("event: pot-emptied\npots: {king: 20}", "4:7: no pot is empty; expected 0 in the pot that was emptied"),
    (
        "event: fourth-joins\nby: A\npots: {}",
        "1:1: 3 players; expected the one who joins among them, at a table",
    ),
    ("event: start\npot: king", "4:1: `start` has no use for `pot`; expected `paid`, `dealer`"),
    (
        "event: next-dealer\ndealer: A\nafter: lead-out-of-turn",
        "5:8: the cards are not dealt again after lead-out-of-turn",
    ),
    ("event: starts", "3:8: "),
    ("players: [A, B]\nevent: start", "3:10: 2 players; danish is played by 3"),
    ("players: [A, B, C, D, E]\nevent: start", "3:10: 5 players"),
    ("event: sits-out\ndealer: Z", "4:9: no player is called Z"),
]


@pytest.mark.parametrize(("text", "fault"), FAULTS, ids=[text for text, _ in FAULTS])
def test_what_cannot_be_is_a_fault_at_its_place(text: str, fault: str) -> None:
    with pytest.raises(InvalidFile) as refused:
        loads_dispute(HEAD + text, "f")
    assert any(str(each).startswith(f"f:{fault}") for each in refused.value.faults), refused.value


def test_four_at_a_table_for_three_are_told_so(run) -> None:
    path = str(POSITIONS / "disputes/session-who-sits-out.yaml")
    answer = json.loads(run("check", path, "--variant", "fourth=no", "--json").out)
    assert [each["clause"] for each in answer["violations"]] == ["table.fourth"]
    assert answer["violations"][0]["text"] == "4 at the table, and the rules seat 3"


def test_what_rests_on_a_silent_clause_says_so(run) -> None:
    path = str(POSITIONS / "disputes/session-pot-found-short.yaml")
    answer = json.loads(run("check", path, "--ruleset", "danish-concise", "--json").out)
    assert answer["rests_on"] == ["payment.pot-winner-founds"]
    assert json.loads(run("check", path, "--json").out)["rests_on"] == []


def test_the_answer_tells_who_founds_and_who_answers_for_the_pot_in_both_languages(run) -> None:
    path = str(POSITIONS / "disputes/session-fourth-refuses-the-foundation.yaml")
    ran = run("check", path, "--json")
    answer = json.loads(ran.out)
    assert (ran.status, answer["event"], answer["sits_out"], answer["answers_for"]) == (
        1,
        "pot-emptied",
        "Carl",
        "Dora",
    )
    assert answer["founds"] == ["Anna", "Bent", "Carl", "Dora"]
    assert answer["deals_next"] is None
    assert {"from": "Carl", "to": "king", "amount": 20, "clause": "payment.foundation"} in answer["remedy"][
        "payments"
    ]
    assert "Must make up the pot: Dora" in run("check", path).out
    assert "Skal fylde koppen op: Dora" in run("check", path, "--lang", "da").out


def test_an_uneven_end_of_the_evening_is_neither_yes_nor_no(run) -> None:
    assert run("check", str(POSITIONS / "disputes/session-ends-unevenly.yaml")).status == 4
