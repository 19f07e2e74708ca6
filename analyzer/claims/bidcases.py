"""Disputes about what is said and bought before the play, for `check`; the plainest first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from analyzer.claims.asked import CaseFile
from analyzer.claims.disputecases import dispute
from analyzer.claims.endings import SEATS, contracts_told
from analyzer.rules.deal.auction import next_bids
from analyzer.rules.score.told import Bid
from analyzer.rules.spec.bidding import Opener
from analyzer.rules.spec.ruleset import RuleSet

_MOST_BIDS: Final = 3
"""Auctions are looked through up to so many bids."""
_MOST_AUCTIONS: Final = 400
"""Of each length so many at most, those with the lowest bids first."""


def auctions(one: RuleSet, other: RuleSet, about: str) -> Iterator[CaseFile]:
    """The fewest bids of which the last may be said under the one alone, or that come to something else."""
    del about
    games = [rules.game for rules in (one, other)]
    if any(game.auction is None for game in games):
        yield from (dispute(one, "bid", bids=[{"A": "pass"}]) for _ in games[:1])
        return
    shorter: list[tuple[Bid, ...]] = [()]
    for _ in range(_MOST_BIDS + 1):
        longer, apart = list[tuple[Bid, ...]](), False
        for bids in shorter:
            here, there = (_next(rules, bids) for rules in (one, other))
            for bid in sorted({*here} ^ {*there}, key=lambda each: (each.seat, each.says)):
                yield _auction(one, (*bids, bid))
                apart = True
            longer += ((*bids, bid) for bid in here if bid in there)
        if apart:
            break
        shorter = longer[:_MOST_AUCTIONS]
    seats = range(one.table.players)
    yield _auction(one, tuple(Bid((seat + _dealer(one) + 1) % one.table.players, "pass") for seat in seats))


def _dealer(rules: RuleSet) -> int:
    """Who deals where A speaks first."""
    game = rules.game
    assert game.auction is not None
    return 0 if game.auction.opener is Opener.DEALER else rules.table.players - 1


def _next(rules: RuleSet, bids: tuple[Bid, ...]) -> tuple[Bid, ...]:
    game, seats = rules.game, rules.table.players
    return next_bids(game, SEATS[:seats], _dealer(rules), bids)


def _auction(rules: RuleSet, bids: tuple[Bid, ...]) -> CaseFile:
    said = [{SEATS[bid.seat]: bid.says} for bid in bids]
    return dispute(rules, "bid", dealer=SEATS[_dealer(rules)], bids=said)


def purchases(one: RuleSet, other: RuleSet, about: str) -> Iterator[CaseFile]:
    """A card bought of another, one that was laid away, and a king or a queen that is called."""
    for told in contracts_told(one, other, about):
        if told.get("declarer") != "A":
            continue
        game = one.game
        buys = [each.name for each in game.contracts.values() if each.buys]
        for contract in buys[-1:]:
            mine = {**told, "contract": contract, "dealer": "C", "hands": {"A": "c7 T7 hV", "B": "T21 h3"}}
            yield dispute(one, "purchase", **mine, purchase=[{"wants": "T21", "from": "B", "gives": "c7"}])
            mine |= {"hands": {"A": "c7 T7 hV", "B": "dR h3"}}
            yield dispute(one, "purchase", **mine, purchase=[{"wants": "dR", "from": "B", "gives": "c7"}])
            again = [{"wants": "d1"}, {"wants": "dR", "from": "B", "gives": "c7"}]
            size = one.table.skat_size
            away = ["d1", "c1", "c2", "c3", "c4", "s1"][:size]
            yield dispute(one, "purchase", **mine, discard=" ".join(away), purchase=again)
            yield dispute(one, "purchase", **mine, discard=" ".join(away), purchase=again[:1])


def calls(one: RuleSet, other: RuleSet, about: str) -> Iterator[CaseFile]:
    """A king called of another, of one's own hand, a queen with four kings and without, a plain card."""
    del about
    for rules in (one, other):
        game = rules.game
        named = [each.name for each in game.contracts.values() if not each.alone]
        for contract in named[:1] or ["call"]:
            told = {"contract": contract, "declarer": "A"}
            for called, hands in (
                ("hR", {"A": "dV T7 s8", "C": "hR c8"}),
                ("hR", {"A": "hR T7 s8"}),
                ("hD", {"A": "hR dR sR cR T7", "B": "hD c8"}),
                ("hD", {"A": "hR dR sR T7", "B": "hD c8"}),
                ("c9", {"A": "hR T7 s8", "B": "c9 c8"}),
            ):
                yield dispute(one, "call", **told, called=called, hands=hands)
