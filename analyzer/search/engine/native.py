"""The native core behind the engine protocol, and guesses where no proof is there yet."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import add
from typing import TYPE_CHECKING, Final, Protocol
from weakref import finalize

from analyzer.cards.card import PAGAT, Suit
from analyzer.core import fastest
from analyzer.errors import LimitReached
from analyzer.frozenrecord import Record
from analyzer.position.hand import Hand, holds_after_answer
from analyzer.rules.actions import ALLOW, DEMAND, Action, Groups, lay, side_groups
from analyzer.rules.book import Pot, Pots
from analyzer.rules.play.table import Table
from analyzer.rules.score.goals import ENDINGS, Goal, Sense
from analyzer.rules.spec.game import GameSpec
from analyzer.search import engine
from analyzer.search.engine.engine import Budget, Engine
from analyzer.search.engine.reference import (
    Facts,
    MaskedGoal,
    ReferenceEngine,
    paid,
    standing,
    with_move_before,
)
from analyzer.search.engine.results import Equilibrium, GoalAnswer, Key, Likely, seats_of
from analyzer.search.engine.solvers import (
    Stakes,
    account,
    bytes_of,
    card_in,
    core_rules,
    core_stakes,
    lent_solver,
    lost_into,
    make_solver,
    nodes_of,
    number_in,
    numbers_in,
    return_solver,
    seconds_of,
    stakes_of,
)

if TYPE_CHECKING:
    from analyzer.core import _core
    from analyzer.rules.score.goals import Aim
else:
    _core = fastest()


# The native core behind the :class:`~analyzer.search.engine.engine.Engine` protocol.
#
# Everything about tarok is turned into the core's integers here: cards into numbers, goals into classes of
# what a player does in the last trick; what the core is fed of the rules is in
# :mod:`analyzer.search.engine.solvers`.


SUITS = tuple(Suit)
"""The core numbers suits in canonical order, trumps last."""

ALONE: Final = 1 << 18
"""Positions that one thread searches before others help: most questions end there."""


def default_switches() -> _core.Switches:
    """Everything that makes the search smaller switched on."""
    return _core.Switches()


class NativeEngine:
    """The fast :class:`~analyzer.search.engine.engine.Engine`; safe to share between threads.

    Each of its questions is searched by so many `threads` over one table, after `alone` positions by one.
    """

    def __init__(
        self, switches: _core.Switches | None = None, *, threads: int = 1, alone: int = ALONE
    ) -> None:
        self._switches = switches or default_switches()
        self._usual = switches is None and threads == 1
        """Whether its solvers are like those of any other search."""
        self._crew = (threads, alone)
        self._lock = threading.Lock()
        self._kept: _Kept | None = None
        self._facts: OrderedDict[Table, Facts] = OrderedDict()
        self._asked: tuple[Hand, int, _Kept, _core.Position] | None = None
        """The question before, with the memory it had: of one there are many, by goal and by set."""

    def goals(
        self,
        question: Hand,
        wanted: Sequence[tuple[int, Goal]],
        budget: Budget,
        groups: Groups | None = None,
    ) -> Mapping[Key, int]:
        """For each goal and its seat: bit S is set when the groups in mask S, else the sides, force it."""
        facts, groups = self._facts_of(question.table), groups or side_groups(question.sides)
        every = (1 << len(groups)) - 1
        order = sorted(range(every + 1), key=lambda mask: (mask not in (0, every), mask.bit_count()))
        by = [(1 << mask, seats_of(groups, mask)) for mask in order]
        return {
            (seat, goal): sum(
                bit for bit, seats in by if self._decide(question, goal, seat, seats, facts, budget)
            )
            for seat, goal in wanted
        }

    def forces(self, question: Hand, goal: Goal, seat: int, by: int, budget: Budget) -> bool:
        """Whether the players in mask `by` force the seat's goal from here."""
        return self._decide(question, goal, seat, by, self._facts_of(question.table), budget)

    def value(self, question: Hand, aim: Aim, side: int, sense: Sense, budget: Budget) -> Fraction:
        """How much of a number a side is sure of: the plain reference finds it, this core counts nothing."""
        return ReferenceEngine().value(question, aim, side, sense, budget)

    def guarantee(self, question: Hand, side: int, budget: Budget) -> int:
        """The most future tokens the side is sure of against all others together."""
        table, seat = question.table, question.sides.seats(side)[0]
        if table.picked is not None:
            chosen = max if table.to_move == seat else min
            return chosen(self._paid_guarantee(question, move, seat, budget) for move in (DEMAND, ALLOW))
        solver, position = self._solver(question, budget)
        low, high, guess = -(1 << 29), 1 << 29, 0
        while low < high:
            asked = (seat, 1 << seat, True, 0, guess)
            value = search(solver, position, question, budget, asked, self._crew)
            if value >= guess:
                low, guess = value, value + 1
            else:
                high, guess = value, value
        return low

    def _paid_guarantee(self, question: Hand, move: Action, seat: int, budget: Budget) -> int:
        after, tokens = question.after(move)
        return tokens[seat] + (0 if after.over else self.guarantee(after, seat, budget))

    def equilibria(self, question: Hand, budget: Budget) -> tuple[Equilibrium, ...]:
        """Every subgame-perfect payoff of the future, each token vector once, with one line to it."""
        table = question.table
        if table.picked is not None:
            below = [self._preceded(question, move, budget) for move in (DEMAND, ALLOW)]
            return standing(question.sides, below, table.to_move)
        solver, position = self._solver(question, budget)
        found, nodes, reason = solver.equilibria(
            position, table.demanded, nodes_of(budget), seconds_of(budget), bytes_of(budget.table_mb)
        )
        account(budget, nodes, reason)
        return tuple(_payoff(question, tuple(tokens), line) for tokens, line in found)

    def _preceded(self, question: Hand, move: Action, budget: Budget) -> tuple[Equilibrium, ...]:
        after, amounts = question.after(move)
        found, mover = self.equilibria(after, budget), question.to_move
        return tuple(with_move_before(question, mover, move, amounts, each) for each in found)

    def _decide(self, question: Hand, goal: Goal, seat: int, by: int, facts: Facts, budget: Budget) -> bool:
        known = facts.get(seat, goal, by)
        if known is None:
            asked = (seat, by, False, ENDINGS[goal], 1)

            def holds(state: Hand) -> bool:
                return search(*self._solver(state, budget), state, budget, asked, self._crew) >= 1

            known = (
                holds(question) if question.table.picked is None else holds_after_answer(question, by, holds)
            )
            facts.learn(seat, goal, by, holds=known)
        return known

    def _facts_of(self, table: Table) -> Facts:
        with self._lock:
            facts = self._facts.setdefault(table, Facts(len(table.hands)))
            self._facts.move_to_end(table)
            while len(self._facts) > 64:
                self._facts.popitem(last=False)
            return facts

    def core_of(self, question: Hand, budget: Budget) -> tuple[_core.Solver, _core.Position]:
        """The core's solver for a question, and its position: for other questions than those asked here."""
        return self._solver(question, budget)

    def _solver(self, question: Hand, budget: Budget) -> tuple[_core.Solver, _core.Position]:
        asked = self._asked
        if asked is not None and asked[0] is question and asked[1] == budget.table_mb:
            return asked[2].solver, asked[3]
        size = table_bytes(question.table.tricks_left, budget.table_mb)
        stakes = (*stakes_of(question), budget.table_mb)
        with self._lock:
            kept = self._kept
            if kept is None or not kept.serves(question, stakes, size):
                self._kept = kept = self._create_solver(question, stakes, size)
        position = core_position(question)
        self._asked = question, budget.table_mb, kept, position
        return kept.solver, position

    def _create_solver(self, question: Hand, stakes: Stakes, size: int) -> _Kept:
        """A solver that knows nothing, over a table that the thread has kept if it has one."""
        if not self._usual:
            return _Kept(make_solver(question, size, self._switches), stakes, size, question.pots)
        lent = lent_solver(question, stakes, size)
        kept = _Kept(lent.solver, stakes, size, question.pots)
        finalize(kept, return_solver, lent).atexit = False
        return kept


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class _Kept:
    """A solver with what it found, and what it was made for."""

    solver: _core.Solver
    stakes: Stakes
    size: int
    """Bytes of its table."""
    base: Pots
    """What lay in the pots when it was made."""

    def serves(self, question: Hand, stakes: Stakes, size: int) -> bool:
        """Whether it can be asked; later in a hand its table is larger than need be, and knows something."""
        return self.stakes == stakes and self.size >= size and _reachable(question, self.base)


def search(
    solver: _core.Solver,
    position: _core.Position,
    question: Hand,
    budget: Budget,
    asked: tuple[int, int, bool, int, int],
    crew: tuple[int, int] = (1, 0),
) -> int:
    """A bound of the value asked for, by a crew: so many threads, after so many positions by one.

    Raises: LimitReached.
    """
    value, nodes, reason = solver.search(
        position, *asked, question.table.demanded, nodes_of(budget), seconds_of(budget), *crew
    )
    account(budget, nodes, reason)
    return value


def table_bytes(tricks: int, table_mb: int) -> int:
    """The size of the table: all that is allowed for long hands, less for short ones, which fill less."""
    return min(bytes_of(table_mb), 1 << (tricks + 13))


def _reachable(question: Hand, base: Pots) -> bool:
    """Whether the pots come from the base by early losses, which is how the core tells pots apart.

    It counts up to seven kings lost and one Pagat, those that may still be lost included.
    """
    held = [card for hand in question.table.hands for card in hand]
    held += [laid.card for laid in question.table.trick]
    steps = lost_into(question.spec)
    counted = (
        (question.pots.king - base.king, steps.get(Pot.KING, 0), 7 - sum(card.is_king for card in held)),
        (question.pots.pagat - base.pagat, steps.get(Pot.PAGAT, 0), 1 - (PAGAT in held)),
    )
    return all(
        more == 0 or (step > 0 and more % step == 0 and 0 < more // step <= most)
        for more, step, most in counted
    )


def core_position(question: Hand) -> _core.Position:
    """The core's position for a question."""
    table, spec, numbers = question.table, question.spec, numbers_in(question.spec)
    won = sum(1 << seat for seat, tricks in enumerate(question.reckoning.tricks) if tricks != 0)
    return _core.position(
        [[numbers[card.index] for card in hand] for hand in table.hands],
        table.lead,
        [
            ((number_in(spec, each.card), -1 if each.names is None else SUITS.index(each.names)))
            for each in table.trick
        ],
        [question.pots.king, question.pots.pagat],
        won,
        [pile.units or 0 for pile in question.reckoning.piles],
    )


def _payoff(
    question: Hand, tokens: tuple[int, ...], steps: Sequence[tuple[int, int, int, int]]
) -> Equilibrium:
    """The core's line in moves, and what is paid along it to accounts that the core does not know."""
    line: list[tuple[int, Action]] = []
    at, amounts = question, list(question.nothing)

    def after(move: Action) -> Hand:
        then, paid_now = at.after(move)
        amounts[:] = map(add, amounts, paid_now)
        return then

    for act, seat, number, named in steps:
        move = DEMAND if act else lay(card_in(question.spec, number), SUITS[named] if named >= 0 else None)
        while at.table.picked is not None and at.table.to_move != (seat if act else None):
            at = after(ALLOW)
        line.append((seat, move))
        at = after(move)
    while at.table.picked is not None:
        at = after(ALLOW)
    return paid(question, (*tokens, *amounts[question.players :]), tuple(line))


# What is likely, where a proof is not there yet: a search that believes its first proof of a shape.
#
# Nothing here is ever learned by what proves: a guess is a :class:`Likely`, its table is of another type in
# the core, and no engine asks for it.


GUESSED_SEATS: Final = 3
"""Guesses are made for so many players."""

FIRST_NODES: Final = 100_000
"""A question is given up after so many positions, as long as others were not asked yet."""

NODES: Final = 2_000_000
"""And then after so many, which is more than nearly all take; the rest share what is left."""

ALL_NODES: Final = 16_000_000
"""All questions about one position together are given up after so many."""

SHARE: Final = 20
"""Of a search that has a limit of nodes, guesses may take so many times as many."""

TABLE_BYTES: Final = 1 << 26


class Guess(Record, frozen=True):
    """One yes or no that is likely."""

    holds: bool
    nodes: int
    """It took, which tells something of what a proof will."""


class Guesses:
    """What was guessed of one position; it counts from what is proved of it when it is read."""

    __slots__ = ("_made",)

    def __init__(self) -> None:
        self._made: dict[MaskedGoal, Guess] = {}

    def keep(self, asked: MaskedGoal, guess: Guess) -> None:
        """One guess more."""
        self._made[asked] = guess

    def effort(self, asked: MaskedGoal) -> int:
        """What the guess took; 0 where none was made."""
        guess = self._made.get(asked)
        return 0 if guess is None else guess.nodes

    def believed(self, proved: Facts) -> Facts:
        """What is proved, with the guesses that this leaves open and all that would follow from them."""
        believed = proved.copy()
        for asked, guess in self._made.items():
            if believed.get(*asked) is None:
                believed.learn(*asked, holds=guess.holds)
        return believed

    def status(self, seat: int, goal: Goal, proved: Facts) -> Likely | None:
        """What is likely of one goal; None where that was not guessed."""
        believed = self.believed(proved)
        if believed.unknown(seat, goal):
            return None
        return Likely(GoalAnswer(seat, goal, believed.sets(seat, goal, holds=True)).status)


class Guesser:
    """Makes guesses about one position."""

    def __init__(self, question: Hand, budget: Budget) -> None:
        self._question = question
        most = ALL_NODES if budget.max_nodes is None else min(ALL_NODES, SHARE * budget.max_nodes)
        self._budget = Budget(most, budget.deadline)
        self._core = fastest().Guesser(core_rules(question), core_stakes(question), TABLE_BYTES)

    def guess(self, guesses: Guesses, seat: int, goal: Goal, proved: Facts, most: int = NODES) -> bool:
        """Guess what is open of one goal; whether no question took more than so many positions."""
        while unknown := guesses.believed(proved).unknown(seat, goal):
            before = self._budget.spent
            holds = self.holds(seat, goal, unknown[0], most)
            if holds is None:
                return False
            guesses.keep((seat, goal, unknown[0]), Guess(holds, self._budget.spent - before))
        return True

    def holds(self, seat: int, goal: Goal, by: int, most: int = NODES) -> bool | None:
        """Whether it is likely that the players in mask `by` force the goal; None where it takes too long."""

        def likely(state: Hand) -> bool:
            part = self._budget.part(most)
            asked = (core_position(state), seat, by, ENDINGS[goal])
            holds, nodes, reason = self._core.guess(*asked, nodes_of(part), seconds_of(part))
            self._budget.spent += nodes
            account(part, nodes, reason)
            return bool(holds)

        try:
            return holds_after_answer(self._question, by, likely)
        except LimitReached:
            return None


def guesser(question: Hand, budget: Budget) -> Guesser | None:
    """One for the position; None where so many play that none is made."""
    return Guesser(question, budget) if question.players == GUESSED_SEATS else None


# The engine that answers where none is named.


def default_engine(game: GameSpec, threads: int = 1) -> Engine:
    """A native engine that remembers nothing yet, so that equal questions take equal numbers of nodes.

    With more than one, so many threads search each question together, in a number of nodes that varies, where
    the core can.
    """
    # Imported where it is used: the reference needs no compiled core.
    if game.pots is None:
        return engine.pointengine.PointEngine()

    return NativeEngine(threads=threads)


def core_digest() -> str:
    """The digest of the sources that the core was built from."""
    return str(fastest().SOURCE_HASH)


class YesNoEngine(Protocol):
    """What answers a yes or no by itself."""

    def forces(self, question: Hand, goal: Goal, seat: int, by: int, budget: Budget) -> bool:
        """Whether the players in mask `by` force the seat's goal. Raises: LimitReached."""


def alone_engine(game: GameSpec) -> YesNoEngine:
    """The engine of this thread for one yes or no after the other, in the nodes of :func:`default_engine`."""
    if game.pots is None:
        return default_engine(game)

    return engine.many.fresh_solver()
