"""A position one can play on from: what may be done in it, and the position after it."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.position.setting import Setting


@dataclass(frozen=True, slots=True)
class Position(Setting):
    """A moment in a hand."""
