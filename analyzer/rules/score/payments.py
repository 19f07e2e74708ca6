"""What is paid during and after play: early tricks, the last trick with the pots, Tout, Nolo, foundation.

Every function enters its payments in a ledger, in the order in which they are made at the table. A player
sitting out has seat 3 and takes part in foundations only.

Source: main rule text, "Scoring, payment", parts 1, 4 and 5.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from analyzer.cards.card import PAGAT, Card
from analyzer.rules.ledger import Ledger, Pot
from analyzer.rules.play.table import Laid, Trick
from analyzer.rules.spec.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a hand, by seat; None where nobody achieved it.

    `last_trick` is who won it, with whatever card. With Tout, Nolo or a failed announced Tout no Ultimo
    counts, so the three Ultimo fields are None. `bagud` lists the seats that lost one, in table order.
    """

    last_trick: int
    ultimo: int | None
    king_ultimo: int | None
    pagat_ultimo: int | None
    tout: int | None
    nolo: int | None
    bagud: tuple[int, ...]
    failed_tout: int | None = None
    """The announcer of a Tout that failed."""


def ultimo_pot(card: Card) -> Pot | None:
    """The pot an Ultimo card plays for; None for every other card."""
    if card.is_king:
        return Pot.KING
    return Pot.PAGAT if card == PAGAT else None


def opponents(seat: int, seats: int) -> tuple[int, ...]:
    """The other active players, in order of play from the seat."""
    return tuple((seat + step) % seats for step in range(1, seats))


def settle_early(rules: RuleSet, trick: Trick, ledger: Ledger, seats: int = 3) -> None:
    """Pay for the kings and the Pagat in a trick before the last; a pot is never emptied here.

    Source: clauses payment.early-king, payment.early-pagat, payment.winning-pagat.
    """
    pay = rules.payments
    for laid in trick.laid:
        others = opponents(laid.seat, seats)
        if laid.seat == trick.winner:
            if laid.card == PAGAT:
                ledger.each_pays(others, laid.seat, pay.winning_pagat, "payment.winning-pagat")
        elif laid.card.is_king:
            ledger.pays_each(laid.seat, others, pay.early_king, "payment.early-king")
            ledger.pay(laid.seat, Pot.KING, pay.early_king_pot, "payment.early-king")
        elif laid.card == PAGAT:
            ledger.pays_each(laid.seat, others, pay.early_pagat, "payment.early-pagat")
            ledger.pay(laid.seat, Pot.PAGAT, pay.early_pagat_pot, "payment.early-pagat")


def settle_last(
    rules: RuleSet,
    trick: Trick,
    ledger: Ledger,
    *,
    tricks_won: tuple[int | None, ...] | None,
    announced_tout: int | None = None,
    sitting_out: bool = False,
) -> Outcome:
    """Settle the last trick and say what came of the hand; the count is not part of it.

    The pots are counted first; then the winner is paid; then every Bagud, and a failed announced Tout,
    pays what the pot held at first; at last every empty pot is founded again. `tricks_won` are the
    tricks of each seat, this one included; None, for all or for one seat, stands for a player who is
    assumed to have won a trick before, and then Tout and Nolo are out.

    Source: clauses payment.order, payment.tout, payment.nolo, payment.failed-tout, payment.pagat-ultimo,
    payment.king-ultimo, payment.pagat-bagud, payment.king-bagud, payment.last-trick, payment.foundation.
    """
    counted = ledger.pots
    outcome = outcome_of(rules, trick, tricks_won=tricks_won, announced_tout=announced_tout)
    seats = len(trick.laid)
    _pay_tout_and_nolo(rules, outcome, ledger, seats)
    _pay_winner(rules, trick, outcome, ledger)
    for laid in _losing_ultimo_cards(trick):
        _pay_bagud(rules, laid, ledger, counted[Pot.KING if laid.card.is_king else Pot.PAGAT], seats)
    if outcome.failed_tout is not None:
        loser = outcome.failed_tout
        ledger.pays_each(loser, opponents(loser, seats), rules.payments.failed_tout, "payment.failed-tout")
        if rules.payments.failed_tout_doubles_pots:
            for pot in Pot:
                ledger.pay(loser, pot, counted[pot], "payment.failed-tout")
    found_empty_pots(rules, ledger, sitting_out=sitting_out, seats=seats)
    return outcome


def outcome_of(
    rules: RuleSet,
    trick: Trick,
    *,
    tricks_won: tuple[int | None, ...] | None,
    announced_tout: int | None = None,
) -> Outcome:
    """What came of a hand whose last trick this is, before anything is paid; see :func:`settle_last`.

    Source: clauses payment.tout, payment.nolo, payment.pagat-ultimo, payment.king-ultimo.
    """
    tout, nolo = _tout_and_nolo(rules, tricks_won)
    failed = announced_tout if announced_tout != tout else None
    won_with = next(laid.card for laid in trick.laid if laid.seat == trick.winner)
    # An announced Tout that fails rules out every Ultimo, by the main rule text, "Failed announced Tout".
    open_to_ultimo = tout is None and nolo is None and failed is None
    king = trick.winner if open_to_ultimo and won_with.is_king else None
    pagat = trick.winner if open_to_ultimo and won_with == PAGAT else None
    return Outcome(
        last_trick=trick.winner,
        ultimo=king if pagat is None else pagat,
        king_ultimo=king,
        pagat_ultimo=pagat,
        tout=tout,
        nolo=nolo,
        bagud=tuple(sorted(laid.seat for laid in _losing_ultimo_cards(trick))),
        failed_tout=failed,
    )


def found_empty_pots(rules: RuleSet, ledger: Ledger, *, sitting_out: bool = False, seats: int = 3) -> None:
    """Found every empty pot: each active player pays, and so does a player sitting out.

    A pot that had been empty all along is founded too: it ends the settlement empty like any other.

    Source: clauses payment.foundation, payment.pot-winner-founds.
    """
    payers = range(seats + 1) if sitting_out else range(seats)
    for pot in Pot:
        if ledger.pots[pot] == 0:
            ledger.each_pays(payers, pot, rules.payments.foundation, "payment.foundation")


def _tout_and_nolo(rules: RuleSet, tricks_won: Iterable[int | None] | None) -> tuple[int | None, int | None]:
    """The seats of Tout and of Nolo; Nolo needs exactly one player without a trick, and no Tout."""
    if tricks_won is None:
        return None, None
    tricks = tuple(tricks_won)
    if rules.table.hand_size in tricks:
        return tricks.index(rules.table.hand_size), None
    return None, tricks.index(0) if tricks.count(0) == 1 else None


def _losing_ultimo_cards(trick: Trick) -> list[Laid]:
    return [laid for laid in trick.laid if laid.seat != trick.winner and ultimo_pot(laid.card) is not None]


def _pay_tout_and_nolo(rules: RuleSet, outcome: Outcome, ledger: Ledger, seats: int) -> None:
    pay = rules.payments
    if outcome.tout is not None:
        winner = outcome.tout
        ledger.each_pays(opponents(winner, seats), winner, pay.tout, "payment.tout")
        if pay.tout_takes_pots:
            for pot in Pot:
                ledger.pay(pot, winner, ledger.pots[pot], "payment.tout-pots")
    elif outcome.nolo is not None:
        ledger.each_pays(opponents(outcome.nolo, seats), outcome.nolo, pay.nolo, "payment.nolo")


def _pay_winner(rules: RuleSet, trick: Trick, outcome: Outcome, ledger: Ledger) -> None:
    """Pay an Ultimo with its pot, or the plain last trick.

    No source says whether the plain last trick is paid when an announced Tout fails; only the Ultimo is
    ruled out there, so the last trick is paid as usual when it is won with an ordinary card.
    """
    pay, others = rules.payments, opponents(trick.winner, len(trick.laid))
    won_with = next(laid.card for laid in trick.laid if laid.seat == trick.winner)
    if outcome.king_ultimo is not None:
        ledger.each_pays(others, trick.winner, pay.king_ultimo, "payment.king-ultimo")
        ledger.pay(Pot.KING, trick.winner, ledger.pots.king, "payment.king-ultimo")
    elif outcome.pagat_ultimo is not None:
        ledger.each_pays(others, trick.winner, pay.pagat_ultimo, "payment.pagat-ultimo")
        ledger.pay(Pot.PAGAT, trick.winner, ledger.pots.pagat, "payment.pagat-ultimo")
    elif ultimo_pot(won_with) is None and not outcome.bagud and outcome.tout is None and outcome.nolo is None:
        ledger.each_pays(others, trick.winner, pay.last_trick, "payment.last-trick")


def _pay_bagud(rules: RuleSet, laid: Laid, ledger: Ledger, counted: int, seats: int) -> None:
    """Pay for one Bagud: the Ultimo's amount to each, and what its pot held when it was counted."""
    pay = rules.payments
    king = laid.card.is_king
    amount = pay.king_ultimo if king else pay.pagat_ultimo
    clause = "payment.king-bagud" if king else "payment.pagat-bagud"
    ledger.pays_each(laid.seat, opponents(laid.seat, seats), amount, clause)
    ledger.pay(laid.seat, Pot.KING if king else Pot.PAGAT, counted, clause)
