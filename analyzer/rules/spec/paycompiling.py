"""The compile step of payments for single cards, for no trick and for declarations, kind by kind."""

from __future__ import annotations

from typing import Final

from analyzer.rules.spec.paying import CardPayment, Declaring, NilRules, PlayPayments
from analyzer.rules.spec.reading import RulesReading
from analyzer.rules.spec.ruleset import DeclarationRules

NOTHING_DECLARED: Final = DeclarationRules(
    trumps_from=99, trumps_amount=0, trumps_step=0, fool_is_a_trump=False, pagat_told=False,
    matadors_from=99, matadors_amount=0, matadors_step=0, half=0, full=0, abundant=None, shared=False,
    first=0, correctable_by=None, fool_told=False, clauses={},
)  # fmt: skip


def play_payments_of(given: RulesReading) -> PlayPayments | None:
    """What single cards pay in tricks; None in a game where none does."""
    if given.maybe("card-payment") is None:
        return None
    partner, payers = given.the("partner-cards"), given.the("card-payers")
    return PlayPayments(
        early=_card_payment(given, "before-last"),
        last=_card_payment(given, "last"),
        partner=partner,
        lost_to_partner=given.word(partner, "lost_to_partner") == "paid",
        payers=payers,
        opponents=given.word(payers, "who") == "opponents",
    )


def _card_payment(given: RulesReading, when: str) -> CardPayment:
    clause = given.where("card-payment", "when", when)
    return CardPayment(clause, given.cards(clause), given.number(clause))


def nil_of(given: RulesReading) -> NilRules | None:
    """What a player without a trick is paid; None where that is nothing of its own."""
    clause = given.maybe("nil")
    if clause is None:
        return None
    amount, ultimo = given.number(clause), given.flag(clause, "ultimo_won")
    return NilRules(clause, amount, ultimo) if amount else None


def declaring_of(given: RulesReading) -> Declaring | None:
    """Who pays for declarations; None in a game without any."""
    payers = given.maybe("declaration-payers")
    if payers is None:
        return None
    returned, may = given.the("declared-return"), given.the("may-declare")
    order = given.the("declaring-order")
    return Declaring(
        order=order,
        first=0 if given.word(order, "first") == "dealer" else 1,
        payers=payers,
        opponents=given.word(payers, "who") == "opponents",
        voluntary=given.flag(may, "voluntary"),
        shared=given.the("independent"),
        returned=returned,
        above=given.number(returned, "above"),
    )


def declarations_of_game(given: RulesReading) -> DeclarationRules:
    """What can be declared and what it brings; nothing in most games."""
    trumps = given.maybe("trumps-declared")
    if trumps is None:
        return NOTHING_DECLARED
    matadors = given.the("matador-declaration")
    cavalry, kings = (given.where("courts-declared", "of", of) for of in ("courts-of-a-suit", "kings"))
    return DeclarationRules(
        trumps_from=given.number(trumps, "from"),
        trumps_amount=given.number(trumps),
        trumps_step=given.number(trumps, "step"),
        fool_is_a_trump=given.flag(given.the("fool-among-trumps"), "counts"),
        pagat_told=False,
        matadors_from=given.number(matadors, "from"),
        matadors_amount=given.number(matadors),
        matadors_step=given.number(matadors, "step"),
        half=given.number(kings, "half"),
        full=given.number(kings, "full"),
        abundant=None,
        shared=given.flag(given.the("independent"), "holds"),
        first=0 if given.word(given.the("declaring-order"), "first") == "dealer" else 1,
        correctable_by=None,
        fool_told=False,
        clauses={"trumps": trumps, "matadors": matadors, "cavallerie": cavalry, "kings": kings},
    )
