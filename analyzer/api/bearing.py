"""The clauses that bear on what can still come up in the play from a position on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from analyzer.cards.card import FOOL
from analyzer.position.ahead import Asked, ahead
from analyzer.position.model import Position
from analyzer.rules.spec.bearing import CameUp, Topic, bearing


def bearing_ahead(position: Position, asked: Asked = Asked.PLAY) -> tuple[str, ...]:
    """Those for what is asked of a position; in a game of card points the tokens are what the hand brings."""
    if not position.scored:
        return bearing(position.rules, ahead(position, asked))
    came = ahead(position, Asked.PLAY) | CameUp(frozenset(_of_piles(position)))
    scored = _settled_by(position) if Asked.TOKENS in asked else ()
    return tuple(dict.fromkeys((*bearing(position.rules, came), *scored)))


def bearing_in(deals: Iterable[Position]) -> tuple[str, ...]:
    """The clauses that bear on the play of one of several deals, each once."""
    return tuple(dict.fromkeys(clause for deal in deals for clause in bearing_ahead(deal)))


def _of_piles(position: Position) -> Iterator[Topic]:
    """What can come of the piles: they are counted, and something is given for the Fool."""
    yield Topic.COUNT
    game = position.spec
    held = frozenset().union(*position.hands, {each.card for each in position.trick})
    if game.exchange is None or FOOL not in held:
        return
    if position.tricks_left > position.spec.fool.lost_in_last:
        yield Topic.FOOL_PAID
        if any(pile.tricks == 0 for pile in position.told.piles.values()) or position.fresh:
            yield Topic.FOOL_OWED
            if position.skat:
                yield Topic.DISCARD_IN_PILE


def _settled_by(position: Position) -> tuple[str, ...]:
    """The clauses by which a hand is settled that is played out from here."""
    from analyzer.position.pilestate import PileState  # noqa: PLC0415 - few games need it

    question = PileState.of(position)
    while not question.over:
        question, _ = question.after(question.moves()[0])
    return question.clauses()
