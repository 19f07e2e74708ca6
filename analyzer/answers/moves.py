"""The legal moves of a position, and the clause that forbids each other card of the hand.

If cards are unknown: the moves that are legal in every deal that fits, and those legal only in some.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated

from analyzer.answers.answer import Answered, about_position, on_grounds
from analyzer.answers.requests import under_each_reading
from analyzer.cards.card import Suit
from analyzer.knowledge.fitting import Fitting, as_it_stands, fitting_deals
from analyzer.messages import BareClause, LineWord, Message, Name, Spaced, formed, in_a_row, listed, say
from analyzer.position.bearing import bearing_in
from analyzer.position.model import Position
from analyzer.position.reading import LegalMoves, moves_in
from analyzer.rules.actions import Action
from analyzer.rules.play.trick import before_card
from analyzer.rules.spec.bearing import bearing
from analyzer.rules.spec.grounds import STATED
from analyzer.views.base import (
    UNSET,
    CardWord,
    Count,
    Grounded,
    Meta,
    Players,
    UnsetType,
    View,
    grounded,
)
from analyzer.views.why import OverDeals, deals_asked
from analyzer.words.blocks import Phrase
from analyzer.words.verdicts import drawn_said

Sometimes = tuple[tuple[Action, int], ...]
"""Actions that are legal in some of the deals that fit, each with the number of these deals."""


class MoveView(View, frozen=True):
    """A legal card. A led Fool has one entry for each suit that it may name."""

    card: CardWord
    names: Suit | None


class ForbiddenView(View, frozen=True):
    """A card of the hand that may not be played now, with the clause and the reason."""

    card: CardWord
    clause: str
    text: str


class SometimesView(MoveView, frozen=True):
    """A card that is legal only in some of the deals that fit, with the number of those deals."""

    holds: Count


class MovesAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/moves/1"):
    """The legal moves of the player to move; nobody if every card is played."""

    to_play: str | None
    moves: list[MoveView]
    forbidden: Annotated[list[ForbiddenView], Meta(description="All other cards of the hand.")]
    demands: Annotated[Players, Meta(description="The players who may demand the Fool now.")] | UnsetType = (
        UNSET
    )
    sometimes: (
        Annotated[list[SometimesView], Meta(description="Cards that are legal in some of the deals.")]
        | UnsetType
    ) = UNSET
    worlds: OverDeals = UNSET


def moves(position: Position) -> Answered[MovesAnswer]:
    """Return the legal moves, and the clause that forbids each other card of the hand.

    Raises: InvalidFile if no deal fits.
    """

    def ask(read: Position) -> tuple[Fitting | None, LegalMoves, Sometimes]:
        fits = fitting_deals(read) if read.many else None
        return fits, *common_moves([moves_in(deal) for deal in ([read] if fits is None else fits.deals)])

    def view(asked: tuple[Fitting | None, LegalMoves, Sometimes]) -> MovesAnswer:
        return _answer(*asked)

    (fits, found, sometimes), grounds = under_each_reading(position, ask, view, _applied)
    shown = position if fits is None else as_it_stands(position, fits.deals)
    answer = on_grounds(_answer(fits, found, sometimes), position, grounds)
    forbidden = (Phrase(each, level=1) for each in _forbidden(found))
    return Answered(
        shown, answer, about_position(shown, grounds, _may(fits, found, sometimes), forbidden), found
    )


def _applied(asked: tuple[Fitting | None, LegalMoves, Sometimes]) -> Iterable[str]:
    """Return the clauses behind an answer."""
    fits, found, _ = asked
    yield from (each.clause for each in found.forbidden)
    if fits is not None:
        yield from bearing_in(fits.deals)
    else:
        table = found.position.table
        came = before_card(table.spec, table.trick, table.hands[table.holder], table.tricks_left)
        yield from bearing(found.position.rules, came)


def common_moves(each: Sequence[LegalMoves]) -> tuple[LegalMoves, Sometimes]:
    """Return the moves that are legal in every one of several deals, and the number of deals for the rest."""
    first, number = each[0], Counter(move for moves in each for move in moves.legal)
    always = tuple(move for move in first.legal if number[move] == len(each))
    sometimes = ((move, times) for move, times in sorted(number.items(), key=_order) if times < len(each))
    may = {move.card for move in number}
    forbidden = {one.card: one for moves in each for one in moves.forbidden if one.card not in may}
    told = tuple(forbidden[card] for card in sorted(forbidden))
    return LegalMoves(first.position, first.to_play, always, told), tuple(sometimes)


def _order(counted: tuple[Action, int]) -> tuple[int, str]:
    card = counted[0].card
    return (99 if card is None else card.index, str(counted[0]))


def _answer(fits: Fitting | None, found: LegalMoves, sometimes: Sometimes) -> MovesAnswer:
    position = found.position
    some = [SometimesView(str(move.card), move.suit, times) for move, times in sometimes if move.card]
    return MovesAnswer(
        **grounded(position.rules, STATED),
        to_play=None if position.over else position.players[found.to_play],
        moves=[MoveView(str(each.card), each.suit) for each in found.cards],
        forbidden=[ForbiddenView(str(each.card), each.clause, each.text) for each in found.forbidden],
        demands=[position.players[seat] for seat in found.demands] or UNSET,
        sometimes=UNSET if fits is None else some,
        worlds=UNSET if fits is None else deals_asked(fits),
    )


def _may(fits: Fitting | None, found: LegalMoves, sometimes: Sometimes) -> Iterator[Message]:
    """Yield the cards legal in all deals, those legal in some, and the players who may demand the Fool."""
    players = found.position.players
    player, cards = Name(players[found.to_play]), in_a_row(LineWord(each) for each in map(str, found.cards))
    if fits is None:
        if found.position.over:
            yield say("Every card is played.")
            return
        yield say("{player} may play {cards}", player=player, cards=cards)
        for seat in found.demands:
            yield say("{player} may demand the Fool", player=Name(players[seat]))
        return
    asked = Spaced(len(fits.deals))
    if found.cards:
        yield (
            say("{player} may play {cards}, wherever the cards lie", player=player, cards=cards)
            if fits.exact
            else say(
                "{player} may play {cards} in all {asked} {asked:deal/deals} that were drawn",
                player=player, cards=cards, asked=asked,
            )
        )  # fmt: skip
    if sometimes:
        each = (formed("{card}\u00a0{number}", card=LineWord(str(move)), number=Spaced(number))
                for move, number in sometimes)  # fmt: skip
        yield say(
            "Deals (of {asked}) in which {player} may play: {cards}",
            asked=asked,
            player=player,
            cards=listed(each),
        )
    if not fits.exact:
        yield drawn_said(len(fits.deals))


def _forbidden(found: LegalMoves) -> Iterator[Message]:
    """Yield the clause that forbids each illegal card."""
    for each in found.forbidden:
        by = BareClause(each.clause)
        yield formed("{card}: {why} [{clause}]", card=each.card, why=each.text.short, clause=by)
