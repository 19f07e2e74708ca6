"""The worked examples that the shipped rule sets bring with them, in `specs/NAME/cases.yaml`.

An example is of one of the kinds of :data:`READERS`: what a hand declares, what an auction comes to, what a
line of play comes to, what a hand pays that is told by its points.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from analyzer.cards.card import cards
from analyzer.position.files.positions import loads
from analyzer.position.replay.replay import replay
from analyzer.rules.deal.auction import judge_auction
from analyzer.rules.deal.combinations import declarations_of
from analyzer.rules.deal.pointdeclared import declared_in_words
from analyzer.rules.score.book import Book
from analyzer.rules.score.hand import HandCame
from analyzer.rules.score.steps import open_hand, score_hand
from analyzer.rules.score.told import Bid, HandTold, sides_of
from analyzer.rules.spec.pointgame import PointGame
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import in_form
from analyzer.yamltree.reading import Node, read

SPECS = Path(__file__).parents[2] / "specs"
NAMES = ("A", "B", "C", "D", "E")


def plain(node: Node) -> Any:
    """What stands in a tree, without its places."""
    if isinstance(node.value, dict):
        return {name: plain(each) for name, each in node.value.items()}
    return [plain(each) for each in node.value] if isinstance(node.value, list) else node.value


def cases() -> Iterator[Any]:
    """Every example, of whatever rule set."""
    for path in sorted(SPECS.glob("*/cases.yaml")):
        node, faults = read(path.read_text(encoding="utf-8"), str(path))
        assert node is not None
        assert not faults
        for case in plain(node)["cases"]:
            yield pytest.param(path.parent.name, case, id=f"{path.parent.name}: {case['name']}")


def game_of(rules: RuleSet) -> PointGame:
    assert rules.game.points is not None
    return rules.game.points


def rules_of(name: str, case: Any) -> RuleSet:
    rules = load_ruleset(name, case.get("variant"))
    return in_form(rules, case.get("seats", rules.table.players))


def declares(name: str, case: Any) -> None:
    """What a hand can declare, and what each other player pays for it."""
    told = case["declares"]
    found = declarations_of(rules_of(name, case), cards(told["hand"]))
    assert {each.text(): each.amount for each in found} == told["declared"]


def auction(name: str, case: Any) -> None:
    """Who plays which contract after an auction, the last player dealing, and what was wrong in it."""
    rules, told = rules_of(name, case), case["auction"]
    game, seats = game_of(rules), rules.table.players
    bids = [Bid(NAMES.index(player), says) for bid in told["bids"] for player, says in bid.items()]
    found = judge_auction(game, NAMES[:seats], seats - 1, bids)
    assert [each.clause for each in found.violations] == told.get("wrong", [])
    assert (None if found.declarer is None else NAMES[found.declarer]) == told.get("declarer")
    assert found.contract == told.get("contract")


def position(name: str, case: Any) -> None:
    """What lines of play come to, from a position as in a file."""
    told = {"format": "tarok-position/2", "ruleset": name, "variant": case.get("variant", {})}
    read_in = loads(json.dumps({**told, **case["position"]}))
    for line in read_in.lines:
        assert line.expect is not None
        assert replay(read_in, line).mismatches == ()


def score(name: str, case: Any) -> None:
    """What a hand pays that is told by its points; the points of the last side are the rest."""
    rules, told = rules_of(name, case), case["score"]
    game, seats = game_of(rules), rules.table.players
    partner, declarer = (NAMES.index(told[key]) if key in told else None for key in ("partner", "declarer"))
    said = {NAMES.index(player): words for player, words in told.get("declarations", {}).items()}
    facts = HandTold(
        contract=told.get("contract"), declarer=declarer, partner=partner,
        declared={seat: tuple(each) for seat, each in declared_in_words(rules, said).items()},
    )  # fmt: skip
    sides = sides_of(rules.game, facts, partner)
    units: list[int | None] = [None] * sides.count
    for player, points in told["points"].items():
        units[sides.of[NAMES.index(player)]] = int(points * game.piles.unit)
    if units.count(None) == 1:
        units[units.index(None)] = game.piles.total - sum(each or 0 for each in units)
    came = HandCame(seats, sides, facts, dealer=seats - 1, partner=partner, units=tuple(units))
    book = Book(seats)
    open_hand(game, came, book)
    score_hand(game, came, book)
    for key, wanted in told["expect"].items():
        assert dict(zip(NAMES[:seats], getattr(book, key), strict=True)) == wanted


READERS: Final[dict[str, Callable[[str, Any], None]]] = {
    "declares": declares,
    "auction": auction,
    "position": position,
    "score": score,
}


@pytest.mark.parametrize(("name", "case"), list(cases()))
def test_the_rules_meet_a_worked_example(name: str, case: Any) -> None:
    (kind,) = case.keys() & READERS.keys()
    READERS[kind](name, case)
