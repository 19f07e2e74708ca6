"""What two rule sets tell the table otherwise: the demand, the name of the Fool, who sits out, the skat."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.cards.card import FOOL, Card, Suit
from analyzer.claims.claim import Witness
from analyzer.messages import Message, alone, listed, say
from analyzer.rules.deal.discard import trumps_told
from analyzer.rules.spec.reading import RulesReading
from analyzer.rules.spec.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class ShownCase:
    """A case in which two rule sets differ, and what each says of it."""

    witness: Witness
    verdicts: tuple[Message, Message]


def demands(one: RuleSet, other: RuleSet) -> ShownCase | None:
    """A trick at which the Fool may be demanded under the one and not under the other."""
    tricks = [rules.fool.demand_trick for rules in (one, other)]
    if tricks[0] == tricks[1]:
        return None
    said = tuple(
        say("nobody demands it") if each is None else say("demanded with {number} to go", number=each)
        for each in tricks
    )
    return ShownCase({"hand": [str(FOOL)]}, (said[0], said[1]))


def seats(one: RuleSet, other: RuleSet) -> ShownCase | None:
    """Four at the table, of whom one may sit out under the one and not under the other, or pays otherwise."""
    said = tuple(_sitting_out(rules) for rules in (one, other))
    if str(said[0]) == str(said[1]):
        return None
    return ShownCase({"players": [*"ABCD"], "dealer": "A"}, (said[0], said[1]))


def _sitting_out(rules: RuleSet) -> Message:
    if not rules.table.may_sit_out:
        return say("nobody may sit out")
    if rules.table.founds:
        return say("one sits out and pays foundations")
    return say("one sits out and pays nothing")


def names(one: RuleSet, other: RuleSet) -> ShownCase | None:
    """A led Fool that may be named under the one as it may not under the other."""
    suits = [_nameable(rules) for rules in (one, other)]
    if suits[0] == suits[1]:
        return None
    said = tuple(say("may name {suits}", suits=alone(listed(each))) for each in suits)
    return ShownCase({"hand": [str(FOOL)], "led": None}, (said[0], said[1]))


def _nameable(rules: RuleSet) -> list[Suit]:
    given = RulesReading(rules.clauses)
    words = given.words(given.the("names-suit"), "suits")
    return [suit for suit in Suit if suit.value in words]


def telling(one: RuleSet, other: RuleSet) -> ShownCase | None:
    """What a dealer says, if asked, of trumps in the skat, and when he may be asked."""
    trump = next(card for card in reversed(one.table.deck) if card.is_trump)
    told = tuple(_trumps_told(rules, trump) for rules in (one, other))
    asked = tuple(_asked(rules) for rules in (one, other))
    said = told if str(told[0]) != str(told[1]) else asked
    if str(said[0]) == str(said[1]):
        return None
    return ShownCase({"skat": [str(trump)]}, (said[0], said[1]))


def _trumps_told(rules: RuleSet, trump: Card) -> Message:
    said = trumps_told(rules, [trump])
    return say("that there are some") if said is True else say("how many: {number}", number=int(said))


def _asked(rules: RuleSet) -> Message:
    given = RulesReading(rules.clauses)
    clause = given.the("must-tell")
    if given.has(clause, "asked") and given.word(clause, "asked") == "first-chance":
        return say("asked where he shows out at the first chance to play one")
    return say("asked once he has shown out")
