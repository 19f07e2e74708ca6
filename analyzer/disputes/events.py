"""What was done in a disputed trick: what a file says of it, and how it is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final, Literal, TypeVar

from msgspec.structs import replace

from analyzer.cards.card import FOOL, Card
from analyzer.disputes.model import Dispute
from analyzer.disputes.shape import DisputeShape, UnknownKeys, about_of
from analyzer.errors import Where
from analyzer.messages import Verbatim, Whose, say
from analyzer.position.files.cardlists import CardList, HandCards, Words
from analyzer.position.files.hands.deal import check_cards, piles, read_hands, tricks_left
from analyzer.position.files.moves import read_moves
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import Name
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.play.table import Laid, Table
from analyzer.yamltree.placed import Field, Shape, Text


class EventShape(Shape):
    """An action of one player: exactly one of the keys, but `names` together with `leads` or `claims`."""

    leads: Text | None = Field(None, description="The card led.", examples=["fool", "hR"])
    plays: Text | None = Field(None, description="The card played.", examples=["c5"])
    says: Literal["void", "holds"] | None = Field(
        None, description="The player's statement about being able to follow suit."
    )
    claims: Literal["naming"] | None = Field(None, description="The claimed right.")
    demands: Literal["fool"] | None = Field(None, description="The card demanded.")
    names: Text | None = Field(None, description="The suit named: h, d, s, c or T.", examples=["c"])


Event = Annotated[
    dict[Text, EventShape],
    Field(
        min_length=1, max_length=1, examples=[{"A": {"leads": "fool", "names": "h"}}, {"B": {"says": "void"}}]
    ),
]


class TrickShape(UnknownKeys, DisputeShape):
    """Hands before the trick, and the cards and statements that followed, in order."""

    hands: dict[Text, HandCards] = Field(
        description="Each player's cards before the trick, the Fool included."
    )
    lead: Name | None = Field(
        None, description="The player who had to lead. [default: the player of the first event]"
    )
    play: Words | None = Field(
        None, description="The cards then played, in order; the rules say who plays each."
    )
    events: list[Event] | None = Field(
        None,
        min_length=1,
        description="The same moves with the player of each and with statements, in place of `play`.",
    )
    CHIEF: ClassVar = ("events",)


DOES: Final = {
    ActionKind.LEAD: "leads",
    ActionKind.PLAY: "plays",
    ActionKind.VOID: "says-void",
    ActionKind.HOLDS: "says-holds",
    ActionKind.CLAIM: "claims",
    ActionKind.DEMAND: "demands",
}
"""What may be done in a disputed trick, as a verdict tells it."""


class TrickDispute(Dispute, frozen=True, kw_only=True):
    """What was played and said from a known deal on."""

    hands: tuple[frozenset[Card], ...]
    """By seat, before the first event, the Fool included; empty for a hand that is not told."""
    lead: int
    events: tuple[Action, ...]

    @property
    def start(self) -> Table:
        """The table before the trick, all its cards still in the hands."""
        return Table(self.rules.game, self.hands, self.lead)

    @property
    def lying(self) -> tuple[Laid, ...]:
        """The cards on the table before the first event."""
        return ()

    def knows(self, seat: int) -> bool:
        """Whether the hand of a seat is told, so that its cards can be judged."""
        return bool(self.hands[seat])

    @property
    def tricks_left(self) -> int:
        """Tricks to be won before the first event, the present one included."""
        return max(map(len, self.hands))


Kind = TypeVar("Kind", bound=TrickDispute)
_SAYS: Final = {"void": ActionKind.VOID, "holds": ActionKind.HOLDS}
_DOES: Final = {word: kind for kind, word in DOES.items()}
_ONE: Final = say("expected one of leads, plays, says, claims, demands")


def read_trick(
    reader: Reader,
    shape: TrickShape,
    kind: type[Kind],
    *,
    untold: bool = False,
    check: Callable[[Reader, tuple[frozenset[Card], ...], int, tuple[Action, ...]], None] | None = None,
    **more: Any,
) -> Kind | None:
    """A dispute about a trick: the hands before it and what was done; None where hands are missing.

    Hands may be missing where they may be `untold`; the cards played are then those of one trick, in turn.
    `check` tells faults in what was done; without it every card must be in the hand it was played from.
    """
    where = shape.key_place("hands") if shape.has("hands") else None
    hands = read_hands(reader, shape.hands, None if untold else where)
    tricks_left(reader, hands, 0, ())
    check_cards(reader, piles(reader, hands, (), None))
    events = done_events(reader, shape.play, shape.events, shape)
    first = next((each.seat for each in events), None)
    lead = reader.seat_of(shape.lead) if shape.tells("lead") else first
    if lead is None and events and not shape.tells("lead"):
        expected = say("expected the player who leads this trick")
        reader.lack(shape.node.where, say("`lead` is missing"), expected)
    if untold and shape.play is not None and lead is not None:
        events = in_turn(reader, lead, events)
    if lead is None or (not untold and any(hand is None for hand in hands)):
        return None
    if shape.has("hands") and all(hand is None for hand in hands):
        expected = say("expected at least one, so that the tricks left are known")
        reader.lack(shape.place("hands"), say("no hand is given"), expected)
    cards = tuple(frozenset() if hand is None else hand.cards for hand in hands)
    if all(hand is None or hand.size == len(hand.placed) for hand in hands):
        if check is None:
            check_held(reader, cards, events)
        else:
            check(reader, cards, lead, events)
    return kind(**about_of(reader, shape), hands=cards, lead=lead, events=events, **more)


def done_events(
    reader: Reader, play: Words | None, events: Sequence[Mapping[Text, EventShape]] | None, shape: Shape
) -> tuple[Action, ...]:
    """What was done, told by `play` or by `events`; of what `play` tells nobody is named."""
    if (play is None) == (events is None):
        both = play is not None
        message = say("`play` and `events` say the same") if both else say("nothing is played")
        where = shape.key_place("events") if both else shape.node.where
        reader.lack(where, message, say("expected one of `play` and `events`"))
    if events is not None:
        return tuple(read_events(reader, events))
    moves = () if play is None else read_moves(reader, play)
    for move in moves:
        if move.card is None and move.where is not None:
            message = say("{word} is not a card", word=Verbatim(str(move)))
            reader.fault(move.where, message, say("expected the cards in the order played"))
    return tuple(move for move in moves if move.card is not None)


def in_turn(reader: Reader, lead: int, events: Sequence[Action]) -> tuple[Action, ...]:
    """The cards of one trick by the players whose turn it was; a card more is a fault."""
    players = len(reader.players)
    for more in events[players:]:
        if more.where is not None:
            reader.fault(more.where, say("the trick is full"), say("expected the cards of one trick"))
    return tuple(
        replace(each, kind=ActionKind.PLAY if place else ActionKind.LEAD, seat=(lead + place) % players)
        for place, each in enumerate(events[:players])
    )


def read_events(reader: Reader, told: Sequence[Mapping[Text, EventShape]]) -> Iterator[Action]:
    """What was done and said, in order; what is none is a fault."""
    for each in told:
        for name, what in each.items():
            seat = reader.seat(name, name.key_where)
            event = _event(reader, seat or 0, what, name.key_where)
            if event is not None and seat is not None and _is_said_here(reader, event):
                yield event


def _is_said_here(reader: Reader, event: Action) -> bool:
    """Whether such a thing is said in the game; a demand where nobody may demand the Fool is a fault."""
    known = event.card is not None or reader.rules.game.pots is not None
    if not known and event.where is not None:
        message = say(
            "{word} has no meaning in {ruleset}",
            word=Verbatim(event.kind.value),
            ruleset=Verbatim(reader.rules.name),
        )
        reader.fault(event.where, message, say("expected cards led and played"))
    return known


def _event(reader: Reader, seat: int, what: EventShape, where: Where) -> Action | None:
    """One thing done or said; what is none is a fault."""
    done = [key for key in ("leads", "plays", "says", "claims", "demands") if what.tells(key)]
    suit = None if what.names is None else reader.suit(what.names, what.names.where)
    if what.keys == ("names",) and what.names is not None:
        return Action(ActionKind.CLAIM, None, suit, seat, where=where)
    if len(done) != 1:
        message = (
            say("{number} things are done at once", number=len(done))
            if done
            else say("nothing is done or said")
        )
        reader.fault(what.node.where, message, _ONE)
        return None
    card = what.leads or what.plays
    if card is not None:
        return _card_event(reader, Action(_DOES[done[0]], None, suit, seat, where=where), card, what.names)
    if what.says is not None:
        return Action(_SAYS[what.says], seat=seat, where=where)
    return Action(_DOES[done[0]], None, suit, seat, where=where) if what.has(done[0]) else None


def _card_event(reader: Reader, event: Action, text: Text, names: Text | None) -> Action | None:
    """A card led or played, with the suit named by a led Fool."""
    read = CardList.made(text, text.node, reader.notes)
    if read.size != 1:
        reader.fault(
            text.where,
            say("{number} {number:card is/cards are} played at once", number=read.size),
            say("expected one card"),
        )
    if not read.placed:
        return None
    card = read.placed[0].card
    leads_fool = event.kind is ActionKind.LEAD and card is FOOL
    if names is not None and not leads_fool:
        reader.fault(names.where, say("{card} names a suit", card=card), say("only a led Fool names one"))
    if not reader.rules.game.fool.named:
        if names is not None and leads_fool:
            message = say("the Fool is led and names a suit")
            reader.fault(names.where, message, say("here the next card is the suit that is led"))
        return replace(event, card=card)
    if names is None and leads_fool:
        expected = say("expected names: h with it (fool.naming)")
        reader.lack(text.where, say("the Fool is led and names no suit"), expected)
    return replace(event, card=card, suit=event.suit if leads_fool else None)


def check_held(reader: Reader, hands: Sequence[frozenset[Card] | None], events: tuple[Action, ...]) -> None:
    """A fault for every card that was not in the hand it was played from; of a hand None nothing is known.

    A card may come twice from the same hand, because it may have been taken back in between.
    """
    for event in events:
        hand = None if event.seat is None else hands[event.seat]
        if event.card is not None and hand is not None and event.card not in hand and event.where is not None:
            who = reader.who(event.by)
            reader.lack(
                event.where,
                say("{player} plays {card}, which is not in the hand", player=who, card=event.card),
                say("expected a card of {whose}", whose=Whose(who)),
            )
