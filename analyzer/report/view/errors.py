"""The answer where there is none: every fault of a file, or the one thing that was wrong."""

from __future__ import annotations

from typing import Annotated

from analyzer.errors import Fault, IllegalMove, InvalidFile
from analyzer.report.view.base import UNSET, Column, LineNumber, Meta, UnsetType, View


class FaultView(View, kw_only=True):
    """One fault, with what was expected in its message as well as alone."""

    where: Annotated[str, Meta(description="FILE:LINE:COL, or empty.")]
    line: LineNumber
    column: Column
    message: Annotated[str, Meta(description="What is wrong; what was expected.")]
    expected: str | None
    clause: Annotated[str, Meta(description="The clause that forbids a move.")] | UnsetType = UNSET
    legal: Annotated[list[str], Meta(description="What was legal.")] | UnsetType = UNSET


class ErrorAnswer(View, kw_only=True, tag_field="schema", tag="tarok-analyze/error/1"):
    """What was wrong."""

    errors: Annotated[list[FaultView], Meta(description="Every fault, in file order.")]


def error_view(error: Exception) -> ErrorAnswer:
    """The answer where something went wrong."""
    if isinstance(error, InvalidFile):
        return ErrorAnswer(errors=[_fault(fault) for fault in error.faults])
    return ErrorAnswer(errors=[_fault(Fault(str(error)), error if isinstance(error, IllegalMove) else None)])


def _fault(fault: Fault, illegal: IllegalMove | None = None) -> FaultView:
    message = fault.message if fault.expected is None else f"{fault.message}; {fault.expected}"
    where = fault.where
    return FaultView(
        where="" if where is None else str(where),
        line=None if where is None else where.line,
        column=None if where is None else where.column,
        message=message,
        expected=fault.expected,
        clause=UNSET if illegal is None else illegal.clause,
        legal=UNSET if illegal is None else list(illegal.legal),
    )
