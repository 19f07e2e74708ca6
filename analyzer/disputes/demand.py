"""A demand for the Fool: in the right trick, by the right player, and what it makes them do."""

from __future__ import annotations

import z3

from analyzer.cards.card import BY_TEXT, FOOL
from analyzer.disputes.game import Game, JudgedStep
from analyzer.disputes.kinds.tricks import FoolDemandDispute
from analyzer.messages import Several, say
from analyzer.proofs.smt import Mismatch, SmtQuestion, Truth, every, no, number_of
from analyzer.rules.actions import Action
from analyzer.rules.conduct.irregularities import demand_fined, judge_demand
from analyzer.rules.play.trick import OpenTrick
from analyzer.rules.spec.reading import RulesReading
from analyzer.rules.verdicts import Violation


def settle_demand(game: Game, event: Action) -> None:
    """A demand for the Fool: in the right trick, by the right player, and what it makes them do."""
    dispute, trick = game.dispute, game.trick
    faults = list(judge_demand(game.rules, trick.hands, event.by, game.tricks_left))
    allowed = not isinstance(dispute, FoolDemandDispute) or dispute.fool_demand
    _prove_demand(game, event, right=not faults)
    if not allowed and game.rules.fool.demand_trick is not None:
        faults.insert(0, Violation("fool.demand", (FOOL,), say("at this table the Fool is not demanded")))
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
    backs = _to_be_taken_back(trick, holder)
    text = say("{player} must play the Fool", player=game.name(holder))
    game.steps.append(JudgedStep(event, game.tricks_left, (), (), text, holder, backs))
    game.trick = trick.demanding(backs)


def _to_be_taken_back(trick: OpenTrick, holder: int) -> tuple[int, ...]:
    """Whose cards go back: the holder's, and everybody's where the holder had led."""
    seats = tuple(each.seat for each in trick.lying)
    return seats if holder == trick.start.lead else tuple(seat for seat in seats if seat == holder)


def _prove_demand(game: Game, event: Action, *, right: bool) -> None:
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
    question.name(clause, every((left == trick, no(holds[event.by]), somebody, trick != 0)))
    if question.possible((clause,)) is not right:
        raise Mismatch(f"the demand by {game.dispute.players[event.by]}: the engine says {right}")
