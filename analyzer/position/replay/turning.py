"""The pots and the piles after the deal and after each trick, and the settlement after the last one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from analyzer.cards.card import MONDO, Card
from analyzer.errors import Fault, InvalidFile
from analyzer.messages import say
from analyzer.position import replay
from analyzer.position.beside import piles_at_start, reckoning_before
from analyzer.position.setting import Setting
from analyzer.rules.actions import Sides
from analyzer.rules.book import Book
from analyzer.rules.deal.declarations import (
    as_held,
    dealer_declarations,
    declarations_of,
    declaring_order,
    judge_declarations,
    parse_declaration,
    settle_declarations,
)
from analyzer.rules.play.table import START, Trick
from analyzer.rules.score.deeds import hand_came, held_at_start
from analyzer.rules.score.hand import HandCame, HandTold, Scoring
from analyzer.rules.score.payments import TOUT, outcome_of, pay_for_dealing, pay_trick
from analyzer.rules.score.reckoning import Reckoning
from analyzer.rules.score.steps import is_counted, score_hand
from analyzer.rules.spec.game import GameSpec

if TYPE_CHECKING:
    from analyzer.rules.deal.declarations import Declaration


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
    said = _said(position)
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


def _said(position: Setting) -> dict[int, tuple[Declaration, ...]]:
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
    told: HandTold,
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


def settled(game: GameSpec, came: HandCame, book: Book, *, count: bool) -> Scoring:
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
    told, game, changed = reckoning.told(setting.told), setting.spec, dict[str, Any]()
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
        told = replace(told, swept=leader, trump_led=after.trump_led and _counts_trumps(setting))
    lost = next((each.seat for each in trick.laid if each.card is MONDO and each.seat != trick.winner), None)
    if lost is not None and costs(game, setting.sides, lost, trick.winner):
        told = replace(told, mond_lost=lost)
    if reckoning.discard_mixed:
        changed["skat"] = None
    return {**changed, "told": told}


def _book(setting: Setting) -> Book:
    """Return an empty book for everybody at the table, including a player sitting out."""
    return Book(len(setting.hands) + (setting.sitting_out is not None), setting.pots)


def _counts_trumps(setting: Setting) -> bool:
    """Return True if the lead of a trump matters."""
    return setting.spec.tricks is not None


def costs(game: GameSpec, sides: Sides, seat: int, winner: int) -> bool:
    """Return True if a Mond costs the player who loses it to a trick of this winner.

    Source: clause bonus.mond-lost.
    """
    sheet, of = game.bonus_sheet, sides.of
    return sheet is not None and (of[seat] != of[winner] or sheet.mond_to_partner_lost)


def told_after(setting: Setting, told: HandTold) -> HandTold:
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
