"""A disputed call: whether the card may be called, and who is the declarer's partner by it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from analyzer.cards.card import Card
from analyzer.disputes.findings import Finding, Proof
from analyzer.disputes.kinds.hand import CallDispute
from analyzer.messages import Message, Name, say
from analyzer.rules.deal.judge import Matter
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.contracts import CalledAway

MAY: Final = say("the card may be called by these clauses")
MAY_NOT: Final = say("the card may not be called by these clauses")


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
