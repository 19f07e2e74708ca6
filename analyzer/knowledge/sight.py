"""What one player sees of the table: the cards he knows of each hand, and the places he cannot look into."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from analyzer.cards.card import FOOL, Card
from analyzer.errors import UsageError
from analyzer.frozenrecord import NotedRecord
from analyzer.knowledge.facts import Barred, Heap, Limit, Number, Place, elsewhere
from analyzer.messages import ClauseId, Verbatim, say
from analyzer.rules.spec.game import Beat
from analyzer.rules.spec.ruleset import RuleSet

ANY = 127
"""More cards than any place holds."""


class Sight(NotedRecord, frozen=True):
    """The table as `seen_by` sees it.

    `cards` are the unseen ones, and `places` where they may lie. `seen` is by seat what is known of the
    hand he was dealt: cards played and laid, and the player's own. `gone` is how many more each seat has
    played that nobody tells of: 0 where a hand is known from the deal on.
    """

    UNSHOWN: ClassVar[tuple[str, ...]] = ("rules",)

    rules: RuleSet
    players: tuple[str, ...]
    seen_by: int
    cards: frozenset[Card]
    places: tuple[Place, ...]
    seen: tuple[frozenset[Card], ...]
    gone: tuple[int, ...]
    dealer: int | None = None
    announced: frozenset[str] = frozenset()
    skat: frozenset[Card] | None = None
    """The skat where it is seen."""

    def __post_init__(self) -> None:
        for clause in _unknown(self.rules):
            raise UsageError(
                say(
                    "what a player knows is not worked out for {clause} as {rules} has it",
                    clause=ClauseId(clause),
                    rules=Verbatim(self.rules.name),
                )
            )

    def place(self, seat: int | None) -> int | None:
        """The place that is a seat's hand, or the skat; None where it is none of them."""
        places = enumerate(self.places)
        return next((at for at, each in places if each.seat == seat and each.heap is Heap.SKAT), None)

    def must(self, seat: int, cards: frozenset[Card]) -> tuple[Limit | Barred, ...]:
        """The limits of a hand that held all these cards when it was dealt."""
        place = self.place(seat)
        own = cards & self.cards
        lost = cards - self.cards - self.seen[seat]
        if lost & self._others(seat) or len(lost) > self.gone[seat] or (place is None and own):
            return impossible()
        return (Barred(own, elsewhere(place, len(self.places))),) if own and place is not None else ()

    def must_not(self, seat: int, cards: frozenset[Card]) -> tuple[Limit | Barred, ...]:
        """The limits of a hand that held none of these cards when it was dealt."""
        place = self.place(seat)
        if cards & self.seen[seat]:
            return impossible()
        own = cards & self.cards
        return (Barred(own, frozenset({place})),) if own and place is not None else ()

    def between(self, seat: int, cards: frozenset[Card], least: int, most: int) -> tuple[Limit | Barred, ...]:
        """The limits of a hand that held `least` to `most` of the cards, of which the Fool may be one."""
        place = self.place(seat)
        known = len(cards & self.seen[seat])
        low, high = least - known - self.gone[seat], most - known
        fool = FOOL in cards
        own = cards & self.cards - {FOOL}
        if place is None:
            return () if low <= 0 <= high else impossible()
        return (Number(place, own, (low, high), (low - fool, high - fool)),)

    def _others(self, seat: int) -> frozenset[Card]:
        """The cards that were certainly dealt to somebody else."""
        elsewhere_seen = [hand for other, hand in enumerate(self.seen) if other != seat]
        return frozenset().union(*elsewhere_seen, self.skat or ())


def impossible() -> tuple[Limit, ...]:
    """Limits that no deal keeps."""
    return (Number(0, frozenset(), (1, 0), (1, 0)),)


def _unknown(rules: RuleSet) -> Iterator[str]:
    """The clauses that say more about a hand than the facts tell: deals would be counted wrongly."""
    if rules.game.pots is None:
        return
    if rules.game.duty.beat is not Beat.NONE:
        yield rules.game.duty.clauses[-1]
    if not rules.declarations.shared:
        yield "declare.independent"
    if not rules.discard.combination_cards_named:
        yield "discard.announce"
    yield from (each.id for each in rules.discard.clauses if each.fool_counts)
