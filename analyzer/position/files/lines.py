"""Readers of lines of play and their expected results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from msgspec.structs import replace

from analyzer.cards.notation import shown
from analyzer.errors import Fault, InvalidFile, UsageError
from analyzer.messages import Decimal, Verbatim, either, say
from analyzer.position import replay
from analyzer.position.faults import faults_of
from analyzer.position.files.cardlists import WrittenNumber
from analyzer.position.files.hands.contract import EXPECTED, inapplicable_keys
from analyzer.position.files.handshape import PointsWritten
from analyzer.position.files.moves import read_moves
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import ExpectShape, LineShape, VariationShape
from analyzer.position.files.tree import spelled
from analyzer.position.setting import (
    NOTHING_DONE,
    Aftermath,
    BonusExpected,
    CountExpected,
    Expected,
    Line,
    Setting,
)
from analyzer.rules.score.goals import points_text
from analyzer.rules.score.hand import Pool
from analyzer.yamltree.node import nearest
from analyzer.yamltree.shapes import Text

WINNERS: Final = ("ultimo", "king_ultimo", "pagat_ultimo", "last_trick", "tout", "nolo")

CONTRACT_WORDS: Final = ("made", "failed", "drawn")
FOUND_WORDS: Final = ("at-once", "before-lead", "during-play", "after-payments")
AGREED_WORDS: Final = ("corrected", "irrecoverable")


def read_lines(
    reader: Reader,
    told: Sequence[LineShape] | None,
    lead: int | None,
    on_table: int,
    played: Line | None = None,
) -> tuple[Line, ...]:
    """Read the lines of a position, the one `played` first; the replay judges their cards."""
    lines: dict[str, Line] = {} if played is None else {played.name: played}
    for number, each in enumerate(told or (), 1):
        leader = reader.seat_of(each.lead)
        if each.lead is not None and on_table and leader not in (None, lead):
            message = say("another player leads a trick that is under way")
            reader.fault(each.lead.where, message, say("expected no `lead` here"))
        made = replace(_line(reader, each, f"line {number}", lines), lead=leader)
        lines[made.name] = made
        _read_variations(reader, each.variations, made, lines)
    return tuple(lines.values())


def _line(reader: Reader, told: LineShape | VariationShape, unnamed: str, lines: Mapping[str, Line]) -> Line:
    """A line or a variation by itself; a name that stands twice is a fault."""
    name = unnamed if told.name is None else str(told.name)
    where = told.node.where if told.name is None else told.name.where
    if name in lines:
        message = say("duplicate line {word}", word=Verbatim(shown(name)))
        reader.fault(where, message, say("expected each name once"))
    expect = None if told.expect is None else _expected(reader, told.expect)
    return Line(name, read_moves(reader, told.play), None, expect, _at_the_table(reader, told), where)


def _at_the_table(reader: Reader, told: LineShape | VariationShape) -> Aftermath:
    """What the players did about what was against the rules, and what they counted and paid."""
    if (told.found, told.agreed, told.counted, told.paid) == (None,) * 4:
        return NOTHING_DONE
    found = told.found if isinstance(told.found, Mapping) else {}
    places = {
        (key, str(name)): name.key_where
        for key in ("found", "agreed", "counted", "paid")
        for name in (found if key == "found" else getattr(told, key) or ())
    }
    if isinstance(told.found, Text):
        of_all = _read_moment_words(reader, {told.found: told.found}, FOUND_WORDS)
        when = dict(zip([""], of_all.values(), strict=False))
    else:
        when = _read_moment_words(reader, found, FOUND_WORDS)
    return Aftermath(
        when,
        _read_moment_words(reader, told.agreed or {}, AGREED_WORDS),
        _read_player_points(reader, told.counted) or {},
        amounts_by_name(reader, told.paid) or {},
        places,
    )


def _read_moment_words(reader: Reader, told: Mapping[Text, Text], words: Sequence[str]) -> dict[str, str]:
    """Words by the moment that they are about; one that is none of `words` is a fault."""
    found = {}
    for moment, word in told.items():
        spoken = spelled(word).lower()
        if spoken in words:
            found[str(moment)] = spoken
            continue
        guess = nearest(word, words)
        known = say("expected {known}", known=either(map(Verbatim, words)))
        expected = known if guess is None else say("did you mean {word}?", word=Verbatim(guess))
        message = say("{word} says neither when it was found nor how grave it is", word=Verbatim(shown(word)))
        reader.fault(word.where, message, expected)
    return found


def _read_variations(
    reader: Reader, told: Sequence[VariationShape] | None, of: Line, lines: dict[str, Line]
) -> None:
    """The variations of a line, each a line of its own, and theirs."""
    for number, each in enumerate(told or (), 1):
        made = _line(reader, each, f"{of.name}.{number}", lines)
        if each.has("at"):
            try:
                made = replace(made, of=of, at=replay.replay.moment(each.at), where=each.at.where)
            except UsageError as error:
                reader.fault(each.at.where, error.message, error.expected)
        lines[made.name] = made
        _read_variations(reader, each.variations, made, lines)


def check_variations(position: Setting) -> None:
    """Check variations. Raises: InvalidFile for those that leave a line at a moment that it does not reach.

    In an impossible position nothing is played: its own faults are reported when it is made.
    """
    faults: dict[str, Fault] = {}
    variations = [line for line in position.lines if line.of is not None]
    for line in variations if variations and position.complete and not faults_of(position) else ():
        try:
            replay.replay.find_line(position, line)
        except UsageError as error:
            if line.of is None or line.of.name not in faults:
                faults[line.name] = Fault(error.message, error.expected, line.where)
    if faults:
        raise InvalidFile(list(faults.values()))


def _expected(reader: Reader, told: ExpectShape) -> Expected:
    found: dict[str, Any] = {each: _name(reader, getattr(told, each)) for each in WINNERS}
    idle = inapplicable_keys(reader, told, EXPECTED)
    counted = None if reader.rules.game.pots is not None else _count_expected(reader, told, idle)
    found |= {key: amounts_by_name(reader, getattr(told, key)) for key in ("tokens", "tricks")}
    if counted is None:
        found["points"] = _whole_points(reader, told)
    if told.bagud is not None:
        found["bagud"] = tuple(filter(None, (_name(reader, each) for each in told.bagud.texts)))
    if told.pots is not None:
        found["pots"] = {key: getattr(told.pots, key) for key in told.pots.keys if told.pots.has(key)}
    if told.clauses is not None:
        found["clauses"] = tuple(filter(None, (_clause(reader, each) for each in told.clauses)))
    return Expected(given=frozenset(told.given_fields), **found, counted=counted)


def _whole_points(reader: Reader, told: ExpectShape) -> dict[str, int] | None:
    """Card points by player, where they are whole."""
    for name, each in (told.points or {}).items():
        if each.value is not None and each.value.denominator > 1:
            number = Decimal(points_text(each.value))
            message = say("{number} {number:point/points}", number=number)
            reader.fault(name.where, message, say("expected whole points"))
    found = _read_player_points(reader, told.points)
    return None if found is None else {name: int(value) for name, value in found.items()}


def _count_expected(reader: Reader, told: ExpectShape, idle: frozenset[str]) -> CountExpected:
    """What a line of a game of card points must come to."""
    contract = None if told.contract is None else told.contract.strip().lower()
    if told.contract is not None and contract not in CONTRACT_WORDS:
        message = say("the contract is {word}", word=Verbatim(shown(told.contract)))
        reader.fault(told.contract.where, message, say("expected made, failed or drawn"))
    named = {key: _name(reader, getattr(told, key)) for key in ("slam", "nil", "valat", "partner")}
    return CountExpected(
        contract=contract if contract in CONTRACT_WORDS else None,
        margin=None if told.margin is None else told.margin.value,
        target=None if told.target is None else told.target.value,
        points=_read_player_points(reader, told.points) or {},
        sheet=(amounts_by_name(reader, told.sheet) or {}) if "sheet" not in idle else {},
        radli=(amounts_by_name(reader, told.radli) or {}) if "radli" not in idle else {},
        pools=tuple(Pool(each.amount, each.doubled) for each in told.pools or ()),
        bonuses={
            str(name): BonusExpected(_name(reader, each.by), each.value)
            for name, each in (told.bonuses or {}).items()
        },
        **named,
    )


def _read_player_points(
    reader: Reader, told: Mapping[Text, PointsWritten] | None
) -> dict[str, Fraction] | None:
    """Card points by player; None where the file has none."""
    if told is None:
        return None
    by_seat = reader.values_by_seat(told)
    return {reader.players[seat]: each.value for seat, _, each in by_seat if each.value is not None}


def _name(reader: Reader, told: Text | None) -> str | None:
    """The name of a player, if it is that of one at the table."""
    seat = reader.seat_of(told)
    return None if seat is None else reader.players[seat]


def _clause(reader: Reader, told: Text) -> str | None:
    """The id of a clause, if the rule set has it."""
    if told in reader.rules.clauses:
        return str(told)
    guess = nearest(told, reader.rules.clauses)
    expected = None if guess is None else say("did you mean {word}?", word=Verbatim(guess))
    reader.fault(told.where, say("no clause is called {word}", word=Verbatim(shown(told))), expected)
    return None


def amounts_by_name(reader: Reader, told: Mapping[Text, WrittenNumber] | None) -> dict[str, int] | None:
    """Read the amounts by player, including one sitting out; None if the file has none."""
    if told is None:
        return None
    found = {}
    for name, amount in told.items():
        seat = None if spelled(name) == reader.sitting_out else reader.seat(name, name.key_where)
        who = reader.sitting_out if seat is None else reader.players[seat]
        if who is not None and amount.value is not None:
            found[who] = amount.value
    return found
