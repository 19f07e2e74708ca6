"""Deal k of a study: the same whoever asks for it, and whatever was dealt before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from analyzer.api.many.dealing import CALLED, UNIFORM, uniform
from analyzer.cards.card import Card
from analyzer.cards.drawing import Draw
from analyzer.errors import UsageError
from analyzer.messages import say
from analyzer.position.files.positions import load
from analyzer.position.model import Position
from analyzer.studies.discards import BEST, chosen, different, possible
from analyzer.studies.facts import is_wanted
from analyzer.studies.model import Study

MOST_TRIES: Final = 100_000
"""So many deals are passed over until one is as it is wanted."""

Hands = tuple[frozenset[Card], ...]


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal: its position, and of whole hands what the dealer held before he laid cards away."""

    study: Study
    k: int
    position: Position
    dealer: frozenset[Card] | None = None

    def discarded(self, how: str) -> Iterator[Position]:
        """The position if the dealer chooses so; of the best discard that of all legal ones that differ."""
        assert self.dealer is not None
        draw = Draw(CALLED, "discard", self.study.deals.seed, self.k)
        known = possible(self.study.rules, self.dealer, self.position.tricks_left)
        others = frozenset().union(*self.position.hands[:-1])
        every = different(known, others)
        for cards in every if how == BEST else [chosen(self.study.rules, draw, how, self.dealer, known)]:
            yield replace(self.position, hands=(*self.position.hands[:-1], self.dealer.difference(cards)))


def dealt(study: Study, k: int) -> Dealt:
    """Deal k, counted from 0.

    Raises: UsageError where no deal is found that is as the study wants it; InvalidFile for a bad file.
    """
    deals = study.deals
    if deals.by == "files":
        return Dealt(study, k, load(str(deals.files[k])))
    draw = Draw(CALLED, deals.by, deals.seed, k)
    for _ in range(MOST_TRIES):
        hands, lead, dealer = _hands(study, draw, k)
        if is_wanted(deals.wanted, hands, lead):
            return Dealt(study, k, Position(study.rules, study.players, hands, lead), dealer)
    told = say("deal {number}: none of {tries} is as `where` wants it", number=k, tries=MOST_TRIES)
    raise UsageError(told, say("expected something that comes about now and then"))


def _hands(study: Study, draw: Draw, k: int) -> tuple[Hands, int, frozenset[Card] | None]:
    """Hands, who leads, and what the dealer held before."""
    table, deals = study.rules.table, study.deals
    seats = table.players
    tricks = deals.tricks[k % len(deals.tricks)] if deals.tricks else table.hand_size
    if deals.by == UNIFORM:
        cards, lead = uniform(study.rules, draw, tricks)
        hands = tuple(frozenset(cards[seat * tricks : (seat + 1) * tricks]) for seat in range(seats))
        return hands, lead, None
    return _whole(study, draw, tricks)


def _whole(study: Study, draw: Draw, size: int) -> tuple[Hands, int, frozenset[Card]]:
    """A hand as it is dealt: the dealer sits last, has taken what was left and has laid cards away by rule.

    One of whose cards none may be laid away is dealt again.
    """
    table = study.rules.table
    deck, seats = sorted(table.deck), table.players
    while True:
        cards = draw.sample(deck, seats * size + table.skat_size)
        others = tuple(frozenset(cards[seat * size : (seat + 1) * size]) for seat in range(seats - 1))
        dealer = frozenset(cards[(seats - 1) * size :])
        known = possible(study.rules, dealer, size)
        if known:
            kept = dealer.difference(chosen(study.rules, draw, study.deals.discard, dealer, known))
            return (*others, kept), 0, dealer
