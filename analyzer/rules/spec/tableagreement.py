"""What the clauses of the table, the Fool and the discard must agree on in a game of card points."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from analyzer.cards.card import FOOL, KINGS
from analyzer.messages import Verbatim, listed, say
from analyzer.rules.spec.game import SidesRule
from analyzer.rules.spec.piling import DiscardOwner
from analyzer.rules.spec.reading import RulesReading
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.settled import Disagreement

_OF_THE_FOOL: Final = ("excuse", "never-wins", "exchange", "pile-at-trick")
"""The kinds of clauses that are about the Fool and name it."""
_TWO, _FOUR = 2, 4


def table_contradictions(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    """Every clause of the table, the Fool or the discard that contradicts another, or says nothing."""
    yield from _fool_agrees(rules, given)
    yield from _honours_agree(rules, given)
    yield from _sides_agree(rules, given)
    yield from _discard_agrees(rules, given)
    yield from _deviation_agrees(rules)


def _fool_agrees(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    for clause in (each for kind in _OF_THE_FOOL for each in given.each(kind)):
        if given.word(clause, "card") != str(FOOL):
            yield Disagreement(clause, "card", say("this is about the Fool"), say("expected fool"))
    for clause in given.each("exchange-later"):
        if not given.flag(clause, "owed"):
            message = say("a Fool goes home against a card, and nothing else is known where there is none")
            yield Disagreement(clause, "owed", message, say("expected yes"))
    for clause in given.each("pile-at-trick"):
        if given.word(clause, "goes_to") == "other-side" and not rules.game.contracts:
            message = say("there is one other side only where there is a declarer")
            yield Disagreement(clause, "goes_to", message, say("expected its-player or trick-winner"))


def _honours_agree(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    game, clause = rules.game, given.the("honours")
    wanted = game.trull | {*KINGS}
    if game.honours != wanted:
        expected = say("expected [{cards}]", cards=listed(map(Verbatim, map(str, sorted(wanted)))))
        yield Disagreement(clause, "cards", say("the honours are the kings and the Trull"), expected)


def _sides_agree(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    game, clause = rules.game, given.the("sides")
    if (rules.game.sides is SidesRule.DECLARER) is not bool(game.contracts):
        message = say("there is a declarer where there are contracts")
        yield Disagreement(clause, "who", message, say("expected both or neither"))
    if rules.game.sides is SidesRule.PARTNERS and rules.table.players != _FOUR:
        yield Disagreement(
            clause, "who", say("partners sit opposite each other"), say("expected four players")
        )


def _discard_agrees(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    game, table = rules.game, rules.table
    for clause in given.each("skat-size"):
        if given.number(clause, "cards") != table.skat_size:
            message = say("a talon of {size} cards is taken", size=table.skat_size)
            yield Disagreement(clause, "cards", message, say("expected as many"))
    declarer, dealers = rules.game.sides is SidesRule.DECLARER, not game.declarer_takes
    wanted = DiscardOwner.DEALERS_SIDE if declarer and dealers else DiscardOwner.ITS_MAKER
    if game.discard_clause and game.discard_for is not wanted:
        message = say("the cards laid away are the dealer's, and his side's where there is a declarer")
        expected = say("expected {word}", word=Verbatim(wanted.value))
        yield Disagreement(game.discard_clause, "for", message, expected)


def _deviation_agrees(rules: RuleSet) -> Iterator[Disagreement]:
    """Who settles with whom what is above or below the average goes by how many sides there are."""
    game, players = rules.game, rules.table.players
    if game.deviation is None:
        return
    alone = {_TWO: "other"}.get(players, "in-common")
    wanted = "one-opponent" if rules.game.sides is SidesRule.PARTNERS else alone
    if game.deviation.to not in ("sheet", wanted):
        message = say("{players} players do not settle so", players=players)
        expected = say("expected sheet or {word}", word=Verbatim(wanted))
        yield Disagreement(game.deviation.clause, "to", message, expected)
    average = Fraction(game.piles.total, game.piles.unit * (_TWO if wanted == "one-opponent" else players))
    if game.deviation.to != "other" and game.deviation.par != average:
        message = say(
            "{par} is not the average, so one side would win what none loses", par=game.deviation.par
        )
        expected = say("expected {number}", number=Verbatim(str(average)))
        yield Disagreement(game.deviation.clause, "par", message, expected)
