"""What is owed for a hand of card points, account by account, and where what was said of it differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analyzer.disputes.findings import Finding
from analyzer.disputes.kinds.came import SaidOwed
from analyzer.disputes.model import ClaimedPayment
from analyzer.messages import Message, Name, Verbatim, alone, listed, say
from analyzer.rules.book import Account, PoolAccount, Score, Transfer
from analyzer.rules.score.hand import Scoring
from analyzer.rules.score.outcome import Outcome
from analyzer.rules.score.told import Pool
from analyzer.rules.sides import Sides
from analyzer.rules.spec.kinds.contracts import Contract, ContractAim
from analyzer.rules.spec.kinds.sheets import BonusSheet
from analyzer.rules.verdicts import Violation, amounts_told


@dataclass(frozen=True, slots=True, kw_only=True)
class BookFinding(Finding):
    """What is paid or written for a hand of card points, and what lies there afterwards.

    `tokens` are by seat and empty in a game that is written on a sheet, `sheet` the other way round.
    """

    sides: Sides
    transfers: tuple[Transfer, ...] = ()
    scores: tuple[Score, ...] = ()
    tokens: tuple[int, ...] = ()
    sheet: tuple[int, ...] = ()
    pools: tuple[Pool, ...] | None = None
    """None in a game without pools."""
    radli: tuple[int, ...] | None = None
    """By seat; None in a game without them."""
    outcome: Outcome | None = None

    @property
    def sheet_told(self) -> dict[str, int] | None:
        """What is written, by name; None where nothing is."""
        return dict(zip(self.everybody, self.sheet, strict=True)) if self.sheet else None

    def _name(self, seat: int | None) -> str | None:
        return None if seat is None else self.everybody[seat]

    @property
    def leads_to(self) -> Message | None:
        """What everybody has of it, in a few words."""
        told = self.tokens_told or self.sheet_told
        return None if told is None else amounts_told(told)

    @property
    def comes_to(self) -> Mapping[str, Any]:
        """What it comes to, as keys of an answer."""
        outcome, pools = self.outcome, self.pools
        return {
            **Finding.comes_to.fget(self),  # type: ignore[attr-defined]
            "sheet": self.sheet_told,
            "contract": None if outcome is None else outcome.contract,
            "partner": None if outcome is None else self._name(outcome.partner),
            "pools": None if pools is None else [{"amount": p.amount, "doubled": p.doubled} for p in pools],
        }


def of_scoring(scoring: Scoring) -> dict[str, Any]:
    """The fields of a finding that tell what a hand pays or writes."""
    game, book = scoring.game, scoring.book
    seats = range(scoring.came.seats)
    return {
        "sides": scoring.came.sides,
        "transfers": book.transfers,
        "scores": book.scores,
        "tokens": () if game.on_a_sheet else book.tokens,
        "sheet": book.sheet if game.on_a_sheet else (),
        "pools": None if game.pools is None else scoring.pools,
        "radli": None if game.bonus_sheet is None else tuple(scoring.radli.get(seat, 0) for seat in seats),
        "outcome": scoring.outcome,
    }


def clauses_of(scoring: Scoring) -> tuple[str, ...]:
    """The clauses that something is paid or written by, or that decide it, each once."""
    return tuple(dict.fromkeys((*scoring.book.clauses, *filter(None, scoring.applied))))


def wrongly_said(said: SaidOwed, scoring: Scoring, players: Sequence[str]) -> Iterator[Violation]:
    """Where what was said to be owed parts from what is, account by account.

    Named is the clause that tells the one from the other: what it brings was left out, or is all that was
    said; else the first by which that account has anything, or by which the hand is settled.
    """
    book, seats = scoring.book, range(len(players))
    if said.paid is not None:
        yield from _wrong_payments(said.paid, scoring, players)
    if said.tokens is not None:
        for seat, amount in said.tokens.items():
            if amount != book.tokens[seat]:
                text = _received(players[seat], book.tokens[seat], amount)
                yield Violation(_clause(_by_clause(book.transfers, seat), amount, scoring), (), text)
    written = {
        seat: _sums((each.clause, each.amount) for each in book.scores if each.seat == seat) for seat in seats
    }
    for seat, amount in (said.sheet or {}).items():
        if amount != book.sheet[seat]:
            text = say(
                "{player} is written {owed}, and {said} was said",
                player=Name(players[seat]),
                owed=_signed(book.sheet[seat]),
                said=_signed(amount),
            )
            yield Violation(_clause(written[seat], amount, scoring), (), text)
    if said.pools is not None and said.pools != scoring.pools:
        text = say(
            "the pools are {owed}, and {said} was said", owed=_pools(scoring.pools), said=_pools(said.pools)
        )
        yield Violation(_of_the_pools(scoring), (), text)
    yield from _wrong_radli(said, scoring, players)


def _wrong_radli(said: SaidOwed, scoring: Scoring, players: Sequence[str]) -> Iterator[Violation]:
    """Where somebody is said to have other radli afterwards than he has."""
    rule, before = scoring.game.bonus_sheet, scoring.came.told.radli
    for seat, number in (said.radli or {}).items():
        left = scoring.radli.get(seat, 0)
        if rule is not None and number != left:
            text = say(
                "{player} has {owed} radli left, and {said} was said",
                player=Name(players[seat]),
                owed=left,
                said=number,
            )
            yield Violation(rule.radli_earned if left > before.get(seat, 0) else rule.radli, (), text)


def _wrong_payments(
    paid: Sequence[ClaimedPayment], scoring: Scoring, players: Sequence[str]
) -> Iterator[Violation]:
    """Where what was paid parts from what is owed; among whom it changed hands makes no difference."""
    owed, said = scoring.book.transfers, Counter[Account]()
    for each in paid:
        said[each.payer] -= each.amount
        said[each.payee] += each.amount
    accounts = {account for each in owed for account in (each.payer, each.payee)} | {*said}
    for account in sorted(accounts, key=_order):
        by_clause = _by_clause(owed, account)
        due = sum(by_clause.values())
        if said[account] == due:
            continue
        if isinstance(account, int):
            yield Violation(
                _clause(by_clause, said[account], scoring),
                (),
                _received(players[account], due, said[account]),
            )
        elif isinstance(account, PoolAccount):
            text = say(
                "pool {number} changes by {owed}, and {said} was said",
                number=account.place + 1,
                owed=_signed(due),
                said=_signed(said[account]),
            )
            yield Violation(_of_the_pools(scoring), (), text)


def _order(account: Account) -> tuple[bool, int]:
    """The players first, then the pools."""
    return isinstance(account, PoolAccount), account.place if isinstance(account, PoolAccount) else -1


def _received(player: str, owed: int, said: int) -> Message:
    return say(
        "{player} receives {owed} less what he pays, and {said} was said",
        player=Name(player),
        owed=_signed(owed),
        said=_signed(said),
    )


def _signed(amount: int) -> Verbatim:
    return Verbatim(f"{amount:+d}" if amount else "0")


def _pools(pools: Sequence[Pool]) -> Message:
    each = (Verbatim(f"{pool.amount}{'d' if pool.doubled else ''}") for pool in pools)
    return alone(listed(each), say("none"))


def _by_clause(transfers: Iterable[Transfer], account: Account) -> dict[str, int]:
    """What an account receives less what it pays, by clause."""
    found: list[tuple[str, int]] = []
    for each in transfers:
        found += [(each.clause, -each.amount)] * (each.payer == account)
        found += [(each.clause, each.amount)] * (each.payee == account)
    return _sums(found)


def _sums(amounts: Iterable[tuple[str, int]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for clause, amount in amounts:
        found[clause] = found.get(clause, 0) + amount
    return found


def _clause(by_clause: Mapping[str, int], said: int, scoring: Scoring) -> str:
    """The clause that tells what is owed from what was said."""
    owed = sum(by_clause.values())
    for telling in (owed - said, said, said - owed):
        # What was left out; all that was said; what was said twice, or the wrong way round.
        for clause, amount in by_clause.items():
            if amount and amount == telling:
                return clause
    return next(iter(by_clause), None) or _otherwise(scoring)


def _otherwise(scoring: Scoring) -> str:
    """The clause that somebody has nothing by: that of the settlement, or what decided it in its place."""
    main, used = main_clause(scoring), clauses_of(scoring)
    return main if main in used or not used else used[0]


def main_clause(scoring: Scoring) -> str:
    """The clause by which a hand is settled before all others."""
    game = scoring.game
    contract = game.contract(scoring.came.told.contract)
    ways = (
        game.stake and game.stake.value,
        game.target and game.target.target,
        game.difference_sheet and game.difference_sheet.value,
        game.bonus_sheet and _of_the_sheet(game.bonus_sheet, contract),
        game.deviation and game.deviation.clause,
    )
    return next((each for each in (*ways, *clauses_of(scoring)) if each), game.piles.clause)


def _of_the_sheet(rule: BonusSheet, contract: Contract | None) -> str:
    if contract is None or contract.aim is ContractAim.POINTS:
        return rule.game
    return rule.misere if contract.aim is ContractAim.FEWEST else rule.flat


def _of_the_pools(scoring: Scoring) -> str:
    """The clause by which something goes into a pool or out of it, else that by which nothing does."""
    moved = (each for each in scoring.book.transfers if PoolAccount in map(type, (each.payer, each.payee)))
    clause = next((each.clause for each in moved), None)
    if clause is not None:
        return clause
    return _otherwise(scoring)
