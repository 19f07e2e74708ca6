"""What a reader sees of a position: the hands, who decides, the signs of every card."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from commands import PROP1
from effort import part
from places import POSITIONS
from syrupy.assertion import SnapshotAssertion

import analyzer
from analyzer.answers.forced import ForcedOrNot
from analyzer.answers.records.replay import replay_blocks
from analyzer.answers.solve import solution_blocks
from analyzer.layout import clip, finished, pad, visible, wrap
from analyzer.position.diagram import hand_lines, table_lines
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.position.question import ForcingClaim
from analyzer.position.replay.model import IllegalLine, Replay
from analyzer.report import terminal
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.score.goals import Goal
from analyzer.rules.spec.grounds import STATED
from analyzer.search.engine.results import THREE, GoalAnswer
from analyzer.search.review.audit import audit
from analyzer.search.review.judgement import Told
from analyzer.search.solve.explain import forced
from analyzer.views.base import dumps
from analyzer.words.verdicts import goal_cell, goal_sentence, sets_of_players

ABC = ("A", "B", "C")

FOOL = """\
format: tarok-position/1
players: [Anna, Bodil, Christian]
dealer: Christian
hands:
  Anna: T10 h3 T1 s4
  Bodil: hR d9 d5 fool
  Christian: T7 h4 cR c2
lead: Bodil
"""


def answer(position: Position, style: TextStyle, **parts: bool) -> str:
    solution = analyzer.solve(position, **parts)  # type: ignore[arg-type]
    return terminal.blocks_text(solution_blocks(position, replace(solution, nodes=123, seconds=0.004)), style)


def refused(position: Position, line: str) -> Replay:
    """What is legal of a line with a move that the rules forbid."""
    with pytest.raises(IllegalLine) as caught:
        analyzer.replay(position, line, strict=True)
    return caught.value.replay


@pytest.mark.parametrize("lang", ["en", "da"])
@pytest.mark.parametrize("width", [60, 80, 100])
def test_the_whole_answer_reads_like_this(width: int, lang: str, snapshot: SnapshotAssertion) -> None:
    assert answer(analyzer.loads(PROP1), TextStyle(width=width, lang=lang)) == snapshot


def test_an_ending_with_the_fool_reads_like_this(snapshot: SnapshotAssertion) -> None:
    assert answer(analyzer.loads(FOOL), TextStyle(width=60)) == snapshot


def test_colours_go_with_the_suits(snapshot: SnapshotAssertion) -> None:
    assert answer(analyzer.loads(PROP1), TextStyle(colour=True), tokens=False) == snapshot


def test_a_replayed_and_audited_line_reads_like_this(snapshot: SnapshotAssertion) -> None:
    position = analyzer.loads(PROP1)
    replays = [analyzer.replay(position, line) for line in position.lines]
    told = [Told(each, audit(position, each)) for each in replays]
    assert terminal.blocks_text(replay_blocks(position, told, STATED), TextStyle()) == snapshot


def test_a_revoke_reads_like_this(snapshot: SnapshotAssertion) -> None:
    position = analyzer.loads(PROP1.replace("d9 c7 dR T7", "d9 c7 T7 dR"), "revoke.yaml")
    assert (
        terminal.blocks_text(
            replay_blocks(position, [Told(refused(position, "B leads the nine"))], STATED), TextStyle()
        )
        == snapshot
    )


IRREGULAR = """\
format: tarok-position/1
hands: {A: fool h2 hR, B: c5 c9 d2, C: c2 s3 s4}
lead: A
fool_demand: false
lines:
  - name: before his turn
    play: h2 s3 c5
  - name: a name nobody follows, and a player who says he is void and does not name
    play: fool=h void[B] c5 claim[C]=s s3
"""


@pytest.mark.parametrize("lang", ["en", "da"])
def test_what_was_irregular_or_is_unsettled_reads_like_this(lang: str, snapshot: SnapshotAssertion) -> None:
    position = analyzer.loads(IRREGULAR)
    told = [Told(analyzer.replay(position, line)) for line in position.lines]
    assert (
        terminal.blocks_text(replay_blocks(position, told, STATED), TextStyle(width=60, lang=lang))
        == snapshot
    )


def test_forced_reads_like_this(snapshot: SnapshotAssertion) -> None:
    position = analyzer.loads(PROP1)
    found = forced(position, Goal.ULTIMO, 0, 0b101)
    claim = ForcingClaim(Goal.ULTIMO, 0, 0b101, THREE, Hand.from_position(position))
    answer = ForcedOrNot(position, claim, replace(found, nodes=9, seconds=0.001))
    assert terminal.text(answer, TextStyle(stats=True)) == snapshot


def test_play_goes_round_counter_clockwise_from_the_first_player_below() -> None:
    lines = table_lines(TextStyle(), analyzer.loads(PROP1))
    assert re.search(r"^C .*B ", lines[0])
    assert lines[-2].strip() == "A"
    assert lines[-1].strip() == "♦R T7"


def test_the_cards_of_the_trick_lie_before_their_players() -> None:
    text = (
        PROP1.replace("B: hR d9", "B: hR").replace("lead: B\n", "lead: B\ntrick: [d9]\n").split("lines:")[0]
    )
    shown = table_lines(TextStyle(), analyzer.loads(text))
    assert any(re.search(r"│ · +♦9 │", line) for line in shown)
    assert any("B  led" in line for line in shown)
    assert any("C  to play" in line for line in shown)


def test_a_long_hand_is_laid_out_by_suits_from_high_to_low() -> None:
    hand = analyzer.loads(
        "format: tarok-position/1\nhands: {A: T2 h4 hR fool h3 sD s2 T21 dR, B: h1 h2 h5 h6 h7 h8 h9 h10 d1, "
        "C: c1 c2 c3 c4 c5 c6 c7 c8 c9}\nlead: A\n"
    ).hands[0]
    assert hand_lines(TextStyle(), hand, 12) == ["♥ R 3 4", "♦ R", "♠ D 2", "T 21 2", "fool"]
    assert hand_lines(TextStyle(symbols=False), hand, 40) == ["hR h3 h4 dR sD s2 T21 T2 fool"]


@pytest.mark.parametrize(
    ("forcing", "words"),
    [
        (0b11111111, "automatic"),
        (0b10101010, "forced"),
        (0b11001100, "by B"),
        (0b10001000, "by A+B"),
        (0b10101000, "by A+B / A+C"),
        (0b11101000, "any two together"),
        (0b10000000, "all together"),
        (0b00000000, "–"),
    ],
)
def test_a_goal_is_told_in_few_words(forcing: int, words: str) -> None:
    assert goal_cell(GoalAnswer(0, Goal.ULTIMO, forcing), ABC) == words


def test_a_bagud_names_those_who_can_bring_it_about() -> None:
    assert goal_cell(GoalAnswer(1, Goal.BAGUD, 0b11101110), ABC) == "by A / B"


def test_the_one_line_of_why_names_the_player_who_decides() -> None:
    decided = GoalAnswer(0, Goal.ULTIMO, 0b11001100)
    assert goal_sentence(decided, ABC) == (
        "A's Ultimo is up to B, who alone can give it and alone can prevent it."
    )
    open_ = GoalAnswer(0, Goal.ULTIMO, 0b10101000)
    assert goal_sentence(open_, ABC) == (
        "A's Ultimo can go either way: A with B or A with C can force it, A or B with C can prevent it."
    )


def test_sets_of_players_are_told_as_at_the_table() -> None:
    assert sets_of_players([0b011, 0b101, 0b110], ABC) == "any two together"
    assert sets_of_players([0b111], ABC) == "all together"
    assert sets_of_players([0b001, 0b110], ABC) == "A or B with C"


def test_nobody_is_said_to_be_without_an_ultimo_unless_all_were_asked() -> None:
    text = PROP1.replace("A: [dR, T7]", "A: [d1, T7]").replace("B: hR d9", "B: h3 d9")
    position = analyzer.loads(text.split("lines:")[0])
    told = "No one can win an Ultimo"
    assert told in answer(position, TextStyle(width=100))
    only = analyzer.solve(position, player="A")
    assert told not in terminal.blocks_text(solution_blocks(position, only), TextStyle(width=100))


def test_control_characters_in_a_name_never_reach_the_terminal() -> None:
    assert "\x1b" not in TextStyle().name("A\x1b[31mB")
    assert TextStyle().safe("one\ntwo\x07") == "one two?"


def test_wrapping_loses_no_word_and_keeps_glued_words_together() -> None:
    lines = wrap("a\u00a0b ccc dddd ee", 6, "* ", "  ")
    assert lines == ["* a\u00a0b", "  ccc", "  dddd", "  ee"]
    assert wrap("abcdefghij", 4) == ["abcd", "efgh", "ij"]
    assert finished(["x" * 12, "y  "], 5).splitlines() == ["  xxx", "  xxx", "  xxx", "  xxx", "y"]


def test_wide_and_combining_letters_count_as_the_eye_sees_them() -> None:
    assert (visible("日本"), visible("e\u0301"), visible("\x1b[31m♥R\x1b[0m")) == (4, 1, 2)
    assert pad("日", 4) == "日  "
    assert clip("Christoffer", 6) == "Chris."


def test_json_keeps_short_things_on_one_line() -> None:
    value = {"goals": {"A": [1, 2]}, "line": ["hR"] * 40}
    text = dumps(value)
    assert '"goals": {"A": [1, 2]}' in text
    assert text.count('"hR"') == 40
    assert max(map(len, text.splitlines())) <= 100


ENDINGS = sorted((POSITIONS / "endings").glob("*.yaml"))


@pytest.mark.parametrize("path", part(ENDINGS, 10), ids=lambda path: path.stem)
def test_no_word_is_broken_in_a_narrow_terminal(path: Path) -> None:
    position = analyzer.load(path)
    told = solution_blocks(position, analyzer.solve(position, max_nodes=20_000))
    narrow, broad = (terminal.blocks_text(told[:-1], TextStyle(width)) for width in (40, 100))
    assert set(re.findall(r"\w+", narrow)) == set(re.findall(r"\w+", broad))
    assert all(visible(line) <= 40 for line in narrow.splitlines())
