"""The audit of a line: which card let an Ultimo go, which gave one away, and what each was worth."""

from __future__ import annotations

import random

import pytest
from positions_strategy import Shape, position, random_position, told
from solving import solve

from analyzer.cards.card import cards
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.position.replay.replay import replay
from analyzer.position.setting import Line
from analyzer.rules.actions import DEMAND, ActionKind, lay
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.reference import ReferenceEngine
from analyzer.search.engine.results import Limits
from analyzer.search.review.audit import Audit, MarkKind, audit


def line(play: str) -> Line:
    words = []
    for word in play.split():
        if word == "demand":
            words.append(DEMAND)
        else:
            words.append(lay(cards(word)[0]))
    return Line("as played", tuple(words))


def audited(of: Position, play: str, **more: object) -> Audit:
    return audit(of, replay(of, line(play)), engine=ReferenceEngine(), **more)  # type: ignore[arg-type]


PROP_1 = position("dR T7", "hR d9", "c7 c2", 1)


def marks(of: Audit) -> dict[str, list[tuple[MarkKind, int]]]:
    return {str(each.card): [(m.kind, m.seat) for m in each.marks] for each in of.cards if each.marks}


def test_the_king_of_position_1_gives_the_ultimo_away() -> None:
    found = audited(PROP_1, "hR c7 T7 dR d9 c2")
    assert marks(found) == {"hR": [(MarkKind.GAVE_AWAY, 0), (MarkKind.IMPROPER, 1)]}
    king = found.cards[0]
    assert (king.proper, king.why) == (False, "lets A win an Ultimo that d9 would have prevented")


def test_protecting_the_pots_leaves_no_mark() -> None:
    assert marks(audited(PROP_1, "d9 c7 dR T7 hR c2")) == {}


def test_a_player_who_gives_up_his_own_ultimo_lets_it_go() -> None:
    # A has the last trump and the lead: T7 first and the king wins the last trick. The king first loses
    # nothing in this trick, but then T7 takes the last one without an Ultimo.
    found = audited(position("dR T7", "hR d9", "c7 c2", 0), "dR d9 c7 T7 hR c2")
    assert marks(found)["dR"][0] == (MarkKind.LET_GO, 0)
    before, after = found.cards[0].before, found.cards[0].after
    assert before is not None
    assert before.goals is not None
    assert before.goals[0, Goal.ULTIMO].status.value == "forced"
    assert after is not None
    assert after.goals is not None
    assert after.goals[0, Goal.ULTIMO].status.value == "impossible"


def test_tokens_before_and_after_a_card_count_what_the_line_has_paid() -> None:
    found = audited(PROP_1, "hR c7 T7 dR d9 c2")
    # B's king is lost in the first trick: 5 to each and 5 to the pot, within every value from then on.
    for each in found.cards:
        assert each.after is not None
        assert [payoff.tokens for payoff in each.after.equilibria or ()] == [(130, -75, -55)]
    assert found.cards[-1].after is not None
    assert found.cards[-1].after.guarantee == (130, -75, -55)


@pytest.mark.parametrize("seed", range(25))
def test_the_value_after_a_decision_is_the_value_before_the_next(seed: int) -> None:
    of = random_position(random.Random(seed), Shape(tricks=2 + seed % 2, fool=seed % 2 == 1, laid=1))
    played = replay(of, _random_line(of, random.Random(seed)))
    found = audit(of, played)
    assert found.complete
    for one, two in zip(found.decisions, found.decisions[1:], strict=False):
        assert one.after is not None
        assert two.before is not None
        assert one.after.goals == two.before.goals, told(of)
        assert one.after.guarantee == two.before.guarantee, told(of)
        assert {each.tokens for each in one.after.equilibria or ()} == {
            each.tokens for each in two.before.equilibria or ()
        }, told(of)
    last = found.decisions[-1].after
    assert last is not None
    assert last.guarantee == played.tokens[:3]


def _random_line(of: Position, rng: random.Random) -> Line:
    """Legal play to the end at random, in which no Fool is demanded."""
    at, words = Hand.from_position(of), []
    while not at.over:
        moves = at.moves()
        move = moves[1] if moves[0].card is None else rng.choice(moves)
        if move.kind is ActionKind.PLAY:
            assert move.card is not None
            words.append(move)
        at, _ = at.after(move)
    return Line("at random", tuple(words))


def test_the_first_decision_is_worth_what_the_position_is() -> None:
    whole = solve(PROP_1, engine=ReferenceEngine())
    first = audited(PROP_1, "d9 c7 dR T7 hR c2").decisions[0]
    assert first.before is not None
    assert first.before.goals == whole.values.goals
    assert first.before.guarantee == whole.values.guarantee
    assert first.after == whole.cards[1].values


def test_an_answer_to_a_picked_card_is_a_decision_but_no_card() -> None:
    of = position("fool h4 h5", "c1 c2 c3", "d1 d2 d3", 2)
    found = audited(of, "d1 h4 demand fool c1 d2 h4 c2 d3 h5 c3")
    kinds = [each.move.kind for each in found.decisions]
    assert ActionKind.DEMAND in kinds
    assert len(found.cards) < len(found.decisions)
    assert all(each.before is not None for each in found.decisions)


def test_decisions_too_far_from_the_end_stay_without_values() -> None:
    found = audited(PROP_1, "hR c7 T7 dR d9 c2", most_tricks=1)
    assert [each.before is None for each in found.decisions] == [True] * 3 + [False] * 3
    assert not found.complete
    assert found.reason == "decisions with more than 1 trick left were not valued"


def test_a_limit_leaves_the_earlier_decisions_without_values() -> None:
    found = audited(PROP_1, "hR c7 T7 dR d9 c2", limits=Limits(max_nodes=3))
    assert not found.complete
    assert found.decisions[0].before is None
    assert found.decisions[-1].before is not None
    assert found.decisions[-1].before.guarantee == (130, -75, -55)


def test_a_line_may_stop_before_the_hand_is_over() -> None:
    found = audited(PROP_1, "hR c7 T7")
    assert [str(each.card) for each in found.cards] == ["hR", "c7", "T7"]
    assert found.complete
