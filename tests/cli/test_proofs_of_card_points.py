"""Yes and no in games of card points, proven: strategies and plans, checked by the rules alone."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from commands import Run, process
from effort import part
from jsonschema import Draft202012Validator
from places import POSITIONS
from plan_play import PlanPlay
from schemas import faults
from search.points.plain_play import Tree

import analyzer
from analyzer.api.files.new import answer_schema
from analyzer.cards.card import BY_TEXT, MONDO, PAGAT, Card, Suit
from analyzer.certificates.certificate import digest_of
from analyzer.certificates.plan import read_plan
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.rules.actions import Action
from analyzer.rules.score.goals import Goal, read_goal
from analyzer.search.engine.engine import Budget
from analyzer.search.solve.listing import KnowingLittle

ENDINGS = "positions/endings/"
ASKED = [
    ("basic-two-tricks", "last_trick", "A", True, ["A"]),
    ("basic-partners", "last_trick", "B", False, ["B", "D"]),
    ("lhombre-half", "half", "A", True, ["A"]),
    ("lhombre-contract-defended", "contract", "A", False, ["A"]),
    ("french-pagat-ultimo", "pagat_ultimo", "A", True, ["A"]),
    ("tapp-contract-one-card", "contract", "A", True, ["A"]),
    ("slovenian-pagat-caught", "pagat_ultimo", "A", False, ["A"]),
]
every_answer = pytest.mark.parametrize(("name", "goal", "player", "holds", "by"), part(ASKED, 3))


def sealed(content: dict[str, Any], file: Path) -> str:
    file.write_text(json.dumps(content | {"digest": digest_of(content)}), encoding="utf-8")
    return str(file)


@every_answer
def test_a_strategy_is_written_and_proven_and_no_other_move_passes_for_it(
    run: Run, tmp_path: Path, name: str, goal: str, player: str, *, holds: bool, by: list[str]
) -> None:
    out = tmp_path / "out.json"
    asked = run(
        "forced",
        f"{ENDINGS}{name}.yaml",
        "--goal",
        goal,
        "--for",
        player,
        "--certificate",
        str(out),
        "--json",
    )
    assert (asked.status, asked.json["holds"], asked.json["by"]) == (0 if holds else 1, holds, by)
    assert faults("forced", asked.json) == []
    content = json.loads(out.read_text(encoding="utf-8"))
    assert asked.json["certificate"]["moves"] == len(content["strategy"]) > 0
    checked = run("certify", str(out), "--json")
    assert (checked.status, checked.json["proven"], checked.json["goal"]) == (0, True, goal)
    assert faults("certify", checked.json) == []
    assert faults("certificate", content) == []
    opposite = run("certify", sealed(content | {"holds": not holds}, tmp_path / "not.json"), "--json")
    assert (opposite.status, opposite.json["proven"]) == (1, False)
    silent = run("certify", sealed(content | {"strategy": {}}, tmp_path / "silent.json"), "--json")
    assert (silent.status, silent.json["flaw"]) == (1, "lost" if holds else "reached")


def ends(board: Position, play: PlanPlay, line: tuple[Action, ...]) -> list[tuple[Action, ...]]:
    """Every line in which those who follow a plan follow it."""
    if board.over:
        return [line]
    return [end for move in play.moves(board.table) for end in ends(board.after(move), play, (*line, move))]


@every_answer
def test_a_plan_gets_its_way_in_every_line_that_follows_it(
    run: Run, tmp_path: Path, name: str, goal: str, player: str, *, holds: bool, by: list[str]
) -> None:
    file, out = f"{ENDINGS}{name}.yaml", tmp_path / "plan.json"
    asked = run("explain", file, "--goal", goal, "--for", player, "--certificate", str(out), "--json")
    assert (asked.status, asked.json["holds"]) == (0 if holds else 1, holds)
    assert list(Draft202012Validator(answer_schema("explain")).iter_errors(asked.json)) == []
    assert set(asked.json["by"]) <= set(by) if holds else not set(asked.json["by"]) & set(by)
    assert asked.json["plan"].keys() <= set(asked.json["by"])
    position, wanted = analyzer.load(file), read_goal(goal)
    assert wanted is not None
    play, tree = PlanPlay(position, asked.json["plan"], Goal.ULTIMO, 0, holds), Tree(position)
    lines = ends(position, play, ())
    assert lines
    assert all(tree.played(line).reached(wanted, position.seat(player)) is holds for line in lines)
    assert run("certify", str(out)).status == 0


MATTERED = [
    ("lhombre-half", "half", "A"),
    ("tapp-contract-one-card", "contract", "A"),
    ("french-mond-for-the-target", "contract", "A"),
    ("french-pagat-ultimo", "pagat_ultimo", "A"),
    ("tapp-all-tricks", "all_tricks", "A"),
    ("basic-ten-points", "points>=10", "A"),
]
what_mattered = pytest.mark.parametrize(("name", "goal", "player"), part(MATTERED, 3))


def told_why(run: Run, name: str, goal: str, player: str) -> tuple[Position, dict[str, Any]]:
    asked = run("explain", f"{ENDINGS}{name}.yaml", "--goal", goal, "--for", player, "--json")
    return analyzer.load(f"{ENDINGS}{name}.yaml"), asked.json


def dealt_anew(position: Position, names: Mapping[Card, Card]) -> Position:
    hands = tuple(frozenset(names.get(card, card) for card in hand) for hand in position.hands)
    trick = tuple(laid._replace(card=names.get(laid.card, laid.card)) for laid in position.trick)
    return replace(position, hands=hands, trick=trick)


@what_mattered
def test_a_plan_lasts_where_other_cards_without_points_come_out_the_same_in_what_mattered(
    run: Run, name: str, goal: str, player: str
) -> None:
    position, told = told_why(run, name, goal, player)
    pairs = {(pair["higher"], pair["lower"]) for pair in told["mattered"]}
    height, wanted, rng = position.spec.height, read_goal(goal), random.Random(4)
    assert wanted is not None
    there = [*itertools.chain(*position.hands), *(laid.card for laid in position.trick)]
    for _ in range(3):
        names: dict[Card, Card] = {}
        for suit in Suit:
            free = [card for card in there if card.suit is suit and not card.is_court]
            left = sorted((card for card in free if card not in (PAGAT, MONDO)), key=height)
            ranks = [*left]
            for rank in ranks:
                now = rng.choice([c for c in left if not any((str(c), str(o)) in pairs for o in left)])
                names[now] = rank
                left.remove(now)
        lines = json.loads(json.dumps(told["plan"]))
        words = {str(card): str(now) for card, now in names.items()}
        for line in itertools.chain(*lines.values()):
            line["first"] = [[words.get(word, word)] for group in line["first"] for word in group]
            for event in line["when"]:
                card = event.get("card")
                event.update({} if card is None else {"card": words.get(card, card)})
        anew = dealt_anew(position, names)
        play, tree = PlanPlay(anew, lines, Goal.ULTIMO, 0, told["holds"]), Tree(anew)
        played = [tree.played(line) for line in ends(anew, play, ())]
        assert all(each.reached(wanted, position.seat(player)) is told["holds"] for each in played)


@what_mattered
def test_no_comparison_and_no_card_that_counts_can_go(run: Run, name: str, goal: str, player: str) -> None:
    position, told = told_why(run, name, goal, player)
    wanted, seat = read_goal(goal), position.seat(player)
    assert wanted is not None
    plan = read_plan(told["plan"], position.players, told["by"])
    pairs = [(BY_TEXT[pair["higher"]], BY_TEXT[pair["lower"]]) for pair in told["mattered"]]
    by = sum(1 << position.seat(each) for each in told["by"])
    root = Hand.from_position(position)

    def reached(end: Hand) -> bool:
        return end.reached(wanted, seat) is told["holds"]

    play = KnowingLittle(root, plan, by, reached, Budget())
    assert play.proves(pairs)
    assert not any(play.proves([other for other in pairs if other != pair]) for pair in pairs)
    assert ("worths" in told) is (goal in ("contract", "points>=10"))
    if goal.startswith("points"):
        side, unit = root.sides.of[seat], root.game.piles.unit
        spared = {*itertools.chain(*position.hands)} - {BY_TEXT[word] for word in told["worths"]}
        assert play.proves(pairs)
        least = {
            end.reckoning.units(side)
            - sum(root.game.piles.worth(card) for card in end.reckoning.cards(side) & spared)
            for end in play.ends
        }
        assert wanted.met(Fraction(min(least), unit))
        lowest = min(root.game.piles.worth(BY_TEXT[word]) for word in told["worths"])
        assert not wanted.met(Fraction(min(least) - lowest, unit))


@what_mattered
def test_an_exchange_loses_exactly_where_the_ending_with_it_is_lost(
    run: Run, name: str, goal: str, player: str
) -> None:
    position, told = told_why(run, name, goal, player)
    lost = []
    for pair in told["mattered"]:
        one, other = BY_TEXT[pair["higher"]], BY_TEXT[pair["lower"]]
        now = dealt_anew(position, {one: other, other: one})
        if analyzer.forced(now, goal, player, by=told["by"]).holds is not told["holds"]:
            lost.append([str(one), str(other)])
    assert told["exchange_loses"] == lost


def test_what_mattered_for_points_is_told_in_both_languages(run: Run) -> None:
    asked = ("explain", f"{ENDINGS}basic-ten-points.yaml", "--goal", "points>=10", "--for", "A")
    english, danish = (" ".join(run(*asked, *more).out.split()) for more in ((), ("--lang", "da")))
    assert "What matters: A's T21 beats C's T14, T13 and T2. No other rank matters." in english
    assert "The points of fool, T21 and ♣C are enough; all others may be lost." in english
    assert "Swap T21 and T14, or T21 and T13, or T21 and T2, and the answer changes." in english
    assert "Pointene for skis, T21 og ♣C er nok; alle andre må gå tabt." in danish
    assert "Byttes T21 og T14, eller T21 og T13, eller T21 og T2 om, går det ikke." in danish


def test_every_process_finds_the_same_plan() -> None:
    file = str(POSITIONS / "endings" / "basic-last-trick-denied.yaml")
    one, other = (process("explain", file, PYTHONHASHSEED=seed) for seed in ("1", "9"))
    assert (one.returncode, one.stdout) == (1, other.stdout)  # No: he cannot
