"""The pots and piles after each trick, and the amounts due once breaches are corrected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from analyzer.cards.card import MONDO, Card
from analyzer.errors import Fault, InvalidFile
from analyzer.frozenrecord import Record
from analyzer.messages import Message, say
from analyzer.position import replay
from analyzer.position.piles import piles_at_start, reckoning_before
from analyzer.position.replay.model import AFTER_PAYMENTS, Offence, Replay
from analyzer.position.setting import Setting
from analyzer.rules.actions import Sides
from analyzer.rules.book import Account, Book, Pots, Transfer
from analyzer.rules.deal.declarations import (
    as_held,
    dealer_declarations,
    declarations_of,
    declaring_order,
    judge_declarations,
    parse_declaration,
    settle_declarations,
)
from analyzer.rules.irregularities import Fine, Moment, fine_for, settle_fine
from analyzer.rules.play.table import START, Trick
from analyzer.rules.score.deeds import hand_came, held_at_start
from analyzer.rules.score.hand import HandFacts, HandResult, Scoring
from analyzer.rules.score.payments import TOUT, outcome_of, pay_for_dealing, pay_trick
from analyzer.rules.score.reckoning import Reckoning
from analyzer.rules.score.steps import is_counted, score_hand
from analyzer.rules.spec.clause import Category
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.catalogue import IRREGULARITY
from analyzer.rules.spec.ruleset import RuleSet

if TYPE_CHECKING:
    from analyzer.rules.deal.declarations import Declaration


# The pots and the piles after the deal and after each trick, and the settlement after the last one.


def deal_out(position: Setting, book: Book) -> replay.model.DealPhase:
    """Return the deal of a full hand, paid for in the book: the dealer's pots, then the declarations.

    Raises: InvalidFile for a full hand without a dealer; DeclarationError for unknown declarations.
    Source: clauses payment.dealing, declare.order, declare.correct.
    """
    if position.dealer is None or position.skat is None:
        fault = Fault(say("a whole hand needs its dealer"), say("write `dealer:` and `skat:`"))
        raise InvalidFile([fault])
    rules, dealer = position.rules, position.dealer
    pay_for_dealing(rules.game, dealer, book)
    said = _read_declarations(position)
    declared = tuple(
        said[seat] if seat in said else declarations_of(rules, _shown(position, seat))
        for seat in range(len(position.hands))
    )
    settle_declarations(rules, dict(enumerate(declared)), book, dealer)
    faults = tuple(
        (seat, fault)
        for seat in declaring_order(rules, dealer)
        if seat in said
        for fault in judge_declarations(rules, _shown(position, seat), said[seat])
    )
    return replay.model.DealPhase(dealer, position.skat, position.announce, declared, faults)


def _shown(position: Setting, seat: int) -> frozenset[Card]:
    """Return the cards a player declares from: the hand, or the dealer's before an unavoidable discard."""
    hand, skat = position.hands[seat], position.skat
    if seat != position.dealer or not skat:
        return hand

    required = dealer_declarations(position.rules, hand, skat)
    return hand if required == declarations_of(position.rules, hand) else hand | skat


def _read_declarations(position: Setting) -> dict[int, tuple[Declaration, ...]]:
    """Return the declarations of the seats that have them in the file; () for a pass.

    A correct declaration includes the cards that are shown for it.
    """
    found = {}
    for seat, words in (position.declarations or {}).items():
        parsed = (parse_declaration(text, position.rules) for text in words)
        said = [each for each in parsed if each is not None]
        held = declarations_of(position.rules, _shown(position, seat))
        found[seat] = tuple(as_held(position.rules, each, held) for each in said)
    return found


def settle_at_the_end(
    setting: Setting,
    told: HandFacts,
    reckoning: Reckoning,
    tricks: Sequence[Trick],
    book: Book,
    *,
    fool_kept: bool = False,
) -> Scoring:
    """Settle a hand whose tricks are all in the piles: everything that its end pays or writes.

    With `fool_kept` an announced Tout binds a dealer who kept the Fool.

    Raises: InvalidFile for a count without a dealer or without everybody's points.
    """
    binds = fool_kept or setting.tout_at_stake is not None
    if binds and setting.dealer is not None:
        told = replace(told, announced={setting.dealer: (TOUT,)})
    came = hand_came(
        reckoning,
        told,
        tricks,
        dealer=setting.dealer,
        partner=setting.partner,
        held=told.held,
        count=setting.count or setting.spec.pots is None,
        out=setting.sitting_out is not None,
    )
    return settled(setting.spec, came, book, count=setting.count)


def settled(game: GameSpec, came: HandResult, book: Book, *, count: bool) -> Scoring:
    """Return everything that is paid or written when a hand is over; `count` if a count is requested.

    Raises: InvalidFile for a count without a dealer or without everybody's points.
    """
    if count and (came.dealer is None or None in came.units) and is_counted(game, outcome_of(game, came)):
        raise InvalidFile([Fault(say("the count needs `dealer`, and `taken` with everybody's points"))])
    return score_hand(game, came, book)


def dealt(setting: Setting) -> dict[str, Any]:
    """Return the changes by the deal of a full hand: with pots it is paid for, and the skat is in a pile."""
    if not setting.whole_hand:
        return {}
    changed: dict[str, Any] = {"declarations": None}
    if setting.spec.pots is not None:
        book = _book(setting)
        deal_out(setting, book)
        changed |= {"pots": book.pots, "told": replace(setting.told, piles=piles_at_start(setting))}
    return changed


def turned(setting: Setting, trick: Trick) -> dict[str, Any]:
    """Return the changes by a complete trick: piles, pots, sweeps, and the lead of a trump."""
    reckoning, _ = reckoning_before(setting).turn(trick, setting.tricks_left)
    if setting.tricks_left == 1:
        reckoning, _ = reckoning.end()
    told, game, changed = reckoning.current_facts(setting.told), setting.spec, dict[str, Any]()
    if game.pots is not None:
        book = _book(setting)
        if setting.tricks_left == 1:
            settle_at_the_end(setting, setting.told, reckoning, (trick,), book)
        else:
            pay_trick(game, setting.sides, trick, book)
        changed["pots"] = book.pots
    if setting.course != START:
        after = setting.course.after(trick)
        swept = None if after.swept is None or not game.fool.top_when_swept else after.swept
        leader = None if swept is None else setting.sides.seats(swept)[0]
        told = replace(told, swept=leader, trump_led=after.trump_led and (setting.spec.tricks is not None))
    lost = next((each.seat for each in trick.laid if each.card is MONDO and each.seat != trick.winner), None)
    if lost is not None and costs(game, setting.sides, lost, trick.winner):
        told = replace(told, mond_lost=lost)
    if reckoning.discard_mixed:
        changed["skat"] = None
    return {**changed, "told": told}


def _book(setting: Setting) -> Book:
    """Return an empty book for everybody at the table, including a player sitting out."""
    return Book(len(setting.hands) + (setting.sitting_out is not None), setting.pots)


def costs(game: GameSpec, sides: Sides, seat: int, winner: int) -> bool:
    """Return True if a Mond costs the player who loses it to a trick of this winner.

    Source: clause bonus.mond-lost.
    """
    sheet, of = game.bonus_sheet, sides.of
    return sheet is not None and (of[seat] != of[winner] or sheet.mond_to_partner_lost)


def update_facts(setting: Setting, told: HandFacts) -> HandFacts:
    """Return the facts about a hand after another move of it: the partners, and the cards held at first."""
    partner, held = _partner(setting), _held(setting)
    if partner == told.partner and held is told.held:
        return told
    return replace(told, partner=partner, held=held)


def _held(setting: Setting) -> Mapping[int, tuple[str, ...]] | None:
    """Return everybody's cards at the start of play, known as soon as one of them is played."""
    game = setting.spec
    if game.difference_sheet is None or not setting.whole_hand or setting.told.held is not None:
        return setting.told.held
    return held_at_start(setting.hands, game.trull) or None


def _partner(setting: Setting) -> int | None:
    """Return the partner for a called card that may be gone: the declarer, if there is no partner."""
    told = setting.told
    if told.called is None:
        return told.partner
    return told.declarer if setting.partner is None else setting.partner


# The amounts due for a line of play, once its breaches are known.


class LineSums(Record, frozen=True):
    """Everybody's gains, by seat, and the change of the pots."""

    tokens: tuple[int, ...]
    pots: Pots | None
    """None if there are none."""


class Due(LineSums, frozen=True):
    """The sum that is due, and the steps to it from what the table paid.

    `costs` are the payments for each offence of the line, and last those for the move that ended it.
    `ends_in` is the trick in which they end the hand, 0 before the first; None if it is played out.
    """

    costs: tuple[tuple[Transfer, ...], ...]
    ends_in: int | None = None
    ended_by: int | None = None
    """The index of the breach among the offences that ends the hand: later ones cost nothing."""


class Otherwise(Record, frozen=True):
    """The sum that would be due if one thing had been different; `number` is that of the breach, from 1."""

    number: int
    when: Message
    due: Due


def as_paid(replay: Replay) -> LineSums:
    """Return what the table paid: the result of the play, with wrong counts and payments at the end."""
    wrong = [paid for each in replay.judged.offences if each.of_the_end for paid in each.repaid]
    return _with(replay, map(_back, wrong))


def due(replay: Replay) -> Due:
    """Return the sum that is due: with every fine that a clause fixes, each breach found at once.

    If the file says when a breach was found, or how grave the players agreed it is, that counts instead.
    """
    return _due(replay, replay.judged.offences)


def otherwise(rules: RuleSet, replay: Replay) -> Iterator[Otherwise]:
    """Yield the other sums that the rules know, at most one for a breach, if the file leaves it open.

    A revoke that was not put right may end the hand, as the players agree; a breach that ends the hand may
    have been found only after all payments. Nothing is due for breaches after the end of the hand.
    """
    offences, here = replay.judged.offences, due(replay)
    for place, each in enumerate(offences):
        if here.ends_in is not None and (each.trick or 0) > here.ends_in:
            continue
        number, other = place + 1, each
        if len(each.fines) > 1:
            other = replace(each, fines=each.fines[1:])
            when = say("had the players agreed that breach {number} cannot be put right", number=number)
        elif each.fine is not None and not each.fine.play_goes_on and each.found is None:
            grave = None if each.agreed is None else each.fine.category
            fine = fine_for(rules, each.fine.name, grave, Moment.AFTER_PAYMENTS)
            repaid = () if fine.excused else each.repaid
            other = replace(each, fines=(fine,), repaid=repaid, found=AFTER_PAYMENTS)
            when = say("had breach {number} been found only after the payments", number=number)
        elif each.voids and each.found is None:
            other = replace(each, found=AFTER_PAYMENTS)
            when = say("had breach {number} been found only after the payments", number=number)
        if other is not each:
            came = _due(replay, (*offences[:place], other, *offences[place + 1 :]))
            if (came.tokens, came.pots) != (here.tokens, here.pots):
                yield Otherwise(number, when, came)


def fine_of_the_end(replay: Replay) -> Fine | None:
    """Return the fine that a clause fixes for the move that ended the line."""
    if replay.illegal is None or replay.illegal.seat is None:
        return None
    slips = [
        each.fine
        for each in replay.judged.slips
        if f"{IRREGULARITY}{each.fine.name}" == replay.illegal.clause
    ]
    return slips[-1] if slips else None


def _due(replay: Replay, offences: Sequence[Offence]) -> Due:
    ended_by = next((place for place, each in enumerate(offences) if _ends(each)), None)
    ends_in = None if ended_by is None else offences[ended_by].trick or 0
    costs, over, void = list[tuple[Transfer, ...]](), False, False
    for place, each in enumerate(offences):
        if each.of_the_end:
            costs.append(each.repaid)
            continue
        # What was received for a wrong declaration goes back whoever ended the hand, unless all of it does.
        fined = () if over else _fine(replay, each.seat, each.fine)
        paid = (*fined, *(() if void else each.repaid))
        if place == ended_by and ends_in is not None:
            over, void = True, each.voids
            paid += _undone(replay.transfers if each.voids else _paid_from(replay, ends_in))
        costs.append(paid)
    illegal = replay.illegal
    last = fine_of_the_end(replay) if not over and illegal is not None else None
    costs.append(
        _fine(replay, illegal.seat, last) if illegal is not None and illegal.seat is not None else ()
    )
    right = [
        paid for each, owed in zip(offences, costs, strict=False) if not each.of_the_end for paid in owed
    ]
    came = _with(replay, (*right, *costs[-1]))
    return Due(came.tokens, came.pots, tuple(costs), ends_in, ended_by)


def _ends(offence: Offence) -> bool:
    """Return True if a breach ends the hand at that moment; in a void deal, before it began."""
    fine = offence.fine
    grave = offence.voids or (fine is not None and not fine.play_goes_on)
    return grave and not offence.late


def _fine(replay: Replay, seat: int, fine: Fine | None) -> tuple[Transfer, ...]:
    book = Book(len(replay.players), replay.pots_after)
    if fine is not None:
        settle_fine(fine, seat, book)
    return book.transfers


def _paid_from(replay: Replay, trick: int) -> tuple[Transfer, ...]:
    """Return the payments from a trick on."""
    after = [paid for each in replay.tricks if each.number >= trick for paid in each.transfers]
    return (*after, *replay.settlement)


def _undone(paid_before: Iterable[Transfer]) -> tuple[Transfer, ...]:
    """Return the payments that pay all of this back, in one sum between any two."""
    owed = Counter[tuple[Account, Account]]()
    for paid in paid_before:
        pair, back = (paid.payer, paid.payee), (paid.payee, paid.payer)
        if pair in owed:
            owed[pair] -= paid.amount
        else:
            owed[back] += paid.amount
    clause = f"fine.{Category.IRRECOVERABLE.value}"
    return tuple(
        Transfer(payer, payee, amount, clause) if amount > 0 else Transfer(payee, payer, -amount, clause)
        for (payer, payee), amount in owed.items()
        if amount
    )


def _back(paid: Transfer) -> Transfer:
    return replace(paid, payer=paid.payee, payee=paid.payer)


def _with(replay: Replay, paid: Iterable[Transfer]) -> LineSums:
    """Return the result of a line with further payments."""
    book = Book(len(replay.players), replay.pots_after)
    for each in paid:
        book.enter(each)
    pots = None if replay.pots_before is None else book.pots - replay.pots_before
    tokens = tuple(one + other for one, other in zip(replay.amounts, book.tokens, strict=True))
    return LineSums(tokens, pots)
