"""The compile step of games of card points: their clauses made into a rule set, kind by kind."""

from __future__ import annotations

from analyzer.cards.card import Suit
from analyzer.rules.spec.bidcompiling import (
    all_pass_of,
    auction_of,
    call_of,
    contracts_of,
    purchase_of,
    stake_of,
)
from analyzer.rules.spec.compiling import duty_of, table_of, winner_of
from analyzer.rules.spec.game import FoolHome, FoolKind, FoolLed, FoolRules, GameSpec, SidesRule, TakeBack
from analyzer.rules.spec.paycompiling import declaring_of, nil_of, play_payments_of
from analyzer.rules.spec.piling import Deviation, DiscardOwner, ExchangeRules, GameEnd, PileRules, TalonTaker
from analyzer.rules.spec.pots import CountRules
from analyzer.rules.spec.reading import RulesReading
from analyzer.rules.spec.sheetcompiling import with_sheet
from analyzer.rules.spec.targetcompiling import (
    partner_of,
    pools_of,
    price_rest_of,
    shown_of,
    slam_bid_of,
    target_of,
)


def compile_point_game(name: str, given: RulesReading, seats: int) -> GameSpec:
    """The game of a rule set for so many seats.

    Raises: KeyError for a kind of clause the game needs and the rule set has not.
    """
    honours, taker = given.the("honours"), given.maybe("takes-talon")
    owner = given.maybe("discard-counts")
    game = GameSpec(
        name=name,
        table=table_of(given, seats),
        sides=SidesRule(given.word(given.the("sides"), "who")),
        duty=duty_of(given),
        winner=winner_of(given),
        fool=_fool(given),
        count=_count(given),
        honours=given.cards(honours),
        trull=given.cards(honours, "trull"),
        piles=piles_of(given),
        exchange=_exchange(given),
        taker=TalonTaker.DEALER if taker is None else TalonTaker(given.word(taker, "who")),
        discard_for=DiscardOwner.ITS_MAKER if owner is None else DiscardOwner(given.word(owner, "for")),
        discard_clause="" if owner is None else owner,
        deviation=_deviation(given),
        end=_end(given),
        payments=play_payments_of(given),
        nil=nil_of(given),
        declaring=declaring_of(given),
        contracts=contracts_of(given),
        auction=auction_of(given),
        all_pass=all_pass_of(given),
        purchase=purchase_of(given),
        call=call_of(given),
        stake=stake_of(given),
        target=target_of(given),
        partner=partner_of(given),
        price_rest=price_rest_of(given),
        slam=slam_bid_of(given),
        pools=pools_of(given),
        shown=shown_of(given),
    )
    return with_sheet(game, given)


def _fool(given: RulesReading) -> FoolRules:
    """An excuse, or the highest trump where a clause says so."""
    led = given.maybe("led-fool")
    lost = given.maybe("pile-at-trick")
    exchange = given.maybe("exchange")
    for excuse in ("excuse", "never-wins"):
        for clause in given.each(excuse):
            given.word(clause, "card")
    top, kind = given.maybe("top-when-swept"), fool_kind(given)
    excuses = kind is FoolKind.EXCUSE
    names = led is not None and given.word(led, "led_by") == "leader"
    return FoolRules(
        kind=kind,
        led=FoolLed.NAMES if names and excuses else FoolLed.NEXT_CARD,
        home=FoolHome.EXCHANGE if exchange is not None and excuses else FoolHome.NONE,
        lost_in_last=0 if lost is None else _lost(given, lost),
        banned_trick=None,
        demand_trick=None,
        demand_back=TakeBack.ALL_AFTER_HOLDER,
        names=frozenset(Suit),
        naming=frozenset(),
        top_when_swept=top is not None and given.flag(top, "holds"),
    )


def fool_kind(given: RulesReading) -> FoolKind:
    """What the Fool is: an excuse where no clause says otherwise."""
    what = given.maybe("fool-is")
    return FoolKind.EXCUSE if what is None else FoolKind(given.word(what, "what"))


def _lost(given: RulesReading, clause: str) -> int:
    """In how many last tricks the Fool goes with the trick."""
    given.word(clause, "card")
    return given.number(clause, "trick") if given.word(clause, "goes_to") == "trick-winner" else 0


def _count(given: RulesReading) -> CountRules:
    """What cards are worth, for whoever asks about single cards; piles are counted by :class:`PileRules`."""
    clause = given.the("count-cards")
    return CountRules(
        points=given.table(clause, "points"),
        trick=given.number(clause, "trick"),
        skat=given.number(clause, "discard"),
        par=0,
        rounding=1,
        after_tout=False,
        after_nolo=False,
        own=False,
        clause=clause,
    )


def piles_of(given: RulesReading) -> PileRules:
    """What the piles count, in units."""
    clause = given.the("count-cards")
    unit = given.number(clause, "unit")
    return PileRules(
        clause=clause,
        unit=unit,
        values=given.table(clause, "points"),
        each_card=given.number(clause, "card"),
        trick=given.number(clause, "trick"),
        discard=given.number(clause, "discard"),
        total=unit * given.number(clause, "total"),
    )


def _exchange(given: RulesReading) -> ExchangeRules | None:
    clause = given.maybe("exchange")
    if clause is None:
        return None
    given.word(clause, "card")
    kinds = ("exchange-later", "surrender", "discard-no-trick")
    later, surrender, idle = (given.maybe(each) for each in kinds)
    rules = ExchangeRules(
        clause=clause,
        later=later if later is not None and given.flag(later, "owed") else None,
        surrender=surrender,
        discard_pays=idle is not None and given.flag(idle, "holds"),
    )
    return rules if fool_kind(given) is FoolKind.EXCUSE else None


def _deviation(given: RulesReading) -> Deviation | None:
    clause = given.maybe("deviation")
    if clause is None:
        return None
    shared = given.maybe("partners-settle")
    halves = shared is not None and given.word(shared, "share") == "half"
    return Deviation(clause, given.number(clause, "par"), given.word(clause, "to"), halves, shared or "")


def _end(given: RulesReading) -> GameEnd | None:
    clause = given.maybe("game-end")
    if clause is None:
        return None
    return GameEnd(clause, given.word(clause, "pays"), given.number(clause))
