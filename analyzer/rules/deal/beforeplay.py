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


def judge_before_play(rules: RuleSet, facts: BeforePlay) -> tuple[Violation, ...]:
    """Everything against the rules before the first lead, in the order in which it was done."""
    game = rules.game.points
    if game is None:
        return ()
    before = undone(facts.hands, facts.told.declarer, facts.told.purchases)
    return (
        *_auction(game, facts),
        *_call(game, facts, before),
        *_purchases(game, facts, before),
        *_declared(rules, facts),
        *_trumps_shown(game, facts),
    )


def _auction(game: PointGame, facts: BeforePlay) -> Iterator[Violation]:
    if game.auction is None or not facts.told.bids:
        return
    result = judge_auction(game, facts.names, facts.dealer, facts.told.bids)
    yield from result.violations
    told = facts.told
    if told.contract is None or result.violations:
        return
    if not result.over:
        assert result.to_speak is not None
        player = Name(facts.names[result.to_speak])
        yield Violation(game.auction.clause, (), say("{player} has not spoken yet", player=player))
    elif not _agrees(result, told):
        yield Violation(game.auction.clause, (), _other_result(result, facts))


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


def _call(game: PointGame, facts: BeforePlay, hands: Sequence[frozenset[Card]]) -> tuple[Violation, ...]:
    told = facts.told
    if game.call is None or told.called is None or told.declarer is None:
        return ()
    own = facts.laid_away if told.declarer == facts.dealer else frozenset()
    return judge_call(game, facts.names[told.declarer], hands[told.declarer], told.called, own)


def _purchases(game: PointGame, facts: BeforePlay, hands: Sequence[frozenset[Card]]) -> tuple[Violation, ...]:
    told = facts.told
    if game.purchase is None or told.declarer is None or told.contract is None or not told.purchases:
        return ()
    buying = Buying(told.declarer, told.contract, hands, facts.names, facts.laid_away)
    return judge_purchases(game, buying, told.purchases)


def _trumps_shown(game: PointGame, facts: BeforePlay) -> Iterator[Violation]:
    for seat, words in facts.told.announced.items():
        number = trumps_said(words)
        if game.shown is not None and number is not None:
            yield from judge_said(game.shown, facts.names[seat], facts.hands[seat], number)


def _declared(rules: RuleSet, facts: BeforePlay) -> Iterator[Violation]:
    for seat, texts in facts.declared.items():
        parsed = (parse_declaration(text, rules) for text in texts)
        said = [each for each in parsed if each is not None]
        yield from judge_declared(rules, facts.names[seat], facts.hands[seat], said)
