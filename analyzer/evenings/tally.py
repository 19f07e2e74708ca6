"""The score of an evening: hand after hand, what carries over, the totals and the end.

At the end pots are shared out and games settled; before it, how many hands are still played is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from analyzer.errors import Fault
from analyzer.evenings.contracthands import score_contract_hand
from analyzer.evenings.model import (
    ContractHand,
    Evening,
    EveningEnd,
    EveningScore,
    GameScore,
    Hand,
    HandScore,
    LeftLying,
    PotHand,
    RecordedHand,
    VoidHand,
)
from analyzer.evenings.pots import score_pot_hand
from analyzer.evenings.scored import founded, score_recorded, score_void
from analyzer.messages import Name, Verbatim, say
from analyzer.rules.book import Book, unmatched
from analyzer.rules.conduct.session import divide_pots, hands_more, settle_game
from analyzer.rules.score.hand import Pool
from analyzer.rules.spec.bearing import CameUp, Topic, bearing
from analyzer.rules.spec.kinds.bidding import GameEnd
from analyzer.rules.spec.readings import Once


def end_of(
    evening: Evening, hands: Sequence[HandScore], games: Sequence[GameScore], lying: LeftLying
) -> EveningEnd:
    """What is paid and received, were the evening over after these hands."""
    game, seats = evening.rules.game, len(evening.players)
    if game.pots is not None:
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
        if len({each.dealer for each in begun if each.void is None}) == seats:
            yield _game(number, begun, rule, seats, complete=True)
            begun, number = [], number + 1
    if begun:
        yield _game(number, begun, rule, seats, complete=False)


def _game(number: int, hands: Sequence[HandScore], rule: GameEnd, seats: int, *, complete: bool) -> GameScore:
    sheet, book = tuple(sum(each.amounts[seat] for each in hands) for seat in range(seats)), Book(seats)
    settle_game(rule, sheet, book)
    first, last = hands[0].number, hands[-1].number
    return GameScore(number, first, last, complete, sheet, book.transfers, book.tokens)


def tally(evening: Evening, known: Once[HandScore] | None = None) -> EveningScore:
    """Return the score of an evening; `known` has the scores of its hands under other readings of its rules.

    Raises: Invalid, IllegalMove for a hand that cannot be by these rules.
    """
    hands = tuple(score for _, _, score in _scored(evening, known or Once()))
    seats, lying = range(len(evening.players)), hands[-1].lying
    games = games_of(evening, hands)
    return EveningScore(
        evening=evening,
        hands=hands,
        totals=tuple(sum(each.amounts[seat] for each in hands) for seat in seats),
        lying=lying,
        games=games,
        end=end_of(evening, hands, games, lying),
    )


def contradictions(evening: Evening) -> list[Fault]:
    """Where the file of a recorded hand says otherwise than the evening comes to before it."""
    if not any(isinstance(hand, RecordedHand) for hand in evening.hands):
        return []
    return [
        fault
        for hand, lying, _ in _scored(evening, Once())
        if isinstance(hand, RecordedHand)
        for fault in _contradicted(evening, hand, lying)
    ]


def _scored(evening: Evening, known: Once[HandScore]) -> Iterator[tuple[Hand, LeftLying, HandScore]]:
    """Each hand, what lay there before it, and its score."""
    lying = LeftLying(evening.pots, evening.pools, evening.radli)
    for number, hand in enumerate(evening.hands, 1):
        score = known.of(evening.rules, (number, lying), partial(_score, evening, number, hand, lying))
        assert imbalance(evening, score, lying) == 0, f"hand {number} loses something, or makes it up"
        yield hand, lying, score
        lying = score.lying


def _score(evening: Evening, number: int, hand: Hand, lying: LeftLying) -> HandScore:
    if isinstance(hand, PotHand):
        return score_pot_hand(evening, number, hand, lying)
    if isinstance(hand, ContractHand):
        return score_contract_hand(evening, number, hand, lying)
    if isinstance(hand, VoidHand):
        return score_void(evening, number, hand.dealer, hand.reason, lying)
    return score_recorded(evening, number, hand, lying)


def imbalance(evening: Evening, score: HandScore, before: LeftLying) -> int:
    """What a hand has too much or too little, were everything kept that must be; 0 always.

    Tokens sum to zero with the pots and the pools, what nobody pays or receives left out. What is written for
    points above or below the average sums to zero. Any other sheet is the sum of what its clauses write.
    """
    game = evening.rules.game
    if not game.on_a_sheet:
        pots = score.pots_change.king + score.pots_change.pagat
        pools = _together(score.lying.pools) - _together(before.pools)
        return sum(score.amounts) + pots + pools - unmatched(score.transfers)
    if game.deviation is not None:
        return sum(score.amounts)
    return sum(score.amounts) - sum(each.amount for each in score.scores)


def _together(pools: Sequence[Pool]) -> int:
    return sum(each.amount for each in pools)


def _contradicted(evening: Evening, hand: RecordedHand, lying: LeftLying) -> Iterator[Fault]:
    """Every difference between what a file says and what lies there."""
    says, pots = hand.says, lying.pots
    if evening.rules.game.pots is not None:
        pots = founded(evening, lying).pots
    for pot, amount in says.pots.items():
        if pots is not None and amount != pots[pot]:
            text = say("the {pot} pot holds {amount}", pot=Verbatim(pot.value), amount=amount)
            expected = say("expected {amount}, as the evening has it", amount=pots[pot])
            yield Fault(text, expected, says.places.get(pot.value))
    if says.pools is not None and says.pools != lying.pools:
        words = Verbatim(", ".join(f"{each.amount}{'d' * each.doubled}" for each in lying.pools) or "[]")
        expected = say("expected {pools}, as the evening has it", pools=words)
        yield Fault(say("other pools lie there"), expected, says.places.get("pools"))
    for name, number in says.radli.items():
        held = lying.radli.get(evening.players.index(name), 0)
        if number != held:
            text = say("{player} has {number} radli", player=Name(name), number=number)
            expected = say("expected {number}, as the evening has it", number=held)
            yield Fault(text, expected, says.places.get("radli"))
