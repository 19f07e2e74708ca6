"""The judgement of a line: where an Ultimo was forced or let go, what it cost whom, who could have won."""

from __future__ import annotations

import random

import brute_force
from positions_strategy import Shape, position, random_position, told

from analyzer.cards import cards
from analyzer.position.model import Line, LineMove, Position
from analyzer.position.replay import replay
from analyzer.rules.table import MoveKind
from analyzer.search.audit import MarkKind, audit
from analyzer.search.compose import moves_of
from analyzer.search.judgement import Blame, Chance, Judgement, Turn, judged_line
from analyzer.search.results import Limits

PROP_1 = position("dR T7", "hR d9", "c7 c2", 1)
A_LEADS = position("dR T7", "hR d9", "c7 c2", 0)


def line(play: str) -> Line:
    return Line("as played", tuple(LineMove("card", word, cards(word)[0]) for word in play.split()))


def judged(of: Position, play: str) -> Judgement:
    played = replay(of, line(play))
    return judged_line(of, played, audit(of, played))


def test_the_improper_king_of_position_1_is_told_with_what_it_cost_and_whom() -> None:
    found = judged(PROP_1, "hR c7 T7 dR d9 c2")
    assert found.turns == (Turn(0, forced=True, place=0),)
    [blame] = found.blames
    assert (blame.place, blame.kinds) == (0, (MarkKind.GAVE_AWAY, MarkKind.IMPROPER))
    assert str(blame.instead) == "d9"
    # After the nine A is sure of 40, B of -140, C of 40; after the king of 130, -75 and -55.
    assert blame.cost == (90, 65, -95)
    assert [chance.won for chance in found.chances] == [True, False, False]


def test_a_line_that_lets_the_ultimo_go_is_answered_by_one_that_wins_it() -> None:
    found = judged(A_LEADS, "dR d9 c7 T7 hR c2")
    assert found.turns == (Turn(0, forced=True, place=None), Turn(0, forced=False, place=0))
    assert found.blames == (Blame(0, (MarkKind.LET_GO,), (-90, 0, 95)),)
    assert found.chances[0] == Chance(0, won=False, place=0, line=("T7", "hR", "c7", "dR", "d9", "c2"))
    assert found.chances[1:] == (Chance(1, won=False), Chance(2, won=False))


def test_where_everybody_plays_well_there_is_nothing_to_blame() -> None:
    found = judged(PROP_1, "d9 c7 dR T7 hR c2")
    assert (found.turns, found.blames) == ((), ())
    assert [chance.won or chance.place is not None for chance in found.chances] == [False] * 3


def test_whoever_could_have_won_is_given_a_line_that_does() -> None:
    given = 0
    for seed in range(60):
        of = random_position(random.Random(seed), Shape(tricks=3, laid=0, ruleset="danish", announce=False))
        played = replay(of, _at_random(random.Random(seed), of))
        found = judged_line(of, played, audit(of, played, tokens=False))
        for chance in found.chances:
            if chance.place != 0:
                continue
            given += 1
            won = replay(of, Line("won", moves_of(chance.line, of.players)))
            last = won.tricks[-1]
            winner = next(each for each in last.laid if each.seat == last.winner)
            assert (winner.seat, winner.card.is_king or str(winner.card) == "T1") == (chance.seat, True), (
                told(of)
            )
            tree = brute_force.tree(of)
            assert brute_force.forces(tree, frozenset({chance.seat}), (chance.seat, "ultimo")), told(of)
    assert given > 3


def _at_random(rng: random.Random, of: Position) -> Line:
    """A line of random legal play, demands left out."""
    table, words = of.table, []
    while not table.over:
        moves = [move for move in table.moves() if move.kind is not MoveKind.DEMAND]
        move = rng.choice(moves)
        table, _ = table.after(move)
        if move.kind is MoveKind.PLAY:
            words.append(str(move))
    return Line("at random", moves_of(words, of.players))


def test_a_judgement_without_time_still_tells_who_was_to_blame() -> None:
    played = replay(A_LEADS, line("dR d9 c7 T7 hR c2"))
    found = judged_line(A_LEADS, played, audit(A_LEADS, played), limits=Limits(max_nodes=0))
    assert found.blames[0].kinds == (MarkKind.LET_GO,)
    assert found.chances[0] == Chance(0, won=False, place=0, line=())
