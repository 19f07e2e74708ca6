"""Certificates: what is true is proven by the rules alone, and what is false cannot be."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from positions_strategy import Shape, positions, random_position, told

from analyzer.cards.card import DECK, cards
from analyzer.certificates.certificate import Certificate, digest_of, dumps_certificate, loads_certificate
from analyzer.certificates.checker import CertificateVerdict, Flaw, certify
from analyzer.certificates.claim import GoalClaim, StateView, shape_of
from analyzer.errors import InvalidFile, LimitReached
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.rules.actions import lay
from analyzer.rules.play.table import Table
from analyzer.rules.score.goals import LAST_TRICK_GOALS, Goal
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.reference import ReferenceEngine
from analyzer.search.engine.results import Limits
from analyzer.search.solve.explain import forced
from analyzer.search.solve.witness import witness

RULES = load_ruleset("danish")
WORDS = (
    "h#1",
    "h#2",
    "d#1",
    "s#1",
    "c#1",
    "c#3",
    "T#1",
    "T#2",
    "T#99",
    "fool",
    "fool=h",
    "demand",
    "allow",
    "",
)
ASKED = st.tuples(st.sampled_from(LAST_TRICK_GOALS), st.integers(0, 2), st.integers(0, 7))


def position(a: str, b: str, c: str, lead: int = 0, **more: Any) -> Position:
    hands = tuple(frozenset(cards(text)) for text in (a, b, c))
    return Position(RULES, ("A", "B", "C"), hands, lead, **more)


PROP_1 = position("dR T7", "hR d9", "c7 c2", 1)
SHAPES = {
    "three tricks": Shape(tricks=3),
    "the Fool to be demanded": Shape(tricks=3, fool=True, fool_demand=True),
    "the Fool in the middle of a trick": Shape(tricks=3, fool=True, fool_demand=True, laid=1),
    "four tricks with the Fool, two cards laid": Shape(tricks=4, fool=True, laid=2),
    "no demand": Shape(tricks=4, fool=True, fool_demand=False),
}


def proof(of: Position, goal: Goal, seat: int, by: int) -> Certificate:
    """The certificate of the answer, as it is read back from its text."""
    answer = forced(of, goal, seat, by, line=False, sets=False)
    return loads_certificate(dumps_certificate(witness(of, goal, seat, by, answer)))


def truth(of: Position, claim: GoalClaim, table: Table | None = None) -> bool:
    """Whether a claim is true of a position, or of a state of it, by the plain reference."""
    question = Hand.from_position(of)
    if table is not None:
        question = replace(question, table=table)
    by = sum(1 << seat for seat in claim.by)
    found = ReferenceEngine().forces(question, claim.goal, claim.seat, by, Budget())
    return found == claim.holds


def plainly_proven(certificate: Certificate, table: Table) -> bool:
    """Whether the strategy gets its way from a state, where states are not merged by their shape.

    A reply that is passed over for an equal one is judged by the plain reference.
    """
    claim, view = certificate.claim, StateView.from_table(table)
    word = certificate.strategy.get(view.shape())
    if not claim.strategist(table.to_move) or word is None:
        moves = table.moves()
    else:
        moves = tuple(move for move in (view.move(word),) if move is not None)
    tried = view.moves()
    for move in moves:
        after, trick = table.after(move)
        if trick is not None and after.over:
            good = claim.reached(trick) == claim.holds
        elif move in tried or word is not None:
            good = plainly_proven(certificate, after)
        else:
            good = truth(certificate.position, claim, after)
        if not good:
            return False
    return bool(moves)


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_every_answer_is_proven_by_its_certificate(shape: Shape) -> None:
    answers = set()
    for seed in range(12):
        of = random_position(random.Random(seed), shape)
        for at, goal in enumerate(LAST_TRICK_GOALS):
            certificate = proof(of, goal, (seed + at) % 3, (seed * 5 + at * 3) % 8)
            assert certify(certificate).proven, told(of)
            answers.add((certificate.claim.holds, bool(certificate.strategy)))
    assert {(True, True), (False, True)} <= answers


@settings(max_examples=examples(60), deadline=None)
@given(of=positions(most_tricks=4), asked=ASKED)
def test_a_certificate_stands_wherever_hypothesis_looks(of: Position, asked: tuple[Goal, int, int]) -> None:
    certificate = proof(of, *asked)
    assert truth(of, certificate.claim)
    assert certify(certificate).proven, told(of)


@settings(max_examples=examples(40), deadline=None)
@given(of=positions(most_tricks=3), asked=ASKED)
def test_a_proof_stands_where_no_states_are_merged_and_equal_cards_are_judged_by_the_reference(
    of: Position, asked: tuple[Goal, int, int]
) -> None:
    certificate = proof(of, *asked)
    assert plainly_proven(certificate, of.table), told(of)


@settings(max_examples=examples(60), deadline=None)
@given(of=positions(most_tricks=3), asked=ASKED, seed=st.integers(0, 2**16))
def test_no_play_at_all_proves_the_opposite(of: Position, asked: tuple[Goal, int, int], seed: int) -> None:
    claim = proof(of, *asked).claim
    opposite = replace(claim, holds=not claim.holds)
    rng, strategy = random.Random(seed), dict[str, str]()
    for _ in range(2000):
        verdict = certify(Certificate(of, opposite, strategy))
        assert not verdict.proven, told(of)
        if verdict.flaw is not Flaw.NO_MOVE:
            break
        table = played(of.table, verdict)
        strategy[shape_of(table)] = StateView.from_table(table).word(rng.choice(table.moves()))
    else:
        pytest.fail("the strategy never came to an end")
    assert verdict.flaw in (Flaw.REACHED, Flaw.LOST)


def played(table: Table, verdict: CertificateVerdict) -> Table:
    """The state where a verdict says a move is missing; letting a card pass is silent in its line."""
    for word in (*verdict.line, None):
        while table.picked is not None and not (word or "").startswith("demand"):
            if word is None and table.to_move == verdict.seat:
                break
            table, _ = table.after(table.moves()[1])
        if word is not None:
            name = "demand" if word.startswith("demand") else word
            table, _ = table.after(next(move for move in table.moves() if str(move) == name))
    return table


def mutated(content: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """The certificate with one thing changed, in every way there is a field for it."""
    out = [("goal", content | {"goal": str(goal)}) for goal in LAST_TRICK_GOALS]
    out += [("player", content | {"player": player}) for player in "ABC"]
    sides = (["ABC"[seat] for seat in range(3) if mask >> seat & 1] for mask in range(8))
    out += [("by", content | {"by": side}) for side in sides]
    out.append(("holds", content | {"holds": not content["holds"]}))
    head, _, tail = content["position"].partition("lead: ")
    out += [("position", content | {"position": f"{head}lead: {lead}{tail[1:]}"}) for lead in "ABC"]
    for shape, word in content["strategy"].items():
        rest = {key: value for key, value in content["strategy"].items() if key != shape}
        changed = [rest, rest | {f"{shape}!": word}, *(rest | {shape: other} for other in WORDS)]
        out += [("strategy", content | {"strategy": each}) for each in changed]
    return [(field, each) for field, each in out if each != content]


@pytest.mark.parametrize("seed", range(8))
def test_a_certificate_with_anything_changed_is_not_taken_as_it_is(seed: int) -> None:
    of = random_position(random.Random(seed), Shape(tricks=3, fool=seed % 2 == 0, laid=seed % 3))
    content = json.loads(dumps_certificate(proof(of, LAST_TRICK_GOALS[seed % 5], seed % 3, 1 << seed % 3)))
    changes = mutated(content)
    assert changes
    for _, change in changes:
        try:
            assert certify(loads_certificate(json.dumps(change))).flaw is Flaw.ALTERED
        except InvalidFile:
            continue


@pytest.mark.parametrize("seed", range(12))
def test_a_forger_who_seals_the_changes_proves_only_what_is_true(seed: int) -> None:
    of = random_position(random.Random(seed), Shape(tricks=3, fool=seed % 2 == 0, laid=seed % 3))
    content = json.loads(dumps_certificate(proof(of, LAST_TRICK_GOALS[seed % 5], seed % 3, (seed * 3) % 8)))
    refused = 0
    for field, change in mutated(content):
        try:
            forged = loads_certificate(json.dumps(change | {"digest": digest_of(change)}))
        except InvalidFile:
            refused += 1
            continue
        verdict = certify(forged)
        refused += not verdict.proven
        assert not verdict.proven or truth(forged.position, forged.claim), (field, told(of))
    assert refused > 0


def test_a_move_for_a_state_that_never_comes_about_is_refused() -> None:
    certificate = proof(PROP_1, Goal.ULTIMO, 0, 2)
    extra = replace(certificate, strategy={**certificate.strategy, "A.B.C..- A": "h#1"})
    assert certify(extra).flaw is Flaw.IDLE


def test_a_missing_move_is_told_with_who_was_to_play() -> None:
    certificate = replace(proof(PROP_1, Goal.ULTIMO, 0, 2), strategy={})
    verdict = certify(certificate)
    assert (verdict.flaw, verdict.seat, verdict.line) == (Flaw.NO_MOVE, 1, ())


def test_the_wrong_card_is_told_with_the_play_that_refutes_it() -> None:
    certificate = proof(PROP_1, Goal.ULTIMO, 0, 2)
    nine = dict.fromkeys(certificate.strategy, "d#2")
    verdict = certify(replace(certificate, strategy=nine))
    assert verdict.flaw is Flaw.LOST
    assert verdict.line[0] == "d9"


def test_an_illegal_move_proves_nothing() -> None:
    certificate = proof(PROP_1, Goal.ULTIMO, 0, 2)
    verdict = certify(replace(certificate, strategy=dict.fromkeys(certificate.strategy, "T#1")))
    assert (verdict.flaw, verdict.word, verdict.seat) == (Flaw.ILLEGAL, "T#1", 1)


def test_states_that_play_alike_have_one_shape() -> None:
    low = position("d9 T7", "h4 d10", "c7 c2").table
    high = position("dV T15", "h2 d5", "c10 c9").table
    assert shape_of(low) == shape_of(high) == "B.AB..CC.A.- A"


@pytest.mark.parametrize(
    "other",
    [
        position("dR T7", "h4 d10", "c7 c2"),
        position("d9 T1", "h4 d10", "c7 c2"),
        position("d10 T7", "h4 d9", "c7 c2"),
        position("d9 T7", "h4 d10", "c7 c2", 1),
        position("d9 T7", "h4 d10", "c7 fool"),
    ],
    ids=["a king", "the Pagat", "another order", "another lead", "the Fool"],
)
def test_states_that_differ_in_play_have_different_shapes(other: Position) -> None:
    assert shape_of(other.table) != shape_of(position("d9 T7", "h4 d10", "c7 c2").table)


def test_of_equal_cards_one_is_tried_and_an_ultimo_card_is_equal_to_none() -> None:
    table = position("c9 c8 c6 T2 T1", "c7 hR hD d2 d3", "s1 s2 s3 s4 s5").table
    assert [str(move) for move in StateView.from_table(table).moves()] == ["c9", "c6", "T2", "T1"]


def test_cards_with_a_card_of_the_present_trick_between_them_are_not_equal() -> None:
    led, _ = position("c7 d1", "c9 c6", "s1 s2").table.after(lay(cards("c7")[0]))
    assert [str(move) for move in StateView.from_table(led).moves()] == ["c9", "c6"]


def test_a_certificate_that_would_be_too_large_is_refused_with_its_size() -> None:
    rng = random.Random(3)
    dealt = rng.sample([card for card in DECK if not card.is_fool], 36)
    of = Position(RULES, ("A", "B", "C"), tuple(frozenset(dealt[seat::3]) for seat in range(3)), 0)
    answer = forced(of, Goal.LAST_TRICK, 0, 1, line=False, sets=False)
    with pytest.raises(LimitReached, match=r"larger than 0 MB \(1 move so far\)"):
        witness(of, Goal.LAST_TRICK, 0, 1, answer, most_mb=0)


def test_a_certificate_uses_up_what_the_answer_left_of_the_limits() -> None:
    answer = forced(PROP_1, Goal.ULTIMO, 0, 2, line=False, sets=False, engine=ReferenceEngine())
    limits = Limits(max_nodes=answer.nodes)
    with pytest.raises(LimitReached):
        witness(PROP_1, Goal.ULTIMO, 0, 2, answer, limits, ReferenceEngine())


def test_the_checker_stops_where_more_is_to_be_played_than_allowed() -> None:
    with pytest.raises(LimitReached, match="limit of 2 nodes"):
        certify(proof(PROP_1, Goal.ULTIMO, 0, 2), most=2)


@pytest.mark.parametrize("kind", ["uniform", "prizes"])
def test_certificates_of_eight_tricks_are_small(kind: str) -> None:
    sizes = []
    for seed in range(15):
        rng = random.Random(seed)
        of = random_position(rng, Shape(tricks=8))
        if kind == "uniform":
            dealt = rng.sample(DECK, 24)
            of = Position(RULES, ("A", "B", "C"), tuple(frozenset(dealt[seat::3]) for seat in range(3)), 0)
        certificate = proof(of, rng.choice(LAST_TRICK_GOALS), rng.randrange(3), 1 << rng.randrange(3))
        assert certify(certificate).proven
        sizes.append(len(dumps_certificate(certificate)))
    assert sorted(sizes)[len(sizes) // 2] < 50_000
    assert max(sizes) < 1_000_000
