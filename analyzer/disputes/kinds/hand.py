"""What disputes tell of the hand beside its cards, with the same keys as a position."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from analyzer.cards.card import Card
from analyzer.disputes.kinds.common import DisputeShape
from analyzer.disputes.model import Dispute
from analyzer.position.files.cardlists import Said
from analyzer.position.files.handshape import ContractKeys
from analyzer.position.files.handtold import check_told, read_told
from analyzer.position.files.reader import Reader
from analyzer.position.files.uses import useless
from analyzer.rules.deal.judge import BeforePlay, Hand, WrongBefore, judge_before_play
from analyzer.rules.play.course import Course
from analyzer.rules.score.told import NOTHING_TOLD, HandTold, course_of, partner_of, sides_of
from analyzer.rules.sides import Sides
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.undercontract import under_contract
from analyzer.yamltree.placed import Field, Text


class HandShape(ContractKeys, DisputeShape):
    """A dispute about a hand that may have a contract, with declarer, partner and what they announced."""

    announced: dict[Text, Said] | None = Field(
        None, description="What each player announced.", examples=[{"A": ["colour-valat"]}]
    )
    NEEDS_DECLARER: ClassVar[bool] = True
    """Whether every answer hangs on who plays the contract."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class HandDispute(OfHand, Dispute):
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
    if reader.rules.game.has_pots:
        return NOTHING_TOLD
    told = read_told(reader, shape, idle)
    if isinstance(shape, HandShape) and shape.NEEDS_DECLARER:
        check_told(reader, shape, told)
    return told
