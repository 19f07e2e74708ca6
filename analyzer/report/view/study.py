"""The answer of `study show`: what was asked of how many deals, and what came of it, group by group."""

from __future__ import annotations

from typing import Annotated, Any

from analyzer.report.view.base import UNSET, Chance, Count, Digest, Meta, UnsetType, View


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
