"""Claims about payments, for all tricks and all amounts in the pots: a sentence, its tricks, its readings."""

from __future__ import annotations

from functools import partial
from typing import Final

from analyzer.claims import conditions as so
from analyzer.claims.any_settlement import EARLY, LAST, LAST_OF_FOUR
from analyzer.claims.claim import ClaimKind
from analyzer.claims.declared import Readings, declare
from analyzer.claims.sentence import HowOften, Sentence

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
    "payments.sum-under-every-option", Sentence(HowOften.ALWAYS, so.BALANCED), *_LAST, *_EARLY,
    "table.fourth",
    of=(EARLY, LAST, LAST_OF_FOUR), readings=Readings.EVERY,
)  # fmt: skip
settles(
    "payments.tout-founds-one-pot",
    Sentence(HowOften.NEVER, so.BOTH_FOUNDED, (so.TOUT, so.BOTH_POTS_HELD)), *_TOUT, *_BAGUD,
    readings=Readings.EACH,
)  # fmt: skip
settles(
    "payments.owes-more-than-a-pot", Sentence(HowOften.ALWAYS, so.OWES_MORE, (so.NO_NOLO, so.NONE_FAILED)),
    *_BAGUD, "payment.order", "payment.failed-tout", "payment.nolo",
)  # fmt: skip
settles(
    "payments.bagud-paid-back", Sentence(HowOften.CAN, so.OWES_NO_MORE), *_BAGUD, "payment.nolo",
    "payment.failed-tout",
)  # fmt: skip
settles(
    "payments.bounded-without-bagud", Sentence(HowOften.ALWAYS, so.BOUNDED), "payment.tout",
    "payment.foundation", *_ULTIMO, "payment.nolo", "payment.last-trick",
)  # fmt: skip
settles(
    "payments.one-pot-at-most", Sentence(HowOften.ALWAYS, so.ONE_POT), *_BAGUD, "payment.tout",
    "payment.foundation", *_FAILED,
)  # fmt: skip
settles(
    "payments.pot-owed-twice", Sentence(HowOften.CAN, so.OWED_TWICE), *_FAILED, *_BAGUD, "payment.order",
    readings=Readings.EACH,
)  # fmt: skip
settles(
    "payments.two-kings-treble",
    Sentence(
        HowOften.ALWAYS,
        so.KING_POT_TREBLED,
        (so.TWO_KINGS_LOST, so.KING_POT_HELD, so.NO_KING_ULTIMO, so.NO_TOUT, so.NONE_FAILED),
    ),
    "payment.king-bagud", "payment.order",
)  # fmt: skip
settles(
    "payments.bagud-spares-foundation", Sentence(HowOften.NEVER, so.FOUNDED_IN_SPITE), *_BAGUD,
    "payment.tout-pots", "payment.foundation", "payment.order",
)  # fmt: skip
settles("payments.last-zero-sum", Sentence(HowOften.ALWAYS, so.BALANCED), *_LAST)
settles(
    "payments.last-zero-sum-four", Sentence(HowOften.ALWAYS, so.BALANCED), *_LAST, "table.fourth",
    of=(LAST_OF_FOUR,),
)  # fmt: skip
settles("payments.early-zero-sum", Sentence(HowOften.ALWAYS, so.BALANCED), *_EARLY, of=(EARLY,))
settles(
    "payments.pots-never-negative", Sentence(HowOften.NEVER, so.BELOW_NOTHING), *_LAST, *_EARLY,
    of=(LAST, EARLY),
)  # fmt: skip
settles("payments.pots-never-empty", Sentence(HowOften.NEVER, so.LEFT_EMPTY), *_LAST)
settles(
    "payments.coins", Sentence(HowOften.ALWAYS, so.IN_COINS, (so.POTS_IN_COINS,)), *_LAST, *_EARLY,
    of=(LAST, EARLY), kind=ClaimKind.GUARD,
)  # fmt: skip
settles(
    "payments.pagat-bagud-excludes-ultimo", Sentence(HowOften.NEVER, so.PAGAT_BAGUD_AND_ULTIMO),
    "payment.pagat-bagud", *_ULTIMO, "play.winner",
)  # fmt: skip
settles(
    "payments.king-ultimo-with-king-bagud", Sentence(HowOften.CAN, so.KING_ULTIMO_AND_BAGUD),
    "payment.king-ultimo", "payment.king-bagud",
)  # fmt: skip
settles(
    "payments.pagat-ultimo-with-king-bagud", Sentence(HowOften.CAN, so.PAGAT_ULTIMO_AND_BAGUD),
    "payment.pagat-ultimo", "payment.king-bagud",
)  # fmt: skip
settles("payments.pagat-bagud-with-king-bagud", Sentence(HowOften.CAN, so.TWO_BAGUDS), *reversed(_BAGUD))
settles(
    "payments.three-kings-double",
    Sentence(HowOften.ALWAYS, so.KING_POT_DOUBLED, (so.TWO_KINGS_LOST, so.KING_ULTIMO, so.KING_POT_HELD)),
    "payment.order", "payment.king-ultimo", "payment.king-bagud",
)  # fmt: skip
settles(
    "payments.one-winner-paid", Sentence(HowOften.NEVER, so.TWO_PAID), "payment.tout", "payment.nolo",
    *_ULTIMO, "payment.last-trick",
)  # fmt: skip
settles(
    "payments.tout-excludes-nolo", Sentence(HowOften.NEVER, so.TOUT_AND_NOLO), "payment.tout", "payment.nolo",
)  # fmt: skip
settles(
    "payments.both-pots-need-tout", Sentence(HowOften.NEVER, so.BOTH_POTS_TAKEN, (so.NO_TOUT,)),
    "payment.tout-pots", *_ULTIMO,
)  # fmt: skip
settles(
    "payments.plain-last-trick", Sentence(HowOften.NEVER, so.PLAIN_WITH_PRIZE), "payment.last-trick", *_BAGUD,
    kind=ClaimKind.GUARD,
)  # fmt: skip
settles(
    "payments.pagat-wins-alone", Sentence(HowOften.NEVER, so.ANOTHER_TRUMP, (so.PAGAT_WINS,)), "play.winner",
    "table.ranks", of=(EARLY, LAST), kind=ClaimKind.GUARD,
)  # fmt: skip
