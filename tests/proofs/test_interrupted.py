"""Ctrl-C while Z3 is at work."""

from __future__ import annotations

import os
import signal
import threading

import pytest
import z3

from analyzer.proofs.smt import SmtQuestion, exactly, some


def more_pigeons_than_holes(holes: int) -> SmtQuestion:
    """A question that takes Z3 long."""
    rows = [[z3.Bool(f"pigeon {row} in {hole}") for hole in range(holes)] for row in range(holes + 1)]
    question = SmtQuestion(rlimit=20_000_000)
    question.given(*map(some, rows), *(exactly(column, 1) for column in zip(*rows, strict=True)))
    return question


@pytest.mark.parametrize("names", [(), ("named",)])
def test_an_interrupted_question_is_not_one_that_z3_could_not_decide(names: tuple[str, ...]) -> None:
    question = more_pigeons_than_holes(12)
    question.name("named", True)
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        question.possible(names)
