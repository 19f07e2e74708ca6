"""A dispute of which not every hand is known: ruled on in every deal that fits, and what is so in all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from msgspec import structs

from analyzer.cards.card import Card
from analyzer.disputes.findings import DealCase, Finding, RuledInDeals
from analyzer.disputes.readings import common_finding, outcome_of
from analyzer.disputes.shape import Dispute, DisputeInDeals, DisputeShape
from analyzer.disputes.tricks.past import PlayedCards, read_cards
from analyzer.errors import Fault, Invalid, InvalidFile
from analyzer.knowledge.deciding import deciding_cards
from analyzer.knowledge.fitting import draw
from analyzer.messages import Message, Name, either, say
from analyzer.position.files.cardlists import CardList, HandCards, Placed
from analyzer.position.files.hands.deal import Pile, TrickCard, check_cards, laid, piles, read_hands
from analyzer.position.files.hands.unknown import read_half_known, read_unseen, read_worlds, unseen_seats
from analyzer.position.files.handshape import TalonShape
from analyzer.position.files.reader import Reader
from analyzer.position.setting import Setting
from analyzer.rules.verdicts import OpenQuestion, Reading, Verdict
from analyzer.yamltree.shapes import Shape, Text


def settle_in_deals(dispute: Dispute, deals: DisputeInDeals, settle: Callable[[Dispute], Finding]) -> Finding:
    """The ruling on a dispute in every deal that fits; where they differ it is open, case by case.

    A deal in which what is told cannot have happened falls away. Raises: InvalidFile where none is left.
    """
    ruled = list[tuple[Setting, Finding]]()
    refused: Invalid | None = None
    for setting, each in zip(deals.settings, deals.disputes, strict=True):
        try:
            ruled.append((setting, settle(each)))
        except Invalid as error:
            refused = error
    if not ruled:
        assert refused is not None
        why = refused.faults[0].message if refused.faults else None
        raise InvalidFile([Fault(say("no deal fits what is known"), why, dispute.where)])
    found = _cases(ruled, deals)
    return _merged(replace(ruled[0][1], dispute=dispute), found)


def _cases(ruled: list[tuple[Setting, Finding]], deals: DisputeInDeals) -> RuledInDeals:
    """The deals by how they are ruled."""
    comes_to = [finding.comes_to for _, finding in ruled]
    rulings = list[dict[str, Any]]()
    keys = [_number(_ruling(each), rulings) for each in comes_to]
    by: dict[int, list[tuple[Setting, Finding]]] = {}
    for key, each in zip(keys, ruled, strict=True):
        by.setdefault(key, []).append(each)
    cases = [DealCase(len(each), each[0][1], tuple(deal for deal, _ in each)) for each in by.values()]
    lost = len(deals.disputes) - len(ruled)
    return RuledInDeals(
        tuple(sorted(cases, key=lambda case: -case.number)),
        deciding_cards([deal for deal, _ in ruled], keys),
        deals.exact,
        None if deals.fit is None else deals.fit - lost if deals.exact else deals.fit,
        all(each == comes_to[0] for each in comes_to),
    )


def _ruling(comes_to: Mapping[str, Any]) -> dict[str, Any]:
    """What is ruled, whatever else could have been played at a step."""
    return {key: each for key, each in comes_to.items() if key != "steps"}


def _number(ruling: dict[str, Any], known: list[dict[str, Any]]) -> int:
    """The place of a ruling among those that are known; a new one comes last."""
    if ruling not in known:
        known.append(ruling)
    return known.index(ruling)


def _merged(first: Finding, found: RuledInDeals) -> Finding:
    """The finding with what is so in every deal; open where the verdict is not one, or deals were drawn."""
    first = replace(first, in_deals=found)
    if found.same:
        return first
    cases = [case.finding for case in found.cases]
    verdicts = {case.verdict for case in cases}
    settled = found.exact and len(verdicts) == 1 and Verdict.UNSETTLED not in verdicts
    clauses = tuple(dict.fromkeys(clause for case in cases for clause in case.clauses))
    readings = tuple(_reading(found, case, first.dispute) for case in found.cases)
    merged = common_finding(first, cases, () if settled else (OpenQuestion(clauses, (), readings),))
    unsettled = tuple(dict.fromkeys(each for case in cases for each in case.unsettled))
    drawn = () if not found.exact else merged.violations
    return replace(merged, violations=drawn, unsettled=unsettled, answered=())


def _reading(found: RuledInDeals, case: DealCase, dispute: Dispute) -> Reading:
    return structs.replace(outcome_of(case.finding), text=case_words(found, case, dispute.players))


def case_words(found: RuledInDeals, case: DealCase, players: tuple[str, ...]) -> Message:
    """In how many deals a dispute is ruled so, and where a single card lay that this turns on."""
    told = say("in {number} of {asked} {asked:deal/deals}", number=case.number, asked=found.count)
    if len(found.turns_on) != 1:
        return told
    (card,) = found.turns_on
    seats = [seat for (seat,) in case.places(found.turns_on)]
    if None in seats:
        if len(seats) > 1:
            return told
        return say("{cases}, if nobody held {card}", cases=told, card=card)
    held = either(Name(players[seat]) for seat in seats if seat is not None)
    return say("{cases}, if {players} held {card}", cases=told, players=held, card=card)


DealtHands = tuple[frozenset[Card], ...]
"""The hands of a deal, by seat."""
LYING: Final = frozenset({"discard", "skat", "taken", "talon", "left", "cards", "last_three"})
"""Keys under which stand cards that lie in no hand, and those of what holds such keys."""


def in_deals(
    reader: Reader, shape: DisputeShape, read: Callable[[DealtHands], Dispute]
) -> tuple[DisputeInDeals, Dispute]:
    """The deals that fit, each as a dispute of its own, and the first of them.

    `read` gives the dispute as it is with such hands. Raises: InvalidFile with the faults of what is told of
    them, or where no deal fits.
    """
    setting = _setting(reader, shape)
    reader.finish()
    drawn = draw(setting, lambda deal: [(deal, read(deal.hands))], lambda each: each[0].hands, bound=True)
    if not drawn.found:
        raise InvalidFile([_nothing_fits(shape, drawn.refused)])
    each = tuple(deal for deal, _ in drawn.found)
    settings, disputes = zip(*each, strict=True)
    return DisputeInDeals(settings, disputes, drawn.exact, drawn.fit), disputes[0]


def _nothing_fits(shape: DisputeShape, refused: Exception | None) -> Fault:
    """That no deal fits, and what the last of them quarrelled with, at its place."""
    told = say("no deal fits what is known")
    if isinstance(refused, Invalid) and refused.faults:
        first = refused.faults[0]
        return Fault(told, first.message, first.where or shape.place("hands"))
    return Fault(told, say("expected facts that can be true together"), shape.place("hands"))


def fill_hands(reader: Reader, shape: Any, held: DealtHands) -> dict[Text, HandCards]:
    """The hands of a file with every card of them told."""
    written = {seat: (name, hand) for seat, name, hand in reader.values_by_seat(shape.hands)}
    if shape.unseen is not None:
        for seat, name, _ in reader.values_by_seat(
            {n: s for n, s in shape.unseen.sizes.items() if n != "skat"}
        ):
            written[seat] = (name, None)
    found = {}
    for seat, (name, hand) in written.items():
        where = name.key_where if hand is None else hand.where
        known = {} if hand is None else {each.card: each.where for each in hand.placed}
        placed = tuple(Placed(card, known.get(card, where)) for card in sorted(held[seat]))
        found[name] = HandCards(placed, len(placed), where)
    return found


def _setting(reader: Reader, shape: Any) -> Setting:
    """The table as far as it is known: the hands, what lies elsewhere, and what a deal must fit."""
    hidden = unseen_seats(reader, shape.unseen)
    hands = read_hands(reader, shape.hands or {}, None)
    lead, trick = _trick(reader, shape)
    lying = [*piles(reader, hands, trick, None), *_elsewhere(shape)]
    check_cards(reader, lying)
    unseen_cards = None if shape.unseen is None or not shape.unseen.has("cards") else shape.unseen.cards
    half = read_half_known(reader, hands, lying, unseen_cards, hidden)
    skat = getattr(shape, "skat", None)
    dealer = reader.seat_of(shape.dealer)
    return Setting(
        reader.rules,
        reader.players,
        tuple(frozenset() if hand is None else hand.cards for hand in hands),
        lead or 0,
        laid(trick, lead or 0, len(reader.players)),
        dealer=dealer,
        skat=None if skat is None else skat.cards,
        worlds=read_worlds(reader, shape.worlds, hands, None, trick, skat),
        unseen=read_unseen(reader, shape.unseen, hands, trick, skat, dealer),
        half_known=half,
    )


def _trick(reader: Reader, shape: Any) -> tuple[int | None, tuple[TrickCard, ...]]:
    """Who leads, and the cards on the table before what is in dispute."""
    told = getattr(shape, "trick", None)
    lead = reader.seat_of(getattr(shape, "lead", None))
    return read_cards(reader, told, lead) if isinstance(told, PlayedCards) else (lead, ())


def _elsewhere(shape: Shape) -> Iterator[Pile]:
    """The cards that a file tells of, and that lie in no hand."""
    for key, field in type(shape).fields().items():
        told = getattr(shape, field.name)
        taken_up = key == "taken" and isinstance(shape, TalonShape)
        if key not in LYING or taken_up or not shape.has(field.name):
            continue
        each = told.values() if isinstance(told, dict) else [told]
        for one in each:
            if isinstance(one, CardList):
                yield Pile(say("the cards elsewhere"), one.placed)
            elif isinstance(one, Shape):
                yield from _elsewhere(one)
