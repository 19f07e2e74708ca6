"""What disputes tell of the hand, with the keys of a position, and of cards before the first lead."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, ClassVar

from analyzer.cards.card import Card
from analyzer.disputes.model import Dispute
from analyzer.disputes.shape import DisputeShape, UnknownKeys
from analyzer.messages import Message, Verbatim, say
from analyzer.position.files.cardlists import CardList, Said
from analyzer.position.files.hands.contract import check_told, read_told, useless
from analyzer.position.files.hands.deal import Hands, Pile, check_cards, piles, read_hands
from analyzer.position.files.handshape import ContractKeys, TalonShape
from analyzer.position.files.reader import Reader
from analyzer.rules.actions import Sides
from analyzer.rules.deal.judge import BeforePlay, Hand, WrongBefore, judge_before_play
from analyzer.rules.play.table import Course
from analyzer.rules.score.hand import NOTHING_TOLD, HandTold, course_of, partner_of, sides_of
from analyzer.rules.spec.game import GameSpec, under_contract
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.yamltree.placed import Field, Text


class HandShape(ContractKeys, DisputeShape):
    """A dispute about a hand that may have a contract, with declarer, partner and their announcements."""

    announced: dict[Text, Said] | None = Field(
        None, description="The announcements of each player.", examples=[{"A": ["colour-valat"]}]
    )
    NEEDS_DECLARER: ClassVar[bool] = True
    """Whether every answer hangs on who plays the contract."""
    BIDS_DISPUTED: ClassVar[bool] = False
    """Whether a word that the game does not have may have been bid, since that is what is ruled on."""


class OfHand:
    """What follows of what is told of a hand; a dispute has it beside its own facts."""

    __slots__ = ()
    rules: RuleSet
    dealer: int | None
    told: HandTold

    @property
    def spec(self) -> GameSpec:
        """The game as it is played under the contract of the hand."""
        return under_contract(self.rules.game, self.told.contract, self.told.called)

    def partner(
        self, held: Sequence[Collection[Card]], discard: Collection[Card] | None = None
    ) -> int | None:
        """The declarer's partner, by what is told or by the cards of each seat."""
        game = self.spec
        return partner_of(game, self.told, held, discard, self.dealer)

    def sides(self, held: Sequence[Collection[Card]] = (), discard: Collection[Card] | None = None) -> Sides:
        """Who plays with whom, by what is told and by the cards of each seat."""
        return sides_of(self.spec, self.told, self.partner(held, discard))

    def course(self, sides: Sides, tricks_left: int) -> Course:
        """What the tricks before settle for the next, of which so many are left."""
        fresh = tricks_left == self.rules.table.hand_size
        return course_of(self.spec, self.told, sides, fresh=fresh)


class HandDispute(OfHand, Dispute, frozen=True, kw_only=True):
    """A dispute about a hand of a game of card points."""

    told: HandTold = NOTHING_TOLD

    def wrong_before(self, hands: Sequence[Hand] = (), **known: Any) -> tuple[WrongBefore, ...]:
        """What is wrong with all that is told of the time before the first lead, by these hands."""
        return judge_before_play(self.rules, self.before_play(hands, **known))

    def before_play(self, hands: Sequence[Hand] = (), **known: Any) -> BeforePlay:
        """The facts of that time, by what is told."""
        hands, dealer = hands or (None,) * len(self.players), known.pop("dealer", self.dealer)
        return BeforePlay(self.players, self.told, hands, dealer, **known)


def read_hand_told(reader: Reader, shape: DisputeShape) -> HandTold:
    """What a file tells of a hand; a key that its game has no use for is a fault."""
    idle = useless(reader, shape, shape.uses())
    if reader.rules.game.pots is not None:
        return NOTHING_TOLD
    if not isinstance(shape, HandShape):
        return read_told(reader, shape, idle)
    told = read_told(reader, shape, idle, bids_disputed=shape.BIDS_DISPUTED)
    if shape.NEEDS_DECLARER:
        check_told(reader, shape, told)
    return told


class HeldShape(UnknownKeys, HandShape):
    """A dispute that gives hands, as far as they matter, and the cards outside the hands."""

    discard: CardList | None = Field(None, description="The discard, as far as it is known.")
    talon: TalonShape | None = None


class HeldDispute(HandDispute, frozen=True, kw_only=True):
    """A dispute that tells hands; None for one that is not told."""

    hands: tuple[frozenset[Card] | None, ...]
    discard: frozenset[Card] | None = None


def read_held(reader: Reader, shape: HeldShape) -> dict[str, Any]:
    """The hands and the discard: the fields of a :class:`HeldDispute`; a card in two places is a fault."""
    hands: Hands = read_hands(reader, shape.hands or {}, None)
    beside = [] if shape.discard is None else [Pile(say("the discard"), shape.discard.placed)]
    if shape.talon is not None and shape.talon.left is not None:
        beside.append(Pile(say("the talon"), shape.talon.left.placed))
    check_cards(reader, [*piles(reader, hands, (), None), *beside])
    return {
        "hands": tuple(None if hand is None else hand.cards for hand in hands),
        "discard": None if shape.discard is None else shape.discard.cards,
    }


def need(reader: Reader, shape: HeldShape, key: str, why: Message) -> None:
    """A fault where something stands not in a file."""
    if not shape.tells(key):
        reader.lack(shape.node.where, why, say("expected `{key}`", key=Verbatim(key)))
