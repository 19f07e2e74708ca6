"""Access to the clauses of a rule set by kind, which finds the parameters that nobody reads.

The compile step and the checks of agreement ask here for every clause and parameter they use. The rest
is a fault at load: a parameter that nothing reads would be a word without a meaning. Two sorts are
exempt, those of :data:`TOLD` and those whose kind leaves them one value only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeVar

from analyzer.cards.card import BY_TEXT, Card, Suit
from analyzer.messages import Message, say
from analyzer.rules.book import Pot
from analyzer.rules.spec.clause import Clause, Parameter

T = TypeVar("T")

TOLD: Final[Mapping[tuple[str, str], Message]] = {
    ("deal", "packet"): say("how many cards go round at a time is custom; the hands are the same"),
    ("manners", "asks"): say("conduct at the table, which no file records"),
}
"""Parameters that are informative only and change no answer, by kind and name, with the reason."""


def informative_parameters(clause: Clause) -> dict[str, Message]:
    """Return the parameters of a clause that are informative only, each with the reason."""
    return {name: TOLD[clause.kind, name] for name in clause.parameters if (clause.kind, name) in TOLD}


class ClauseReader:
    """Typed access to the clauses of one rule set; it remembers what was asked for."""

    def __init__(self, clauses: Mapping[str, Clause]) -> None:
        self.by_id = clauses
        self._of_kind: dict[str, tuple[str, ...]] = {}
        for clause in clauses.values():
            self._of_kind[clause.kind] = (*self._of_kind.get(clause.kind, ()), clause.id)
        self._asked: set[tuple[str, str]] = set()

    def clause_ids(self, kind: str) -> tuple[str, ...]:
        """Return the ids of the clauses of a kind, in the order of the file."""
        return self._of_kind.get(kind, ())

    def the(self, kind: str) -> str:
        """Return the id of the only clause of a kind.

        Raises: KeyError if there is none.
        """
        for clause in self.clause_ids(kind):
            return clause
        raise KeyError(kind)

    def maybe(self, kind: str) -> str | None:
        """Return the id of the only clause of a kind; None if the rule set has none."""
        return next(iter(self.clause_ids(kind)), None)

    def dead_hands(self) -> int:
        """Return the number of hands that are dealt but not played."""
        clause = self.maybe("dead-hand")
        return 0 if clause is None else self.number(clause, "hands")

    def where(self, kind: str, name: str, word: str) -> str:
        """Return the id of the clause of a kind whose parameter is this word.

        If no clause has the word, which the checks of agreement report, it is the first of the kind.
        """
        same = (clause for clause in self.clause_ids(kind) if self.word(clause, name) == word)
        return next(same, self.the(kind))

    def _get(self, clause: str, name: str, kind: type[T]) -> T:
        self._asked.add((clause, name))
        value = self.by_id[clause].parameters[name]
        assert isinstance(value, kind), f"{clause}: {name} is {value!r}"
        return value

    def has(self, clause: str, name: str) -> bool:
        """Return True if a clause has an optional parameter."""
        return name in self.by_id[clause].parameters

    def parameter(self, clause: str, name: str) -> Parameter:
        """Return a parameter of a clause, as the rule set states it."""
        self._asked.add((clause, name))
        return self.by_id[clause].parameters[name]

    def number(self, clause: str, name: str = "amount") -> int:
        return self._get(clause, name, int)

    def flag(self, clause: str, name: str) -> bool:
        return self._get(clause, name, bool)

    def word(self, clause: str, name: str) -> str:
        return self._get(clause, name, str)

    def words(self, clause: str, name: str) -> tuple[str, ...]:
        return self._get(clause, name, tuple)

    def names(self, clause: str, name: str) -> tuple[str, ...]:
        """Return the words of an optional list or table of a clause; empty if it has none."""
        if not self.has(clause, name):
            return ()
        listed = self.parameter(clause, name)
        assert isinstance(listed, tuple | Mapping), f"{clause}: {name} is {listed!r}"
        return tuple(listed)

    def suit(self, clause: str, name: str = "suit") -> Suit:
        return Suit(self.word(clause, name))

    def cards(self, clause: str, name: str = "cards") -> frozenset[Card]:
        return frozenset(BY_TEXT[word] for word in self.words(clause, name))

    def pot(self, clause: str) -> Pot:
        return Pot(self.word(clause, "pot"))

    def pots(self, clause: str) -> tuple[Pot, ...]:
        """Return the pots a clause names, in the order they have at the table."""
        named = self.words(clause, "pots")
        return tuple(pot for pot in Pot if pot.value in named)

    def points(self) -> Mapping[str, int]:
        return self.table(self.the("card-points"), "points")

    def table(self, clause: str, name: str) -> Mapping[str, int]:
        """Return numbers by word."""
        return self._get(clause, name, dict)

    def trick(self, clause: str) -> int | None:
        """Return the trick a clause is about, counted from the end; None for no trick."""
        return self.number(clause, "trick") or None

    def unread(self) -> Iterator[tuple[str, str]]:
        """Yield the clauses and parameters nobody asked for, in the order of the file."""
        for clause in self.by_id.values():
            for name in clause.parameters:
                if not ((clause.kind, name) in TOLD or (clause.id, name) in self._asked):
                    yield clause.id, name
