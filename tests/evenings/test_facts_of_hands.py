"""Facts of played hands are taken, and with one of them changed they are refused with those that quarrel."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from contract.dealing import dealt
from contract.test_every_game import IDS, at_random
from evenings.telling import Told, agreed, in_words, told
from evenings.test_told_as_replayed import lopsided, starved
from rulesets import FORMS

from analyzer.errors import InvalidFile
from analyzer.position.model import Position

SEEDS = (40, 41)


def others(position: Position, name: str) -> list[str]:
    return [each for each in position.players if each != name]


def changed(position: Position, facts: Told) -> Iterator[Told]:
    """The facts of a hand with one of them changed so that it cannot be, whatever was played."""
    if position.spec.pots is not None:
        yield from _of_pots(position, facts)
    points, name = facts.get("points", {}), next(iter(facts.get("points", {})), "")
    if points:
        # More points than the pack has.
        yield facts | {"points": points | {name: 500}}
    if "slam" in facts and "0" in points.values():
        yield _less(facts, "slam")
    yield from _of_tricks(position, facts)
    nil = facts.get("nil")
    if nil is not None:
        yield facts | {"last_trick": {"winner": nil}}
        if points[nil] == "0":
            yield _less(facts, "nil")


def _of_tricks(position: Position, facts: Told) -> Iterator[Told]:
    """Another wins the last trick than who won them all, or than who won a card in it."""
    if "all-tricks" in facts:
        for other in others(position, facts["all-tricks"]):
            yield facts | {"all-tricks": other}
            yield facts | {"last_trick": {"winner": other}}
    if position.spec.bonus_sheet is None or "partner" not in facts:
        return
    own, winner = {facts["declarer"], facts["partner"]}, facts["last_trick"]["winner"]
    loser = next(each for each in position.players if (each in own) is not (winner in own))
    yield facts | {"bonuses": [*facts.get("bonuses", ()), {"king-ultimo": loser}]}


def _of_pots(position: Position, facts: Told) -> Iterator[Told]:
    points: dict[str, int] = facts["points"]
    for name in position.players:
        if points[name] > 4 + 12 * (facts["dealer"] == name):
            # A player with more points than the Fool and the skat can bring has a trick.
            yield _less(facts, "tout") | {"nolo": name}
            yield from (_less(facts, "nolo") | {"tout": other} for other in others(position, name))
        to = others(position, name)[0]
        if points[name] and not {"nolo", "tout"} & {*facts}:
            # Who has a trick has a point.
            yield facts | {"points": points | {name: 0, to: points[to] + points[name]}}
    trickless = facts.get("nolo")
    if trickless is not None:
        yield facts | {"last_trick": {"winner": trickless}}
        if points[trickless] == 0:
            yield _less(facts, "nolo")
    if "tout" in facts:
        yield facts | {"last_trick": {"winner": others(position, facts["tout"])[0]}}
    for each in facts.get("during", ()):
        # A card is in one hand.
        said = "10 trumps with pagat" if "T1" in each.values() else "full kings"
        yield facts | {"declarations": {others(position, each["by"])[0]: [said]}}


def _less(facts: Told, key: str) -> Told:
    return {each: told for each, told in facts.items() if each != key}


def played(name: str, seats: int, seed: int) -> Iterator[tuple[Position, Told]]:
    """Hands of a game, some of which somebody sweeps, or gets no trick in; and what is told of them."""
    start = agreed(dealt(name, seats, seed), random.Random(seed).randrange(seats))
    for position in (start, lopsided(start), starved(start)):
        yield position, in_words(position, at_random(position, seed))


@pytest.mark.parametrize(("name", "seats"), FORMS, ids=IDS)
def test_a_changed_fact_of_a_played_hand_is_refused_with_what_it_quarrels_with(name: str, seats: int) -> None:
    for seed in SEEDS:
        for position, facts in played(name, seats, seed):
            told(position, facts)
            for other in changed(position, facts):
                with pytest.raises(InvalidFile, match=r"cannot be true|cannot be;|in the piles"):
                    told(position, other)
