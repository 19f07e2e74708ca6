"""The auction: bids judged one by one, and the contract and its player at the end.

There is one round. Each in turn passes or bids higher. If everybody speaks only once, that is all. Otherwise
the highest bidder so far has priority over a later bidder: the earlier one may hold the later bid, or must go
higher, depending on the game, until one of the two passes. A player who has passed is out.

Source: clauses of the kinds auction, contracts, all-pass and slam-bid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, cast

from analyzer.frozenrecord import Record
from analyzer.messages import Message, Name, Verbatim, listed, say
from analyzer.rules.score.hand import PASS, Bid
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.bidding import AuctionRules, Opener
from analyzer.rules.spec.kinds.contracts import ContractAim
from analyzer.rules.spec.kinds.target import SlamBid
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import Violation

HOLD: Final = "hold"
PUSH: Final = "push"
SLAM: Final = "slam"


class WrongBid(Record, frozen=True):
    """An illegal bid: its number in the order given, and its fault."""

    place: int
    violation: Violation
    passes: bool
    """True if it was the player's turn, and it was not put right before the next bid: then it is a pass."""


class AuctionResult(Record, frozen=True):
    """The result of an auction, without illegal bids.

    If it is not over, `to_speak` is the next to bid. If everybody passed, `contract` is still played, by the
    dealer or by everybody for themselves; None if the next dealer deals.
    """

    wrong: tuple[WrongBid, ...]
    to_speak: int | None
    declarer: int | None
    contract: str | None
    slam: bool = False

    @property
    def over(self) -> bool:
        """True if everybody has spoken for the last time."""
        return self.to_speak is None

    @property
    def violations(self) -> tuple[Violation, ...]:
        """The faults of the bids, in their order."""
        return tuple(each.violation for each in self.wrong)


class _Level(Record, frozen=True):
    """A bid by its rank, the lowest 0."""

    rank: int
    contract: str | None
    slam: bool = False


def bid_words(game: GameSpec) -> tuple[str, ...]:
    """Return everything that is said in auctions of a game; empty without an auction.

    The auction judges who may say it and when.
    """
    rules = game.auction
    if rules is None:
        return ()
    names = [each.name for each in game.contracts.values() if each.bid]
    slams = [SLAM, *(f"{SLAM} {name}" for name in names)] if slam_in_auction(game) is not None else []
    return (*names, PASS, *([HOLD] if rules.holds else []), *([PUSH] if rules.pushes else []), *slams)


def slam_in_auction(game: GameSpec) -> SlamBid | None:
    """Return the way a slam is bid; None if it is announced after the bids, or not at all."""
    return None if game.slam is None or game.slam.beside else game.slam


def understood(rules: RuleSet) -> tuple[str, ...]:
    """Return everything that is a bid in some form or reading of a game; empty without an auction.

    A bid that the game as played does not have is understood, but may not be made.
    """
    game = rules.game
    if game.auction is None:
        return ()
    clause = rules.clauses[game.auction.contracts]
    each_form = (clause.parameters, *clause.by_seats.values())
    named = [name for form in each_form for name in cast("Sequence[str]", form.get("order", ()))]
    return tuple(dict.fromkeys((*bid_words(game), *named, HOLD, PUSH)))


def opener_of(rules: AuctionRules, dealer: int, seats: int) -> int:
    """Return the seat that speaks first."""
    return dealer if rules.opener is Opener.DEALER else (dealer + 1) % seats


def judge_auction(game: GameSpec, names: Sequence[str], dealer: int, bids: Sequence[Bid]) -> AuctionResult:
    """Return the result of these bids at a table of these players, with every illegal bid.

    Raises: ValueError for a game without an auction.
    """
    auction, wrong = _heard(game, names, dealer, bids)
    return auction.result(tuple(wrong))


def _heard(
    game: GameSpec, names: Sequence[str], dealer: int, bids: Sequence[Bid]
) -> tuple[_Auction, list[WrongBid]]:
    """Return an auction after these bids, and the wrong ones among them."""
    if game.auction is None:
        raise ValueError("nobody bids in this game")
    auction, wrong = _Auction(game, game.auction, names, dealer), list[WrongBid]()
    for place, bid in enumerate(bids):
        in_turn = bid.seat == auction.to_speak
        violation = auction.speak(bid)
        if violation is not None:
            passes = in_turn and any(each.seat != bid.seat for each in bids[place + 1 : place + 2])
            wrong.append(WrongBid(place, violation, passes))
            if passes:
                auction.drop_out(bid.seat)
    return auction, wrong


def next_bids(game: GameSpec, names: Sequence[str], dealer: int, bids: Sequence[Bid]) -> tuple[Bid, ...]:
    """Return everything that may be said after these bids, without the wrong ones; also a pass out of turn.

    Raises: ValueError for a game without an auction.
    """
    auction, _ = _heard(game, names, dealer, bids)
    return tuple(
        bid
        for seat in range(len(names))
        for bid in (Bid(seat, word) for word in bid_words(game))
        if auction.allows(bid)
    )


class _Auction:
    """An auction in progress."""

    def __init__(self, game: GameSpec, rules: AuctionRules, names: Sequence[str], dealer: int) -> None:
        self._game, self._rules, self._names, self._slam = game, rules, names, slam_in_auction(game)
        self._dealer, first = dealer, opener_of(rules, dealer, len(names))
        self._ranks = [each.name for each in game.contracts.values() if each.bid]
        self._waiting = [(first + step) % len(names) for step in range(len(names))]
        self._passed: set[int] = set()
        self._holder: int | None = None
        """The player with priority: the first of those who bid and did not pass."""
        self._rival: int | None = None
        """The player who has bid higher than the holder, or has to after the holder held."""
        self._held = False
        """True if the holder has answered the rival's bid, so that the rival speaks."""
        self._level: _Level | None = None

    @property
    def to_speak(self) -> int | None:
        """The next to speak; None if the auction is over."""
        if self._rival is not None:
            if self._held:
                return self._rival if self._higher() else None
            return self._holder
        return self._waiting[0] if self._waiting and self._higher() else None

    def _higher(self) -> bool:
        """Return True if a higher bid is possible at all."""
        return self._level is None or self._level.rank < self._top

    @property
    def _top(self) -> int:
        above = self._slam is not None and self._slam.above_all
        return len(self._ranks) * (2 if above else 1) - 1

    def speak(self, bid: Bid) -> Violation | None:
        """Enter a bid, or return its fault."""
        wrong = next(self._wrong(bid), None)
        if wrong is not None:
            return wrong
        if bid.says == PASS:
            self.drop_out(bid.seat)
        elif bid.says == HOLD:
            self._held = True
        else:
            self._bid(bid)
        return None

    def allows(self, bid: Bid) -> bool:
        """Return True if a bid has no fault."""
        return next(self._wrong(bid), None) is None

    def drop_out(self, seat: int) -> None:
        """Count the seat that is to speak as having passed."""
        self._passed.add(seat)
        if seat == self._rival:
            self._rival, self._held = None, False
        elif seat == self._holder:
            self._holder, self._rival, self._held = self._rival, None, False
        else:
            self._waiting.remove(seat)

    def _bid(self, bid: Bid) -> None:
        self._level = self._read(bid.says)
        if bid.seat in self._waiting:
            self._waiting.remove(bid.seat)
        if self._holder is None or self._rules.once:
            self._holder = bid.seat
        elif bid.seat == self._holder:
            self._held = True
        else:
            self._rival, self._held = bid.seat, False

    def _wrong(self, bid: Bid) -> Iterator[Violation]:
        """Yield the faults of a bid, the first reason first."""
        player = Name(self._names[bid.seat])
        if bid.seat in self._passed:
            yield self._violation(say("{player} has passed and is out", player=player))
        if bid.says == HOLD:
            yield from self._wrong_hold(bid, player)
        yield from self._wrong_turn(bid, player)
        if bid.says not in (PASS, HOLD):
            yield from self._wrong_bid(bid, player)
        elif bid.says == PASS and self._rules.must_open and self._level is None and not self._passed:
            yield self._violation(say("{player} speaks first and must bid", player=player))

    def _wrong_hold(self, bid: Bid, player: Name) -> Iterator[Violation]:
        if not self._rules.holds:
            yield self._violation(say("nobody may hold a bid; {player} must bid higher", player=player))
        if bid.seat != self._holder:
            yield self._violation(
                say("{player} bid nothing before, and only an earlier bidder may hold", player=player)
            )
        if self._rival is None:
            yield self._violation(say("{player} has no later bid to hold", player=player))

    def _wrong_turn(self, bid: Bid, player: Name) -> Iterator[Violation]:
        speaker = self.to_speak
        if speaker is None and bid.says not in (PASS, HOLD):
            yield from self._wrong_bid(bid, player)
        spoken = self._rules.once and bid.seat not in self._waiting
        if speaker is None and (bid.says != PASS or bid.seat == self._holder or spoken):
            yield self._violation(say("the auction is over before {player} speaks", player=player))
        if speaker is not None and bid.seat != speaker:
            turn = Name(self._names[speaker])
            yield self._violation(
                say("{player} speaks out of turn; it is {other}'s turn", player=player, other=turn)
            )

    def _wrong_bid(self, bid: Bid, player: Name) -> Iterator[Violation]:
        if bid.says == PUSH and self._rules.pushes and self._level is None:
            yield self._violation(say("nobody has bid yet, and {player} has nothing to push", player=player))
            return
        level = self._read(bid.says)
        if level is None:
            yield self._unknown(bid.says)
            return
        if self._level is None:
            return
        if self._rules.holds and bid.seat == self._holder:
            yield self._violation(say("{player} bid earlier, and may only hold or pass", player=player))
        if level.rank <= self._level.rank:
            clause = self._slam.clause if self._slam is not None and level.slam else self._rules.clause
            higher = say("`{bid}` is not higher than the bid before it", bid=Verbatim(bid.says))
            yield Violation(clause, (), higher)
        elif self._rules.pushes and level.rank > self._level.rank + 1 and not level.slam:
            more = say("`{bid}` pushes the bid by more than one level", bid=Verbatim(bid.says))
            yield self._violation(more)

    def _read(self, says: str) -> _Level | None:
        """Return the bid in some words; None if they are not a bid."""
        if says == PUSH:
            rank = 0 if self._level is None else self._level.rank + 1
            return self._level_at(rank) if self._rules.pushes and self._level is not None else None
        words = says.split()
        slam = self._slam is not None and SLAM in words
        named = [word for word in words if not (slam and word == SLAM)]
        if len(named) == 1 and named[0] in self._ranks:
            rank = self._ranks.index(named[0])
            return self._level_at(rank + (len(self._ranks) if slam and self._above else 0), slam=slam)
        if slam and not named:
            # Every trick, under the conditions of the bid before: without a rank of its own it is no bid.
            before = self._level.contract if self._level is not None else self._ranks[0]
            rank = self._ranks.index(before) if before is not None else 0
            return self._level_at(rank + (len(self._ranks) if self._above else 0), slam=True)
        return None

    @property
    def _above(self) -> bool:
        return self._slam is not None and self._slam.above_all

    def _level_at(self, rank: int, *, slam: bool = False) -> _Level | None:
        if rank > self._top:
            return None
        over, place = divmod(rank, len(self._ranks))
        return _Level(rank, self._ranks[place], slam or over > 0)

    def _unknown(self, says: str) -> Violation:
        text = say(
            "`{bid}` is not a bid here; choose one of {known}",
            bid=Verbatim(says),
            known=listed(Verbatim(each) for each in bid_words(self._game) if " " not in each),
        )
        return Violation(self._rules.contracts, (), text)

    def _violation(self, text: Message) -> Violation:
        return Violation(self._rules.clause, (), text)

    def result(self, wrong: tuple[WrongBid, ...]) -> AuctionResult:
        """Return the current result."""
        speaker = self.to_speak
        if speaker is not None:
            return AuctionResult(wrong, speaker, None, None)
        if self._level is None:
            all_pass = self._game.all_pass
            contract = self._game.contract(None if all_pass is None else all_pass.plays)
            declares = contract is not None and contract.aim is not ContractAim.FEWEST
            name = None if contract is None else contract.name
            return AuctionResult(wrong, None, self._dealer if declares else None, name)
        return AuctionResult(wrong, None, self._holder, self._level.contract, self._level.slam)
