"""Deciding the claims about a rule set, and the differences between two."""

from __future__ import annotations

import copyreg
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Final

from msgspec.structs import replace

from analyzer.claims.cases import CaseFile, CaseSearch, ShownCase
from analyzer.claims.chapters import (
    any_hand,
    combinations,
    contracts,
    count,
    discard,
    ending,
    naming,
    payments,
    piles,
    play,
    scores,
)
from analyzer.claims.claim import (
    CLAIMS,
    Claim,
    ClaimKind,
    ClaimReading,
    ClaimVerdict,
    DecidedClaim,
    bearing,
    decide_open_options,
)
from analyzer.errors import LimitReached, UsageError
from analyzer.frozenrecord import Record
from analyzer.messages import Message, say
from analyzer.proofs.smt import RLIMIT
from analyzer.pythonanswer import PythonAnswer
from analyzer.rules.spec.clause import Clause, Parameter, Standing
from analyzer.rules.spec.grounds import (
    AnsweredReading,
    Grounds,
    open_options,
    silent_among,
    unsettled_of,
)
from analyzer.rules.spec.readings import MOST
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.variants import choose, in_form

# Deciding the claims about one rule set.


__all__ = ["CLAIMS", "decide", "grounds_of_claims", "verify_rules"]

_CHAPTERS = tuple(
    module.__name__
    for module in (
        payments,
        any_hand,
        discard,
        combinations,
        ending,
        naming,
        play,
        contracts,
        piles,
        scores,
        count,
    )
)


def _place(claim: Claim) -> tuple[bool, int]:
    return claim.kind is ClaimKind.GUARD, _CHAPTERS.index(claim.chapter)


CLAIMS.sort(key=_place)  # findings before guards, and by chapters, whichever was imported first


def claim_called(name: str) -> Claim:
    """The claim of that id."""
    return next(each for each in CLAIMS if each.id == name)


copyreg.pickle(
    Claim, lambda claim: (claim_called, (claim.id,))
)  # its formulas are functions, which no pickle takes


def verify_rules(
    rules: RuleSet, only: Collection[str] | None = None, rlimit: int | None = None
) -> tuple[DecidedClaim, ...]:
    """Every claim with its verdict, the findings first and by chapters; `only` names those that are wanted.

    A claim about a clause that the rule set has not is left out.
    `rlimit` is what Z3 may use up for one question, in its own units.
    """
    wanted = (each for each in CLAIMS if only is None or each.id in only)
    return tuple(decide(each, rules, rlimit or RLIMIT) for each in wanted if each.about(rules))


def decide(claim: Claim, rules: RuleSet, rlimit: int = RLIMIT) -> DecidedClaim:
    """One claim: proved, refuted, undecided where Z3's limit was reached; by each reading where these differ.

    Raises: Mismatch where the engine does not see in a witness what Z3 saw.
    """
    clauses = claim.clauses_of(rules)
    rests_on = silent_among(rules, clauses)
    try:
        found = claim.decide(rules, rlimit)
        readings = decide_open_options(rules, rlimit, claim, found)
    except LimitReached as reached:
        return DecidedClaim(claim, ClaimVerdict.UNDECIDED, clauses, limit=reached.reason, rests_on=rests_on)
    options = bearing(rules, found, readings)
    if not options:
        return DecidedClaim(
            claim, found.verdict, clauses, found.witness, found.families, readings, rests_on=rests_on
        )
    first = {name: words[0] for name, words in options.items()}
    read = (ClaimReading({}, found.verdict, found.witness), *readings)
    readings = tuple(replace(each, variant={**first, **each.variant}) for each in read)
    unsettled = unsettled_of(rules, options)
    return DecidedClaim(claim, None, clauses, readings=readings, rests_on=rests_on, unsettled=unsettled)


def grounds_of_claims(rules: RuleSet, claims: Sequence[DecidedClaim]) -> Grounds:
    """What the verdicts rest on, all in all; of each reading the verdicts that are others by it."""
    rests_on = silent_among(rules, (clause for each in claims for clause in each.rests_on))
    hanging = [each for each in claims if each.unsettled]
    unsettled = {clause for each in hanging for clause in each.unsettled}
    options = {
        name: words for name, words in open_options(rules).items() if rules.options[name].clause in unsettled
    }
    if not options:
        return Grounds(rests_on)
    if prod(map(len, options.values())) > MOST:
        return Grounds(rests_on, unsettled_of(rules, options), too_many=True)
    variants = (dict(zip(options, words, strict=True)) for words in product(*options.values()))
    readings = tuple(
        AnsweredReading(variant, {"verdicts": verdicts})
        for variant in variants
        if (verdicts := _verdicts(rules, hanging, variant)) is not None
    )
    return Grounds(rests_on, unsettled_of(rules, options), readings)


def _verdicts(
    rules: RuleSet, claims: Iterable[DecidedClaim], variant: Mapping[str, str]
) -> dict[str, str] | None:
    """The verdicts on unsettled claims by readings; None where these contradict: nobody can play so."""
    try:
        choose(rules, variant)
    except UsageError:
        return None
    return {
        each.claim.id: reading.verdict.value
        for each in claims
        for reading in each.readings
        if reading.variant
        == {name: word for name, word in variant.items() if rules.options[name].clause in each.unsettled}
    }


# The differences between two rule sets, clause by clause, each with a small case that shows it.
#
# A case is a file that anybody can write, given to `replay`, `score` or `check` under either rule set; the
# answers of both are shown. Rule sets between the two reveal the clause responsible: each takes only that
# clause from the other rule set.


MISSING: Final = "missing"
"""The mark of a clause that only one of the two has: its kind and statement are then empty."""

NO_CASES: Final = say("the games are dealt or counted otherwise, so no case is one of both")
ALIKE: Final = say("the sources support it differently, but it says the same")
NOT_SHOWN: Final = say(
    "not shown: none of the hands and disputes that were tried is answered otherwise for it"
)


class Difference(Record, frozen=True):
    """A clause that differs: in which respects, and a small case that shows it, if one was found.

    `verdicts` are the answers of the two rule sets, in their order, as far as they differ. If no case shows
    the difference, `note` says why.
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
    """The number of players in the case, if only a number other than the usual one shows the difference."""


@dataclass(frozen=True, slots=True)
class Comparison(PythonAnswer):
    """Two rule sets and every clause in which they differ: first the clauses that lead to different answers.

    Next come clauses that only one rule set has and parameters that no case shows; last come clauses that
    differ only in the support of their sources. Each group is in the order of the first rule set.
    """

    one: RuleSet
    other: RuleSet
    differences: tuple[Difference, ...]


def compare_rules(one: RuleSet, other: RuleSet, *, other_seats: bool = True) -> Comparison:
    """Return every difference that can matter: kinds, parameters, standing.

    With `other_seats`, a difference that no case with the rule sets' number of players shows is also sought
    with the other numbers that both allow. Differences in wording or sources alone do not count.

    Raises: LimitReached; Mismatch.
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
    return Comparison(one, other, tuple(sorted(differences, key=_clause_place)))


def _with_others(
    one: RuleSet, other: RuleSet, clause: str, deciding: Sequence[str]
) -> tuple[ShownCase | None, int | None]:
    """Return a case of a clause with another number of players, and that number; None if there is none."""
    for seats in sorted({*one.forms} & {*other.forms} - {one.table.players}):
        search = CaseSearch(in_form(one, seats), in_form(other, seats), deciding)
        shown = search.shown(clause)
        if shown is not None:
            return shown, seats
    return None, None


def _decides(clause: Clause | None, theirs: Clause | None, what: tuple[str, ...]) -> bool:
    """Return True if a difference can change an answer; one in standing only if a clause is disputed."""
    disputed = any(each is not None and each.standing is Standing.DISPUTED for each in (clause, theirs))
    return disputed or what != ("standing",)


def _clause_place(each: Difference) -> tuple[bool, bool, bool]:
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
    first, second = (_unpack_clause(each) for each in (clause, theirs))
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
    """Return True if one case can suit both: games of one sort, with the same hands of the same deck."""
    if one.game.pots is not None or other.game.pots is not None:
        return one.game.pots is not None and other.game.pots is not None
    tables = [(each.table.players, each.table.hand_size, each.table.deck) for each in (one, other)]
    return tables[0] == tables[1]


def _unpack_clause(clause: Clause | None) -> tuple[str, str, Mapping[str, Parameter], str, str]:
    """Return id, kind, parameters, standing and statement of a clause; only MISSING for a missing one."""
    if clause is None:
        return "", "", {}, MISSING, ""
    return clause.id, clause.kind, clause.parameters, clause.standing.value, clause.statement
