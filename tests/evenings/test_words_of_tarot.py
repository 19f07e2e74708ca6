"""An evening of tarot is written in the words of its players, and settled as one in the general words."""

from __future__ import annotations

import pytest

from analyzer.errors import InvalidFile
from analyzer.evenings.tally import loads, tally

HEAD = "format: tarok-session/1\nruleset: tarot\nplayers: [A, B, C, D]\nhands:\n"
HAND = "  - {{dealer: D, contract: garde, declarer: A, points: {{A: 49}}, {}}}\n"


def sheet(told: str) -> list[int]:
    """The sheet of one hand that D deals and A plays."""
    return list(tally(loads(HEAD + HAND.format(told), "here")).totals)


def faults(told: str) -> list[str]:
    with pytest.raises(InvalidFile) as caught:
        loads(HEAD + HAND.format(told), "here")
    return [str(fault).partition(": ")[2] for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("words", "general"),
    [
        ("bouts: 2", "trull: 2"),
        ("bouts: 1, petit_au_bout: B", "trull: 1, bonuses: [{pagat: B}]"),
        ("bouts: 2, petit_au_bout: A", "trull: 2, last_trick: {winner: A, with: T1}"),
        ("bouts: 2, poignee: {C: simple}", "trull: 2, announced: {C: 10 trumps}"),
        ("bouts: 2, poignee: {A: double}", "trull: 2, announced: {A: 13 trumps}"),
        ("bouts: 2, poignee: {A: 15 atouts}", "trull: 2, announced: {A: poignée triple}"),
        ("bouts: 2, poignee: {C: simple}, announced: {A: chelem}, tricks: {A: 12, B: 2, C: 2, D: 2}",
         "trull: 2, announced: {A: slam, C: 10 trumps}, tricks: {A: 12, B: 2, C: 2, D: 2}"),
        ("bouts: 2, petit_au_bout: null", "trull: 2"),
    ],
)  # fmt: skip
def test_a_word_of_tarot_is_paid_as_the_general_word(words: str, general: str) -> None:
    assert sheet(words) == sheet(general) != sheet("bouts: 3")


@pytest.mark.parametrize(
    ("told", "fault"),
    [
        ("bouts: 2, trull: 1",
         "`trull` and `bouts` count the same cards, and differ; expected one of them"),
        ("bouts: 2, poignee: {B: quadruple}",
         "quadruple is not said in this game; there are simple, double, triple"),
        ("bouts: 2, petit_au_bout: A, bonuses: [{pagat: B}]",
         "`pagat` is given for A and for B; expected it once"),
        ("petit_au_bout: A", "`bouts` is missing; required: the settlement depends on it"),
        ("bout: 2", "unknown key `bout`; did you mean `bouts`?"),
    ],
)  # fmt: skip
def test_a_wrong_word_of_tarot_is_told_with_the_right_ones(told: str, fault: str) -> None:
    assert fault in faults(told)


def test_another_game_has_no_use_for_the_words_of_tarot() -> None:
    text = HEAD.replace("tarot\n", "slovenian\n", 1).replace("ruleset: tarot", "ruleset: slovenian")
    hand = "  - {dealer: D, contract: two, declarer: A, called: hR, partner: C, points: {A: 44}, bouts: 2}\n"
    with pytest.raises(InvalidFile) as caught:
        loads(text + hand, "here")
    assert [str(each).partition(": ")[2] for each in caught.value.faults] == [
        "`bouts` in a game that has no use for it; tarot has it, slovenian has not"
    ]
