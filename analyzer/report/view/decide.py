"""A decision over worlds as the machine interface writes it.

Chances and averages are numbers; beside each average stands the exact fraction as text.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from analyzer.cards.card import Card
from analyzer.position.model import Position
from analyzer.report.phrases.moves import everybody
from analyzer.report.view.results import Json, by_name, stats_json
from analyzer.search.worlds.results import CONFIDENCE, Aim, BreakEven, CardChoice, Decision, Fate


def decide_json(position: Position, decision: Decision) -> Json:
    """The answer of `decide`: every card with its fate in every world, and the advice by each measure."""
    found: Json = {
        "schema": "tarok-analyze/decide/1",
        "ruleset": position.rules.name,
        "player": position.players[decision.player],
        "worlds": len(decision.worlds),
        "exact": decision.exact,
        "opponents": decision.opponents.value,
        "cards": [_card(position, decision, card) for card in decision.cards],
        "advice": advice_json(decision),
        "break_even": [_break_even(decision, each) for each in decision.break_even],
        "deals": _worlds(position, decision),
    }
    if decision.sampled is not None:
        drawn = decision.sampled
        found["sampled"] = {"drawn": drawn.drawn, "of": drawn.of, "seed": drawn.seed}
        found["sampled"] |= {"confidence": float(CONFIDENCE), "bound": "normal"}
    found["limits"] = {"complete": decision.complete}
    if not decision.complete:
        found["limits"] |= {"reason": decision.reason, "unfinished": list(decision.unfinished)}
    found["stats"] = stats_json(decision.nodes, decision.seconds)
    return found


def advice_json(decision: Decision) -> Json:
    """The card to play by each measure, and all that are as good; None where it is not known."""
    by = {
        "expected": decision.best_by(Aim.EXPECTED),
        "worst": decision.best_by(Aim.WORST),
        "proper": decision.best_proper,
    }
    known = decision.valued
    told: Json = {name: cards[0].name if known and cards else None for name, cards in by.items()}
    return told | {"equals": {name: [card.name for card in cards] for name, cards in by.items() if known}}


def _card(position: Position, decision: Decision, card: CardChoice) -> Json:
    found: Json = {
        "card": str(card.card),
        "names": None if card.names is None else card.names.value,
        "equals": [str(equal) for equal in card.equals],
        "expected": float(card.expected),
        "expected_exact": str(card.expected),
        "worst": card.worst,
        "own_ultimo": float(card.own_ultimo),
        "own_bagud": float(card.own_bagud),
        "other_ultimo": float(card.other_ultimo),
        "range": {
            "expected": [float(card.expected), float(card.expected_best)],
            "worst": [card.worst, card.worst_best],
        },
        "dominated_by": list(card.dominated_by),
        "per_world": _per_world(position, decision, card),
    }
    if card.error is not None:
        found["error"] = round(card.error, 6)
    verdict = card.verdict
    if verdict is not None:
        found["proper"] = verdict.proper
        if not verdict.proper:
            found |= {"clause": verdict.clause, "why": verdict.why}
        if verdict.evidence and verdict.world is not None:
            world = decision.worlds[verdict.world].name
            found["evidence"] = {"world": world, "line": list(verdict.evidence)}
    return found


def _per_world(position: Position, decision: Decision, card: CardChoice) -> list[Json]:
    ends = zip(decision.worlds, card.fates, card.best_fates, strict=True)
    return [
        {"world": world.name, "weight": world.weight, **_fate(position, fate)}
        | ({} if fate == best else {"at_best": _fate(position, best)})
        for world, fate, best in ends
    ]


def _fate(position: Position, fate: Fate) -> Json:
    players = everybody(position)
    return {
        "tokens": by_name(fate.tokens, players),
        "ultimo": None if fate.ultimo is None else players[fate.ultimo],
        "bagud": [players[seat] for seat in fate.bagud_seats],
    }


def _break_even(decision: Decision, each: BreakEven) -> Json:
    return {
        "card": each.card,
        "against": each.against,
        "chance": float(each.chance),
        "exact": str(each.chance),
        "worlds": [decision.worlds[world].name for world in each.better],
    }


def _worlds(position: Position, decision: Decision) -> list[Json]:
    """Every world with its share of the weight, and the hands the player does not see."""
    total = sum(world.weight for world in decision.worlds)
    return [
        {
            "world": world.name,
            "weight": world.weight,
            "chance": float(Fraction(world.weight, total)) if total else 0.0,
            "hands": _hands(position.players, world.hands, decision.player),
        }
        for world in decision.worlds
    ]


def _hands(players: Sequence[str], hands: Sequence[frozenset[Card]], player: int) -> Json:
    told = {seat: hand for seat, hand in enumerate(hands) if seat != player}
    return {players[seat]: [str(card) for card in sorted(hand)] for seat, hand in told.items()}
