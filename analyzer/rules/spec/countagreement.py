"""What the clauses of a game of card points must agree on, among themselves and with the cards."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.cards.card import COURTS
from analyzer.messages import say
from analyzer.rules.spec.payagreement import paying_contradictions
from analyzer.rules.spec.reading import RulesReading
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.settled import Disagreement
from analyzer.rules.spec.sheetagreement import sheet_contradictions
from analyzer.rules.spec.tableagreement import table_contradictions
from analyzer.rules.spec.targetagreement import target_contradictions


def count_contradictions(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    """Every clause that contradicts another, or the cards."""
    yield from _deal_agrees(rules, given)
    yield from _courts_agree(given)
    yield from _total_agrees(rules, given)
    yield from table_contradictions(rules, given)
    yield from paying_contradictions(rules, given)
    yield from target_contradictions(rules, given)
    yield from sheet_contradictions(rules, given)


def _deal_agrees(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    table, deck = rules.table, given.the("deck")
    size, cards = given.number(deck, "size"), len(table.deck)
    if size != cards:
        yield Disagreement(
            deck,
            "size",
            say("the deck is said to have {size} cards", size=size),
            say("78 less those left out are {cards}", cards=cards),
        )
    hands = table.players + given.dead_hands()
    dealt = hands * table.hand_size + table.skat_size
    if dealt != cards:
        message = say(
            "{players} hands of {size} and a talon of {skat} are {number} cards",
            players=hands,
            size=table.hand_size,
            skat=table.skat_size,
            number=dealt,
        )
        yield Disagreement(given.the("deal"), "hand", message, say("the deck has {cards}", cards=cards))


def _courts_agree(given: RulesReading) -> Iterator[Disagreement]:
    ranks = given.the("ranks")
    if given.words(ranks, "courts") != COURTS:
        yield Disagreement(ranks, "courts", say("courts rank in another order"), say("expected [R, D, C, V]"))


def _total_agrees(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    """The points of all cards, tricks and the discard are the total that the clause states."""
    game = rules.game
    piles, table = game.piles, rules.table
    counted = sum(map(piles.of, table.deck)) + piles.trick * table.hand_size + piles.discard
    if given.dead_hands():
        return
    if counted != piles.total:
        message = say(
            "all cards, tricks and the discard count {counted} units, not {total}",
            counted=counted,
            total=piles.total,
        )
        yield Disagreement(piles.clause, "total", message, say("expected what they count"))
