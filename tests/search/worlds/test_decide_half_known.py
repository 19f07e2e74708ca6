"""One card, and which deals there are, where some cards are remembered by nobody."""

from __future__ import annotations

import json

import pytest

import analyzer
from analyzer.cli.main import main
from analyzer.errors import UsageError
from analyzer.knowledge.fitting import as_it_stands, fitting_deals

LINE = "danish / A: dR T10|h3 / B: hR d9 / C: T7|h4 s3|T10 / B leads"


def told_hands(deal):
    each = zip("ABC", deal.hands, strict=True)
    return ", ".join(f"{name}: {' '.join(map(str, hand))}" for name, hand in each)


def test_a_decision_over_half_known_hands_is_that_over_the_same_deals_as_worlds():
    position = analyzer.loads(LINE)
    each = fitting_deals(position).deals
    worlds = "".join(f"  - {{hands: {{{told_hands(deal)}}}}}\n" for deal in each)
    told = f"format: tarok-position/1\nhands: {{{told_hands(each[0])}}}\nlead: B\nworlds:\n{worlds}"
    one, other = analyzer.decide(position), analyzer.decide(analyzer.loads(told))
    assert len(each) > 2
    assert [(c.name, c.expected, c.worst) for c in one.cards] == [
        (c.name, c.expected, c.worst) for c in other.cards
    ]
    assert [c.verdict and c.verdict.proper for c in one.cards] == [
        c.verdict and c.verdict.proper for c in other.cards
    ]


def test_who_is_to_play_knows_his_own_cards():
    with pytest.raises(UsageError, match="A is to play and knows his own cards"):
        analyzer.decide(analyzer.loads("danish / A: dR T10|h3 / B: hR d9 / C: T7 s3 / A leads"))


def test_a_decision_later_in_the_trick_is_over_the_deals_in_which_it_could_be_played_so(capsys):
    """B leads hearts: where C held the four of hearts he could not have thrown a spade."""
    line = "danish / A: dR T10 / B: hR d9 / C: T7|h4|c2 s3 / B leads"
    assert main(["decide", line, "--play", "hR s3", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["player"], told["worlds"]) == ("A", 1)


def test_deals_of_half_known_hands_are_counted_listed_and_drawn(capsys):
    assert main(["deals", LINE, "--list"]) == 0
    written = capsys.readouterr().out
    found = fitting_deals(analyzer.loads(LINE))
    assert f"{found.count} deals fit." in written
    assert main(["deals", LINE, "--list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert (listed["count"], len(listed["deals"]), listed["seen_by"]) == (len(found.deals), found.count, None)
    assert main(["deals", LINE, "--sample", "2", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["deals"]) == 2
    assert analyzer.deals(analyzer.loads(LINE)).count == found.count


def test_more_deals_than_are_gone_through_are_not_listed_and_counted_where_nothing_falls_away(capsys):
    line = "danish / A: dR ? / B: hR d9 / C: c7 ? / B leads"
    assert main(["deals", line]) == 0
    assert "402 deals fit." in capsys.readouterr().out
    assert analyzer.deals(analyzer.loads(line)).count == 74 * 73
    assert main(["deals", line, "--list"]) == 2


def test_the_table_is_shown_as_it_stands_at_the_moment_that_is_asked_about(capsys):
    assert main(["forced", LINE, "--for", "A", "--play", "hR"]) in (0, 1, 4)
    shown = capsys.readouterr().out
    assert "B  to lead" not in shown
    position = analyzer.loads(LINE)
    assert as_it_stands(position, fitting_deals(position).deals) is position


PROPRIETY = """
format: tarok-dispute/1
kind: propriety
hands: {{A: {A}, B: hR d9, C: {C}}}
lead: B
{worlds}play: {play}
"""


@pytest.mark.parametrize("card", ["hR", "d9"])
def test_a_card_is_proper_over_half_known_hands_as_over_the_same_deals_as_worlds(card, tmp_path, capsys):
    half, told = tmp_path / "half.yaml", tmp_path / "told.yaml"
    half.write_text(PROPRIETY.format(A="T10 T7|h3", C="T7|h3 h4", worlds="", play=card))
    worlds = "worlds: [{hands: {A: T10 h3, C: T7 h4}}]\n"
    told.write_text(PROPRIETY.format(A="T10 T7", C="h3 h4", worlds=worlds, play=card))
    answers = []
    for file in half, told:
        main(["check", str(file), "--json"])
        found = json.loads(capsys.readouterr().out)
        answers.append(
            (found["verdict"], found["proper"], found["remedy"], [v["clause"] for v in found["violations"]])
        )
    assert answers[0] == answers[1]


def test_a_card_in_the_middle_of_a_trick_is_judged_over_the_deals_that_could_come_to_it(tmp_path, capsys):
    file = tmp_path / "later.yaml"
    file.write_text(PROPRIETY.format(A="dR T7", C="c7 ?", worlds="", play="hR c7 T7"))
    assert main(["check", str(file)]) == 0
    assert "Judged over" in capsys.readouterr().out
