"""Claims about payments, for all tricks and all amounts in the pots: a sentence, its tricks, its readings."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import partial
from typing import Final

from analyzer.claims import conditions as so
from analyzer.claims.any_settlement import EARLY, LAST, LAST_OF_FOUR, AnySettlement, Tricks
from analyzer.claims.claim import CLAIMS, Claim, ClaimFinding, ClaimKind, Decider
from analyzer.claims.readings import (
    HangsOn,
    last_settlement_of,
    settlement_of,
    under_each_option,
    under_every_option,
)
from analyzer.claims.sentence import HowOften, Sentence
from analyzer.claims.settled import SettledTrick
from analyzer.messages import Message, Word, both, listed, say
from analyzer.rules.spec.ruleset import RuleSet


class Readings(Enum):
    """Under which readings a claim is asked: those of the rule set, each other one beside, or all at once."""

    OWN = "own"
    EACH = "each"
    EVERY = "every"


_ASKED: Final[dict[Readings, Callable[[RuleSet, int, Decider, HangsOn], ClaimFinding]]] = {
    Readings.EACH: under_each_option,
    Readings.EVERY: under_every_option,
}


def settles(
    name: str,
    sentence: Sentence[SettledTrick],
    *clauses: str,
    of: tuple[Tricks, ...] = (LAST,),
    kind: ClaimKind = ClaimKind.FINDING,
    readings: Readings = Readings.OWN,
) -> None:
    """Enter a sentence about the tricks of these sorts among the claims."""
    decide = partial(_decide, sentence, of)
    if readings is not Readings.OWN:
        hangs_on = last_settlement_of if all(each.last for each in of) else settlement_of
        decide = partial(_read, _ASKED[readings], decide, hangs_on)
    CLAIMS.append(
        Claim(
            name, sentence.words, sentence.sat, sentence.unsat, clauses, _bound(of, readings), kind, decide,
            sentence=sentence, of=of, fits=partial(_fits, of),
        )
    )  # fmt: skip


def _fits(of: tuple[Tricks, ...], rules: RuleSet) -> bool:
    """Whether a rule set of Danish Tarok knows tricks of these sorts."""
    return rules.game.has_pots and any(each.can_be(rules) for each in of)


def _decide(
    sentence: Sentence[SettledTrick], of: tuple[Tricks, ...], rules: RuleSet, rlimit: int
) -> ClaimFinding:
    """What it comes to: settled by the first case in any sort of tricks, else by there being none."""
    shows, found = sentence.form is HowOften.CAN, ClaimFinding(true=True)
    for tricks in of:
        if tricks.can_be(rules):
            case = AnySettlement(rules, rlimit, tricks)
            found = case.decided(sentence.decides(case.settled), shows=shows)
            if found.witness is not None:
                break
    return found


def _read(
    asked: Callable[[RuleSet, int, Decider, HangsOn], ClaimFinding],
    decide: Decider,
    hangs_on: HangsOn,
    rules: RuleSet,
    rlimit: int,
) -> ClaimFinding:
    return asked(rules, rlimit, decide, hangs_on)


def _bound(of: tuple[Tricks, ...], readings: Readings) -> Message:
    """What a claim ranges over: the words of its tricks and of all that they leave open."""
    over = dict.fromkeys(each.words for tricks in of for each in tricks.over)
    parts: list[Word] = [both(each.words for each in of), *over]
    if readings is not Readings.OWN:
        parts.append(say("every reading of each option"))
    return say("{parts}", parts=listed(parts))


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
