"""Payments of a game beyond its contracts, and the pots: who pays in, who takes out, and when."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from analyzer.cards.card import Card
from analyzer.frozenrecord import Record
from analyzer.rules.book import Pot, Pots
from analyzer.rules.spec.kinds.clausekind import CARDS, FLAG, chapter, kind, whole, word
from analyzer.rules.spec.reading import ClauseReader

# What a game pays beside its contracts: for single cards in tricks, for no trick, for what is declared.


_TOKENS: Final = whole(0, 1000)

_CARD_PAYMENT: Final = kind(
    "card-payment", "payment.early", "payment.ultimo",
    when=word("before-last", "last"), cards=CARDS, amount=_TOKENS,
)  # fmt: skip
_PARTNER_CARDS: Final = kind("partner-cards", "payment.partner", lost_to_partner=word("free", "paid"))
_CARD_PAYERS: Final = kind("card-payers", "payment.partner-payers", who=word("opponents", "all-others"))


class CardPayment(Record, frozen=True):
    """What is paid for each of some cards that wins its trick or is lost in it."""

    clause: str
    cards: frozenset[Card]
    amount: int
    """From each payer where the card wins, to each where it is lost."""


@chapter(_CARD_PAYMENT)
class PlayPayments:
    """What single cards pay: in tricks before the last one, and in the last."""

    early: CardPayment = _CARD_PAYMENT.derived_field(lambda given: _card_payment(given, "before-last"))
    last: CardPayment = _CARD_PAYMENT.derived_field(lambda given: _card_payment(given, "last"))
    partner: str = _PARTNER_CARDS.clause
    """The clause of what falls to a partner."""
    lost_to_partner: bool = _PARTNER_CARDS.says("lost_to_partner", "paid")
    """Whether a card that the partner wins is paid for as a lost one."""
    payers: str = _CARD_PAYERS.clause
    """The clause of who pays and is paid."""
    opponents: bool = _CARD_PAYERS.says("who", "opponents")
    """Whether opponents alone pay and are paid; else the partner does too."""


def _card_payment(given: ClauseReader, when: str) -> CardPayment:
    clause = given.where(_CARD_PAYMENT.name, "when", when)
    return CardPayment(clause, given.cards(clause), given.number(clause))


_NIL: Final = kind("nil", "payment.nil", amount=_TOKENS, ultimo_won=FLAG)


@chapter(_NIL, where="amount")
class NilRules:
    """What a player without a trick is paid by each other in place of the count, where he is the only one."""

    clause: str = _NIL.clause
    amount: int = _NIL["amount"]
    ultimo_won: bool = _NIL["ultimo_won"]
    """Whether a card that wins the last trick is paid for all the same."""


_ORDER: Final = kind(
    "declaring-order", "declare.order", first=word("dealer", "after-dealer"), before=word("first-lead")
)
_PAYERS: Final = kind("declaration-payers", "declare.payers", who=word("opponents", "all-others"))
_MAY: Final = kind("may-declare", "declare.voluntary", voluntary=FLAG)
_SHARED: Final = kind("independent", "declare.shared", holds=FLAG)
_RETURNED: Final = kind("declared-return", "declare.trumps.return", above=whole(0, 250))


@chapter(_PAYERS)
class Declaring:
    """Who pays for what is declared, and when it is given back."""

    order: str = _ORDER.clause
    """The clause of who declares first."""
    first: int = _ORDER.get("first", as_=("dealer", "after-dealer").index)
    """How many seats after the dealer declaring begins."""
    payers: str = _PAYERS.clause
    """The clause of who pays."""
    opponents: bool = _PAYERS.says("who", "opponents")
    """Whether the opponents alone pay; else the partner does too."""
    voluntary: bool = _MAY["voluntary"]
    """Whether nobody has to declare what he holds."""
    shared: str = _SHARED.clause
    """The clause of a card that stands in two declarations."""
    returned: str = _RETURNED.clause
    """The clause by which trumps declared may have to be given back."""
    above: int = _RETURNED["above"]
    """More than so many points keep the payment."""


kind("trumps-declared", "declare.trumps", from_=whole(1, 22), amount=_TOKENS, step=_TOKENS)
kind("fool-among-trumps", "declare.trumps.fool", counts=FLAG)
kind(
    "courts-declared", "declare.cavalry", "declare.kings",
    of=word("courts-of-a-suit", "kings"), half=_TOKENS, full=_TOKENS,
)  # fmt: skip


class DeclarationRules(Record, frozen=True):
    """What must be declared and what each opponent pays for it."""

    trumps_from: int
    trumps_amount: int
    trumps_step: int
    fool_is_a_trump: bool
    """Whether the Fool is counted among the trumps declared."""
    pagat_told: bool
    """Whether who declares trumps says whether the Pagat is among them."""
    matadors_from: int
    matadors_amount: int
    matadors_step: int
    half: int
    full: int
    abundant: int | None
    """None where four cards with the Fool are no more than the four."""
    shared: bool
    """Whether a card may serve several declarations; else it serves the first in the order above."""
    first: int
    """How many seats after the dealer declaring begins."""
    correctable_by: int | None
    """A number of trumps may be put right by so many; None where the rules set no bound."""
    fool_told: bool
    """Whether who declares trumps says whether the Fool is among them."""
    clauses: Mapping[str, str]
    """The clause of each kind of declaration."""


NOTHING_DECLARED: Final = DeclarationRules(
    trumps_from=99, trumps_amount=0, trumps_step=0, fool_is_a_trump=False, pagat_told=False,
    matadors_from=99, matadors_amount=0, matadors_step=0, half=0, full=0, abundant=None, shared=False,
    first=0, correctable_by=None, fool_told=False, clauses={},
)  # fmt: skip


def declarations_of_game(given: ClauseReader) -> DeclarationRules:
    """What can be declared and what it brings; nothing in most games.

    Danish Tarok has kinds of clauses of its own for trumps and kings, which say more of them.
    """
    trumps = given.maybe("trump-declaration") or given.maybe("trumps-declared")
    if trumps is None:
        return NOTHING_DECLARED
    graded = "graded-declaration" if given.maybe("graded-declaration") else "courts-declared"
    cavalry, kings = (given.where(graded, "of", of) for of in ("courts-of-a-suit", "kings"))
    matadors, among = given.the("matador-declaration"), given.maybe("fool-among-trumps")
    essential, untold = given.maybe("essential"), given.maybe("untold")
    return DeclarationRules(
        trumps_from=given.number(trumps, "from"),
        trumps_amount=given.number(trumps),
        trumps_step=given.number(trumps, "step"),
        fool_is_a_trump=given.flag(trumps, "fool_counts") if among is None else given.flag(among, "counts"),
        pagat_told=given.has(trumps, "tells_pagat") and given.flag(trumps, "tells_pagat"),
        matadors_from=given.number(matadors, "from"),
        matadors_amount=given.number(matadors),
        matadors_step=given.number(matadors, "step"),
        half=given.number(kings, "half"),
        full=given.number(kings, "full"),
        abundant=given.number(kings, "abundant") if given.has(kings, "abundant") else None,
        shared=given.flag(given.the("independent"), "holds"),
        first=0 if given.word(given.the("declaring-order"), "first") == "dealer" else 1,
        correctable_by=None if essential is None else given.number(essential, "trumps_by"),
        fool_told=untold is not None and given.flag(untold, "told"),
        clauses={"trumps": trumps, "matadors": matadors, "cavallerie": cavalry, "kings": kings},
    )


# What is paid into and out of pots: by which card, in which order, and for the piles.
#
# Where something is entered because of a clause, the id of the clause comes with it.


class When(Enum):
    """What an entry of the payments is for."""

    LOST_EARLY = "lost-early"
    WON_EARLY = "won-early"
    ULTIMO = "ultimo"
    BAGUD = "bagud"
    LAST_TRICK = "last-trick"
    TOUT = "tout"
    NOLO = "nolo"
    FAILED_TOUT = "failed-tout"

    @property
    def costs(self) -> bool:
        """Whether the player pays the others, rather than they him."""
        return self in (When.LOST_EARLY, When.BAGUD, When.FAILED_TOUT)


class Doubling(Enum):
    """What a failed Tout puts into a pot that it doubles."""

    COUNTED = "counted"
    """What was counted in it before the settlement."""
    AS_IT_LIES = "as-it-lies"
    """What lies in it when every Bagud has paid."""


class PlayStep(Enum):
    """A part of the settlement of the last trick."""

    COUNT_POT = "count-pot"
    ULTIMO = "ultimo"
    BAGUD = "bagud"
    FOUNDATION = "foundation"


class CountRules(Record, frozen=True):
    """What is paid for the piles after the last trick."""

    par: int
    rounding: int
    after_tout: bool
    after_nolo: bool
    own: bool
    """Whether each gains or loses by his own pile and nobody pays; else all settle with the next dealer."""
    clause: str
    """The clause by which the piles are paid for."""


class Entry(Record, frozen=True):
    """One thing that is paid: each other player pays `amount`, or is paid it where it costs.

    `cards` are those it is paid for (empty: whatever card). `takes` are pots that the player takes as they
    are, `doubles` those into which he puts what was counted in them, `adds` what he puts into a pot besides.
    """

    clause: str
    when: When
    amount: int
    cards: frozenset[Card] = frozenset()
    takes: tuple[Pot, ...] = ()
    doubles: tuple[Pot, ...] = ()
    adds: tuple[Pot, int] | None = None


class FailedTout(Record, frozen=True):
    """What an announced Tout that fails does beside what it costs."""

    ultimo: bool
    """Whether an Ultimo can be won all the same."""
    last_trick: bool
    """Whether the plain last trick is paid."""
    doubling: Doubling


class IntoPots(Record, frozen=True):
    """An equal amount into each of some pots, and the clause that asks for it."""

    clause: str
    amount: int
    pots: tuple[Pot, ...]


class Accounts(Record, frozen=True):
    """What everybody pays into the pots beside the play: `start` and `refill` each, `dealing` the dealer."""

    start: IntoPots
    refill: IntoPots
    dealing: IntoPots


class Considerable(Record, frozen=True):
    """By how much one pot must be the richer before it is proper to go for it."""

    half: bool
    """Whether by half of the poorer pot."""
    least: int
    """By so many tokens at least."""
    clause: str
    """The clause that says so."""

    def richer(self, pots: Pots) -> Pot | None:
        """The pot that is considerably the richer; None where neither is.

        Source: clauses proper.richer-pot, proper.considerable.
        """
        rich, poor = (Pot.KING, Pot.PAGAT) if pots.king > pots.pagat else (Pot.PAGAT, Pot.KING)
        more = pots[rich] - pots[poor]
        enough = more >= self.least and (not self.half or 2 * more >= pots[poor])
        return rich if more and enough else None


class PotRules(Record, frozen=True):
    """The pots of a game: what goes into them and out of them, and what is settled beside them."""

    entries: tuple[Entry, ...]
    """What single cards pay."""
    order: tuple[PlayStep, ...]
    """The settlement of the last trick, in the order of its steps."""
    failed_tout: FailedTout
    accounts: Accounts
    considerable: Considerable
    count: CountRules
