"""One comparison of what the engine says with what somebody else says who reads the same rules."""

from __future__ import annotations

from typing import TypeVar

A = TypeVar("A")


class Mismatch(AssertionError):
    """Z3 and the engine read the rules differently: a bug in the analyzer, never a verdict."""


def agreed(about: object, engine: A, proved: object) -> A:
    """What the engine says of something, once Z3 says the same.

    Raises: Mismatch, which tells what both say.
    """
    if engine != proved:
        raise Mismatch(f"{about}: the engine says {engine}, Z3 {proved}")
    return engine
