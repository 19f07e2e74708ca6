"""When an error was found decides what it costs: declarations, the skat, and irregularities by name."""

from __future__ import annotations

import pytest

from analyzer.disputes.files import loads_dispute
from analyzer.disputes.table import settle
from analyzer.errors import InvalidFile
from analyzer.rules.verdicts import Verdict

ELEVEN = "T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 h2 h3 h4 h5 h6 d2 d3 d4 d5 s2 s3 s4 c2 c3"
NINE = "T1 T2 T3 T4 T5 T6 T7 T8 T9 h2 h3 h4 h5 h6 h7 h8 d2 d3 d4 d5 s2 s3 s4 c2 c3"


def told(text: str):
    return settle(loads_dispute(f"format: tarok-dispute/1\n{text}"))


def declared(hand: str, said: str, found: str | None):
    when = "" if found is None else f"found: {found}\n"
    return told(f'kind: declarations\nhands: {{B: "{hand}"}}\nsaid: {{B: ["{said}"]}}\n{when}')


def test_twelve_trumps_that_were_eleven_are_put_right_before_the_lead_and_the_difference_goes_back() -> None:
    found = declared(ELEVEN, "12 trumps with pagat", "before-lead")
    assert found.verdict is Verdict.ILLEGAL
    assert found.remedies == ("corrected",)
    assert [penalty.each_pot for penalty in found.penalties] == [0]
    assert found.gained == (5, -10, 5)


def test_ten_trumps_that_were_eleven_are_put_right_and_the_others_pay_the_rest() -> None:
    assert declared(ELEVEN, "10 trumps with pagat", "before-lead").gained == (-5, 10, -5)


def test_twelve_trumps_that_were_eleven_cost_forty_and_what_they_brought_once_play_has_begun() -> None:
    found = declared(ELEVEN, "12 trumps with pagat", "during-play")
    (penalty,) = found.penalties
    assert (penalty.category, penalty.each_pot, penalty.remedy) == ("irrecoverable", 40, "repaid")
    assert not penalty.play_goes_on
    assert found.gained == (20, -120, 20)
    assert (found.paid.pots.king, found.paid.pots.pagat) == (40, 40)


def test_a_wrong_declaration_found_after_all_payments_costs_nothing() -> None:
    found = declared(ELEVEN, "12 trumps with pagat", "after-payments")
    assert found.verdict is Verdict.ILLEGAL
    assert found.remedies == ("none",)
    assert found.gained == (0, 0, 0)
    assert len(found.notes) == 1


def test_ten_trumps_may_not_become_a_pass_even_before_the_lead() -> None:
    found = declared(NINE, "10 trumps with pagat", "before-lead")
    assert found.penalties[0].irregularity == "wrong-declaration"
    assert found.gained == (10, -100, 10)


def test_whether_a_court_may_be_put_right_is_open_before_the_lead_only() -> None:
    hand = "hR hD hC fool h2 h3 h4 h5 h6 h7 h8 d2 d3 d4 d5 d6 s2 s3 s4 s5 c2 c3 c4 c5 c6"
    before = declared(hand, "half hearts no queen", "before-lead")
    assert before.open_questions
    assert before.paid is None
    during = declared(hand, "half hearts no queen", "during-play")
    assert not during.open_questions
    assert during.gained == (5, -90, 5)


def test_no_fine_is_told_where_it_is_open_whether_a_declaration_may_be_put_right() -> None:
    beyond = declared(ELEVEN, "13 trumps with pagat", "before-lead")
    assert beyond.open_questions
    assert beyond.penalties == ()
    assert declared(ELEVEN, "13 trumps with pagat", "during-play").penalties


def test_nothing_is_told_of_payments_where_nobody_says_when_it_was_found() -> None:
    assert declared(ELEVEN, "12 trumps with pagat", None).paid is None


SKAT = """kind: discard
dealer: C
hand: hR hD h2 h3 h4 h5 h6 h7 h8 h9 d2 d3 d4 d5 d6 d7 d8 s2 s3 s4 s5 c2 c3 c4 c5 c6 T5 T6
discard: hR c2 c3
"""


@pytest.mark.parametrize(
    ("found", "each_pot", "remedy", "until"),
    [
        ("before-declarations", 0, "corrected", None),
        ("before-lead", 40, "abandoned", "next-declaration"),
        ("during-play", 40, "abandoned", None),
        ("after-payments", 40, "abandoned", None),
    ],
)
def test_a_king_in_the_skat_is_put_right_only_before_the_next_player_declares(
    found: str, each_pot: int, remedy: str, until: str | None
) -> None:
    settled = told(f"{SKAT}found: {found}\n")
    (penalty,) = settled.penalties
    assert settled.clauses == ("discard.kings",)
    assert (penalty.each_pot, penalty.remedy, penalty.mended_until) == (each_pot, remedy, until)
    assert settled.gained == (() if until else (0, 0, -2 * each_pot))


WRONG = "kind: irregularity\nirregularity: wrong-declaration\nby: B\ndeclaration: 12 trumps with pagat\n"


def test_the_irregularity_of_a_wrong_declaration_is_repaid_and_fined_until_all_is_paid() -> None:
    during, after = (told(f"{WRONG}found: {found}\n") for found in ("during-play", "after-payments"))
    assert (during.verdict, during.tokens) == (Verdict.ILLEGAL, (20, -120, 20))
    assert (after.verdict, after.tokens) == (Verdict.LEGAL, (0, 0, 0))
    assert after.fine.play_goes_on


def test_what_players_agree_on_otherwise_is_paid_whenever_it_was_found() -> None:
    assert told(f"{WRONG}category: major\nfound: after-payments\n").tokens[1] == -80


def test_something_that_was_put_right_was_not_found_after_the_lead() -> None:
    text = "kind: irregularity\nirregularity: corrected-declaration\nby: B\nfound: during-play\n"
    with pytest.raises(InvalidFile) as refused:
        told(text)
    (fault,) = refused.value.faults
    assert (fault.where.line, fault.where.column) == (5, 8)
    assert told(text.replace("during-play", "before-lead")).verdict is Verdict.LEGAL


def test_a_moment_there_is_not_is_a_fault_at_its_place() -> None:
    with pytest.raises(InvalidFile) as refused:
        told(f"{WRONG}found: yesterday\n")
    (fault,) = refused.value.faults
    assert (fault.where.line, fault.where.column) == (6, 8)


TURNED = "kind: play\nhands: {A: h5 h6 c2, B: h7 T4 c5, C: T9 d3 h9}\nlead: A\nevents:\n"
OUT_OF_TURN = "  - {A: {leads: h5}}\n  - {C: {plays: T9}}\n  - {B: {plays: h7}}\n"


def test_a_revoke_put_right_when_all_have_played_gives_the_trick_to_another() -> None:
    assert told(f"{TURNED}{OUT_OF_TURN}").winners == (2,)
    assert told(f"{TURNED}{OUT_OF_TURN}  - {{C: {{plays: h9}}}}\n").winners == (0,)
    assert told(f"{TURNED}{OUT_OF_TURN}  - {{C: {{leads: h9}}}}\n").winners == (2,)


def test_the_fourth_at_the_table_settles_whether_a_revoke_can_be_put_right() -> None:
    found = told(f"{TURNED}{OUT_OF_TURN}sitting_out: Dora\n")
    assert any(note == "where they do not, Dora settles it" for note in found.notes)
    assert not any("settles" in note for note in told(f"{TURNED}{OUT_OF_TURN}").notes)
