"""Deal k of a study, which has the same cards on every machine and whatever was dealt before.

The discard of the dealer or declarer is chosen at random or by a rule of thumb.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from msgspec import structs

from analyzer.cards.card import Card
from analyzer.cards.drawing import Draw
from analyzer.errors import UsageError
from analyzer.frozenrecord import Record
from analyzer.many.source import CALLED, UNIFORM, uniform
from analyzer.many.study import Study, called_of, is_wanted, voids
from analyzer.messages import say
from analyzer.position.model import Position
from analyzer.position.reading import load
from analyzer.rules.deal.discard import legal_discards
from analyzer.rules.score.goals import is_ultimo_card
from analyzer.rules.score.hand import NOTHING_TOLD
from analyzer.rules.spec.ruleset import RuleSet

BEST: Final = "best"
_RANDOM: Final = "random"

Discard = Sequence[Card]


def possible(rules: RuleSet, dealer: Hand, kept: int) -> list[list[Card]]:
    """Return every undisputedly legal discard that keeps `kept` cards, in canonical order."""
    return sorted(map(sorted, legal_discards(rules, sorted(dealer), kept=kept)))


def different(rules: RuleSet, known: Sequence[list[Card]], others: Collection[Card]) -> list[list[Card]]:
    """Return one discard of each group of discards that lead to the same game, for any goal.

    Two cards of the taker are equivalent if no card of another player ranks between them: discarding either
    leaves the same comparisons. Kings and the Pagat are never equivalent to other cards. In a contract for
    points, equivalent cards also count the same.
    """
    found: dict[tuple[object, ...], list[Card]] = {}
    for cards in known:
        found.setdefault(tuple(sorted(_kind(rules, card, others) for card in cards)), cards)
    return list(found.values())


def _kind(rules: RuleSet, card: Card, others: Collection[Card]) -> tuple[str, int, bool, int]:
    above = sum(other.suit is card.suit and other.height > card.height for other in others)
    worth = 0 if rules.game.pots is not None else rules.game.piles.card_units(card)
    return str(card.suit), above, is_ultimo_card(card), worth


def chosen(rules: RuleSet, draw: Draw, how: str, dealer: Hand, known: Sequence[list[Card]]) -> Discard:
    """Return the chosen discard; if several are equally good, the first in canonical order."""
    if how == _RANDOM:
        return draw.choice(known)
    return max(known, key=lambda cards: _WORTH[how](rules, dealer, cards))


def _points(rules: RuleSet, cards: Collection[Card]) -> int:
    return sum(map(rules.game.piles.card_units, cards))


def _height(cards: Collection[Card]) -> int:
    """Return the sum of the heights of cards in their suits."""
    return sum(card.height for card in cards)


def _longest(hand: Hand) -> int:
    plain = [card.suit for card in hand if not card.is_trump and not card.is_fool]
    return max(map(plain.count, plain), default=0)


def _count_with_king(hand: Hand, cards: Collection[Card]) -> int:
    """Return the number of cards in a suit whose king is in the hand."""
    kings = {card.suit for card in hand if card.is_king}
    return sum(card.suit in kings for card in cards)


_WORTH: Final[Mapping[str, Callable[[RuleSet, Hand, Discard], int]]] = {
    "fewest-points": lambda rules, _, cards: -_points(rules, cards),
    "most-points": lambda rules, _, cards: _points(rules, cards),
    "lowest": lambda _, __, cards: -_height(cards),
    "highest": lambda _, __, cards: _height(cards),
    "longest-trumps": lambda _, hand, cards: sum(card.is_trump for card in hand.difference(cards)),
    "most-voids": lambda _, hand, cards: voids(hand.difference(cards)),
    "longest-suit": lambda _, hand, cards: _longest(hand.difference(cards)),
    "guarded-kings": lambda _, hand, cards: -_count_with_king(hand, cards),
    "bare-kings": lambda _, hand, cards: _count_with_king(hand, cards),
}
"""The value of a discard (higher is better) under each rule of thumb."""


MOST_TRIES: Final = 100_000
"""The number of deals tried until one meets the conditions of the study."""

Hand = frozenset[Card]


class Taker(Record, frozen=True):
    """The player who took cards and discarded as many: the seat, and its cards before the discard."""

    seat: int
    held: Hand


class Dealt(Record, frozen=True):
    """A deal: its position, and in full hands the player who discarded."""

    study: Study
    k: int
    position: Position
    taker: Taker | None = None

    def discarded(self, how: str) -> Iterator[Position]:
        """Yield the position after the discard that the taker chooses under the rule of thumb `how`.

        If `how` is `best`, yield the position after each legal discard that leads to a different game.
        """
        assert self.taker is not None
        seat, held, hands = self.taker.seat, self.taker.held, self.position.hands
        draw = Draw(CALLED, "discard", self.study.deals.seed, self.k)
        known = possible(self.study.rules, held, self.position.tricks_left)
        others = frozenset().union(*hands[:seat], *hands[seat + 1 :])
        every = different(self.study.rules, known, others)
        for cards in every if how == BEST else [chosen(self.study.rules, draw, how, held, known)]:
            left = (*hands[:seat], held.difference(cards), *hands[seat + 1 :])
            skat = None if self.position.skat is None else frozenset(cards)
            yield replace(self.position, hands=left, skat=skat)


def dealt(study: Study, k: int) -> Dealt:
    """Return deal k, counted from 0.

    Raises: UsageError if no deal meets the conditions of the study; InvalidFile if a file is invalid.
    """
    deals = study.deals
    if deals.by == "files":
        return Dealt(study, k, load(str(study.files[k])))
    draw = Draw(CALLED, deals.by, deals.seed, k)
    for _ in range(MOST_TRIES):
        found = _drawn(study, draw, k)
        if is_wanted(study.wanted, study.rules.game, found.position.hands, found.position.lead):
            return found
    told = say("deal {number}: none of {tries} is as `where` wants it", number=k, tries=MOST_TRIES)
    raise UsageError(told, say("expected something that happens now and then"))


def _drawn(study: Study, draw: Draw, k: int) -> Dealt:
    """Draw one deal, without checking the conditions of the study."""
    table, deals = study.rules.table, study.deals
    tricks = study.tricks[k % len(study.tricks)] if study.tricks else table.hand_size
    if deals.by == UNIFORM:
        cards, lead = uniform(study.rules, draw, tricks)
        hands = tuple(frozenset(cards[seat * tricks :][:tricks]) for seat in range(table.players))
        return Dealt(study, k, Position(study.rules, study.players, hands, lead))
    found = None
    while found is None:
        found = _whole(study, draw, k, tricks) if deals.contract is None else _declared(study, draw, k)
    return found


def _whole(study: Study, draw: Draw, k: int, size: int) -> Dealt | None:
    """Deal a full hand: the dealer, in the last seat, takes the remaining cards and discards by rule.

    None if the dealer has no legal discard.
    """
    table = study.rules.table
    last = table.players - 1
    cards = draw.sample(sorted(table.deck), table.players * size + table.skat_size)
    others = tuple(frozenset(cards[seat * size : (seat + 1) * size]) for seat in range(last))
    dealer = frozenset(cards[last * size :])
    kept = _kept(study, draw, dealer, size)
    if kept is None:
        return None
    return Dealt(study, k, Position(study.rules, study.players, (*others, kept), 0), Taker(last, dealer))


def _kept(study: Study, draw: Draw, held: Hand, size: int) -> Hand | None:
    """Return the cards left in a hand after the discard of the study; None if no discard is legal."""
    known = possible(study.rules, held, size)
    return held.difference(chosen(study.rules, draw, study.deals.discard, held, known)) if known else None


def _declared(study: Study, draw: Draw, k: int) -> Dealt | None:
    """Deal a full hand with a contract, declared by the first seat.

    None if the declarer has no legal discard or no king to call.
    """
    rules, table = study.rules, study.rules.table
    contract = rules.game.contracts[str(study.deals.contract)]
    size, seats = table.hand_size, table.players
    cards = draw.sample(sorted(table.deck), seats * size + table.skat_size)
    talon = cards[seats * size :]
    others = tuple(frozenset(cards[seat * size : (seat + 1) * size]) for seat in range(1, seats))
    lead = 0 if contract.leads else draw.below(seats)
    held = frozenset((*cards[:size], *talon[: contract.takes]))
    kept = _kept(study, draw, held, size) if contract.takes else held
    called = None if kept is None or contract.alone else called_of(kept, others)
    if kept is None or (called is None and not contract.alone):
        return None
    told = structs.replace(
        NOTHING_TOLD,
        contract=contract.name,
        declarer=0,
        called=called,
        talon_left=tuple(talon[contract.takes :]),
    )
    position = Position(
        rules, study.players, (kept, *others), lead, skat=(held - kept) or None, told=told, ruleset=rules.name
    )
    return Dealt(study, k, position, Taker(0, held) if contract.takes else None)
