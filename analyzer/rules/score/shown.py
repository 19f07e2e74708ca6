"""What is paid for trumps that a player shows before the play.

Source: clauses of the kinds trump-announcement, announcement-pays, announcement-payers and handful-pays.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from analyzer.rules.score.hand import Scoring
from analyzer.rules.score.told import HandTold
from analyzer.rules.spec.contracts import TrumpsShown
from analyzer.rules.spec.game import GameSpec

NO_TRUMPS: Final = "no-trumps"
NO_COURTS: Final = "no-courts"
MISERIES: Final = (NO_TRUMPS, NO_COURTS)
"""What a player says of a hand that has none of them."""
_TRUMPS: Final = re.compile(r"(?P<number>[0-9]{1,2}) trumps")


def trumps_said(words: Iterable[str]) -> int | None:
    """How many trumps are announced, `13 trumps`: the most of several; None where none are."""
    return max((int(found["number"]) for word in words if (found := _TRUMPS.fullmatch(word))), default=None)


def pay_shown_at_once(scoring: Scoring) -> None:
    """Pay everybody who has shown trumps and is not paid with the contract."""
    rule, came = scoring.game.shown, scoring.came
    if rule is None:
        return
    for seat, words in came.told.announced.items():
        waits = rule.to_winners or (rule.with_contract and seat == came.told.declarer)
        amount = shown_amount(rule, words)
        if amount and not waits:
            scoring.applied += [rule.clause, rule.payers]
            scoring.book.each_pays(_payers(scoring, rule, seat), seat, amount, rule.pays)


def pay_misery(scoring: Scoring) -> None:
    """Pay everybody who said that he has no trump or no court.

    Source: clause of the kind misery-pays.
    """
    rule, came = scoring.game.misery, scoring.came
    for seat, words in came.told.announced.items() if rule is not None else ():
        amount = 0 if rule is None else rule.amount * len(set(MISERIES) & set(words))
        if rule is not None and amount:
            scoring.applied.append(rule.clause)
            others = [other for other in range(came.seats) if other != seat]
            scoring.book.each_pays(others, seat, amount, rule.clause)


def shown_amount(rule: TrumpsShown, words: Iterable[str]) -> int:
    """What is paid for the trumps that are announced; 0 where there are none, or not as many as it takes."""
    number = trumps_said(words)
    return 0 if number is None else rule.amount(number)


def shown_for_winners(game: GameSpec, told: HandTold) -> Iterator[tuple[str, int]]:
    """What the side that wins the contract is paid for trumps that anybody showed, each with its clause."""
    rule = game.shown
    if rule is not None and rule.to_winners:
        yield from ((rule.pays, shown_amount(rule, words)) for words in told.announced.values())


def _payers(scoring: Scoring, rule: TrumpsShown, seat: int) -> tuple[int, ...]:
    sides = scoring.came.sides
    if rule.by_opponents:
        return sides.others(sides.of[seat])
    return tuple(other for other in range(scoring.came.seats) if other != seat)


def pay_shown_by_contract(scoring: Scoring, declarer: int, *, made: bool) -> None:
    """Pay the declarer for trumps he showed where he made his contract; else he pays the others."""
    rule, told = scoring.game.shown, scoring.came.told
    amount = 0 if rule is None else shown_amount(rule, told.announced.get(declarer, ()))
    if rule is None or not rule.with_contract or not amount:
        return
    scoring.applied.append(rule.clause)
    others = [seat for seat in range(scoring.came.seats) if seat != declarer]
    scoring.book.each_pays(others, declarer, amount if made else -amount, rule.pays)
