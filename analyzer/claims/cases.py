"""Where a case of a clause is looked for: families of files by the chapter that the clause stands in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from analyzer.claims.bidcases import auctions, calls, purchases
from analyzer.claims.disputecases import (
    Family,
    declared,
    demands,
    discards,
    irregularities,
    namings,
    plays,
    properties,
    tellings,
    tricks,
)
from analyzer.claims.endings import deals, endings
from analyzer.claims.handcases import score_sheets, tables
from analyzer.messages import Message, say
from analyzer.rules.spec.ruleset import RuleSet

_AREAS: Final[Mapping[Family, Message]] = {
    tables: say("table"),
    deals: say("deal"),
    discards: say("discard"),
    tellings: say("telling"),
    declared: say("declarations"),
    auctions: say("auction"),
    calls: say("called card"),
    purchases: say("purchase"),
    plays: say("play"),
    namings: say("naming"),
    demands: say("demand"),
    tricks: say("trick winner"),
    endings: say("endings"),
    score_sheets: say("score"),
    properties: say("propriety"),
    irregularities: say("irregularities"),
}
"""Every family, and what it is about."""

_COUNTED: Final = (score_sheets, endings)
_CHAPTERS: Final[Mapping[str, tuple[Family, ...]]] = {
    "table": (tables, endings, discards, plays, irregularities),
    "deal": (deals,),
    "discard": (discards, declared, tellings, score_sheets),
    "talon": (discards, score_sheets),
    "bid": (auctions, score_sheets),
    "call": (calls, auctions),
    "purchase": (purchases, score_sheets),
    "declare": (score_sheets, declared),
    "announce": (score_sheets, declared),
    "play": (plays, endings, tricks),
    "fool": (demands, namings, endings, plays),
    "naming": (namings, endings),
    "beggar": (plays, *_COUNTED),
    "misere": (*_COUNTED, plays),
    "valat": (*_COUNTED, plays),
    "end": (score_sheets, irregularities),
    "proper": (properties,),
    "fine": (irregularities, score_sheets),
    "irregularity": (irregularities,),
    **dict.fromkeys(("payment", "count", "target", "bonus", "radli", "pool"), _COUNTED),
}


def families(clause: str, rules: RuleSet) -> Iterator[tuple[Message, Family]]:
    """Where cases of a clause are looked for, in this order, and what those are about.

    Where there are contracts, an ending is paid for by what was won before it, which a score sheet tells.
    """
    found = _CHAPTERS.get(clause.partition(".")[0], tuple(_AREAS))
    game = rules.game
    if found[:2] == _COUNTED and not game.contracts:
        found = (*reversed(_COUNTED), *found[2:])
    yield from ((_AREAS[family], family) for family in found)
