"""Replays of a line of a position: trick by trick the plays, the winners, the payments, and the result.

The words of a line are cards in order (the rules decide who plays), `demand`, and words spoken while a led
Fool is named. A demand may come before its holder's card, right after it, or anywhere later before the next
trick is led; before the first card of its trick, too. A bare demand is spoken by the player after the holder.
A line is played out to the last card or is reported as incomplete; nothing is filled in, not even if each
player has one card left.

Source: main rule text, "Play", "The fool", "Scoring, payment".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches

from msgspec import structs

from analyzer.errors import Fault, IllegalMove, InvalidFile, UsageError
from analyzer.messages import LineWord, Message, Name, Verbatim, listed, say
from analyzer.position.replay.books import Books, steps_of
from analyzer.position.replay.expectation import CLAUSES, mismatches
from analyzer.position.replay.judging import judge_illegal, judge_table, judge_trick
from analyzer.position.replay.model import End, IllegalLine, JudgedLine, PlayedTrick, Replay, Step
from analyzer.position.replay.moments import heard_before, place_of
from analyzer.position.replay.trick import Manner, TrickPlay, table_before
from analyzer.position.setting import Line, Setting
from analyzer.rules.actions import DEMAND, Action
from analyzer.rules.play.table import Laid
from analyzer.rules.spec.clause import Category


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
