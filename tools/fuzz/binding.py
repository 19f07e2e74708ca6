"""Coverage-guided fuzzing of the core through its binding; `make fuzz` runs it with atheris.

    PYTHONPATH=tests:tools python -P -m fuzz.binding -max_total_time=300 CORPUS

The bytes deal small hands and play into the first trick; the core has to agree with the plain reference
in everything. Bytes that deal what cannot be have to be refused with a ValueError.
"""

from __future__ import annotations

import random
import sys

import atheris

with atheris.instrument_imports(
    include=["analyzer.search", "analyzer.rules.play.table", "analyzer.rules.score.payments"]
):
    from agreement import disagreement
    from positions_strategy import random_taken
    from rulesets import DANISH_RULES

    from analyzer.cards.card import DECK
    from analyzer.core import fastest
    from analyzer.position.model import Position
    from analyzer.rules.book import Pots
    from analyzer.rules.play.table import Table
    from analyzer.rules.spec.shipped import load_ruleset

CORE = fastest()
RULES = [load_ruleset(name) for name in DANISH_RULES]


def dealt(of: atheris.FuzzedDataProvider) -> Position:
    """A position of one to three tricks, by the bytes."""
    tricks, deck = (1, 2, 2, 2, 3)[of.ConsumeIntInRange(0, 4)], list(DECK)
    hand = [deck.pop(of.ConsumeIntInRange(0, len(deck) - 1)) for _ in range(3 * tricks)]
    rules = RULES[of.ConsumeIntInRange(0, len(RULES) - 1)]
    hands = tuple(frozenset(hand[seat::3]) for seat in range(3))
    table = Table(rules.game, hands, of.ConsumeIntInRange(0, 2), fool_demand=of.ConsumeBool())
    laid = of.ConsumeIntInRange(0, 2)
    while len(table.trick) < laid or table.picked is not None:
        moves = table.moves()
        table, _ = table.after(moves[of.ConsumeIntInRange(0, len(moves) - 1)])
    count, dealer = of.ConsumeBool(), of.ConsumeIntInRange(0, 2)
    return Position(
        rules=rules,
        players=("A", "B", "C"),
        hands=table.hands,
        lead=table.lead,
        trick=table.trick,
        pots=Pots(of.ConsumeIntInRange(0, 200), of.ConsumeIntInRange(0, 200)),
        dealer=dealer,
        fool_demand=table.fool_demand,
        told=random_taken(random.Random(of.ConsumeIntInRange(0, 999)), table, dealer, known=count),
        count=count,
        announce=frozenset({"tout"}) if of.ConsumeBool() else frozenset(),
    )


def garbage(of: atheris.FuzzedDataProvider) -> None:
    """Hand the core integers that mean nothing."""
    hands = [of.ConsumeIntListInRange(of.ConsumeIntInRange(0, 3), -3, 90) for _ in range(3)]
    laid = [
        (of.ConsumeIntInRange(-3, 90), of.ConsumeIntInRange(-3, 9)) for _ in range(of.ConsumeIntInRange(0, 3))
    ]
    lead, points = of.ConsumeIntInRange(-2, 4), of.ConsumeIntListInRange(3, -99, 99)
    try:
        CORE.position(hands, lead, laid, of.ConsumeIntListInRange(2, 0, 999), 7, points)
    except ValueError:
        return


def one_input(data: bytes) -> None:
    """Deal by some bytes, and hold the core against the reference."""
    of = atheris.FuzzedDataProvider(data)
    if of.ConsumeIntInRange(0, 7) == 0:
        garbage(of)
        return
    position = dealt(of)
    wrong = disagreement(position)
    assert wrong is None, (wrong, position)


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
