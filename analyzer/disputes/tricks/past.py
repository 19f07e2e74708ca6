"""The tricks before a dispute, and the hand of a game of card points in which it is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from msgspec.structs import replace

from analyzer.cards.card import Card
from analyzer.cards.notation import shown
from analyzer.disputes.findings import DisputeModule
from analyzer.disputes.shape import (
    KIND_KEY,
    HandDispute,
    HandShape,
    OfHand,
    UnknownKeys,
    about_of,
    read_hand_facts,
)
from analyzer.disputes.tricks.events import Event, TrickCheck, check_held, done_events
from analyzer.disputes.tricks.play import PlayDispute, settle_play
from analyzer.errors import Where
from analyzer.messages import Name, Verbatim, say
from analyzer.position.files.cardlists import CardList, CardText, HandCards, Words
from analyzer.position.files.hands.deal import (
    Hands,
    TrickCard,
    check_cards,
    laid,
    piles,
    read_hands,
    read_trick,
    tricks_left,
)
from analyzer.position.files.handshape import CourseKeys
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import PlayerName
from analyzer.rules.play.table import Laid, Table
from analyzer.rules.score.hand import NOTHING_TOLD, HandFacts, PileFacts
from analyzer.yamltree.node import Node
from analyzer.yamltree.shapes import Converted, Field, Notes, Shape, Text

# What a dispute tells of the tricks before: who won how many, what lies in the piles, who laid what.
#
# Source: clauses fool.top, play.colour-valat, fool.exchange.


Laying = Annotated[
    dict[Text, Text],
    Field(description="The card of each player.", examples=[{"A": "fool"}]),
]


@dataclass(frozen=True, slots=True)
class PlayedCards(Converted):
    """The cards of a trick in the order played, each perhaps with the name of who played it."""

    shape = (
        CardText
        | Annotated[list[Text | Laying], Field(description="Cards in the order played.")]
        | Annotated[dict[Text, Text], Field(description="By player, in the order played.")]
    )

    words: Words
    by: tuple[Text, ...]
    """Who played them; empty where nobody is named."""
    where: Where
    lead: Text | None = None
    """Who led it, as it stands with the cards."""
    winner: Text | None = None
    """Who won it, as it stands with the cards."""

    @classmethod
    def from_value(cls, told: Any, node: Node, notes: Notes) -> PlayedCards:
        """The cards with their players; a trick that names some of its players only is a fault."""
        if isinstance(told, dict) and "cards" in told and set(told) <= {"lead", "cards", "winner"}:
            lead, cards, winner = (told.get(Text(key)) for key in ("lead", "cards", "winner"))
            assert cards is not None
            return cls(Words((cards,), cards.where), (), node.where, lead, winner)
        each = told if isinstance(told, list) else [] if told is None else [told]
        pairs = [pair for one in each for pair in _pairs(one)]
        by = [name for name, _ in pairs if name is not None]
        if by and len(by) < len(pairs):
            message = say("some cards of the trick are without a player")
            notes.fault(node.where, message, say("expected the name of each, or of none"))
            by = []
        return cls(Words(tuple(card for _, card in pairs), node.where), tuple(by), node.where)


def _pairs(told: Text | dict[Text, Text]) -> list[tuple[Text | None, Text]]:
    """The players and cards of one entry; `{card: fool, names: h}` is a led Fool of nobody in particular."""
    if isinstance(told, Text):
        return [(None, told)]
    if set(told) == {"card", "names"}:
        card = next(value for key, value in told.items() if key == "card")
        return [(None, Text.from_node(f"{card}={told[Text('names')]}", card.node))]
    return list(told.items())


class PileBeforeShape(Shape):
    """A player's pile before the disputed trick."""

    tricks: Annotated[int, Field(ge=0, le=100, description="Number of tricks won.")] | None = None
    cards: CardList | None = Field(None, description="The cards of the tricks won, as far as they are known.")
    gives: bool | None = Field(
        None, description="True if the pile also has a card without points to pay for the Fool."
    )
    owes: Text | None = Field(None, description="The player who is still owed a card for the Fool.")


class PastShape(CourseKeys, HandShape):
    """A hand in which some tricks were already won."""

    tricks_left: Annotated[int, Field(ge=1, le=100)] | None = Field(
        None, description="The number of tricks left when it was led, with this one; 1 for the last trick."
    )
    number: Annotated[int, Field(ge=1, le=100)] | None = Field(
        None, description="The number of the trick instead, 1 for the first one."
    )
    taken: dict[Text, PileBeforeShape] | None = Field(None, description="The contents of each pile before.")


class PastDispute(HandDispute, frozen=True, kw_only=True):
    """A dispute about tricks with others before them."""

    tricks_left: int = 1
    """When the first of them was led: 1 for the last trick."""


def read_cards(
    reader: Reader, cards: PlayedCards, lead: int | None
) -> tuple[int | None, tuple[TrickCard, ...]]:
    """Who leads a trick and its cards; those who are named must play in turn, from `lead` where told."""
    number = len(reader.players)
    trick = read_trick(reader, cards.words, most=number)
    named = [reader.seat(name, name.key_where) for name in cards.by]
    first = lead
    if cards.lead is not None:
        first = reader.seat_of(cards.lead)
        if lead is not None and first not in (None, lead):
            reader.fault(
                cards.lead.where,
                say("{player} leads the trick", player=Name(shown(cards.lead))),
                say("expected {player}", player=reader.who(lead)),
            )
    if not named:
        return first, trick
    first = named[0] if first is None else first
    for step, (name, seat) in enumerate(zip(cards.by, named, strict=True)):
        if first is None or seat is None:
            continue
        turn = (first + step) % number
        if seat != turn:
            message = say("{player} plays out of turn", player=Name(shown(name)))
            reader.fault(name.key_where, message, say("expected {player}", player=reader.who(turn)))
            break
    return first, trick


def read_tricks_left(reader: Reader, shape: PastShape, told: Mapping[int, PileFacts], default: int) -> int:
    """How many tricks were left, by what is told of it in any way; told in two ways it must agree."""
    most = reader.rules.table.hand_size
    found: dict[str, int] = {}
    if shape.tricks_left is not None:
        found["tricks_left"] = shape.tricks_left
    if shape.number is not None:
        found["number"] = most + 1 - shape.number
    tricks = [pile.tricks for pile in told.values() if pile.tricks is not None]
    if len(tricks) == len(reader.players):
        found["taken"] = most - sum(tricks)
    for key, left in found.items():
        if not 1 <= left <= most:
            where = shape.key_place(key)
            expected = say("expected 1 to {most}", most=most)
            reader.fault(where, say("{left} {left:trick is/tricks are} left", left=left), expected)
        elif left != next(iter(found.values())):
            expected = say(
                "expected the same number of tricks left as by `{key}`", key=Verbatim(next(iter(found)))
            )
            reader.fault(
                shape.key_place(key), say("{left} {left:trick is/tricks are} left", left=left), expected
            )
    left = next(iter(found.values()), default)
    return min(max(left, 1), most)


def read_past(reader: Reader, taken: Mapping[Text, PileBeforeShape] | None) -> dict[int, PileFacts]:
    """What lies in each pile already, by seat; what is not told of a pile is not known."""
    seats, found = len(reader.players), dict[int, PileFacts]()
    for seat, _, pile in reader.values_by_seat(taken):
        tricks, cards = pile.tricks, frozenset() if pile.cards is None else pile.cards.cards
        if tricks is None and pile.cards is not None:
            tricks = (pile.cards.size + seats // 2) // seats
        gives = tricks != 0 and not cards if pile.gives is None else pile.gives
        to = reader.seat_of(pile.owes)
        found[seat] = PileFacts(tricks, None, cards, gives, to is not None, to)
    return found


def check_partner(reader: Reader, shape: HandShape, dispute: HandDispute, lying: Sequence[TrickCard]) -> None:
    """A fault where a card was called and nothing tells who is the partner."""
    called = dispute.told.called
    if called is None or shape.called is None or dispute.told.partner is not None:
        return
    if called not in {each.card for each in lying}:
        message = say("the file does not say who holds {card}", card=called)
        reader.lack(shape.called.where, message, say("expected `partner`, or the declarer if he has none"))


# Disputed play in a hand of which the cards are told from the start: the file, and its facts.


class HandPlayShape(UnknownKeys, PastShape):
    """Played cards, under the contract of the hand."""

    kind: Literal["play"] = KIND_KEY
    hands: dict[Text, HandCards] = Field(
        description=(
            "Each player's cards, without those on the table. Hands that are not in dispute may be left out."
        )
    )
    lead: PlayerName | None = Field(None, description="The player who led the trick, or had to lead it.")
    trick: PlayedCards | None = Field(None, description="The cards on the table before the card in dispute.")
    play: Words | None = Field(
        None, description="The cards then played, in order; the rules say who plays each."
    )
    events: list[Event] | None = Field(
        None, description="The same moves with the player of each, in place of `play`."
    )


class HandPlayDispute(OfHand, PlayDispute, frozen=True, kw_only=True):
    """Was it legal to play these cards, under this contract?"""

    told: HandFacts = NOTHING_TOLD
    trick: tuple[Laid, ...] = ()
    """The cards on the table before the first event; they are in the hands too."""

    @property
    def start(self) -> Table:
        course = self.course(self.sides(self.hands), self.tricks_left)
        return Table(self.spec, self.hands, self.lead, course=course)

    @property
    def lying(self) -> tuple[Laid, ...]:
        return self.trick

    def knows(self, seat: int) -> bool:
        return len(self.hands[seat]) == self.tricks_left


def read_play_of_hand(reader: Reader, shape: HandPlayShape) -> HandPlayDispute | None:
    """What was played under a contract; None where it cannot be read."""
    about = about_of(reader, shape)
    told = read_hand_facts(reader, shape)
    past = read_past(reader, shape.taken)
    hands = read_hands(reader, shape.hands, None)
    events = done_events(reader, shape.play, shape.events, shape)
    lead, trick = reader.seat_of(shape.lead), tuple[TrickCard, ...]()
    if shape.trick is not None:
        lead, trick = read_cards(reader, shape.trick, lead)
    elif not shape.tells("lead"):
        lead = next((each.seat for each in events), None)
    check_cards(reader, piles(reader, hands, trick, None))
    left = tricks_left(reader, hands, lead, trick)
    if lead is None:
        if not shape.tells("lead"):
            expected = say("expected the player who leads this trick")
            reader.lack(shape.node.where, say("`lead` is missing"), expected)
        return None
    if not left:
        expected = say("expected at least one, so that the tricks left are known")
        reader.lack(shape.place("hands"), say("no hand is given"), expected)
        return None
    on_table = laid(trick, lead, len(reader.players))
    before = _before(hands, on_table)
    if all(hand is None or hand.size == len(hand.placed) for hand in hands):
        told_hands = tuple(None if hand is None else cards for hand, cards in zip(hands, before, strict=True))
        check_held(reader, told_hands, events)
    _check_leader(reader, shape, hands, lead)
    return HandPlayDispute(
        **about, told=replace(told, piles=past), hands=before, lead=lead, events=events, trick=on_table
    )


def _before(hands: Hands, trick: tuple[Laid, ...]) -> tuple[frozenset[Card], ...]:
    """The hands before the trick, as far as they are told."""
    lying: dict[int, frozenset[Card]] = {each.seat: frozenset([each.card]) for each in trick}
    return tuple(
        (frozenset() if hand is None else hand.cards) | lying.get(seat, frozenset())
        for seat, hand in enumerate(hands)
    )


def _check_leader(reader: Reader, shape: HandPlayShape, hands: Hands, lead: int) -> None:
    """A fault where it is not known whether the last trick is led, and that may decide who wins it."""
    sweeps = reader.game.fool.top_when_swept and (shape.swept is not None or shape.taken is not None)
    if sweeps and hands[lead] is None:
        expected = say("expected the hand of {player}, who leads", player=reader.who(lead))
        reader.lack(shape.place("hands"), say("{player} has no hand", player=reader.who(lead)), expected)


KIND: Final[DisputeModule] = DisputeModule(HandPlayShape, read_play_of_hand, settle_play, TrickCheck)
