"""The breaches that are told of a line are those that were put into it, however the line is written.

Random endings of three tricks are played by plain rules, with revokes and leads out of turn put in. Written
as a line with a trick to an item, as `tricks`, and as one text in which the players agreed that nothing was
put right, they tell the same; so does each file when it is written out and read again.
"""

from __future__ import annotations

import json
from random import Random
from typing import Final, NamedTuple

import pytest

import analyzer

SEATS: Final = "ABC"
PLAIN: Final = [f"{suit}{spot}" for suit in "hdsc" for spot in range(1, 11)]
TRUMPS: Final = [f"T{height}" for height in range(2, 21)]
FIRST: Final = 23
"""The number of the first of the three tricks."""
ORDER: Final = {"h": -1, "d": -1, "s": 1, "c": 1, "T": 1}
"""In hearts and diamonds the lower spot is the higher card."""


class Played(NamedTuple):
    """A hand as it was played: who held what, the tricks with who led each, and the breaches put in."""

    hands: dict[str, list[str]]
    tricks: list[tuple[int, list[str]]]
    breaches: list[tuple[str, str, str]]
    """Of each the moment, the player and the clause."""


def winner(lead: int, laid: list[str]) -> int:
    def strength(card: str) -> tuple[bool, bool, int]:
        return card[0] == "T", card[0] == laid[0][0], ORDER[card[0]] * int(card[1:])

    return (lead + max(range(3), key=lambda at: strength(laid[at]))) % 3


def allowed(hand: list[str], led: str) -> list[str]:
    return [c for c in hand if c[0] == led] or [c for c in hand if c[0] == "T"] or hand


def played(rng: Random) -> Played:
    """Three tricks with breaches: a revoke of who has another card left, a lead by somebody else."""
    cards = rng.sample([*PLAIN, *rng.sample(TRUMPS, 8)], 9)
    hands = {seat: cards[3 * at : 3 * at + 3] for at, seat in enumerate(SEATS)}
    left = {seat: [*hand] for seat, hand in hands.items()}
    tricks, breaches, turn = list[tuple[int, list[str]]](), list[tuple[str, str, str]](), 0
    for number in range(FIRST, FIRST + 3):
        lead = turn
        if number > FIRST and rng.random() < 0.4:
            lead = rng.randrange(3)
        laid: list[str] = []
        for place in range(3):
            seat = SEATS[(lead + place) % 3]
            may = allowed(left[seat], laid[0][0]) if laid else left[seat]
            wrong = [card for card in left[seat] if card not in may]
            card = rng.choice(wrong if wrong and rng.random() < 0.6 else may)
            if not place and lead != turn:
                breaches.append((f"{number}.1", seat, "irregularity.lead-out-of-turn"))
            if card in wrong:
                clause = "play.follow" if may[0][0] == laid[0][0] else "play.trump"
                breaches.append((f"{number}.{place + 1}", seat, clause))
            left[seat].remove(card)
            laid.append(card)
        tricks.append((lead, laid))
        turn = winner(lead, laid)
    return Played(hands, tricks, breaches)


def told(position: analyzer.Position) -> list[tuple[str, str, str]]:
    """The breaches that the ruling tells, as :class:`Played` has them."""
    (line,) = analyzer.check(position).to_dict()["lines"]
    return [(each["at"], each["by"], each["clause"]) for each in line["breaches"]]


@pytest.mark.parametrize("seed", range(40))
def test_every_way_to_write_a_hand_tells_the_breaches_that_were_put_in(seed: int) -> None:
    rng = Random(seed)
    hand = played(rng)
    while not hand.breaches:
        hand = played(rng)
    base = {"players": [*SEATS], "lead": "A"}
    hands = {seat: " ".join(cards) for seat, cards in hand.hands.items()}
    items = [" ".join(laid) for _, laid in hand.tricks]
    tricks = [{"lead": SEATS[lead], "cards": " ".join(laid)} for lead, laid in hand.tricks]
    agreed = {moment: "irrecoverable" for moment, _, clause in hand.breaches if "lead" not in clause}
    line = {"play": " ".join(items), "agreed": agreed} if agreed else {"play": " ".join(items)}
    ways = [
        base | {"hands": hands, "lines": [{"play": items}]},
        base | {"hands": hands, "lines": [line]},
        {"players": [*SEATS], "tricks": tricks},
    ]
    for way in ways:
        text = json.dumps({"format": "tarok-position/1", **way})
        position = analyzer.loads(text)
        assert told(position) == hand.breaches, text
        assert told(analyzer.loads(position.to_yaml())) == hand.breaches, text
