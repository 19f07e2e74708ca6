"""A disputed call: whether the card may be called, and who is the declarer's partner by it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import z3

from analyzer.cards.card import Card
from analyzer.disputes.findings import Finding, Proof
from analyzer.disputes.kinds.call import CallDispute
from analyzer.messages import Message, Name, say
from analyzer.proofs.clauses.calling import CardPlaces, is_alone, is_partner, may_be_called
from analyzer.proofs.smt import Mismatch, SmtQuestion, Truth, known, no
from analyzer.rules.deal.calling import judge_call
from analyzer.rules.spec.contracts import CalledAway
from analyzer.rules.spec.pointgame import PointGame, TalonTaker

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
    """The verdict on a call, by the engine and by Z3.

    Raises: Mismatch where the two differ.
    """
    game, hand = _game(dispute), dispute.hands[dispute.declarer]
    own = (dispute.discard or ()) if dispute.dealer == dispute.declarer else ()
    contract = game.contract(dispute.told.contract)
    player, card = dispute.players[dispute.declarer], dispute.called
    violations = judge_call(game, player, hand or (), card, own, contract)
    partner = dispute.partner([each or () for each in dispute.hands], dispute.discard)
    alone = _alone(dispute, partner)
    question, asked = _prove(dispute, {each.clause for each in violations}, partner, own, alone=alone)
    used = tuple(dict.fromkeys(_applied(dispute, game)))
    text = MAY_NOT if violations else MAY
    broken = tuple(sorted({each.clause for each in violations}))
    return CallFinding(
        dispute=dispute,
        violations=violations,
        proofs=(Proof(text, broken or tuple(sorted(used))),),
        applied=used,
        smt2=question.smt2((), asked),
        partner=partner,
        alone=alone,
    )


def _game(dispute: CallDispute) -> PointGame:
    assert dispute.rules.game.points is not None
    return dispute.rules.game.points


def _applied(dispute: CallDispute, game: PointGame) -> Iterator[str]:
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


def _alone(dispute: CallDispute, partner: int | None) -> bool | None:
    """Whether the declarer plays alone, as far as the cards that are told tell it."""
    card, game = dispute.called, _game(dispute)
    if partner is not None:
        return False
    if card in (dispute.hands[dispute.declarer] or ()) or card in _talon(dispute):
        return True
    laid = card in (dispute.discard or ())
    to_dealer = game.partner is not None and game.partner.away is CalledAway.DEALER
    if laid and to_dealer and dispute.dealer is None:
        return None
    others = [hand for seat, hand in enumerate(dispute.hands) if seat != dispute.declarer]
    # It lies with nobody else where it was laid away, or every other hand is told.
    return True if laid or None not in others else None


def _prove(
    dispute: CallDispute,
    broken: Collection[str],
    partner: int | None,
    own: Collection[Card],
    *,
    alone: bool | None,
) -> tuple[SmtQuestion, Truth]:
    """Z3's word on the call and on the partner, wherever a card lies that is not told.

    Raises: Mismatch.
    """
    game, card, question = _game(dispute), dispute.called, SmtQuestion()
    hand = known(dispute.hands[dispute.declarer] or (), [card])
    contract = game.contract(dispute.told.contract)
    kept = may_be_called(game, contract, card, hand, known(own, [card]))
    if {clause for clause, held in kept.items() if held is not True} != set(broken):
        raise Mismatch(f"calling {card} from {dispute.hands}: the engine finds {broken}, Z3 {kept}")
    places = _places(dispute, question, game)
    seats = range(len(dispute.players))
    partners = [is_partner(game, seat, dispute.declarer, dispute.dealer, places) for seat in seats]
    lonely = is_alone(game, dispute.declarer, dispute.dealer, places)
    surely = [seat for seat in seats if not question.possible((), no(partners[seat]))]
    if surely != ([] if partner is None else [partner]) and dispute.told.partner is None:
        raise Mismatch(f"the partner by {card}: the engine says {partner}, Z3 {surely}")
    if alone is True and question.possible((), no(lonely)):
        raise Mismatch(f"alone with {card}: the engine says so, Z3 knows of another way")
    return question, lonely


def _places(dispute: CallDispute, question: SmtQuestion, game: PointGame) -> CardPlaces:
    """Where the card can lie: in one place that is not told to be without it."""
    card = dispute.called

    def there(name: str, cards: Collection[Card] | None) -> Truth:
        found: Truth = z3.Bool(f"{name} has {card}")
        if cards is not None:
            question.given(found if card in cards else no(found))
        return found

    hands = [there(name, hand) for name, hand in zip(dispute.players, dispute.hands, strict=True)]
    talon: Truth = False
    if game.taker is TalonTaker.DECLARER:
        told = _talon(dispute)
        talon = there("talon", told if card in told or len(told) == dispute.rules.table.skat_size else None)
    places = CardPlaces(hands, talon, there("discard", dispute.discard))
    question.given(places.in_one())
    return places
