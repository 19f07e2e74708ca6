"""The compile step of a game in which card points decide: contracts, bids, what is declared and scored."""

from __future__ import annotations

from dataclasses import replace

from analyzer.rules.spec.bidcompiling import (
    all_pass_of,
    auction_of,
    call_of,
    contracts_of,
    purchase_of,
    stake_of,
)
from analyzer.rules.spec.game import FoolKind, GameSpec
from analyzer.rules.spec.paycompiling import declaring_of, nil_of, play_payments_of
from analyzer.rules.spec.piling import Deviation, DiscardOwner, ExchangeRules, GameEnd, TalonTaker
from analyzer.rules.spec.reading import RulesReading
from analyzer.rules.spec.targetcompiling import (
    called_lead_of,
    coefficients_of,
    misery_of,
    partner_of,
    pools_of,
    price_rest_of,
    shown_of,
    slam_bid_of,
    target_of,
    target_paid_of,
    void_deal_of,
)


def with_contracts(game: GameSpec, given: RulesReading) -> GameSpec:
    """The game with what its clauses say beside the play, the sheet aside."""
    honours, taker = given.the("honours"), given.maybe("takes-talon")
    owner = given.maybe("discard-counts")
    return replace(
        game,
        honours=given.cards(honours),
        trull=given.cards(honours, "trull"),
        exchange=_exchange(game, given),
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
        target_paid=target_paid_of(given),
        coefficients=coefficients_of(given),
        void_deal=void_deal_of(given),
        partner=partner_of(given),
        price_rest=price_rest_of(given),
        slam=slam_bid_of(given),
        called_lead=called_lead_of(given),
        pools=pools_of(given),
        shown=shown_of(given),
        misery=misery_of(given),
    )


def _exchange(game: GameSpec, given: RulesReading) -> ExchangeRules | None:
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
