"""A dispute about what goes on around the hands: what follows, and what was paid or claimed against it.

Source: main rule text, "Scoring, payment", parts 1, 2 and 7; "Logistics, The fourth player".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Final, Literal

from analyzer.disputes.answer import player_name
from analyzer.disputes.findings import ONLY_RESULT, DisputeModule, Proof
from analyzer.disputes.paid import PaidFinding, PaymentDispute, owed_keys
from analyzer.disputes.payments.owed import differences
from analyzer.disputes.session import payments
from analyzer.disputes.session.payments import (
    KEYS_OF_EVENTS,
    Event,
    Ruling,
    SessionDispute,
    SessionReading,
    SessionShape,
    book_of,
    read_session,
)
from analyzer.disputes.shape import ClaimedPayment
from analyzer.messages import NOTHING, Message, Name, Verbatim, Word, alone, both, listed, marked, say
from analyzer.rules.book import Account, Pot, Transfer
from analyzer.rules.verdicts import OpenQuestion, Reading, Verdict, Violation
from analyzer.views.base import Meta, Players
from analyzer.words.blocks import Phrase
from analyzer.words.names import term_message
from analyzer.words.paid import account_message, pots_held_message

RULINGS: Final[Mapping[str, Callable[[SessionDispute], Ruling]]] = {
    "start": payments.start,
    "pot-emptied": payments.emptied,
    "fourth-joins": payments.joins,
    "session-ends": payments.ends,
    "pot-short": payments.short,
    "dealer-paid": payments.dealer_paid,
    "sits-out": payments.who_sits_out,
    "next-dealer": payments.who_deals,
    "pots-asked": payments.pots_asked,
}
"""By the word for what happened, in a file."""


_EVENT_MESSAGES: Final[Mapping[Event, Message]] = {
    "start": say("The evening begins"),
    "session-ends": say("The evening ends"),
}
_PLAYER_TEMPLATES: Final[Mapping[Event, str]] = {
    "pot-emptied": marked("{player} won the pot"),
    "fourth-joins": marked("{player} joins the table"),
    "pot-short": marked("{player} won it last"),
    "pots-asked": marked("{player} asks what is in the pots"),
}
_MOMENT_MESSAGES: Final[Mapping[str | None, Message]] = {
    "play": say("The cards are being played"),
    "deal": say("The play has not begun"),
}
_PLACE_MESSAGES: Final[Mapping[str | None, Message]] = {
    "left": say("The pots stand at the dealer's left"),
    "right": say("The pots stand at the dealer's right"),
}
_AGREEMENT_MESSAGES: Final[Mapping[str | None, Message]] = {
    "paid": say("All agree that the dealer has paid"),
    "unpaid": say("All agree that the dealer has not paid"),
}
_PREVIOUS_DEAL_MESSAGES: Final = {
    payments.HAND: say("A hand was played to its end"),
    payments.MISDEAL: say("A misdeal was called"),
}


class SessionCheck(PaymentDispute, frozen=True, kw_only=True):
    """The consequence of an event around the hands."""

    kind: Literal["session"]
    event: Event
    sits_out: str | None
    deals_next: str | None
    founds: Annotated[Players, Meta(description="The players who pay the foundation.")]
    answers_for: Annotated[
        str | None,
        Meta(
            description="The player who makes sure that a pot is founded, and who makes good what is missing."
        ),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionFinding(PaidFinding):
    """What follows from an event: payments, and whom it is about; seats are those of the table.

    Where there are several ways to read it, the payments are those of the first.
    """

    dispute: SessionDispute
    event: Event
    sits_out: int | None
    deals_next: int | None
    founds: tuple[int, ...]
    """The players who pay the foundation."""
    answers_for: int | None
    """Who sees to it that a pot is founded, and makes good what is missing in it."""

    @property
    def nothing_claimed(self) -> bool:
        return bool(self.payments) and self.dispute.paid is None

    @property
    def claimed(self) -> Sequence[ClaimedPayment] | None:
        return self.dispute.paid

    @property
    def corrections(self) -> tuple[Transfer, ...]:
        """Empty where nothing is wrong: several ways to share out the pots may be right."""
        return super(SessionFinding, self).corrections if self.violations else ()

    def fact_phrases(self) -> Iterator[Phrase]:
        """Who is at the table, what happened, what the pots hold, and what was paid already."""
        dispute = self.dispute
        yield Phrase(
            say("At the table: {players}", players=_who(dispute, *range(len(dispute.players)))), level=1
        )
        yield from (Phrase(each, level=1) for each in _event_messages(dispute))
        if "pots" in KEYS_OF_EVENTS[dispute.event].needs:
            yield Phrase(say("In the pots: {pots}", pots=pots_held_message(dispute.pots)), level=1)
        yield from super(SessionFinding, self).fact_phrases()

    def reason_phrases(self) -> Iterator[Phrase]:
        """Whom it is about."""
        yield from (Phrase(each, level=1) for each in _role_lines(self))

    def remedy_phrases(self) -> Iterator[Phrase]:
        """The payments that are owed, where there are any."""
        if self.payments:
            yield from PaidFinding.remedy_phrases(self)

    def answer(self) -> SessionCheck:
        """The answer about what goes on around the hands."""
        dispute = self.dispute
        return SessionCheck(
            **self.common,
            **owed_keys(self),
            event=self.event,
            sits_out=player_name(dispute, self.sits_out),
            deals_next=player_name(dispute, self.deals_next),
            founds=[dispute.players[seat] for seat in self.founds],
            answers_for=player_name(dispute, self.answers_for),
        )


def settle_session(dispute: SessionDispute) -> SessionFinding:
    """What follows by the rules, and what was paid or claimed against it."""
    ruling = _seated(dispute) or RULINGS[dispute.event](dispute)
    violations, questions = _held_against(dispute, ruling)
    book, is_open = ruling.ways[0].books[0], bool(questions) and ruling.statement == ONLY_RESULT
    return SessionFinding(
        dispute=dispute,
        violations=(*ruling.violations, *violations),
        open_questions=questions,
        proofs=() if is_open else (Proof(ruling.statement, ruling.used),),
        penalties=ruling.penalties,
        applied=ruling.used,
        payments=book.transfers,
        tokens=book.tokens,
        pots=book.pot_changes,
        event=dispute.event,
        sits_out=ruling.sits_out,
        deals_next=ruling.deals_next,
        founds=ruling.founds,
        answers_for=ruling.answers_for,
    )


def _seated(dispute: SessionDispute) -> Ruling | None:
    """What is to be said where there are too many at the table; None where all have a place."""
    rules, seats = dispute.rules, len(dispute.players)
    if seats <= rules.table.players + rules.table.may_sit_out:
        return None
    text = say("{number} at the table, and the rules seat {most}", number=seats, most=rules.table.players)
    clause = rules.the("sits-out")
    return Ruling(
        ways=(SessionReading((book_of(dispute),)),), clause=clause, used=(clause,),
        statement=say("nobody can sit out"), violations=(Violation(clause, (), text),),
    )  # fmt: skip


def _held_against(
    dispute: SessionDispute, ruling: Ruling
) -> tuple[tuple[Violation, ...], tuple[OpenQuestion, ...]]:
    """What was paid held against every way to read what is owed: what is wrong by all, what is open."""
    first, fits = ruling.ways[0], [_fits(dispute, way) for way in ruling.ways]
    if dispute.paid is not None and not any(fits) and not ruling.violations:
        return tuple(_wrong(dispute, ruling, first)), ()
    if len(ruling.ways) == 1:
        return (), ()
    readings = tuple(
        Reading(
            way.text or NOTHING,
            Verdict.LEGAL if fit else Verdict.ILLEGAL,
            () if fit else (ruling.clause,),
            _tokens(dispute, way.books[0].tokens),
            tokens=dict(zip(dispute.players, way.books[0].tokens, strict=True)),
        )
        for way, fit in zip(ruling.ways, fits, strict=True)
    )
    return (), (OpenQuestion((ruling.clause,), (), readings),)


def _fits(dispute: SessionDispute, way: SessionReading) -> bool:
    """Whether what was paid is right by a way to read it; where nothing is said of payment, it is."""
    if dispute.paid is None:
        return True
    paid = _net((each.payer, each.payee, each.amount) for each in dispute.paid)
    return any(_net((p.payer, p.payee, p.amount) for p in book.transfers) == paid for book in way.books)


def _net(payments: Iterator[tuple[Account, Account, int]]) -> Mapping[Account | None, int]:
    """What every player gains, and what the pots do: which pot it is counts only where tokens go in."""
    net: Counter[Account | None] = Counter()
    for payer, payee, amount in payments:
        net[payer if isinstance(payer, int) else None] -= amount
        net[payee] += amount
    return {account: change for account, change in net.items() if change}


def _wrong(dispute: SessionDispute, ruling: Ruling, way: SessionReading) -> Iterator[Violation]:
    """Where what was paid is not what is owed."""
    clause = ruling.clause
    paid = _net((each.payer, each.payee, each.amount) for each in dispute.paid or ())
    if len(ruling.ways) > 1:
        gained = [paid.get(seat, 0) for seat in range(len(dispute.players))]
        text = say("{tokens} is right by no reading", tokens=_tokens(dispute, gained))
        yield Violation(clause, (), text)
    elif any(isinstance(each.payer, Pot) for each in way.books[0].transfers):
        for seat, (name, due) in enumerate(zip(dispute.players, way.books[0].tokens, strict=True)):
            if due != (got := paid.get(seat, 0)):
                text = say("{player} is due {due}, and took {got}", player=Name(name), due=due, got=got)
                yield Violation(clause, (), text)
    else:
        yield from differences(way.books[0].transfers, dispute.paid, dispute.players, lambda *_: clause)
        yield from _refused(dispute, ruling, paid)


def _refused(
    dispute: SessionDispute, ruling: Ruling, paid: Mapping[Account | None, int]
) -> Iterator[Violation]:
    """A foundation that is owed by somebody who sat out, and that he did not pay."""
    out, due = ruling.sits_out, ruling.ways[0].books[0].tokens
    if out is not None and paid.get(out, 0) > due[out]:
        text = say("{player} sat out, and still pays a foundation", player=Name(dispute.players[out]))
        yield Violation(dispute.rules.the("sits-out"), (), text)


def _tokens(dispute: SessionDispute, amounts: Iterable[int]) -> Message:
    """What players gain and lose, those left out to whom nothing happens."""
    told = (
        say("{player} {amount}", player=Name(name), amount=Verbatim(f"{amount:+d}"))
        for name, amount in zip(dispute.players, amounts, strict=True)
        if amount
    )
    return alone(listed(told), say("nothing is paid"))


def _who(dispute: SessionDispute, *seats: int) -> Word:
    return both(Name(dispute.players[seat]) for seat in seats)


def _event_messages(dispute: SessionDispute) -> Iterator[Message]:
    """What happened, as the file has it."""
    who = partial(_who, dispute)
    if dispute.dealer is not None:
        yield say("Dealer: {player}", player=who(dispute.dealer))
    if dispute.pot is not None:
        pot = account_message(dispute.pot, dispute.players)
        yield say("Missing from {pot}: {amount}", pot=pot, amount=dispute.missing)
    if dispute.by is not None:
        yield Message(_PLAYER_TEMPLATES[dispute.event], {"player": who(dispute.by)})
    facts = (
        _EVENT_MESSAGES.get(dispute.event),
        _MOMENT_MESSAGES.get(dispute.during),
        _PLACE_MESSAGES.get(dispute.pots_stand),
        _AGREEMENT_MESSAGES.get(dispute.agreed),
    )
    yield from filter(None, facts)
    if dispute.event == "next-dealer":
        yield from _next_dealer_messages(dispute)
    elif dispute.event == "sits-out" and dispute.sat_out is not None:
        yield say("Said to sit out: {player}", player=who(dispute.sat_out))


def _next_dealer_messages(dispute: SessionDispute) -> Iterator[Message]:
    """What came before the deal that is disputed, and who is said to deal."""
    irregularity = term_message(dispute.after)
    ended = say("The hand ended with an irregularity: {irregularity}", irregularity=irregularity)
    yield _PREVIOUS_DEAL_MESSAGES.get(dispute.after, ended)
    if dispute.deals is not None:
        yield say("Said to deal next: {player}", player=_who(dispute, dispute.deals))


def _role_lines(finding: SessionFinding) -> Iterator[Message]:
    """Whom it is about: who sits out, deals, founds, answers for a pot."""
    who = partial(_who, finding.dispute)
    if finding.sits_out is not None:
        yield say("Sits out: {player}", player=who(finding.sits_out))
    if finding.deals_next is not None:
        yield say("The next dealer: {player}", player=who(finding.deals_next))
    if finding.founds:
        yield say("Foundation paid by: {players}", players=who(*finding.founds))
    if finding.answers_for is not None:
        yield say("Must make up the pot: {player}", player=who(finding.answers_for))


KIND: Final[DisputeModule] = DisputeModule(SessionShape, read_session, settle_session, SessionCheck)
