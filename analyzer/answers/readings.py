"""Questions under every reading of what no source settles, as far as it affects the answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from msgspec import Struct, field, structs

from analyzer import views
from analyzer.answers.requests import Means
from analyzer.errors import LimitReached, TarokError, limit_of_nodes
from analyzer.frozenrecord import Record
from analyzer.position.model import Position
from analyzer.rules.spec.grounds import Grounds, open_options, silent_among, unsettled_of
from analyzer.rules.spec.kinds.paying import Doubling, FailedTout, PotRules, When
from analyzer.rules.spec.readings import (
    Explored,
    Hanging,
    NoMoreReadings,
    ReadCase,
    compared,
    explored,
    impossible_of,
    readings_of,
    reread,
)
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.search.engine.results import Searched

if TYPE_CHECKING:
    from analyzer.evenings.model import Evening
    from analyzer.search.engine.engine import Budget

A = TypeVar("A")
S = TypeVar("S", bound=Searched)
Ruled = TypeVar("Ruled", Position, "Evening")
"""The subject of a question, which has its rules with it."""

_WHO: Final = ("schema", "ruleset", "variant", "digest", "rests_on", "unsettled", "readings", "stats")
"""Keys of every answer that are not part of the result; the time is given once, at the top."""
_HOW: Final = frozenset({"stats", "limits", "line", "evidence", "why", "certificate", "proof", "nodes"})
"""Keys for the derivation of an answer, or for one of several equivalent lines."""


class _Told(Record, Generic[A], frozen=True):
    """An answer, its keys, and those of them that are part of the result."""

    answer: A
    told: Mapping[str, Any]
    bare: Any


def under_each_reading(
    asked: Ruled,
    ask: Callable[[Ruled], A],
    view: Callable[[A], views.base.View],
    clauses_used: Callable[[A], Iterable[str]],
    *,
    same_game: Callable[[RuleSet], object] | None = None,
    refutes: Callable[[A], TarokError | None] = lambda _: None,
) -> tuple[A, Grounds]:
    """Return the answer under the first readings that do not contradict the file, with its grounds.

    `clauses_used` are the clauses behind an answer. `same_game` gives the part of a rule set that the answer
    can depend on: rule sets equal in it are asked once. `refutes` gives the error that shows that the file is
    impossible under a reading, otherwise None.

    Raises: what `ask` raises under every reading.
    """
    rules = asked.rules
    if not open_options(rules):
        only = ask(asked)
        return only, Grounds(silent_among(rules, clauses_used(only)))

    by = _under(asked)

    def told(read: RuleSet) -> _Told[A]:
        answer = ask(by(read))
        keys = _told(view(answer))
        return _Told(answer, keys, _bare(keys))

    found = _possible(explored(rules, told, same_game), lambda each: refutes(each.answer))
    first = found.first.answer
    hung: Hanging[_Told[A]] = compared(found, lambda one, other: bool(one.bare == other.bare))
    answers = [first, *(case.answer for _, case in hung.readings)]
    rests_on = silent_among(rules, (clause for each in answers for clause in clauses_used(each)))
    if found.too_many:
        unsettled = unsettled_of(rules, found.too_many)
        return first, Grounds(rests_on, unsettled, impossible=impossible_of(hung), too_many=True)
    readings = readings_of(hung, lambda each: each.told, _same)
    return first, Grounds(rests_on, unsettled_of(rules, hung.options), readings, impossible_of(hung))


class OneBudget(Struct):
    """The means that all readings of a question share: the clock decides between none of them.

    If the limits end before all were searched, nothing found under some of them is settled.
    """

    means: Means
    started: float = field(default_factory=time.monotonic)
    nodes: int = 0
    asked: bool = False
    stopped: Searched | None = None
    """The partial result of the reading at which the limits ended."""

    def left(self) -> Means:
        """Return the means for one more reading. Raises: NoMoreReadings if the limits ended with the last."""
        if self.stopped is not None:
            raise NoMoreReadings
        return self.means.left(self.started, self.nodes)

    def spent(self, left: Means, found: S) -> S:
        """Return the answer found with the means `left`, its limit given as the full one.

        Raises: NoMoreReadings if the limits ended before it, and it is not the first.
        """
        of_this, whole = left.limits.max_nodes, self.means.limits.max_nodes
        self.nodes += found.nodes
        if of_this is not None and whole is not None and found.reason == limit_of_nodes(of_this):
            found = replace(found, reason=limit_of_nodes(whole))
        self.stopped = None if found.complete else found
        if self.stopped is not None and self.asked:
            raise NoMoreReadings
        self.asked = True
        return found

    def attach_grounds(self, grounds: Grounds, found: S, *, knows: bool) -> S:
        """Return the answer with its grounds; it is unfinished if the limits ended under any reading.

        If nothing was known by then, its only grounds are the silent clauses it rests on.
        """
        if not (found.complete or knows):
            grounds = Grounds(grounds.rests_on)
        if self.stopped is not None and found.complete:
            found = replace(found, unfinished=self.stopped.unfinished, reason=self.stopped.reason)
        return replace(found, grounds=grounds)


class SharedBudget(Struct):
    """The means that all readings of a question over many deals share, including the drawing of the deals."""

    budget: Budget
    answered: int = 0
    """The number of readings answered in full."""
    lasts: bool = True

    def ask(self, ask: Callable[[Budget], A], complete: Callable[[A], bool]) -> A:
        """Return the answer under one more reading.

        Raises: NoMoreReadings if the limits end before it, and it is not the first.
        """
        if not self.lasts:
            raise NoMoreReadings
        try:
            found = ask(self.budget)
        except LimitReached:
            if not self.answered:
                raise
            raise NoMoreReadings from None
        self.lasts = complete(found)
        if not self.lasts and self.answered:
            raise NoMoreReadings
        self.answered += self.lasts
        return found


def _under(asked: Any) -> Callable[[RuleSet], Any]:
    """Return a function that gives the subject of the question under other rules."""
    if not isinstance(asked, Position):
        return reread(asked)
    return lambda rules: replace(asked, rules=rules)


def _possible(found: Explored[A], wrong: Callable[[A], TarokError | None]) -> Explored[A]:
    """Return the answers without the readings that contradict the facts."""
    cases = []
    for each in found.cases:
        fault = None if isinstance(each.answer, TarokError) else wrong(each.answer)
        cases.append(each if fault is None else ReadCase(each.variant, fault))
    return structs.replace(found, cases=tuple(cases)) if any(each.can_be for each in cases) else found


def _told(view: views.base.View) -> Mapping[str, Any]:
    return {key: value for key, value in views.base.plain(view).items() if key not in _WHO}


def _same(one: Any, other: Any) -> bool:
    """Return True if two parts of an answer say the same, however they were found."""
    return bool(_bare(one) == _bare(other))


def _bare(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _bare(each) for key, each in value.items() if key not in _HOW}
    return [_bare(each) for each in value] if isinstance(value, list) else value


def one_game(position: Position) -> bool:
    """Return True if a position is played in the same way under all readings."""
    part = game_played(position)
    if part is None:
        return False
    found = explored(position.rules, part)
    return not found.too_many and all(each.answer == found.cases[0].answer for each in found.cases)


def game_played(position: Position) -> Callable[[RuleSet], object] | None:
    """Return a function for the part of a rule set that play, or a full hand's deal, can depend on.

    The cost of a failed Tout is part of it only if a Tout was announced. None in a game of card points, for
    which a search consults no more than it needs.
    """
    if position.pots is None:
        return None
    announced = position.tout_at_stake is not None

    def part(rules: RuleSet) -> object:
        game = rules.game
        pots = game.the_pots if announced else _without_tout(game.the_pots)
        return structs.replace(game, name="", pots=pots), (
            rules.declarations,
            rules.discard,
        ) if position.whole_hand else None

    return part


_NO_TOUT: Final = FailedTout(ultimo=True, last_trick=True, doubling=Doubling.COUNTED)


def _without_tout(pots: PotRules) -> PotRules:
    entries = tuple(each for each in pots.entries if each.when is not When.FAILED_TOUT)
    return structs.replace(pots, entries=entries, failed_tout=_NO_TOUT)
