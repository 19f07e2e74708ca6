"""Who plays a hand of an evening, and the reader of its file."""

from __future__ import annotations

from analyzer.errors import Where
from analyzer.frozenrecord import Record
from analyzer.messages import say
from analyzer.position.files.reader import Reader
from analyzer.rules.conduct.session import sitting_out
from analyzer.yamltree.placed import Text


class HandSeats(Record, frozen=True):
    """The seats of the table in one hand: who deals, and who sits out, where somebody does."""

    reader: Reader
    dealer: int
    out: int | None

    @classmethod
    def of(cls, reader: Reader, dealer: int) -> HandSeats:
        """The seats of a hand of this dealer."""
        return cls(reader, dealer, sitting_out(reader.rules, dealer, len(reader.players)))

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that play, in the order of the table."""
        return tuple(seat for seat in range(len(self.reader.players)) if seat != self.out)

    def seat(self, name: Text | None) -> int | None:
        """The seat of a player of the hand; who sits out, or is not at the table, is a fault."""
        return None if name is None else self.checked(self.reader.seat_of(name), name.where)

    def checked(self, seat: int | None, where: Where) -> int | None:
        """The seat, if it plays the hand; one that sits out is a fault."""
        if seat is None or seat != self.out:
            return seat
        expected = say(
            "{dealer} deals, and who sits opposite plays no card", dealer=self.reader.who(self.dealer)
        )
        self.reader.fault(where, say("{player} sits this hand out", player=self.reader.who(seat)), expected)
        return None
