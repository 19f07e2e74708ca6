"""Writing a position as a file that reads back equal: canonical cards, one key per line."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, Final, TypeVar

from msgspec import structs

from analyzer.cards.card import Card
from analyzer.cards.notation import write_cards
from analyzer.position.files.handshape import UNKNOWN
from analyzer.position.files.handwriting import told_keys
from analyzer.position.files.shape import FIRST_FORMAT, FORMAT
from analyzer.position.setting import (
    TEXTS,
    AtTheTable,
    BonusExpected,
    CountExpected,
    Expected,
    Line,
    Setting,
    Unseen,
    World,
)
from analyzer.rules.actions import Action, lay
from analyzer.rules.score.amounts import points_text
from analyzer.rules.score.told import Pool
from analyzer.rules.spec.variants import split_named

Value = TypeVar("Value")
_PLAIN: Final = r"[A-Za-zÆØÅæøåÉéÜüÖöÄä][\wÆØÅæøå'()./-]*(?: [\w'()./-]+)*"
_CONSTANTS: Final = frozenset({"null", "Null", "NULL", "true", "false", "True", "False", "TRUE", "FALSE"})


def dumps(position: Setting) -> str:
    """The text of a position file; `positions.loads` reads an equal position from it."""
    state = (f"{key}: {_value(value)}" for key, value in told_keys(position).items())
    version = FORMAT if position.pots is None else FIRST_FORMAT
    parts = [f"format: {version}", *_heading(position), *_cards(position), *state, *_unknown(position)]
    if position.half_known is not None and position.half_known.recorded is not None:
        tricks = position.half_known.recorded.tricks
        parts += ["tricks:", *(_trick(position, lead, words) for lead, words in tricks)]
    if position.lines:
        parts += ["lines:", *(_line(position, line) for line in position.lines if line.of is None)]
    return "\n".join(parts) + "\n"


def _trick(position: Setting, lead: int, words: str) -> str:
    return f'  - {{lead: {quoted(position.players[lead])}, cards: "{words}"}}'


def _heading(position: Setting) -> Iterable[str]:
    for key in TEXTS:
        text = getattr(position, key)
        if text is not None:
            yield f"{key}: {quoted(text)}"
    yield f"ruleset: {quoted(split_named(position.ruleset or position.rules.name)[0])}"
    if position.rules.variant:
        chosen = (f"{option}: {quoted(reading)}" for option, reading in position.rules.variant.items())
        yield f"variant: {{{', '.join(chosen)}}}"
    yield f"players: [{', '.join(map(quoted, position.players))}]"
    if position.sitting_out is not None:
        yield f"sitting_out: {quoted(position.sitting_out)}"


def _cards(position: Setting) -> Iterable[str]:
    hidden = position.unseen.sizes if position.unseen is not None else {}
    half = {} if position.half_known is None else position.half_known.sizes
    told = {
        seat: hand for seat, hand in enumerate(position.hands) if hand or seat in half or not hidden.get(seat)
    }
    yield "hands:" if told else "hands: {}"
    for seat, hand in told.items():
        unknown = [] if position.half_known is None else position.half_known.words(seat)
        yield f"  {quoted(position.players[seat])}: {_half_known(hand, unknown) if unknown else _hand(hand)}"
    yield f"lead: {quoted(position.players[position.lead])}"
    if position.trick:
        moves = (lay(each.card, each.names) for each in position.trick)
        yield f"trick: {quoted(_words(position, moves))}"
    if position.dealer is not None:
        yield f"dealer: {quoted(position.players[position.dealer])}"
    if position.skat is not None:
        yield f"{'discard' if position.pots is None else 'skat'}: {_hand(position.skat)}"


def _half_known(hand: Collection[Card], unknown: Sequence[str]) -> str:
    """A hand of which some cards are not known, in quotes: a `?` may mean something else in YAML."""
    return f'"{" ".join((*map(str, sorted(hand)), *unknown))}"'


def _unknown(position: Setting) -> Iterable[str]:
    if position.worlds:
        yield "worlds:"
    for world in position.worlds:
        yield f"  - {{name: {quoted(world.name)}, weight: {world.weight}, hands: {_world(position, world)}}}"
    if position.unseen is not None:
        yield f"unseen: {_value(_unseen(position, position.unseen))}"


def _world(position: Setting, world: World) -> str:
    half, base = world.half_known, position.half_known
    written = {
        seat: _half_known(hand, [] if half is None else half.words(seat)) if half or base else _hand(hand)
        for seat, hand in enumerate(world.hands)
        if hand != position.hands[seat] or (half and half.words(seat)) != (base and base.words(seat))
    }
    return _by_name(position, written, str)


def _unseen(position: Setting, unseen: Unseen) -> dict[str, Any]:
    """What one player cannot see, and what was heard and seen of it."""

    def by_name(told: Mapping[int, Value]) -> dict[str, Value]:
        return {position.players[seat]: told[seat] for seat in sorted(told)}

    answer = unseen.discarded_trumps
    keys: dict[str, Any] = {
        "hidden_from": position.players[unseen.hidden_from],
        "sizes": by_name(unseen.sizes) | ({"skat": unseen.skat} if unseen.skat else {}),
        "cards": unseen.cards,
        "void": by_name({seat: sorted(map(str, suits)) for seat, suits in unseen.void.items()}) or None,
        "skat": unseen.in_skat or None,
        "played": by_name(unseen.played) or None,
        "declared": by_name({seat: said or "pass" for seat, said in unseen.declared.items()}) or None,
        "discarded_trumps": {True: "yes", False: "no"}[answer] if isinstance(answer, bool) else answer,
    }
    return {key: value for key, value in keys.items() if value is not None}


def _line(position: Setting, line: Line, inset: str = "  ") -> str:
    """A line of play with its variations."""
    parts = [f"- name: {quoted(line.name)}"]
    if line.lead is not None:
        parts.append(f"  lead: {quoted(position.players[line.lead])}")
    if line.at is not None:
        parts.append(f'  at: "{".".join(map(str, line.at))}"')
    items = [_words(position, moves) for _, moves in groupby(line.moves, key=lambda move: move.item)]
    if all(move.item is None for move in line.moves):
        parts.append(f"  play: {quoted(_words(position, line.moves))}")
    else:
        parts += ["  play:", *(f"    - {quoted(each)}" for each in items)]
    if line.expect is not None:
        parts.append(f"  expect: {_expected(line.expect)}")
    parts += [f"  {key}: {_value(told)}" for key, told in _at_the_table(line.table)]
    variations = [_line(position, each, f"{inset}    ") for each in position.lines if each.of == line]
    if variations:
        parts.append("  variations:")
    return "\n".join([*(f"{inset}{part}" for part in parts), *variations])


def _at_the_table(told: AtTheTable) -> Iterator[tuple[str, Any]]:
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
            return value if value == UNKNOWN else quoted(value)
        case Card():
            return str(value)
        case frozenset():
            return _hand(value)
        case Pool() | BonusExpected():
            return _value({name: each for name, each in structs.asdict(value).items() if each})
        case Mapping():
            return f"{{{', '.join(f'{quoted(name)}: {_value(each)}' for name, each in value.items())}}}"
        case _:
            return f"[{', '.join(map(_value, value))}]"


def _by_name(position: Setting, values: Mapping[int, Value], text: Callable[[Value], str]) -> str:
    """A mapping by player, in table order."""
    pairs = (f"{quoted(position.players[seat])}: {text(values[seat])}" for seat in sorted(values))
    return f"{{{', '.join(pairs)}}}"


def _hand(cards: Collection[Card]) -> str:
    return quoted(write_cards(sorted(cards)))


def quoted(text: str) -> str:
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
