"""The session around the hands: who sits out, foundation, paying for the deal, joining, the end.

At a table of four the seats of a hand are not those of the table; :func:`seating` leads from one to the
other.

Source: main rule text, "Logistics, The fourth player"; "Scoring, payment", parts 1, 2 and 7.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from analyzer.cards.card import Card
from analyzer.errors import UsageError
from analyzer.messages import say
from analyzer.rules.ledger import Ledger, Pot, Pots
from analyzer.rules.score.payments import found, founders
from analyzer.rules.spec.ruleset import RuleSet

COIN = 5
"""The smallest token: all payments are multiples of it."""


@dataclass(frozen=True, slots=True)
class Division:
    """The pots divided: what each seat receives, and how much of it could not be divided evenly.

    No source says what becomes of an uneven rest. Here it is handed out coin by coin, one each, from
    the given seat on (a last rest smaller than a coin goes with the first coin), so that nothing is
    lost and nobody is more than one coin ahead. `uneven` is that rest in tokens, 0 where all is even.
    """

    shares: tuple[int, ...]
    uneven: int


def sits_out(dealer: int, at_table: int) -> int | None:
    """The table seat that takes no part in the hand: opposite the dealer at a table of four.

    Source: clause table.fourth.
    """
    return (dealer + 2) % at_table if at_table == 4 else None


def seating(rules: RuleSet, dealer: int, at_table: int) -> tuple[int, ...]:
    """The table seat of each seat of the hand: the dealer first, the others in order of play.

    The last of four is the player sitting out, as in a ledger for four.

    Raises: UsageError for a table that cannot play.
    Source: clauses table.players, table.fourth.
    """
    most = rules.table.players + rules.table.may_sit_out
    if not rules.table.players <= at_table <= most:
        raise UsageError(
            say(
                "{number} players at the table; it seats {least} to {most}",
                number=at_table,
                least=rules.table.players,
                most=most,
            )
        )
    absent = sits_out(dealer, at_table)
    order = [(dealer + step) % at_table for step in range(at_table)]
    return tuple(sorted(order, key=lambda seat: (seat == absent, (seat - dealer) % at_table)))


def found_pots(rules: RuleSet, ledger: Ledger, at_table: int) -> None:
    """Everybody at the table founds the pots at the beginning of the game, a fourth if he founds at all.

    Source: clauses payment.foundation, table.fourth.
    """
    players = rules.table.players
    found(ledger, rules.game.accounts.start, founders(rules.game, sitting_out=at_table > players))


def may_call_misdeal(rules: RuleSet, hand: Collection[Card]) -> bool:
    """Whether a player was dealt no trump, the Fool aside, and may have the cards dealt again.

    Source: clause table.misdeal.
    """
    session = rules.session
    saved_by_fool = session.misdeal_fool_counts and any(card.is_fool for card in hand)
    return not saved_by_fool and not any(card.suit is session.misdeal_without for card in hand)


def deals_after_misdeal(rules: RuleSet, dealer: int, at_table: int) -> int:
    """The table seat that deals after a misdeal was called: the same dealer, or the next one.

    Source: clauses table.misdeal, table.next-dealer.
    """
    return dealer if rules.session.same_dealer_again else rules.table.deals_next(dealer, at_table)


def dealer_has_paid(rules: RuleSet, side: str) -> bool | None:
    """Whether the dealer has paid for the deal, by the side of him where the pots stand, `left` or `right`.

    None where the rules do not let the pots tell.

    Source: clauses payment.pots-place, payment.dealing.
    """
    return None if rules.session.paid_at is None else side == rules.session.paid_at


def may_ask_for_pots(rules: RuleSet, *, playing: bool) -> bool:
    """Whether it is proper to ask what lies in the pots, while the cards are played or before that.

    Source: clause proper.pots-unasked.
    """
    unasked = rules.session.pots_unasked
    return unasked is None or (unasked == "play" and not playing)


def fourth_joins(rules: RuleSet, seat: int, ledger: Ledger) -> None:
    """A fourth player enters: one third of each pot (or the part the rules name) is added to it.

    Where a pot has no whole third, no source says what is paid; here it is rounded up to a whole coin, so
    that the newcomer does not own less of the pot than the others.

    Raises: UsageError where the rules seat no fourth.
    Source: clause end.fourth-joins.
    """
    if not rules.table.may_sit_out:
        raise UsageError(say("these rules seat no fourth player"))
    for pot in Pot:
        ledger.pay(seat, pot, third_of(ledger.pots[pot], rules.session.joins_for), "end.fourth-joins")


def third_of(tokens: int, players: int) -> int:
    """One player's part of a pot owned by so many: exact, or rounded up to a whole coin."""
    if tokens % players == 0:
        return tokens // players
    return -(-tokens // (players * COIN)) * COIN


def division(pots: Pots, at_table: int, first: int = 0) -> Division:
    """How the pots are shared out at the end; an uneven rest goes out from the seat `first` on.

    Source: clause end.divide.
    """
    total = pots.king + pots.pagat
    even = total // (at_table * COIN) * COIN
    if total % at_table == 0:
        even = total // at_table
    shares, uneven = [even] * at_table, total - even * at_table
    for step in range(uneven // COIN):
        shares[(first + step) % at_table] += COIN
    shares[first] += uneven % COIN
    return Division(tuple(shares), uneven)


def divide_pots(ledger: Ledger, at_table: int, first: int = 0) -> Division:
    """Share out both pots at the end of the session, and say how; they end empty.

    Source: clause end.divide.
    """
    shared = division(ledger.pots, at_table, first)
    for seat, share in enumerate(shared.shares):
        from_king = min(share, ledger.pots.king)
        ledger.pay(Pot.KING, seat, from_king, "end.divide")
        ledger.pay(Pot.PAGAT, seat, share - from_king, "end.divide")
    return shared
