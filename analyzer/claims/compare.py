"""Where two rule sets differ, clause by clause, each with a smallest case that shows it.

For a clause that differs, a third rule set is made: the one with that clause from the other. Whatever
differs between the one and the third is the work of this clause alone. Z3 looks for such a case among
discards, legal plays, declarations and payments, and the engine replays it under both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from analyzer.claims.claim import Witness
from analyzer.claims.compare_cases import AREAS, differing_discard
from analyzer.messages import Message, say
from analyzer.rules.spec.chapters import make_ruleset
from analyzer.rules.spec.ruleset import Clause, Parameter, RuleSet


@dataclass(frozen=True, slots=True)
class Difference:
    """A clause that differs: in what, and a smallest case in which that shows, if there is one.

    `verdicts` are what the two rule sets say of the witness, in their order. Where no case shows it,
    `note` says why.
    """

    clause: str
    what: tuple[str, ...]
    kinds: tuple[str, str]
    parameters: tuple[Mapping[str, Parameter], Mapping[str, Parameter]]
    standings: tuple[str, str]
    statements: tuple[str, str]
    area: Message | None = None
    witness: Witness | None = None
    verdicts: tuple[Message, ...] = ()
    note: Message | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two rule sets and every clause in which they differ, in the order of the first."""

    one: RuleSet
    other: RuleSet
    differences: tuple[Difference, ...]


def compare_rules(one: RuleSet, other: RuleSet) -> Comparison:
    """Every difference that can matter: kinds, parameters, standing.

    Wording and sources that differ alone are no difference. Raises: LimitReached; Mismatch.
    """
    found = []
    for clause in one.clauses.values():
        theirs = other.clauses.get(clause.id)
        what = _what(clause, theirs)
        if theirs is not None and what:
            found.append(_difference(one, clause, theirs, what))
    return Comparison(one, other, tuple(found))


def _what(clause: Clause, other: Clause | None) -> tuple[str, ...]:
    if other is None:
        return ("missing",)
    parts = {
        "kind": clause.kind != other.kind,
        "parameters": dict(clause.parameters) != dict(other.parameters),
        "standing": clause.standing is not other.standing,
    }
    return tuple(name for name, differs in parts.items() if differs)


def _difference(one: RuleSet, clause: Clause, theirs: Clause, what: tuple[str, ...]) -> Difference:
    third = make_ruleset(
        f"{one.name} with {theirs.id} of the other",
        one.title,
        {**one.clauses, clause.id: theirs},
        one.sources,
    )
    area, shown = None, None
    # A rule that only stands otherwise can matter to what is unsettled, and that only in the discard.
    areas = {say("discard"): differing_discard} if what == ("standing",) else AREAS
    for name, differ in areas.items():
        shown = differ(one, third)
        if shown is not None:
            area = name
            break
    note = None
    if shown is None:
        alone = what == ("standing",)
        note = (
            say("the sources stand differently behind it, but it says the same")
            if alone
            else say("no discard, play, declaration or payment shows it")
        )
    return Difference(
        clause.id,
        what,
        (clause.kind, theirs.kind),
        (clause.parameters, theirs.parameters),
        (clause.standing.value, theirs.standing.value),
        (clause.statement, theirs.statement),
        area,
        shown.witness if shown else None,
        shown.verdicts if shown else (),
        note,
    )
