"""Replays of a line, trick by trick, the moments of it, and the results the file expects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Any, Final, NamedTuple

from msgspec import structs

from analyzer.cards.card import PAGAT
from analyzer.errors import Fault, IllegalMove, InvalidFile, UsageError
from analyzer.messages import LineWord, Message, Name, Verbatim, listed, quoted, say
from analyzer.position.replay.books import Books, steps_of
from analyzer.position.replay.judging import judge_illegal, judge_table, judge_trick
from analyzer.position.replay.model import (
    End,
    IllegalLine,
    JudgedLine,
    PlayedTrick,
    Replay,
    Step,
    UnmetExpectation,
)
from analyzer.position.replay.trick import Manner, TrickPlay, table_before
from analyzer.position.setting import CountExpected, Expected, Line, Moment, Setting
from analyzer.rules.actions import DEMAND, Action, ActionKind
from analyzer.rules.play.table import Laid
from analyzer.rules.score.hand import Outcome, Pool
from analyzer.rules.spec.clause import Category

# Moments of a line, `20.1`: the trick and the card of it that is about to be played.


class LinePlace(NamedTuple):
    """The place of a moment in a replay: the index of its trick, and the number of the next card, from 1."""

    trick: int
    card: int


def moment(at: object) -> Moment:
    """Return a moment as trick and card; `24.2` is before the second card of trick 24, `24` the first.

    Raises: UsageError for anything else.
    """
    if isinstance(at, tuple) and len(at) == 2 and all(type(each) is int and each > 0 for each in at):
        return at[0], at[1]
    trick, dot, card = str(at).partition(".")
    numbers = [int(part) for part in (trick, card) if part.isascii() and part.isdigit() and len(part) < 4]
    if not dot and len(numbers) == 1:
        numbers.append(1)
    if len(numbers) != 2 or 0 in numbers:
        raise UsageError(
            say("{word} is not a moment of a line; write TRICK.CARD, such as 24.2", word=quoted(at))
        )
    return numbers[0], numbers[1]


def place_of(tricks: Sequence[PlayedTrick], at: Moment, players: int) -> LinePlace:
    """Return the place of a moment in a replay; a trick just begun may be the one after the last given.

    Tricks are counted from the start of the hand or, if unknown, from the start of the line.

    Raises: UsageError for a moment that the line does not reach.
    """
    number, card = at
    first = tricks[0].number if tricks else 1
    place = LinePlace(number - first if number >= first else number - 1, card)
    if place == (len(tricks), 1) and (not tricks or not _last(tricks[-1])):
        return place
    if place.trick >= len(tricks):
        last = tricks[-1].number if tricks else first
        raise UsageError(
            say(
                "the line has no trick {number}; its tricks are {first} to {last}",
                number=number,
                first=first,
                last=last,
            )
        )
    laid = len(tricks[place.trick].laid)
    if card > min(laid + 1, players):
        raise UsageError(
            say(
                "trick {number} has {cards} {cards:card/cards} in the line, and no card {card}",
                number=number,
                cards=laid,
                card=card,
            )
        )
    return place


def steps_before(steps: Sequence[Step], place: LinePlace) -> Sequence[Step]:
    """Return the decisions that stood before a card of a replay."""
    laying = [
        number
        for number, step in enumerate(steps)
        if step.trick == place.trick
        and step.move.kind is ActionKind.PLAY
        and len(step.table.trick) == place.card - 1
    ]
    return steps[: laying[-1]] if laying else [step for step in steps if step.trick <= place.trick]


def _last(trick: PlayedTrick) -> bool:
    """Return True if nothing can come after a trick: the hand is over, or the trick is incomplete."""
    return trick.winner is None or trick.tricks_left == 1


def heard_before(line: Line, tricks: Sequence[PlayedTrick], place: LinePlace) -> int:
    """Return the number of words of a line before a place of its replay.

    A card that was taken back is a word before the one that stands.
    """
    if place.trick >= len(tricks):
        return len(line.moves)
    trick = tricks[place.trick]
    after = tricks[place.trick + 1].heard if place.trick + 1 < len(tricks) else len(line.moves)
    if place.card > len(trick.laid):
        return after
    card = trick.laid[place.card - 1].card
    words = enumerate(line.moves[trick.heard : after], trick.heard)
    lays = [at for at, word in words if (word.kind, word.card) == (ActionKind.PLAY, card)]
    return lays[-1] if lays else trick.heard


# Replays of a line, trick by trick, compared with the results the file expects.


# Checks of a line's expectations: every given key compared with the result.


CLAUSES: Final = "clauses"
ENDS_EARLY: Final = "a line that ends early"


def mismatches(expected: Expected, replay: Replay) -> tuple[UnmetExpectation, ...]:
    """Return every difference, in the order of the keys; empty if every expectation was met.

    Only given keys are compared, and only the amounts of named players. A line that ends early meets nothing:
    every expectation was about its end, except the broken clauses.
    """
    held, found = _Held(expected, replay), list[UnmetExpectation]()
    for key, differences in _KEYS.items():
        if key not in expected.given or (held.of_points is not None and key in _OF_POTS):
            continue
        found += differences(held, key) if replay.complete else [held.unmet(key, ENDS_EARLY)]
    broken = tuple(dict.fromkeys(each.violation.clause for each in replay.judged.offences))
    if CLAUSES in expected.given and frozenset(expected.clauses) != frozenset(broken):
        found.append(UnmetExpectation(CLAUSES, expected.clauses, broken))
    return tuple(found)


class _Held:
    """An expectation, and the result it is compared with."""

    def __init__(self, expected: Expected, replay: Replay) -> None:
        self.replay, self.expected = replay, expected
        pots = replay.pots_before is not None
        self.of_points = None if pots else expected.counted or CountExpected()

    def wanted(self, key: str) -> Any:
        return getattr(self.of_points if hasattr(self.of_points, key) else self.expected, key)

    def unmet(self, key: str, got: object) -> UnmetExpectation:
        return UnmetExpectation(key, self.wanted(key), got)

    @property
    def outcome(self) -> Outcome:
        assert self.replay.outcome is not None
        return self.replay.outcome

    def name(self, seat: int | None) -> str | None:
        return None if seat is None else self.replay.players[seat]

    def amounts(self, key: str) -> Mapping[str, Any]:
        """Return the resulting numbers under the names of the file, for a side if they belong to sides."""
        replay, sides, pots = self.replay, self.replay.sides, self.replay.pots_change
        if key == "pots" and pots is not None:
            return {"king": pots.king, "pagat": pots.pagat}
        won = [[replay.tricks_won[seat] for seat in sides.seats(side)] for side in sides.of]
        by_seat: Mapping[str, Sequence[Any]] = {
            "tokens": replay.tokens,
            "points": replay.points_by_seat,
            "tricks": [None if None in each else sum(number or 0 for number in each) for each in won],
            "sheet": replay.sheet or (),
            "radli": [replay.radli.get(seat, 0) for seat in range(len(sides.of))],
        }
        return dict(zip(replay.players, by_seat[key], strict=False))


Differences = Callable[[_Held, str], Iterator[UnmetExpectation]]


def _named(held: _Held, key: str) -> Iterator[UnmetExpectation]:
    """Yield differences about a player, a side named by any of its players, or nobody."""
    wanted, got = held.wanted(key), held.name(getattr(held.outcome, key))
    if wanted != got and not (key in _OF_SIDES and _same_side(held.replay, wanted, got)):
        yield held.unmet(key, got)


def _same_side(replay: Replay, one: object, other: str | None) -> bool:
    players, sides = replay.players, replay.sides
    if one not in players or other is None:
        return False
    return sides.of[players.index(str(one))] == sides.of[players.index(other)]


def _last_trick(held: _Held, key: str) -> Iterator[UnmetExpectation]:
    """Yield differences about the winner of the last trick; for an Ultimo with a king or the Pagat."""
    if held.of_points is None:
        yield from _named(held, key)
        return
    seat, tricks = None, held.replay.tricks
    if tricks:
        card = next(each.card for each in tricks[-1].laid if each.seat == tricks[-1].winner)
        won = {
            "last_trick": True,
            "ultimo": card.is_king or card is PAGAT,
            "king_ultimo": card.is_king,
            "pagat_ultimo": card is PAGAT,
        }[key]
        seat = tricks[-1].winner if won else None
    if held.wanted(key) != held.name(seat):
        yield held.unmet(key, held.name(seat))


def _bagud(held: _Held, key: str) -> Iterator[UnmetExpectation]:
    names = tuple(held.replay.players[seat] for seat in getattr(held.outcome, key))
    if frozenset(held.wanted(key)) != frozenset(names):
        yield held.unmet(key, names)


def _value(held: _Held, key: str) -> Iterator[UnmetExpectation]:
    if held.wanted(key) != getattr(held.outcome, key):
        yield held.unmet(key, getattr(held.outcome, key))


def _compare_amounts(held: _Held, key: str) -> Iterator[UnmetExpectation]:
    """Yield differences in amounts of players, and of the pots."""
    amounts = held.amounts(key)
    for name, amount in (held.wanted(key) or {}).items():
        if amounts.get(name) != amount:
            yield UnmetExpectation(f"{key}.{name}", amount, amounts.get(name))


def _pools(held: _Held, key: str) -> Iterator[UnmetExpectation]:
    wanted, pools = held.wanted(key), held.replay.pools
    if wanted != pools:
        yield UnmetExpectation(key, _pool_words(wanted), _pool_words(pools))


def _pool_words(pools: tuple[Pool, ...]) -> tuple[str, ...]:
    """Return pools as the words of a line: `85d`."""
    return tuple(f"{each.amount}{'d' * each.doubled}" for each in pools)


def _bonuses(held: _Held, key: str) -> Iterator[UnmetExpectation]:
    """Yield differences in bonuses: those that are named, and no others."""
    bonuses, outcome = held.wanted(key), held.outcome
    for name in sorted({*bonuses, *outcome.bonuses}):
        told, got = bonuses.get(name), outcome.bonuses.get(name)
        if told is None or got is None:
            word = None if told is None else name
            yield UnmetExpectation(f"{key}.{name}", word, None if got is None else name)
            continue
        meant = next((each for each in got.all if held.name(each.by) == told.by), got)
        if told.by is not None and told.by != held.name(meant.by):
            yield UnmetExpectation(f"{key}.{name}.by", told.by, held.name(meant.by))
        if told.value is not None and told.value != meant.value:
            yield UnmetExpectation(f"{key}.{name}.value", told.value, meant.value)


_OF_SIDES: Final = frozenset({"slam", "valat"})
_OF_POTS: Final = frozenset({"tout", "nolo", "bagud", "pots"})
"""Expectations that only a line of a game with pots has; under other rules they are not checked."""
_KEYS: Final[Mapping[str, Differences]] = {
    **dict.fromkeys(("ultimo", "king_ultimo", "pagat_ultimo", "last_trick"), _last_trick),
    **dict.fromkeys(("tout", "nolo"), _named),
    "bagud": _bagud,
    **dict.fromkeys(("contract", "margin", "target"), _value),
    **dict.fromkeys(("slam", "nil", "valat", "partner"), _named),
    **dict.fromkeys(("tokens", "pots", "points", "tricks", "sheet", "radli"), _compare_amounts),
    "pools": _pools,
    "bonuses": _bonuses,
}
"""The keys that a line may expect, each with its comparison."""


# Replays of a line of a position: trick by trick the plays, the winners, the payments, and the result.
#
# The words of a line are cards in order (the rules decide who plays), `demand`, and words spoken while a
# led Fool is named. A demand may come before its holder's card, right after it, or anywhere later before
# the next trick is led; before the first card of its trick, too. A bare demand is spoken by the player
# after the holder. A line is played out to the last card or is reported as incomplete; nothing is filled
# in, not even if each player has one card left.
#
# Source: main rule text, "Play", "The fool", "Scoring, payment".


def replay(position: Setting, line: Line | str | int | None = None, manner: Manner = Manner.STRICT) -> Replay:
    """Replay a line of the position: a line itself, its name, its index from 0, or None for the only one.

    Raises: UsageError for a line the position does not have, None for one of several, or hands that are
    unseen; IllegalLine for a word that ends the line, with clause, legal cards, place, and the replay of
    everything before it; InvalidFile for a line that cannot begin.
    """
    return _Run(position, find_line(position, line), manner).to_the_end()


def legal_part(position: Setting, line: Line | str | int | None, manner: Manner = Manner.STRICT) -> Replay:
    """Return the replay of a line up to a move that ends it."""
    try:
        return replay(position, line, manner)
    except IllegalLine as illegal:
        return illegal.replay


def as_played(position: Setting, line: Line | str | int | None) -> Replay:
    """Return the replay of a line as it was played, continuing after cards that the rules forbid."""
    return legal_part(position, line, Manner.AS_PLAYED)


def find_line(position: Setting, line: Line | str | int | None) -> Line:
    """Return the line meant by itself, a name, an index, or None; a variation from its beginning on.

    Raises: UsageError for an unknown line, or a variation of a moment that its line does not reach.
    """
    return _from_the_start(position, _line_meant(position, line))


def _from_the_start(position: Setting, line: Line) -> Line:
    """Return a line with its complete play; a variation begins with the line it leaves."""
    if line.of is None or line.at is None:
        return line
    before = _from_the_start(position, line.of)
    tricks = as_played(position, before).tricks
    place = place_of(tricks, line.at, len(position.players))
    moves = (*before.moves[: heard_before(before, tricks, place)], *line.moves)
    return structs.replace(line, moves=moves, lead=before.lead, of=None, at=None)


def check_recorded(position: Setting) -> None:
    """Check recorded tricks. Raises: UsageError if some of their cards are unknown."""
    if position.half_known is not None and position.half_known.recorded is not None:
        told = say("not all cards of the tricks are known, so they can be neither replayed nor ruled on")
        raise UsageError(
            told, say("expected every card; `forced` and `solve` answer over every deal that fits")
        )


def _line_meant(position: Setting, line: Line | str | int | None) -> Line:
    if isinstance(line, Line):
        return line
    names = [each.name for each in position.lines]
    lines = listed(Verbatim(f"“{name}”") for name in names)
    if not names:
        check_recorded(position)
        raise UsageError(say("the position has no lines to replay; write them under `lines:`"))
    if line is None:
        if len(names) > 1:
            raise UsageError(
                say(
                    "the position has {number} {number:line/lines}, name one: {lines}",
                    number=len(names),
                    lines=lines,
                )
            )
        return position.lines[0]
    if isinstance(line, int):
        if not 0 <= line < len(names):
            raise UsageError(
                say("unknown line {number}", number=line),
                say("lines are counted from 0 to {last}", last=len(names) - 1),
            )
        return position.lines[line]
    if line not in names:
        near = get_close_matches(str(line), names, 1)
        expected = say("the lines are {lines}", lines=lines)
        if near:
            expected = say(
                "did you mean “{word}”? the lines are {lines}", word=Verbatim(near[0]), lines=lines
            )
        raise UsageError(say("no line is called “{word}”", word=Verbatim(str(line))), expected)
    return position.lines[names.index(line)]


def pending(position: Setting) -> tuple[Action, ...]:
    """Return the undecided actions of the trick: the card picked, or the demand to be obeyed."""
    if position.demanded:
        return (DEMAND,)
    return () if position.picked is None else (position.picked,)


class _Run:
    """A line in progress: the table, the book, the piles, and the words not yet heard."""

    def __init__(self, position: Setting, line: Line, manner: Manner) -> None:
        lead = position.lead if line.lead is None else line.lead
        if position.trick and lead != position.lead:
            fault = Fault(say("a line cannot change the lead of a trick on the table"), where=line.where)
            raise InvalidFile([fault])
        if len({len(hand) for hand in table_before(position, lead).hands}) > 1:
            raise UsageError(say("a replay needs every hand: some cards of this position are unseen"))
        self.position, self.line, self.manner = position, line, manner
        self.names = position.players + ((position.sitting_out,) if position.sitting_out else ())
        self.books = Books(position, line.table)
        self.table = table_before(position, lead)
        self.words: list[Action] = list(reversed((*pending(position), *line.moves)))
        self.tricks: list[PlayedTrick] = []
        self.steps: list[Step] = []
        self.judged = JudgedLine()
        self.heard = 0
        """The number of words of the line before the current trick."""

    def to_the_end(self) -> Replay:
        """Return the replay of the full line. Raises: IllegalLine with the replay of its legal part."""
        self.judged = self.books.open()
        end = self._play_tricks()
        self.judged = self.judged.and_then(self.books.close())
        found = self._result(end)
        if end.illegal is not None:
            raise IllegalLine(end.illegal, found) from end.illegal
        return found

    def _play_tricks(self) -> End:
        thrown_in = None if self.words else self.books.throw_in()
        if thrown_in is not None:
            return thrown_in
        end = self._play_trick(self._trick(self.position.trick))
        while end is None:
            end = self._play_trick(self._trick())
        if not end.over or not self.words:
            return end
        word, more = self.words[-1], len(self.words) - 1
        written = LineWord(str(word))
        text = say("the hand is over, and {word} is written", word=written)
        if more:
            text = say(
                "the hand is over, and {word} is written, and {number} more", word=written, number=more
            )
        return structs.replace(end, illegal=IllegalMove(text, "table.hand", (), word.where))

    def _trick(self, given: Sequence[Laid] = ()) -> TrickPlay:
        agreed = self.line.table.agreed
        stand = [moment for moment, word in agreed.items() if word == Category.IRRECOVERABLE.value]
        return TrickPlay(self.table, self.position.players, given, self.manner, stand)

    def _play_trick(self, play: TrickPlay) -> End | None:
        """Hear words until the next one is not of the trick; return the end of the line, if it comes."""
        before = self.books.before(len(self.tricks))
        self.heard = max(0, len(self.line.moves) - len(self.words))
        illegal = self._hear(play)
        if illegal is not None:
            play.break_off()
        self.steps += steps_of(play, before)
        self._judge(play, illegal)
        if illegal is not None or not play.complete:
            self._keep(play)
            return End(missing=self._missing(play)) if illegal is None else End(illegal=illegal)
        return self._pay(play)

    def _judge(self, play: TrickPlay, illegal: IllegalMove | None) -> None:
        """Keep the breaches in a trick, and the fines for the move that ended the line."""
        judged = judge_trick(self.position.rules, play, self.line.table)
        self.judged = self.judged.and_then(judged)
        if illegal is not None:
            self.judged = self.judged.and_then(judge_illegal(self.position, illegal, play.number))

    def _hear(self, play: TrickPlay) -> IllegalMove | None:
        while self.words and play.wants(self.words[-1]):
            illegal = play.hear(self.words.pop(), self.words[::-1])
            if illegal is not None:
                return illegal
        return play.finish()

    def _missing(self, play: TrickPlay) -> Message:
        table = play.trick.table
        left = sum(map(len, table.hands)) - len(play.trick.early)
        return say(
            "it is {player} to play; cards still to be written: {number}",
            player=Name(self.position.players[table.holder]),
            number=left,
        )

    def _pay(self, play: TrickPlay) -> End | None:
        """Turn a complete trick over: piles, payments, and after the last one the outcome."""
        turned = self.books.turn(play.trick.trick, play.start.tricks_left)
        played = structs.replace(
            play.played(), transfers=turned.transfers, moved=turned.moved, heard=self.heard
        )
        self.tricks.append(played)
        self.table = play.trick.table
        return turned.end

    def _keep(self, play: TrickPlay) -> None:
        """Keep a trick that is not complete, if anything happened in it."""
        if play.trick.lying or play.events:
            self.tricks.append(structs.replace(play.played(), winner=None, heard=self.heard))

    def _result(self, end: End) -> Replay:
        expect = self.line.expect
        found = Replay(
            name=self.line.name,
            players=self.names,
            tricks=tuple(self.tricks),
            end=end,
            steps=tuple(self.steps),
            judged=self.judged,
            expects_clauses=expect is not None and CLAUSES in expect.given,
            **self.books.result(),
        )
        wrong = judge_table(self.position, self.line, found)
        found = replace(found, judged=found.judged.and_then(wrong)) if wrong.offences else found
        if expect is None or end.illegal is not None:
            return found
        return replace(found, mismatches=mismatches(expect, found))
