"""Cards outside the hands of a position: the skat, the talon, and the tricks taken earlier."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import structs
from msgspec.structs import replace

from analyzer.cards.card import Card
from analyzer.errors import Fault
from analyzer.messages import Message, Whose, say
from analyzer.position.setting import Setting
from analyzer.rules.facts.fact import CardsApart, HandFact, TableFacts, so_far
from analyzer.rules.facts.finished import FactCollector
from analyzer.rules.facts.together import find_contradiction, quarrel_words
from analyzer.rules.score.hand import HandFacts, PileFacts
from analyzer.rules.score.reckoning import (
    LaidApart,
    Reckoning,
    apart_of,
    reckoning_of,
    talon_side,
    turns_talon,
)
from analyzer.rules.score.steps import points_of_skat


def reckoning_before(setting: Setting) -> Reckoning:
    """Return the piles of a position before its current trick."""
    spec, told, sides = setting.spec, setting.told, setting.sides
    fresh = setting.fresh and spec.pots is None
    told = replace(told, piles=piles_at_start(setting))
    return reckoning_of(spec, told, sides, _laid_apart(setting), setting.dealer, fresh=fresh)


def _laid_apart(setting: Setting) -> frozenset[Card] | None:
    """Return the discarded cards outside the piles; the skat is in the dealer's pile."""
    return None if setting.spec.pots is not None else setting.skat


def piles_at_start(setting: Setting) -> Mapping[int, PileFacts]:
    """Return the contents of the piles before the current trick, including the skat of a full hand.

    Source: clauses discard.size, count.points.
    """
    if not (setting.whole_hand and setting.spec.pots is not None):
        return setting.told.piles
    assert setting.skat is not None
    skat = points_of_skat(setting.rules.game, setting.skat)
    return {seat: PileFacts(0, skat if seat == setting.dealer else 0) for seat in range(len(setting.hands))}


def apart_in(setting: Setting) -> LaidApart:
    """Return the cards of a position that are in no trick and count for a side."""
    return apart_of(setting.spec, setting.told, setting.sides, _laid_apart(setting), setting.dealer)


def lying(setting: Setting) -> Iterator[tuple[Message, frozenset[Card]]]:
    """Yield the given cards of a position that are in no hand, in no trick and not discarded."""
    yield say("the talon"), frozenset(setting.told.talon_left)
    yield say("the dead hand"), setting.told.dead
    for seat, pile in setting.told.piles.items():
        if pile.cards:
            yield say("{whose} tricks", whose=Whose(setting.players[seat])), pile.cards


def with_the_rest(setting: Setting) -> HandFacts:
    """Return the facts about a hand, with the rest of the talon if all other cards are known.

    Cards that go to tricks are left out: their order is not known.
    """
    told, game = setting.told, setting.spec
    known = setting.whole_hand and setting.complete and setting.unseen is None
    if not known or told.talon_left or turns_talon(game, told) or not game.declarer_takes:
        return told
    others = frozenset().union(*setting.hands, setting.skat or (), told.dead)
    return replace(told, talon_left=tuple(card for card in setting.rules.table.deck if card not in others))


def units_gone(setting: Setting) -> int | None:
    """Return the units in all piles, without the separate cards; None if unknown.

    Discarded cards that are not given are in the piles.
    """
    game, told, table = setting.spec, setting.told, setting.rules.table
    hands, left = len(setting.players), setting.tricks_left
    dead = (len(table.deck) - table.skat_size) // table.hand_size - hands
    if setting.unseen is not None or not setting.complete or (dead and not told.dead):
        return None
    nobodys = turns_talon(game, told) or talon_side(game, told, setting.sides) is None
    elsewhere = [*(card for hand in setting.hands for card in hand), *told.dead]
    elsewhere += [each.card for each in setting.trick] + (list(told.talon_left) if nobodys else [])
    cards = sum(map(game.piles.card_units, table.deck)) - sum(map(game.piles.card_units, elsewhere))
    apart = apart_in(setting)
    counted = sum(apart.units(game, side) for side in range(len(apart.discard)))
    return cards + game.piles.trick * (table.hand_size - left) + game.piles.discard - counted


def taken_faults(setting: Setting) -> Iterator[Fault]:
    """Yield the facts about the piles that cannot all be true."""
    told = taken_facts(setting)
    quarrel = None if told is None else find_contradiction(*told)
    if told is not None and quarrel is not None:
        yield Fault(*quarrel_words(told[0], quarrel))


def taken_facts(setting: Setting) -> tuple[TableFacts, list[HandFact]] | None:
    """Return the tricks that are gone, and the facts of the piles; None if some cards gone are unknown."""
    if setting.unseen is not None or not setting.complete or setting.fresh:
        return None
    table, seats = setting.rules.table, range(len(setting.players))
    gone = table.hand_size - setting.tricks_left
    cards = frozenset(table.deck).difference(*setting.hands, (each.card for each in setting.trick))
    ground = _whatever_was_laid(so_far(setting.rules, setting.sides, gone, cards, setting.dealer))
    if setting.rules.game.pots is None:
        game, told = setting.spec, setting.told
        apart, every = apart_in(setting), range(setting.sides.count)
        cards -= setting.told.dead
        if turns_talon(game, told) or talon_side(game, told, setting.sides) is None:
            cards -= {*told.talon_left}
        sizes = CardsApart(
            tuple(len(apart.discard[side]) for side in every), tuple(len(apart.talon[side]) for side in every)
        )
        turned = min(gone, table.skat_size) if turns_talon(game, told) else 0
        lying = sum((*sizes.laid_away, *sizes.left)) + turned
        if len(cards) != gone * table.players + lying:
            return None
        ground = so_far(setting.rules, setting.sides, gone, cards, None, (sizes,), turned)
    teller, facts = FactCollector(ground, setting.players, setting.told), list[HandFact]()
    for seat in seats:
        tricks = None if seat not in setting.told.piles else setting.told.piles[seat].tricks
        if tricks is not None:
            facts.append(teller.tricks(seat, tricks, "taken"))
    for side in range(setting.sides.count):
        units = _units(setting, side)
        if units is not None:
            facts.append(teller.points(setting.sides.seats(side)[0], units, "taken", exact=True))
    if setting.rules.game.pots is None:
        facts += _open(setting, teller)
    return ground, facts


def _open(setting: Setting, teller: FactCollector) -> Iterator[HandFact]:
    """Yield the cards known to be in piles, and next to them for a side."""
    apart = apart_in(setting)
    for seat, pile in setting.told.piles.items():
        yield teller.pile(seat, pile.cards, "taken")
    for side in range(setting.sides.count):
        if apart.side_cards(side):
            yield teller.extra_cards(setting.sides.seats(side)[0], apart.side_cards(side))


def _whatever_was_laid(ground: TableFacts) -> TableFacts:
    """Return the ground with a skat that may hold anything: illegal discards are judged elsewhere."""
    return structs.replace(ground, counting=structs.replace(ground.counting, never=frozenset()))


def _units(setting: Setting, side: int) -> int | None:
    """Return the units in a side's pile, with its separate cards; None if they are not given."""
    game, piles = setting.spec, setting.told.piles
    units = [piles[seat].units if seat in piles else None for seat in setting.sides.seats(side)]
    if None in units:
        return None
    return sum(each or 0 for each in units) + apart_in(setting).units(game, side)
