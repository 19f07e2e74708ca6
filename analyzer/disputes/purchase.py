"""A disputed purchase: whether the cards may be bought, and what is paid for them to whom."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

import z3

from analyzer.disputes.findings import Finding, Proof
from analyzer.disputes.kinds.purchase import PurchaseDispute
from analyzer.disputes.owed import BookFinding, clauses_of, of_scoring, prove, wrongly_said
from analyzer.messages import say
from analyzer.proofs.clauses.purchase import may_be_bought
from analyzer.proofs.clauses.score.purchase import pay_purchases as pays_purchases
from analyzer.proofs.smt import Holding, Mismatch, SmtQuestion, no
from analyzer.rules.book import Book
from analyzer.rules.deal.judge import Matter
from analyzer.rules.score.hand import HandCame, Scoring
from analyzer.rules.score.outcome import Outcome
from analyzer.rules.score.purchase import pay_purchases
from analyzer.rules.spec.bidding import PurchaseRules
from analyzer.rules.spec.game import GameSpec

BOUGHT: Final = say("the cards may be bought by these clauses, and nothing else is paid for them")
NOT_BOUGHT: Final = say("the cards may not be bought by these clauses")


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


def settle_purchase(dispute: PurchaseDispute) -> PurchaseFinding:
    """The verdict on a purchase, by the engine and by Z3.

    Raises: Mismatch where the two differ.
    """
    game, rules = _rules(dispute)
    judged = dispute.wrong_before(before=dispute.buying.hands, laid_away=frozenset(dispute.buying.laid_away))
    wrong = tuple(each.violation for each in judged if each.what is Matter.PURCHASE)
    _same_clauses(dispute, game, rules, {each.clause for each in wrong})
    scoring = _paid(dispute, game, nothing=bool(wrong))
    question, other = prove(scoring, [] if wrong else [pays_purchases])
    used = tuple(dict.fromkeys((*_applied(dispute, rules), *clauses_of(scoring))))
    said = () if wrong else tuple(wrongly_said(dispute.said, scoring, dispute.players))
    return PurchaseFinding(
        dispute=dispute,
        violations=(*wrong, *said),
        proofs=(Proof(NOT_BOUGHT if wrong else BOUGHT, tuple(sorted(used))),),
        applied=used,
        smt2=question.smt2((), other),
        **{**of_scoring(scoring), "outcome": None, "pools": None},
    )


def _rules(dispute: PurchaseDispute) -> tuple[GameSpec, PurchaseRules]:
    game = dispute.rules.game
    assert game.purchase is not None
    return game, game.purchase


def _applied(dispute: PurchaseDispute, rules: PurchaseRules) -> Iterator[str]:
    """The clauses that the purchase is judged by."""
    yield rules.clause
    if any(each.wants in dispute.buying.laid_away for each in dispute.purchases):
        yield rules.in_discard_clause


def _paid(dispute: PurchaseDispute, game: GameSpec, *, nothing: bool) -> Scoring:
    """What is paid for the cards bought."""
    told = dispute.told if not nothing else replace(dispute.told, purchases=())
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


def _same_clauses(
    dispute: PurchaseDispute, game: GameSpec, rules: PurchaseRules, broken: Collection[str]
) -> None:
    """Hold the clauses that Z3 finds broken against the engine's.

    Raises: Mismatch.
    """
    buying, question = dispute.buying, SmtQuestion()
    hands: list[Holding] = []
    for name, hand in zip(dispute.players, buying.hands, strict=True):
        asked = {each.wants for each in dispute.purchases}
        cards = {*asked, *(each.gives for each in dispute.purchases if each.gives is not None)}
        holding: Holding = {card: z3.Bool(f"{name} has {card}") for card in sorted(cards)}
        question.given(*(there if card in hand else no(there) for card, there in holding.items()))
        hands.append(holding)
    contract = game.contract(buying.contract)
    most = 0 if contract is None else contract.buys
    kept = may_be_bought(rules, most, hands, buying.declarer, dispute.purchases, buying.laid_away)
    found = {clause for clause, formula in kept.items() if not question.possible((), formula)}
    unsure = [clause for clause in {*kept} - found if question.possible((), no(kept[clause]))]
    if found != set(broken) or unsure:
        raise Mismatch(f"the purchases {dispute.purchases}: Z3 {sorted(found)}, engine {sorted(broken)}")
