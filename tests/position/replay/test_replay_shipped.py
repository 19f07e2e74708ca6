"""Every position that comes with the analyzer, and the known values, replay as they should."""

import pytest
from places import SHIPPED
from replay_lines import ending, played

from analyzer.position.model import Position
from analyzer.position.reading import load
from analyzer.position.replay.replay import replay
from analyzer.rules.book import Pots

WANTED = {
    *("prop1", "prop2", "prop3", "prop2-3-worlds", "three-kings", "fool-demand", "fool-taken-back"),
    *("fool-last-trick", "fool-naming-last", "pagat-ultimo", "tout", "nolo", "nolo-no-ultimo"),
    *("announced-tout-failed", "count", "four-at-the-table", "whole-hand"),
}

KNOWN = [
    (("dR T7", "hR d9", "c7 c2"), "B", ["hR", "dR", "T7"], (130, -75, -55), 0, 0, ()),
    (("dR T7", "hR d9", "c7 c2"), "B", ["d9"], (40, -140, 40), 60, None, (1,)),
    (("dR T7", "hR d9", "c7 c2"), "A", ["T7", "hR"], (130, -75, -55), 0, 0, ()),
    (("dR T7", "hR d9", "c7 c2"), "C", ["c7", "hR"], (130, -75, -55), 0, 0, ()),
    (("T10 T7", "hR d9", "h3 h4"), "B", ["d9"], (40, -140, 40), 60, None, (1,)),
    (("T10 T7", "hR d9", "h3 h4"), "B", ["hR"], (45, -35, -15), 5, None, ()),
    (("T10 h3", "hR d9", "T7 h4"), "B", ["d9"], (-60, 120, -60), 0, 1, ()),
    (("T10 h3", "hR d9", "T7 h4"), "B", ["hR", "h3", "h4"], (40, -20, -20), 0, None, ()),
]
"""Hands of A, B, C; who leads; the cards chosen first where there is a choice; tokens, change of the king
pot, who wins the Ultimo, who goes Bagud."""


def of_all_lines():
    return [
        pytest.param(path, number, id=f"{path.stem}-{number}")
        for path in SHIPPED
        for number in range(len(load(str(path)).lines))
    ]


def test_all_the_teaching_positions_are_there():
    assert {path.stem for path in SHIPPED} >= WANTED


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_position_says_what_it_teaches_and_where_it_is_from(path):
    position = load(str(path))
    assert position.title
    assert position.teaches
    assert position.source
    assert position.lines
    assert path.read_text(encoding="utf-8").startswith(
        "# yaml-language-server: $schema=schema/position.schema.json\nformat: tarok-position/1\n"
    )


@pytest.mark.parametrize(("path", "number"), of_all_lines())
def test_a_shipped_line_comes_to_what_it_expects(path, number):
    result = replay(load(str(path)), number)
    assert result.complete
    assert result.mismatches == ()


@pytest.mark.parametrize(("path", "number"), of_all_lines())
def test_a_shipped_line_says_what_every_player_ends_with(path, number):
    position = load(str(path))
    expect = position.lines[number].expect
    assert expect is not None
    assert set(expect.tokens) == set(replay(position, number).players)
    assert expect.given & {"bagud", "last_trick", "ultimo", "tout", "nolo"}


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_what_the_players_lose_is_what_the_pots_gain(path):
    position = load(str(path))
    for line in position.lines:
        result = replay(position, line)
        change = result.pots_change
        assert sum(result.tokens) + change.king + change.pagat == 0


def mirrored(position: Position) -> Position:
    """The same position with the seats A, C, B."""
    a, b, c = position.hands
    return ending(
        [" ".join(map(str, hand)) for hand in (a, c, b)],
        {0: "A", 1: "C", 2: "B"}[position.lead],
    )


def by_choice(position: Position, first: list[str]) -> str:
    """A line of play: each player plays the earliest card of `first` he may, else his lowest card."""
    table, written = position.table, []
    while not table.over:
        moves = {str(move.card): move for move in table.moves()}
        word = next((word for word in first if word in moves), None) or min(
            moves, key=lambda word: (moves[word].card.height, word)
        )
        written.append(word)
        table, _ = table.after(moves[word])
    return " ".join(written)


@pytest.mark.parametrize("case", KNOWN, ids=lambda case: f"{case[0][0]}-{case[1]}-{case[2][0]}")
@pytest.mark.parametrize("seats", ["A B C", "A C B"])
def test_the_proprieties_come_out_the_same_in_both_seat_orders(case, seats):
    hands, lead, first, tokens, king, ultimo, bagud = case
    position = ending(hands, lead)
    back = {0: 0, 1: 1, 2: 2}
    if seats == "A C B":
        position, back = mirrored(position), {0: 0, 1: 2, 2: 1}
    result = played(position, by_choice(position, first))
    assert tuple(result.tokens[back[seat]] for seat in range(3)) == tokens
    assert result.pots_change == Pots(king, 0)
    assert result.outcome.ultimo == (None if ultimo is None else back[ultimo])
    assert result.outcome.bagud == tuple(back[seat] for seat in bagud)


@pytest.mark.parametrize("seats", [("hR", "dR", "sR"), ("hR", "sR", "dR")])
def test_three_kings_in_the_last_trick_double_a_pot_that_its_winner_took(seats):
    result = played(ending(seats, "A", king=135), " ".join(seats))
    assert result.tokens == (295, -215, -215)
    assert (result.pots_before, result.pots_after) == (Pots(135, 60), Pots(270, 60))
    assert not [payment for payment in result.settlement if payment.clause == "payment.foundation"]
