"""A dispute as its file gives it: the keys of every kind, and the hand they are about."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Final, Literal

from msgspec import field, structs

from analyzer.cards.card import Card, Suit
from analyzer.cards.notation import shown
from analyzer.errors import Where
from analyzer.frozenrecord import Record, RecordWithMetadata
from analyzer.messages import Message, Verbatim, say
from analyzer.position.files.cardlists import CardList, HandCards, Said, untold_of
from analyzer.position.files.hands.contract import (
    KEYS,
    KeyUse,
    check_contract_facts,
    inapplicable_keys,
    read_contract_facts,
)
from analyzer.position.files.hands.deal import Hands, Pile, check_cards, piles, read_hands
from analyzer.position.files.handshape import ContractKeys, PointsWritten, PoolShape, TalonShape
from analyzer.position.files.lines import amounts_by_name
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import MOST, Amount, Change, FileShape, PlayerName, UnseenShape, WorldShape
from analyzer.position.setting import Setting
from analyzer.rules.actions import Sides
from analyzer.rules.book import NOBODY, Account, Book, Pot, Pots, Transfer
from analyzer.rules.deal.judge import BreachBeforePlay, FactsBeforePlay, Hand, judge_before_play
from analyzer.rules.irregularities import Fine, Moment, settle_fine
from analyzer.rules.play.table import Course
from analyzer.rules.score.goals import exact
from analyzer.rules.score.hand import NOTHING_TOLD, HandFacts, course_of, partner_of, sides_of
from analyzer.rules.spec.game import GameSpec, apply_contract
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.yamltree.node import suggestion
from analyzer.yamltree.shapes import Field, Shape, Text

# A dispute as its file gives it: the facts, then the statements and actions. No verdicts.


CANNOT_BE: Final = say("expected what can have happened")
"""The expectation in an error about something that cannot have happened at a table."""


class ExpectedVerdict(Record, frozen=True):
    """The expected result of a dispute; None for parts that the file does not give."""

    verdict: str | None = None
    clauses: tuple[str, ...] | None = None
    """The broken clauses, or those in conflict in an open question, in any order."""
    named: Suit | None = None
    winner: int | None = None
    remedy: tuple[str, ...] | None = None
    """The expected remedies, in any order."""
    tokens: Mapping[str, int] | None = None
    """The players' gains, by name; a player who is not named is not checked."""
    comes_to: Mapping[str, Any] = field(default_factory=dict)
    """Further expected values, by key of the answer; in a mapping by name only those named are checked."""


class Dispute(RecordWithMetadata, frozen=True, kw_only=True):
    """The common facts of every dispute; seats are numbered in order of play."""

    NOTES: ClassVar[tuple[str, ...]] = ("file", "where", "read_by")
    UNSHOWN: ClassVar[tuple[str, ...]] = ("rules", "fits")

    rules: RuleSet
    kind: str
    players: tuple[str, ...]
    dealer: int | None = None
    sitting_out: str | None = None
    title: str | None = None
    source: str | None = None
    teaches: str | None = None
    expect: ExpectedVerdict | None = None
    file: str = "<text>"
    where: Where | None = None
    """The place of its kind in the file."""
    read_by: Callable[[RuleSet], Dispute] | None = None
    """A function that reads the file again under other rules; None if it came from no file."""
    fits: DisputeInDeals | None = None
    """The deals that fit, if not every hand is known; the dispute is then the one in the first deal."""

    def with_rules(self, rules: RuleSet) -> Dispute:
        """Return a dispute of the same facts under other rules."""
        parts = structs.asdict(self).items()
        ruled = {name: part for name, part in parts if isinstance(part, Setting) and part.rules == self.rules}
        changed = {name: replace(part, rules=rules) for name, part in ruled.items()}
        return structs.replace(self, rules=rules, **changed)


class DisputeInDeals(Record, frozen=True):
    """The deals that fit a dispute, each with the dispute in that deal."""

    settings: tuple[Setting, ...]
    disputes: tuple[Dispute, ...]
    exact: bool
    """True if these are all the deals that fit."""
    fit: int | None
    """The number of deals that fit; None if it is unknown."""


class Paid(Record, frozen=True):
    """The payments for what was wrong, one by one, and everybody's gain, a player sitting out last."""

    payments: tuple[Transfer, ...]
    tokens: tuple[int, ...]
    pots: Pots

    @classmethod
    def from_book(cls, book: Book) -> Paid:
        return cls(book.transfers, book.tokens, book.pot_changes)

    @classmethod
    def from_fines(cls, dispute: Dispute, fined: Iterable[tuple[int, Fine]]) -> Paid:
        """Return the payments for fines, each given with the seat that pays it."""
        book = Book(len(dispute.players) + (dispute.sitting_out is not None))
        for seat, fine in fined:
            settle_fine(fine, seat, book)
        return cls.from_book(book)


class ClaimedPayment(RecordWithMetadata, frozen=True):
    """A payment that was made or claimed."""

    NOTES: ClassVar[tuple[str, ...]] = ("where",)

    payer: Account
    payee: Account
    amount: int
    where: Where | None = None


# What every kind of dispute file says, and payments, which several kinds tell.


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
    winner: PlayerName | None = Field(None, description="The winner of the trick, if the Fool is named.")
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
    sitting_out: PlayerName | None = Field(None, description="A fourth player at the table.")
    dealer: PlayerName | None = Field(None, description="The dealer.")
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

    payer: PlayerName = Field(alias="from", description="A player, or `king` or `pagat` for a pot.")
    payee: PlayerName = Field(alias="to", description="A player, or `king` or `pagat` for a pot.")
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
        known = {name: each.value for _, name, each in reader.values_by_seat(told.points)}
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


# What disputes tell of the hand, with the keys of a position, and of cards before the first lead.


class HandShape(ContractKeys, DisputeShape):
    """A dispute about a hand that may have a contract, with declarer, partner and their announcements."""

    announced: dict[Text, Said] | None = Field(
        None, description="The announcements of each player.", examples=[{"A": ["colour-valat"]}]
    )
    NEEDS_DECLARER: ClassVar[bool] = True
    """Whether every answer hangs on who plays the contract."""
    BIDS_DISPUTED: ClassVar[bool] = False
    """Whether a word that the game does not have may have been bid, since that is what is ruled on."""


class OfHand:
    """What follows of what is told of a hand; a dispute has it beside its own facts."""

    __slots__ = ()
    rules: RuleSet
    dealer: int | None
    told: HandFacts

    @property
    def spec(self) -> GameSpec:
        """The game as it is played under the contract of the hand."""
        return apply_contract(self.rules.game, self.told.contract, self.told.called)

    def partner(
        self, held: Sequence[Collection[Card]], discard: Collection[Card] | None = None
    ) -> int | None:
        """The declarer's partner, by what is told or by the cards of each seat."""
        game = self.spec
        return partner_of(game, self.told, held, discard, self.dealer)

    def sides(self, held: Sequence[Collection[Card]] = (), discard: Collection[Card] | None = None) -> Sides:
        """Who plays with whom, by what is told and by the cards of each seat."""
        return sides_of(self.spec, self.told, self.partner(held, discard))

    def course(self, sides: Sides, tricks_left: int) -> Course:
        """What the tricks before settle for the next, of which so many are left."""
        fresh = tricks_left == self.rules.table.hand_size
        return course_of(self.spec, self.told, sides, fresh=fresh)


class HandDispute(OfHand, Dispute, frozen=True, kw_only=True):
    """A dispute about a hand of a game of card points."""

    told: HandFacts = NOTHING_TOLD

    def wrong_before(self, hands: Sequence[Hand] = (), **known: Any) -> tuple[BreachBeforePlay, ...]:
        """What is wrong with all that is told of the time before the first lead, by these hands."""
        return judge_before_play(self.rules, self.before_play(hands, **known))

    def before_play(self, hands: Sequence[Hand] = (), **known: Any) -> FactsBeforePlay:
        """The facts of that time, by what is told."""
        hands, dealer = hands or (None,) * len(self.players), known.pop("dealer", self.dealer)
        return FactsBeforePlay(self.players, self.told, hands, dealer, **known)


def read_hand_facts(reader: Reader, shape: DisputeShape) -> HandFacts:
    """What a file tells of a hand; a key that its game has no use for is a fault."""
    idle = inapplicable_keys(reader, shape, shape.uses())
    if reader.rules.game.pots is not None:
        return NOTHING_TOLD
    if not isinstance(shape, HandShape):
        return read_contract_facts(reader, shape, idle)
    told = read_contract_facts(reader, shape, idle, bids_disputed=shape.BIDS_DISPUTED)
    if shape.NEEDS_DECLARER:
        check_contract_facts(reader, shape, told)
    return told


class HeldShape(UnknownKeys, HandShape):
    """A dispute that gives hands, as far as they matter, and the cards outside the hands."""

    discard: CardList | None = Field(None, description="The discard, as far as it is known.")
    talon: TalonShape | None = None


class HeldDispute(HandDispute, frozen=True, kw_only=True):
    """A dispute that tells hands; None for one that is not told."""

    hands: tuple[frozenset[Card] | None, ...]
    discard: frozenset[Card] | None = None


def read_held(reader: Reader, shape: HeldShape) -> dict[str, Any]:
    """The hands and the discard: the fields of a :class:`HeldDispute`; a card in two places is a fault."""
    hands: Hands = read_hands(reader, shape.hands or {}, None)
    beside = [] if shape.discard is None else [Pile(say("the discard"), shape.discard.placed)]
    if shape.talon is not None and shape.talon.left is not None:
        beside.append(Pile(say("the talon"), shape.talon.left.placed))
    check_cards(reader, [*piles(reader, hands, (), None), *beside])
    return {
        "hands": tuple(None if hand is None else hand.cards for hand in hands),
        "discard": None if shape.discard is None else shape.discard.cards,
    }


def need(reader: Reader, shape: HeldShape, key: str, why: Message) -> None:
    """A fault where something stands not in a file."""
    if not shape.tells(key):
        reader.lack(shape.node.where, why, say("expected `{key}`", key=Verbatim(key)))
