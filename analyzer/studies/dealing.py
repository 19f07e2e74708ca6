"""Deal k of a study: the same whoever asks for it, and whatever was dealt before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from analyzer.cards.card import Card
from analyzer.errors import UsageError
from analyzer.messages import say
from analyzer.position.files.positions import load
from analyzer.position.model import Position
from analyzer.rules.deal.discard import legal_discards
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.studies.drawing import Draw
from analyzer.studies.facts import is_wanted
from analyzer.studies.model import Study

MOST_TRIES: Final = 100_000
"""So many deals are passed over until one is as it is wanted."""

Hands = tuple[frozenset[Card], ...]


def deal(study: Study, k: int) -> Position:
    """The position of deal k, counted from 0.

    Raises: UsageError where no deal is found that is as the study wants it; InvalidFile for a bad file.
    """
    deals = study.deals
    if deals.by == "files":
        return load(str(deals.files[k]))
    draw = Draw("tarok-study/1", deals.by, deals.seed, k)
    for _ in range(MOST_TRIES):
        hands, lead = _hands(study, draw, k)
        if is_wanted(deals.wanted, hands, lead):
            return Position(study.rules, study.players, hands, lead)
    told = say("deal {number}: none of {tries} is as `where` wants it", number=k, tries=MOST_TRIES)
    raise UsageError(told, say("expected something that comes about now and then"))


def _hands(study: Study, draw: Draw, k: int) -> tuple[Hands, int]:
    rules, deals = study.rules, study.deals
    deck, seats = sorted(rules.table.deck), rules.table.players
    if deals.by == "uniform":
        tricks = deals.tricks[k % len(deals.tricks)]
        cards = draw.sample(deck, seats * tricks)
        hands = tuple(frozenset(cards[seat * tricks : (seat + 1) * tricks]) for seat in range(seats))
        return hands, draw.below(seats)
    return _whole(rules, draw, deals.discard), 0


def _whole(rules: RuleSet, draw: Draw, how: str) -> Hands:
    """A hand as it is dealt: the dealer sits last, has taken what was left and has laid cards away by rule.

    One of whose cards none may be laid away is dealt again.
    """
    size, seats = rules.table.hand_size, rules.table.players
    deck = sorted(rules.table.deck)
    while True:
        cards = draw.sample(deck, len(deck))
        others = tuple(frozenset(cards[seat * size : (seat + 1) * size]) for seat in range(seats - 1))
        dealer = frozenset(cards[(seats - 1) * size :])
        discards = sorted(map(sorted, legal_discards(rules, sorted(dealer))))
        if discards:
            return (*others, dealer - frozenset(_chosen(rules, draw, how, dealer, discards)))


def _chosen(
    rules: RuleSet, draw: Draw, how: str, dealer: frozenset[Card], discards: Sequence[list[Card]]
) -> Sequence[Card]:
    """The discard that is chosen; of several that are as good the first in canonical order."""
    if how == "random":
        return draw.choice(discards)
    if how == "longest-trumps":
        return max(discards, key=lambda cards: sum(card.is_trump for card in dealer - set(cards)))
    worth = [sum(map(rules.count.of, cards)) for cards in discards]
    best = min(worth) if how == "fewest-points" else max(worth)
    return discards[worth.index(best)]
