"""The evidence against improper cards: every line is legal, ends as it claims, and gives nothing away."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from positions_strategy import Shape, position, random_position, told
from solving import solve

from analyzer.errors import INTERRUPTED, LimitReached
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.position.replay.replay import replay
from analyzer.position.setting import Line
from analyzer.rules.actions import ActionKind, line_moves, line_words
from analyzer.rules.book import Pots
from analyzer.rules.score.goals import LAST_TRICK_GOALS, Goal
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.native import NativeEngine
from analyzer.search.engine.reference import ReferenceEngine
from analyzer.search.engine.results import CardValues, Limits, LineEvidence, Play
from analyzer.search.solve.proper import PROTECT_POTS, RICHER_POT

PROP_1 = position("dR T7", "hR d9", "c7 c2", 1)
CHOICE = position("hR T1", "c1 c2", "d1 d2", 0, pots=Pots(60, 200))


def evidence_of(of: Position) -> dict[str, LineEvidence]:
    return {str(card.card): card.evidence for card in solve(of, tokens=False).cards if card.evidence}


def test_the_king_of_position_1_is_shown_to_give_away_what_the_nine_prevents() -> None:
    [(card, found)] = evidence_of(PROP_1).items()
    assert (card, found.clause, found.seat, found.goal) == ("hR", PROTECT_POTS, 0, Goal.ULTIMO)
    assert line_words(found.offence, PROP_1.players) == ["hR", "c7", "T7", "dR", "d9", "c2"]
    assert line_words(found.line, PROP_1.players) == ["d9", "c7", "dR", "T7", "hR", "c2"]


def test_the_poorer_pot_is_held_against_the_play_that_wins_the_richer_one() -> None:
    [(card, found)] = evidence_of(CHOICE).items()
    assert (card, found.clause, found.seat, found.goal) == ("T1", RICHER_POT, 0, Goal.PAGAT_ULTIMO)
    assert (0, Goal.PAGAT_ULTIMO) in achieved(CHOICE, found.line)
    assert (0, Goal.KING_ULTIMO) in achieved(CHOICE, found.offence)


def test_every_improper_card_has_evidence_and_no_other() -> None:
    for seed in range(40):
        of = random_position(random.Random(seed), Shape(tricks=3))
        for card in solve(of, tokens=False).cards:
            assert (card.evidence is not None) == (card.proper is False), told(of)


def improper(
    seeds: range, shape: Shape
) -> Iterator[tuple[Position, CardValues, LineEvidence, list[CardValues]]]:
    for seed in seeds:
        of = random_position(random.Random(seed), shape)
        cards = list(solve(of, tokens=False).cards)
        for card in cards:
            if card.evidence is not None:
                yield of, card, card.evidence, cards


SHAPES = {
    "two tricks": Shape(tricks=2),
    "three tricks with the Fool": Shape(tricks=3, fool=True, fool_demand=True),
    "four tricks": Shape(tricks=4),
    "six tricks": Shape(tricks=6, fool=False),
}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_the_lines_are_legal_and_end_as_they_claim(shape: Shape) -> None:
    seen = 0
    for of, card, found, cards in improper(range(80), shape):
        seen += 1
        begins = found.offence[0][1]
        assert (begins.card, begins.suit) == (card.card, card.names)
        after, better = achieved(of, found.offence), achieved(of, found.line)
        if found.clause == PROTECT_POTS:
            assert (found.seat, Goal.ULTIMO) in after, told(of)
            assert (found.seat, Goal.ULTIMO) not in better, told(of)
        else:
            poorer = {Goal.KING_ULTIMO: Goal.PAGAT_ULTIMO, Goal.PAGAT_ULTIMO: Goal.KING_ULTIMO}[found.goal]
            assert (found.seat, poorer) in after, told(of)
            assert (found.seat, found.goal) in better, told(of)
        _, move = found.line[0]
        [instead] = [each for each in cards if (each.card, each.names) == (move.card, move.suit)]
        assert instead.proper or not any(each.proper for each in cards), told(of)
    assert seen > 3


def test_whoever_wins_the_ultimo_forces_it_at_every_step_of_the_line() -> None:
    plain = ReferenceEngine()
    for of, _, found, _ in improper(range(30), Shape(tricks=2)):
        if found.clause != PROTECT_POTS:
            continue
        for line, holds in ((found.offence, True), (found.line, False)):
            at, _ = Hand.from_position(of).after(line[0][1])
            for _, move in line[1:]:
                alone = plain.forces(at, Goal.ULTIMO, found.seat, 1 << found.seat, Budget())
                assert alone == holds, told(of)
                at, _ = at.after(move)


def test_the_lines_can_be_replayed_from_a_file() -> None:
    demanded = 0
    for of, _, found, _ in improper(range(120), Shape(tricks=3, fool=True, fool_demand=True, laid=0)):
        for line in (found.offence, found.line):
            moves = line_moves(line)
            demanded += any(move.kind is ActionKind.DEMAND for move in moves)
            assert replay(of, Line("evidence", moves)).complete, told(of)
    assert demanded


def achieved(of: Position, line: Play) -> set[tuple[int, Goal]]:
    """The goals, each with its seat, that a line comes to; it is played by whom it is to play, and legal."""
    at = Hand.from_position(of)
    for seat, move in line:
        assert (seat, move in at.moves()) == (at.to_move, True), told(of)
        at, _ = at.after(move)
    assert at.over, told(of)
    return {(seat, goal) for seat in range(at.players) for goal in LAST_TRICK_GOALS if at.reached(goal, seat)}


class Tired(NativeEngine):
    """An engine that finds who forces what, but is stopped in the evidence."""

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason

    def forces(self, *_: object) -> bool:
        raise KeyboardInterrupt if self.reason == INTERRUPTED else LimitReached(self.reason)


@pytest.mark.parametrize("reason", [INTERRUPTED, "the time limit was reached"])
def test_evidence_that_is_not_finished_is_named_and_keeps_the_verdict(reason: str) -> None:
    found = solve(PROP_1, tokens=False, engine=Tired(reason))
    assert (found.unfinished, found.reason) == (("evidence",), reason)
    assert [(card.proper, card.evidence) for card in found.cards] == [(False, None), (True, None)]


def test_evidence_is_not_missed_where_no_card_is_improper() -> None:
    of = position("dR T7", "hR d9", "c7 c2", 0)
    assert solve(of, tokens=False, engine=Tired(INTERRUPTED)).complete


def test_a_search_that_runs_out_at_the_tokens_has_the_evidence_before() -> None:
    nodes = solve(PROP_1, tokens=False).nodes
    found = solve(PROP_1, limits=Limits(max_nodes=nodes))
    assert "evidence" not in found.unfinished
    assert "equilibria" in found.unfinished
    assert found.cards[0].evidence is not None


def test_threads_find_the_same_evidence() -> None:
    for seed in range(12):
        of = random_position(random.Random(seed), Shape(tricks=4))
        one, two = solve(of, tokens=False), solve(of, tokens=False, threads=2)
        assert [card.evidence for card in one.cards] == [card.evidence for card in two.cards]
