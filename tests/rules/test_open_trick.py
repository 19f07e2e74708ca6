"""A trick goes the same way for a line and for a dispute, whatever is demanded and laid too early."""

from __future__ import annotations

import random
from functools import reduce

from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.cards.card import BY_TEXT, Card, Suit, cards
from analyzer.disputes.tricks.play import PlayDispute, settle_play
from analyzer.position.model import Position
from analyzer.position.replay.model import PlayedTrick
from analyzer.position.replay.replay import replay
from analyzer.position.setting import Line
from analyzer.rules.actions import ALLOW, Action, ActionKind
from analyzer.rules.play.table import Laid, Table
from analyzer.rules.play.trick import OpenTrick
from analyzer.rules.spec.shipped import load_ruleset

PLAYERS = ("A", "B", "C")
RULES = load_ruleset("danish")
DECK = list(cards("hR h9 dR d2 sR s4 cR c3 T21 T9 T2 T1 fool"))


def open_trick(*hands: str, lead: int = 0) -> OpenTrick:
    return OpenTrick(Table(RULES.game, tuple(frozenset(cards(hand)) for hand in hands), lead))


def lay(trick: OpenTrick, seat: int, card: str, names: Suit | None = None) -> OpenTrick:
    return trick.laying(Laid(seat, BY_TEXT[card], names))


def test_a_card_laid_before_its_turn_lies_there_and_is_played_at_its_turn() -> None:
    trick = lay(lay(open_trick("h5 c2", "h7 T4", "T9 d3"), 0, "h5"), 2, "T9")
    assert ([str(each.card) for each in trick.laid], [str(each.card) for each in trick.early]) == (
        ["h5"], ["T9"]
    )  # fmt: skip
    assert (trick.table.holder, trick.complete) == (1, False)
    trick = lay(trick, 1, "h7")
    assert (trick.complete, trick.early, trick.trick.winner) == (True, (), 2)


def test_a_demand_takes_cards_back_into_their_hands_and_binds_the_holder_until_he_plays() -> None:
    trick = lay(lay(open_trick("h5 c2 c1", "fool h7 T4", "T9 d3 d4"), 0, "h5"), 1, "h7")
    trick = trick.demanding({1})
    assert (trick.demanded_of, trick.hands[1]) == (1, frozenset(cards("fool h7 T4")))
    assert lay(trick, 1, "fool").demanded_of is None


def test_a_card_that_no_longer_obeys_the_name_lies_there_and_does_not_stand() -> None:
    trick = lay(open_trick("fool h5", "c5 s4", "c7 s3"), 0, "fool", Suit.HEARTS)
    trick = lay(trick, 1, "c5")
    trick = trick.saying(Action(ActionKind.CLAIM, suit=Suit.SPADES, seat=2))
    assert trick.take_back == (1,)
    assert ([str(each.card) for each in trick.lying], len(trick.laid)) == (["fool", "c5"], 1)
    assert (trick.laid[0].names, trick.table.holder) == (Suit.SPADES, 1)
    assert [str(each.card) for each in lay(trick, 1, "s4").laid] == ["fool", "s4"]


@st.composite
def played(draw: st.DrawFn) -> tuple[Position, tuple[Action, ...]]:
    """A position of three or four tricks, and legal play of it as a dispute tells it, demands included."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    size = rng.choice((3, 4))
    deck = rng.sample(DECK, 3 * size)
    hands = tuple(frozenset(deck[seat * size : seat * size + size]) for seat in range(3))
    position = Position(RULES, PLAYERS, hands, lead=rng.randrange(3))
    table, events = position.table, list[Action]()
    while not table.over:
        move, seat = rng.choice(table.moves()), table.to_move
        if move != ALLOW:
            kind = ActionKind.LEAD if move.card and not table.trick else move.kind
            events.append(Action(kind, move.card, move.suit, seat))
        table, _ = table.after(move)
    return position, tuple(events)


def as_played(events: tuple[Action, ...]) -> Line:
    words = tuple(
        Action(ActionKind.PLAY if each.card else each.kind, each.card, each.suit,
               None if each.card else each.seat)
        for each in events
    )  # fmt: skip
    return Line("as played", words)


def lying_of(trick: PlayedTrick) -> list[Card]:
    return [each.card for each in trick.laid]


@settings(max_examples=examples(20), deadline=None)
@given(played())
def test_legal_play_is_replayed_and_settled_alike(game: tuple[Position, tuple[Action, ...]]) -> None:
    position, events = game
    replayed = replay(position, as_played(events))
    dispute = PlayDispute(
        rules=RULES, kind="play", players=PLAYERS, hands=position.hands, lead=position.lead, events=events
    )
    settled = settle_play(dispute)
    assert (settled.violations, settled.open_questions) == ((), ())
    assert settled.winners == tuple(trick.winner for trick in replayed.tricks)
    laid = {card for trick in replayed.tricks for card in lying_of(trick)}
    assert laid == frozenset().union(*position.hands)


@settings(max_examples=examples(20), deadline=None)
@given(played())
def test_what_was_heard_of_a_trick_gives_the_trick_again(game: tuple[Position, tuple[Action, ...]]) -> None:
    position, events = game
    table = position.table
    for trick in replay(position, as_played(events)).tricks:
        heard = reduce(OpenTrick.after, trick.events, OpenTrick(table))
        assert (heard.laid, heard.take_back, heard.trick.winner) == (trick.laid, (), trick.winner)
        table = heard.table


def test_the_words_about_a_led_fool_are_heard_too() -> None:
    hands = tuple(frozenset(cards(hand)) for hand in ("fool h4 d1", "s5 c2 T3", "d9 s7 c4"))
    position = Position(RULES, PLAYERS, hands, lead=0, fool_demand=False)
    said = [
        Action(ActionKind.PLAY, BY_TEXT["fool"], Suit.HEARTS),
        Action(ActionKind.PLAY, BY_TEXT["s5"]),
        Action(ActionKind.CLAIM, None, Suit.CLUBS, 2),
        Action(ActionKind.PLAY, BY_TEXT["c2"]),
        Action(ActionKind.PLAY, BY_TEXT["c4"]),
    ]
    (trick, *_) = replay(position, Line("renamed", tuple(said))).tricks
    heard = [OpenTrick(position.table)]
    for event in trick.events:
        heard.append(heard[-1].after(event))
    kinds = [event.kind for event in trick.events]
    back = heard[kinds.index(ActionKind.TAKE_BACK) + 1]
    assert back.without(back.take_back).hands[1] == hands[1]
    assert (heard[-1].laid, heard[-1].trick.winner) == (trick.laid, trick.winner)
