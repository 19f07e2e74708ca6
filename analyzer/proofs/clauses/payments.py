"""The clauses of payments as formulas: tokens of every seat and both pots after a trick.

Cards, winner, pots and tricks may each be known or not. The engine enters payments in a ledger; here the
same clauses are summed up account by account, so that the one is a check of the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import z3

from analyzer.cards.card import Card
from analyzer.proofs.clauses.play import Played
from analyzer.proofs.smt import Number, Truth, either_number, every, no, number_of, some
from analyzer.rules.ledger import Pot
from analyzer.rules.spec.chapters import Clauses
from analyzer.rules.spec.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Laid:
    """A complete trick: the card of each seat, and of each seat whether it wins."""

    cards: Sequence[Played]
    wins: Sequence[Truth]


@dataclass(frozen=True, slots=True)
class Special:
    """Of each seat whether it made Tout, made Nolo, or failed in an announced Tout."""

    tout: Sequence[Truth]
    nolo: Sequence[Truth]
    failed: Sequence[Truth]

    @classmethod
    def none(cls, seats: int = 3) -> Special:
        never = [False] * seats
        return cls(never, never, never)

    @classmethod
    def of(cls, rules: RuleSet, tricks: Sequence[Number | None], announced: Sequence[Truth]) -> Special:
        """From the tricks of each seat, the last one included; None is a seat that has won a trick.

        Source: clauses payment.tout, payment.nolo, payment.failed-tout.
        """
        all_of_them = Clauses(rules.clauses).number("table.hand", "hand")
        tout = [False if each is None else each == all_of_them for each in tricks]
        empty = [False if each is None else each == 0 for each in tricks]
        alone: Truth = number_of(empty) == 1
        nolo = [every((each, alone, no(some(tout)))) for each in empty]
        failed = [every((said, no(made))) for said, made in zip(announced, tout, strict=True)]
        return cls(tout, nolo, failed)


@dataclass(slots=True)
class Sums:
    """Tokens by seat (received less paid) and what lies in each pot."""

    tokens: list[Number]
    pots: dict[Pot, Number]
    paid: dict[str, list[Truth]] = field(default_factory=dict)
    """By clause when anything is paid because of it."""

    def from_each(self, given: Truth, seat: int, seats: int, amount: int, clause: str) -> None:
        """Where `given`, the seat receives an amount (or pays it, if negative) from each other player."""
        self.paid.setdefault(clause, []).append(given)
        for each in range(seats):
            due = amount * (seats - 1) if each == seat else -amount
            self.tokens[each] = self.tokens[each] + either_number(given, due, 0)

    def to_pot(self, given: Truth, seat: int, pot: Pot, amount: Number, clause: str) -> None:
        """Where `given`, the seat puts an amount into a pot, or takes it out if negative."""
        self.paid.setdefault(clause, []).append(given)
        due = either_number(given, amount, 0)
        self.tokens[seat] = self.tokens[seat] - due
        self.pots[pot] = self.pots[pot] + due


def is_one_of(card: Played, cards: Sequence[Card] | frozenset[Card]) -> Truth:
    """Whether a card is one of these."""
    return some(card.is_(each) for each in sorted(cards))


def start(pots: Mapping[Pot, Number], accounts: int) -> Sums:
    """Nothing paid yet."""
    return Sums([0] * accounts, dict(pots))


def early(rules: RuleSet, laid: Laid, sums: Sums) -> Sums:
    """What is paid for a trick before the last.

    Source: clauses payment.early-king, payment.early-pagat, payment.winning-pagat.
    """
    given, seats = Clauses(rules.clauses), len(laid.cards)
    for seat, card in enumerate(laid.cards):
        for clause in ("payment.early-king", "payment.early-pagat"):
            lost = every((is_one_of(card, given.cards(clause)), no(laid.wins[seat])))
            sums.from_each(lost, seat, seats, -given.number(clause, "to_each"), clause)
            pot = Pot(given.word(clause, "pot"))
            sums.to_pot(lost, seat, pot, given.number(clause, "to_pot"), clause)
        clause = "payment.winning-pagat"
        won = every((is_one_of(card, given.cards("payment.early-pagat")), laid.wins[seat]))
        sums.from_each(won, seat, seats, given.number(clause), clause)
    return sums


@dataclass(frozen=True, slots=True)
class Achieved:
    """What the last trick came to, by seat."""

    king_ultimo: tuple[Truth, ...]
    pagat_ultimo: tuple[Truth, ...]
    king_bagud: tuple[Truth, ...]
    pagat_bagud: tuple[Truth, ...]
    last_trick: tuple[Truth, ...]
    """Who is paid for the plain last trick."""


def achieved(rules: RuleSet, laid: Laid, special: Special) -> Achieved:
    """Who wins an Ultimo, goes Bagud, or is paid for the plain last trick.

    Source: clauses payment.king-ultimo, payment.pagat-ultimo, payment.king-bagud, payment.pagat-bagud,
    payment.last-trick, payment.tout, payment.nolo, payment.failed-tout.
    """
    given = Clauses(rules.clauses)
    over = some((*special.tout, *special.nolo))
    failed = some(special.failed)
    closed = over if given.flag("payment.failed-tout", "ultimo") else some((over, failed))
    found: dict[str, list[Truth]] = {}
    for clause in ("payment.king-ultimo", "payment.pagat-ultimo"):
        cards = given.cards(clause)
        found[clause] = [
            every((is_one_of(card, cards), laid.wins[seat], no(closed)))
            for seat, card in enumerate(laid.cards)
        ]
    for clause in ("payment.king-bagud", "payment.pagat-bagud"):
        cards = given.cards(clause)
        found[clause] = [
            every((is_one_of(card, cards), no(laid.wins[seat]))) for seat, card in enumerate(laid.cards)
        ]
    bagud = some((*found["payment.king-bagud"], *found["payment.pagat-bagud"]))
    prizes = given.cards("payment.king-ultimo") | given.cards("payment.pagat-ultimo")
    plain = [
        every((laid.wins[seat], no(is_one_of(card, prizes)), no(bagud), no(over)))
        for seat, card in enumerate(laid.cards)
    ]
    return Achieved(
        tuple(found["payment.king-ultimo"]),
        tuple(found["payment.pagat-ultimo"]),
        tuple(found["payment.king-bagud"]),
        tuple(found["payment.pagat-bagud"]),
        tuple(plain),
    )


def last(rules: RuleSet, laid: Laid, special: Special, sums: Sums, *, sitting_out: bool = False) -> Sums:
    """What is paid for the last trick, the count aside; pots are counted before anything is paid.

    Source: clauses payment.order and those of :func:`achieved`, payment.tout-pots, payment.foundation.
    """
    given, seats = Clauses(rules.clauses), len(laid.cards)
    counted, what = dict(sums.pots), achieved(rules, laid, special)
    taking = given.flag("payment.tout-pots", "takes")
    for seat in range(seats):
        sums.from_each(special.tout[seat], seat, seats, given.number("payment.tout"), "payment.tout")
        for pot in Pot:
            takes = every((special.tout[seat], taking))
            sums.to_pot(takes, seat, pot, -counted[pot], "payment.tout-pots")
        sums.from_each(special.nolo[seat], seat, seats, given.number("payment.nolo"), "payment.nolo")
        plain = what.last_trick[seat]
        sums.from_each(plain, seat, seats, given.number("payment.last-trick"), "payment.last-trick")
        for clause, won in (
            ("payment.king-ultimo", what.king_ultimo[seat]),
            ("payment.pagat-ultimo", what.pagat_ultimo[seat]),
        ):
            sums.from_each(won, seat, seats, given.number(clause), clause)
            pot = Pot(given.word(clause, "pot"))
            sums.to_pot(won, seat, pot, -counted[pot], clause)
        for clause, lost in (
            ("payment.king-bagud", what.king_bagud[seat]),
            ("payment.pagat-bagud", what.pagat_bagud[seat]),
        ):
            sums.from_each(lost, seat, seats, -given.number(clause), clause)
            pot = Pot(given.word(clause, "pot"))
            sums.to_pot(lost, seat, pot, counted[pot], clause)
        failed = special.failed[seat]
        clause = "payment.failed-tout"
        sums.from_each(failed, seat, seats, -given.number(clause), clause)
        for pot in Pot:
            doubles = every((failed, given.flag(clause, "doubles_pots")))
            sums.to_pot(doubles, seat, pot, counted[pot], clause)
    return found(rules, sums, seats + sitting_out)


def found(rules: RuleSet, sums: Sums, payers: int) -> Sums:
    """Empty pots founded again, by the active players and one sitting out.

    Source: clause payment.foundation.
    """
    amount = Clauses(rules.clauses).number("payment.foundation")
    for pot in Pot:
        empty = is_zero(sums.pots[pot])
        for seat in range(payers):
            sums.to_pot(empty, seat, pot, amount, "payment.foundation")
    return sums


def is_zero(amount: Number) -> Truth:
    """Whether nothing is left of an amount."""
    return every((amount >= 0, amount <= 0))


def rounded(rules: RuleSet, points: Number) -> Number:
    """Tokens for so many points: the difference from par, to the nearest multiple.

    Source: clause count.par.
    """
    given = Clauses(rules.clauses)
    over = points - given.number("count.par", "par")
    step = given.number("count.par", "rounding")
    size = either_number(over >= 0, over, -over)
    twice = 2 * size + step
    # Z3 writes the division of whole numbers with one stroke.
    steps: Number = twice // (2 * step) if isinstance(points, int) else twice / z3.IntVal(2 * step)
    return either_number(over >= 0, steps * step, -(steps * step))


def count(rules: RuleSet, points: Sequence[Number], next_dealer: Sequence[Truth], sums: Sums) -> Sums:
    """What is paid for the piles: every other player settles with the next dealer.

    Source: clauses count.par, count.next-dealer.
    """
    for seat, taken in enumerate(points):
        due = either_number(next_dealer[seat], 0, rounded(rules, taken))
        sums.tokens[seat] = sums.tokens[seat] + due
        for other in range(len(points)):
            if other != seat:
                sums.tokens[other] = sums.tokens[other] - either_number(next_dealer[other], due, 0)
    return sums


def is_counted(rules: RuleSet, special: Special) -> Truth:
    """Whether the piles are paid for at all.

    Source: clauses count.tout, count.nolo.
    """
    given = Clauses(rules.clauses)
    tout, nolo = some(special.tout), some(special.nolo)
    return every(
        (
            some((no(tout), given.flag("count.tout", "counts"))),
            some((no(nolo), given.flag("count.nolo", "counts"))),
        )
    )
