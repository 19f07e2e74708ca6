"""Disputes about what went before the first lead: auctions, called cards, purchases, announcements."""

from __future__ import annotations

import json
import random

import pytest
from commands import Run
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from places import POSITIONS
from proofs.opinions.words import (
    opinion_on_announcement,
    opinion_on_bid,
    opinion_on_call,
    opinion_on_purchase,
)
from told_hands import POINT_FORMS, game_of, read_as

from analyzer.cards.card import cards
from analyzer.disputes.deal.announcement import settle_announcement
from analyzer.disputes.deal.auction import settle_bid, settle_call
from analyzer.disputes.deal.purchase import settle_purchase
from analyzer.disputes.files import loads_dispute
from analyzer.disputes.table import settle
from analyzer.errors import InvalidFile
from analyzer.rules.deal.auction import bid_words

NAMES = "ABCDE"
BIDDING = [each for each in POINT_FORMS if each[0] not in ("basic", "grosstarock")]
BUYING = [each for each in POINT_FORMS if each[0] in ("lhombre", "french", "appel")]
CALLING = [
    each
    for each in POINT_FORMS
    if any(not contract.alone for contract in game_of(read_as(*each, ())).contracts.values())
]
SHOWING = [each for each in POINT_FORMS if each[0] in ("french", "appel")]


def told(kind: str, text: str):
    return settle(loads_dispute(f"format: tarok-dispute/2\nkind: {kind}\n{text}"))


def faults(kind: str, text: str) -> list[str]:
    with pytest.raises(InvalidFile) as refused:
        told(kind, text)
    return [str(each) for each in refused.value.faults]


def file_of(kind: str, name: str, seats: int, **facts: object):
    head = {"format": "tarok-dispute/2", "kind": kind, "ruleset": name, "players": list(NAMES[:seats])}
    return loads_dispute(json.dumps({**head, **facts}))


def dealt(rng: random.Random, name: str, seats: int) -> tuple[dict[str, str], list[str]]:
    """Whole hands by player, and the cards that lie beside them."""
    table = read_as(name, seats, ()).table
    deck = [str(card) for card in rng.sample(table.deck, len(table.deck))]
    size = table.hand_size
    hands = {NAMES[seat]: " ".join(deck[seat * size : (seat + 1) * size]) for seat in range(seats)}
    return hands, deck[seats * size :]


# Auctions


def test_who_speaks_first_tells_who_dealt_where_nobody_says_it() -> None:
    french = "ruleset: french\nplayers: [A, B, C]\nbids: [{B: take}, {C: push}, {B: pass}, {A: pass}]\n"
    found = told("bid", french)
    assert (found.verdict.value, found.declarer, found.contract) == ("legal", 2, "no-purchase")
    appel = "ruleset: appel\nplayers: [A, B, C, D]\nbids: [{B: call}]\n"
    assert told("bid", appel).to_speak == 2


def test_a_contract_that_the_bids_do_not_come_to_is_wrong() -> None:
    bids = "ruleset: lhombre\nplayers: [A, B, C]\ndealer: C\nbids: [{A: solo}]\n"
    found = told("bid", f"{bids}contract: with-two\ndeclarer: A\n")
    assert found.clauses == ("bid.auction",)
    assert (found.contract, found.wrong) == ("solo", ())


def test_a_wrong_bid_is_left_out_and_what_could_have_been_said_is_told() -> None:
    found = told(
        "bid", "ruleset: tapp\nplayers: [A, B, C]\ndealer: C\nbids: [{A: solo}, {B: threes}, {B: pass}]\n"
    )
    assert found.wrong == (1,)
    assert {(each.seat, each.says) for each in found.nearest} == {(1, "pass"), (2, "pass")}
    assert (found.declarer, found.contract) == (0, "solo")


@settings(max_examples=examples(40))
@given(st.integers(0, 2**40))
def test_engine_and_z3_judge_every_auction_alike(seed: int) -> None:
    rng = random.Random(seed)
    name, seats = rng.choice(BIDDING)
    words = bid_words(game_of(read_as(name, seats, ())))
    bids = [{NAMES[rng.randrange(seats)]: rng.choice(words)} for _ in range(rng.randrange(1, 8))]
    found = settle_bid(file_of("bid", name, seats, dealer="A", bids=bids))
    opinion_on_bid(found)
    assert bool(found.wrong) is bool(found.violations)


# Called cards


def test_the_partner_is_not_known_where_his_hand_is_not_told() -> None:
    head = "ruleset: slovenian\nplayers: [A, B, C, D]\ncontract: two\ndeclarer: A\n"
    found = told("call", f"{head}called: hR\nhands: {{A: T1 T2}}\n")
    assert (found.verdict.value, found.partner, found.alone) == ("legal", None, None)


@settings(max_examples=examples(40))
@given(st.integers(0, 2**40))
def test_engine_and_z3_judge_every_call_and_find_the_same_partner(seed: int) -> None:
    rng = random.Random(seed)
    name, seats = rng.choice(CALLING)
    game = game_of(read_as(name, seats, ()))
    hands, beside = dealt(rng, name, seats)
    declarer = rng.choice(NAMES[:seats])
    kept = {player: hand for player, hand in hands.items() if player == declarer or rng.random() < 0.7}
    card = rng.choice(
        [str(each) for each in cards(" ".join(hands.values())) if each.is_king or rng.random() < 0.1]
    )
    dispute = file_of(
        "call", name, seats,
        declarer=declarer, called=card, hands=kept, contract=rng.choice(list(game.contracts)),
        **({"discard": " ".join(beside)} if rng.random() < 0.5 else {}),
        **({"dealer": rng.choice(NAMES[:seats])} if rng.random() < 0.7 else {}),
    )  # fmt: skip
    found = settle_call(dispute)
    opinion_on_call(found)
    holder = next((player for player, hand in hands.items() if card in hand.split()), None)
    if set(kept) == set(hands) and holder is not None:
        assert found.comes_to["partner"] == (None if holder == declarer else holder)


TAKEN = "ruleset: tarot\nplayers: [A, B, C, D, E]\ncontract: petite\ndeclarer: A\n"
PLAIN = "d2 d3 d4 d5 d6 s1 s2 s3 s4 s5 c1"


@pytest.mark.parametrize(
    ("called", "hand", "clauses"),
    [
        ("dC", f"hR dR sR T9 {PLAIN}", ("call.queen",)),
        ("dD", f"hR dR sR cR {PLAIN}", ()),
        ("dD", f"hR dR sR T9 {PLAIN}", ("call.queen",)),
        ("dR", f"hR sR cR T9 {PLAIN}", ()),
    ],
)
def test_a_call_is_judged_by_what_the_taker_can_have_been_dealt(
    called: str, hand: str, clauses: tuple[str, ...]
) -> None:
    found = told("call", f"{TAKEN}called: {called}\nhands: {{A: {hand}}}\ndiscard: h2 h3 h4\n")
    assert found.clauses == clauses


def test_a_lower_court_may_be_called_from_a_hand_that_is_not_told() -> None:
    assert told("call", f"{TAKEN}called: dC\n").verdict.value == "legal"


# Purchases


def test_hands_after_an_exchange_are_read_as_such() -> None:
    head = "ruleset: lhombre\nplayers: [A, B, C]\ncontract: with-one\ndeclarer: A\n"
    bought = "purchase: [{wants: T21, from: B, gives: s2}]\n"
    before = told("purchase", f"{head}hands: {{A: s2 T7, B: T21 h9}}\n{bought}")
    after = told("purchase", f"{head}hands: {{A: T21 T7, B: s2 h9}}\n{bought}")
    assert before.verdict.value == after.verdict.value == "legal"


def test_a_card_that_another_holds_cannot_be_bought_of_a_player() -> None:
    head = "ruleset: lhombre\nplayers: [A, B, C]\ncontract: with-one\ndeclarer: A\n"
    text = "hands: {A: s2, B: h9, C: T21}\npurchase: [{wants: T21, from: B, gives: s2}]\n"
    assert told("purchase", head + text).clauses == ("purchase",)


@settings(max_examples=examples(40))
@given(st.integers(0, 2**40))
def test_engine_and_z3_judge_every_purchase_alike(seed: int) -> None:
    rng = random.Random(seed)
    name, seats = rng.choice(BUYING)
    game = game_of(read_as(name, seats, ()))
    hands, beside = dealt(rng, name, seats)
    declarer = rng.choice(NAMES[:seats])
    deck = " ".join([*hands.values(), *beside]).split()
    bought = []
    for _ in range(rng.randrange(1, 4)):
        other = rng.choice([player for player in hands if player != declarer])
        wants = rng.choice(hands[other].split() if rng.random() < 0.7 else deck)
        gives = rng.choice(hands[declarer].split() if rng.random() < 0.8 else deck)
        bought.append({"wants": wants, "from": other, "gives": gives})
    dispute = file_of(
        "purchase", name, seats,
        declarer=declarer, contract=rng.choice(list(game.contracts)), purchase=bought, dealer="A",
        hands={player: hand for player, hand in hands.items() if rng.random() < 0.8},
        **({"discard": " ".join(beside)} if rng.random() < 0.5 else {}),
    )  # fmt: skip
    found = settle_purchase(dispute)
    opinion_on_purchase(found)
    assert sum(found.tokens) == 0
    assert not (found.violations and found.transfers)


# Announcements


@settings(max_examples=examples(40))
@given(st.integers(0, 2**40))
def test_engine_and_z3_judge_every_announcement_of_trumps_alike(seed: int) -> None:
    rng = random.Random(seed)
    name, seats = rng.choice(SHOWING)
    hands, _ = dealt(rng, name, seats)
    player = rng.choice(NAMES[:seats])
    trumps = [card for card in hands[player].split() if card.startswith("T") or card == "fool"]
    shown = rng.sample(trumps, rng.randrange(len(trumps) + 1)) or trumps or ["T1"]
    number = rng.choice((8, 10, 13, len(trumps)))
    facts: dict[str, object] = {"announced": {player: [f"{number} trumps"]}, "hands": hands}
    facts |= {"shown": {player: " ".join(shown)}} if rng.random() < 0.5 else {}
    found = settle_announcement(file_of("announcement", name, seats, **facts))
    opinion_on_announcement(found)
    assert sum(found.tokens) == 0
    assert not (found.violations and found.transfers)


@settings(max_examples=examples(40))
@given(st.integers(0, 2**40))
def test_engine_and_z3_judge_every_declaration_alike(seed: int) -> None:
    rng = random.Random(seed)
    seats = rng.choice((2, 3, 4))
    hands, _ = dealt(rng, "grosstarock", seats)
    words = ["10 trumps", "11 trumps", "3 matadors", "4 matadors", "full kings", "half kings", "full hearts"]
    words += ["half hearts", "half kings no hearts", "half clubs no queen", "full clubs"]
    said = {player: rng.sample(words, rng.randrange(1, 4)) for player in hands}
    variant = {"trumps-fool": rng.choice(("counted", "not-counted"))}
    found = settle_announcement(
        file_of("announcement", "grosstarock", seats, declarations=said, hands=hands, variant=variant)
    )
    opinion_on_announcement(found)
    assert sum(found.tokens) == 0


# What a file must tell


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        ("bid", "ruleset: basic\nplayers: [A, B, C]\nbids: [{A: solo}]\n", "no disputes of the kind"),
        ("bid", "ruleset: lhombre\nplayers: [A, B, C]\nbids: []\n", "nobody says anything"),
        ("bid", "ruleset: lhombre\nplayers: [A, B, C]\nbids: [{Q: solo}]\n", "no player is called"),
        ("call", "ruleset: tapp\nplayers: [A, B, C]\ncalled: hR\n", "no disputes of the kind"),
        ("call", "ruleset: appel\nplayers: [A, B, C, D]\ncalled: hR\n", "nobody calls the card"),
        ("call", "ruleset: appel\nplayers: [A, B, C, D]\ndeclarer: A\ncalled: hR\n", "hand of A is missing"),
        ("purchase", "ruleset: slovenian\nplayers: [A, B, C, D]\npurchase: []\n", "no disputes of the kind"),
        ("purchase", "ruleset: appel\nplayers: [A, B, C, D]\npurchase: []\n", "nothing is bought"),
        ("announcement", "ruleset: lhombre\nplayers: [A, B, C]\n", "no disputes of the kind"),
        ("announcement", "ruleset: tapp\nplayers: [A, B, C]\n", "nothing is announced"),
        ("announcement", "ruleset: tapp\nplayers: [A, B, C]\nshown: {A: T1}\n", "`shown` in a game"),
        (
            "call",
            "ruleset: appel\nplayers: [A, B, C, D]\ndeclarer: A\ncalled: hR dR\nhands: {A: T1}\n",
            "2 cards",
        ),
        ("settlement", "ruleset: nosuch\n", "nosuch"),
        ("settlement", "", "danish"),
    ],
)
def test_a_file_that_does_not_say_enough_is_told_what_is_missing(kind: str, text: str, said: str) -> None:
    if kind == "settlement" and not text:
        assert faults(kind, text)
        return
    assert any(said in each for each in faults(kind, text))


@pytest.mark.parametrize(
    ("name", "status", "verdict"),
    [
        ("bid-french-push-by-one-level", 0, "legal"),
        ("bid-french-push-by-two-levels", 1, "illegal"),
        ("bid-slovenian-hold", 4, "unsettled"),
        ("call-lhombre-king-of-his-own-hand", 1, "illegal"),
        ("purchase-lhombre-a-trump", 0, "legal"),
        ("announcement-tapp-kontra-bonus-or-game", 4, "unsettled"),
        ("settlement-slovenian-valat", 4, "unsettled"),
    ],
)
def test_check_answers_with_the_verdict_and_its_exit_status(
    run: Run, name: str, status: int, verdict: str
) -> None:
    found = run("check", str(POSITIONS / "disputes" / f"{name}.yaml"), "--json")
    answer = found.json
    assert (found.status, answer["verdict"]) == (status, verdict)
    if verdict == "unsettled":
        assert answer["unsettled"]
        assert len(answer["readings"]) > 1


@pytest.mark.parametrize(
    ("ruleset", "contract", "said", "meant"),
    [
        ("slovenian", "three", "pagat-ultmo", "pagat"),
        ("tapp", "threes", "pagat-ultmo", "pagat"),
        ("slovenian", "three", "king-ultmo", "king-ultimo"),
        ("slovenian", "three", "king", "kings"),
    ],
)
def test_a_word_that_is_not_said_leads_to_the_word_that_means_it(
    ruleset: str, contract: str, said: str, meant: str
) -> None:
    names = "[A, B, C, D]" if ruleset == "slovenian" else "[A, B, C]"
    about = f"ruleset: {ruleset}\nplayers: {names}\ncontract: {contract}\ndeclarer: A\n"
    (fault,) = faults("announcement", f"{about}announced: {{A: [{said}]}}\n")
    assert fault.endswith(f"{said} is not said in this game; did you mean {meant}?")
