"""The payments of games with pots and before the first lead, and the points of piles, as sums."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import z3

from analyzer.cards.card import MONDO, Card
from analyzer.frozenrecord import Record
from analyzer.proofs.accounts import Special, Sums, SymbolicHand, SymbolicLaid, is_nothing, signed, whole
from analyzer.proofs.play import Played
from analyzer.proofs.smt import Number, Truth, either_number, every, not_, some
from analyzer.rules.book import Pot
from analyzer.rules.score.opening import NO_COURTS, NO_TRUMPS, declared_trumps
from analyzer.rules.score.payments import founders, opponents
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.bidding import PileRules
from analyzer.rules.spec.kinds.paying import Doubling, Entry, PlayStep, When

# What the cards of a pile count in a game of card points, by the words of the clause.
#
# All amounts are units of :class:`PileRules`.
#
# Source: clauses of the kinds count-cards, discard-counts and talon-left.


def worth(piles: PileRules, card: Card) -> int:
    """The points that a card counts above one that counts nothing of its own, by the words of the clause.

    Source: clause count.points.
    """
    plain = card.suit is not None and not card.is_trump
    return piles.values.get(str(card), piles.values.get(card.face, 0) if plain else 0)


# The count where there are pots, as sums: what is paid for piles whose points may be known or not.


def rounded(spec: GameSpec, points: Number) -> Number:
    """Tokens for so many points: the difference from par, to the nearest multiple.

    Source: clause count.par.
    """
    over, step = points - spec.the_pots.count.par, spec.the_pots.count.rounding
    size = either_number(over >= 0, over, -over)
    twice = 2 * size + step
    # Z3 writes the division of whole numbers with one stroke.
    steps: Number = twice // (2 * step) if isinstance(points, int) else twice / z3.IntVal(2 * step)
    return either_number(over >= 0, steps * step, -(steps * step))


def settle_count(hand: SymbolicHand, sums: Sums) -> None:
    """What is paid for the piles: every other player settles with the next dealer, or each with nobody.

    Source: clauses count.par, count.next-dealer.
    """
    game, dealer = hand.game, hand.came.dealer
    if game.pots is None or dealer is None:
        return
    counted = is_counted(game, hand.special)
    next_dealer = game.table.deals_next(dealer, hand.came.seats)
    for seat, points in enumerate(hand.units):
        if points is None:
            continue
        if game.the_pots.count.own:
            sums.receives(counted, seat, rounded(game, points))
        elif seat != next_dealer:
            sums.from_each(counted, (next_dealer,), seat, rounded(game, points))


def is_counted(spec: GameSpec, special: Special) -> Truth:
    """Whether the piles are paid for at all.

    Source: clauses count.tout, count.nolo.
    """
    tout, nolo = some(special.tout), some(special.nolo)
    return every(
        (
            some((not_(tout), spec.the_pots.count.after_tout)),
            some((not_(nolo), spec.the_pots.count.after_nolo)),
        )
    )


# What is paid in tricks and for the last one where there are pots, as sums.
#
# Cards, winner, pots and tricks may each be known or not.


def is_one_of(card: Played, cards: Sequence[Card] | frozenset[Card]) -> Truth:
    """Whether a card is one of these."""
    return some(card.is_(each) for each in sorted(cards))


def settle_early(game: GameSpec, laid: SymbolicLaid, sums: Sums) -> None:
    """What is paid for a trick before the last.

    Source: clauses of the kind lost-early, and of the kind from-each those for a trick won early.
    """
    for seat, card in enumerate(laid.cards):
        for when, there in ((When.LOST_EARLY, not_(laid.wins[seat])), (When.WON_EARLY, laid.wins[seat])):
            for entry in game.due(when):
                _enter(game, sums, every((is_one_of(card, entry.cards), there)), seat, entry, sums.pots)


def _enter(
    game: GameSpec, sums: Sums, given: Truth, seat: int, entry: Entry, held: Mapping[Pot, Number]
) -> None:
    """Where `given`, an entry is paid for a seat; pots are taken and doubled by what they `held`."""
    amount = -entry.amount if entry.when.costs else entry.amount
    sums.from_each(given, opponents(seat, game.table.players), seat, amount)
    if entry.adds is not None:
        sums.into_pot(given, seat, *entry.adds)
    moved = [(pot, -held[pot]) for pot in entry.takes] + [(pot, held[pot]) for pot in entry.doubles]
    for pot, due in moved:
        sums.into_pot(given, seat, pot, due)


class Achieved(Record, frozen=True):
    """What the last trick came to, by seat."""

    ultimo: Mapping[str, Sequence[Truth]]
    """By clause who wins an Ultimo."""
    bagud: Mapping[str, Sequence[Truth]]
    """By clause who goes Bagud."""
    last_trick: Sequence[Truth]
    """Who is paid for the plain last trick."""
    spec: GameSpec

    def _collect_for_pot(self, pot: Pot, found: Mapping[str, Sequence[Truth]]) -> tuple[Truth, ...]:
        entries = [each for each in self.spec.the_pots.entries if each.clause in found]
        by_clause = [found[each.clause] for each in entries if pot in (*each.takes, *each.doubles)]
        return tuple(some(each) for each in zip(*by_clause, strict=True))

    @property
    def king_ultimo(self) -> tuple[Truth, ...]:
        return self._collect_for_pot(Pot.KING, self.ultimo)

    @property
    def pagat_ultimo(self) -> tuple[Truth, ...]:
        return self._collect_for_pot(Pot.PAGAT, self.ultimo)

    @property
    def king_bagud(self) -> tuple[Truth, ...]:
        return self._collect_for_pot(Pot.KING, self.bagud)

    @property
    def pagat_bagud(self) -> tuple[Truth, ...]:
        return self._collect_for_pot(Pot.PAGAT, self.bagud)


def achieved(spec: GameSpec, laid: SymbolicLaid, special: Special) -> Achieved:
    """Who wins an Ultimo, goes Bagud, or is paid for the plain last trick.

    Source: clauses of the kinds ultimo, bagud, from-each and failed-tout.
    """
    over = some((*special.tout, *special.nolo))
    failed = some(special.failed)
    closed = over if spec.the_pots.failed_tout.ultimo else some((over, failed))
    unpaid = over if spec.the_pots.failed_tout.last_trick else some((over, failed))
    ultimo = {
        entry.clause: [
            every((is_one_of(card, entry.cards), laid.wins[seat], not_(closed)))
            for seat, card in enumerate(laid.cards)
        ]
        for entry in spec.due(When.ULTIMO)
    }
    bagud = {
        entry.clause: [
            every((is_one_of(card, entry.cards), not_(laid.wins[seat])))
            for seat, card in enumerate(laid.cards)
        ]
        for entry in spec.due(When.BAGUD)
    }
    lost = some(each for seats in bagud.values() for each in seats)
    prizes = frozenset(card for entry in spec.due(When.ULTIMO) for card in entry.cards)
    plain = [
        every((laid.wins[seat], not_(is_one_of(card, prizes)), not_(lost), not_(unpaid)))
        for seat, card in enumerate(laid.cards)
    ]
    return Achieved(ultimo, bagud, plain, spec)


@dataclass(slots=True)
class _Ending:
    """The settlement of a last trick between two of its steps."""

    spec: GameSpec
    special: Special
    what: Achieved
    sums: Sums
    payers: int
    counted: Mapping[Pot, Number] | None = None

    def enter(self, seats: Sequence[Truth], entry: Entry, held: Mapping[Pot, Number]) -> None:
        for seat, given in enumerate(seats):
            _enter(self.spec, self.sums, given, seat, entry, held)


def settle_last(hand: SymbolicHand, sums: Sums) -> None:
    """What is paid for the last trick where there are pots, the count aside, step by step.

    Source: clause payment.order; those of the steps are named there.
    """
    if hand.last is None:
        return
    what = achieved(hand.game, hand.last, hand.special)
    payers = founders(hand.game, sitting_out=hand.came.out)
    ending = _Ending(hand.game, hand.special, what, sums, payers)
    for step in hand.game.the_pots.order:
        LAST_TRICK_FORMULAS[step](ending)


def _count_pot(ending: _Ending) -> None:
    ending.counted = dict(ending.sums.pots)


def _ultimo(ending: _Ending) -> None:
    """Tout, Nolo, an Ultimo with its pot, or the plain last trick; at most one of them is paid."""
    special, what, held = ending.special, ending.what, dict(ending.sums.pots)
    made = {When.TOUT: special.tout, When.NOLO: special.nolo, When.LAST_TRICK: what.last_trick}
    for entry in ending.spec.the_pots.entries:
        seats = what.ultimo[entry.clause] if entry.when is When.ULTIMO else made.get(entry.when)
        if seats is not None:
            ending.enter(seats, entry, held)


def _bagud(ending: _Ending) -> None:
    """Every Bagud, then a failed announced Tout."""
    held = ending.counted or dict(ending.sums.pots)
    for entry in ending.spec.due(When.BAGUD):
        ending.enter(ending.what.bagud[entry.clause], entry, held)
    if ending.spec.the_pots.failed_tout.doubling is Doubling.AS_IT_LIES:
        held = dict(ending.sums.pots)
    for entry in ending.spec.due(When.FAILED_TOUT):
        ending.enter(ending.special.failed, entry, held)


def _foundation(ending: _Ending) -> None:
    """Empty pots founded again, by the active players and one sitting out."""
    refill = ending.spec.the_pots.accounts.refill
    for pot in refill.pots:
        empty = ending.sums.founded[pot] = is_nothing(ending.sums.pots[pot])
        for seat in range(ending.payers):
            ending.sums.into_pot(empty, seat, pot, refill.amount)


LAST_TRICK_FORMULAS: Final[Mapping[PlayStep, Callable[[_Ending], None]]] = {
    PlayStep.COUNT_POT: _count_pot,
    PlayStep.ULTIMO: _ultimo,
    PlayStep.BAGUD: _bagud,
    PlayStep.FOUNDATION: _foundation,
}
"""What is done in each step of the settlement of the last trick."""


# What is paid before the first lead, and what of it hangs on the end of the hand, for Z3.


def pay_for_deal(hand: SymbolicHand, accounts: Sums) -> None:
    """A new pool where there is none, else more in the largest.

    Source: clauses of the kinds pool-founding, pool-dealing and pool-choice.
    """
    rule, dealer = hand.game.pools, hand.came.dealer
    if rule is None or dealer is None:
        return
    if hand.pools:
        for place in range(len(hand.pools)):
            accounts.into_pool(is_largest(hand, place), dealer, place, rule.adds)
        return
    for seat in range(hand.came.seats):
        amount = rule.dealer_founds if seat == dealer else rule.others_found
        accounts.into_pool(True, seat, 0, amount)  # noqa: FBT003 - a condition that always holds


def is_largest(hand: SymbolicHand, place: int) -> Truth:
    """Whether a pool is the largest; of equal ones the one that the rules put first.

    Source: clause of the kind pool-choice.
    """
    rule, pools = hand.game.pools, hand.pools
    assert rule is not None

    def first(one: int, other: int) -> bool:
        behind = [pools[each].doubled == rule.undoubled_first for each in (one, other)]
        return (behind[0], one) < (behind[1], other)

    own = pools[place].amount
    return every(
        some((own > each.amount, every((own >= each.amount, first(place, other)))))
        for other, each in enumerate(pools)
        if other != place
    )


def take_pool(given: Truth, hand: SymbolicHand, accounts: Sums, *, shared: bool) -> None:
    """The declarer takes the largest pool, and halves it with a partner where it is shared.

    Source: clauses of the kinds target-won, shares-won and slam-payment.
    """
    rule, declarer, partner = hand.game.pools, hand.came.told.declarer, hand.came.partner
    if rule is None or declarer is None:
        return
    for place, pool in enumerate(hand.pools):
        taken = every((given, is_largest(hand, place)))
        accounts.into_pool(taken, declarer, place, -pool.amount)
        if partner is not None and shared:
            accounts.from_each(taken, (declarer,), partner, whole(pool.amount, 2))


def double_pool(given: Truth, hand: SymbolicHand, accounts: Sums) -> None:
    """The declarer doubles the largest pool, or lays as much beside it where it was doubled.

    Source: clause of the kind target-lost.
    """
    declarer = hand.came.told.declarer
    if hand.game.pools is None or declarer is None:
        return
    for place, pool in enumerate(hand.pools):
        due = every((given, is_largest(hand, place)))
        accounts.into_pool(due, declarer, len(hand.pools) if pool.doubled else place, pool.amount)
        if not pool.doubled:
            accounts.doubled[place] = some((accounts.doubled[place], due))


def pay_purchases(hand: SymbolicHand, accounts: Sums) -> None:
    """Every card bought is paid for, to its holder or to all opponents together.

    Source: clauses of the kinds purchase-price and purchase-rest.
    """
    rule, told = hand.game.purchase, hand.came.told
    if rule is None or told.declarer is None:
        return
    for each in told.purchases:
        price = rule.mond_price if each.wants == MONDO else rule.price
        if each.holder is not None and not rule.shared:
            accounts.from_each(True, (told.declarer,), each.holder, price)  # noqa: FBT003 - it always holds
        elif each.holder is not None:
            for seat, part in enumerate(parts(hand, told.declarer, price)):
                accounts.from_each(True, (told.declarer,), seat, part)  # noqa: FBT003 - it always holds


def parts(hand: SymbolicHand, declarer: int, price: int) -> list[int]:
    """What each seat has of a price: as many coins as turns it has when they go round one by one.

    Where nothing is said of what is left over, it is not paid.

    Source: clause of the kind purchase-rest.
    """
    opponents, seats = {*hand.against(declarer)}, hand.came.seats
    around = [seat % seats for seat in range(declarer + 1, declarer + seats) if seat % seats in opponents]
    coins = price if hand.game.price_rest is not None else price - price % len(around)
    turns = [around[coin % len(around)] for coin in range(coins)]
    return [turns.count(seat) for seat in range(seats)]


def pay_declared(hand: SymbolicHand, accounts: Sums) -> None:
    """The others pay for everything declared.

    Source: clauses of the kind declaration-payers, and those of what is declared.
    """
    rules = hand.game.declaring
    for seat, declared in hand.came.told.declared.items():
        if rules is not None:
            accounts.from_each(True, payers(hand, seat), seat, sum(each.amount for each in declared))  # noqa: FBT003 - it always holds


def payers(hand: SymbolicHand, seat: int) -> list[int]:
    """Who pays what a player declares.

    Source: clauses of the kind declaration-payers.
    """
    rules, of = hand.game.declaring, hand.came.sides.of
    own = {seat} if rules is None or not rules.opponents else {*hand.side_of(seat)}
    return [other for other in range(len(of)) if other not in own]


def score_returned(hand: SymbolicHand, accounts: Sums) -> None:
    """Trumps are given back whose side has not more points than it must.

    Source: clauses of the kind declared-return.
    """
    rules = hand.game.declaring
    if rules is None:
        return
    for seat, declared in hand.came.told.declared.items():
        units = hand.units[hand.came.sides.of[seat]]
        back = sum(each.amount for each in declared if each.returnable)
        if units is not None:
            too_few = units <= rules.above * hand.game.piles.unit
            accounts.from_each(too_few, payers(hand, seat), seat, -back)


def pay_shown_at_once(hand: SymbolicHand, accounts: Sums) -> None:
    """Who shows enough trumps is paid, but a declarer who is paid with the contract.

    Source: clauses of the kinds trump-announcement, announcement-pays and announcement-payers.
    """
    rule, told = hand.game.shown, hand.came.told
    if rule is None:
        return
    for seat in told.announced:
        others = hand.against(seat) if rule.by_opponents else _everybody_but(hand, seat)
        at_once = not (rule.to_winners or (rule.with_contract and seat == told.declarer))
        accounts.from_each(at_once, others, seat, _shown(hand, seat))


def pay_misery(hand: SymbolicHand, accounts: Sums) -> None:
    """Each of the others pays a player for having no trump, and for having no court.

    Source: clause of the kind misery-pays.
    """
    rule, told = hand.game.misery, hand.came.told
    if rule is None:
        return
    for seat, words in told.announced.items():
        for said in (NO_TRUMPS, NO_COURTS):
            accounts.from_each(said in words, _everybody_but(hand, seat), seat, rule.amount)


def pay_shown_by_contract(given: Truth, hand: SymbolicHand, accounts: Sums, made: Truth) -> None:
    """The declarer is paid for trumps he showed where the contract is made, and else pays for them.

    Source: clause of the kind announcement-pays.
    """
    rule, declarer = hand.game.shown, hand.came.told.declarer
    if rule is None or declarer is None or not rule.with_contract:
        return
    amount = signed(made, _shown(hand, declarer))
    accounts.from_each(given, _everybody_but(hand, declarer), declarer, amount)


def shown_for_winners(hand: SymbolicHand) -> int:
    """What the side that wins the contract is paid for all trumps that were shown.

    Source: clauses of the kinds handful and handful-pays.
    """
    rule = hand.game.shown
    if rule is None or not rule.to_winners:
        return 0
    return sum(_shown(hand, seat) for seat in hand.came.told.announced)


def _shown(hand: SymbolicHand, seat: int) -> int:
    """What the trumps bring that a seat shows."""
    rule, number = hand.game.shown, declared_trumps(hand.came.told.announced.get(seat, ()))
    if rule is None or number is None:
        return 0
    for least, amount in sorted(rule.amounts.items(), reverse=True):
        if number == least or (number > least and not rule.exactly):
            return amount + (number - least) * rule.beyond
    return 0


def _everybody_but(hand: SymbolicHand, seat: int) -> list[int]:
    return [other for other in range(hand.came.seats) if other != seat]
