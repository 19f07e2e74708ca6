"""Where a played Fool ends in a game of card points, and what the piles count."""

from __future__ import annotations

from typing import Final

import pytest

from analyzer.cards.card import cards
from analyzer.rules.actions import Sides
from analyzer.rules.play.table import Laid, Trick
from analyzer.rules.score.reckoning import Piling, SidePile, Turned
from analyzer.rules.spec.kinds.bidding import ExchangeRules, PileRules

WORTH: Final = {"R": 4, "D": 3, "C": 2, "V": 1, "T21": 4, "T1": 4, "fool": 4}
IN_ONES: Final = PileRules("count.points", 1, WORTH, 0, 1, 1, 78)
IN_PAIRS: Final = PileRules("count.points", 2, WORTH, 1, 0, 0, 182)
EXCHANGE: Final = ExchangeRules("fool.exchange", "fool.exchange-later", "fool.surrender", discard_pays=True)


def tricks(*played: tuple[str, int, int]) -> list[Trick]:
    """Tricks of (cards, seat that leads, seat that wins), laid in order of play."""
    found = []
    for text, lead, won in played:
        laid = cards(text)
        found.append(Trick(tuple(Laid((lead + i) % len(laid), card) for i, card in enumerate(laid)), won))
    return found


def turned(
    piling: Piling, piles: tuple[SidePile, ...], played: list[Trick], left: int | None = None
) -> Turned:
    """The piles after some last tricks, and everything that went elsewhere."""
    left = len(played) if left is None else left
    moved = []
    for trick in played:
        step = piling.turn(piles, trick, left)
        piles, left = step.piles, left - 1
        moved += step.moved
    end = piling.end(piles)
    return Turned(end.piles, (*moved, *end.moved))


def units(found: Turned) -> list[int | None]:
    return [pile.units for pile in found.piles]


EXCHANGED: Final = tricks(("hR h9 h3", 0, 0), ("fool h8 c4", 0, 1), ("h7 c5 s2", 1, 1))
NONE_WON: Final = tricks(("fool hR h3", 0, 1), ("h8 c4 s2", 1, 1))


def test_the_fool_goes_home_and_a_card_that_counts_nothing_is_given_for_it() -> None:
    piling = Piling(IN_ONES, EXCHANGE, 0, Sides.alone(3))
    found = turned(piling, (SidePile(),) * 3, EXCHANGED)
    assert units(found) == [9, 2, 0]
    assert [(str(each.card), each.to) for each in found.moved] in (
        [("fool", 0), ("h9", 1)],
        [("fool", 0), ("h3", 1)],
    )


def test_who_takes_no_trick_gives_up_the_fool() -> None:
    piling = Piling(IN_ONES, EXCHANGE, 0, Sides.alone(3))
    found = turned(piling, (SidePile(),) * 3, NONE_WON)
    assert units(found) == [0, 10, 0]
    assert found.moved[-1].clause == "fool.surrender"


def test_a_trick_won_before_pays_for_the_fool() -> None:
    piling = Piling(IN_ONES, EXCHANGE, 0, Sides.alone(3))
    told = SidePile(tricks=1, units=0, gives=True)
    found = turned(piling, (told, SidePile(), SidePile()), NONE_WON)
    assert units(found) == [4, 6, 0]


def test_a_card_that_is_owed_is_paid_from_the_next_trick() -> None:
    piling = Piling(IN_ONES, EXCHANGE, 0, Sides.alone(3))
    found = turned(piling, (SidePile(),) * 3, tricks(("fool hR h3", 0, 1), ("h8 c4 s2", 1, 0)))
    assert units(found) == [5, 5, 0]
    assert [str(each.card) for each in found.moved] == ["fool", "h8"]


def test_the_fool_is_lost_in_the_last_tricks_where_a_game_says_so() -> None:
    piling = Piling(IN_ONES, EXCHANGE, 3, Sides.alone(3))
    found = turned(piling, (SidePile(),) * 3, EXCHANGED)
    assert units(found) == [5, 6, 0]
    assert found.moved == ()


def test_nothing_is_exchanged_where_the_partner_wins_the_trick() -> None:
    piling = Piling(IN_ONES, EXCHANGE, 0, Sides.partners(4))
    played = tricks(("hR h9 fool h8", 0, 0), ("s2 c2 s3 c3", 0, 0))
    found = turned(piling, (SidePile(),) * 2, played)
    assert units(found) == [10, 0]
    assert found.moved == ()


def test_a_discard_pays_for_the_fool_only_beside_a_trick() -> None:
    away = SidePile(laid_away=frozenset(cards("c1 c2 c3")), units=1)
    piling = Piling(IN_ONES, EXCHANGE, 0, Sides.alone(3))
    assert units(turned(piling, (away, SidePile(), SidePile()), NONE_WON)) == [1, 10, 0]
    won = tricks(("hR h4 h3", 0, 0), ("fool h8 c4", 0, 1))
    found = turned(piling, (away, SidePile(), SidePile()), won)
    assert units(found) == [10, 1, 0]
    assert found.piles[1].cards & {*cards("h4 h3 c1 c2 c3")}


@pytest.mark.parametrize("lost", [0, 1, 3])
def test_piles_in_pairs_hold_every_card_once(lost: int) -> None:
    piling = Piling(IN_PAIRS, EXCHANGE, lost, Sides.alone(3))
    found = turned(piling, (SidePile(),) * 3, EXCHANGED)
    dealt = cards("hR fool s2 h9 h8 h7 h3 c4 c5")
    assert sum(pile.units or 0 for pile in found.piles) == sum(map(IN_PAIRS.card_units, dealt))
    assert sorted(card for pile in found.piles for card in pile.cards) == sorted(dealt)
