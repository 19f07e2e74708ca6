"""What a file of a game of card points may say beside the deal: contract, talon, pools, piles.

And of a hand without its cards: points, tricks, the last trick, who did what.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from analyzer.cards.notation import shown
from analyzer.frozenrecord import Record
from analyzer.messages import Verbatim, say
from analyzer.position.files.cardlists import CardList, Said, SpokenAnswer, WrittenNumber
from analyzer.rules.score.goals import read_points
from analyzer.yamltree.node import Node
from analyzer.yamltree.shapes import Converted, Field, Notes, Shape, Text

PoolAmount = Annotated[int, Field(ge=0, le=10_000_000, description="The amount in the pool.")]
UNKNOWN = "unknown"
"""What is written for card points that nobody knows."""


class PointsWritten(Converted, Record, frozen=True):
    """Card points in a file; None where they could not be read, or are told to be unknown."""

    shape = Annotated[
        Text,
        Field(
            json_schema_extra={"type": ["number", "string"]},
            description="Card points: a whole number, 41.5, or `8 1/3`.",
        ),
    ]

    value: Fraction | None
    unknown: bool = False

    @classmethod
    def from_value(cls, told: Text | None, node: Node, notes: Notes) -> PointsWritten:
        """The points that a text tells; what is none is a fault."""
        if told is None:
            return cls(None)
        if told.strip().lower() == UNKNOWN:
            return cls(None, unknown=True)
        value = read_points(told)
        if value is None:
            message = say("{word} is not a number of card points", word=Verbatim(shown(told)))
            notes.fault(node.where, message, say("expected a number such as 41, 41.5 or 8 1/3"))
        return cls(value)


class TalonShape(Shape):
    """The talon: the cards taken from it, and the cards left."""

    taken: CardList | None = Field(None, description="The cards that the declarer took.")
    left: CardList | None = Field(
        None, description="The cards that nobody took; if they go to tricks, in the order turned."
    )


class PoolShape(Shape):
    """A pool on the table."""

    amount: PoolAmount
    doubled: bool = Field(default=False, description="True if it was already doubled once.")


class PurchaseShape(Shape):
    """A requested card, and the card given for it."""

    wants: CardList = Field(description="The card asked for.")
    from_: Text | None = Field(
        None, alias="from", description="The player who held it; left out if nobody did."
    )
    gives: CardList | None = Field(None, description="The card given in exchange.")


class ContractKeys(Shape):
    """The contract of a hand, its declarer and the declarer's partner."""

    contract: Text | None = Field(None, description="The contract, by its name in the rule set.")
    declarer: Text | None = Field(None, description="The player of the contract.")
    called: CardList | None = Field(None, description="The card that was called; its holder is the partner.")
    partner: Text | None = Field(
        None,
        description="The partner, if the cards do not show who it is; the declarer, if there is no partner.",
    )


class SaidKeys(Shape):
    """Statements and purchases before the play, and cards held."""

    kontra: Said | None = Field(None, description="The players who said Kontra.")
    passed: Said | None = Field(None, description="The player who passed although a contract was open.")
    held: dict[Text, Said] | None = Field(
        None,
        description="The cards of each player's hand, at the start of play, that score by themselves.",
        examples=[{"Bent": ["four-kings", "trull"]}],
    )
    bids: list[dict[Text, Text]] | None = Field(
        None, description="The auction, bid by bid.", examples=[[{"A": "with-three"}, {"B": "hold"}]]
    )
    purchase: list[PurchaseShape] | None = Field(None, description="The cards that the declarer bought.")


class TalonKeys(Shape):
    """Cards that were dealt to nobody."""

    talon: TalonShape | None = None
    dead: CardList | None = Field(None, description="A hand that was dealt but is not played.")


class CarriedKeys(Shape):
    """Amounts carried over from hand to hand."""

    pools: list[PoolShape] | None = Field(None, description="The pools on the table.")
    radli: dict[Text, Annotated[WrittenNumber, Field(ge=0, le=100)]] | None = Field(
        None, description="Each player's number of radli."
    )


class CourseKeys(Shape):
    """Effects of earlier tricks on the later ones."""

    swept: Text | None = Field(None, description="A player of the side that won every trick so far.")
    trump_led: bool | None = Field(None, description="True if a trick was already led with a trump.")


class HandKeys(CourseKeys, CarriedKeys, TalonKeys, SaidKeys, ContractKeys):
    """The keys of games with sides, contracts and points."""

    mond_lost: Text | None = Field(None, description="The player who lost the Mond in an earlier trick.")


_OfTheTrull = Annotated[int, Field(ge=0, le=3)] | None


class PileShape(Shape):
    """A player's pile: its size, or the cards of its tricks."""

    tricks: Annotated[int, Field(ge=0, le=100, description="Number of tricks won.")] | None = None
    points: PointsWritten | None = Field(
        None, description="Card points in the pile, with those of its tricks and of its discard."
    )
    cards: CardList | None = Field(
        None, description="All cards of the tricks won; discarded cards are in `discard`."
    )
    trull: _OfTheTrull = Field(
        None, description="The number of Trull cards in it, if the cards are not known."
    )
    bouts: _OfTheTrull = Field(
        None, description="Tarot: the number of oudlers, of three; the same as `trull`."
    )
    gives: bool | None = Field(
        None, description="True if the pile has a card without points to pay for the Fool."
    )
    owes: SpokenAnswer | None = Field(
        None,
        description="True if a card is still owed for the Fool, or the name of the player who is owed it.",
        examples=[True, "B"],
    )


class BonusShape(Shape):
    """An expected bonus: the player who achieved or announced it, and its value."""

    by: Text | None = Field(None, description="The player who achieved or announced it.")
    value: int | None = Field(None, description="The value of the bonus.")


class LastTrickShape(Shape):
    """The last trick: its winner, and either the cards that matter or all its cards."""

    winner: Text | None = Field(None, description="The winner of the trick.")
    with_: CardList | None = Field(
        None, alias="with", description="The card that won it, if it is a king or the Pagat."
    )
    lost: dict[Text, CardList] | None = Field(
        None,
        description="Kings and the Pagat that did not win the trick, by the player of the card.",
        examples=[{"Dora": ["cR"]}],
    )
    lead: Text | None = Field(None, description="The leader of the trick, if its cards are given.")
    cards: CardList | None = Field(None, description="All its cards, in order from `lead`.")


class EarlierCardShape(Shape):
    """A card that won a trick before the last one, or that was lost in it."""

    won: CardList | None = Field(None, description="The card, if it won its trick.")
    lost: CardList | None = Field(None, description="The card, if another card won its trick.")
    by: Text = Field(description="The player of the card.")
    to: Text | None = Field(None, description="The winner of the trick in which it was lost.")


class TarotKeys(Shape):
    """Keys for which tarot players have terms of their own: `trull`, the bonus `pagat`, trumps announced."""

    bouts: _OfTheTrull = Field(
        None, description="Tarot: the number of oudlers, of three, on the taker's side; the same as `trull`."
    )
    petit_au_bout: Text | None = Field(
        None,
        description="Tarot: the player, or side, that won the last trick with the Petit; null for nobody.",
    )
    poignee: dict[Text, Said] | None = Field(
        None,
        description="Tarot: the handful each player showed: simple, double or triple, or how many trumps.",
        examples=[{"Anna": "simple"}],
    )


class ResultKeys(TarotKeys):
    """The keys for the result of a hand in a game of card points."""

    points: dict[Text, PointsWritten] | None = Field(
        None,
        description="All card points, discard included, by side: `declarer`, or a player of the side.",
        examples=[{"declarer": 44}],
    )
    tricks: dict[Text, Annotated[WrittenNumber, Field(ge=0, le=100)]] | None = Field(
        None, description="Each player's number of tricks, if it matters."
    )
    during: list[EarlierCardShape] | None = Field(
        None, description="Kings and the Pagat in tricks before the last one."
    )
    last_trick: LastTrickShape | None = None
    trull: Annotated[int, Field(ge=0, le=3)] | None = Field(
        None, description="The number of Trull cards that the declarer's side has."
    )
    slam: Text | None = Field(
        None,
        description="A player of the side that won every trick; true for the declarer's, null for nobody.",
    )
    valat: Text | None = Field(
        None,
        description="A player of the side that won every trick; true for the declarer's, null for nobody.",
    )
    nil: Text | None = Field(None, description="The only player who won no trick; null for nobody.")
    all_tricks: Text | None = Field(
        None, alias="all-tricks", description="The player who won every trick alone; null for nobody."
    )
    bonuses: list[dict[Text, Text]] | None = Field(
        None,
        description="The bonuses made, announced or not, and by which side (any player of it).",
        examples=[[{"kings": "Anna"}, {"mond-lost": "Bent"}]],
    )
    mond_lost: Text | None = Field(None, description="The player who lost the Mond in a trick.")
    mond_to: Text | None = Field(
        None, description="The winner of the trick with the Mond. [default: an opponent]"
    )
