"""A question as plain numbers, put to the core of whichever revision of the analyzer is imported.

    PYTHONPATH=tests:tools python -P -m bench.worker --max-nodes 1000000

Reads one case a line as JSON and answers each with a line: nodes, seconds of processor time, and the answer
as text, or null where the nodes ran out. Comparing two revisions starts one of these for each of them.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import time
from collections.abc import Callable
from typing import TypedDict

from analyzer.cards.card import DECK
from analyzer.errors import LimitReached
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.rules.score.goals import LAST_TRICK_GOALS, Aim, Goal
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.native import NativeEngine


class Case(TypedDict):
    """One thing to search for; `goal`, `seat` and `by` (a mask of players) count where `what` is `goal`."""

    what: str
    hands: list[list[int]]
    lead: int
    goal: str
    seat: int
    by: int


Result = tuple[int, str | None]
"""Nodes, and the answer as text; None: the nodes ran out."""


def prepare(case: Case, max_nodes: int) -> Callable[[], Result]:
    """The search of a case, with an engine and an empty table ready: the search alone is left to do."""
    hands = tuple(frozenset(DECK[number] for number in hand) for hand in case["hands"])
    question = Hand.from_position(Position(load_ruleset("danish"), ("A", "B", "C"), hands, case["lead"]))
    engine, budget = NativeEngine(), Budget(max_nodes)
    engine._solver(question, budget)  # makes the table, which the search then finds

    def search() -> Result:
        answer = None
        with contextlib.suppress(LimitReached):
            answer = str(SEARCHES[case["what"]](engine, question, case, budget))
        return budget.spent, answer

    return search


def goal(engine: NativeEngine, question: Hand, case: Case, budget: Budget) -> object:
    """One goal of one player for one side."""
    return engine.forces(question, Goal(Aim(case["goal"])), case["seat"], case["by"], budget)


def goals(engine: NativeEngine, question: Hand, case: Case, budget: Budget) -> object:
    """Every goal of every player for every side, now and after each card."""
    wanted = [(seat, each) for seat in range(3) for each in LAST_TRICK_GOALS]
    answers = (engine.goals(each, wanted, budget) for each in with_cards(question))
    return [[each[one] for one in wanted] for each in answers]


def guarantee(engine: NativeEngine, question: Hand, case: Case, budget: Budget) -> object:
    """What each player is sure of, now and after each card."""
    return [engine.guarantee(each, seat, budget) for each in with_cards(question) for seat in range(3)]


def equilibria(engine: NativeEngine, question: Hand, case: Case, budget: Budget) -> object:
    """The sets of equilibria, now and after each card; a set is told by its tokens."""
    return [
        sorted(payoff.tokens for payoff in engine.equilibria(each, budget)) for each in with_cards(question)
    ]


SEARCHES = {"goal": goal, "goals": goals, "guarantee": guarantee, "equilibria": equilibria}


def with_cards(question: Hand) -> list[Hand]:
    """The question and those after each move of the player to move."""
    after = (question.after(move)[0] for move in question.moves())
    return [question, *(each for each in after if not each.over)]


def main(words: list[str]) -> None:
    """Answer the cases on standard input until it ends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--max-nodes", type=int, required=True)
    asked = parser.parse_args(words)
    for line in sys.stdin:
        search = prepare(json.loads(line), asked.max_nodes)
        started = time.process_time()
        nodes, answer = search()
        seconds = time.process_time() - started
        sys.stdout.write(json.dumps([nodes, seconds, answer]) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
