"""The amounts due for a line of play, once its breaches are known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from analyzer.frozenrecord import Record
from analyzer.messages import Message, say
from analyzer.position.replay.model import AFTER_PAYMENTS, Offence, Replay
from analyzer.rules.book import Account, Book, Pots, Transfer
from analyzer.rules.conduct.irregularities import Fine, Moment, fine_for, settle_fine
from analyzer.rules.spec.clause import Category
from analyzer.rules.spec.kinds.catalogue import IRREGULARITY
from analyzer.rules.spec.ruleset import RuleSet


class LineSums(Record, frozen=True):
    """Everybody's gains, by seat, and the change of the pots."""

    tokens: tuple[int, ...]
    pots: Pots | None
    """None if there are none."""


class Due(LineSums, frozen=True):
    """The sum that is due, and the steps to it from what the table paid.

    `costs` are the payments for each offence of the line, and last those for the move that ended it.
    `ends_in` is the trick in which they end the hand, 0 before the first; None if it is played out.
    """

    costs: tuple[tuple[Transfer, ...], ...]
    ends_in: int | None = None
    ended_by: int | None = None
    """The index of the breach among the offences that ends the hand: later ones cost nothing."""


class Otherwise(Record, frozen=True):
    """The sum that would be due if one thing had been different; `number` is that of the breach, from 1."""

    number: int
    when: Message
    due: Due


def as_paid(replay: Replay) -> LineSums:
    """Return what the table paid: the result of the play, with wrong counts and payments at the end."""
    wrong = [paid for each in replay.judged.offences if each.of_the_end for paid in each.repaid]
    return _with(replay, map(_back, wrong))


def due(replay: Replay) -> Due:
    """Return the sum that is due: with every fine that a clause fixes, each breach found at once.

    If the file says when a breach was found, or how grave the players agreed it is, that counts instead.
    """
    return _due(replay, replay.judged.offences)


def otherwise(rules: RuleSet, replay: Replay) -> Iterator[Otherwise]:
    """Yield the other sums that the rules know, at most one for a breach, if the file leaves it open.

    A revoke that was not put right may end the hand, as the players agree; a breach that ends the hand may
    have been found only after all payments. Nothing is due for breaches after the end of the hand.
    """
    offences, here = replay.judged.offences, due(replay)
    for place, each in enumerate(offences):
        if here.ends_in is not None and (each.trick or 0) > here.ends_in:
            continue
        number, other = place + 1, each
        if len(each.fines) > 1:
            other = replace(each, fines=each.fines[1:])
            when = say("had the players agreed that breach {number} cannot be put right", number=number)
        elif each.fine is not None and not each.fine.play_goes_on and each.found is None:
            grave = None if each.agreed is None else each.fine.category
            fine = fine_for(rules, each.fine.name, grave, Moment.AFTER_PAYMENTS)
            repaid = () if fine.excused else each.repaid
            other = replace(each, fines=(fine,), repaid=repaid, found=AFTER_PAYMENTS)
            when = say("had breach {number} been found only after the payments", number=number)
        elif each.voids and each.found is None:
            other = replace(each, found=AFTER_PAYMENTS)
            when = say("had breach {number} been found only after the payments", number=number)
        if other is not each:
            came = _due(replay, (*offences[:place], other, *offences[place + 1 :]))
            if (came.tokens, came.pots) != (here.tokens, here.pots):
                yield Otherwise(number, when, came)


def fine_of_the_end(replay: Replay) -> Fine | None:
    """Return the fine that a clause fixes for the move that ended the line."""
    if replay.illegal is None or replay.illegal.seat is None:
        return None
    slips = [
        each.fine
        for each in replay.judged.slips
        if f"{IRREGULARITY}{each.fine.name}" == replay.illegal.clause
    ]
    return slips[-1] if slips else None


def _due(replay: Replay, offences: Sequence[Offence]) -> Due:
    ended_by = next((place for place, each in enumerate(offences) if _ends(each)), None)
    ends_in = None if ended_by is None else offences[ended_by].trick or 0
    costs, over = list[tuple[Transfer, ...]](), False
    for place, each in enumerate(offences):
        if each.of_the_end:
            costs.append(each.repaid)
            continue
        paid = () if over else (*_fine(replay, each.seat, each.fine), *each.repaid)
        if place == ended_by and ends_in is not None:
            over = True
            paid += _undone(replay.transfers if each.voids else _paid_from(replay, ends_in))
        costs.append(paid)
    illegal = replay.illegal
    last = fine_of_the_end(replay) if not over and illegal is not None else None
    costs.append(
        _fine(replay, illegal.seat, last) if illegal is not None and illegal.seat is not None else ()
    )
    right = [
        paid for each, owed in zip(offences, costs, strict=False) if not each.of_the_end for paid in owed
    ]
    came = _with(replay, (*right, *costs[-1]))
    return Due(came.tokens, came.pots, tuple(costs), ends_in, ended_by)


def _ends(offence: Offence) -> bool:
    """Return True if a breach ends the hand at that moment; in a void deal, before it began."""
    fine = offence.fine
    grave = offence.voids or (fine is not None and not fine.play_goes_on)
    return grave and not offence.late


def _fine(replay: Replay, seat: int, fine: Fine | None) -> tuple[Transfer, ...]:
    book = Book(len(replay.players), replay.pots_after)
    if fine is not None:
        settle_fine(fine, seat, book)
    return book.transfers


def _paid_from(replay: Replay, trick: int) -> tuple[Transfer, ...]:
    """Return the payments from a trick on."""
    after = [paid for each in replay.tricks if each.number >= trick for paid in each.transfers]
    return (*after, *replay.settlement)


def _undone(paid_before: Iterable[Transfer]) -> tuple[Transfer, ...]:
    """Return the payments that pay all of this back, in one sum between any two."""
    owed = Counter[tuple[Account, Account]]()
    for paid in paid_before:
        pair, back = (paid.payer, paid.payee), (paid.payee, paid.payer)
        if pair in owed:
            owed[pair] -= paid.amount
        else:
            owed[back] += paid.amount
    clause = f"fine.{Category.IRRECOVERABLE.value}"
    return tuple(
        Transfer(payer, payee, amount, clause) if amount > 0 else Transfer(payee, payer, -amount, clause)
        for (payer, payee), amount in owed.items()
        if amount
    )


def _back(paid: Transfer) -> Transfer:
    return replace(paid, payer=paid.payee, payee=paid.payer)


def _with(replay: Replay, paid: Iterable[Transfer]) -> LineSums:
    """Return the result of a line with further payments."""
    book = Book(len(replay.players), replay.pots_after)
    for each in paid:
        book.enter(each)
    pots = None if replay.pots_before is None else book.pots - replay.pots_before
    tokens = tuple(one + other for one, other in zip(replay.amounts, book.tokens, strict=True))
    return LineSums(tokens, pots)
