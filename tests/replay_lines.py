"""Positions and lines written the short way, for the tests of the replay."""

import pytest

from analyzer.cards.card import BY_TEXT, Suit, cards
from analyzer.errors import IllegalMove
from analyzer.position.model import Position
from analyzer.position.replay.replay import replay
from analyzer.position.setting import Line
from analyzer.rules.actions import Action, ActionKind, lay
from analyzer.rules.book import Pots
from analyzer.rules.spec.shipped import load_ruleset

PLAYERS = ("A", "B", "C")


def ending(hands, lead="A", *, king=60, pagat=60, ruleset="danish", **more):
    """An ending from the hands of A, B and C as canonical text."""
    return Position(
        rules=load_ruleset(ruleset),
        players=PLAYERS,
        hands=tuple(frozenset(cards(hand)) for hand in hands),
        lead=PLAYERS.index(lead),
        pots=Pots(king, pagat),
        **more,
    )


def words(text):
    """The moves of a line from canonical words such as `hR fool=h demand[C] void[B] claim[B]=c`."""
    return tuple(_word(word) for word in text.split())


def _word(word):
    head, _, suit = word.partition("=")
    named = Suit(suit) if suit else None
    kind, _, who = head.rstrip("]").partition("[")
    if kind in {"demand", "void", "claim"}:
        return Action(ActionKind(kind), None, named, PLAYERS.index(who) if who else None, text=word)
    return lay(BY_TEXT[head], named)


def line(text, *, lead=None, expect=None, name="the line"):
    return Line(name, words(text), None if lead is None else PLAYERS.index(lead), expect)


def played(position, text, *, lead=None):
    """The replay of a line of the position."""
    return replay(position, line(text, lead=lead))


def refused(position, text, *, lead=None):
    """The verdict on a line that the rules forbid."""
    with pytest.raises(IllegalMove) as error:
        played(position, text, lead=lead)
    return error.value


def kinds(trick):
    """What happened in a trick, in short: `play A hR`, `demand B`, `take-back A hR`."""
    return [
        " ".join(
            str(part)
            for part in (event.kind.value, PLAYERS[event.seat], event.card, event.suit)
            if part is not None
        )
        for event in trick.events
    ]


def final(trick):
    """The cards of a trick as they lie in the end, in order of play."""
    return " ".join(
        f"{laid.card}={laid.names}" if laid.names is not None else str(laid.card) for laid in trick.laid
    )
