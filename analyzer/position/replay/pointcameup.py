"""What came up in a line of a game of card points: before the first lead, in the piles, in the contract."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.cards.card import FOOL, KINGS, PAGAT
from analyzer.position.replay.model import CountedLine, PlayedTrick
from analyzer.position.setting import Setting
from analyzer.rules.deal.pointdeclared import declared_by_hands
from analyzer.rules.deal.purchase import undone
from analyzer.rules.score.shown import trumps_said
from analyzer.rules.score.told import PASS, HandTold
from analyzer.rules.spec.bearing import CameUp, Topic
from analyzer.rules.spec.contractwords import TalonLeft
from analyzer.rules.spec.pointgame import PointGame


def in_point_line(setting: Setting, counted: CountedLine, tricks: Sequence[PlayedTrick]) -> CameUp:
    """What came up beside the play of single tricks; `tricks` are those that are played."""
    game = setting.spec.points
    assert game is not None
    topics = {
        *_piles(setting, game, counted, tricks),
        *_lost(setting, tricks),
        *_settled(setting, game, counted, tricks),
    }
    if setting.whole_hand:
        topics |= {Topic.WHOLE_HAND, Topic.FIRST_LEAD, *_before(setting, game), *_declared(setting)}
    laid = setting.skat or frozenset()
    if laid & game.honours or any(card.is_trump for card in laid):
        topics.add(Topic.TRULL)
    told = [setting.told.contract, *(word for said in setting.told.announced.values() for word in said)]
    played = frozenset(name for name in told if name in game.contracts and name is not None)
    return CameUp(frozenset(topics), skat=laid, contracts=played)


def _before(setting: Setting, game: PointGame) -> Iterator[Topic]:
    """What was bid, called, bought and shown before the first lead."""
    told = setting.told
    if told.bids:
        yield Topic.BIDS
        if any("slam" in each.says.split() for each in told.bids):
            yield Topic.SLAM_SAID
        if all(each.says == PASS for each in told.bids):
            yield Topic.ALL_PASSED
    if told.called is not None:
        yield from _called(setting, told)
    if told.purchases:
        yield Topic.BOUGHT
        if any(each.wants in (setting.skat or ()) for each in told.purchases):
            yield Topic.BOUGHT_AWAY
    if game.shown is not None and any(trumps_said(said) for said in told.announced.values()):
        yield Topic.TRUMPS_SHOWN


def _called(setting: Setting, told: HandTold) -> Iterator[Topic]:
    yield Topic.CALLED
    hands = undone(setting.hands, told.declarer, told.purchases)
    own = () if told.declarer is None else hands[told.declarer]
    if told.called is not None and (told.called.face == "D" or {*KINGS} <= {*own}):
        yield Topic.QUEEN_CALLED
    if not any(told.called in hand for hand in hands):
        yield Topic.CALLED_AWAY


def _declared(setting: Setting) -> Iterator[Topic]:
    """What was declared, held against what the hands could declare."""
    game = setting.spec.points
    if game is None or game.declaring is None:
        return
    could = declared_by_hands(setting.rules, setting.hands)
    said = setting.declarations
    if said is not None and any(len(each) > len(said.get(seat, ())) for seat, each in could.items()):
        yield Topic.LESS_DECLARED
    nearly = setting.rules.declarations.trumps_from - 1
    if any(FOOL in hand and sum(map(setting.spec.is_trump, hand)) >= nearly for hand in setting.hands):
        yield Topic.FOOL_DECLARED


def _piles(
    setting: Setting, game: PointGame, counted: CountedLine, tricks: Sequence[PlayedTrick]
) -> Iterator[Topic]:
    """What came of a Fool in the piles, and whether they are counted."""
    if counted.outcome is not None:
        yield Topic.COUNT
    exchange = game.exchange
    if exchange is None:
        return
    moved = [each for trick in tricks for each in trick.moved]
    paid = [each for each in moved if each.clause == exchange.clause and each.card is not FOOL]
    if paid:
        yield Topic.FOOL_PAID
    home = any(each.clause == exchange.clause and each.card is FOOL for each in moved)
    if home and not _paid_at_once(tricks, exchange.clause):
        yield Topic.FOOL_OWED
    laid = setting.skat or frozenset()
    given_up = any(each.clause == exchange.surrender for each in moved)
    if laid and (given_up or any(each.card in laid for each in paid)):
        yield Topic.DISCARD_IN_PILE


def _paid_at_once(tricks: Sequence[PlayedTrick], clause: str) -> bool:
    """Whether a card was given for the Fool in the trick in which it went home."""
    for trick in tricks:
        cards = [each.card for each in trick.moved if each.clause == clause]
        if FOOL in cards:
            return len(cards) > 1
    return True


def _lost(setting: Setting, tricks: Sequence[PlayedTrick]) -> Iterator[Topic]:
    """Whether a Fool went with one of the last tricks."""
    for trick in tricks:
        if trick.tricks_left <= setting.spec.fool.lost_in_last and any(
            each.card is FOOL for each in trick.laid
        ):
            yield Topic.FOOL_COUNTED_AT_LAST


def _settled(
    setting: Setting, game: PointGame, counted: CountedLine, tricks: Sequence[PlayedTrick]
) -> Iterator[Topic]:
    """What bore on the end of a hand that is settled."""
    outcome, told = counted.outcome, setting.told
    contract = game.contract(told.contract)
    if outcome is None or contract is None:
        return
    if outcome.contract is not None or outcome.margin is not None or counted.scores:
        yield Topic.CONTRACT
    if told.talon_left and (contract.left is not TalonLeft.NOBODY or outcome.contract is not None):
        yield Topic.TALON_LEFT
    if outcome.target is not None:
        yield Topic.TRULL
        if tricks and any(each.card is PAGAT for each in tricks[-1].laid):
            yield Topic.PAGAT_LAST
    if {"trinity"} & {*outcome.bonuses}:
        yield Topic.TRULL
