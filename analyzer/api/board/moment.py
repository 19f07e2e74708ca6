"""A moment on a board: a position, the line from it on, and the texts that a page sends."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from msgspec import field, structs

from analyzer.answers.answer import Settled
from analyzer.answers.moves import common_moves
from analyzer.answers.records.ruling import rule
from analyzer.api.board.table import Done, OnBoard, board_view
from analyzer.api.board.views import BoardAnswer, BoardLine, OpenedAnswer, TreeChecked, TreeMove, TreeRefused
from analyzer.api.files.show import about
from analyzer.cards.card import Card
from analyzer.disputes.files import loads_dispute
from analyzer.disputes.shape import DISPUTE_FORMAT
from analyzer.errors import Fault, InvalidFile, TarokError, UsageError, Where, meant
from analyzer.evenings.hands import make_sibling_reader
from analyzer.evenings.model import SESSION_FORMAT
from analyzer.evenings.tally import loads as loads_evening
from analyzer.frozenrecord import Record
from analyzer.knowledge.fitting import as_it_stands, fitting_deals, in_every_deal
from analyzer.messages import quoted, say
from analyzer.position.files.oneline import to_line
from analyzer.position.files.positions import position_tree
from analyzer.position.files.tree import Tree, open_tree
from analyzer.position.model import Position
from analyzer.position.question import PositionQuestion
from analyzer.position.reading import LegalMoves, loads, moves_in
from analyzer.position.replay.replay import replay
from analyzer.position.setting import Line
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.score.goals import Goal
from analyzer.rules.spec.shipped import ruleset_names
from analyzer.rules.spec.variants import split_named
from analyzer.yamltree.reading import named_text

if TYPE_CHECKING:
    from analyzer.disputes.shape import Dispute
    from analyzer.evenings.model import Evening


# Texts that come from a page: positions, disputes and evenings that name no file of this machine.


NAME: Final = "<text>"
"""What such a text is called in messages."""
_TEXTS_KEPT: Final = 64


@lru_cache(_TEXTS_KEPT)
def position_in(text: str, name: str = NAME) -> Position:
    """The position that a text tells, as a file or in one line.

    Raises: InvalidFile with every fault, or where it names a file.
    """
    _check_shipped(position_tree(text, name))
    return loads(text, name)


def dispute_in(text: str, name: str = NAME) -> Dispute:
    """The dispute that a text tells. Raises: as :func:`position_in`."""
    _check_shipped(open_tree(text, name, DISPUTE_FORMAT))
    return loads_dispute(text, name)


def evening_in(text: str, name: str = NAME, found: Callable[[str], str] | None = None) -> Evening:
    """The evening that a text tells; `found` gives the text of a hand that is recorded, by its name.

    Raises: as :func:`position_in`; InvalidFile for a recorded hand where there is none.
    """
    tree = open_tree(text, name, SESSION_FORMAT)
    _check_shipped(tree)
    return loads_evening(text, name, found=found or refuse_recorded_hand)


def refuse_recorded_hand(name: str) -> str:
    """Finds no recorded hand. Raises: InvalidFile."""
    message = say("unknown recorded hand {name}", name=quoted(name))
    raise InvalidFile([Fault(message, say("expected the name of one that was added"), Where(NAME, 1, 1))])


def _check_shipped(tree: Tree) -> None:
    """Raises: InvalidFile where the rules are none of those that are shipped."""
    named = tree.word("ruleset")
    if named is None:
        return
    name = split_named(named)[0]
    if name and name not in ruleset_names():
        message = say("unknown rule set {word}", word=quoted(name))
        raise tree.refused(Fault(message, meant(name, ruleset_names()), tree.root.at(("ruleset",))))


class Opening(Record, frozen=True):
    """A text that a page opens with, and what it is: a position, a dispute or a session."""

    kind: str
    text: str
    recorded: Mapping[str, str] = field(default_factory=dict)
    """The texts of an evening's recorded hands, by the names that it has for them."""


def opening_of(file: str) -> Opening:
    """What a board opens a file as, with the hands that lie beside an evening.

    Raises: InvalidFile with every fault, or where it names rules that are not shipped.
    """
    text, name = named_text(file)
    kind, recorded = kind_of(text), dict[str, str]()
    if kind != "session":
        _READ[kind](text, name)
        return Opening(kind, text)
    read = make_sibling_reader(name)

    def record_hand(hand: str) -> str:
        recorded[hand] = read(hand)
        return recorded[hand]

    evening_in(text, name, record_hand)
    return Opening(kind, text, recorded)


def kind_of(text: str) -> str:
    """What a text says it is; a position where it says nothing that is known."""
    named = _FORMAT.search(text)
    return named["kind"] if named is not None else "position"


_FORMAT: Final = re.compile(
    r"^[ {\"']*format[\"']?\s*:\s*[\"']?tarok-(?P<kind>position|dispute|session)", re.MULTILINE
)
_READ: Final[dict[str, Callable[[str, str], object]]] = {
    "position": position_in,
    "dispute": dispute_in,
}


# A moment on a board: a position, what was done from it on, and the table as it then is.


MOST_MOVES: Final = 400
"""A line of play has at most as many words as a pack has cards, and some demands."""
MOST_TREE: Final = 4000
"""Moves of a tree that are asked about."""
_MANY: Final = say("it comes after {number} {number:other move/other moves}", number=MOST_TREE)
_KEPT: Final = 4096
_ENOUGH: Final = 100
"""Of deals that were drawn so many must be left after a move; else others are drawn."""
_LEAD: Final = "lead["


class BoardMoment(Record, frozen=True):
    """The answer of `board`: the table after some moves."""

    shown: OnBoard
    style: TextStyle

    @property
    def settled(self) -> Settled:
        return Settled.YES

    def view(self) -> BoardAnswer:
        return board_view(self.shown, self.style)

    def text(self, style: TextStyle) -> str:
        return f"{board_view(self.shown, style).status}\n"


class _Reached(Record, frozen=True):
    """What some moves come to; `start` is the position they begin at, its lead as the line has it.

    `position` has what is known of the cards at this moment.
    """

    start: Position
    position: Position
    done: tuple[Done, ...] = ()
    deals: tuple[Position, ...] = ()
    """Where not every card is known, deals that fit, at this moment: all of them, or some that were drawn."""
    exact: bool = True
    """Whether they are all."""
    half_known: Position | None = None
    """The start with what the moves tell of its cards, every deal of it at this moment."""

    @property
    def subject(self) -> Position:
        """What questions about this moment are put to."""
        return self.position if self.half_known is None else self.half_known


def moment(text: str, words: Sequence[str], style: TextStyle) -> BoardMoment:
    """The table after the words of a line were played from the position of a text.

    The first word may be `lead[PLAYER]`, which lets another player lead.

    Raises: InvalidFile for the text; IllegalMove or UsageError for a word.
    """
    reached = _reached(text, words)
    position, start = reached.position, reached.start
    moves = tuple(each.action for each in reached.done)
    told = _after(text, ()).position
    shown = OnBoard(
        position,
        start,
        find_goal(text, words),
        reached.done,
        replay(_dealt(reached), Line("", moves)),
        _goals(next(iter(reached.deals), position)),
        *_may_be_done(reached),
        recorded=bool(told.lines),
    )
    return BoardMoment(shown, structs.replace(style, game=position.rules.name))


def _may_be_done(reached: _Reached) -> tuple[LegalMoves | None, tuple[tuple[Action, int], ...]]:
    """What may be done, and what may where not every card is known, with in how many of the deals."""
    if reached.position.over:
        return None, ()
    if not reached.deals:
        return moves_in(reached.position), ()
    return common_moves([moves_in(deal) for deal in reached.deals])


def _dealt(reached: _Reached) -> Position:
    """The position that a line began at, or a deal in which it may have begun."""
    start = reached.start
    if not reached.deals:
        return start
    hands = [set(hand) for hand in reached.deals[0].hands]
    for each in reached.done:
        if each.action.card is not None:
            hands[each.seat].add(each.action.card)
    half, dealt = start.half_known, tuple(map(frozenset, hands))
    if half is None or half.recorded is not None:
        return replace(start, hands=dealt, unseen=None, half_known=None, lines=())
    return Position.from_setting(half.with_hands(start, dealt))


def find_goal(text: str, words: Sequence[str]) -> tuple[int, Goal] | None:
    """The goal that a line is about, and whose: that of the position that it begins at."""
    return _read_goal(text, tuple(word for word in words[:1] if word.startswith(_LEAD)))


@lru_cache(_KEPT)
def _read_goal(text: str, lead: tuple[str, ...]) -> tuple[int, Goal] | None:
    return about(_reached(text, lead).start)


def position_after(text: str, words: Sequence[str]) -> Position:
    """The position after the words of a line, to be asked about. Raises: as :func:`moment`.

    Where not every card is known it is the one they begin at, every deal of it played on to this moment.
    """
    return _reached(text, words).subject


def table_after(text: str, words: Sequence[str]) -> Position:
    """The position after the words of a line as it lies on the table, with what is known of the cards.

    Raises: as :func:`moment`.
    """
    return _reached(text, words).position


def line_played(text: str, words: Sequence[str]) -> tuple[Position, tuple[Action, ...]]:
    """The position that a line begins at, and what is done in it. Raises: as :func:`moment`."""
    reached = _reached(text, words)
    return reached.start, tuple(each.action for each in reached.done)


def tree_checked(text: str, tree: Sequence[object], style: TextStyle) -> TreeChecked:
    """Which moves of a tree the rules do not allow; what stands behind one of them is not asked about.

    A tree is a list of words one after another, and where several follow a list for each; a mapping in it is
    what is said of a move. Raises: InvalidFile for the text.
    """
    _reached(text, ())
    refused: list[TreeRefused] = []
    moves: list[TreeMove] = []
    rest: list[tuple[tuple[str, ...], Iterator[object]]] = [((), iter(tree))]
    asked = 0
    while rest:
        words, line = rest.pop()
        for each in line:
            if isinstance(each, list):
                rest += [(words, line), (words, iter(each))]
                break
            if isinstance(each, str):
                words = (*words, each)
                asked += 1
                told = _forbidden(text, words, style) if asked <= MOST_TREE else style.render(_MANY)
                if told is not None:
                    refused.append(TreeRefused(list(words), told))
                    break
                moves.append(_describe_move(text, words))
    return TreeChecked(refused=refused, moves=moves)


def _describe_move(text: str, words: tuple[str, ...]) -> TreeMove:
    """Who made the last move of some words, and who won the trick that it ended."""
    before, after = _reached(text, words[:-1]), _reached(text, words)
    if len(after.done) == len(before.done):
        return TreeMove(None, None)
    ended = after.position.tricks_left < before.position.tricks_left
    players = after.position.players
    return TreeMove(players[after.done[-1].seat], players[after.position.lead] if ended else None)


def _forbidden(text: str, words: tuple[str, ...], style: TextStyle) -> str | None:
    """Why the last of some words may not be done; None where it may."""
    try:
        _reached(text, words)
    except TarokError as error:
        return error.describe(style.lang)
    return None


def opened(text: str) -> OpenedAnswer:
    """The text of a position as a board keeps it, and the lines of its file as moves of a board.

    Raises: InvalidFile with every fault.
    """
    position = position_in(text)
    lines = [BoardLine(each.name, list(board_words(position, each))) for each in position.lines]
    broken = any(each.breaches for each in rule(position).lines) if position.lines else False
    unseen = position.unseen
    seen_by = None if unseen is None or unseen.hidden_from is None else position.players[unseen.hidden_from]
    kept = text if broken else _kept(position, text)
    return OpenedAnswer(text=kept, title=position.title, lines=lines, broken=broken, seen_by=seen_by)


def _kept(position: Position, text: str) -> str:
    """The text in one line where that tells everything but the lines, which the board has as moves."""
    bare = replace(position, lines=(), title=None, source=None, teaches=None)
    try:
        if position.complete and position_in(to_line(bare)) == bare:
            return to_line(bare)
    except UsageError:  # something of it has no place in a line
        pass
    return text


def board_words(position: Position, line: Line) -> Iterator[str]:
    """The moves of a line as far as the rules allow them, cards that were taken back left out.

    So is a demand before the Fool's holder has shown a card: on a board he plays it, or another card first.
    """
    if line.lead is not None and line.lead != position.lead:
        yield f"{_LEAD}{position.players[line.lead]}]"
        position = replace(position, lead=line.lead)
    for action in _done(position, line):
        if action.kind is ActionKind.DEMAND and action not in position.legal():
            continue
        try:
            position = position.after(action)
        except TarokError:  # what the rules forbid is no move of a board
            return
        yield str(action)


def _done(position: Position, line: Line) -> Sequence[Action]:
    """What is done in a line, without cards taken back; all that is written where the rules forbid some."""
    try:
        return [action for action, _ in position.play(line)]
    except TarokError:
        return line.moves


def _reached(text: str, words: Sequence[str]) -> _Reached:
    if len(words) > MOST_MOVES:
        raise UsageError(
            say("a line of {number} {number:move/moves} is longer than any hand", number=len(words))
        )
    return _after(text, tuple(words))


@lru_cache(_KEPT)
def _after(text: str, words: tuple[str, ...]) -> _Reached:
    """What the words come to; what all but the last come to is known from the time it was played."""
    if not words:
        return _begun(position_in(text))
    *before, word = words
    reached = _after(text, tuple(before))
    if not before and word.startswith(_LEAD) and word.endswith("]"):
        return _begun(_led_by(reached.start, word[len(_LEAD) : -1]))
    if reached.deals:
        return _in_deals(reached, word)
    action = _action(reached.position, word)
    return _moved(reached, word, action, reached.position.after(action), reached.position)


def _moved(reached: _Reached, word: str, action: Action, after: Position, before: Position) -> _Reached:
    """What is reached by one more move; it leads from `before` to `after`, in which every card is known."""
    turned = not after.trick and after.picked is None
    trick = reached.start.tricks_left - after.tricks_left + (not turned)
    done = Done(word, action, _find_mover(before, action), trick)
    return structs.replace(reached, position=after, done=(*reached.done, done))


def _begun(position: Position) -> _Reached:
    """Where a line begins, with the deals that fit where not every card is known.

    Raises: InvalidFile where none fits.
    """
    if position.complete:
        return _Reached(position, position)
    fits = fitting_deals(position)
    return _Reached(position, position, deals=fits.deals, exact=fits.exact, half_known=position)


def _in_deals(reached: _Reached, word: str) -> _Reached:
    """What is reached in those deals in which the move is legal.

    Raises: as :func:`_action`, where it is in none.
    """
    assert reached.half_known is not None
    legal, refused = [], None
    for deal in reached.deals:
        try:
            legal.append((deal, _action(deal, word)))
        except TarokError as error:
            refused = refused or error
    if not legal:
        assert refused is not None
        raise refused
    before, action = legal[0]
    after = tuple(deal.after(made) for deal, made in legal)
    made = _moved(reached, word, action, after[0], before)
    known = _shown_to_hold(reached.half_known, made.done[-1].seat, action.card)
    half_known, exact = in_every_deal(known, lambda deal: deal.after(action)), reached.exact
    if not exact and len(after) < _ENOUGH:
        fits = fitting_deals(half_known)
        after, exact = fits.deals, fits.exact
    return structs.replace(
        made, position=as_it_stands(half_known, after), deals=after, exact=exact, half_known=half_known
    )


def _shown_to_hold(position: Position, seat: int, card: Card | None) -> Position:
    """A half-known position with a card among those that a player held, which he has played now."""
    half = position.half_known
    if half is None or card is None or card in position.hands[seat]:
        return position
    one = next((each for each in half.choices if each.seat == seat and card in each.cards), None)
    holes = dict(half.holes)
    if one is None and not holes.get(seat):
        return position
    if one is None:
        holes[seat] -= 1
    known = structs.replace(
        half,
        holes={each: size for each, size in holes.items() if size},
        choices=tuple(each for each in half.choices if each is not one),
        cards=half.cards - {card},
    )
    hands = tuple(hand | {card} if each == seat else hand for each, hand in enumerate(position.hands))
    return Position.from_setting(position.changed(hands=hands, half_known=known))


def _led_by(position: Position, player: str) -> Position:
    """The position with another player to lead. Raises: UsageError."""
    seat = position.seat(player)
    if position.trick:
        raise UsageError(say("another player leads a trick that is under way"))
    return replace(position, lead=seat, lines=())


def _action(position: Position, word: str) -> Action:
    """What a word says is done. Raises: IllegalMove, UsageError or CardError for what may not be."""
    found = next((each for each in position.legal() if str(each) == word), None)
    if found is None:
        position.after(word)
        raise UsageError(say("{word} is nothing that is done", word=quoted(word)))
    return found


def _find_mover(position: Position, action: Action) -> int:
    """Whose move it is: who demands, or who holds the card."""
    if action.kind is ActionKind.DEMAND:
        return action.actor
    holders = (seat for seat, hand in enumerate(position.hands) if action.card in hand)
    return next(holders, position.table.holder)


def _goals(position: Position) -> tuple[tuple[int, Goal], ...]:
    """The goals that can be asked about, each with whose it is; the hands are told, whoever sees them."""
    if position.over:
        return ()
    return PositionQuestion.about(position.changed(unseen=None)).keys(None, None)
