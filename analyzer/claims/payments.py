"""Claims about payments, for all tricks and all amounts in the pots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import z3

from analyzer.cards.card import PAGAT, Suit
from analyzer.claims.any_settlement import AnySettlement
from analyzer.claims.claim import ClaimFinding, ClaimKind, claim, proved_of_all
from analyzer.messages import say
from analyzer.proofs.clauses import payments as clauses
from analyzer.proofs.clauses.play import SUITS
from analyzer.proofs.smt import Number, Truth, every, no, number_of, some
from analyzer.rules.ledger import Pot
from analyzer.rules.spec.reading import RulesReading
from analyzer.rules.spec.ruleset import RuleSet


def _sum(tokens: Sequence[Number], pots: Sequence[Number]) -> Number:
    return sum(tokens, start=0) + sum(pots, start=0)


def _balanced(rules: RuleSet, rlimit: int, *, last: bool, out: bool = False) -> ClaimFinding:
    case = AnySettlement(rules, rlimit, last=last, sitting_out=out)
    before = _sum([], list(case.pots.values()))
    return case.proves(_sum(case.sums.tokens, list(case.sums.pots.values())) != before)


_LAST: Final = (
    "payment.order", "payment.king-ultimo", "payment.pagat-ultimo", "payment.king-bagud",
    "payment.pagat-bagud", "payment.last-trick", "payment.tout", "payment.tout-pots", "payment.nolo",
    "payment.failed-tout", "payment.failed-tout-last-trick", "payment.failed-tout-bagud",
    "payment.foundation",
)  # fmt: skip
_EARLY: Final = ("payment.early-king", "payment.early-pagat", "payment.winning-pagat")
_ALL_LAST: Final = say("all tricks, all pots, all divisions of tricks, with and without an announced Tout")


@claim(
    "payments.last-zero-sum",
    say("After every last trick what all players received and what the pots grew by come to nothing."),
    *_LAST, sat=say("tokens made or lost"), unsat=say("none are"), bound=_ALL_LAST,
)  # fmt: skip
def _last_zero(rules: RuleSet, rlimit: int) -> ClaimFinding:
    return _balanced(rules, rlimit, last=True)


@claim(
    "payments.last-zero-sum-four",
    say(
        "With a fourth player, who sits out and pays foundations only, what all received after a last trick "
        "and what the pots grew by come to nothing."
    ),
    *_LAST, "table.fourth", sat=say("tokens made or lost"), unsat=say("none are"), bound=_ALL_LAST,
)  # fmt: skip
def _last_zero_four(rules: RuleSet, rlimit: int) -> ClaimFinding:
    return _balanced(rules, rlimit, last=True, out=True)


@claim(
    "payments.early-zero-sum",
    say(
        "After every trick before the last what all players received and what the pots grew by come to "
        "nothing."
    ),
    *_EARLY, sat=say("tokens made or lost"), unsat=say("none are"), bound=say("all tricks, all pots"),
)  # fmt: skip
def _early_zero(rules: RuleSet, rlimit: int) -> ClaimFinding:
    return _balanced(rules, rlimit, last=False)


@claim(
    "payments.pots-never-negative",
    say("No settlement of a trick leaves less than nothing in a pot."),
    *_LAST, *_EARLY, sat=say("a pot below nothing"), unsat=say("there is none"), bound=_ALL_LAST,
)  # fmt: skip
def _never_negative(rules: RuleSet, rlimit: int) -> ClaimFinding:
    cases = (AnySettlement(rules, rlimit, last=last) for last in (True, False))
    return proved_of_all(case.proves(some(pot < 0 for pot in case.sums.pots.values())) for case in cases)


@claim(
    "payments.pots-never-empty",
    say("After the last trick no pot is empty: whatever was taken has been founded again."),
    *_LAST, sat=say("an empty pot"), unsat=say("there is none"), bound=_ALL_LAST,
)  # fmt: skip
def _never_empty(rules: RuleSet, rlimit: int) -> ClaimFinding:
    case = AnySettlement(rules, rlimit)
    return case.proves(some(clauses.is_zero(pot) for pot in case.sums.pots.values()))


def _no_multiple(number: Number, of: int, name: str) -> Truth:
    """Whether a number has a rest; said with whole numbers, which Z3 solves quicker than a rest."""
    times, rest = z3.Int(f"times.{name}"), z3.Int(f"rest.{name}")
    return every((number == of * times + rest, rest > 0, rest < of))


@claim(
    "payments.coins",
    say("Where the pots hold multiples of 5, everybody pays and receives multiples of 5."),
    *_LAST, *_EARLY, sat=say("another amount"), unsat=say("there is none"), bound=_ALL_LAST,
    kind=ClaimKind.GUARD,
)  # fmt: skip
def _coins(rules: RuleSet, rlimit: int) -> ClaimFinding:
    return proved_of_all(_in_coins(AnySettlement(rules, rlimit, last=last)) for last in (True, False))


def _in_coins(case: AnySettlement) -> ClaimFinding:
    for pot, amount in case.pots.items():
        case.question.given(amount == 5 * z3.Int(f"coins.{pot.value}"))
    case.question.by_divisibility()
    odd = some(_no_multiple(each, 5, f"{seat}") for seat, each in enumerate(case.sums.tokens))
    return case.proves(odd)


@claim(
    "payments.pagat-bagud-excludes-ultimo",
    say("A Pagat Bagud and an Ultimo of anybody exclude each other."),
    "payment.pagat-bagud", "payment.king-ultimo", "payment.pagat-ultimo", "play.winner",
    sat=say("a last trick with both"), unsat=say("there is none"), bound=_ALL_LAST,
)  # fmt: skip
def _pagat_bagud(rules: RuleSet, rlimit: int) -> ClaimFinding:
    case = AnySettlement(rules, rlimit)
    ultimo = some((*case.achieved.king_ultimo, *case.achieved.pagat_ultimo))
    return case.proves(every((some(case.achieved.pagat_bagud), ultimo)))


@claim(
    "payments.king-ultimo-with-king-bagud",
    say("A king Ultimo and a king Bagud can fall in the same last trick."),
    "payment.king-ultimo", "payment.king-bagud",
    sat=say("such a trick"), unsat=say("there is none"), bound=_ALL_LAST,
)  # fmt: skip
def _king_with_king(rules: RuleSet, rlimit: int) -> ClaimFinding:
    case = AnySettlement(rules, rlimit)
    return case.shows(every((some(case.achieved.king_ultimo), some(case.achieved.king_bagud))))


@claim(
    "payments.pagat-ultimo-with-king-bagud",
    say("A Pagat Ultimo and a king Bagud can fall in the same last trick."),
    "payment.pagat-ultimo", "payment.king-bagud",
    sat=say("such a trick"), unsat=say("there is none"), bound=_ALL_LAST,
)  # fmt: skip
def _pagat_with_king(rules: RuleSet, rlimit: int) -> ClaimFinding:
    case = AnySettlement(rules, rlimit)
    return case.shows(every((some(case.achieved.pagat_ultimo), some(case.achieved.king_bagud))))


@claim(
    "payments.pagat-bagud-with-king-bagud",
    say("The Pagat and a king can both be lost in the same last trick."),
    "payment.pagat-bagud", "payment.king-bagud",
    sat=say("such a trick"), unsat=say("there is none"), bound=_ALL_LAST,
)  # fmt: skip
def _two_baguds(rules: RuleSet, rlimit: int) -> ClaimFinding:
    case = AnySettlement(rules, rlimit)
    return case.shows(every((some(case.achieved.pagat_bagud), some(case.achieved.king_bagud))))


@claim(
    "payments.three-kings-double",
    say(
        "With a king Ultimo and two king Baguds the king pot ends at twice what it held, if it held "
        "anything."
    ),
    "payment.order", "payment.king-ultimo", "payment.king-bagud",
    sat=say("another amount"), unsat=say("it is doubled whatever it held"), bound=_ALL_LAST,
)  # fmt: skip
def _three_kings(rules: RuleSet, rlimit: int) -> ClaimFinding:
    case = AnySettlement(rules, rlimit)
    three = every((some(case.achieved.king_ultimo), number_of(case.achieved.king_bagud) == 2))
    held = case.pots[Pot.KING]
    return case.proves(every((three, held > 0, case.sums.pots[Pot.KING] != 2 * held)))


@claim(
    "payments.one-winner-paid",
    say("Of Tout, Nolo, Ultimo and the plain last trick at most one is ever paid, and to one player."),
    "payment.tout", "payment.nolo", "payment.king-ultimo", "payment.pagat-ultimo", "payment.last-trick",
    sat=say("two of them paid"), unsat=say("never two"), bound=_ALL_LAST,
)  # fmt: skip
def _one_paid(rules: RuleSet, rlimit: int) -> ClaimFinding:
    case = AnySettlement(rules, rlimit)
    what = case.achieved
    paid = (*case.special.tout, *case.special.nolo, *what.king_ultimo, *what.pagat_ultimo, *what.last_trick)
    return case.proves(number_of(paid) > 1)


@claim(
    "payments.tout-excludes-nolo",
    say("Nobody makes Nolo where somebody makes Tout, and nobody shares either."),
    "payment.tout", "payment.nolo",
    sat=say("a division of the tricks with two of them"), unsat=say("there is none"),
    bound=say("all divisions of 25 tricks"),
)  # fmt: skip
def _tout_nolo(rules: RuleSet, rlimit: int) -> ClaimFinding:
    case = AnySettlement(rules, rlimit)
    return case.proves(number_of((*case.special.tout, *case.special.nolo)) > 1)


@claim(
    "payments.both-pots-need-tout",
    say("Only a Tout ever takes from both pots in one settlement."),
    "payment.tout-pots", "payment.king-ultimo", "payment.pagat-ultimo",
    sat=say("another settlement that does"), unsat=say("there is none"), bound=_ALL_LAST,
)  # fmt: skip
def _both_pots(rules: RuleSet, rlimit: int) -> ClaimFinding:
    case = AnySettlement(rules, rlimit)
    # A pot that is taken and founded again may hold more than before, so what is looked at is the taking.
    king, pagat = some(case.achieved.king_ultimo), some(case.achieved.pagat_ultimo)
    return case.proves(every((no(some(case.special.tout)), king, pagat)))


@claim(
    "payments.plain-last-trick",
    say("The plain last trick is paid only where no king and no Pagat lies in it."),
    "payment.last-trick", "payment.king-bagud", "payment.pagat-bagud",
    sat=say("one that is paid all the same"), unsat=say("there is none"), bound=_ALL_LAST,
    kind=ClaimKind.GUARD,
)  # fmt: skip
def _plain(rules: RuleSet, rlimit: int) -> ClaimFinding:
    case = AnySettlement(rules, rlimit)
    given = RulesReading(rules.clauses)
    prizes = given.cards("payment.king-ultimo") | given.cards("payment.pagat-ultimo")
    lies = some(clauses.is_one_of(card, prizes) for card in case.trick.laid)
    return case.proves(every((some(case.achieved.last_trick), lies)))


@claim(
    "payments.pagat-wins-alone",
    say("A trick won with the Pagat holds no other trump."),
    "play.winner", "table.ranks",
    sat=say("one that does"), unsat=say("there is none"), bound=say("all tricks of three cards"),
    kind=ClaimKind.GUARD,
)  # fmt: skip
def _pagat_alone(rules: RuleSet, rlimit: int) -> ClaimFinding:
    case = AnySettlement(rules, rlimit, last=False)
    trumps = number_of(card.suit == SUITS.index(Suit.TRUMPS) for card in case.trick.laid)
    won = some(
        every((card.is_(PAGAT), won)) for card, won in zip(case.trick.laid, case.trick.wins, strict=True)
    )
    return case.proves(every((won, trumps > 1)))
