"""The grounds of an answer beyond what its source states: silent clauses, and open options.

An option is open if its clause is disputed and no variant chooses among its readings; a reading called `open`
means that nobody knows, and chooses nothing. An answer that depends on an open option is given under each of
its readings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from analyzer.frozenrecord import Record
from analyzer.pythonanswer import PythonAnswer
from analyzer.rules.spec.clause import OPEN, Clause, Option, Standing
from analyzer.rules.spec.ruleset import RuleSet


class AnsweredReading(Record, frozen=True):
    """The answer under one reading of the options that it depends on: the parts that differ, by key."""

    variant: Mapping[str, str]
    differs: Mapping[str, Any]


class Grounds(Record, frozen=True):
    """The grounds of an answer beyond what its source states.

    `rests_on` are the silent clauses whose default the answer depends on. `unsettled` are the disputed
    clauses that no variant chooses and that change it. Both are in the order of the rule set. `readings` has
    the answer under each reading, first the one given at the top of the answer; it is empty if nothing is
    unsettled. `impossible` are the readings that contradict the file, which have no answer.
    """

    rests_on: tuple[str, ...] = ()
    unsettled: tuple[str, ...] = ()
    readings: tuple[AnsweredReading, ...] = ()
    impossible: tuple[AnsweredReading, ...] = ()
    too_many: bool = False
    """True if more combinations of readings affect it than can be tried; nothing is settled then."""

    def differs(self, key: str) -> bool:
        """Return True if another reading changes, or may change, this part of the answer."""
        return self.too_many or any(key in each.differs for each in self.readings)


STATED: Final = Grounds()
"""The grounds of an answer that its source states in full."""


class OnGrounds(PythonAnswer):
    """The grounds of a Python answer, by attribute; each class has its `grounds`."""

    __slots__ = ()

    @property
    def grounds(self) -> Grounds:
        """The grounds of the answer, apart from what its source states."""
        raise NotImplementedError

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The clauses that their source is silent about and whose default the answer depends on."""
        return self.grounds.rests_on

    @property
    def unsettled(self) -> tuple[str, ...]:
        """The disputed clauses that the answer depends on and no variant chooses."""
        return self.grounds.unsettled

    @property
    def readings(self) -> tuple[AnsweredReading, ...]:
        """The answer under each reading of those clauses: its `variant`, and the parts in which it `differs`.

        Everything else in the answer is under the first reading. Keys and values are those of the JSON.
        """
        return self.grounds.readings


def silent_among(rules: RuleSet, applied: Iterable[str]) -> tuple[str, ...]:
    """Return the silent clauses among these whose default is used, in the order of the rule set.

    A reading that a variant chooses, even the default, is the user's word and no longer a default.
    """
    known = frozenset(applied) - frozenset(_chosen(rules))
    return tuple(
        each.id for each in rules.clauses.values() if each.id in known and each.standing is Standing.SILENT
    )


def _chosen(rules: RuleSet) -> Iterator[str]:
    """Yield the clauses that read as a variant has chosen."""
    for name, word in rules.variant.items():
        if word != OPEN:
            yield from (each.id for each in rules.options[name].reading(word) or ())


def definite(option: Option) -> tuple[str, ...]:
    """Return the readings of an option that decide something: all except `open`."""
    return tuple(word for word in option.readings if word != OPEN)


def open_options(rules: RuleSet) -> dict[str, tuple[str, ...]]:
    """Return the readings of each open option by its name, first the one used if one is needed.

    That is the reading that decides the same as the disputed clause; if none does, the option's default,
    or the first of all.
    """
    found = {}
    for name, option in rules.options.items():
        if rules.variant.get(name, OPEN) != OPEN:
            continue
        if rules.clauses[option.clause].standing is not Standing.DISPUTED:
            continue
        words = definite(option)
        first = _taken(rules, option, words)
        found[name] = (first, *(word for word in words if word != first))
    return found


def _taken(rules: RuleSet, option: Option, words: Sequence[str]) -> str:
    for word in words:
        if all(_decides_the_same(each, rules.clauses[each.id]) for each in option.readings[word]):
            return word
    return option.default if option.default in words else words[0]


def _decides_the_same(one: Clause, other: Clause) -> bool:
    return (one.kind, dict(one.parameters), one.overrides) == (
        other.kind,
        dict(other.parameters),
        other.overrides,
    )


def unsettled_of(rules: RuleSet, options: Iterable[str]) -> tuple[str, ...]:
    """Return the disputed clauses of some options, in the order of the rule set."""
    clauses = {rules.options[name].clause for name in options}
    return tuple(each for each in rules.clauses if each in clauses)


@dataclass(frozen=True, slots=True)
class OfPlayers(OnGrounds):
    """An answer about players, with their names by seat; a copy with changes keeps them."""

    players: tuple[str, ...] = field(default=(), compare=False, repr=False, kw_only=True)
    """The names by seat; empty in an answer that a search makes for itself."""
