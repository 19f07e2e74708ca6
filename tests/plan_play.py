"""A plan as its JSON tells it, played by the tables of the rules alone: every reply, nothing merged.

Written a second time for the tests, from what is said of plans in `docs/plans.md`: it shares no code with the
checker. With `known` only those comparisons of cards are known, beside the kings over their suit and all
trumps over the Pagat: an undecided trick goes to whichever possible winner hurts the plan most, and what an
undecided card looks like to an event may be either. Then of each group the first card is played.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from analyzer.cards.card import BY_TEXT, PAGAT, Card, Suit
from analyzer.position.model import Position
from analyzer.rules.actions import ALLOW, DEMAND, Action
from analyzer.rules.play.table import Table, Trick
from analyzer.rules.score.goals import ENDINGS, WINS, Goal, endings_with

Lines = Mapping[str, Any]
Pairs = Collection[tuple[Card, Card]]


class TooMuch(Exception):
    """There is more to play than allowed."""


@dataclass
class PlanPlay:
    """One play of a plan: the players of `lines` follow it, everybody else does what hurts."""

    position: Position
    lines: Lines
    goal: Goal
    seat: int
    holds: bool
    known: Pairs | None = None
    most: int = 60_000
    seen: set[Any] = field(default_factory=set)

    def proves(self) -> bool:
        """Whether every play of it ends as the plan says. Raises: TooMuch."""
        return self._from(self.position.table)

    def _from(self, table: Table) -> bool:
        key = (table.hands, table.lead, table.trick, table.picked, table.passed, table.demanded)
        if key in self.seen:
            return True
        self.seen.add(key)
        if len(self.seen) > self.most:
            raise TooMuch
        return all(self._after(table, move) for move in self.moves(table))

    def _after(self, table: Table, move: Action) -> bool:
        after, trick = table.after(move)
        if trick is None:
            return self._from(after)
        for winner in self._winners(table, trick):
            won = replace(after, lead=winner)
            if not after.over:
                if not self._from(won):
                    return False
            elif self._reached(Trick(trick.laid, winner)) != self.holds:
                return False
        return True

    def _winners(self, table: Table, trick: Trick) -> Iterator[int]:
        best = next(laid.card for laid in trick.laid if laid.seat == trick.winner)
        for laid in trick.laid:
            rivals = [each.card for each in trick.laid if each.card.suit is best.suit]
            if laid.card in rivals and not any(self.beats(table, rival, laid.card) for rival in rivals):
                yield laid.seat

    def beats(self, table: Table, one: Card, other: Card) -> bool:
        """Whether it is known that a card beats another of its suit."""
        if one == other or one.suit is not other.suit:
            return False
        higher = table.spec.height(one) > table.spec.height(other)
        nature = one.is_king or other.is_king or PAGAT in (one, other)
        return higher and (self.known is None or nature or (one, other) in self.known)

    def _reached(self, last: Trick) -> bool:
        own = next(laid.card for laid in last.laid if laid.seat == self.seat)
        won = WINS if last.winner == self.seat else ~WINS
        return bool(endings_with(own) & won & ENDINGS[self.goal])

    def moves(self, table: Table) -> tuple[Action, ...]:
        """What is tried: all that the lines leave open, or all."""
        allowed = table.moves()
        found: list[Action] = []
        for line in self.lines.get(self.position.players[table.to_move], ()):
            sure = False
            for group in line["first"]:
                for word in group:
                    move = next((each for each in allowed if _word(each) == word), None)
                    could = set() if move is None else self._all_hold(table, line["when"], move)
                    if move is None or True not in could:
                        continue
                    found.append(move)
                    sure = sure or could == {True}
                    if sure and self.known is not None:
                        return tuple(found)
                if sure:
                    return tuple(found)
        return allowed

    def _all_hold(self, table: Table, when: list[dict[str, Any]], move: Action) -> set[bool]:
        """Whether all events hold, as far as that is known: True, False or both."""
        could = {True}
        for event in when:
            one = self._holds(table, event, move)
            if event.get("not"):
                one = {not each for each in one}
            could = {a and b for a in could for b in one}
        return could

    def _holds(self, table: Table, event: dict[str, Any], move: Action) -> set[bool]:
        if event["event"] == "takes":
            return self._takes(table, move.card)
        if event["event"] == "winning":
            best = self._best(table)
            return {self._name(each.seat) == event["who"] for each in table.trick if each.card in best} or {
                False
            }
        return {self._so[event["event"]](table, event)}

    def _name(self, seat: int) -> str:
        return self.position.players[seat]

    @property
    def _so(self) -> Mapping[str, Callable[[Table, dict[str, Any]], bool]]:
        def has(table: Table, event: dict[str, Any]) -> bool:
            hand = table.hands[self.position.players.index(event["who"])]
            return any(str(each)[0] == event["suit"] and not each.is_fool for each in hand)

        def held(table: Table, event: dict[str, Any]) -> bool:
            return any(BY_TEXT[event["card"]] in hand for hand in table.hands)

        return {
            "has": has,
            "void": lambda table, event: not has(table, event),
            "held": held,
            "gone": lambda table, event: not held(table, event),
            "to-lead": lambda table, _: len(table.trick) == 0,
            "last": lambda table, _: len(table.trick) == len(table.hands) - 1,
            "led": lambda table, event: table.led is Suit(event["suit"]),
            "ruffed": lambda table, _: (
                table.led not in (None, Suit.TRUMPS) and any(each.card.is_trump for each in table.trick)
            ),
            "leader": lambda table, event: self._name(table.lead) == event["who"],
            "in-trick": lambda table, event: event["card"] in [str(each.card) for each in table.trick],
            "left": lambda table, event: len(table.hands[table.holder]) == event["tricks"],
        }

    def _best(self, table: Table) -> list[Card]:
        """The cards that may be the best so far."""
        for suit in (Suit.TRUMPS, table.led):
            there = [each.card for each in table.trick if each.card.suit is suit and suit is not None]
            if there:
                return [one for one in there if not any(self.beats(table, two, one) for two in there)]
        return []

    def _takes(self, table: Table, card: Card | None) -> set[bool]:
        if card is None or card.is_fool:
            return {False}
        if not table.trick:
            return {True}
        trumped = any(each.card.is_trump for each in table.trick)
        if card.suit not in (Suit.TRUMPS, table.led) or (trumped and not card.is_trump):
            return {False}
        rivals = [each.card for each in table.trick if each.card.suit is card.suit]
        if any(self.beats(table, rival, card) for rival in rivals):
            return {False}
        return {True} if all(self.beats(table, card, rival) for rival in rivals) else {True, False}


def _word(move: Action) -> str:
    return "no-demand" if move is ALLOW else "demand" if move is DEMAND else str(move)
