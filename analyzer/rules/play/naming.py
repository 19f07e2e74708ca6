"""The naming of a led Fool: the right to name it, the suit in force, and cards taken back.

The protocol is a value that each event turns into the next: :meth:`Naming.after`. It judges by the hands
before the trick; a player is *void* here if the hand has no card of the suit the leader named. With P1 the
leader and P2, P3 in turn:

* P2 or P3 holds the suit: the name stands.
* Both void, P2 says so first: P2 names. P2 plays in silence: P2 loses the right and P3 may claim it; P2 then
  takes back a card that does not obey the new suit.
* Both void, both play: both had to trump if able. If neither holds a trump, P2's card names the suit, and P3
  takes back a card that should have followed it.

If the sources leave a gap, an :class:`~analyzer.rules.verdicts.Unsettled` gives the readings; the state
then goes on under the first of them. The gaps: P2 claimed to be void and plays without naming; a player with
the right names a suit that nobody can follow; P2 named, or P3 claimed, because of something that the other
falsely said or showed; P3 plays before P2.

Source: main rule text, "The fool"; clauses naming.followable, naming.statement, naming.lost-right,
naming.both-void, naming.second-card-names.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from msgspec.structs import replace

from analyzer.cards.card import FOOL, Card, Suit
from analyzer.errors import UsageError
from analyzer.frozenrecord import Record
from analyzer.messages import Message, Verbatim, say
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.play.table import Laid, followable, judge_name, judge_play, playable, winner
from analyzer.rules.spec.game import GameSpec, NamingStep
from analyzer.rules.verdicts import Unsettled, Verdict, Violation, verdict_on


class Gap(Enum):
    """The questions about the naming that no source settles."""

    PLAYED_AFTER_SAYING = "played-after-saying"
    NAME_NOBODY_FOLLOWS = "name-nobody-follows"
    MISLED = "misled"
    THIRD_BEFORE_SECOND = "third-before-second"


class LostRight(NamedTuple):
    """The player who lost the right to name, the clause, and the reason."""

    seat: int
    clause: str
    text: Message


class NamingStanding(NamedTuple):
    """A card on the table, and the suit in force when it was played."""

    card: Card
    under: Suit


class NamingState(Record, frozen=True):
    """The naming between two events; seats are those of the table."""

    spec: GameSpec
    hands: tuple[frozenset[Card], ...]
    """The hands before the trick, including the Fool."""
    leader: int | None = None
    first: Suit | None = None
    """The suit the leader named."""
    named: Suit | None = None
    """The suit in force."""
    named_by: int | None = None
    standing: tuple[tuple[int, NamingStanding], ...] = ()
    """The cards next to the Fool, by seat."""
    said_void: frozenset[int] = frozenset()
    said_holds: frozenset[int] = frozenset()
    lost: tuple[LostRight, ...] = ()
    offences: tuple[Violation, ...] = ()
    """Offences that cannot be taken back: claims without right."""
    banned: Violation | None = None
    """The fault of a Fool led when it may not be played; the naming is still judged under its protocol."""
    open_questions: tuple[Unsettled, ...] = ()
    irregularities: tuple[tuple[str, int], ...] = ()
    """Names of irregularities and their players; none of them makes the naming illegal."""

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
        """The players whose statement about being void was false."""
        void = {seat for seat in range(len(self.hands)) if self.void(seat)}
        return tuple(sorted((self.said_void - void) | (self.said_holds & void)))

    @property
    def right_to_name(self) -> int | None:
        """The player who may currently name the Fool; None if nobody may."""
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
        """All current violations: a card taken back is not an offence."""
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
        """The winner of the trick; None until three cards stand that need not be taken back or put right."""
        stands = len(self.laid) == len(self.hands) and not self.take_back and not self.revokes
        return winner(self.laid, self.spec) if stands else None

    @property
    def to_play(self) -> int | None:
        """The seat whose card is next: first a seat that must take a card back; None at the end."""
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
        """True if neither the second nor the third player holds the suit the leader named."""
        return self.void(self.second) and self.void(self.third)

    def void(self, seat: int) -> bool:
        return not any(card.suit is self.first for card in self.hands[seat])

    def knows(self, step: NamingStep) -> bool:
        """Return True if the rules have a clause for this step of the naming."""
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
        """Return the cards next to the Fool that were to be played before this seat's."""
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


__all__ = [
    "Action",
    "ActionKind",
    "LostRight",
    "Naming",
    "NamingStanding",
    "Unsettled",
    "Verdict",
    "Violation",
]

PLAYED_AFTER_SAYING: Final = Unsettled(
    ("naming.statement", "naming.lost-right"),
    (),
    (
        say("a card played before naming gives the right up, and the third player may claim it"),
        say("who has said that he is void keeps the right, and takes his card back when he names"),
    ),
)
NAME_NOBODY_FOLLOWS: Final = Unsettled(
    ("naming.followable",),
    (),
    (
        say("the name does not count, and the same player names again"),
        say("the name counts, and the protocol begins again for the suit named"),
    ),
)
MISLED: Final = Unsettled(
    ("naming.followable", "naming.statement"),
    (),
    (
        say("the first name remains valid, because one of them holds the suit after all"),
        say(
            "the player who was misled about the void names, and the other is bound by what he said or showed"
        ),
    ),
)
THIRD_BEFORE_SECOND: Final = Unsettled(
    ("naming.statement", "naming.lost-right"),
    (),
    (
        say("the third player's card stays played, and the second still has the right to name"),
        say("the third player's card shows the void, so that the second names only if he says so at once"),
    ),
)


class Naming(NamingState, frozen=True):
    """The naming of a led Fool; begin with the game and the hands before the trick, including the Fool."""

    def after(self, event: Action) -> Naming:
        """Return the naming after one more event.

        Raises: UsageError for an event that cannot have happened, such as a card that is not held.
        """
        if not 0 <= event.actor < len(self.hands):
            raise UsageError(say("unknown seat {seat} in this trick", seat=event.actor))
        if event.kind is ActionKind.LEAD:
            return _led(self, event)
        if self.leader is None:
            raise UsageError(say("nobody has led the Fool yet"))
        if event.kind is ActionKind.PLAY:
            return _played(self, event)
        if event.kind is ActionKind.CLAIM:
            return _claimed(self, event)
        return _record_statement(self, event)


def _asking(state: Naming, question: Unsettled) -> Naming:
    return replace(state, open_questions=(*state.open_questions, question))


def _led(state: Naming, event: Action) -> Naming:
    hand = state.hands[event.actor]
    if state.leader is not None or event.suit is None or FOOL not in hand:
        raise UsageError(say("the Fool is led once, by its holder, who names a suit"))
    state = replace(state, leader=event.actor, first=event.suit, named=event.suit, named_by=event.actor)
    wrong = judge_name(state.spec, event.suit, (card for hand in state.followers for card in hand))
    if wrong is not None:
        state = replace(state, offences=(wrong,))
    elif not state.followable(event.suit):
        state = replace(state, irregularities=(("unfollowable-name", event.actor),))
    fault = judge_play(state.spec, hand, None, FOOL)
    if fault is not None:
        state = replace(state, banned=Violation(fault.clause, (FOOL,), fault.text))
    return state


def _record_statement(state: Naming, event: Action) -> Naming:
    # Who has shown his card has nothing left to say, and once the Fool is named anew nobody has.
    if state.card_of(event.actor) is not None or state.named_by != state.leader:
        return state
    if event.kind is ActionKind.VOID:
        return replace(state, said_void=state.said_void | {event.actor})
    return replace(state, said_holds=state.said_holds | {event.actor})


def _claimed(state: Naming, event: Action) -> Naming:
    if state.right_to_name != event.actor:
        return _claimed_without_right(state, event.actor)
    # A claim says no less than that the player is void.
    state = replace(state, said_void=state.said_void | {event.actor})
    if event.suit is None:
        return state
    if not state.followable(event.suit):
        irregularities = (*state.irregularities, ("unfollowable-name", event.actor))
        return replace(_asking(state, NAME_NOBODY_FOLLOWS), irregularities=irregularities)
    return replace(state, named=event.suit, named_by=event.actor)


def _claimed_without_right(state: Naming, seat: int) -> Naming:
    if _was_misled(state, seat):
        return _asking(state, MISLED)
    lost = next((each for each in state.lost if each.seat == seat), None)
    if lost is not None:
        clause, text = lost.clause, lost.text
    elif state.named_by != state.leader:
        clause, text = "naming.statement", say("the Fool has already been named again")
    elif seat == state.leader:
        clause, text = "naming.statement", say("the leader has named the Fool and names it once")
    elif not state.both_void:
        assert state.first is not None
        clause = "naming.followable"
        text = say("{suit} can be followed, so the name remains valid", suit=state.first)
    else:
        clause, text = "naming.statement", say("the second player still has the right to name")
    offence = Violation(clause, (), say("a claim without right: {reason}", reason=text))
    return replace(state, offences=(*state.offences, offence))


def _was_misled(state: Naming, seat: int) -> bool:
    """Return True if a void player would have the right, had the other player spoken and played truthfully.

    P3 has claimed to be void, or P2 has shown out in silence, but holds the suit.
    """
    if seat == state.leader or not state.void(seat) or state.named_by != state.leader:
        return False
    if seat == state.second:
        return state.third in state.said_void and not state.void(state.third) and not state.has_lost(seat)
    shown = state.card_of(state.second)
    silent = state.second not in state.said_void and state.card_of(seat) is None
    return silent and shown is not None and shown.suit is not state.first and not state.void(state.second)


def _played(state: Naming, event: Action) -> Naming:
    card, seat = event.card, event.actor
    if seat == state.leader or card is None or card not in state.hands[seat]:
        raise UsageError(say("{card} is not in the hand of the player said to play it", card=Verbatim(card)))
    before = state.card_of(seat)
    if before is not None and state.obeys(seat, before):
        raise UsageError(say("{card} is played over {other}, which stays played", card=card, other=before))
    assert state.named is not None
    rest = tuple(each for each in state.standing if each[0] != seat)
    state = replace(state, standing=(*rest, (seat, NamingStanding(card, state.named))))
    if before is not None:
        return state
    if seat == state.third and state.card_of(state.second) is None:
        state = replace(state, irregularities=(*state.irregularities, ("premature-play", seat)))
        if state.right_to_name is not None:
            state = _asking(state, THIRD_BEFORE_SECOND)
    return _named_by_the_second_card(_giving_up_the_right(state, seat))


def _giving_up_the_right(state: Naming, seat: int) -> Naming:
    """Return the state after a first card of `seat`, whose right to name ends with playing instead."""
    if state.named_by != state.leader or not state.void(seat):
        return state
    if seat == state.third:
        if not state.both_void:
            return state
        text = say("the third player showed out instead of claiming the right")
        return replace(state, lost=(*state.lost, LostRight(seat, "naming.both-void", text)))
    if seat not in state.said_void:
        text = say("the second player played without saying that he was void")
    elif state.both_void:
        text = say("the second player said that he was void and then played without naming")
        state = _asking(state, PLAYED_AFTER_SAYING)
    else:
        return state
    return replace(state, lost=(*state.lost, LostRight(seat, "naming.lost-right", text)))


def _named_by_the_second_card(state: Naming) -> Naming:
    """Return the state in which P2's card names the suit, if both showed out and neither holds a trump."""
    if not state.knows(NamingStep.BOTH_PLAY_WITHOUT_TRUMPS):
        return state
    card = state.card_of(state.second)
    shown_out = state.has_lost(state.second) and state.has_lost(state.third)
    trumps = any(each.is_trump for seat in (state.second, state.third) for each in state.hands[seat])
    if card is None or not shown_out or trumps or state.named_by != state.leader:
        return state
    return replace(state, named=card.suit, named_by=state.second)
