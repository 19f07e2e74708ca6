"""What unseen cards, voids, declarations and answers say; and which of them clash."""

from __future__ import annotations

import random

import pytest
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.cards.card import BY_TEXT, FOOL, PAGAT, cards
from analyzer.errors import InvalidFile, UsageError
from analyzer.knowledge.deals import clash_of, counter_of, deals, worlds_of
from analyzer.position.files.writing import dumps
from analyzer.position.reading import loads
from analyzer.rules.deal.declarations import declarations_of
from analyzer.rules.deal.discard import legal_discards
from analyzer.rules.spec.shipped import load_ruleset

RULES = load_ruleset("danish")
HEAD = "format: tarok-position/1\nhands: {B: hR d9}\nlead: B\n"


def unseen(pool: str, more: str = "", *, sizes: str = "A: 2, C: 2", head: str = HEAD) -> str:
    return f"{head}unseen:\n  hidden_from: B\n  sizes: {{{sizes}}}\n  cards: {pool}\n{more}"


def holdings(text: str, seat: int = 0) -> set[str]:
    """What a seat may hold, as canonical text."""
    return {" ".join(map(str, sorted(deal.hands[seat]))) for deal in deals(loads(text, "f"))}


def test_a_void_leaves_the_deals_without_that_suit():
    assert holdings(unseen("T10 T7 h3 h4", "  void: {A: h}\n")) == {"T10 T7"}
    assert holdings(unseen("T10 T7 h3 h4", "  void: {C: [d, s]}\n")) == holdings(unseen("T10 T7 h3 h4"))


def test_a_card_on_the_table_shows_a_void_too():
    text = (
        "format: tarok-position/1\nhands: {A: hR d9}\nlead: A\ntrick: h1 s2\n"
        "unseen: {hidden_from: A, sizes: {B: 2, C: 3}, cards: T7 h4 h5 s3 s4}\n"
    )
    found = deals(loads(text))
    assert [fact.clause for fact in found.evidence.facts] == ["play.follow", "play.trump"]
    assert [deal.hands[1] for deal in found] == [frozenset(cards("s3 s4"))]


def test_what_was_declared_and_is_unseen_is_with_him_who_declared_it():
    assert holdings(unseen("hC hV hD s1", "  declared: {A: half hearts no king}\n")) == set()
    assert holdings(unseen("dC dV fool s1", "  declared: {A: half diamonds no jack}\n")) == {"dC fool"}
    assert holdings(unseen("T1 T7 fool s1", "  declared: {A: 11 trumps without pagat}\n")) == {
        "T7 fool",
        "s1 T7",
        "s1 fool",
    }
    assert holdings(unseen("T1 T19 T20 s1", "  declared: {A: 4 matadors}\n")) == {"T20 T1"}
    assert holdings(unseen("sR cR dR fool", "  declared: {A: half kings no hearts}\n")) == set()


def test_what_was_not_declared_is_not_in_the_hand():
    assert "dD dC" in holdings(unseen("dD dC s1 fool", "  played: {A: dR dV}\n"))
    assert "dD dC" not in holdings(unseen("dD dC s1 fool", "  played: {A: dR dV}\n  declared: {A: pass}\n"))
    assert "dD fool" not in holdings(unseen("dD dC s1 fool", "  played: {A: dR dV}\n  declared: {A: pass}\n"))
    assert "dD fool" in holdings(
        unseen("dD dC s1 fool", "  played: {A: dR dV}\n  declared: {A: half diamonds no knight}\n")
    )


def test_trumps_are_counted_where_all_that_was_played_is_told():
    played = "T2 T3 T4 T5 T6 T8 T9 T10 T11 s1 s2 s3 s4 s5 s6 s7 s8 s9 s10 c1 c2 c3 c4"
    pool = "T20 fool h3 h4"
    assert holdings(unseen(pool, f"  played: {{A: {played}}}\n  declared: {{A: 10 trumps}}\n")) == {
        "h3 T20", "h3 fool", "h4 T20", "h4 fool"
    }  # fmt: skip
    assert holdings(unseen(pool, f"  played: {{A: {played}}}\n  declared: {{A: 11 trumps}}\n")) == {
        "T20 fool"
    }
    assert holdings(unseen(pool, f"  played: {{A: {played}}}\n  declared: {{A: pass}}\n")) == {"h3 h4"}


def skat(pool: str, more: str = "", head: str = HEAD + "dealer: C\n") -> set[str]:
    """What may lie in the skat of C."""
    text = unseen(pool, more, sizes="A: 2, C: 2, skat: 3", head=head)
    return {" ".join(map(str, sorted(deal.skat))) for deal in deals(loads(text, "f"))}


def test_kings_pagat_mondo_and_fool_are_never_in_the_skat():
    assert skat("sR cR T1 T21 fool d4 d5 ".replace("fool", "d6")) == {"d4 d5 d6"}
    assert skat("sR cR dR fool d4 d5 d6") == {"d4 d5 d6"}


def test_trumps_lie_in_the_skat_only_where_the_dealer_has_none():
    pool = "T2 T3 T4 d4 d5 d6 d7"
    for deal in deals(loads(unseen(pool, sizes="A: 2, C: 2, skat: 3", head=HEAD + "dealer: C\n"))):
        assert not (any(c.is_trump for c in deal.skat) and any(c.is_trump for c in deal.hands[2]))
    played = "  played: {C: T9}\n"
    assert all("T" not in found for found in skat(pool, played))
    assert any("T" in found for found in skat(pool))


@pytest.mark.parametrize(
    ("answer", "numbers"),
    [("yes", {1, 2, 3}), ("no", {0}), ("{C: yes}", {1, 2, 3}), ("2", {2}), ("true", {1, 2, 3})],
)
def test_the_answer_about_trumps_in_the_skat_is_the_truth(answer, numbers):
    found = skat("T2 T3 T4 d4 d5 d6 d7", f"  discarded_trumps: {answer}\n")
    assert {each.count("T") for each in found} == numbers


def test_a_card_known_to_be_in_the_skat_is_there():
    assert all("d5" in found for found in skat("T2 T3 T4 d4 d5 d6 d7", "  skat: d5\n"))


def test_a_court_of_a_combination_the_dealer_had_is_not_in_the_skat():
    played = "dR dD dC s1 s2 s3 s4 s5 s6 s7 s8 s9 s10 c1 c2 c3 c4 c5 c6 c7 c8 c9 c10"
    told = f"  played: {{C: {played}}}\n"
    assert not any("dV" in found for found in skat("dV h1 h2 h3 h4 h5 h6", told))
    assert any("dV" in found for found in skat("dV h1 h2 h3 h4 h5 h6"))


def clash(text: str) -> list[str]:
    found = deals(loads(text, "f"))
    assert not found.count
    return [f"{fact.where}: {fact.text}" if fact.where else fact.text for fact in found.clash]


def test_facts_that_clash_are_named_with_their_places_and_no_others():
    text = unseen(
        "T10 T7 h3 h4",
        "  void: {A: [s, T], C: [d]}\n  declared: {A: 12 trumps, C: [10 trumps, full hearts]}\n",
    )
    assert clash(text) == ["f:9:43: C declared full hearts"]
    text = unseen("T10 fool h3 h4", "  void: {A: [s, T], C: [d, T]}\n")
    assert clash(text) == ["f:8:17: A has no trumps", "f:8:28: C has no trumps"]


def test_two_that_declare_the_same_card_clash():
    text = unseen("fool T7 h3 h4", "  declared: {A: half kings no hearts, C: half clubs no king}\n")
    assert clash(text) == [
        "f:8:17: A declared half kings no hearts",
        "f:8:42: C declared half clubs no king",
    ]


@settings(deadline=None, max_examples=examples(40))
@given(seed=st.integers(0, 2**32 - 1))
def test_of_facts_that_clash_none_can_be_left_out(seed):
    rng = random.Random(seed)
    pool = rng.sample(cards("hR hD hC hV sR cR dD dC dV T1 T20 T21 T7 fool d1 s1 c1"), 9)
    pool = [card for card in pool if card != BY_TEXT["hR"]][:6]
    said = [
        "pass",
        "full hearts",
        "half diamonds no king",
        "3 matadors",
        "10 trumps with pagat",
        "half kings",
    ]
    more = f"  void: {{A: [{rng.choice('hdscT')}, {rng.choice('hdscT')}], C: [{rng.choice('hdscT')}]}}\n"
    more += f"  declared: {{A: {rng.choice(said)}, C: {rng.choice(said)}}}\n"
    text = unseen(
        " ".join(map(str, pool)), more, sizes=f"A: 2, C: 2, skat: {len(pool) - 4}", head=HEAD + "dealer: C\n"
    )
    try:
        position = loads(text)
    except InvalidFile:
        return  # one void alone leaves too few cards, which the file is told at once
    found = deals(position)
    assert bool(found.clash) == (found.count == 0)
    for fact in found.clash:
        assert counter_of(found.evidence, tuple(each for each in found.clash if each is not fact)).total
    assert not found.clash or not counter_of(found.evidence, found.clash).total


def test_a_minimal_clash_is_found_whatever_else_is_there():
    asked = []

    def fits(numbers: tuple[int, ...]) -> bool:
        asked.append(numbers)
        return sum(numbers) < 10

    assert clash_of((1, 7, 2, 4, 3), fits) in {(7, 4), (7, 3), (1, 7, 2)}
    assert len(asked) == 5


def test_a_full_deal_with_everything_heard_is_counted_in_no_time():
    rng = random.Random(11)
    deck = list(RULES.table.deck)
    rng.shuffle(deck)
    before = deck[50:]
    laid = next(legal_discards(RULES, before))
    hands = {"A": deck[:25], "B": deck[25:50], "C": [card for card in before if card not in laid]}
    told = {
        name: ", ".join(each.text() for each in declarations_of(RULES, hand)) or "pass"
        for name, hand in hands.items()
    }
    hidden = [*hands["A"], *hands["C"], *laid]
    head = f"format: tarok-position/1\nhands: {{B: {' '.join(map(str, hands['B']))}}}\nlead: A\ndealer: C\n"
    more = f"  declared: {{A: [{told['A']}], C: [{told['C']}]}}\n  discarded_trumps: no\n"
    found = deals(loads(unseen(" ".join(map(str, hidden)), more, sizes="A: 25, C: 25, skat: 3", head=head)))
    assert found.count > 10**9
    for deal in found.sample(30, seed=1):
        for seat, name in ((0, "A"), (2, "C")):
            said = ", ".join(each.text() for each in declarations_of(RULES, deal.hands[seat])) or "pass"
            assert said == told[name]
        assert not any(card.is_trump for card in deal.skat)


def test_what_was_heard_is_written_as_it_was_read():
    more = (
        "  void: {C: [h]}\n  skat: [d5]\n  played: {A: s1 s2}\n"
        "  declared: {A: pass, C: [11 trumps, half clubs no queen]}\n  discarded_trumps: 2\n"
    )
    position = loads(
        unseen("T2 T3 T4 d4 d5 d6 d7", more, sizes="A: 2, C: 2, skat: 3", head=HEAD + "dealer: C\n")
    )
    assert position.unseen is not None
    assert position.unseen.declared == {0: (), 2: ("11 trumps", "half clubs no queen")}
    assert (position.unseen.discarded_trumps, position.unseen.in_skat) == (2, frozenset(cards("d5")))
    assert loads(dumps(position)) == position


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ("  skat: h1\n", "f:9:9: h1 is known to be in the skat; expected one of `cards`"),
        ("  declared: {B: pass}\n", "f:9:17: B holds no unseen cards; expected a player named in `sizes`"),
        ("  declared: {A: many trumps}\n", "f:9:17: “many trumps” is not a declaration"),
        (
            "  discarded_trumps: {A: yes}\n",
            "f:9:22: A is not the dealer; expected the player that `dealer` names",
        ),
        (
            "  discarded_trumps: 4\n",
            "f:9:21: 4 is not an answer about trumps in the skat; expected yes, no or a number",
        ),
        ("  discarded_trumps: some\n", "f:9:21: some is not an answer about trumps in the skat"),
        ("  played: {A: d4}\n", "f:9:15: d4 is in the unseen cards and in the cards A has played"),
        ("  skat: d4 d5 d6 d7\n", "f:9:9: 4 cards known to be in the skat; expected at most 3"),
    ],
)
def test_what_cannot_have_been_heard_is_a_fault_at_its_place(more, fault):
    with pytest.raises(InvalidFile) as caught:
        loads(
            unseen("T2 T3 T4 d4 d5 d6 d7", more, sizes="A: 2, C: 2, skat: 3", head=HEAD + "dealer: C\n"), "f"
        )
    assert [str(each)[: len(fault)] for each in caught.value.faults] == [fault]


def test_the_worlds_of_unseen_cards_are_whole_hands_of_equal_weight():
    worlds = worlds_of(loads(unseen("T10 T7 h3 h4")))
    assert len(worlds) == 6
    assert all(world.weight == 1 and world.hands[1] == frozenset(cards("hR d9")) for world in worlds)
    assert len({world.name for world in worlds}) == 6


def test_the_hands_of_the_file_are_one_of_its_worlds():
    text = (
        "format: tarok-position/1\nhands: {A: T10 T7, B: hR d9, C: h3 h4}\nlead: B\n"
        "worlds:\n  - {name: other, weight: 3, hands: {A: T10 h3, C: T7 h4}}\n"
    )
    assert [(world.name, world.weight) for world in worlds_of(loads(text))] == [("as given", 1), ("other", 3)]
    twice = text + "  - {name: one, weight: 2, hands: {A: T10 T7, C: h3 h4}}\n"
    assert [(world.name, world.weight) for world in worlds_of(loads(twice))] == [("other", 3), ("one", 2)]


def test_worlds_of_evidence_that_clashes_name_the_facts():
    with pytest.raises(InvalidFile, match="f:8:17: no deal fits: A has no trumps"):
        worlds_of(loads(unseen("T10 fool h3 h4", "  void: {A: [s, T], C: [d, T]}\n"), "f"))


def test_nothing_unseen_is_no_question():
    with pytest.raises(UsageError, match="no unseen cards"):
        deals(loads("format: tarok-position/1\nhands: {A: T10, B: hR, C: h3}\nlead: B\n"))


def test_the_fool_and_the_pagat_are_where_they_are_declared():
    found = deals(loads(unseen("fool T1 h3 h4", "  declared: {A: 3 matadors}\n")))
    assert [deal.hands[0] for deal in found] == [frozenset({FOOL, PAGAT})]
