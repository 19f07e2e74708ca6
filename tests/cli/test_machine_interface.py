"""The JSON that other programs read: its keys, and that a part not asked for is absent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from commands import PROP1, Run, written

GOALS = ["ultimo", "king_ultimo", "pagat_ultimo", "last_trick", "bagud"]


def test_solve_writes_every_part_of_the_answer(run: Run, prop1: str) -> None:
    found = run("solve", prop1, "--json").json
    grounds = {"rests_on", "unsettled", "readings"}
    assert grounds <= set(found)
    assert [key for key in found if key not in grounds] == [
        "schema", "ruleset", "variant", "digest", "to_play", "tricks_left", "goals", "guarantee",
        "equilibria", "cards", "limits", "stats",
    ]  # fmt: skip
    assert found["schema"] == "tarok-analyze/solve/1"
    assert (found["ruleset"], found["to_play"], found["tricks_left"]) == ("danish", "B", 2)
    assert list(found["goals"]) == ["A", "B", "C"]
    assert all(list(goals) == GOALS for goals in found["goals"].values())
    assert found["goals"]["A"]["ultimo"] == {
        "status": "depends", "forced_by": [["B"]], "prevented_by": [["B"]],
    }  # fmt: skip
    assert found["goals"]["A"]["last_trick"] == {
        "status": "automatic", "forced_by": [[]], "prevented_by": [],
    }  # fmt: skip
    assert found["guarantee"] == {"A": 40, "B": -75, "C": -55}
    assert found["limits"] == {"complete": True}
    assert found["stats"]["nodes"] > 0


def test_an_equilibrium_has_tokens_pots_and_a_whole_line(run: Run, prop1: str) -> None:
    [only] = run("solve", prop1, "--json").json["equilibria"]
    assert only["tokens"] == {"A": 130, "B": -75, "C": -55}
    assert only["pots"] == {"king": 0, "pagat": 0}
    assert only["line"][0] == "hR"
    assert sorted(only["line"]) == sorted(["dR", "T7", "hR", "d9", "c7", "c2"])


def test_every_card_has_the_same_parts_as_the_position(run: Run, prop1: str) -> None:
    king, nine = run("solve", prop1, "--json").json["cards"]
    assert list(king) == [
        "card", "names", "equals", "goals", "guarantee", "equilibria", "proper", "why",
        "evidence",
    ]  # fmt: skip
    assert (king["card"], king["names"], king["equals"], king["proper"]) == ("hR", None, [], False)
    assert king["goals"]["A"]["ultimo"]["status"] == "automatic"
    plans = {"against", "better"}
    assert plans <= {*king["evidence"]}
    assert {key: value for key, value in king["evidence"].items() if key not in plans} == {
        "clause": "proper.protect-pots",
        "player": "A",
        "goal": "ultimo",
        "instead": "d9",
        "line": ["d9", "c7", "dR", "T7", "hR", "c2"],
        "offence": ["hR", "c7", "T7", "dR", "d9", "c2"],
    }
    assert (nine["card"], nine["proper"]) == ("d9", True)
    assert "evidence" not in nine
    assert nine["guarantee"] == {"A": 40, "B": -140, "C": 40}


def test_a_led_fool_has_one_entry_for_each_suit_it_may_name(run: Run) -> None:
    text = "format: tarok-position/1\nhands: {A: fool, B: hR, C: d4}\nlead: A\n"
    found = run("solve", "-", "--json", stdin=text).json
    assert [(card["card"], card["names"]) for card in found["cards"]] == [("fool", "h"), ("fool", "d")]
    assert found["equilibria"][0]["line"][0] in ("fool=h", "fool=d")


@pytest.mark.parametrize(
    ("options", "absent", "present"),
    [
        (["--no-tokens"], ["guarantee", "equilibria"], ["goals", "cards"]),
        (["--no-goals"], ["goals"], ["guarantee", "equilibria", "cards"]),
        (["--no-cards"], ["cards"], ["goals", "guarantee", "equilibria"]),
        (["--goal", "ultimo", "--for", "A"], ["guarantee", "equilibria"], ["goals", "cards"]),
        (["--goal", "ultimo", "--for", "A", "--tokens"], [], ["goals", "guarantee", "equilibria"]),
    ],
)
def test_a_part_not_asked_for_is_absent(
    run: Run, prop1: str, options: list[str], absent: list[str], present: list[str]
) -> None:
    found = run("solve", prop1, "--json", *options).json
    for answer in [found, *found.get("cards", [])]:
        assert not any(part in answer for part in absent)
        assert all(part in answer for part in present if part != "cards" or answer is found)


def test_one_goal_of_one_player_is_answered_alone(run: Run, prop1: str) -> None:
    found = run("solve", prop1, "--json", "--goal", "last-trick", "--for", "a").json
    assert list(found["goals"]) == ["A"]
    assert list(found["goals"]["A"]) == ["last_trick"]


def test_both_engines_write_the_same_answer(run: Run, prop1: str) -> None:
    def answer(engine: str) -> Any:
        found = run("solve", prop1, "--json", "--engine", engine).json
        for card in found["cards"]:
            for plan in ("against", "better"):  # the core alone looks for plans
                card.get("evidence", {}).pop(plan, None)
        return {key: value for key, value in found.items() if key != "stats"}

    assert answer("native") == answer("reference")


def test_forced_writes_the_answer_with_its_minimal_sets(run: Run, prop1: str) -> None:
    found = run("forced", prop1, "--goal", "ultimo", "--for", "A", "--by", "B", "--json").json
    assert found["schema"] == "tarok-analyze/forced/1"
    assert (found["holds"], found["goal"], found["player"], found["by"]) == (True, "ultimo", "A", ["B"])
    assert (found["status"], found["forced_by"]) == ("depends", [["B"]])
    assert len(found["line"]) == 6


def test_replay_writes_trick_by_trick_who_paid_whom(run: Run, prop1: str) -> None:
    found = run("replay", prop1, "--json").json
    assert found["schema"] == "tarok-analyze/replay/1"
    line = found["lines"][0]
    assert line["name"] == "B leads the king"
    first, last = line["events"]
    assert (first["cards"], first["winner"], first["lead"]) == (["hR", "c7", "T7"], "A", "B")
    assert {payment["clause"] for payment in first["payments"]} == {"payment.early-king"}
    assert {"payer": "king pot", "payee": "A", "amount": 65, "clause": "payment.king-ultimo"} in last[
        "payments"
    ]
    assert line["outcome"] == {
        "ultimo": "A", "king_ultimo": "A", "pagat_ultimo": None, "last_trick": "A", "tout": None,
        "nolo": None, "bagud": [],
    }  # fmt: skip
    assert line["tokens"] == {"A": 130, "B": -75, "C": -55}
    assert line["pots"] == {"king": 0, "pagat": 0}
    assert line["expected"] == {"met": True, "differs": []}


def test_the_payments_of_a_line_add_up_to_its_tokens(run: Run, prop1: str) -> None:
    for line in run("replay", prop1, "--json").json["lines"]:
        balance = dict.fromkeys(["A", "B", "C", "king pot", "pagat pot"], 0)
        for event in line["events"]:
            for payment in event["payments"]:
                balance[payment["payer"]] -= payment["amount"]
                balance[payment["payee"]] += payment["amount"]
        assert {name: balance[name] for name in "ABC"} == line["tokens"]
        assert {"king": balance["king pot"], "pagat": balance["pagat pot"]} == line["pots"]


def test_replay_tells_what_was_irregular_and_what_no_source_settles(run: Run) -> None:
    text = """\
format: tarok-position/1
hands: {A: fool h2 hR, B: c5 c9 d2, C: c2 s3 s4}
lead: A
lines:
  - {name: early, play: h2 s3 c5}
  - {name: open, play: "fool=h void[B] c5 claim[C]=s s3"}
"""
    early, asked = [line["events"][0] for line in run("replay", "-", "--json", stdin=text).json["lines"]]
    assert [(each["kind"], each["player"], each["card"], each["clause"]) for each in early["said"]] == [
        ("play", "C", "s3", "irregularity.premature-play")
    ]
    assert "unsettled" not in early
    assert asked["said"][0]["clause"] == "irregularity.unfollowable-name"
    [question] = asked["unsettled"]
    assert question["clauses"] == ["naming.statement", "naming.lost-right"]
    assert len(question["readings"]) == 2


def test_a_line_that_expects_nothing_is_neither_met_nor_missed(run: Run, tmp_path: Path) -> None:
    text = "\n".join(each for each in PROP1.splitlines() if "expect:" not in each)
    ran = run("replay", written(tmp_path, text), "--json")
    assert ran.status == 0
    assert [line["expected"] for line in ran.json["lines"]] == [None, None]


def test_an_audit_marks_the_card_that_gave_the_ultimo_away(run: Run, prop1: str) -> None:
    [line] = run("replay", prop1, "--line", "B leads the king", "--audit", "--json").json["lines"]
    king, *others = line["audit"]["decisions"]
    assert (king["player"], king["card"], king["proper"]) == ("B", "hR", False)
    assert [mark["kind"] for mark in king["marks"]] == ["gave-away", "improper"]
    assert king["before"]["goals"]["A"]["ultimo"]["status"] == "depends"
    assert king["after"]["goals"]["A"]["ultimo"]["status"] == "automatic"
    assert not any(other["marks"] for other in others)


def test_a_decision_of_an_audit_has_the_number_of_its_trick(run: Run, prop1: str) -> None:
    [line] = run("replay", prop1, "--line", "B leads the king", "--audit", "--json").json["lines"]
    tricks = [each["trick"] for each in line["audit"]["decisions"]]
    assert tricks == [event["trick"] for event in line["events"] for _ in event["cards"]]


def test_an_audit_answers_who_could_have_won_and_with_whom(run: Run, prop1: str) -> None:
    [line] = run("replay", prop1, "--line", "B leads the nine", "--audit", "--json").json["lines"]
    found = line["audit"]["judgement"]["could_have_won"]
    assert {player: each["answer"] for player, each in found.items()} == {"A": "no", "B": "no", "C": "no"}
    assert found["A"]["with_help"] == [
        {
            "with": ["B"],
            "decision": 0,
            "player": "B",
            "instead_of": "d9",
            "line": ["hR", "c7", "T7", "dR", "d9", "c2"],
        }
    ]
    assert found["C"]["with_help"] == []


def test_rules_and_schemas_are_json_too(run: Run) -> None:
    assert run("rules", "danish", "--json").json["schema"] == "tarok-analyze/rules/1"
    for kind in ("position", "dispute", "rules"):
        assert run("schema", kind).json["$schema"].startswith("https://json-schema.org/")


def test_a_name_outside_ascii_is_readable_in_json(run: Run) -> None:
    text = "format: tarok-position/1\nplayers: [Søren, B, C]\nhands: {Søren: T1, B: hR, C: d4}\n"
    ran = run("solve", "-", "--json", stdin=text + "lead: Søren\n")
    assert '"to_play": "Søren"' in ran.out
