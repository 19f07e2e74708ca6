"""The end of games of card points: what is paid for the sheet, and how many hands more are played.

Source: clauses of the kinds game-end and ends-on-wish.
"""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.rules.book import Book
from analyzer.rules.spec.kinds.piling import EndOnWish, GameEnd


def settle_game(rule: GameEnd, sheet: Sequence[int], book: Book) -> None:
    """Pay for the running totals of a game that is over, each seat by its sheet.

    Either everybody below nothing pays everybody above it, or the lowest pay all the others. Several may be
    the lowest, as partners always are; where all have the same nobody pays.
    """
    lowest, seats = min(sheet), range(len(sheet))
    if rule.pays == "each-pays-each":
        payers, payees = [s for s in seats if sheet[s] < 0], [s for s in seats if sheet[s] > 0]
    else:
        payers, payees = [s for s in seats if sheet[s] == lowest], [s for s in seats if sheet[s] > lowest]
    for payee in payees:
        book.each_pays(payers, payee, rule.amount, rule.clause)


def hands_more(rule: EndOnWish, played: int, seats: int) -> int | None:
    """How many hands more are played where somebody wishes to end, so that all deal equally often.

    None where no number within the limits does.
    """
    possible = range(rule.least, rule.most + 1)
    return next((more for more in possible if (played + more) % seats == 0), None)
