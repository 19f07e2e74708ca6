"""How the naming of a led Fool stands: who said and laid what, and what follows from it.

The events that lead from one state to the next are in :mod:`analyzer.rules.play.naming`.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from analyzer.cards.card import FOOL, Card, Suit
from analyzer.errors import UsageError
from analyzer.frozenrecord import Record
from analyzer.messages import Message, say
from analyzer.rules.play.legality import judge_play
from analyzer.rules.play.table import Laid, followable, playable, winner
from analyzer.rules.spec.game import GameSpec, NamingStep
from analyzer.rules.verdicts import Unsettled, Verdict, Violation, verdict_on


class Gap(Enum):
    """What no source settles about the naming."""

    PLAYED_AFTER_SAYING = "played-after-saying"
    NAME_NOBODY_FOLLOWS = "name-nobody-follows"
    MISLED = "misled"
    THIRD_BEFORE_SECOND = "third-before-second"


class LostRight(NamedTuple):
    """Who lost the right to name, by which clause, and why."""

    seat: int
    clause: str
    text: Message


class NamingStanding(NamedTuple):
    """A card that lies on the table, and the suit in force when it was played."""

    card: Card
    under: Suit


class NamingState(Record, frozen=True):
    """The naming between two events; seats are those of the table."""

    spec: GameSpec
    hands: tuple[frozenset[Card], ...]
    """The hands before the trick, the Fool among them."""
    leader: int | None = None
    first: Suit | None = None
    """The suit the leader named."""
    named: Suit | None = None
    """The suit in force."""
    named_by: int | None = None
    standing: tuple[tuple[int, NamingStanding], ...] = ()
    """The cards that lie beside the Fool, by seat."""
    said_void: frozenset[int] = frozenset()
    said_holds: frozenset[int] = frozenset()
    lost: tuple[LostRight, ...] = ()
    offences: tuple[Violation, ...] = ()
    """What cannot be taken back: claims without right."""
    banned: Violation | None = None
    """A Fool led where it may not be played; the naming is judged all the same, as its protocol says."""
    open_questions: tuple[Unsettled, ...] = ()
    irregularities: tuple[tuple[str, int], ...] = ()
    """Names of irregularities and who committed them; none of them makes the naming illegal."""

    @property
    def second(self) -> int:
        """The seat after the leader."""
        return (self.leading + 1) % len(self.hands)

    @property
    def third(self) -> int:
        """The seat after the second."""
        return (self.leading + 2) % len(self.hands)

    @property
    def false_statements(self) -> tuple[int, ...]:
        """The players who said they were void, or that they were not, against their hands."""
        void = {seat for seat in range(len(self.hands)) if self.void(seat)}
        return tuple(sorted((self.said_void - void) | (self.said_holds & void)))

    @property
    def right_to_name(self) -> int | None:
        """The player who may still name the Fool, as things stand; None if nobody may."""
        if self.leader is None or self.named_by != self.leader or not self.both_void:
            return None
        if not self.has_lost(self.second):
            return self.second if self.knows(NamingStep.BOTH_SAY_VOID) else None
        passed_on = self.knows(NamingStep.SECOND_PLAYS_THIRD_CLAIMS) and not self.has_lost(self.third)
        return self.third if passed_on else None

    @property
    def take_back(self) -> tuple[int, ...]:
        """The players whose card was played under another suit and does not obey the one in force."""
        return tuple(
            seat
            for seat, (card, under) in self.in_turn()
            if under is not self.named and not self.obeys(seat, card)
        )

    @property
    def revokes(self) -> tuple[Violation, ...]:
        """The cards that disobey the suit in force, which was in force when they were played."""
        found = []
        for seat, (card, under) in self.in_turn():
            fault = judge_play(self.spec, self.hands[seat], under, card, self.before(seat))
            if under is self.named and fault is not None:
                found.append(Violation(fault.clause, (card,), fault.text))
        return tuple(found)

    @property
    def violations(self) -> tuple[Violation, ...]:
        """Everything that is illegal as things stand: a card taken back is no offence."""
        return (*self.offences, *self.revokes)

    @property
    def verdict(self) -> Verdict:
        return verdict_on(self.violations, self.open_questions)

    @property
    def laid(self) -> tuple[Laid, ...]:
        """The cards on the table in order of play, the Fool under the suit in force."""
        if self.leader is None:
            return ()
        rest = (Laid(seat, standing.card) for seat, standing in self.in_turn())
        return (Laid(self.leader, FOOL, self.named), *rest)

    @property
    def winner(self) -> int | None:
        """Who wins the trick; None until three cards stand that need be neither taken back nor put right."""
        stands = len(self.laid) == len(self.hands) and not self.take_back and not self.revokes
        return winner(self.laid, self.spec) if stands else None

    @property
    def to_play(self) -> int | None:
        """Whose card is next: one who must take a card back, else one who has not played; None at the end."""
        if self.leader is None or self.take_back:
            return next(iter(self.take_back), None)
        return next((seat for seat in (self.second, self.third) if self.card_of(seat) is None), None)

    @property
    def leading(self) -> int:
        """The leader. Raises: UsageError before the Fool is led."""
        if self.leader is None:
            raise UsageError(say("nobody has led the Fool yet"))
        return self.leader

    @property
    def both_void(self) -> bool:
        """Whether neither the second nor the third player holds the suit the leader named."""
        return self.void(self.second) and self.void(self.third)

    def void(self, seat: int) -> bool:
        return not any(card.suit is self.first for card in self.hands[seat])

    def knows(self, step: NamingStep) -> bool:
        """Whether the rules have a clause for this step of the naming."""
        return step in self.spec.fool.naming

    @property
    def followers(self) -> tuple[frozenset[Card], ...]:
        """The hands of the second and the third player."""
        return tuple(self.hands[seat] for seat in (self.second, self.third))

    def followable(self, suit: Suit) -> bool:
        return suit in followable(self.spec, (card for hand in self.followers for card in hand))

    def obeys(self, seat: int, card: Card) -> bool:
        return card in playable(self.hands[seat], self.named, self.spec, self.before(seat))

    def before(self, seat: int) -> tuple[Card, ...]:
        """The cards that lie beside the Fool and were to be played before this seat's."""
        turn = (seat - self.leading) % len(self.hands)
        return tuple(
            each.card for other, each in self.in_turn() if (other - self.leading) % len(self.hands) < turn
        )

    def has_lost(self, seat: int) -> bool:
        return any(each.seat == seat for each in self.lost)

    def card_of(self, seat: int) -> Card | None:
        return next((standing.card for each, standing in self.standing if each == seat), None)

    def in_turn(self) -> tuple[tuple[int, NamingStanding], ...]:
        if self.leader is None:
            return ()
        return tuple(sorted(self.standing, key=lambda each: (each[0] - self.leading) % len(self.hands)))
