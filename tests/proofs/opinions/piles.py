"""What Z3 says of where the cards of tricks go, and of what piles count, from the clauses.

Each opinion is held against what a dispute has found. Raises: Mismatch where the two differ.
"""

from __future__ import annotations

import z3
from proofs.formulas.pilecount import units_of_pile
from proofs.formulas.piles import PileBefore, PileClauses, SymbolicTrick
from proofs.opinions.payments import opinion_on_piles_paid

from analyzer.cards.card import FOOL, Card
from analyzer.disputes.findings import Finding
from analyzer.disputes.payments.count import CountFinding
from analyzer.disputes.payments.piles import PilesFinding
from analyzer.disputes.payments.pilescounted import PilesCountedDispute, PilesCountedFinding
from analyzer.disputes.payments.pileways import PilesDispute, PilesOutcome, PileWays
from analyzer.errors import cross_checked
from analyzer.proofs.sheets import rounded
from analyzer.proofs.smt import SmtQuestion, Truth, some


def opinion_on_piles(finding: Finding) -> None:
    """Z3's word that the cards can lie in these piles and in no others."""
    assert isinstance(finding, PilesFinding)
    dispute = finding.dispute
    assert isinstance(dispute, PilesDispute)
    ways = PileWays(dispute)
    question, clauses = SmtQuestion(), clauses_of(ways)
    question.given(clauses.with_tricks(), clauses.one_is_given(), clauses.fool_goes())
    question.name("least", clauses.least())
    _same_choice(ways, question, clauses)
    _same_owners(ways, question, clauses)
    _same_count(ways, question, clauses)
    _found(finding, question, clauses)


def clauses_of(ways: PileWays) -> PileClauses:
    """The tricks and the piles before them as formulas."""
    tricks = [
        SymbolicTrick(
            {one.card: ways.sides.of[one.seat] for one in turned.trick.laid},
            ways.sides.of[turned.trick.winner],
            turned.tricks_left,
            turned.talon,
            any(one.card is FOOL and one.seat == turned.trick.winner for one in turned.trick.laid),
        )
        for turned in ways.usual.tricks
    ]
    before = [
        PileBefore(
            pile.tricks,
            pile.cards,
            pile.laid_away,
            pile.gives,
            None if pile.owed is None else pile.owed.to,
        )
        for pile in ways.start.piles
    ]
    return PileClauses(ways.spec, tricks, before, ways.dispute.over)


def _same_owners(case: PileWays, question: SmtQuestion, clauses: PileClauses) -> None:
    """Each card can be of the sides that the engine finds, and of no other."""
    ways, sides = (case.usual, *case.least.values()), range(case.sides.count)
    owners = {card: {way.owner(card) for way in ways} for card in clauses.owner}
    owners = {card: found for card, found in owners.items() if None not in found}
    elsewhere = (
        clauses.owner[card] == side for card, found in owners.items() for side in sides if side not in found
    )
    question.prove_never(f"where cards lie: {case.usual.moved}", some(elsewhere), ["least"])
    for card, found in owners.items():
        for side in found if len(found) > 1 else ():
            lies = question.possible(["least"], clauses.owner[card] == side)
            cross_checked(f"{card} with side {side}", True, lies)


def _same_choice(case: PileWays, question: SmtQuestion, clauses: PileClauses) -> None:
    """The cards that can be given for the Fool are those of the engine, and so are the least of them."""
    choices: tuple[tuple[list[str], dict[Card, PilesOutcome]], ...] = (
        ([], case.ways),
        (["least"], case.least),
    )
    for names, ways in choices:
        others = (given for card, given in clauses.given.items() if card is not None and card not in ways)
        question.prove_never(f"{sorted(ways)} alone given for the Fool, {names}", some(others), names)
        for card in ways:
            given = question.possible(names, clauses.given[card])
            cross_checked(f"{card} given for the Fool, {names}", True, given)


def _same_count(case: PileWays, question: SmtQuestion, clauses: PileClauses) -> None:
    """What the piles count by the usual outcome, by Z3 and by the engine."""
    owners = {card: case.usual.owner(card) for card in clauses.owner}
    owned = [clauses.owner[card] == side for card, side in owners.items() if side is not None]
    paid = case.usual.paid
    given = [] if paid is None else [clauses.given[paid.card]]
    for side in range(case.sides.count):
        units = case.usual.piles.units(side)
        if case.usual.piles.counted:
            units -= case.usual.piles.apart.units(case.game, side)
        counts = question.possible((), *owned, *given, clauses.units(side) == units)
        cross_checked(f"{units} of side {side}", True, counts)


def _found(finding: PilesFinding, question: SmtQuestion, clauses: PileClauses) -> None:
    """The cards can lie together in the piles that the dispute has found."""
    piles = [
        clauses.owner[card] == side
        for side, cards in enumerate(finding.piles)
        for card in sorted(cards & clauses.owner.keys())
    ]
    cross_checked(f"the piles {finding.piles}", True, question.possible((), *piles))


def opinion_on_count(finding: Finding) -> None:
    """Z3's word that piles count this, or are paid for so, and nothing else; it finds the tricks itself."""
    if isinstance(finding, CountFinding):
        opinion_on_piles_paid(finding)
        return
    assert isinstance(finding, PilesCountedFinding)
    dispute = finding.dispute
    assert isinstance(dispute, PilesCountedDispute)
    question, piles, other = SmtQuestion(), dispute.spec.piles, list[Truth]()
    rest = dispute.rules.maybe("count-rest")
    for side, each in enumerate(finding.sides):
        cards = dispute.merge_side_piles(side).cards
        if cards is None or each.points is None:
            continue
        tricks, points = z3.Int(f"tricks.{side}"), z3.Int(f"points.{side}")
        seats, laid = len(dispute.players), dispute.apart.discard[side]
        question.given(tricks * seats <= len(cards), tricks * seats > len(cards) - seats)
        units = units_of_pile(piles, cards, laid, dispute.apart.talon[side], tricks)
        question.given(points == (units if rest is None else rounded(units, piles.unit)))
        scale = piles.unit if rest is None else 1
        other.append(points != int(each.points * scale))
    question.prove_never(f"what the piles count: {finding.sides}", some(other))
    cross_checked(f"whether there are such piles: {finding.sides}", True, question.possible())
