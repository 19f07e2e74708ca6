"""The events of plans: what is said of them is true of exactly the states in which they hold."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

import pytest
from plan_play import PlanPlay
from positions_strategy import Shape, random_position

from analyzer.cards.card import FOOL, Suit
from analyzer.certificates.plan import KEYS, Plan, PlanEvent, PlanEventKind, PlanLine, plan_json, read_plan
from analyzer.messages import spoken
from analyzer.position.model import Position
from analyzer.rules.score.goals import Goal
from analyzer.words.plans import event_words

PLAYERS = ("Anna", "Bent", "Carl")
SEAT = 1
"""The player whose plan it is."""


@cache
def states() -> tuple[Position, ...]:
    """Positions in which he is to play a card, some in the midst of a trick."""
    rng, found = random.Random(2), []
    while len(found) < 120:
        position = random_position(rng, Shape(tricks=rng.choice((2, 3, 4)), ruleset="danish"))
        if position.table.to_move == SEAT and position.table.picked is None:
            found.append(position)
    return tuple(found)


def events() -> Iterator[PlanEvent]:
    """Every event there is about these players, the suits, and some cards and numbers."""
    cards = sorted({card for position in states() for hand in position.hands for card in hand} - {FOOL})[::8]
    told = {"who": range(3), "suit": Suit, "card": cards, "tricks": (1, 2, 3, 4)}
    for kind, keys in KEYS.items():
        combined: list[dict[str, object]] = [{}]
        for key in keys:
            combined = [{**each, key: value} for each in combined for value in told[key]]
        for each in combined:
            for negated in (False, True):
                yield PlanEvent(kind, negated=negated, **each)  # type: ignore[arg-type]


def truth(event: PlanEvent) -> tuple[bool, ...]:
    return tuple(event.holds(position.table, position.table.moves()[0]) for position in states())


@pytest.mark.parametrize("lang", ["en", "da"])
def test_what_is_said_alike_holds_in_the_same_states(lang: str) -> None:
    by_words = defaultdict(set)
    for event in events():
        by_words[spoken(event_words(PLAYERS, SEAT, event), lang)].add(truth(event))
    assert len(by_words) > 80
    assert {words: len(found) for words, found in by_words.items() if len(found) > 1} == {}


def test_both_languages_tell_the_same_events_apart() -> None:
    told = defaultdict(set)
    for event in events():
        words = event_words(PLAYERS, SEAT, event)
        told[str(words)].add(spoken(words, "da"))
    assert all(len(danish) == 1 for danish in told.values())
    assert len({next(iter(danish)) for danish in told.values()}) == len(told)


def test_an_event_and_its_opposite_never_hold_together_and_are_never_said_alike() -> None:
    for event in events():
        if event.negated:
            continue
        other = PlanEvent(event.kind, event.who, event.suit, event.card, event.tricks, negated=True)
        assert all(one is not two for one, two in zip(truth(event), truth(other), strict=True))
        assert event_words(PLAYERS, SEAT, event) != event_words(PLAYERS, SEAT, other)


def test_every_event_is_read_as_a_second_reader_reads_it() -> None:
    held = defaultdict(set)
    for event in events():
        plan = Plan({SEAT: (PlanLine((event,), ()),)})
        told = plan_json(plan, "ABC")["B"][0]["when"][0]
        for position in states()[:40]:
            for move in position.table.moves()[:2]:
                holds = event.holds(position.table, move)
                reader = PlanPlay(position, {}, Goal.ULTIMO, 0, holds=True)
                assert reader._all_hold(position.table, [told], move) == {holds}
                held[event.kind].add(holds)
    assert all(held[kind] == {True, False} for kind in PlanEventKind)


def test_a_plan_is_read_back_as_it_was_written() -> None:
    for event in events():
        plan = Plan({SEAT: (PlanLine((event,), (("hR", "fool=h"), ("demand",))),)})
        assert read_plan(plan_json(plan, "ABC"), "ABC", "B") == plan
