"""What a clause answers, so that two clauses with one answer too many are seen when a rule set is loaded.

A question is a subject and the trick it is asked at, counted from the end; None stands for every trick.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from typing import Final, NamedTuple

from analyzer.rules.spec.ruleset import Clause


class Asked(NamedTuple):
    """A question in words, and at which trick it is asked."""

    subject: str
    trick: int | None = None

    def meets(self, other: Asked) -> bool:
        """Whether it is the same question, somewhere in the hand."""
        return self.subject == other.subject and (
            None in (self.trick, other.trick) or self.trick == other.trick
        )


class Clash(NamedTuple):
    """Two clauses that answer one question, of which neither goes before the other."""

    first: Clause
    second: Clause
    subject: str


def clashes(clauses: Mapping[str, Clause]) -> Iterator[Clash]:
    """Every two clauses that answer one question without `overrides`, in the order of the clauses."""
    by_kinds = [(clause, list(_asked(clause))) for clause in clauses.values()]
    for (first, mine), (second, theirs) in combinations(by_kinds, 2):
        if first.id in second.overrides or second.id in first.overrides:
            continue
        met = next((one.subject for one in mine for other in theirs if one.meets(other)), None)
        if met is not None:
            yield Clash(first, second, met)


def _asked(clause: Clause) -> Iterable[Asked]:
    reader = _QUESTIONS.get(clause.kind)
    return () if reader is None else reader(clause)


def _once(subject: str) -> Callable[[Clause], Iterable[Asked]]:
    """A kind that a rule set has one clause of."""

    def asked(_: Clause) -> Iterable[Asked]:
        return (Asked(subject),)

    return asked


def _of(subject: str, name: str) -> Callable[[Clause], Iterable[Asked]]:
    """A question for each value of a parameter: each card of a list, each suit, one word."""
    return lambda clause: (Asked(subject.format(value), _trick(clause)) for value in _values(clause, name))


def _values(clause: Clause, name: str) -> tuple[object, ...]:
    value = clause.parameters.get(name, ())
    return value if isinstance(value, tuple) else (value,)


def _trick(clause: Clause) -> int | None:
    trick = clause.parameters.get("trick")
    return trick if isinstance(trick, int) else None


_QUESTIONS: Final[Mapping[str, Callable[[Clause], Iterable[Asked]]]] = {
    "seats": _once("how many play"),
    "deck": _once("which cards there are"),
    "ranks": _once("how the cards rank"),
    "deal": _once("how many cards are dealt"),
    "leads": _once("who leads"),
    "duty": _of("whether one must {}", "to"),
    "trick-winner": _once("who wins a trick"),
    "excuse": _of("whether {} may be played", "card"),
    "ban-at-trick": _of("whether {} may be played", "card"),
    "demand-at-trick": _of("whether {} may be played", "card"),
    "pile": _of("in whose pile {} ends", "card"),
    "pile-at-trick": _of("in whose pile {} ends", "card"),
    "naming-step": _of("who names the Fool where {}", "when"),
    "skat-size": _once("how many cards are laid away"),
    "never-discard": _of("whether {} may be laid away", "cards"),
    "only-if-announced": _of("whether {} may be laid away", "cards"),
    "not-in-combination-unless-unavoidable": _once("whether combination cards may be laid away"),
    "must-tell": _once("what the dealer tells of trumps in the skat"),
    "trump-declaration": _once("what trumps are declared for"),
    "matador-declaration": _once("what matadors are declared for"),
    "graded-declaration": _of("what {} are declared for", "of"),
    "foundation": _of("who founds the {} pot", "pots"),
    "lost-early": _of("what {} costs where it is lost early", "cards"),
    "ultimo": _of("what the last trick brings with {}", "cards"),
    "bagud": _of("what {} costs where it is lost in the last trick", "cards"),
    "settlement-order": _once("in which order is settled"),
    "takes-pots": _of("whether a Tout takes the {} pot", "pots"),
    "failed-tout": _once("what an announced Tout costs where it fails"),
    "card-points": _once("what the cards count"),
    "par": _once("against what points are held"),
    "settles-count": _once("who settles the count with whom"),
    "count-after": _of("whether there is a count after {}", "outcome"),
    "fine": _of("what a {} irregularity costs", "category"),
    "propriety": _of("whether it is proper to {}", "duty"),
}
"""By kind what its clauses answer. Of other kinds there may be several: a discard is held against each."""
