"""A line of the answers of `batch`, and the answer of `study show`: the results of its deals, by group."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Final, Literal

from msgspec.structs import fields

from analyzer.answers.records.replay import ReplayAnswer
from analyzer.answers.solve import SolveAnswer
from analyzer.messages import (
    NOTHING,
    Decimal,
    Grouped,
    Message,
    Verbatim,
    Word,
    alone,
    decimal,
    formed,
    listed,
    say,
    word_alone,
)
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
from analyzer.views.why import QuestionAsked
from analyzer.words.blocks import Grid, Said, part


class GroupsApartView(View, frozen=True):
    """The difference between two groups, second minus first, in shares or means."""

    question: str
    fact: str
    first: int | str
    second: int | str
    difference: float
    low: Annotated[
        float | None, Meta(description="Lower bound; null if one of the two groups has no bounds.")
    ]
    high: float | None


class StudyAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/study/1"):
    """The figures of a study, as far as it has been run."""

    title: str
    study: Annotated[Digest, Meta(description="Digest of the study file. Equal digests give equal figures.")]
    ruleset: str
    rules: Digest
    core: Annotated[str, Meta(description="Digest of the sources of the core.")]
    count: Annotated[int, Meta(description="Number of deals in the full study.")]
    asked: Annotated[int, Meta(description="Number of deals searched so far.")]
    answered: Annotated[
        int, Meta(description="Number of deals in which every question was answered within the limits.")
    ]
    confidence: Chance
    asks: Annotated[
        dict[str, dict[str, Any]], Meta(description="Each question, as the study file states it.")
    ]
    differences: Annotated[
        list[GroupsApartView] | UnsetType,
        Meta(description="With `--between`: the differences between two groups."),
    ] = UNSET
    groups: Annotated[
        list[dict[str, Any]],
        Meta(
            description="One entry per group: `by` (the facts), `asked` (deals) and an entry for each "
            "question. A yes/no question has `yes`, `no`, `open`, the `share` of yes among `yes` and `no`, "
            "and `low` and `high`. These are Wilson bounds: open deals are counted against and for, and the "
            "players of one deal count as one draw. A number has `count`, `open`, `mean`, `low`, `high` "
            "(normal), `least` and `most`. A word has `words` with their counts, and `open`."
        ),
    ]


def share_view(yes: Count, no: Count, left: Count, low: float, high: float) -> dict[str, Any]:
    """Return the entry of a yes or no."""
    share = yes / (yes + no) if yes + no else None
    return {"yes": yes, "no": no, "open": left, "share": share, "low": low, "high": high}


class BatchFault(View, frozen=True, kw_only=True):
    """The reason that a position cannot be read, or that it cannot answer the question."""

    line: Annotated[LineNumber, Meta(description="Line in the position's own file.")] | UnsetType = UNSET
    column: Column
    message: Annotated[str, Meta(description="The fault, then what was expected.")]
    clause: Annotated[str, Meta(description="The clause that forbids the move.")] | UnsetType = UNSET


class BatchAnswer(View, frozen=True, kw_only=True):
    """The answer for one position. With `solve` and `replay` it also has the keys of their answers."""

    line: Annotated[int, Meta(ge=1, description="Line of the input; for a folder, the number of the file.")]
    file: str | UnsetType = UNSET
    question: QuestionAsked = UNSET
    holds: (
        Annotated[
            bool | None, Meta(description="The answer; null if a limit came first, or if readings differ.")
        ]
        | UnsetType
    ) = UNSET
    nodes: Count | UnsetType = UNSET
    unsettled: (
        Annotated[
            list[str],
            Meta(description="The disputed clauses that the answer depends on, if readings differ."),
        ]
        | UnsetType
    ) = UNSET
    guarantee: Amounts | UnsetType | None = UNSET
    points: (
        Annotated[dict[str, Points] | None, Meta(description="Guaranteed points by the leader of each side.")]
        | UnsetType
    ) = UNSET
    errors: list[BatchFault] | UnsetType = UNSET


class RulesMetView(View, frozen=True, kw_only=True):
    """A rule set of positions in a run."""

    ruleset: Annotated[str, Meta(description="Name of the rule set, as the input gives it.")]
    variant: Annotated[dict[str, str], Meta(description="The chosen readings, by option.")]
    digest: Annotated[str, Meta(description="Digest of the rules.")]


class BatchRun(View, frozen=True, kw_only=True):
    """The description of a batch run and its progress, kept with its answers."""

    schema: Literal["tarok-analyze/batch-run/1"]
    question: Annotated[dict[str, Any], Meta(description="The words of the command, and the limits.")]
    ruleset: Annotated[str, Meta(description="Digest of the rules, or of the rules of all lines.")]
    core: Annotated[str, Meta(description="Digest of everything the core was built from.")]
    answered: Annotated[
        int, Meta(ge=0, description="Number of lines answered, including those with a fault.")
    ]
    open: Annotated[int, Meta(ge=0, description="Number of these lines that a limit left open.")]
    input: Annotated[str, Meta(description="Digest of the answered lines.")]
    output: Annotated[str, Meta(description="Digest of their answers, as they were written.")]
    rules: list[RulesMetView]


def columns_of(question: str) -> tuple[str, ...]:
    """Return the columns of a table of answers, apart from line, file and errors."""
    known: dict[str, tuple[str, ...]] = {
        "forced": ("question", "holds", "nodes", "worlds", "unsettled"),
        "guarantee": ("guarantee",),
        "points": ("points",),
    }
    return known[question] if question in known else tuple(_keys_of(question))


def _keys_of(question: str) -> dict[str, None]:
    """Return the keys of a command's answers, for every sort of game."""
    answer: Any = {"solve": SolveAnswer, "replay": ReplayAnswer}[question]
    return dict.fromkeys(("schema", *(each.encode_name for each in fields(answer))))


Row = tuple[Message, ...]


def study_blocks(figures: StudyAnswer) -> Said:
    """Return the title, the progress, and a table for each question."""
    titles = [(Verbatim(name), rows_of(figures, name)) for name in questions(figures)]
    tables = (block for title, rows in titles for block in _titled(title, rows))
    differences = _titled(say("Differences"), differences_rows(figures)) if figures.differences else ()
    return (
        *part("headline", [word_alone(Verbatim(figures.title))]),
        *part("paragraph", [progress_message(figures)]),
        *tables,
        *differences,
        *part("notes", [INTERVALS]),
    )


def progress_message(figures: StudyAnswer) -> Message:
    """Return the number of deals asked about, and the number answered."""
    return say(
        "{asked} of {count} {count:deal/deals} asked, {answered} of them answered in full.",
        asked=Grouped(figures.asked), count=Grouped(figures.count), answered=Grouped(figures.answered),
    )  # fmt: skip


INTERVALS: Final = say(
    "Intervals are those of 95 %: of shares by Wilson, with what is open counted against and for; of "
    "means by the normal distribution. Players of one deal count as one draw, not as several."
)
"""An explanation of the intervals."""


def _titled(title: Word, rows: Iterable[Row]) -> Iterator[Any]:
    head, *others = rows
    yield from part("paragraph", [word_alone(title)])
    yield Grid(head, tuple(others), ">" * len(head), close=True)


def questions(figures: StudyAnswer) -> list[str]:
    """Return the names of the questions, in the order of the study."""
    return list(dict.fromkeys(key for group in figures.groups for key in group if key not in ("by", "asked")))


def rows_of(figures: StudyAnswer, name: str) -> Iterator[Row]:
    """Yield the table of one question, its head first."""
    facts = list(figures.groups[0]["by"]) if figures.groups else []
    found: list[Mapping[str, Any]] = [group[name] for group in figures.groups]
    heads = _heads(found)
    yield (*(word_alone(Verbatim(fact)) for fact in facts), *heads.values())
    for told, group in zip(found, figures.groups, strict=True):
        by = (word_alone(Verbatim(str(each))) for each in group["by"].values())
        yield (*by, *(_cell(told, key) for key in heads))


def differences_rows(figures: StudyAnswer) -> Iterator[Row]:
    """Yield the table of the differences between two groups, its head first."""
    yield say("question"), say("groups"), say("difference"), say("from – to")
    for each in figures.differences or ():
        shares = any("share" in group[each.question] for group in figures.groups)
        ends = (each.difference, each.low, each.high)
        value, low, high = (NOTHING if end is None else _signed(end, shares=shares) for end in ends)
        between = Verbatim(f"{each.fact}: {each.second} - {each.first}")
        interval = formed("{low} – {high}", low=low, high=high) if low else NOTHING
        yield word_alone(Verbatim(each.question)), word_alone(between), value, interval


def _signed(number: float, *, shares: bool) -> Message:
    told = _percent(abs(number)) if shares else decimal(abs(number), 2)
    return formed("{sign}{number}", sign=Verbatim("-" if number < 0 else "+"), number=told)


def _heads(entries: Iterable[Mapping[str, Any]]) -> dict[str, Message]:
    """Return the columns that some entry has, with their heads."""
    columns = {
        "yes": say("yes"), "no": say("no"), "count": say("answers"), "open": say("open"),
        "share": say("share"), "mean": say("mean"), "interval": say("from – to"),
        "least": say("least"), "most": say("most"), "words": say("words"),
    }  # fmt: skip
    there = {key for entry in entries for key in (*entry, *(["interval"] if "low" in entry else []))}
    return {key: head for key, head in columns.items() if key in there}


def _cell(told: Mapping[str, Any], key: str) -> Message:
    if key == "interval":
        if told.get("low") is None:
            return NOTHING
        ends = told["low"], told["high"]
        low, high = map(_percent, ends) if "share" in told else (decimal(end, 2) for end in ends)
        return formed("{low} – {high}", low=low, high=high)
    value = told.get(key)
    if value is None:
        return NOTHING
    if key == "share":
        return word_alone(_percent(value))
    if key == "words":
        counts = (formed("{word} {n}", word=Verbatim(word), n=Grouped(n)) for word, n in value.items())
        return alone(listed(counts))
    return word_alone(Grouped(value) if isinstance(value, int) else decimal(value, 2))


def _percent(share: float) -> Decimal:
    return Decimal(f"{100 * share:.1f} %")
