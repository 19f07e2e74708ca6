"""A line of the answers of `batch`, and the answer of `study show`: what came of its deals, by group."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec.structs import fields

from analyzer.report.view.replay import ReplayAnswer
from analyzer.report.view.solve import SolveAnswer
from analyzer.views.base import (
    UNSET,
    Amounts,
    Chance,
    Column,
    Count,
    Digest,
    LineNumber,
    Meta,
    Points,
    UnsetType,
    View,
)
from analyzer.views.why import Asked


class GroupsApartView(View, frozen=True):
    """How much more the second of two groups has than the first, of shares or means."""

    question: str
    fact: str
    first: int | str
    second: int | str
    difference: float
    low: Annotated[float | None, Meta(description="Null where nothing bounds one of the two.")]
    high: float | None


class StudyAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/study/1"):
    """The figures of a study, as far as it has been run."""

    title: str
    study: Annotated[Digest, Meta(description="Of the study file; equal ones give equal figures.")]
    ruleset: str
    rules: Digest
    core: Annotated[str, Meta(description="The digest of the core's sources.")]
    count: Annotated[int, Meta(description="Deals of the whole study.")]
    asked: Annotated[int, Meta(description="Deals that were asked so far.")]
    answered: Annotated[
        int, Meta(description="Those of which every question was answered within the limits.")
    ]
    confidence: Chance
    asks: Annotated[
        dict[str, dict[str, Any]], Meta(description="What each question asks, as the study file says it.")
    ]
    differences: Annotated[
        list[GroupsApartView] | UnsetType,
        Meta(description="With `--between`: what lies between two groups."),
    ] = UNSET
    groups: Annotated[
        list[dict[str, Any]],
        Meta(
            description="Each with `by` (the facts), `asked` (deals) and an entry for each question. "
            "Of a yes or no: `yes`, `no`, `open`, the `share` of yes among the two, `low` and `high` "
            "(Wilson, with what is open counted against and for, and players of one deal as one draw). "
            "Of a number: `count`, `open`, `mean`, "
            "`low`, `high` (normal), `least`, `most`. Of a word: `words` with their counts, `open`."
        ),
    ]


def share_view(yes: Count, no: Count, left: Count, low: float, high: float) -> dict[str, Any]:
    """The entry of a yes or no."""
    share = yes / (yes + no) if yes + no else None
    return {"yes": yes, "no": no, "open": left, "share": share, "low": low, "high": high}


class BatchFault(View, frozen=True, kw_only=True):
    """Why a position cannot be read, or not be asked this."""

    line: Annotated[LineNumber, Meta(description="In a file of its own.")] | UnsetType = UNSET
    column: Column
    message: Annotated[str, Meta(description="What is wrong; what was expected.")]
    clause: Annotated[str, Meta(description="The clause that forbids a move.")] | UnsetType = UNSET


class BatchAnswer(View, frozen=True, kw_only=True):
    """What is answered of one position; of `solve` and `replay` the keys of their answers as well."""

    line: Annotated[int, Meta(ge=1, description="Of the input; of a folder the place of the file.")]
    file: str | UnsetType = UNSET
    question: Asked = UNSET
    holds: (
        Annotated[bool | None, Meta(description="Null where a limit came first, or readings differ.")]
        | UnsetType
    ) = UNSET
    nodes: Count | UnsetType = UNSET
    unsettled: (
        Annotated[list[str], Meta(description="The disputed clauses it hangs on, where readings differ.")]
        | UnsetType
    ) = UNSET
    guarantee: Amounts | UnsetType | None = UNSET
    points: (
        Annotated[dict[str, Points] | None, Meta(description="What each side is sure of, by its leader.")]
        | UnsetType
    ) = UNSET
    errors: list[BatchFault] | UnsetType = UNSET


class RulesMetView(View, frozen=True, kw_only=True):
    """A rule set that positions of a run were played by."""

    ruleset: Annotated[str, Meta(description="As it was named.")]
    variant: Annotated[dict[str, str], Meta(description="The readings chosen, by option.")]
    digest: Annotated[str, Meta(description="The digest of the rules.")]


class BatchRun(View, frozen=True, kw_only=True):
    """What stands beside the answers of a batch: what the run is, and how far it came."""

    schema: Literal["tarok-analyze/batch-run/1"]
    question: Annotated[dict[str, Any], Meta(description="The words of the command, and the limits.")]
    ruleset: Annotated[str, Meta(description="The digest of the rules, or of those of all lines.")]
    core: Annotated[str, Meta(description="The digest of what the core was built from.")]
    answered: Annotated[int, Meta(ge=0, description="Lines answered, faults among them.")]
    open: Annotated[int, Meta(ge=0, description="Those of them that a limit left open.")]
    input: Annotated[str, Meta(description="The digest of the lines answered.")]
    output: Annotated[str, Meta(description="The digest of their answers, as they were written.")]
    rules: list[RulesMetView]


def columns_of(question: str) -> tuple[str, ...]:
    """The columns of a table of answers beside line, file and errors."""
    known: dict[str, tuple[str, ...]] = {
        "forced": ("holds", "nodes", "unsettled"),
        "guarantee": ("guarantee",),
        "points": ("points",),
    }
    return known[question] if question in known else tuple(_keys_of(question))


def _keys_of(question: str) -> dict[str, None]:
    """The keys of the answers of a command, those of every sort of game."""
    answer: Any = {"solve": SolveAnswer, "replay": ReplayAnswer}[question]
    return dict.fromkeys(("schema", *(each.encode_name for each in fields(answer))))
