"""What a position file of a game of card points may say beside the deal: contract, talon, pools, piles."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from analyzer.position.files.cardlists import CardList, Said, WrittenNumber
from analyzer.yamltree.placed import Shape, Text

Seat = Annotated[Text, Field(description="A player's name.")]
PoolAmount = Annotated[int, Field(ge=0, le=10_000_000, description="What lies in the pool.")]


class TalonShape(Shape):
    """The talon: what was taken of it, and what was left."""

    taken: CardList | None = Field(None, description="The cards that the declarer took.")
    left: CardList | None = Field(
        None, description="The cards that nobody took; where they go to tricks, in the order turned."
    )


class PoolShape(Shape):
    """One pool of those that lie on the table."""

    amount: PoolAmount
    doubled: bool = Field(default=False, description="Whether it was doubled once already.")


class PurchaseShape(Shape):
    """A card asked for and what was given for it."""

    wants: Text = Field(description="The card asked for.")
    from_: Text | None = Field(None, alias="from", description="Who held it; left out where nobody did.")
    gives: Text | None = Field(None, description="The card given for it.")


class PointKeys(Shape):
    """The keys of games with sides, contracts and points."""

    contract: Text | None = Field(None, description="The contract, by its name in the rule set.")
    declarer: Text | None = Field(None, description="Who plays the contract.")
    called: Text | None = Field(None, description="The card that was called; its holder is the partner.")
    partner: Text | None = Field(None, description="The partner, where the cards do not tell who it is.")
    kontra: Said | None = Field(None, description="Who said Kontra.")
    passed: Said | None = Field(None, description="Who passed a contract that was open to him.")
    bids: list[dict[Text, Text]] | None = Field(
        None, description="The auction, bid by bid.", examples=[[{"A": "with-three"}, {"B": "hold"}]]
    )
    purchase: list[PurchaseShape] | None = Field(None, description="What the declarer bought.")
    talon: TalonShape | None = None
    dead: CardList | None = Field(None, description="A hand that was dealt and is not played.")
    pools: list[PoolShape] | None = Field(None, description="The pools that lie on the table.")
    radli: dict[Text, Annotated[WrittenNumber, Field(ge=0, le=100)]] | None = Field(
        None, description="How many radli each player has."
    )
    swept: Text | None = Field(None, description="A player of the side that won every trick so far.")
    trump_led: bool | None = Field(None, description="Whether a trick was led with a trump already.")


class PointPileShape(Shape):
    """What lies in a pile of a game of card points."""

    tricks: Annotated[int, Field(ge=0, le=100)] | None = None
    points: Any = Field(None, description="Card points: a whole number, 41.5, or `8 1/3`.")
    cards: CardList | None = Field(None, description="The cards of the tricks won, all of them.")
    gives: bool | None = Field(None, description="Whether a card of no worth lies there to pay for the Fool.")
    owes: bool | None = Field(None, description="Whether a card is still owed for the Fool.")
