"""The score of a hand of an evening, by the seats of the table: what both ways of telling one end in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from analyzer.evenings.model import Evening, HandScore, LeftLying, RecordedHand
from analyzer.messages import Message
from analyzer.position.model import Position
from analyzer.position.replay.came_up import applied_in
from analyzer.position.replay.replay import replay
from analyzer.rules.book import Book, Score, Transfer
from analyzer.rules.conduct.session import found_pots, seating
from analyzer.rules.spec.bearing import CameUp, Topic, bearing
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import Violation


def founded(evening: Evening, lying: LeftLying) -> Book:
    """A book in which the pots are founded if the game has any and they are not yet."""
    at_table, rules = len(evening.players), evening.rules
    book = Book(at_table, lying.pots)
    if lying.pots is None and rules.game.pots is not None:
        found_pots(rules, book, at_table, out_place(rules, at_table))
    return book


def out_place(rules: RuleSet, at_table: int) -> int | None:
    """The place of who sits out, among the seats of a hand."""
    return at_table - 1 if at_table > rules.table.players else None


def score_recorded(evening: Evening, number: int, hand: RecordedHand, lying: LeftLying) -> HandScore:
    """The score of a hand that is recorded, as it was played.

    Raises: IllegalMove, Invalid for a hand that cannot be played by these rules.
    """
    rules, players, before = evening.rules, evening.players, founded(evening, lying)
    seats = seating(rules, hand.dealer, len(players))
    place = out_place(rules, len(players))
    own = tuple(map(players.index, hand.position.players)) + (() if place is None else (seats[place],))
    radli = {place: lying.radli[seat] for place, seat in enumerate(own) if seat in lying.radli}
    lies_there: dict[str, Any] = {"told": replace(hand.position.told, pools=lying.pools, radli=radli)}
    if rules.game.pots is not None:
        out = None if place is None else players[seats[place]]
        lies_there = {"pots": before.pots, "count": True, "sitting_out": out}
    position = Position.of(hand.position.changed(rules=rules, lines=(hand.line,), **lies_there))
    played = replay(position, hand.line)
    void = next((each.violation for each in played.judged.offences if each.voids and not each.late), None)
    if void is not None:
        return score_void(evening, number, hand.dealer, void.text, lying, played.violations)
    outcome = played.outcome
    entries: list[Transfer | Score] = [*played.transfers, *played.scores]
    radli = {own[place]: held for place, held in played.radli.items()}
    lying = replace(lying, pools=played.pools, radli=radli)
    return scored(
        evening,
        lying,
        [*(each.among(seats) for each in before.transfers), *(each.among(own) for each in entries)],
        number=number,
        dealer=hand.dealer,
        outcome=None if outcome is None else outcome.among(own),
        applied=applied_in(position, played),
        violations=played.violations,
        last_trick=own[played.tricks[-1].winner or 0] if played.complete and played.tricks else None,
    )


def score_void(
    evening: Evening,
    number: int,
    dealer: int,
    reason: Message,
    lying: LeftLying,
    wrong: Iterable[Violation] = (),
) -> HandScore:
    """The score of a deal that was void: nothing is due but the founding of the pots, if they are not yet."""
    rules, book = evening.rules, founded(evening, lying)
    topics = {Topic.MISDEAL, Topic.FOUNDED} if len(book.transfers) else {Topic.MISDEAL}
    void = rules.game.void_deal
    clauses = bearing(rules, CameUp(frozenset(topics))) + (() if void is None else (void.clause,))
    seats = seating(rules, dealer, len(evening.players))
    paid = [each.among(seats) for each in book.transfers]
    return scored(
        evening,
        lying,
        paid,
        number=number,
        dealer=dealer,
        outcome=None,
        applied=clauses,
        violations=tuple(wrong),
        void=reason,
    )


def scored(
    evening: Evening, lying: LeftLying, entries: Iterable[Transfer | Score], *, dealer: int, **told: Any
) -> HandScore:
    """The score of what is paid and written between the seats of the table, entered and added up.

    `lying` are the pots before the hand, and the pools and radli after it.
    """
    rules, at_table = evening.rules, len(evening.players)
    book, game, place = Book(at_table, lying.pots), rules.game, out_place(rules, at_table)
    for each in entries:
        book.enter(each)
    return HandScore(
        dealer=dealer,
        out=None if place is None else seating(rules, dealer, at_table)[place],
        transfers=book.transfers,
        scores=book.scores,
        amounts=book.sheet if game.on_a_sheet else book.tokens,
        lying=replace(lying, pots=book.pots) if game.pots is not None else lying,
        pots_change=book.pot_changes,
        **told,
    )
