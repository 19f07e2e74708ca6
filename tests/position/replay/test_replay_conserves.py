"""Random legal play, replayed: nothing is lost, and everything is paid as a second, plain reading says."""

import random

from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_rules import declared
from positions_strategy import Shape, positions, told
from replay_lines import PLAYERS, words
from replay_plain import Purse, settle
from rulesets import DANISH_RULES

from analyzer.cards.card import DECK
from analyzer.position.model import Position
from analyzer.position.replay.replay import replay
from analyzer.position.setting import Line
from analyzer.rules.actions import ActionKind
from analyzer.rules.book import Pots, unmatched
from analyzer.rules.deal.discard import legal_discards
from analyzer.rules.spec.shipped import load_ruleset

seeds = st.integers(0, 2**32 - 1)


def at_random(position, rng):
    """A random line of legal play with demands, in the words of a file."""
    table, written = position.table, []
    while not table.over:
        move = rng.choice(table.moves())
        if move.kind is ActionKind.PLAY:
            written.append(str(move))
        elif move.kind is ActionKind.DEMAND:
            written.append(f"demand[{PLAYERS[table.to_move]}]")
        table, _ = table.after(move)
    return Line("at random", words(" ".join(written)))


def as_laid(result):
    """The tricks of a replay as plain text."""
    return [
        (
            [(laid.seat, str(laid.card)) for laid in trick.laid],
            str(trick.laid[0].names) if trick.laid[0].names else None,
        )
        for trick in result.tricks
    ]


def plain(position, result, purse, won, points):
    """The plain settlement of the tricks of a replay; the points of the piles in the end."""
    everywhere = (*position.hands, [each.card for each in position.trick])
    held = {str(card) for cards in everywhere for card in cards}
    tout = "tout" in position.announce and "fool" not in held
    return settle(
        purse,
        as_laid(result),
        position.rules.name,
        won,
        points,
        announcer=position.dealer if tout else None,
        dealer=position.dealer,
        counted=position.count,
    )


def taken(position, what):
    """Tricks or points by seat; for points None unless all are known."""
    if position.piles is None:
        return None
    each = [None if pile is None else getattr(pile, what) for pile in position.piles]
    return None if what == "units" and None in each else each


@settings(max_examples=examples(150), deadline=None)
@given(positions(most_tricks=6), seeds)
def test_an_ending_pays_what_the_plain_rules_say_in_every_rule_set(position, seed):
    result = replay(position, at_random(position, random.Random(seed)))
    purse = Purse(position.pots.king, position.pots.pagat, 3 + (position.sitting_out is not None))
    points = plain(position, result, purse, taken(position, "tricks"), taken(position, "units"))
    assert list(result.tokens) == purse.tokens, told(position)
    assert result.pots_after == Pots(**purse.pots)
    if points is not None:
        assert list(result.points) == points


@settings(max_examples=examples(100), deadline=None)
@given(positions(most_tricks=6), seeds)
def test_what_the_players_lose_the_pots_gain(position, seed):
    result = replay(position, at_random(position, random.Random(seed)))
    change = result.pots_change
    assert sum(result.tokens) + change.king + change.pagat == unmatched(result.settlement)
    assert position.rules.count.own or unmatched(result.settlement) == 0
    assert result.pots_after.king >= 0 <= result.pots_after.pagat
    assert result.complete
    assert result.missing is None


@settings(max_examples=examples(60), deadline=None)
@given(positions(Shape(tricks=4, fool=True, fool_demand=True, laid=0)), seeds)
def test_the_steps_of_a_line_are_the_moves_that_were_made(position, seed):
    result = replay(position, at_random(position, random.Random(seed)))
    table = position.table
    for step in result.steps:
        assert step.table == table
        assert step.move in table.moves()
        table, _ = table.after(step.move)
        assert step.after == table
    assert table.over


def dealt(rng, name):
    """A whole hand at random, the dealer in any seat; its skat is one that the rules allow."""
    rules, pack, dealer = load_ruleset(name), list(DECK), rng.randrange(3)
    rng.shuffle(pack)
    skat = rng.choice(list(legal_discards(rules, frozenset(pack[:28]))))
    hands = [frozenset(pack[28:53]), frozenset(pack[53:])]
    hands.insert(dealer, frozenset(pack[:28]) - skat)
    return Position(
        rules, PLAYERS, tuple(hands), (dealer + 1) % 3, dealer=dealer, skat=frozenset(skat), count=True
    )


@settings(max_examples=examples(25), deadline=None)
@given(seeds, st.sampled_from(DANISH_RULES))
def test_a_whole_hand_pays_what_the_plain_rules_say_in_every_rule_set(seed, name):
    rng = random.Random(seed)
    position = dealt(rng, name)
    result = replay(position, at_random(position, rng))
    purse = Purse(60, 60, 3)
    for pot in ("king", "pagat"):
        purse.into(pot, position.dealer, 5)
    for seat, hand in enumerate(position.hands):
        for _, _, amount in declared([str(card) for card in hand]):
            purse.from_each_to(seat, amount)
    points = [0, 0, 0]
    points[position.dealer] = 1 + sum(position.rules.game.piles.card_units(card) for card in position.skat)
    points = plain(position, result, purse, [0, 0, 0], points)
    assert list(result.tokens) == purse.tokens
    assert result.pots_after == Pots(**purse.pots)
    assert list(result.points) == points
    assert (sum(points), sum(result.tricks_won)) == (78, 25)
