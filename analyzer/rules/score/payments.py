"""Payments at the end of a hand: by card points, by deviation, by clauses of the pots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from analyzer.rules.actions import Sides
from analyzer.rules.book import Book, Pot, Pots
from analyzer.rules.play.table import Laid, Trick
from analyzer.rules.score.hand import HandResult, Outcome, Scoring
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.paying import (
    CardPayment,
    Doubling,
    Entry,
    IntoPots,
    PlayPayments,
    PlayStep,
    When,
)


def score_deviation(scoring: Scoring) -> None:
    """Write or settle each side's difference from the average; a Nil replaces it."""
    rule, came = scoring.game.deviation, scoring.came
    if rule is None or nil_seat(scoring.game, came) is not None:
        return
    above = _above(scoring, rule.par)
    if above is None:
        return
    scoring.applied.append(rule.clause)
    if rule.to == "sheet":
        for seat, amount in enumerate(above):
            scoring.book.write(seat, amount, rule.clause)
    elif rule.to == "in-common":
        _in_common(scoring, above, rule.clause)
    elif rule.to == "other":
        scoring.book.pay(1, 0, above[0], rule.clause)
        scoring.book.pay(0, 1, above[1], rule.clause)
    else:
        scoring.applied.append(rule.shared)
        _in_pairs(scoring, above, rule.clause, halves=rule.halves)


def _above(scoring: Scoring, par: int) -> list[int] | None:
    """Return each seat's difference from the average for its side; None if not all of it is known."""
    came = scoring.came
    points = [came.points(scoring.game, came.sides.of[seat]) for seat in range(came.seats)]
    known = [int(each) - par for each in points if each is not None]
    return known if len(known) == came.seats else None


def _in_common(scoring: Scoring, above: Sequence[int], clause: str) -> None:
    """Let players below the average pay players above it, in order of play, until all are settled."""
    owed = {seat: amount for seat, amount in enumerate(above) if amount > 0}
    for payer, amount in enumerate(above):
        left = -amount
        for payee in [*owed] if left > 0 else []:
            paid = min(left, owed[payee])
            scoring.book.pay(payer, payee, paid, clause)
            owed[payee] -= paid
            left -= paid


def _in_pairs(scoring: Scoring, above: Sequence[int], clause: str, *, halves: bool) -> None:
    """Let each partner settle with the opponent after them; the first pair has the greater half."""
    for seat in range(0, scoring.came.seats, 2):
        amount = above[seat]
        if halves:
            sign = 1 if amount > 0 else -1
            amount = sign * ((abs(amount) + (seat == 0)) // 2)
        scoring.book.pay(seat + 1, seat, amount, clause)


def nil_seat(game: GameSpec, came: HandResult) -> int | None:
    """Return the only player without a trick, if that is paid for; None if there is none or unknown."""
    if game.nil is None or not came.whole or None in came.tricks:
        return None
    without = [seat for seat, tricks in enumerate(came.tricks) if tricks == 0]
    return without[0] if len(without) == 1 else None


def score_nil(scoring: Scoring) -> None:
    """Make everybody else pay the only player without a trick."""
    rule, seat = scoring.game.nil, nil_seat(scoring.game, scoring.came)
    if rule is None or seat is None:
        return
    scoring.outcome = replace(scoring.outcome, nil=seat)
    others = [other for other in range(scoring.came.seats) if other != seat]
    scoring.book.charge_each(others, seat, rule.amount, rule.clause)


TOUT: Final = "tout"
"""The word of a player who announces all tricks."""


def opponents(seat: int, seats: int) -> tuple[int, ...]:
    """Return the other active players, in order of play from the seat."""
    return tuple((seat + step) % seats for step in range(1, seats))


def settle_early(game: GameSpec, trick: Trick, book: Book) -> None:
    """Pay for the paid cards in a trick before the last; no pot is emptied here.

    Source: clauses of the kind lost-early, and of the kind from-each those for a trick won early.
    """
    for laid in trick.laid:
        when = When.WON_EARLY if laid.seat == trick.winner else When.LOST_EARLY
        for entry in game.due(when, laid.card):
            _pay(game, entry, laid.seat, book, book.pots)


def settle_last(scoring: Scoring) -> None:
    """Settle the last trick in a game with pots; the count is not part of it.

    The steps are made in the order the game gives them. Under today's rules the pots are counted first; then
    the winner is paid; then every Bagud, and a failed announced Tout, pays the amount that the pot held at
    first; finally every empty pot is founded again.

    Source: clause payment.order; those of the steps are named there.
    """
    if scoring.game.pots is None or scoring.came.last is None:
        return
    scoring.outcome = outcome_of(scoring.game, scoring.came)
    ending = _Ending(scoring.game, scoring.came.last, scoring.outcome, scoring.book, scoring.came.out)
    for step in scoring.game.the_pots.order:
        LAST_TRICK_STEPS[step](ending)


def outcome_of(game: GameSpec, came: HandResult) -> Outcome:
    """Return the outcome of a hand with pots, before anything is paid.

    A seat with unknown tricks is assumed to have won one earlier, which rules out Tout and Nolo.

    Source: clauses payment.tout, payment.nolo, payment.failed-tout, and those of the kind ultimo.
    """
    trick = came.last
    assert trick is not None
    tout, nolo = _tout_and_nolo(game, came.tricks)
    announced = next((seat for seat, words in came.told.announced.items() if TOUT in words), None)
    failed = announced if announced != tout else None
    prize = game.prize(_winning(trick).card)
    closed = failed is not None and not game.the_pots.failed_tout.ultimo
    won = trick.winner if tout is None and nolo is None and not closed and prize is not None else None
    return Outcome(
        last_trick=trick.winner,
        ultimo=won,
        king_ultimo=won if prize is Pot.KING else None,
        pagat_ultimo=won if prize is Pot.PAGAT else None,
        tout=tout,
        nolo=nolo,
        bagud=tuple(sorted(laid.seat for laid in _losing(game, trick))),
        failed_tout=failed,
    )


def refill_empty_pots(spec: GameSpec, book: Book, *, sitting_out: bool = False) -> None:
    """Found every empty pot: each active player pays, and so does a player sitting out who pays foundations.

    A pot that had been empty all along is founded too: it ends the settlement empty like any other.

    Source: clauses payment.foundation, payment.pot-winner-founds, table.fourth.
    """
    refill = spec.the_pots.accounts.refill
    empty = tuple(pot for pot in refill.pots if book.pots[pot] == 0)
    payers = range(founders(spec, sitting_out=sitting_out))
    pay_foundation(book, IntoPots(refill.clause, refill.amount, empty), payers)


def founders(spec: GameSpec, *, sitting_out: bool) -> int:
    """Return the number of seats that pay foundations: active ones, and one sitting out who pays them."""
    return spec.table.players + (sitting_out and spec.table.founds)


def pay_for_dealing(spec: GameSpec, dealer: int, book: Book) -> None:
    """Make the dealer pay into the pots.

    Source: clause payment.dealing.
    """
    dealing = spec.the_pots.accounts.dealing
    for pot in dealing.pots:
        book.pay(dealer, pot, dealing.amount, dealing.clause)


def pay_foundation(book: Book, founding: IntoPots, payers: Iterable[int]) -> None:
    """Make each of these seats pay into the pots of a foundation."""
    payers = tuple(payers)
    for pot in founding.pots:
        book.charge_each(payers, pot, founding.amount, founding.clause)


def _tout_and_nolo(spec: GameSpec, tricks: Sequence[int | None]) -> tuple[int | None, int | None]:
    """Return the seats of Tout and of Nolo; Nolo needs exactly one player without a trick, and no Tout."""
    if spec.table.hand_size in tricks:
        return tricks.index(spec.table.hand_size), None
    return None, tricks.index(0) if tricks.count(0) == 1 else None


def _winning(trick: Trick) -> Laid:
    return next(laid for laid in trick.laid if laid.seat == trick.winner)


def _losing(spec: GameSpec, trick: Trick) -> list[Laid]:
    """Return the cards of a last trick that go Bagud."""
    return [laid for laid in trick.laid if laid.seat != trick.winner and spec.due(When.BAGUD, laid.card)]


class _Ending(Struct):
    """The settlement of a last trick between two of its steps."""

    spec: GameSpec
    trick: Trick
    outcome: Outcome
    book: Book
    sitting_out: bool
    counted: Pots | None = None
    """The pots when they were counted."""

    def pay(self, entries: Iterable[Entry], seat: int, held: Pots) -> None:
        for entry in entries:
            _pay(self.spec, entry, seat, self.book, held)


def _pay(spec: GameSpec, entry: Entry, seat: int, book: Book, held: Pots) -> None:
    """Enter the amount of one entry for a seat; pots that are doubled grow by the amount they `held`."""
    others = opponents(seat, spec.table.players)
    if entry.when.costs:
        book.pays_each(seat, others, entry.amount, entry.clause)
    else:
        book.charge_each(others, seat, entry.amount, entry.clause)
    if entry.adds is not None:
        book.pay(seat, *entry.adds, entry.clause)
    for pot in entry.takes:
        book.pay(pot, seat, book.pots[pot], entry.clause)
    for pot in entry.doubles:
        book.pay(seat, pot, held[pot], entry.clause)


def _count_pot(ending: _Ending) -> None:
    ending.counted = ending.book.pots


def _ultimo(ending: _Ending) -> None:
    """Pay Tout, Nolo, an Ultimo with its pot, or the plain last trick.

    Source: those of the payments, and clause payment.failed-tout-last-trick.
    """
    spec, outcome, won_with = ending.spec, ending.outcome, _winning(ending.trick).card
    held, paid = ending.book.pots, outcome.failed_tout is None or spec.the_pots.failed_tout.last_trick
    if outcome.tout is not None:
        ending.pay(spec.due(When.TOUT), outcome.tout, held)
    elif outcome.nolo is not None:
        ending.pay(spec.due(When.NOLO), outcome.nolo, held)
    elif outcome.ultimo is not None:
        ending.pay(spec.due(When.ULTIMO, won_with), outcome.ultimo, held)
    elif spec.prize(won_with) is None and not outcome.bagud and paid:
        ending.pay(spec.due(When.LAST_TRICK), ending.trick.winner, held)


def _bagud(ending: _Ending) -> None:
    """Pay every Bagud, the Ultimo's amount and that of its pot; then a failed announced Tout doubles pots.

    Source: those of the payments, and clause payment.failed-tout-bagud.
    """
    held = ending.counted or ending.book.pots
    for laid in _losing(ending.spec, ending.trick):
        ending.pay(ending.spec.due(When.BAGUD, laid.card), laid.seat, held)
    if ending.outcome.failed_tout is not None:
        if ending.spec.the_pots.failed_tout.doubling is Doubling.AS_IT_LIES:
            held = ending.book.pots
        ending.pay(ending.spec.due(When.FAILED_TOUT), ending.outcome.failed_tout, held)


def _foundation(ending: _Ending) -> None:
    refill_empty_pots(ending.spec, ending.book, sitting_out=ending.sitting_out)


LAST_TRICK_STEPS: Final[Mapping[PlayStep, Callable[[_Ending], None]]] = {
    PlayStep.COUNT_POT: _count_pot,
    PlayStep.ULTIMO: _ultimo,
    PlayStep.BAGUD: _bagud,
    PlayStep.FOUNDATION: _foundation,
}
"""The action of each step in the settlement of the last trick."""


def pay_trick(game: GameSpec, sides: Sides, trick: Trick, book: Book) -> tuple[str, ...]:
    """Pay for the cards of a trick that is not the last one; return the clauses that decided something."""
    settle_early(game, trick, book)
    if game.payments is None:
        return ()
    return _pay_by_cards(game.payments, game.payments.early, sides, trick, book)


def score_last_trick(scoring: Scoring) -> None:
    """Pay for the cards of the last trick; if a player takes no trick, a winning card may pay nothing."""
    rules, came = scoring.game.payments, scoring.came
    if rules is None or came.last is None:
        return
    nil = scoring.game.nil
    unpaid = nil is not None and not nil.ultimo_won and nil_seat(scoring.game, came) is not None
    if nil is not None and unpaid:
        scoring.applied.append(nil.clause)
    paid = _pay_by_cards(rules, rules.last, came.sides, came.last, scoring.book, lost_only=unpaid)
    scoring.applied += paid


def _pay_by_cards(
    rules: PlayPayments, each: CardPayment, sides: Sides, trick: Trick, book: Book, *, lost_only: bool = False
) -> tuple[str, ...]:
    """Pay for the cards of a trick; return the clauses about partners that decided something."""
    applied = []
    for laid in trick.laid:
        if laid.card not in each.cards:
            continue
        own, others = sides.of[laid.seat], _others(rules, sides, laid)
        if laid.seat == trick.winner:
            if not lost_only:
                book.charge_each(others, laid.seat, each.amount, each.clause)
        elif sides.of[trick.winner] == own and not rules.lost_to_partner:
            applied.append(rules.partner)
            continue
        else:
            book.charge_each(others, laid.seat, -each.amount, each.clause)
        if len(sides.seats(own)) > 1:
            applied.append(rules.payers)
    return tuple(applied)


def _others(rules: PlayPayments, sides: Sides, laid: Laid) -> tuple[int, ...]:
    """Return the seats that pay a card's player, or are paid."""
    if rules.opponents:
        return sides.others(sides.of[laid.seat])
    return tuple(seat for seat in range(len(sides.of)) if seat != laid.seat)
