"""The compile step of bids, contracts, purchases and called cards, kind by kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from analyzer.rules.spec.bidding import (
    AllPass,
    AuctionRules,
    Bought,
    Called,
    CallRules,
    Opener,
    PurchaseRules,
)
from analyzer.rules.spec.bidkinds import CONTRACT_LISTS
from analyzer.rules.spec.contracts import Contract, StakeScore
from analyzer.rules.spec.contractwords import ContractAim
from analyzer.rules.spec.reading import RulesReading


def contracts_of(given: RulesReading) -> Mapping[str, Contract]:
    """The contracts of a game by name, the lowest first; empty where it has none."""
    clause = given.maybe("contracts")
    if clause is None:
        return {}
    value, takes, buys = (_numbers(given, clause, name) for name in ("value", "takes", "buys"))
    said = {name: _words(given, clause, name) for name in CONTRACT_LISTS}

    def contract(name: str) -> Contract:
        return Contract(
            clause=clause,
            name=name,
            value=value.get(name, 0),
            aim=_aim(name, said),
            alone=name not in said["with_partner"],
            takes=takes.get(name, 0),
            buys=buys.get(name, 0),
            beats=name in said["beats"],
            leads=name in said["leads"],
            brings_radl=name in said["brings_radl"],
            played=name not in said["not_played"],
            bid=name not in said["not_bid"],
        )

    return {name: contract(name) for name in given.words(clause, "order")}


def _aim(name: str, said: Mapping[str, tuple[str, ...]]) -> ContractAim:
    aims = {
        "no_trick": ContractAim.NO_TRICK,
        "every_trick": ContractAim.EVERY_TRICK,
        "fewest": ContractAim.FEWEST,
    }
    return next((aim for parameter, aim in aims.items() if name in said[parameter]), ContractAim.POINTS)


def _numbers(given: RulesReading, clause: str, name: str) -> Mapping[str, int]:
    return given.table(clause, name) if given.has(clause, name) else {}


def _words(given: RulesReading, clause: str, name: str) -> tuple[str, ...]:
    return given.words(clause, name) if given.has(clause, name) else ()


def _holds(given: RulesReading, clause: str, name: str) -> bool:
    """Whether a flag that a clause may go without is set."""
    return given.has(clause, name) and given.flag(clause, name)


def contracts_named(given: RulesReading) -> Iterator[tuple[str, str, str]]:
    """Every contract that a clause names outside of the order: the clause, the parameter and the name."""
    for clause in given.each("contracts"):
        for parameter in ("value", "takes", "buys"):
            for name in _numbers(given, clause, parameter):
                yield clause, parameter, name
        for parameter in CONTRACT_LISTS:
            for name in _words(given, clause, parameter):
                yield clause, parameter, name
    for clause in given.each("all-pass"):
        for name in _words(given, clause, "plays"):
            yield clause, "plays", name
    for clause in given.each("thrown-in"):
        for name in given.words(clause, "contracts"):
            yield clause, "contracts", name


def auction_of(given: RulesReading) -> AuctionRules | None:
    """How the auction goes; None in a game without one."""
    clause = given.maybe("auction")
    if clause is None:
        return None
    return AuctionRules(
        clause=clause,
        opener=Opener(given.word(clause, "first")),
        holds=given.flag(clause, "holds"),
        pushes=given.flag(clause, "pushes"),
        must_open=_holds(given, clause, "must_open"),
        contracts=given.the("contracts"),
        once=_holds(given, clause, "once"),
    )


def all_pass_of(given: RulesReading) -> AllPass | None:
    """What becomes of a hand that everybody passed; None where no clause tells."""
    clause = given.maybe("all-pass")
    if clause is None:
        return None
    unbid = [each.name for each in contracts_of(given).values() if not each.bid]
    named = (*_words(given, clause, "plays"), *unbid)
    plays = given.word(clause, "then") == "unbid-contract"
    return AllPass(clause, named[0] if plays and named else None)


def purchase_of(given: RulesReading) -> PurchaseRules | None:
    """What a declarer may ask for; None in a game without purchases."""
    clause = given.maybe("purchase")
    if clause is None:
        return None
    lost, paid = given.maybe("purchase-in-discard"), given.maybe("purchase-price")
    return PurchaseRules(
        clause=clause,
        trumps=given.word(clause, "cards") == "any",
        in_discard=Bought.ANOTHER if lost is None else Bought(given.word(lost, "then")),
        in_discard_clause=lost or clause,
        price=0 if paid is None else given.number(paid, "each"),
        mond_price=0 if paid is None else given.number(paid, "mond"),
        swaps=paid is None or given.flag(paid, "swaps"),
        paid_clause=paid or clause,
        shared=paid is not None and given.word(paid, "to") == "opponents",
    )


def call_of(given: RulesReading) -> CallRules | None:
    """Which card is called; None in a game where none is."""
    clause = given.maybe("call")
    if clause is None:
        return None
    queen = given.maybe("call-queen")
    return CallRules(
        clause=clause,
        what=Called(given.word(clause, "what")),
        own=given.flag(clause, "own"),
        queen_clause=queen,
        further=queen is not None and _holds(given, queen, "further"),
        before_talon=given.has(clause, "when") and given.word(clause, "when") == "before-talon",
    )


def stake_of(given: RulesReading) -> StakeScore | None:
    """What a contract pays by a consolation and the points beyond half; None in other games."""
    clause = given.maybe("stake-value")
    if clause is None:
        return None
    flow = given.maybe("stake-flow") or clause
    thrown = given.maybe("thrown-in")
    return StakeScore(
        value=clause,
        flow=flow,
        base=given.number(clause, "base"),
        half=given.number(clause, "half"),
        odd=given.maybe("odd-share") or flow,
        thrown_in=frozenset(() if thrown is None else given.words(thrown, "contracts")),
        thrown_in_clause=thrown or clause,
    )
