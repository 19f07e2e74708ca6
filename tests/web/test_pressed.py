"""Who hangs, speaks by halves or goes away takes nothing from the others; `make fuzz` asks 10,000 times."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from board_pressed import (
    Served,
    answered,
    board_served,
    ended,
    give_up,
    give_up_begun,
    hanging,
    held,
    holds_at_most,
)

MOST_KEPT = 25.0
"""MB that questions which nobody waits for may leave behind; the table of one may take 256."""


@pytest.fixture
def board() -> Iterator[Served]:
    with board_served() as found:
        yield found


def test_200_who_hang_and_80_who_go_away_take_no_answer_from_others(board: Served) -> None:
    answered(board)
    with hanging(board, 200):
        answered(board)
    before = held(board)
    give_up_begun(board, 20)
    give_up(board, 60)
    answered(board)
    assert holds_at_most(board, before + MOST_KEPT)
    ended(board)
    assert board.program.returncode in (0, 130)
