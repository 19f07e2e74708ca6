"""The session around the hands: sitting out, foundation, paying for the deal, joining, the end."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import Enum
from itertools import combinations

from analyzer.cards.card import Card
from analyzer.errors import UsageError
from analyzer.frozenrecord import Record
from analyzer.messages import say
from analyzer.rules.book import COIN, Book, Pot, Pots
from analyzer.rules.score.payments import pay_foundation
from analyzer.rules.spec.kinds.bidding import EndOnWish, GameEnd
from analyzer.rules.spec.kinds.paying import IntoPots
from analyzer.rules.spec.ruleset import RuleSet

# The session around the hands: sitting out, foundation, paying for the deal, joining, the end.
#
# At a table of four the seats of a hand are not those of the table; :func:`seating` converts one to the
# other.
#
# Source: main rule text, "Logistics, The fourth player"; "Scoring, payment", parts 1, 2 and 7.


class Division(Record, frozen=True):
    """The pots divided: the share of each seat, and the part that could not be divided evenly.

    No source decides on an uneven rest. Here it is handed out coin by coin, one each, from
    the given seat on (a last rest smaller than a coin goes with the first coin), so that nothing is
    lost and nobody is more than one coin ahead. `uneven` is that rest in tokens, 0 if all is even.
    """

    shares: tuple[int, ...]
    uneven: int


def sits_out(dealer: int, at_table: int) -> int | None:
    """Return the table seat that takes no part in the hand: opposite the dealer at a table of four.

    Source: clause table.fourth.
    """
    return (dealer + 2) % at_table if at_table == 4 else None


def seating(rules: RuleSet, dealer: int, at_table: int) -> tuple[int, ...]:
    """Return the table seat of each seat of the hand: the dealer first, the rest in order of play.

    The last of four is the player sitting out, as in a book for four.

    Raises: UsageError for a table that cannot play.
    Source: clauses table.players, table.fourth.
    """
    most = rules.table.players + rules.table.may_sit_out
    if not rules.table.players <= at_table <= most:
        raise UsageError(
            say(
                "{number} {number:player/players} at the table; it seats {least} to {most}",
                number=at_table,
                least=rules.table.players,
                most=most,
            )
        )
    absent = sits_out(dealer, at_table)
    order = [(dealer + step) % at_table for step in range(at_table)]
    return tuple(sorted(order, key=lambda seat: (seat == absent, (seat - dealer) % at_table)))


def founding_seats(rules: RuleSet, at_table: int, out: int | None = None) -> tuple[int, ...]:
    """Return the table seats that pay a foundation: all, and the seat that sits `out` if it pays foundations.

    Source: clauses payment.foundation, table.fourth.
    """
    return tuple(seat for seat in range(at_table) if seat != out or rules.table.founds)


def start_pots(rules: RuleSet, book: Book, at_table: int, out: int | None = None) -> tuple[int, ...]:
    """Found the pots at the beginning of the game; return the table seats that pay.

    Source: clauses payment.foundation, table.fourth.
    """
    seats = founding_seats(rules, at_table, out)
    pay_foundation(book, rules.game.the_pots.accounts.start, seats)
    return seats


def refill_pots(rules: RuleSet, book: Book, at_table: int, out: int | None = None) -> tuple[int, ...]:
    """Found each empty pot again; return the table seats that pay.

    Source: clauses payment.foundation, table.fourth.
    """
    seats, refill = founding_seats(rules, at_table, out), rules.game.the_pots.accounts.refill
    empty = tuple(pot for pot in refill.pots if book.pots[pot] == 0)
    pay_foundation(book, IntoPots(refill.clause, refill.amount, empty), seats)
    return seats


def make_good(rules: RuleSet, winner: int, pot: Pot, missing: int, book: Book) -> None:
    """Make the winner of a pot pay into it the amount later found missing.

    Source: the clause of the kind answers-for.
    """
    book.pay(winner, pot, missing, rules.the("answers-for"))


def may_call_misdeal(rules: RuleSet, hand: Collection[Card]) -> bool:
    """Return True if a player was dealt no trump except the Fool, and may have the cards redealt.

    Source: clause table.misdeal.
    """
    session = rules.session
    saved_by_fool = session.misdeal_fool_counts and any(card.is_fool for card in hand)
    return not saved_by_fool and not any(card.suit is session.misdeal_without for card in hand)


def deals_after_misdeal(rules: RuleSet, dealer: int, at_table: int) -> int:
    """Return the table seat that deals after a misdeal was called: the same dealer, or the next one.

    Source: clauses table.misdeal, table.next-dealer.
    """
    return dealer if rules.session.same_dealer_again else rules.table.deals_next(dealer, at_table)


def next_dealer(rules: RuleSet, dealer: int, at_table: int, *, misdealt: bool = False) -> int:
    """Return the table seat that deals after this one; after a misdeal, the seat that deals then."""
    if misdealt:
        return deals_after_misdeal(rules, dealer, at_table)
    return rules.table.deals_next(dealer, at_table)


def sitting_out(rules: RuleSet, dealer: int, at_table: int) -> int | None:
    """Return the table seat that sits out a hand of this dealer; None if all play."""
    return sits_out(dealer, at_table) if at_table > rules.table.players else None


def dealer_has_paid(rules: RuleSet, side: str) -> bool | None:
    """Return True if the dealer has paid for the deal: the pots are at the dealer's `left` or `right`.

    None if the rules do not let the pots show it.

    Source: clauses payment.pots-place, payment.dealing.
    """
    return None if rules.session.paid_at is None else side == rules.session.paid_at


def may_ask_for_pots(rules: RuleSet, *, playing: bool) -> bool:
    """Return True if it is proper to ask about the contents of the pots, during play or before it.

    Source: clause proper.pots-unasked.
    """
    unasked = rules.session.pots_unasked
    return unasked is None or (unasked == "play" and not playing)


class Rounding(Enum):
    """The rounding of a part of a pot that is not whole coins."""

    UP = "up"
    NEAREST = "nearest"
    DOWN = "down"


def part_of(tokens: int, parts: int, rounding: Rounding = Rounding.UP) -> int:
    """Return one part in `parts` of a pot: exact if it is whole, otherwise rounded to a whole coin."""
    if tokens % parts == 0:
        return tokens // parts
    coins = parts * COIN
    add = {Rounding.UP: coins - 1, Rounding.NEAREST: coins // 2, Rounding.DOWN: 0}
    return (tokens + add[rounding]) // coins * COIN


def fourth_joins(rules: RuleSet, seat: int, book: Book, rounding: Rounding = Rounding.UP) -> None:
    """Let a fourth player enter, who adds one third of each pot (or the part the rules name) to it.

    If a pot has no whole third, no source says what is paid. Rounded up, the newcomer owns no less of
    the pot than the other players.

    Raises: UsageError if the rules seat no fourth.
    Source: the clause of the kind joins.
    """
    if not rules.table.may_sit_out:
        raise UsageError(say("these rules seat no fourth player"))
    for pot in Pot:
        share = part_of(book.pots[pot], rules.session.joins_for, rounding)
        book.pay(seat, pot, share, rules.the("joins"))


def division(pots: Pots, at_table: int, first: int = 0) -> Division:
    """Return the division of the pots at the end; an uneven rest goes out from the seat `first` on.

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


def divisions(pots: Pots, at_table: int, first: int = 0) -> Iterator[tuple[int, ...]]:
    """Yield every way to share the pots as evenly as coins allow; :func:`division` is the first of them.

    Source: the clause of the kind divides-pots.
    """
    shared = division(pots, at_table, first)
    even, order = min(shared.shares), [(first + step) % at_table for step in range(at_table)]
    coins, spare = divmod(shared.uneven, COIN)
    for lucky in combinations(order, coins):
        for one in order if spare else order[:1]:
            yield tuple(even + COIN * (seat in lucky) + spare * (seat == one) for seat in range(at_table))


def divide_pots(rules: RuleSet, book: Book, at_table: int, first: int = 0) -> Division:
    """Share out both pots at the end of the session, and return the division; they end empty.

    Source: the clause of the kind divides-pots.
    """
    shared = division(book.pots, at_table, first)
    hand_out(rules, book, shared.shares)
    return shared


def hand_out(rules: RuleSet, book: Book, shares: Iterable[int]) -> None:
    """Pay each seat its share out of the pots, the king pot first; any rest stays in the pots.

    Source: the clause of the kind divides-pots.
    """
    clause = rules.the("divides-pots")
    for seat, share in enumerate(shares):
        from_king = min(share, book.pots.king)
        book.pay(Pot.KING, seat, from_king, clause)
        book.pay(Pot.PAGAT, seat, share - from_king, clause)


# The end of games of card points: payments for the sheet, and the number of further hands.
#
# Source: clauses of the kinds game-end and ends-on-wish.


def settle_game(rule: GameEnd, sheet: Sequence[int], book: Book) -> None:
    """Pay for the running totals of a game that is over, each seat by its sheet.

    Either everybody below zero pays everybody above it, or the lowest pay all the rest. Several may be the
    lowest, as partners always are; if all are equal nobody pays.
    """
    lowest, seats = min(sheet), range(len(sheet))
    if rule.pays == "each-pays-each":
        payers, payees = [s for s in seats if sheet[s] < 0], [s for s in seats if sheet[s] > 0]
    else:
        payers, payees = [s for s in seats if sheet[s] == lowest], [s for s in seats if sheet[s] > lowest]
    for payee in payees:
        book.charge_each(payers, payee, rule.amount, rule.clause)


def hands_more(rule: EndOnWish, played: int, seats: int) -> int | None:
    """Return the number of further hands after somebody wishes to end, so that all deal equally often.

    None if no number within the limits is possible.
    """
    possible = range(rule.least, rule.most + 1)
    return next((more for more in possible if (played + more) % seats == 0), None)
