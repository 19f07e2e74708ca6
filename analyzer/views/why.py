"""A plan as answers write it: lines by player, what mattered, and the same in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from analyzer.certificates.plan import Plan, PlanEventKind
from analyzer.certificates.planfile import plan_json
from analyzer.position.asked import ForcingClaim
from analyzer.position.model import Position
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.reasons import Explained, Reason
from analyzer.views.base import UNSET, CardWord, Meta, Players, UnsetType, View
from analyzer.words.moves import names
from analyzer.words.plans import Seen, plan_texts

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
        Meta(description="Any card of the first group with an allowed one: hR, fool=h, demand, no-demand."),
    ]


PlanView = Annotated[
    dict[str, list[PlanLineView]],
    Meta(description="Lines by player; who is not in it may play anything."),
]


class HigherCard(View, frozen=True):
    """One card that has to beat another."""

    higher: CardWord
    lower: CardWord


By = Annotated[
    Players, Meta(description="Who gets their way: those asked about, or a smallest set that prevents.")
]
PlanOrNot = Annotated[PlanView | None, Meta(description="Null where none was found within the limits.")]
Sentences = Annotated[list[str], Meta(description="The plan and what mattered in sentences.")]
Mattered = Annotated[
    list[HigherCard] | None,
    Meta(description="Comparisons that suffice, none of which can be spared; kings and Pagat not told."),
]
Exchanges = Annotated[
    list[list[CardWord]] | None,
    Meta(description="Pairs whose exchange between the hands loses what is explained."),
]


Worths = Annotated[
    list[CardWord],
    Meta(description="Cards whose points are enough, none of which can be spared; where points decide."),
]


GoalWord = Annotated[str, Meta(description="As it is asked for: ultimo, contract, points>=42.")]


class QuestionView(View, frozen=True, kw_only=True, rename={"player": "for"}):
    """What was asked, where it was one thing."""

    goal: GoalWord | UnsetType = UNSET
    player: Annotated[str, Meta(description="Of whom, or of the leader of his side.")] | UnsetType = UNSET
    by: Annotated[Players, Meta(description="Who plays together for it.")] | UnsetType = UNSET


QuestionAsked = (
    Annotated[QuestionView, Meta(description="What was asked, where it was one thing.")] | UnsetType
)


def question_of_claim(position: Position, claim: ForcingClaim) -> QuestionView:
    """What is asked by a claim that players can force a goal."""
    return QuestionView(
        goal=str(claim.goal),
        player=position.players[claim.seat],
        by=names(claim.by, position.players),
    )


ToCome = (
    Annotated[
        bool, Meta(description="True where points or tricks are those to come, as those before are not told.")
    ]
    | UnsetType
)


class WhyView(View, frozen=True, kw_only=True):
    """Why a goal of a player is forced, or prevented."""

    goal: GoalWord
    player: str
    holds: Annotated[bool, Meta(description="Whether they force it; else they prevent it.")]
    by: By
    plan: PlanOrNot
    text: Sentences
    mattered: Mattered
    exchange_loses: Exchanges
    worths: Worths | UnsetType = UNSET


def why_view(at: Seen, goal: Goal, seat: int, found: Explained) -> WhyView:
    """A plan within another answer."""
    told = told_of(at, goal, seat, found)
    return WhyView(goal=str(goal), player=at.players[seat], holds=bool(found.holds), **told)


def reason_view(reason: Reason | None, players: Sequence[str]) -> WhyView | UnsetType:
    """A plan that another answer brings along; absent where there is none."""
    if reason is None:
        return UNSET
    return why_view(Seen(players, reason.table), reason.goal, reason.seat, reason.found)


def told_of(at: Seen, goal: Goal, seat: int, found: Explained) -> dict[str, Any]:
    """What is told of a plan, by key."""
    loses = found.exchange_loses
    return {
        "by": names(found.winners, at.players),
        "plan": None if found.plan is None else plan_view(found.plan, at.players),
        "text": [str(text.said) for text in plan_texts(at, goal, seat, found)],
        "mattered": None
        if found.mattered is None
        else [HigherCard(*map(str, pair)) for pair in found.mattered],
        "exchange_loses": None if loses is None else [[str(one), str(other)] for one, other in loses],
        "worths": UNSET if found.worths is None else list(map(str, found.worths)),
    }


def plan_view(plan: Plan, players: Sequence[str]) -> dict[str, list[PlanLineView]]:
    """The lines of a plan by player."""
    return {
        player: [PlanLineView(**line) for line in lines] for player, lines in plan_json(plan, players).items()
    }
