"""Payments, score entries, counts and topics while a line is replayed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from analyzer.cards.card import FOOL, KINGS, PAGAT, Card
from analyzer.errors import Where
from analyzer.frozenrecord import Record
from analyzer.position import replay
from analyzer.position.piles import reckoning_before
from analyzer.position.replay.judging import judge_deal, kept_fool
from analyzer.position.replay.model import DealPhase, End, JudgedLine, Offence, PlayedTrick, Replay, Step
from analyzer.position.replay.trick import Demand, TrickPlay
from analyzer.position.replay.turning import deal_out, settle_at_the_end
from analyzer.position.setting import Aftermath, Setting
from analyzer.rules.actions import ALLOW, DEMAND, Action, ActionKind, lay
from analyzer.rules.book import Book, Pots, Transfer
from analyzer.rules.deal.declarations import declared_by_hands
from analyzer.rules.deal.purchase import undone
from analyzer.rules.play.table import START, Table, Trick
from analyzer.rules.play.trick import in_trick
from analyzer.rules.score.deeds import held_at_start
from analyzer.rules.score.hand import PASS, HandFacts, Outcome, Scoring
from analyzer.rules.score.opening import MISERIES, declared_trumps
from analyzer.rules.score.payments import pay_trick
from analyzer.rules.score.reckoning import Moved, Reckoning
from analyzer.rules.score.steps import (
    fool_counted,
    in_count,
    in_early_trick,
    in_last_trick,
    is_counted,
    open_hand,
    score_hand,
)
from analyzer.rules.score.target import slam_announcer
from analyzer.rules.spec.bearing import Occurrences, Topic, bearing, merge_occurrences
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.contracts import TalonLeft
from analyzer.rules.spec.reading import ClauseReader
from analyzer.rules.verdicts import OpenQuestion

# Payments, score entries and counts while a line is replayed.


class TurnedOver(Record, frozen=True):
    """The results of a complete trick: payments, cards that changed piles, and after the last one the end."""

    transfers: tuple[Transfer, ...]
    moved: tuple[Moved, ...]
    end: End | None = None


class Books:
    """The book and the piles of one line."""

    def __init__(self, position: Setting, table: Aftermath) -> None:
        self._position, self._table, self._game = position, table, position.spec
        self._book = Book(len(position.players) + (position.sitting_out is not None), position.pots)
        self._reckoning = reckoning_before(position)
        self._won = [number or 0 for number in self._reckoning.tricks]
        self._tricks = list[Trick]()
        self._told, self._radli = position.told, position.told.radli
        if position.whole_hand and position.told.held is None:
            self._told = replace(self._told, held=held_at_start(position.hands, self._game.trull))
        self._applied: tuple[str, ...] = ()
        self._deal: DealPhase | None = None
        self._opening: tuple[Transfer, ...] = ()
        self._settlement: tuple[Transfer, ...] = ()
        self._asked: tuple[OpenQuestion, ...] = ()

    def open(self) -> JudgedLine:
        """Pay for the time before the first lead of a full hand; return its breaches."""
        position = self._position
        if not position.whole_hand:
            return JudgedLine()
        if self._game.pots is not None:
            self._deal = deal_out(position, self._book)
            judged = judge_deal(position, self._deal, self._table)
        else:
            # Auction, purchase and call are imported where there are any.

            before = replay.legality.opening_facts(position)
            opened = open_hand(self._game, replay.legality.opening_state(position, before), self._book)
            self._told = replace(before, held=self._told.held, pools=opened.pools)
            self._applied += tuple(opened.applied)
            wrong, void = replay.legality.judge_opening(position), self._game.void_deal
            found, agreed = self._table.discovery_word("deal"), self._table.agreed.get("deal")
            judged = JudgedLine(
                tuple(
                    Offence(
                        each.violation,
                        each.seat,
                        found=found,
                        agreed=agreed,
                        voids=void is not None and each.violation.clause == void.clause,
                    )
                    for each in wrong
                )
            )
        self._opening = self._book.transfers
        return judged

    def throw_in(self) -> End | None:
        """Return the end of a full hand whose contract is paid without play; None if it has to be played."""
        if not (self._position.whole_hand and self._game.throws_in(self._told.contract)):
            return None

        came = replace(replay.legality.opening_state(self._position, self._told), thrown_in=True)
        end = End(self._settled(score_hand(self._game, came, self._book)))
        self._opening = self._book.transfers
        return end

    def before(self, trick: int) -> Before:
        """Return the payments and piles before the trick with an index."""
        return Before(trick, self._book.tokens, self._book.pots, self._reckoning)

    def turn(self, trick: Trick, tricks_left: int) -> TurnedOver:
        """Put a complete trick in the piles and pay for it; `tricks_left` includes it."""
        paid = len(self._book.transfers)
        self._reckoning, moved = self._reckoning.turn(trick, tricks_left)
        self._tricks.append(trick)
        self._won[trick.winner] += 1
        if tricks_left > 1:
            self._applied += pay_trick(self._game, self._reckoning.sides, trick, self._book)
            return TurnedOver(self._book.transfers[paid:], moved)
        self._reckoning, given_up = self._reckoning.end()
        tokens, pots = self._book.tokens, self._book.pots
        scoring = settle_at_the_end(self._position, self._told, self._reckoning, self._tricks, self._book)
        self._asked = tuple(
            kept_fool(self._position, self._told, self._reckoning, self._tricks, (tokens, pots), self._book)
        )
        end = End(self._settled(scoring))
        self._settlement = self._book.transfers[paid:]
        return TurnedOver((), (*moved, *given_up), end)

    def _settled(self, scoring: Scoring) -> Outcome:
        self._told, self._radli = replace(self._told, pools=scoring.pools), scoring.radli
        self._applied += tuple(scoring.applied)
        return scoring.outcome

    def close(self) -> JudgedLine:
        """Return the questions that are left when the line is over."""
        return JudgedLine(open_questions=self._asked)

    def result(self) -> dict[str, Any]:
        """Return the fields of the replay about payments, score entries and counts."""
        reckoning, book, pots = self._reckoning, self._book, self._game.pots is not None
        unit, sides = self._game.piles.unit, reckoning.sides
        points = tuple(Fraction(reckoning.units(side), unit) for side in range(sides.count))
        return {
            "deal": self._deal,
            "opening": self._opening,
            "settlement": self._settlement,
            "tokens": book.tokens,
            "pots_before": book.pots_before if pots else None,
            "pots_after": book.pots if pots else None,
            "sides": sides,
            "declarer": self._told.declarer,
            "points": points if reckoning.counted or not pots else None,
            "tricks_won": reckoning.tricks if pots else tuple(self._won),
            "scores": book.scores,
            "sheet": book.sheet if self._game.on_a_sheet else None,
            "pools": self._told.pools,
            "radli": self._radli,
            "applied": self._applied,
        }


class Before(Record, frozen=True):
    """The common part of every step of a trick: its index, and the payments and piles before it."""

    trick: int
    tokens: tuple[int, ...]
    pots: Pots
    reckoning: Reckoning

    def step(self, table: Table, move: Action, after: Table, where: Where | None) -> Step:
        """Return a decision of the player to move."""
        seat, book = table.to_move, (self.tokens, self.pots, self.reckoning)
        return Step(self.trick, seat, table, move, after, *book, where=where)


def steps_of(play: TrickPlay, before: Before) -> tuple[Step, ...]:
    """Return the decisions of a trick that stood, from the first card that was not on the table before."""
    return tuple(_steps(play, before))


def _steps(play: TrickPlay, before: Before) -> Iterator[Step]:
    table = play.start
    for place, laid in enumerate(play.trick.laid):
        move, where = lay(laid.card, laid.names), play.places.get(laid.seat)
        if place < play.given:
            table, _ = table.laid_down(move)
            continue
        if play.demand is not None and laid.card == FOOL:
            yield from _demanded(table, play.demand, before)
            table = replace(table, demanded=True)
        after, _ = table.after(move)
        step = before.step(table, move, after, where)
        yield replace(step, named_by=play.named_by) if move.suit is not None else step
        table = after
        while table.picked is not None:
            after, _ = table.after(ALLOW)
            yield before.step(table, ALLOW, after, None)
            table = after
    pending = play.demand is not None and not any(laid.card == FOOL for laid in play.trick.laid)
    if play.demand is not None and pending and table.holder == play.trick.fool_holder:
        yield from _demanded(table, play.demand, before)


def _demanded(table: Table, demand: Demand, before: Before) -> Iterator[Step]:
    """Yield the card first picked, the passes, and the demand; only the demand if it came before a card."""
    if demand.picked is None:
        step = before.step(table, DEMAND, replace(table, demanded=True), demand.where)
        yield replace(step, seat=demand.by)
        return
    pick = lay(demand.picked.card, demand.picked.names)
    picked, _ = table.after(pick)
    yield before.step(table, pick, picked, None)
    while picked.to_move != demand.by:
        after, _ = picked.after(ALLOW)
        yield before.step(picked, ALLOW, after, None)
        picked = after
    yield before.step(picked, DEMAND, picked.after(DEMAND)[0], demand.where)


# The topics that came up in a replayed line: the deal, the play of each trick, the settlement, the count.


def applied_in(setting: Setting, replay: Replay) -> tuple[str, ...]:
    """Return the clauses that a line was played, paid and judged by, as far as they affected it."""
    named = {each.clause for each in replay.transfers}
    named |= {each.clause for trick in replay.tricks for each in trick.moved}
    named |= {event.clause for trick in replay.tricks for event in trick.events if event.clause is not None}
    if replay.illegal is not None:
        named.add(replay.illegal.clause)
    named |= {*replay.judged.clauses}
    parts = [Occurrences(replay.judged.topics), *_tricks(setting, replay), *_settlement(setting, replay)]
    named |= {*replay.applied} | {score.clause for score in replay.scores}
    if replay.pots_before is None:
        parts.append(_counted(setting, replay))
    if replay.deal is not None:
        parts.append(_deal(setting, replay.deal))
    return tuple(dict.fromkeys((*named, *bearing(setting.rules, merge_occurrences(parts)))))


def _tricks(setting: Setting, replay: Replay) -> Iterator[Occurrences]:
    spec = setting.spec
    before: dict[int, Table] = {}
    for step in replay.steps:
        before.setdefault(step.trick, step.table)
    for place, trick in enumerate(replay.tricks):
        table = before.get(place)
        hands = (frozenset[Card](),) * len(setting.hands) if table is None else table.hands
        whole = [
            frozenset(hand) | {each.card for each in trick.laid if each.seat == seat}
            for seat, hand in enumerate(hands)
        ]
        course = START if table is None else table.course
        yield in_trick(spec, trick.laid, whole, trick.tricks_left, course)
        yield _collect_naming_topics(setting, trick)
        if trick.winner is not None and trick.tricks_left > 1:
            yield in_early_trick(Trick(trick.laid, trick.winner))


def _collect_naming_topics(setting: Setting, trick: PlayedTrick) -> Occurrences:
    """Return the demands, and any change in the naming of a led Fool."""
    topics = set[Topic]()
    if any(event.kind is ActionKind.DEMAND for event in trick.events):
        topics.add(Topic.DEMAND)
    lost = {event.clause for event in trick.events if event.kind is ActionKind.LOST_RIGHT}
    given = ClauseReader(setting.rules.clauses)
    steps = {given.word(clause, "when") for clause in lost if clause is not None}
    if trick.named_by is not None and trick.named_by != trick.lead and not lost:
        steps.add("both-say-void")
    return Occurrences(frozenset(topics), steps=frozenset(steps))


def _settlement(setting: Setting, replay: Replay) -> Iterator[Occurrences]:
    outcome = replay.outcome
    if outcome is None or setting.pots is None:
        return
    last, spec = replay.tricks[-1], setting.rules.game
    assert last.winner is not None
    out = setting.sitting_out is not None
    yield in_last_trick(spec, Trick(last.laid, last.winner), outcome, replay.settlement, sitting_out=out)
    declared = replay.deal is not None and any(replay.deal.declarations)
    if outcome.failed_tout is not None and declared and not spec.the_pots.failed_tout.ultimo:
        yield Occurrences(frozenset({Topic.FAILED_TOUT_DECLARED}))
    if not setting.count:
        return
    counted = is_counted(spec, outcome)
    yield in_count(outcome, None, counted=counted)
    for trick in replay.tricks:
        fool = fool_counted(spec, (each.card for each in trick.laid), trick.tricks_left)
        if fool is not None and counted:
            yield Occurrences(frozenset({fool}))


def _deal(setting: Setting, deal: DealPhase) -> Occurrences:
    """Return the topics of the deal: the dealer's tokens, declarations, the cards in the skat."""
    topics = {Topic.WHOLE_HAND, Topic.DEALER_PAYS, Topic.DECLARING, Topic.FIRST_LEAD}
    cards = [Counter(card for each in declared for card in each.cards) for declared in deal.declarations]
    if any(number > 1 for held in cards for number in held.values()):
        topics.add(Topic.SHARED)
    if setting.declarations is not None and any(not said for said in setting.declarations.values()):
        topics.add(Topic.PASS)
    if deal.faults:
        topics.add(Topic.PUT_RIGHT)
    if any(card.is_trump for card in deal.skat):
        topics.add(Topic.SKAT_ASKED)
    if deal.announce:
        topics.add(Topic.ANNOUNCED)
    return Occurrences(frozenset(topics), skat=deal.skat)


def _counted(setting: Setting, replay: Replay) -> Occurrences:
    """Return the topics outside the play of single tricks."""
    game = setting.spec
    topics = {
        *([] if replay.outcome is None else [Topic.COUNT]),
        *_piles(setting, game, replay.tricks),
        *_lost(setting, replay.tricks),
        *_settled(setting, game, replay),
    }
    if setting.whole_hand:
        topics |= {Topic.WHOLE_HAND, Topic.FIRST_LEAD, *_before(setting, game), *_declared(setting)}
    laid = setting.skat or frozenset()
    if laid & game.honours or any(card.is_trump for card in laid):
        topics.add(Topic.TRULL)
    told = [setting.told.contract, *(word for said in setting.told.announced.values() for word in said)]
    played = frozenset(name for name in told if name in game.contracts and name is not None)
    return Occurrences(frozenset(topics), skat=laid, contracts=played)


def _before(setting: Setting, game: GameSpec) -> Iterator[Topic]:
    """Yield the topics of bids, calls, purchases and shown cards before the first lead."""
    told = setting.told
    if told.bids:
        yield Topic.BIDS
        if any("slam" in each.says.split() for each in told.bids):
            yield Topic.SLAM_SAID
        if all(each.says == PASS for each in told.bids):
            yield Topic.ALL_PASSED
    if game.slam is not None and game.slam.beside and slam_announcer(told) is not None:
        yield Topic.SLAM_SAID
    if told.called is not None:
        yield from _called(setting, told)
    if told.purchases:
        yield Topic.BOUGHT
        if any(each.wants in (setting.skat or ()) for each in told.purchases):
            yield Topic.BOUGHT_AWAY
    if game.shown is not None and any(declared_trumps(said) for said in told.announced.values()):
        yield Topic.TRUMPS_SHOWN
    if game.misery is not None and any({*MISERIES} & {*said} for said in told.announced.values()):
        yield Topic.MISERY_SAID


def _called(setting: Setting, told: HandFacts) -> Iterator[Topic]:
    yield Topic.CALLED
    hands = undone(setting.hands, told.declarer, told.purchases)
    own = () if told.declarer is None else hands[told.declarer]
    if told.called is not None and (told.called.face in "DCV" or {*KINGS} <= {*own}):
        yield Topic.QUEEN_CALLED
    if not any(told.called in hand for hand in hands):
        yield Topic.CALLED_AWAY


def _declared(setting: Setting) -> Iterator[Topic]:
    """Yield the declarations, compared with those that the hands allow."""
    game = setting.spec
    if game.declaring is None:
        return
    could = declared_by_hands(setting.rules, setting.hands)
    said = setting.declarations
    if said is not None and any(len(each) > len(said.get(seat, ())) for seat, each in could.items()):
        yield Topic.LESS_DECLARED
    nearly = setting.rules.declarations.trumps_from - 1
    if any(FOOL in hand and sum(map(setting.spec.is_trump, hand)) >= nearly for hand in setting.hands):
        yield Topic.FOOL_DECLARED


def _piles(setting: Setting, game: GameSpec, tricks: Sequence[PlayedTrick]) -> Iterator[Topic]:
    """Yield the topics of a Fool in the piles."""
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
    """Return True if a card was given for the Fool in the trick in which it went home."""
    for trick in tricks:
        cards = [each.card for each in trick.moved if each.clause == clause]
        if FOOL in cards:
            return len(cards) > 1
    return True


def _lost(setting: Setting, tricks: Sequence[PlayedTrick]) -> Iterator[Topic]:
    """Yield the topics of a Fool lost in one of the last tricks."""
    for trick in tricks:
        if trick.tricks_left <= setting.spec.fool.lost_in_last and any(
            each.card is FOOL for each in trick.laid
        ):
            yield Topic.FOOL_COUNTED_AT_LAST


def _settled(setting: Setting, game: GameSpec, replay: Replay) -> Iterator[Topic]:
    """Yield the topics of a settled end."""
    outcome, told, tricks = replay.outcome, setting.told, replay.tricks
    contract = game.contract(told.contract)
    if outcome is None or contract is None:
        return
    if outcome.contract is not None or outcome.margin is not None or replay.scores:
        yield Topic.CONTRACT
    if told.talon_left and (contract.left is not TalonLeft.NOBODY or outcome.contract is not None):
        yield Topic.TALON_LEFT
    if outcome.target is not None:
        yield Topic.TRULL
        if tricks and any(each.card is PAGAT for each in tricks[-1].laid):
            yield Topic.PAGAT_LAST
    if {"trinity"} & {*outcome.bonuses}:
        yield Topic.TRULL
