"""What the clauses of contracts one by one and of sheets must agree on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from analyzer.messages import Verbatim, listed, say
from analyzer.rules.spec.bidcompiling import contracts_of
from analyzer.rules.spec.contractwords import ContractAim
from analyzer.rules.spec.reading import RulesReading
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.settled import Disagreement

_NAMING: Final = (
    ("contract-aim", "contracts"),
    ("talon-left", "contracts"),
    ("talon-shown", "contracts"),
    ("thrown-in-for", "contracts"),
    ("leads-in", "contracts"),
    ("beats-in", "contracts"),
    ("three-trumps", "never_in"),
    ("contracts-of-three", "without"),
    ("flat-value", "contracts"),
    ("radli-earned", "contracts"),
)
"""The kinds of clauses that list contracts, and the parameter they do it in."""
_TRICK_AIMS: Final = (ContractAim.NO_TRICK, ContractAim.EVERY_TRICK)


def sheet_contradictions(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    """Every clause about single contracts or the sheet that contradicts another."""
    yield from _contracts_known(given)
    yield from _halves_agree(rules, given)
    yield from _flat_agree(rules, given)
    yield from _hands_agree(rules, given)
    yield from _talon_agrees(rules, given)


def _contracts_known(given: RulesReading) -> Iterator[Disagreement]:
    known = contracts_of(given)
    named: list[tuple[str, str, Iterable[str]]] = [
        (clause, name, given.words(clause, name)) for kind, name in _NAMING for clause in given.each(kind)
    ]
    named += [(each, "takes", given.table(each, "takes")) for each in given.each("talon-taken-in")]
    for clause, parameter, names in named:
        for name in names:
            if name not in known:
                message = say("there is no contract `{name}`", name=Verbatim(name))
                expected = say("the contracts are {known}", known=listed(map(Verbatim, known)))
                yield Disagreement(clause, parameter, message, expected)


def _halves_agree(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    """Half of all points is half of what all cards count."""
    game = rules.game
    total = game.piles.total // game.piles.unit
    for clause in (*given.each("sheet-value"), *given.each("game-value")):
        half = given.number(clause, "half")
        if 2 * half != total:
            message = say("{half} is not half of {total} points", half=half, total=total)
            yield Disagreement(clause, "half", message, say("expected half of all points"))


def _flat_agree(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    """The contracts that count their value alone are those that are about tricks."""
    game = rules.game
    about_tricks = {name for name, each in game.contracts.items() if each.aim in _TRICK_AIMS}
    for clause in given.each("flat-value"):
        if set(given.words(clause, "contracts")) != about_tricks:
            expected = say("expected [{known}]", known=listed(map(Verbatim, sorted(about_tricks))))
            yield Disagreement(clause, "contracts", say("these are other contracts"), expected)


def _hands_agree(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    """Numbers of hands of which none is the one after which all have dealt equally often, or two may be."""
    last = rules.table.players - 1
    for clause in given.each("ends-on-wish"):
        least, most = given.number(clause, "least"), given.number(clause, "most")
        if least > most:
            message = say("{least} is more than {most}", least=least, most=most)
            yield Disagreement(clause, "least", message, say("expected the fewest hands first"))
        elif most > least + last:
            message = say("with {most} two numbers of hands would do", most=most)
            yield Disagreement(clause, "most", message, say("expected at most {number}", number=least + last))


def _talon_agrees(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    """Clauses on the talon that would say nothing, and a value of a contract that nobody declares."""
    game = rules.game
    named = [(each, "contracts", given.words(each, "contracts")) for each in given.each("talon-left")]
    taken = [(each, "takes", (*given.table(each, "takes"),)) for each in given.each("talon-taken-in")]
    for clause, parameter, names in (*named, *taken):
        if not names:
            yield Disagreement(clause, parameter, say("no contract is named"), say("expected one at least"))
    for contract in game.contracts.values():
        if contract.aim is ContractAim.FEWEST and contract.value:
            message = say("nobody declares `{name}`, and it has no value", name=Verbatim(contract.name))
            yield Disagreement(contract.clause, "value", message, say("expected 0"))
    for clause in given.each("called-away"):
        if game.declarer_takes and given.word(clause, "makes") == "dealer":
            yield Disagreement(clause, "makes", say("the dealer lays nothing away"), say("expected alone"))
