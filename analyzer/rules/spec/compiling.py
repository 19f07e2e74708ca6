"""The compile step: the clauses of play, payments and count made into a game, and a digest of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from analyzer.cards.card import DECK, PAGAT, RED, Suit
from analyzer.rules.book import Pot
from analyzer.rules.spec.clause import Clause
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
    SidesRule,
    TableRules,
    TakeBack,
    WinsBy,
)
from analyzer.rules.spec.kinds.bidding import (
    DISCARD_COUNTS,
    HONOURS,
    PRICE_REST,
    TAKES_TALON,
    AuctionRules,
    CallRules,
    Deviation,
    DiscardOwner,
    EndOnWish,
    ExchangeRules,
    GameEnd,
    PileRules,
    PurchaseRules,
    TalonTaker,
    TrickRules,
    all_pass_of,
)
from analyzer.rules.spec.kinds.clausekind import read
from analyzer.rules.spec.kinds.contracts import BonusSheet, DifferenceSheet, StakeScore, contracts_played
from analyzer.rules.spec.kinds.paying import (
    Accounts,
    Considerable,
    CountRules,
    Declaring,
    Doubling,
    Entry,
    FailedTout,
    IntoPots,
    NilRules,
    PlayPayments,
    PlayStep,
    PotRules,
    When,
)
from analyzer.rules.spec.kinds.target import (
    FIRST_LEAD,
    CoefficientScore,
    MiseryRules,
    PartnerRules,
    PoolRules,
    SlamBid,
    TargetPayments,
    TargetScore,
    VoidDeal,
    shown_of,
)
from analyzer.rules.spec.reading import ClauseReader

# The compile step: the clauses of play, payments and count made into a :class:`GameSpec`, kind by kind.


FROM_EACH: Final = {
    "payment.winning-pagat": When.WON_EARLY,
    "payment.last-trick": When.LAST_TRICK,
    "payment.tout": When.TOUT,
    "payment.nolo": When.NOLO,
}
"""The occasion of a payment from each that does not say `when`; any other is for a trick won early."""


def with_pots(game: GameSpec, given: ClauseReader) -> GameSpec:
    """Return the game with the payments into its pots and out of them, and for the piles.

    Raises: KeyError for a missing kind of clause that such a game needs.
    """
    order = (PlayStep(word) for word in given.words(given.the("settlement-order"), "steps"))
    pots = PotRules(
        entries=tuple(_entries(given)),
        order=tuple(order),
        failed_tout=_failed_tout(given),
        accounts=_accounts(given),
        considerable=_considerable(given),
        count=_count(given),
    )
    return replace(game, pots=pots)


def _considerable(given: ClauseReader) -> Considerable:
    """Return the amount by which a pot is considerably the richer: any, if no clause says."""
    clause = given.maybe("considerable")
    if clause is None:
        return Considerable(half=False, least=0, clause="proper.richer-pot")
    return Considerable(given.flag(clause, "half"), given.number(clause, "least"), clause)


def _failed_tout(given: ClauseReader) -> FailedTout:
    """Return the effect of a failed Tout; by default it changes neither the last trick nor the count.

    If an Ultimo can still be won, so can the plain last trick.
    """
    ultimo = given.flag(given.the("failed-tout"), "ultimo")
    last, doubling = given.maybe("failed-tout-last-trick"), given.maybe("failed-tout-doubling")
    return FailedTout(
        ultimo=ultimo,
        last_trick=last is None or given.flag(last, "paid") or ultimo,
        doubling=Doubling.COUNTED if doubling is None else Doubling(given.word(doubling, "doubles")),
    )


def _count(given: ClauseReader) -> CountRules:
    par, settled = given.the("par"), given.the("settles-count")
    after = {outcome: given.where("count-after", "outcome", outcome) for outcome in ("tout", "nolo")}
    return CountRules(
        par=given.number(par, "par"),
        rounding=given.number(par, "rounding"),
        after_tout=given.flag(after["tout"], "counts"),
        after_nolo=given.flag(after["nolo"], "counts"),
        own=given.word(settled, "with") == "nobody",
        clause=settled,
    )


def _entries(given: ClauseReader) -> Iterator[Entry]:
    """Yield all payments for play, in the order of the clauses."""
    for clause in given.by_id.values():
        reader = _ENTRIES.get(clause.kind)
        if reader is not None:
            yield reader(given, clause.id)


def _lost_early(given: ClauseReader, clause: str) -> Entry:
    amount, adds = given.number(clause, "to_each"), (given.pot(clause), given.number(clause, "to_pot"))
    return Entry(clause, When.LOST_EARLY, amount, given.cards(clause), adds=adds)


def _from_each(given: ClauseReader, clause: str) -> Entry:
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


def _ultimo(given: ClauseReader, clause: str) -> Entry:
    return Entry(clause, When.ULTIMO, given.number(clause), given.cards(clause), takes=(given.pot(clause),))


def _bagud(given: ClauseReader, clause: str) -> Entry:
    return Entry(clause, When.BAGUD, given.number(clause), given.cards(clause), doubles=(given.pot(clause),))


def _takes_pots(given: ClauseReader, clause: str) -> Entry:
    pots, takes = given.pots(clause), given.flag(clause, "takes")
    return Entry(clause, When.TOUT, 0, takes=pots if takes else ())


def _cost_of_failed_tout(given: ClauseReader, clause: str) -> Entry:
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


def _accounts(given: ClauseReader) -> Accounts:
    founding, dealing = given.the("foundation"), given.the("pot-payment")
    amount, pots, when = given.number(founding), given.pots(founding), given.words(founding, "when")
    start, refill = (
        IntoPots(founding, amount, pots if word in when else ()) for word in ("start", "whenever-empty")
    )
    return Accounts(start, refill, IntoPots(dealing, given.number(dealing), given.pots(dealing)))


def compile_game(name: str, given: ClauseReader, seats: int) -> GameSpec:
    """Return the game of a rule set for a number of seats.

    Raises: KeyError for a missing kind of clause that the game needs.
    """
    sides = given.maybe("sides")
    game = GameSpec(
        name=name,
        table=table_of(given, seats),
        sides=SidesRule.ALONE if sides is None else SidesRule(given.word(sides, "who")),
        duty=duty_of(given),
        winner=winner_of(given),
        fool=_fool(given),
        piles=_piles(given),
    )
    if given.maybe("settlement-order") is not None:
        return with_pots(game, given)
    return _with_points(game, given)


def _with_points(game: GameSpec, given: ClauseReader) -> GameSpec:
    """Return a game decided by card points, with its clauses outside the play."""
    honours, taker = given.the(HONOURS.name), given.maybe(TAKES_TALON.name)
    owner = given.maybe(DISCARD_COUNTS.name)
    return replace(
        game,
        honours=given.cards(honours),
        trull=given.cards(honours, "trull"),
        exchange=_exchange(game, given),
        taker=TalonTaker.DEALER if taker is None else TalonTaker(given.word(taker, "who")),
        discard_for=DiscardOwner.ITS_MAKER if owner is None else DiscardOwner(given.word(owner, "for")),
        discard_clause=owner or "",
        contracts=contracts_played(given),
        all_pass=all_pass_of(given),
        shown=shown_of(given),
        price_rest=PRICE_REST.clause_where("goes", "from-declarer", None).read_from(given),
        called_lead=FIRST_LEAD.clause_where("called_suit", "barred", "").read_from(given),
        deviation=read(Deviation, given),
        end=read(GameEnd, given),
        tricks=read(TrickRules, given),
        payments=read(PlayPayments, given),
        nil=read(NilRules, given),
        declaring=read(Declaring, given),
        auction=read(AuctionRules, given),
        purchase=read(PurchaseRules, given),
        call=read(CallRules, given),
        stake=read(StakeScore, given),
        target=read(TargetScore, given),
        target_paid=read(TargetPayments, given),
        coefficients=read(CoefficientScore, given),
        void_deal=read(VoidDeal, given),
        partner=read(PartnerRules, given),
        slam=read(SlamBid, given),
        pools=read(PoolRules, given),
        misery=read(MiseryRules, given),
        difference_sheet=read(DifferenceSheet, given),
        bonus_sheet=read(BonusSheet, given),
        wish=read(EndOnWish, given),
    )


def _exchange(game: GameSpec, given: ClauseReader) -> ExchangeRules | None:
    clause = given.maybe("exchange")
    if clause is None:
        return None
    given.word(clause, "card")
    kinds = ("exchange-later", "surrender", "discard-no-trick", "exchange-card", "pile-at-trick")
    later, surrender, idle, choice, last = (given.maybe(each) for each in kinds)
    rules = ExchangeRules(
        clause=clause,
        later=later if later is not None and given.flag(later, "owed") else None,
        surrender=surrender,
        discard_pays=idle is not None and given.flag(idle, "holds"),
        changes_side=last if last is not None and given.word(last, "goes_to") == "other-side" else None,
        worthless=choice is not None and given.word(choice, "gives") == "worthless",
    )
    return rules if game.fool.kind is FoolKind.EXCUSE else None


def table_of(given: ClauseReader, seats: int) -> TableRules:
    """Return the players at the table and the deal; nobody sits out unless a clause says so."""
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


def _next_dealer(given: ClauseReader) -> int:
    """Return the number of seats from the dealer to the next one: one, unless a clause says otherwise."""
    clause = given.maybe("deals-next")
    return 0 if clause is not None and given.word(clause, "who") == "same-dealer" else 1


def _direction(given: ClauseReader) -> Direction:
    clause = given.maybe("direction")
    return Direction.COUNTER_CLOCKWISE if clause is None else Direction(given.word(clause, "turn"))


def winner_of(given: ClauseReader) -> tuple[WinsBy, ...]:
    """Return the ways a card wins a trick, the better way first."""
    return tuple(WinsBy(word) for word in given.words(given.the("trick-winner"), "by"))


def duty_of(given: ClauseReader) -> Duty:
    """Return the duties of a player who does not lead."""
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


def _fool(given: ClauseReader) -> FoolRules:
    """Return the rules of the Fool: an excuse, or the highest trump if a clause says so."""
    for excuse in ("excuse", "never-wins"):
        for clause in given.clause_ids(excuse):
            given.word(clause, "card")
    what = given.maybe("fool-is")
    kind = FoolKind.EXCUSE if what is None else FoolKind(given.word(what, "what"))
    ban, demand, top = (given.maybe(each) for each in ("ban-at-trick", "demand-at-trick", "top-when-swept"))
    led, names = given.maybe("led-fool"), given.maybe("names-suit")
    named = names is not None or (led is not None and given.word(led, "led_by") == "leader")
    return FoolRules(
        kind=kind,
        led=FoolLed.NAMES if named and kind is FoolKind.EXCUSE else FoolLed.NEXT_CARD,
        home=_home(given, kind),
        lost_in_last=_lost_in_last(given),
        banned_trick=None if ban is None else given.trick(ban),
        demand_trick=None if demand is None else given.trick(demand),
        demand_back=_demand_back(given),
        names=frozenset(Suit if names is None else map(Suit, given.words(names, "suits"))),
        naming=frozenset(NamingStep(given.word(each, "when")) for each in given.clause_ids("naming-step")),
        top_when_swept=top is not None and given.flag(top, "holds"),
    )


def _home(given: ClauseReader, kind: FoolKind) -> FoolHome:
    """Return the final pile of a played Fool in all except the last tricks."""
    pile = given.maybe("pile")
    if pile is not None and given.word(pile, "goes_to") == "its-player":
        return FoolHome.STAYS
    exchanged = given.maybe("exchange") is not None and kind is FoolKind.EXCUSE
    return FoolHome.EXCHANGE if exchanged else FoolHome.NONE


def _lost_in_last(given: ClauseReader) -> int:
    """Return the number of last tricks in which the Fool goes with the trick."""
    clause = given.maybe("pile-at-trick")
    if clause is None:
        return 0
    given.word(clause, "card")
    return 0 if given.word(clause, "goes_to") == "its-player" else given.number(clause, "trick")


def _demand_back(given: ClauseReader) -> TakeBack:
    """Return the cards that a late demand takes back: everybody's after the holder, if no clause says."""
    for clause in given.clause_ids("demand-takes-back"):
        return TakeBack(given.word(clause, "take_back"))
    return TakeBack.ALL_AFTER_HOLDER


def _piles(given: ClauseReader) -> PileRules:
    """Return the count of piles: in units, or in whole points with one for the skat."""
    clause = given.maybe("card-points")
    if clause is not None:
        trick, skat, total = (given.number(clause, key) for key in ("trick", "skat", "total"))
        return PileRules(clause, 1, given.points(), 0, trick, skat, total)
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


# The digest that distinguishes rule sets.


def digest_of(clauses: Iterable[Clause]) -> str:
    """Return the digest of the content of clauses: kinds, parameters, standings and overrides.

    The order of the clauses, their wording and their sources are not in it.
    """
    decides = {
        each.id: [each.kind, each.standing.value, dict(each.parameters), sorted(each.overrides)]
        for each in clauses
    }
    from hashlib import sha256  # noqa: PLC0415 - a shipped rule set has its digest with it

    text = json.dumps(decides, sort_keys=True, separators=(",", ":"))
    return f"sha256:{sha256(text.encode()).hexdigest()}"
