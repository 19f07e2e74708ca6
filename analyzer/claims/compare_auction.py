"""A smallest case before the end of a hand in which games of card points differ: an auction, a trick paid."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Final

from analyzer.cards.card import Card
from analyzer.claims.any_end import SEATS, contracts_of
from analyzer.claims.claim import game_of, replayed
from analyzer.claims.compare_cases import ShownCase, differing_declarations
from analyzer.claims.compare_points import amounts_by_seat
from analyzer.messages import Message, Name, Verbatim, listed, say
from analyzer.proofs.clauses.auction import Auction, Spoken
from analyzer.rules.book import Book
from analyzer.rules.deal.auction import bid_words, judge_auction, next_bids
from analyzer.rules.play.table import Laid, Trick
from analyzer.rules.score.cardpay import pay_trick
from analyzer.rules.score.told import Bid, sides_of
from analyzer.rules.spec.bidding import Opener
from analyzer.rules.spec.pointgame import PointGame
from analyzer.rules.spec.ruleset import RuleSet

_MOST_BIDS: Final = 3
"""Auctions are looked through up to so many bids."""
_MOST_AUCTIONS: Final = 400
"""Of each length so many at most, those with the lowest bids first."""

Bids = tuple[Bid, ...]


def _auctions(one: RuleSet, other: RuleSet) -> ShownCase | None:
    """The fewest bids after which somebody may say something else, or somebody else plays something else."""
    if _bid_by(one) == _bid_by(other) or None in (game_of(one).auction, game_of(other).auction):
        return None
    shorter: list[Bids] = [()]
    for _ in range(_MOST_BIDS + 1):
        longer: list[Bids] = []
        for bids in shorter:
            shown = _told_apart(one, other, bids)
            if shown is not None:
                return shown
            longer += ((*bids, bid) for bid in _next(one, bids))
        shorter = longer[:_MOST_AUCTIONS]
    return None


def _bid_by(rules: RuleSet) -> object:
    """All that an auction can hang on."""
    game = game_of(rules)
    return game.auction, game.all_pass, game.slam, [(each.name, each.bid) for each in game.contracts.values()]


def _dealer(game: PointGame, seats: int) -> int:
    """Who deals where A speaks first."""
    assert game.auction is not None
    return 0 if game.auction.opener is Opener.DEALER else seats - 1


def _next(rules: RuleSet, bids: Bids) -> tuple[Bid, ...]:
    game, seats = game_of(rules), rules.table.players
    return next_bids(game, SEATS[:seats], _dealer(game, seats), bids)


def _told_apart(one: RuleSet, other: RuleSet, bids: Bids) -> ShownCase | None:
    """What may be said after these bids, where that differs, or what they came to."""
    told: dict[str, object] = {"bids": [f"{SEATS[bid.seat]} {bid.says}" for bid in bids]}
    if not bids:
        told = {"opens": SEATS[0]}
    here, there = _next(one, bids), _next(other, bids)
    if here != there:
        seat = min(bid.seat for bid in {*here} ^ {*there})
        replayed(_by_formula(one, bids, here) and _by_formula(other, bids, there), f"{told}")
        said = [_may_say(seat, found) for found in (here, there)]
        return ShownCase(told, (said[0], said[1]))
    came = [_came_to(rules, bids) for rules in (one, other)]
    return ShownCase(told, (came[0], came[1])) if str(came[0]) != str(came[1]) else None


def _may_say(seat: int, bids: Sequence[Bid]) -> Message:
    words = [Verbatim(bid.says) for bid in bids if bid.seat == seat]
    if not words:
        return say("{player} may say nothing", player=Name(SEATS[seat]))
    return say("{player} may say {words}", player=Name(SEATS[seat]), words=listed(words))


def _by_formula(rules: RuleSet, bids: Bids, found: Sequence[Bid]) -> bool:
    """Whether just this may be said by the formula as well."""
    game, seats = game_of(rules), rules.table.players
    words = bid_words(game)
    said = [Spoken(bid.seat, words.index(bid.says)) for bid in bids]
    auction = Auction(game, _dealer(game, seats), seats, said)
    may = {
        (seat, word)
        for seat, (place, word) in product(range(seats), enumerate(words))
        if auction.may_say(Spoken(seat, place)) is True
    }
    return may == {(bid.seat, bid.says) for bid in found}


def _came_to(rules: RuleSet, bids: Bids) -> Message:
    game, seats = game_of(rules), rules.table.players
    came = judge_auction(game, SEATS[:seats], _dealer(game, seats), bids)
    if not came.over or came.contract is None:
        return say("nothing is played")
    contract = Verbatim(came.contract)
    if came.declarer is None:
        return say("{contract} is played", contract=contract)
    return say("{player} plays {contract}", player=Name(SEATS[came.declarer]), contract=contract)


def _paid_tricks(one: RuleSet, other: RuleSet) -> ShownCase | None:
    """A trick before the last one, with as few cards as pay something, that is paid for otherwise."""
    if game_of(one).payments == game_of(other).payments:
        return None
    for trick in _tricks(one, other):
        paid = [_paid(rules, trick) for rules in (one, other)]
        if paid[0] != paid[1]:
            (laid,) = trick.laid
            told = {"trick": [str(laid.card)], "by": SEATS[laid.seat], "winner": SEATS[trick.winner]}
            said = [amounts_by_seat(each) for each in paid]
            return ShownCase(told, (said[0], said[1]))
    return None


def _tricks(one: RuleSet, other: RuleSet) -> Iterator[Trick]:
    """Tricks with one card that pays something: every such card is settled for itself."""
    cards: set[Card] = set()
    for rules in (one, other):
        payments = game_of(rules).payments
        cards |= frozenset() if payments is None else payments.early.cards
    for card, winner in product(sorted(cards), range(one.table.players)):
        yield Trick((Laid(0, card),), winner)


def _paid(rules: RuleSet, trick: Trick) -> tuple[int, ...]:
    _, told = next(iter(contracts_of(rules)))
    book = Book(rules.table.players)
    pay_trick(game_of(rules), sides_of(rules.game, told, None), trick, book)
    return tuple(book.tokens)


def _declarations(one: RuleSet, other: RuleSet) -> ShownCase | None:
    """A hand that can declare something else."""
    if None in (game_of(one).declaring, game_of(other).declaring):
        return None
    return differing_declarations(one, other)


LAST_POINT_AREAS: Final[dict[Message, Callable[[RuleSet, RuleSet], ShownCase | None]]] = {
    say("declarations"): _declarations,
    say("early payments"): _paid_tricks,
    say("auction"): _auctions,
}
"""Where a difference between games of card points is looked for in the end, in this order."""
