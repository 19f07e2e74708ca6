"""How much the searches may keep."""

from __future__ import annotations

from bench.questions import asked

from analyzer.position.hand import Hand
from analyzer.position.reading import loads
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.native import NativeEngine, core_position
from analyzer.search.engine.solvers import make_solver
from analyzer.search.solve.explain import ForcingPlay

COUNTED = """\
format: tarok-position/1
players: [Anna, Bent, Clara]
dealer: Clara
count: true
pots: {king: 95, pagat: 100}
hands:
  Anna: c8 c5 c4 sR sC sV
  Bent: cV cC cD dR dC dV
  Clara: hC hV c7 c6 T18 fool
lead: Anna
taken: {Anna: {tricks: 7, points: 15}, Bent: {tricks: 4, points: 17}, Clara: {tricks: 8, points: 13}}
"""


def test_the_equilibria_of_a_counted_ending_have_the_whole_size_of_the_table_to_themselves() -> None:
    """The table of the threshold search is smaller for short hands; with the count these sets need more."""
    budget = Budget()
    payoffs = NativeEngine().equilibria(Hand.from_position(loads(COUNTED)), budget)
    assert len(payoffs) > 10
    assert budget.spent > 300_000


def test_equilibria_of_earlier_questions_make_room_for_those_of_the_next() -> None:
    first, second = (asked("uniform", seed, 6).position for seed in (1, 3))
    solver, _ = NativeEngine().core_of(Hand.from_position(first), Budget())
    at = core_position(Hand.from_position(second))

    def alone(size: int) -> tuple[object, int, str]:
        return make_solver(Hand.from_position(second), 1 << 20).equilibria(at, False, 1 << 40, -1.0, size)

    room = next(size for size in (1 << step for step in range(10, 30)) if not alone(size)[2])
    assert alone(room // 2)[2] == "memory"
    solver.equilibria(core_position(Hand.from_position(first)), False, 1 << 40, -1.0, 1 << 28)
    payoffs, nodes, reason = solver.equilibria(at, False, 1 << 40, -1.0, room)
    assert (payoffs, reason) == (alone(room)[0], "")
    assert nodes > 0
    assert solver.equilibria(at, False, 1 << 40, -1.0, room // 2)[2] == ""


def test_what_was_proved_of_a_hand_is_known_along_every_line_of_it() -> None:
    """Each trick less would do with a smaller table, but a new one would know nothing."""
    request, kept, anew = asked("uniform", 2, 10), 0, 0
    question, engine = Hand.from_position(request.position), NativeEngine()
    play = ForcingPlay(request.goal, request.seat, request.by, engine, Budget())
    holds = play.holds(question)
    for _, move in play.play(question, holds=holds):
        question, _ = question.after(move)
        if question.table.trick or question.over:
            continue
        for each in (engine, NativeEngine()):
            budget = Budget()
            each.forces(question, request.goal, request.seat, request.by, budget)
            kept, anew = (kept + budget.spent, anew) if each is engine else (kept, anew + budget.spent)
    assert anew > 100
    assert kept == 0
