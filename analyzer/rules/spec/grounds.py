"""What an answer rests on where its source does not simply state it: silent clauses, and open options.

An option is open where its clause stands disputed and no variant chooses among its readings; a reading that
is itself called `open` is the not-knowing, and chooses nothing. An answer that hangs on an open option is
told under each of its readings.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from operator import eq
from typing import Any, Final

from analyzer.errors import UsageError
from analyzer.rules.spec.ruleset import OPEN, Clause, Option, RuleSet, Standing
from analyzer.rules.spec.variants import choose

MOST: Final = 64
"""Where open options have more combinations of readings than these, each is varied alone."""


@dataclass(frozen=True, slots=True)
class AnsweredReading:
    """What is answered under one reading of the options that an answer hangs on: what differs, by key."""

    variant: Mapping[str, str]
    differs: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Grounds:
    """What an answer rests on beside what its source states.

    `rests_on` are the silent clauses whose default it hangs on, `unsettled` the disputed ones that no variant
    chooses and that change it, both in the order of the rule set. `readings` has what is answered under each
    reading, the first being the one that stands at the top of the answer; none where nothing is unsettled.
    """

    rests_on: tuple[str, ...] = ()
    unsettled: tuple[str, ...] = ()
    readings: tuple[AnsweredReading, ...] = ()


STATED: Final = Grounds()
"""An answer of which everything is stated."""


class OnGrounds:
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


def differs(grounds: Grounds, key: str) -> bool:
    """Whether a part of an answer is another one under another reading."""
    return any(key in each.differs for each in grounds.readings)


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


def under_readings(rules: RuleSet, among: Collection[str] | None = None) -> tuple[RuleSet, ...]:
    """The rule set under every combination of readings of its open options; itself where none is open.

    The first is the one whose values are told where values must be. Combinations that contradict are none.
    With some options given, the others are read as at first.
    """
    options = open_options(rules)
    if among is not None:
        options = {name: words if name in among else words[:1] for name, words in options.items()}
    if not options:
        return (rules,)
    found = []
    for chosen in _combinations(options):
        try:
            found.append(choose(rules, chosen))
        except UsageError:
            continue
    return tuple(found) or (rules,)


def _combinations(options: Mapping[str, Sequence[str]]) -> Iterator[dict[str, str]]:
    if prod(map(len, options.values())) <= MOST:
        yield from (dict(zip(options, words, strict=True)) for words in product(*options.values()))
        return
    first = {name: words[0] for name, words in options.items()}
    yield first
    yield from ({**first, name: word} for name, words in options.items() for word in words[1:])


Same = Callable[[Any, Any], bool]
"""Whether two answers, or two parts of them, say the same."""


@dataclass(frozen=True, slots=True)
class Hanging:
    """Which open options an answer hangs on, and under which readings of them it is another one.

    `variants` are the combinations of readings of those options alone, the first one taken; `cases` has for
    each of them the place of a rule set, among those of :func:`under_readings`, that stands for it.
    """

    options: tuple[str, ...]
    variants: tuple[Mapping[str, str], ...]
    cases: tuple[int, ...]


def hanging(rules: RuleSet, under: Sequence[RuleSet], answers: Sequence[Any], same: Same = eq) -> Hanging:
    """What the answers under the readings of a rule set hang on."""
    options = tuple(open_options(rules)) if len(under) > 1 else ()
    variants = [{name: each.variant[name] for name in options} for each in under]
    needed = tuple(name for name in options if _matters(name, variants, answers, same))
    kept: dict[tuple[str, ...], int] = {}
    for place, variant in enumerate(variants):
        kept.setdefault(tuple(variant[name] for name in needed), place)
    chosen = tuple(dict(zip(needed, words, strict=True)) for words in kept)
    return Hanging(needed, chosen, tuple(kept.values()))


def _matters(name: str, variants: Sequence[Mapping[str, str]], answers: Sequence[Any], same: Same) -> bool:
    """Whether two readings of an option, all others being read alike, are answered otherwise."""
    by_others: dict[frozenset[tuple[str, str]], Any] = {}
    for variant, answer in zip(variants, answers, strict=True):
        others = frozenset((option, word) for option, word in variant.items() if option != name)
        if not same(by_others.setdefault(others, answer), answer):
            return True
    return False


def unsettled_of(rules: RuleSet, options: Iterable[str]) -> tuple[str, ...]:
    """The disputed clauses of some options, in the order of the rule set."""
    clauses = {rules.options[name].clause for name in options}
    return tuple(each for each in rules.clauses if each in clauses)


def grounds_of(
    rules: RuleSet,
    under: Sequence[RuleSet],
    answers: Sequence[Mapping[str, Any]],
    applied: Iterable[str] = (),
    same: Same = eq,
) -> Grounds:
    """The grounds of an answer from what was answered under each reading, key by key."""
    found = hanging(rules, under, answers, same)
    rests_on = silent_among(rules, applied)
    if not found.options:
        return Grounds(rests_on)
    shown = [answers[place] for place in found.cases]
    every_key = dict.fromkeys(key for each in shown for key in each)
    keys = [key for key in every_key if any(not same(each.get(key), shown[0].get(key)) for each in shown)]
    readings = tuple(
        AnsweredReading(variant, {key: each.get(key) for key in keys})
        for variant, each in zip(found.variants, shown, strict=True)
    )
    return Grounds(rests_on, unsettled_of(rules, found.options), readings)
