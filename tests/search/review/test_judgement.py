"""The judgement of a line: where an Ultimo was forced or let go, what it cost whom, who could have won."""

from __future__ import annotations

import random

import brute_force
import pytest
from places import ROOT
from positions_strategy import Shape, position, random_position, told

from analyzer.cards.card import PAGAT, cards
from analyzer.errors import INTERRUPTED
from analyzer.position.model import Position
from analyzer.position.reading import load
from analyzer.position.replay.replay import replay
from analyzer.position.setting import Line
from analyzer.rules.actions import Action, ActionKind, lay, line_words
from analyzer.rules.play.table import Table
from analyzer.search.engine.reference import ReferenceEngine
from analyzer.search.engine.results import Limits, Play
from analyzer.search.review.audit import MarkKind, audit, unvalued
from analyzer.search.review.judgement import (
    Blame,
    Chance,
    ForcingTurn,
    Judgement,
    MissedWin,
    forces,
    judged_line,
)

PROP_1 = position("dR T7", "hR d9", "c7 c2", 1)
A_LEADS = position("dR T7", "hR d9", "c7 c2", 0)
B_AND_C_NEVER = (Chance(1, since=0, hopeless=True), Chance(2, since=0, hopeless=True))


def line(play: str) -> Line:
    return Line("as played", tuple(lay(cards(word)[0]) for word in play.split()))


def judged(of: Position, play: str) -> Judgement:
    played = replay(of, line(play))
    return judged_line(of, played, audit(of, played))


def test_the_improper_king_of_position_1_is_told_with_what_it_cost_and_whom() -> None:
    found = judged(PROP_1, "hR c7 T7 dR d9 c2")
    assert found.turns == (ForcingTurn(0, forced=True, place=0),)
    [blame] = found.blames
    assert (blame.place, blame.kinds) == (0, (MarkKind.GAVE_AWAY, MarkKind.IMPROPER))
    assert str(blame.instead) == "d9"
    # After the nine A is sure of 40, B of -140, C of 40; after the king of 130, -75 and -55.
    assert blame.cost == (90, 65, -95)
    assert [chance.won for chance in found.chances] == [True, False, False]


def test_a_line_that_lets_the_ultimo_go_is_answered_by_one_that_wins_it() -> None:
    found = judged(A_LEADS, "dR d9 c7 T7 hR c2")
    assert found.turns == (ForcingTurn(0, forced=True, place=None), ForcingTurn(0, forced=False, place=0))
    assert found.blames == (Blame(0, (MarkKind.LET_GO,), (-90, 0, 95)),)
    alone = found.chances[0].alone
    assert alone is not None
    assert (alone.by, alone.place) == (0b001, 0)
    assert line_words(alone.line, A_LEADS.players) == ["T7", "hR", "c7", "dR", "d9", "c2"]
    assert found.chances[1:] == B_AND_C_NEVER


def test_where_everybody_plays_well_there_is_nothing_to_blame() -> None:
    found = judged(PROP_1, "d9 c7 dR T7 hR c2")
    assert (found.turns, found.blames) == ((), ())
    assert found.chances[1:] == B_AND_C_NEVER


def test_who_could_not_win_alone_is_told_with_whom_and_until_when() -> None:
    chance = judged(PROP_1, "d9 c7 dR T7 hR c2").chances[0]
    assert (chance.won, chance.alone) == (False, None)
    [way] = chance.helped
    # The nine was led by B, who alone decides: his king would have given A the Ultimo.
    assert (way.by, way.place) == (0b011, 0)
    assert line_words(way.line, PROP_1.players) == ["hR", "c7", "T7", "dR", "d9", "c2"]


def test_the_improper_card_is_judged_with_the_play_that_prevents_the_ultimo() -> None:
    [blame] = judged(PROP_1, "hR c7 T7 dR d9 c2").blames
    assert blame.evidence is not None
    assert blame.evidence.line[0] == (1, blame.instead)
    assert winner_of_ultimo(PROP_1.table, blame.evidence.line) is None


def test_where_a_line_ends_early_a_forced_ultimo_is_still_to_be_won() -> None:
    found = judged(A_LEADS, "T7 hR")
    assert found.turns == (ForcingTurn(0, forced=True, place=None),)
    assert found.chances == (Chance(0, still=True, since=0), *B_AND_C_NEVER)


def test_an_ultimo_that_nolo_cancels_was_won_but_does_not_count() -> None:
    of = load(str(ROOT / "positions/announced-tout-failed.yaml"))
    played = replay(of, of.lines[1])
    found = judged_line(of, played, audit(of, played))
    assert found.chances[0] == Chance(0, won=True, counted=False, since=0)


def test_whoever_could_have_won_is_given_a_line_that_does() -> None:
    alone = helped = 0
    for seed in range(60):
        of = random_position(random.Random(seed), Shape(tricks=3, laid=0, ruleset="danish", announce=False))
        played = replay(of, _at_random(random.Random(seed), of))
        found = judged_line(of, played, audit(of, played, tokens=False))
        for chance in found.chances:
            for way in (*chance.helped, *((chance.alone,) if chance.alone else ())):
                alone, helped = alone + (way is chance.alone), helped + (way is not chance.alone)
                table = played.steps[way.place].table
                assert way.line[0][1] != played.steps[way.place].move
                assert winner_of_ultimo(table, way.line) == chance.seat, told(of)
            if chance.alone and chance.alone.place == 0:
                tree = brute_force.tree(of)
                assert brute_force.forces(tree, frozenset({chance.seat}), (chance.seat, "ultimo")), told(of)
    assert alone > 10
    assert helped > 10


def winner_of_ultimo(table: Table, play: Play) -> int | None:
    """Who wins the last trick with an Ultimo card when the moves are played, each of which must be legal."""
    last = None
    for seat, move in play:
        assert seat == table.to_move
        assert move in table.moves()
        table, trick = table.after(move)
        last = trick or last
    assert table.over
    assert last is not None
    card = next(each.card for each in last.laid if each.seat == last.winner)
    return last.winner if card.is_king or card == PAGAT else None


def _at_random(rng: random.Random, of: Position) -> Line:
    """A line of random legal play, demands left out."""
    table, played = of.table, list[Action]()
    while not table.over:
        moves = [move for move in table.moves() if move.kind is not ActionKind.DEMAND]
        move = rng.choice(moves)
        table, _ = table.after(move)
        if move.kind is ActionKind.PLAY:
            played.append(move)
    return Line("at random", tuple(played))


def test_a_judgement_without_time_still_tells_who_was_to_blame() -> None:
    played = replay(A_LEADS, line("dR d9 c7 T7 hR c2"))
    found = judged_line(A_LEADS, played, audit(A_LEADS, played), limits=Limits(max_nodes=0))
    assert found.blames[0].kinds == (MarkKind.LET_GO,)
    assert found.chances[0] == Chance(0, alone=MissedWin(0b001, 0, ()), since=0)


def test_of_the_tricks_that_were_not_valued_nobody_is_said_to_have_been_without_a_chance() -> None:
    played = replay(PROP_1, line("d9 c7 dR T7 hR c2"))
    found = judged_line(PROP_1, played, audit(PROP_1, played, most_tricks=1))
    # The nine of the first trick lost what A and B could force; in the last trick A has only a tarok.
    assert found.chances[0] == Chance(0, since=3, hopeless=True)
    assert judged(PROP_1, "d9 c7 dR T7 hR c2").chances[0].hopeless is False


def test_an_ultimo_two_can_still_force_where_the_line_ends_is_not_out_of_reach() -> None:
    # After a trick of clubs B leads as in position 1: A and B can force it, and neither gave it away.
    of = position("dR T7 c3", "hR d9 c9", "c7 c2 c5", 1)
    a, _, c = judged(of, "c9 c5 c3").chances
    assert (a.still, a.alone, a.helped, a.hopeless) == (False, None, (), False)
    assert c.hopeless


@pytest.mark.parametrize("nodes", range(0, 240, 12))
def test_with_few_nodes_no_chance_is_denied_that_the_valued_decisions_do_not_rule_out(nodes: int) -> None:
    played = replay(PROP_1, line("d9 c7 dR T7 hR c2"))
    found = audit(PROP_1, played, limits=Limits(max_nodes=nodes), engine=ReferenceEngine())
    for chance in judged_line(PROP_1, played, found, engine=ReferenceEngine()).chances:
        valued = [
            forces(values, chance.seat, 1 << chance.seat) is not None
            for each in found.decisions[chance.since :]
            for values in (each.before, each.after)
        ]
        assert chance.since is None or all(valued)
        assert chance.since is not None or not chance.hopeless
        assert not (chance.seat == 0 and chance.since == 0 and chance.hopeless)


def test_nothing_is_judged_where_nothing_was_valued() -> None:
    played = replay(A_LEADS, line("dR d9 c7 T7 hR c2"))
    assert judged_line(A_LEADS, played, unvalued(played, INTERRUPTED)) == Judgement((), (), ())


@pytest.mark.parametrize("nodes", range(0, 240, 12))
def test_an_audit_with_few_nodes_is_judged_as_far_as_it_goes(nodes: int) -> None:
    played = replay(A_LEADS, line("dR d9 c7 T7 hR c2"))
    found = audit(A_LEADS, played, limits=Limits(max_nodes=nodes), engine=ReferenceEngine())
    whole = judged(A_LEADS, "dR d9 c7 T7 hR c2")
    judgement = judged_line(A_LEADS, played, found, engine=ReferenceEngine())
    assert {turn for turn in judgement.turns if turn.place is not None} <= set(whole.turns)
