"""Who may say what next in an auction is the same by the engine and by the formula, in every game."""

from __future__ import annotations

import random

import z3
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from proofs.formulas.auction import Auction, Spoken
from told_hands import POINT_FORMS, game_of, read_as

from analyzer.proofs.smt import SmtQuestion, every, not_, same, some
from analyzer.rules.deal.auction import bid_words, judge_auction, next_bids
from analyzer.rules.score.hand import PASS, Bid
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.shipped import load_ruleset

BIDDING = tuple(each for each in POINT_FORMS if each[0] not in ("basic", "grosstarock"))
NAMES = "ABCDE"


def drawn(seed: int) -> tuple[GameSpec, int, int, list[Bid]]:
    """A game with an auction, its seats, who dealt, and what was said, mostly as it may be."""
    rng = random.Random(seed)
    name, seats = rng.choice(BIDDING)
    options = [each for each in ("priority", "slam-rank", "contracts") if each in load_ruleset(name).options]
    chosen = {each: rng.choice(sorted(load_ruleset(name).options[each].readings)) for each in options}
    game, dealer = game_of(read_as(name, seats, tuple(sorted(chosen.items())))), rng.randrange(seats)
    bids: list[Bid] = []
    for _ in range(rng.randrange(10)):
        allowed = next_bids(game, NAMES[:seats], dealer, bids)
        anything = Bid(rng.randrange(seats), rng.choice(bid_words(game)))
        bids.append(rng.choice(allowed) if allowed and rng.random() < 0.8 else anything)
    return game, seats, dealer, bids


def kept(game: GameSpec, seats: int, dealer: int, bids: list[Bid]) -> list[Bid]:
    """The bids that count; who bid wrongly and did not put it right has passed."""
    wrong = {each.place: each.passes for each in judge_auction(game, NAMES[:seats], dealer, bids).wrong}
    counted = [(bid, wrong.get(place)) for place, bid in enumerate(bids) if wrong.get(place, True)]
    return [Bid(bid.seat, PASS) if passes else bid for bid, passes in counted]


def auction_of(game: GameSpec, seats: int, dealer: int, bids: list[Bid]) -> Auction:
    """What the formula makes of those bids that were right."""
    words = bid_words(game)
    said = [Spoken(bid.seat, words.index(bid.says)) for bid in kept(game, seats, dealer, bids)]
    return Auction(game, dealer, seats, said)


@settings(max_examples=examples(40))
@given(st.integers(0, 2**40))
def test_whatever_anybody_may_say_next_the_formula_allows_and_nothing_else(seed: int) -> None:
    game, seats, dealer, bids = drawn(seed)
    words, auction = bid_words(game), auction_of(game, seats, dealer, bids)
    allowed = {
        (seat, word)
        for seat in range(seats)
        for place, word in enumerate(words)
        if auction.may_say(Spoken(seat, place)) is True
    }
    assert allowed == {(bid.seat, bid.says) for bid in next_bids(game, NAMES[:seats], dealer, bids)}


@settings(max_examples=examples(40))
@given(st.integers(0, 2**40))
def test_who_speaks_and_who_has_the_last_bid_is_the_same_by_the_formula(seed: int) -> None:
    game, seats, dealer, bids = drawn(seed)
    auction = auction_of(game, seats, dealer, bids)
    found = judge_auction(game, NAMES[:seats], dealer, bids)
    assert [seat for seat in range(seats) if auction.turn[seat] is True] == (
        [] if found.to_speak is None else [found.to_speak]
    )
    assert auction.over is found.over
    if found.over and auction.level != -1:
        assert [seat for seat in range(seats) if auction.holder[seat] is True] == [found.declarer]


@settings(max_examples=examples(10))
@given(st.integers(0, 2**40))
def test_z3_finds_nothing_else_that_might_be_said_after_bids_it_is_given(seed: int) -> None:
    game, seats, dealer, bids = drawn(seed)
    words, question = bid_words(game), SmtQuestion()
    said = []
    for place, bid in enumerate(kept(game, seats, dealer, bids)):
        spoken = Spoken(z3.Int(f"seat.{place}"), z3.Int(f"word.{place}"))
        question.given(spoken.seat == bid.seat, spoken.word == words.index(bid.says))
        said.append(spoken)
    says = Spoken(z3.Int("seat"), z3.Int("word"))
    question.given(says.seat >= 0, says.seat < seats, says.word >= 0, says.word < len(words))
    engine = some(
        every((says.seat == bid.seat, says.word == words.index(bid.says)))
        for bid in next_bids(game, NAMES[:seats], dealer, bids)
    )
    formula = Auction(game, dealer, seats, said).may_say(says)
    assert not question.possible((), not_(same(formula, engine)))
