"""A disputed purchase: whether the cards may be bought, and what is paid for them to whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal, Self

from msgspec import field, structs

from analyzer.cards.card import Card
from analyzer.disputes.answer import player_name
from analyzer.disputes.findings import DisputeModule, Finding, Proof
from analyzer.disputes.paid import PaymentDispute
from analyzer.disputes.payments.owed import (
    BookFinding,
    SaidOwed,
    SaidOwedKeys,
    book_keys,
    clauses_of,
    of_scoring,
    read_said_owed,
    wrongly_said,
)
from analyzer.disputes.shape import (
    KIND_KEY,
    HeldDispute,
    HeldShape,
    about_of,
    need,
    read_hand_told,
    read_held,
)
from analyzer.messages import say
from analyzer.position.files.handshape import PurchaseShape
from analyzer.position.files.reader import Reader
from analyzer.rules.book import Book
from analyzer.rules.deal.judge import Matter
from analyzer.rules.deal.purchase import Buying, undone
from analyzer.rules.score.hand import HandCame, Outcome, Purchase, Scoring
from analyzer.rules.score.opening import pay_purchases
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.bidding import PurchaseRules
from analyzer.views.base import CardWord, Meta, View
from analyzer.yamltree.placed import Field


class PurchaseDisputeShape(HeldShape, SaidOwedKeys):
    """Cards that a declarer may buy, and their payment."""

    kind: Literal["purchase"] = KIND_KEY
    purchase: list[PurchaseShape] = Field(
        description=(
            "The cards bought. `hands` are those before the purchase, or those after it if every "
            "card is already in its new hand."
        ),
        examples=[[{"wants": "hR", "from": "B", "gives": "s2"}]],
    )


class PurchaseDispute(HeldDispute, frozen=True, kw_only=True):
    """May these cards be bought, and what is paid for them?"""

    buying: Buying
    purchases: tuple[Purchase, ...]
    said: SaidOwed = field(default_factory=SaidOwed)


def read_purchase(reader: Reader, shape: PurchaseDisputeShape) -> PurchaseDispute | None:
    """Who bought what of whom; None where contract or declarer is not told."""
    about, told, held = about_of(reader, shape), read_hand_told(reader, shape), read_held(reader, shape)
    need(reader, shape, "contract", say("the file does not say in which contract it is bought"))
    need(reader, shape, "declarer", say("nobody buys the card"))
    said, declarer, contract = read_said_owed(reader, shape), told.declarer, told.contract
    if declarer is None or contract is None or not told.purchases:
        if shape.has("purchase") and not shape.purchase:
            reader.lack(shape.place("purchase"), say("nothing is bought"), say("expected a purchase"))
        return None
    away = held["discard"] or frozenset()
    hands = _before(held["hands"], declarer, told.purchases)
    purchases = tuple(_of_holder(each, hands, declarer) for each in told.purchases)
    buying = Buying(declarer, contract, _assumed(hands, declarer, purchases), reader.players, away)
    told = structs.replace(told, purchases=purchases)
    return PurchaseDispute(**about, told=told, **held, buying=buying, purchases=purchases, said=said)


Held = Sequence[frozenset[Card] | None]


def _before(hands: Held, declarer: int, purchases: Sequence[Purchase]) -> Held:
    """The hands before the exchanges, also where a file tells them after."""
    own = hands[declarer]

    def exchanged(each: Purchase) -> bool:
        assert own is not None
        given = None if each.holder is None else hands[each.holder]
        moved = each.gives is not None and each.gives not in own and (given is None or each.gives in given)
        return each.wants in own and moved and each.holder not in (None, declarer)

    if own is None or not all(map(exchanged, purchases)):
        return hands
    before = undone([hand or frozenset() for hand in hands], declarer, purchases)
    return [None if told is None else hand for told, hand in zip(hands, before, strict=True)]


def _of_holder(each: Purchase, hands: Held, declarer: int) -> Purchase:
    """A purchase with who held the card, where the hands tell it and the file does not."""
    if each.holder is not None:
        return each
    seats = (seat for seat, hand in enumerate(hands) if hand and each.wants in hand and seat != declarer)
    return structs.replace(each, holder=next(seats, None))


def _assumed(hands: Held, declarer: int, purchases: Sequence[Purchase]) -> list[frozenset[Card]]:
    """The hands, a hand that is not told holding what was bought of it or given from it."""
    found = []
    for seat, hand in enumerate(hands):
        wanted = {each.wants for each in purchases if each.holder == seat}
        given = {each.gives for each in purchases if each.gives is not None and seat == declarer}
        found.append(frozenset(wanted | given) if hand is None else hand)
    return found


BOUGHT: Final = say("the cards may be bought by these clauses, and nothing else is paid for them")
NOT_BOUGHT: Final = say("the cards may not be bought by these clauses")


class BoughtView(View, frozen=True, kw_only=True, rename={"holder": "from"}):
    """A requested card, its holder, and the card given for it."""

    wants: CardWord
    holder: Annotated[str | None, Meta(description="The holder; null if unknown.")]
    gives: CardWord | None


class PurchaseCheck(PaymentDispute, frozen=True, kw_only=True):
    """The ruling on a purchase of cards, and its payment."""

    kind: Literal["purchase"]
    purchases: list[BoughtView]


@dataclass(frozen=True, slots=True, kw_only=True)
class PurchaseFinding(BookFinding):
    """Whether the cards may be bought, and what is paid for them; nothing where they may not."""

    def beyond_question(self, cases: Sequence[Finding]) -> Self:
        """What is paid is no question where nobody asks: the readings stand beside the first."""
        dispute = self.dispute
        assert isinstance(dispute, PurchaseDispute)
        if dispute.said.nothing and not any(case.violations for case in cases):
            return replace(self, open_questions=())
        return self

    def answer(self) -> PurchaseCheck:
        """The answer about a purchase."""
        dispute = self.dispute
        assert isinstance(dispute, PurchaseDispute)
        bought = [
            BoughtView(
                wants=str(each.wants),
                holder=player_name(dispute, each.holder),
                gives=None if each.gives is None else str(each.gives),
            )
            for each in dispute.purchases
        ]
        return PurchaseCheck(**self.common, **book_keys(self), purchases=bought)


def settle_purchase(dispute: PurchaseDispute) -> PurchaseFinding:
    """The verdict on a purchase, and what is paid for it."""
    game, rules = _rules(dispute)
    judged = dispute.wrong_before(before=dispute.buying.hands, laid_away=frozenset(dispute.buying.laid_away))
    wrong = tuple(each.violation for each in judged if each.what is Matter.PURCHASE)
    scoring = purchase_scoring(dispute, game, nothing=bool(wrong))
    used = tuple(dict.fromkeys((*_applied_to_purchases(dispute, rules), *clauses_of(scoring))))
    said = () if wrong else tuple(wrongly_said(dispute.said, scoring, dispute.players))
    return PurchaseFinding(
        dispute=dispute,
        violations=(*wrong, *said),
        proofs=(Proof(NOT_BOUGHT if wrong else BOUGHT, tuple(sorted(used))),),
        applied=used,
        **{**of_scoring(scoring), "outcome": None, "pools": None},
    )


def _rules(dispute: PurchaseDispute) -> tuple[GameSpec, PurchaseRules]:
    game = dispute.rules.game
    assert game.purchase is not None
    return game, game.purchase


def _applied_to_purchases(dispute: PurchaseDispute, rules: PurchaseRules) -> Iterator[str]:
    """The clauses that the purchase is judged by."""
    yield rules.clause
    if any(each.wants in dispute.buying.laid_away for each in dispute.purchases):
        yield rules.in_discard_clause


def purchase_scoring(dispute: PurchaseDispute, game: GameSpec, *, nothing: bool) -> Scoring:
    """What is paid for the cards bought."""
    told = dispute.told if not nothing else structs.replace(dispute.told, purchases=())
    partner = dispute.partner(dispute.buying.hands, dispute.discard)
    came = HandCame(
        len(dispute.players),
        dispute.sides(dispute.buying.hands, dispute.discard),
        told,
        dealer=dispute.dealer,
        partner=partner,
    )
    scoring = Scoring.of(game, came, Book(came.seats))
    scoring.outcome = Outcome()
    pay_purchases(scoring)
    if game.purchase is not None:
        scoring.applied.append(game.purchase.paid_clause)
    return scoring


KIND: Final[DisputeModule] = DisputeModule(
    PurchaseDisputeShape, read_purchase, settle_purchase, PurchaseCheck
)
