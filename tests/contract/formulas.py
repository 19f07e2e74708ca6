"""What Z3's formulas make of known cards and bids: what may be played, who wins, what a discard breaks."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from proofs.formulas.auction import Auction, Spoken
from proofs.formulas.forcing import led_with

from analyzer.cards.card import Card
from analyzer.proofs.discard import Skat, broken
from analyzer.proofs.play import FOOL_SUIT, SUITS, Past, PlayClauses, Played, takes
from analyzer.proofs.smt import make_holding
from analyzer.rules.deal.auction import bid_words
from analyzer.rules.play.table import START, Course, Laid
from analyzer.rules.score.hand import Bid
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.ruleset import RuleSet


def playable(hand: Collection[Card], trick: Sequence[Laid], spec: GameSpec) -> frozenset[Card]:
    """The cards of a hand for which the formula of what may be played holds."""
    play, holding = PlayClauses(spec), make_holding(hand, hand)
    table = {each.card: True for each in trick}
    led = led_with(spec, [each.card for each in trick], trick[0].names if trick else None)
    return frozenset(c for c in hand if play.may_play(holding, len(hand), led, c, table) is True)


def taken_by(
    trick: Sequence[Laid], spec: GameSpec, course: Course = START, tricks_left: int = 0
) -> list[int]:
    """The seats whose cards win a trick by the formula: one, if it is right."""
    cards, past = (
        [Played.from_card(each.card) for each in trick],
        Past.from_course(course, trick[0].seat, tricks_left),
    )
    name = FOOL_SUIT if trick[0].names is None else SUITS.index(trick[0].names)
    return [each.seat for place, each in enumerate(trick) if takes(spec, cards, place, past, name) is True]


def breaks(rules: RuleSet, hand: Collection[Card], laid: Collection[Card]) -> tuple[str, ...]:
    """The clauses of the discard whose formula does not hold."""
    duties = Skat(
        rules, make_holding(hand, rules.table.deck), make_holding(laid, rules.table.deck), tout=False
    ).duties()
    assert all(isinstance(kept, bool) for kept in duties.values())
    return broken(rules, {clause: kept is True for clause, kept in duties.items()})


def bids_refused(game: GameSpec, seats: int, bids: Sequence[Bid]) -> list[int]:
    """The places of the bids that might not be made by the formula, the last player dealing."""
    return [place for place, _ in enumerate(bids) if place not in _counting(game, seats, bids)]


def bid_to_the_end(game: GameSpec, seats: int, bids: Sequence[Bid]) -> tuple[int, str]:
    """Who has the last bid by the formula, once nobody is to speak any more, and of which contract."""
    auction = Auction(game, seats - 1, seats, [*_counting(game, seats, bids).values()])
    assert auction.over is True
    (holder,) = (seat for seat in range(seats) if auction.holder[seat] is True)
    names = [each.name for each in game.contracts.values() if each.bid]
    assert isinstance(auction.level, int)
    return holder, names[auction.level % len(names)]


def _counting(game: GameSpec, seats: int, bids: Sequence[Bid]) -> dict[int, Spoken]:
    """The bids that might be made, by their places."""
    words, kept = bid_words(game), dict[int, Spoken]()
    for place, bid in enumerate(bids):
        if bid.says not in words:  # nobody may say it
            continue
        spoken = Spoken(bid.seat, words.index(bid.says))
        if Auction(game, seats - 1, seats, [*kept.values()]).may_say(spoken) is True:
            kept[place] = spoken
    return kept
