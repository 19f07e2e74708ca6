"""What Z3 says of cards as they are played, from the clauses: who wins, what could be played, demands.

Each opinion is held against what a dispute has found. Raises: Mismatch where the two differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from unittest.mock import patch

import z3

from analyzer.cards.card import BY_TEXT, Card, Suit
from analyzer.disputes.findings import Finding
from analyzer.disputes.tricks import play
from analyzer.disputes.tricks.events import TrickFinding
from analyzer.disputes.tricks.play import FoolDemandDispute, PlayDispute, settle_play
from analyzer.disputes.tricks.trickwon import TrickWonDispute, TrickWonFinding
from analyzer.errors import cross_checked
from analyzer.proofs.play import FOOL_SUIT, SUITS, Past, PlayClauses, Played, named, takes
from analyzer.proofs.smt import SmtQuestion, Truth, every, not_, number_of, some
from analyzer.rules.irregularities import judge_demand
from analyzer.rules.play.table import Revoke, judge_play
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.reading import ClauseReader
from analyzer.rules.verdicts import Violation


def opinion_on_trick(finding: Finding) -> None:
    """Z3's word that this card wins the trick and no other does."""
    assert isinstance(finding, TrickWonFinding)
    dispute = finding.dispute
    assert isinstance(dispute, TrickWonDispute)
    question, trick, left = SmtQuestion(), dispute.trick, dispute.tricks_left
    at = next(place for place, each in enumerate(trick) if each.seat == finding.winner)
    won = trick[at]
    cross_checked(f"the card that wins {trick}", finding.card, won.card)
    laid = [Played.from_card(each.card) for each in trick]
    past = Past.from_course(dispute.course(dispute.who, left), trick[0].seat, left)
    name = FOOL_SUIT if trick[0].names is None else SUITS.index(trick[0].names)
    others = some(takes(dispute.spec, laid, place, past, name) for place in range(len(trick)) if place != at)
    winning = Played.unknown("winning")
    question.given(winning.is_(won.card))
    wins = takes(dispute.spec, [*laid[:at], winning, *laid[at + 1 :]], at, past, name)
    question.prove_never(f"{won.card} wins {[str(one.card) for one in trick]}", some((others, not_(wins))))


def opinion_on_play(finding: Finding) -> None:
    """Z3's word on every card that was laid, and on every demand, as they are judged once more."""
    assert isinstance(finding, TrickFinding)
    dispute = finding.dispute
    assert isinstance(dispute, PlayDispute | FoolDemandDispute)

    def demand_judged(
        spec: GameSpec,
        hands: Sequence[frozenset[Card]],
        seat: int,
        tricks_left: int,
        *,
        fool_demand: bool,
    ) -> tuple[Violation, ...]:
        faults = judge_demand(spec, hands, seat, tricks_left, fool_demand=fool_demand)
        asked = demand_holds(ClauseReader(dispute.rules.clauses), hands, seat, tricks_left)
        cross_checked(f"the demand by {seat}", not faults, fool_demand and asked)
        return tuple(faults)

    with patch.object(play, "judge_play", card_judged), patch.object(play, "judge_demand", demand_judged):
        again = settle_play(dispute)
    cross_checked("what was done", (finding.steps, finding.violations), (again.steps, again.violations))


def card_judged(
    spec: GameSpec, hand: frozenset[Card], led: Suit | None, card: Card, table: Sequence[Card], **more: Any
) -> Revoke | None:
    """What the engine says of a card, once Z3 says the same."""
    revoke = judge_play(spec, hand, led, card, table, **more)
    question = SmtQuestion()
    holding: dict[Card, Truth] = {each: z3.Bool(f"held.{each}") for each in sorted(hand)}
    question.given(*holding.values())
    clauses, suit = PlayClauses(spec), None if led is None else named(led)
    lies = dict.fromkeys(table, True)
    legal = [
        each
        for each in holding
        if question.possible((), clauses.may_play(holding, len(hand), suit, each, lies))
    ]
    cross_checked(f"{card} from {sorted(hand)} to {led}", revoke is None, card in legal)
    if revoke is not None:
        cross_checked(f"what could be played from {sorted(hand)} to {led}", revoke.legal, tuple(legal))
    return revoke


def demand_holds(given: ClauseReader, hands: Sequence[frozenset[Card]], seat: int, tricks_left: int) -> bool:
    """Whether the Fool may be demanded, from the clause and the hands."""
    question, clause = SmtQuestion(), "fool.demand"
    card, trick = BY_TEXT[given.word(clause, "card")], given.number(clause, "trick")
    holds: dict[int, Truth] = {each: z3.Bool(f"holds.{each}") for each in range(len(hands))}
    for each, hand in enumerate(hands):
        question.given(holds[each] if card in hand else not_(holds[each]))
    left = z3.Int("tricks_left")
    question.given(left == tricks_left)
    somebody = number_of(holds.values()) >= 1
    question.name(clause, every((left == trick, not_(holds[seat]), somebody, trick != 0)))
    return question.possible((clause,))
