"""A disputed call: whether the card may be called, and who is the declarer's partner by it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from analyzer.cards.card import Card
from analyzer.disputes.answer import CheckAnswer, player_name
from analyzer.disputes.findings import DisputeModule, Finding, Proof
from analyzer.disputes.hand import HeldDispute, HeldShape, need, read_hand_told, read_held
from analyzer.disputes.shape import KIND_KEY, about_of
from analyzer.messages import Message, Name, say
from analyzer.position.files.reader import Reader
from analyzer.rules.deal.judge import Matter
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.contracts import CalledAway
from analyzer.views.base import Meta, View
from analyzer.words.blocks import Phrase


class CallShape(HeldShape):
    """A called card, and the partner who holds it."""

    kind: Literal["call"] = KIND_KEY


class CallDispute(HeldDispute, frozen=True, kw_only=True):
    """May this card be called, and whose partner does it find?"""

    declarer: int
    called: Card


def read_call(reader: Reader, shape: CallShape) -> CallDispute | None:
    """Who called which card, and the cards that tell; None where either is not told."""
    about, told, held = about_of(reader, shape), read_hand_told(reader, shape), read_held(reader, shape)
    need(reader, shape, "declarer", say("nobody calls the card"))
    need(reader, shape, "called", say("no card is called"))
    game = reader.rules.game
    if told.declarer is None or told.called is None or game.call is None:
        return None
    if not game.call.own and held["hands"][told.declarer] is None:
        # What he holds himself he may not call.
        need_hand = say("the hand of {player} is missing", player=reader.who(told.declarer))
        reader.lack(shape.node.where, need_hand, say("expected it under `hands`: he may not call his own"))
    return CallDispute(**about, told=told, **held, declarer=told.declarer, called=told.called)


MAY: Final = say("the card may be called by these clauses")
MAY_NOT: Final = say("the card may not be called by these clauses")


class CallRemedyView(View, frozen=True, kw_only=True):
    """Always empty: the declarer calls another card of their choice."""


class CallCheck(CheckAnswer, frozen=True, kw_only=True):
    """The ruling on a called card, and the partner it gives."""

    kind: Literal["call"]
    partner: Annotated[str | None, Meta(description="Null for nobody, or if the cards do not show it.")]
    alone: Annotated[bool | None, Meta(description="Null if the known cards do not show it.")]
    remedy: CallRemedyView


@dataclass(frozen=True, slots=True, kw_only=True)
class CallFinding(Finding):
    """Who is the partner, and whether the declarer plays alone; None where the cards told leave it open."""

    partner: int | None
    alone: bool | None

    @property
    def leads_to(self) -> Message | None:
        if self.partner is not None:
            return say("{player} is the partner", player=Name(self.everybody[self.partner]))
        return say("the declarer plays alone") if self.alone else None

    @property
    def comes_to(self) -> Mapping[str, Any]:
        told = super(CallFinding, self).comes_to
        partner = None if self.partner is None else self.everybody[self.partner]
        return {**told, "partner": partner, "alone": self.alone}

    def reasons_said(self) -> Iterator[Phrase]:
        """Who is the partner."""
        if self.partner is not None:
            told = say("The declarer's partner: {player}", player=Name(self.dispute.players[self.partner]))
        elif self.alone:
            told = say("The declarer plays alone.")
        else:
            told = say("The cards in the file do not show who the partner is.")
        yield Phrase(told, level=1)

    def answer(self) -> CallCheck:
        """The answer about a called card."""
        partner = player_name(self.dispute, self.partner)
        return CallCheck(**self.common, partner=partner, alone=self.alone, remedy=CallRemedyView())


def settle_call(dispute: CallDispute) -> CallFinding:
    """The verdict on a call, by the rules."""
    game = _game(dispute)
    wrong = dispute.wrong_before(
        dispute.hands, before=dispute.hands, laid_away=dispute.discard or frozenset()
    )
    violations = tuple(each.violation for each in wrong if each.what is Matter.CALL)
    partner, alone = _partner(dispute)
    used = tuple(dict.fromkeys(_applied(dispute, game)))
    text = MAY_NOT if violations else MAY
    broken = tuple(sorted({each.clause for each in violations}))
    return CallFinding(
        dispute=dispute,
        violations=violations,
        proofs=(Proof(text, broken or tuple(sorted(used))),),
        applied=used,
        partner=partner,
        alone=alone,
    )


def _game(dispute: CallDispute) -> GameSpec:
    return dispute.rules.game


def _applied(dispute: CallDispute, game: GameSpec) -> Iterator[str]:
    """The clauses that the call is judged by."""
    rules, partner, card = game.call, game.partner, dispute.called
    assert rules is not None
    yield rules.clause
    if rules.queen_clause is not None and card.face == "D":
        yield rules.queen_clause
    nobodys = card in (dispute.discard or ()) or card in _talon(dispute)
    if partner is not None and nobodys:
        own = dispute.dealer == dispute.declarer and card in (dispute.discard or ())
        yield from filter(None, [partner.own_discard if own else partner.away_clause])


def _talon(dispute: CallDispute) -> frozenset[Card]:
    return dispute.told.talon_taken | frozenset(dispute.told.talon_left)


def _partner(dispute: CallDispute) -> tuple[int | None, bool | None]:
    """The partner, and whether there is none, wherever the card can lie by what is told."""
    if dispute.told.partner is not None:
        alone = dispute.told.partner == dispute.declarer
        return (None if alone else dispute.told.partner), alone
    found = {_partner_at(dispute, place) for place in _can_lie(dispute)}
    if len(found) != 1:
        return None, None if None in found else False
    (partner,) = found
    return (None, None) if partner == UNKNOWN else (partner, partner is None)


UNKNOWN: Final = -1
"""In place of a seat: a partner that is not told."""
TALON: Final = "talon"
DISCARD: Final = "discard"


def _can_lie(dispute: CallDispute) -> list[int | str]:
    """The seats that can hold the called card, with the talon and the discard where it can lie there."""
    told: dict[int | str, Collection[Card] | None] = dict(enumerate(dispute.hands))
    told[DISCARD] = dispute.discard
    if _game(dispute).declarer_takes:
        told[TALON] = _talon(dispute) or None
    sure = [place for place, cards in told.items() if dispute.called in (cards or ())]
    return sure or [place for place, cards in told.items() if cards is None or _in_part(dispute, place)]


def _in_part(dispute: CallDispute, place: int | str) -> bool:
    """Whether only some of the cards of a place are told."""
    return place == TALON and len(_talon(dispute)) < dispute.rules.table.skat_size


def _partner_at(dispute: CallDispute, place: int | str) -> int | None:
    """The partner where the called card lies in a place; None where the declarer then plays alone."""
    if isinstance(place, int):
        return None if place == dispute.declarer else place
    partner = _game(dispute).partner
    if place == TALON or partner is None or partner.away is not CalledAway.DEALER:
        return None
    dealer = UNKNOWN if dispute.dealer is None else dispute.dealer
    return None if dealer == dispute.declarer else dealer


KIND: Final[DisputeModule] = DisputeModule(CallShape, read_call, settle_call, CallCheck)
