"""Who won a trick: by the usual order of cards, or by a rule that goes before it.

Source: clauses play.winner, table.ranks, fool.top, play.three-trumps, play.colour-valat.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analyzer.cards.card import Card, Suit
from analyzer.disputes.findings import Finding, Proof
from analyzer.disputes.kinds.trickwon import TrickWonDispute
from analyzer.messages import Message, Name, say, word_alone
from analyzer.rules.play.came_up import in_trick
from analyzer.rules.play.course import THREE, Course, told_winner
from analyzer.rules.play.table import Laid, is_excuse, winner
from analyzer.rules.spec.bearing import bearing
from analyzer.rules.spec.reading import RulesReading
from analyzer.rules.verdicts import Violation


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
            card=self.card,
        )

    @property
    def comes_to(self) -> Mapping[str, Any]:
        told = super(TrickWonFinding, self).comes_to
        return {**told, "winner": self.dispute.players[self.winner], "card": str(self.card)}


def settle_trick_won(dispute: TrickWonDispute) -> TrickWonFinding:
    """Who won the trick, and whether the right one is said to have."""
    spec, left = dispute.spec, dispute.tricks_left
    course = dispute.course(dispute.who, left)
    seat = winner(dispute.trick, spec, course, left)
    won = next(each for each in dispute.trick if each.seat == seat)
    told = told_winner(dispute.trick, spec, course, left)
    decides = _clause(dispute, "trick-winner" if told is None else told[1].value)
    wrong = _wrong(dispute, course, won, decides)
    text = say("{player} wins the trick with {card}", player=Name(dispute.players[seat]), card=won.card)
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
    return RulesReading(dispute.rules.clauses).the(kind)


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
        card=won.card,
        other=Name(dispute.players[claimed.seat]),
        lower=claimed.card,
    )
    usual = decides == _clause(dispute, "trick-winner")
    clause = _claimed_by(dispute, course, won, claimed) if usual else decides
    return Violation(clause, (claimed.card,), text)


def _claimed_by(dispute: TrickWonDispute, course: Course, won: Laid, claimed: Laid) -> str:
    """The clause that a claim rests on, and that does not give it, where the usual order decides."""
    reading, card = RulesReading(dispute.rules.clauses), claimed.card
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
