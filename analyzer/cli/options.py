"""What a command line asks for, as plain values; nothing here imports anything."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """How the answer is to be written."""

    lang: str = "en"
    color: str = "auto"
    as_json: bool = False


@dataclass(frozen=True, slots=True)
class Means:
    """What a search may use: limits, and which engine."""

    timeout: float | None = None
    max_nodes: int | None = None
    table_mb: int = 256
    engine: str = "native"
    threads: int = 1


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of `solve` that were asked for; a single goal asks for no tokens unless they are named."""

    goals: bool = True
    tokens: bool | None = None
    cards: bool = True
    goal: str | None = None
    player: str | None = None

    @property
    def with_tokens(self) -> bool:
        return self.goal is None if self.tokens is None else self.tokens


@dataclass(frozen=True, slots=True)
class Paper:
    """The certificate that is to be written: where, how large at most, and what is said of it how."""

    file: str
    most_mb: int
    style: Style


@dataclass(frozen=True, slots=True)
class Forcing:
    """The question of `forced`, in the user's words."""

    goal: str
    player: str | None
    by: str | None
    line: bool = True
    certificate: Paper | None = None
    prove: bool = False
