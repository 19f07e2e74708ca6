"""A hand as a club writes it down: who led and what was played; hands, dealer and skat follow from it."""

from __future__ import annotations

import pytest
from places import POSITIONS

import analyzer

WHOLE = analyzer.load(str(POSITIONS / "whole-hand.yaml"))
TRICKS = [
    (WHOLE.players[each.lead], [str(laid.card) for laid in each.laid])
    for each in analyzer.replay(WHOLE).tricks
]
HEAD = "format: tarok-position/1\nplayers: [Anna, Bent, Clara]\npots: {king: 80, pagat: 95}\n"


def recorded(head: str = "", number: int = 25, *, leads: bool = False, unknown: int | None = None) -> str:
    """A file of the hand by its tricks; the second card of trick `unknown` is not known."""
    lines = [HEAD + head + "tricks:"]
    for place, (lead, cards) in enumerate(TRICKS[:number], 1):
        words = " ".join([cards[0], "?", cards[2]] if place == unknown else cards)
        lines.append(f"  - {{lead: {lead}, cards: {words}}}" if leads else f"  - {words}")
    return "\n".join(lines) + "\n"


def faults(text: str) -> str:
    with pytest.raises(analyzer.InvalidFile) as refused:
        analyzer.loads(text)
    return str(refused.value)


@pytest.mark.parametrize("leads", [True, False])
@pytest.mark.parametrize("head", ["dealer: Clara\n", "lead: Anna\n", "dealer: Clara\nskat: d6 s9 s8\n"])
def test_hands_skat_and_dealer_follow_from_the_tricks_of_a_whole_hand(head, leads):
    position = analyzer.loads(recorded(head, leads=leads))
    assert position.hands == WHOLE.hands
    assert (position.skat, position.dealer, position.whole_hand) == (WHOLE.skat, 2, True)
    assert [line.name for line in position.lines] == ["played"]
    told = analyzer.replay(position)
    assert (told.outcome.ultimo, told.points) == (1, (22, 34, 22))


def test_the_last_tricks_alone_are_an_ending():
    text = HEAD + "tricks:\n" + "\n".join(recorded(leads=True).splitlines()[-4:]) + "\n"
    position = analyzer.loads(text)
    assert (position.tricks_left, position.players[position.lead]) == (4, "Clara")
    assert position.hands == WHOLE.at(None, "22").hands
    assert position.at("played", "24.2").hands == WHOLE.at(None, "24.2").hands


def test_one_card_that_was_not_written_down_is_the_one_that_is_left():
    position = analyzer.loads(recorded("dealer: Clara\nskat: d6 s9 s8\n", unknown=20))
    assert position.hands == WHOLE.hands


def test_the_hand_that_is_not_told_is_the_rest_of_the_pack():
    hands = "\n".join(
        f"  {name}: {' '.join(map(str, WHOLE.hands[seat]))}" for seat, name in ((0, "Anna"), (2, "Clara"))
    )
    text = recorded(f"dealer: Clara\nskat: d6 s9 s8\nhands:\n{hands}\n", 10)
    assert analyzer.loads(text).hands == WHOLE.hands


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (recorded("dealer: Clara\n", 22), "tricks 23 to 25 are missing"),
        (recorded("dealer: Clara\nskat: d6 s9 s8\n", 24), "trick 25 is missing"),
        (recorded(leads=True, unknown=20), "Bent in trick 20 is not known; expected one of"),
        (recorded("dealer: Clara\n", unknown=20), "it does not follow who won trick 20"),
        (recorded(), "who led the first trick"),
        (recorded("dealer: Clara\n").replace("s10 s3 T2", "s10 s3"), "trick 1 has 2 cards"),
        (recorded("dealer: Clara\n").replace("s10 s3 T2", "s10 s3 T2 T3"), "if a card was taken back"),
        (recorded("dealer: Clara\n").replace("s10 s3 T2", "s10 s3 hX"), "hX"),
        (recorded("dealer: Clara\n").replace("s10 s3 T2", "s10 s3 T5"), "T5 is in"),
        (HEAD, "`hands` is missing"),
    ],
)  # fmt: skip
def test_what_is_missing_or_wrong_in_a_record_is_named_and_nothing_beside(text, fault):
    told = faults(text)
    assert fault in told
    assert len(told.splitlines()) == 1 + (text == HEAD)


def test_a_hand_of_a_game_of_card_points_is_written_down_too():
    text = """\
format: tarok-position/2
ruleset: basic
players: [A, B, C, D]
tricks:
  - {lead: A, cards: hR h2 h5 hC}
  - d9 d4 d6 d2
  - T3 T5 T8 T1
"""
    position = analyzer.loads(text)
    assert [sorted(map(str, hand)) for hand in position.hands][2] == ["T1", "d6", "h5"]
    assert analyzer.replay(position).tricks_won == (1, 1, 0, 1)
