"""A disputed count: who counts, what his pile comes to, and what is paid for it.

Source: main rule text, "Scoring, payment", part 6; "The fool".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final, Literal

from msgspec import structs
from msgspec.structs import replace

from analyzer.cards.card import FOOL, Card
from analyzer.disputes.findings import DisputeModule, Proof
from analyzer.disputes.paid import PaidFinding, PaidRemedyView, PaymentDispute, owed_keys
from analyzer.disputes.payments.owed import Pair, differences
from analyzer.disputes.shape import (
    KIND_KEY,
    ClaimedPayment,
    Dispute,
    DisputeShape,
    PaidShape,
    about_of,
    read_paid,
)
from analyzer.frozenrecord import Record
from analyzer.messages import Message, Name, Whose, say, say_many
from analyzer.position.files.cardlists import CardList
from analyzer.position.files.hands.deal import Pile, check_cards, check_facts, counted
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import PlayerName
from analyzer.rules.actions import Sides
from analyzer.rules.book import NOBODY, Account, Book
from analyzer.rules.facts.fact import HandFact, TableFacts, whole_hand
from analyzer.rules.facts.finished import FactCollector
from analyzer.rules.score.hand import NOTHING_TOLD, HandResult, Outcome, Scoring
from analyzer.rules.score.steps import (
    counts,
    fool_owner,
    is_counted,
    next_dealer_of,
    points_of_pile,
    settle_count,
)
from analyzer.rules.spec.reading import ClauseReader
from analyzer.rules.verdicts import Violation
from analyzer.views.base import UNSET, Meta, Players, Points, UnsetType, View, name_amounts
from analyzer.words.blocks import Phrase
from analyzer.yamltree.shapes import Field, Shape, Text


class CountedPileShape(Shape):
    """The count of one player: the points as the player counts them, or the cards of the pile."""

    points: int | None = Field(
        None,
        ge=0,
        le=1000,
        description="Card points in the pile, with 1 for each trick and for the skat.",
    )
    cards: CardList | None = Field(
        None, description="All cards of the pile; the dealer's pile includes the skat."
    )


class FoolPlayedShape(Shape):
    """The play of the Fool, if somebody has it in the wrong pile."""

    by: PlayerName = Field(description="The player of the Fool.")
    won_by: PlayerName = Field(description="The winner of the trick.")
    tricks_left: int = Field(
        ge=1, le=100, description="The number of tricks left when it was led; 1 for the last trick."
    )
    lies_with: PlayerName | None = Field(
        None, description="The player whose points include the Fool; not needed if the cards are given."
    )


class CountShape(DisputeShape):
    """The payment for the cards in the piles."""

    kind: Literal["count"] = KIND_KEY
    piles: dict[Text, CountedPileShape] = Field(
        description="The contents of each player's pile.",
        examples=[{"A": {"points": 23}, "B": {"points": 29}}],
    )
    fool: FoolPlayedShape | None = Field(None, description="The trick with the Fool, if it is in dispute.")
    tout: PlayerName | None = Field(None, description="The player who won every trick, if there is one.")
    nolo: PlayerName | None = Field(None, description="The only player who won no trick, if there is one.")
    paid: list[PaidShape] | None = Field(
        None, description="The payments made, or those that a player claims."
    )


class FoolPlayed(Record, frozen=True):
    """The trick with the Fool, and in whose pile it lies; `tricks_left` is 1 for the last trick."""

    by: int
    won_by: int
    tricks_left: int
    lies_with: int


class CountDispute(Dispute, frozen=True, kw_only=True):
    """What is paid for the piles?"""

    dealer: int
    points: tuple[int | None, ...]
    """By seat, as the players made them; None where the pile is told by its cards, or nothing of it."""
    cards: Mapping[int, frozenset[Card]]
    """By seat, those of the piles that lie open; the skat is among the dealer's."""
    fool: FoolPlayed | None = None
    tout: int | None = None
    nolo: int | None = None
    paid: tuple[ClaimedPayment, ...] | None = None


def read_count(reader: Reader, shape: CountShape) -> CountDispute | None:
    """The piles and what was paid for them; None where nobody knows who dealt."""
    about = about_of(reader, shape)
    told = {seat: (name, pile) for seat, name, pile in reader.values_by_seat(shape.piles)}
    points: list[int | None] = [None] * len(reader.players)
    cards: dict[int, frozenset[Card]] = {}
    for seat, (name, pile) in told.items():
        skat = reader.rules.table.skat_size if seat == about["dealer"] else 0
        _check_pile(reader, seat, name, pile, skat)
        points[seat] = pile.points
        if pile.cards is not None:
            cards[seat] = pile.cards.cards
    check_cards(reader, [_pile(reader, seat, pile) for seat, (_, pile) in told.items() if pile.cards])
    fool = None if shape.fool is None else _fool(reader, shape.fool, cards)
    tout, nolo = reader.seat_of(shape.tout), reader.seat_of(shape.nolo)
    if tout is not None and shape.nolo is not None:
        expected = say("expected one of `tout` and `nolo`: a Nolo does not count with a Tout")
        reader.fault(shape.nolo.where, say("a Nolo with a Tout"), expected)
    paid = read_paid(reader, shape.paid)
    if about["dealer"] is None:
        if not shape.tells("dealer"):
            expected = say("expected `dealer`: who counts follows from it")
            reader.lack(shape.node.where, say("a count without a dealer"), expected)
        return None
    sound = not reader.notes.faults
    told_points, points = points, _completed(reader, points, cards)
    _check_stated(reader, shape, points, cards, about["dealer"])
    dispute = CountDispute(
        **about, points=tuple(points), cards=cards, fool=fool, tout=tout, nolo=nolo, paid=paid
    )
    if sound:
        check_facts(reader, shape.node, *facts_of_count(replace(dispute, points=tuple(told_points))))
    return dispute


def _pile(reader: Reader, seat: int, pile: CountedPileShape) -> Pile:
    assert pile.cards is not None
    return Pile(say("{whose} pile", whose=Whose(reader.who(seat))), pile.cards.placed)


def _check_pile(reader: Reader, seat: int, name: Text, pile: CountedPileShape, skat: int) -> None:
    """A fault for a pile that is told twice or not at all, and for one that is not of whole tricks."""
    if pile.tells("points") == pile.tells("cards"):
        message = say("the pile of {player} is given twice", player=reader.who(seat))
        if not pile.tells("points"):
            message = say("the file does not give the pile of {player}", player=reader.who(seat))
        reader.lack(name.key_where, message, say("expected `points` or `cards`"))
    if pile.cards is None:
        return
    size, seats = pile.cards.size - skat, len(reader.players)
    over = size % seats
    wrong = 1 < over < seats - 1 or (over == 1) is not (FOOL in pile.cards.cards) if over else False
    if (wrong or size < 0) and pile.cards.size == len(pile.cards.placed):
        held = counted(pile.cards.size)
        message = say("{cards} in the pile of {player}", cards=held, player=reader.who(seat))
        expected = say("expected whole tricks; only the Fool makes a card more or less")
        if size < 0:
            expected = say(
                "expected the {number} {number:card/cards} of the skat, and his tricks", number=skat
            )
        reader.lack(pile.cards.where, message, expected)


def _fool(reader: Reader, told: FoolPlayedShape, cards: Mapping[int, frozenset[Card]]) -> FoolPlayed | None:
    by, won_by = (reader.seat_of(each) if each else None for each in (told.by, told.won_by))
    seen = next((seat for seat, pile in cards.items() if FOOL in pile), None)
    said = reader.seat_of(told.lies_with)
    if by is not None and by == won_by:
        expected = say("expected another player: the Fool never wins")
        reader.lack(told.won_by.where, say("{player} wins with the Fool", player=reader.who(by)), expected)
    if told.lies_with is not None and said is not None and seen not in (None, said):
        message = say("the Fool is with {player}", player=reader.who(said))
        expected = say("expected the pile that it is listed in")
        reader.fault(told.lies_with.where, message, expected)
    lies = said if seen is None else seen
    if lies is None and not told.tells("lies_with"):
        expected = say("expected `lies_with`, or the cards of the pile that it is in")
        reader.lack(told.node.where, say("the file does not say in whose pile the Fool is"), expected)
    if by is None or won_by is None or lies is None or not told.has("tricks_left"):
        return None
    return FoolPlayed(by, won_by, told.tricks_left, lies)


def _completed(
    reader: Reader, points: list[int | None], cards: Mapping[int, frozenset[Card]]
) -> list[int | None]:
    """The points, with the last pile filled in where those of all others are told."""
    total = reader.rules.game.piles.total
    told = [each for each in points if each is not None]
    missing = [seat for seat, each in enumerate(points) if each is None and seat not in cards]
    if len(missing) == 1 and not cards and sum(told) <= total:
        return [total - sum(told) if seat == missing[0] else each for seat, each in enumerate(points)]
    return points


def facts_of_count(dispute: CountDispute) -> tuple[TableFacts, list[HandFact]]:
    """The hand whose piles are counted, and what is told of it, the Fool in the pile where it belongs."""
    rules, fool = dispute.rules, dispute.fool
    ground = whole_hand(rules, Sides.alone(len(dispute.players)), NOTHING_TOLD, dispute.dealer)
    teller, facts = FactCollector(ground, dispute.players), list[HandFact]()
    facts += [] if dispute.tout is None else [teller.tout(dispute.tout)]
    facts += [] if dispute.nolo is None else [teller.nolo(dispute.nolo)]
    if fool is not None:
        facts.append(teller.fool(fool.by, fool.won_by, last=fool.tricks_left == 1))
    for seat, units in enumerate(points_where_due(dispute)):
        if units is not None:
            facts.append(teller.points(seat, units, "piles"))
    facts += [teller.pile(seat, cards - {FOOL}, "piles") for seat, cards in dispute.cards.items()]
    facts += [teller.everybody_won()] if dispute.tout is None and dispute.nolo is None else []
    return ground, facts


def points_where_due(dispute: CountDispute) -> tuple[int | None, ...]:
    """The points of each pile, once the Fool lies where it belongs.

    Source: clauses count.points, fool.own-pile, fool.last-trick.
    """
    spec, points, fool = dispute.rules.game, list(dispute.points), dispute.fool
    for seat, pile in dispute.cards.items():
        points[seat] = points_of_pile(spec, pile, dealers=seat == dispute.dealer)
    if fool is None:
        return tuple(points)
    home, worth = fool_owner(spec, fool.by, fool.won_by, fool.tricks_left), spec.piles.card_units(FOOL)
    for seat, change in ((fool.lies_with, -worth), (home, worth)):
        told = points[seat]
        points[seat] = None if told is None else told + change
    return tuple(points)


def _check_stated(
    reader: Reader,
    shape: CountShape,
    points: list[int | None],
    cards: Mapping[int, frozenset[Card]],
    dealer: int,
) -> None:
    """A fault for everybody who counts and whose pile is not told."""
    for seat, each in enumerate(points):
        if each is None and seat not in cards and counts(reader.rules.game, seat, dealer):
            message = say("the file does not give the pile of {player}", player=reader.who(seat))
            reader.lack(shape.key_place("piles"), message, say("expected that of everybody who counts"))


PointsBySeat = tuple[int | None, ...]


class CountRemedyView(PaidRemedyView, frozen=True, kw_only=True):
    """The correct amounts; empty if the claimed amounts are correct."""

    points: dict[str, Points] | UnsetType = UNSET


class SideCountedView(View, frozen=True, kw_only=True):
    """The pile of a side."""

    exact: (
        Annotated[Points, Meta(description="Card points of the pile, including the remainder.")] | UnsetType
    ) = UNSET
    points: Annotated[Points | None, Meta(description="Points as written down; null if unknown.")]
    said: Annotated[Points, Meta(description="The claimed count of the pile.")] | UnsetType = UNSET


class CountCheck(PaymentDispute, frozen=True, kw_only=True):
    """The count of the piles, and the payment for them if it is settled at once."""

    kind: Literal["count"]
    points: Annotated[
        dict[str, Points], Meta(description="Card points of each player or side, as far as they are known.")
    ]
    counting: (
        Annotated[Players, Meta(description="The players who settle a pile; nobody if there is no count.")]
        | UnsetType
    ) = UNSET
    next_dealer: str | UnsetType = UNSET
    piles: (
        Annotated[dict[str, SideCountedView], Meta(description="The piles by leader of a side.")] | UnsetType
    ) = UNSET
    total: Annotated[Points, Meta(description="Card points of the full pack.")] | UnsetType = UNSET
    remedy: CountRemedyView


@dataclass(frozen=True, slots=True, kw_only=True)
class CountFinding(PaidFinding):
    """What is paid for the piles.

    `points` are by seat, the Fool in the pile where it belongs; None for a pile that nobody counts and that
    is not told. `counting` are the seats that settle their piles, empty where there is no count.
    """

    dispute: CountDispute
    points: PointsBySeat
    next_dealer: int
    counting: tuple[int, ...]
    POTS_TAKE_PART: ClassVar = False

    @property
    def nothing_claimed(self) -> bool:
        return self.dispute.paid is None

    @property
    def claimed(self) -> Sequence[ClaimedPayment] | None:
        return self.dispute.paid

    def reason_phrases(self) -> Iterator[Phrase]:
        """Who counts how many points."""
        yield from (Phrase(each, level=1) for each in _counted(self))

    def answer(self) -> CountCheck:
        """The answer about a count that is paid."""
        players = self.dispute.players
        return CountCheck(
            **self.common,
            **owed_keys(self),
            points=dict(name_amounts(self.points, players)),
            counting=[players[seat] for seat in self.counting],
            next_dealer=players[self.next_dealer],
        )


def settle_disputed_count(dispute: CountDispute) -> CountFinding:
    """The right payments for the piles, and the claimed ones against them."""
    spec = dispute.rules.game
    points = points_where_due(dispute)
    book = Book(len(dispute.players) + (dispute.sitting_out is not None))
    seats = len(dispute.players)
    out = dispute.sitting_out is not None
    came = HandResult(seats, Sides.alone(seats), dealer=dispute.dealer, units=points, out=out)
    scoring = structs.replace(Scoring.from_hand(spec, came, book), outcome=_outcome(dispute))
    settle_count(scoring)
    wrong = differences(
        book.transfers, dispute.paid, dispute.players, lambda pair, _: _find_unowed_clause(dispute, pair)
    )
    return CountFinding(
        dispute=dispute,
        violations=(*_misplaced(dispute), *wrong),
        proofs=(Proof(say("these clauses give these payments and no others"), _used(dispute)),),
        applied=_used(dispute),
        payments=book.transfers,
        tokens=book.tokens,
        pots=book.pot_changes,
        points=points,
        next_dealer=next_dealer_of(spec, dispute.dealer),
        counting=_counting(dispute),
    )


def _is_counted(dispute: CountDispute) -> bool:
    """Whether the piles are paid for at all."""
    return is_counted(dispute.rules.game, _outcome(dispute))


def _outcome(dispute: CountDispute) -> Outcome:
    return Outcome(tout=dispute.tout, nolo=dispute.nolo)


def _counting(dispute: CountDispute) -> tuple[int, ...]:
    """The seats that settle their own piles."""
    if not _is_counted(dispute):
        return ()
    seats = range(len(dispute.players))
    return tuple(seat for seat in seats if counts(dispute.rules.game, seat, dispute.dealer))


def _misplaced(dispute: CountDispute) -> Iterator[Violation]:
    """A Fool that lies in a pile where it does not belong."""
    fool = dispute.fool
    if fool is None:
        return
    home = fool_owner(dispute.rules.game, fool.by, fool.won_by, fool.tricks_left)
    if home != fool.lies_with:
        text = say(
            "the Fool is with {player} and belongs to {owner}",
            player=Name(dispute.players[fool.lies_with]),
            owner=Name(dispute.players[home]),
        )
        yield Violation(_choose_fool_clause(dispute, fool), (FOOL,), text)


def _choose_fool_clause(dispute: CountDispute, fool: FoolPlayed) -> str:
    """The clause that says in whose pile the Fool ends: that of the last tricks, or that of all others."""
    last = fool.tricks_left <= dispute.rules.fool.lost_in_last
    return dispute.rules.the("pile-at-trick" if last else "pile")


def _after(dispute: CountDispute) -> str | None:
    """The clause that says whether there is a count after a Tout or a Nolo; None where neither was made."""
    if dispute.tout is None and dispute.nolo is None:
        return None
    outcome = "nolo" if dispute.tout is None else "tout"
    return ClauseReader(dispute.rules.clauses).where("count-after", "outcome", outcome)


def _decided_by(dispute: CountDispute) -> str:
    """The clause by which the piles are paid for, or are not."""
    after = _after(dispute)
    return dispute.rules.count.clause if after is None or _is_counted(dispute) else after


def _find_unowed_clause(dispute: CountDispute, pair: Pair) -> str:
    """The clause by which nothing is owed between two: the rounding, where they settle at all."""
    spec = dispute.rules.game
    following: Account = NOBODY if spec.the_pots.count.own else next_dealer_of(spec, dispute.dealer)
    if following in pair and not {*pair} - {following, *_counting(dispute)}:
        return dispute.rules.the("par")
    return _decided_by(dispute)


def _used(dispute: CountDispute) -> tuple[str, ...]:
    """The clauses that the payments rest on, sorted."""
    used, rules, after = {_decided_by(dispute)}, dispute.rules, _after(dispute)
    if after is not None:
        used.add(after)
    if dispute.fool is not None:
        used.add(_choose_fool_clause(dispute, dispute.fool))
    if _is_counted(dispute):
        turn = None if rules.count.own else rules.maybe("deals-next")
        used |= {rules.the("par"), *([turn] if turn else [])}
        used |= {rules.the("card-points")} if dispute.cards else set()
    return tuple(sorted(used))


def _counted(finding: CountFinding) -> Iterator[Message]:
    """Who counts, and how many points."""
    players = finding.dispute.players
    if not finding.counting:
        yield say("No count takes place.")
    for seat in finding.counting:
        yield say_many(
            "{player} counts {number} point",
            "{player} counts {number} points",
            finding.points[seat] or 0,
            player=Name(players[seat]),
        )
    yield say("The next dealer: {player}", player=Name(players[finding.next_dealer]))


KIND: Final[DisputeModule] = DisputeModule(CountShape, read_count, settle_disputed_count, CountCheck)
