"""What is paid before the first lead, and what of it hangs on the end of the hand, for Z3."""

from __future__ import annotations

from analyzer.cards.card import MONDO
from analyzer.proofs.clauses.score.accounts import Sums, SymbolicHand, signed, whole
from analyzer.proofs.smt import Truth, every, some
from analyzer.rules.score.opening import NO_COURTS, NO_TRUMPS, trumps_said


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
    rule, number = hand.game.shown, trumps_said(hand.came.told.announced.get(seat, ()))
    if rule is None or number is None:
        return 0
    for least, amount in sorted(rule.amounts.items(), reverse=True):
        if number == least or (number > least and not rule.exactly):
            return amount + (number - least) * rule.beyond
    return 0


def _everybody_but(hand: SymbolicHand, seat: int) -> list[int]:
    return [other for other in range(hand.came.seats) if other != seat]
