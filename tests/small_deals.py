"""Tarok with so few cards that every deal can be looked at: the plain truth that counting is held against.

Hands of four cards, a skat of two, and a declaration of trumps from four on; everything else is as in the
rule set. Nothing here uses what is tested: a deal fits if the rules' own judgements of the whole hands say
what was seen and heard.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from msgspec.structs import replace

from analyzer.cards.card import Card, Suit, cards
from analyzer.position.model import Position
from analyzer.position.setting import Unseen
from analyzer.rules.deal.combinations import combination_cards, declarations_of
from analyzer.rules.deal.discard import judge_discard, stated_trumps
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.verdicts import Verdict

HAND, SKAT = 4, 2
POOL = cards("hR hD hC hV h1 dR dD dC dV d4 sR cR T1 T20 T21 T7 T8 fool")


def small_rules(name: str = "danish") -> RuleSet:
    rules = load_ruleset(name)
    return replace(
        rules,
        game=replace(rules.game, table=replace(rules.table, hand_size=HAND, skat_size=SKAT)),
        declarations=replace(rules.declarations, trumps_from=4),
    )


@dataclass(frozen=True)
class Dealt:
    """A whole deal: the hands by seat and the skat of the dealer."""

    hands: tuple[frozenset[Card], ...]
    skat: frozenset[Card]
    dealer: int


def dealt(rng: random.Random, rules: RuleSet) -> Dealt:
    """A deal with a skat that the rules allow and in which no card of a combination lies."""
    dealer = rng.randrange(3)
    while True:
        pool = rng.sample(POOL, 3 * HAND + SKAT)
        rests = [frozenset(pool[at * HAND :][:HAND]) for at in range(3)]
        skat = frozenset(pool[3 * HAND :])
        if allowed(rules, rests[dealer], skat):
            return Dealt(tuple(rests), skat, dealer)


def allowed(rules: RuleSet, hand: frozenset[Card], skat: frozenset[Card]) -> bool:
    combined = combination_cards(rules, hand | skat)
    return judge_discard(rules, hand | skat, skat).verdict is Verdict.LEGAL and not combined & skat


def asked(rng: random.Random, rules: RuleSet, deal: Dealt) -> Position:
    """The deal as one player sees it after some cards of each hand are gone: true evidence of all kinds."""
    seen_by = rng.randrange(3)
    others = [seat for seat in range(3) if seat != seen_by]
    left = rng.choice((2, 3, 4, 4))
    now = [frozenset(rng.sample(sorted(hand), left)) for hand in deal.hands]
    skat = frozenset() if deal.dealer == seen_by else deal.skat
    void = {
        seat: frozenset(suit for suit in Suit if rng.random() < 0.4 and _without(now[seat], suit))
        for seat in others
    }
    declared = {
        seat: tuple(each.text() for each in declarations_of(rules, deal.hands[seat]))
        for seat in others
        if rng.random() < 0.6
    }
    answer = stated_trumps(rules, deal.skat) if rng.random() < 0.4 else None
    known = frozenset(card for card in skat if rng.random() < 0.2)
    return Position(
        rules=rules,
        players=("A", "B", "C"),
        hands=tuple(hand if seat == seen_by else frozenset() for seat, hand in enumerate(now)),
        lead=seen_by,
        dealer=deal.dealer,
        skat=deal.skat if deal.dealer == seen_by else None,
        unseen=Unseen(
            hidden_from=seen_by,
            sizes=dict.fromkeys(others, left),
            cards=frozenset().union(*(now[seat] for seat in others), skat),
            void=void,
            skat=len(skat),
            in_skat=known,
            played={seat: deal.hands[seat] - now[seat] for seat in range(3)},
            declared=declared,
            discarded_trumps=answer,
        ),
    )


def _without(hand: frozenset[Card], suit: Suit) -> bool:
    return not any(card.suit is suit for card in hand)


Found = tuple[tuple[frozenset[Card], ...], frozenset[Card]]
"""The hands of the hidden seats in order, and the unseen cards of the skat."""


def shares(pool: Sequence[Card], sizes: Sequence[int]) -> Iterator[tuple[frozenset[Card], ...]]:
    """Every way to share out the cards."""
    if not sizes:
        yield ()
        return
    for chosen in combinations(sorted(pool), sizes[0]):
        rest = [card for card in pool if card not in chosen]
        for more in shares(rest, sizes[1:]):
            yield (frozenset(chosen), *more)


def filtered(position: Position) -> set[Found]:
    """Every deal of the unseen cards that fits, looked at one by one."""
    unseen = position.unseen
    assert unseen is not None
    seats = sorted(unseen.sizes)
    every = shares(sorted(unseen.cards), [*(unseen.sizes[seat] for seat in seats), unseen.skat])
    return {(hands, skat) for *all_hands, skat in every if _fits(position, hands := tuple(all_hands), skat)}


def _fits(position: Position, hidden: tuple[frozenset[Card], ...], hidden_skat: frozenset[Card]) -> bool:
    unseen, rules = position.unseen, position.rules
    assert unseen is not None
    assert position.dealer is not None
    now = dict(zip(sorted(unseen.sizes), hidden, strict=True)) | {
        unseen.hidden_from: position.hands[unseen.hidden_from]
    }
    whole = {seat: now[seat] | unseen.played.get(seat, frozenset()) for seat in range(3)}
    skat = hidden_skat or position.skat or frozenset()
    if any(not _without(now[seat], suit) for seat, suits in unseen.void.items() for suit in suits):
        return False
    for seat, said in unseen.declared.items():
        if tuple(each.text() for each in declarations_of(rules, whole[seat])) != said:
            return False
    if not unseen.in_skat <= skat or not allowed(rules, whole[position.dealer], skat):
        return False
    answer = unseen.discarded_trumps
    return answer is None or stated_trumps(rules, skat) == answer
