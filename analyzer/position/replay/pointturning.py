"""What a trick changes in the piles of a position of a game of card points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from analyzer.cards.card import MONDO
from analyzer.position.points import reckoning_before
from analyzer.position.setting import Setting
from analyzer.rules.play.course import START
from analyzer.rules.play.table import Trick
from analyzer.rules.score.deeds import held_at_start
from analyzer.rules.sides import Sides
from analyzer.rules.spec.pointgame import PointGame


def counted(setting: Setting, trick: Trick) -> dict[str, Any]:
    """What a complete trick changes: the piles, who has swept, whether a trump was led."""
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
    game = setting.spec.points
    if lost is not None and game is not None and costs(game, setting.sides, lost, trick.winner):
        told = replace(told, mond_lost=lost)
    changed: dict[str, Any] = {"told": told}
    if reckoning.discard_mixed:
        changed["skat"] = None
    return changed


def costs(game: PointGame, sides: Sides, seat: int, winner: int) -> bool:
    """Whether a Mond costs who loses it to a trick of this winner.

    Source: clause bonus.mond-lost.
    """
    sheet, of = game.slovenian, sides.of
    return sheet is not None and (sheet.mond_to_partner_lost or of[seat] != of[winner])


def held_told(setting: Setting) -> Mapping[int, tuple[str, ...]] | None:
    """What each had in hand at the start of play, told as soon as a card of it is played."""
    game = setting.spec.points
    if game is None or game.tapp is None or not setting.whole_hand or setting.told.held is not None:
        return setting.told.held
    return held_at_start(setting.hands, game.trull) or None


def _counts_trumps(setting: Setting) -> bool:
    """Whether it matters that a trump was led."""
    return setting.spec.points is not None and setting.spec.points.tricks is not None


def partner_told(setting: Setting) -> int | None:
    """The partner as a position tells him whose called card may be gone: the declarer, where he has none."""
    told = setting.told
    if told.called is None:
        return told.partner
    return told.declarer if setting.partner is None else setting.partner
