"""Values of the wrong type for their field: Python allows them and no position can have them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from analyzer.cards.card import Card
from analyzer.errors import Fault
from analyzer.messages import Message, Verbatim, quoted, say
from analyzer.position.setting import Line, Unseen, World
from analyzer.rules.actions import Action
from analyzer.rules.book import Pots
from analyzer.rules.play.table import Laid
from analyzer.rules.score.hand import HandTold
from analyzer.rules.spec.ruleset import RuleSet


class _Kind(NamedTuple):
    """The type of a field's value, and the expectation for a wrong one."""

    fits: Callable[[Any], bool]
    expected: Message


def _is(kind: type, expected: Message) -> _Kind:
    return _Kind(lambda value: isinstance(value, kind), expected)


def _maybe(kind: _Kind) -> _Kind:
    return _Kind(lambda value: value is None or kind.fits(value), kind.expected)


def _each(kind: Any, expected: Message) -> _Kind:
    """Return the type of a tuple of values of one kind."""
    return _Kind(
        lambda value: isinstance(value, tuple) and all(isinstance(each, kind) for each in value), expected
    )


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _cards(value: object) -> bool:
    return isinstance(value, frozenset) and all(isinstance(each, Card) for each in value)


_HANDS: Final = say("expected a hand of each player, by name or in order of play: text, or cards")
_SEAT: Final = _Kind(_whole, say("expected a player's name or seat"))
_TEXT: Final = _is(str, say("expected text"))
_FLAG: Final = _is(bool, say("expected True or False"))
_SKAT: Final = _Kind(_cards, say("expected a frozenset of cards"))
_NUMBER: Final = _Kind(_whole, say("expected a whole number"))

_KINDS: Final[Mapping[str, _Kind]] = {
    "rules": _is(RuleSet, say("expected a rule set, as `analyzer.rule_set` gives it")),
    "players": _each(str, say("expected the players' names in order of play")),
    "hands": _Kind(lambda value: isinstance(value, tuple) and all(map(_cards, value)), _HANDS),
    "lead": _SEAT,
    "trick": _each(Laid, say("expected the cards played, in order")),
    "pots": _maybe(
        _Kind(
            lambda value: isinstance(value, Pots) and _whole(value.king) and _whole(value.pagat),
            say("expected pots with whole numbers of tokens"),
        )
    ),
    "dealer": _maybe(_SEAT),
    "fool_demand": _FLAG,
    "count": _FLAG,
    "skat": _maybe(_SKAT),
    "announce": _is(frozenset, say("expected a frozenset of words")),
    "declarations": _maybe(_is(Mapping, say("expected declarations by seat"))),
    "sitting_out": _maybe(_TEXT),
    "worlds": _each(World, say("expected deals under `worlds`")),
    "unseen": _maybe(_is(Unseen, say("expected what is unseen"))),
    "lines": _each(Line, say("expected lines")),
    "title": _maybe(_TEXT),
    "source": _maybe(_TEXT),
    "stipulation": _maybe(_TEXT),
    "teaches": _maybe(_TEXT),
    "ruleset": _maybe(_TEXT),
    "file": _TEXT,
    "picked": _maybe(_is(Action, say("expected an action"))),
    "passed": _NUMBER,
    "told": _is(HandTold, say("expected the facts about the hand")),
    "demanded": _FLAG,
}
"""The types by field of a setting."""


def mistyped(setting: object) -> Iterator[Fault]:
    """Yield a fault for every field with a value of the wrong type; `setting` has all of them."""
    for name, kind in _KINDS.items():
        value = getattr(setting, name)
        if not kind.fits(value):
            told = say("`{name}` is {value}", name=Verbatim(name), value=quoted(value))
            yield Fault(told, kind.expected)
