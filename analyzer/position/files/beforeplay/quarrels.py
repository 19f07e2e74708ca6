"""Facts of a file that cannot be true together, as a fault where the last of them stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from analyzer.errors import Where
from analyzer.messages import Verbatim, either, say
from analyzer.position.files.reader import Reader
from analyzer.rules.conduct.irregularities import CORRECTED, Moment, is_before, moments_of
from analyzer.rules.facts.fact import Ground, HandFact, Quarrel
from analyzer.rules.facts.together import together
from analyzer.rules.facts.wording import quarrel_words
from analyzer.yamltree.node import Node


def check_facts(reader: Reader, node: Node, ground: Ground, facts: Iterable[HandFact]) -> None:
    """A fault where some facts of a hand cannot be true together; `node` is the hand in its file."""
    quarrel = together(ground, facts) if reader.players_known else None
    if quarrel is not None:
        reader.lack(_place(node, quarrel), *quarrel_words(ground, quarrel))


def _place(node: Node, quarrel: Quarrel) -> Where:
    """Where the last of the facts stands that are told; the hand, where none of them is."""
    told = [_at(node, each.path) for each in quarrel.facts if each.path]
    return max(told, key=lambda where: (where.line, where.column), default=node.where)


_TAROT: Final = {"trull": "bouts", "announced": "poignee", "bonuses": "petit_au_bout"}
"""Keys that another one of the game's own words may stand for."""


def _at(node: Node, path: Sequence[str | int]) -> Where:
    key, *rest = path
    own = _TAROT.get(str(key))
    return node.at(path if own is None or node.child(key) is not None else (own, *rest))


def check_found(reader: Reader, name: str, found: Moment, where: Where) -> None:
    """A fault for an irregularity that cannot have been found then, or no longer been put right."""
    irregularity, can = reader.rules.fines.irregularities[name], moments_of(name)
    if found not in can:
        expected = say(
            "expected {moments}", moments=either(Verbatim(each.value) for each in Moment if each in can)
        )
        words = {"irregularity": Verbatim(name), "moment": Verbatim(found.value)}
        reader.fault(where, say("{irregularity} cannot be found {moment}", **words), expected)
    elif irregularity.remedy == CORRECTED and is_before(found, irregularity.mended_until) is False:
        expected = say("expected a moment before {until}", until=Verbatim(str(irregularity.mended_until)))
        reader.fault(where, say("a {irregularity} is found too late", irregularity=Verbatim(name)), expected)
