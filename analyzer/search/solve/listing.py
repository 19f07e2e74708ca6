"""Plans in games of card points: lists of cards that get their way, found over everything that can be played.

A small ending is written out whole. A list for a player is sought as an order of his cards: wherever two of
them may be laid and one of them loses, the right one has to stand above the other; where that cannot be for
all states, the states are parted by something that everybody sees, each part with a list of its own. What is
found is played by the checker of certificates, and made as short as that still proves it.

Source: semantics of plans.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from msgspec.structs import replace

from analyzer.cards.card import Suit
from analyzer.certificates.plan import Plan, PlanEvent, PlanEventKind, PlanLine
from analyzer.errors import LimitReached
from analyzer.frozenrecord import Record
from analyzer.messages import say
from analyzer.position.hand import Hand
from analyzer.search.engine.engine import Budget

MOST_STATES: Final = 60_000
"""Endings with more states than this are not written out for a plan."""
MOST_STEPS: Final = 2_000_000
"""States that are looked at, one list after another, before the search for a plan is given up."""

Below = Mapping[str, frozenset[str]]
"""For each card of a list the cards that it stands above."""
Events = Mapping[int, tuple[PlanEvent, ...]]
"""By seat: what parts its states; the first that holds counts, after all of them there is one part more."""
Part = tuple[int, int]
"""A seat, and the number of the event that counts."""


class PlanState(Record, frozen=True):
    """A state in which a card is to be laid."""

    question: Hand
    follows: bool
    """Whether the player to move follows the plan."""
    edges: Mapping[str, int]
    """The number of the stage behind each card; `WON` where the hand is over and those of the plan got their
    way, `LOST` where it is over and they did not."""
    good: bool
    """Whether those who follow the plan get their way from here."""


WON: Final = -1
LOST: Final = -2


@dataclass(slots=True)
class WrittenOut:
    """Everything that can be played, and who gets his way where."""

    planners: int
    reached: Callable[[Hand], bool]
    """Whether the planners got their way, of a hand that is over."""
    budget: Budget
    states: list[PlanState] = field(default_factory=list)
    numbers: dict[Hashable, int] = field(default_factory=dict)

    def number(self, question: Hand) -> int:
        """The number of a state. Raises: LimitReached where there are too many."""
        if question.over:
            return WON if self.reached(question) else LOST
        key = question.state()
        known = self.numbers.get(key)
        if known is not None:
            return known
        self.budget.spend()
        if len(self.states) >= MOST_STATES:
            raise LimitReached(say("the ending is too long to look for a plan"), self.budget.spent)
        edges = {str(move): self.number(question.after(move)[0]) for move in question.moves()}
        follows = bool(self.planners >> question.to_move & 1)
        after = [self.good(number) for number in edges.values()]
        self.states.append(PlanState(question, follows, edges, any(after) if follows else all(after)))
        self.numbers[key] = len(self.states) - 1
        return self.numbers[key]

    def good(self, number: int) -> bool:
        return number == WON if number < 0 else self.states[number].good

    def right(self, stage: PlanState) -> frozenset[str]:
        """The cards with which a player of the plan keeps what he has."""
        return frozenset(card for card, number in stage.edges.items() if self.good(number))


class GivenUp(Exception):
    """More was looked at than a search for a plan may."""


@dataclass(slots=True)
class ListSearch:
    """The search for lists, with the states of each seat parted by some events."""

    ending: WrittenOut
    root: int
    events: Events
    steps: list[int]
    """States that may still be looked at, in one number."""

    def orders(self, known: Mapping[Part, Below]) -> Mapping[Part, Below] | None:
        """Orders of cards that get their way wherever they lead; None where there are none."""
        fails, at = self._first_open(known)
        if fails:
            return None
        if at is None:
            return known
        part, stage = self.part(at), at
        for card in sorted(self.ending.right(stage)):
            put = _put(known.get(part, {}), card, stage.edges.keys() - {card})
            found = None if put is None else self.orders({**known, part: put})
            if found is not None:
                return found
        return None

    def part(self, stage: PlanState) -> Part:
        """Which list counts in a state."""
        question = stage.question
        seat, move = question.to_move, question.moves()[0]
        events = self.events.get(seat, ())
        held = (number for number, event in enumerate(events) if event.holds(question.table, move))
        return seat, next(held, len(events))

    def _first_open(self, known: Mapping[Part, Below]) -> tuple[bool, PlanState | None]:
        """Whether the orders lose somewhere, else the first state in which they do not say enough."""
        seen, waiting = {self.root}, [self.root]
        while waiting:
            stage = self.ending.states[waiting.pop()]
            self.steps[0] -= 1
            if self.steps[0] < 0:
                raise GivenUp
            cards = frozenset(stage.edges)
            if stage.follows and len(cards) > 1:
                below, right = known.get(self.part(stage), {}), self.ending.right(stage)
                above = (card for card in sorted(cards) if cards - {card} <= below.get(card, frozenset()))
                top = next(above, None)
                if top is None and right != cards:
                    return False, stage
                if top is not None and top not in right:
                    return True, None
                cards = cards if top is None else frozenset({top})
            # In order, for a set has another one in every process, and the first plan found is told.
            after = sorted({stage.edges[card] for card in cards} - seen - {WON, LOST})
            seen.update(after)
            waiting += after
        return False, None


def _put(below: Below, card: str, others: frozenset[str] | set[str]) -> Below | None:
    """The order with a card above others too; None where one of them stands above it."""
    if any(card in below.get(other, ()) for other in others):
        return None
    own = below.get(card, frozenset()).union(others, *(below.get(other, frozenset()) for other in others))
    found = {each: under | own if card in under else under for each, under in below.items()}
    return {**found, card: own}


def found_plan(ending: WrittenOut, root: int, proves: Callable[[Plan], bool]) -> Plan | None:
    """A plan for the planners, who get their way from the root; None where none was found.

    `proves` plays a plan against every reply.
    """
    if ending.states[root].good and not any(each.follows for each in ending.states):
        return Plan({})
    steps = [MOST_STEPS]
    try:
        for events in _partings(ending, root):
            search = ListSearch(ending, root, events, steps)
            orders = search.orders({})
            if orders is not None:
                plan = _plan(orders, events)
                return _shortened(plan, proves) if proves(plan) else None
    except GivenUp:
        return None
    return None


def _partings(ending: WrittenOut, root: int) -> Iterator[Events]:
    """Ways to part the states of the planners: not at all, by one event, by two."""
    yield {}
    question = ending.states[root].question
    seats = [seat for seat in range(question.players) if ending.planners >> seat & 1]
    events = tuple(_events(question))
    for number in (1, 2):
        for seat in seats:
            for chosen in combinations(events, number):
                yield {seat: chosen}


def _events(question: Hand) -> Iterator[PlanEvent]:
    """What everybody sees of a state, and a list can wait for."""
    table, kind = question.table, PlanEventKind
    for seat, hand in enumerate(table.hands):
        suits = {card.suit for card in hand} - {None}
        yield from (PlanEvent(kind.VOID, who=seat, suit=suit) for suit in Suit if suit in suits)
    yield from (PlanEvent(kind.LED, suit=suit) for suit in Suit)
    yield PlanEvent(kind.TO_LEAD)
    yield PlanEvent(kind.LAST)
    yield from (PlanEvent(kind.LEFT, tricks=number) for number in range(table.tricks_left, 1, -1))
    yield from (PlanEvent(kind.LEADER, who=seat) for seat in range(question.players))
    cards = sorted(frozenset().union(*table.hands))
    yield from (PlanEvent(kind.GONE, card=card) for card in cards)
    yield from (PlanEvent(kind.IN_TRICK, card=card) for card in cards)


def _plan(orders: Mapping[Part, Below], events: Events) -> Plan:
    """The orders as lines: a card that stands above none need not be named."""
    lines: dict[int, list[PlanLine]] = {}
    for (seat, number), below in sorted(orders.items()):
        named = sorted((card for card in below if below[card]), key=lambda card: (-len(below[card]), card))
        when = events.get(seat, ())[number : number + 1]
        lines.setdefault(seat, []).append(PlanLine(when, tuple((card,) for card in named)))
    return Plan({seat: tuple(found) for seat, found in lines.items()})


def _shortened(plan: Plan, proves: Callable[[Plan], bool]) -> Plan:
    """The plan without what it can spare: lines, events, cards, and the order of two cards."""
    shorter = next((each for each in _shorter(plan) if proves(each)), None)
    return plan if shorter is None else _shortened(shorter, proves)


def _shorter(plan: Plan) -> Iterator[Plan]:
    for seat, lines in plan.lines.items():
        for place, line in enumerate(lines):
            before, behind = lines[:place], lines[place + 1 :]
            yield _with(plan, seat, (*before, *behind))
            for each in _shorter_lines(line):
                yield _with(plan, seat, (*before, each, *behind))


def _shorter_lines(line: PlanLine) -> Iterator[PlanLine]:
    groups = line.first
    if line.when:
        yield replace(line, when=())
    if len(groups) > 1:
        for place in range(len(groups)):
            yield replace(line, first=(*groups[:place], *groups[place + 1 :]))
        for place in range(len(groups) - 1):
            joined = (*groups[place], *groups[place + 1])
            yield replace(line, first=(*groups[:place], joined, *groups[place + 2 :]))


def _with(plan: Plan, seat: int, lines: Sequence[PlanLine]) -> Plan:
    found = {**plan.lines, seat: tuple(lines)}
    return Plan({each: own for each, own in found.items() if own})
