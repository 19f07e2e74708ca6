"""What is paid during and after play: early tricks, the last trick with the pots, Tout, Nolo, foundation.

What is paid for which card, and to or from which pot, are entries of the game that the clauses were compiled
into; here is when each of them is due. A player sitting out has the seat after the last and takes part in
foundations only.

Source: main rule text, "Scoring, payment", parts 1, 4 and 5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from analyzer.rules.book import Book, Pot, Pots
from analyzer.rules.play.table import Laid, Trick
from analyzer.rules.score.hand import HandCame, Scoring
from analyzer.rules.score.outcome import Outcome
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.pots import Doubling, Entry, IntoPots, PlayStep, When

TOUT: Final = "tout"
"""What a player says who announces that he wins every trick."""


def opponents(seat: int, seats: int) -> tuple[int, ...]:
    """The other active players, in order of play from the seat."""
    return tuple((seat + step) % seats for step in range(1, seats))


def settle_early(game: GameSpec, trick: Trick, book: Book) -> None:
    """Pay for the cards in a trick before the last that something is paid for; no pot is emptied here.

    Source: clauses of the kind lost-early, and of the kind from-each those for a trick won early.
    """
    for laid in trick.laid:
        when = When.WON_EARLY if laid.seat == trick.winner else When.LOST_EARLY
        for entry in game.due(when, laid.card):
            _pay(game, entry, laid.seat, book, book.pots)


def settle_last(scoring: Scoring) -> None:
    """Settle the last trick where there are pots; the count is not part of it.

    The steps are made in the order the game gives them. By today's rules the pots are counted first; then the
    winner is paid; then every Bagud, and a failed announced Tout, pays what the pot held at first; at last
    every empty pot is founded again.

    Source: clause payment.order; those of the steps are named there.
    """
    if scoring.game.pots is None or scoring.came.last is None:
        return
    scoring.outcome = outcome_of(scoring.game, scoring.came)
    ending = _Ending(scoring.game, scoring.came.last, scoring.outcome, scoring.book, scoring.came.out)
    for step in scoring.game.the_pots.order:
        STEPS[step](ending)


def outcome_of(game: GameSpec, came: HandCame) -> Outcome:
    """What came of a hand with pots, before anything is paid.

    A seat of which nobody tells the tricks is assumed to have won one before, and then Tout and Nolo are out.

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


def found_empty_pots(spec: GameSpec, book: Book, *, sitting_out: bool = False) -> None:
    """Found every empty pot: each active player pays, and so does a player sitting out, if he founds at all.

    A pot that had been empty all along is founded too: it ends the settlement empty like any other.

    Source: clauses payment.foundation, payment.pot-winner-founds, table.fourth.
    """
    refill = spec.the_pots.accounts.refill
    empty = tuple(pot for pot in refill.pots if book.pots[pot] == 0)
    payers = range(founders(spec, sitting_out=sitting_out))
    found(book, IntoPots(refill.clause, refill.amount, empty), payers)


def founders(spec: GameSpec, *, sitting_out: bool) -> int:
    """How many seats pay foundations: the active ones, and a player sitting out if he founds."""
    return spec.table.players + (sitting_out and spec.table.founds)


def pay_for_dealing(spec: GameSpec, dealer: int, book: Book) -> None:
    """The dealer pays into the pots.

    Source: clause payment.dealing.
    """
    dealing = spec.the_pots.accounts.dealing
    for pot in dealing.pots:
        book.pay(dealer, pot, dealing.amount, dealing.clause)


def found(book: Book, founding: IntoPots, payers: Iterable[int]) -> None:
    """Each of these seats pays into the pots of a foundation."""
    payers = tuple(payers)
    for pot in founding.pots:
        book.each_pays(payers, pot, founding.amount, founding.clause)


def _tout_and_nolo(spec: GameSpec, tricks: Sequence[int | None]) -> tuple[int | None, int | None]:
    """The seats of Tout and of Nolo; Nolo needs exactly one player without a trick, and no Tout."""
    if spec.table.hand_size in tricks:
        return tricks.index(spec.table.hand_size), None
    return None, tricks.index(0) if tricks.count(0) == 1 else None


def _winning(trick: Trick) -> Laid:
    return next(laid for laid in trick.laid if laid.seat == trick.winner)


def _losing(spec: GameSpec, trick: Trick) -> list[Laid]:
    """The cards of a last trick that go Bagud."""
    return [laid for laid in trick.laid if laid.seat != trick.winner and spec.due(When.BAGUD, laid.card)]


class _Ending(Struct):
    """The settlement of a last trick between two of its steps."""

    spec: GameSpec
    trick: Trick
    outcome: Outcome
    book: Book
    sitting_out: bool
    counted: Pots | None = None
    """What the pots held when they were counted."""

    def pay(self, entries: Iterable[Entry], seat: int, held: Pots) -> None:
        for entry in entries:
            _pay(self.spec, entry, seat, self.book, held)


def _pay(spec: GameSpec, entry: Entry, seat: int, book: Book, held: Pots) -> None:
    """Enter what one entry comes to for a seat; pots that are doubled grow by what they `held`."""
    others = opponents(seat, spec.table.players)
    if entry.when.costs:
        book.pays_each(seat, others, entry.amount, entry.clause)
    else:
        book.each_pays(others, seat, entry.amount, entry.clause)
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
    """Every Bagud pays the Ultimo's amount and what its pot held; then a failed announced Tout doubles pots.

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
    found_empty_pots(ending.spec, ending.book, sitting_out=ending.sitting_out)


STEPS: Final[Mapping[PlayStep, Callable[[_Ending], None]]] = {
    PlayStep.COUNT_POT: _count_pot,
    PlayStep.ULTIMO: _ultimo,
    PlayStep.BAGUD: _bagud,
    PlayStep.FOUNDATION: _foundation,
}
"""What is done in each step of the settlement of the last trick."""
