"""Hands of an evening that are fined, given up for a fine, or called off as misdealt."""

from __future__ import annotations

import pytest

from analyzer.errors import InvalidFile
from analyzer.evenings.model import EveningScore
from analyzer.evenings.tally import loads, tally

HEAD = "format: tarok-session/1\nplayers: [A, B, C]\npots: {king: 100, pagat: 100}\nhands:\n"
ENDS = "last_trick: {winner: C, with: hR}, points: {A: 26, B: 26, C: 26}"


def scored(*hands: str, head: str = HEAD) -> EveningScore:
    return tally(loads(head + "".join(f"  - {{{hand}}}\n" for hand in hands)))


@pytest.mark.parametrize(
    ("fine", "into_each_pot", "won"),
    [
        ("irregularity: lead-out-of-turn, by: B", 20, 125),
        ("irregularity: corrected-revoke, by: B", 0, 105),
        ("irregularity: premature-play, by: B, category: minor", 5, 110),
        ("irregularity: wrong-declaration, by: B, found: after-payments", 0, 105),
    ],
)
def test_a_fine_lies_in_the_pots_before_the_last_trick_wins_one(
    fine: str, into_each_pot: int, won: int
) -> None:
    (hand,) = scored(f"dealer: A, fines: [{{{fine}}}], {ENDS}").hands
    paid = [each.amount for each in hand.transfers if each.clause.startswith("fine.") and each.payer == 1]
    assert sum(paid) == 2 * into_each_pot
    assert won in [each.amount for each in hand.transfers if each.clause == "payment.king-ultimo"]
    assert sum(hand.amounts) + hand.pots_change.king + hand.pots_change.pagat == 0


def test_a_hand_given_up_for_a_fine_has_no_end_and_the_next_player_deals() -> None:
    first, second = scored(
        "dealer: A, declarations: {C: 10 trumps with pagat}, "
        "fines: [{irregularity: improper-discard, by: A}]",
        ENDS,
    ).hands
    assert first.outcome is None
    assert {each.clause for each in first.transfers} == {
        "payment.dealing", "declare.trumps", "fine.irrecoverable",
    }  # fmt: skip
    assert {"irregularity.improper-discard"} < {*first.applied}
    assert second.dealer == 1


@pytest.mark.parametrize(
    ("hand", "fault"),
    [
        ("fines: [{irregularity: lead-out-of-turns, by: B}], " + ENDS, "no irregularity is called"),
        (
            "fines: [{irregularity: improper-discard, by: B}], " + ENDS,
            "`last_trick` of a hand that was given up",
        ),
        ("fines: [{irregularity: lead-out-of-turn, by: Q}], " + ENDS, "no player is called Q"),
        ("fines: [{by: B}], " + ENDS, "`irregularity` is missing"),
    ],
)
def test_what_cannot_be_fined_is_told_at_its_place(hand: str, fault: str) -> None:
    with pytest.raises(InvalidFile) as caught:
        scored(f"dealer: A, {hand}")
    assert fault in str(caught.value)


def test_a_game_whose_source_has_no_fines_has_no_key_for_them() -> None:
    head = "format: tarok-session/1\nruleset: basic\nplayers: [A, B, C]\nhands:\n"
    with pytest.raises(InvalidFile, match="`fines`"):
        scored("dealer: A, fines: [{irregularity: x, by: B}], points: {A: 30, B: 28, C: 20}", head=head)


def test_a_misdeal_pays_nothing_and_the_same_dealer_deals_again() -> None:
    first, again = scored("dealer: A, misdeal: C", ENDS).hands
    assert (first.transfers, first.amounts, first.outcome) == ((), (0, 0, 0), None)
    assert again.dealer == 0
    assert "table.misdeal" in first.applied


@pytest.mark.parametrize("told", ["points: {A: 26}", "fines: [{irregularity: lead-out-of-turn, by: B}]"])
def test_a_misdeal_has_no_play(told: str) -> None:
    with pytest.raises(InvalidFile, match="with `misdeal`"):
        scored(f"dealer: A, misdeal: C, {told}")
