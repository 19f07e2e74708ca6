"""What the command line answers is answered in Python too, as a programmer asks for it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import consumer
import pytest
from places import POSITIONS

import analyzer
import analyzer.certificates.checker
import analyzer.rules.spec.ruleset
from analyzer.cli.table import COMMANDS
from analyzer.rules.book import Pots

BENT = (frozenset({"Bent"}),)
ANSWERS = {
    "as its JSON": ("ultimo", "Anna", *BENT, "depends", ("hR", "c7", "T7", "dR", "d9", "c2"), None),
    "sets": (BENT, BENT, "depends", BENT, BENT), "sure of": ({"Anna": 40}, 1), "ruled": [[]],
    "one of many": {"holds": False, "nodes": 0},
    "forced": True, "solved": (), "replayed": True, "explained": True,
    "audited": ["hR", "c7", "T7", "dR", "d9", "c2"], "certified": True,
    "checked": ("illegal", ("fool.demand",)), "verified": ["proved"], "compared": (),
    "composed": ["T20"], "graph": 5, "rules": "demand-at-trick", "schema": "Tarok position",
    "legal": ["hR", "d9"], "read": True,
}  # fmt: skip


def test_a_script_that_passes_strict_typing_gets_every_answer() -> None:
    found = consumer.answers(consumer.made(), POSITIONS / "disputes")
    assert {key: found[key] for key in ANSWERS} == ANSWERS


def test_every_command_has_a_function_or_a_method() -> None:
    asked = {"new": "template", "show": "Position", "batch": "forced_many", "rules": "rule_set"}
    programs = {"board", "study"}  # they run until they are ended
    assert {asked.get(name, name) for name in COMMANDS if name not in programs} <= {*dir(analyzer)}


def test_all_that_is_named_is_there() -> None:
    assert [name for name in dir(analyzer) if getattr(analyzer, name, None) is None] == []


@pytest.mark.parametrize("rules", ["danish", "french", "slovenian"])
def test_a_rule_set_is_found_by_its_name(rules: str) -> None:
    assert analyzer.rule_set(rules).name == rules


def test_pots_have_no_place_in_a_game_without_any() -> None:
    position = analyzer.load(str(POSITIONS / "endings" / "tapp-contract-defended.yaml"))
    assert position.pots is None
    with pytest.raises(analyzer.InvalidPosition, match="`pots` in a game that has no use for it"):
        dataclasses.replace(position, pots=Pots(60, 60))


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        ({"lead": 7, "dealer": 9}, ["seat 7", "seat 9"]),
        ({"lead": "Xenia", "hands": {"Anna": "dR T7q"}}, ["T7q: no such card", "no player is called Xenia"]),
        ({"lead": None, "pots": 5, "rules": "danish"}, ["`rules` is", "`lead` is None", "`pots` is 5"]),
        ({"pots": Pots(2**70, -1)}, ["at most 100000000", "-1 tokens in the pagat pot"]),
    ],
)
def test_a_replaced_position_tells_every_fault(changes: dict[str, object], faults: list[str]) -> None:
    with pytest.raises(analyzer.TarokError) as caught:
        dataclasses.replace(consumer.made(), **changes)  # type: ignore[arg-type]
    assert all(fault in str(caught.value) for fault in faults)


def test_a_position_made_of_words_tells_every_fault_without_places() -> None:
    with pytest.raises(analyzer.InvalidPosition) as caught:
        analyzer.Position(
            hands={"A": "dR dQQ", "B": "hR d9", "C": "c7 hR"}, lead="X", foo=3, pots={"king": -3}
        )
    told = str(caught.value)
    for fault in (
        "dQQ: no such card",
        "hR is in two hands (B, C)",
        "no player is called X",
        "`foo`",
        "`king` is -3",
    ):
        assert fault in told
    assert "first at" not in told


def test_a_position_of_a_game_of_card_points_is_made_of_words_too() -> None:
    hands = {"Ana": "dR T7", "Bor": "hR d4", "Cene": "c7 c8", "Dora": "s7 s8"}
    position = analyzer.Position("slovenian", hands=hands, lead=0, contract="two", declarer="Ana")
    assert analyzer.loads(position.to_yaml()) == position
    assert analyzer.forced(position, "tricks>=1", "Ana").holds is True


def test_replaced_hands_may_be_told_by_name() -> None:
    position = dataclasses.replace(
        consumer.made(), lead="Carl", hands={"Anna": "dR", "Bent": "hR", "Carl": "T1"}, lines=()
    )
    assert [str(action) for action in position.legal()] == ["T1"]


@pytest.mark.parametrize(
    ("ask", "fault"),
    [
        (lambda it: analyzer.graph(it, max_positions=0), "`max_positions` is 0"),
        (lambda _: analyzer.certify("x.json", max_nodes=2**70), "`max_nodes` is"),
        (lambda _: analyzer.compose("one-card-wins", count=0), "`count` is 0"),
        (lambda _: analyzer.compose("one-card-win"), "one-card-win"),
        (lambda _: analyzer.verify(rlimit=0), "`rlimit` is 0"),
        (lambda _: analyzer.verify(claims="x"), "unknown claim"),
        (lambda _: analyzer.rule_set("dansken"), "unknown rule set"),
        (lambda _: analyzer.schema("x"), "unknown schema"),
        (lambda _: analyzer.template("x"), "unknown template"),
        (lambda it: analyzer.audit(it, "x"), "no line is called"),
        (lambda it: analyzer.certificate(it, player="X"), "unknown player"),
    ],
)
def test_what_cannot_be_asked_is_refused(ask: Callable[[analyzer.Position], object], fault: str) -> None:
    with pytest.raises(analyzer.TarokError, match=fault):
        ask(consumer.made())


def test_positions_by_other_readings_that_come_one_by_one_are_each_read_by_their_own() -> None:
    cards = "format: tarok-position/1\nhands: {A: h3, B: h5, C: h4}\nlead: A\n"
    texts = [cards, f"{cards}variant: {{red-spots: straight}}\n"] * 50
    found = analyzer.forced_many((analyzer.loads(each) for each in texts), "last_trick", "A")
    assert [each.holds for each in found] == [True, False] * 50
