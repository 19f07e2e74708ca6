"""A demand for the Fool: in the right trick, by the right player, and what it makes them do."""

from __future__ import annotations

import z3

from analyzer.cards.card import BY_TEXT
from analyzer.disputes.game import Game, JudgedStep
from analyzer.disputes.kinds.tricks import FoolDemandDispute
from analyzer.messages import Several, say
from analyzer.proofs.smt import Mismatch, SmtQuestion, Truth, every, no, number_of
from analyzer.rules.actions import Action
from analyzer.rules.conduct.irregularities import demand_fined, judge_demand, late_demand_notes
from analyzer.rules.spec.bearing import CameUp, Topic
from analyzer.rules.spec.reading import RulesReading


def settle_demand(game: Game, event: Action) -> None:
    """A demand for the Fool: in the right trick, by the right player, and what it makes them do."""
    dispute, trick = game.dispute, game.trick
    asked = not isinstance(dispute, FoolDemandDispute) or dispute.fool_demand
    faults = judge_demand(game.rules.game, trick.hands, event.by, game.tricks_left, fool_demand=asked)
    _prove_demand(game, event, asked=asked, right=not faults)
    if faults:
        game.violations += faults
        faulty = Several(tuple(each.text for each in faults), ";")
        said = say("{player}: {faults}", player=game.name(event.by), faults=faulty)
        clauses = tuple(each.clause for each in faults)
        game.steps.append(JudgedStep(event, game.tricks_left, clauses, (), said))
        game.fine(demand_fined(game.rules, faults), event.by)
        return
    holder = trick.fool_holder
    assert holder is not None
    going = {each.seat for each in trick.backs(game.rules.fool.demand_back)}
    backs = tuple(each.seat for each in trick.lying if each.seat in going)
    text = say("{player} must play the Fool", player=game.name(holder))
    game.steps.append(JudgedStep(event, game.tricks_left, (), (), text, holder, backs))
    late = late_demand_notes(trick, game.rules.game, game.dispute.players)
    game.notes += late
    game.came_up += [CameUp(frozenset({Topic.LATE_DEMAND}))] if late else []
    game.trick = trick.demanding(backs)


def _prove_demand(game: Game, event: Action, *, asked: bool, right: bool) -> None:
    """Z3's word on a demand, from the clause and the hands.

    Raises: Mismatch.
    """
    given, question = RulesReading(game.rules.clauses), SmtQuestion()
    clause = "fool.demand"
    card, trick = BY_TEXT[given.word(clause, "card")], given.number(clause, "trick")
    holds: dict[int, Truth] = {seat: z3.Bool(f"holds.{seat}") for seat in range(len(game.trick.hands))}
    for seat, hand in enumerate(game.trick.hands):
        question.given(holds[seat] if card in hand else no(holds[seat]))
    left = z3.Int("tricks_left")
    question.given(left == game.tricks_left)
    somebody = number_of(holds.values()) >= 1
    question.name(clause, every((asked, left == trick, no(holds[event.by]), somebody, trick != 0)))
    if question.possible((clause,)) is not right:
        raise Mismatch(f"the demand by {game.dispute.players[event.by]}: the engine says {right}")
