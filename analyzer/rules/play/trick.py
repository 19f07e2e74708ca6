"""A trick that may still change: the cards on the table, the demand, and the naming of a led Fool.

Until the next trick is led a card can still go back: if the Fool is demanded, and if a led Fool is
named again and a card no longer obeys. Nothing is refused here for being against the rules: the replay of a
line refuses it, and the settlement of a dispute notes it and goes on. Both use this trick, so
that the same cards are on the table for both.

Source: main rule text, "The fool"; semantics of the naming in :mod:`analyzer.rules.play.naming`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from analyzer.cards.card import FOOL, Card
from analyzer.frozenrecord import Record
from analyzer.rules.actions import Action, ActionKind, lay
from analyzer.rules.play.naming import Naming
from analyzer.rules.play.table import Laid, Table, Trick, winner
from analyzer.rules.spec.game import TakeBack


class OpenTrick(Record, frozen=True):
    """A trick from its lead until the next one; each step gives the next value."""

    start: Table
    """The table before the trick, all its cards still in the hands."""
    lying: tuple[Laid, ...] = ()
    """Every card on the table in order of play; one may be there before its player's turn."""
    naming: Naming | None = None
    """The naming of the Fool that leads the trick."""
    demanded_of: int | None = None
    """The player who must play the Fool, because it was demanded and not played since."""

    @classmethod
    def of(cls, start: Table, given: Iterable[Laid]) -> OpenTrick:
        """Return the trick with these cards on it already, in order of play."""
        trick = cls(start)
        for laid in given:
            trick = trick.laying(laid)
        return trick

    @property
    def take_back(self) -> tuple[int, ...]:
        """The players whose card on the table no longer obeys the name of the Fool."""
        return () if self.naming is None else self.naming.take_back

    @property
    def laid(self) -> tuple[Laid, ...]:
        """The cards that stand, from the lead on, up to the first player who is left out."""
        found: list[Laid] = []
        for each in self.lying:
            turn = (self.start.lead + len(found)) % len(self.start.hands)
            if each.seat != turn or each.seat in self.take_back:
                break
            found.append(each)
        return tuple(found)

    @property
    def early(self) -> tuple[Laid, ...]:
        """The cards on the table before their players' turn."""
        return tuple(each for each in self.lying[len(self.laid) :] if each.seat not in self.take_back)

    @property
    def hands(self) -> tuple[frozenset[Card], ...]:
        """The cards held, by seat, without those on the table."""
        return tuple(
            hand - {each.card for each in self.lying if each.seat == seat}
            for seat, hand in enumerate(self.start.hands)
        )

    @property
    def table(self) -> Table:
        """The table with the cards that stand; after a complete trick its winner is to lead the next."""
        table = self.start
        for laid in self.laid:
            table, _ = table.laid_down(lay(laid.card, laid.names))
        return table

    @property
    def complete(self) -> bool:
        return len(self.laid) == len(self.start.hands)

    @property
    def trick(self) -> Trick:
        """The trick as it was played, once it is complete."""
        start = self.start
        return Trick(self.laid, winner(self.laid, start.spec, start.course, start.tricks_left))

    @property
    def fool_holder(self) -> int | None:
        """The player who held the Fool when the trick was led."""
        return next((seat for seat, hand in enumerate(self.start.hands) if FOOL in hand), None)

    def card_of(self, seat: int) -> Laid | None:
        """Return the card of a player that is on the table."""
        return next((each for each in self.lying if each.seat == seat), None)

    def after(self, event: Action) -> OpenTrick:
        """Return the trick after an event of a replay, including automatic effects such as a lost right.

        Raises: UsageError for an event that cannot have happened.
        """
        if event.kind is ActionKind.PLAY and event.card is not None:
            return self.laying(Laid(event.by, event.card, event.suit))
        if event.kind is ActionKind.DEMAND:
            return self.demanding(())
        if event.kind is ActionKind.TAKE_BACK and self.naming is None:
            return self.without({event.by})
        return self.saying(event) if event.kind in {ActionKind.VOID, ActionKind.CLAIM} else self

    def laying(self, laid: Laid) -> OpenTrick:
        """Return the trick with one more card; if the Fool leads, it replaces a card that goes back.

        Raises: UsageError for a card that cannot be played in a naming.
        """
        if self.naming is not None:
            return self.saying(Action(ActionKind.PLAY, laid.card, seat=laid.seat))
        trick = replace(
            self,
            lying=self._in_turn((*self.lying, laid)),
            demanded_of=None if laid.seat == self.demanded_of else self.demanded_of,
        )
        named = laid.card.is_fool and laid.names is not None
        if self.lying or not named or not self.start.spec.fool.naming:
            return trick
        led = Action(ActionKind.LEAD, FOOL, laid.names, laid.seat)
        return replace(trick, naming=Naming(self.start.spec, self.start.hands).after(led))

    def saying(self, action: Action) -> OpenTrick:
        """Return the trick after something said or played while the Fool is named.

        Raises: UsageError for an event that cannot have happened.
        """
        assert self.naming is not None
        naming = self.naming.after(action)
        return replace(self, naming=naming, lying=naming.laid)

    def without(self, seats: Collection[int]) -> OpenTrick:
        """Return the trick with the cards of some players back in their hands."""
        return replace(self, lying=tuple(each for each in self.lying if each.seat not in seats))

    def backs(self, whose: TakeBack) -> tuple[Laid, ...]:
        """Return the cards that go back if the Fool is demanded of its holder, the last one played first.

        A holder who has led it takes every card back too, because the suit may be named again.

        Source: clauses fool.demand, fool.demand-late.
        """
        seats = [each.seat for each in self.laid]
        if self.fool_holder not in seats:
            return tuple(each for each in self.early if each.seat == self.fool_holder)
        place = seats.index(self.fool_holder)
        if place and whose is TakeBack.HOLDER:
            return (self.laid[place],)
        return (*self.early, *reversed(self.laid[place:]))

    def demanding(self, backs: Collection[int]) -> OpenTrick:
        """Return the trick after a demand: some cards go back, and the holder of the Fool must play it."""
        return replace(self.without(backs), demanded_of=self.fool_holder)

    def _in_turn(self, lying: Iterable[Laid]) -> tuple[Laid, ...]:
        seats = len(self.start.hands)
        return tuple(sorted(lying, key=lambda each: (each.seat - self.start.lead) % seats))
