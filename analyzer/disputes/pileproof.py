"""Z3's word on where the cards of some tricks may lie, held against the engine's.

Source: clauses fool.exchange, fool.exchange-card, fool.surrender, fool.lost, misere.talon.
"""

from __future__ import annotations

from analyzer.cards.card import FOOL, Card
from analyzer.disputes.pileways import PilesOutcome, PileWays
from analyzer.proofs.clauses.piles import PileBefore, PileClauses, SymbolicTrick
from analyzer.proofs.smt import Mismatch, SmtQuestion, some


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


def prove_piles(ways: PileWays) -> str:
    """Z3's word that the cards can lie in these piles and in no others, as SMT-LIB text.

    Raises: Mismatch.
    """
    question, clauses = SmtQuestion(), clauses_of(ways)
    question.given(clauses.with_tricks(), clauses.one_is_given(), clauses.fool_goes())
    question.name("least", clauses.least())
    _same_choice(ways, question, clauses)
    _same_owners(ways, question, clauses)
    _same_count(ways, question, clauses)
    return question.smt2(["least"])


def _same_owners(case: PileWays, question: SmtQuestion, clauses: PileClauses) -> None:
    """Each card can be of the sides that the engine finds, and of no other."""
    ways, sides = (case.usual, *case.least.values()), range(case.sides.count)
    owners = {card: {way.owner(card) for way in ways} for card in clauses.owner}
    owners = {card: found for card, found in owners.items() if None not in found}
    elsewhere = (
        clauses.owner[card] == side for card, found in owners.items() for side in sides if side not in found
    )
    if question.possible(["least"], some(elsewhere)):
        raise Mismatch(f"a card may lie elsewhere than by the engine: {case.usual.moved}")
    for card, found in owners.items():
        for side in found if len(found) > 1 else ():
            if not question.possible(["least"], clauses.owner[card] == side):
                raise Mismatch(f"{card} cannot lie with side {side}: {case.usual.moved}")


def _same_choice(case: PileWays, question: SmtQuestion, clauses: PileClauses) -> None:
    """The cards that can be given for the Fool are those of the engine, and so are the least of them."""
    choices: tuple[tuple[list[str], dict[Card, PilesOutcome]], ...] = (
        ([], case.ways),
        (["least"], case.least),
    )
    for names, ways in choices:
        others = (given for card, given in clauses.given.items() if card is not None and card not in ways)
        if question.possible(names, some(others)):
            raise Mismatch(f"another card than {sorted(ways)} can be given for the Fool, {names}")
        for card in ways:
            if not question.possible(names, clauses.given[card]):
                raise Mismatch(f"{card} cannot be given for the Fool, {names}")


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
        if not question.possible((), *owned, *given, clauses.units(side) == units):
            raise Mismatch(f"side {side} counts {units} by the engine")
