"""What was dealt: hands of a wrong number of cards, and hands without a trump.

Source: main rule text, "Dealing", "Logistics, The fourth player", "Irregularities during play - fines".
"""

from __future__ import annotations

from collections.abc import Mapping

from analyzer.rules.conduct.irregularities import IN_PLAY, REDEALT, UNSEEN, Moment, moments_of
from analyzer.rules.spec.ruleset import RuleSet


def wrong_hands(rules: RuleSet, sizes: Mapping[int, int], dealer: int | None) -> tuple[int, ...]:
    """The seats that were dealt a wrong number of cards.

    A dealer's hand is right with the last cards and without them; where nobody knows who dealt, any is.

    Source: clause table.hand.
    """
    hand, last = rules.table.hand_size, rules.table.skat_size

    def right(seat: int, size: int) -> bool:
        return size == hand or (size == hand + last and dealer in (seat, None))

    return tuple(sorted(seat for seat, size in sizes.items() if not right(seat, size)))


def wrong_deal(
    rules: RuleSet,
    sizes: Mapping[int, int],
    wrong: tuple[int, ...],
    looked: frozenset[int] | None,
    found: Moment | None,
) -> str | None:
    """The name of the irregularity of a wrong deal; None where it hangs on who has looked at his cards.

    Source: clauses irregularity.wrong-deal-unseen, irregularity.wrong-deal,
    irregularity.wrong-number-of-cards.
    """
    if found is not None and found not in moments_of(REDEALT):
        return IN_PLAY
    too_many = {seat for seat in wrong if sizes[seat] > rules.table.hand_size}
    if looked is None or (not too_many and len(sizes) < rules.table.players):
        return None
    return REDEALT if too_many & looked else UNSEEN
