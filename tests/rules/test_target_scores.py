"""What hands of the French games pay: the worked examples, settled by the clauses of the rule sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest
from msgspec.structs import replace

from analyzer.cards.card import BY_TEXT, cards
from analyzer.rules.actions import Sides
from analyzer.rules.book import Book
from analyzer.rules.play.table import Laid, Trick
from analyzer.rules.score.hand import Bid, HandFacts, HandResult, Pool, Purchase, Scoring
from analyzer.rules.score.steps import open_hand, score_hand
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import in_form


def game(seats: int, name: str = "french", **variant: str) -> GameSpec:
    """The game of a shipped rule set for so many seats."""
    options = {option.replace("_", "-"): reading for option, reading in variant.items()}
    return in_form(load_ruleset(name, options), seats).game


def hand(
    rules: GameSpec, seats: int, contract: str, points: float | None, *, declarer: int = 1,
    partner: int | None = None, pools: Sequence[Pool] = (Pool(40),), trull: int | None = 2,
    last: Trick | None = None, tricks: Sequence[int] = (),
    announced: Mapping[int, tuple[str, ...]] | None = None,
) -> HandResult:  # fmt: skip
    """A hand of which the declarer's side has these points."""
    told = HandFacts(
        contract=contract, declarer=declarer, pools=tuple(pools), trull=trull, announced=announced or {}
    )
    units = None if points is None else int(Fraction(points) * rules.piles.unit)
    rest = None if units is None else rules.piles.total - units
    return HandResult(
        seats, Sides.against(seats, declarer, partner), told, partner=partner, units=(units, rest),
        tricks=tuple(tricks), last=last, whole=bool(tricks),
    )  # fmt: skip


def scored(rules: GameSpec, came: HandResult) -> Scoring:
    return score_hand(rules, came, Book(came.seats))


def last_trick(text: str, winner: int) -> Trick:
    return Trick(tuple(Laid(seat, card) for seat, card in enumerate(cards(text))), winner)


# The contract and the target


@pytest.mark.parametrize(
    ("contract", "points", "tokens", "pools"),
    [
        ("take", 45.5, (-4, 48, -4), ()),
        ("no-purchase", 38, (13, -66, 13), (Pool(80, doubled=True),)),
        ("take", 41, (0, 40, 0), ()),
        ("no-discard", 40.5, (20, -80, 20), (Pool(80, doubled=True),)),
    ],
)
def test_a_contract_pays_points_beyond_the_target_with_the_bid_and_takes_or_doubles_the_pool(
    contract: str, points: float, tokens: tuple[int, ...], pools: tuple[Pool, ...]
) -> None:
    rules = game(3)
    found = scored(rules, hand(rules, 3, contract, points))
    assert (found.book.tokens, found.pools) == (tokens, pools)
    assert found.outcome.target == 41
    assert found.outcome.margin == Fraction(points) - 41
    assert found.outcome.contract == ("made" if points >= 41 else "failed")


@pytest.mark.parametrize(("trull", "target"), [(3, 36), (2, 41), (1, 51), (0, 56)])
def test_the_target_hangs_on_the_trull_that_was_taken(trull: int, target: int) -> None:
    rules = game(4)
    assert scored(rules, hand(rules, 4, "take", target, trull=trull)).outcome.contract == "made"
    assert scored(rules, hand(rules, 4, "take", target - 0.5, trull=trull)).outcome.contract == "failed"


def test_an_odd_half_is_dropped_or_goes_to_the_winner_of_the_contract() -> None:
    rules = game(3, odd_half="to-the-winner")
    assert scored(rules, hand(rules, 3, "take", 45.5)).book.tokens == (-5, 50, -5)
    assert scored(rules, hand(rules, 3, "take", 40.5)).book.tokens == (1, -42, 1)
    assert "count.odd-card" in scored(game(3), hand(game(3), 3, "take", 45.5)).applied


def test_the_pagat_in_the_last_trick_moves_the_target() -> None:
    rules = game(3)
    won = scored(rules, hand(rules, 3, "take", 35, last=last_trick("h2 T1 h3", 1)))
    assert (won.book.tokens, won.outcome.target) == ((-4, 48, -4), 31)
    beaten = scored(rules, hand(rules, 3, "take", 45, last=last_trick("T2 T1 h3", 0)))
    assert beaten.outcome.target == 51


def test_a_pagat_that_falls_to_its_own_partner_counts_unless_the_reading_is_another() -> None:
    last = last_trick("T2 h2 T1 h3", 0)
    for reading, target in (("counts", 31), ("no-change", 41)):
        rules = game(4, "appel", pagat_by_partner=reading)
        came = hand(rules, 4, "call", 50, declarer=0, partner=2, last=last)
        assert scored(rules, came).outcome.target == target


def test_partners_share_what_a_contract_brings_and_the_declarer_alone_doubles_the_pool() -> None:
    rules = game(5)
    made = hand(rules, 5, "no-discard", 40, trull=3, pools=[Pool(60)], declarer=0, partner=2)
    assert scored(rules, made).book.tokens == (66, -24, 66, -24, -24)
    lost = hand(rules, 5, "take", 32, trull=3, pools=[Pool(60)], declarer=0, partner=2)
    assert scored(rules, lost).book.tokens == (-6 - 60, 4, -6, 4, 4)


# Slams


def test_a_slam_is_paid_in_place_of_everything_and_leaves_the_pools() -> None:
    rules = game(3)
    found = scored(rules, hand(rules, 3, "take", 91, tricks=(0, 24, 0), announced={1: ("13 trumps",)}))
    assert (found.book.tokens, found.pools, found.outcome.slam) == ((-200, 400, -200), (Pool(40),), 1)


def test_a_slam_that_was_bid_and_failed_costs_as_much() -> None:
    rules = game(3)
    found = scored(rules, hand(rules, 3, "take", 80, tricks=(1, 23, 0), announced={1: ("slam",)}))
    assert (found.book.tokens, found.outcome.contract) == ((200, -400, 200), "failed")


def test_a_slam_is_told_by_the_auction_too() -> None:
    for reading, bid in (("above-all", True), ("with-its-bid", False)):
        rules = game(3, slam_rank=reading)
        came = hand(rules, 3, "take", 80, tricks=(1, 23, 0))
        bids = (Bid(0, "slam take"), Bid(1, "push"), Bid(0, "pass"), Bid(2, "pass"))
        found = scored(rules, replace(came, told=replace(came.told, bids=bids)))
        assert ("payment.slam" in found.applied) is bid


def test_partners_share_a_slam() -> None:
    rules = game(5)
    came = hand(rules, 5, "take", 91, tricks=(10, 0, 5, 0, 0), declarer=0, partner=2)
    assert scored(rules, came).book.tokens == (300, -200, 300, -200, -200)


def test_a_slam_of_appel_takes_the_pool_by_one_reading_only() -> None:
    for reading, tokens in (("stays", (-200, 600, -200, -200)), ("taken", (-200, 640, -200, -200))):
        rules = game(4, "appel", slam_pool=reading)
        came = hand(rules, 4, "solissimo", 91, tricks=(0, 18, 0, 0))
        assert scored(rules, came).book.tokens == tokens


# Pools


def dealt(rules: GameSpec, dealer: int, pools: Sequence[Pool], **told: object) -> Scoring:
    """What is paid before the first lead of a hand of three or more."""
    facts = HandFacts(pools=tuple(pools), declarer=1, contract="take", **told)  # type: ignore[arg-type]
    seats = 3 if rules.shown is None or rules.shown.number == 13 else 4
    came = HandResult(seats, Sides.against(seats, 1, None), facts, dealer=dealer)
    return open_hand(rules, came, Book(seats))


def test_the_first_deal_founds_a_pool_and_a_later_one_adds_to_the_largest() -> None:
    rules = game(3)
    first = dealt(rules, 0, ())
    assert (first.book.tokens, first.pools) == ((-20, -10, -10), (Pool(40),))
    later = dealt(rules, 1, [Pool(80, doubled=True)])
    assert (later.book.tokens, later.pools) == ((0, -5, 0), (Pool(85, doubled=True),))


def test_pools_are_doubled_once_and_then_stand_side_by_side() -> None:
    rules, once, lain = game(3), Pool(85, doubled=True), Pool(90)

    def after(points: int, *pools: Pool) -> tuple[Pool, ...]:
        return scored(rules, hand(rules, 3, "take", points, pools=pools)).pools

    assert after(30, Pool(40)) == (Pool(80, doubled=True),)
    assert dealt(rules, 1, [Pool(80, doubled=True)]).pools == (once,)
    assert after(30, once) == (once, Pool(85))
    assert dealt(rules, 2, [once, Pool(85)]).pools == (once, lain)
    assert after(41, once, lain) == (once,)


# Before the first lead


def test_a_card_bought_costs_ten_that_the_opponents_split_in_order_of_play() -> None:
    bought = (Purchase(BY_TEXT["hR"], 2, BY_TEXT["h2"]),)
    assert dealt(game(3), 0, [Pool(40)], purchases=bought).book.tokens == (-5 + 5, -10, 5)
    assert dealt(game(4), 0, [Pool(50)], purchases=bought).book.tokens == (-5 + 3, -10, 4, 3)


def test_too_few_trumps_bring_nothing() -> None:
    assert dealt(game(3), 2, [Pool(40)], announced={0: ("12 trumps",)}).book.tokens == (0, 0, -5)


def test_an_opponent_who_shows_trumps_is_paid_at_once_and_the_declarer_with_the_contract() -> None:
    rules = game(3)
    shown = {0: ("13 trumps",), 1: ("13 trumps",)}
    assert dealt(rules, 2, [Pool(40)], announced=shown).book.tokens == (20, -10, -10 - 5)
    made = hand(rules, 3, "take", 41, announced={1: ("13 trumps",)})
    assert scored(rules, made).book.tokens == (-10, 20 + 40, -10)
    lost = hand(rules, 3, "take", 40, announced={1: ("13 trumps",)})
    assert scored(rules, lost).book.tokens == (11, -22 - 40, 11)
