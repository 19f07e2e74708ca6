"""What the core may still use of a budget, and what it has used, in the core's own words."""

from __future__ import annotations

from analyzer.errors import MOST_OF_ALL, TIME_LIMIT, LimitReached, limit_of_nodes, table_full
from analyzer.search.engine.engine import Budget


def bytes_of(table_mb: int) -> int:
    """The memory of a table, as a number the core can take."""
    return min(table_mb << 20, MOST_OF_ALL)


def nodes_of(budget: Budget) -> int:
    """The nodes that are still allowed."""
    return MOST_OF_ALL if budget.nodes_left is None else budget.nodes_left


def seconds_of(budget: Budget) -> float:
    """The seconds that are still allowed; less than nothing for no limit."""
    return -1.0 if budget.seconds_left is None else budget.seconds_left


def account(budget: Budget, nodes: int, reason: str) -> None:
    """Count the core's nodes. Raises: LimitReached with the reason the core stopped for, if it did."""
    if reason == "memory":
        budget.spent += nodes
        raise LimitReached(table_full(budget.table_mb), budget.spent)
    if reason:
        budget.spent += nodes
        limited = (
            TIME_LIMIT if budget.max_nodes is None or reason == "time" else limit_of_nodes(budget.max_nodes)
        )
        raise LimitReached(limited, budget.spent)
    budget.spend(nodes)
