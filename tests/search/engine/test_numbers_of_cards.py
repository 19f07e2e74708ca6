"""The core's numbers of cards are those of the game that is asked about, whatever was asked before."""

from __future__ import annotations

from msgspec.structs import replace

from analyzer.cards.card import DECK
from analyzer.rules.spec.readings import watched
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.search.engine.solvers import card_in, numbers_in

TURNED = {("game", "table", "turned"): frozenset({"red-spots"})}


def test_a_card_has_its_own_number_after_many_games_were_asked_about_with_their_readings_watched() -> None:
    danish, straight = load_ruleset("danish"), load_ruleset("danish", {"red-spots": "straight"})
    for number in range(300):
        for rules in (danish, straight):
            with watched(rules, TURNED) as (read, _):
                numbers_in(read.game)
        other = replace(straight.game, name=f"danish of table {number}")
        for spec in (danish.game, other, straight.game):
            assert [card_in(spec, each) for each in numbers_in(spec)] == list(DECK)
