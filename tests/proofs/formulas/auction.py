"""The auction as a formula: who may say what next, after everything that was said before.

Everything said is a seat and a word, both numbers that may be known or not. The engine keeps account of the
auction from bid to bid; here the same clauses are conditions on all that was said.
"""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.frozenrecord import Record
from analyzer.proofs.smt import Number, Truth, either_number, every, follows, not_, some
from analyzer.rules.deal.auction import HOLD, PUSH, SLAM, bid_words, opener_of, slam_in_auction
from analyzer.rules.score.hand import PASS
from analyzer.rules.spec.game import GameSpec


class Spoken(Record, frozen=True):
    """A word of an auction, by its place among all words there are, and who says it.

    What is no word of the auction has the place behind them all.
    """

    seat: Number
    word: Number


class Auction:
    """What may be said in the auction of a game by so many players.

    Source: clauses of the kinds auction, contracts and slam-bid.
    """

    def __init__(self, game: GameSpec, dealer: int, seats: int, said: Sequence[Spoken]) -> None:
        assert game.auction is not None
        slam = slam_in_auction(game)
        self._rules = game.auction
        self._above = slam is not None and slam.above_all
        self._contracts = [each.name for each in game.contracts.values() if each.bid]
        self.words = bid_words(game)
        opener = opener_of(game.auction, dealer, seats)
        self._order = [(opener + step) % seats for step in range(seats)]
        self.said = said
        self._levels = self._all_levels()
        every_seat = range(seats)
        self.passed = [self._has_passed(seat) for seat in every_seat]
        """Of each seat whether it has passed, and is out."""
        self._spoken = [some(each.seat == seat for each in said) for seat in every_seat]
        self._stays = [self._is_in(seat) for seat in every_seat]
        self.holder = [self._holds(seat) for seat in every_seat]
        """Of each seat whether it goes before the others: the first of those that bid and stay in."""
        self._rival = [every((self._stays[seat], not_(self.holder[seat]))) for seat in every_seat]
        self._duel = some(self._rival)
        self.turn = [self._is_asked(seat) for seat in every_seat]
        """Of each seat whether it is for it to speak."""
        self.over = not_(some(self.turn))
        """Whether nobody is to speak any more."""

    @property
    def top(self) -> int:
        """The highest level that can be bid."""
        return len(self._contracts) * (2 if self._above else 1) - 1

    @property
    def level(self) -> Number:
        """The level of the last bid; -1 before the first."""
        return self._levels[-1]

    def _all_levels(self) -> list[Number]:
        """The level before everything that was said, and the one after it all."""
        levels: list[Number] = [-1]
        for each in self.said:
            before = levels[-1]
            levels.append(either_number(self._is_bid(each), self.level_of(each, before), before))
        return levels

    def _is(self, each: Spoken, word: str) -> Truth:
        return each.word == self.words.index(word) if word in self.words else False

    def _is_bid(self, each: Spoken) -> Truth:
        return not_(some((self._is(each, PASS), self._is(each, HOLD))))

    def level_of(self, each: Spoken, before: Number) -> Number:
        """The level of a bid that was said after one of the level `before`."""
        number, found = len(self._contracts), before
        slam = number if self._above else 0
        for level, name in enumerate(self._contracts):
            found = either_number(self._is(each, name), level, found)
            found = either_number(self._is(each, f"{SLAM} {name}"), level + slam, found)
            # A slam alone is under the conditions of the bid before it, or of the lowest one.
            same = some((every((before >= level, before <= level)), self._at(before, level + number)))
            found = either_number(every((self._is(each, SLAM), same)), level + slam, found)
        found = either_number(every((self._is(each, SLAM), before < 0)), slam, found)
        return either_number(self._is(each, PUSH), before + 1, found)

    @staticmethod
    def _at(level: Number, place: int) -> Truth:
        return every((level >= place, level <= place))

    # Who is in the auction

    def _has_passed(self, seat: int) -> Truth:
        return some(every((self._is(each, PASS), each.seat == seat)) for each in self.said)

    def _is_in(self, seat: int) -> Truth:
        """Whether a seat has bid and not passed; where everybody speaks once, whether it bid last."""
        if self._rules.once:
            found: Truth = False
            for each in self.said:
                bids = self._is_bid(each)
                found = some((every((bids, each.seat == seat)), every((not_(bids), found))))
            return found
        bid = some(every((self._is_bid(each), each.seat == seat)) for each in self.said)
        return every((bid, not_(self.passed[seat])))

    def _bid_before(self, seat: int, other: int) -> Truth:
        """Whether a seat bid for the first time before another one did, which has bid too."""
        found: Truth = False
        for each in reversed(self.said):
            first = every((self._is_bid(each), each.seat == seat))
            second = every((self._is_bid(each), each.seat == other))
            found = some((first, every((not_(second), found))))
        return found

    def _holds(self, seat: int) -> Truth:
        others = (other for other in self._order if other != seat)
        first = (follows(self._stays[other], self._bid_before(seat, other)) for other in others)
        return every((self._stays[seat], *first))

    # Who may say what

    def _is_asked(self, seat: int) -> Truth:
        """Whether a seat has to answer another's bid, or is the next that has not spoken."""
        higher = self.level < self.top
        by_rival = some(
            every((last.seat == each, self._rival[each])) for last in self.said[-1:] for each in self._order
        )
        answers = every((self.holder[seat], by_rival))
        goes_on = every((self._rival[seat], not_(by_rival), higher))
        before = self._order[: self._order.index(seat)]
        next_one = every((not_(self._spoken[seat]), *(self._spoken[each] for each in before), higher))
        return some((every((self._duel, some((answers, goes_on)))), every((not_(self._duel), next_one))))

    def may_say(self, each: Spoken) -> Truth:
        """Whether somebody may say something now."""
        return some(every((each.seat == seat, self._may(seat, each))) for seat in self._order)

    def _may(self, seat: int, each: Spoken) -> Truth:
        turn, passes, holds = self.turn[seat], self._is(each, PASS), self._is(each, HOLD)
        opens = every((not self.said, self._rules.must_open))
        spoke = every((self._rules.once, self._spoken[seat]))
        silent = every((self.over, not_(self.passed[seat]), not_(self.holder[seat]), not_(spoke)))
        may_hold = every((holds, self._rules.holds, turn, self.holder[seat], self._duel))
        bids = every((self._is_bid(each), turn, self._may_bid(seat, each)))
        return some((every((passes, some((every((turn, not_(opens))), silent)))), may_hold, bids))

    def _may_bid(self, seat: int, each: Spoken) -> Truth:
        """Whether a bid is high enough, and by whom it may be made."""
        level = self.level_of(each, self.level)
        push = follows(self._is(each, PUSH), every((self._rules.pushes, self.level >= 0)))
        named = every((push, each.word < len(self.words), level <= self.top))
        first = self.level < 0
        slam = some(self._is(each, word) for word in self.words if SLAM in word.split())
        by_one = follows(every((self._rules.pushes, not_(first), not_(slam))), level <= self.level + 1)
        answers = every((self._rules.holds, self.holder[seat]))
        return every((named, some((first, every((level > self.level, by_one)))), not_(answers)))
