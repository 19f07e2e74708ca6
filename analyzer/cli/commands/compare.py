"""`compare`: where two rule sets differ."""

from __future__ import annotations

from analyzer import answers
from analyzer.cli.answering import progress, show
from analyzer.cli.options import AnswerForm, RuleSetName, Seats, Variant, named


def compare(
    one: RuleSetName, other: RuleSetName, *, variant: Variant = None, seats: Seats = None, form: AnswerForm
) -> int:
    """Compare two rule sets, clause by clause; what is chosen is chosen of the second one."""
    with progress(form, limited="endless"):
        answer = answers.verify.compare(one, named(other, variant) or other, seats)
    return show(answer, form)
