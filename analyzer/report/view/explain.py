"""The answer of `explain`: who gets their way, by which plan, and what mattered."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec.structs import replace

from analyzer.certify.plan import PlanEventKind
from analyzer.certify.planfile import plan_json
from analyzer.position.model import Position
from analyzer.report.phrases.moves import names
from analyzer.report.phrases.plans import plan_texts
from analyzer.report.view.base import (
    UNSET,
    CardWord,
    Grounded,
    Meta,
    Players,
    UnsetType,
    View,
    grounded,
)
from analyzer.report.view.solve import CertificateWritten
from analyzer.report.view.values import COMPLETE, LimitsView, StatsView, stats_view
from analyzer.rules.score.goals import Goal
from analyzer.search.solve.explain import Explained, Pair

PlanEventView = Annotated[
    dict[str, Any],
    Meta(
        description="`event`, and `who`, `suit`, `card` or `tricks`; with `not` it must not be so.",
        extra_json_schema={
            "required": ["event"],
            "properties": {"event": {"enum": [kind.value for kind in PlanEventKind]}},
        },
    ),
]


class PlanLineView(View, frozen=True):
    """A line: it counts where all its events hold and it has an allowed card."""

    when: list[PlanEventView]
    first: Annotated[
        list[list[str]],
        Meta(description="Any card of the first group with an allowed one: hR, fool=h, demand."),
    ]


PlanView = Annotated[
    dict[str, list[PlanLineView]],
    Meta(description="Lines by player; who is not in it may play anything."),
]


class Comparison(View, frozen=True):
    """One card that has to beat another."""

    higher: CardWord
    lower: CardWord


class ExplainAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/explain/1"):
    """Why players force a goal, or others prevent it: a plan, and what mattered."""

    holds: Annotated[bool | None, Meta(description="Null where readings differ, or a limit came first.")]
    goal: Goal
    player: str
    by: Annotated[
        Players,
        Meta(description="Who gets their way: those asked about, or a smallest set that prevents."),
    ]
    plan: Annotated[PlanView | None, Meta(description="Null where none was found within the limits.")]
    text: Annotated[list[str], Meta(description="The same in sentences.")]
    mattered: Annotated[
        list[Comparison] | None,
        Meta(description="Comparisons that suffice, none of which can be spared; kings and Pagat not told."),
    ]
    exchange_loses: Annotated[
        list[list[CardWord]] | None,
        Meta(description="Pairs whose exchange between the hands loses what is explained."),
    ]
    limits: LimitsView
    stats: StatsView
    certificate: CertificateWritten | UnsetType = UNSET


def explain_view(position: Position, goal: Goal, seat: int, found: Explained) -> ExplainAnswer:
    """The answer of `explain`."""
    players = position.players
    return ExplainAnswer(
        **grounded(position.rules, found.grounds),
        holds=found.holds,
        goal=goal,
        player=players[seat],
        by=names(found.by, players),
        plan=None if found.plan is None else _plan(plan_json(found.plan, players)),
        text=[str(text.said) for text in plan_texts(position, goal, seat, found)],
        mattered=None if found.mattered is None else [Comparison(*map(str, pair)) for pair in found.mattered],
        exchange_loses=_pairs(found.exchange_loses),
        limits=_limits(found),
        stats=stats_view(found.nodes, found.seconds),
    )


def with_certificate(
    answer: ExplainAnswer, file: str, lines: int | None, size: int, reason: str | None
) -> ExplainAnswer:
    """The answer with the certificate that was written into a file, or the reason why none was."""
    if lines is None:
        return replace(answer, certificate=CertificateWritten(file=None, reason=str(reason)))
    return replace(answer, certificate=CertificateWritten(file=file, moves=lines, bytes=size))


def undecided_explain_view(position: Position, goal: Goal, seat: int, found: Explained) -> ExplainAnswer:
    """The answer of `explain` where the search was stopped before it knew who gets their way."""
    return replace(explain_view(position, goal, seat, found), text=[])


def _plan(told: dict[str, Any]) -> dict[str, list[PlanLineView]]:
    return {player: [PlanLineView(**line) for line in lines] for player, lines in told.items()}


def _pairs(pairs: tuple[Pair, ...] | None) -> list[list[str]] | None:
    return None if pairs is None else [[str(one), str(other)] for one, other in pairs]


def _limits(found: Explained) -> LimitsView:
    parts = {"plan": found.plan, "mattered": found.mattered, "exchange_loses": found.exchange_loses}
    missing = [name for name, part in parts.items() if part is None]
    if not missing:
        return COMPLETE
    reason = None if found.stopped is None else str(found.stopped)
    return LimitsView(complete=False, reason=reason, unfinished=missing)
