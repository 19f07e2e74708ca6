"""What a position holds beside hands and tricks, where piles are counted by their cards, and what is gone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from analyzer.cards.card import Card
from analyzer.messages import Message, Whose, say
from analyzer.position.setting import Setting
from analyzer.rules.score.count import points_of_skat
from analyzer.rules.score.reckoning import (
    LaidApart,
    Reckoning,
    apart_of,
    reckoning_of,
    talon_side,
    turns_talon,
)
from analyzer.rules.score.told import HandTold, PileTold


def reckoning_before(setting: Setting) -> Reckoning:
    """The piles of a position before its present trick."""
    spec, told, sides = setting.spec, setting.told, setting.sides
    fresh = setting.fresh and spec.pots is None
    told = replace(told, piles=piles_at_start(setting))
    return reckoning_of(spec, told, sides, _laid_apart(setting), setting.dealer, fresh=fresh)


def _laid_apart(setting: Setting) -> frozenset[Card] | None:
    """The cards laid away that lie beside the piles; the skat lies in the pile of its dealer."""
    return None if setting.spec.pots is not None else setting.skat


def piles_at_start(setting: Setting) -> Mapping[int, PileTold]:
    """What lies in the piles before the present trick, the skat of a whole hand among it.

    Source: clauses discard.size, count.points.
    """
    if not (setting.whole_hand and setting.spec.pots is not None):
        return setting.told.piles
    assert setting.skat is not None
    skat = points_of_skat(setting.rules.game, setting.skat)
    return {seat: PileTold(0, skat if seat == setting.dealer else 0) for seat in range(len(setting.hands))}


def apart_in(setting: Setting) -> LaidApart:
    """The cards of a position that lie in no trick and count for a side."""
    return apart_of(setting.spec, setting.told, setting.sides, _laid_apart(setting), setting.dealer)


def lying(setting: Setting) -> Iterator[tuple[Message, frozenset[Card]]]:
    """The cards of a position that are told and are in no hand, in no trick and not laid away."""
    yield say("the talon"), frozenset(setting.told.talon_left)
    yield say("the dead hand"), setting.told.dead
    for seat, pile in setting.told.piles.items():
        if pile.cards:
            yield say("{whose} tricks", whose=Whose(setting.players[seat])), pile.cards


def with_the_rest(setting: Setting) -> HandTold:
    """What is told of a hand, with the cards of the talon that nobody took where all others are known.

    Cards that go to tricks are left untold: in which order they come is not known.
    """
    told, game = setting.told, setting.spec
    known = setting.whole_hand and setting.complete and setting.unseen is None
    if not known or told.talon_left or turns_talon(game, told) or not game.declarer_takes:
        return told
    others = frozenset().union(*setting.hands, setting.skat or (), told.dead)
    return replace(told, talon_left=tuple(card for card in setting.rules.table.deck if card not in others))


def units_gone(setting: Setting) -> int | None:
    """The units that lie in all piles, what lies apart left out; None where nobody knows.

    Cards laid away that are not told lie in the piles.
    """
    game, told, table = setting.spec, setting.told, setting.rules.table
    hands, left = len(setting.players), setting.tricks_left
    dead = (len(table.deck) - table.skat_size) // table.hand_size - hands
    if setting.unseen is not None or not setting.complete or (dead and not told.dead):
        return None
    nobodys = turns_talon(game, told) or talon_side(game, told, setting.sides) is None
    elsewhere = [*(card for hand in setting.hands for card in hand), *told.dead]
    elsewhere += [each.card for each in setting.trick] + (list(told.talon_left) if nobodys else [])
    cards = sum(map(game.piles.of, table.deck)) - sum(map(game.piles.of, elsewhere))
    apart = apart_in(setting)
    counted = sum(apart.units(game, side) for side in range(len(apart.discard)))
    return cards + game.piles.trick * (table.hand_size - left) + game.piles.discard - counted
