"""What an answer rests on where its source does not simply state it: silent clauses, and open options.

An option is open where its clause stands disputed and no variant chooses among its readings; a reading that
is itself called `open` is the not-knowing, and chooses nothing. An answer that hangs on an open option is
told under each of its readings.
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
    """What is answered under one reading of the options that an answer hangs on: what differs, by key."""

    variant: Mapping[str, str]
    differs: Mapping[str, Any]


class Grounds(Record, frozen=True):
    """What an answer rests on beside what its source states.

    `rests_on` are the silent clauses whose default it hangs on, `unsettled` the disputed ones that no variant
    chooses and that change it, both in the order of the rule set. `readings` has what is answered under each
    reading, the first being the one that stands at the top of the answer; none where nothing is unsettled.
    `impossible` are the readings under which what is told cannot be, which have no answer.
    """

    rests_on: tuple[str, ...] = ()
    unsettled: tuple[str, ...] = ()
    readings: tuple[AnsweredReading, ...] = ()
    impossible: tuple[AnsweredReading, ...] = ()
    too_many: bool = False
    """Whether more combinations of readings bear on it than can be gone through; nothing is settled then."""

    def differs(self, key: str) -> bool:
        """Whether a part of the answer is, or may be, another one under another reading."""
        return self.too_many or any(key in each.differs for each in self.readings)


STATED: Final = Grounds()
"""An answer of which everything is stated."""


class OnGrounds(PythonAnswer):
    """What an answer of Python tells of what it rests on; each has its `grounds`."""

    __slots__ = ()

    @property
    def grounds(self) -> Grounds:
        """What it rests on beside what its source states."""
        raise NotImplementedError

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The clauses that their source is silent of and that the answer hangs on the default of."""
        return self.grounds.rests_on

    @property
    def unsettled(self) -> tuple[str, ...]:
        """The disputed clauses that the answer hangs on and no variant chooses."""
        return self.grounds.unsettled

    @property
    def readings(self) -> tuple[AnsweredReading, ...]:
        """What is answered under each reading of those: its `variant`, and in `differs` what differs.

        The first is the one that everything else in the answer is told by. Keys and values are those of the
        JSON.
        """
        return self.grounds.readings


def silent_among(rules: RuleSet, applied: Iterable[str]) -> tuple[str, ...]:
    """The silent ones of some clauses whose default is taken, in the order of the rule set.

    A reading that a variant chooses, be it the default, is the word of whoever asks and no default any more.
    """
    known = frozenset(applied) - frozenset(_chosen(rules))
    return tuple(
        each.id for each in rules.clauses.values() if each.id in known and each.standing is Standing.SILENT
    )


def _chosen(rules: RuleSet) -> Iterator[str]:
    """The clauses that read as a variant has chosen."""
    for name, word in rules.variant.items():
        if word != OPEN:
            yield from (each.id for each in rules.options[name].reading(word) or ())


def definite(option: Option) -> tuple[str, ...]:
    """The readings of an option that say something, all but the one called `open`."""
    return tuple(word for word in option.readings if word != OPEN)


def open_options(rules: RuleSet) -> dict[str, tuple[str, ...]]:
    """The readings of each open option by its name, first the one that is taken where one has to be.

    That is the reading which decides what the disputed clause says; where none does, the option's default,
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
    """The disputed clauses of some options, in the order of the rule set."""
    clauses = {rules.options[name].clause for name in options}
    return tuple(each for each in rules.clauses if each in clauses)


@dataclass(frozen=True, slots=True)
class OfPlayers(OnGrounds):
    """Of an answer about who can do what, the names by seat; a copy with changes keeps them."""

    players: tuple[str, ...] = field(default=(), compare=False, repr=False, kw_only=True)
    """The names by seat; none in what a search finds for itself."""
