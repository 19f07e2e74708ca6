"""Everything that is wrong with what is told beside cards and turns: contract, call and piles."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from analyzer.errors import Fault
from analyzer.messages import Name, Verbatim, say
from analyzer.position.beside import apart_in, units_gone
from analyzer.position.setting import Setting
from analyzer.position.taken import taken_faults
from analyzer.rules.score.amounts import points_text
from analyzer.rules.score.told import former_holder
from analyzer.rules.spec.kinds.contracts import ContractAim


def told_faults(setting: Setting) -> Iterator[Fault]:
    """Every fault of the contract and of the piles."""
    yield from _contract(setting)
    yield from _piles(setting)


def _contract(setting: Setting) -> Iterator[Fault]:
    told, game = setting.told, setting.spec
    contract = game.contract(told.contract)
    if told.contract is not None and contract is None:
        word = Verbatim(told.contract)
        yield Fault(say("there is no contract {word}", word=word), say("expected one of the rule set"))
    if contract is not None and contract.aim is not ContractAim.FEWEST and told.declarer is None:
        yield Fault(say("a contract without a declarer"), say("expected who plays it"))
    yield from called_faults(setting)


def called_faults(setting: Setting) -> Iterator[Fault]:
    """What cannot be of a called card: that nobody knows where it is, or another partner than its holder."""
    told = setting.told
    if told.called is None:
        return
    if told.partner is None and not _is_placed(setting):
        text = say("{card} was called and is in no hand", card=told.called)
        yield Fault(text, say("expected the partner, or the declarer where he has none"))
    if told.partner is None or former_holder(told) is not None:
        return
    laid = {each.seat: each.card for each in setting.trick}
    holder = next((s for s, hand in enumerate(setting.hands) if told.called in {*hand, laid.get(s)}), None)
    if holder is not None and holder != told.partner:
        held = say(
            "{name} holds {card}, which was called", name=Name(setting.players[holder]), card=told.called
        )
        name = Name(setting.players[told.partner])
        yield Fault(say("{name} is told to be the partner", name=name), held)


def _is_placed(setting: Setting) -> bool:
    """Whether it is told where the called card lies; in a hand that is not told it may lie too."""
    told, card = setting.told, setting.told.called
    apart = (setting.skat or frozenset(), {*told.talon_left}, told.dead)
    placed = any(card in cards for cards in (*setting.hands, *apart, {each.card for each in setting.trick}))
    return placed or not setting.complete


def _piles(setting: Setting) -> Iterator[Fault]:
    """Piles that do not hold what is gone."""
    piles, seats = setting.told.piles, len(setting.hands)
    if not piles:
        return
    if set(piles) - set(range(seats)):
        yield Fault(say("a pile of nobody at the table"), say("expected piles of the players"))
        return
    left = setting.tricks_left
    gone = setting.rules.table.hand_size - left
    each = [piles.get(seat) for seat in range(seats)]
    tricks = [None if pile is None else pile.tricks for pile in each]
    if _wrong_sum(tricks, gone):
        told = sum(number for number in tricks if number is not None)
        expected = say("expected {whole} with {left} left", whole=gone, left=left)
        yield Fault(say("{told} tricks are taken", told=told), expected)
    units, whole = [None if pile is None else pile.units for pile in each], units_gone(setting)
    known = [number for number in units if number is not None]
    if whole is not None and (sum(known) > whole or (len(known) == seats and sum(known) != whole)):
        yield _points(setting, sum(known), whole)
    elif whole is not None and not _wrong_sum(tricks, gone):
        yield from taken_faults(setting)
    for seat, pile in piles.items():
        if pile.owes and pile.owes_to not in range(seats):
            text = say("{name} owes a card for the Fool", name=Name(setting.players[seat]))
            yield Fault(text, say("expected to whom"))


def _points(setting: Setting, told: int, whole: int) -> Fault:
    game, apart = setting.spec, apart_in(setting)
    beside = sum(apart.units(game, side) for side in range(len(apart.discard)))
    words = [Verbatim(points_text(Fraction(each + beside, game.piles.unit))) for each in (told, whole)]
    expected = say("expected {whole} by the cards that are left", whole=words[1])
    return Fault(say("{told} points are taken", told=words[0]), expected)


def _wrong_sum(each: list[int | None], whole: int) -> bool:
    told = [number for number in each if number is not None]
    return min(told, default=0) < 0 or sum(told) > whole or (None not in each and sum(told) != whole)
