"""Results as the machine interface writes them: plain data with players' names and canonical cards.

Every function gives a dict ready for :func:`dumps`; adding keys is fine, renaming or removing one needs
a new `schema` version.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from analyzer.errors import Fault, IllegalMove, Invalid, TarokError
from analyzer.messages import ENGLISH, spoken
from analyzer.position.model import Position
from analyzer.report.phrases.moves import everybody, line_words, move_word, names
from analyzer.rules.ledger import Pots
from analyzer.search.engine.results import (
    CardValues,
    Equilibrium,
    Evidence,
    Forced,
    Goal,
    GoalAnswer,
    Solution,
    Values,
)

Json = dict[str, Any]


def dumps(value: object, *, ascii_only: bool = False, width: int = 100) -> str:
    """The value as JSON text; whatever fits on a line of `width` columns stands on one line."""
    return _written(value, "", width, ascii_only=ascii_only) + "\n"


def _written(value: object, indent: str, width: int, *, ascii_only: bool) -> str:
    flat = json.dumps(value, ensure_ascii=ascii_only)
    if len(indent) + len(flat) <= width or not value or not isinstance(value, dict | list):
        return flat
    deeper = indent + "  "
    if isinstance(value, dict):
        inner = [
            f"{json.dumps(str(key), ensure_ascii=ascii_only)}: "
            f"{_written(each, deeper, width, ascii_only=ascii_only)}"
            for key, each in value.items()
        ]
        opening, closing = "{", "}"
    else:
        inner = [_written(each, deeper, width, ascii_only=ascii_only) for each in value]
        opening, closing = "[", "]"
    body = f",\n{deeper}".join(inner)
    return f"{opening}\n{deeper}{body}\n{indent}{closing}"


def by_name(amounts: Sequence[int | None], players: Sequence[str]) -> dict[str, int]:
    """Amounts by seat under the players' names; seats without an amount are left out."""
    return {player: n for player, n in zip(players, amounts, strict=False) if n is not None}


def pots_json(pots: Pots) -> dict[str, int]:
    """What lies in the pots, or what changed in them."""
    return {"king": pots.king, "pagat": pots.pagat}


def goal_json(answer: GoalAnswer, players: Sequence[str]) -> Json:
    """One goal: its status and the minimal sets."""
    return {
        "status": answer.status.value,
        "forced_by": [names(mask, players) for mask in answer.forced_by],
        "prevented_by": [names(mask, players) for mask in answer.prevented_by],
    }


def goals_json(goals: Mapping[tuple[int, Goal], GoalAnswer], players: Sequence[str]) -> Json:
    """Goals by player, then by goal in the order of :class:`Goal`; those that were asked for."""
    found: Json = {}
    for seat, player in enumerate(players):
        own = {g.value: goal_json(goals[seat, g], players) for g in Goal if (seat, g) in goals}
        if own:
            found[player] = own
    return found


def equilibrium_json(equilibrium: Equilibrium, players: Sequence[str]) -> Json:
    """One equilibrium: tokens, the change of the pots, and a line of play that reaches it."""
    return {
        "tokens": by_name(equilibrium.tokens, players),
        "pots": pots_json(equilibrium.pots),
        "line": line_words(equilibrium.line, players),
    }


def values_json(values: Values, players: Sequence[str]) -> Json:
    """The parts that were asked for and finished, and no others."""
    parts: Json = {}
    if values.goals is not None:
        parts["goals"] = goals_json(values.goals, players)
    if values.guarantee is not None:
        parts["guarantee"] = by_name(values.guarantee, players)
    if values.equilibria is not None:
        parts["equilibria"] = [equilibrium_json(each, players) for each in values.equilibria]
    return parts


def card_json(card: CardValues, players: Sequence[str]) -> Json:
    """One legal card and everything that is known of the position after it."""
    found: Json = {
        "card": str(card.card),
        "names": None if card.names is None else card.names.value,
        "equals": [str(equal) for equal in card.equals],
        **values_json(card.values, players),
    }
    if card.proper is not None:
        found["proper"] = card.proper
    if card.why is not None:
        found["why"] = card.why
    if card.evidence is not None:
        found["evidence"] = evidence_json(card.evidence, players)
    return found


def evidence_json(evidence: Evidence, players: Sequence[str]) -> Json:
    """Why a card is improper: the play that would have prevented or won the Ultimo, and what came instead."""
    seat, move = evidence.line[0]
    return {
        "clause": evidence.clause,
        "player": players[evidence.seat],
        "goal": evidence.goal.value,
        "instead": move_word(seat, move, players),
        "line": line_words(evidence.line, players),
        "offence": line_words(evidence.offence, players),
    }


def limits_json(solution: Solution) -> Json:
    """Whether everything asked for was answered, and if not what was not and why."""
    if solution.complete:
        return {"complete": True}
    return {"complete": False, "reason": solution.reason, "unfinished": list(solution.unfinished)}


def stats_json(nodes: int, seconds: float) -> Json:
    """What the search used; seconds to a millionth."""
    return {"nodes": nodes, "seconds": round(seconds, 6)}


def solve_json(position: Position, solution: Solution, *, cards: bool = True) -> Json:
    """The answer of `solve`; without `cards` there is no entry for them at all."""
    players = everybody(position)
    found: Json = {
        "schema": "tarok-analyze/solve/1",
        "ruleset": position.rules.name,
        "to_play": players[solution.to_play],
        "tricks_left": solution.tricks_left,
        **values_json(solution.values, players),
    }
    if cards:
        found["cards"] = [card_json(card, players) for card in solution.cards]
    found["limits"] = limits_json(solution)
    found["stats"] = stats_json(solution.nodes, solution.seconds)
    return found


def forced_json(position: Position, goal: Goal, seat: int, by: int, forced: Forced) -> Json:
    """The answer of `forced`: whether the players of `by` can bring the goal about."""
    players = position.players
    found: Json = {
        "schema": "tarok-analyze/forced/1",
        "ruleset": position.rules.name,
        "holds": forced.holds,
        "goal": goal.value,
        "player": players[seat],
        "by": names(by, players),
    }
    if forced.answer is not None:
        found |= goal_json(forced.answer, players)
    found["line"] = list(forced.line)
    found["limits"] = {"complete": True}
    found["stats"] = stats_json(forced.nodes, forced.seconds)
    return found


def undecided_json(position: Position, goal: Goal, seat: int, by: int, reason: str, nodes: int) -> Json:
    """The answer of `forced` where the search was stopped before it knew."""
    found = forced_json(position, goal, seat, by, Forced(holds=False, nodes=nodes, seconds=0.0))
    return found | {"holds": None, "limits": {"complete": False, "reason": reason, "unfinished": ["holds"]}}


def fault_json(fault: Fault, lang: str = ENGLISH) -> Json:
    """One fault, with what was expected in its message as well as alone."""
    where = fault.where
    return {
        "where": "" if where is None else str(where),
        "line": None if where is None else where.line,
        "column": None if where is None else where.column,
        "message": fault.text(lang),
        "expected": None if fault.expected is None else spoken(fault.expected, lang),
    }


def error_json(error: TarokError, lang: str = ENGLISH) -> Json:
    """The error document: every fault of a file, or the one thing that was wrong."""
    if isinstance(error, Invalid):
        errors = [fault_json(fault, lang) for fault in error.faults]
    else:
        errors = [fault_json(Fault(error.said(lang)))]
    if isinstance(error, IllegalMove):
        errors[0] |= {"clause": error.clause, "legal": list(error.legal)}
    return {"schema": "tarok-analyze/error/1", "errors": errors}
