"""The dealer's responsibilities: a misdeal, and answers about the skat."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from analyzer.cards.card import Card
from analyzer.rules.conduct.irregularities import IN_PLAY, REDEALT, UNSEEN, Moment, moments_of
from analyzer.rules.deal.discard import trumps_told
from analyzer.rules.spec.ruleset import RuleSet, TrumpsTold


def wrong_hands(rules: RuleSet, sizes: Mapping[int, int], dealer: int | None) -> tuple[int, ...]:
    """Return the seats that were dealt a wrong number of cards.

    A dealer's hand is right with the last cards and without them; if nobody knows who dealt, any hand may be
    that one.

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
    """Return the irregularity of a wrong deal, by name; None if it depends on who has seen their cards.

    Source: clauses irregularity.wrong-deal-unseen, irregularity.wrong-deal,
    irregularity.wrong-number-of-cards.
    """
    if found is not None and found not in moments_of(REDEALT):
        return IN_PLAY
    too_many = {seat for seat in wrong if sizes[seat] > rules.table.hand_size}
    if looked is None or (not too_many and len(sizes) < rules.table.players):
        return None
    return REDEALT if too_many & looked else UNSEEN


def shows_out(card: Card) -> bool:
    """Return True if a card shows that its player has no trump to play; the Fool shows nothing."""
    return not card.is_trump and not card.is_fool


def may_ask(rules: RuleSet, laid: Sequence[Card]) -> bool | None:
    """Return True if the dealer may be asked now; None if no source says.

    `laid` are the dealer's cards at each chance to play a trump, the last one that of the question. The
    dealer is asked when showing out, and under some rules at the first chance only. No source says if a
    dealer who was not asked then may be asked later, or what follows if the dealer played the Fool at the
    first chance.

    Source: clause discard.tell-trumps.
    """
    *before, now = laid
    if not shows_out(now):
        return False
    if rules.discard.asked_at_first and any(card.is_trump for card in before):
        return False
    passed = before if rules.discard.asked_at_first else [card for card in before if shows_out(card)]
    return None if passed else True


def answers_rightly(rules: RuleSet, skat: Collection[Card], answer: bool | int) -> bool:  # noqa: FBT001 - said
    """Return True if the dealer's answer is true and complete; anything more must be true as well.

    Source: clause discard.tell-trumps.
    """
    number = sum(card.is_trump for card in skat)
    if not isinstance(answer, bool):
        return answer == number
    if rules.discard.trumps_told is TrumpsTold.HOW_MANY and answer:
        return False
    return answer is (number > 0)


def must_answer(rules: RuleSet, skat: Collection[Card]) -> bool | int:
    """Return the answer that the dealer must give if asked: trumps in the skat or not, or their number."""
    return trumps_told(rules, skat)
