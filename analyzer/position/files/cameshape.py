"""What a file may say a hand came to, without its cards: points, tricks, the last trick, who did what."""

from __future__ import annotations

from typing import Annotated

from analyzer.position.files.cardlists import CardList, Said, WrittenNumber
from analyzer.position.files.handshape import PointsWritten
from analyzer.yamltree.placed import Field, Shape, Text

_SIDE = "a player of the side stands for it"


class LastTrickShape(Shape):
    """The last trick: who won it and which cards that matter were in it, or all its cards."""

    winner: Text | None = Field(None, description="Who won it.")
    with_: CardList | None = Field(
        None, alias="with", description="The card it was won with, where that is a king or the Pagat."
    )
    lost: dict[Text, CardList] | None = Field(
        None,
        description="Kings and the Pagat that did not win it, by who laid them.",
        examples=[{"Dora": ["cR"]}],
    )
    lead: Text | None = Field(None, description="Who led it, where its cards are told.")
    cards: CardList | None = Field(None, description="All its cards, in order from `lead`.")


class EarlierCardShape(Shape):
    """A card that won a trick before the last one, or was lost in it."""

    won: CardList | None = Field(None, description="The card, where it won its trick.")
    lost: CardList | None = Field(None, description="The card, where another won its trick.")
    by: Text = Field(description="Who laid it.")
    to: Text | None = Field(None, description="Who won the trick that it was lost in.")


class TarotKeys(Shape):
    """What players of tarot have their own words for: `trull`, the bonus `pagat`, trumps announced."""

    bouts: Annotated[int, Field(ge=0, le=3)] | None = Field(
        None, description="Tarot: how many of the three bouts the declarer's side has; what `trull` tells."
    )
    petit_au_bout: Text | None = Field(
        None, description=f"Tarot: who won the last trick with the Petit, {_SIDE}; null for nobody."
    )
    poignee: dict[Text, Said] | None = Field(
        None,
        description="Tarot: the handful each player showed: simple, double or triple, or how many trumps.",
        examples=[{"Anna": "simple"}],
    )


class CameKeys(TarotKeys):
    """The keys about what a hand came to in a game of card points."""

    points: dict[Text, PointsWritten] | None = Field(
        None,
        description=f"Card points in all, with cards laid away; `declarer`, or {_SIDE}.",
        examples=[{"declarer": 44}],
    )
    tricks: dict[Text, Annotated[WrittenNumber, Field(ge=0, le=100)]] | None = Field(
        None, description="Tricks of each player, where they matter."
    )
    during: list[EarlierCardShape] | None = Field(
        None, description="Kings and the Pagat in tricks before the last one."
    )
    last_trick: LastTrickShape | None = None
    trull: Annotated[int, Field(ge=0, le=3)] | None = Field(
        None, description="How many cards of the Trull the declarer's side has."
    )
    slam: Text | None = Field(
        None, description=f"Who won every trick, {_SIDE}; true for the declarer's, null for nobody."
    )
    valat: Text | None = Field(
        None, description=f"Who won every trick, {_SIDE}; true for the declarer's, null for nobody."
    )
    nil: Text | None = Field(None, description="Who alone won no trick; null for nobody.")
    all_tricks: Text | None = Field(
        None, alias="all-tricks", description="Who won every trick alone; null for nobody."
    )
    bonuses: list[dict[Text, Text]] | None = Field(
        None,
        description=f"What was achieved, announced or not, and by whom; {_SIDE}.",
        examples=[[{"kings": "Anna"}, {"mond-lost": "Bent"}]],
    )
    mond_lost: Text | None = Field(None, description="Who lost the Mond in a trick.")
    mond_to: Text | None = Field(
        None, description="Who won the trick with the Mond in it; an opponent where left out."
    )
