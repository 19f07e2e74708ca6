"""What the clauses of talon, contracts and trumps shown must agree on in a game with a target."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.messages import Verbatim, listed, say
from analyzer.rules.spec.reading import RulesReading
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.settled import Disagreement


def target_contradictions(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    """Every clause that speaks of a contract there is not, or of another talon than is taken."""
    points = rules.game.points
    assert points is not None
    for kind in ("talon-shown", "talon-left"):
        for clause in given.each(kind):
            for name in given.words(clause, "contracts"):
                if name not in points.contracts:
                    known = listed(map(Verbatim, points.contracts))
                    message = say("there is no contract `{name}`", name=Verbatim(name))
                    yield Disagreement(clause, "contracts", message, say("there are {known}", known=known))
    for clause in given.each("talon-shown"):
        taken = {name for name, each in points.contracts.items() if each.takes}
        if set(given.words(clause, "contracts")) != taken:
            message = say("the talon is shown by who takes it")
            expected = say("expected [{names}]", names=listed(map(Verbatim, sorted(taken))))
            yield Disagreement(clause, "contracts", message, expected)
    if points.shown is not None and points.shown.number > rules.table.hand_size:
        message = say("a hand has {size} cards", size=rules.table.hand_size)
        yield Disagreement(points.shown.clause, "from", message, say("expected no more"))
