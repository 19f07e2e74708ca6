"""The compile step: the clauses of play, payments and count made into a :class:`GameSpec`, kind by kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from analyzer.cards.card import DECK, PAGAT, RED, Suit
from analyzer.rules.book import Pot
from analyzer.rules.spec.game import (
    Beat,
    Direction,
    Duty,
    FoolHome,
    FoolKind,
    FoolLed,
    FoolRules,
    GameSpec,
    NamingStep,
    PaymentWay,
    SidesRule,
    TableRules,
    TakeBack,
)
from analyzer.rules.spec.piling import PileRules
from analyzer.rules.spec.pots import (
    Accounts,
    Considerable,
    CountRules,
    Doubling,
    Entry,
    FailedTout,
    IntoPots,
    PlayStep,
    When,
)
from analyzer.rules.spec.reading import RulesReading

FROM_EACH: Final = {
    "payment.winning-pagat": When.WON_EARLY,
    "payment.last-trick": When.LAST_TRICK,
    "payment.tout": When.TOUT,
    "payment.nolo": When.NOLO,
}
"""What a payment from each is for that does not say `when` itself; any other is for a trick won early."""


def compile_game(name: str, given: RulesReading, seats: int) -> GameSpec:
    """The game of a rule set for so many seats.

    Raises: KeyError for a kind of clause the game needs and the rule set has not.
    """
    return GameSpec(
        name=name,
        table=table_of(given, seats),
        sides=SidesRule.ALONE,
        duty=duty_of(given),
        winner=winner_of(given),
        fool=_fool(given),
        count=_count(given),
        piles=_piles(given),
        entries=tuple(_entries(given)),
        order=tuple(PlayStep(word) for word in given.words(given.the("settlement-order"), "steps")),
        failed_tout=_failed_tout(given),
        accounts=_accounts(given),
        considerable=_considerable(given),
    )


def table_of(given: RulesReading, seats: int) -> TableRules:
    """Who sits at the table and what is dealt; nobody sits out where no clause says so."""
    fourth, deal = given.maybe("sits-out"), given.the("deal")
    without = given.cards(given.the("deck"), "without")
    return TableRules(
        players=seats,
        hand_size=given.number(deal, "hand"),
        skat_size=given.number(deal, "skat"),
        deck=tuple(card for card in DECK if card not in without),
        may_sit_out=fourth is not None and given.flag(fourth, "allowed"),
        founds=fourth is not None and "foundation" in given.words(fourth, "pays"),
        first_lead=0 if given.word(given.the("leads"), "first") == "dealer" else 1,
        next_dealer=_next_dealer(given),
        direction=_direction(given),
        turned=RED ^ frozenset(map(Suit, given.words(given.the("ranks"), "reversed_spots"))),
    )


def _next_dealer(given: RulesReading) -> int:
    """How many seats after the dealer the next one sits: one, where no clause says otherwise."""
    clause = given.maybe("deals-next")
    return 0 if clause is not None and given.word(clause, "who") == "same-dealer" else 1


def _direction(given: RulesReading) -> Direction:
    clause = given.maybe("direction")
    return Direction.COUNTER_CLOCKWISE if clause is None else Direction(given.word(clause, "turn"))


def _considerable(given: RulesReading) -> Considerable:
    """By how much a pot is considerably the richer: by anything, where no clause says."""
    clause = given.maybe("considerable")
    if clause is None:
        return Considerable(half=False, least=0, clause="proper.richer-pot")
    return Considerable(given.flag(clause, "half"), given.number(clause, "least"), clause)


def winner_of(given: RulesReading) -> tuple[PaymentWay, ...]:
    """How a card wins a trick, the better way first."""
    return tuple(PaymentWay(word) for word in given.words(given.the("trick-winner"), "by"))


def duty_of(given: RulesReading) -> Duty:
    """The duties of a player who does not lead."""
    follow, trump, beat = (
        given.where("duty", "to", word) for word in ("follow-suit", "trump-when-void", "beat")
    )
    among = Beat(given.word(beat, "among")) if given.has(beat, "among") else Beat.ANY
    return Duty(
        follow=given.flag(follow, "holds"),
        trump=given.flag(trump, "holds"),
        beat=among if given.flag(beat, "holds") else Beat.NONE,
        clauses=(follow, trump, beat),
    )


def _fool(given: RulesReading) -> FoolRules:
    at_trick = given.the("pile-at-trick")
    lost = given.word(at_trick, "goes_to") == "trick-winner"
    stays = given.word(given.the("pile"), "goes_to") == "its-player"
    return FoolRules(
        kind=FoolKind.EXCUSE,
        led=FoolLed.NAMES,
        home=FoolHome.STAYS if stays else FoolHome.NONE,
        lost_in_last=given.number(at_trick, "trick") if lost else 0,
        banned_trick=given.trick(given.the("ban-at-trick")),
        demand_trick=given.trick(given.the("demand-at-trick")),
        demand_back=_demand_back(given),
        names=frozenset(map(Suit, given.words(given.the("names-suit"), "suits"))),
        naming=frozenset(NamingStep(given.word(each, "when")) for each in given.each("naming-step")),
    )


def _demand_back(given: RulesReading) -> TakeBack:
    """Whose cards a late demand takes back: everybody's behind the holder where no clause says it."""
    for clause in given.each("demand-takes-back"):
        return TakeBack(given.word(clause, "take_back"))
    return TakeBack.ALL_AFTER_HOLDER


def _failed_tout(given: RulesReading) -> FailedTout:
    """What a failed Tout does; where no clause says it, it leaves the last trick and what was counted alone.

    Where an Ultimo can be won all the same, so can the plain last trick.
    """
    ultimo = given.flag(given.the("failed-tout"), "ultimo")
    last, doubling = given.maybe("failed-tout-last-trick"), given.maybe("failed-tout-doubling")
    return FailedTout(
        ultimo=ultimo,
        last_trick=last is None or given.flag(last, "paid") or ultimo,
        doubling=Doubling.COUNTED if doubling is None else Doubling(given.word(doubling, "doubles")),
    )


def _count(given: RulesReading) -> CountRules:
    points, par, settled = (given.the(kind) for kind in ("card-points", "par", "settles-count"))
    after = {outcome: given.where("count-after", "outcome", outcome) for outcome in ("tout", "nolo")}
    return CountRules(
        points=given.points(),
        trick=given.number(points, "trick"),
        skat=given.number(points, "skat"),
        par=given.number(par, "par"),
        rounding=given.number(par, "rounding"),
        after_tout=given.flag(after["tout"], "counts"),
        after_nolo=given.flag(after["nolo"], "counts"),
        own=given.word(settled, "with") == "nobody",
        clause=settled,
    )


def _piles(given: RulesReading) -> PileRules:
    """What the piles count: points of cards, tricks and skat, in whole ones."""
    clause = given.the("card-points")
    trick, skat, total = (given.number(clause, key) for key in ("trick", "skat", "total"))
    return PileRules(clause, 1, given.points(), 0, trick, skat, total)


def _entries(given: RulesReading) -> Iterator[Entry]:
    """Everything that is paid for play, in the order of the clauses."""
    for clause in given.by_id.values():
        reader = _ENTRIES.get(clause.kind)
        if reader is not None:
            yield reader(given, clause.id)


def _lost_early(given: RulesReading, clause: str) -> Entry:
    amount, adds = given.number(clause, "to_each"), (given.pot(clause), given.number(clause, "to_pot"))
    return Entry(clause, When.LOST_EARLY, amount, given.cards(clause), adds=adds)


def _from_each(given: RulesReading, clause: str) -> Entry:
    when = (
        When(given.word(clause, "when"))
        if given.has(clause, "when")
        else FROM_EACH.get(clause, When.WON_EARLY)
    )
    if when is not When.WON_EARLY:
        return Entry(clause, when, given.number(clause))
    cards = frozenset({PAGAT} if clause in FROM_EACH else ())
    return Entry(
        clause, when, given.number(clause), given.cards(clause) if given.has(clause, "cards") else cards
    )


def _ultimo(given: RulesReading, clause: str) -> Entry:
    return Entry(clause, When.ULTIMO, given.number(clause), given.cards(clause), takes=(given.pot(clause),))


def _bagud(given: RulesReading, clause: str) -> Entry:
    return Entry(clause, When.BAGUD, given.number(clause), given.cards(clause), doubles=(given.pot(clause),))


def _takes_pots(given: RulesReading, clause: str) -> Entry:
    pots, takes = given.pots(clause), given.flag(clause, "takes")
    return Entry(clause, When.TOUT, 0, takes=pots if takes else ())


def _cost_of_failed_tout(given: RulesReading, clause: str) -> Entry:
    doubles = tuple(Pot) if given.flag(clause, "doubles_pots") else ()
    return Entry(clause, When.FAILED_TOUT, given.number(clause), doubles=doubles)


_ENTRIES: Final = {
    "lost-early": _lost_early,
    "from-each": _from_each,
    "ultimo": _ultimo,
    "bagud": _bagud,
    "takes-pots": _takes_pots,
    "failed-tout": _cost_of_failed_tout,
}


def _accounts(given: RulesReading) -> Accounts:
    founding, dealing = given.the("foundation"), given.the("pot-payment")
    amount, pots, when = given.number(founding), given.pots(founding), given.words(founding, "when")
    start, refill = (
        IntoPots(founding, amount, pots if word in when else ()) for word in ("start", "whenever-empty")
    )
    return Accounts(start, refill, IntoPots(dealing, given.number(dealing), given.pots(dealing)))
