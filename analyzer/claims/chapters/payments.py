"""Claims about payments, for all tricks and all amounts in the pots: a sentence, its tricks, its readings."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from analyzer.cards.card import PAGAT, Card, Suit
from analyzer.claims.chapters.any_hand import EARLY, LAST, LAST_OF_FOUR, SettledTrick
from analyzer.claims.claim import ClaimKind, Condition, HowOften, Sentence
from analyzer.claims.declaration import Readings, declare
from analyzer.messages import Message, say
from analyzer.proofs.accounts import is_nothing
from analyzer.proofs.play import SUITS
from analyzer.proofs.pots import is_one_of
from analyzer.proofs.smt import (
    Number,
    Truth,
    either_number,
    every,
    follows,
    not_,
    number_of,
    some,
)
from analyzer.rules.book import Pot
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.paying import When

# Claims about payments, for all tricks and all amounts in the pots: a sentence, its tricks, its readings.


COIN: Final = 5


def _so(words: Message, holds: Callable[[SettledTrick], Truth]) -> Condition[SettledTrick]:
    return Condition(words, holds)


def _fixed(spec: GameSpec) -> tuple[int, int]:
    """What a Tout and all foundations cost an opponent, and what a Bagud costs in all, its pot aside."""
    refill = spec.the_pots.accounts.refill
    tout = max(each.amount for each in spec.due(When.TOUT)) + refill.amount * len(refill.pots)
    return tout, max(each.amount for each in spec.due(When.BAGUD)) * (spec.table.players - 1)


def _prizes(spec: GameSpec) -> frozenset[Card]:
    return frozenset(card for entry in spec.due(When.ULTIMO) for card in entry.cards)


def _goes_bagud(trick: SettledTrick, seat: int) -> Truth:
    return some(each.there for each in trick.baguds if each.seat == seat)


def _bounded(trick: SettledTrick) -> Truth:
    most, _ = _fixed(trick.spec)
    return every(
        some((_goes_bagud(trick, seat), trick.special.failed[seat], trick.owed(seat) <= most))
        for seat in trick.seats
    )


def _one_pot(trick: SettledTrick) -> Truth:
    enough: list[Truth] = []
    for seat in trick.seats:
        most: Number = sum(_fixed(trick.spec))
        for each in trick.baguds:
            if each.seat == seat:
                most = most + either_number(each.there, trick.held[each.pot], 0)
        enough.append(some((trick.special.failed[seat], trick.owed(seat) <= most)))
    return every(enough)


def _owed_twice(trick: SettledTrick) -> Truth:
    baguds, found = list(trick.baguds), []
    for each in baguds:
        alone = not_(some(one.there for one in baguds if one.seat != each.seat))
        held, left = trick.held[each.pot], trick.left[each.pot]
        costs = every((held > 0, left == 3 * held, trick.owed(each.seat) > 2 * held))
        found.append(every((each.there, trick.special.failed[each.seat], alone, costs)))
    return some(found)


def _winner_has(trick: SettledTrick, *, pagat: bool) -> Truth:
    return some(
        every((card.is_(PAGAT) if pagat else card.suit == _TRUMPS, won))
        for card, won in zip(trick.laid.cards, trick.laid.wins, strict=True)
    )


_TRUMPS: Final = SUITS.index(Suit.TRUMPS)

BALANCED: Final = _so(
    say(
        "the amounts that all players receive, including one who sits out, and the growth of "
        "the pots sum to zero, apart from the count"
    ),
    lambda trick: sum(trick.tokens) + sum(trick.left.values()) == sum(trick.held.values()),
)
BELOW_NOTHING: Final = _so(
    say("a pot is left with less than nothing"), lambda trick: some(pot < 0 for pot in trick.left.values())
)
LEFT_EMPTY: Final = _so(
    say("a pot is left empty"), lambda trick: some(is_nothing(pot) for pot in trick.left.values())
)
IN_COINS: Final = _so(
    say("everybody wins or loses a multiple of 5"),
    lambda trick: every(trick.multiple(each, COIN) for each in trick.tokens),
)
POTS_IN_COINS: Final = _so(
    say("each pot held a multiple of 5"),
    lambda trick: every(trick.multiple(each, COIN) for each in trick.held.values()),
)
KING_ULTIMO: Final = _so(say("somebody wins a king Ultimo"), lambda trick: some(trick.achieved.king_ultimo))
NO_KING_ULTIMO: Final = _so(
    say("nobody wins a king Ultimo"), lambda trick: not_(some(trick.achieved.king_ultimo))
)
PAGAT_BAGUD_AND_ULTIMO: Final = _so(
    say("the Pagat goes Bagud and somebody wins an Ultimo"),
    lambda trick: every(
        (
            some(trick.achieved.pagat_bagud),
            some((*trick.achieved.king_ultimo, *trick.achieved.pagat_ultimo)),
        )
    ),
)
KING_ULTIMO_AND_BAGUD: Final = _so(
    say("somebody wins a king Ultimo and somebody goes Bagud with a king"),
    lambda trick: every((some(trick.achieved.king_ultimo), some(trick.achieved.king_bagud))),
)
PAGAT_ULTIMO_AND_BAGUD: Final = _so(
    say("somebody wins a Pagat Ultimo and somebody goes Bagud with a king"),
    lambda trick: every((some(trick.achieved.pagat_ultimo), some(trick.achieved.king_bagud))),
)
TWO_BAGUDS: Final = _so(
    say("the Pagat and a king both go Bagud"),
    lambda trick: every((some(trick.achieved.pagat_bagud), some(trick.achieved.king_bagud))),
)
TWO_KINGS_LOST: Final = _so(
    say("two kings go Bagud"), lambda trick: number_of(trick.achieved.king_bagud) == 2
)
KING_POT_HELD: Final = _so(say("the king pot held something"), lambda trick: trick.held[Pot.KING] > 0)
BOTH_POTS_HELD: Final = _so(
    say("both pots held something"), lambda trick: every(each > 0 for each in trick.held.values())
)
KING_POT_DOUBLED: Final = _so(
    say("the king pot ends at twice what it held"),
    lambda trick: trick.left[Pot.KING] == 2 * trick.held[Pot.KING],
)
KING_POT_TREBLED: Final = _so(
    say("the king pot ends at three times what it held"),
    lambda trick: trick.left[Pot.KING] == 3 * trick.held[Pot.KING],
)
TOUT_MADE: Final = _so(say("somebody makes Tout"), lambda trick: some(trick.special.tout))
NO_TOUT: Final = _so(say("nobody makes Tout"), lambda trick: not_(some(trick.special.tout)))
NO_NOLO: Final = _so(say("nobody makes Nolo"), lambda trick: not_(some(trick.special.nolo)))
NONE_FAILED: Final = _so(say("no announced Tout fails"), lambda trick: not_(some(trick.special.failed)))
TWO_PAID: Final = _so(
    say("more than one player is paid for Tout, Nolo, an Ultimo or the plain last trick, or one for two"),
    lambda trick: (
        number_of(
            (
                *trick.special.tout,
                *trick.special.nolo,
                *trick.achieved.king_ultimo,
                *trick.achieved.pagat_ultimo,
                *trick.achieved.last_trick,
            )
        )
        > 1
    ),
)
TOUT_AND_NOLO: Final = _so(
    say("somebody makes Tout and somebody Nolo, or two make the same"),
    lambda trick: number_of((*trick.special.tout, *trick.special.nolo)) > 1,
)
BOTH_POTS_TAKEN: Final = _so(say("somebody takes from both pots"), lambda trick: every(trick.taken.values()))
PLAIN_WITH_PRIZE: Final = _so(
    say("the plain last trick is paid and a king or the Pagat is in it"),
    lambda trick: every(
        (
            some(trick.achieved.last_trick),
            some(is_one_of(card, _prizes(trick.spec)) for card in trick.laid.cards),
        )
    ),
)
PAGAT_WINS: Final = _so(say("the Pagat wins the trick"), lambda trick: _winner_has(trick, pagat=True))
ANOTHER_TRUMP: Final = _so(
    say("a trump other than the Pagat is in it"),
    lambda trick: some(every((card.suit == _TRUMPS, not_(card.is_(PAGAT)))) for card in trick.laid.cards),
)
OWES_MORE: Final = _so(
    say("whoever goes Bagud owes more for the trick than the pot of his card held"),
    lambda trick: every(
        follows(each.there, trick.owed(each.seat) > trick.held[each.pot]) for each in trick.baguds
    ),
)
OWES_NO_MORE: Final = _so(
    say("somebody goes Bagud and owes no more for the trick than the pot of his card held"),
    lambda trick: some(
        every((each.there, trick.owed(each.seat) <= trick.held[each.pot])) for each in trick.baguds
    ),
)
BOUNDED: Final = _so(
    say(
        "everybody who neither goes Bagud nor fails in a Tout that he announced owes no more for the trick "
        "than a Tout and the foundation of both pots cost him"
    ),
    _bounded,
)
ONE_POT: Final = _so(
    say(
        "everybody who fails in no Tout that he announced owes no more for the trick than a Tout, the "
        "foundation of both pots and a Bagud cost him, and with a Bagud the pot of his card"
    ),
    _one_pot,
)
OWED_TWICE: Final = _so(
    say(
        "somebody who fails in a Tout that he announced goes Bagud as the only one, and owes more than twice "
        "what the pot of his card held, which ends at three times that"
    ),
    _owed_twice,
)
FOUNDED_IN_SPITE: Final = _so(
    say("a pot that held something and into which a Bagud pays is founded again"),
    lambda trick: some(
        every((each.there, trick.held[each.pot] > 0, trick.founded.get(each.pot, False)))
        for each in trick.baguds
    ),
)
BOTH_FOUNDED: Final = _so(
    say("both pots are founded again at once"),
    lambda trick: number_of(trick.founded.values()) > 1,
)


_EARLY: Final = ("payment.early-king", "payment.early-pagat", "payment.winning-pagat")
_LAST: Final = (
    "payment.order", "payment.king-ultimo", "payment.pagat-ultimo", "payment.king-bagud",
    "payment.pagat-bagud", "payment.last-trick", "payment.tout", "payment.tout-pots", "payment.nolo",
    "payment.failed-tout", "payment.failed-tout-last-trick", "payment.failed-tout-bagud",
    "payment.foundation",
)  # fmt: skip
_BAGUD: Final = ("payment.king-bagud", "payment.pagat-bagud")
_ULTIMO: Final = ("payment.king-ultimo", "payment.pagat-ultimo")
_TOUT: Final = ("payment.tout", "payment.tout-pots", "payment.foundation")
_FAILED: Final = ("payment.failed-tout", "payment.failed-tout-bagud")

settles = partial(declare, of=(LAST,))
"""Enters a sentence, about every last trick where nothing else is said."""

settles(
    "payments.sum-under-every-option", Sentence(HowOften.ALWAYS, BALANCED), *_LAST, *_EARLY,
    "table.fourth",
    of=(EARLY, LAST, LAST_OF_FOUR), readings=Readings.EVERY,
)  # fmt: skip
settles(
    "payments.tout-founds-one-pot",
    Sentence(HowOften.NEVER, BOTH_FOUNDED, (TOUT_MADE, BOTH_POTS_HELD)), *_TOUT, *_BAGUD,
    readings=Readings.EACH,
)  # fmt: skip
settles(
    "payments.owes-more-than-a-pot", Sentence(HowOften.ALWAYS, OWES_MORE, (NO_NOLO, NONE_FAILED)),
    *_BAGUD, "payment.order", "payment.failed-tout", "payment.nolo",
)  # fmt: skip
settles(
    "payments.bagud-paid-back", Sentence(HowOften.CAN, OWES_NO_MORE), *_BAGUD, "payment.nolo",
    "payment.failed-tout",
)  # fmt: skip
settles(
    "payments.bounded-without-bagud", Sentence(HowOften.ALWAYS, BOUNDED), "payment.tout",
    "payment.foundation", *_ULTIMO, "payment.nolo", "payment.last-trick",
)  # fmt: skip
settles(
    "payments.one-pot-at-most", Sentence(HowOften.ALWAYS, ONE_POT), *_BAGUD, "payment.tout",
    "payment.foundation", *_FAILED,
)  # fmt: skip
settles(
    "payments.pot-owed-twice", Sentence(HowOften.CAN, OWED_TWICE), *_FAILED, *_BAGUD, "payment.order",
    readings=Readings.EACH,
)  # fmt: skip
settles(
    "payments.two-kings-treble",
    Sentence(
        HowOften.ALWAYS,
        KING_POT_TREBLED,
        (TWO_KINGS_LOST, KING_POT_HELD, NO_KING_ULTIMO, NO_TOUT, NONE_FAILED),
    ),
    "payment.king-bagud", "payment.order",
)  # fmt: skip
settles(
    "payments.bagud-spares-foundation", Sentence(HowOften.NEVER, FOUNDED_IN_SPITE), *_BAGUD,
    "payment.tout-pots", "payment.foundation", "payment.order",
)  # fmt: skip
settles("payments.last-zero-sum", Sentence(HowOften.ALWAYS, BALANCED), *_LAST)
settles(
    "payments.last-zero-sum-four", Sentence(HowOften.ALWAYS, BALANCED), *_LAST, "table.fourth",
    of=(LAST_OF_FOUR,),
)  # fmt: skip
settles("payments.early-zero-sum", Sentence(HowOften.ALWAYS, BALANCED), *_EARLY, of=(EARLY,))
settles(
    "payments.pots-never-negative", Sentence(HowOften.NEVER, BELOW_NOTHING), *_LAST, *_EARLY,
    of=(LAST, EARLY),
)  # fmt: skip
settles("payments.pots-never-empty", Sentence(HowOften.NEVER, LEFT_EMPTY), *_LAST)
settles(
    "payments.coins", Sentence(HowOften.ALWAYS, IN_COINS, (POTS_IN_COINS,)), *_LAST, *_EARLY,
    of=(LAST, EARLY), kind=ClaimKind.GUARD,
)  # fmt: skip
settles(
    "payments.pagat-bagud-excludes-ultimo", Sentence(HowOften.NEVER, PAGAT_BAGUD_AND_ULTIMO),
    "payment.pagat-bagud", *_ULTIMO, "play.winner",
)  # fmt: skip
settles(
    "payments.king-ultimo-with-king-bagud", Sentence(HowOften.CAN, KING_ULTIMO_AND_BAGUD),
    "payment.king-ultimo", "payment.king-bagud",
)  # fmt: skip
settles(
    "payments.pagat-ultimo-with-king-bagud", Sentence(HowOften.CAN, PAGAT_ULTIMO_AND_BAGUD),
    "payment.pagat-ultimo", "payment.king-bagud",
)  # fmt: skip
settles("payments.pagat-bagud-with-king-bagud", Sentence(HowOften.CAN, TWO_BAGUDS), *reversed(_BAGUD))
settles(
    "payments.three-kings-double",
    Sentence(HowOften.ALWAYS, KING_POT_DOUBLED, (TWO_KINGS_LOST, KING_ULTIMO, KING_POT_HELD)),
    "payment.order", "payment.king-ultimo", "payment.king-bagud",
)  # fmt: skip
settles(
    "payments.one-winner-paid", Sentence(HowOften.NEVER, TWO_PAID), "payment.tout", "payment.nolo",
    *_ULTIMO, "payment.last-trick",
)  # fmt: skip
settles(
    "payments.tout-excludes-nolo", Sentence(HowOften.NEVER, TOUT_AND_NOLO), "payment.tout", "payment.nolo",
)  # fmt: skip
settles(
    "payments.both-pots-need-tout", Sentence(HowOften.NEVER, BOTH_POTS_TAKEN, (NO_TOUT,)),
    "payment.tout-pots", *_ULTIMO,
)  # fmt: skip
settles(
    "payments.plain-last-trick", Sentence(HowOften.NEVER, PLAIN_WITH_PRIZE), "payment.last-trick", *_BAGUD,
    kind=ClaimKind.GUARD,
)  # fmt: skip
settles(
    "payments.pagat-wins-alone", Sentence(HowOften.NEVER, ANOTHER_TRUMP, (PAGAT_WINS,)), "play.winner",
    "table.ranks", of=(EARLY, LAST), kind=ClaimKind.GUARD,
)  # fmt: skip
