"""The steps of scoring a hand in their order, the count, and the topics that come up in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from analyzer.cards.card import Card
from analyzer.rules.book import NOBODY, Book, Pot, Transfer
from analyzer.rules.play.table import Trick
from analyzer.rules.score.hand import HandResult, Outcome, Scoring
from analyzer.rules.score.opening import (
    pay_declared,
    pay_for_deal,
    pay_misery,
    pay_purchases,
    pay_shown_at_once,
    score_returned,
)
from analyzer.rules.score.payments import score_deviation, score_last_trick, score_nil, settle_last
from analyzer.rules.score.sheets import score_radl, score_stake, score_tapp
from analyzer.rules.score.target import score_coefficients, score_target
from analyzer.rules.spec.bearing import NOTHING, Cards, Occurrences, Topic
from analyzer.rules.spec.game import FoolHome, GameSpec
from analyzer.rules.spec.kinds.paying import When

# The steps of scoring a hand, in their order, and the count.


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
    return spec.piles.discard + sum(spec.piles.card_units(card) for card in skat)


def points_of_pile(spec: GameSpec, pile: Collection[Card], *, dealers: bool) -> int:
    """Return the points of the cards in a pile, including the skat in the dealer's.

    A pile of full tricks has a card too few if the Fool went home from it, and one too many if it came
    home to it; the tricks still count.

    Source: clause count.points.
    """
    laid = len(pile) - (spec.table.skat_size if dealers else 0)
    tricks = (laid + 1) // spec.table.players
    own = spec.piles.discard if dealers else 0
    return own + tricks * spec.piles.trick + sum(spec.piles.card_units(card) for card in pile)


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


def open_hand(game: GameSpec, came: HandResult, book: Book) -> Scoring:
    """Enter all payments before the first lead of a full hand in the book.

    The pools of the answer are those that are then on the table.
    """
    return _scored(OPENING, game, came, book)


def score_hand(game: GameSpec, came: HandResult, book: Book) -> Scoring:
    """Enter everything that the end of a hand pays or writes in the book."""
    return _scored(STEPS, game, came, book)


def _scored(steps: tuple[Step, ...], game: GameSpec, came: HandResult, book: Book) -> Scoring:
    scoring = Scoring.from_hand(game, came, book)
    for step in steps:
        step(scoring)
    return scoring


# Topics in a settlement: payments that fall due, pots that change twice, piles that are counted.


def in_early_trick(trick: Trick) -> Occurrences:
    """Return the payments that fall due in a trick before the last."""
    won = frozenset(each.card for each in trick.laid if each.seat == trick.winner)
    lost = frozenset(each.card for each in trick.laid) - won
    return Occurrences(due={When.WON_EARLY: won, When.LOST_EARLY: lost})


def in_last_trick(
    spec: GameSpec, trick: Trick, outcome: Outcome, payments: Iterable[Transfer], *, sitting_out: bool
) -> Occurrences:
    """Return the payments that fall due in the last trick, even if they are zero."""
    won = frozenset(each.card for each in trick.laid if each.seat == trick.winner)
    lost = frozenset(each.card for each in trick.laid) - won
    due: dict[When, Cards] = {When.BAGUD: lost}
    if outcome.tout is not None:
        due[When.TOUT] = NOTHING
    elif outcome.nolo is not None:
        due[When.NOLO] = NOTHING
    elif spec.prize(next(iter(won))) is not None:
        due[When.ULTIMO] = won
    elif not outcome.bagud:
        due[When.LAST_TRICK] = NOTHING
    topics = set(_pots(spec, tuple(payments), sitting_out=sitting_out))
    if outcome.failed_tout is not None:
        due[When.FAILED_TOUT] = NOTHING
        topics.update(failed_tout_topics(spec, due))
    return Occurrences(frozenset(topics), due)


def failed_tout_topics(spec: GameSpec, due: Mapping[When, Cards]) -> Iterator[Topic]:
    """Yield the payments that meet a failed Tout; nothing if it is settled like any hand."""
    if spec.the_pots.failed_tout.ultimo:
        return
    if When.LAST_TRICK in due:
        yield Topic.FAILED_TOUT_LAST_TRICK
    doubled = {pot for each in spec.due(When.FAILED_TOUT) for pot in each.doubles}
    lost = [each for each in spec.due(When.BAGUD) if each.cards & due.get(When.BAGUD, NOTHING)]
    if any(doubled.intersection(each.doubles) for each in lost):
        yield Topic.FAILED_TOUT_BAGUD


def _pots(spec: GameSpec, payments: Sequence[Transfer], *, sitting_out: bool) -> Iterator[Topic]:
    if any(each.clause == spec.the_pots.accounts.refill.clause for each in payments):
        yield Topic.FOUNDED
        if sitting_out:
            yield Topic.SITTING_OUT
    moved = {
        (each.clause, pot) for each in payments for pot in (each.payer, each.payee) if isinstance(pot, Pot)
    }
    if any(number > 1 for number in Counter(pot for _, pot in moved).values()):
        yield Topic.ORDER


def in_count(outcome: Outcome | None, fool: Topic | None, *, counted: bool) -> Occurrences:
    """Return the topics of counting the piles; `fool` is the topic of the Fool's pile, if any."""
    topics = set[Topic]()
    if outcome is not None and outcome.tout is not None:
        topics.add(Topic.ALL_TRICKS_COUNT)
    if outcome is not None and outcome.nolo is not None:
        topics.add(Topic.NO_TRICKS_COUNT)
    if counted:
        topics |= {Topic.COUNT} | ({fool} if fool is not None else set())
    return Occurrences(frozenset(topics))


def fool_counted(spec: GameSpec, cards: Iterable[Card], tricks_left: int) -> Topic | None:
    """Return the topic of the pile in which a trick's Fool is counted; None if it is not in the trick."""
    if not any(card.is_fool for card in cards):
        return None
    return Topic.FOOL_COUNTED_AT_LAST if tricks_left <= max(spec.fool.lost_in_last, 1) else Topic.FOOL_COUNTED
