"""The naming of a led Fool: who may name it, what suit is in force, who takes a card back.

The protocol is a value that each event turns into the next: :meth:`Naming.after`. It judges by the hands
before the trick; a player is *void* here when he holds no card of the suit the leader named. With P1 the
leader and P2, P3 in turn:

* P2 or P3 holds the suit: the name stands.
* Both void, P2 says so first: P2 names. P2 plays in silence: his right is lost and P3 may claim it; P2 then
  takes his card back where it does not obey the new suit.
* Both void, both play: both had to trump if able. If neither holds a trump, P2's card names the suit, and P3
  takes back a card that should have followed it.

Where the sources leave a gap an :class:`~analyzer.rules.verdicts.Unsettled` names the readings; the state
then goes on by the first of them. The gaps: P2 said he was void and plays without naming; somebody with
the right names a suit that nobody can follow; P2 named, or P3 claimed, because of what the other falsely
said or showed; P3 plays before P2.

Source: main rule text, "The fool"; clauses naming.followable, naming.statement, naming.lost-right,
naming.both-void, naming.second-card-names.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from analyzer.cards.card import FOOL
from analyzer.errors import UsageError
from analyzer.messages import Verbatim, say
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.play.legality import judge_name, judge_play
from analyzer.rules.play.naming_state import LostRight, NamingStanding, NamingState
from analyzer.rules.spec.game import NamingStep
from analyzer.rules.verdicts import Unsettled, Verdict, Violation

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
        say("the name counts, and the protocol begins anew for the suit named"),
    ),
)
MISLED: Final = Unsettled(
    ("naming.followable", "naming.statement"),
    (),
    (
        say("the first name stands, because one of them holds the suit after all"),
        say(
            "the player who was misled about the void names, and the other is bound by what he said or showed"
        ),
    ),
)
THIRD_BEFORE_SECOND: Final = Unsettled(
    ("naming.statement", "naming.lost-right"),
    (),
    (
        say("the third player's card stands, and the second still has the right to name"),
        say("the third player's card shows the void, so that the second names only if he says so at once"),
    ),
)


class Naming(NamingState, frozen=True):
    """The naming of a led Fool; begin with the game and the hands before the trick, the Fool included."""

    def after(self, event: Action) -> Naming:
        """The naming after one more event.

        Raises: UsageError for an event that cannot have happened, such as a card that is not held.
        """
        if not 0 <= event.by < len(self.hands):
            raise UsageError(say("there is no seat {seat} in this trick", seat=event.by))
        if event.kind is ActionKind.LEAD:
            return _led(self, event)
        if self.leader is None:
            raise UsageError(say("nobody has led the Fool yet"))
        if event.kind is ActionKind.PLAY:
            return _played(self, event)
        if event.kind is ActionKind.CLAIM:
            return _claimed(self, event)
        return _said(self, event)


def _asking(state: Naming, question: Unsettled) -> Naming:
    return replace(state, open_questions=(*state.open_questions, question))


def _led(state: Naming, event: Action) -> Naming:
    hand = state.hands[event.by]
    if state.leader is not None or event.suit is None or FOOL not in hand:
        raise UsageError(say("the Fool is led once, by its holder, who names a suit"))
    state = replace(state, leader=event.by, first=event.suit, named=event.suit, named_by=event.by)
    wrong = judge_name(state.spec, event.suit, (card for hand in state.followers for card in hand))
    if wrong is not None:
        state = replace(state, offences=(wrong,))
    elif not state.followable(event.suit):
        state = replace(state, irregularities=(("unfollowable-name", event.by),))
    fault = judge_play(state.spec, hand, None, FOOL)
    if fault is not None:
        state = replace(state, banned=Violation(fault.clause, (FOOL,), fault.text))
    return state


def _said(state: Naming, event: Action) -> Naming:
    # Who has shown his card has nothing left to say, and once the Fool is named anew nobody has.
    if state.card_of(event.by) is not None or state.named_by != state.leader:
        return state
    if event.kind is ActionKind.VOID:
        return replace(state, said_void=state.said_void | {event.by})
    return replace(state, said_holds=state.said_holds | {event.by})


def _claimed(state: Naming, event: Action) -> Naming:
    if state.right_to_name != event.by:
        return _claimed_without_right(state, event.by)
    # A claim says no less than that the player is void.
    state = replace(state, said_void=state.said_void | {event.by})
    if event.suit is None:
        return state
    if not state.followable(event.suit):
        irregularities = (*state.irregularities, ("unfollowable-name", event.by))
        return replace(_asking(state, NAME_NOBODY_FOLLOWS), irregularities=irregularities)
    return replace(state, named=event.suit, named_by=event.by)


def _claimed_without_right(state: Naming, seat: int) -> Naming:
    if _was_misled(state, seat):
        return _asking(state, MISLED)
    lost = next((each for each in state.lost if each.seat == seat), None)
    if lost is not None:
        clause, text = lost.clause, lost.text
    elif state.named_by != state.leader:
        clause, text = "naming.statement", say("the Fool has been named anew already")
    elif seat == state.leader:
        clause, text = "naming.statement", say("the leader has named the Fool and names it once")
    elif not state.both_void:
        assert state.first is not None
        clause = "naming.followable"
        text = say("{suit} can be followed, so the name stands", suit=state.first)
    else:
        clause, text = "naming.statement", say("the second player still has the right to name")
    offence = Violation(clause, (), say("a claim without right: {reason}", reason=text))
    return replace(state, offences=(*state.offences, offence))


def _was_misled(state: Naming, seat: int) -> bool:
    """Whether a void player would have the right, had the other spoken and played by his hand.

    P3 has said that he is void, or P2 has shown out in silence, and holds the suit all the same.
    """
    if seat == state.leader or not state.void(seat) or state.named_by != state.leader:
        return False
    if seat == state.second:
        return state.third in state.said_void and not state.void(state.third) and not state.has_lost(seat)
    shown = state.card_of(state.second)
    silent = state.second not in state.said_void and state.card_of(seat) is None
    return silent and shown is not None and shown.suit is not state.first and not state.void(state.second)


def _played(state: Naming, event: Action) -> Naming:
    card, seat = event.card, event.by
    if seat == state.leader or card is None or card not in state.hands[seat]:
        raise UsageError(say("{card} is not in the hand of the player said to play it", card=Verbatim(card)))
    before = state.card_of(seat)
    if before is not None and state.obeys(seat, before):
        raise UsageError(say("{card} is played over {other}, which stands", card=card, other=before))
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
    """The state after a first card of `seat`: who plays instead of naming gives the right up."""
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
    """The state where P2's card names the suit, if both have shown out and neither holds a trump."""
    if not state.knows(NamingStep.BOTH_PLAY_WITHOUT_TRUMPS):
        return state
    card = state.card_of(state.second)
    shown_out = state.has_lost(state.second) and state.has_lost(state.third)
    trumps = any(each.is_trump for seat in (state.second, state.third) for each in state.hands[seat])
    if card is None or not shown_out or trumps or state.named_by != state.leader:
        return state
    return replace(state, named=card.suit, named_by=state.second)
