"""A position in one line of text: what it says, and that it is the same position read again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from effort import examples
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from places import SHIPPED
from positions_strategy import positions

import analyzer
from analyzer.cards.card import DECK, FOOL, Suit, cards
from analyzer.errors import InvalidFile, UsageError
from analyzer.position.files.oneline import to_line
from analyzer.position.files.tree import spelled
from analyzer.position.files.writing import dumps
from analyzer.position.model import Position
from analyzer.position.reading import load, loads
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.book import Pots
from analyzer.rules.play.table import Laid
from analyzer.rules.score.hand import PileFacts

LINE = "danish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads / king=60 pagat=60"
YAML = "format: tarok-position/1\nhands: {A: dR T7, B: hR d9, C: c7 c2}\nlead: B\n"
NAMES = (
    st.text(st.characters(exclude_categories=["C"], exclude_characters="[]"), min_size=1, max_size=9)
    .map(spelled)
    .filter(bool)
)


def faults(text: str) -> list[str]:
    with pytest.raises(InvalidFile) as caught:
        loads(text, "f")
    return [str(fault).removeprefix("f:") for fault in caught.value.faults]


def test_a_line_tells_the_same_position_as_a_file_of_many() -> None:
    assert loads(LINE) == loads(YAML)
    assert to_line(loads(YAML)) == LINE


def test_a_position_writes_and_reads_its_own_line() -> None:
    assert Position.from_text(LINE).to_text() == LINE
    assert analyzer.loads(LINE + "\n") == Position.from_text(YAML)


def test_a_line_tells_what_lies_on_the_table_in_the_piles_and_in_the_pots() -> None:
    text = (
        "danish / A: T7 / B: hR d9 / C: c7 c2 / A leads dR / "
        "king=0 pagat=65 demand=off taken=A:9:20,B:8:26,C:6:22 dealer=C"
    )
    position = loads(text)
    assert position.trick == (Laid(0, cards("dR")[0]),)
    assert (position.pots, position.fool_demand, position.dealer) == (Pots(0, 65), False, 2)
    assert position.piles == (PileFacts(9, 20), PileFacts(8, 26), PileFacts(6, 22))
    assert to_line(position) == text


def test_a_led_fool_names_its_suit_in_a_line_too() -> None:
    position = loads("danish / A: h7 / B: / C: T5 / B leads fool=h / king=60 pagat=60")
    assert position.trick == (Laid(1, FOOL, Suit.HEARTS),)
    assert to_line(position) == "danish / A: h7 / B: / C: T5 / B leads fool=h / king=60 pagat=60"


def test_a_line_is_read_as_tolerantly_as_speech() -> None:
    text = "  A : ruder konge, ♦9 / B:hR  tarok 7 /\tC:c7 klør 2   /   B leads  \n"
    assert loads(text) == loads("danish / A: dR d9 / B: hR T7 / C: c7 c2 / B leads / king=60 pagat=60")


def test_in_a_link_the_blanks_are_written_otherwise() -> None:
    line = (
        'danish / "A\\u005fb c": dR T7 / B: hR d9 / C: c7 c2 / B leads / king=60 pagat=60 sitting_out="D d"'
    )
    position = loads(line)
    assert (position.players, position.sitting_out) == (("A_b c", "B", "C"), "D d")
    assert to_line(position) == line
    assert loads(line.replace(" ", "_")) == position


def test_options_are_chosen_behind_the_rule_set() -> None:
    line = "danish+fool-in-skat=never / A: dR T7 / B: hR d9 / C: c7 c2 / B leads / king=60 pagat=60"
    position = loads(line)
    assert position.rules.variant == {"fool-in-skat": "never"}
    assert position == loads(YAML + "variant: {fool-in-skat: never}\n")
    assert to_line(position) == line
    assert loads(line.replace(" ", "_")) == position
    assert [each.split(";")[0] for each in faults(line.replace("never", "nevre").replace("T7", "T99"))] == [
        "1:21: the option fool-in-skat has no reading 'nevre'",
        "1:35: T99: no such card",
    ]


def test_an_option_read_as_by_default_is_left_out() -> None:
    position = loads(YAML)
    default = position.rules.options["fool-in-skat"].default
    assert to_line(loads(YAML + f"variant: {{fool-in-skat: {default}}}\n")) == LINE


def test_names_that_are_more_than_a_word_stand_in_quotes() -> None:
    position = replace(loads(LINE), players=("A: x / B", '"', "leads"), dealer=0)
    line = to_line(position)
    assert line.startswith('danish / "A: x / B": dR T7 / "\\"": hR d9 / leads: c7 c2 / "\\"" leads / ')
    assert loads(line) == position


def test_a_line_has_no_place_for_titles_worlds_and_lines() -> None:
    position = loads(YAML + "title: hidden\nlines: [{play: hR}]\nworlds: [{hands: {A: dR T8}}]\n")
    assert to_line(position) == LINE


def test_a_hand_nobody_tells_cannot_be_written_in_a_line() -> None:
    hidden = "unseen: {hidden_from: B, sizes: {A: 2, C: 2}, cards: dR T7 c7 c2}\n"
    position = loads(YAML.replace("A: dR T7, ", "").replace(", C: c7 c2", "") + hidden)
    with pytest.raises(UsageError, match="a missing hand"):
        to_line(position)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_shipped_position_goes_through_a_line(path: Path) -> None:
    position = load(str(path))
    if not position.complete:
        with pytest.raises(UsageError):
            to_line(position)
        return
    bare = replace(position, title=None, source=None, teaches=None, worlds=(), unseen=None, lines=())
    assert loads(to_line(bare), position.file) == bare


@st.composite
def lines(draw: st.DrawFn) -> Position:
    """Random positions as a file may tell them, with all that a line can say."""
    position = replace(draw(positions(most_tricks=4)), title=None)
    names = draw(st.lists(NAMES, min_size=4, max_size=4, unique=True))
    sitting_out = position.sitting_out and names[3]
    position = replace(position, players=tuple(names[:3]), sitting_out=sitting_out)
    held = {card for hand in position.hands for card in hand} | {each.card for each in position.trick}
    gone = [card for card in DECK if card not in held | position.rules.discard.never and not card.is_fool]
    if position.dealer is not None and draw(st.booleans()):
        position = replace(position, skat=frozenset(draw(st.permutations(gone))[:3]))
    if position.piles is None:
        position = replace(position, announce=frozenset())
    try:
        return loads(dumps(position))
    except InvalidFile:
        assume(False)
        raise


@settings(max_examples=examples(60), deadline=None)
@given(lines())
def test_a_position_written_in_a_line_reads_back_the_same_as_a_link_too(position: Position) -> None:
    line = to_line(position)
    assert "\n" not in line
    assert loads(line) == position
    assert loads(line.replace(" ", "_")) == position
    assert to_line(loads(line)) == line


@pytest.mark.parametrize(
    "leads",
    [
        "B starts",
        "B spiller ud",
        "B starter",
        "B har forhånd",
        "B spielt aus",
        "B hat Vorhand",
        "B entame",
        "B začne",
    ],
)
def test_who_leads_is_heard_as_players_say_it(leads: str) -> None:
    told = "danish / A: dR T7 / B: hR d9 / C: c7 c2 / "
    assert loads(told + leads) == loads(f"{told}B leads")


@pytest.mark.parametrize("word", ["or", "eller", "oder", "ou", "ali"])
def test_a_card_that_is_one_of_two_is_heard_as_players_say_it(word: str) -> None:
    told = "danish / A: dR {} / B: hR d9 / C: c7 c2 / B leads"
    assert loads(told.format(f"T7 {word} T8")) == loads(told.format("T7|T8"))


@pytest.mark.parametrize("word", ["and", "og", "und", "et", "in"])
def test_two_cards_are_two_whatever_stands_between_them(word: str) -> None:
    told = "danish / A: dR {} T7 / B: hR d9 / C: c7 c2 / B leads"
    assert loads(told.format(word)) == loads(told.format(""))


def test_one_lead_that_is_not_understood_is_one_fault() -> None:
    assert faults("danish / A: dR T7 / B: hR d9 / C: c7 c2 / B går i gang") == [
        "1:43: B går i gang is on its own; expected NAME: CARDS, NAME leads, or key=value"
    ]


def test_every_fault_of_a_line_is_told_at_its_column() -> None:
    text = (
        "danish / A: dR zz / B: hR d9 hR / C: c7 c2 / Q leads / king=x pagat=60 kin=3 bar taken=A:9:20:3,Q:8 "
        "demand=maybe contract=two dealer=W announced=B:tut king=3"
    )
    assert faults(text) == [
        "1:16: zz: no such card; a card is written like hR, d9, T21 or fool",
        "1:24: B holds 3 cards; expected 2 cards, as A and C hold with 2 to play",
        "1:30: hR is in B's hand twice; a card belongs in one (first at line 1, column 24)",
        "1:46: no player is called Q; the players are A, B, C",
        "1:61: `king` must be a whole number; got “x”",
        "1:72: unknown key `kin`; did you mean `king`?",
        "1:78: bar is on its own; expected NAME: CARDS, NAME leads, or key=value",
        "1:95: 3: no such card; did you mean h3, d3, s3, c3 or T3?",
        "1:95: 1 card in the pile of A; expected those of 9 tricks, 3 to a trick",
        "1:97: no player is called Q; the players are A, B, C",
        "1:108: `fool_demand` must be true or false; got “maybe”",
        (
            "1:114: `contract` in a game that has no use for it; "
            "lhombre, french, appel, tapp, slovenian and tarot have it, danish has not"
        ),
        "1:134: no player is called W; the players are A, B, C",
        "1:148: tut cannot be announced here; expected tout",
        "1:152: duplicate key `king`; expected it once",
    ]


def test_a_line_without_hands_or_a_leader_says_so() -> None:
    assert faults("danish / king=60") == [
        "1:1: `hands` is missing; expected `hands: ...`",
        "1:1: `lead` is missing; expected the player who leads this trick",
    ]


def test_a_line_is_not_endless() -> None:
    assert faults(f"danish / A: {'hR ' * 9000}/ B leads")[0] == (
        "1:1: a line of 27021 characters; expected at most 20000"
    )


def test_a_whole_hand_goes_into_a_line_with_its_declarations() -> None:
    position = load(str(next(path for path in SHIPPED if path.stem == "whole-hand")))
    line = to_line(position)
    assert 'declarations=Anna:pass,Bent:"full clubs",Clara:"11 trumps without pagat":"half hearts' in line
    assert loads(line).declarations == position.declarations


SCRAPS = st.sampled_from(
    [
        "/",
        " / ",
        ":",
        ",",
        "=",
        '"',
        '\\"',
        "_",
        " leads ",
        "taken=",
        "king=",
        "declarations=",
        "A",
        "hR",
        "\u202e",
    ]
)


def reads_or_refuses(line: str) -> None:
    """A line gives a position that is written so that it reads back the same, or faults with places."""
    try:
        position = loads(line, "f")
    except InvalidFile as error:
        found = error.faults
    else:
        bare = replace(position, title=None, source=None, teaches=None, worlds=(), unseen=None, lines=())
        assert not bare.complete or loads(to_line(bare)) == bare
        return
    assert found
    for fault in found:  # a rule set that is not there is a fault without a column
        assert fault.where is not None
        assert fault.where.column >= 1 or fault.where.file != "f"


@settings(max_examples=examples(200), deadline=None)
@example("a / taken=,")
@example("a / taken=:,A")
@example('a / "\\ud800": hR / "')
@given(st.lists(SCRAPS | st.text(max_size=4), max_size=40).map("".join))
def test_any_line_is_read_or_refused(text: str) -> None:
    reads_or_refuses(f"danish / {text}")


@settings(max_examples=examples(150), deadline=None)
@example(19, 0, " leads ")
@given(st.integers(0, 90), st.integers(0, 12), SCRAPS | st.text(max_size=3))
def test_a_line_with_something_lost_or_put_in_is_read_or_refused(
    start: int, length: int, put_in: str
) -> None:
    base = 'danish / A: T7 / "B b": hR d9 / C: c7 c2 / A leads dR / king=0 pagat=65 dealer=C taken=A:9,C:6'
    reads_or_refuses(base[:start] + put_in + base[start + length :])


def test_a_card_picked_where_the_fool_may_be_demanded_stands_in_the_line_and_in_the_file() -> None:
    line = "danish / A: cR cC / B: s4 T1 fool / C: hR dR / C leads sR cV / king=60 pagat=60"
    rested = analyzer.loads(line)
    picked = rested.after("s4")
    asked, passed, demanded = picked, picked.after(Action(ActionKind.ALLOW)), picked.after("demand[C]")
    for position in asked, passed, demanded:
        for written in position.to_text(), dumps(position):
            read = analyzer.loads(written)
            told = (read.picked, read.passed, read.demanded)
            assert told == (position.picked, position.passed, position.demanded), written
            assert read.table == position.table
        assert analyzer.solve(analyzer.loads(position.to_text())).values == analyzer.solve(position).values
    assert analyzer.solve(rested).values != analyzer.solve(asked).values


@pytest.mark.parametrize("word", ["picked=T3", "picked=fool", "let_pass=1", "demanded=on picked=s4"])
def test_what_cannot_be_picked_or_let_pass_is_a_fault_at_its_place(word: str) -> None:
    line = f"danish / A: cR cC / B: s4 T1 fool / C: hR dR / C leads sR cV / {word}"
    with pytest.raises(InvalidFile) as refused:
        analyzer.loads(line)
    assert all(fault.where is not None and fault.where.column > 60 for fault in refused.value.faults)
