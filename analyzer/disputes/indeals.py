"""A dispute of which not every hand is known: ruled on in every deal that fits, and what is so in all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from analyzer.disputes.findings import DealCase, Finding, RuledInDeals
from analyzer.disputes.model import Dispute, DisputeInDeals
from analyzer.disputes.readings import outcome_of, so_in_all
from analyzer.errors import Fault, Invalid, InvalidFile
from analyzer.knowledge.deciding import deciding_cards
from analyzer.messages import Message, Name, either, say
from analyzer.position.setting import Setting
from analyzer.rules.verdicts import OpenQuestion, Reading, Verdict


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
    keys = [_ruling(each) for each in comes_to]
    by: dict[str, list[tuple[Setting, Finding]]] = {}
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


def _ruling(comes_to: Any) -> str:
    """What is ruled, whatever else could have been played at a step."""
    return repr({key: each for key, each in comes_to.items() if key != "steps"})


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
    merged = so_in_all(first, cases, () if settled else (OpenQuestion(clauses, (), readings),))
    unsettled = tuple(dict.fromkeys(each for case in cases for each in case.unsettled))
    drawn = () if not found.exact else merged.violations
    return replace(merged, violations=drawn, unsettled=unsettled, answered=())


def _reading(found: RuledInDeals, case: DealCase, dispute: Dispute) -> Reading:
    return replace(outcome_of(case.finding), text=case_words(found, case, dispute.players))


def case_words(found: RuledInDeals, case: DealCase, players: tuple[str, ...]) -> Message:
    """In how many deals a dispute is ruled so, and where a single card lay that this turns on."""
    told = say("in {number} of {asked} deals", number=case.number, asked=found.count)
    if len(found.turns_on) != 1:
        return told
    (card,) = found.turns_on
    seats = [seat for (seat,) in case.places(found.turns_on)]
    if None in seats:
        if len(seats) > 1:
            return told
        return say("{cases}, where nobody held {card}", cases=told, card=card)
    held = either(Name(players[seat]) for seat in seats if seat is not None)
    return say("{cases}, where {players} held {card}", cases=told, players=held, card=card)
