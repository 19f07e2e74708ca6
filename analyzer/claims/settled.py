"""A trick that is settled: what claims about payments speak of, each part known or not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from analyzer.proofs.clauses.score.accounts import Special, SymbolicLaid
from analyzer.proofs.clauses.score.payments import Achieved
from analyzer.proofs.smt import Number, Truth
from analyzer.rules.book import Pot
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.pots import Entry, When


class BagudOf(NamedTuple):
    """A Bagud of a seat: whether it is there, what it costs, and the pot that it doubles."""

    seat: int
    there: Truth
    entry: Entry
    pot: Pot


@dataclass(frozen=True, slots=True)
class SettledTrick:
    """A complete trick, what each pot held and holds, and what everybody received less what he paid."""

    spec: GameSpec
    laid: SymbolicLaid
    held: Mapping[Pot, Number]
    left: Mapping[Pot, Number]
    tokens: Sequence[Number]
    """By seat, one sitting out last."""
    special: Special
    achieved: Achieved
    founded: Mapping[Pot, Truth]
    """Of each pot whether it was founded again."""
    taken: Mapping[Pot, Truth]
    """Of each pot whether somebody took what lay in it."""

    multiple: Callable[[Number, int], Truth] = lambda number, of: number % of == 0
    """Whether a number is a multiple of another."""

    @property
    def seats(self) -> range:
        """Those who play."""
        return range(self.spec.table.players)

    def owed(self, seat: int) -> Number:
        """What a seat paid less what it received."""
        return 0 - self.tokens[seat]

    @property
    def baguds(self) -> Iterator[BagudOf]:
        """Every Bagud there can be."""
        for entry in self.spec.due(When.BAGUD):
            for seat, there in enumerate(self.achieved.bagud[entry.clause]):
                for pot in entry.doubles:
                    yield BagudOf(seat, there, entry, pot)
