"""Whose pile each card lies in after some tricks: the Fool that goes home, its card in return, the talon.

Source: clauses fool.exchange, fool.exchange-card, fool.surrender, fool.lost, fool.last, misere.talon.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from analyzer.cards.card import FOOL, Card
from analyzer.disputes.findings import Finding, Proof
from analyzer.disputes.inplay.pileways import PilesOutcome, PileWays, TurnedTrick
from analyzer.disputes.kinds.piles import PilesDispute, TrickPlayed
from analyzer.messages import Message, Name, Verbatim, alone, in_a_row, listed, say
from analyzer.rules.play.came_up import in_trick
from analyzer.rules.play.table import is_excuse
from analyzer.rules.score.amounts import exact, points_text
from analyzer.rules.score.piles import Moved
from analyzer.rules.score.reckoning import turns_talon
from analyzer.rules.spec.bearing import CameUp, Topic, bearing, together
from analyzer.rules.spec.reading import RulesReading
from analyzer.rules.verdicts import Violation


@dataclass(frozen=True, slots=True, kw_only=True)
class PilesFinding(Finding):
    """Where every card goes; sides are numbered, and each is called by the name of its leader."""

    leaders: tuple[str, ...]
    tricks: tuple[TurnedTrick, ...]
    end: tuple[Moved, ...]
    """What is given up when the hand is over."""
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
            in_a_row((Name(name), Verbatim(points_text(points))))
            for name, points in zip(self.leaders, self.points, strict=True)
        )
        return alone(listed(map(alone, each)))

    @property
    def comes_to(self) -> Mapping[str, Any]:
        told = super(PilesFinding, self).comes_to
        points = dict(zip(self.leaders, map(exact, self.points), strict=True))
        return {**told, "piles": self.where, "points": points}


TAKEN_FOR_LAST: Final = say(
    "nothing tells which tricks these are: they are taken for the last ones of the hand"
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
        self.reading = RulesReading(dispute.rules.clauses)

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
            text = say("{card} goes to nobody's pile", card=card)
            if owner is not None:
                text = say("{card} goes to the pile of {player}", card=card, player=self._name(owner))
            yield Violation(self.goes_by(card), (card,), text)
        for seat, points in self._miscounted(outcome):
            text = say(
                "the pile of {player} counts {points}",
                player=self._name(self.sides.of[seat]),
                points=Verbatim(points_text(points)),
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
        clauses = reading.each("talon-left")
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
        parts = [CameUp(frozenset(self._topics()), skat=self.dispute.discard or frozenset())]
        for each in self.played:
            laid = each.trick.laid
            hands = [
                frozenset(one.card for one in laid if one.seat == seat) for seat in range(len(self.sides.of))
            ]
            parts.append(in_trick(self.spec, laid, hands, each.tricks_left, each.course))
        named = [each.clause for each in self.outcome.moved]
        named += [self.goes_by(each.talon) for each in self.outcome.tricks if each.talon is not None]
        return tuple(dict.fromkeys((*named, *bearing(self.dispute.rules, together(parts)))))

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
                text = say("{card} goes to the pile of {player}", card=FOOL, player=self._name(owner))
                yield Proof(text, (self.goes_by(FOOL),))
