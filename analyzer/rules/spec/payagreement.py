"""What clauses about declarations, contracts and bids must agree on, among themselves and with the cards."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.messages import Verbatim, listed, say
from analyzer.rules.spec.bidcompiling import contracts_named, contracts_of
from analyzer.rules.spec.reading import RulesReading
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.settled import Disagreement


def paying_contradictions(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    """Every clause about declarations, contracts or bids that contradicts another."""
    yield from _matadors_agree(rules, given)
    yield from _courts_agree(given)
    yield from _contracts_agree(given)
    yield from _passes_agree(rules, given)
    yield from _half_agrees(rules)
    yield from _nil_agrees(given)
    yield from _prices_agree(given)


def _matadors_agree(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    clause, game = given.maybe("matador-declaration"), rules.game
    if clause is not None and given.cards(clause, "core") != game.trull:
        expected = say("expected [{cards}]", cards=listed(map(Verbatim, map(str, sorted(game.trull)))))
        yield Disagreement(clause, "core", say("these are other cards"), expected)


def _courts_agree(given: RulesReading) -> Iterator[Disagreement]:
    first, *others = given.each("courts-declared") or ("",)
    for other in others:
        for name in ("half", "full"):
            here, there = given.number(other, name), given.number(first, name)
            if here != there:
                message = say(
                    "{here} here and {there} in {like}", here=here, there=there, like=Verbatim(first)
                )
                yield Disagreement(other, name, message, say("expected one amount"))
    if others and len({given.word(each, "of") for each in (first, *others)}) < len(others) + 1:
        message = say("`{word}` stands in two clauses", word=Verbatim(given.word(first, "of")))
        yield Disagreement(first, "of", message, say("expected one clause for each"))


def _contracts_agree(given: RulesReading) -> Iterator[Disagreement]:
    contracts = contracts_of(given)
    for clause, parameter, name in contracts_named(given):
        if name not in contracts:
            message = say("there is no contract `{name}`", name=Verbatim(name))
            known = say("the contracts are {known}", known=listed(map(Verbatim, contracts)))
            yield Disagreement(clause, parameter, message, known)
    for clause in given.each("contracts"):
        value = given.table(clause, "value")
        for name in contracts:
            if name not in value:
                message = say("the contract `{name}` has no value", name=Verbatim(name))
                yield Disagreement(clause, "value", message, say("expected a value for each contract"))


def _passes_agree(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    game = rules.game
    if game.all_pass is None:
        return
    clause = game.all_pass.clause
    if given.word(clause, "then") == "unbid-contract" and not given.has(clause, "plays"):
        unbid = [each.name for each in game.contracts.values() if not each.bid]
        if len(unbid) != 1:
            message = say("{number} contracts are never bid", number=len(unbid))
            yield Disagreement(clause, "then", message, say("expected one, or `plays`"))


def _half_agrees(rules: RuleSet) -> Iterator[Disagreement]:
    game = rules.game
    if game.stake is None:
        return
    half, total = game.stake.half, game.piles.total // game.piles.unit
    if 2 * half != total:
        message = say("{half} is not half of {total} points", half=half, total=total)
        yield Disagreement(game.stake.value, "half", message, say("expected half of all points"))


def _nil_agrees(given: RulesReading) -> Iterator[Disagreement]:
    for clause in given.each("nil"):
        if given.flag(clause, "ultimo_won") and not given.number(clause):
            yield Disagreement(clause, "ultimo_won", say("there is no Nil here"), say("expected no"))


def _prices_agree(given: RulesReading) -> Iterator[Disagreement]:
    for clause in given.each("purchase-price"):
        paid = given.number(clause, "each") or given.number(clause, "mond")
        if not paid and given.word(clause, "to") != "holder":
            yield Disagreement(clause, "to", say("nothing is paid"), say("expected holder"))
