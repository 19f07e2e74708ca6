"""The claims about a rule set, and where two rule sets differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analyzer import report
from analyzer.api.answer import Answer, Settled
from analyzer.claims.chapters.needed import Need, needs
from analyzer.claims.claim import DecidedClaim
from analyzer.claims.compare import Comparison, compare_rules
from analyzer.claims.verify import CLAIMS, grounds_of_claims, verify_rules
from analyzer.errors import UsageError
from analyzer.frozenrecord import Record
from analyzer.messages import Verbatim, listed, say
from analyzer.pythonanswer import PythonAnswer
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.grounds import Grounds
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import in_form
from analyzer.words.blocks import Said


@dataclass(frozen=True, slots=True)
class Verified(Answer, PythonAnswer):
    """The answer of `verify`."""

    rules: RuleSet
    claims: tuple[DecidedClaim, ...]
    clauses: tuple[Need, ...] | None
    """Whether each duty is needed; None where single claims were asked for."""

    @property
    def grounds(self) -> Grounds:
        """What the verdicts rest on beside what the source states."""
        return grounds_of_claims(self.rules, self.claims)

    @property
    def settled(self) -> Settled:
        limits = [each.limit for each in self.claims] + [each.limit for each in self.clauses or ()]
        stands_open = any(each.unsettled for each in self.claims) or any(each is not None for each in limits)
        return Settled.OPEN if stands_open else Settled.YES

    def view(self) -> report.view.verify.VerifyAnswer:
        return report.view.verify.verify_view(self.rules, self.claims, self.clauses, self.grounds)

    def brief(self, style: TextStyle) -> list[str]:
        return report.terminal.sentences(report.text.verify.claim_verdicts(self.claims), style)

    @property
    def about(self) -> RuleSet:
        return self.rules

    @property
    def says(self) -> Said:
        return report.text.verify.verify_said(self.rules, self.claims, self.clauses or (), self.grounds)


class Compared(Answer, Record, frozen=True):
    """The answer of `compare`."""

    comparison: Comparison
    asked: tuple[str, str]
    """The two in the user's words: names, or files."""

    @property
    def settled(self) -> Settled:
        return Settled.YES

    def view(self) -> report.view.verify.CompareAnswer:
        return report.view.verify.compare_view(self.comparison, self.asked)

    @property
    def about(self) -> RuleSet:
        return self.comparison.one

    @property
    def says(self) -> Said:
        one, other = str(self.comparison.one), str(self.comparison.other)
        return report.text.compare.compare_said(self.comparison, self.asked if one == other else (one, other))


def _known(name: str, rules: RuleSet) -> None:
    """Raises: UsageError for the name of no claim, or of one about clauses that the rule set has not."""
    found = next((claim for claim in CLAIMS if claim.id == name), None)
    if found is None:
        asked = (Verbatim(each.id) for each in CLAIMS if each.about(rules))
        claim, claims = Verbatim(repr(name)), listed(asked)
        raise UsageError(say("there is no claim {claim}; there are {claims}", claim=claim, claims=claims))
    if not found.about(rules):
        lacking = [Verbatim(clause) for clause in found.clauses if clause not in rules.clauses]
        hint = say("{ruleset} has no {clauses}", ruleset=Verbatim(rules.name), clauses=listed(lacking))
        raise UsageError(
            say("{claim} is about clauses of other rule sets", claim=Verbatim(name)),
            hint if lacking else None,
        )


def _rules(name: str, seats: int | None) -> RuleSet:
    rules = load_ruleset(name)
    return rules if seats is None else in_form(rules, seats)


def verify(
    ruleset: str, only: Sequence[str] = (), rlimit: int | None = None, seats: int | None = None
) -> Verified:
    """The claims about a rule set decided, or those of these ids; `rlimit` is Z3's work for a question.

    Where all are asked for, each duty of play and of the discard is asked for whether it is needed. `seats`
    is the number of players; without one they are as many as the rule set names first.

    Raises: UsageError for an unknown rule set or claim, and a number that the rule set is not played by.
    """
    rules = _rules(ruleset, seats)
    for name in only:
        _known(name, rules)
    clauses = None if only else needs(rules, rlimit=rlimit)
    return Verified(rules, tuple(verify_rules(rules, list(only) or None, rlimit)), clauses)


def compare(one: str, other: str, seats: int | None = None) -> Compared:
    """Two rule sets held against each other, clause by clause, both as so many play them.

    Raises: UsageError for an unknown rule set, and for a number that one of them is not played by.
    """
    return Compared(
        compare_rules(_rules(one, seats), _rules(other, seats), other_seats=seats is None), (one, other)
    )
