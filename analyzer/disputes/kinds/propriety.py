"""Disputes about a card that was legal and may have been improper: what a file of them says."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import ClassVar, Final, Literal

from msgspec import structs

from analyzer.cards.notation import shown
from analyzer.disputes.kinds.common import KIND, DisputeShape, about_of
from analyzer.disputes.kinds.events import Event, done_events
from analyzer.disputes.model import Dispute
from analyzer.errors import IllegalMove, InvalidFile, TarokError, UsageError
from analyzer.knowledge.fitting import check_one_player, fitting_deals, in_every_deal
from analyzer.messages import Verbatim, Whose, listed, say
from analyzer.position.files.cardlists import HandCards, Words
from analyzer.position.files.moves import read_moves
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import DealShape
from analyzer.position.model import Position
from analyzer.position.reading import load, read_position
from analyzer.rules.actions import Action, ActionKind
from analyzer.yamltree.placed import Field, Text

MOST_DEALS: Final = 10_000
"""Deals that fit, all of which are looked at."""


class ProprietyShape(DisputeShape, DealShape):
    """Whether a card was proper: the position as in a position file, or such a file, and what was played."""

    kind: Literal["propriety"] = KIND
    position: Text | None = Field(
        None, description="A position file, from this one on; in place of `hands`.", examples=["prop1.yaml"]
    )
    hands: dict[Text, HandCards] = Field(
        default_factory=dict,
        description="Each player's cards, as one text or as a list; cards in `trick` are no longer held.",
    )
    play: Words | None = Field(
        None,
        description="What was played from there, in order; the last card is the one in question.",
        examples=["hR", "T7 hR"],
    )
    events: list[Event] | None = Field(
        None, description="The same with who did what, and what was said, in place of `play`."
    )
    CHIEF: ClassVar = ("play",)


class ProprietyDispute(Dispute, frozen=True, kw_only=True):
    """Was this card proper?"""

    position: Position
    """Before the card; with worlds, where its player cannot tell deals apart."""
    card: Action


def read_propriety(reader: Reader, shape: ProprietyShape) -> ProprietyDispute | None:
    """The position before the card in question, and the card; None where there is no position.

    Raises: InvalidFile with every fault where the position cannot be read.
    """
    about = about_of(reader, shape)
    moves = _moves(reader, shape)
    start = _start(reader, shape)
    if start is None or not moves:
        return None
    found = _before_last(reader, start, moves)
    if found is None:
        return None
    about |= {"players": start.players, "rules": start.rules, "sitting_out": start.sitting_out}
    return ProprietyDispute(**about, position=found, card=structs.replace(moves[-1], seat=None))


def _moves(reader: Reader, shape: ProprietyShape) -> tuple[Action, ...]:
    """What was played, and said, from the position on."""
    if shape.events is not None:
        done = done_events(reader, shape.play, shape.events, shape)
        return tuple(
            each if each.card is None else structs.replace(each, kind=ActionKind.PLAY) for each in done
        )
    if shape.play is None:
        reader.lack(shape.node.where, say("nothing is played"), say("expected one of `play` and `events`"))
        return ()
    moves = read_moves(reader, shape.play)
    if not moves:
        reader.lack(shape.play.where, say("nothing was played"), say("expected the card in question"))
    return moves


def _start(reader: Reader, shape: ProprietyShape) -> Position | None:
    """Where the play began."""
    if shape.tells("position") is shape.tells("hands"):
        message = say("the position is told twice") if shape.tells("hands") else say("no position is told")
        reader.lack(shape.node.where, message, say("expected `hands` or `position`"))
        return None
    if shape.position is None:
        return read_position(reader, shape)
    try:
        return load(str(Path(reader.file).parent / shape.position), lambda _: reader.rules)
    except UsageError as error:
        reader.fault(shape.position.where, error.message, error.expected)
    except InvalidFile as refused:
        unread = next((each for each in refused.faults if each.where is None or not each.where.line), None)
        if unread is None:
            raise
        reader.fault(shape.position.where, unread.message, unread.expected)
    return None


def _before_last(reader: Reader, position: Position, moves: tuple[Action, ...]) -> Position | None:
    """The position before the last of the moves; one that cannot be is a fault where it stands."""
    told_apart = position.many and not position.of_unknown_cards
    if told_apart and len(moves) > 1:
        where = moves[0].where
        assert where is not None
        expected = say("expected one card: what was known before it stands in the position")
        reader.fault(where, say("cards are played in deals that are not told apart"), expected)
        return None
    if position.of_unknown_cards:
        return _in_deals(reader, position, moves)
    for place, move in enumerate(moves):
        where = move.where
        assert where is not None
        if move.kind is not ActionKind.PLAY and place == len(moves) - 1:
            expected = say("expected the card in question")
            reader.fault(where, say("{word} is no card", word=Verbatim(shown(str(move)))), expected)
            return None
        turn = position.table.holder
        if move.seat not in (None, turn) and move.kind is ActionKind.PLAY:
            expected = say("expected a card of {whose}", whose=Whose(position.players[turn]))
            reader.fault(where, say("it is {whose} turn", whose=Whose(position.players[turn])), expected)
            return None
        try:
            after = position.after(move) if not told_apart else _any_card(position, move)
        except IllegalMove as illegal:
            legal = listed(map(Verbatim, illegal.legal))
            reader.fault(where, illegal.message, say("expected one of {cards}", cards=legal))
            return None
        except TarokError as error:
            reader.fault(where, error.message)
            return None
        if place == len(moves) - 1:
            return _let_pass(position)
        position = after
    return None


def _in_deals(reader: Reader, position: Position, moves: tuple[Action, ...]) -> Position | None:
    """The position before the last of the moves, with every deal that fits as one of its worlds."""
    for move in moves[:-1]:
        position = in_every_deal(position, partial(_after, move))
    where = moves[-1].where
    assert where is not None
    try:
        found = fitting_deals(position, MOST_DEALS)
        check_one_player(found.listed())
        before = _let_pass(found.deals[0])
        before.after(moves[-1])
    except IllegalMove as illegal:
        legal = listed(map(Verbatim, illegal.legal))
        reader.fault(where, illegal.message, say("expected one of {cards}", cards=legal))
    except UsageError as error:
        reader.fault(where, error.message, error.expected)
    except InvalidFile as none_fits:
        reader.notes.faults.extend(none_fits.faults)
    else:
        return replace(before, worlds=found.worlds)
    return None


def _after(move: Action, deal: Position) -> Position:
    return deal.after(move)


def _any_card(position: Position, move: Action) -> Position:
    """The position, once it is known that its player holds the card and may play it."""
    known = replace(position, worlds=(), unseen=None)
    if not known.complete:
        hand = known.hands[position.table.to_move]
        if move.card not in hand:
            raise UsageError(say("the card is not in the player's hand"))
        return position
    return known.after(move)


def _let_pass(position: Position) -> Position:
    """The position once everybody has let a card pass that could be answered by a demand."""
    while position.picked is not None:
        position = position.after(Action(ActionKind.ALLOW))
    return position
