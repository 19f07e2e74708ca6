"""A hand as sums whose amounts Z3 has to find, and whether they are those of a book."""

from __future__ import annotations

from collections.abc import Iterable

import z3

from analyzer.proofs.accounts import (
    NOTHING_SPECIAL,
    Special,
    Sums,
    SymbolicHand,
    SymbolicLaid,
    SymbolicPool,
    pay_cards,
)
from analyzer.proofs.play import SUITS, Played, nobody_wins, wins
from analyzer.proofs.pots import (
    pay_declared,
    pay_misery,
    pay_shown_at_once,
    pay_shown_by_contract,
    score_returned,
    settle_early,
)
from analyzer.proofs.sheets import contract_made, pay_shown_to_winners
from analyzer.proofs.smt import Number, SmtQuestion, Truth, not_, same, some
from analyzer.rules.book import Book, PoolAccount, Pot, Pots
from analyzer.rules.play.table import Trick
from analyzer.rules.score.hand import HandResult, Scoring
from analyzer.rules.score.payments import TOUT
from analyzer.rules.spec.game import GameSpec


def laid_of(game: GameSpec, trick: Trick) -> SymbolicLaid:
    """A complete trick that is known, its winner found by the clauses."""
    order, seats = [Played.from_card(each.card) for each in trick.laid], len(trick.laid)
    led = SUITS.index(trick.laid[0].suit or SUITS[0])
    if nobody_wins(game, order, led) is True:
        led = next(card.suit for card in order[1:])
    cards, won = [order[0]] * seats, [False] * seats
    for place, each in enumerate(trick.laid):
        cards[each.seat], won[each.seat] = order[place], wins(game, order, led, place) is True
    return SymbolicLaid(cards, won)


def hand_given(
    question: SmtQuestion, game: GameSpec, came: HandResult, pots: Pots | None = None
) -> SymbolicHand:
    """A hand with its amounts as variables that are given their values, so that Z3 has the sums to find."""

    def variable(name: str, value: int) -> Number:
        found = z3.Int(name)
        question.given(found == value)
        return found

    def each_of(name: str, values: Iterable[int | None]) -> list[Number | None]:
        return [
            None if each is None else variable(f"{name}.{place}", each) for place, each in enumerate(values)
        ]

    tricks = each_of("tricks", came.tricks or (None,) * came.seats)
    announced = [TOUT in came.told.announced.get(seat, ()) for seat in range(came.seats)]
    return SymbolicHand(
        game,
        came,
        units=each_of("units", came.units or (None,) * came.sides.count),
        tricks=tricks,
        trull=None if came.told.trull is None else variable("trull", came.told.trull),
        pools=[
            SymbolicPool(variable(f"pool.{place}", pool.amount), pool.doubled)
            for place, pool in enumerate(came.told.pools)
        ],
        pots=pots_given(question, pots or Pots(0, 0)),
        last=laid_of(game, came.last) if game.pots is not None and came.last is not None else None,
        special=Special.from_tricks(game, tricks, announced) if game.pots is not None else NOTHING_SPECIAL,
    )


def pots_given(question: SmtQuestion, pots: Pots) -> dict[Pot, Number]:
    """The pots as variables that are given their values."""
    found: dict[Pot, Number] = {pot: z3.Int(f"pot.{pot.value}") for pot in Pot}
    question.given(*(found[pot] == pots[pot] for pot in Pot))
    return found


def differs_from_book(sums: Sums, book: Book) -> Truth:
    """Whether the sums are not those of a book."""
    pairs = [
        *zip(sums.tokens, book.tokens, strict=True),
        *zip(sums.sheet, book.sheet, strict=True),
        *((sums.pots[pot], book.pots[pot]) for pot in Pot),
    ]
    return some(not_(one == other) for one, other in pairs)


def differs(accounts: Sums, scoring: Scoring) -> Truth:
    """Whether the sums are not those of a hand as it was scored."""
    book, before = scoring.book, scoring.came.told.pools
    grew = [book.balance(PoolAccount(place)) for place in range(len(accounts.pools))]
    radli = [scoring.radli.get(seat, 0) for seat in range(len(accounts.radli))]
    pairs = [*zip(accounts.pools, grew, strict=True), *zip(accounts.radli, radli, strict=True)]
    wrong = [differs_from_book(accounts, book), *(not_(one == other) for one, other in pairs)]
    left = [place for place, pool in enumerate(before) if not pool.amount or pool.amount + grew[place]]
    kept = list(scoring.pools)
    twice = dict(zip(left, (each.doubled for each in kept), strict=False))
    wrong += [not_(same(accounts.doubled[place], doubled)) for place, doubled in twice.items()]
    amounts = [before[place].amount + grew[place] for place in left] + [grew[-1]] * (grew[-1] > 0)
    wrong.append(amounts != [each.amount for each in kept])
    return some(wrong)


def pay_trick(hand: SymbolicHand, accounts: Sums, trick: Trick) -> None:
    """What the cards of a trick pay that is not the last one.

    Source: clauses of the kinds lost-early, from-each, card-payment, partner-cards and card-payers.
    """
    if hand.game.pots is not None:
        settle_early(hand.game, laid_of(hand.game, trick), accounts)
    if hand.game.payments is not None:
        pay_cards(hand, accounts, hand.game.payments.early, trick, wins=True)


def pay_announced(hand: SymbolicHand, accounts: Sums) -> None:
    """What was declared and shown, and what becomes of it in the end."""
    pay_declared(hand, accounts)
    pay_shown_at_once(hand, accounts)
    pay_misery(hand, accounts)
    score_returned(hand, accounts)
    settled = contract_made(hand)
    if settled is not None:
        pay_shown_by_contract(settled.ordinary, hand, accounts, settled.made)
        pay_shown_to_winners(hand, accounts, settled.made)
