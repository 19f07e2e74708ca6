"""The end of an evening: pots shared out, games settled, how many hands are still played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.evenings.model import Evening, EveningEnd, GameScore, HandScore, LeftLying
from analyzer.rules.book import Book
from analyzer.rules.conduct.ending import hands_more, settle_game
from analyzer.rules.conduct.session import divide_pots
from analyzer.rules.spec.bearing import CameUp, Topic, bearing
from analyzer.rules.spec.piling import GameEnd


def end_of(
    evening: Evening, hands: Sequence[HandScore], games: Sequence[GameScore], lying: LeftLying
) -> EveningEnd:
    """What is paid and received, were the evening over after these hands."""
    game, seats = evening.rules.game, len(evening.players)
    if game.has_pots:
        return _divided(evening, hands, lying)
    transfers = tuple(paid for each in games for paid in each.transfers)
    book = Book(seats)
    for each in transfers:
        book.enter(each)
    applied = [] if game.end is None else [game.end.clause]
    more = None if game.wish is None else hands_more(game.wish, len(hands), seats)
    applied += [] if game.wish is None else [game.wish.clause]
    return EveningEnd(transfers, book.tokens, tuple(applied), hands_more=more)


def _divided(evening: Evening, hands: Sequence[HandScore], lying: LeftLying) -> EveningEnd:
    """The pots, shared out by everybody at the table; an odd coin goes to the last dealer first."""
    rules, seats = evening.rules, len(evening.players)
    assert lying.pots is not None
    book = Book(seats, lying.pots)
    shared = divide_pots(rules, book, seats, hands[-1].dealer)
    applied = bearing(rules, CameUp(frozenset({Topic.DIVIDING})))
    return EveningEnd(book.transfers, book.tokens, applied, uneven=shared.uneven)


def games_of(evening: Evening, hands: Sequence[HandScore]) -> tuple[GameScore, ...]:
    """The games of an evening, where a game is over when everybody has dealt; none in other games."""
    game = evening.rules.game
    if game.end is None:
        return ()
    return tuple(_games(evening, hands, game.end))


def _games(evening: Evening, hands: Sequence[HandScore], rule: GameEnd) -> Iterator[GameScore]:
    seats, begun, number = len(evening.players), list[HandScore](), 1
    for hand in hands:
        begun.append(hand)
        if len({each.dealer for each in begun}) == seats:
            yield _game(number, begun, rule, seats, complete=True)
            begun, number = [], number + 1
    if begun:
        yield _game(number, begun, rule, seats, complete=False)


def _game(number: int, hands: Sequence[HandScore], rule: GameEnd, seats: int, *, complete: bool) -> GameScore:
    sheet, book = tuple(sum(each.amounts[seat] for each in hands) for seat in range(seats)), Book(seats)
    settle_game(rule, sheet, book)
    first, last = hands[0].number, hands[-1].number
    return GameScore(number, first, last, complete, sheet, book.transfers, book.tokens)
