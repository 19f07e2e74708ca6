"""Topics in a settlement: payments that fall due, pots that change twice, piles that are counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from analyzer.cards.card import Card
from analyzer.rules.book import Pot, Transfer
from analyzer.rules.play.table import Trick
from analyzer.rules.score.hand import Outcome
from analyzer.rules.spec.bearing import NOTHING, CameUp, Cards, Topic
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.pots import When


def in_early_trick(trick: Trick) -> CameUp:
    """Return the payments that fall due in a trick before the last."""
    won = frozenset(each.card for each in trick.laid if each.seat == trick.winner)
    lost = frozenset(each.card for each in trick.laid) - won
    return CameUp(due={When.WON_EARLY: won, When.LOST_EARLY: lost})


def in_last_trick(
    spec: GameSpec, trick: Trick, outcome: Outcome, payments: Iterable[Transfer], *, sitting_out: bool
) -> CameUp:
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
        topics.update(beside_failed_tout(spec, due))
    return CameUp(frozenset(topics), due)


def beside_failed_tout(spec: GameSpec, due: Mapping[When, Cards]) -> Iterator[Topic]:
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


def in_count(outcome: Outcome | None, fool: Topic | None, *, counted: bool) -> CameUp:
    """Return the topics of counting the piles; `fool` is the topic of the Fool's pile, if any."""
    topics = set[Topic]()
    if outcome is not None and outcome.tout is not None:
        topics.add(Topic.ALL_TRICKS_COUNT)
    if outcome is not None and outcome.nolo is not None:
        topics.add(Topic.NO_TRICKS_COUNT)
    if counted:
        topics |= {Topic.COUNT} | ({fool} if fool is not None else set())
    return CameUp(frozenset(topics))


def fool_counted(spec: GameSpec, cards: Iterable[Card], tricks_left: int) -> Topic | None:
    """Return the topic of the pile in which a trick's Fool is counted; None if it is not in the trick."""
    if not any(card.is_fool for card in cards):
        return None
    return Topic.FOOL_COUNTED_AT_LAST if tricks_left <= max(spec.fool.lost_in_last, 1) else Topic.FOOL_COUNTED
