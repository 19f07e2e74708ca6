"""Half-known hands: which deals fit, counted and one by one."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

import analyzer
from analyzer.cards.card import Card
from analyzer.errors import InvalidFile
from analyzer.knowledge.fitting import fitting_deals
from analyzer.position.model import Position

HANDS = ("A", "B", "C")


def ways_to_lie(position: Position) -> set[tuple[frozenset[Card], ...]]:
    """Every way to fill the hands of a position, each tried by itself."""
    half = position.half_known
    assert half is not None
    found = set()
    each = []
    for seat, hand in enumerate(position.hands):
        size = half.sizes.get(seat, 0)
        choices = [choice.cards for choice in half.choices if choice.seat == seat]
        fills = [
            hand | set(more)
            for more in combinations(sorted(half.cards), size)
            if not choices or any(all(card in one for card, one in zip(order, choices, strict=False))
                                  for order in permutations(more))
        ]  # fmt: skip
        each.append(fills)
    for a in each[0]:
        for b in each[1]:
            for c in each[2]:
                if len(a | b | c) == len(a) + len(b) + len(c):
                    found.add((frozenset(a), frozenset(b), frozenset(c)))
    return found


@pytest.mark.parametrize(
    "line",
    [
        "danish / A: dR T7 / B: hR d9 / C: c7|c4 c2 / B leads",
        "danish / A: dR T7 / B: hR d9 / C: c7|c4 c2|c4 / B leads",
        "danish / A: dR T7 / B: hR d9 / C: c7|c4 ? / B leads",
        "danish / A: dR T7|T8|T9 / B: hR T8|T9 / C: c7 ? / A leads",
        "danish / A: s1|s2|s3 s2|s3 / B: hR s3|s4 / C: c7 c2 / A leads",
        "danish / A: s1|s2|s3 s2|s3|h4 / B: hR d9 / C: c7 s2|c4 / A leads",
    ],
)
def test_every_way_for_the_cards_to_lie_is_a_deal_and_each_is_there_once(line: str) -> None:
    position = analyzer.loads(line)
    found = fitting_deals(position)
    assert found.exact
    assert found.fit == len(found.deals)
    assert {deal.hands for deal in found.deals} == ways_to_lie(position)


def test_a_card_that_is_known_is_none_of_the_alternatives() -> None:
    with pytest.raises(InvalidFile) as refused:
        analyzer.loads("danish / A: dR hR|d8 / B: hR d9 / C: c7 c2 / B leads")
    assert str(refused.value) == (
        "<text>:1:16: hR is in B's hand and among the alternatives for A's hand"
        "; expected cards that lie nowhere else"
    )


def test_more_cards_than_there_are_cannot_be_unknown() -> None:
    hands = " / ".join(f"{name}: {' '.join(['?'] * 25)}" for name in HANDS)
    position = analyzer.loads(f"danish / {hands} / A leads")
    assert position.tricks_left == 25
    with pytest.raises(InvalidFile):
        analyzer.loads(f"danish / {hands} / A leads / skat=h1,h2,h3,h4")


def test_what_a_trick_shows_bars_cards_from_a_hand() -> None:
    """B threw off a spade on hearts: he has neither hearts nor trumps."""
    position = analyzer.loads("danish / A: dR / B: ? / C: c7 c2 / A leads hR s3")
    found = fitting_deals(position)
    assert found.exact
    for deal in found.deals:
        (card,) = deal.hands[1]
        assert str(card)[0] not in "hT"


def test_what_is_written_reads_back_with_its_unknown_cards() -> None:
    position = analyzer.loads("danish / A: dR ? / B: hR d9 / C: c7|c4 ? / B leads")
    assert analyzer.loads(position.to_yaml()) == position
    assert analyzer.loads(position.to_text()) == position
    assert position.to_text() == "danish / A: dR ? / B: hR d9 / C: c7|c4 ? / B leads / king=60 pagat=60"


def test_the_same_seed_draws_the_same_deals_and_each_once() -> None:
    position = analyzer.loads("danish / A: dR ? / B: hR d9 / C: ? ? / B leads")
    one, other = fitting_deals(position, 50, 7), fitting_deals(position, 50, 7)
    assert [deal.hands for deal in one.deals] == [deal.hands for deal in other.deals]
    assert not one.exact
    assert len({deal.hands for deal in one.deals}) == 50
    assert [deal.hands for deal in fitting_deals(position, 50, 8).deals] != [d.hands for d in one.deals]


@pytest.mark.parametrize(
    "asked",
    [
        "danish / Karen: T10 ? ? / Lars: hR d9 c3 / Mogens: h4 ? s2 / Lars leads",
        "tarot / A: hR T9 ? / B: ? c7 s1 / C: d3 ? c2 / D: ? h1 s5 / A leads / contract=garde declarer=A",
    ],
)
def test_of_deals_that_were_drawn_nothing_is_told_but_shares(asked: str) -> None:
    told = analyzer.solve(analyzer.loads(asked), sample=20).to_dict()
    assert told["worlds"]["exact"] is False
    for part in (told, *told.get("cards", ())):
        sure = [part[key] for key in ("guarantee", "points", "tricks") if key in part]
        assert sure == [None] * len(sure)
        for goals in part.get("goals", {}).values():
            for goal in goals.values():
                assert goal["status"] in ("open", "varies")
                assert (goal["forced_by"], goal["prevented_by"]) == ([], [])
                assert goal["worlds"]["count"] == 20
    assert "guarantee" in told or "points" in told or "points_to_come" in told


def test_where_the_limits_end_before_the_last_deal_nothing_is_sure_in_all_of_them() -> None:
    position = analyzer.loads("danish / A: dR T7 / B: hR ? / C: c7 c2 / B leads")
    whole = analyzer.solve(position).to_dict()
    assert whole["guarantee"]["B"] == min(
        analyzer.solve(deal).guarantee["B"] for deal in fitting_deals(position).deals
    )
    found = analyzer.solve(position, max_nodes=whole["stats"]["nodes"] // 2 if "stats" in whole else 200)
    told = found.to_dict()
    assert told["limits"]["unfinished"]
    assert (told["guarantee"], found.guarantee) == (None, {})
    assert {goal["status"] for goals in told["goals"].values() for goal in goals.values()} <= {
        "open",
        "varies",
    }
    assert "wherever the cards lie: A" not in str(found)
