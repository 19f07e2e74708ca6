"""A position is a board: what may be done on it, the position after it, its faults, and how it looks."""

from __future__ import annotations

import doctest
import inspect
import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from places import POSITIONS
from positions_strategy import piles_told, positions

import analyzer
from analyzer.cards.card import BY_TEXT, FOOL, Suit, cards
from analyzer.errors import CardError, IllegalMove, Invalid, InvalidFile, InvalidPosition, UsageError
from analyzer.evenings.tally import loads as loads_evening
from analyzer.position import model
from analyzer.position.files.writing import dumps
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.position.reading import load, loads
from analyzer.position.setting import Line, Taken, World
from analyzer.rules.actions import ALLOW, DEMAND, Action, ActionKind, lay
from analyzer.rules.book import Pots
from analyzer.rules.play.table import Laid
from analyzer.rules.score.hand import NOTHING_TOLD, PileFacts

SHIPPED = sorted([*POSITIONS.glob("*.yaml"), *(POSITIONS / "composed").glob("*.yaml")])
HEAD = "format: tarok-position/1\n"
DEMANDED = loads(HEAD + "hands: {A: hR c3 fool, B: c10 T20 T18, C: h9 s5 s4}\nlead: A\n")


def words(position: Position) -> str:
    return " ".join(map(str, position.legal()))


def walked(position: Position, text: str) -> Position:
    for word in text.split():
        position = position.after(word)
    return position


def random_walk(position: Position, rng: random.Random) -> tuple[Action, ...]:
    """What is done in one way to play a position to its end."""
    done = []
    while not position.over:
        done.append(rng.choice(position.legal()))
        position = position.after(done[-1])
    return tuple(done)


@settings(max_examples=examples(80), deadline=None)
@given(positions(most_tricks=4), st.integers(0, 2**32))
def test_what_is_done_step_by_step_comes_to_what_its_line_is_replayed_to(of: Position, seed: int) -> None:
    done = random_walk(of, random.Random(seed))
    line = Line("as walked", done)
    replayed = analyzer.replay(of, line)
    last = of
    for action in done:
        last = last.after(action)
    assert replayed.outcome is not None
    assert last.pots == replayed.pots_after
    assert (last.over, last.to_move, last.legal()) == (True, None, ())
    if last.taken is not None:
        assert tuple(pile and pile.tricks for pile in last.taken) == replayed.tricks_won
    turns = list(of.play(line))
    assert turns[-1].position == last
    assert [str(turn.action) for turn in turns] == [str(action) for action in done]


@settings(max_examples=examples(80), deadline=None)
@given(positions(most_tricks=4), st.integers(0, 2**32))
def test_the_words_of_what_is_legal_are_a_line_that_can_be_read_from_a_file(of: Position, seed: int) -> None:
    done = random_walk(replace(of, title=None), random.Random(seed))
    text = dumps(of)
    read = loads(f"{text}lines: [{{name: x, play: '{' '.join(map(str, done))}'}}]\n")
    assert [turn.action.card for turn in read.play("x")] == [action.card for action in done]


@settings(max_examples=examples(80), deadline=None)
@given(positions(most_tricks=4), st.integers(0, 2**32))
def test_a_position_and_the_table_of_the_search_go_the_same_way(of: Position, seed: int) -> None:
    rng, position, question = random.Random(seed), of, Hand.from_position(of)
    while not question.over:
        assert position.to_move == question.to_move
        if question.table.picked is None:
            assert position.legal() == question.moves()
        else:
            assert {DEMAND, ALLOW} == set(question.moves())
        move = rng.choice(question.moves())
        position, question = position.after(move), question.after(move)[0]
        assert (position.table, position.pots) == (question.table, question.pots)
        if of.told.piles and not position.over:
            told = position.told.piles
            assert (
                tuple(told[seat].tricks if seat in told else None for seat in range(3))
                == question.reckoning.tricks
            )
    assert position.over


@settings(max_examples=examples(60), deadline=None)
@given(positions(most_tricks=3))
def test_a_card_is_accepted_if_and_only_if_it_is_legal(of: Position) -> None:
    legal = {action.card for action in of.legal()}
    for card in frozenset().union(*of.hands) - {FOOL}:
        if card in legal:
            assert of.after(str(card)) != of
        else:
            with pytest.raises(IllegalMove) as refused:
                of.after(str(card))
            assert refused.value.legal == tuple(map(str, of.legal()))


def test_a_position_that_was_played_on_from_is_still_there() -> None:
    before = repr(DEMANDED)
    assert walked(DEMANDED, "c3 c10 s5 T20") != DEMANDED
    assert repr(DEMANDED) == before


def test_the_others_may_demand_the_fool_of_who_picks_another_card() -> None:
    picked = DEMANDED.after("hR")
    assert (picked.picked, picked.to_move) == (lay(BY_TEXT["hR"]), 1)
    assert words(picked) == "demand[B] demand[C] T20 T18"
    assert words(picked.after(ALLOW)) == "demand[C] T20 T18"
    asked = picked.after("demand[C]")
    assert (words(asked), asked.demanded) == ("fool=h fool=s fool=c fool=T", True)
    assert asked == DEMANDED.after("demand[C]") == DEMANDED.after("demand")
    assert picked.after("T20") == picked.after(ALLOW).after(ALLOW).after("T20")


@pytest.mark.parametrize("word", ["demand[A]", "demand[B]"])
def test_a_demand_is_refused_by_the_holder_and_where_nothing_can_be_demanded(word: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        (DEMANDED if word == "demand[A]" else replace(DEMANDED, fool_demand=False)).after(word)
    assert refused.value.clause == "fool.demand"


def test_words_that_are_none_are_refused() -> None:
    for word, error in (("demand[X]", UsageError), ("hX", CardError), ("", CardError)):
        with pytest.raises(error):
            DEMANDED.after(word)
    with pytest.raises(UsageError, match="a line can contain it"):
        DEMANDED.after(Action(ActionKind.VOID, seat=1))
    with pytest.raises(IllegalMove) as refused:
        DEMANDED.after("fool=d")
    assert (refused.value.clause, "fool=d" in refused.value.legal) == ("naming.followable", False)


def test_a_card_is_read_as_people_write_it() -> None:
    assert DEMANDED.after("heart king") == DEMANDED.after("hR")


def test_a_word_that_is_read_as_another_card_says_so() -> None:
    position = analyzer.load(POSITIONS / "prop1.yaml")
    with pytest.raises(IllegalMove, match=r"^'xx' is read as T20: trick 24, 2 left: T20 is in no hand"):
        position.after("xx")


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_line_can_be_stepped_through_to_the_pots_it_comes_to(path) -> None:
    position = load(str(path))
    for line in position.lines:
        replayed = analyzer.replay(position, line)
        turns = list(position.play(line))
        assert (turns[-1].position.over, turns[-1].position.pots) == (True, replayed.pots_after)


def test_a_whole_hand_pays_for_the_deal_before_its_first_card() -> None:
    hand = load(str(POSITIONS / "whole-hand.yaml"))
    first = next(iter(hand.play())).position
    assert (first.pots.king - hand.pots.king, first.pots.pagat - hand.pots.pagat) == (5, 5)
    assert first.taken is not None
    assert sum(pile.points or 0 for pile in first.taken if pile) > 0


def test_a_position_with_unseen_hands_cannot_be_played_on() -> None:
    unseen = loads(HEAD + "hands: {B: hR d9}\nlead: B\nunseen: {hidden_from: B, sizes: {A: 2, C: 2}, "
                   "cards: T10 T7 h3 h4}\n")  # fmt: skip
    assert unseen.status() == []
    with pytest.raises(UsageError, match="unseen"):
        unseen.legal()


SOUND = loads(HEAD + "hands: {A: hR c3, B: c10 T20, C: h9 s5}\nlead: A\n"
              "dealer: B\ntaken: {A: {tricks: 23, points: 60}, B: {tricks: 0},"
              " C: {tricks: 0, points: 0}}\n")  # fmt: skip


def hands(*texts: str) -> dict[str, object]:
    return {"hands": tuple(frozenset(cards(text)) for text in texts)}


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"players": ("A", "B")}, "2 players; danish is played by 3"),
        ({"players": ("A", "B", "A")}, "the name “A” is empty or used twice"),
        ({"sitting_out": "A"}, "the name “A” is empty or used twice"),
        ({"hands": SOUND.hands[:2]}, "2 hands; expected a hand of each of A, B and C"),
        ({"lead": 3}, "unknown seat 3 at this table; seats are counted from 0 to 2"),
        ({"dealer": -1}, "unknown seat -1 at this table"),
        (hands("hR c3", "c10 T20", "hR s5"), "hR is in A's hand and C's hand; a card belongs in one place"),
        ({"skat": frozenset(cards("c3 c4 c5"))}, "c3 is in A's hand and the skat"),
        (hands("hR c3", "c10 T20", "h9"), "C holds 1 card; expected 2, as the trick leaves A and B"),
        ({"trick": (Laid(1, BY_TEXT["s1"]),)}, "the trick is not in the order of play; expected A"),
        (
            {"trick": tuple(Laid(seat, BY_TEXT[f"s{seat + 1}"]) for seat in range(3))},
            "the trick holds 3 cards; a trick in progress holds at most 2",
        ),
        (
            {**hands("hR", "c10 T20", "h9 s5"), "trick": (Laid(0, FOOL),)},
            "the Fool is led and names no suit",
        ),
        (
            {**hands("hR", "c10 T20", "h9 s5"), "trick": (Laid(0, BY_TEXT["c3"], Suit.CLUBS),)},
            "c3 names c and is not a Fool that is led; only a led Fool names a suit",
        ),
        (
            {**hands("hR", "c10", "h9 s5"), "trick": (Laid(0, BY_TEXT["c3"]), Laid(1, BY_TEXT["T20"]))},
            "B could not play T20 (play.follow); legal: c10",
        ),
        ({"picked": lay(BY_TEXT["hR"])}, "A has picked hR; expected a card in place of the Fool"),
        ({"demanded": True}, "the Fool is demanded of A; only its holder can be asked for it"),
        ({"passed": 1}, "1 player has let a card pass; those asked are fewer"),
        ({"pots": Pots(-5, 60)}, "-5 tokens in the king pot; a pot holds 0 or more"),
        (
            {"told": piles_told(PileFacts(23), PileFacts(1), PileFacts(0))},
            "24 tricks are taken; expected 23 with 2 left",
        ),
        ({"told": piles_told(PileFacts(23, 80))}, "80 points are taken; expected"),
        ({"count": True, "told": NOTHING_TOLD}, "the count is to be paid; expected the dealer, and `taken`"),
        ({"announce": frozenset({"tout"}), "dealer": None}, "a Tout is announced; expected the dealer"),
        ({"declarations": {0: ()}}, "declarations in the middle of a hand; expected a whole hand"),
        ({"skat": frozenset(cards("s1 s2"))}, "a skat of 2 cards; expected 3"),
        (
            {"skat": frozenset(cards("s1 s2 sR"))},
            "sR is in the skat; it may never be discarded (discard.kings)",
        ),
        ({"skat": frozenset(cards("s1 s2 fool"))}, "the Fool is in the skat"),
        ({"worlds": (World("x", 0, SOUND.hands),)}, "`worlds`: x appears twice or weighs less than 1"),
        ({"worlds": (World("x", 1, SOUND.hands[:2]),)}, "`worlds`: the hands of x do not fit this table"),
    ],
)
def test_a_position_with_a_fault_is_refused_and_the_fault_is_told(changed, fault: str) -> None:
    assert SOUND.status() == []
    with pytest.raises(InvalidPosition) as refused:
        replace(SOUND, **changed)
    assert any(str(each).startswith(fault) for each in refused.value.faults)
    assert refused.value.describe("da") != str(refused.value)


def test_what_lies_in_the_piles_is_told_in_points_whatever_the_units_of_the_game() -> None:
    text = (
        "format: tarok-position/2\nruleset: slovenian\nplayers: [A, B, C]\ncontract: three\ndeclarer: A\n"
        "lead: A\nhands: {A: hR, B: hV, C: h4}\ntaken: {A: {tricks: 9, points: 20 1/3}}\n"
    )
    the_others = Taken(6, Fraction(131, 3)), Taken(0, Fraction(0))
    assert loads(text).taken == (Taken(9, Fraction(61, 3)), *the_others)
    assert SOUND.taken == (Taken(23, Fraction(60)), Taken(0, Fraction(12)), Taken(0, Fraction(0)))


@pytest.mark.parametrize("key", ["taken", "contract", "nonsense"])
def test_what_is_no_field_of_a_position_is_refused_by_its_name(key: str) -> None:
    changed: dict[str, Any] = {key: None}
    with pytest.raises(InvalidPosition, match=f"unknown key `{key}`"):
        replace(SOUND, **changed)


def test_keys_of_a_file_may_stand_beside_hands_by_seat() -> None:
    told = {"A": {"tricks": 23, "points": 60}, "B": {"tricks": 0}, "C": {"tricks": 0, "points": 0}}
    made = Position(SOUND.rules, SOUND.players, SOUND.hands, SOUND.lead, dealer=1, taken=told)
    assert (made.taken, made.dealer) == (SOUND.taken, 1)


def test_pots_in_a_game_without_are_the_only_fault_there_is() -> None:
    with pytest.raises(InvalidPosition) as refused:
        replace(load(str(POSITIONS / "endings" / "tapp-contract-one-card.yaml")), pots=Pots(60, 60))
    assert [str(each) for each in refused.value.faults] == ["`pots` in a game that has no use for it"]


def test_a_fool_led_with_a_name_nobody_can_follow_is_a_fault() -> None:
    led = DEMANDED.after("fool=h")
    with pytest.raises(InvalidPosition, match="the Fool names d, which nobody else can follow"):
        replace(led, past=None, trick=(Laid(0, FOOL, Suit.DIAMONDS),))


def test_every_fault_is_told_at_once() -> None:
    with pytest.raises(InvalidPosition) as refused:
        replace(SOUND, pots=Pots(-1, -1), skat=frozenset(cards("hR")))
    assert len(refused.value.faults) == 5


@settings(max_examples=examples(60), deadline=None)
@given(positions(most_tricks=5))
def test_the_drawing_is_well_formed_names_every_card_and_is_the_same_each_time(of: Position) -> None:
    root = ET.fromstring(of._repr_svg_())
    titles = [each.text for each in root.iter("{http://www.w3.org/2000/svg}title")]
    held = [str(card) for hand in of.hands for card in hand]
    laid = [str(lay(each.card, each.names)) for each in of.trick]
    assert sorted(title or "" for title in titles) == sorted(held + laid)
    assert of._repr_svg_() == replace(of)._repr_svg_()
    for name in of.players:
        assert name in "".join(root.itertext())


def test_a_name_with_signs_of_markup_is_drawn_as_it_is() -> None:
    odd = replace(SOUND, players=("<A>", "B & C", "\x07"))
    assert "<A>" in "".join(ET.fromstring(odd._repr_svg_()).itertext())


def test_the_diagram_shows_every_card_and_what_is_not_decided() -> None:
    picked = DEMANDED.after("hR")
    assert str(picked).splitlines()[-1] == "A has picked hR; the Fool may be demanded."
    assert str(picked.after("demand[B]")).splitlines()[-1] == "The Fool was demanded: A plays it."
    assert all(str(card) in str(DEMANDED).split() for hand in DEMANDED.hands for card in hand)


def test_a_position_is_represented_in_one_short_line() -> None:
    assert repr(SOUND) == "<Position danish, A to play, 2 tricks left: A hR c3 / B c10 T20 / C h9 s5>"


def test_the_examples_that_help_shows_are_true(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(POSITIONS.parent)
    for module in (analyzer, model):
        failed, tried = doctest.testmod(module)
        assert (failed, tried > 4) == (0, True)


def test_every_public_method_of_a_position_tells_what_it_does() -> None:
    own = [member for name, member in vars(Position).items() if not name.startswith("_")]
    assert own
    assert all(inspect.getdoc(member) for member in own)


def test_a_card_that_never_goes_is_refused_by_the_clause_that_says_so_in_a_game_with_a_called_king() -> None:
    text = (
        "format: tarok-position/2\nruleset: appel\nplayers: [A, B, C, D]\ncontract: call\ndeclarer: A\n"
        "called: dR\npartner: B\nlead: A\ndealer: D\n"
        "hands: {A: h9 d3, B: h8 s3, C: T9 c4, D: T8 c5}\ndiscard: hR s2 c3 c1 c2 s1\n"
    )
    with pytest.raises(InvalidFile, match=r"hR is in the skat; it may never be discarded \(discard.limits\)"):
        loads(text)


@pytest.mark.parametrize("read", [loads, loads_evening])
def test_a_file_of_something_else_is_told_in_one_sentence(read: Callable[[str], object]) -> None:
    with pytest.raises(Invalid) as refused:
        read("shopping: [milk, bread]\ntotal: 12\n")
    (fault,) = refused.value.faults
    assert str(fault.message) == "this is a file of something else: none of its keys is known here"


def test_a_bare_demand_is_spoken_by_who_is_asked_next() -> None:
    text = "format: tarok-position/1\nhands: {A: cD T3, B: d7 cR, C: c5 T1 fool}\nlead: A\ntrick: sR T9\n"
    position = loads(f"{text}fool_demand: true\n")
    question = Hand.from_position(position)
    for word in ("T1", "allow"):
        (move,) = (each for each in question.moves() if str(each) == word)
        position, question = position.after(move), question.after(move)[0]
    assert [str(each) for each in position.legal()] == ["demand[B]", "d7", "cR"]
    assert [str(each) for each in position.after("demand").legal()] == ["fool"]
    assert position.after(DEMAND).table == question.after(DEMAND)[0].table
