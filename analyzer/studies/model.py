"""A study as a value: deals, questions, limits, and what is counted apart."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from analyzer.cards.card import Card, Suit
from analyzer.frozenrecord import Record, derived
from analyzer.rules.spec.ruleset import RuleSet

LEADER: Final = "leader"
EACH: Final = "each"
ANY: Final = "any"

Who = int | str
"""A seat, or LEADER, EACH or ANY."""


class Wanted(Record, frozen=True):
    """What a player of a deal must have for the deal to be taken."""

    who: Who
    trumps: range | None = None
    void: frozenset[Suit] = frozenset()
    holds: frozenset[Card] = frozenset()


class StudyDeals(Record, frozen=True):
    """Which deals."""

    by: str
    count: int
    seed: int
    tricks: tuple[int, ...]
    """Tricks to go: deal k has the one of its turn."""
    discard: str
    contract: str | None
    """Of whole hands of a game with contracts, what the first player plays."""
    wanted: tuple[Wanted, ...]
    files: tuple[Path, ...] = ()


class StudyAsk(Record, frozen=True):
    """One question of each deal."""

    name: str
    of: str
    goal: str | None
    who: Who | None
    """None where the answer is not one player's."""
    by: str
    """`alone`, `nobody`, `others`, `two`, or names."""
    take: tuple[str, ...]
    card: Card
    """What `gain` and `naming` are about."""
    fool_demand: bool | None
    """None is as the deal has it."""
    discard: str | None
    """The dealer's or declarer's, in place of that of the deal; `best` is any of the legal ones."""


@dataclass(frozen=True)
class Study:
    """A study; equal ones give equal figures."""

    rules: RuleSet
    players: tuple[str, ...]
    title: str
    deals: StudyDeals
    asks: tuple[StudyAsk, ...]
    nodes: int | None
    table_mb: int
    group_by: tuple[str, ...]
    told: Mapping[str, Any]
    """The file as plain data."""

    @derived
    def digest(self) -> str:
        """Of what the file says, in whatever order and however it is laid out; files of a folder included."""
        text = json.dumps(self.told, sort_keys=True, ensure_ascii=False)
        whole = sha256(text.encode())
        for path in self.deals.files:
            whole.update(path.name.encode() + b"\0" + sha256(path.read_bytes()).digest())
        return f"sha256:{whole.hexdigest()}"
