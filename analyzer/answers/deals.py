"""The answer of `deals`: deals that fit what a player knows.

It also has the text that answers over every deal of a half-known position share.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import Enum
from typing import Annotated, Final

from msgspec import structs

from analyzer.answers.answer import Answer, OfPosition, Settled
from analyzer.answers.requests import answer_each_reading
from analyzer.cards.card import Card, Suit
from analyzer.frozenrecord import Record
from analyzer.knowledge.deals import Deal, Deals, Moment
from analyzer.knowledge.deals import deals as fitting
from analyzer.knowledge.facts import Evidence, Fact, Heap
from analyzer.knowledge.fitting import Fitting, as_it_stands, fitting_deals
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
from analyzer.position.bearing import bearing_in
from analyzer.position.model import Position
from analyzer.position.setting import Line
from analyzer.rules.spec.grounds import STATED, Grounds
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.views.base import (
    UNSET,
    CardWord,
    Column,
    Count,
    Grounded,
    LineNumber,
    Meta,
    UnsetType,
    View,
    grounded,
    or_unset,
    words,
)
from analyzer.words.blocks import Block, Drawn, Grid, Phrase, Said, part
from analyzer.words.names import ground_phrases

HiddenCards = dict[str, list[CardWord]]
"""The cards of each hidden hand by player, and those of the skat if there are any."""


class FactView(View, frozen=True):
    """A fact in words, with its clause and its place in the file."""

    text: str
    clause: Annotated[str | None, Meta(description="The clause that the fact follows from.")]
    where: Annotated[str, Meta(description="File, line and column; empty if the fact is not from a file.")]
    line: LineNumber
    column: Column


class DealsAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/deals/1"):
    """The count and the evidence; `deals` only if they were requested, `seed` only if they were sampled."""

    seen_by: Annotated[
        str | None,
        Meta(description="The player who does not see the cards; null for cards that nobody remembers."),
    ]
    line: Annotated[str | None, Meta(description="The line of play that the facts come from.")]
    at: Annotated[str | None, Meta(description="The last card of the line that was played: TRICK.CARD.")]
    cards: Annotated[list[CardWord], Meta(description="The unseen cards.")]
    sizes: Annotated[dict[str, Count], Meta(description="Number of hidden cards by player, and in the skat.")]
    facts: Annotated[list[FactView], Meta(description="The known facts, each with its origin.")]
    count: Annotated[
        int | None,
        Meta(description="Exact number of deals that fit; null if half-known hands leave too many to count."),
    ]
    clash: Annotated[
        list[FactView],
        Meta(
            description="If no deal fits: facts that contradict each other. Without any one of them, "
            "some deal fits."
        ),
    ]
    seed: Annotated[int, Meta(description="Seed of the sample.")] | UnsetType = UNSET
    deals: (
        Annotated[
            list[HiddenCards], Meta(description="The hidden cards by player in each deal, if requested.")
        ]
        | UnsetType
    ) = UNSET


def deals_view(
    deals: Deals,
    shown: Sequence[Deal] | None = None,
    *,
    seed: int | None = None,
    line: str | None = None,
    at: str | None = None,
    grounds: Grounds = STATED,
) -> DealsAnswer:
    """Return the answer of `deals`."""
    evidence = deals.evidence
    return DealsAnswer(
        **grounded(evidence.rules, grounds),
        seen_by=evidence.players[evidence.seen_by],
        line=line,
        at=at,
        cards=words(evidence.cards),
        sizes={evidence.name(place): each.size for place, each in enumerate(evidence.places)},
        facts=[_fact(fact) for fact in evidence.facts],
        count=deals.count,
        clash=[_fact(fact) for fact in deals.clash],
        seed=or_unset(seed),
        deals=UNSET if shown is None else [_deal(evidence, deal) for deal in shown],
    )


def deals_in_hand_view(
    position: Position, found: Fitting, shown: Sequence[Position] | None, seed: int | None
) -> DealsAnswer:
    """Return the answer of `deals` about half-known hands."""
    untold = position.untold
    known = frozenset[Card]().union(*position.hands)
    return DealsAnswer(
        **grounded(position.rules, found.grounds),
        seen_by=None,
        line=None,
        at=None,
        cards=words(
            sorted(frozenset[Card]().union(*(hand for deal in found.deals for hand in deal.hands)) - known)
        ),
        sizes={position.players[seat]: size for seat, size in untold.items()},
        facts=[],
        count=found.fit,
        clash=[],
        seed=or_unset(seed),
        deals=UNSET
        if shown is None
        else [{deal.players[seat]: words(deal.hands[seat]) for seat in sorted(untold)} for deal in shown],
    )


def _fact(fact: Fact) -> FactView:
    where = fact.where
    if where is None:
        return FactView(fact.text, fact.clause, "", None, None)
    return FactView(fact.text, fact.clause, str(where), where.line, where.column)


def _deal(evidence: Evidence, deal: Deal) -> HiddenCards:
    return {evidence.name(place): words(deal.pile(each)) for place, each in enumerate(evidence.places)}


class DealsInHand(OfPosition, Record, frozen=True):
    """The answer of `deals` about half-known hands."""

    position: Position
    found: Fitting
    shown: tuple[Position, ...] | None
    seed: int | None = None
    """The seed of those shown, if they were drawn."""

    @property
    def settled(self) -> Settled:
        return Settled.YES

    def view(self) -> DealsAnswer:
        return deals_in_hand_view(self.position, self.found, self.shown, self.seed)

    @property
    def says(self) -> Said:
        return deals_in_hand_blocks(self.position, self.found, self.shown, drawn=self.seed is not None)


def deals_in_hand(
    position: Position, *, every: bool = False, number: int | None = None, seed: int = 0
) -> DealsInHand:
    """Return the deals that fit; all of them shown, or a random sample.

    Raises: InvalidFile if none fits; UsageError if all are to be shown and there are too many.
    """

    def ask(read: Position) -> DealsInHand:
        found = fitting_deals(read, seed=seed)
        shown = found.listed() if every else None if number is None else found.sample(number, seed)
        return DealsInHand(read, found, shown, None if number is None else seed)

    def applied(answer: DealsInHand) -> tuple[str, ...]:
        return bearing_in(answer.found.deals)

    answer, grounds = answer_each_reading(position, ask, DealsInHand.view, applied)
    shown_as = as_it_stands(position, answer.found.deals)
    return structs.replace(answer, position=shown_as, found=replace(answer.found, grounds=grounds))


class DealsShown(Enum):
    """The choice of deals to show with their number."""

    NONE = "none"
    ALL = "all"
    SAMPLE = "sample"


class DealsRequest(Record, frozen=True, kw_only=True):
    """The player whose knowledge is meant, the moment, and the deals to show."""

    line: Line | str | None = None
    at: Moment | str | None = None
    seen_by: str | int | None = None
    shown: DealsShown = DealsShown.NONE
    number: int = 0
    """The size of a sample."""
    seed: int = 0


class FittingDeals(Answer, Record, frozen=True):
    """The answer of `deals`."""

    request: DealsRequest
    deals: Deals
    shown: tuple[Deal, ...] | None

    @property
    def settled(self) -> Settled:
        return Settled.YES if self.deals.count else Settled.NO

    def view(self) -> DealsAnswer:
        request = self.request
        return deals_view(
            self.deals,
            self.shown,
            seed=request.seed if request.shown is DealsShown.SAMPLE else None,
            line=None if request.line is None else str(getattr(request.line, "name", request.line)),
            at=".".join(map(str, request.at)) if isinstance(request.at, tuple) else request.at,
            grounds=self.deals.grounds,
        )

    @property
    def about(self) -> RuleSet:
        return self.deals.evidence.rules

    @property
    def says(self) -> Said:
        drawn = self.request.shown is DealsShown.SAMPLE
        return deals_blocks(self.deals, self.shown, drawn=drawn)


def _find_fitting(position: Position, request: DealsRequest) -> Deals:
    seat = None if request.seen_by is None else position.seat(request.seen_by)
    return fitting(position, line=request.line, at=request.at, seen_by=seat)


def deals(position: Position, request: DealsRequest) -> FittingDeals:
    """Return the deals that fit, with those to show.

    Raises: UsageError if nothing is unseen, or for an unknown line, player or moment.
    """

    def ask(read: Position) -> FittingDeals:
        found = _find_fitting(read, request)
        return FittingDeals(request, found, _shown(found, request))

    def applied(found: FittingDeals) -> tuple[str, ...]:
        return _applied(position.rules, found)

    found, grounds = answer_each_reading(position, ask, FittingDeals.view, applied)
    return structs.replace(found, deals=replace(found.deals, grounds=grounds))


def _applied(rules: RuleSet, found: FittingDeals) -> tuple[str, ...]:
    """Return the clauses behind the facts, and with trumps declared the one that says what that reveals."""
    facts = (*found.deals.evidence.facts, *found.deals.clash)
    clauses = tuple(fact.clause for fact in facts if fact.clause is not None)
    untold = rules.maybe("untold")
    declared = any(rules.clauses[each].kind == "trump-declaration" for each in clauses)
    return (*clauses, untold) if declared and untold is not None else clauses


def _shown(found: Deals, request: DealsRequest) -> tuple[Deal, ...] | None:
    if request.shown is DealsShown.NONE:
        return None
    if not found.count:
        return ()
    return found.listed() if request.shown is DealsShown.ALL else found.sample(request.number, request.seed)


_HEAPS: Final = {Heap.SKAT: say("the skat"), Heap.TALON: say("the talon"), Heap.DEAD: say("the dead hand")}


def deals_blocks(deals: Deals, shown: Sequence[Deal] | None, *, drawn: bool = False) -> Said:
    """Return the unseen cards, every fact with its clause and place, the number of deals, and the deals.

    `drawn` means that `shown` is a sample. If no deal fits, the facts that clash replace the deals.
    """
    evidence = deals.evidence
    titles = [_holder(evidence, place) for place in range(len(evidence.places))]
    piles = [[deal.pile(place) for place in evidence.places] for deal in shown or ()]
    return (
        *part("headline", [_fit(deals.count)]),
        *part("paragraph", [] if deals.count else _clash(deals)),
        *part("paragraph", _unseen(evidence)),
        *part("paragraph", _facts(say("Known facts"), evidence.facts)),
        *_listed(titles, piles, drawn=drawn),
        *_notes(evidence.rules, deals),
    )


def deals_in_hand_blocks(
    position: Position, found: Fitting, shown: Sequence[Position] | None, *, drawn: bool = False
) -> Said:
    """Return the number of deals that fit half-known hands, the deals to show, and the known facts."""
    seats = sorted(position.untold) or range(len(position.players))
    titles = [_named(position.players[seat]) for seat in seats]
    piles = [[deal.hands[seat] for seat in seats] for deal in shown or ()]
    more = Phrase(say("More than {number} {number:deal/deals} fit.", number=Spaced(len(found.deals))), "good")
    return (
        *part("headline", [more if found.fit is None else _fit(found.fit)]),
        *_listed(titles, piles, drawn=drawn),
        *_notes(position.rules, found),
        Drawn(position),
    )


def _notes(rules: RuleSet, found: Deals | Fitting) -> Iterator[Block]:
    return part("notes", ground_phrases(rules, found.grounds))


def _fit(number: int) -> Phrase:
    """Return the number of deals that fit."""
    if not number:
        return Phrase(say("No deal fits."), "bad")
    return Phrase(say_many("{count} deal fits.", "{count} deals fit.", number, count=Spaced(number)), "good")


def _named(name: str) -> Message:
    return word_alone(Name(name))


def _holder(evidence: Evidence, place: int) -> Message:
    at = evidence.places[place]
    return _named(evidence.name(place)) if at.seat is not None else _HEAPS[at.heap]


def _unseen(evidence: Evidence) -> Iterator[Phrase]:
    """Yield the number of cards that a player does not see, their holders, and the cards."""
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
    """Yield the known or impossible facts, each with its clause and its place in the file."""
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
    """Yield the facts that cannot be true; if a hand cannot be filled, that hand."""
    one, many = say("This cannot be true"), say("These cannot be true together")
    yield from _facts(one if len(deals.clash) == 1 else many, deals.clash)
    yield from (Phrase(formed("{crowded}.", crowded=each), level=1) for each in deals.crowded)


def _listed(
    titles: Sequence[Message], piles: Sequence[Sequence[frozenset[Card]]], *, drawn: bool
) -> Iterator[Block]:
    """Yield a row for each deal, with a column for each place."""
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
