"""Trumps shown before the play, the partner of a called card, and bids of the French games."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from analyzer.cards.card import BY_TEXT, Card, cards
from analyzer.rules.deal.auction import judge_auction
from analyzer.rules.deal.judge import FactsBeforePlay, judge_before_play
from analyzer.rules.deal.purchase import judge_shown
from analyzer.rules.score.hand import Bid, HandFacts, Purchase, partner_of
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.target import TrumpsShown
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import in_form

SEATS = ("A", "B", "C", "D", "E")


def rules_for(seats: int, name: str = "french", **variant: str) -> RuleSet:
    options = {option.replace("_", "-"): reading for option, reading in variant.items()}
    return in_form(load_ruleset(name, options), seats)


def game_for(seats: int, name: str = "french", **variant: str) -> GameSpec:
    return rules_for(seats, name, **variant).game


def trumps(number: int, low: int = 1) -> list[Card]:
    return [BY_TEXT[f"T{each}"] for each in range(low, low + number)]


def shown_in(seats: int) -> TrumpsShown:
    rules = game_for(seats).shown
    assert rules is not None
    return rules


FOOL = BY_TEXT["fool"]


@pytest.mark.parametrize(
    ("seats", "paid"), [(3, {12: 0, 13: 20, 14: 25, 20: 50}), (5, {7: 0, 9: 25, 13: 40})]
)
def test_a_table_that_pays_by_the_trump_lets_any_handful_be_shown(seats: int, paid: dict[int, int]) -> None:
    usual, by_trump = (
        game_for(seats, "tarot", handful_fifth=each).shown for each in ("by-handful", "per-trump")
    )
    assert usual is not None
    assert by_trump is not None
    assert {number: by_trump.amount(number) for number in paid} == paid
    for number, amount in paid.items():
        hand = trumps(number)
        assert (judge_shown(by_trump, "A", hand, hand) == ()) is (amount > 0)
        assert (judge_shown(usual, "A", hand, hand) == ()) is (number in usual.amounts)
        assert usual.amount(number) == usual.amounts.get(number, 0)


@pytest.mark.parametrize(("seats", "number"), [(3, 13), (4, 10), (5, 8)])
def test_the_fool_stands_for_a_trump_only_where_none_is_kept_back(seats: int, number: int) -> None:
    rules, few = shown_in(seats), trumps(number - 1)

    def clauses(hand: Collection[Card], shown: Collection[Card]) -> list[str]:
        return [each.clause for each in judge_shown(rules, "A", hand, shown)]

    assert clauses([*few, FOOL], [*few, FOOL]) == []
    assert clauses(trumps(number + 1), trumps(number)) == []
    assert clauses([*trumps(number), FOOL], [*few, FOOL]) == ["announce.trumps"]
    assert clauses(few, few) == ["announce.trumps"]
    assert clauses(few, trumps(number)) == ["announce.trumps"]
    assert clauses([*few, BY_TEXT["hR"]], [*few, BY_TEXT["hR"]]) == ["announce.trumps"]


@pytest.mark.parametrize(
    ("hand", "said", "wrong"),
    [
        ([*trumps(12), FOOL], "13 trumps", False),
        ([*trumps(14), FOOL], "13 trumps", False),
        (trumps(12), "13 trumps", True),
        ([*trumps(12), FOOL], "12 trumps", True),
    ],
)
def test_a_number_of_trumps_announced_must_be_held(hand: list[Card], said: str, wrong: bool) -> None:
    told = HandFacts(contract="take", declarer=0, announced={1: (said,)})
    facts = FactsBeforePlay(SEATS[:3], told, (frozenset(), frozenset(hand), frozenset()), 2)
    found = [each.violation.clause for each in judge_before_play(rules_for(3), facts)]
    assert found == ["announce.trumps"] * wrong


def test_a_partner_is_who_holds_the_called_card_or_held_it_or_laid_it_away() -> None:
    king, hands = BY_TEXT["hR"], [cards("s2"), cards("h3"), cards("hR"), cards("c4"), cards("d5")]
    french, appel = game_for(5), game_for(4, "appel")
    call = HandFacts(contract="take", declarer=0, called=king)
    assert partner_of(french, call, hands, None, 4) == 2
    bought = HandFacts(
        contract="take", declarer=2, called=king, purchases=(Purchase(king, 3, BY_TEXT["s3"]),)
    )
    assert partner_of(french, bought, hands, None, 4) == 3
    alone = HandFacts(contract="take", declarer=2, called=king)
    assert partner_of(french, alone, hands, None, 4) is None
    away = HandFacts(contract="call", declarer=0, called=BY_TEXT["c1"])
    assert partner_of(appel, away, hands[:4], cards("c1 c2"), 3) == 3
    unseen = HandFacts(contract="no-discard", declarer=0, called=BY_TEXT["cR"], talon_left=cards("cR c1 c2"))
    assert partner_of(french, unseen, hands, None, 4) is None


def bids(*said: str) -> list[Bid]:
    """Bids such as `A take`."""
    return [Bid(SEATS.index(each.split(" ", 1)[0]), each.split(" ", 1)[1]) for each in said]


def test_a_bid_is_pushed_by_one_level_and_an_earlier_bidder_may_hold() -> None:
    game = game_for(3)
    held = judge_auction(game, SEATS[:3], 2, bids("A take", "B push", "A hold", "B pass", "C pass"))
    assert (held.declarer, held.contract, held.violations) == (0, "no-purchase", ())
    twice = judge_auction(game, SEATS[:3], 2, bids("A take", "B no-discard"))
    assert [each.clause for each in twice.violations] == ["bid.auction"]
    any_higher = judge_auction(
        game_for(4, "appel"), SEATS[:4], 0, bids("A call", "B solissimo", "A pass", "C pass", "D pass")
    )
    assert (any_higher.declarer, any_higher.contract, any_higher.violations) == (1, "solissimo", ())


def test_a_slam_is_above_every_bid_or_ranks_as_the_bid_it_is_said_with() -> None:
    said = bids("A no-discard", "B slam take", "A pass", "C pass")
    above = judge_auction(game_for(3), SEATS[:3], 2, said)
    assert (above.declarer, above.contract, above.slam) == (1, "take", True)
    beside = judge_auction(game_for(3, slam_rank="with-its-bid"), SEATS[:3], 2, said)
    assert [each.clause for each in beside.violations][:1] == ["bid.slam"]
