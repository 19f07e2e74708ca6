"""Tarock-l'Hombre by its rule set: purchases, the called king, and what contracts pay."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from analyzer.cards.card import BY_TEXT, cards
from analyzer.rules.book import Book
from analyzer.rules.deal.judge import FactsBeforePlay, judge_before_play, judge_call
from analyzer.rules.deal.purchase import Buying, exchanged, judge_purchases
from analyzer.rules.score.hand import Bid, HandFacts, HandResult, Purchase, Scoring, sides_of
from analyzer.rules.score.steps import open_hand, score_hand
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.bidding import DiscardOwner
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import in_form


def rules_for(seats: int = 3, variant: Mapping[str, str] | None = None) -> RuleSet:
    return in_form(load_ruleset("lhombre", variant), seats)


def game_of(rules: RuleSet) -> GameSpec:
    return rules.game


# What contracts pay


def scored(
    seats: int, contract: str, points: int | None, partner: int | None = None, thrown_in: bool = False
) -> Scoring:
    """A hand that the first seat declares, settled from the points of his side."""
    rules = rules_for(seats)
    told = HandFacts(contract=contract, declarer=0)
    came = HandResult(
        seats, sides_of(rules.game, told, partner), told, partner=partner,
        units=() if points is None else (points, 0), thrown_in=thrown_in,
    )  # fmt: skip
    return score_hand(game_of(rules), came, Book(seats))


@pytest.mark.parametrize(
    ("seats", "contract", "points", "partner", "tokens"),
    [
        (3, "with-two", 45, None, (64, -32, -32)),
        (3, "with-two", 39, None, (0, 0, 0)),
        (3, "with-three", 40, None, (22, -11, -11)),
        (3, "with-one", 40, None, (66, -33, -33)),
        (3, "solo", 33, None, (-192, 96, 96)),
        (4, "call-king", 40, 2, (14, -14, 14, -14)),
        (5, "call-king", 41, 2, (26, -17, 25, -17, -17)),
        (5, "call-king", 31, 2, (-20, 13, -19, 13, 13)),
    ],
)
def test_a_contract_pays_the_consolation_and_what_is_beyond_half_times_its_factor(
    seats: int, contract: str, points: int, partner: int | None, tokens: tuple[int, ...]
) -> None:
    assert scored(seats, contract, points, partner).book.tokens == tokens


def test_a_partners_half_of_a_loss_and_an_odd_token_rest_on_no_word_of_the_source() -> None:
    assert "payment.odd" in scored(5, "call-king", 31, 2).applied
    assert "payment.odd" not in scored(4, "call-king", 40, 2).applied


def test_with_three_that_nobody_overbids_is_thrown_in_for_a_bare_win() -> None:
    found = scored(3, "with-three", None, thrown_in=True)
    assert found.book.tokens == (20, -10, -10)
    assert {each.clause for each in found.book.transfers} == {"bid.with-three-thrown-in"}
    assert scored(3, "with-two", None, thrown_in=True).book.tokens == (0, 0, 0)


def test_the_dealers_discard_counts_for_his_side() -> None:
    assert game_of(rules_for()).discard_for is DiscardOwner.DEALERS_SIDE


@pytest.mark.parametrize(("seats", "names"), [
    (3, ["with-three", "with-two", "with-one", "solo"]), (4, ["call-king", "with-two", "with-one", "solo"]),
])  # fmt: skip
def test_the_contracts_are_those_of_the_number_of_seats(seats: int, names: list[str]) -> None:
    contracts = game_of(rules_for(seats)).contracts
    assert list(contracts) == names
    assert [each.alone for each in contracts.values()] == [name != "call-king" for name in names]
    assert [each.bid for each in contracts.values()] == [name != "call-king" for name in names]


# Purchases


HANDS = (frozenset(cards("h9 h8 s2 T3")), frozenset(cards("T21 dR c4 c5")), frozenset(cards("hR T1 d2 d3")))


def wrong(*bought: tuple[str, str | None, int | None], contract: str = "with-two", **more: str) -> list[str]:
    """The clauses that purchases of (card, card given, holder) break."""
    rules = rules_for(variant={"purchase-in-discard": more["lost"]} if "lost" in more else None)
    buying = Buying(0, contract, HANDS, ["A", "B", "C"], frozenset(cards("cV d9 d10")))
    told = [
        Purchase(BY_TEXT[wants], holder, None if gives is None else BY_TEXT[gives])
        for wants, gives, holder in bought
    ]
    return [each.clause for each in judge_purchases(game_of(rules), buying, told)]


def test_any_card_may_be_asked_for_and_is_swapped() -> None:
    assert wrong(("T21", "h9", 1), ("hR", "h8", 2)) == []
    swapped = exchanged(HANDS, 0, Purchase(BY_TEXT["T21"], 1, BY_TEXT["h9"]))
    assert swapped[0] == frozenset(cards("T21 h8 s2 T3"))
    assert swapped[1] == frozenset(cards("h9 dR c4 c5"))


@pytest.mark.parametrize(
    "bought",
    [
        [("T3", "h9", None)],
        [("T21", "c4", 1)],
        [("T21", "h9", 2)],
        [("T21", None, 1)],
        [("T21", "h9", 1), ("hR", "h9", 2)],
        [("T21", "h9", 1), ("hR", "h8", 2), ("dR", "s2", 1)],
    ],
)
def test_a_purchase_against_the_rules_is_told(bought: list[tuple[str, str | None, int | None]]) -> None:
    assert wrong(*bought) == ["purchase"]


def test_nothing_is_bought_in_solo() -> None:
    assert wrong(("T21", "h9", 1), contract="solo") == ["purchase"]


def test_a_card_that_was_laid_away_is_not_had_and_another_is_asked_for() -> None:
    asked = (("cV", None, None), ("T21", "h9", 1), ("hR", "h8", 2))
    assert wrong(*asked) == []
    assert wrong(*asked, lost="lost") == ["purchase"]
    assert wrong(("cV", "h9", 1)) == ["purchase.in-discard"]


@pytest.mark.parametrize(
    ("paid", "tokens"), [(None, (0, 0, 0)), ("beside", (-15, 10, 5)), ("instead", (-15, 10, 5))]
)
def test_cards_that_are_bought_may_be_paid_for(paid: str | None, tokens: tuple[int, ...]) -> None:
    rules = rules_for(variant={"paid-purchase": paid} if paid else None)
    bought = (Purchase(BY_TEXT["T21"], 1, BY_TEXT["h9"]), Purchase(BY_TEXT["hR"], 2, BY_TEXT["h8"]))
    told = HandFacts(contract="with-two", declarer=0, purchases=bought)
    came = HandResult(3, sides_of(rules.game, told), told)
    assert open_hand(game_of(rules), came, Book(3)).book.tokens == tokens


# The called king


def test_the_dealer_calls_a_king_that_he_has_not() -> None:
    game = game_of(rules_for(4))
    hand = cards("hR dR sR T3")
    assert judge_call(game, "A", hand, BY_TEXT["cR"]) == ()
    assert [each.clause for each in judge_call(game, "A", hand, BY_TEXT["hR"])] == ["call.king"]
    assert [each.clause for each in judge_call(game, "A", hand, BY_TEXT["T21"])] == ["call.king"]
    assert [each.clause for each in judge_call(game, "A", hand, BY_TEXT["cD"])] == ["call.queen"]


def test_with_all_four_kings_he_calls_a_queen() -> None:
    game = game_of(rules_for(5))
    assert judge_call(game, "A", cards("hR dR sR cR T3"), BY_TEXT["cD"]) == ()


# A whole hand before its first lead


PLAYED = (frozenset(cards("T21 h8 s2 T3")), frozenset(cards("h9 dR c4 c5")), frozenset(cards("hR T1 d2 d3")))
BOUGHT = (Purchase(BY_TEXT["T21"], 1, BY_TEXT["h9"]),)


def judged(bids: str, seats: int = 3, **told: object) -> list[str]:
    """The clauses broken before the first lead of a hand that the last seat dealt."""
    said = [each.split() for each in bids.split(", ")]
    facts = HandFacts(bids=tuple(Bid("ABCD".index(who), word) for who, word in said), **told)  # type: ignore[arg-type]
    hands = (*PLAYED, frozenset(cards("cR dD sD hD")))[:seats]
    before = FactsBeforePlay("ABCD"[:seats], facts, hands, seats - 1, laid_away=frozenset(cards("cV d9 d10")))
    return [each.violation.clause for each in judge_before_play(rules_for(seats), before)]


def test_a_hand_whose_contract_and_purchases_follow_from_what_was_said_is_in_order() -> None:
    assert judged("A with-one, B pass, C pass", contract="with-one", declarer=0, purchases=BOUGHT) == []
    passes = "A pass, B pass, C pass, D pass"
    called = BY_TEXT["hR"]
    assert judged(passes, 4, contract="call-king", declarer=3, called=called) == []


@pytest.mark.parametrize(
    ("bids", "told", "clause"),
    [
        ("A with-one, B pass, C pass", {"contract": "with-two", "declarer": 0}, "bid.auction"),
        ("A with-one, B pass, C pass", {"contract": "with-one", "declarer": 1}, "bid.auction"),
        ("A with-one", {"contract": "with-one", "declarer": 0}, "bid.auction"),
        ("A pass, B pass, C pass", {"contract": "solo", "declarer": 0}, "bid.auction"),
        ("A solo", {"contract": "solo", "declarer": 0, "purchases": BOUGHT}, "purchase"),
    ],
)
def test_what_does_not_follow_from_what_was_said_is_told(
    bids: str, told: dict[str, object], clause: str
) -> None:
    assert judged(bids, **told) == [clause]


def test_a_dealer_who_calls_his_own_king_is_told() -> None:
    passes = "A pass, B pass, C pass, D pass"
    assert judged(passes, 4, contract="call-king", declarer=3, called=BY_TEXT["cR"]) == ["call.king"]
