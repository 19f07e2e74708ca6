"""The audit of a line in a game of card points: what each card was worth, and what it let go."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from commands import Run, run
from contract.dealing import dealt, played
from rulesets import FORMS, POINT_RULES
from schemas import faults
from search.points.test_worked_endings import position

from analyzer.position.files.writing import dumps
from analyzer.position.model import Position
from analyzer.position.reading import loads
from analyzer.search.review import audit

__all__ = ["run"]


def audited(run: Run, text: str, *options: str) -> Any:
    done = run("replay", "-", "--audit", "--json", *options, stdin=text)
    assert done.status == 0, done.err
    assert faults("replay", done.json) == []
    return done.json["lines"][0]["audit"]


BEGGAR = position(
    "slovenian",
    "A",
    "s9 c9 T9 / c7 T3 T6 / hV T7 T15",
    contract="beggar",
    declarer="A",
    lines=[{"name": "led wrongly", "play": "s9 T3 T7 hV T9 T6 c9 c7 T15"}],
)


def test_the_card_that_let_a_beggar_go_is_marked(run: Run) -> None:
    first, *others = audited(run, BEGGAR)["decisions"]
    assert (first["player"], first["card"]) == ("A", "s9")
    assert first["before"]["goals"]["A"]["contract"]["status"] == "forced"
    assert first["after"]["goals"]["A"]["contract"]["forced_by"] != [["A"]]
    assert [(mark["kind"], mark["player"], mark.get("goal")) for mark in first["marks"]] == [
        ("let-go", "A", "contract"),
        ("lost-points", "A", None),
    ]
    assert all(each["before"] is not None and each["after"] is not None for each in others)


def test_the_audit_is_told_in_words_of_both_languages(run: Run) -> None:
    english, danish = (
        run("replay", "-", "--audit", "--lang", lang, stdin=BEGGAR).out for lang in ("en", "da")
    )
    assert "lets go of what was forced: contract" in english
    assert "kontrakt" in danish


def line_of(name: str, seats: int, seed: int) -> Position:
    """An ending of three tricks with the line in which it was played at random."""
    hand = list(played(dealt(name, seats, seed), seed))
    start = next(position for position, _, _ in hand if position.tricks_left == 3)
    cards = [str(action) for position, action, _ in hand if position.tricks_left <= 3]
    told = json.loads(json.dumps({"name": "at random", "play": " ".join(cards)}))
    text = dumps(start) + f"lines:\n  - {{name: {told['name']}, play: {told['play']}}}\n"
    return loads(text)


@pytest.mark.parametrize(("name", "seats"), [each for each in FORMS if each[0] in POINT_RULES])
def test_a_card_costs_its_own_side_alone_and_the_end_is_what_was_reached(
    run: Run, name: str, seats: int
) -> None:
    start = line_of(name, seats, 21)
    text = dumps(start)
    whole = run("replay", "-", "--audit", "--json", stdin=text).json["lines"][0]
    decisions = whole["audit"]["decisions"]
    assert len(decisions) == 3 * seats
    for one, other in pairwise(decisions):
        assert one["after"] == other["before"]
    leaders = {start.players[seat]: start.players[leader_of(start, seat)] for seat in range(seats)}
    for each in decisions:
        for mark in each["marks"]:
            own = leaders[mark["player"]] == leaders[each["player"]]
            assert own is (mark["kind"] != "gave-away")
    last = decisions[-1]["after"]
    if "points" in last:
        assert last["points"] == whole["points"]
    assert last["tricks"] == whole["tricks"]


def leader_of(position: Position, seat: int) -> int:
    sides = position.sides
    return sides.leader(sides.of[seat], position.told.declarer)


def test_what_takes_too_much_far_from_the_end_is_left_out_and_asked_for_a_few_times_only(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "NEAR_TRICKS", 1)
    monkeypatch.setattr(audit, "FAR_NODES", 3)
    monkeypatch.setattr(audit, "FAR_MISSES", 2)
    whole = audited(run, BEGGAR)
    found = [set((each["before"] or {}).get("goals", {}).get("A", {})) for each in whole["decisions"]]
    assert all("contract" in goals for goals in found[-3:])
    assert not all("contract" in goals for goals in found[:6])
    assert whole["limits"]["reason"] == "with more than 1 trick left what takes long was not valued"


def test_a_whole_hand_is_audited_from_its_first_card(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "FAR_NODES", 2_000)
    hand = list(played(dealt("tapp", 3, 5), 5))
    cards = " ".join(str(action) for _, action, _ in hand)
    text = dumps(hand[0][0]) + f"lines:\n  - {{name: at random, play: {json.dumps(cards)}}}\n"
    decisions = audited(run, text)["decisions"]
    assert len(decisions) == 48
    known = [each["before"]["goals"] for each in decisions]
    assert all(any("all_tricks" in goals for goals in each.values()) for each in known)
    assert any(mark["kind"] == "lost-points" for each in decisions for mark in each["marks"])
