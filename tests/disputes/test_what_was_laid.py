"""What was laid (`play`), or laid and said (`events`), is read in every kind where it has sense."""

from __future__ import annotations

import json

import pytest
from commands import Run

HEAD = "format: tarok-dispute/1\n"
REVOKE = "hands: {A: h5 h6 c2 c3, B: fool h7 T4 c5, C: T9 d3 d4 h9}\nlead: A\n"
KING = "hands: {A: dR T7, B: hR d9, C: c7 c2}\nlead: A\n"
NAMING = "hands: {A: d8 s3 fool, B: h1 h2 h3, C: c1 c2 c3}\nlead: A\n"


@pytest.mark.parametrize(
    ("kind", "facts", "laid", "done"),
    [
        ("play", REVOKE, "h5 T4", "[{A: {leads: h5}}, {B: {plays: T4}}]"),
        ("propriety", KING, "T7 hR", "[{A: {leads: T7}}, {B: {plays: hR}}]"),
        (
            "fool-naming",
            NAMING,
            "fool=h h1 c1",
            "[{A: {leads: fool, names: h}}, {B: {plays: h1}}, {C: {plays: c1}}]",
        ),
    ],
)
def test_a_dispute_told_by_play_is_settled_as_one_told_by_events(
    run: Run, kind: str, facts: str, laid: str, done: str
) -> None:
    told = [
        run("check", f"{HEAD}kind: {kind}\n{facts}{key}: {what}\n", "--json").json
        for key, what in (("play", laid), ("events", done))
    ]
    assert told[0] == told[1]


def test_play_and_events_together_say_the_same_and_neither_says_nothing(run: Run) -> None:
    both = f"{HEAD}kind: play\n{REVOKE}play: h5\nevents: [{{A: {{leads: h5}}}}]\n"
    assert "`play` and `events` say the same" in run("check", both).err
    assert "expected one of `play` and `events`" in run("check", f"{HEAD}kind: play\n{REVOKE}").err


def test_a_card_out_of_turn_is_told_where_it_stands_in_a_question_of_propriety(run: Run) -> None:
    ran = run("check", f"{HEAD}kind: propriety\n{KING}events: [{{A: {{leads: T7}}}}, {{C: {{plays: c7}}}}]\n")
    assert ran.status == 3
    assert "5:29: it is B's turn" in ran.err


def test_a_trick_of_four_cards_is_no_naming_of_three_players(run: Run) -> None:
    ran = run("check", f"{HEAD}kind: fool-naming\n{NAMING}play: fool=h h1 c1 c2\n")
    assert (ran.status, "the trick is full" in ran.err) == (3, True)


def test_of_four_players_one_sits_out(run: Run) -> None:
    facts = "kind: irregularity\nplayers: [A, B, C, D]\nirregularity: lead-out-of-turn\nby: B\n"
    ran = run("check", f"{HEAD}{facts}sitting_out: D\n", "--json")
    alone = facts.replace("[A, B, C, D]", "[A, B, C]")
    assert ran.json == run("check", f"{HEAD}{alone}sitting_out: D\n", "--json").json
    assert "expected `sitting_out:` with the one of them who does not play" in run("check", HEAD + facts).err


def test_a_text_is_of_the_kind_that_is_asked_for(run: Run) -> None:
    told = "{hands: {A: h5 h6 c2 c3, B: fool h7 T4 c5, C: T9 d3 d4 h9}, lead: A, play: h5 T4}"
    ran = run("check", told, "--kind", "play")
    assert (ran.status, ran.out.split(":")[0]) == (1, "ILLEGAL")
    assert (
        "of the kind play"
        in run("check", told.replace("{hands", "{kind: play, hands", 1), "--kind", "trick").err
    )
    assert "the kind is nothing" in run("check", told, "--kind", "nothing").err


def test_several_disputes_are_one_booklet_and_the_screen_has_a_line_each(run: Run, tmp_path) -> None:  # type: ignore[no-untyped-def]
    files = [f"positions/disputes/{name}.yaml" for name in ("discard-king", "demand-in-time")]
    out = tmp_path / "two.html"
    ran = run("check", *files, "-o", str(out))
    assert ran.status == 1
    lines = ran.out.splitlines()
    assert [line.partition(": ")[0] for line in lines] == [*files, str(out)]
    assert out.read_text(encoding="utf-8").count("<h1>") == 3
    assert len(json.loads(run("check", files[0], "-o", str(out), "--json").out)) > 5
