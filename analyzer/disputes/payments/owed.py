"""The amounts owed for a hand of card points, account by account, and payments that differ from them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any, Final, TypeVar

from analyzer.cards.notation import shown
from analyzer.disputes.answer import owed_view
from analyzer.disputes.findings import Finding
from analyzer.disputes.paid import BY_THE_FIRST, PaidRemedyView, corrections_of, total_phrases
from analyzer.disputes.shape import (
    ClaimedPayment,
    HandDispute,
    HandShape,
    PaidShape,
    read_hand_facts,
    read_paid,
)
from analyzer.frozenrecord import Record
from analyzer.messages import ClauseId, Message, Name, Several, Verbatim, alone, formed, listed, say
from analyzer.position.files.cardlists import Said, WrittenNumber
from analyzer.position.files.hands.contract import EXPECTED, KEYS, inapplicable_keys, read_pools
from analyzer.position.files.hands.deal import check_came, check_facts
from analyzer.position.files.hands.result import RESULT_KEYS, read_came
from analyzer.position.files.hands.unknown import read_declarations
from analyzer.position.files.handshape import CarriedKeys, PoolShape, ResultKeys, SaidKeys
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import Change
from analyzer.rules.actions import Sides
from analyzer.rules.book import Account, PoolAccount, Pot, Score, Transfer
from analyzer.rules.deal.judge import FactsBeforePlay, judge_before_play, standing
from analyzer.rules.facts.fact import HandFact, TableFacts
from analyzer.rules.facts.finished import collect_hand_facts
from analyzer.rules.score.deeds import HandReport, compute_result
from analyzer.rules.score.hand import HandFacts, HandResult, Outcome, Pool, Scoring
from analyzer.rules.score.opening import largest
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.contracts import BonusSheet, Contract, ContractAim
from analyzer.rules.verdicts import Violation, amounts_message
from analyzer.views.base import UNSET, name_amounts
from analyzer.views.outcome import OutcomeView, outcome_view, pool_views, written
from analyzer.words.blocks import Phrase
from analyzer.words.paid import (
    NOTHING_DUE,
    account_message,
    outcome_parts,
    payment_phrases,
    pool_word,
    score_phrases,
)
from analyzer.yamltree.shapes import Field, Shape, Text

# What is owed for a hand of card points, account by account, and where what was said of it differs.


_POOL: Final = r"(?:(?P<new>new) )?pool(?: (?P<place>[1-9][0-9]?))?"
SAID_KEYS: Final = {
    "paid": EXPECTED["tokens"],
    "tokens": EXPECTED["tokens"],
    "sheet": EXPECTED["sheet"],
    "pools_after": KEYS["pools"],
    "radli_after": KEYS["radli"],
}


class SaidOwedKeys(Shape):
    """The amounts paid or written, or the amounts that somebody claims."""

    paid: list[PaidShape] | None = Field(
        None,
        description=(
            "All payments between players and pools: `pool` is the largest, `pool 2` the second in "
            "the file, `new pool` an added one."
        ),
    )
    tokens: dict[Text, Change] | None = Field(None, description="What each player received net, as claimed.")
    sheet: dict[Text, Change] | None = Field(
        None, description="Each player's score for the hand, as claimed."
    )
    pools_after: list[PoolShape] | None = Field(None, description="The pools afterwards, as claimed.")
    radli_after: dict[Text, WrittenNumber] | None = Field(
        None, description="Each player's number of radli afterwards, as claimed."
    )


class SaidOwed(Record, frozen=True):
    """What was paid or written, or is said to be owed, by seat; None for what nothing is said of."""

    paid: tuple[ClaimedPayment, ...] | None = None
    tokens: Mapping[int, int] | None = None
    sheet: Mapping[int, int] | None = None
    pools: tuple[Pool, ...] | None = None
    radli: Mapping[int, int] | None = None

    @property
    def nothing(self) -> bool:
        """Whether nobody says what is owed."""
        return self == SaidOwed()


def read_said_owed(reader: Reader, shape: SaidOwedKeys, pools: Sequence[Pool] = ()) -> SaidOwed:
    """What a file says is owed, where these pools lay on the table; what the game does not pay is a fault."""
    idle = inapplicable_keys(reader, shape, SAID_KEYS)
    two = say("expected two of the players and the pools")
    account = partial(_account, pools=pools)
    after = None if shape.pools_after is None or "pools_after" in idle else read_pools(shape.pools_after)
    return SaidOwed(
        paid=None if "paid" in idle else read_paid(reader, shape.paid, account, two),
        tokens=None if "tokens" in idle else _amounts(reader, shape.tokens),
        sheet=None if "sheet" in idle else _amounts(reader, shape.sheet),
        pools=after,
        radli=None if "radli_after" in idle else _amounts(reader, shape.radli_after),
    )


def _amounts(reader: Reader, told: Mapping[Text, WrittenNumber] | None) -> Mapping[int, int] | None:
    if told is None:
        return None
    return {seat: each.value for seat, _, each in reader.values_by_seat(told) if each.value is not None}


def _account(reader: Reader, name: Text, pools: Sequence[Pool]) -> Account | None:
    """The seat or the pool that is named."""
    if not name:
        return None
    game = reader.rules.game
    read = None if name in reader.players else re.fullmatch(_POOL, name.strip().lower())
    if read is None or game.pools is None:
        return reader.seat_of(name)
    if read["new"] is not None:
        return PoolAccount(len(pools))
    place = int(read["place"]) - 1 if read["place"] else largest(pools, game.pools) if pools else 0
    if place > len(pools):
        message = say("{pool} does not exist", pool=Verbatim(shown(name)))
        reader.fault(name.where, message, say("expected one of the pools, or `new pool`"))
        return None
    return PoolAccount(place)


class CameShape(SaidKeys, CarriedKeys, ResultKeys, HandShape):
    """A dispute about a hand of card points that gives the result of the hand."""

    declarations: dict[Text, Said] | None = Field(
        None,
        description="Each player's declarations, in words.",
        examples=[{"A": ["11 trumps", "half kings no clubs"]}],
    )


class ResultDispute(HandDispute, frozen=True, kw_only=True):
    """A dispute about what a hand of card points came to."""

    report: HandReport
    declarations: Mapping[int, tuple[str, ...]] | None = None
    thrown_in: bool = False

    @property
    def game(self) -> GameSpec:
        """What is special about the game."""
        return self.rules.game

    @property
    def hand_result(self) -> HandResult:
        """What the hand came to, by the rules it is settled by."""
        told = standing(self.rules, self._facts, judge_before_play(self.rules, self._facts))
        return compute_result(
            self.rules.game, told, self.report, dealer=self.dealer, thrown_in=self.thrown_in
        )

    @property
    def wrong(self) -> tuple[Violation, ...]:
        """What was against the rules before the first lead, by what is told."""
        return tuple(each.violation for each in judge_before_play(self.rules, self._facts))

    @property
    def hand_facts(self) -> tuple[TableFacts, list[HandFact]]:
        """The ground of the hand, and what is told of it."""
        return collect_hand_facts(
            self.rules, self.players, self.told, self.report, self.declarations or {}, self.dealer
        )

    @property
    def _facts(self) -> FactsBeforePlay:
        return self.before_play(declared=self.declarations or {})


def check_stated(reader: Reader, shape: CameShape, dispute: ResultDispute, *, in_part: bool) -> None:
    """A fault for what is missing of a hand, unless it is told in part, and for what cannot be true of it."""
    if not in_part:
        check_came(reader, shape.node.where, dispute.hand_result, shape)
    contract = dispute.game.contract(dispute.told.contract)
    if reader.notes.faults or dispute.thrown_in or (contract is not None and not contract.played):
        return
    check_facts(reader, shape.node, *dispute.hand_facts)


def read_facts(reader: Reader, shape: CameShape) -> dict[str, Any]:
    """What a file tells of the hand: the fields of a :class:`ResultDispute` beside those of every dispute."""
    game = reader.rules.game
    told: HandFacts = read_hand_facts(reader, shape)
    keys = {key: use for key, use in RESULT_KEYS.items() if key not in KEYS}
    report = read_came(reader, shape, told, inapplicable_keys(reader, shape, keys))
    declared = None
    if shape.declarations is not None and game.declaring is not None:
        declared = read_declarations(reader, shape.declarations)
    thrown_in = game.throws_in(told.contract) and shape.points is None
    return {"told": told, "report": report, "declarations": declared, "thrown_in": thrown_in}


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
    def said(self) -> SaidOwed:
        """What was paid or written already, or is claimed."""
        return SaidOwed()

    @property
    def corrections(self) -> tuple[Transfer, ...]:
        if self.said.paid is None or self.unsettled or self.open_questions:
            return ()
        return corrections_of(self.transfers, self.said.paid)

    @property
    def gained(self) -> tuple[int, ...]:
        return self.tokens

    @property
    def due(self) -> Sequence[int]:
        return self.tokens or self.sheet

    @property
    def stated_sheet(self) -> dict[str, int] | None:
        """What is written, by name; None where nothing is."""
        return dict(zip(self.everybody, self.sheet, strict=True)) if self.sheet else None

    def _name(self, seat: int | None) -> str | None:
        return None if seat is None else self.everybody[seat]

    @property
    def leads_to(self) -> Message | None:
        """What everybody has of it, in a few words."""
        told = self.stated_tokens or self.stated_sheet
        return None if told is None else amounts_message(told)

    @property
    def comes_to(self) -> Mapping[str, Any]:
        """What it comes to, as keys of an answer."""
        outcome, pools = self.outcome, self.pools
        return {
            **super(BookFinding, self).comes_to,
            "sheet": self.stated_sheet,
            "contract": None if outcome is None else outcome.contract,
            "partner": None if outcome is None else self._name(outcome.partner),
            "pools": None if pools is None else [{"amount": p.amount, "doubled": p.doubled} for p in pools],
        }

    def remedy_phrases(self) -> Iterator[Phrase]:
        """What the hand came to, what is paid or written and comes to, and what lies there afterwards."""
        players = self.dispute.players
        if self.sums_by_reading:
            return
        if self.unsettled or self.open_questions:
            yield Phrase(BY_THE_FIRST, level=1)
        outcome = tuple(outcome_parts(self.outcome, players))
        if outcome:
            yield Phrase(say("Outcome: {words}.", words=Several(outcome, ";")), level=1)
        if not (self.transfers or self.scores):
            yield from [Phrase(NOTHING_DUE, level=1)] if self.unsettled or self.open_questions else []
        else:
            yield from payment_phrases(self.transfers, players)
            yield from score_phrases(self.scores, players)
            yield from total_phrases(players, self.due)
        yield from (Phrase(each, level=1) for each in _left(self))


def scoring_fields(scoring: Scoring) -> dict[str, Any]:
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


def wrong_declarations(said: SaidOwed, scoring: Scoring, players: Sequence[str]) -> Iterator[Violation]:
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
                yield Violation(_clause(_sum_by_clause(book.transfers, seat), amount, scoring), (), text)
    written = {
        seat: _sums((each.clause, each.amount) for each in book.scores if each.seat == seat) for seat in seats
    }
    for seat, amount in (said.sheet or {}).items():
        if amount != book.sheet[seat]:
            text = say(
                "{player} should score {owed}; the file says {said}",
                player=Name(players[seat]),
                owed=_signed(book.sheet[seat]),
                said=_signed(amount),
            )
            yield Violation(_clause(written[seat], amount, scoring), (), text)
    if said.pools is not None and said.pools != scoring.pools:
        text = say(
            "the pools should hold {owed}; the file says {said}",
            owed=pools_message(scoring.pools),
            said=pools_message(said.pools),
        )
        yield Violation(_choose_pool_clause(scoring), (), text)
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
        by_clause = _sum_by_clause(owed, account)
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
            yield Violation(_choose_pool_clause(scoring), (), text)


def _order(account: Account) -> tuple[bool, int]:
    """The players first, then the pools."""
    return isinstance(account, PoolAccount), account.place if isinstance(account, PoolAccount) else -1


def _received(player: str, owed: int, said: int) -> Message:
    return say(
        "{player} should receive {owed} net; the file says {said}",
        player=Name(player),
        owed=_signed(owed),
        said=_signed(said),
    )


def _signed(amount: int) -> Verbatim:
    return Verbatim(f"{amount:+d}" if amount else "0")


def pools_message(pools: Sequence[Pool]) -> Message:
    """What lies in each pool, and which of them are doubled."""
    return alone(listed(map(pool_word, pools)), say("none"))


def _sum_by_clause(transfers: Iterable[Transfer], account: Account) -> dict[str, int]:
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
        game.bonus_sheet and _choose_sheet_clause(game.bonus_sheet, contract),
        game.deviation and game.deviation.clause,
    )
    return next((each for each in (*ways, *clauses_of(scoring)) if each), game.piles.clause)


def _choose_sheet_clause(rule: BonusSheet, contract: Contract | None) -> str:
    if contract is None or contract.aim is ContractAim.POINTS:
        return rule.game
    return rule.misere if contract.aim is ContractAim.FEWEST else rule.flat


def _choose_pool_clause(scoring: Scoring) -> str:
    """The clause by which something goes into a pool or out of it, else that by which nothing does."""
    moved = (each for each in scoring.book.transfers if PoolAccount in map(type, (each.payer, each.payee)))
    clause = next((each.clause for each in moved), None)
    if clause is not None:
        return clause
    return _otherwise(scoring)


def build_outcome_view(finding: BookFinding) -> OutcomeView | None:
    """What the hand came to; nobody asks here who won the last trick."""
    dispute = finding.dispute
    return outcome_view(dispute.rules.game, finding.outcome, dispute.players, last=None)


def book_keys(finding: BookFinding) -> dict[str, Any]:
    """The keys about what is paid or written; none where each reading has sums of its own."""
    if finding.sums_by_reading:
        return {"remedy": PaidRemedyView()}

    dispute, players = finding.dispute, finding.dispute.players
    payments = [owed_view(dispute, each) for each in finding.transfers]
    pools = None if finding.pools is None else pool_views(finding.pools)
    found: dict[str, Any] = {"payments": payments}
    if finding.sheet:
        found |= written(finding.sheet, finding.scores, players)
    else:
        found["tokens"] = name_amounts(finding.tokens, players)
    if pools is not None:
        found["pools"] = pools
    if finding.radli is not None:
        found["radli"] = name_amounts(finding.radli, players)
    wrong = bool(finding.violations)
    found["remedy"] = PaidRemedyView(
        payments=payments if wrong and payments else UNSET,
        sheet=found["sheet"] if wrong and finding.sheet else UNSET,
        pools=pools if wrong and pools is not None else UNSET,
    )
    return found


def _left(finding: BookFinding) -> Iterator[Message]:
    """The pools and the radli that are there afterwards."""
    if finding.pools is not None:
        pools = (
            formed("{amount} {doubled}", amount=pool.amount, doubled=say("doubled"))
            if pool.doubled
            else formed("{amount}", amount=pool.amount)
            for pool in finding.pools
        )
        yield say("The pools afterwards: {pools}", pools=alone(listed(pools), say("none")))
    radli = dict(zip(finding.dispute.players, finding.radli or (), strict=False))
    if any(radli.values()):
        each = (formed("{player} {number}", player=Name(name), number=n) for name, n in radli.items() if n)
        yield say("Radli afterwards: {radli}", radli=listed(each))


# Where payments that were made or claimed part from those that are owed, told by clause and never netted.
#
# Who pays the rest of what two accounts owe one another has paid rightly. Where it is not the rest,
# everything either of them owes the other is held against what was paid that way.


Pair = tuple[Account, Account]
"""Who pays, and whom."""
MOST_WEIGHED: Final = 12
"""Of so many payments between two accounts it is found which were made."""


def differences(
    right: Sequence[Transfer],
    claimed: Sequence[ClaimedPayment] | None,
    players: Sequence[str],
    not_owed: Callable[[Pair, int], str | None] | None = None,
) -> list[Violation]:
    """Where claimed payments part from the right ones, payer by payer.

    What is missing or wrong names the clause it is owed by. What is not owed at all names the clause that
    `not_owed` finds for the amount, else that of the order for a pot, and of the winner between players.
    """
    if claimed is None:
        return []
    owed, paid = _group_by_pair(right), _group_by_pair(claimed)
    found: list[Violation] = []
    for pair in sorted({*owed, *paid}, key=str):
        back = pair[1], pair[0]
        lacking = _sum(owed, pair) - _sum(paid, pair)
        if not lacking or lacking == _sum(owed, back) - _sum(paid, back):
            continue
        if pair in owed:
            found += _wrong(owed[pair], _sum(paid, pair), players)
            continue
        clause = None if back in owed or not_owed is None else not_owed(pair, _sum(paid, pair))
        text = _owes(pair, 0, _sum(paid, pair), players)
        found.append(Violation(clause or _clause_of(pair, right), (), text))
    return found


Payment = TypeVar("Payment", Transfer, ClaimedPayment)


def _group_by_pair(payments: Iterable[Payment]) -> dict[Pair, list[Payment]]:
    found: dict[Pair, list[Payment]] = {}
    for each in payments:
        found.setdefault((each.payer, each.payee), []).append(each)
    return found


def _sum(payments: Mapping[Pair, Sequence[Transfer | ClaimedPayment]], pair: Pair) -> int:
    return sum(each.amount for each in payments.get(pair, ()))


def _wrong(owed: Sequence[Transfer], made: int, players: Sequence[str]) -> Iterator[Violation]:
    """What is wrong with the amount paid for what one account owes another; by clause where that tells it."""
    pair, by_clause = (owed[0].payer, owed[0].payee), Counter[str]()
    for each in owed:
        by_clause[each.clause] += each.amount
    left = _unpaid(by_clause, made)
    if len(by_clause) == 1 or left is None:
        text = _owes(pair, sum(by_clause.values()), made, players, by_clause if len(by_clause) > 1 else {})
        yield Violation(next(iter(by_clause)), (), text)
        return
    for clause in left:
        payer, payee = (account_message(each, players) for each in pair)
        amount, words = by_clause[clause], ClauseId(clause)
        text = say(
            "{payer} owes {payee} {owed} by {clause}, and nothing of it was paid",
            payer=payer,
            payee=payee,
            owed=amount,
            clause=words,
        )
        yield Violation(clause, (), text)


def _unpaid(by_clause: Mapping[str, int], made: int) -> tuple[str, ...] | None:
    """The clauses that nothing was paid by, where just the others were paid in full; the fewest of them."""
    lacking = sum(by_clause.values()) - made
    if len(by_clause) > MOST_WEIGHED:
        return None
    sets = (each for size in range(1, len(by_clause) + 1) for each in combinations(by_clause, size))
    return next((each for each in sets if sum(by_clause[clause] for clause in each) == lacking), None)


def _owes(
    pair: Pair, owed: int, paid: int, players: Sequence[str], by_clause: Mapping[str, int] | None = None
) -> Message:
    payer, payee = (account_message(each, players) for each in pair)
    if not by_clause:
        return say(
            "{payer} owes {payee} {owed}, and {paid} was paid", payer=payer, payee=payee, owed=owed, paid=paid
        )
    parts = listed(
        say("{amount} by {clause}", amount=amount, clause=ClauseId(clause))
        for clause, amount in by_clause.items()
    )
    return say(
        "{payer} owes {payee} {owed} ({parts}), and {paid} was paid",
        payer=payer,
        payee=payee,
        owed=owed,
        parts=parts,
        paid=paid,
    )


def _clause_of(pair: Pair, right: Sequence[Transfer]) -> str:
    """The clause a payment between two accounts is owed by, else the one it would have to be owed by."""
    for payment in right:
        if {payment.payer, payment.payee} == set(pair):
            return payment.clause
    if any(isinstance(account, Pot) for account in pair):
        return "payment.order"
    return next((payment.clause for payment in right), "payment.last-trick")
