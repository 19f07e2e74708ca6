"""Who won a trick: by the usual order of cards, or by a rule that goes before it.

Source: clauses play.winner, table.ranks, fool.top, play.three-trumps, play.colour-valat.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final, Literal

from msgspec.structs import replace

from analyzer.cards.card import Card, Suit
from analyzer.disputes.answer import CheckAnswer
from analyzer.disputes.facts import trick_phrase
from analyzer.disputes.findings import DisputeModule, Finding, Proof
from analyzer.disputes.shape import KIND_KEY, about_of, read_hand_facts
from analyzer.disputes.tricks.past import (
    PastDispute,
    PastShape,
    PlayedCards,
    check_partner,
    read_cards,
    read_past,
    read_tricks_left,
)
from analyzer.messages import BareClause, Message, Name, say, word_alone
from analyzer.position.files.cardlists import Placed
from analyzer.position.files.hands.contract import check_contract_facts
from analyzer.position.files.hands.deal import Pile, check_cards, laid
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import PlayerName
from analyzer.rules.actions import Sides
from analyzer.rules.play.table import THREE, Course, Laid, find_special_winner, fool_on_top, is_excuse, winner
from analyzer.rules.play.trick import in_trick
from analyzer.rules.spec.bearing import bearing
from analyzer.rules.spec.reading import ClauseReader
from analyzer.rules.verdicts import Violation
from analyzer.views.base import UNSET, CardWord, Meta, UnsetType, View
from analyzer.words.blocks import Phrase
from analyzer.words.names import sign_or_name
from analyzer.yamltree.shapes import Field


class TrickWonShape(PastShape):
    """The winner of a complete trick."""

    kind: Literal["trick"] = KIND_KEY
    lead: PlayerName | None = Field(
        None, description="The player who led the trick; not needed if its players are named."
    )
    trick: PlayedCards = Field(
        description="The cards of the trick in the order played.",
        examples=["fool T21 T1 s7", [{"A": "fool"}, {"B": "T21"}, {"C": "T1"}]],
    )
    winner: PlayerName | None = Field(None, description="The winner, as claimed.")
    NEEDS_DECLARER: ClassVar[bool] = False


class TrickWonDispute(PastDispute, frozen=True, kw_only=True):
    """Who won this trick?"""

    trick: tuple[Laid, ...]
    claimed: int | None = None
    "The winner, as claimed."

    @property
    def who(self) -> Sides:
        """Who plays with whom, as far as it is told."""
        seats = range(len(self.players))
        return self.sides([{each.card for each in self.trick if each.seat == seat} for seat in seats])


def read_trick_won(reader: Reader, shape: TrickWonShape) -> TrickWonDispute | None:
    """A complete trick, and who is said to have won it; None where it cannot be read."""
    about = about_of(reader, shape)
    told = read_hand_facts(reader, shape)
    piles = read_past(reader, shape.taken)
    left = read_tricks_left(reader, shape, piles, 1)
    claimed = reader.seat_of(shape.winner)
    if not shape.has("trick"):
        return None
    lead, cards = read_cards(reader, shape.trick, reader.seat_of(shape.lead))
    seats = len(reader.players)
    if len(cards) < seats:
        message = say("the trick holds {number} {number:card/cards}", number=len(cards))
        expected = say("expected {seats}: a trick that was won is complete", seats=seats)
        reader.lack(shape.trick.where, message, expected)
        return None
    check_cards(reader, [Pile(say("the trick"), tuple(Placed(each.card, each.where) for each in cards))])
    if lead is None:
        if shape.lead is None:
            expected = say("expected `lead`, or the name of each who played")
            reader.lack(shape.trick.where, say("the file does not say who led the trick"), expected)
        return None
    dispute = TrickWonDispute(
        **about,
        told=replace(told, piles=piles),
        tricks_left=left,
        trick=laid(cards, lead, seats),
        claimed=claimed,
    )
    if _hangs_on_sides(dispute):
        check_contract_facts(reader, shape, told)
        check_partner(reader, shape, dispute, cards)
    return dispute


def _hangs_on_sides(dispute: TrickWonDispute) -> bool:
    """Whether it may matter who plays with whom, whoever of them plays a contract that nobody is told to."""
    seats = range(len(dispute.players)) if dispute.told.declarer is None else (dispute.told.declarer,)
    known = (replace(dispute, told=replace(dispute.told, declarer=seat)) for seat in seats)
    courses = [each.course(each.who, each.tricks_left) for each in known]
    led, left = dispute.trick[0], dispute.tricks_left
    on_top = {fool_on_top(led, dispute.spec, each, left) for each in courses}
    return True in on_top or any(each.colour is not None for each in courses)


class TrickWonRemedyView(View, frozen=True, kw_only=True):
    """The correction that is needed; empty if nothing is wrong."""

    leads_next: (
        Annotated[str, Meta(description="The winner of the trick, who leads the next one.")] | UnsetType
    ) = UNSET


class TrickWonCheck(CheckAnswer, frozen=True, kw_only=True):
    """The winner of the trick."""

    kind: Literal["trick"]
    winner: str
    card: Annotated[CardWord, Meta(description="The card that wins it.")]
    decided_by: Annotated[str, Meta(description="The clause that decides it.")]
    remedy: TrickWonRemedyView


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickWonFinding(Finding):
    """Who wins the trick with which card, and the clause that decides it."""

    dispute: TrickWonDispute
    winner: int
    card: Card
    decided_by: str

    @property
    def nothing_claimed(self) -> bool:
        return self.dispute.claimed is None

    @property
    def in_brief(self) -> Message:
        return word_alone(Name(self.dispute.players[self.winner]))

    @property
    def leads_to(self) -> Message:
        return say(
            "{player} wins the trick with {card}",
            player=Name(self.dispute.players[self.winner]),
            card=sign_or_name(self.card),
        )

    @property
    def when_right(self) -> Message:
        """Who wins the trick."""
        return self.leads_to

    def fact_phrases(self) -> Iterator[Phrase]:
        """The trick, in the order of play."""
        yield trick_phrase(self.dispute.players, self.dispute.trick)

    @property
    def comes_to(self) -> Mapping[str, Any]:
        told = super(TrickWonFinding, self).comes_to
        return {**told, "winner": self.dispute.players[self.winner], "card": str(self.card)}

    def reason_phrases(self) -> Iterator[Phrase]:
        """Who wins a trick, by which clause."""
        told = say(
            "{player} wins the trick with {card} ({clause})",
            player=Name(self.dispute.players[self.winner]),
            card=sign_or_name(self.card),
            clause=BareClause(self.decided_by),
        )
        yield Phrase(told, level=1)

    def answer(self) -> TrickWonCheck:
        """The answer about who won a trick."""
        winner = self.dispute.players[self.winner]
        wrong = bool(self.violations)
        return TrickWonCheck(
            **self.common,
            winner=winner,
            card=str(self.card),
            decided_by=self.decided_by,
            remedy=TrickWonRemedyView(leads_next=winner if wrong else UNSET),
        )


def settle_trick_won(dispute: TrickWonDispute) -> TrickWonFinding:
    """Who won the trick, and whether the right one is said to have."""
    spec, left = dispute.spec, dispute.tricks_left
    course = dispute.course(dispute.who, left)
    seat = winner(dispute.trick, spec, course, left)
    won = next(each for each in dispute.trick if each.seat == seat)
    told = find_special_winner(dispute.trick, spec, course, left)
    decides = _clause(dispute, "trick-winner" if told is None else told[1].value)
    wrong = _wrong(dispute, course, won, decides)
    text = say(
        "{player} wins the trick with {card}", player=Name(dispute.players[seat]), card=sign_or_name(won.card)
    )
    came_up = in_trick(spec, dispute.trick, _shown(dispute), left, course)
    return TrickWonFinding(
        dispute=dispute,
        violations=() if wrong is None else (wrong,),
        proofs=(Proof(text, (decides,)),),
        applied=(decides, *bearing(dispute.rules, came_up)),
        winner=seat,
        card=won.card,
        decided_by=decides,
    )


def _clause(dispute: TrickWonDispute, kind: str) -> str:
    return ClauseReader(dispute.rules.clauses).the(kind)


def _shown(dispute: TrickWonDispute) -> list[frozenset[Card]]:
    """Of each hand the card that was played."""
    by = {each.seat: each.card for each in dispute.trick}
    return [frozenset([by[seat]]) for seat in range(len(dispute.players))]


def _wrong(dispute: TrickWonDispute, course: Course, won: Laid, decides: str) -> Violation | None:
    """What is wrong with who is said to have won, by the clause that rules it out."""
    claimed = next((each for each in dispute.trick if each.seat == dispute.claimed), None)
    if claimed is None or claimed == won:
        return None
    text = say(
        "{player} wins the trick with {card}, and not {other} with {lower}",
        player=Name(dispute.players[won.seat]),
        card=sign_or_name(won.card),
        other=Name(dispute.players[claimed.seat]),
        lower=sign_or_name(claimed.card),
    )
    usual = decides == _clause(dispute, "trick-winner")
    clause = _claimed_by(dispute, course, won, claimed) if usual else decides
    return Violation(clause, (claimed.card,), text)


def _claimed_by(dispute: TrickWonDispute, course: Course, won: Laid, claimed: Laid) -> str:
    """The clause that a claim rests on, and that does not give it, where the usual order decides."""
    reading, card = ClauseReader(dispute.rules.clauses), claimed.card
    three = reading.maybe("three-trumps")
    if three is not None and card in THREE and {each.card for each in dispute.trick}.issuperset(THREE):
        return three
    colour = reading.maybe("suit-beats-trumps")
    if colour is not None and course.colour is not None and card.suit is dispute.trick[0].card.suit:
        return colour
    if is_excuse(card, dispute.spec):
        top = reading.maybe("top-when-swept")
        on_top = dispute.tricks_left == 1 and claimed == dispute.trick[0]
        return top if top is not None and on_top else reading.the("never-wins")
    plain = card.suit is won.card.suit and card.suit is not Suit.TRUMPS
    return reading.the("ranks") if plain else reading.the("trick-winner")


KIND: Final[DisputeModule] = DisputeModule(TrickWonShape, read_trick_won, settle_trick_won, TrickWonCheck)
