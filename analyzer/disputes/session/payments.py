"""Events around the hands: what a file says of them, foundations, a fourth who joins, who deals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar, Final, Literal, NamedTuple

from msgspec.structs import replace

from analyzer.cards.notation import shown
from analyzer.disputes.findings import ONLY_RESULT
from analyzer.disputes.shape import (
    KIND_KEY,
    ClaimedPayment,
    Dispute,
    DisputeShape,
    PaidShape,
    about_of,
    read_paid,
)
from analyzer.frozenrecord import Record
from analyzer.messages import Message, Name, Verbatim, listed, say
from analyzer.position.files.hands.unknown import read_pots
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import Amount, PlayerName, PotsShape
from analyzer.rules.book import Book, Pot, Pots
from analyzer.rules.irregularities import Fine, Penalty, fine_for, settle_fine
from analyzer.rules.score.payments import pay_for_dealing
from analyzer.rules.session import (
    Rounding,
    dealer_has_paid,
    deals_after_misdeal,
    division,
    divisions,
    fourth_joins,
    hand_out,
    make_good,
    may_ask_for_pots,
    refill_pots,
    sits_out,
    start_pots,
)
from analyzer.rules.spec.kinds.catalogue import IRREGULARITY
from analyzer.rules.spec.kinds.paying import IntoPots
from analyzer.rules.spec.ruleset import Irregularity, RuleSet
from analyzer.rules.verdicts import Violation
from analyzer.yamltree.node import suggestion
from analyzer.yamltree.shapes import Field, Text

# Disputes around the hands: what a file says of an event, and what it results in.


# Disputes around the hands (foundations, a fourth, sharing, who deals): what a file of them says.


Event = Literal[
    "start", "pot-emptied", "fourth-joins", "session-ends", "pot-short", "dealer-paid", "sits-out",
    "next-dealer", "pots-asked",
]  # fmt: skip
Side = Literal["left", "right"]
HAND: Final = "hand"
MISDEAL: Final = "misdeal"


class Asks(NamedTuple):
    """The keys that an event needs, and those that it may have besides."""

    needs: tuple[str, ...]
    takes: tuple[str, ...] = ()


KEYS_OF_EVENTS: Final[dict[str, Asks]] = {
    "start": Asks((), ("paid", "dealer")),
    "pot-emptied": Asks(("pots",), ("by", "paid", "dealer", "sitting_out")),
    "fourth-joins": Asks(("by", "pots"), ("paid", "dealer")),
    "session-ends": Asks(("pots",), ("paid", "dealer")),
    "pot-short": Asks(("pot", "missing"), ("by", "paid", "dealer")),
    "dealer-paid": Asks(("dealer", "pots_stand"), ("agreed", "paid")),
    "sits-out": Asks(("dealer",), ("sitting_out",)),
    "next-dealer": Asks(("dealer",), ("after", "deals")),
    "pots-asked": Asks(("by", "during")),
}
"""By the word for what happened."""


class SessionShape(DisputeShape):
    """Events around the hands. The players are all those at the table, in the order of their seats."""

    WHOLE_TABLE: ClassVar = True

    kind: Literal["session"] = KIND_KEY
    event: Event = Field(description="The event, or the question.")
    by: PlayerName | None = Field(None, description="The player who won the pot, joins, or asks.")
    pots: PotsShape | None = Field(None, description="The pots at that moment; an emptied pot holds 0.")
    pot: Literal["king", "pagat"] | None = Field(None, description="The pot that is short.")
    missing: Amount | None = Field(None, description="The amount that is missing.")
    pots_stand: Side | None = Field(None, description="The side of the dealer on which the pots are.")
    agreed: Literal["paid", "unpaid"] | None = Field(
        None, description="True if everyone agrees that the dealer paid; left out if it is in doubt."
    )
    after: Text | None = Field(
        None,
        description="The event before it: hand, misdeal or the name of an irregularity.",
        examples=["hand", "misdeal", "wrong-deal"],
    )
    deals: PlayerName | None = Field(None, description="The next dealer, as claimed.")
    sitting_out: PlayerName | None = Field(None, description="The player who sits out, or is said to.")
    during: Literal["play", "deal"] | None = Field(
        None, description="The moment of the question: while cards were played, or before."
    )
    paid: list[PaidShape] | None = Field(
        None, description="The payments made, or those that a player claims."
    )


class SessionDispute(Dispute, frozen=True, kw_only=True):
    """What follows from what happened around the hands? Seats are those of the table."""

    event: Event
    by: int | None = None
    "The player who won the pot, joins, or asks."
    pots: Pots
    pot: Pot | None = None
    missing: int = 0
    pots_stand: Side | None = None
    agreed: Literal["paid", "unpaid"] | None = None
    after: str = HAND
    deals: int | None = None
    during: Literal["play", "deal"] | None = None
    sat_out: int | None = None
    """Who is said to sit out."""
    paid: tuple[ClaimedPayment, ...] | None = None


def read_session(reader: Reader, shape: SessionShape) -> SessionDispute | None:
    """What happened around the hands; None where that is not known."""
    about = about_of(reader, shape)
    if not shape.has("event"):
        return None
    _check_keys(reader, shape)
    seats = {key: reader.seat_of(getattr(shape, key)) for key in ("by", "deals", "sitting_out")}
    pots = Pots(0, 0) if shape.event == "start" else read_pots(shape.pots)
    if shape.event == "pot-emptied" and shape.has("pots") and pots.king and pots.pagat:
        reader.lack(
            shape.place("pots"), say("no pot is empty"), say("expected 0 in the pot that was emptied")
        )
    if shape.event == "fourth-joins" and reader.players_known:
        _check_fourth(reader, shape)
    after = HAND if shape.after is None else str(shape.after)
    if shape.after is not None and after not in (known := [HAND, MISDEAL, *_ending(reader)]):
        message = say("the cards are not dealt again after {word}", word=Verbatim(shown(after)))
        reader.fault(shape.after.where, message, suggestion(after, known))
    return SessionDispute(
        **about,
        event=shape.event,
        by=seats["by"],
        pots=pots,
        pot=None if shape.pot is None else Pot(shape.pot),
        missing=shape.missing or 0,
        pots_stand=shape.pots_stand,
        agreed=shape.agreed,
        after=after,
        deals=seats["deals"],
        during=shape.during,
        sat_out=seats["sitting_out"],
        paid=read_paid(reader, shape.paid),
    )


def _check_fourth(reader: Reader, shape: SessionShape) -> None:
    """A fault where nobody can join, because three are at the table with him."""
    least = reader.rules.table.players
    if len(reader.players) == least:
        message = say("{number} {number:player/players}", number=least)
        expected = say("expected the one who joins among them, at a table of {number}", number=least + 1)
        reader.lack(shape.place("players"), message, expected)


def _ending(reader: Reader) -> Iterator[str]:
    """The irregularities after which cards are dealt anew."""
    fines = reader.rules.fines
    for name, each in fines.irregularities.items():
        if deals_anew(each) or not fines.goes_on[each.category]:
            yield name


def deals_anew(irregularity: Irregularity) -> bool:
    """Whether what is done about an irregularity is that the same dealer deals again."""
    return irregularity.remedy == "redeal-same-dealer"


def _check_keys(reader: Reader, shape: SessionShape) -> None:
    """A fault for each key that the event needs and has not, or has and does not take."""
    asks = KEYS_OF_EVENTS[shape.event]
    event = Verbatim(shape.event)
    for key in asks.needs:
        if not shape.tells(key):
            message = say("`{event}` needs `{key}`", event=event, key=Verbatim(key))
            reader.lack(shape.place("event"), message)
    known = {key for each in KEYS_OF_EVENTS.values() for key in (*each.needs, *each.takes)}
    for key in shape.keys:
        if key in known and key not in (*asks.needs, *asks.takes):
            taken = listed(Verbatim(f"`{each}`") for each in (*asks.needs, *asks.takes))
            message = say("`{event}` has no use for `{key}`", event=event, key=Verbatim(key))
            reader.fault(shape.key_place(key), message, say("expected {known}", known=taken))


# What an event around the hands comes to: who owes what, in one way or in several.


class SessionReading(Record, frozen=True):
    """One way to read what is owed: in words where there are several, and all payments that are right by it.

    The first of the books is told.
    """

    books: tuple[Book, ...]
    text: Message | None = None


class Ruling(Record, frozen=True, kw_only=True):
    """What follows from an event: who pays what, and who sits out, deals, founds and answers for a pot."""

    ways: tuple[SessionReading, ...]
    clause: str
    """The clause that decides it, by which what is not owed is asked for."""
    used: tuple[str, ...]
    statement: Message
    """Why it is so, in a sentence."""
    violations: tuple[Violation, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    sits_out: int | None = None
    deals_next: int | None = None
    founds: tuple[int, ...] = ()
    answers_for: int | None = None


def out_of(dispute: SessionDispute) -> int | None:
    """Who sat out: opposite the dealer, or as the file says where it names no dealer."""
    if dispute.dealer is not None:
        return sits_out(dispute.dealer, len(dispute.players))
    return dispute.sat_out


def book_of(dispute: SessionDispute) -> Book:
    """Nothing paid yet, from the pots as they stood."""
    return Book(len(dispute.players), dispute.pots)


def with_table(dispute: SessionDispute, *used: str) -> tuple[str, ...]:
    """The clauses that are used, that of the fourth among them at a table of four."""
    fourth = {dispute.rules.the("sits-out")} if len(dispute.players) > dispute.rules.table.players else set()
    return tuple(sorted({*used, *fourth}))


# Around the hands: foundations, a fourth who joins, who deals and who has paid.


# What is paid around the hands: foundations, a fourth who joins, a pot found short, the pots shared out.


ROUNDINGS: Final[Mapping[Rounding, Message]] = {
    Rounding.UP: say("a part that is not whole is rounded up to a coin of 5"),
    Rounding.NEAREST: say("a part that is not whole is rounded to the nearest 5"),
    Rounding.DOWN: say("a part that is not whole is rounded down to a coin of 5"),
}


def start(dispute: SessionDispute) -> Ruling:
    """Everybody founds both pots.

    Source: main rule text, "1. Foundation (fundering)".
    """
    return _founded(dispute, dispute.rules.game.the_pots.accounts.start, start_pots)


def emptied(dispute: SessionDispute) -> Ruling:
    """Everybody founds the empty pot again, who sat out too; whoever won it sees to that.

    Source: main rule text, "1. Foundation (fundering)"; "Logistics, The fourth player".
    """
    refill = dispute.rules.game.the_pots.accounts.refill
    winner = [] if dispute.by is None else [dispute.rules.the("answers-for")]
    founded = _founded(dispute, refill, refill_pots, *winner)
    return replace(founded, sits_out=out_of(dispute), answers_for=dispute.by)


def _founded(
    dispute: SessionDispute,
    founding: IntoPots,
    by_engine: Callable[[RuleSet, Book, int, int | None], tuple[int, ...]],
    *further: str,
) -> Ruling:
    """What everybody puts into the pots."""
    rules, seats, out = dispute.rules, len(dispute.players), out_of(dispute)
    book = book_of(dispute)
    founds = by_engine(rules, book, seats, out)
    return Ruling(
        ways=(SessionReading((book,)),), clause=founding.clause,
        used=with_table(dispute, founding.clause, *further), statement=ONLY_RESULT, founds=founds,
    )  # fmt: skip


def joins(dispute: SessionDispute) -> Ruling:
    """A fourth puts a part of each pot into it; where the part is not whole, each rounding is a way.

    Source: main rule text, "Logistics, The fourth player".
    """
    rules, by = dispute.rules, dispute.by or 0
    ways: dict[tuple[int, ...], SessionReading] = {}
    for rounding, text in ROUNDINGS.items():
        book = book_of(dispute)
        fourth_joins(rules, by, book, rounding)
        ways.setdefault((*book.tokens, book.pots.king), SessionReading((book,), text))
    clause = rules.the("joins")
    return Ruling(
        ways=tuple(ways.values()), clause=clause, used=with_table(dispute, clause), statement=ONLY_RESULT,
    )  # fmt: skip


def ends(dispute: SessionDispute) -> Ruling:
    """The pots are shared out; where that is not even, the coins left over go out, or stay where they are.

    Source: main rule text, "7. After the final hand of the session has been played."
    """
    rules, seats = dispute.rules, len(dispute.players)
    first = 0 if dispute.dealer is None else dispute.dealer
    books = []
    for shares in divisions(dispute.pots, seats, first):
        books.append(book_of(dispute))
        hand_out(rules, books[-1], shares)
    shared, kept = division(dispute.pots, seats, first), book_of(dispute)
    hand_out(rules, kept, [min(shared.shares)] * seats)
    ways: tuple[SessionReading, ...] = (SessionReading((books[0],)),)
    if shared.uneven:
        left = shared.uneven
        some_take = say(
            "the {amount} left over are paid out one coin at a time, in an order the players agree on",
            amount=left,
        )
        stay = say("the {amount} left over stay in the pots", amount=left)
        ways = (SessionReading(tuple(books), some_take), SessionReading((kept,), stay))
    clause = rules.the("divides-pots")
    return Ruling(
        ways=ways, clause=clause, used=with_table(dispute, clause),
        statement=say("no shares are even and leave nothing over") if shared.uneven else ONLY_RESULT,
    )  # fmt: skip


def short(dispute: SessionDispute) -> Ruling:
    """Whoever won the pot last makes good what is missing; where nobody knows who did, it hangs on that.

    Source: main rule text, "Logistics, The fourth player".
    """
    rules, pot = dispute.rules, dispute.pot or Pot.KING
    winners = range(len(dispute.players)) if dispute.by is None else (dispute.by,)
    ways = []
    for seat in winners:
        book = book_of(dispute)
        make_good(rules, seat, pot, dispute.missing, book)
        ways.append(
            SessionReading((book,), say("{player} won the pot last", player=Name(dispute.players[seat])))
        )
    if dispute.by is None:
        nobody = say("nobody has won it yet, and then no source says who makes it good")
        ways.append(SessionReading((book_of(dispute),), nobody))
    clause = rules.the("answers-for")
    return Ruling(
        ways=tuple(ways), clause=clause, used=(clause,), statement=ONLY_RESULT, answers_for=dispute.by,
    )  # fmt: skip


# Who deals, who sits out, and whether the dealer has paid.


POTS_NOT_MOVED = "pots-not-moved"


def dealer_paid(dispute: SessionDispute) -> Ruling:
    """Whether the dealer has paid, which the place of the pots decides where it is in doubt.

    Source: main rule text, "Logistics, The fourth player"; "Irregularities during play - fines".
    """
    rules = dispute.rules
    place, dealing = rules.maybe("pots-place"), rules.game.the_pots.accounts.dealing
    paid, fine = _has_paid(dispute), _fine(dispute)
    owing = [False, True] if paid is None else [not paid]
    found = [_paying(dispute, fine, [dealing] if owes else []) for owes in owing]
    used = {dealing.clause, *([place] if place else []), *(fine.clauses if fine else ())}
    clause = place or dealing.clause
    name = Name(dispute.players[dispute.dealer or 0])
    broken: list[Violation] = []
    if dispute.paid is None and fine is not None:
        text = say("{player} paid for the deal and did not move the pots", player=name)
        broken.append(Violation(fine.clauses[0], (), text))
    elif dispute.paid is None and paid is False:
        broken.append(Violation(clause, (), say("{player} has not paid for the deal", player=name)))
    return Ruling(
        ways=tuple(found), clause=clause, used=tuple(sorted(used)), statement=ONLY_RESULT,
        violations=tuple(broken), penalties=(Penalty.from_fine(fine, dispute.dealer),) if fine else (),
    )  # fmt: skip


def _has_paid(dispute: SessionDispute) -> bool | None:
    """Whether the dealer has paid: as all agree, else as the place of the pots has it; None where neither."""
    if dispute.agreed is not None:
        return dispute.agreed == "paid"
    return dealer_has_paid(dispute.rules, dispute.pots_stand or "")


def _fine(dispute: SessionDispute) -> Fine | None:
    """The fine where all agree that the dealer paid, and the pots stand where they stood before."""
    rules = dispute.rules
    moved = dealer_has_paid(rules, dispute.pots_stand or "")
    if dispute.agreed != "paid" or moved is not False or POTS_NOT_MOVED not in rules.fines.irregularities:
        return None
    return fine_for(rules, POTS_NOT_MOVED)


def _paying(dispute: SessionDispute, fine: Fine | None, owed: list[IntoPots]) -> SessionReading:
    """What the dealer pays."""
    dealer, book = dispute.dealer or 0, book_of(dispute)
    if owed:
        pay_for_dealing(dispute.rules.game, dealer, book)
    if fine is not None:
        settle_fine(fine, dealer, book)
    text = say("the dealer has not paid") if owed or fine is not None else say("the dealer has paid")
    return SessionReading((book,), text)


def who_sits_out(dispute: SessionDispute) -> Ruling:
    """At a table of four whoever faces the dealer sits out; at a table of three nobody does.

    Source: main rule text, "Players"; "Logistics, The fourth player".
    """
    rules = dispute.rules
    out, clause = out_of(dispute), rules.the("sits-out")
    broken: list[Violation] = []
    if dispute.sat_out not in (None, out):
        broken.append(Violation(clause, (), _sits_out(dispute, out)))
    return Ruling(
        ways=(SessionReading((book_of(dispute),)),), clause=clause, used=with_table(dispute, clause),
        statement=say("nobody else can sit out"), violations=tuple(broken), sits_out=out,
    )  # fmt: skip


def _sits_out(dispute: SessionDispute, out: int | None) -> Message:
    if out is None:
        return say("at a table of {number} nobody sits out", number=len(dispute.players))
    dealer = Name(dispute.players[dispute.dealer or 0])
    return say("{player} faces {dealer} and sits out", player=Name(dispute.players[out]), dealer=dealer)


def who_deals(dispute: SessionDispute) -> Ruling:
    """Who deals next: the next player, or the same one where the cards have to be dealt again.

    Source: main rule text, "Logistics, The fourth player"; "Irregularities during play - fines".
    """
    dealer = dispute.dealer or 0
    used = tuple(_deciding(dispute))
    if _again(dispute):
        deals: int | None = dealer
    elif _goes_on(dispute):
        deals = None
    else:
        deals = dispute.rules.table.deals_next(dealer, len(dispute.players))
    broken: list[Violation] = []
    if dispute.deals not in (None, deals):
        broken.append(Violation(used[0], (), _deals(dispute, deals)))
    return Ruling(
        ways=(SessionReading((book_of(dispute),)),), clause=used[0], used=used,
        statement=say("nobody else can be the one to deal"), violations=tuple(broken),
        deals_next=deals,
    )  # fmt: skip


def _again(dispute: SessionDispute) -> bool:
    """Whether the same dealer deals again."""
    if dispute.after == MISDEAL:
        dealer, seats = dispute.dealer or 0, len(dispute.players)
        return deals_after_misdeal(dispute.rules, dealer, seats) == dealer
    named = dispute.rules.fines.irregularities.get(dispute.after)
    return named is not None and deals_anew(named)


def _goes_on(dispute: SessionDispute) -> bool:
    """Whether the hand is played on, so that nobody deals."""
    fines, named = dispute.rules.fines, dispute.rules.fines.irregularities.get(dispute.after)
    return named is not None and fines.goes_on[named.category]


def _deciding(dispute: SessionDispute) -> Iterator[str]:
    """The clauses that say who deals, the one that decides it first."""
    rules = dispute.rules
    if dispute.after == MISDEAL:
        yield rules.the("misdeal")
    elif dispute.after != HAND:
        yield f"{IRREGULARITY}{dispute.after}"
        if not _again(dispute):
            yield fine_for(rules, dispute.after).clauses[-1]
    turn = rules.maybe("deals-next")
    if turn is not None and not _again(dispute):
        yield turn
    elif dispute.after == HAND:
        yield rules.the("leads")


def _deals(dispute: SessionDispute, deals: int | None) -> Message:
    if deals is None:
        return say("after {word} the hand is played on, and nobody deals", word=Verbatim(dispute.after))
    return say("{player} deals", player=Name(dispute.players[deals]))


def pots_asked(dispute: SessionDispute) -> Ruling:
    """Whether it is proper to ask what lies in the pots.

    Source: main rule text, "Proprieties".
    """
    rules = dispute.rules
    playing, name = dispute.during == "play", Name(dispute.players[dispute.by or 0])
    proper = may_ask_for_pots(rules, playing=playing)
    clause = rules.maybe("not-asked") or rules.the("pot-payment")
    text = say("{player} asks what is in the pots", player=name)
    return Ruling(
        ways=(SessionReading((book_of(dispute),)),), clause=clause, used=(clause,),
        statement=say("it is proper") if proper else say("it is improper"),
        violations=() if proper else (Violation(clause, (), text),),
    )  # fmt: skip
