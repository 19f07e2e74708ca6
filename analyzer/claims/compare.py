"""Where two rule sets differ, clause by clause, each with a smallest case that shows it.

For a clause that differs, a third rule set is made: the one with that clause from the other. Whatever
differs between the one and the third is the work of this clause alone. Z3 looks for such a case among
discards, legal plays, declarations and payments, and the engine replays it under both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from analyzer.claims.claim import Witness
from analyzer.claims.compare_auction import LAST_POINT_AREAS
from analyzer.claims.compare_cases import AREAS, POINT_AREAS, ShownCase
from analyzer.claims.compare_points import MORE_POINT_AREAS
from analyzer.claims.compare_table import MORE_AREAS
from analyzer.messages import Message, say
from analyzer.rules.spec.chapters import make_ruleset
from analyzer.rules.spec.grounds import open_options
from analyzer.rules.spec.ruleset import Clause, Parameter, RuleSet, Standing
from analyzer.rules.verdicts import VERDICT_WORDS, Verdict

MISSING: Final = "missing"
"""What is said of a clause that only one of the two has: its kind and statement are then empty."""

NO_CASES: Final = say("the games are dealt or counted otherwise, so no case is one of both")


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
    """Two rule sets and every clause in which they differ: first what leads to other answers.

    Behind that come clauses that only one has and parameters that no case shows, and at last the clauses that
    only stand otherwise in their sources; of each sort in the order of the first rule set.
    """

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
            found.append(_difference(one, other, ours, theirs, what))
    return Comparison(one, other, tuple(sorted(found, key=_place)))


def _place(each: Difference) -> tuple[bool, bool, bool]:
    return each.witness is None, each.what == ("standing",), each.what != (MISSING,)


def _what(clause: Clause | None, other: Clause | None) -> tuple[str, ...]:
    if clause is None or other is None:
        return (MISSING,)
    parts = {
        "kind": clause.kind != other.kind,
        "parameters": dict(clause.parameters) != dict(other.parameters),
        "standing": clause.standing is not other.standing,
    }
    return tuple(name for name, differs in parts.items() if differs)


def _with(one: RuleSet, clause: Clause | None, theirs: Iterable[Clause]) -> RuleSet | None:
    """The one rule set with clauses from the other, or without one that the other does not have.

    None where no game is made of these clauses alone, since one needs another beside it.
    """
    taken = {each.id: each for each in theirs}
    clauses = {**one.clauses, **taken}
    if clause is not None and not taken:
        del clauses[clause.id]
    try:
        return make_ruleset(f"{one.name} with one clause of the other", one.title, clauses, one.sources)
    except KeyError:
        return None


def _readings(rules: RuleSet, clause: Clause | None) -> list[tuple[Clause, ...]]:
    """The readings of a clause that is open here, each with the clauses that go with it; else none."""
    if clause is None or clause.standing is not Standing.DISPUTED:
        return []
    asked = open_options(rules)
    named = (name for name in asked if rules.options[name].clause == clause.id)
    return [rules.options[name].readings[word] for name in named for word in asked[name]]


def _shown(
    one: RuleSet, other: RuleSet, clause: Clause | None, theirs: Clause | None
) -> tuple[Message | None, ShownCase | None]:
    """A smallest case of a difference, and its area; what is open on one side is unsettled there."""
    ours_open, theirs_open = _readings(one, clause), _readings(other, theirs)
    if bool(ours_open) is bool(theirs_open):
        return _first_case(one, _with(one, clause, () if theirs is None else (theirs,)))
    if theirs_open:
        pairs: list[tuple[RuleSet | None, RuleSet | None]] = [
            (one, _with(one, clause, reading)) for reading in theirs_open
        ]
    else:
        third = _with(one, clause, () if theirs is None else (theirs,))
        pairs = [(_with(one, clause, reading), third) for reading in ours_open]
    for mine, third in pairs:
        area, shown = _first_case(mine, third)
        if shown is not None:
            said = shown.verdicts
            unsettled = VERDICT_WORDS[Verdict.UNSETTLED]
            verdicts = (said[0], unsettled) if theirs_open else (unsettled, said[1])
            return area, replace(shown, verdicts=verdicts)
    return None, None


def _first_case(one: RuleSet | None, third: RuleSet | None) -> tuple[Message | None, ShownCase | None]:
    if one is None or third is None:
        return None, None
    areas = AREAS | MORE_AREAS
    if one.game.points is not None:
        areas = {name: AREAS[name] for name in POINT_AREAS} | MORE_POINT_AREAS | LAST_POINT_AREAS
    for name, differ in areas.items():
        shown = differ(one, third)
        if shown is not None:
            return name, shown
    return None, None


def _difference(
    one: RuleSet, other: RuleSet, clause: Clause | None, theirs: Clause | None, what: tuple[str, ...]
) -> Difference:
    both, alone = (clause, theirs), what == ("standing",)
    disputed = any(each is not None and each.standing is Standing.DISPUTED for each in both)
    area, shown = None, None
    comparable = _dealt_alike(one, other)
    if comparable and (disputed or not alone):
        area, shown = _shown(one, other, clause, theirs)
    note = None
    if shown is None:
        note = (
            NO_CASES
            if not comparable
            else (
                say("the sources stand differently behind it, but it says the same")
                if alone
                else say("no discard, play, declaration or payment shows it")
            )
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


def _dealt_alike(one: RuleSet, other: RuleSet) -> bool:
    """Whether one case can be a case of both: they are of one sort, with the same hands of the same deck."""
    if one.game.points is None or other.game.points is None:
        return one.game.points is other.game.points
    tables = [(each.table.players, each.table.hand_size, each.table.deck) for each in (one, other)]
    return tables[0] == tables[1]


def _told(clause: Clause | None) -> tuple[str, str, Mapping[str, Parameter], str, str]:
    """Id, kind, parameters, standing and statement of a clause; of a missing one only that it is missing."""
    if clause is None:
        return "", "", {}, MISSING, ""
    return clause.id, clause.kind, clause.parameters, clause.standing.value, clause.statement
