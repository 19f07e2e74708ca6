"""The verdict on a dispute."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from analyzer.api.answer import Settled
from analyzer.disputes.files import load_dispute
from analyzer.disputes.findings import Finding
from analyzer.disputes.settling import settle, under
from analyzer.report.style.face import Face
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.verdicts import Verdict

if TYPE_CHECKING:
    from analyzer.report.view.disputes.base import CheckAnswer

_SETTLED: Final = {
    Verdict.LEGAL: Settled.YES,
    Verdict.ILLEGAL: Settled.NO,
    Verdict.UNSETTLED: Settled.OPEN,
}


@dataclass(frozen=True, slots=True)
class Checked:
    """The answer of `check`."""

    finding: Finding
    in_file: Finding | None = None
    """The finding by the rule set of the file, where another one was named."""

    @property
    def settled(self) -> Settled:
        return _SETTLED[self.finding.verdict]

    def view(self) -> CheckAnswer:
        from analyzer.report.view.check import check_view  # noqa: PLC0415

        return check_view(self.finding, self.in_file)

    def text(self, face: Face) -> str:
        from analyzer.report.rulings.check import check_text  # noqa: PLC0415

        return check_text(self.finding, face, self.in_file)


def check(file: str, ruleset: str | None = None) -> Checked:
    """The dispute of a file settled, by another rule set where one is named.

    Raises: InvalidFile with every fault; UsageError for an unknown rule set; LimitReached where Z3 does not
    decide it.
    """
    dispute = load_dispute(file)
    finding = settle(dispute)
    if ruleset is None:
        return Checked(finding)
    rules = load_ruleset(ruleset)
    if rules.name == dispute.rules.name:
        return Checked(finding)
    return Checked(settle(under(dispute, rules)), finding)
