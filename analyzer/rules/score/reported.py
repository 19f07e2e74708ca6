"""What a hand came to, made from what is told of it without its cards: points, tricks, and who did what."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import field

from analyzer.cards.card import PAGAT, Card
from analyzer.frozenrecord import Record
from analyzer.rules.play.table import Laid, Trick
from analyzer.rules.score.deeds import king_ultimo_of, pagat_of
from analyzer.rules.score.hand import Deeds, HandCame
from analyzer.rules.score.told import HandTold, sides_of
from analyzer.rules.sides import Sides
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.contracts import ContractAim


class HandReport(Record, frozen=True):
    """What is told of a hand that is over, by seats; empty or None for what is not told.

    A seat stands for its side where a side has or does something.
    """

    units: Mapping[int, int] = field(default_factory=dict)
    """What the side of a seat has in all, in units."""
    tricks: Mapping[int, int] = field(default_factory=dict)
    early: tuple[Trick, ...] = ()
    """Tricks before the last one, with those of their cards that bring something."""
    lost_to_any: frozenset[Card] = frozenset()
    """The cards lost in them of which nobody tells who won the trick."""
    last: Trick | None = None
    """The last trick, with those of its cards that are told."""
    swept: int | None = None
    """Whose side won every trick."""
    no_sweep: bool = False
    """Whether it is told that no side did."""
    nil: int | None = None
    """Who alone won no trick."""
    all_tricks: int | None = None
    """Who won every trick alone."""
    bonuses: Mapping[str, int] = field(default_factory=dict)
    """Whose side, or who, brought a bonus about, by its name."""
    mond_lost: int | None = None
    mond_to: int | None = None
    """Who won the Mond that was lost; an opponent where it is not told."""


def came_of(
    spec: GameSpec, told: HandTold, report: HandReport, *, dealer: int | None = None, thrown_in: bool = False
) -> HandCame:
    """What a hand came to that is over.

    What must be so is filled in: the points that the others leave, and the tricks. Of tricks that are not
    told no more is known than that everybody has won one.
    """
    partner = None if told.partner == told.declarer else told.partner
    sides = sides_of(spec, told, partner)
    last = _last(report)
    tricks = _tricks(spec, sides, report)
    return HandCame(
        seats=len(sides.of),
        sides=sides,
        told=told,
        dealer=dealer,
        partner=partner,
        units=_units(spec, told, sides, report),
        tricks=tricks,
        last=last,
        deeds=_deeds(told, sides, report, last, tricks),
        held=told.held or {},
        whole=None not in tricks,
        thrown_in=thrown_in,
    )


def counts_all(spec: GameSpec, told: HandTold) -> bool:
    """Whether all card points of the pack end in a pile, so that those of one side tell the other's."""
    game, table = spec, spec.table
    contract = game.contract(told.contract)
    every_hand = table.players * table.hand_size + table.skat_size == len(table.deck)
    return every_hand and (contract is None or contract.aim in (ContractAim.POINTS, ContractAim.FEWEST))


def _units(spec: GameSpec, told: HandTold, sides: Sides, report: HandReport) -> tuple[int | None, ...]:
    units: list[int | None] = [None] * sides.count
    for seat, number in report.units.items():
        units[sides.of[seat]] = number
    known = [each for each in units if each is not None]
    if len(known) == sides.count - 1 and counts_all(spec, told):
        rest = max(0, spec.piles.total - sum(known))
        units = [rest if each is None else each for each in units]
    return tuple(units)


def _tricks(spec: GameSpec, sides: Sides, report: HandReport) -> tuple[int | None, ...]:
    """The tricks of each seat, as they are told or follow; None for all where nothing is told of them."""
    seats, hand = range(len(sides.of)), spec.table.hand_size
    told = dict(report.tricks)
    if report.nil is not None:
        told[report.nil] = 0
    swept = report.swept if report.all_tricks is None else report.all_tricks
    if swept is not None:
        own = [seat for seat in seats if sides.of[seat] == sides.of[swept] and report.all_tricks is None]
        return filled({**told, **{seat: 0 for seat in seats if seat not in (*own, swept)}}, len(seats), hand)
    if spec.piles.each_card:
        # Every trick counts something, so that nobody without points has won one.
        told |= {
            seat: 0
            for seat, units in report.units.items()
            if not units and sides.seats(sides.of[seat]) == (seat,)
        }
    if not told and not report.no_sweep and not _all_sides_won(spec, sides, report):
        return (None,) * len(seats)
    return filled(told, len(seats), hand)


def _all_sides_won(spec: GameSpec, sides: Sides, report: HandReport) -> bool:
    """Whether every side won a trick, by those that are told or by more points than can be laid away."""
    tricks = (*report.early, *(() if report.last is None else (report.last,)))
    won = {sides.of[trick.winner] for trick in tricks}
    most = (
        sum(sorted(map(spec.piles.of, spec.table.deck))[-spec.table.skat_size :])
        if spec.table.skat_size
        else 0
    )
    won |= {sides.of[seat] for seat, units in report.units.items() if units > most}
    return len(won) == sides.count


def filled(told: Mapping[int, int], seats: int, total: int) -> tuple[int | None, ...]:
    """So many tricks by seat with those that are told; the others have won one at least.

    The first of them has what is left beyond that; where it is too little nobody knows who has it.
    """
    others, rest = [seat for seat in range(seats) if seat not in told], total - sum(told.values())
    if len(others) > rest > 0:
        return tuple(told.get(seat) for seat in range(seats))
    more = max(rest - len(others), 0)
    shares = {seat: (1 + (more if place == 0 else 0)) if rest else 0 for place, seat in enumerate(others)}
    return tuple({**shares, **told}[seat] for seat in range(seats))


def _last(report: HandReport) -> Trick:
    """The last trick, with the Pagat in it where who won it with the Pagat is told as a bonus.

    Where nothing is told of it there was nothing in it that brings something, and nobody asks who won it.
    """
    pagat = report.bonuses.get("pagat")
    if report.last is None:
        return Trick((), 0) if pagat is None else Trick((Laid(pagat, PAGAT),), pagat)
    return report.last


def _deeds(
    told: HandTold, sides: Sides, report: HandReport, last: Trick, tricks: tuple[int | None, ...]
) -> Deeds:
    def side(seat: int | None) -> int | None:
        return None if seat is None else sides.of[seat]

    won = {seat for seat, number in enumerate(tricks) if number} if None not in tricks else set()
    sides_won = {sides.of[seat] for seat in won}
    lost, to = report.mond_lost, report.mond_to
    ultimo = side(report.bonuses.get("king-ultimo"))
    return Deeds(
        kings=side(report.bonuses.get("kings")),
        trinity=side(report.bonuses.get("trinity")),
        king_ultimo=king_ultimo_of(sides, told, last) if ultimo is None else ultimo,
        valat=next(iter(sides_won)) if len(sides_won) == 1 else None,
        pagat=pagat_of(sides, last),
        mond_lost=lost,
        mond_to_partner=lost is not None and to is not None and sides.of[lost] == sides.of[to],
        all_tricks=next(iter(won)) if len(won) == 1 else None,
    )
