"""What Z3 says of payments, from the clauses: settlements, purchases, announcements, the count.

Each opinion is held against what a dispute has found. Raises: Mismatch where the two differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

import z3
from msgspec.structs import replace
from proofs.formulas.counted import fool_owner, points_of_pile, whole_tricks
from proofs.formulas.sums import differs, differs_from_book, hand_given, pay_announced, pay_trick

from analyzer.cards.card import FOOL
from analyzer.disputes.deal.announcement import (
    ANNOUNCED,
    AnnouncementDispute,
    AnnouncementFinding,
    announcement_scoring,
)
from analyzer.disputes.deal.purchase import PurchaseDispute, PurchaseFinding, purchase_scoring
from analyzer.disputes.findings import Finding
from analyzer.disputes.payments.count import CountDispute, CountFinding
from analyzer.disputes.payments.owed import BookFinding, scoring_fields
from analyzer.disputes.payments.settlement import (
    HandSettlementDispute,
    HandSettlementFinding,
    SettlementDispute,
    SettlementFinding,
    hand_scoring,
    settlement_scoring,
)
from analyzer.errors import cross_checked
from analyzer.proofs.accounts import Special, Sums, SymbolicHand
from analyzer.proofs.pots import pay_for_deal, pay_purchases, settle_count
from analyzer.proofs.sheets import SCORING_FORMULAS, Step
from analyzer.proofs.smt import Number, SmtQuestion
from analyzer.rules.actions import Sides
from analyzer.rules.book import Book
from analyzer.rules.deal.judge import judge_before_play, standing
from analyzer.rules.play.table import Trick, winner
from analyzer.rules.score.hand import HandResult, Scoring


def opinion_on_settlement(finding: Finding) -> None:
    """Z3's word on what a trick or a hand pays; of an announcement that may bind, both ways."""
    dispute = finding.dispute
    if isinstance(finding, HandSettlementFinding):
        assert isinstance(dispute, HandSettlementDispute)
        _owed(finding, hand_scoring(dispute), _steps_of_the_hand(dispute))
        return
    assert isinstance(finding, SettlementFinding)
    assert isinstance(dispute, SettlementDispute)
    ways = [settlement_scoring(each) for each in (dispute, replace(dispute, announce=frozenset()))]
    for scoring in ways:
        last = dispute.tricks_left == 1
        trick = Trick(dispute.trick, winner(dispute.trick, dispute.rules.game))
        _summed(scoring, SCORING_FORMULAS if last else [partial(pay_trick, trick=trick)])
    told = (finding.payments, finding.tokens, finding.pots)
    books = [each.book for each in ways]
    cross_checked(
        f"whether {told} is one of the ways",
        True,
        told in [(book.transfers, book.tokens, book.pot_changes) for book in books],
    )


def _steps_of_the_hand(dispute: HandSettlementDispute) -> Iterator[Step]:
    if dispute.is_about_deal:
        yield pay_for_deal
        return
    yield from (partial(pay_trick, trick=trick) for trick in dispute.report.early)
    yield from SCORING_FORMULAS


def opinion_on_bought(finding: Finding) -> None:
    """Z3's word on what is paid for cards that were bought."""
    assert isinstance(finding, PurchaseFinding)
    dispute = finding.dispute
    assert isinstance(dispute, PurchaseDispute)
    wrong = dispute.rules.game.purchase is not None and not finding.transfers
    scoring = purchase_scoring(dispute, dispute.rules.game, nothing=wrong)
    _owed(finding, scoring, [] if wrong else [pay_purchases], "outcome", "pools")


def opinion_on_brought(finding: Finding) -> None:
    """Z3's word on what announcements bring."""
    assert isinstance(finding, AnnouncementFinding)
    dispute = finding.dispute
    assert isinstance(dispute, AnnouncementDispute)
    facts = dispute.before_play(dispute.hands, shown=dispute.shown, declared=dispute.declarations or {})
    judged = [each for each in judge_before_play(dispute.rules, facts) if each.what in ANNOUNCED]
    sheet = dispute.game.on_a_sheet
    steps = SCORING_FORMULAS if sheet and dispute.over else [] if sheet else [pay_announced]
    _owed(finding, announcement_scoring(dispute, standing(dispute.rules, facts, judged)), steps)


def _owed(finding: BookFinding, scoring: Scoring, steps: Iterable[Step], *aside: str) -> None:
    """Hold what a finding tells against the engine's scoring, and that against the sums of Z3."""
    for name, owed in scoring_fields(scoring).items():
        if name not in aside:
            cross_checked(f"{name} of {scoring.came}", getattr(finding, name), owed)
    _summed(scoring, steps)


def _summed(scoring: Scoring, steps: Iterable[Step]) -> None:
    """Z3's word on what a hand pays or writes."""
    question = SmtQuestion()
    hand = hand_given(question, scoring.game, scoring.came, scoring.book.pots_before)
    accounts = Sums.opened(hand)
    for step in steps:
        step(hand, accounts)
    other = differs(accounts, scoring)
    question.prove_never(f"{scoring.book.tokens} {scoring.book.sheet} for {scoring.came}", other)


def opinion_on_piles_paid(finding: CountFinding) -> None:
    """Z3's word on what is paid for piles.

    The tricks in a pile that is told by its cards are for Z3 to find, and a pile that is not told is any
    number of points.
    """
    dispute, question = finding.dispute, SmtQuestion()
    assert isinstance(dispute, CountDispute)
    spec, seats = dispute.rules.game, len(dispute.players)
    points = [_pile(dispute, seat, question) for seat in range(seats)]
    fool = dispute.fool
    if fool is not None:
        home = fool_owner(spec, fool.by, fool.won_by, fool.tricks_left)
        points[fool.lies_with] = points[fool.lies_with] - spec.piles.card_units(FOOL)
        points[home] = points[home] + spec.piles.card_units(FOOL)
    everybody = range(seats)
    special = Special(
        [seat == dispute.tout for seat in everybody], [seat == dispute.nolo for seat in everybody], ()
    )
    out = dispute.sitting_out is not None
    came = HandResult(seats, Sides.alone(seats), dealer=dispute.dealer, units=finding.points, out=out)
    hand = SymbolicHand(spec, came, points, (), special=special)
    sums, book = Sums.opened(hand), Book(seats + out)
    settle_count(hand, sums)
    for each in finding.payments:
        book.enter(each)
    cross_checked(f"the tokens of {finding.payments}", finding.tokens, book.tokens)
    question.prove_never(f"{book.tokens} for {finding.points}", differs_from_book(sums, book))


def _pile(dispute: CountDispute, seat: int, question: SmtQuestion) -> Number:
    """The points of a pile as they are told, or as Z3 finds them from its cards."""
    spec, points = dispute.rules.game, z3.Int(f"points.{seat}")
    told, cards = dispute.points[seat], dispute.cards.get(seat)
    if told is not None:
        question.given(points == told)
    elif cards is not None:
        tricks, dealers = z3.Int(f"tricks.{seat}"), seat == dispute.dealer
        question.given(whole_tricks(spec, cards, tricks, dealers=dealers))
        question.given(points == points_of_pile(spec, cards, tricks, dealers=dealers))
    return points
