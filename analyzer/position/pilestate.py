"""The state of a hand whose piles are counted by their cards, and who plays with whom.

Tricks, piles and payments are those of the replay, so that an answer is one of the game itself.

Source: clauses of the kinds count-cards, exchange, card-payment, and every way of scoring a hand.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from analyzer.cards.card import FOOL, MONDO, Card
from analyzer.position.beside import reckoning_before
from analyzer.position.question import Amounts, Question, check_hands
from analyzer.position.replay.opening import came_before, told_before
from analyzer.position.replay.turning import costs
from analyzer.position.setting import Setting
from analyzer.rules.actions import Action
from analyzer.rules.book import Book
from analyzer.rules.play.table import Table, Trick
from analyzer.rules.score.cardpay import pay_trick
from analyzer.rules.score.deeds import KINGS, hand_came, held_at_start, pagat_before, pagat_of
from analyzer.rules.score.ended import HandEnd
from analyzer.rules.score.goals import Aim
from analyzer.rules.score.hand import Scoring
from analyzer.rules.score.piles import SidePile
from analyzer.rules.score.reckoning import Reckoning
from analyzer.rules.score.steps import open_hand, score_hand
from analyzer.rules.score.told import HandTold, contract_played
from analyzer.rules.sides import Sides
from analyzer.rules.spec.contracts import Contract
from analyzer.rules.spec.contractwords import ContractAim
from analyzer.rules.spec.game import GameSpec


@dataclass(frozen=True, slots=True)
class PileState(Question):
    """One state of a hand, with all that the values of its future depend on; seats in order of play."""

    reckoning: Reckoning
    """What lies in the piles now."""
    told: HandTold
    won: tuple[int, ...]
    """Tricks by seat: all of them where they are known, else those from the position on."""
    dealer: int | None = None
    partner: int | None = None
    held: Mapping[int, tuple[str, ...]] | None = None

    @classmethod
    def of(cls, position: Setting) -> PileState:
        """The state a position file describes; of a whole hand, the state after what comes before the lead.

        Raises: UsageError where the hands are not all known.
        """
        check_hands(position)
        told, _ = opened(position)
        reckoning = _assumed(reckoning_before(position), told, position.tricks_left)
        held = held_at_start(position.hands, reckoning.game.trull) if position.whole_hand else None
        return cls(
            table=position.table,
            reckoning=reckoning,
            told=told,
            won=tuple(number or 0 for number in reckoning.tricks),
            dealer=position.dealer,
            partner=position.partner,
            held=held if told.held is None else told.held,
        )

    @classmethod
    def paid_before(cls, position: Setting) -> Amounts:
        """What a whole hand has paid or written before its first lead, by seat."""
        return opened(position)[1]

    @property
    def game(self) -> GameSpec:
        """What is special about the game."""
        return self.reckoning.game

    def unit(self, aim: Aim) -> int:
        """How many units of the core are one of a number: tricks are counted whole."""
        return 1 if aim is Aim.TRICKS else self.game.piles.unit

    @property
    def sides(self) -> Sides:
        """Who plays with whom."""
        return self.reckoning.sides

    @property
    def declarer(self) -> int | None:
        """The seat that plays the contract, where one does."""
        return self.told.declarer

    @property
    def contract(self) -> str | None:
        """The contract, where there is one."""
        return self.told.contract

    @property
    def called(self) -> Card | None:
        """The card whose holder plays with the declarer, where one was called."""
        return self.told.called

    @property
    def on_a_sheet(self) -> bool:
        """Whether amounts are written, and not paid."""
        return self.game.on_a_sheet

    @property
    def played(self) -> Contract | None:
        """The contract that is played: one of every trick takes the place of that it was announced in."""
        return contract_played(self.game, self.told)

    @property
    def aim(self) -> ContractAim:
        """What the contract that is played is about; points where there is none."""
        return ContractAim.POINTS if self.played is None else self.played.aim

    def settles(self, aim: Aim) -> bool:
        """Whether enough is told to say how such a goal comes out: of the past, and what is played.

        Points and tricks are counted from the position on where no more is known.
        """
        tricks = None not in self.reckoning.tricks
        match aim:
            case Aim.CONTRACT if self.played is None:
                return False
            case Aim.CONTRACT | Aim.MARGIN | Aim.HALF if self.aim is ContractAim.POINTS:
                return self.reckoning.counted and (self.game.target is None or self._located(self.game.trull))
            case Aim.SLAM | Aim.VALAT | Aim.ALL_TRICKS | Aim.NIL | Aim.TRICKS:
                return tricks
            case Aim.KINGS:
                return self._located(KINGS)
            case Aim.TRINITY | Aim.TRULL:
                return self._located(self.game.trull)
            case Aim.POINTS:
                return self.reckoning.counted
            case _:
                return True

    def _located(self, cards: frozenset[Card]) -> bool:
        """Whether it is known of all the cards where they are: in hands, in the trick, or in which pile."""
        reckoning = self.reckoning
        known = [*self.table.hands, *map(reckoning.cards, range(reckoning.sides.count))]
        return cards <= frozenset().union(*known, {each.card for each in self.table.trick})

    @property
    def to_come(self) -> frozenset[Aim]:
        """The numbers that are of the tricks to come alone, as what was won before is not told."""
        return frozenset(aim for aim in (Aim.POINTS, Aim.TRICKS) if not self.settles(aim))

    @property
    def opposed(self) -> bool:
        """Whether what one of two sides gains is always what the other loses, or what it would not have."""
        if self.sides.count != 2:
            return False
        if self.game.target is not None:
            return not (self.told.pools and self.slam_possible)
        return self.game.tapp is None and self.game.slovenian is None

    @property
    def slam_possible(self) -> bool:
        """Whether a side has won every trick so far, as far as that is known."""
        sides = {self.sides.of[seat] for seat, number in enumerate(self.won) if number}
        return None not in self.reckoning.tricks and len(sides) <= 1

    def had_won(self, move: Action, seat: int) -> PileState:
        """The state after a move that completes a trick, had a seat won it."""
        table, trick = self.table.after(move)
        assert trick is not None
        trick = Trick(trick.laid, seat)
        course = self.table.course.after(trick)
        return self.turned(replace(table, lead=seat, course=course), trick)[0]

    def turned(self, table: Table, trick: Trick) -> tuple[PileState, Amounts]:
        """The state after a trick, and what it pays or writes."""
        reckoning, _ = self.reckoning.turn(trick, self.table.tricks_left)
        won = tuple(number + (seat == trick.winner) for seat, number in enumerate(self.won))
        if table.over:
            reckoning, _ = reckoning.end()
            found = replace(self, table=table, reckoning=reckoning, won=won, last=trick)
            return found, found.scored()[1]
        book = Book(self.players)
        pay_trick(self.game, self.sides, trick, book)
        told = _pagat_before(self, trick, _mond_lost(self, trick))
        return replace(self, table=table, reckoning=reckoning, told=told, won=won), self._amounts(book)

    def scored(self) -> tuple[HandEnd, Amounts]:
        """How a hand that is over came out, and what its end pays or writes, by seat."""
        scoring = self._settled()
        units = tuple(map(self.reckoning.units, range(self.sides.count)))
        end = HandEnd(self.game, scoring.came, scoring.outcome, units, self.won)
        return end, self._amounts(scoring.book)

    def end(self) -> HandEnd:
        """How a hand that is over came out."""
        return self.scored()[0]

    def told_apart(self, one: Card, other: Card) -> bool:
        """Whether they count otherwise, or a rule knows one of them by name."""
        game = self.game
        named = KINGS | game.trull | game.honours
        return one in named or other in named or game.piles.of(one) != game.piles.of(other)

    def clauses(self) -> tuple[str, ...]:
        """The clauses that a hand which is over was settled by."""
        scoring = self._settled()
        return tuple(dict.fromkeys((*scoring.applied, *scoring.book.clauses)))

    def _settled(self) -> Scoring:
        assert self.last is not None
        came = hand_came(
            self.reckoning, self.told, (self.last,), dealer=self.dealer, partner=self.partner, held=self.held
        )
        return score_hand(self.game, came, Book(self.players))

    def _amounts(self, book: Book) -> Amounts:
        return book.sheet if self.on_a_sheet else book.tokens

    def state(self) -> Hashable:
        """Everything that differs between two states of one hand from which it can go on otherwise."""
        table = self.table
        cards = (table.hands, table.lead, tuple((laid.card, laid.names) for laid in table.trick))
        return cards, self.past(), self.last

    def ahead(self) -> Hashable:
        return self.state()

    def points(self) -> tuple[Fraction, ...]:
        units = map(self.reckoning.units, range(self.sides.count))
        return tuple(Fraction(each, self.game.piles.unit) for each in units)

    def same_hand(self, other: PileState) -> bool:
        """Whether two states can be of one hand: the game, the sides and what was told of it are the same."""
        return self._of_hand() == other._of_hand()

    def _of_hand(self) -> object:
        reckoning, course = self.reckoning, self.table.course
        facts = (self.spec, reckoning.sides, reckoning.apart, reckoning.counted)
        unknown = [number is None for number in reckoning.tricks]
        told = replace(self.told, mond_lost=None, pagat_before=None)
        return facts, self.dealer, self.partner, self.held, unknown, told, course.colour, course.sides

    def past(self) -> Hashable:
        """Everything of what was played before that the end of the hand can still hang on."""
        course = self.table.course
        played = (
            course.swept,
            course.first,
            course.trump_led,
            self.told.mond_lost,
            self.told.pagat_before,
            self.won,
        )
        return played, tuple(map(self._pile, self.reckoning.piles))

    def stands_out(self, card: Card) -> bool:
        """Whether a card counts, or a rule may know it by name, so that no other is like it."""
        game = self.game
        named = KINGS | game.trull | game.honours | {self.told.called}
        return card in named or game.piles.worth(card) > 0

    def _pile(self, pile: SidePile) -> Hashable:
        """What of a pile can still matter: its count, its special cards, what can be given for the Fool."""
        special = pile.cards & (KINGS | self.game.trull)
        if not self._fool_to_be_paid:
            return pile.units, special
        worth = self.game.piles.worth
        least = min(((worth(card), card) for card in pile.cards if not card.is_fool), default=None)
        given = None if least is None else (least[0], least[1] if least[1] in special else None)
        owed = None if pile.owed is None else pile.owed.to
        return pile.units, special, given, pile.gives, owed, pile.laid_away

    @property
    def _fool_to_be_paid(self) -> bool:
        """Whether a card may still be given for the Fool."""
        if self.game.exchange is None:
            return False
        held = frozenset().union(*self.table.hands, {each.card for each in self.table.trick})
        return FOOL in held or any(pile.owed is not None for pile in self.reckoning.piles)


def opened(position: Setting) -> tuple[HandTold, Amounts]:
    """What is told of a hand when play begins, and what a whole hand has paid by then, by seat."""
    told, seats = told_before(position), len(position.players)
    game = position.spec
    if not position.whole_hand:
        return told, (0,) * seats
    book = Book(seats)
    opening = open_hand(game, came_before(position, told), book)
    return replace(told, pools=opening.pools), book.sheet if game.on_a_sheet else book.tokens


def _assumed(reckoning: Reckoning, told: HandTold, tricks_left: int) -> Reckoning:
    """The piles of a contract of tricks that is still played out: nothing is told of them, nothing is lost.

    Its first trick on the wrong side would have decided it.
    """
    contract = contract_played(reckoning.game, told)
    if contract is None or told.declarer is None or any(each is not None for each in reckoning.tricks):
        return reckoning
    gone, own = reckoning.spec.table.hand_size - tricks_left, reckoning.sides.of[told.declarer]
    if contract.aim not in (ContractAim.NO_TRICK, ContractAim.EVERY_TRICK):
        return reckoning
    winners = reckoning.sides.others(own) if contract.aim is ContractAim.NO_TRICK else (told.declarer,)
    tricks = [0] * len(reckoning.sides.of)
    tricks[winners[0]] = gone
    return replace(reckoning, tricks=tuple(tricks))


def _pagat_before(question: PileState, trick: Trick, told: HandTold) -> HandTold:
    """What is told of a hand after a trick, the Pagat in the last but one among it."""
    last_but_one = question.table.tricks_left == 2
    if not (last_but_one and pagat_before(question.game)):
        return told
    return replace(told, pagat_before=pagat_of(question.sides, trick))


def _mond_lost(question: PileState, trick: Trick) -> HandTold:
    """What is told once a trick is played in which the Mond may be lost."""
    lost = next((each.seat for each in trick.laid if each.card is MONDO and each.seat != trick.winner), None)
    if lost is None or not costs(question.game, question.sides, lost, trick.winner):
        return question.told
    return replace(question.told, mond_lost=lost)
