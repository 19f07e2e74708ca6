"""The answer where there is none: every fault of a file, or the one thing that was wrong."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from analyzer.errors import Fault, IllegalMove, Invalid, TarokError
from analyzer.messages import ENGLISH, spoken
from analyzer.report.view.base import UNSET, Column, LineNumber, Meta, UnsetType, View


class FaultView(View, frozen=True, kw_only=True):
    """One fault, with what was expected in its message as well as alone."""

    where: Annotated[str, Meta(description="FILE:LINE:COL, or empty.")]
    line: LineNumber
    column: Column
    message: Annotated[str, Meta(description="What is wrong; what was expected.")]
    expected: str | None
    clause: Annotated[str, Meta(description="The clause that forbids a move.")] | UnsetType = UNSET
    legal: Annotated[list[str], Meta(description="What was legal.")] | UnsetType = UNSET
    lacking: Annotated[bool, Meta(description="Whether more of the file would mend it.")] | UnsetType = UNSET


class ErrorAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/error/1"):
    """What was wrong."""

    errors: Annotated[list[FaultView], Meta(description="Every fault, in file order.")]


def error_view(error: TarokError, lang: str = ENGLISH) -> ErrorAnswer:
    """The answer where something went wrong, in a language."""
    if isinstance(error, Invalid):
        return ErrorAnswer(errors=[_fault(fault, lang) for fault in error.faults])
    found = FaultView(where="", line=None, column=None, message=error.said(lang), expected=None)
    if isinstance(error, IllegalMove):
        found = replace(found, clause=error.clause, legal=list(error.legal))
    return ErrorAnswer(errors=[found])


def _fault(fault: Fault, lang: str) -> FaultView:
    where = fault.where
    return FaultView(
        where="" if where is None else str(where),
        line=None if where is None else where.line or None,
        column=None if where is None else where.column or None,
        message=fault.text(lang),
        expected=None if fault.expected is None else spoken(fault.expected, lang),
        lacking=fault.lacking or UNSET,
    )
