"""What a position file says, and that a position written is the same position read."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from places import SHIPPED

from analyzer.cards.card import DECK, FOOL, KINGS, Suit, cards
from analyzer.errors import InvalidFile
from analyzer.position.files.tree import spelled
from analyzer.position.files.writing import dumps
from analyzer.position.model import Position
from analyzer.position.reading import load, loads
from analyzer.position.setting import Unseen
from analyzer.rules.book import Pots
from analyzer.rules.play.table import Laid
from analyzer.rules.score.hand import PileFacts

HEAD = "format: tarok-position/1\n"
ENDING = HEAD + "hands: {A: dR T7, B: hR d9, C: c7 c2}\nlead: B\n"


def whole_hand(more: str = "", skat: str = "h9 h10 d10", dealer: str = "C") -> str:
    """A whole hand dealt at random, with these cards in the skat."""
    rest = [card for card in DECK if card not in cards(skat)]
    random.Random(0).shuffle(rest)
    hands = {name: " ".join(map(str, rest[25 * seat :][:25])) for seat, name in enumerate("ABC")}
    told = "".join(f"  {name}: {hand}\n" for name, hand in hands.items())
    return f"{HEAD}hands:\n{told}skat: {skat}\ndealer: {dealer}\n{more}"


def faults(text: str) -> list[str]:
    with pytest.raises(InvalidFile) as caught:
        loads(text, "f")
    return [fault.message for fault in caught.value.faults]


def test_what_a_file_leaves_out_is_what_is_usual() -> None:
    position = loads(ENDING)
    assert position.players == ("A", "B", "C")
    assert position.hands == tuple(frozenset(cards(hand)) for hand in ("dR T7", "hR d9", "c7 c2"))
    assert (position.lead, position.trick, position.dealer, position.piles) == (1, (), None, None)
    assert (position.rules.name, position.pots, position.fool_demand) == ("danish", Pots(60, 60), True)
    assert (position.tricks_left, position.whole_hand, position.complete) == (2, False, True)


def test_players_may_be_called_by_numbers_and_by_words_that_yaml_knows() -> None:
    text = HEAD + "players: [1, no, null]\nhands: {1: hR, no: d9, null: c7}\nlead: null\ndealer: 1\n"
    position = loads(text)
    assert position.players == ("1", "no", "null")
    assert (position.lead, position.dealer) == (2, 0)
    assert loads(dumps(position)) == position


def test_names_are_the_same_however_their_accents_are_typed() -> None:
    text = HEAD + "players: [Å, B, C]\nhands: {A\u030a: hR, B: d9, C: c7}\nlead: A\u030a\n"
    assert loads(text).lead == 0


def test_a_key_without_a_value_is_a_key_left_out() -> None:
    assert loads(ENDING + "dealer:\ntaken: null\nworlds:\nlines:\ntrick:\n") == loads(ENDING)
    assert loads(ENDING + "pots:\nruleset:\ncount:\nunseen:\n") == loads(ENDING)


def test_cards_may_be_one_text_or_a_list_and_as_tolerant_as_speech() -> None:
    text = (
        HEAD
        + 'hands:\n  A: [ruder konge, "tarok 7"]\n  B: ["♥K", d 9]\n  C: >-\n    c7\n    klør 2\nlead: B\n'
    )
    assert loads(text) == loads(ENDING)


@pytest.mark.parametrize(
    "led", ["{card: fool, names: h}", "{card: skis, names: hjerter}", "fool=h", "skis = ♥"]
)
def test_a_led_fool_names_its_suit_in_either_form(led: str) -> None:
    position = loads(HEAD + f"hands: {{A: h7, B: [], C: T5}}\nlead: B\ntrick: [{led}]\n")
    assert position.trick == (Laid(1, FOOL, Suit.HEARTS),)
    assert position.tricks_left == 1


def test_in_the_trick_the_cards_belong_to_those_after_the_leader() -> None:
    position = loads(HEAD + "hands: {A: dR T7, B: d9, C: c2}\nlead: B\ntrick: hR c7\n")
    assert [(each.seat, str(each.card)) for each in position.trick] == [(1, "hR"), (2, "c7")]


def test_a_whole_hand_is_led_by_the_player_after_the_dealer() -> None:
    position = loads(whole_hand())
    assert position.whole_hand
    assert position.lead == 0
    assert position.skat == frozenset(cards("h9 h10 d10"))
    assert loads(whole_hand("lead: B\n")).lead == 1


@pytest.mark.parametrize("card", [*map(str, KINGS), "T1", "T21"])
def test_ultimo_cards_and_the_mondo_are_never_in_the_skat(card: str) -> None:
    assert faults(whole_hand(skat=f"h9 {card} d10")) == [f"{card} is in the skat"]


def test_the_fool_is_in_the_skat_only_with_an_announced_tout() -> None:
    text = whole_hand(skat="h9 fool d10")
    assert faults(text) == ["the Fool is in the skat"]
    assert loads(text + "announce: [tout]\n").announce == frozenset({"tout"})
    concise = text + "announce: tout\nruleset: danish-concise\n"
    assert faults(concise) == ["the Fool is in the skat"]


def test_declarations_are_kept_in_the_words_of_the_file() -> None:
    of_a = '["11 trumps with pagat", "half diamonds, no knight"]'
    said = f'declarations: {{A: {of_a}, B: pass, C: "full hearts, 3 matadors"}}\n'
    position = loads(whole_hand(said))
    assert position.declarations == {
        0: ("11 trumps with pagat", "half diamonds no knight"),
        1: (),
        2: ("full hearts", "3 matadors"),
    }


def test_a_pile_that_is_not_told_follows_from_the_others() -> None:
    taken = "taken: {A: {tricks: 9, points: 20}, C: {tricks: 4, points: 18}}\n"
    assert loads(ENDING + taken).piles == (PileFacts(9, 20), PileFacts(10, 30), PileFacts(4, 18))


def test_who_is_not_named_has_no_trick_where_another_has_them_all() -> None:
    assert loads(ENDING + "taken: {A: {tricks: 23}}\n").piles == (PileFacts(23), PileFacts(0), PileFacts(0))


def test_piles_nothing_can_be_said_about_stay_unknown() -> None:
    assert loads(ENDING + "taken: {A: {tricks: 9}}\n").piles == (PileFacts(9), None, None)


def test_points_taken_count_the_trick_on_the_table_as_still_held() -> None:
    text = HEAD + "hands: {A: dR T7, B: d9, C: c2 c7}\nlead: B\ntrick: hR\n"
    piles = "taken: {A: {tricks: 9, points: 20}, B: {tricks: 10, points: 30}, C: {tricks: 4, points: 18}}\n"
    assert loads(text + piles).piles is not None
    assert faults(text + piles.replace("30", "34")) == ["72 points are taken"]


def test_the_count_needs_a_dealer_and_points_that_may_follow_from_the_others() -> None:
    taken = "taken: {A: {tricks: 9, points: 20}, C: {tricks: 4, points: 18}}\n"
    assert loads(ENDING + taken + "count: true\ndealer: A\n").count
    assert faults(ENDING + "count: true\n") == [
        "`count: true` without a dealer",
        "`count: true` without all card points",
    ]


def test_nothing_is_taken_when_a_whole_hand_begins() -> None:
    none = "taken: {A: {tricks: 0, points: 0}, B: {tricks: 0, points: 0}, C: {tricks: 0, points: 0}}\n"
    assert loads(whole_hand(none)).piles == (PileFacts(0, 0),) * 3
    assert faults(whole_hand("taken: {A: {tricks: 1}}\n")) == ["1 trick is taken"]


def test_a_world_is_the_deal_with_some_hands_replaced() -> None:
    (world,) = loads(ENDING + "worlds: [{name: second, weight: 3, hands: {A: T10 h3, C: T7 h4}}]\n").worlds
    assert (world.name, world.weight) == ("second", 3)
    assert world.hands == tuple(frozenset(cards(hand)) for hand in ("T10 h3", "hR d9", "T7 h4"))


def test_hidden_hands_may_be_left_out_and_then_the_position_is_not_complete() -> None:
    text = (
        HEAD + "hands: {B: hR d9}\nlead: B\nunseen: {hidden_from: B, sizes: {A: 2, C: 2}, "
        "cards: T10 T7 h3 h4, void: {C: hearts}}\n"
    )
    position = loads(text)
    assert position.unseen == Unseen(
        1, {0: 2, 2: 2}, frozenset(cards("T10 T7 h3 h4")), {2: frozenset({Suit.HEARTS})}
    )
    assert (position.complete, position.tricks_left, position.hands[0]) == (False, 2, frozenset())
    assert loads(dumps(position)) == position


def test_unseen_cards_may_lie_in_the_skat_too() -> None:
    text = (
        HEAD + "hands: {B: hR}\nlead: B\nunseen: {hidden_from: B, sizes: {A: 1, C: 1, skat: 3}, "
        "cards: T10 T7 h3 h4 h5}\n"
    )
    position = loads(text)
    assert position.unseen is not None
    assert position.unseen.skat == 3
    assert loads(dumps(position)) == position


def test_a_line_is_read_word_by_word_with_places() -> None:
    text = (
        ENDING
        + "lines:\n  - name: all words\n    play: hR demand demand[C] fool=h claim[B]=c void[B] heart king\n"
    )
    (line,) = loads(text).lines
    told = [(each.kind.value, str(each.card), str(each.suit), each.seat) for each in line.moves]
    assert told == [
        ("play", "hR", "None", None),
        ("demand", "None", "None", None),
        ("demand", "None", "None", 2),
        ("play", "fool", "h", None),
        ("claim", "None", "c", 1),
        ("void", "None", "None", 1),
        ("play", "hR", "None", None),
    ]
    assert [each.where.column for each in line.moves if each.where] == [11, 14, 21, 31, 38, 49, 57]
    assert line.moves[-1].text == "heart king"


def test_what_a_line_expects_knows_null_from_nothing_said() -> None:
    (line,) = loads(
        ENDING + "lines: [{play: hR, expect: {ultimo: null, bagud: B, tokens: {A: 5}, pots: {king: -3}}}]\n"
    ).lines
    assert line.name == "line 1"
    assert line.expect is not None
    assert line.expect.given == {"ultimo", "bagud", "tokens", "pots"}
    assert (line.expect.ultimo, line.expect.bagud, line.expect.tokens) == (None, ("B",), {"A": 5})
    assert line.expect.pots == {"king": -3}


def test_a_rule_set_is_found_beside_the_file(tmp_path) -> None:
    own = "format: tarok-rules/2\nname: house\ntitle: Our house\nextends: danish\n"
    (tmp_path / "house.yaml").write_text(own, encoding="utf-8")
    (tmp_path / "game.yaml").write_text(ENDING + "ruleset: house.yaml\n", encoding="utf-8")
    position = load(str(tmp_path / "game.yaml"))
    assert position.ruleset == "house.yaml"
    assert loads(dumps(position), str(tmp_path / "game.yaml")) == position


def test_a_small_position_is_read_in_a_few_milliseconds() -> None:
    loads(ENDING)
    best = min(_seconds(ENDING) for _ in range(5))
    assert best < 0.5  # a slow machine is given more


def _seconds(text: str) -> float:
    start = time.process_time()
    loads(text)
    return time.process_time() - start


TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("\n\t"), max_size=20)
NAMES = (
    st.text(st.characters(exclude_categories=["C"], exclude_characters="[]"), min_size=1, max_size=9)
    .map(spelled)
    .filter(bool)
)
NUMBERS = st.integers(0, 10_000)


@st.composite
def told(draw: st.DrawFn) -> dict[str, Any]:
    """What a file tells of a position between two tricks, by field."""
    size = draw(st.integers(1, 5))
    deck = draw(st.permutations(DECK))
    players = draw(st.lists(NAMES, min_size=4, max_size=4, unique=True))
    return {
        "players": tuple(players[:3]),
        "hands": tuple(frozenset(deck[seat * size :][:size]) for seat in range(3)),
        "lead": draw(st.integers(0, 2)),
        "pots": Pots(draw(NUMBERS), draw(NUMBERS)),
        "dealer": draw(st.none() | st.integers(0, 2)),
        "fool_demand": draw(st.booleans()),
        "sitting_out": draw(st.none() | st.just(players[3])),
        "title": draw(st.none() | TEXTS),
        "source": draw(st.none() | TEXTS),
    }


@given(told())
def test_a_position_written_reads_back_the_same(fields: dict[str, Any]) -> None:
    position = Position(rules=loads(ENDING).rules, **fields)
    assert loads(dumps(position)) == position


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_shipped_position_written_reads_back_the_same(path: Path) -> None:
    position = load(str(path))
    assert loads(dumps(position)) == position


def test_a_skat_beside_an_ending_is_merely_known() -> None:
    position = loads(HEAD + "hands: {A: dR, B: hR, C: c7}\nlead: B\ndealer: C\nskat: h9 h10 d10\n")
    assert (position.lead, position.skat) == (1, frozenset(cards("h9 h10 d10")))


def test_reading_a_position_builds_no_shapes_of_disputes() -> None:
    code = "import sys, analyzer; analyzer.load(sys.argv[1]); print('analyzer.disputes.files' in sys.modules)"
    command = [sys.executable, "-c", code, str(SHIPPED[0])]
    assert subprocess.run(command, capture_output=True, check=True).stdout == b"False\n"
