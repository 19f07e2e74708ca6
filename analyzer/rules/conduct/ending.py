"""The end of games of card points: payments for the sheet, and the number of further hands.

Source: clauses of the kinds game-end and ends-on-wish.
"""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.rules.book import Book
from analyzer.rules.spec.kinds.piling import EndOnWish, GameEnd


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
        book.each_pays(payers, payee, rule.amount, rule.clause)


def hands_more(rule: EndOnWish, played: int, seats: int) -> int | None:
    """Return the number of further hands after somebody wishes to end, so that all deal equally often.

    None if no number within the limits is possible.
    """
    possible = range(rule.least, rule.most + 1)
    return next((more for more in possible if (played + more) % seats == 0), None)
