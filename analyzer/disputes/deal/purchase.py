"""Disputed purchases: cards that are bought, and trumps that are asked for in the skat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal, Self

from msgspec import field, structs

from analyzer.cards.card import Card
from analyzer.cards.notation import shown
from analyzer.disputes.answer import CheckAnswer, player_name
from analyzer.disputes.findings import DisputeModule, Finding, Proof
from analyzer.disputes.paid import PaymentDispute, claimed_phrases
from analyzer.disputes.payments.owed import (
    BookFinding,
    SaidOwed,
    SaidOwedKeys,
    book_keys,
    clauses_of,
    read_said_owed,
    scoring_fields,
    wrong_declarations,
)
from analyzer.disputes.shape import (
    KIND_KEY,
    Dispute,
    DisputeShape,
    HeldDispute,
    HeldShape,
    about_of,
    need,
    read_hand_facts,
    read_held,
)
from analyzer.messages import Message, Name, Verbatim, Word, in_a_row, say
from analyzer.position.files.cardlists import CardList, SpokenAnswer
from analyzer.position.files.hands.deal import Pile, check_cards
from analyzer.position.files.hands.unknown import ANSWERS
from analyzer.position.files.handshape import PurchaseShape
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import PlayerName
from analyzer.position.files.tree import spelled
from analyzer.rules.book import Book
from analyzer.rules.deal.judge import JudgedTopic
from analyzer.rules.deal.purchase import Buying, undone
from analyzer.rules.irregularities import answers_rightly, may_ask, must_answer, shows_out
from analyzer.rules.score.hand import HandResult, Outcome, Purchase, Scoring
from analyzer.rules.score.opening import pay_purchases
from analyzer.rules.spec.called import contract_name_message
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.bidding import PurchaseRules
from analyzer.rules.spec.reading import ClauseReader
from analyzer.rules.verdicts import OpenQuestion, Reading, Verdict, Violation
from analyzer.views.base import UNSET, CardWord, Meta, UnsetType, View
from analyzer.words.blocks import Phrase
from analyzer.yamltree.shapes import Field, Shape

# A disputed purchase: whether the cards may be bought, and what is paid for them to whom.


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
    about, told, held = about_of(reader, shape), read_hand_facts(reader, shape), read_held(reader, shape)
    need(reader, shape, "contract", say("the file does not say in which contract it is bought"))
    need(reader, shape, "declarer", say("nobody buys the card"))
    said, declarer, contract = read_said_owed(reader, shape), told.declarer, told.contract
    if declarer is None or contract is None or not told.purchases:
        if shape.has("purchase") and not shape.purchase:
            reader.lack(shape.place("purchase"), say("nothing is bought"), say("expected a purchase"))
        return None
    away = held["discard"] or frozenset()
    hands = _before(held["hands"], declarer, told.purchases)
    purchases = tuple(_add_holder(each, hands, declarer) for each in told.purchases)
    buying = Buying(declarer, contract, _assumed(hands, declarer, purchases), reader.players, away)
    told = structs.replace(told, purchases=purchases)
    return PurchaseDispute(**about, told=told, **held, buying=buying, purchases=purchases, said=said)


KnownHands = Sequence[frozenset[Card] | None]


def _before(hands: KnownHands, declarer: int, purchases: Sequence[Purchase]) -> KnownHands:
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


def _add_holder(each: Purchase, hands: KnownHands, declarer: int) -> Purchase:
    """A purchase with who held the card, where the hands tell it and the file does not."""
    if each.holder is not None:
        return each
    seats = (seat for seat, hand in enumerate(hands) if hand and each.wants in hand and seat != declarer)
    return structs.replace(each, holder=next(seats, None))


def _assumed(hands: KnownHands, declarer: int, purchases: Sequence[Purchase]) -> list[frozenset[Card]]:
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

    def restricted_to_common(self, cases: Sequence[Finding]) -> Self:
        """What is paid is no question where nobody asks: the readings stand beside the first."""
        dispute = self.dispute
        assert isinstance(dispute, PurchaseDispute)
        if dispute.said.nothing and not any(case.violations for case in cases):
            return replace(self, open_questions=())
        return self

    @property
    def said(self) -> SaidOwed:
        assert isinstance(self.dispute, PurchaseDispute)
        return self.dispute.said

    def fact_phrases(self) -> Iterator[Phrase]:
        """What is played, which cards are asked for, and what was paid already."""
        dispute = self.dispute
        assert isinstance(dispute, PurchaseDispute)
        buyer = Name(dispute.players[dispute.buying.declarer])
        contract = contract_name_message(dispute.buying.contract)
        yield Phrase(say("{player} plays {contract}", player=buyer, contract=contract), level=1)
        for each in dispute.purchases:
            if each.holder is None or each.gives is None:
                told = say("{player} asks for {card}", player=buyer, card=each.wants)
            else:
                holder = Name(dispute.players[each.holder])
                told = say(
                    "{player} asks {other} for {card} and gives {given}",
                    player=buyer, other=holder, card=each.wants, given=each.gives,
                )  # fmt: skip
            yield Phrase(told, level=1)
        yield from claimed_phrases(self.said.paid, self.everybody)

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
    wrong = tuple(each.violation for each in judged if each.what is JudgedTopic.PURCHASE)
    scoring = purchase_scoring(dispute, game, nothing=bool(wrong))
    used = tuple(dict.fromkeys((*_applied_to_purchases(dispute, rules), *clauses_of(scoring))))
    said = () if wrong else tuple(wrong_declarations(dispute.said, scoring, dispute.players))
    return PurchaseFinding(
        dispute=dispute,
        violations=(*wrong, *said),
        proofs=(Proof(NOT_BOUGHT if wrong else BOUGHT, tuple(sorted(used))),),
        applied=used,
        **{**scoring_fields(scoring), "outcome": None, "pools": None},
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
    came = HandResult(
        len(dispute.players),
        dispute.sides(dispute.buying.hands, dispute.discard),
        told,
        dealer=dispute.dealer,
        partner=partner,
    )
    scoring = Scoring.from_hand(game, came, Book(came.seats))
    scoring.outcome = Outcome()
    pay_purchases(scoring)
    if game.purchase is not None:
        scoring.applied.append(game.purchase.paid_clause)
    return scoring


PURCHASE: Final[DisputeModule] = DisputeModule(
    PurchaseDisputeShape, read_purchase, settle_purchase, PurchaseCheck
)


# Asking for trumps in the skat: who may ask when, what must be said, and whether the answer was right.
#
# Source: main rule text, "The discard (the skat)", "Logistics, The fourth player".


class AskedShape(Shape):
    """A question to the dealer: the player who asked, and the moment."""

    by: PlayerName = Field(description="The player who asked; a player who sits out may be named.")
    at: int | None = Field(
        None,
        ge=1,
        le=25,
        description="The number of the chance in `chances`, 1 for the first. [default: the last]",
    )


class AskingShape(DisputeShape):
    """A question to the dealer about trumps in the skat, and the dealer's answer."""

    kind: Literal["asking"] = KIND_KEY
    skat: CardList = Field(description="The dealer's discard.")
    chances: CardList = Field(
        description="The cards that the dealer played when a trump was possible, in order.", examples=["h4"]
    )
    asked: AskedShape
    answered: SpokenAnswer | None = Field(
        None, description="The dealer's answer: yes, no, or a number.", examples=["no", 2]
    )


class AskingDispute(Dispute, frozen=True, kw_only=True):
    """Could the dealer be asked, and was his answer right?"""

    dealer: int
    skat: frozenset[Card]
    chances: tuple[Card, ...]
    """What the dealer laid where he could have played a trump, up to the question."""
    asked_by: int | None
    """None for a player who sits out."""
    answered: bool | int | None = None


def read_asking(reader: Reader, shape: AskingShape) -> AskingDispute | None:
    """The skat, what the dealer laid, the question and its answer; None where one of them cannot be read."""
    about = about_of(reader, shape)
    if about["dealer"] is None and not shape.tells("dealer"):
        reader.lack(shape.node.where, say("nobody is the dealer"), say("expected `dealer`: he is asked"))
    laid = shape.chances if shape.has("chances") else None
    skat = shape.skat if shape.has("skat") else None
    places = ((say("the skat"), skat), (say("the cards the dealer played"), laid))
    check_cards(reader, [Pile(words, cards.placed) for words, cards in places if cards is not None])
    if laid is not None and not laid.size:
        expected = say("expected the cards he played when he could have played a trump")
        reader.lack(laid.where, say("the dealer had no chance to play a trump"), expected)
    answer = None if shape.answered is None else _answer(reader, shape.answered)
    by, out = _read_asker(reader, shape, about["dealer"]) if shape.has("asked") else (None, False)
    if about["dealer"] is None or (by is None and not out) or laid is None or skat is None or not laid.placed:
        return None
    cards = tuple(each.card for each in laid.placed)[: shape.asked.at]
    return AskingDispute(**about, skat=skat.cards, chances=cards, asked_by=by, answered=answer)


def _read_asker(reader: Reader, shape: AskingShape, dealer: int | None) -> tuple[int | None, bool]:
    """Who asked, and whether it was the one who sits out; None for him, and for nobody at the table."""
    asked = shape.asked
    laid = len(shape.chances.placed) if shape.has("chances") else 0
    if asked.at is not None and asked.at > laid > 0:
        expected = say("expected at most {number}, as `chances` has", number=laid)
        reader.fault(asked.place("at"), say("unknown chance {number}", number=asked.at), expected)
    if not asked.has("by"):
        return None, False
    if spelled(asked.by) == reader.sitting_out:
        return None, True
    by = reader.seat_of(asked.by)
    if by is not None and by == dealer:
        reader.fault(asked.by.where, say("the dealer asks himself"), say("expected another player"))
    return by, False


def _answer(reader: Reader, told: SpokenAnswer) -> bool | int | None:
    """Yes, no or how many; what is neither is a fault, and so are more trumps than a skat holds."""
    value = told.value
    if isinstance(value, str):
        if value.casefold() in ANSWERS:
            return ANSWERS[value.casefold()]
        expected = say("expected yes, no, or how many")
        reader.fault(told.where, say("the answer is {word}", word=Verbatim(shown(value))), expected)
        return None
    most = reader.rules.table.skat_size
    if not isinstance(value, bool) and value is not None and not 0 <= value <= most:
        expected = say("expected at most {number}", number=most)
        reader.fault(told.where, say("{number} {number:trump/trumps} in the skat", number=value), expected)
        return None
    return value


NO_CLASS_OF_ANSWER: Final = say(
    "no source names a class for a wrong answer; how grave it is, the players must agree"
)


class AskingRemedyView(View, frozen=True, kw_only=True):
    """The answer that the dealer still has to give; empty if none is due."""

    tell: Annotated[int | bool, Meta(description="True or false, or the number of trumps.")] | UnsetType = (
        UNSET
    )


class AskingCheck(CheckAnswer, frozen=True, kw_only=True):
    """The ruling on asking the dealer for trumps in the skat, and on the dealer's answer."""

    kind: Literal["asking"]
    may_ask: Annotated[bool | None, Meta(description="Null if no source says.")]
    must_tell: Annotated[
        int | bool,
        Meta(
            description="The required answer if the question is allowed: true or false, or the number of "
            "trumps."
        ),
    ]
    answer_right: Annotated[bool | None, Meta(description="Null if there was no answer.")]
    remedy: AskingRemedyView


def _answer_word(told: int) -> Word:
    """The answer of the dealer: yes, no, or how many trumps."""
    if isinstance(told, bool):
        return say("yes") if told else say("no")
    return told


@dataclass(frozen=True, slots=True, kw_only=True)
class AskingFinding(Finding):
    """Whether the dealer could be asked, None where no source says; what he must say, and whether he did.

    `must_tell` is what he must say if the question is allowed; `answer_right` is None where he has not
    answered.
    """

    may_ask: bool | None
    must_tell: bool | int
    answer_right: bool | None

    def fact_phrases(self) -> Iterator[Phrase]:
        """What lies in the skat, what the dealer played where a trump could be, and what he answered."""
        dispute = self.dispute
        assert isinstance(dispute, AskingDispute)
        dealer = Name(dispute.players[dispute.dealer])
        yield Phrase(say("In the skat: {cards}", cards=in_a_row(sorted(dispute.skat))), level=1)
        cards = in_a_row(dispute.chances)
        told = say("{player} could have played a trump, and played {cards}", player=dealer, cards=cards)
        yield Phrase(told, level=1)
        if dispute.asked_by is not None:
            asker = Name(dispute.players[dispute.asked_by])
            yield Phrase(say("{player} asks for trumps in the skat", player=asker), level=1)
        if dispute.answered is not None:
            answer = _answer_word(dispute.answered)
            yield Phrase(say("{player} answers: {answer}", player=dealer, answer=answer), level=1)

    def reason_phrases(self) -> Iterator[Phrase]:
        """Whether the dealer may be asked, and what he must say."""
        if self.may_ask is False:
            yield Phrase(say("The dealer may not be asked here."), level=1)
            return
        answer = _answer_word(self.must_tell)
        if self.may_ask:
            yield Phrase(say("The dealer must say: {answer}", answer=answer), level=1)
        else:
            yield Phrase(say("If he may be asked, the dealer must say: {answer}", answer=answer), level=1)

    def answer(self) -> AskingCheck:
        """The answer about a question for trumps in the skat."""
        due = self.may_ask and not self.answer_right
        return AskingCheck(
            **self.common,
            may_ask=self.may_ask,
            must_tell=self.must_tell,
            answer_right=self.answer_right,
            remedy=AskingRemedyView(tell=self.must_tell if due else UNSET),
        )


def settle_asking(dispute: AskingDispute) -> AskingFinding:
    """The verdict on a question and its answer, by the rules."""
    rules, answer = dispute.rules, dispute.answered
    clause = ClauseReader(rules.clauses).the("must-tell")
    allowed = may_ask(rules, dispute.chances)
    right = None if answer is None else answers_rightly(rules, dispute.skat, answer)
    wrong = tuple(_violations(dispute, clause, allowed=allowed, right=right))
    is_open = allowed is None and dispute.asked_by is not None
    return AskingFinding(
        dispute=dispute,
        violations=wrong,
        open_questions=(_until_when(dispute, clause),) if is_open else (),
        proofs=() if right is None else (_proof(clause, right=right),),
        notes=tuple(_notes(right=right, allowed=allowed)),
        applied=(clause,),
        may_ask=False if dispute.asked_by is None else allowed,
        must_tell=must_answer(rules, dispute.skat),
        answer_right=right,
    )


def _violations(
    dispute: AskingDispute, clause: str, *, allowed: bool | None, right: bool | None
) -> Iterator[Violation]:
    now = dispute.chances[-1]
    if dispute.asked_by is None:
        out = Name(str(dispute.sitting_out))
        yield Violation("table.fourth", (), say("{player} sits out and may not ask", player=out))
    elif allowed is False:
        early = say("{card} shows nothing of trumps; there is nothing to ask", card=now)
        late = say("the dealer has played a trump before; he did not show out at the first chance")
        yield Violation(clause, (now,), late if shows_out(now) else early)
    elif right is False:
        yield Violation(clause, _trumps(dispute), _false(dispute))


def _trumps(dispute: AskingDispute) -> tuple[Card, ...]:
    return tuple(sorted(card for card in dispute.skat if card.is_trump))


def _false(dispute: AskingDispute) -> Message:
    """What is wrong with the answer."""
    dealer, trumps, said = Name(dispute.players[dispute.dealer]), _trumps(dispute), _answer_message(dispute)
    if dispute.answered is True and trumps:
        return say("{player} said {answer}, and must say how many", player=dealer, answer=said)
    if trumps:
        lie = in_a_row(trumps)
        return say(
            "{player} said {answer}, but the skat holds {cards}", player=dealer, answer=said, cards=lie
        )
    return say("{player} said {answer}, but the skat holds no trump", player=dealer, answer=said)


def _answer_message(dispute: AskingDispute) -> Message:
    if isinstance(dispute.answered, bool):
        return say("yes") if dispute.answered else say("no")
    return say("{number}", number=Verbatim(dispute.answered))


def _until_when(dispute: AskingDispute, clause: str) -> OpenQuestion:
    """Whether the question is still allowed, where it was not put at the first chance."""
    right = dispute.answered is None or answers_rightly(dispute.rules, dispute.skat, dispute.answered)
    later = Reading(
        say("the dealer may be asked until he has answered"),
        Verdict.LEGAL if right else Verdict.ILLEGAL,
        () if right else (clause,),
        say("the dealer must answer"),
    )
    never = Reading(
        say("he may be asked only when he first could have played a trump"),
        Verdict.ILLEGAL,
        (clause,),
        say("the dealer does not have to answer"),
    )
    return OpenQuestion((clause,), (dispute.chances[-1],), (later, never))


def _proof(clause: str, *, right: bool) -> Proof:
    words = (
        say("the answer is all that must be said") if right else say("the answer is not what must be said")
    )
    return Proof(words, (clause,))


def _notes(*, right: bool | None, allowed: bool | None) -> Iterator[Message]:
    if right is False:
        yield NO_CLASS_OF_ANSWER
    if right is False and allowed is False:
        yield say("he did not have to answer, but his answer is false")


ASKING: Final[DisputeModule] = DisputeModule(AskingShape, read_asking, settle_asking, AskingCheck)
