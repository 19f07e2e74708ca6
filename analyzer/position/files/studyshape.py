"""The shape of a study file: which deals, what is asked of each, and by what it is counted.

Shape only: what the values mean is checked in :mod:`analyzer.many.study`.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, Literal

from analyzer.position.files.shape import FileShape
from analyzer.yamltree.schema import DIALECT, schema_of
from analyzer.yamltree.shapes import Field, Shape, Text

STUDY_FORMAT: Final = "tarok-study/1"
MOST_DEALS: Final = 10**12
Tricks = Annotated[int, Field(ge=1, le=100, description="Number of tricks left.")]
Trumps = Annotated[int, Field(ge=0, le=100)]


class BetweenShape(Shape):
    """The least and the greatest number of something."""

    least: Trumps = Field(0, description="The least number.")
    most: Trumps = Field(100, description="The greatest number.")


Discard = Literal[
    "random",
    "fewest-points",
    "most-points",
    "lowest",
    "highest",
    "longest-trumps",
    "most-voids",
    "longest-suit",
    "guarded-kings",
    "bare-kings",
]


AskedOf = Literal[
    "forced", "explain", "guarantee", "points", "gain", "naming", "parting", "solve", "decide", "replay"
]


class WhereShape(Shape):
    """Conditions for a deal. A deal that does not meet them is skipped, and a new one is dealt."""

    trumps: dict[Text, BetweenShape] | None = Field(
        None, description="By player, or `leader`: the number of trumps.", examples=[{"leader": {"least": 5}}]
    )
    void: dict[Text, Text] | None = Field(
        None, description="By player, or `leader`: suits not held.", examples=[{"A": "h d"}]
    )
    holds: dict[Text, Text] | None = Field(
        None, description="By player, or `leader`: cards held.", examples=[{"A": "hR fool"}]
    )


class DealsShape(Shape):
    """The deals. Deal k depends only on these keys, the seed and k."""

    by: Literal["uniform", "whole-hands", "files"] = Field(
        "uniform",
        description="uniform: random cards of the deck, the other cards are unused. whole-hands: dealt as at "
        "the table, after the dealer's discard; with `tricks`, hands of that size. files: the positions of "
        "a folder, in order of their names.",
    )
    tricks: Tricks | list[Tricks] | None = Field(
        None, description="Number of tricks left; several numbers are used in turn."
    )
    seed: int = Field(0, description="Any number; another number gives other deals.")
    count: Annotated[int, Field(ge=1, le=MOST_DEALS)] | None = Field(
        None, description="Number of deals; for files, by default all of them."
    )
    discard: Discard = Field(
        "random",
        description="For whole hands: the rule for the dealer's choice among the legal discards. One rule "
        "makes each equally likely. Others choose the discard with fewest or most card points, or with the "
        "lowest or highest cards. Others choose the discard that leaves most trumps, most plain suits "
        "without a card, or the longest suit. The last two keep most or fewest cards in the suits of the "
        "dealer's kings. Of equally good ones, the first is taken.",
    )
    contract: Text | None = Field(
        None,
        description="For whole hands in a game with contracts: the contract of the first player. That player "
        "has taken the first cards of the talon and discarded as `discard` says. With a partner, the "
        "player has also called the king of the suit of which they hold most cards, among the kings held by "
        "others. The leader is random.",
    )
    where: WhereShape | None = None
    folder: Text | None = Field(
        None, alias="from", description="The folder of the files, relative to this file."
    )


class AskShape(Shape):
    """A question; its name is its key in `ask`."""

    of: AskedOf | None = Field(
        None,
        description="The quantity; by default the name of the question. `parting` says which of three sets "
        "of cards have no card in common: the proper ones, those of an equilibrium and the guaranteed ones. "
        "`gain` is how much more the player to move is guaranteed with a card than with the best other "
        "card. `naming` is the difference between the best and the worst suit to name for it. `explain` is "
        "yes or no with the number of lines in the plan, as `yes-1` or `no-3` (`no-none` if no plan was "
        "found).",
    )
    goal: Text | None = Field(
        None, description="For `forced` and `explain`: the goal; by default the first of the game."
    )
    for_: Text | None = Field(
        None,
        alias="for",
        description="A player, `leader`, `each` for every player, or `any` for one of them.",
    )
    by: Text | None = Field(
        None,
        description="For `forced` and `explain`: the players who play together: `alone`, `nobody`, `others`,"
        " `two`, or players A,B.",
    )
    take: Text | None = Field(
        None,
        description="For `solve`, `decide` and `replay`: a value of the answer, as its keys separated by "
        "dots.",
        examples=["goals.A.ultimo.status", "advice.expected"],
    )
    card: Text | None = Field(None, description="For `gain` and `naming`: the card; by default the Fool.")
    fool_demand: bool | None = Field(
        None, description="True if the Fool may be demanded; by default as in the deal."
    )
    discard: Literal[Discard, "best"] | None = Field(
        None,
        description="For `forced` with whole hands: the dealer's discard, in place of the deal's. With best,"
        " the question is whether the goal is forced after one of all legal discards.",
    )


class LimitsShape(Shape):
    """Limits for the search of one question."""

    nodes: Annotated[int, Field(ge=0)] | None = Field(
        None, description="Number of positions for a question; no limit by default."
    )
    table_mb: Annotated[int, Field(ge=1)] = Field(
        256, description="Memory for the table of a question, in MB."
    )


class StudyShape(FileShape):
    """A study that gives everybody the same figures."""

    SCHEMA: ClassVar = {
        "title": "Tarok study",
        "json_schema_extra": {
            "examples": [
                {
                    "format": STUDY_FORMAT,
                    "title": "How often is the Ultimo forced",
                    "ruleset": "danish",
                    "deals": {"tricks": 12, "by": "uniform", "seed": 1, "count": 100000},
                    "ask": {"forced": {"goal": "ultimo", "for": "each"}, "worth": {"of": "guarantee"}},
                    "limits": {"nodes": 1000000},
                    "group_by": ["tricks", "trumps_of_leader"],
                }
            ]
        },
    }

    format: Literal["tarok-study/1"] = Field(description="The kind of this file, and its version.")
    deals: DealsShape
    ask: dict[Text, AskShape]
    limits: LimitsShape | None = None
    group_by: list[Text] | None = Field(
        None,
        description="Facts of the deal by which results are grouped; an unknown fact produces a list of all.",
    )


def study_schema() -> dict[str, Any]:
    """The JSON Schema of a study file."""
    return DIALECT | schema_of(StudyShape)
