"""The words of the clauses of contracts."""

from __future__ import annotations

from enum import Enum


class ContractAim(Enum):
    """What a declarer's side must do to make its contract."""

    POINTS = "points"
    NO_TRICK = "no-trick"
    EVERY_TRICK = "every-trick"
    FEWEST = "fewest"
    """Everybody for himself takes as little as he can; nobody declares."""


class TalonLeft(Enum):
    """Where the cards of the talon go that nobody took."""

    OPPONENTS = "opponents"
    DECLARER = "declarer"
    NOBODY = "nobody"
    TRICKS = "tricks"
    """One to the winner of each of the first tricks, in the order turned."""


class CalledAway(Enum):
    """With whom a declarer plays whose called card nobody holds."""

    ALONE = "alone"
    DEALER = "dealer"
    """With the dealer, who laid it away."""
