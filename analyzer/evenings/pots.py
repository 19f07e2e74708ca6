"""The score of a hand in a game with pots: told in words.

Whatever is paid is entered by the rules themselves; here the facts are put in the form they ask for. In a
hand of its own the dealer is the first seat, and who sits out the last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from analyzer.cards.card import Card
from analyzer.errors import Fault, InvalidFile
from analyzer.evenings.model import Evening, Fined, HandScore, LeftLying, PotHand
from analyzer.evenings.scored import founded, out_place, scored
from analyzer.messages import Name, listed, say
from analyzer.rules.actions import Sides
from analyzer.rules.book import Book
from analyzer.rules.conduct.irregularities import WRONG_DECLARATIONS, Moment, fine_for, settle_fine
from analyzer.rules.conduct.session import seating
from analyzer.rules.deal.declarations import (
    Declaration,
    left_unsaid,
    parse_declaration,
    settle_declarations,
    superfluous,
)
from analyzer.rules.play.table import Laid, Trick
from analyzer.rules.score.hand import HandCame, HandTold, Outcome
from analyzer.rules.score.payments import TOUT, outcome_of, pay_for_dealing, pay_trick
from analyzer.rules.score.steps import counts, in_count, in_early_trick, in_last_trick, is_counted, score_hand
from analyzer.rules.spec.bearing import CameUp, Topic, bearing, together
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.paying import When
from analyzer.rules.verdicts import Violation


def score_pot_hand(evening: Evening, number: int, hand: PotHand, lying: LeftLying) -> HandScore:
    """The score of a hand that is told in words.

    Raises: InvalidFile where the rules ask for points that nobody tells.
    """
    seats = seating(evening.rules, hand.dealer, len(evening.players))
    book = founded(evening, lying)
    told = _ToldHand(evening, hand, seats, book)
    outcome = told.settle()
    return scored(
        evening,
        lying,
        [each.among(seats) for each in book.transfers],
        number=number,
        dealer=hand.dealer,
        outcome=None if outcome is None else outcome.among(seats),
        applied=told.applied(),
        violations=tuple(told.violations()),
        last_trick=hand.tout if hand.last is None else hand.last.winner,
    )


class _ToldHand:
    """A hand that is told in words, on its way into a book."""

    def __init__(self, evening: Evening, hand: PotHand, seats: Sequence[int], book: Book) -> None:
        self._evening, self._rules, self._hand, self._book = evening, evening.rules, hand, book
        self._spec, self._place = evening.rules.game, {seat: place for place, seat in enumerate(seats)}
        self._out = out_place(evening.rules, len(seats)) is not None
        self._topics = {Topic.FOUNDED} if len(book.transfers) else set[Topic]()
        self._came: list[CameUp] = []
        self._fined: list[str] = []

    def settle(self) -> Outcome | None:
        """Enter everything that is paid, in the order in which it is; None for a hand that was given up."""
        pay_for_dealing(self._spec, 0, self._book)
        self._declare()
        for trick in self._early():
            pay_trick(self._spec, Sides.alone(self._spec.table.players), trick, self._book)
            self._came.append(in_early_trick(trick))
        late = [each for each in self._hand.fines if each.found is Moment.AFTER_PAYMENTS]
        self._fine(each for each in self._hand.fines if each not in late)
        outcome = None if self._hand.given_up else self._end()
        self._fine(late)
        return outcome

    def _fine(self, fines: Iterable[Fined]) -> None:
        """Pay what was done wrong into the pots."""
        for each in fines:
            fine = fine_for(self._rules, each.name, each.category, each.found)
            settle_fine(fine, self._place[each.by], self._book)
            self._fined += fine.clauses

    def applied(self) -> tuple[str, ...]:
        """The clauses that the hand was settled by."""
        self._topics |= {Topic.DEALER_PAYS} | (
            {Topic.SITTING_OUT} if self._out and self._founding() else set()
        )
        came = together([CameUp(frozenset(self._topics)), *self._came])
        return tuple(dict.fromkeys((*self._book.clauses, *self._fined, *bearing(self._rules, came))))

    def _founding(self) -> bool:
        clauses = {self._spec.the_pots.accounts.start.clause, self._spec.the_pots.accounts.refill.clause}
        return not clauses.isdisjoint(self._book.clauses)

    def _said(self) -> dict[int, list[Declaration]]:
        """What each declared, by seat at the table; nothing for a pass."""
        return {
            seat: [each for text in texts if (each := parse_declaration(text, self._rules)) is not None]
            for seat, texts in self._hand.declared.items()
        }

    def violations(self) -> Iterator[Violation]:
        """What had to be declared by what was; a player who was fined for his words is told of once."""
        fined = {each.by for each in self._hand.fines if each.name in WRONG_DECLARATIONS}
        for seat, said in self._said().items():
            yield from superfluous(self._evening.players[seat], said) if seat not in fined else ()
            for each in left_unsaid(self._rules, said) if seat not in fined else ():
                text = say(
                    "{player} declared {said}, and so had to declare {required}",
                    player=Name(self._evening.players[seat]),
                    said=listed(one.said for one in said),
                    required=each.said,
                )
                yield Violation(each.clause, tuple(sorted(each.cards)), text)

    def _declare(self) -> None:
        parsed = {self._place[seat]: said for seat, said in self._said().items()}
        settle_declarations(self._rules, parsed, self._book, 0)
        self._topics |= {Topic.DECLARING} if any(parsed.values()) else set()
        self._topics |= {Topic.PASS} if any(not each for each in parsed.values()) else set()
        cards = [card for said in parsed.values() for each in said for card in each.cards]
        self._topics |= {Topic.SHARED} if len(cards) > len({*cards}) else set()

    def _early(self) -> Iterator[Trick]:
        players = self._spec.table.players
        for fate in self._hand.during:
            by = self._place[fate.by]
            yield Trick((Laid(by, fate.card),), by if fate.won else (by + 1) % players)

    def _end(self) -> Outcome:
        hand, spec, book = self._hand, self._spec, self._book
        trick, before = self._last(), len(book.transfers)
        announced = {0: (TOUT,)} if hand.failed_tout else {}
        came = HandCame(
            seats=spec.table.players,
            sides=Sides.alone(spec.table.players),
            told=HandTold(announced=announced),
            dealer=0,
            tricks=self._tricks(),
            last=trick,
            out=self._out,
        )
        counted = is_counted(spec, outcome_of(spec, came))
        outcome = score_hand(spec, replace(came, units=self._points() if counted else ()), book).outcome
        paid = book.transfers[before:]
        self._came.append(in_last_trick(spec, trick, outcome, paid, sitting_out=self._out))
        if (
            outcome.failed_tout is not None
            and any(hand.declared.values())
            and not spec.the_pots.failed_tout.ultimo
        ):
            self._topics.add(Topic.FAILED_TOUT_DECLARED)
        self._came.append(in_count(outcome, None, counted=counted))
        return outcome

    def _last(self) -> Trick:
        """The last trick, with those of its cards that are told; a card that is not is a plain one."""
        last, plain = self._hand.last, _ordinary(self._spec)
        if last is None:
            # Who won a Tout won it; after a Nolo it brings nothing, whoever did.
            winner = self._place[self._hand.tout] if self._hand.tout is not None else self._not_nolo()
            return Trick((Laid(winner, plain),), winner)
        winner = self._place[last.winner]
        lost = [Laid(self._place[seat], card) for seat, card in last.lost.items()]
        return Trick((Laid(winner, last.card or plain), *lost), winner)

    def _not_nolo(self) -> int:
        nolo = None if self._hand.nolo is None else self._place[self._hand.nolo]
        return next(place for place in range(self._spec.table.players) if place != nolo)

    def _tricks(self) -> tuple[int, ...]:
        """The tricks of each place, as far as Tout and Nolo tell; everybody else has won some."""
        players, hand = range(self._spec.table.players), self._hand
        if hand.tout is not None:
            return tuple(self._spec.table.hand_size * (place == self._place[hand.tout]) for place in players)
        nolo = None if hand.nolo is None else self._place[hand.nolo]
        return tuple(int(place != nolo) for place in players)

    def _points(self) -> tuple[int, ...]:
        """The points of each place; nobody asks for those of a player who does not count."""
        spec, told = self._spec, {self._place[seat]: each for seat, each in self._hand.points.items()}
        players = range(spec.table.players)
        left = spec.piles.total - sum(told.values())
        lacking = [place for place in players if place not in told]
        if len(lacking) > 1:
            asked = [place for place in lacking if counts(spec, place, 0)]
            if asked:
                raise InvalidFile([self._lack(place) for place in asked])
        return tuple(told.get(place, left) for place in players)

    def _lack(self, place: int) -> Fault:
        seat = next(seat for seat, own in self._place.items() if own == place)
        expected = say(
            "expected the points of {player}, who counts", player=Name(self._evening.players[seat])
        )
        return Fault(say("`points` is missing"), expected, self._hand.where)


def _ordinary(spec: GameSpec) -> Card:
    """A card of which nothing hangs whether it wins the last trick or not."""
    return next(
        card
        for card in spec.table.deck
        if not card.is_fool and spec.prize(card) is None and not spec.due(When.BAGUD, card)
    )
