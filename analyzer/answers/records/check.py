"""The verdict on a dispute."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from analyzer import disputes
from analyzer.answers.answer import Answer, Settled
from analyzer.disputes.files import loads_dispute, with_kind
from analyzer.disputes.findings import Finding
from analyzer.disputes.table import settle, with_question
from analyzer.errors import InvalidFile, UsageError
from analyzer.frozenrecord import Record
from analyzer.messages import Verbatim, listed, say
from analyzer.rules.spec.shipped import rules_asked
from analyzer.rules.verdicts import Verdict
from analyzer.yamltree.reading import named_text

if TYPE_CHECKING:
    from analyzer.disputes.answer import CheckAnswer
    from analyzer.rules.spec.ruleset import RuleSet
    from analyzer.words.blocks import Said


_SETTLED: Final = {
    Verdict.LEGAL: Settled.YES,
    Verdict.ILLEGAL: Settled.NO,
    Verdict.UNSETTLED: Settled.OPEN,
}


class Checked(Answer, Record, frozen=True):
    """The answer of `check`."""

    finding: Finding
    in_file: Finding | None = None
    """The finding under the rule set of the file, if another one was named."""

    @property
    def settled(self) -> Settled:
        return _SETTLED[self.finding.verdict]

    def view(self) -> CheckAnswer:
        return disputes.wording.check_view(self.finding, self.in_file)

    @property
    def about(self) -> RuleSet:
        return self.finding.dispute.rules

    @property
    def says(self) -> Said:
        return disputes.wording.check_blocks(self.finding, self.in_file)

    def smt2(self) -> str:
        """Return Z3's question as SMT-LIB text. Raises: UsageError if the dispute has none."""
        if self.finding.smt2:
            return self.finding.smt2
        dispute = self.finding.dispute
        told = say(
            "a dispute of the kind {kind} has no question for Z3 to write",
            kind=Verbatim(dispute.kind),
        )
        kinds = listed(map(Verbatim, with_question(dispute.rules)))
        raise UsageError(
            told,
            say("with {ruleset} --smt2 is for {kinds}", ruleset=Verbatim(dispute.rules.name), kinds=kinds),
        )


def check(file: str, ruleset: str | None = None) -> Checked:
    """Settle the dispute of a file, under its own rules or those named: `NAME+OPTION=READING`.

    Raises: InvalidFile with every fault; UsageError for an unknown rule set, option or reading; LimitReached
    if Z3 does not decide it.
    """
    return answer_dispute(*named_text(file), ruleset)


def answer_dispute(text: str, name: str, ruleset: str | None = None, kind: str | None = None) -> Checked:
    """Check a text with its name in messages; `kind` is the kind of dispute if the text names none."""
    if kind is not None:
        text = with_kind(text, name, kind)
    if ruleset is None:
        return Checked(settle(loads_dispute(text, name)))
    asked = loads_dispute(text, name, rules_asked(ruleset))
    try:
        own = loads_dispute(text, name)
    except InvalidFile:  # by its own rule set the file tells nothing, and nothing is asked of it
        return Checked(settle(asked))
    return Checked(settle(asked)) if own.rules == asked.rules else Checked(settle(asked), settle(own))
