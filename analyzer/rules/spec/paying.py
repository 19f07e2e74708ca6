"""What a game pays beside its contracts: for single cards in tricks, for no trick, for what is declared."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.cards.card import Card


@dataclass(frozen=True, slots=True)
class CardPayment:
    """What is paid for each of some cards that wins its trick or is lost in it."""

    clause: str
    cards: frozenset[Card]
    amount: int
    """From each payer where the card wins, to each where it is lost."""


@dataclass(frozen=True, slots=True)
class PlayPayments:
    """What single cards pay: in tricks before the last one, and in the last."""

    early: CardPayment
    last: CardPayment
    partner: str
    """The clause of what falls to a partner."""
    lost_to_partner: bool
    """Whether a card that the partner wins is paid for as a lost one."""
    payers: str
    """The clause of who pays and is paid."""
    opponents: bool
    """Whether opponents alone pay and are paid; else the partner does too."""


@dataclass(frozen=True, slots=True)
class NilRules:
    """What a player without a trick is paid by each other in place of the count, where he is the only one."""

    clause: str
    amount: int
    ultimo_won: bool
    """Whether a card that wins the last trick is paid for all the same."""


@dataclass(frozen=True, slots=True)
class Declaring:
    """Who pays for what is declared, and when it is given back."""

    order: str
    """The clause of who declares first."""
    first: int
    """How many seats after the dealer declaring begins."""
    payers: str
    """The clause of who pays."""
    opponents: bool
    """Whether the opponents alone pay; else the partner does too."""
    voluntary: bool
    """Whether nobody has to declare what he holds."""
    shared: str
    """The clause of a card that stands in two declarations."""
    returned: str
    """The clause by which trumps declared may have to be given back."""
    above: int
    """More than so many points keep the payment."""
