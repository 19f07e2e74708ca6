"""Proper play where the player cannot tell the worlds apart: which cards, why, and the proof."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from msgspec import structs
from places import POSITIONS

from analyzer.cards.card import cards
from analyzer.knowledge.deals import in_world
from analyzer.position.model import Position
from analyzer.position.reading import load
from analyzer.position.replay.replay import replay
from analyzer.position.setting import Line, World
from analyzer.rules.actions import lay
from analyzer.rules.book import Pots
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.search.worlds.decide import decide
from analyzer.search.worlds.results import Decision, ProprietyVerdict

TWO = load(str(POSITIONS / "prop2-3-worlds.yaml"))


def hands(*texts: str) -> tuple[frozenset[object], ...]:
    return tuple(frozenset(cards(text)) for text in texts)


def worlds(*deals: tuple[str, str, str], lead: int = 1, **more: object) -> Position:
    """Deals that the leader cannot tell apart, equally likely."""
    told = [World(f"world {n}", 1, hands(*deal)) for n, deal in enumerate(deals, 1)]  # type: ignore[arg-type]
    rules = load_ruleset("danish")
    return Position(rules, ("A", "B", "C"), told[0].hands, lead, worlds=tuple(told), **more)  # type: ignore[arg-type]


def verdicts(decision: Decision) -> dict[str, ProprietyVerdict]:
    return {card.name: card.verdict for card in decision.cards if card.verdict is not None}


def test_to_play_safe_in_positions_2_and_3_is_improper_and_the_play_that_wins_is_shown() -> None:
    decision = decide(TWO)
    king, nine = verdicts(decision)["hR"], verdicts(decision)["d9"]
    assert nine == ProprietyVerdict(proper=True)
    assert (king.proper, king.clause, king.world) == (False, "proper.take-chance", 1)
    assert king.why == "gives up its player's Ultimo to be safe from Bagud; d9 can win it"
    played = tuple(lay(cards(word)[0]) for word in king.evidence)
    there = in_world(TWO, decision.worlds[1])
    assert replay(there, Line("evidence", played)).outcome.ultimo == 1  # type: ignore[union-attr]


def test_a_chance_in_no_world_is_no_chance_to_take() -> None:
    # In both deals A holds both trumps: the nine can only lose.
    found = verdicts(decide(worlds(("T10 T7", "hR d9", "h3 h4"), ("T10 T8", "hR d9", "h3 h4"))))
    assert found == {"hR": ProprietyVerdict(proper=True), "d9": ProprietyVerdict(proper=True)}


def test_to_keep_the_king_is_improper_where_another_card_saves_the_pots_in_one_world_and_costs_none() -> None:
    # Position 1, and a deal in which A has no king to win with.
    decision = decide(worlds(("dR T7", "hR d9", "c7 c2"), ("d4 T7", "hR d9", "c7 c2")))
    king = verdicts(decision)["hR"]
    assert (king.proper, king.clause, king.world) == (False, "proper.protect-pots", 0)
    assert king.why == "lets A win an Ultimo that d9 would have prevented"
    assert king.evidence[0] == "d9"
    assert verdicts(decision)["d9"].proper


def test_a_card_that_gives_one_an_ultimo_is_not_improper_where_another_gives_a_third_player_more() -> None:
    # The five lets an Ultimo be won in the second and third deal, the knave one in the first.
    told = worlds(("d2 hV", "dV h5", "T1 d1"), ("d2 d1", "dV h5", "hV T1"), ("hV T1", "dV h5", "d1 d2"))
    weighed = [
        structs.replace(world, weight=weight) for world, weight in zip(told.worlds, (3, 2, 1), strict=True)
    ]
    decision = decide(replace(told, worlds=tuple(weighed)))
    given = {card.name: card.other_ultimo for card in decision.cards}
    assert given == {"dV": Fraction(1, 2), "h5": Fraction(1, 2)}
    assert verdicts(decision) == {"dV": ProprietyVerdict(proper=True), "h5": ProprietyVerdict(proper=True)}


def test_of_two_cards_that_give_others_an_ultimo_the_one_that_does_so_in_fewer_deals_is_proper() -> None:
    # The same without the first deal: the knave gives nobody anything.
    found = verdicts(decide(worlds(("d2 d1", "dV h5", "hV T1"), ("hV T1", "dV h5", "d1 d2"))))
    assert found["dV"].proper
    assert (found["h5"].proper, found["h5"].clause) == (False, "proper.protect-pots")
    assert found["h5"].why == "lets A win an Ultimo that dV would have prevented"


@pytest.mark.parametrize(
    ("pots", "improper"), [(Pots(60, 200), {"T1"}), (Pots(200, 60), {"hR"}), (Pots(60, 60), set())]
)
def test_the_richer_pot_is_proper_where_it_can_be_won_in_every_world(pots: Pots, improper: set[str]) -> None:
    of = worlds(("hR T1", "c1 c2", "d1 d2"), ("hR T1", "c1 d2", "d1 c2"), lead=0)
    found = verdicts(decide(replace(of, pots=pots)))
    assert {name for name, verdict in found.items() if not verdict.proper} == improper
