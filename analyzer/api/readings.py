"""A question asked under every reading of what no source settles, where the answer can hang on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from analyzer.errors import IllegalMove, Invalid, TarokError
from analyzer.position.ahead import Asked, ahead
from analyzer.position.model import Position
from analyzer.rules.spec.bearing import bearing
from analyzer.rules.spec.game import Doubling, FailedTout, GameSpec, When
from analyzer.rules.spec.grounds import Grounds, grounds_of, silent_among, under_readings
from analyzer.rules.spec.ruleset import RuleSet

if TYPE_CHECKING:
    from analyzer.evenings.model import Evening
    from analyzer.report.view.base import View

A = TypeVar("A")
Ruled = TypeVar("Ruled", Position, "Evening")
"""What is asked about: it has its rules with it."""

_WHO: Final = ("schema", "ruleset", "variant", "digest", "rests_on", "unsettled", "readings", "stats")
"""Keys of every answer that do not say what was asked for; how long it took is told once, at its top."""
_HOW: Final = frozenset({"stats", "limits", "line", "evidence", "why", "certificate", "proof", "nodes"})
"""Keys that say how an answer was found, or one play of several that come to the same."""


class _Kept(Generic[A]):
    """What was worked out for the last few rule sets; one rule set is one object wherever it is played."""

    def __init__(self, make: Callable[[RuleSet], A]) -> None:
        self._make = make
        self._known: dict[int, tuple[RuleSet, A]] = {}

    def of(self, rules: RuleSet) -> A:
        known = self._known.get(id(rules))
        if known is None:
            if len(self._known) >= _MOST_KEPT:
                self._known.clear()
            known = self._known[id(rules)] = rules, self._make(rules)
        return known[1]


_MOST_KEPT: Final = 32
_readings: Final = _Kept(under_readings)


def each_game(position: Position, bears: Callable[[RuleSet], object]) -> tuple[Position, ...]:
    """The position under each reading of what is open that makes it another game, as far as it can be there.

    Of readings that are one game the first stands for all; of most rule sets it is the position itself.
    """
    under = _readings.of(position.rules)
    if len(under) == 1:
        return (position,)
    parts: list[object] = []
    found: list[Position] = []
    for rules in under:
        part = bears(rules)
        if part not in parts:
            parts.append(part)
            found.append(replace(position, rules=rules))
    return tuple(found)


def under_each_reading(
    position: Ruled,
    ask: Callable[[Ruled], A],
    view: Callable[[A], View],
    bears: Callable[[RuleSet], object],
    applied: Callable[[A], Iterable[str]],
) -> tuple[A, Grounds]:
    """The answer by the first reading of everything open, and what it rests on.

    Where `bears`, that part of the rules which the answer can hang on, is the same under two readings, it is
    asked once for both. `applied` are the clauses that an answer was found by. A reading under which the
    position cannot be, as the Fool in a skat where it never goes, is answered by what is wrong with it.

    Raises: what `ask` raises under the first reading.
    """
    under = _readings.of(position.rules)
    if len(under) == 1:
        only = ask(position)
        return only, Grounds(silent_among(position.rules, applied(only)))
    first = ask(replace(position, rules=under[0]))
    asked: list[tuple[object, A | TarokError]] = [(bears(under[0]), first)]
    answers: list[A | TarokError] = [first]
    for rules in under[1:]:
        part = bears(rules)
        known = [each for before, each in asked if before == part]
        answer = known[0] if known else _possible(position, rules, ask)
        if not known:
            asked.append((part, answer))
        answers.append(answer)
    found = [each for _, each in asked if not isinstance(each, TarokError)]
    used = [clause for each in found for clause in applied(each)]
    if len(asked) == 1:
        return first, Grounds(silent_among(position.rules, used))
    told = {
        id(each): {"faults": [str(each)]} if isinstance(each, TarokError) else _told(view(each))
        for _, each in asked
    }
    shown = [told[id(each)] for each in answers]
    return first, grounds_of(position.rules, under, shown, used, same=_same)


def _possible(position: Ruled, rules: RuleSet, ask: Callable[[Ruled], A]) -> A | TarokError:
    """The answer under other rules, or what is wrong with the position there."""
    try:
        return ask(replace(position, rules=rules))
    except (Invalid, IllegalMove) as wrong:
        return wrong


def _told(view: View) -> Mapping[str, Any]:
    from analyzer.report.view.base import plain  # noqa: PLC0415 - only where something is open

    return {key: value for key, value in plain(view).items() if key not in _WHO}


def _same(one: Any, other: Any) -> bool:
    """Whether two parts of an answer say the same, however it was found."""
    return bool(_bare(one) == _bare(other))


def _bare(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _bare(each) for key, each in value.items() if key not in _HOW}
    return [_bare(each) for each in value] if isinstance(value, list) else value


def game_played(position: Position) -> Callable[[RuleSet], object]:
    """What of a rule set the play from a position on can hang on, and for a whole hand the deal.

    What a failed Tout costs is part of it only where a Tout was announced.
    """
    announced = position.tout_at_stake is not None

    def part(rules: RuleSet) -> object:
        game = replace(rules.game, name="") if announced else _without_tout(rules.game)
        return game, (rules.declarations, rules.discard) if position.whole_hand else None

    return part


_NO_TOUT: Final = FailedTout(ultimo=True, last_trick=True, doubling=Doubling.COUNTED)


def _without_tout(game: GameSpec) -> GameSpec:
    entries = tuple(each for each in game.entries if each.when is not When.FAILED_TOUT)
    return replace(game, name="", entries=entries, failed_tout=_NO_TOUT)


def bearing_ahead(position: Position, asked: Asked) -> tuple[str, ...]:
    """The clauses that bear on what can still come up in a position, for what is asked of it."""
    return bearing(position.rules, ahead(position, asked))
