"""The auction of the games with bids: who may say what, and who plays which contract."""

from __future__ import annotations

import pytest
from msgspec import structs

from analyzer.rules.deal.auction import AuctionResult, bid_words, judge_auction
from analyzer.rules.score.hand import Bid
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.bidding import AllPass, AuctionRules, Opener
from analyzer.rules.spec.kinds.contracts import Contract, ContractAim
from analyzer.rules.spec.kinds.target import SlamBid
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import in_form

NAMES = ["A", "B", "C", "D", "E"]


def lhombre(seats: int = 3) -> GameSpec:
    return in_form(load_ruleset("lhombre"), seats).game


def auction(text: str, game: GameSpec | None = None, seats: int = 3) -> AuctionResult:
    """What bids such as `A with-three, B hold` come to; the last seat deals, so that A is the eldest."""
    words = [each.split(maxsplit=1) for each in text.split(", ")] if text else []
    bids = [Bid(NAMES.index(player), says) for player, says in words]
    return judge_auction(game or lhombre(seats), NAMES[:seats], seats - 1, bids)


def outcome(text: str, game: GameSpec | None = None, seats: int = 3) -> tuple[str | None, str | None]:
    found = auction(text, game, seats)
    assert found.over
    assert found.violations == ()
    return None if found.declarer is None else NAMES[found.declarer], found.contract


def wrong(text: str, game: GameSpec | None = None) -> list[tuple[int, str]]:
    return [(each.place, each.violation.clause) for each in auction(text, game).wrong]


def test_an_earlier_bidder_holds_a_later_bid_and_the_later_one_passes() -> None:
    told = "A with-three, B with-two, A hold, B pass, C pass"
    assert outcome(told) == ("A", "with-two")


def test_who_lets_a_higher_bid_go_is_out_and_the_next_one_is_held_against() -> None:
    told = "A with-three, B with-two, A pass, C with-one, B hold, C solo, B pass"
    assert outcome(told) == ("C", "solo")


def test_where_everybody_passes_three_have_the_next_dealer_and_four_a_called_king() -> None:
    assert outcome("A pass, B pass, C pass") == (None, None)
    assert outcome("A pass, B pass, C pass, D pass", seats=4) == ("D", "call-king")
    assert outcome("A pass, B pass, C pass, D pass, E pass", seats=5) == ("E", "call-king")


def test_an_auction_that_nobody_can_raise_is_over() -> None:
    assert outcome("A solo") == ("A", "solo")
    assert auction("A with-two").to_speak == 1
    assert auction("A with-two, B with-one").to_speak == 0
    assert auction("A with-two, B with-one, A hold").to_speak == 1
    assert auction("A with-two, B with-one, A hold, B pass").to_speak == 2


@pytest.mark.parametrize(
    ("told", "clause"),
    [
        ("A with-two, B with-three", "bid.auction"),
        ("A with-two, B with-two", "bid.auction"),
        ("A pass, B with-two, A hold", "bid.auction"),
        ("A with-two, B hold", "bid.auction"),
        ("A with-two, C with-one", "bid.auction"),
        ("A hold", "bid.auction"),
        ("A with-two, B with-one, A solo", "bid.auction"),
        ("A with-two, B push", "bid.contracts"),
        ("A call-king", "bid.contracts"),
        ("A solo, B pass, C solo", "bid.auction"),
    ],
)
def test_a_bid_against_the_rules_is_told_with_its_clause(told: str, clause: str) -> None:
    assert wrong(told) == [(told.count(","), clause)]


def test_a_wrong_bid_is_left_out_and_the_next_ones_are_judged_without_it() -> None:
    found = auction("A with-two, B with-three, B pass, C pass")
    assert (found.declarer, found.contract, len(found.wrong)) == (0, "with-two", 1)


def test_four_do_not_bid_three_cards() -> None:
    assert auction("A with-three", seats=4).violations[0].clause == "bid.contracts"


# Parameters of the auctions of the other games


def game(*names: str, unbid: str | None = None, **rules: object) -> GameSpec:
    contracts = {name: Contract("bid.contracts", name, 0) for name in names}
    if unbid is not None:
        contracts[unbid] = Contract("bid.contracts", unbid, 0, ContractAim.FEWEST, bid=False)
    usual = AuctionRules(
        clause="bid.auction", opener=Opener.ELDEST, holds=True, pushes=False, contracts="bid.contracts"
    )
    return structs.replace(
        lhombre(), contracts=contracts, auction=structs.replace(usual, **rules),  # type: ignore[arg-type]
        all_pass=AllPass("bid.all-pass", unbid),
    )  # fmt: skip


FRENCH = game("take", "no-purchase", "no-discard", pushes=True)
TAPP = game("tapp", "threes", "solo", must_open=True)
STRICT = game("three", "two", "one", unbid="misere", holds=False)


def test_a_push_goes_one_level_higher_and_no_further() -> None:
    assert outcome("A take, B push, A hold, B push, A pass", FRENCH) == ("B", "no-discard")
    assert outcome("A no-discard", FRENCH) == ("A", "no-discard")
    assert wrong("A take, B no-discard", FRENCH) == [(1, "bid.auction")]
    assert outcome("A take, B no-purchase, A pass, C pass", FRENCH) == ("B", "no-purchase")


def test_who_must_open_may_not_pass() -> None:
    assert wrong("A pass", TAPP) == [(0, "bid.auction")]
    assert outcome("A tapp, B pass, C pass", TAPP) == ("A", "tapp")


def test_where_nobody_holds_the_earlier_bidder_bids_higher() -> None:
    assert wrong("A three, B two, A hold", STRICT) == [(2, "bid.auction")]
    assert outcome("A three, B two, A one", STRICT) == ("A", "one")
    assert outcome("A three, B two, A pass, C pass", STRICT) == ("B", "two")


def test_where_all_pass_a_game_without_a_declarer_is_played() -> None:
    assert outcome("A pass, B pass, C pass", STRICT) == (None, "misere")


def test_the_dealer_opens_where_the_rules_say_so() -> None:
    opened = game("call", "purchase", opener=Opener.DEALER)
    assert auction("", opened).to_speak == 2


def test_a_slam_is_above_every_other_bid_or_ranks_with_the_one_it_is_said_with() -> None:
    above = structs.replace(FRENCH, slam=SlamBid(clause="bid.slam", above_all=True, beside=False))
    beside = structs.replace(FRENCH, slam=SlamBid(clause="bid.slam", above_all=False, beside=False))
    over = auction("A no-discard, B slam, A pass, C pass", above)
    assert (over.declarer, over.contract, over.slam, over.violations) == (1, "no-discard", True, ())
    assert wrong("A no-discard, B slam", beside) == [(1, "bid.slam")]
    said = auction("A take, B slam no-purchase, A pass, C pass", beside)
    assert (said.declarer, said.contract, said.slam, said.violations) == (1, "no-purchase", True, ())
    assert wrong("A slam take", FRENCH) == [(0, "bid.contracts")]
    assert "slam no-discard" in bid_words(above)
    assert bid_words(lhombre()) == ("with-three", "with-two", "with-one", "solo", "pass", "hold")


@pytest.mark.parametrize(
    ("name", "told", "result"),
    [
        ("french", "A take, B push, A hold, B pass, C push, A pass", ("C", "no-discard")),
        ("tapp", "A tapp, B threes, A pass, C solo, B hold, C pass", ("B", "solo")),
    ],
)
def test_the_shipped_games_bid_by_their_own_rules(name: str, told: str, result: tuple[str, str]) -> None:
    game = load_ruleset(name).game
    assert outcome(told, game) == result


def test_in_appel_the_dealer_opens_and_in_tapp_the_eldest_must_bid() -> None:
    appel, tapp = load_ruleset("appel").game, load_ruleset("tapp").game
    assert tapp is not None
    assert auction("", appel, seats=4).to_speak == 3
    assert wrong("A pass", tapp) == [(0, "bid.auction")]


def test_in_slovenian_tarok_priority_may_mean_a_hold_or_a_higher_bid() -> None:
    holding = load_ruleset("slovenian").game
    higher = load_ruleset("slovenian", {"priority": "must-go-higher"}).game
    told = "A three, B two, A hold, B pass, C pass, D pass"
    assert outcome(told, holding, seats=4) == ("A", "two")
    assert auction(told, higher, seats=4).violations[0].clause == "bid.auction"
    assert outcome("A pass, B pass, C pass, D pass", holding, seats=4) == (None, "misere")
