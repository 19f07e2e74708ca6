"""The steps of scoring a hand, in their order, and the count."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final

from analyzer.cards.card import Card
from analyzer.rules.book import NOBODY, Book
from analyzer.rules.score.hand import HandCame, Outcome, Scoring
from analyzer.rules.score.opening import (
    pay_declared,
    pay_for_deal,
    pay_misery,
    pay_purchases,
    pay_shown_at_once,
    score_returned,
)
from analyzer.rules.score.payments import score_deviation, score_last_trick, score_nil, settle_last
from analyzer.rules.score.radl import score_radl
from analyzer.rules.score.tapp import score_stake, score_tapp
from analyzer.rules.score.target import score_coefficients, score_target
from analyzer.rules.spec.game import FoolHome, GameSpec


def fool_owner(spec: GameSpec, player: int, winner: int, tricks_left: int) -> int:
    """Return the seat in whose pile the Fool ends if `player` played it to a trick of `winner`.

    Source: clauses fool.own-pile, fool.last-trick.
    """
    goes_home = spec.fool.home is FoolHome.STAYS and tricks_left > spec.fool.lost_in_last
    return player if goes_home else winner


def points_of_skat(spec: GameSpec, skat: Iterable[Card]) -> int:
    """Return the points of the skat, all the dealer's: one for the three cards, and their values.

    Source: clause count.points.
    """
    return spec.piles.discard + sum(spec.piles.of(card) for card in skat)


def points_of_pile(spec: GameSpec, pile: Collection[Card], *, dealers: bool) -> int:
    """Return the points of the cards in a pile, including the skat in the dealer's.

    A pile of full tricks has a card too few if the Fool went home from it, and one too many if it came
    home to it; the tricks still count.

    Source: clause count.points.
    """
    laid = len(pile) - (spec.table.skat_size if dealers else 0)
    tricks = (laid + 1) // spec.table.players
    own = spec.piles.discard if dealers else 0
    return own + tricks * spec.piles.trick + sum(spec.piles.of(card) for card in pile)


def rounded(spec: GameSpec, points: int) -> int:
    """Return tokens for a pile of `points`, from its owner's view: the rounded difference from par.

    With multiples of 5 no difference is half-way; with an even rounding a half is rounded away from 0.

    Source: clause count.par.
    """
    over, step = points - spec.the_pots.count.par, spec.the_pots.count.rounding
    size = (2 * abs(over) + step) // (2 * step) * step
    return size if over > 0 else -size


def is_counted(spec: GameSpec, outcome: Outcome) -> bool:
    """Return True if the piles are paid for at all after this outcome.

    Source: clauses count.tout, count.nolo.
    """
    if outcome.tout is not None:
        return spec.the_pots.count.after_tout
    return outcome.nolo is None or spec.the_pots.count.after_nolo


def next_dealer_of(spec: GameSpec, dealer: int) -> int:
    """Return the seat that deals the next hand, among those that play this one.

    Source: clause table.next-dealer.
    """
    return spec.table.deals_next(dealer, spec.table.players)


def counts(spec: GameSpec, seat: int, dealer: int) -> bool:
    """Return True if a seat settles its own count, after a hand of this dealer.

    Source: clause count.next-dealer.
    """
    return spec.the_pots.count.own or seat != next_dealer_of(spec, dealer)


def settle_count(scoring: Scoring) -> None:
    """Pay for the piles: every active player except the next dealer settles with the next dealer.

    The next dealer's own pile is not counted. If the rules let each player gain or lose by their own pile,
    all piles are counted, and there is no opposite side. Nothing is paid if the piles are not given.

    Source: clauses count.par, count.next-dealer, table.next-dealer.
    """
    game, came = scoring.game, scoring.came
    if game.pots is None or came.dealer is None or not is_counted(game, scoring.outcome):
        return
    next_dealer = NOBODY if game.the_pots.count.own else next_dealer_of(game, came.dealer)
    for seat, points in enumerate(came.units):
        if points is not None and counts(game, seat, came.dealer):
            scoring.book.pay(next_dealer, seat, rounded(game, points), game.the_pots.count.clause)


Step = Callable[[Scoring], None]

STEPS: Final[tuple[Step, ...]] = (
    settle_last,
    settle_count,
    score_last_trick,
    score_nil,
    score_returned,
    score_deviation,
    score_stake,
    score_target,
    score_coefficients,
    score_tapp,
    score_radl,
)
"""The steps of scoring at the end of a hand, in this order; each does nothing in a game without it."""


OPENING: Final[tuple[Step, ...]] = (pay_for_deal, pay_purchases, pay_declared, pay_shown_at_once, pay_misery)
"""The payments before the first lead of a full hand, in this order."""


def open_hand(game: GameSpec, came: HandCame, book: Book) -> Scoring:
    """Enter all payments before the first lead of a full hand in the book.

    The pools of the answer are those that are then on the table.
    """
    return _scored(OPENING, game, came, book)


def score_hand(game: GameSpec, came: HandCame, book: Book) -> Scoring:
    """Enter everything that the end of a hand pays or writes in the book."""
    return _scored(STEPS, game, came, book)


def _scored(steps: tuple[Step, ...], game: GameSpec, came: HandCame, book: Book) -> Scoring:
    scoring = Scoring.of(game, came, book)
    for step in steps:
        step(scoring)
    return scoring
