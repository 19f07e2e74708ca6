"""What every kind of dispute file says, and payments, which several kinds tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, ClassVar, Final, Literal

from analyzer.cards.notation import shown
from analyzer.disputes.model import ClaimedPayment, ExpectedVerdict
from analyzer.messages import Message, Verbatim, say
from analyzer.position.files.cardlists import HandCards, untold_of
from analyzer.position.files.hands.contract import KEYS, KeyUse
from analyzer.position.files.handshape import PointsWritten, PoolShape
from analyzer.position.files.lines import amounts_by_name
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import MOST, Amount, Change, FileShape, Name, UnseenShape, WorldShape
from analyzer.rules.book import NOBODY, Account, Pot
from analyzer.rules.conduct.irregularities import Moment
from analyzer.rules.score.goals import exact
from analyzer.yamltree.placed import Field, Shape, Text
from analyzer.yamltree.places import suggestion

DISPUTE_FORMAT = "tarok-dispute/1"
LATEST_FORMAT = "tarok-dispute/2"

KIND_KEY: Any = Field(description="The kind of dispute.")
"""What every kind says of its key `kind`."""

Remedy = Literal[
    "none",
    "corrected",
    "taken-back",
    "stands",
    "redeal-same-dealer",
    "redeal-next-dealer",
    "repaid",
    "abandoned",
]
"""The words for what becomes of what was wrong."""


class ExpectedVerdictShape(Shape):
    """The expected result of a dispute. A missing key is not checked."""

    verdict: Literal["legal", "illegal", "unsettled"] | None = Field(None, description="The verdict.")
    clauses: list[Text] | None = Field(
        None, description="The clauses broken, or those that leave it open.", examples=[["discard.kings"]]
    )
    named: Text | None = Field(None, description="The suit in force, if the Fool is named.")
    winner: Name | None = Field(None, description="The winner of the trick, if the Fool is named.")
    remedy: list[Remedy] | None = Field(
        None, description="The remedy for what was wrong; [] for nothing.", examples=[["taken-back"]]
    )
    tokens: dict[Text, Change] | None = Field(
        None, description="Tokens of each player.", examples=[{"A": 90, "B": -45}]
    )
    sheet: dict[Text, Change] | None = Field(None, description="Score-sheet amounts of each player.")
    pools: list[PoolShape] | None = Field(None, description="The pools afterwards.")
    points: dict[Text, PointsWritten] | None = Field(
        None, description="Card points of the piles, by leader of the side.", examples=[{"A": 8}]
    )
    contract: Text | None = Field(None, description="The contract bid, or made, failed or drawn.")
    declarer: Text | None = Field(None, description="The player of the contract; null for nobody.")
    partner: Text | None = Field(None, description="The declarer's partner; null for nobody.")


class DisputeShape(FileShape):
    """The common keys of all dispute files."""

    format: Literal["tarok-dispute/1", "tarok-dispute/2"] = Field(
        description="The kind of this file, and its version."
    )
    title: Text | None = Field(None, description="A name for the dispute.")
    source: Text | None = Field(None, description="The origin of the dispute.")
    teaches: Text | None = Field(None, description="The lesson of the dispute.")
    sitting_out: Name | None = Field(None, description="A fourth player at the table.")
    dealer: Name | None = Field(None, description="The dealer.")
    expect: ExpectedVerdictShape | None = Field(None, description="The expected result of the dispute.")
    FINED: ClassVar[tuple[str, ...]] = ("found",)
    """Keys that tell what is paid into the pots for a fault."""
    CHIEF: ClassVar[tuple[str, ...]] = ()
    """Keys that a form asks for though another may stand in their place."""
    OWN: ClassVar[tuple[str, ...]] = ()
    """Keys that mean something else here than in a position."""

    @classmethod
    def uses(cls) -> dict[str, KeyUse]:
        """The keys that not every game has a use for."""
        keys = {**KEYS, **dict.fromkeys(cls.FINED, KEYS["pots"])}
        return {key: use for key, use in keys.items() if key in cls.fields() and key not in cls.OWN}


class UnknownKeys(Shape):
    """Hands with unknown cards. The dispute is then ruled on in every deal that fits."""

    hands: dict[Text, HandCards] | None = Field(None, description="The hands that are known.")
    worlds: Annotated[list[WorldShape], Field(max_length=MOST)] | None = Field(
        None, description="Other deals that are possible."
    )
    unseen: UnseenShape | None = Field(None, description="Cards whose hand is unknown.")


def half_known(shape: DisputeShape) -> bool:
    """Whether a file leaves open what lies in the hands of its dispute."""
    if not isinstance(shape, UnknownKeys):
        return False
    return any(map(untold_of, (shape.hands or {}).values())) or any(map(shape.tells, ("unseen", "worlds")))


class PaidShape(Shape):
    """A payment that was made or claimed."""

    payer: Name = Field(alias="from", description="A player, or `king` or `pagat` for a pot.")
    payee: Name = Field(alias="to", description="A player, or `king` or `pagat` for a pot.")
    amount: Amount


def about_of(reader: Reader, shape: DisputeShape) -> dict[str, Any]:
    """What every dispute says, by field."""
    texts = {key: str(text) for key in ("title", "source", "teaches") if (text := getattr(shape, key))}
    return {
        **texts,
        "rules": reader.rules,
        "kind": str(shape.node.path(("kind",))[1].value),
        "players": reader.players,
        "file": reader.file,
        "where": shape.place("kind"),
        "dealer": reader.seat_of(shape.dealer),
        "sitting_out": reader.sitting_out,
        "expect": None if shape.expect is None else expected_of(reader, shape.expect),
    }


def moment_of(told: str | None) -> Moment | None:
    """When something was found, where the file says so."""
    return None if told is None else Moment(told)


def expected_of(reader: Reader, told: ExpectedVerdictShape) -> ExpectedVerdict:
    """What must come out."""
    for each in told.clauses or ():
        if each not in reader.rules.clauses:
            guess = suggestion(each, reader.rules.clauses)
            reader.fault(each.where, say("unknown clause {word}", word=Verbatim(shown(each))), guess)
    return ExpectedVerdict(
        verdict=told.verdict,
        clauses=None if told.clauses is None else tuple(map(str, told.clauses)),
        named=None if told.named is None else reader.suit(told.named, told.named.where),
        winner=reader.seat_of(told.winner),
        remedy=None if told.remedy is None else tuple(told.remedy),
        tokens=amounts_by_name(reader, told.tokens),
        comes_to=dict(_comes_to(reader, told)),
    )


def _comes_to(reader: Reader, told: ExpectedVerdictShape) -> Iterator[tuple[str, Any]]:
    """What a hand of card points must come to, by key of the answer."""
    if told.sheet is not None:
        yield "sheet", amounts_by_name(reader, told.sheet)
    if told.pools is not None:
        yield "pools", [{"amount": each.amount, "doubled": each.doubled} for each in told.pools]
    if told.points is not None:
        known = {name: each.value for _, name, each in reader.by_seat(told.points)}
        yield "points", {str(name): exact(value) for name, value in known.items() if value is not None}
    for key in ("contract", "declarer", "partner"):
        if key in told.keys:
            name: Text | None = getattr(told, key)
            if key != "contract":
                reader.seat_of(name)
            yield key, None if name is None else str(name)


def account_of(reader: Reader, name: Text) -> Account | None:
    """The seat or the pot that is named; a player who sits out has the seat after the last.

    `nobody` is for a count in which each gains or loses by his own pile.
    """
    if not name:
        return None
    if name == reader.sitting_out:
        return len(reader.players)
    if name in ("king", "pagat") and name not in reader.players:
        return Pot(name)
    if name == NOBODY.value and name not in reader.players:
        return NOBODY
    return reader.seat_of(name)


_TWO: Final = say("expected two of the players and the pots")


def read_paid(
    reader: Reader,
    told: list[PaidShape] | None,
    account: Callable[[Reader, Text], Account | None] = account_of,
    expected: Message = _TWO,
) -> tuple[ClaimedPayment, ...] | None:
    """What was paid, each account as it is read; None where the file says nothing about it."""
    if told is None:
        return None
    found = []
    for each in told:
        payer, payee, where = account(reader, each.payer), account(reader, each.payee), each.node.where
        if payer is not None and payer == payee:
            reader.fault(where, say("a payment to oneself"), expected)
        elif payer is not None and payee is not None and each.has("amount"):
            found.append(ClaimedPayment(payer, payee, each.amount, where))
    return tuple(found)
