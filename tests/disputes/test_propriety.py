"""Whether a legal card was proper: positions of the source, worlds, and pots of little difference."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from places import POSITIONS

from analyzer.cards.card import DECK
from analyzer.disputes.files import loads_dispute
from analyzer.disputes.table import settle
from analyzer.disputes.tricks import proprietysearch
from analyzer.errors import InvalidFile, Mismatch
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.verdicts import Verdict

BESIDE = str(POSITIONS / "disputes" / "here.yaml")
ONE = "hands: {A: dR T7, B: hR d9, C: c7 c2}\nlead: B\n"
WORLDS = "hands: {A: T10 T7, B: hR d9, C: h3 h4}\nlead: B\nworlds:\n  - {hands: {A: T10 h3, C: T7 h4}}\n"
POTS = "hands: {A: hR T1, B: h5 h6, C: h7 h2}\nlead: A\npots: {king: KING, pagat: 60}\nplay: hR\n"


def read(text: str):
    return loads_dispute(f"format: tarok-dispute/1\nkind: propriety\n{text}", BESIDE)


def told(text: str):
    return settle(read(text))


def test_who_saves_his_king_gives_away_the_pot_that_he_could_have_protected() -> None:
    found = told(f"{ONE}play: hR\n")
    assert found.clauses == ("proper.protect-pots",)
    assert found.judged.offence[0] == "hR"
    assert found.judged.better[0] == "d9"
    assert [str(each.card) for each in found.cards if each.proper] == ["d9"]


def test_a_bagud_that_keeps_another_from_his_ultimo_is_proper() -> None:
    found = told(f"{ONE}play: d9\n")
    assert (found.verdict, found.notes) == (Verdict.LEGAL, ())
    assert len(found.proofs) == 2


def test_a_position_file_is_read_beside_the_dispute() -> None:
    assert told("position: ../prop1.yaml\nplay: hR\n").clauses == ("proper.protect-pots",)


def test_the_play_up_to_the_card_is_played_first() -> None:
    found = told(f"{ONE.replace('lead: B', 'lead: A')}play: T7 hR\n")
    assert (found.seat, found.verdict) == (1, Verdict.LEGAL)


def test_who_cannot_tell_the_deals_apart_takes_the_chance() -> None:
    assert told(f"{WORLDS}play: hR\n").clauses == ("proper.take-chance",)
    assert told(f"{WORLDS}play: d9\n").verdict is Verdict.LEGAL


def test_a_little_difference_between_the_pots_is_told_and_not_judged() -> None:
    poorer, little, much = (told(POTS.replace("KING", king)) for king in ("55", "65", "150"))
    assert (poorer.verdict, poorer.notes) == (Verdict.LEGAL, ())
    assert (little.verdict, len(little.notes)) == (Verdict.LEGAL, 1)
    assert much.clauses == ("proper.richer-pot",)


def test_what_is_considerable_rests_on_a_clause_that_no_source_states() -> None:
    found = told(POTS.replace("KING", "150"))
    assert "proper.considerable" in found.rests_on
    concise = settle(replace(read(f"{ONE}play: hR\n"), rules=load_ruleset("danish-concise")))
    assert concise.verdict is Verdict.ILLEGAL


def test_a_search_that_the_reference_contradicts_gives_no_verdict() -> None:
    dispute = read(f"{ONE}play: hR\n")
    right = settle(dispute).cards
    wrong = tuple(replace(each, proper=not each.proper) for each in right)
    with patch.object(proprietysearch, "_judged", side_effect=[wrong, right]), pytest.raises(Mismatch):
        settle(dispute)


@settings(max_examples=examples(25), deadline=None)
@given(st.permutations([card for card in DECK if not card.is_fool]), st.integers(0, 2))
def test_search_reference_and_z3_agree_on_small_endings(deck, lead) -> None:
    hands = [" ".join(map(str, deck[seat * 2 : seat * 2 + 2])) for seat in range(3)]
    text = "hands: {{A: {}, B: {}, C: {}}}\nlead: {}\n".format(*hands, "ABC"[lead])
    found = told(f"{text}play: {deck[lead * 2]}\n")
    assert (found.verdict is Verdict.LEGAL) is found.judged.proper


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("play: hR\n", [(1, 1)]),
        (f"{ONE}position: ../prop1.yaml\nplay: hR\n", [(1, 1)]),
        (f"{ONE}play: hD\n", [(5, 7)]),
        (f"{ONE}play: hR d5\n", [(5, 10)]),
        (f"{ONE}play: hR demand\n", [(5, 10)]),
        (f'{ONE}play: ""\n', [(5, 7)]),
        ("position: nowhere.yaml\nplay: hR\n", None),
        (f"{WORLDS}play: hR T7\n", [(7, 7)]),
        ("hands: {A: dR T7, B: hR, C: c7 c2}\nlead: B\nplay: hR\n", [(3, 22)]),
        ("hands: {A: dR T7, B: hR d9, C: c7 c2}\nlead: Q\nplay: hR\n", [(4, 7)]),
    ],
)
def test_what_cannot_be_is_a_fault_at_its_place(text: str, places: list[tuple[int, int]] | None) -> None:
    with pytest.raises(InvalidFile) as refused:
        read(text)
    if places is not None:
        assert [(each.where.line, each.where.column) for each in refused.value.faults] == places
