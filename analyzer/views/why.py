"""A plan as answers write it, and what an answer over every deal tells of the deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from analyzer.certificates.plan import Plan, PlanEventKind, plan_json
from analyzer.position.model import Position
from analyzer.position.question import ForcingClaim
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.reasons import Explained, Reason
from analyzer.views.base import (
    MOST_EXAMPLES,
    UNSET,
    CardWord,
    HandsView,
    Meta,
    Players,
    UnsetType,
    View,
    words,
)
from analyzer.words.plans import Seen, plan_texts
from analyzer.words.verdicts import names

if TYPE_CHECKING:
    from analyzer.knowledge.fitting import Fitting
    from analyzer.search.worlds.everydeal import InEveryDeal


# What an answer over every deal that fits tells of the deals, as JSON.


class DealExamples(View, frozen=True):
    """Some of the deals with each answer."""

    yes: list[HandsView]
    no: list[HandsView]


class WorldsView(View, frozen=True, kw_only=True):
    """The number of deals in which the goal holds, and the cards that decide it."""

    count: Annotated[int, Meta(ge=0, description="Number of deals asked about, answered or not.")]
    exact: Annotated[
        bool, Meta(description="True if these are all the deals that fit; false if they are a random sample.")
    ]
    fit: Annotated[int | None, Meta(description="Number of deals that fit; null if unknown.")]
    holds: Annotated[int, Meta(ge=0, description="Number of deals in which the goal holds.")]
    answered: Annotated[int, Meta(ge=0, description="Number of deals answered within the limits.")]
    examples: DealExamples
    turns_on: Annotated[
        list[CardWord],
        Meta(
            description="A smallest set of unknown cards whose location decides the answer; empty if "
            "there is no small set."
        ),
    ]


class DealsView(View, frozen=True, kw_only=True):
    """The deals that an answer covers."""

    count: Annotated[int, Meta(ge=0, description="Number of deals asked about, answered or not.")]
    exact: Annotated[
        bool, Meta(description="True if these are all the deals that fit; false if they are a random sample.")
    ]
    fit: Annotated[int | None, Meta(description="Number of deals that fit; null if unknown.")]


Worlds = (
    Annotated[WorldsView, Meta(description="Results over all deals that fit the known facts.")] | UnsetType
)
OverDeals = (
    Annotated[DealsView, Meta(description="Results over all deals that fit the known facts.")] | UnsetType
)
OnePlan = (
    Annotated[
        bool | None,
        Meta(
            description="True if one plan, for one player who sees only their own cards, works in every "
            "deal. Null if this was not determined."
        ),
    ]
    | UnsetType
)


def deals_asked(fits: Fitting) -> DealsView:
    """The deals that an answer is over."""
    return DealsView(count=len(fits.deals), exact=fits.exact, fit=fits.fit)


def worlds_view(found: InEveryDeal) -> WorldsView:
    """The deals of an answer, counted, with examples."""
    yes, no = (
        [hands_view(deal) for deal in found.deals_with(answer)][:MOST_EXAMPLES] for answer in (True, False)
    )
    return WorldsView(
        count=len(found.deals),
        exact=found.exact,
        fit=found.fit,
        holds=found.number,
        answered=len(found.answers),
        examples=DealExamples(yes, no),
        turns_on=[str(card) for card in found.turns_on],
    )


def hands_view(deal: Position) -> dict[str, list[CardWord]]:
    """The hands of a deal by player."""
    return {player: words(hand) for player, hand in zip(deal.players, deal.hands, strict=True)}


# A plan as answers write it: lines by player, what mattered, and the same in sentences.


PlanEventView = Annotated[
    dict[str, Any],
    Meta(
        description="`event`, and `who`, `suit`, `card` or `tricks`. With `not`, the event must not hold.",
        extra_json_schema={
            "required": ["event"],
            "properties": {"event": {"enum": [kind.value for kind in PlanEventKind]}},
        },
    ),
]


class PlanLineView(View, frozen=True):
    """A line of a plan: it applies if all its events hold and one of its cards is allowed."""

    when: list[PlanEventView]
    first: Annotated[
        list[list[str]],
        Meta(
            description="Groups of cards: play any card of the first group with an allowed card. "
            "Examples: hR, fool=h, demand, no-demand."
        ),
    ]


PlanView = Annotated[
    dict[str, list[PlanLineView]],
    Meta(description="Lines of the plan by player. A player without lines may play anything."),
]


class HigherCard(View, frozen=True):
    """A card that has to beat another card."""

    higher: CardWord
    lower: CardWord


By = Annotated[
    Players,
    Meta(
        description="The players who succeed: those in the question, or a smallest set that prevents the "
        "goal."
    ),
]
PlanOrNot = Annotated[
    PlanView | None, Meta(description="The plan; null if none was found within the limits.")
]
Sentences = Annotated[list[str], Meta(description="The plan, and the cards that mattered, in sentences.")]
Mattered = Annotated[
    list[HigherCard] | None,
    Meta(
        description="A sufficient set of comparisons, none of which can be left out. Kings and the Pagat "
        "are not listed."
    ),
]
Exchanges = Annotated[
    list[list[CardWord]] | None,
    Meta(description="Pairs of `mattered` whose exchange between the hands destroys the explained result."),
]


Worths = Annotated[
    list[CardWord],
    Meta(description="Cards whose points are enough, none of which can be left out. Given if points decide."),
]


GoalWord = Annotated[
    str, Meta(description="The goal as written in a question: ultimo, contract, points>=42.")
]


class QuestionView(View, frozen=True, kw_only=True, rename={"player": "for"}):
    """The question, if there was a single one."""

    goal: GoalWord | UnsetType = UNSET
    player: (
        Annotated[str, Meta(description="The player whose goal it is, or the leader of that player's side.")]
        | UnsetType
    ) = UNSET
    by: Annotated[Players, Meta(description="The players who play together for the goal.")] | UnsetType = (
        UNSET
    )


QuestionAsked = (
    Annotated[QuestionView, Meta(description="The question, if there was a single one.")] | UnsetType
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
        bool,
        Meta(
            description="True if points or tricks count only those still to come, because earlier ones "
            "are unknown."
        ),
    ]
    | UnsetType
)


class WhyView(View, frozen=True, kw_only=True):
    """The reason that a player's goal is forced or prevented."""

    goal: GoalWord
    player: str
    holds: Annotated[
        bool, Meta(description="True if the players of `by` force the goal; false if they prevent it.")
    ]
    by: By
    plan: PlanOrNot
    text: Sentences
    mattered: Mattered
    exchange_loses: Exchanges
    worths: Worths | UnsetType = UNSET


def why_view(at: Seen, goal: Goal, seat: int, found: Explained) -> WhyView:
    """A plan within another answer."""
    told = plan_fields(at, goal, seat, found)
    return WhyView(goal=str(goal), player=at.players[seat], holds=bool(found.holds), **told)


def reason_view(reason: Reason | None, players: Sequence[str]) -> WhyView | UnsetType:
    """A plan that another answer brings along; absent where there is none."""
    if reason is None:
        return UNSET
    return why_view(Seen(players, reason.table), reason.goal, reason.seat, reason.found)


def plan_fields(at: Seen, goal: Goal, seat: int, found: Explained) -> dict[str, Any]:
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
