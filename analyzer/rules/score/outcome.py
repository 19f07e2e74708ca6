"""What a hand came to: who won which Ultimo, whether the contract was made, bonuses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import field
from msgspec.structs import replace

from analyzer.frozenrecord import Record


class Bonus(Record, frozen=True):
    """Something achieved beside the contract: who did it, and what it is worth."""

    by: int
    value: int
    beside: tuple[Bonus, ...] = ()
    """Bonuses of this name that others have, such as of two who announced it."""

    @property
    def all(self) -> tuple[Bonus, ...]:
        """What it is for each who announced it or brought it about."""
        return (self, *self.beside)


def gathered(found: Iterable[tuple[str, Bonus]]) -> dict[str, Bonus]:
    """Bonuses by name, those of one name beside the first."""
    by_name: dict[str, Bonus] = {}
    for name, each in found:
        first = by_name.get(name)
        by_name[name] = each if first is None else replace(first, beside=(*first.beside, each))
    return by_name


class Outcome(Record, frozen=True):
    """What came of a hand, by seat; None where nobody achieved it, or the game has no word for it.

    With Tout, Nolo or a failed announced Tout no Ultimo counts, so the three Ultimo fields are None. `slam`,
    `nil` and `valat` are the seats that made one, of a side its leader.
    """

    last_trick: int | None = None
    """Who won the last trick, with whatever card, where there are pots."""
    ultimo: int | None = None
    king_ultimo: int | None = None
    pagat_ultimo: int | None = None
    tout: int | None = None
    nolo: int | None = None
    bagud: tuple[int, ...] = ()
    """The seats that lost one, in table order."""
    failed_tout: int | None = None
    """The announcer of a Tout that failed."""
    contract: str | None = None
    """`made`, `failed` or `drawn`."""
    margin: Fraction | None = None
    target: Fraction | None = None
    slam: int | None = None
    nil: int | None = None
    valat: int | None = None
    partner: int | None = None
    bonuses: Mapping[str, Bonus] = field(default_factory=dict)

    def among(self, seats: Sequence[int]) -> Outcome:
        """An outcome with each seat under another number."""
        bonuses = gathered(
            (name, Bonus(seats[each.by], each.value))
            for name, bonus in self.bonuses.items()
            for each in bonus.all
        )
        named = {key: seats[seat] for key in _OF_ONE if (seat := getattr(self, key)) is not None}
        bagud = tuple(sorted(seats[place] for place in self.bagud))
        return replace(self, bagud=bagud, bonuses=bonuses, **named)


_OF_ONE = (
    *("last_trick", "ultimo", "king_ultimo", "pagat_ultimo", "tout", "nolo", "failed_tout"),
    *("slam", "nil", "valat", "partner"),
)
"""What is of one seat."""
