"""What the clauses of the talon and of trumps shown must agree on in a game with a target."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.messages import Verbatim, listed, say
from analyzer.rules.spec.reading import RulesReading
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.settled import Disagreement


def target_contradictions(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    """Every clause of a talon that nobody takes, and of more trumps than a hand has."""
    game = rules.game
    for clause in given.each("talon-shown"):
        taken = {name for name, each in game.contracts.items() if each.takes}
        if set(given.words(clause, "contracts")) & {*game.contracts} != taken:
            message = say("the talon is shown by who takes it")
            expected = say("expected [{names}]", names=listed(map(Verbatim, sorted(taken))))
            yield Disagreement(clause, "contracts", message, expected)
    if game.shown is not None and game.shown.number > rules.table.hand_size:
        message = say("a hand has {size} cards", size=rules.table.hand_size)
        yield Disagreement(game.shown.clause, "from", message, say("expected no more"))
    if game.auction is not None and game.auction.once and game.auction.holds:
        message = say("nobody answers a later bid where everybody speaks once")
        yield Disagreement(game.auction.clause, "holds", message, say("expected no"))
    for clause in given.each("never-or-alone"):
        both = given.cards(clause, "never") & given.cards(clause, "alone")
        if both:
            cards = listed(Verbatim(str(card)) for card in sorted(both))
            yield Disagreement(
                clause, "alone", say("{cards} never goes", cards=cards), say("expected other cards")
            )
