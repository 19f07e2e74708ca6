"""The shape of a session file: the table, and one entry for each hand.

Shape only: what the values mean together is checked in :mod:`analyzer.evenings.files`.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, Literal

from analyzer import yamltree
from analyzer.position.files.cardlists import Said
from analyzer.position.files.handshape import CameKeys, CarriedKeys, ContractKeys, SaidKeys
from analyzer.position.files.shape import Amount, FileShape, Found, Name
from analyzer.yamltree.placed import Field, Shape, Text

SESSION_FORMAT: Final = "tarok-session/1"
MOST_HANDS: Final = 2000


class EveningPotsShape(Shape):
    """The tokens in the two pots."""

    king: Amount
    pagat: Amount


class FinedShape(Shape):
    """An irregularity that was fined in a hand."""

    irregularity: Text = Field(description="Its name in the rule set.", examples=["lead-out-of-turn"])
    by: Name = Field(description="The player who committed it.")
    category: Literal["superficial", "minor", "major", "irrecoverable"] | None = Field(
        None, description="The gravity agreed by the players; by default as in the rule set."
    )
    found: Found | None = None


class PlayedHandShape(ContractKeys, SaidKeys, CameKeys):
    """A hand, described in words or recorded in a file of its own."""

    file: Text | None = Field(None, description="A position file with the full hand, relative to this file.")
    line: Text | None = Field(
        None, description="The line of that file that was played; by default its only one."
    )
    dealer: Name | None = Field(
        None, description="The dealer; after the first hand, by default the next in turn."
    )
    declarations: dict[Text, Said] | None = Field(
        None,
        description="Each player's declarations, in words.",
        examples=[{"Bent": ["11 trumps with pagat"], "Dora": "pass"}],
    )
    announced: dict[Text, Said] | None = Field(
        None, description="The announcements of each player; in Danish Tarok the dealer's tout."
    )
    announce: Said | None = Field(
        None,
        description="The dealer's announcement: tout, with the Fool discarded for it.",
        examples=[["tout"]],
    )
    misdeal: Text | None = Field(
        None, min_length=1, max_length=200,
        description="For a void deal: the player who called it, or the reason. Nothing was played, and "
        "nothing is paid.",
        examples=["Bent", "Petit sec"],
    )  # fmt: skip
    fines: list[FinedShape] | None = Field(
        None, description="The fined irregularities; a hand abandoned for one has no last trick.",
        examples=[[{"irregularity": "lead-out-of-turn", "by": "Bent"}]],
    )  # fmt: skip
    tout: Name | None = Field(None, description="The player who won every trick; null for nobody.")
    nolo: Name | None = Field(None, description="The only player who won no trick; null for nobody.")


class EveningShape(CarriedKeys, FileShape):
    """A session: the players in seating order, and the hands they played."""

    WHOLE_TABLE: ClassVar = True
    SCHEMA: ClassVar = {
        "title": "Tarok evening",
        "json_schema_extra": {
            "examples": [
                {
                    "format": SESSION_FORMAT,
                    "players": ["Anna", "Bent", "Carl", "Dora"],
                    "hands": [
                        {
                            "dealer": "Anna",
                            "during": [{"lost": "hR", "by": "Dora"}],
                            "last_trick": {"winner": "Bent", "with": "dR", "lost": {"Dora": "cR"}},
                            "points": {"Anna": 31, "Dora": 20},
                        }
                    ],
                }
            ]
        },
    }

    format: Literal["tarok-session/1"] = Field(description="The kind of this file, and its version.")
    players: Annotated[list[Name], Field(min_length=2, max_length=6)] = Field(
        description="Everybody at the table, in order of play; the rules decide who sits a hand out."
    )
    pots: EveningPotsShape | None = Field(
        None, description="The pots before the first hand; by default founded now."
    )
    hands: Annotated[list[PlayedHandShape], Field(min_length=1, max_length=MOST_HANDS)] = Field(
        description="The hands in the order they were played."
    )


def session_schema() -> dict[str, Any]:
    """The JSON Schema of a session file."""
    return yamltree.schema.DIALECT | yamltree.schema.schema_of(EveningShape)
