"""Whether the native core, the plain reference and the checker of certificates say the same of a position."""

from __future__ import annotations

from types import ModuleType

from analyzer.certificates.checker import certify
from analyzer.core import fastest
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.rules.score.goals import LAST_TRICK_GOALS, Goal
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.native import NativeEngine
from analyzer.search.engine.reference import ReferenceEngine
from analyzer.search.engine.results import Forced
from analyzer.search.solve.witness import witness

CORE: ModuleType = fastest()
ENDS = ("lone_pagat", "forced_out", "spoils", "sure_prizes")
"""Rules of the core that see the end of a goal before it comes."""
PROOFS = ("partition", "merge", "rank_pruning", "dominance", "either", "resolution", "sparing", "near_misses")
RULES = ("table", *PROOFS, "bounds", *ENDS, "last_winner", "ordering", "crowds")
"""Everything that makes the search of the core smaller."""
KEYS = [(seat, goal) for seat in range(3) for goal in LAST_TRICK_GOALS]


def disagreement(of: Position) -> str | None:
    """How the answers about a position differ; None where they agree."""
    question, fast, plain = Hand.from_position(of), NativeEngine(), ReferenceEngine()
    goals = plain.goals(question, KEYS, Budget())
    for engine in (fast, sparing(of.tricks_left), sparing_near_misses(of.tricks_left)):
        for key, mask in engine.goals(question, KEYS, Budget()).items():
            if mask != goals[key]:
                return f"{key[1]} of {of.players[key[0]]} is forced by {goals[key]:08b}, not {mask:08b}"
    for seat in range(question.players):
        sure, said = plain.guarantee(question, seat, Budget()), fast.guarantee(question, seat, Budget())
        if said != sure:
            return f"{of.players[seat]} is sure of {sure}, not of {said}"
    payoffs = {each.tokens for each in plain.equilibria(question, Budget())}
    found = [each.tokens for each in fast.equilibria(question, Budget())]
    if set(found) != payoffs or len(found) != len(payoffs):
        return f"the equilibria are {sorted(payoffs)}, not {sorted(found)}"
    return unproven(of, goals[KEYS[0]])


def without(*rules: str) -> NativeEngine:
    """The native engine with these rules switched off."""
    switches = CORE.Switches()
    for rule in rules:
        setattr(switches, rule, False)
    return NativeEngine(switches)


def sparing(tricks: int) -> NativeEngine:
    """The native engine that spares comparisons from so many tricks to go on, as it does in long hands."""
    switches = CORE.Switches()
    switches.sparing = tricks
    return NativeEngine(switches)


def sparing_near_misses(tricks: int) -> NativeEngine:
    """The native engine that spares what was in the way alone from so many tricks to go on."""
    switches = CORE.Switches()
    switches.near_misses = tricks
    return NativeEngine(switches)


def rule_at_fault(of: Position) -> str | None:
    """A rule of the core that changes an answer when it is switched off; None where there is none.

    For positions too long for the plain reference. The table is left on: without it little is finished.
    """
    question = Hand.from_position(of)
    whole = _bounds(NativeEngine(), question)
    for rule in RULES[1:]:
        if _bounds(without(rule), question) != whole:
            return f"the answers change without {rule}"
    if _bounds(sparing(of.tricks_left), question) != whole:
        return "the answers change with comparisons spared from the first trick on"
    if _bounds(sparing_near_misses(of.tricks_left), question) != whole:
        return "the answers change with comparisons spared that were in the way"
    return None


def _bounds(engine: NativeEngine, question: Hand) -> tuple[dict[tuple[int, Goal], int], list[int]]:
    goals = dict(engine.goals(question, KEYS, Budget()))
    return goals, [engine.guarantee(question, seat, Budget()) for seat in range(question.players)]


def unproven(of: Position, mask: int) -> str | None:
    """What is wrong with the certificates of a goal whose forcing sets are known; None where they stand."""
    seat, goal = KEYS[0]
    for by in range(8):
        answer = Forced(bool(mask >> by & 1), 0, 0.0)
        verdict = certify(witness(of, goal, seat, by, answer))
        if not verdict.proven:
            return f"the certificate of {goal!s} of {of.players[seat]} by {by} fails: {verdict}"
    return None
