"""What is said of a whole line: who could have won the Ultimo, what mistakes cost, and the evidence."""

from __future__ import annotations

import random

import pytest
from commands import PROP1
from effort import part
from places import ROOT
from positions_strategy import Shape, random_position

import analyzer
from analyzer.answers.records.replay import replay_blocks
from analyzer.answers.solve import solution_blocks
from analyzer.layout import visible
from analyzer.messages import say
from analyzer.position.files.moves import spoken_moves
from analyzer.position.model import Position
from analyzer.position.reading import load
from analyzer.position.replay.model import IllegalLine, Replay
from analyzer.position.replay.replay import replay
from analyzer.position.setting import Line
from analyzer.report import terminal
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.actions import ActionKind
from analyzer.rules.spec.grounds import STATED
from analyzer.search.engine.results import Limits
from analyzer.search.review.audit import audit
from analyzer.search.review.judgement import Told, judged_line

PLAIN = TextStyle(width=80)
A_LEADS = PROP1.replace("lead: B", "lead: A")


def played(of: Position, words: str) -> Replay:
    try:
        return replay(of, Line("as played", spoken_moves(words, "line", of.players)))
    except IllegalLine as illegal:
        return illegal.replay


def replay_lines(style: TextStyle, of: Position, line: Told) -> list[str]:
    """What is said of a line, as a terminal shows it, without the position."""
    return terminal.blocks_text(replay_blocks(of, [line], STATED)[:-1], style).splitlines()


def told(of: Position, words: str, style: TextStyle = PLAIN, **more: int) -> list[str]:
    """What is said under `Judgement`, a line of text each."""
    line = played(of, words)
    found = audit(of, line, **more)  # type: ignore[arg-type]
    text = [
        each.replace("\xa0", " ")
        for each in replay_lines(style, of, Told(line, found, judged_line(of, line, found)))
    ]
    said = text[text.index(style.render(say("Judgement"))) + 1 :]
    return said[: said.index("")] if "" in said else said


def test_an_improper_card_is_judged_with_its_trick_its_price_and_the_better_play() -> None:
    assert told(analyzer.loads(PROP1), "hR c7 T7 dR d9 c2") == [
        "After B's ♥R in trick 24, A's Ultimo could be forced.",
        "B's ♥R was improper. Compared with ♦9 it cost or won: A +90, B +65, C -95.",
        "Prevented: B: ♦9 ♣7 ♦R → A · A: T7 ♥R ♣2 → A",
        "Why: No line of play leads to A's Ultimo; any card will do.",
        "A won the Ultimo.",
        "B and C could not have forced the Ultimo, alone or together with one other.",
    ]


def test_who_let_the_own_ultimo_go_reads_how_to_win_it() -> None:
    assert told(analyzer.loads(A_LEADS), "dR d9 c7 T7 hR c2") == [
        "A's Ultimo was forced from the start.",
        "A's ♦R in trick 24 lost A's Ultimo.",
        "Effect of A's ♦R: A -90, C +95.",
        "A could have won the Ultimo with another card than ♦R in trick 24:",
        "  A: T7 ♥R ♣7 → A · A: ♦R ♦9 ♣2 → A",
        "Why: A plays T7 as soon as it is legal; nothing else matters.",
        "B and C could not have forced the Ultimo, alone or together with one other.",
    ]


def test_who_could_not_alone_reads_with_whom_and_until_when() -> None:
    assert told(analyzer.loads(PROP1), "d9 c7 dR T7 hR c2") == [
        "A could have won the Ultimo together with B until B's ♦9 in trick 24:",
        "  B: ♥R ♣7 T7 → A · A: ♦R ♦9 ♣2 → A",
        "B and C could not have forced the Ultimo, alone or together with one other.",
    ]


def test_a_line_that_ends_early_leaves_the_ultimo_to_be_won() -> None:
    assert told(analyzer.loads(A_LEADS), "T7")[:2] == [
        "A's Ultimo was forced from the start.",
        "A can still force the Ultimo.",
    ]


def test_a_line_that_was_not_valued_from_its_start_says_from_where() -> None:
    said = told(analyzer.loads(A_LEADS), "T7 hR c7 dR d9 c2", most_tricks=1)
    assert said[:3] == [
        "Judged from A's ♦R in trick 25 on.",
        "A's Ultimo could already be forced.",
        "A won the Ultimo.",
    ]
    assert " ".join(said[3:]) == (
        "From A's ♦R in trick 25 on, B and C could not have forced the Ultimo, alone or   together with one "
        "other."
    )


def test_of_tricks_that_were_not_valued_it_is_not_said_that_nobody_had_a_chance() -> None:
    of, words = analyzer.loads(PROP1), "d9 c7 dR T7 hR c2"
    assert any("A could have won the Ultimo together with B" in each for each in told(of, words))
    said = " ".join(" ".join(told(of, words, most_tricks=1)).split())
    assert said.endswith("in trick 25, nobody could force an Ultimo, alone or with one partner.")
    danish = " ".join(told(of, words, TextStyle(width=200, lang="da"), most_tricks=1))
    assert "i stik 25 kunne ingen have tvunget ultimo" in danish


def test_with_few_nodes_a_chance_in_an_earlier_trick_is_not_denied() -> None:
    of = load(str(ROOT / "positions/whole-hand.yaml"))
    line = replay(of, of.lines[0])
    found = audit(of, line, limits=Limits(max_nodes=10))
    said = replay_lines(TextStyle(width=200), of, Told(line, found, judged_line(of, line, found)))
    [denied] = [each for each in said if "could not have" in each]
    assert denied.startswith("From ")
    assert "in trick 25 on, Anna and Clara could not have forced the Ultimo" in denied


def test_where_no_ultimo_was_ever_near_one_sentence_is_enough() -> None:
    plain = "format: tarok-position/1\nhands: {A: c3 c4, B: c5 c6, C: c7 c8}\nlead: A\n"
    assert told(analyzer.loads(plain), "c3 c5 c7 c4 c6 c8") == [
        "Nobody could have forced an Ultimo, alone or together with one other."
    ]


def test_the_judgement_speaks_danish() -> None:
    said = told(analyzer.loads(PROP1), "d9 c7 dR T7 hR c2", TextStyle(width=80, lang="da"))
    assert said[0].startswith("A kunne have vundet ultimo sammen med B indtil B's ♦9 i stik 24:")
    assert said[2] == "B og C kunne ikke have tvunget ultimo, alene eller sammen med én anden."


def test_letting_the_fool_off_is_a_decision_that_can_be_marked() -> None:
    seen = 0
    for seed in range(400):
        of = random_position(random.Random(seed), Shape(tricks=3, fool=True, fool_demand=True, laid=0))
        line = played(of, " ".join(_at_random(of, random.Random(seed))))
        found = audit(of, line, tokens=False)
        if any(each.marks and each.move.kind is ActionKind.ALLOW for each in found.decisions):
            seen += 1
            assert any("no demand" in text for text in replay_lines(PLAIN, of, Told(line, found)))
        if seen == 3:
            return
    raise AssertionError("three such decisions were looked for")


def _at_random(of: Position, rng: random.Random) -> list[str]:
    """Legal play to the end in which nobody demands the Fool."""
    table, words = of.table, []
    while not table.over:
        move = rng.choice([each for each in table.moves() if each.kind is not ActionKind.DEMAND])
        table, _ = table.after(move)
        if move.kind is ActionKind.PLAY:
            words.append(str(move))
    return words


@pytest.mark.parametrize("seed", part(range(40), 3))
def test_every_line_is_judged_whatever_was_played_and_within_the_width(seed: int) -> None:
    rng = random.Random(seed)
    of = random_position(rng, Shape(tricks=1 + seed % 4))
    words = _at_random(of, rng)
    if seed % 3 == 1:
        words = words[: rng.randrange(len(words))]
    if seed % 3 == 2:
        rng.shuffle(words)
    line = played(of, " ".join(words))
    found = audit(of, line, limits=Limits(max_nodes=(None, 0, 40, 400)[seed % 4]))
    style = TextStyle(width=(40, 60, 80)[seed % 3], lang=("en", "da")[seed % 2])
    text = replay_lines(style, of, Told(line, found, judged_line(of, line, found)))
    judged = (
        text[text.index(style.render(say("Judgement"))) :] if style.render(say("Judgement")) in text else []
    )
    assert all(visible(each) <= style.width for each in judged)


def test_in_a_narrow_terminal_the_cards_keep_their_columns() -> None:
    of = analyzer.loads(PROP1)
    lines = terminal.blocks_text(solution_blocks(of, analyzer.solve(of)), TextStyle(width=40)).splitlines()
    [king] = [line for line in lines if "♥R" in line and "+130" in line]
    assert king.split() == ["!x*", "♥R", "-75", "+130", "-75", "-55"]
    assert all(visible(line) <= 40 for line in lines)
