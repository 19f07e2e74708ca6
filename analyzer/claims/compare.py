"""Where two rule sets differ, clause by clause, each with a smallest case that shows it.

For a clause that differs, a third rule set is made: the one with that clause from the other. Whatever
differs between the one and the third is the work of this clause alone. Z3 looks for such a case among
discards, legal plays, declarations and payments, and the engine replays it under both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from analyzer.claims.claim import Witness
from analyzer.claims.compare_cases import AREAS, differing_discard
from analyzer.messages import Message, say
from analyzer.rules.spec.chapters import make_ruleset
from analyzer.rules.spec.ruleset import Clause, Parameter, RuleSet

MISSING: Final = "missing"
"""What is said of a clause that only one of the two has: its kind and statement are then empty."""


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
    for clause in {**one.clauses, **other.clauses}:
        ours, theirs = one.clauses.get(clause), other.clauses.get(clause)
        what = _what(ours, theirs)
        if what:
            found.append(_difference(one, ours, theirs, what))
    return Comparison(one, other, tuple(found))


def _what(clause: Clause | None, other: Clause | None) -> tuple[str, ...]:
    if clause is None or other is None:
        return (MISSING,)
    parts = {
        "kind": clause.kind != other.kind,
        "parameters": dict(clause.parameters) != dict(other.parameters),
        "standing": clause.standing is not other.standing,
    }
    return tuple(name for name, differs in parts.items() if differs)


def _third(one: RuleSet, clause: Clause | None, theirs: Clause | None) -> RuleSet:
    """The one rule set with a clause from the other, or without one that the other does not have."""
    clauses = dict(one.clauses)
    if theirs is not None:
        clauses[theirs.id] = theirs
    elif clause is not None:
        del clauses[clause.id]
    return make_ruleset(f"{one.name} with one clause of the other", one.title, clauses, one.sources)


def _difference(
    one: RuleSet, clause: Clause | None, theirs: Clause | None, what: tuple[str, ...]
) -> Difference:
    third = _third(one, clause, theirs)
    both = (clause, theirs)
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
    first, second = (_told(each) for each in both)
    return Difference(
        first[0] or second[0],
        what,
        (first[1], second[1]),
        (first[2], second[2]),
        (first[3], second[3]),
        (first[4], second[4]),
        area,
        shown.witness if shown else None,
        shown.verdicts if shown else (),
        note,
    )


def _told(clause: Clause | None) -> tuple[str, str, Mapping[str, Parameter], str, str]:
    """Id, kind, parameters, standing and statement of a clause; of a missing one only that it is missing."""
    if clause is None:
        return "", "", {}, MISSING, ""
    return clause.id, clause.kind, clause.parameters, clause.standing.value, clause.statement
