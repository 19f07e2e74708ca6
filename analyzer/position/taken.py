"""The facts of the piles of a position: what was taken so far, of the cards that are gone."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from analyzer.errors import Fault
from analyzer.position.beside import apart_in
from analyzer.position.setting import Setting
from analyzer.rules.facts.fact import CardsApart, Ground, HandFact
from analyzer.rules.facts.ground import so_far
from analyzer.rules.facts.together import together
from analyzer.rules.facts.told import Teller
from analyzer.rules.facts.wording import quarrel_words
from analyzer.rules.score.reckoning import talon_side, turns_talon


def taken_faults(setting: Setting) -> Iterator[Fault]:
    """What is told of the piles that cannot be true together."""
    told = taken_facts(setting)
    quarrel = None if told is None else together(*told)
    if told is not None and quarrel is not None:
        yield Fault(*quarrel_words(told[0], quarrel))


def taken_facts(setting: Setting) -> tuple[Ground, list[HandFact]] | None:
    """The tricks that are gone, and the facts of the piles; None where not all cards gone are known."""
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
    teller, facts = Teller(ground, setting.players, setting.told), list[HandFact]()
    for seat in seats:
        tricks = _tricks(setting, seat)
        if tricks is not None:
            facts.append(teller.tricks(seat, tricks, "taken"))
    for side in range(setting.sides.count):
        units = _units(setting, side)
        if units is not None:
            facts.append(teller.points(setting.sides.seats(side)[0], units, "taken", exact=True))
    if setting.rules.game.pots is None:
        facts += _open(setting, teller)
    return ground, facts


def _open(setting: Setting, teller: Teller) -> Iterator[HandFact]:
    """The cards that are known to lie in piles, and beside them for a side."""
    apart = apart_in(setting)
    for seat, pile in setting.told.piles.items():
        yield teller.pile(seat, pile.cards, "taken")
    for side in range(setting.sides.count):
        if apart.of(side):
            yield teller.beside(setting.sides.seats(side)[0], apart.of(side))


def _whatever_was_laid(ground: Ground) -> Ground:
    """With a skat that may hold anything: a discard against the rules is judged elsewhere."""
    return structs.replace(ground, counting=structs.replace(ground.counting, never=frozenset()))


def _tricks(setting: Setting, seat: int) -> int | None:
    return None if seat not in setting.told.piles else setting.told.piles[seat].tricks


def _units(setting: Setting, side: int) -> int | None:
    """What the pile of a side counts, with what lies apart for it; None where that is not told."""
    game, piles = setting.spec, setting.told.piles
    units = [piles[seat].units if seat in piles else None for seat in setting.sides.seats(side)]
    if None in units:
        return None
    return sum(each or 0 for each in units) + apart_in(setting).units(game, side)
