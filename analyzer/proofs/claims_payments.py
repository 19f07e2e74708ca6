"""Claims about payments and the count, for all tricks and all amounts in the pots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import z3

from analyzer.cards import PAGAT, Suit
from analyzer.proofs import payment_clauses as clauses
from analyzer.proofs.claim import Found, claim, replayed
from analyzer.proofs.claims_play import AnyTrick
from analyzer.proofs.logic import Number, Question, Truth, every, no, number_of, some
from analyzer.proofs.trick_clauses import SUITS
from analyzer.rules.chapters import Clauses
from analyzer.rules.count import rounded
from analyzer.rules.ledger import Ledger, Pot, Pots
from analyzer.rules.payments import Outcome, settle_early, settle_last
from analyzer.rules.ruleset import RuleSet
from analyzer.rules.table import Trick, winner

SEATS: Final = "ABC"


class Settled:
    """Any trick, last or early, with any pots; and for the last one any tricks before it.

    Seats are by order of play in this trick: A leads it.
    """

    def __init__(self, rules: RuleSet, rlimit: int, *, last: bool = True, sitting_out: bool = False) -> None:
        self.rules, self.question, self.is_last = rules, Question(rlimit), last
        self.sitting_out = sitting_out
        self.trick = AnyTrick(rules, self.question)
        self.laid = clauses.Laid(self.trick.laid, self.trick.wins)
        self.pots = {pot: z3.Int(f"pot.{pot.value}") for pot in Pot}
        self.question.given(*(pot >= 0 for pot in self.pots.values()))
        sums = clauses.start(self.pots, rules.table.players + sitting_out)
        self.tricks: list[Number] = []
        self.special = clauses.Special.none()
        if last:
            self.special = self._special()
            self.achieved = clauses.achieved(rules, self.laid, self.special)
            self.sums = clauses.last(rules, self.laid, self.special, sums, sitting_out=sitting_out)
        else:
            self.sums = clauses.early(rules, self.laid, sums)

    def _special(self) -> clauses.Special:
        seats = range(self.rules.table.players)
        self.tricks = [z3.Int(f"tricks.{SEATS[seat]}") for seat in seats]
        self.announced = [z3.Bool(f"announced.{SEATS[seat]}") for seat in seats]
        given = self.question.given
        given(sum(self.tricks) == self.rules.table.hand_size, number_of(self.announced) <= 1)
        for tricks, won in zip(self.tricks, self.trick.wins, strict=True):
            given(tricks >= 0, z3.Implies(won, tricks >= 1))
        return clauses.Special.of(self.rules, self.tricks, self.announced)

    def proves(self, wrong: Truth) -> Found:
        """Proved where nothing of this kind can be, else refuted with the canonical case."""
        if not self.question.possible((), wrong):
            return Found(true=True)
        return Found(true=False, witness=self.witness(wrong))

    def shows(self, case: Truth) -> Found:
        """Proved by the canonical case, refuted where there is none."""
        if not self.question.possible((), case):
            return Found(true=False)
        return Found(true=True, witness=self.witness(case))

    def witness(self, case: Truth) -> dict[str, object]:
        """The canonical case with plain pots, replayed in the engine: tokens and pots must be the same."""
        question, fixed = self.question, [case]
        plain = [no(some((*self.special.tout, *self.special.nolo, *self.special.failed)))]
        usual = [every(self.pots[pot] == 60 for pot in Pot)]
        met = question.smallest([*plain, *usual], (), *fixed)
        fixed += [wish if yes else no(wish) for wish, yes in zip([*plain, *usual], met, strict=True)]
        laid, words = self.trick.witness(*fixed)
        for place, each in enumerate(laid):
            fixed.append(self.trick.laid[place].is_(each.card))
        for number in (self.trick.led, *self.pots.values(), *self.tricks):
            low = question.least(number, 0, 10_000, (), *fixed)
            fixed.append(number == low)
        assert question.possible((), *fixed)
        tokens = [question.value(each) for each in self.sums.tokens]
        pots = Pots(*(question.value(self.sums.pots[pot]) for pot in Pot))
        before = Pots(*(question.value(self.pots[pot]) for pot in Pot))
        ledger, outcome = self._engine(Trick(laid, winner(laid)), before)
        replayed((list(ledger.tokens), ledger.pots) == (tokens, pots), f"{words} {tokens} {pots}")
        found: dict[str, object] = {
            "trick": words,
            "winner": SEATS[winner(laid)],
            "pots_before": {"king": before.king, "pagat": before.pagat},
            "tokens": dict(zip((*SEATS, "D"), tokens, strict=False)),
            "pots_after": {"king": pots.king, "pagat": pots.pagat},
        }
        if outcome is not None:
            found["tricks"] = {SEATS[seat]: question.value(each) for seat, each in enumerate(self.tricks)}
        return found

    def _engine(self, trick: Trick, before: Pots) -> tuple[Ledger, Outcome | None]:
        ledger = Ledger(before, self.rules.table.players + self.sitting_out)
        if not self.is_last:
            settle_early(self.rules, trick, ledger, self.rules.table.players)
            return ledger, None
        said = [seat for seat, each in enumerate(self.announced) if self.question.holds(each)]
        outcome = settle_last(
            self.rules, trick, ledger,
            tricks_won=tuple(self.question.value(each) for each in self.tricks),
            announced_tout=said[0] if said else None, sitting_out=self.sitting_out,
        )  # fmt: skip
        return ledger, outcome


def _sum(tokens: Sequence[Number], pots: Sequence[Number]) -> Number:
    return sum(tokens, start=0) + sum(pots, start=0)


def _balanced(rules: RuleSet, rlimit: int, *, last: bool, out: bool = False) -> Found:
    case = Settled(rules, rlimit, last=last, sitting_out=out)
    before = _sum([], list(case.pots.values()))
    return case.proves(_sum(case.sums.tokens, list(case.sums.pots.values())) != before)


_LAST: Final = (
    "payment.order", "payment.king-ultimo", "payment.pagat-ultimo", "payment.king-bagud",
    "payment.pagat-bagud", "payment.last-trick", "payment.tout", "payment.tout-pots", "payment.nolo",
    "payment.failed-tout", "payment.foundation",
)  # fmt: skip
_EARLY: Final = ("payment.early-king", "payment.early-pagat", "payment.winning-pagat")
_ALL_LAST: Final = "all tricks, all pots, all divisions of tricks, with and without an announced Tout"


@claim(
    "payments.last-zero-sum",
    "After every last trick what all players received and what the pots grew by come to nothing.",
    *_LAST, sat="tokens made or lost", unsat="none are", bound=_ALL_LAST,
)  # fmt: skip
def _last_zero(rules: RuleSet, rlimit: int) -> Found:
    return _balanced(rules, rlimit, last=True)


@claim(
    "payments.last-zero-sum-four",
    "The same with a fourth player who sits out and pays foundations only.",
    *_LAST, "table.fourth", sat="tokens made or lost", unsat="none are", bound=_ALL_LAST,
)  # fmt: skip
def _last_zero_four(rules: RuleSet, rlimit: int) -> Found:
    return _balanced(rules, rlimit, last=True, out=True)


@claim(
    "payments.early-zero-sum",
    "After every trick before the last tokens and pots come to nothing as well.",
    *_EARLY, sat="tokens made or lost", unsat="none are", bound="all tricks, all pots",
)  # fmt: skip
def _early_zero(rules: RuleSet, rlimit: int) -> Found:
    return _balanced(rules, rlimit, last=False)


@claim(
    "payments.pots-never-negative",
    "No settlement of a trick leaves less than nothing in a pot.",
    *_LAST, *_EARLY, sat="a pot below nothing", unsat="there is none", bound=_ALL_LAST,
)  # fmt: skip
def _never_negative(rules: RuleSet, rlimit: int) -> Found:
    for last in (True, False):
        case = Settled(rules, rlimit, last=last)
        found = case.proves(some(pot < 0 for pot in case.sums.pots.values()))
        if not found.true:
            return found
    return Found(true=True)


@claim(
    "payments.pots-never-empty",
    "After the last trick no pot is empty: whatever was taken has been founded again.",
    *_LAST, sat="an empty pot", unsat="there is none", bound=_ALL_LAST,
)  # fmt: skip
def _never_empty(rules: RuleSet, rlimit: int) -> Found:
    case = Settled(rules, rlimit)
    return case.proves(some(clauses.is_zero(pot) for pot in case.sums.pots.values()))


def _no_multiple(number: Number, of: int, name: str) -> Truth:
    """Whether a number has a rest; said with whole numbers, which Z3 solves quicker than a rest."""
    times, rest = z3.Int(f"times.{name}"), z3.Int(f"rest.{name}")
    return every((number == of * times + rest, rest > 0, rest < of))


@claim(
    "payments.coins",
    "Where the pots hold multiples of 5, everybody pays and receives multiples of 5.",
    *_LAST, *_EARLY, sat="another amount", unsat="there is none", bound=_ALL_LAST,
)  # fmt: skip
def _coins(rules: RuleSet, rlimit: int) -> Found:
    for last in (True, False):
        case = Settled(rules, rlimit, last=last)
        for pot, amount in case.pots.items():
            case.question.given(amount == 5 * z3.Int(f"coins.{pot.value}"))
        odd = some(_no_multiple(each, 5, f"{seat}") for seat, each in enumerate(case.sums.tokens))
        found = case.proves(odd)
        if not found.true:
            return found
    return Found(true=True)


@claim(
    "payments.pagat-bagud-excludes-ultimo",
    "A Pagat Bagud and an Ultimo of anybody exclude each other.",
    "payment.pagat-bagud", "payment.king-ultimo", "payment.pagat-ultimo", "play.winner",
    sat="a last trick with both", unsat="there is none", bound=_ALL_LAST,
)  # fmt: skip
def _pagat_bagud(rules: RuleSet, rlimit: int) -> Found:
    case = Settled(rules, rlimit)
    ultimo = some((*case.achieved.king_ultimo, *case.achieved.pagat_ultimo))
    return case.proves(every((some(case.achieved.pagat_bagud), ultimo)))


@claim(
    "payments.king-ultimo-with-king-bagud",
    "A king Ultimo and a king Bagud can fall in the same last trick.",
    "payment.king-ultimo", "payment.king-bagud",
    sat="such a trick", unsat="there is none", bound=_ALL_LAST,
)  # fmt: skip
def _king_with_king(rules: RuleSet, rlimit: int) -> Found:
    case = Settled(rules, rlimit)
    return case.shows(every((some(case.achieved.king_ultimo), some(case.achieved.king_bagud))))


@claim(
    "payments.pagat-ultimo-with-king-bagud",
    "A Pagat Ultimo and a king Bagud can fall in the same last trick.",
    "payment.pagat-ultimo", "payment.king-bagud",
    sat="such a trick", unsat="there is none", bound=_ALL_LAST,
)  # fmt: skip
def _pagat_with_king(rules: RuleSet, rlimit: int) -> Found:
    case = Settled(rules, rlimit)
    return case.shows(every((some(case.achieved.pagat_ultimo), some(case.achieved.king_bagud))))


@claim(
    "payments.pagat-bagud-with-king-bagud",
    "The Pagat and a king can both be lost in the same last trick.",
    "payment.pagat-bagud", "payment.king-bagud",
    sat="such a trick", unsat="there is none", bound=_ALL_LAST,
)  # fmt: skip
def _two_baguds(rules: RuleSet, rlimit: int) -> Found:
    case = Settled(rules, rlimit)
    return case.shows(every((some(case.achieved.pagat_bagud), some(case.achieved.king_bagud))))


@claim(
    "payments.three-kings-double",
    "With a king Ultimo and two king Baguds the king pot ends at twice what it held, if it held anything.",
    "payment.order", "payment.king-ultimo", "payment.king-bagud",
    sat="another amount", unsat="it is doubled whatever it held", bound=_ALL_LAST,
)  # fmt: skip
def _three_kings(rules: RuleSet, rlimit: int) -> Found:
    case = Settled(rules, rlimit)
    three = every((some(case.achieved.king_ultimo), number_of(case.achieved.king_bagud) == 2))
    held = case.pots[Pot.KING]
    return case.proves(every((three, held > 0, case.sums.pots[Pot.KING] != 2 * held)))


@claim(
    "payments.one-winner-paid",
    "Of Tout, Nolo, Ultimo and the plain last trick at most one is ever paid, and to one player.",
    "payment.tout", "payment.nolo", "payment.king-ultimo", "payment.pagat-ultimo", "payment.last-trick",
    sat="two of them paid", unsat="never two", bound=_ALL_LAST,
)  # fmt: skip
def _one_paid(rules: RuleSet, rlimit: int) -> Found:
    case = Settled(rules, rlimit)
    what = case.achieved
    paid = (*case.special.tout, *case.special.nolo, *what.king_ultimo, *what.pagat_ultimo, *what.last_trick)
    return case.proves(number_of(paid) > 1)


@claim(
    "payments.tout-excludes-nolo",
    "Nobody makes Nolo where somebody makes Tout, and nobody shares either.",
    "payment.tout", "payment.nolo",
    sat="a division of the tricks with two of them", unsat="there is none",
    bound="all divisions of 25 tricks",
)  # fmt: skip
def _tout_nolo(rules: RuleSet, rlimit: int) -> Found:
    case = Settled(rules, rlimit)
    return case.proves(number_of((*case.special.tout, *case.special.nolo)) > 1)


@claim(
    "payments.both-pots-need-tout",
    "Only a Tout ever takes from both pots in one settlement.",
    "payment.tout-pots", "payment.king-ultimo", "payment.pagat-ultimo",
    sat="another settlement that does", unsat="there is none", bound=_ALL_LAST,
)  # fmt: skip
def _both_pots(rules: RuleSet, rlimit: int) -> Found:
    case = Settled(rules, rlimit)
    # A pot that is taken and founded again may hold more than before, so what is looked at is the taking.
    king, pagat = some(case.achieved.king_ultimo), some(case.achieved.pagat_ultimo)
    return case.proves(every((no(some(case.special.tout)), king, pagat)))


@claim(
    "payments.plain-last-trick",
    "The plain last trick is paid only where no king and no Pagat lies in it.",
    "payment.last-trick", "payment.king-bagud", "payment.pagat-bagud",
    sat="one that is paid all the same", unsat="there is none", bound=_ALL_LAST,
)  # fmt: skip
def _plain(rules: RuleSet, rlimit: int) -> Found:
    case = Settled(rules, rlimit)
    given = Clauses(rules.clauses)
    prizes = given.cards("payment.king-ultimo") | given.cards("payment.pagat-ultimo")
    lies = some(clauses.is_one_of(card, prizes) for card in case.trick.laid)
    return case.proves(every((some(case.achieved.last_trick), lies)))


@claim(
    "payments.pagat-wins-alone",
    "A trick won with the Pagat holds no other trump.",
    "play.winner", "table.ranks",
    sat="one that does", unsat="there is none", bound="all tricks of three cards",
)  # fmt: skip
def _pagat_alone(rules: RuleSet, rlimit: int) -> Found:
    case = Settled(rules, rlimit, last=False)
    trumps = number_of(card.suit == SUITS.index(Suit.TRUMPS) for card in case.trick.laid)
    won = some(
        every((card.is_(PAGAT), won)) for card, won in zip(case.trick.laid, case.trick.wins, strict=True)
    )
    return case.proves(every((won, trumps > 1)))


@claim(
    "count.total",
    "However the cards and tricks are divided, the points of all piles make the same total.",
    "count.points", "fool.own-pile", "fool.last-trick",
    sat="a division with another total", unsat="the total is always the one the clause names",
    bound="all divisions of 78 cards, 25 tricks and the skat",
)  # fmt: skip
def _total(rules: RuleSet, rlimit: int) -> Found:
    question, given = Question(rlimit), Clauses(rules.clauses)
    seats = range(rules.table.players)
    worth = given.points()
    piles: list[Number] = []
    tricks = [z3.Int(f"tricks.{seat}") for seat in seats]
    question.given(sum(tricks) == rules.table.hand_size, *(each >= 0 for each in tricks))
    # A card lies in one pile: the numbers of it in the three piles are whole and make one.
    owner = {card: [z3.Int(f"{card}.{seat}") for seat in seats] for card in rules.table.deck}
    skat = [z3.Int(f"skat.{seat}") for seat in seats]
    for mine in (*owner.values(), skat):
        question.given(sum(mine) == 1, *(each >= 0 for each in mine))
    for seat in seats:
        cards = sum(
            worth.get(str(card), worth.get(card.face, 0) if card.is_court else 0) * mine[seat]
            for card, mine in owner.items()
        )
        extra = given.number("count.points", "skat") * skat[seat]
        piles.append(cards + extra + given.number("count.points", "trick") * tricks[seat])
    wrong = sum(piles, start=0) != given.number("count.points", "total")
    return Found(true=not question.possible((), wrong))


@claim(
    "count.no-ties",
    "No number of points lies half-way between two multiples, so rounding never has to choose.",
    "count.par",
    sat="a number of points half-way", unsat="there is none", bound="all piles from nothing to everything",
)  # fmt: skip
def _no_ties(rules: RuleSet, rlimit: int) -> Found:
    question, given = Question(rlimit), Clauses(rules.clauses)
    points, steps = z3.Int("points"), z3.Int("steps")
    step = given.number("count.par", "rounding")
    question.given(points >= 0, points <= given.number("count.points", "total"))
    tie = 2 * (points - given.number("count.par", "par")) == (2 * steps + 1) * step
    if not question.possible((), tie):
        return Found(true=True)
    return Found(true=False, witness={"points": question.least(points, 0, 1000, (), tie)})


_TABLE: Final = {(14, 18): -10, (19, 23): -5, (24, 28): 0, (29, 33): 5, (34, 38): 10}
"""What the source lists for the most common counts.

Source: main rule text, "6. After the final trick payments are settled (the count)".
"""


@claim(
    "count.table",
    "The table of common counts in the source follows from par and rounding.",
    "count.par", "count.next-dealer",
    sat="a count that is paid otherwise", unsat="every count of the table is right",
    bound="the counts from 14 to 38 that the source lists",
)  # fmt: skip
def _table(rules: RuleSet, rlimit: int) -> Found:
    question, points = Question(rlimit), z3.Int("points")
    wrong = some(
        every((points >= low, points <= high, clauses.rounded(rules, points) != tokens))
        for (low, high), tokens in _TABLE.items()
    )
    if not question.possible((), wrong):
        return Found(true=True)
    found = question.least(points, 0, 78, (), wrong) or 0
    listed = next(tokens for (low, high), tokens in _TABLE.items() if low <= found <= high)
    replayed(rounded(rules, found) != listed, str(found))
    return Found(true=False, witness={"points": found, "tokens": rounded(rules, found)})
