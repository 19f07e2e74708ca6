"""Writing a position as a file that reads back equal, and making one from the words of a file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from itertools import groupby
from typing import Any, Final, TypeVar

from msgspec import structs

from analyzer.cards.card import Card, Suit
from analyzer.cards.notation import scan_cards, shown, write_cards
from analyzer.errors import Fault, InvalidFile, InvalidPosition
from analyzer.messages import Name, Verbatim, listed, quoted, say
from analyzer.position.files.handshape import UNKNOWN
from analyzer.position.files.positions import position_tree, setting_of
from analyzer.position.files.shape import FIRST_FORMAT, FORMAT
from analyzer.position.piles import apart_in
from analyzer.position.setting import (
    NO_FILE,
    TEXTS,
    Aftermath,
    BonusExpected,
    CountExpected,
    Expected,
    Line,
    Setting,
    Unseen,
    World,
)
from analyzer.rules.actions import Action, lay
from analyzer.rules.book import Pots
from analyzer.rules.score.goals import points_text
from analyzer.rules.score.hand import PileFacts, Pool, Purchase
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.variants import Under, split_named

# Writing a position as a file that reads back equal: canonical cards, one key per line.


_SAID: Final = ("taken", "declarations")
"""Keys that tell something where they are empty."""


Written = Callable[[str], str]
"""How a name is written."""


def state_keys(position: Setting) -> dict[str, Any]:
    """The keys that tell the pots, the contract, the talon, the pools and the piles, with what they tell.

    Players stand there by name; None is what is not told.
    """
    told, name = position.told, position.players
    pots, declared = position.pots, position.declarations
    seats = {"declarer": told.declarer, "partner": told.partner}
    seats |= {"swept": told.swept, "mond_lost": told.mond_lost}
    talon = {"taken": told.talon_taken, "left": " ".join(map(str, told.talon_left))}
    keys = {
        "pots": None if pots is None else {"king": pots.king, "pagat": pots.pagat},
        "fool_demand": None if pots is None else position.fool_demand,
        "picked": position.picked and str(position.picked),
        "let_pass": position.passed or None,
        "demanded": position.demanded or None,
        "contract": told.contract,
        **{key: None if seat is None else name[seat] for key, seat in seats.items()},
        "called": told.called,
        "announced": _hand_by_name(position, told.announced),
        "kontra": [name[seat] for seat in sorted(told.kontra)],
        "passed": [name[seat] for seat in sorted(told.passed)],
        "held": _hand_by_name(position, told.held or {}),
        "bids": [{name[each.seat]: each.says} for each in told.bids],
        "purchase": [_purchase(position, each) for each in told.purchases],
        "talon": {key: cards for key, cards in talon.items() if cards},
        "dead": told.dead,
        "pools": [
            {"amount": each.amount, **({"doubled": True} if each.doubled else {})} for each in told.pools
        ],
        "radli": _hand_by_name(position, told.radli),
        "trump_led": told.trump_led or None,
        "taken": _piles(position) or None,
        "count": position.count or None,
        "announce": sorted(position.announce),
        "declarations": None
        if declared is None
        else {name[seat]: list(words) or "pass" for seat, words in sorted(declared.items())},
    }
    return {
        key: value for key, value in keys.items() if value is not None and (key in _SAID or _tells(value))
    }


def _tells(value: Any) -> bool:
    """Whether a value tells something; what is told of nobody and of no card does not."""
    return bool(value) if isinstance(value, list | dict | frozenset) else True


def _hand_by_name(position: Setting, told: Mapping[int, Any]) -> dict[str, Any]:
    return {position.players[seat]: told[seat] for seat in sorted(told)}


def _purchase(position: Setting, each: Purchase) -> dict[str, Any]:
    holder = None if each.holder is None else position.players[each.holder]
    keys = {"wants": each.wants, "from": holder, "gives": each.gives}
    return {key: value for key, value in keys.items() if value is not None}


def _piles(position: Setting) -> dict[str, Any]:
    """What is told of each pile, by player; one of which nothing is told is left out."""
    piles = {seat: _pile(position, seat, pile) for seat, pile in sorted(position.told.piles.items())}
    return {position.players[seat]: keys for seat, keys in piles.items() if keys}


def _pile(position: Setting, seat: int, pile: PileFacts) -> dict[str, Any]:
    """What is told of a pile, its points with what was laid away in it; `gives` only where it is unusual."""
    points, usual = _points(position, seat, pile), pile.tricks != 0 and not pile.cards
    gives = pile.gives if position.spec.exchange is not None else usual
    keys = {
        "tricks": pile.tricks,
        "points": points if points is not None or not pile.cards else UNKNOWN,
        "cards": pile.cards or None,
        "gives": None if gives == usual else gives,
        "owes": None if pile.owes_to is None else position.players[pile.owes_to],
    }
    return {key: value for key, value in keys.items() if value is not None}


def _points(position: Setting, seat: int, pile: PileFacts) -> Fraction | None:
    game, sides = position.spec, position.sides
    if pile.units is None:
        return None
    side = sides.of[seat]
    beside = apart_in(position).units(game, side) if sides.seats(side)[0] == seat else 0
    return Fraction(pile.units + beside, game.piles.unit)


def hand_words(position: Setting, written: Written) -> Iterator[str]:
    """The keys as words of one line, with names as they are `written`; what is as usual is left out."""
    told = state_keys(position)
    pots, demand, said = (told.pop(key, None) for key in ("pots", "fool_demand", "announce"))
    declared, keys = told.pop("declarations", None), {**(pots or {})}
    if demand is not None and demand != (position.rules.fool.demand_trick is not None):
        keys["demand"] = demand
    keys |= told
    if position.dealer is not None:
        keys["dealer"] = position.players[position.dealer]
    if position.skat:
        keys["discard" if position.pots is None else "skat"] = position.skat
    if said and position.dealer is not None:
        keys["announced"] = {position.players[position.dealer]: said}
    if declared is not None:
        keys["declarations"] = declared
    if position.sitting_out is not None:
        keys["sitting_out"] = position.sitting_out
    for key, value in keys.items():
        yield f"{key}={_WORDS.get(key, _hand_word)(value, written)}"


def _hand_word(value: Any, written: Written) -> str:
    """A value as one word: what is told of several between commas, what is told of one between colons."""
    match value:
        case bool():
            return "on" if value else "off"
        case str():
            return written(value)
        case Mapping():
            return ",".join(":".join((written(name), *_parts(each, written))) for name, each in value.items())
        case list() | tuple() | frozenset():
            return ",".join(
                _hand_word(each, written)
                for each in (sorted(value) if isinstance(value, frozenset) else value)
            )
        case _:
            return str(value)


def _parts(value: Any, written: Written) -> list[str]:
    return (
        [_hand_word(each, written) for each in value]
        if isinstance(value, list | tuple)
        else [_hand_word(value, written)]
    )


def _bought(purchases: Sequence[Mapping[str, Any]], written: Written) -> str:
    """Cards bought, as `WANTS:GIVES:FROM`."""
    keys = ("wants", "gives", "from")
    return ",".join(
        ":".join(_hand_word(each[key], written) for key in keys if key in each) for each in purchases
    )


def _talon(talon: Mapping[str, Any], _: Written) -> str:
    cards = {key: each.split() if isinstance(each, str) else sorted(each) for key, each in talon.items()}
    return ",".join(":".join((key, *map(str, each))) for key, each in cards.items())


def _pools(pools: Sequence[Mapping[str, Any]], _: Written) -> str:
    return ",".join(f"{each['amount']}{'d' * ('doubled' in each)}" for each in pools)


def _taken(piles: Mapping[str, Mapping[str, Any]], written: Written) -> str:
    return ",".join(":".join((written(name), *_pile_parts(pile, written))) for name, pile in piles.items())


def _pile_parts(pile: Mapping[str, Any], written: Written) -> Iterator[str]:
    """Tricks and points of a pile, then its cards and what is unusual of it."""
    yield str(pile.get("tricks", ""))
    more = list(map(str, sorted(pile.get("cards", ()))))
    more += ["gives" if pile[key] else "keeps" for key in ("gives",) if key in pile]
    more += [f"owes={written(pile[key])}" for key in ("owes",) if key in pile]
    points = pile.get("points", UNKNOWN)
    if points != UNKNOWN or more:
        yield UNKNOWN if points == UNKNOWN else points_text(points).replace(" ", "+")
    yield from more


_WORDS: Final[Mapping[str, Callable[[Any, Written], str]]] = {
    "purchase": _bought, "talon": _talon, "pools": _pools, "taken": _taken,
}  # fmt: skip
"""What is written in a way of its own in one line."""


Value = TypeVar("Value")
_PLAIN: Final = r"[A-Za-zÆØÅæøåÉéÜüÖöÄä][\wÆØÅæøå'()./-]*(?: [\w'()./-]+)*"
_CONSTANTS: Final = frozenset({"null", "Null", "NULL", "true", "false", "True", "False", "TRUE", "FALSE"})


def dumps(position: Setting) -> str:
    """The text of a position file; `positions.loads` reads an equal position from it."""
    state = (f"{key}: {_value(value)}" for key, value in state_keys(position).items())
    version = FORMAT if position.pots is None else FIRST_FORMAT
    parts = [f"format: {version}", *_heading(position), *_cards(position), *state, *_unknown(position)]
    if position.half_known is not None and position.half_known.recorded is not None:
        tricks = position.half_known.recorded.tricks
        parts += ["tricks:", *(_trick(position, lead, words) for lead, words in tricks)]
    if position.lines:
        parts += ["lines:", *(_line(position, line) for line in position.lines if line.of is None)]
    return "\n".join(parts) + "\n"


def _trick(position: Setting, lead: int, words: str) -> str:
    return f'  - {{lead: {quote(position.players[lead])}, cards: "{words}"}}'


def _heading(position: Setting) -> Iterable[str]:
    for key in TEXTS:
        text = getattr(position, key)
        if text is not None:
            yield f"{key}: {quote(text)}"
    yield f"ruleset: {quote(split_named(position.ruleset or position.rules.name)[0])}"
    if position.rules.variant:
        chosen = (f"{option}: {quote(reading)}" for option, reading in position.rules.variant.items())
        yield f"variant: {{{', '.join(chosen)}}}"
    yield f"players: [{', '.join(map(quote, position.players))}]"
    if position.sitting_out is not None:
        yield f"sitting_out: {quote(position.sitting_out)}"


def _cards(position: Setting) -> Iterable[str]:
    hidden = position.unseen.sizes if position.unseen is not None else {}
    half = {} if position.half_known is None else position.half_known.sizes
    told = {
        seat: hand for seat, hand in enumerate(position.hands) if hand or seat in half or not hidden.get(seat)
    }
    yield "hands:" if told else "hands: {}"
    for seat, hand in told.items():
        unknown = [] if position.half_known is None else position.half_known.words(seat)
        yield f"  {quote(position.players[seat])}: {_half_known(hand, unknown) if unknown else _hand(hand)}"
    yield f"lead: {quote(position.players[position.lead])}"
    if position.trick:
        moves = (lay(each.card, each.names) for each in position.trick)
        yield f"trick: {quote(_words(position, moves))}"
    if position.dealer is not None:
        yield f"dealer: {quote(position.players[position.dealer])}"
    if position.skat is not None:
        yield f"{'discard' if position.pots is None else 'skat'}: {_hand(position.skat)}"


def _half_known(hand: Collection[Card], unknown: Sequence[str]) -> str:
    """A hand of which some cards are not known, in quotes: a `?` may mean something else in YAML."""
    return f'"{" ".join((*map(str, sorted(hand)), *unknown))}"'


def _unknown(position: Setting) -> Iterable[str]:
    if position.worlds:
        yield "worlds:"
    for world in position.worlds:
        yield f"  - {{name: {quote(world.name)}, weight: {world.weight}, hands: {_world(position, world)}}}"
    if position.unseen is not None:
        yield f"unseen: {_value(_unseen(position, position.unseen))}"


def _world(position: Setting, world: World) -> str:
    half, base = world.half_known, position.half_known
    written = {
        seat: _half_known(hand, [] if half is None else half.words(seat)) if half or base else _hand(hand)
        for seat, hand in enumerate(world.hands)
        if hand != position.hands[seat] or (half and half.words(seat)) != (base and base.words(seat))
    }
    return _format_by_name(position, written, str)


def _unseen(position: Setting, unseen: Unseen) -> dict[str, Any]:
    """What one player cannot see, and what was heard and seen of it."""

    def name_values(told: Mapping[int, Value]) -> dict[str, Value]:
        return {position.players[seat]: told[seat] for seat in sorted(told)}

    answer = unseen.discarded_trumps
    keys: dict[str, Any] = {
        "hidden_from": position.players[unseen.hidden_from],
        "sizes": name_values(unseen.sizes) | ({"skat": unseen.skat} if unseen.skat else {}),
        "cards": unseen.cards,
        "void": name_values({seat: sorted(map(str, suits)) for seat, suits in unseen.void.items()}) or None,
        "skat": unseen.in_skat or None,
        "played": name_values(unseen.played) or None,
        "declared": name_values({seat: said or "pass" for seat, said in unseen.declared.items()}) or None,
        "discarded_trumps": {True: "yes", False: "no"}[answer] if isinstance(answer, bool) else answer,
    }
    return {key: value for key, value in keys.items() if value is not None}


def _line(position: Setting, line: Line, inset: str = "  ") -> str:
    """A line of play with its variations."""
    parts = [f"- name: {quote(line.name)}"]
    if line.lead is not None:
        parts.append(f"  lead: {quote(position.players[line.lead])}")
    if line.at is not None:
        parts.append(f'  at: "{".".join(map(str, line.at))}"')
    items = [_words(position, moves) for _, moves in groupby(line.moves, key=lambda move: move.item)]
    if all(move.item is None for move in line.moves):
        parts.append(f"  play: {quote(_words(position, line.moves))}")
    else:
        parts += ["  play:", *(f"    - {quote(each)}" for each in items)]
    if line.expect is not None:
        parts.append(f"  expect: {_expected(line.expect)}")
    parts += [f"  {key}: {_value(told)}" for key, told in _at_the_table(line.table)]
    variations = [_line(position, each, f"{inset}    ") for each in position.lines if each.of == line]
    if variations:
        parts.append("  variations:")
    return "\n".join([*(f"{inset}{part}" for part in parts), *variations])


def _at_the_table(told: Aftermath) -> Iterator[tuple[str, Any]]:
    """What the players did about a line, key by key."""
    for key in ("found", "agreed"):
        words = getattr(told, key)
        if words:
            yield key, words.get("", words)
    for key in ("counted", "paid"):
        if getattr(told, key):
            yield key, getattr(told, key)


def _words(position: Setting, moves: Iterable[Action]) -> str:
    return " ".join(_word(position, move) for move in moves)


def _word(position: Setting, move: Action) -> str:
    text = str(move.card) if move.card is not None else move.kind.value
    if move.seat is not None:
        text += f"[{position.players[move.seat]}]"
    return text if move.suit is None else f"{text}={move.suit}"


def _expected(expect: Expected) -> str:
    counted = expect.counted
    told = {name: getattr(expect, name) for name in Expected.__struct_fields__ if name in expect.given}
    if counted is not None:
        names = (name for name in CountExpected.__struct_fields__ if name in expect.given)
        told |= {name: getattr(counted, name) for name in names}
    return _value(told)


def _value(value: Any) -> str:
    """A value of a key in YAML's flow style."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | Fraction():
            return points_text(Fraction(value))
        case str():
            return value if value == UNKNOWN else quote(value)
        case Card():
            return str(value)
        case frozenset():
            return _hand(value)
        case Pool() | BonusExpected():
            return _value({name: each for name, each in structs.asdict(value).items() if each})
        case Mapping():
            return f"{{{', '.join(f'{quote(name)}: {_value(each)}' for name, each in value.items())}}}"
        case _:
            return f"[{', '.join(map(_value, value))}]"


def _format_by_name(position: Setting, values: Mapping[int, Value], text: Callable[[Value], str]) -> str:
    """A mapping by player, in table order."""
    pairs = (f"{quote(position.players[seat])}: {text(values[seat])}" for seat in sorted(values))
    return f"{{{', '.join(pairs)}}}"


def _hand(cards: Collection[Card]) -> str:
    return quote(write_cards(sorted(cards)))


def quote(text: str) -> str:
    """A text as YAML reads it back: as it is where that is safe, else in double quotes."""
    if re.fullmatch(_PLAIN, text) and text not in _CONSTANTS:
        return text
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(char: str) -> str:
    if char in '"\\':
        return f"\\{char}"
    if char.isprintable() or char == " ":
        return char
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


# A position made in Python from the words of a position file: `Position(hands={"A": "dR T7"}, lead="A")`.
#
# The words are put together as a file and read by the readers of files, so that they mean the same in both;
# the faults are the same too, without places.


def build_setting(rules: RuleSet | str | None, words: Mapping[str, object]) -> Setting:
    """Return the setting for the keys of a position file, under the rules given or named.

    Cards, moves and pots may replace words, and seats the names of the leader and the dealer.

    Raises: InvalidPosition with every fault.
    """
    told = {key: value for key, value in words.items() if value is not None}
    told = _named(told)
    told["format"] = FORMAT
    if isinstance(rules, str):
        told["ruleset"] = rules
    lines = (f"{json.dumps(key)}: {json.dumps(_plain(value))}\n" for key, value in told.items())
    under: Under | None = (lambda _: rules) if isinstance(rules, RuleSet) else None
    try:
        return setting_of(position_tree("".join(lines), NO_FILE), under)
    except InvalidFile as refused:
        faults = [Fault(each.message, each.expected) for each in refused.faults]
        raise InvalidPosition(faults) from None


def _named(told: dict[str, object]) -> dict[str, object]:
    """The keys with the players by name: where they are not listed they are those who have hands."""
    hands = told.get("hands")
    if "players" not in told and isinstance(hands, Mapping) and "unseen" not in told:
        told = {**told, "players": list(hands)}
    names = told.get("players")
    if isinstance(hands, list | tuple) and isinstance(names, Sequence) and len(hands) == len(names):
        told = {**told, "hands": dict(zip(names, hands, strict=True))}
    for key in ("lead", "dealer"):
        seat = told.get(key)
        if type(seat) is int and isinstance(names, Sequence) and seat in range(len(names)):
            told = {**told, key: names[seat]}
    return told


def _plain(value: object) -> Any:
    """A value as JSON has it: cards, moves and sums of points as the words of a file."""
    match value:
        case None | bool() | int() | str():
            return value
        case Card() | Suit() | Action() | Fraction():
            return str(value)
        case Pots():
            return {"king": value.king, "pagat": value.pagat}
        case Mapping():
            return {str(key): _plain(each) for key, each in value.items() if each is not None}
        case AbstractSet():
            return sorted(map(_plain, value), key=str)
        case Iterable():
            return [_plain(each) for each in value]
        case _:
            told = say("{value} has no place in a position", value=quoted(value))
            raise InvalidPosition([Fault(told, say("expected the words of a position file"))])


def seated(values: Mapping[str, Any], players: Sequence[str]) -> tuple[dict[str, Any], list[Fault]]:
    """Return values by seat, as a position has them, for hands given by name or in words and seats by name.

    The second part of the result is every fault in those words.
    """
    faults: list[Fault] = []
    found = dict(values)
    hands = found["hands"]
    if isinstance(hands, Mapping):
        faults += [_nobody(name, players) for name in hands if name not in players]
        hands = [hands.get(name, ()) for name in players]
    if isinstance(hands, Sequence) and not isinstance(hands, str):
        found["hands"] = tuple(_hand_of_text(hand, faults) for hand in hands)
    for key in ("lead", "dealer"):
        seat = found.get(key)
        if isinstance(seat, str) and seat in players:
            found[key] = players.index(seat)
        elif isinstance(seat, str):
            faults.append(_nobody(seat, players))
            found[key] = 0
    return found, faults


def _nobody(name: object, players: Sequence[str]) -> Fault:
    known = say("the players are {players}", players=listed(map(Name, players)))
    return Fault(say("no player is called {word}", word=Verbatim(shown(str(name)))), known)


def _hand_of_text(hand: object, faults: list[Fault]) -> object:
    """The cards of a hand told in words; what is no hand stays for whoever looks at it next."""
    if not isinstance(hand, Iterable):
        return hand
    cards = hand if isinstance(hand, str) else list(hand)
    if all(isinstance(each, Card) for each in cards):
        return frozenset(cards)
    read, wrong = scan_cards(cards if isinstance(cards, str) else " ".join(map(str, cards)))
    faults += [each.fault for each in wrong]
    found = [each.card for each in read]
    faults += [
        Fault(say("{card} is in one hand twice", card=card), say("expected each card once"))
        for card in sorted({*found})
        if found.count(card) > 1
    ]
    return frozenset(found)
