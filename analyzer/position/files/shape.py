"""The shape of a position file: its keys, what each may hold, and what each is for.

Shape only: what the values mean together is checked in :mod:`analyzer.position.files.positions`. The JSON
Schema that editors use is made from these models.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal

from analyzer.position.files.cardlists import CardList, HandCards, Said, SpokenAnswer, Words, WrittenNumber
from analyzer.position.files.handshape import BonusShape, HandKeys, PileShape, PointsWritten, PoolShape
from analyzer.yamltree.shapes import Field, Shape, Text

FORMAT: Final = "tarok-position/2"
FIRST_FORMAT: Final = "tarok-position/1"
"""The first version, of games with pots alone: the same shape, of which it needs fewer keys."""

MOST: Final = 2000
"""Lines, or worlds, of a file: each of them is read as a position is."""
PlayerName = Annotated[Text, Field(min_length=1, max_length=80, description="A player's name.")]
Amount = Annotated[int, Field(ge=0, le=10_000_000, description="Tokens.")]
Tokens = Annotated[int, Field(description="Tokens gained; negative if lost.")]
Variant = Annotated[
    dict[str, Text],
    Field(
        description="Readings of the rule set's options, by option; `tarok-analyze rules` lists them.",
        examples=[{"fool-in-skat": "never"}],
    ),
]
Change = Annotated[WrittenNumber, Field(description="Tokens gained; negative if lost.")]

Found = Annotated[
    Literal["before-declarations", "before-lead", "during-play", "after-payments"],
    Field(
        description="The moment of discovery: before the declarations of the player after the dealer, before "
        "the opening lead, after it, or after all payments."
    ),
]


class FileShape(Shape):
    """The common keys of all files about a game."""

    WHOLE_TABLE: ClassVar = False
    """Whether the players are everybody at the table, one who sits out among them."""

    format: str = Field(description="The kind of this file, and its version.")
    title: Text | None = Field(None, description="A name for it.")
    source: Text | None = Field(None, description="Its origin.")
    teaches: Text | None = Field(None, description="Its lesson.")
    ruleset: Text | None = Field(
        None,
        description="A shipped rule set, or the path of one; by default danish.",
    )
    variant: Variant | None = None
    players: list[PlayerName] | None = Field(
        None, description="The players in order of play; by default A, B, C."
    )
    sitting_out: PlayerName | None = Field(None, description="An additional player, who sits this hand out.")


class PotsShape(Shape):
    """The tokens in the two pots."""

    king: Amount = 60
    pagat: Amount = 60


class WorldShape(Shape):
    """A deal that the player to move cannot distinguish from the others."""

    name: PlayerName | None = Field(None, description="Its name. [default: world 1, world 2 ...]")
    weight: int = Field(
        1, ge=1, le=1_000_000_000, description="The weight of this deal among the others, a whole number."
    )
    hands: dict[Text, HandCards] = Field(description="The hands that differ; the others stay the same.")


class UnseenShape(Shape):
    """Cards whose places one player does not know. Every deal of them that fits is possible."""

    hidden_from: PlayerName = Field(description="The player who does not see these cards.")
    sizes: dict[Text, Annotated[WrittenNumber, Field(ge=0, le=100)]] = Field(
        description="The number of these cards that each player holds; `skat` for the skat.",
        examples=[{"A": 2, "C": 2}],
    )
    cards: CardList = Field(description="All unseen cards.")
    void: dict[Text, Said] | None = Field(
        None,
        description="Suits in which a player has shown to be void.",
        examples=[{"C": ["h"]}],
    )
    skat: CardList | None = Field(None, description="The cards among these that are known to be in the skat.")
    played: dict[Text, CardList] | None = Field(
        None, description="The cards a player has played to earlier tricks; declarations include them."
    )
    declared: dict[Text, Said] | None = Field(
        None,
        description="A player's declarations, all of them, or pass. A player who is left out was not heard.",
        examples=[{"A": ["11 trumps with pagat"], "C": "pass"}],
    )
    discarded_trumps: SpokenAnswer | dict[Text, SpokenAnswer] | None = Field(
        None,
        description="The dealer's answer about trumps in the skat: yes, no, or a number.",
        examples=["no", {"C": 2}],
    )


class PotChangesShape(Shape):
    """The change of each pot; negative if it shrank."""

    king: Tokens | None = None
    pagat: Tokens | None = None


class ExpectShape(Shape):
    """The expected result of a line. A missing key is not checked."""

    ultimo: Text | None = Field(None, description="The winner of the Ultimo; null for nobody.")
    king_ultimo: Text | None = Field(None, description="The player who wins it with a king; null for nobody.")
    pagat_ultimo: Text | None = Field(
        None, description="The player who wins it with the Pagat; null for nobody."
    )
    last_trick: Text | None = Field(None, description="The winner of the last trick, with any card.")
    tout: Text | None = Field(None, description="The player who makes Tout; null for nobody.")
    nolo: Text | None = Field(None, description="The player who makes Nolo; null for nobody.")
    bagud: Said | None = Field(None, description="The players who go Bagud; [] for nobody.")
    tokens: dict[Text, Change] | None = Field(
        None, description="Tokens of each player, from the position on."
    )
    pots: PotChangesShape | None = Field(None, description="The change of the pots.")
    points: dict[Text, PointsWritten] | None = Field(
        None, description="Card points of each player, or of the player's side, at the end."
    )
    tricks: dict[Text, WrittenNumber] | None = Field(None, description="Tricks of each player at the end.")
    contract: Text | None = Field(None, description="made, failed or drawn; null if unsettled.")
    margin: PointsWritten | None = Field(None, description="The points beyond those needed.")
    target: PointsWritten | None = Field(None, description="The points needed.")
    slam: Text | None = Field(None, description="The player who makes a slam; null for nobody.")
    nil: Text | None = Field(None, description="The player who wins no trick; null for nobody.")
    valat: Text | None = Field(
        None, description="A player of the side that wins every trick; null for nobody."
    )
    partner: Text | None = Field(None, description="The declarer's partner; null for nobody.")
    sheet: dict[Text, WrittenNumber] | None = Field(None, description="Score-sheet amounts of each player.")
    radli: dict[Text, WrittenNumber] | None = Field(None, description="The radli of each player at the end.")
    pools: list[PoolShape] | None = Field(None, description="The pools at the end.")
    bonuses: dict[Text, BonusShape] | None = Field(None, description="All bonuses, by name.")
    clauses: list[Text] | None = Field(
        None,
        description="The clauses broken by cards or statements, except for an illegal card; [] for none.",
    )


class PlayedShape(Shape):
    """The result of some play, and the reaction of the players to it."""

    expect: ExpectShape | None = None
    found: Text | dict[Text, Text] | None = Field(
        None,
        description=(
            "The moment when a breach was found: at-once, before-lead, during-play or after-payments. One "
            "word for all, or by the moment of a breach (12.2, or deal). At once by default."
        ),
        examples=["after-payments", {"12.2": "at-once"}],
    )
    agreed: dict[Text, Text] | None = Field(
        None,
        description="By the moment of a breach, the class that the players agreed on: corrected or "
        "irrecoverable.",
        examples=[{"12.2": "irrecoverable"}],
    )
    counted: dict[Text, PointsWritten] | None = Field(
        None, description="The card points counted at the end by a player, or the player's side."
    )
    paid: dict[Text, Change] | None = Field(
        None,
        description="The final result of a player, as the table paid it or as written on the score sheet.",
    )


class VariationShape(PlayedShape):
    """A variation of a line from some moment on, and its expected result."""

    name: PlayerName | None = Field(
        None, description="Its name; by default the line's name and its number, line 1.1 ..."
    )
    at: Text = Field(
        description="The card of the line that the variation replaces first: trick and card, 20.2; 20 is "
        "20.1.",
        examples=["20.2"],
    )
    play: Words = Field(description="The cards played from there on.", examples=["h9 c3"])
    variations: list[VariationShape] | None = None


class LineShape(PlayedShape):
    """A line to be replayed from the position, and its expected result."""

    name: PlayerName | None = Field(None, description="Its name; by default line 1, line 2 ...")
    lead: PlayerName | None = Field(
        None, description="The player who leads, if it differs from the position's `lead`."
    )
    play: Words = Field(
        description=(
            "Cards in order; also demand, demand[C] (C demands the Fool), fool=h (the Fool is led and hearts "
            "named). Also claim[B]=c (B claims the right to name, and names clubs) and void[B] (B says "
            "they are void). Empty if a contract is thrown in."
        ),
        examples=["hR T7 c2 dR d9 c7", "fool=h void[B] claim[C]=s"],
    )
    variations: list[VariationShape] | None = Field(
        None, description="Alternative play, each variation from a moment of the line on."
    )


class WrittenTrickShape(Shape):
    """A trick as it was written down."""

    lead: PlayerName | None = Field(
        None, description="The leader of the trick; by default the winner of the previous one."
    )
    cards: Words = Field(
        description="Its cards in the order played, ? for an unknown card; also statements, as in a line.",
        examples=["hR T7 c2"],
    )


class DealShape(FileShape):
    """A deal in progress, or a full hand: the common keys of all position formats."""

    title: Text | None = Field(None, description="A name for the position.")
    source: Text | None = Field(None, description="The origin of the position.")
    stipulation: Text | None = Field(
        None,
        description="The question for a solver, if the cards do not state it.",
        examples=["B leads. Who keeps the pots?"],
    )
    teaches: Text | None = Field(None, description="The lesson of the position.")
    sitting_out: PlayerName | None = Field(
        None, description="A fourth player at the table, who sits this hand out and pays only foundations."
    )
    hands: dict[Text, HandCards] = Field(
        default_factory=dict,
        description=(
            "Each player's cards, as one text or as a list; without the cards in `trick`. Hands that follow "
            "from `tricks` may be left out."
        ),
    )
    tricks: list[Text | WrittenTrickShape] | None = Field(
        None,
        description="The whole play, trick by trick: the line `played`. Hands and skat follow from it.",
        examples=[["hR T7 c2", {"lead": "A", "cards": "dR d9 c7"}]],
    )
    lead: PlayerName | None = Field(
        None, description="The player who leads this trick. [default in a whole hand: forehand]"
    )
    trick: Words | None = Field(None, description="Cards already on the table, in order from `lead`.")
    dealer: PlayerName | None = Field(None, description="The dealer.")
    skat: CardList | None = Field(
        None,
        description=(
            "The dealer's discard. With full hands the file is a whole hand, from the deal on. "
            "With smaller hands it is only known what is in the skat, and `lead` says who "
            "leads."
        ),
    )
    pots: PotsShape | None = Field(None, description="The amounts in the pots. [default: 60 and 60]")
    fool_demand: bool | None = Field(
        None, description="True if the Fool may be demanded. [default: as the rule set says]"
    )
    picked: Words | None = Field(
        None, description="A card played instead of the Fool; the Fool may be demanded now.", examples=["s4"]
    )
    let_pass: Annotated[int, Field(ge=0, le=3)] | None = Field(
        None, description="The number of opponents who have let the picked card pass."
    )
    demanded: bool | None = Field(None, description="True if the Fool was demanded and must be played.")
    taken: dict[Text, PileShape] | None = Field(None, description="The contents of each pile so far.")
    count: bool | None = Field(None, description="True if the count of card points is paid as well.")
    announce: Said | None = Field(None, description="The dealer's announcement: tout.", examples=[["tout"]])
    declarations: dict[Text, Said] | None = Field(
        None,
        description="Each player's declarations, in words. [default: as the hands require]",
        examples=[{"A": ["11 trumps with pagat", "half diamonds no knight"], "B": "pass"}],
    )
    worlds: Annotated[list[WorldShape], Field(max_length=MOST)] | None = None
    unseen: UnseenShape | None = None
    lines: Annotated[list[LineShape], Field(max_length=MOST)] | None = None


class PositionShape(HandKeys, DealShape):
    """A deal in progress, or a full hand. The number of players chooses the form of the rule set."""

    SCHEMA: ClassVar = {
        "title": "Tarok position",
        "json_schema_extra": {
            "examples": [
                {
                    "format": FORMAT,
                    "players": ["Anna", "Bent", "Clara"],
                    "hands": {"Anna": "dR T7", "Bent": "hR d9", "Clara": "c7 c2"},
                    "lead": "Bent",
                    "dealer": "Clara",
                    "taken": {"Anna": {"tricks": 9}, "Bent": {"tricks": 8}, "Clara": {"tricks": 6}},
                    "announced": {"Clara": ["tout"]},
                }
            ]
        },
    }

    format: Literal["tarok-position/1", "tarok-position/2"] = Field(
        description="The kind of this file, and its version."
    )
    players: Annotated[list[PlayerName], Field(min_length=2, max_length=5)] | None = Field(
        None, description="The players in order of play; by default A, B, C."
    )
    discard: CardList | None = Field(None, description="The cards discarded by the dealer; same as `skat`.")
    announced: dict[Text, Said] | None = Field(
        None,
        description="The announcements of each player; in Danish Tarok the dealer's tout.",
        examples=[{"C": ["tout"]}],
    )
