"""What `deals` says: how many deals fit what a player knows, what he knows and why, and which they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from analyzer.cards.card import Card, Suit
from analyzer.knowledge.deals import Deal, Deals
from analyzer.knowledge.facts import Evidence, Fact, Heap
from analyzer.knowledge.fitting import Fitting
from analyzer.messages import (
    NOTHING,
    BareClause,
    Message,
    Name,
    Several,
    Spaced,
    Verbatim,
    alone,
    formed,
    in_a_row,
    listed,
    say,
    say_many,
    word_alone,
)
from analyzer.position.model import Position
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.words.blocks import Block, Drawn, Grid, Phrase, Said, part
from analyzer.words.grounds import grounds_said

_HEAPS: Final = {Heap.SKAT: say("the skat"), Heap.TALON: say("the talon"), Heap.DEAD: say("the dead hand")}


def deals_said(deals: Deals, shown: Sequence[Deal] | None, *, drawn: bool = False) -> Said:
    """What is unseen, every fact with its clause and place, the number of deals, and the deals asked for.

    `drawn` says that `shown` is a sample. If no deal fits, the facts that clash stand in their place.
    """
    evidence = deals.evidence
    titles = [_holder(evidence, place) for place in range(len(evidence.places))]
    piles = [[deal.pile(place) for place in evidence.places] for deal in shown or ()]
    return (
        *part("headline", [_fit(deals.count)]),
        *part("paragraph", [] if deals.count else _clash(deals)),
        *part("paragraph", _unseen(evidence)),
        *part("paragraph", _facts(say("What is known"), evidence.facts)),
        *_listed(titles, piles, drawn=drawn),
        *_notes(evidence.rules, deals),
    )


def deals_in_hand_said(
    position: Position, found: Fitting, shown: Sequence[Position] | None, *, drawn: bool = False
) -> Said:
    """How many deals fit half-known hands, those that are asked for, and what is known."""
    seats = sorted(position.untold) or range(len(position.players))
    titles = [_named(position.players[seat]) for seat in seats]
    piles = [[deal.hands[seat] for seat in seats] for deal in shown or ()]
    more = Phrase(say("More than {number} deals fit.", number=Spaced(len(found.deals))), "good")
    return (
        *part("headline", [more if found.fit is None else _fit(found.fit)]),
        *_listed(titles, piles, drawn=drawn),
        *_notes(position.rules, found),
        Drawn(position),
    )


def _notes(rules: RuleSet, found: Deals | Fitting) -> Iterator[Block]:
    return part("notes", grounds_said(rules, found.grounds))


def _fit(number: int) -> Phrase:
    """How many deals fit."""
    if not number:
        return Phrase(say("No deal fits."), "bad")
    return Phrase(say_many("{count} deal fits.", "{count} deals fit.", number, count=Spaced(number)), "good")


def _named(name: str) -> Message:
    return word_alone(Name(name))


def _holder(evidence: Evidence, place: int) -> Message:
    at = evidence.places[place]
    return _named(evidence.name(place)) if at.seat is not None else _HEAPS[at.heap]


def _unseen(evidence: Evidence) -> Iterator[Phrase]:
    """How many cards a player does not see, who holds how many of them, and which they are."""
    holders = (
        say("{player} holds {number}", player=_holder(evidence, place), number=each.size)
        for place, each in enumerate(evidence.places)
    )
    unseen = say_many(
        "{player} does not see {number} card",
        "{player} does not see {number} cards",
        len(evidence.cards),
        player=Name(evidence.players[evidence.seen_by]),
    )
    yield Phrase(formed("{unseen}: {holders}", unseen=unseen, holders=listed(holders)))
    suits = ([card for card in sorted(evidence.cards) if card.suit is suit] for suit in (*Suit, None))
    yield Phrase(alone(Several(tuple(in_a_row(each) for each in suits if each), "·")), level=1, hang=False)


def _facts(title: Message, facts: Sequence[Fact]) -> Iterator[Phrase]:
    """What is known, or cannot be, each with its clause and where the file has it."""
    if facts:
        yield Phrase(title, "bold")
    for fact in facts:
        told = fact.text
        if fact.clause:
            told = formed("{fact} ({clause})", fact=told, clause=BareClause(fact.clause))
        if fact.where:
            told = formed("{fact} [{where}]", fact=told, where=Verbatim(fact.where))
        yield Phrase(told, level=1)


def _clash(deals: Deals) -> Iterator[Phrase]:
    """What cannot be true; if it is a hand that cannot be filled, which."""
    one, many = say("This cannot be true"), say("These cannot be true together")
    yield from _facts(one if len(deals.clash) == 1 else many, deals.clash)
    yield from (Phrase(formed("{crowded}.", crowded=each), level=1) for each in deals.crowded)


def _listed(
    titles: Sequence[Message], piles: Sequence[Sequence[frozenset[Card]]], *, drawn: bool
) -> Iterator[Block]:
    """A row for each deal, a column for each place."""
    if not piles:
        return
    every = say_many("{number} deal, drawn at random", "{number} deals, drawn at random", len(piles))
    yield from part("paragraph", [Phrase(every if drawn else say("Every deal"), "bold")])
    rows = (
        (formed("{number}", number=number), *(_pile(pile) for pile in deal))
        for number, deal in enumerate(piles, 1)
    )
    yield Grid((NOTHING, *titles), tuple(rows), ">" + "<" * len(titles), close=True)


def _pile(cards: frozenset[Card]) -> Message:
    return alone(in_a_row(sorted(cards))) if cards else formed("-")
