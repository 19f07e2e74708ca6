"""What is paid for trumps that a player shows before the play.

Source: clauses of the kinds trump-announcement, announcement-pays and announcement-payers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from analyzer.rules.score.hand import Scoring
from analyzer.rules.spec.contracts import TrumpsShown

_TRUMPS: Final = re.compile(r"(?P<number>[0-9]{1,2}) trumps")


def trumps_said(words: Iterable[str]) -> int | None:
    """How many trumps an announcement speaks of, `13 trumps`; None where it speaks of none."""
    found = (_TRUMPS.fullmatch(word) for word in words)
    return next((int(each["number"]) for each in found if each), None)


def pay_shown_at_once(scoring: Scoring) -> None:
    """Pay everybody who has shown trumps and is not paid with the contract."""
    rule, came = scoring.game.shown, scoring.came
    if rule is None:
        return
    for seat, words in came.told.announced.items():
        waits = rule.with_contract and seat == came.told.declarer
        if _enough(rule, words) and not waits:
            scoring.applied += [rule.clause, rule.payers]
            scoring.book.each_pays(_payers(scoring, rule, seat), seat, rule.amount, rule.pays)


def _enough(rule: TrumpsShown, words: Iterable[str]) -> bool:
    """Whether so many trumps are announced that something is paid for them."""
    number = trumps_said(words)
    return number is not None and number >= rule.number


def _payers(scoring: Scoring, rule: TrumpsShown, seat: int) -> tuple[int, ...]:
    sides = scoring.came.sides
    if rule.by_opponents:
        return sides.others(sides.of[seat])
    return tuple(other for other in range(scoring.came.seats) if other != seat)


def pay_shown_by_contract(scoring: Scoring, declarer: int, *, made: bool) -> None:
    """Pay the declarer for trumps he showed where he made his contract; else he pays the others."""
    rule, told = scoring.game.shown, scoring.came.told
    if rule is None or not rule.with_contract or not _enough(rule, told.announced.get(declarer, ())):
        return
    scoring.applied.append(rule.clause)
    others = [seat for seat in range(scoring.came.seats) if seat != declarer]
    scoring.book.each_pays(others, declarer, rule.amount if made else -rule.amount, rule.pays)
