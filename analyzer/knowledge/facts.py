"""Facts about cards whose place is not known, and the cards that one player sees."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import Enum
from typing import ClassVar, Protocol

from analyzer.cards.card import FOOL, Card
from analyzer.errors import UsageError, Where
from analyzer.frozenrecord import Record, RecordWithMetadata
from analyzer.messages import ClauseId, Message, Verbatim, say
from analyzer.rules.spec.game import Beat
from analyzer.rules.spec.ruleset import RuleSet

# What is known about cards whose place is not: places, facts, and the limits each fact puts on a deal.
#
# A *place* is a hand or the skat that holds some of the unseen cards; a *limit* is what a fact means for
# them. Limits look at how many cards of a set lie in each place and at where the Fool is, and at nothing
# else; that is what lets :mod:`analyzer.knowledge.counting` count deals without listing them.


Range = tuple[int, int]
"""The least and the most, both included."""


class Heap(Enum):
    """Cards that lie in nobody's hand and in no trick."""

    SKAT = "skat"
    "The discard."
    TALON = "talon"
    """What nobody took of the talon."""
    DEAD = "dead"
    """A hand that was dealt and that nobody plays."""
    GONE = "gone"
    """What was played before, or lies wherever nobody tells of."""


class Place(Record, frozen=True):
    """A hand by seat, or a heap (None), and how many of the unseen cards lie in it."""

    seat: int | None
    size: int
    heap: Heap = Heap.SKAT
    """Which heap it is, where it is no hand."""


class Limit(Protocol):
    """Something that a deal keeps or breaks."""

    @property
    def cards(self) -> frozenset[Card]:
        """The unseen cards it counts: kings alone, or cards of one suit; the Fool is never among them."""

    def allows(self, counts: Sequence[int], fool: int | None) -> bool:
        """Whether it is kept with so many of its cards in each place, the Fool in place `fool`."""


class Barred(Record, frozen=True):
    """None of the cards, the Fool perhaps among them, lies in any of these places."""

    cards: frozenset[Card]
    places: frozenset[int]


class Number(Record, frozen=True):
    """How many of the cards a place holds, which may differ with the Fool in it."""

    place: int
    cards: frozenset[Card]
    without_fool: Range
    with_fool: Range

    def allows(self, counts: Sequence[int], fool: int | None) -> bool:
        least, most = self.with_fool if fool == self.place else self.without_fool
        return least <= counts[self.place] <= most


class Apart(Record, frozen=True):
    """Not both of two places hold some of the cards."""

    one: int
    other: int
    cards: frozenset[Card]

    def allows(self, counts: Sequence[int], fool: int | None) -> bool:  # noqa: ARG002 - as every limit
        return not (counts[self.one] and counts[self.other])


class Spared(Record, frozen=True):
    """No card of a combination that the dealer had before the discard lies in the skat.

    `cards` are those of four courts of a suit that are unseen. `dealer` is None where his cards are known;
    `known` is how many of the four, and `with_fool` whether the Fool, were seen with him.
    """

    dealer: int | None
    skat: int
    cards: frozenset[Card]
    known: int = 0
    with_fool: bool = False

    def allows(self, counts: Sequence[int], fool: int | None) -> bool:
        hidden = 0 if self.dealer is None else counts[self.dealer]
        had = self.known + hidden + counts[self.skat]
        had_fool = self.with_fool or (fool is not None and fool in (self.dealer, self.skat))
        return not (had >= 4 - had_fool and counts[self.skat])


class Fact(RecordWithMetadata, frozen=True):
    """One thing that is known: in words, with the clause it follows from, its place in the file, its limits.

    A fact without limits tells why something shows nothing.
    """

    NOTES: ClassVar[tuple[str, ...]] = ("where",)

    text: Message
    clause: str | None = None
    limits: tuple[Limit | Barred, ...] = ()
    where: Where | None = None

    def __str__(self) -> str:
        return self.text if self.where is None else f"{self.where}: {self.text}"


class Evidence(RecordWithMetadata, frozen=True):
    """All that one player knows of the cards he does not see.

    `cards` are the unseen cards, as many as the sizes of the `places` together. `hands` are those at the
    table as far as they are known, by seat; a hidden hand is empty in it. `skat` is the skat as far as it
    is seen: None where some of the unseen cards lie in it, or nothing is known of one.
    """

    UNSHOWN: ClassVar[tuple[str, ...]] = ("rules",)

    rules: RuleSet
    players: tuple[str, ...]
    seen_by: int
    cards: frozenset[Card]
    places: tuple[Place, ...]
    facts: tuple[Fact, ...]
    hands: tuple[frozenset[Card], ...] = ()
    skat: frozenset[Card] | None = None

    def name(self, place: int) -> str:
        """The player whose hand a place is, or the word for a heap."""
        at = self.places[place]
        return at.heap.value if at.seat is None else self.players[at.seat]


def elsewhere(place: int, places: int) -> frozenset[int]:
    """All places but one: where a card that lies in `place` does not lie."""
    return frozenset(range(places)) - {place}


def kept(limits: Collection[Limit | Barred], where: Mapping[Card, int], places: int) -> bool:
    """Whether a deal, given as the place of each unseen card, keeps all limits."""
    fool = next((place for card, place in where.items() if card.is_fool), None)
    for limit in limits:
        if isinstance(limit, Barred):
            if any(where[card] in limit.places for card in limit.cards if card in where):
                return False
            continue
        counts = [0] * places
        for card in limit.cards:
            counts[where[card]] += 1
        if not limit.allows(counts, fool):
            return False
    return True


# What one player sees of the table: the cards he knows of each hand, and the places he cannot look into.


ANY = 127
"""More cards than any place holds."""


class Sight(RecordWithMetadata, frozen=True):
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
