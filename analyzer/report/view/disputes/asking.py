"""What `check` answers about asking for trumps in the skat."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from analyzer.disputes.asking import AskingFinding
from analyzer.report.view.base import UNSET, Meta, UnsetType, View
from analyzer.report.view.disputes.base import CheckAnswer


class AskingRemedyView(View, frozen=True, kw_only=True):
    """What the dealer has to say; empty where he has said it, or need not."""

    tell: Annotated[int | bool, Meta(description="Whether, or how many.")] | UnsetType = UNSET


class AskingCheck(CheckAnswer, frozen=True, kw_only=True):
    """Could the dealer be asked for trumps in the skat, and was his answer right?"""

    kind: Literal["asking"]
    may_ask: Annotated[bool | None, Meta(description="Null where no source says.")]
    must_tell: Annotated[
        int | bool, Meta(description="What must be said where the question is allowed: whether, or how many.")
    ]
    answer_right: Annotated[bool | None, Meta(description="Null where there was no answer.")]
    remedy: AskingRemedyView


def asking_check(finding: AskingFinding, common: dict[str, Any]) -> AskingCheck:
    """The answer about a question for trumps in the skat."""
    due = finding.may_ask and not finding.answer_right
    return AskingCheck(
        **common,
        may_ask=finding.may_ask,
        must_tell=finding.must_tell,
        answer_right=finding.answer_right,
        remedy=AskingRemedyView(tell=finding.must_tell if due else UNSET),
    )
