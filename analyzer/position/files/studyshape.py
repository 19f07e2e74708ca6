"""The shape of a study file: which deals, what is asked of each, and by what it is counted.

Shape only: what the values mean is checked in :mod:`analyzer.studies.files`.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, Literal

from analyzer.position.files.shape import FileShape
from analyzer.yamltree.placed import Field, Shape, Text
from analyzer.yamltree.schema import DIALECT, schema_of

STUDY_FORMAT: Final = "tarok-study/1"
MOST_DEALS: Final = 10**12
Tricks = Annotated[int, Field(ge=1, le=100, description="Tricks to go.")]
Trumps = Annotated[int, Field(ge=0, le=100)]


class BetweenShape(Shape):
    """How many of something there must be."""

    least: Trumps = Field(0, description="The fewest.")
    most: Trumps = Field(100, description="The most.")


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
    """What a deal must be like to be taken; others are passed over, and dealt anew."""

    trumps: dict[Text, BetweenShape] | None = Field(
        None, description="By player, or `leader`, how many trumps.", examples=[{"leader": {"least": 5}}]
    )
    void: dict[Text, Text] | None = Field(
        None, description="By player, or `leader`, suits not held.", examples=[{"A": "h d"}]
    )
    holds: dict[Text, Text] | None = Field(
        None, description="By player, or `leader`, cards held.", examples=[{"A": "hR fool"}]
    )


class DealsShape(Shape):
    """Which deals: deal k depends on these words, the seed and k alone."""

    by: Literal["uniform", "whole-hands", "files"] = Field(
        "uniform",
        description="uniform: cards of the deck at random, the others lie aside; whole-hands: dealt as at "
        "the table, the dealer has laid away (with `tricks` hands so small); files: the positions of a "
        "folder, in order of their names.",
    )
    tricks: Tricks | list[Tricks] | None = Field(
        None, description="Tricks to go; of several numbers in turn."
    )
    seed: int = Field(0, description="Any number: another one is other deals.")
    count: Annotated[int, Field(ge=1, le=MOST_DEALS)] | None = Field(
        None, description="How many deals; of files all of them where left out."
    )
    discard: Discard = Field(
        "random",
        description="Of whole hands, which of the legal discards the dealer lays away: each as likely, or "
        "the one with fewest or most card points, of the lowest or highest cards, that leaves most trumps, "
        "most plain suits without a card, the longest suit, most or fewest cards beside his kings (the "
        "first of several).",
    )
    contract: Text | None = Field(
        None,
        description="Of whole hands of a game with contracts, what the first player plays: he has taken the "
        "first cards of the talon, has laid cards away by `discard` and has called, where he has a partner, "
        "the king that another holds of the suit of which he has most cards. Who leads is left to chance.",
    )
    where: WhereShape | None = None
    folder: Text | None = Field(None, alias="from", description="The folder of the files, seen from here.")


class AskShape(Shape):
    """One question; its name is the key it stands under."""

    of: AskedOf | None = Field(
        None,
        description="What is asked; where left out it is the name. `parting` is which of the proper cards, "
        "those of an equilibrium and the sure ones have no card in common; `gain` how much more the player "
        "to move is sure of with a card than with the best other one; `naming` what lies between the best "
        "and the worst suit to name for it; `explain` yes or no and the lines of the plan for it, as `yes-1` "
        "or `no-3` (`no-none` where no plan was found).",
    )
    goal: Text | None = Field(
        None, description="Of `forced`, `explain`, the goal; the first that the game has."
    )
    for_: Text | None = Field(
        None,
        alias="for",
        description="A player, `leader`, `each` for every player, or `any` for one of them.",
    )
    by: Text | None = Field(
        None,
        description="Of `forced`, `explain`, who plays together: `alone`, `nobody`, `others`, `two`, or "
        "players A,B.",
    )
    take: Text | None = Field(
        None,
        description="Of `solve`, `decide`, `replay`, which value of the answer: its keys with dots between.",
        examples=["goals.A.ultimo.status", "advice.expected"],
    )
    card: Text | None = Field(None, description="Of `gain` and `naming`, the card; the Fool.")
    fool_demand: bool | None = Field(None, description="Whether the Fool may be demanded; as the deal says.")
    discard: Literal[Discard, "best"] | None = Field(
        None,
        description="Of `forced` and whole hands, which discard the dealer lays away in place of that of the "
        "deal; best: whether it is forced after one of all that are legal.",
    )


class LimitsShape(Shape):
    """What the search of one question may use."""

    nodes: Annotated[int, Field(ge=0)] | None = Field(
        None, description="How many positions a question may take; no limit where left out."
    )
    table_mb: Annotated[int, Field(ge=1)] = Field(
        256, description="How much memory the table of a question may take."
    )


class StudyShape(FileShape):
    """A study, from which anybody gets the same figures."""

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

    format: Literal["tarok-study/1"] = Field(description="What this file is, and its version.")
    deals: DealsShape
    ask: dict[Text, AskShape]
    limits: LimitsShape | None = None
    group_by: list[Text] | None = Field(
        None, description="Facts of the deal by which it is counted; a wrong one lists them."
    )


def study_schema() -> dict[str, Any]:
    """The JSON Schema of a study file."""
    return DIALECT | schema_of(StudyShape)
