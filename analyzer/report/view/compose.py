"""The answers of `compose`: problems that were found, and the properties that can be asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from analyzer.position.asked import ForcingClaim
from analyzer.position.files.writing import dumps
from analyzer.position.model import Position
from analyzer.report.view.values import LimitsView
from analyzer.rules.actions import line_words
from analyzer.search.compose.checking import Examination, SameCards
from analyzer.search.compose.compose import Problem
from analyzer.search.compose.want import Want
from analyzer.views.base import UNSET, Meta, UnsetType, View
from analyzer.views.why import QuestionView, WhyView, reason_view


class ProblemView(View, frozen=True):
    """A composed ending, with the card it turns on and the text of its position file."""

    file: str | None
    title: str | None
    teaches: str | None
    key: Annotated[str, Meta(description="The card it turns on.")]
    tries: Annotated[int, Meta(ge=1, description="Endings looked at.")]
    text: Annotated[str, Meta(description="The position file.")]
    plan: Annotated[WhyView, Meta(description="The plan that solves it.")] | UnsetType = UNSET
    lines: Annotated[int, Meta(ge=0, description="Lines of the plan: how hard it is.")] | UnsetType = UNSET


class ComposeAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/compose/1"):
    """Endings with a property."""

    want: Annotated[str, Meta(description="The property.")]
    problems: list[ProblemView]
    limits: LimitsView


class SameCardsView(View, frozen=True):
    """A card, in the words of a line, and those that are the same beside it."""

    card: str
    equals: list[str]


class DualView(View, frozen=True):
    """A place behind the key where several cards do, and others do not."""

    after: Annotated[list[str], Meta(description="What was played before, the key first.")]
    player: str
    cards: list[SameCardsView]


class ExamineAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/examine/1"):
    """Whether a problem is sound, and what a composer would mend in it."""

    question: QuestionView
    wins: Annotated[bool, Meta(description="Whether the mover is to reach the goal; else to prevent it.")]
    sound: Annotated[bool, Meta(description="Whether one card alone does it, and another does not.")]
    keys: list[SameCardsView]
    tries: Annotated[list[SameCardsView], Meta(description="The other cards.")]
    duals: list[DualView]
    spare: Annotated[
        list[list[str]] | None,
        Meta(description="A card of each hand that might be left out; null where that is not tried."),
    ]
    limits: LimitsView


class WantView(View, frozen=True):
    """A property that can be asked for."""

    want: str
    title: str
    text: str


class WantsAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/wants/1"):
    """The properties that can be asked for."""

    wants: list[WantView]


def examine_view(position: Position, claimed: ForcingClaim, found: Examination) -> ExamineAnswer:
    """The answer of `compose --check`."""
    names = position.players
    return ExamineAnswer(
        question=QuestionView(goal=str(claimed.goal), player=names[claimed.seat]),
        wins=found.wins,
        sound=found.sound,
        keys=[_choice(each) for each in found.keys],
        tries=[_choice(each) for each in found.tries],
        duals=[
            DualView(
                line_words(each.after, names),
                names[each.player],
                [_choice(choice) for choice in each.choices],
            )
            for each in found.duals
        ],
        spare=None if found.spare is None else [[str(card) for card in cards] for cards in found.spare],
        limits=LimitsView(
            complete=found.reason is None, reason=UNSET if found.reason is None else str(found.reason)
        ),
    )


def _choice(choice: SameCards) -> SameCardsView:
    return SameCardsView(str(choice.move), [str(card) for card in choice.equals])


def wants_view(wants: Mapping[str, Want]) -> WantsAnswer:
    """The answer of `compose list`."""
    return WantsAnswer(
        wants=[WantView(name, str(want.title), str(want.meaning)) for name, want in wants.items()]
    )


def _lines(problem: Problem) -> int | UnsetType:
    solution = problem.solution
    return UNSET if solution is None or solution.found.plan is None else solution.found.plan.length


def compose_view(
    want: str, problems: Sequence[Problem], files: Sequence[str] | None, reason: str | None
) -> ComposeAnswer:
    """The answer of `compose`."""
    found = [
        ProblemView(
            None if files is None else files[place],
            problem.position.title,
            problem.position.teaches,
            problem.key,
            problem.tries,
            dumps(problem.position),
            reason_view(problem.solution, problem.position.players),
            _lines(problem),
        )
        for place, problem in enumerate(problems)
    ]
    limits = LimitsView(complete=reason is None, reason=UNSET if reason is None else reason)
    return ComposeAnswer(want=want, problems=found, limits=limits)
