"""What the pots and the piles are after the deal and after each trick, and what the last one settles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from analyzer.cards.card import MONDO
from analyzer.errors import Fault, InvalidFile
from analyzer.messages import say
from analyzer.position.beside import reckoning_before
from analyzer.position.replay.deal import deal_out, taken_at_start
from analyzer.position.setting import Setting, Taken
from analyzer.rules.book import Book, Pots
from analyzer.rules.play.course import START
from analyzer.rules.play.table import Trick
from analyzer.rules.score.cardpay import pay_trick
from analyzer.rules.score.count import is_counted, points_of_trick
from analyzer.rules.score.deeds import held_at_start
from analyzer.rules.score.hand import HandCame, Scoring
from analyzer.rules.score.payments import TOUT, outcome_of
from analyzer.rules.score.steps import score_hand
from analyzer.rules.score.told import NOTHING_TOLD, HandTold
from analyzer.rules.sides import Sides
from analyzer.rules.spec.game import GameSpec

Piles = tuple[Taken | None, ...] | None
"""What lies in each pile, by seat; None where nothing is known of it."""


def put_in_piles(spec: GameSpec, taken: Piles, trick: Trick, tricks_left: int) -> Piles:
    """The piles with one more trick; `tricks_left` when it was led."""
    if taken is None:
        return None
    points = points_of_trick(spec, trick, tricks_left)
    return tuple(
        pile
        and Taken(
            pile.tricks + (seat == trick.winner),
            None if pile.points is None else pile.points + points[seat],
        )
        for seat, pile in enumerate(taken)
    )


def points_of(taken: Piles) -> tuple[int, ...] | None:
    """The card points by seat, where all are known."""
    points = tuple(None if pile is None else pile.points for pile in taken or (None,))
    known = tuple(each for each in points if each is not None)
    return known if len(known) == len(points) else None


def settle_at_the_end(
    setting: Setting, taken: Piles, trick: Trick, book: Book, *, fool_kept: bool = False
) -> Scoring:
    """Settle the last trick, which lies in the piles, and where the setting asks for it the count.

    With `fool_kept` an announced Tout binds the dealer though he kept the Fool.

    Raises: InvalidFile for a count without a dealer or without everybody's points.
    """
    came = came_of_piles(
        len(setting.hands),
        taken,
        trick,
        dealer=setting.dealer,
        announced_tout=fool_kept or setting.tout_at_stake is not None,
        sitting_out=setting.sitting_out is not None,
        count=setting.count,
    )
    return settle_piles(setting.rules.game, came, book, count=setting.count)


def came_of_piles(
    seats: int,
    taken: Piles,
    trick: Trick,
    *,
    dealer: int | None,
    announced_tout: bool,
    sitting_out: bool,
    count: bool,
) -> HandCame:
    """What a hand with pots came to; its last trick lies in the piles, of which the count asks the points."""
    told = HandTold(announced={dealer: (TOUT,)}) if announced_tout and dealer is not None else NOTHING_TOLD
    return HandCame(
        seats=seats,
        sides=Sides.alone(seats),
        told=told,
        dealer=dealer,
        units=points_of(taken) or () if count else (),
        tricks=tuple(None if pile is None else pile.tricks for pile in taken or ()),
        last=trick,
        out=sitting_out,
    )


def settle_piles(game: GameSpec, came: HandCame, book: Book, *, count: bool) -> Scoring:
    """All that is paid when a hand with pots is over.

    Raises: InvalidFile for a count without a dealer or without everybody's points.
    """
    if count and (came.dealer is None or not came.units) and is_counted(game, outcome_of(game, came)):
        raise InvalidFile([Fault(say("the count needs `dealer`, and `taken` with everybody's points"))])
    return score_hand(game, came, book)


def dealt(setting: Setting) -> dict[str, Any]:
    """What the deal of a whole hand with pots changes: it is paid for, and the skat lies in a pile."""
    if setting.scored or not setting.whole_hand:
        return {}
    book = _book(setting, setting.pots)
    deal_out(setting, book)
    return {"pots": book.pots, "taken": taken_at_start(setting), "declarations": None}


def turned(setting: Setting, trick: Trick, pots: Pots, taken: Piles) -> dict[str, Any]:
    """What a complete trick changes in the pots and the piles as they are when it is turned over."""
    if setting.scored:
        return _counted(setting, trick)
    piles = put_in_piles(setting.rules.game, taken, trick, setting.tricks_left)
    book = _book(setting, pots)
    if setting.tricks_left == 1:
        settle_at_the_end(setting, piles, trick, book)
    else:
        pay_trick(setting.rules.game, setting.sides, trick, book)
    return {"pots": book.pots, "taken": piles}


def _book(setting: Setting, pots: Pots) -> Book:
    """An empty book for everybody at the table, the player sitting out among them."""
    return Book(len(setting.hands) + (setting.sitting_out is not None), pots)


def _counted(setting: Setting, trick: Trick) -> dict[str, Any]:
    """What a complete trick changes in a game of card points: piles, sweeps, whether a trump was led."""
    reckoning, _ = reckoning_before(setting).turn(trick, setting.tricks_left)
    if setting.tricks_left == 1:
        reckoning, _ = reckoning.end()
    told = reckoning.told(setting.told)
    if setting.course != START:
        after = setting.course.after(trick)
        swept = None if after.swept is None or not setting.spec.fool.top_when_swept else after.swept
        leader = None if swept is None else setting.sides.seats(swept)[0]
        told = replace(told, swept=leader, trump_led=after.trump_led and _counts_trumps(setting))
    lost = next((each.seat for each in trick.laid if each.card is MONDO and each.seat != trick.winner), None)
    game = setting.spec
    if lost is not None and costs(game, setting.sides, lost, trick.winner):
        told = replace(told, mond_lost=lost)
    changed: dict[str, Any] = {"told": told}
    if reckoning.discard_mixed:
        changed["skat"] = None
    return changed


def _counts_trumps(setting: Setting) -> bool:
    """Whether it matters that a trump was led."""
    return setting.spec.tricks is not None


def costs(game: GameSpec, sides: Sides, seat: int, winner: int) -> bool:
    """Whether a Mond costs who loses it to a trick of this winner.

    Source: clause bonus.mond-lost.
    """
    sheet, of = game.slovenian, sides.of
    return sheet is not None and (of[seat] != of[winner] or sheet.mond_to_partner_lost)


def told_after(setting: Setting, told: HandTold) -> HandTold:
    """What is told of a hand once another move of it is made: who plays with whom, what each held."""
    return replace(told, partner=_partner(setting), held=_held(setting))


def _held(setting: Setting) -> Mapping[int, tuple[str, ...]] | None:
    """What each had in hand at the start of play, told as soon as a card of it is played."""
    game = setting.spec
    if game.tapp is None or not setting.whole_hand or setting.told.held is not None:
        return setting.told.held
    return held_at_start(setting.hands, game.trull) or None


def _partner(setting: Setting) -> int | None:
    """The partner as a position tells him whose called card may be gone: the declarer, where he has none."""
    told = setting.told
    if told.called is None:
        return told.partner
    return told.declarer if setting.partner is None else setting.partner
