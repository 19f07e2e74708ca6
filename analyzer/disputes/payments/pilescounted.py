"""A disputed count in a game of card points: what each pile counts, and what is done with a rest.

Source: clauses of the kinds count-cards, count-rest, discard-counts and talon-left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Final, Literal, NamedTuple

from msgspec import field

from analyzer.cards.card import Card
from analyzer.disputes.findings import DisputeModule, Finding, Proof
from analyzer.disputes.payments.count import CountCheck, CountRemedyView, SideCountedView
from analyzer.disputes.payments.piles import ApartKeys, stated_places
from analyzer.disputes.shape import KIND_KEY, HandDispute, HandShape, about_of, read_hand_facts
from analyzer.disputes.tricks.past import check_partner
from analyzer.frozenrecord import Record
from analyzer.messages import ClauseId, Decimal, Message, Name, alone, in_a_row, listed, say
from analyzer.position.files.cardlists import CardList
from analyzer.position.files.hands.deal import check_cards, counted
from analyzer.position.files.handshape import PointsWritten
from analyzer.position.files.reader import Reader
from analyzer.rules.actions import Sides
from analyzer.rules.score.deeds import counts_all
from analyzer.rules.score.goals import exact, points_text
from analyzer.rules.score.reckoning import LaidApart, apart_of
from analyzer.rules.score.sheets import rounded
from analyzer.rules.spec.bearing import Occurrences, Topic, bearing
from analyzer.rules.verdicts import Violation
from analyzer.views.base import UNSET
from analyzer.words.blocks import Phrase
from analyzer.yamltree.shapes import Field, Shape, Text


class PileCountedShape(Shape):
    """A player's pile, and the claimed count."""

    cards: CardList | None = Field(
        None, description="The cards of the tricks won; discarded cards are in `discard`."
    )
    points: PointsWritten | None = Field(None, description="The count of the pile, as claimed.")


class PilesCountedShape(ApartKeys, HandShape):
    """The count of the cards in the piles."""

    kind: Literal["count"] = KIND_KEY
    piles: Annotated[dict[Text, PileCountedShape], Field(min_length=1)] = Field(
        description="The contents of each player's pile; the piles of one side are counted together.",
        examples=[{"A": {"cards": "hR hD T4 T5", "points": 8}}],
    )


class PileCounted(NamedTuple):
    """What is told of the pile of a side; None for what is not told."""

    cards: frozenset[Card] | None = None
    """The cards of its tricks."""
    said: Fraction | None = None
    """What it is said to count."""


class PilesCountedDispute(HandDispute, frozen=True, kw_only=True):
    """What do these piles count?"""

    piles: Mapping[int, PileCounted] = field(default_factory=dict)
    """By seat."""
    discard: frozenset[Card] | None = None

    @property
    def who(self) -> Sides:
        """Who plays with whom."""
        return self.sides([()] * len(self.players), self.discard)

    @property
    def apart(self) -> LaidApart:
        """The cards that lie in no trick, by the side that they count for."""
        return apart_of(self.spec, self.told, self.who, self.discard, self.dealer)

    def merge_side_piles(self, side: int) -> PileCounted:
        """The piles of a side's seats as one, with the cards that lie apart from the tricks left out."""
        own = [self.piles[seat] for seat in self.who.seats(side) if seat in self.piles]
        cards = [each.cards for each in own if each.cards is not None]
        said = [each.said for each in own if each.said is not None]
        return PileCounted(
            frozenset().union(*cards) if cards else None, sum(said, Fraction(0)) if said else None
        )


def read_piles_counted(reader: Reader, shape: PilesCountedShape) -> PilesCountedDispute:
    """The piles, and what they are said to count."""
    about = about_of(reader, shape)
    told = read_hand_facts(reader, shape)
    piles = {seat: _pile(reader, name, pile) for seat, name, pile in reader.values_by_seat(shape.piles)}
    discard = None if shape.discard is None else shape.discard.cards
    dispute = PilesCountedDispute(**about, told=told, piles=piles, discard=discard)
    check_cards(
        reader, stated_places(reader, shape, {name: pile.cards for name, pile in shape.piles.items()})
    )
    check_partner(reader, shape, dispute, ())
    _check_owner(reader, shape, dispute)
    _check_tricks(reader, shape, dispute)
    return dispute


def _pile(reader: Reader, name: Text, pile: PileCountedShape) -> PileCounted:
    if pile.cards is None and not pile.tells("points"):
        message = say("the file does not give the pile of {player}", player=Name(name))
        reader.lack(name.key_where, message, say("expected `cards`, `points`, or both"))
    said = None if pile.points is None else pile.points.value
    return PileCounted(None if pile.cards is None else pile.cards.cards, said)


def _check_owner(reader: Reader, shape: PilesCountedShape, dispute: PilesCountedDispute) -> None:
    """A fault for cards laid away of which nobody knows for whom they count."""
    if shape.discard is not None and dispute.discard and not any(dispute.apart.discard):
        expected = say("expected `dealer`, or `contract` and `declarer`")
        reader.lack(shape.discard.where, say("the file does not say who discarded these cards"), expected)


def _check_tricks(reader: Reader, shape: PilesCountedShape, dispute: PilesCountedDispute) -> None:
    """A fault for piles that are not of whole tricks, in a game in which a trick counts by itself."""
    game, sides, seats = dispute.spec, dispute.who, len(reader.players)
    if not game.piles.trick:
        return
    told = {
        sides.of[seat]: pile for seat, _, pile in reader.values_by_seat(shape.piles) if pile.cards is not None
    }
    for side, pile in told.items():
        cards = dispute.merge_side_piles(side).cards or ()
        if len(cards) % seats:
            assert pile.cards is not None
            player = reader.who(sides.seats(side)[0])
            message = say("{cards} in the pile of {player}", cards=counted(len(cards)), player=player)
            expected = say("expected whole tricks; give discarded cards under `discard`")
            reader.lack(pile.cards.where, message, expected)


class SideCounted(Record, frozen=True):
    """The pile of one side; `points` is what it is written down with, a rest dropped or made whole."""

    leader: str
    exact: Fraction | None
    """What its cards count; None where they are not told."""
    points: Fraction | None
    """None where it is not told, and does not follow from the others either."""
    said: Fraction | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PilesCountedFinding(Finding):
    """What the piles count."""

    sides: tuple[SideCounted, ...]
    total: Fraction
    """What all piles of the pack count."""

    @property
    def nothing_claimed(self) -> bool:
        return all(each.said is None for each in self.sides)

    @property
    def counted(self) -> dict[str, Fraction]:
        """What each side has, as far as it is known."""
        return {each.leader: each.points for each in self.sides if each.points is not None}

    @property
    def leads_to(self) -> Message:
        each = (in_a_row((Name(name), Decimal(points_text(points)))) for name, points in self.counted.items())
        return alone(listed(map(alone, each)))

    @property
    def comes_to(self) -> Mapping[str, Any]:
        told = super(PilesCountedFinding, self).comes_to
        return {**told, "points": {name: exact(points) for name, points in self.counted.items()}}

    def reason_phrases(self) -> Iterator[Phrase]:
        """What each side has in its pile, with the rest where one is dropped or made whole."""
        for each in self.sides:
            if each.points is None:
                continue
            player, points = Name(each.leader), Decimal(points_text(each.points))
            told = say("The pile of {player}: {points} {points:point/points}", player=player, points=points)
            if each.exact is not None and each.exact != each.points:
                told = say(
                    "The pile of {player}: {points} {points:point/points}, exactly {exact}",
                    player=player, points=points, exact=Decimal(points_text(each.exact)),
                )  # fmt: skip
            yield Phrase(told, level=1)

    def answer(self) -> CountCheck:
        """The answer about a count of sides."""
        wrong = {
            each.leader: exact(each.points)
            for each in self.sides
            if each.exact is not None and each.points is not None and each.said not in (None, each.points)
        }
        return CountCheck(
            **self.common,
            piles={each.leader: _side(each) for each in self.sides},
            points={name: exact(points) for name, points in self.counted.items()},
            total=exact(self.total),
            remedy=CountRemedyView(points=wrong or UNSET),
        )


def settle_piles_counted(dispute: PilesCountedDispute) -> PilesCountedFinding:
    """What the piles count, and whether that is what they are said to."""
    case = _Counting(dispute)
    return PilesCountedFinding(
        dispute=dispute,
        violations=tuple(case.violations()),
        proofs=tuple(case.proofs()),
        applied=case.applied(),
        sides=case.sides,
        total=case.total,
    )


class _Counting:
    """The piles of a dispute, counted side by side."""

    def __init__(self, dispute: PilesCountedDispute) -> None:
        game = dispute.spec
        self.dispute, self.game = dispute, game
        self.who, self.apart = dispute.who, dispute.apart
        self.rest = dispute.rules.maybe("count-rest")
        self.total = Fraction(game.piles.total, game.piles.unit)
        self.told = [dispute.merge_side_piles(side) for side in range(self.who.count)]
        self.sides = tuple(self._followed([self._side(side) for side in range(self.who.count)]))

    def tricks(self, side: int) -> int:
        """The tricks in the pile of a side."""
        return len(self.told[side].cards or ()) // len(self.dispute.players)

    def _side(self, side: int) -> SideCounted:
        cards, said = self.told[side]
        piles = self.game.piles
        of_cards = None
        if cards is not None:
            units = sum(map(piles.card_units, cards)) + piles.trick * self.tricks(side)
            of_cards = Fraction(units + self.apart.units(self.game, side), piles.unit)
        points = said if of_cards is None else self._written(of_cards)
        leader = self.dispute.players[self.who.leader(side, self.dispute.told.declarer)]
        return SideCounted(leader, of_cards, points, said)

    def _written(self, points: Fraction) -> Fraction:
        """Points without a rest, where the rules of the game leave none."""
        return points if self.rest is None else Fraction(rounded(points))

    def _followed(self, sides: list[SideCounted]) -> Iterator[SideCounted]:
        """The sides with the points of the only one that is not told, where those of all others are."""
        known = [each.points for each in sides if each.points is not None]
        follows = self._makes_total and len(known) == len(sides) - 1 and sum(known) <= self.total
        for each in sides:
            missing = each.points is None and follows
            yield SideCounted(each.leader, None, self.total - sum(known), None) if missing else each

    @property
    def _makes_total(self) -> bool:
        """Whether the points of all sides make the total: they are told as they are at the end of a hand.

        Of more than two piles without rests the points may make more or less.
        """
        by_points = all(each.cards is None for each in self.told)
        return self._exactly and by_points and counts_all(self.dispute.spec, self.dispute.told)

    @property
    def _exactly(self) -> bool:
        """Whether no rests are made whole, or those of one pile are dropped from the other."""
        return self.rest is None or self.who.count == len(("declarer", "opponents"))

    def violations(self) -> Iterator[Violation]:
        """Where a pile is said to count something else, and where all together count too much or little."""
        for each in self.sides:
            if each.exact is not None and each.said not in (None, each.points):
                assert each.points is not None
                assert each.said is not None
                near = abs(each.said - each.exact) < 1 < each.exact.denominator
                text = self._counts(each, each.points)
                yield Violation((near and self.rest) or self.game.piles.clause, (), text)
        said = [each.points for each in self.sides if each.points is not None]
        most = self.total + (0 if self._exactly else len(said))
        less = self._makes_total and len(said) == len(self.sides) and sum(said) < self.total
        if less or sum(said) > most:
            text = say(
                "the piles count {points} in all, not {said}",
                points=Decimal(points_text(self.total)),
                said=Decimal(points_text(Fraction(sum(said)))),
            )
            yield Violation(self.game.piles.clause, (), text)

    def _counts(self, side: SideCounted, points: Fraction) -> Message:
        """What a pile counts; of half a point, that a payment and no count makes it whole."""
        player, told = Name(side.leader), Decimal(points_text(points))
        odd = self.dispute.rules.maybe("odd-half")
        if points.denominator > 1 and odd is not None:
            return say(
                "the pile of {player} counts {points}: half a point is kept until it is paid ({clause})",
                player=player,
                points=told,
                clause=ClauseId(odd),
            )
        return say("the pile of {player} counts {points}", player=player, points=told)

    def applied(self) -> tuple[str, ...]:
        """The clauses that the points rest on."""
        topics = {Topic.COUNT, *([Topic.TALON_LEFT] if any(self.apart.talon) else [])}
        laid = frozenset().union(*self.apart.discard)
        contract = self.dispute.told.contract
        played = frozenset() if contract is None else frozenset({contract})
        found = bearing(self.dispute.rules, Occurrences(frozenset(topics), skat=laid, contracts=played))
        rests = any(each.exact is not None and each.exact.denominator > 1 for each in self.sides)
        return (*found, *([self.rest] if self.rest is not None and rests else []))

    def proofs(self) -> Iterator[Proof]:
        """What each pile of known cards counts."""
        for side, each in enumerate(self.sides):
            if each.exact is not None and each.points is not None:
                text = self._counts(each, each.points)
                rest = [self.rest] if self.rest is not None and each.exact.denominator > 1 else []
                laid = [self.dispute.rules.the("discard-counts")] if self.apart.discard[side] else []
                yield Proof(text, (self.game.piles.clause, *laid, *rest))


def _side(side: SideCounted) -> SideCountedView:
    return SideCountedView(
        exact=UNSET if side.exact is None else exact(side.exact),
        points=None if side.points is None else exact(side.points),
        said=UNSET if side.said is None else exact(side.said),
    )


KIND: Final[DisputeModule] = DisputeModule(
    PilesCountedShape, read_piles_counted, settle_piles_counted, CountCheck
)
