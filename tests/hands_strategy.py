"""Random dealers' hands and namings that are worth a dispute: rich in combinations, short in trumps.

The same seed gives the same case.
"""

from __future__ import annotations

import random

from analyzer.cards.card import COURTS, DECK, FOOL, KINGS, Card, Suit
from analyzer.disputes.deal.discard import DiscardDispute
from analyzer.disputes.tricks.naming import FoolNamingDispute
from analyzer.errors import UsageError
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.deal.discard import TOUT
from analyzer.rules.play.naming import Naming
from analyzer.rules.spec.ruleset import RuleSet

TRUMPS = [card for card in DECK if card.is_trump]
PLAIN = [card for card in DECK if card.suit not in (None, Suit.TRUMPS)]
COURT_CARDS = [card for card in DECK if card.face in COURTS]


def random_hand(rng: random.Random) -> frozenset[Card]:
    """28 cards: now few trumps, now many, now courts of every suit, often the Fool."""
    hand: set[Card] = set()
    if rng.random() < 0.6:
        hand.add(FOOL)
    kind = rng.choice(("few trumps", "many trumps", "courts", "everything", "chance"))
    if kind == "few trumps":
        hand |= set(rng.sample(TRUMPS, rng.randrange(5)))
        pool = PLAIN
    elif kind == "many trumps":
        hand |= set(rng.sample(TRUMPS, rng.randrange(8, 22)))
        pool = [*KINGS, *COURT_CARDS, *PLAIN]
    elif kind == "courts":
        hand |= set(rng.sample(COURT_CARDS, rng.randrange(8, 17)))
        pool = [*PLAIN, *TRUMPS]
    elif kind == "everything":
        hand |= set(rng.sample([*COURT_CARDS, *TRUMPS], 27))
        pool = PLAIN
    else:
        pool = list(DECK)
    while len(hand) < 28:
        hand.add(rng.choice(pool))
    return frozenset(rng.sample(sorted(hand), 28)) if len(hand) > 28 else frozenset(hand)


def random_discard(rng: random.Random, rules: RuleSet) -> DiscardDispute:
    """A hand and three cards of it, rather trumps, the Fool and courts than chance would have them."""
    hand = sorted(random_hand(rng))
    weights = [6 if card.is_fool else 3 if card.is_trump and rng.random() < 0.3 else 1 for card in hand]
    trumps = [card for card in hand if card.is_trump]
    laid: set[Card] = set()
    if 0 < len(trumps) <= 3 and rng.random() < 0.5:
        laid |= set(trumps)
    while len(laid) < 3:
        laid |= set(rng.choices(hand, weights))
    announce: list[str | Card] = [TOUT] if rng.random() < 0.4 else []
    if rng.random() < 0.3:
        announce += rng.sample(sorted(laid), rng.randrange(1, 4))
    return DiscardDispute(
        rules=rules, kind="discard", players=("A", "B", "C"), hand=frozenset(hand),
        discard=frozenset(laid), announce=tuple(announce),
    )  # fmt: skip


def random_naming(rng: random.Random, rules: RuleSet) -> FoolNamingDispute:
    """A led Fool, more often than not in a void, and a few things said and played after it."""
    size = rng.choice((1, 2, 3, 3, 4, 5))
    suits = rng.sample(list(Suit), rng.choice((2, 3, 3, 4)))
    pool = [card for card in DECK if card.suit in suits]
    pool = pool if len(pool) >= 3 * size else [card for card in DECK if card.suit is not None]
    dealt = rng.sample(pool, 3 * size - 1)
    lead = rng.randrange(3)
    order = [lead, (lead + 1) % 3, (lead + 2) % 3]
    parts = [[FOOL, *dealt[: size - 1]], dealt[size - 1 : 2 * size - 1], dealt[2 * size - 1 :]]
    hands = tuple(frozenset(parts[order.index(seat)]) for seat in range(3))
    others = hands[order[1]] | hands[order[2]]
    void = [suit for suit in Suit if not any(card.suit is suit for card in others)]
    name = rng.choice(void) if void and rng.random() < 0.7 else rng.choice(list(Suit))
    events = [Action(ActionKind.LEAD, FOOL, name, seat=lead)]
    naming = Naming(rules.game, hands).after(events[0])
    for _ in range(rng.randrange(6)):
        event = _random_event(rng, hands, (lead + rng.choice((1, 2, 1, 2, 0))) % 3)
        try:
            naming = naming.after(event)
        except UsageError:
            continue
        events.append(event)
    return FoolNamingDispute(
        rules=rules, kind="fool-naming", players=("A", "B", "C"), hands=hands, lead=lead,
        events=tuple(events),
    )  # fmt: skip


def _random_event(rng: random.Random, hands: tuple[frozenset[Card], ...], seat: int) -> Action:
    plays = ActionKind.PLAY
    kind = rng.choice((plays, plays, plays, ActionKind.VOID, ActionKind.CLAIM, ActionKind.HOLDS))
    card = rng.choice(sorted(hands[seat])) if kind is plays else None
    return Action(kind, card, rng.choice([*Suit, None]) if kind is ActionKind.CLAIM else None, seat)
