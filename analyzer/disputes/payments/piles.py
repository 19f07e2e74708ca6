"""Whose pile each card lies in after some tricks: the Fool that goes home, its card in return, the talon.

Source: clauses fool.exchange, fool.exchange-card, fool.surrender, fool.lost, fool.last, misere.talon.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Final, Literal

from msgspec.structs import replace

from analyzer.cards.card import FOOL, Card
from analyzer.disputes.answer import CheckAnswer
from analyzer.disputes.findings import DisputeModule, Finding, Proof
from analyzer.disputes.payments.pileways import PilesDispute, PilesOutcome, PileWays, TrickPlayed, TurnedTrick
from analyzer.disputes.shape import KIND_KEY, about_of, read_hand_facts
from analyzer.disputes.tricks.past import (
    PastShape,
    PlayedCards,
    check_partner,
    read_cards,
    read_past,
    read_tricks_left,
)
from analyzer.messages import (
    BareClause,
    Decimal,
    LineWord,
    Message,
    Name,
    Whose,
    Word,
    alone,
    in_a_row,
    listed,
    say,
)
from analyzer.position.files.cardlists import CardList, Placed
from analyzer.position.files.hands.deal import Pile, TrickCard, check_cards, laid
from analyzer.position.files.handshape import PointsWritten, TalonKeys
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import PlayerName
from analyzer.rules.actions import lay
from analyzer.rules.play.table import is_excuse
from analyzer.rules.play.trick import in_trick
from analyzer.rules.score.goals import exact, points_text
from analyzer.rules.score.hand import HandFacts
from analyzer.rules.score.reckoning import Moved, turns_talon
from analyzer.rules.spec.bearing import Occurrences, Topic, bearing, merge_occurrences
from analyzer.rules.spec.reading import ClauseReader
from analyzer.rules.verdicts import Violation
from analyzer.views.base import UNSET, CardWord, Meta, Points, UnsetType, View, words
from analyzer.words.blocks import Phrase
from analyzer.words.names import card_name, sign_or_name
from analyzer.yamltree.shapes import Field, Text


class ApartKeys(TalonKeys):
    """Cards that belong to no trick."""

    discard: CardList | None = Field(None, description="The discard before the play.")


class PilesShape(ApartKeys, PastShape):
    """The pile that cards go to when tricks are turned over: the Fool, a card given for it, talon cards."""

    kind: Literal["piles"] = KIND_KEY
    lead: PlayerName | None = Field(None, description="The player who led the first of the tricks.")
    tricks: Annotated[list[PlayedCards], Field(min_length=1)] = Field(
        description=(
            "The tricks in order. They are the last ones of the hand unless the file says "
            "otherwise. The rules say who leads and who wins."
        ),
        examples=[["hR h9 h3", "fool h8 c4"], [{"lead": "A", "cards": "hR h9 h3", "winner": "A"}]],
    )
    gave: dict[Text, CardList] | None = Field(
        None, description="The card that a player gave for the Fool.", examples=[{"A": "h9"}]
    )
    piles: dict[Text, CardList] | None = Field(
        None,
        description="The cards in a player's pile at the end, as claimed.",
        examples=[{"A": "fool"}],
    )
    points: dict[Text, PointsWritten] | None = Field(
        None, description="The count of a player's or a side's pile at the end, as claimed."
    )


def read_piles(reader: Reader, shape: PilesShape) -> PilesDispute | None:
    """Tricks that were turned over, and where their cards are said to lie; None where they cannot be read."""
    about = about_of(reader, shape)
    past = read_past(reader, shape.taken)
    told = replace(read_hand_facts(reader, shape), piles=past)
    if not shape.has("tricks"):
        return None
    left = read_tricks_left(reader, shape, past, len(shape.tricks))
    told_which = shape.tricks_left is not None or shape.number is not None or bool(past)
    if left < len(shape.tricks):
        expected = say("expected at most {most}, as many as are left", most=left)
        reader.lack(
            shape.key_place("tricks"),
            say("{number} {number:trick/tricks}", number=len(shape.tricks)),
            expected,
        )
        return None
    discard = None if shape.discard is None else shape.discard.cards
    dispute = PilesDispute(
        **about,
        told=_with_talon_to_come(reader, told, left),
        tricks=(),
        tricks_left=left,
        taken_for_last=not told_which and left < reader.rules.table.hand_size,
        discard=discard,
        gave=dict(_gave(reader, shape)),
        piles={
            seat: tuple(each.card for each in cards.placed)
            for seat, _, cards in reader.values_by_seat(shape.piles)
        },
        points=_points(reader, shape),
    )
    placed = list[TrickCard]()
    for cards in shape.tricks:
        trick = _trick(reader, shape, dispute, cards)
        if trick is None:
            return None
        placed += trick
        seats = len(reader.players)
        lead = _leads(reader, shape, dispute, cards)
        assert lead is not None
        dispute = replace(dispute, tricks=(*dispute.tricks, laid(trick, lead, seats)))
        _check_winner(reader, dispute, cards)
    check_cards(reader, _places(reader, shape, placed))
    _check_known(reader, shape, dispute)
    check_partner(reader, shape, dispute, placed)
    return dispute


def _with_talon_to_come(reader: Reader, told: HandFacts, left: int) -> HandFacts:
    """What is told, with those cards of the talon only that still come with tricks.

    Source: clauses of the kind talon-left.
    """
    game, table = reader.rules.game, reader.rules.table
    if not turns_talon(game, told):
        return told
    gone = table.hand_size - left
    return replace(told, talon_left=told.talon_left[: max(0, table.skat_size - gone)])


def _leads(reader: Reader, shape: PilesShape, dispute: PilesDispute, cards: PlayedCards) -> int | None:
    """Who leads the next trick: who won the one before, else who is told."""
    before = list(dispute.turned)
    if before:
        return before[-1].trick.winner
    if shape.lead is not None:
        return reader.seat_of(shape.lead)
    if cards.lead is not None:
        return reader.seat_of(cards.lead)
    return reader.seat(cards.by[0], cards.by[0].key_where) if cards.by else None


def _trick(
    reader: Reader, shape: PilesShape, dispute: PilesDispute, cards: PlayedCards
) -> tuple[TrickCard, ...] | None:
    """The cards of one trick; None where it is not complete, or nobody knows who led it."""
    lead = _leads(reader, shape, dispute, cards)
    if lead is None and shape.lead is None and cards.lead is None and not cards.by:
        expected = say("expected `lead`, or the name of each who played")
        reader.lack(cards.where, say("the file does not say who led the trick"), expected)
    _, trick = read_cards(reader, cards, lead)
    seats = len(reader.players)
    if len(trick) < seats:
        message = say("the trick holds {number} {number:card/cards}", number=len(trick))
        expected = say("expected {seats}: a trick that was won is complete", seats=seats)
        reader.lack(cards.where, message, expected)
        return None
    return None if lead is None else trick


def _check_winner(reader: Reader, dispute: PilesDispute, cards: PlayedCards) -> None:
    """A fault where another player is told to have won a trick than wins it by the rules."""
    if cards.winner is None:
        return
    won = list(dispute.turned)[-1].trick
    if reader.seat_of(cards.winner) not in (None, won.winner):
        card = next(each.card for each in won.laid if each.seat == won.winner)
        message = say("{player} wins the trick with {card}", player=reader.who(won.winner), card=card)
        reader.fault(cards.winner.where, message, say("who won a trick is a dispute of the kind `trick`"))


def _gave(reader: Reader, shape: PilesShape) -> Iterator[tuple[int, Card]]:
    for seat, _, cards in reader.values_by_seat(shape.gave):
        if cards.size != 1:
            reader.lack(
                cards.where, say("{number} {number:card/cards}", number=cards.size), say("expected one card")
            )
        for each in cards.placed[:1]:
            yield seat, each.card


def _points(reader: Reader, shape: PilesShape) -> dict[int, Fraction]:
    told = reader.values_by_seat(shape.points)
    return {seat: points.value for seat, _, points in told if points.value is not None}


def _places(reader: Reader, shape: PilesShape, tricks: list[TrickCard]) -> Iterator[Pile]:
    """Every place where a card lies before it is turned over."""
    yield Pile(say("the tricks"), tuple(Placed(each.card, each.where) for each in tricks))
    yield from stated_places(reader, shape, {name: pile.cards for name, pile in (shape.taken or {}).items()})


def stated_places(reader: Reader, shape: ApartKeys, piles: Mapping[Text, CardList | None]) -> Iterator[Pile]:
    """The piles whose cards are told, what was laid away, and what was left of the talon."""
    for seat, _, cards in reader.values_by_seat(piles):
        if cards is not None:
            yield Pile(say("{whose} pile", whose=Whose(reader.who(seat))), cards.placed)
    if shape.discard is not None:
        yield Pile(say("the discard"), shape.discard.placed)
    if shape.talon is not None and shape.talon.left is not None:
        yield Pile(say("the talon"), shape.talon.left.placed)


def _check_known(reader: Reader, shape: PilesShape, dispute: PilesDispute) -> None:
    """A fault for a card that is said to lie somewhere or to have been given, and is told nowhere."""
    known = {each.card for each in [one for trick in dispute.tricks for one in trick]}
    known |= (dispute.discard or frozenset()).union(*(pile.cards for pile in dispute.told.piles.values()))
    if shape.talon is not None and shape.talon.left is not None:
        known |= shape.talon.left.cards
    for told in (shape.piles, shape.gave):
        for cards in (told or {}).values():
            for each in cards.placed:
                if each.card not in known:
                    message = say("{card} is in none of the tricks given", card=each.card)
                    reader.lack(each.where, message, say("expected a card of them, or of a pile before"))


class GoesView(View, frozen=True):
    """A card that does not go to the winner of a trick, or that comes along with one."""

    card: Annotated[CardWord | None, Meta(description="The card; null if unknown.")]
    to: Annotated[str, Meta(description="The side in whose pile the card ends up, by its leader.")]
    clause: str


class TurnedView(View, frozen=True):
    """A trick that was turned over."""

    cards: Annotated[list[CardWord], Meta(description="The cards in the order played.")]
    winner: str
    goes: Annotated[
        list[GoesView], Meta(description="Cards that go to another pile, or that come with the trick.")
    ]


class PilesRemedyView(View, frozen=True, kw_only=True):
    """The correction that is needed; empty if nothing is wrong."""

    goes: (
        Annotated[dict[str, str], Meta(description="By card in the wrong pile, the side it belongs to.")]
        | UnsetType
    ) = UNSET


class PilesCheck(CheckAnswer, frozen=True, kw_only=True):
    """The pile of every card."""

    kind: Literal["piles"]
    tricks: list[TurnedView]
    end: Annotated[list[GoesView], Meta(description="Cards given up when the hand is over.")]
    piles: Annotated[dict[str, list[CardWord]], Meta(description="The known cards of each pile, by side.")]
    points: Annotated[
        dict[str, Points], Meta(description="Card points of the piles; complete if the full hand is known.")
    ]
    may_give: Annotated[list[CardWord], Meta(description="The cards of which one is given for the Fool.")]
    remedy: PilesRemedyView


@dataclass(frozen=True, slots=True, kw_only=True)
class PilesFinding(Finding):
    """Where every card goes; sides are numbered, and each is called by the name of its leader."""

    leaders: tuple[str, ...]
    tricks: tuple[TurnedTrick, ...]
    end: tuple[Moved, ...]
    """Cards given up when the hand is over."""
    piles: tuple[frozenset[Card], ...]
    """By side the cards that are known to lie there in the end."""
    points: tuple[Fraction, ...]
    """By side what they count, as far as these tricks tell."""
    may_give: tuple[Card, ...]
    """The cards of which one is given for the Fool."""
    talon_clause: str
    """The clause by which cards of the talon go to tricks; empty where none do."""

    @property
    def where(self) -> dict[str, list[str]]:
        """By side the cards that are known to lie in its pile, as an answer has them."""
        return {
            name: list(map(str, sorted(each))) for name, each in zip(self.leaders, self.piles, strict=True)
        }

    def owner(self, card: Card) -> str | None:
        """Whose pile a card lies in; None where it is not known."""
        return next((self.leaders[side] for side, pile in enumerate(self.piles) if card in pile), None)

    @property
    def leads_to(self) -> Message:
        each = (
            in_a_row((Name(name), Decimal(points_text(points))))
            for name, points in zip(self.leaders, self.points, strict=True)
        )
        return alone(listed(map(alone, each)))

    @property
    def comes_to(self) -> Mapping[str, Any]:
        told = super(PilesFinding, self).comes_to
        points = dict(zip(self.leaders, map(exact, self.points), strict=True))
        return {**told, "piles": self.where, "points": points}

    def reason_phrases(self) -> Iterator[Phrase]:
        """The tricks with what went elsewhere, and the piles in the end."""
        for turned in self.tricks:
            yield Phrase(_turned(self, turned), level=1)
            yield from _moved(self, turned.moved)
        yield from _moved(self, self.end)
        if len(self.may_give) > 1:
            cards = in_a_row(sorted(self.may_give))
            yield Phrase(say("One of {cards} is given for the Fool", cards=cards), level=1)
        for name, points, pile in zip(self.leaders, self.points, self.piles, strict=True):
            told = say(
                "The pile of {player}: {points} {points:point/points}, {cards}",
                player=Name(name),
                points=Decimal(points_text(points)),
                cards=alone(in_a_row(sorted(pile)), say("nothing")),
            )
            yield Phrase(told, level=1)

    def answer(self) -> PilesCheck:
        """The answer about the piles."""
        wrong = [card for each in self.violations for card in each.cards]
        goes = {str(card): name for card in wrong if (name := self.owner(card)) is not None}
        points = zip(self.leaders, map(exact, self.points), strict=True)
        return PilesCheck(
            **self.common,
            tricks=[_turned_view(self, each) for each in self.tricks],
            end=list(_moved_view(self, self.end)),
            piles=self.where,
            points=dict(points),
            may_give=words(self.may_give),
            remedy=PilesRemedyView(goes=goes or UNSET),
        )


TAKEN_FOR_LAST: Final = say(
    "the file does not say which tricks these are: they are taken for the last ones of the hand"
)


def settle_piles(dispute: PilesDispute) -> PilesFinding:
    """Where the cards go, and whether they lie where they are said to."""
    case = _Judged(dispute)
    outcome, sides = case.outcome, range(case.sides.count)
    return PilesFinding(
        dispute=dispute,
        violations=tuple(case.violations()),
        proofs=tuple(case.proofs()),
        notes=(TAKEN_FOR_LAST,) if dispute.taken_for_last else (),
        applied=case.applied(),
        leaders=tuple(case.leader(side) for side in sides),
        tricks=outcome.tricks,
        end=outcome.end,
        piles=tuple(outcome.piles.cards(side) for side in sides),
        points=tuple(case.points(outcome, side) for side in sides),
        may_give=tuple(sorted(case.least)),
        talon_clause=case.talon_clause,
    )


class _Judged(PileWays):
    """The ways in which the piles may lie, held against what is said of them."""

    def __init__(self, dispute: PilesDispute) -> None:
        super().__init__(dispute)
        self.reading = ClauseReader(dispute.rules.clauses)

    @property
    def outcome(self) -> PilesOutcome:
        """How the piles lie: as was told of what was given, else as it suits what is said, else as usual."""
        fitting = (each for each in self.possible if self._fits(each))
        return next(fitting, self.possible[0])

    def _fits(self, outcome: PilesOutcome) -> bool:
        return not [*self._misplaced(outcome), *self._miscounted(outcome)]

    def _misplaced(self, outcome: PilesOutcome) -> Iterator[tuple[int, Card]]:
        """The cards that are said to lie in a pile and lie elsewhere, with the seat said to have them."""
        for seat, cards in self.dispute.piles.items():
            for card in cards:
                if outcome.owner(card) != self.sides.of[seat]:
                    yield seat, card

    def _miscounted(self, outcome: PilesOutcome) -> Iterator[tuple[int, Fraction]]:
        """The seats whose pile is said to count something else, with what it counts."""
        for seat, points in self.dispute.points.items():
            counted = self.points(outcome, self.sides.of[seat])
            if counted != points:
                yield seat, counted

    def points(self, outcome: PilesOutcome, side: int) -> Fraction:
        """What the pile of a side counts in the end, as far as these tricks tell."""
        return Fraction(outcome.piles.units(side), self.game.piles.unit)

    def leader(self, side: int) -> str:
        """The name that a side is called by."""
        return self.dispute.players[self.sides.leader(side, self.dispute.told.declarer)]

    def violations(self) -> Iterator[Violation]:
        """What is wrong with what was given, with where cards are said to lie, and with what they count."""
        yield from self._wrongly_given()
        outcome = self.outcome
        for _, card in self._misplaced(outcome):
            owner = outcome.owner(card)
            text = say("{card} goes to nobody's pile", card=sign_or_name(card))
            if owner is not None:
                text = say(
                    "{card} goes to the pile of {player}", card=sign_or_name(card), player=self._name(owner)
                )
            yield Violation(self.goes_by(card), (card,), text)
        for seat, points in self._miscounted(outcome):
            text = say(
                "the pile of {player} counts {points}",
                player=self._name(self.sides.of[seat]),
                points=Decimal(points_text(points)),
            )
            yield Violation(self.game.piles.clause, (), text)

    def _wrongly_given(self) -> Iterator[Violation]:
        for seat, card in self.dispute.gave.items():
            player = Name(self.dispute.players[seat])
            if self.sides.of[seat] != self.giver:
                text = say("{player} has nothing to give for the Fool", player=player)
                yield Violation(self.goes_by(FOOL), (card,), text)
            elif card not in self.ways:
                text = say("{card} was not in the pile of {player} to be given", card=card, player=player)
                assert self.game.exchange is not None
                yield Violation(self.game.exchange.clause, (card,), text)

    def _name(self, side: int) -> Name:
        return Name(self.leader(side))

    def goes_by(self, card: Card) -> str:
        """The clause by which a card goes where it goes."""
        moved = [each for each in self.outcome.moved if each.card is card]
        if card in self.ways and card not in self.least and not moved:
            return self.reading.the("exchange-card")
        if moved:
            return moved[-1].clause
        place = next((each for each in self.played if any(one.card is card for one in each.trick.laid)), None)
        if place is None and self.talon_clause:
            return self.talon_clause
        if card.is_fool and place is not None:
            return self._fool_by(place)
        return self.reading.the("trick-winner")

    @property
    def talon_clause(self) -> str:
        """The clause by which cards of the talon go to tricks; empty where none do."""
        told, reading = self.dispute.told, self.reading
        if not turns_talon(self.game, told):
            return ""
        clauses = reading.clause_ids("talon-left")
        return next(each for each in clauses if told.contract in reading.words(each, "contracts"))

    def _fool_by(self, played: TrickPlayed) -> str:
        """The clause by which a Fool goes with its trick, or stays with a side that won it."""
        if not is_excuse(FOOL, self.spec):
            return self.reading.the("fool-is")
        at_last = self.reading.maybe("pile-at-trick")
        if at_last is not None and played.tricks_left <= self.spec.fool.lost_in_last:
            return at_last
        return self.reading.the("exchange")

    def applied(self) -> tuple[str, ...]:
        """The clauses that bore on the tricks and on where their cards went."""
        parts = [Occurrences(frozenset(self._topics()), skat=self.dispute.discard or frozenset())]
        for each in self.played:
            laid = each.trick.laid
            hands = [
                frozenset(one.card for one in laid if one.seat == seat) for seat in range(len(self.sides.of))
            ]
            parts.append(in_trick(self.spec, laid, hands, each.tricks_left, each.course))
        named = [each.clause for each in self.outcome.moved]
        named += [self.goes_by(each.talon) for each in self.outcome.tricks if each.talon is not None]
        return tuple(dict.fromkeys((*named, *bearing(self.dispute.rules, merge_occurrences(parts)))))

    def _topics(self) -> Iterator[Topic]:
        if self.dispute.points:
            yield Topic.COUNT
        exchange, laid = self.game.exchange, self.dispute.discard or frozenset()
        home = next((each for each in self.outcome.moved if each.card is FOOL), None)
        paid = self.outcome.paid
        if exchange is not None and (home is not None or paid is not None):
            at_once = any({FOOL} < {one.card for one in each.moved} for each in self.outcome.tricks)
            yield from [Topic.FOOL_PAID] if paid is not None else []
            yield from [] if at_once else [Topic.FOOL_OWED]
            given_up = any(each.clause == exchange.surrender for each in self.outcome.end)
            from_discard = paid is not None and paid.card in laid
            yield from [Topic.DISCARD_IN_PILE] if laid and (given_up or from_discard) else []
        for each in self.played:
            fool = is_excuse(FOOL, self.spec) and any(one.card is FOOL for one in each.trick.laid)
            if fool and each.tricks_left <= self.spec.fool.lost_in_last:
                yield Topic.FOOL_COUNTED_AT_LAST

    def proofs(self) -> Iterator[Proof]:
        """Where the Fool goes, where it was played."""
        for each in self.played:
            if any(one.card is FOOL for one in each.trick.laid):
                owner = self.outcome.owner(FOOL)
                assert owner is not None
                text = say(
                    "{card} goes to the pile of {player}", card=card_name(FOOL), player=self._name(owner)
                )
                yield Proof(text, (self.goes_by(FOOL),))


def _moved_view(finding: PilesFinding, moved: tuple[Moved, ...]) -> Iterator[GoesView]:
    for each in moved:
        card = None if each.card is None else str(each.card)
        yield GoesView(card, finding.leaders[each.to], each.clause)


def _turned_view(finding: PilesFinding, turned: TurnedTrick) -> TurnedView:
    trick, winner = turned.trick, finding.dispute.players[turned.trick.winner]
    goes = [*_moved_view(finding, turned.moved)]
    if turned.talon is not None:
        goes.append(GoesView(str(turned.talon), winner, finding.talon_clause))
    return TurnedView([str(each.card) for each in trick.laid], winner, goes)


def _turned(finding: PilesFinding, turned: TurnedTrick) -> Message:
    trick_said = turned.trick
    cards = in_a_row(LineWord(str(lay(each.card, each.names))) for each in trick_said.laid)
    winner = Name(finding.dispute.players[trick_said.winner])
    if turned.talon is None:
        return say("{player} wins {cards}", cards=cards, player=winner)
    return say("{player} wins {cards} and {card} of the talon", cards=cards, player=winner, card=turned.talon)


def _moved(finding: PilesFinding, moved: tuple[Moved, ...]) -> Iterator[Phrase]:
    for each in moved:
        words: dict[str, Word] = {
            "player": Name(finding.leaders[each.to]),
            "clause": BareClause(each.clause),
        }
        if each.card is None:
            told = say("A card of no worth goes to the pile of {player} ({clause})", **words)
        else:
            told = say(
                "{card} goes to the pile of {player} ({clause})", card=sign_or_name(each.card), **words
            )
        yield Phrase(told, level=2)


KIND: Final[DisputeModule] = DisputeModule(PilesShape, read_piles, settle_piles, PilesCheck)
