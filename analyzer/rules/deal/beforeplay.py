"""What was said and done before the first lead of a whole hand, judged from the auction to the declarations.

Source: clauses of the kinds auction, contracts, all-pass, call, purchase, trump-announcement and those of
declarations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from analyzer.cards.card import Card
from analyzer.messages import Message, Name, Verbatim, say
from analyzer.rules.deal.auction import AuctionResult, judge_auction
from analyzer.rules.deal.calling import judge_call
from analyzer.rules.deal.declarations import parse_declaration
from analyzer.rules.deal.pointdeclared import judge_declared
from analyzer.rules.deal.purchase import Buying, judge_purchases, undone
from analyzer.rules.deal.showing import judge_said
from analyzer.rules.score.shown import trumps_said
from analyzer.rules.score.told import HandTold
from analyzer.rules.spec.pointgame import PointGame
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import Violation


@dataclass(frozen=True, slots=True)
class BeforePlay:
    """The facts of a whole hand before its first lead, by seat in order of play."""

    names: Sequence[str]
    dealer: int
    hands: Sequence[frozenset[Card]]
    """The hands that are played, after every exchange."""
    told: HandTold
    laid_away: frozenset[Card] = frozenset()
    """The cards that were laid away, as far as they are known."""
    declared: Mapping[int, Sequence[str]] = field(default_factory=dict)
    """What each declared, in words that can be read."""


@dataclass(frozen=True, slots=True)
class WrongBefore:
    """Something against the rules before the first lead, and who did it."""

    seat: int
    violation: Violation


def judge_before_play(rules: RuleSet, facts: BeforePlay) -> tuple[WrongBefore, ...]:
    """Everything against the rules before the first lead, in the order in which it was done."""
    game = rules.game.points
    if game is None:
        return ()
    before = undone(facts.hands, facts.told.declarer, facts.told.purchases)
    return (
        *judge_bidding(game, facts),
        *_call(game, facts, before),
        *_purchases(game, facts, before),
        *_declared(rules, facts),
        *_trumps_shown(game, facts),
    )


def judge_bidding(game: PointGame, facts: BeforePlay) -> Iterator[WrongBefore]:
    """What is wrong with the bids, and with a contract that they do not come to."""
    told = facts.told
    if game.auction is None or not told.bids:
        return
    result = judge_auction(game, facts.names, facts.dealer, told.bids)
    yield from (WrongBefore(told.bids[each.place].seat, each.violation) for each in result.wrong)
    if told.contract is None or result.violations:
        return
    seat, clause = facts.dealer if told.declarer is None else told.declarer, game.auction.clause
    if result.to_speak is not None:
        player = Name(facts.names[result.to_speak])
        yield WrongBefore(
            result.to_speak, Violation(clause, (), say("{player} has not spoken yet", player=player))
        )
    elif not _agrees(result, told):
        yield WrongBefore(seat, Violation(clause, (), _other_result(result, facts)))


def _agrees(result: AuctionResult, told: HandTold) -> bool:
    """Whether the contract told is what the bids come to."""
    return result.contract == told.contract and result.declarer == told.declarer


def _other_result(result: AuctionResult, facts: BeforePlay) -> Message:
    if result.contract is None:
        return say("everybody passed, and nothing is played")
    contract = Verbatim(result.contract)
    if result.declarer is None:
        return say("by the bids `{contract}` is played", contract=contract)
    player = Name(facts.names[result.declarer])
    return say("by the bids {player} plays `{contract}`", player=player, contract=contract)


def _call(game: PointGame, facts: BeforePlay, hands: Sequence[frozenset[Card]]) -> Iterator[WrongBefore]:
    told = facts.told
    if game.call is None or told.called is None or told.declarer is None:
        return
    own = facts.laid_away if told.declarer == facts.dealer else frozenset()
    player = facts.names[told.declarer]
    contract = game.contract(told.contract)
    for each in judge_call(game, player, hands[told.declarer], told.called, own, contract):
        yield WrongBefore(told.declarer, each)


def _purchases(game: PointGame, facts: BeforePlay, hands: Sequence[frozenset[Card]]) -> Iterator[WrongBefore]:
    told = facts.told
    if game.purchase is None or told.declarer is None or told.contract is None or not told.purchases:
        return
    buying = Buying(told.declarer, told.contract, hands, facts.names, facts.laid_away)
    for each in judge_purchases(game, buying, told.purchases):
        yield WrongBefore(told.declarer, each)


def _trumps_shown(game: PointGame, facts: BeforePlay) -> Iterator[WrongBefore]:
    for seat, words in facts.told.announced.items():
        number = trumps_said(words)
        if game.shown is not None and number is not None:
            for each in judge_said(game.shown, facts.names[seat], facts.hands[seat], number):
                yield WrongBefore(seat, each)


def _declared(rules: RuleSet, facts: BeforePlay) -> Iterator[WrongBefore]:
    for seat, texts in facts.declared.items():
        parsed = (parse_declaration(text, rules) for text in texts)
        said = [each for each in parsed if each is not None]
        for each in judge_declared(rules, facts.names[seat], facts.hands[seat], said):
            yield WrongBefore(seat, each)
