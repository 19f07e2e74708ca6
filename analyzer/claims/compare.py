"""Where two rule sets differ, clause by clause, each with a small case that shows it.

A case is a file that anybody can write, given to `replay`, `score` or `check` by either rule set; what stands
beside a rule set is what they say. Which clause it is the work of is seen by rule sets between the two: each
with that clause alone from the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from analyzer.claims.asked import CaseFile
from analyzer.claims.cases import CaseSearch, ShownCase
from analyzer.frozenrecord import Record
from analyzer.messages import Message, say
from analyzer.pythonanswer import PythonAnswer
from analyzer.rules.spec.clause import Clause, Parameter, Standing
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.variants import in_form

MISSING: Final = "missing"
"""What is said of a clause that only one of the two has: its kind and statement are then empty."""

NO_CASES: Final = say("the games are dealt or counted otherwise, so no case is one of both")
ALIKE: Final = say("the sources support it differently, but it says the same")
NOT_SHOWN: Final = say(
    "not shown: none of the hands and disputes that were tried is answered otherwise for it"
)


class Difference(Record, frozen=True):
    """A clause that differs: in what, and a small case in which that shows, if one was found.

    `verdicts` are what the two rule sets answer, in their order, as far as they differ. Where no case shows
    it, `note` says why.
    """

    clause: str
    what: tuple[str, ...]
    kinds: tuple[str, str]
    parameters: tuple[Mapping[str, Parameter], Mapping[str, Parameter]]
    standings: tuple[str, str]
    statements: tuple[str, str]
    area: Message | None = None
    witness: CaseFile | None = None
    verdicts: tuple[Message, ...] = ()
    note: Message | None = None
    seats: int | None = None
    """How many play the case, where it shows with another number of players than the usual one."""


@dataclass(frozen=True, slots=True)
class Comparison(PythonAnswer):
    """Two rule sets and every clause in which they differ: first what leads to other answers.

    Behind that come clauses that only one has and parameters that no case shows, and at last the clauses that
    only stand otherwise in their sources; of each sort in the order of the first rule set.
    """

    one: RuleSet
    other: RuleSet
    differences: tuple[Difference, ...]


def compare_rules(one: RuleSet, other: RuleSet, *, other_seats: bool = True) -> Comparison:
    """Every difference that can matter: kinds, parameters, standing.

    What no case of their number of players shows is sought with `other_seats`, where both have them.

    Wording and sources that differ alone are no difference. Raises: LimitReached; Mismatch.
    """
    found = {}
    for name in {**one.clauses, **other.clauses}:
        pair = one.clauses.get(name), other.clauses.get(name)
        what = _what(*pair)
        if what:
            found[name] = (*pair, what)
    deciding = [name for name, each in found.items() if _decides(*each)] if _dealt_alike(one, other) else []
    search = CaseSearch(one, other, deciding)
    differences = []
    for name, (ours, theirs, what) in found.items():
        shown = search.shown(name) if name in deciding else None
        seats, note = None, NO_CASES
        if other_seats and name in deciding and shown is None:
            shown, seats = _with_others(one, other, name, deciding)
        if _dealt_alike(one, other):
            note = NOT_SHOWN if _decides(ours, theirs, what) else ALIKE
        differences.append(replace(_difference(ours, theirs, what, shown, note), seats=seats))
    return Comparison(one, other, tuple(sorted(differences, key=_place)))


def _with_others(
    one: RuleSet, other: RuleSet, clause: str, deciding: Sequence[str]
) -> tuple[ShownCase | None, int | None]:
    """A case of a clause with another number of players, and their number; None where there is none."""
    for seats in sorted({*one.forms} & {*other.forms} - {one.table.players}):
        search = CaseSearch(in_form(one, seats), in_form(other, seats), deciding)
        shown = search.shown(clause)
        if shown is not None:
            return shown, seats
    return None, None


def _decides(clause: Clause | None, theirs: Clause | None, what: tuple[str, ...]) -> bool:
    """Whether a difference can lead to another answer: in standing alone it can where a clause is open."""
    disputed = any(each is not None and each.standing is Standing.DISPUTED for each in (clause, theirs))
    return disputed or what != ("standing",)


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


def _difference(
    clause: Clause | None,
    theirs: Clause | None,
    what: tuple[str, ...],
    shown: ShownCase | None,
    note: Message,
) -> Difference:
    first, second = (_told(each) for each in (clause, theirs))
    return Difference(
        first[0] or second[0],
        what,
        (first[1], second[1]),
        (first[2], second[2]),
        (first[3], second[3]),
        (first[4], second[4]),
        *((shown.area, shown.case, shown.verdicts) if shown else (None, None, (), note)),
    )


def _dealt_alike(one: RuleSet, other: RuleSet) -> bool:
    """Whether one case can be a case of both: they are of one sort, with the same hands of the same deck."""
    if one.game.pots is not None or other.game.pots is not None:
        return one.game.pots is not None and other.game.pots is not None
    tables = [(each.table.players, each.table.hand_size, each.table.deck) for each in (one, other)]
    return tables[0] == tables[1]


def _told(clause: Clause | None) -> tuple[str, str, Mapping[str, Parameter], str, str]:
    """Id, kind, parameters, standing and statement of a clause; of a missing one only that it is missing."""
    if clause is None:
        return "", "", {}, MISSING, ""
    return clause.id, clause.kind, clause.parameters, clause.standing.value, clause.statement
