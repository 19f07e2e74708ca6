"""Plans in games of card points: lists of cards that get their way, and what mattered for them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final, NamedTuple

from msgspec.structs import replace

from analyzer.cards.card import PAGAT, Card, Suit
from analyzer.certificates.plan import Plan, PlanEvent, PlanEventKind, PlanLine, word_of
from analyzer.errors import LimitReached
from analyzer.frozenrecord import Record
from analyzer.messages import say
from analyzer.position.hand import Hand
from analyzer.rules.actions import Action
from analyzer.rules.play.table import Table, WonBy, find_special_winner, is_excuse
from analyzer.rules.score.goals import Aim, Bound, Goal
from analyzer.rules.spec.game import Beat, GameSpec
from analyzer.rules.spec.kinds.contracts import ContractAim
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.reasons import Pair

# Plans in games of card points: lists of cards that get their way, found over everything that can be played.
#
# A small ending is written out whole. A list for a player is sought as an order of his cards: wherever two
# of them may be laid and one of them loses, the right one has to stand above the other; where that cannot
# be for all states, the states are parted by something that everybody sees, each part with a list of its
# own. What is found is played by the checker of certificates, and made as short as that still proves it.
#
# Source: semantics of plans.


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


def search_plan(ending: WrittenOut, root: int, proves: Callable[[Plan], bool]) -> Plan | None:
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


# What mattered for a plan in a game of card points: which card has to beat which, and whose points it needs.
#
# The plan is played where only some comparisons are known: an undecided trick goes to whichever possible
# winner hurts most, a card that may have to beat and may not is laid and is not, and cards in braces are
# played from left to right. Kings over their suit, everything over the Pagat and the Fool on top are so by
# nature.
#
# Source: semantics of what mattered.


MOST_PLAYS: Final = 30_000
"""States that are looked at, one play after another, before the search for what mattered is given up."""

Pairs = Collection[Pair]


class TooMuch(Exception):
    """More was looked at than allowed."""


class Mattered(NamedTuple):
    """Comparisons that suffice, none of which can be spared, and likewise the cards whose points do."""

    pairs: tuple[Pair, ...]
    worths: tuple[Card, ...] | None
    """None where the goal is not about points."""


@dataclass(slots=True)
class KnowingLittle:
    """Plays of one plan, with some comparisons known; `reached` tells whether a hand that is over is won."""

    root: Hand
    plan: Plan
    planners: int
    reached: Callable[[Hand], bool]
    budget: Budget
    steps: int = 0
    ends: list[Hand] = field(default_factory=list)
    """Of the last play that was won: what it can come to."""

    def proves(self, known: Pairs) -> bool:
        """Whether every play ends as the plan says. Raises: TooMuch, LimitReached."""
        waiting, seen, ends = [self.root], {self.root.state()}, list[Hand]()
        while waiting:
            question = waiting.pop()
            self.steps += 1
            self.budget.check_clock()
            if self.steps > MOST_PLAYS:
                raise TooMuch
            for after in self._after(question, known):
                key = after.state()
                if key in seen:
                    continue
                seen.add(key)
                if not after.over:
                    waiting.append(after)
                elif self.reached(after):
                    ends.append(after)
                else:
                    return False
        self.ends = ends
        return True

    def _after(self, question: Hand, known: Pairs) -> Iterator[Hand]:
        table = question.table
        for move in self._moves(table, known):
            winners = possible_winners(table, move, known)
            if winners is None:
                yield question.after(move)[0]
            else:
                yield from (question.had_won(move, seat) for seat in winners)

    def _moves(self, table: Table, known: Pairs) -> tuple[Action, ...]:
        """What may come to be played: all that may be allowed, of the plan what it may then say."""
        can, must = possible_moves(table, known)
        if not self.planners >> table.to_move & 1:
            return can
        found: list[Action] = []
        words = {word_of(move): move for move in can}
        for line in self.plan.lines.get(table.to_move, ()):
            for word in line.words:
                move = words.get(word)
                if move is None or not all(event.holds(table, move) for event in line.when):
                    continue
                found.append(move)
                if move in must:
                    return tuple(found)
        return can


def _strain(card: Card, spec: GameSpec) -> Suit | None:
    """The suit whose cards a card is compared with."""
    return Suit.TRUMPS if spec.is_trump(card) else card.suit


def _is_special_card(card: Card) -> bool:
    return card.is_king or card is PAGAT or card.is_fool


def _beats(one: Card, other: Card, spec: GameSpec, known: Pairs) -> bool:
    """Whether it is known of two cards of a suit that the first is the higher one."""
    higher = spec.height(one) > spec.height(other)
    return higher and (_is_special_card(one) or _is_special_card(other) or (one, other) in known)


def possible_winners(table: Table, move: Action, known: Pairs) -> tuple[int, ...] | None:
    """Who may win the trick that a move completes; None where it completes none."""
    after, trick = table.after(move)
    if trick is None:
        return None
    spec = table.spec
    told = find_special_winner(trick.laid, spec, table.course, after.tricks_left + 1)
    if told is not None and told[1] is not WonBy.COLOUR:
        return (trick.winner,)
    best = next(laid.card for laid in trick.laid if laid.seat == trick.winner)
    rivals = [
        laid
        for laid in trick.laid
        if not is_excuse(laid.card, spec) and _strain(laid.card, spec) is _strain(best, spec)
    ]
    return tuple(
        one.seat
        for one in rivals
        if not any(_beats(other.card, one.card, spec, known) for other in rivals if other is not one)
    )


def possible_moves(table: Table, known: Pairs) -> tuple[tuple[Action, ...], frozenset[Action]]:
    """The moves that may be allowed, and those that certainly are, where a card may have to beat others."""
    spec = table.spec
    if spec.duty.beat is Beat.NONE or not table.trick:
        moves = table.moves()
        return moves, frozenset(moves)
    free = replace(table, spec=replace(spec, duty=replace(spec.duty, beat=Beat.NONE))).moves()
    bound = [move for move in free if move.card is not None and not is_excuse(move.card, spec)]
    trumps = all(move.card is not None and spec.is_trump(move.card) for move in bound)
    if spec.duty.beat is not Beat.ANY and not trumps:
        return free, frozenset(free)
    can = frozenset(move for move in bound if _may_beat(table, move, known))
    must = frozenset(move for move in bound if _surely_beats(table, move, known))
    excused = [move for move in free if move not in bound]
    may = [move for move in bound if move in can or not must]
    sure = [move for move in bound if move in must or not can]
    return (*may, *excused), frozenset((*sure, *excused))


def _best_there(table: Table) -> tuple[Suit | None, list[Card]]:
    """The suit that takes the trick so far, and its cards that lie there."""
    spec = table.spec
    real = [laid.card for laid in table.trick if not is_excuse(laid.card, spec)]
    trumps = [card for card in real if spec.is_trump(card)]
    return (Suit.TRUMPS, trumps) if trumps else (table.led, [card for card in real if card.suit is table.led])


def _against(table: Table, move: Action) -> tuple[Card, list[Card]] | bool:
    """A card and those of its suit that it has to beat; of another suit whether it beats what lies there."""
    assert move.card is not None
    suit, there = _best_there(table)
    own = _strain(move.card, table.spec)
    return (move.card, there) if own is suit else own is Suit.TRUMPS


def _may_beat(table: Table, move: Action, known: Pairs) -> bool:
    found = _against(table, move)
    if isinstance(found, bool):
        return found
    own, there = found
    return not any(_beats(card, own, table.spec, known) for card in there)


def _surely_beats(table: Table, move: Action, known: Pairs) -> bool:
    found = _against(table, move)
    if isinstance(found, bool):
        return found
    own, there = found
    return all(_beats(own, card, table.spec, known) for card in there)


def mattered(play: KnowingLittle, goal: Goal, seat: int, *, holds: bool) -> Mattered | None:
    """What mattered for a plan that proves; None where that is more than allowed. Raises: LimitReached."""
    try:
        pairs = _irreducible(_compared(play), play.proves)
        if pairs is None or not play.proves(pairs):
            return None
    except TooMuch:
        return None
    told = tuple(sorted(pairs, key=_make_sort_key(play.root.spec), reverse=True))
    return Mattered(told, _worths(play, goal, seat, holds=holds))


def _compared(play: KnowingLittle) -> list[Pair]:
    """Every pair of cards of a suit in different hands, in the order in which they are left out."""
    table, spec = play.root.table, play.root.spec
    owner = {card: seat for seat, hand in enumerate(table.hands) for card in hand}
    owner |= {laid.card: laid.seat for laid in table.trick}
    suits: dict[Suit | None, list[Card]] = {}
    for card in sorted(owner, key=lambda card: (spec.height(card), card)):
        if not is_excuse(card, spec):
            suits.setdefault(_strain(card, spec), []).append(card)
    found = [
        (high, low)
        for cards in suits.values()
        for low, high in combinations(cards, 2)
        if owner[high] != owner[low] and not _is_special_card(high) and not _is_special_card(low)
    ]

    def order(pair: Pair) -> tuple[bool, int, Card, Card]:
        across = play.planners >> owner[pair[0]] & 1 != play.planners >> owner[pair[1]] & 1
        return across, spec.height(pair[0]) - spec.height(pair[1]), *pair

    return sorted(found, key=order)


def _make_sort_key(spec: GameSpec) -> Callable[[Pair], tuple[bool, int, Card, int]]:
    return lambda pair: (spec.is_trump(pair[0]), spec.height(pair[0]), pair[0], spec.height(pair[1]))


def _irreducible(pairs: Sequence[Pair], proves: Callable[[Pairs], bool]) -> tuple[Pair, ...] | None:
    """Those of the pairs that stay where each in turn is left out as long as the plan proves.

    Whole blocks are left out at once, a shorter one where that fails, which comes to the same: with fewer
    comparisons nothing more is proved. None where all of them do not suffice.
    """
    if proves(()):
        return ()
    if not proves(frozenset(pairs)):
        return None
    kept: list[Pair] = []
    start, block = 0, len(pairs)
    while start < len(pairs):
        block = min(block, len(pairs) - start)
        if proves(frozenset((*kept, *pairs[start + block :]))):
            start, block = start + block, 2 * block
        elif block == 1:
            kept.append(pairs[start])
            start += 1
        else:
            block = (block + 1) // 2
    return tuple(kept)


def _worths(play: KnowingLittle, goal: Goal, seat: int, *, holds: bool) -> tuple[Card, ...] | None:
    """The cards whose points are enough, where those of all others are lost to those of the plan.

    Those that count least are let go first; none of the others can go.
    """
    root = play.root
    points = (Aim.CONTRACT, Aim.MARGIN) if root.aim is ContractAim.POINTS else ()
    if goal.aim not in (*points, Aim.POINTS):
        return None
    worth = root.game.piles.worth
    there = frozenset().union(*root.table.hands, {laid.card for laid in root.table.trick})
    counting = sorted((card for card in there if worth(card)), key=lambda card: (worth(card), card))
    side = root.sides.of[seat]
    wants_more = holds is not (goal.way is Bound.MOST)
    spared: frozenset[Card] = frozenset()
    for card in counting:
        lost = spared | {card}
        if all(play.reached(_without(end, lost, side, own=wants_more)) for end in play.ends):
            spared = lost
    return tuple(card for card in reversed(counting) if card not in spared)


def _without(end: Hand, lost: frozenset[Card], side: int, *, own: bool) -> Hand:
    """The end of a hand with the points of some cards gone from a side's pile, or from others' into it."""
    reckoning = end.reckoning
    worth = reckoning.game.piles.worth
    units = [pile.units for pile in reckoning.piles]
    for each in range(len(units)):
        if (each == side) is not own:
            continue
        gone = sum(worth(card) for card in reckoning.piles[each].cards & lost)
        other = side if each != side else 1 - side if len(units) == 2 else None
        units[each] = _plus(units[each], -gone)
        if other is not None:
            units[other] = _plus(units[other], gone)
    piles = tuple(replace(pile, units=now) for pile, now in zip(reckoning.piles, units, strict=True))
    return replace(end, reckoning=replace(reckoning, piles=piles)).settled(end.end().last)[0]


def _plus(units: int | None, more: int) -> int | None:
    return None if units is None else units + more
