"""Claims about the count, for all divisions of the cards and all numbers of points."""

from __future__ import annotations

from typing import Final

import z3

from analyzer.claims.claim import (
    ClaimFinding,
    ClaimKind,
    claim,
    replayed,
)
from analyzer.messages import say
from analyzer.proofs import pots as piles
from analyzer.proofs.smt import (
    Number,
    SmtQuestion,
    every,
    some,
)
from analyzer.rules.score.steps import rounded
from analyzer.rules.spec.reading import ClauseReader
from analyzer.rules.spec.ruleset import RuleSet

# Claims about the count, for all divisions of the cards and all numbers of points.


@claim(
    "count.total",
    say("However the cards and tricks are divided, the points of all piles make the same total."),
    "count.points", "fool.own-pile", "fool.last-trick",
    sat=say("a division with another total"), unsat=say("the total is always the one the clause names"),
    bound=say("all divisions of 78 cards, 25 tricks and the skat"),
)  # fmt: skip
def _total(rules: RuleSet, rlimit: int) -> ClaimFinding:
    question, given = SmtQuestion(rlimit), ClauseReader(rules.clauses)
    seats = range(rules.table.players)
    worth = given.points()
    piles: list[Number] = []
    tricks = [z3.Int(f"tricks.{seat}") for seat in seats]
    question.given(sum(tricks) == rules.table.hand_size, *(each >= 0 for each in tricks))
    # A card lies in one pile: the numbers of it in the three piles are whole and make one.
    owner = {card: [z3.Int(f"{card}.{seat}") for seat in seats] for card in rules.table.deck}
    skat = [z3.Int(f"skat.{seat}") for seat in seats]
    for mine in (*owner.values(), skat):
        question.given(sum(mine) == 1, *(each >= 0 for each in mine))
    for seat in seats:
        cards = sum(
            worth.get(str(card), worth.get(card.face, 0) if card.is_court else 0) * mine[seat]
            for card, mine in owner.items()
        )
        extra = given.number("count.points", "skat") * skat[seat]
        piles.append(cards + extra + given.number("count.points", "trick") * tricks[seat])
    wrong = sum(piles, start=0) != given.number("count.points", "total")
    return ClaimFinding(true=not question.possible((), wrong))


@claim(
    "count.no-ties",
    say("No number of points is half-way between two multiples, so rounding never has to choose."),
    "count.par",
    sat=say("a number of points half-way"),
    unsat=say("none exists"),
    bound=say("all piles from nothing to everything"),
    kind=ClaimKind.GUARD,
)  # fmt: skip
def _no_ties(rules: RuleSet, rlimit: int) -> ClaimFinding:
    question, given = SmtQuestion(rlimit), ClauseReader(rules.clauses)
    points, steps = z3.Int("points"), z3.Int("steps")
    step = given.number("count.par", "rounding")
    question.given(points >= 0, points <= given.number("count.points", "total"))
    tie = 2 * (points - given.number("count.par", "par")) == (2 * steps + 1) * step
    if not question.possible((), tie):
        return ClaimFinding(true=True)
    return ClaimFinding(true=False, witness={"points": question.least(points, 0, 1000, (), tie)})


_TABLE: Final = {(14, 18): -10, (19, 23): -5, (24, 28): 0, (29, 33): 5, (34, 38): 10}
"""What the source lists for the most common counts.

Source: main rule text, "6. After the final trick payments are settled (the count)".
"""


@claim(
    "count.table",
    say("The table of common counts in the source follows from par and rounding."),
    "count.par", "count.next-dealer",
    sat=say("a count that is paid otherwise"), unsat=say("every count of the table is right"),
    bound=say("the counts from 14 to 38 that the source lists"),
)  # fmt: skip
def _table(rules: RuleSet, rlimit: int) -> ClaimFinding:
    question, points = SmtQuestion(rlimit), z3.Int("points")
    wrong = some(
        every((points >= low, points <= high, piles.rounded(rules.game, points) != tokens))
        for (low, high), tokens in _TABLE.items()
    )
    if not question.possible((), wrong):
        return ClaimFinding(true=True)
    found = question.least(points, 0, 78, (), wrong) or 0
    listed = next(tokens for (low, high), tokens in _TABLE.items() if low <= found <= high)
    replayed(rounded(rules.game, found) != listed, str(found))
    return ClaimFinding(true=False, witness={"points": found, "tokens": rounded(rules.game, found)})
