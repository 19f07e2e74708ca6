"""Paid achievements in a hand, as it was played or reported."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from msgspec import field
from msgspec.structs import replace

from analyzer.cards.card import DECK, FOOL, MONDO, PAGAT, Card
from analyzer.frozenrecord import Record
from analyzer.messages import say
from analyzer.rules.actions import Sides
from analyzer.rules.play.table import Laid, Trick
from analyzer.rules.score.hand import Deeds, HandFacts, HandResult, PagatCame, sides_of
from analyzer.rules.score.reckoning import Reckoning
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.contracts import ContractAim
from analyzer.rules.spec.kinds.paying import When
from analyzer.rules.spec.ruleset import RuleSet

BINDS_NOBODY: Final = say(
    "a Tout announced with the Fool kept binds nobody, and the hand is settled like any other"
)
BINDS: Final = say("the dealer owes what an announced Tout costs that fails")


def fool_laid_away(skat: Collection[Card] | None, seen: Iterable[Collection[Card]]) -> bool:
    """Return True if the Fool is in the skat: if the skat is not given, it is if it can be seen nowhere.

    Source: clauses payment.failed-tout, discard.fool.
    """
    return FOOL in skat if skat is not None else not any(FOOL in cards for cards in seen)


def kept_fool_clauses(rules: RuleSet) -> tuple[str, ...]:
    """Return the clauses in conflict when a Tout fails that was announced with the Fool kept."""
    costs = (each.clause for each in rules.game.due(When.FAILED_TOUT))
    return (*costs, *(each.id for each in rules.discard.clauses if FOOL in each.cards))


KINGS: Final = frozenset(card for card in DECK if card.is_king)
FOUR_KINGS: Final = "four-kings"
TRULL: Final = "trull"


def hand_came(
    reckoning: Reckoning,
    told: HandFacts,
    tricks: Sequence[Trick],
    *,
    dealer: int | None,
    partner: int | None,
    held: Mapping[int, tuple[str, ...]] | None = None,
    count: bool = True,
    out: bool = False,
) -> HandResult:
    """Return the result of a hand that was played to the end; `tricks` are the given ones, in order.

    `count` is True if the piles are counted, `out` if one more player sits this hand out.
    """
    sides, game = reckoning.sides, reckoning.game
    every = range(sides.count)
    whole = None not in reckoning.tricks
    cards = tuple(map(reckoning.cards, every))
    located = game.trull <= frozenset().union(*cards)
    return HandResult(
        seats=len(sides.of),
        sides=sides,
        told=told,
        dealer=dealer,
        partner=partner,
        units=tuple(map(reckoning.units, every)) if count and reckoning.counted else (None,) * sides.count,
        tricks=reckoning.tricks,
        cards=cards if located else (),
        last=tricks[-1] if tricks else None,
        deeds=_deeds(reckoning, told, tricks, whole=whole),
        held=held or {},
        whole=whole,
        out=out,
    )


def held_at_start(hands: Sequence[Collection[Card]], trull: frozenset[Card]) -> dict[int, tuple[str, ...]]:
    """Return the holdings of each seat at the start of play that are paid by themselves."""
    sets = ((FOUR_KINGS, KINGS), (TRULL, trull))
    found = {seat: tuple(word for word, cards in sets if cards <= {*hand}) for seat, hand in enumerate(hands)}
    return {seat: words for seat, words in found.items() if words}


def _deeds(reckoning: Reckoning, told: HandFacts, tricks: Sequence[Trick], *, whole: bool) -> Deeds:
    sides, game = reckoning.sides, reckoning.game
    lost = next((each for each in tricks if _laid_by(each, MONDO) not in (None, each.winner)), None)
    mond = told.mond_lost if lost is None else _laid_by(lost, MONDO)
    won = {seat for seat, number in enumerate(reckoning.tricks) if number} if whole else set()
    side = {sides.of[seat] for seat in won}
    ended = tricks[-1] if tricks else None
    before = pagat_before(game) and ended is not None and won_with_the_fool(ended)
    if before and len(tricks) > 1:
        told = replace(told, pagat_before=pagat_of(sides, tricks[-2]))
    return Deeds(
        kings=_owner(reckoning, KINGS),
        trinity=_owner(reckoning, game.trull),
        king_ultimo=king_ultimo_of(sides, told, tricks[-1] if tricks else None),
        valat=next(iter(side)) if len(side) == 1 else None,
        pagat=told.pagat_before if before else pagat_of(sides, ended),
        mond_lost=mond,
        mond_to_partner=lost is not None and mond is not None and sides.of[mond] == sides.of[lost.winner],
        all_tricks=next(iter(won)) if len(won) == 1 else None,
    )


def _owner(reckoning: Reckoning, cards: frozenset[Card]) -> int | None:
    """Return the side that has all of some cards; None if they are divided, or not all are known."""
    sides = range(reckoning.sides.count)
    return next((side for side in sides if cards and cards <= reckoning.cards(side)), None)


def king_ultimo_of(sides: Sides, told: HandFacts, last: Trick | None) -> int | None:
    """Return the side that wins the called king in the last trick; None if it is not there, or unknown."""
    if told.called is None or last is None or _laid_by(last, told.called) is None:
        return None
    return sides.of[last.winner]


def pagat_of(sides: Sides, last: Trick | None) -> PagatCame | None:
    """Return the fate of the Pagat in the last trick; None if it is not there, or unknown."""
    by = None if last is None else _laid_by(last, PAGAT)
    if last is None or by is None:
        return None
    return PagatCame(by, last.winner, to_own_side=sides.of[by] == sides.of[last.winner])


def pagat_before(game: GameSpec) -> bool:
    """Return True if the Pagat of the trick before a Fool that wins the last one counts as in the last.

    Source: clause of the kind last-pagat.
    """
    return game.coefficients is not None and game.coefficients.pagat_before_fool


def won_with_the_fool(trick: Trick) -> bool:
    """Return True if the Fool wins a trick, to which it is led."""
    return trick.laid[0].card is FOOL and trick.laid[0].seat == trick.winner if trick.laid else False


def _laid_by(trick: Trick, card: Card) -> int | None:
    """Return the player of a card in a trick; None if it is not in it."""
    return next((each.seat for each in trick.laid if each.card is card), None)


class HandReport(Record, frozen=True):
    """The report of a finished hand, by seats; empty or None for what is not given.

    A seat represents its side if a side has or does something.
    """

    units: Mapping[int, int] = field(default_factory=dict)
    """The total of a seat's side, in units."""
    tricks: Mapping[int, int] = field(default_factory=dict)
    early: tuple[Trick, ...] = ()
    """Tricks before the last one, with those of their cards that are paid for."""
    lost_to_any: frozenset[Card] = frozenset()
    """The cards lost in them to an unknown winner."""
    last: Trick | None = None
    """The last trick, with its cards that are given."""
    swept: int | None = None
    """A seat of the side that won every trick."""
    no_sweep: bool = False
    """True if the report says that no side did."""
    nil: int | None = None
    """The only seat that won no trick."""
    all_tricks: int | None = None
    """The seat that won every trick alone."""
    bonuses: Mapping[str, int] = field(default_factory=dict)
    """The seat, or its side, that achieved a bonus, by the name of the bonus."""
    mond_lost: int | None = None
    mond_to: int | None = None
    """The winner of a Mond that was lost; an opponent if not given."""


def compute_result(
    spec: GameSpec, told: HandFacts, report: HandReport, *, dealer: int | None = None, thrown_in: bool = False
) -> HandResult:
    """Return the result of a hand that is over.

    Necessary values are filled in: the points that the others leave, and the tricks. If tricks are not given,
    it is only known that everybody has won one.
    """
    partner = None if told.partner == told.declarer else told.partner
    sides = sides_of(spec, told, partner)
    last = _last(report)
    tricks = _tricks(spec, sides, report)
    return HandResult(
        seats=len(sides.of),
        sides=sides,
        told=told,
        dealer=dealer,
        partner=partner,
        units=_units(spec, told, sides, report),
        tricks=tricks,
        last=last,
        deeds=_reported_deeds(told, sides, report, last, tricks),
        held=told.held or {},
        whole=None not in tricks,
        thrown_in=thrown_in,
    )


def counts_all(spec: GameSpec, told: HandFacts) -> bool:
    """Return True if all card points of the pack end in a pile, so that one side's give the other's."""
    game, table = spec, spec.table
    contract = game.contract(told.contract)
    every_hand = table.players * table.hand_size + table.skat_size == len(table.deck)
    return every_hand and (contract is None or contract.aim in (ContractAim.POINTS, ContractAim.FEWEST))


def _units(spec: GameSpec, told: HandFacts, sides: Sides, report: HandReport) -> tuple[int | None, ...]:
    units: list[int | None] = [None] * sides.count
    for seat, number in report.units.items():
        units[sides.of[seat]] = number
    known = [each for each in units if each is not None]
    if len(known) == sides.count - 1 and counts_all(spec, told):
        rest = max(0, spec.piles.total - sum(known))
        units = [rest if each is None else each for each in units]
    return tuple(units)


def _tricks(spec: GameSpec, sides: Sides, report: HandReport) -> tuple[int | None, ...]:
    """Return the tricks of each seat, as given or implied; None for all if none are given."""
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
    """Return True if every side won a trick, because of given tricks or more points than can be discarded."""
    tricks = (*report.early, *(() if report.last is None else (report.last,)))
    won = {sides.of[trick.winner] for trick in tricks}
    most = (
        sum(sorted(map(spec.piles.card_units, spec.table.deck))[-spec.table.skat_size :])
        if spec.table.skat_size
        else 0
    )
    won |= {sides.of[seat] for seat, units in report.units.items() if units > most}
    return len(won) == sides.count


def filled(told: Mapping[int, int], seats: int, total: int) -> tuple[int | None, ...]:
    """Return the tricks of each seat with those that are given; the rest have won at least one each.

    The first of them has the remainder beyond that; if there is too little, it is unknown who has it.
    """
    others, rest = [seat for seat in range(seats) if seat not in told], total - sum(told.values())
    if len(others) > rest > 0:
        return tuple(told.get(seat) for seat in range(seats))
    more = max(rest - len(others), 0)
    shares = {seat: (1 + (more if place == 0 else 0)) if rest else 0 for place, seat in enumerate(others)}
    return tuple({**shares, **told}[seat] for seat in range(seats))


def _last(report: HandReport) -> Trick:
    """Return the last trick, with the Pagat in it if a bonus names who won it with the Pagat.

    If nothing is given, it had no paid card, and its winner does not matter.
    """
    pagat = report.bonuses.get("pagat")
    if report.last is None:
        return Trick((), 0) if pagat is None else Trick((Laid(pagat, PAGAT),), pagat)
    return report.last


def _reported_deeds(
    told: HandFacts, sides: Sides, report: HandReport, last: Trick, tricks: tuple[int | None, ...]
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
