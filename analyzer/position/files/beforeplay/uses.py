"""The keys of a position that each game uses.

A game uses a key if a part of its rules is about it; a key without use is a fault that names the shipped
games that use it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from analyzer.messages import Message, Verbatim, both, say
from analyzer.position.files.reader import Reader
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.yamltree.placed import Shape

if TYPE_CHECKING:
    from analyzer.rules.spec.game import GameSpec

Uses: TypeAlias = "Callable[[RuleSet, GameSpec], bool]"


class KeyUse(NamedTuple):
    """The test if a rule set uses a key, and the shipped games that do."""

    uses: Uses
    games: tuple[str, ...]


_DANISH: Final = KeyUse(lambda _, game: game.pots is not None, ("danish",))
_BIDDING: Final = KeyUse(
    lambda _, game: bool(game.contracts),
    ("lhombre", "french", "appel", "tapp", "slovenian", "tarot"),
)
_CALLING: Final = KeyUse(
    lambda _, game: any(not each.alone for each in game.contracts.values()),
    ("lhombre", "french", "appel", "slovenian", "tarot"),
)
_POOLS: Final = KeyUse(lambda _, game: game.pools is not None, ("french", "appel"))
_TARGET: Final = KeyUse(lambda _, game: game.target is not None, ("french", "appel", "tarot"))
_TAPP: Final = KeyUse(lambda _, game: game.difference_sheet is not None, ("tapp",))
_SLOVENIAN: Final = KeyUse(lambda _, game: game.bonus_sheet is not None, ("slovenian",))


def _dead_hand(rules: RuleSet, _: GameSpec) -> bool:
    return any(each.kind == "dead-hand" and each.parameters["hands"] for each in rules.clauses.values())


KEYS: Final[Mapping[str, KeyUse]] = {
    **dict.fromkeys(("pots", "fool_demand", "picked", "let_pass", "demanded", "count", "announce"), _DANISH),
    "declarations": KeyUse(
        lambda _, game: game.pots is not None or game.declaring is not None, ("danish", "grosstarock")
    ),
    **dict.fromkeys(("contract", "declarer", "bids"), _BIDDING),
    "announced": KeyUse(
        lambda _, game: (
            game.pots is not None or (game.target or game.difference_sheet or game.bonus_sheet) is not None
        ),
        ("danish", "french", "appel", "tapp", "slovenian", "tarot"),
    ),
    **dict.fromkeys(("called", "partner"), _CALLING),
    "purchase": KeyUse(
        lambda _, game: any(each.buys for each in game.contracts.values()),
        ("lhombre", "french", "appel"),
    ),
    "talon": KeyUse(
        lambda _, game: game.declarer_takes,
        ("french", "tapp", "slovenian", "tarot"),
    ),
    "pools": _POOLS,
    "swept": _TARGET,
    **dict.fromkeys(("kontra", "passed", "held"), _TAPP),
    **dict.fromkeys(("radli", "trump_led", "mond_lost"), _SLOVENIAN),
    "dead": KeyUse(_dead_hand, ("grosstarock",)),
}
"""The keys of a position that only some games use."""

EXPECTED: Final[Mapping[str, KeyUse]] = {
    **dict.fromkeys(("tout", "nolo", "bagud", "pots"), _DANISH),
    **dict.fromkeys(("contract", "margin", "partner"), _BIDDING),
    **dict.fromkeys(("target", "slam"), _TARGET),
    "pools": _POOLS,
    "bonuses": KeyUse(
        lambda _, game: (game.difference_sheet or game.bonus_sheet) is not None, ("tapp", "slovenian")
    ),
    **dict.fromkeys(("valat", "radli"), _SLOVENIAN),
    "sheet": KeyUse(lambda _, game: game.on_a_sheet, ("basic", "tapp", "slovenian")),
    "tokens": KeyUse(
        lambda _, game: not game.on_a_sheet,
        ("danish", "grosstarock", "lhombre", "french", "appel", "tarot"),
    ),
    "nil": KeyUse(lambda _, game: game.pots is None, ("grosstarock", "slovenian")),
}
"""The keys of a line's expectations, with the games that use them."""


def useless(reader: Reader, shape: Shape, keys: Mapping[str, KeyUse] = KEYS) -> frozenset[str]:
    """Return the keys of a shape that its game does not use; each is a fault."""
    found = frozenset(_useless(reader.rules, shape, keys))
    for key in sorted(found, key=lambda each: list(keys).index(each)):
        games, name = keys[key].games, Verbatim(key)
        message = say("`{key}` in a game that has no use for it", key=name)
        if key == "fool_demand":
            message = say("`fool_demand` in a game where nobody may demand the Fool")
        reader.fault(shape.key_place(key), message, _who_has(reader, games))
    return found


def _useless(rules: RuleSet, shape: Shape, keys: Mapping[str, KeyUse]) -> Iterator[str]:
    for key, use in keys.items():
        node = shape.node.child(key)
        undemanded = (
            key == "fool_demand" and rules.fool.demand_trick is None and node and node.value is not False
        )
        if node is not None and (undemanded or not use.uses(rules, rules.game)):
            yield key


def _who_has(reader: Reader, games: tuple[str, ...]) -> Message:
    ruleset: Message | Verbatim = Verbatim(reader.rules.name)
    if reader.rules.name in games:
        games = tuple(each for each in games if each != reader.rules.name)
        ruleset = say("{ruleset} for {number}", ruleset=ruleset, number=len(reader.players))
    if not games:
        return say("{ruleset} has it not", ruleset=ruleset)
    if len(games) > 1:
        return say("{games} have it, {ruleset} has not", games=both(map(Verbatim, games)), ruleset=ruleset)
    return say("{game} has it, {ruleset} has not", game=Verbatim(games[0]), ruleset=ruleset)
