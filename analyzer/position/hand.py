"""A state of a hand, with everything that its future depends on: the table, the piles and the pots.

Tricks, piles and payments are those of the replay, so that an answer is one of the game itself.

Source: clauses payment.order and count.points, and of the kinds count-cards, exchange and card-payment.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar

from msgspec.structs import replace

from analyzer.cards.card import FOOL, MONDO, Card
from analyzer.errors import UsageError
from analyzer.frozenrecord import RecordWithMetadata
from analyzer.messages import say
from analyzer.position import replay
from analyzer.position.piles import reckoning_before
from analyzer.position.replay.turning import costs, deal_out
from analyzer.position.setting import Setting
from analyzer.rules.actions import ALLOW, DEMAND, Action, Sides
from analyzer.rules.book import Book, Pots
from analyzer.rules.play.table import Table, Trick
from analyzer.rules.score.deeds import KINGS, hand_came, held_at_start, pagat_before, pagat_of
from analyzer.rules.score.goals import Aim, Goal, HandEnd
from analyzer.rules.score.hand import HandFacts, Scoring, contract_played
from analyzer.rules.score.payments import TOUT, pay_trick
from analyzer.rules.score.reckoning import Reckoning, SidePile
from analyzer.rules.score.steps import open_hand, score_hand
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.contracts import Contract, ContractAim

Amounts = tuple[int, ...]
"""Tokens received less paid, or score entries, by account: the seats that play, then a player sitting out,
then the pots, if there are any.
"""


class Hand(RecordWithMetadata, frozen=True):
    """A state of a hand; seats in order of play."""

    NOTES: ClassVar[tuple[str, ...]] = ("ended",)

    table: Table
    reckoning: Reckoning
    """The current piles."""
    told: HandFacts
    won: tuple[int, ...]
    """Tricks by seat: all of them if known, otherwise those from the position on."""
    pots: Pots
    """The current pots; empty if there are none."""
    count: bool
    """True if the piles are settled; with pots, only if that is requested."""
    sitting_out: bool = False
    """True if one more player pays foundations."""
    dealer: int | None = None
    partner: int | None = None
    held: Mapping[int, tuple[str, ...]] | None = None
    """The paid holdings of each seat at the start of play."""
    ended: HandEnd | None = None
    """The result of the hand, once it is over."""

    @classmethod
    def from_position(cls, position: Setting) -> Hand:
        """Return the state of a position; for a full hand, the state at the first lead.

        Raises: UsageError if the hands are not all known, or a count lacks dealer or points.
        """
        check_hands(position)
        told, _, pots = _opened(position)
        reckoning = _assumed(reckoning_before(position), told, position.tricks_left)
        held = held_at_start(position.hands, reckoning.game.trull) if position.whole_hand else None
        if position.count and (position.dealer is None or not reckoning.counted):
            raise UsageError(say("the count needs `dealer` and the points every player has taken"))
        return cls(
            table=position.table,
            reckoning=reckoning,
            told=told,
            won=_all_or_none(reckoning.tricks),
            pots=pots,
            count=position.count or position.spec.pots is None,
            sitting_out=position.sitting_out is not None and position.spec.pots is not None,
            dealer=position.dealer,
            partner=position.partner,
            held=held if told.held is None else told.held,
        )

    @classmethod
    def paid_before(cls, position: Setting) -> Amounts:
        """Return the payments since the amounts of a position began, by account.

        For a full hand they are those of the deal, of declarations and of bids; for any other position
        nothing.
        """
        return _opened(position)[1]

    @property
    def spec(self) -> GameSpec:
        """The game that is played."""
        return self.table.spec

    @property
    def game(self) -> GameSpec:
        """The special features of the game."""
        return self.reckoning.game

    @property
    def players(self) -> int:
        """The number of seats that play."""
        return len(self.table.hands)

    @property
    def over(self) -> bool:
        """True if every card is played."""
        return self.table.over

    @property
    def last(self) -> Trick | None:
        """The last trick, once it is played."""
        return None if self.ended is None else self.ended.last

    @property
    def announced_tout(self) -> bool:
        """True if a Tout was announced."""
        return any(TOUT in words for words in self.told.announced.values())

    @property
    def to_move(self) -> int:
        """The seat that decides next: it plays a card, or decides about a demand for the Fool."""
        return self.table.to_move

    def moves(self) -> tuple[Action, ...]:
        """Return the legal actions of the player to move, in canonical order; empty when the hand is over."""
        return self.table.moves()

    @property
    def sides(self) -> Sides:
        """The sides."""
        return self.reckoning.sides

    @property
    def declarer(self) -> int | None:
        """The seat that plays the contract, if one does."""
        return self.told.declarer

    @property
    def contract(self) -> str | None:
        """The contract, if there is one."""
        return self.told.contract

    @property
    def called(self) -> Card | None:
        """The card whose holder plays with the declarer, if one was called."""
        return self.told.called

    @property
    def played(self) -> Contract | None:
        """The contract that is played: one for every trick replaces the one it was announced in."""
        return contract_played(self.game, self.told)

    @property
    def aim(self) -> ContractAim | None:
        """The subject of the contract that is played: points if there is none, None in a game for pots."""
        if self.game.pots is not None:
            return None
        return ContractAim.POINTS if self.played is None else self.played.aim

    def unit(self, aim: Aim) -> int:
        """Return the number of units of the core in one of a number: tricks are counted whole."""
        return 1 if aim is Aim.TRICKS else self.game.piles.unit

    def settles(self, aim: Aim) -> bool:
        """Return True if enough is known of the past and of the game to decide such a goal.

        Points and tricks are counted from the position on if no more is known.
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

    @property
    def pays_apart(self) -> bool:
        """True if something is paid or written beside the contract or the count: for cards, for bonuses."""
        game = self.game
        return any((game.pots, game.payments, game.bonus_sheet, game.difference_sheet))

    @property
    def knows_result(self) -> bool:
        """True if enough is known of the past to say what the contract or the count comes to in the end."""
        if self.game.pots is not None:
            return True
        if self.game.contracts and self.aim is ContractAim.POINTS:
            return self.settles(Aim.CONTRACT)
        return self.reckoning.counted if self.aim is ContractAim.POINTS else self.settles(Aim.TRICKS)

    def _located(self, cards: frozenset[Card]) -> bool:
        """Return True if the place of all the cards is known: in hands, in the trick, or in which pile."""
        reckoning = self.reckoning
        known = [*self.table.hands, *map(reckoning.cards, range(reckoning.sides.count))]
        return cards <= frozenset().union(*known, {each.card for each in self.table.trick})

    @property
    def to_come(self) -> frozenset[Aim]:
        """The numbers that count only tricks to come, because those won before are not given."""
        numbers = () if self.game.pots is not None else (Aim.POINTS, Aim.TRICKS)
        return frozenset(aim for aim in numbers if not self.settles(aim))

    @property
    def opposed(self) -> bool:
        """True if the gain of one of two sides is always the loss, or the missed gain, of the other."""
        if self.sides.count != 2:
            return False
        if self.game.target is not None:
            return not (self.told.pools and self.slam_possible)
        return self.game.difference_sheet is None and self.game.bonus_sheet is None

    @property
    def slam_possible(self) -> bool:
        """True if a side has won every trick so far, as far as known."""
        sides = {self.sides.of[seat] for seat, number in enumerate(self.won) if number}
        return None not in self.reckoning.tricks and len(sides) <= 1

    @property
    def judged(self) -> bool:
        """True if the Proprieties judge its cards."""
        return self.game.pots is not None

    @property
    def on_a_sheet(self) -> bool:
        """True if amounts are score entries, and not payments."""
        return self.game.on_a_sheet

    @property
    def pot_count(self) -> int:
        """The number of accounts that are pots: the king pot and the Pagat pot, in this order, or none."""
        return 2 if self.game.pots is not None else 0

    @property
    def nothing(self) -> Amounts:
        """Zero payments, by account."""
        return (0,) * (self.players + self.sitting_out + self.pot_count)

    def sum_by_side(self, amounts: Amounts) -> Amounts:
        """Return amounts with the seats of a side added up; other accounts stay after them."""
        sides = self.sides
        own = (sum(amounts[seat] for seat in sides.seats(side)) for side in range(sides.count))
        return *own, *amounts[self.players :]

    def leader(self, side: int) -> int:
        """Return the seat that a side is named after."""
        return self.sides.leader(side, self.declarer)

    def after(self, move: Action) -> tuple[Hand, Amounts]:
        """Return the state after one of :meth:`moves`, and its payments or entries, by account."""
        table, trick = self.table.after(move)
        if trick is None:
            return replace(self, table=table), self.nothing
        return self.turned(table, trick)

    def had_won(self, move: Action, seat: int) -> Hand:
        """Return the state after a move that completes a trick, as if a given seat had won it."""
        table, trick = self.table.after(move)
        assert trick is not None
        trick = Trick(trick.laid, seat)
        course = self.table.course.after(trick)
        return self.turned(replace(table, lead=seat, course=course), trick)[0]

    def turned(self, table: Table, trick: Trick) -> tuple[Hand, Amounts]:
        """Return the state after a trick is turned over, with this table, and its payments or entries.

        They are for a paid card in the trick, or after the last trick for everything in the hand.
        """
        reckoning, _ = self.reckoning.turn(trick, self.table.tricks_left)
        won = tuple(number + (seat == trick.winner) for seat, number in enumerate(self.won))
        if not table.over:
            book = Book(self.players + self.sitting_out, self.pots)
            pay_trick(self.game, self.sides, trick, book)
            told = _pagat_before(self, trick, _mond_lost(self, trick))
            after = replace(self, table=table, reckoning=reckoning, told=told, won=won, pots=book.pots)
            return after, _amounts(self.game, book)
        reckoning, _ = reckoning.end()
        over = replace(self, table=table, reckoning=reckoning, won=won)
        return over.settled(trick)

    def settled(self, last: Trick) -> tuple[Hand, Amounts]:
        """Return the hand played out, its last trick in its piles, and the payments or entries of its end."""
        book = Book(self.players + self.sitting_out, self.pots)
        scoring = _scored(self, last, book)
        units = tuple(map(self.reckoning.units, range(self.sides.count)))
        ended = HandEnd(self.game, scoring.came, scoring.outcome, units, self.won)
        return replace(self, pots=book.pots, ended=ended), _amounts(self.game, book)

    def end(self) -> HandEnd:
        """Return the result of a hand that is over."""
        assert self.ended is not None
        return self.ended

    def reached(self, goal: Goal, seat: int) -> bool:
        """Return True if a goal was reached for a seat, or for its side, in a hand that is over."""
        return self.end().reached(goal, seat)

    def clauses(self) -> tuple[str, ...]:
        """Return the clauses that settled a hand that is over."""
        book = Book(self.players + self.sitting_out, self.pots)
        scoring = _scored(self, self.end().last, book)
        return tuple(dict.fromkeys((*scoring.applied, *book.clauses)))

    def distinguishes(self, one: Card, other: Card) -> bool:
        """Return True if a rule or the count distinguishes two cards of one suit beyond their rank."""
        game, paid = self.game, () if self.game.pots is None else self.game.pots.entries
        if any((one in entry.cards) != (other in entry.cards) for entry in paid):
            return True
        named = game.deed_cards | game.honours
        return (
            one in named
            or other in named
            or (self.count and game.piles.card_units(one) != game.piles.card_units(other))
        )

    def stands_out(self, card: Card) -> bool:
        """Return True if a card counts, or a rule may know it by name, so that no other card equals it."""
        game = self.game
        return card in KINGS | game.trull | game.honours | {self.told.called} or game.piles.worth(card) > 0

    def state(self) -> Hashable:
        """Return a key for the state: states of one hand with equal keys have the same future."""
        table = self.table
        laid = tuple((each.card, each.names) for each in table.trick)
        asked = table.picked, table.passed, table.demanded
        return table.hands, table.lead, laid, asked, self.pots, self.past(), self.last

    def ahead(self) -> Hashable:
        """Return a key for the forcing of goals; in a game for pots it is the table."""
        return self.table if self.game.pots is not None else self.state()

    def points(self) -> tuple[Fraction, ...] | None:
        """Return the points of each side, in full or as far as known; None in a game for pots."""
        if self.game.pots is not None:
            return None
        units = map(self.reckoning.units, range(self.sides.count))
        return tuple(Fraction(each, self.game.piles.unit) for each in units)

    def same_hand(self, other: Hand) -> bool:
        """Return True if two states can belong to one hand: game, sides and given facts are the same."""
        return self._hand_key() == other._hand_key()

    def _hand_key(self) -> object:
        reckoning, course = self.reckoning, self.table.course
        facts = (self.spec, reckoning.sides, reckoning.apart, reckoning.counted)
        unknown = [number is None for number in reckoning.tricks]
        told = replace(self.told, mond_lost=None, pagat_before=None)
        asked = self.table.fool_demand, self.count, self.sitting_out
        return facts, self.dealer, self.partner, self.held, unknown, told, asked, course.colour, course.sides

    def past(self) -> Hashable:
        """Return a key for the earlier play that the end of the hand can still depend on."""
        course, told = self.table.course, self.told
        tricks = self.reckoning.tricks if self.game.pots is not None else self.won
        played = course.swept, course.first, course.trump_led, told.mond_lost, told.pagat_before, tricks
        return played, tuple(map(self._pile, self.reckoning.piles)) if self.count else ()

    def _pile(self, pile: SidePile) -> Hashable:
        """Return a key for a pile: its count, its special cards, the cards that can be given for the Fool."""
        special = pile.cards & self.game.deed_cards
        if not self._fool_to_be_paid:
            return pile.units, special
        worth = self.game.piles.worth
        least = min(((worth(card), card) for card in pile.cards if not card.is_fool), default=None)
        given = None if least is None else (least[0], least[1] if least[1] in special else None)
        owed = None if pile.owed is None else pile.owed.to
        return pile.units, special, given, pile.gives, owed, pile.laid_away

    @property
    def _fool_to_be_paid(self) -> bool:
        """True if a card may still be given for the Fool."""
        if self.game.exchange is None:
            return False
        held = frozenset().union(*self.table.hands, {each.card for each in self.table.trick})
        return FOOL in held or any(pile.owed is not None for pile in self.reckoning.piles)


def _opened(position: Setting) -> tuple[HandFacts, Amounts, Pots]:
    """Return the facts of a hand when play begins, the payments of a full hand so far, and the pots."""
    told, game = position.told, position.spec
    book = Book(
        len(position.players) + (position.sitting_out is not None and game.pots is not None), position.pots
    )
    if position.tout_at_stake is not None:
        told = replace(told, announced={position.tout_at_stake: (TOUT,)})
    if position.whole_hand:
        # What is declared and bid is judged where there is any.
        if game.pots is not None:
            deal_out(position, book)
        else:
            told = replay.legality.opening_facts(position)
            told = replace(
                told, pools=open_hand(game, replay.legality.opening_state(position, told), book).pools
            )
    return told, _amounts(game, book), book.pots


def _scored(hand: Hand, last: Trick, book: Book) -> Scoring:
    """Return the scoring of a hand whose last trick is in the piles."""
    came = hand_came(
        hand.reckoning, hand.told, (last,),
        dealer=hand.dealer, partner=hand.partner, held=hand.held, count=hand.count, out=hand.sitting_out,
    )  # fmt: skip
    return score_hand(hand.game, came, book)


def _amounts(game: GameSpec, book: Book) -> Amounts:
    """Return the amounts of a book, by account."""
    if game.on_a_sheet:
        return book.sheet
    gained = book.pot_changes
    return (*book.tokens, gained.king, gained.pagat) if game.pots is not None else book.tokens


def _all_or_none(tricks: Sequence[int | None]) -> tuple[int, ...]:
    """Return the tricks won earlier, by seat; empty if not all are given, so that those to come count."""
    known = [number for number in tricks if number is not None]
    return tuple(known) if len(known) == len(tricks) else (0,) * len(tricks)


def _assumed(reckoning: Reckoning, told: HandFacts, tricks_left: int) -> Reckoning:
    """Return the assumed piles of a contract of tricks still in play: nothing is known, so nothing is lost.

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


def _pagat_before(hand: Hand, trick: Trick, told: HandFacts) -> HandFacts:
    """Return the facts of a hand after a trick, including the Pagat in the second-to-last."""
    last_but_one = hand.table.tricks_left == 2
    if not (last_but_one and pagat_before(hand.game)):
        return told
    return replace(told, pagat_before=pagat_of(hand.sides, trick))


def _mond_lost(hand: Hand, trick: Trick) -> HandFacts:
    """Return the facts after a trick in which the Mond may be lost."""
    lost = next((each.seat for each in trick.laid if each.card is MONDO and each.seat != trick.winner), None)
    if lost is None or not costs(hand.game, hand.sides, lost, trick.winner):
        return hand.told
    return replace(hand.told, mond_lost=lost)


def check_hands(position: Setting) -> None:
    """Check the hands. Raises: UsageError if they are not all known."""
    if position.unseen is not None or position.half_known is not None or not _hands_fit(position.table):
        told = say(
            "the search needs every hand: some cards of this position are unseen, which is for `decide`"
        )
        raise UsageError(told)


def check_claim(hand: Hand, seat: int, by: int) -> None:
    """Check a claim. Raises: UsageError for a state that is over, or players who are not at the table."""
    check_not_over(hand)
    if seat not in range(hand.players) or by not in range(1 << hand.players):
        raise UsageError(say("unknown player; seats are 0 to {last}", last=hand.players - 1))


def check_not_over(hand: Hand) -> None:
    """Check a state. Raises: UsageError if it is over."""
    if hand.over:
        raise UsageError(say("nothing is left to play in this position"))


def holds_after_answer(hand: Hand, by: int, holds: Callable[[Hand], bool]) -> bool:
    """Return the result of `holds` for a state; if a picked card awaits an answer, for the states after it.

    If one of the players in mask `by` answers, one of these states must hold, otherwise both.
    """
    table = hand.table
    if table.picked is None:
        return holds(hand)
    decides = any if by >> table.to_move & 1 else all
    after = (hand.after(move)[0] for move in (DEMAND, ALLOW))
    return decides(holds_after_answer(each, by, holds) for each in after)


def merged_moves(hand: Hand) -> tuple[tuple[Action, tuple[Card, ...]], ...]:
    """Return the moves of the player to move, equal cards merged: each move with the cards equal to it.

    Two cards of a suit in one hand are equal if no card between them is held by another player or is in
    the current trick, and nothing else distinguishes them (:meth:`Hand.distinguishes`). Swapping them
    changes no trick, payment or count, so their values agree. The highest represents its group; the others
    follow it, high to low. A led Fool has one entry per suit, and answers to a picked card (demand it, let it
    pass) are never merged.
    """
    table = hand.table
    elsewhere = {laid.card for laid in table.trick}
    elsewhere.update(c for seat, cards in enumerate(table.hands) if seat != table.holder for c in cards)
    groups: list[tuple[Action, list[Card]]] = []
    for move in hand.moves():
        group = next((g for g in reversed(groups) if _equal(hand, g[0], move, elsewhere)), None)
        if group is None or move.card is None:
            groups.append((move, []))
        else:
            group[1].append(move.card)
    return tuple((move, tuple(equals)) for move, equals in groups)


def _equal(hand: Hand, one: Action, other: Action, elsewhere: set[Card]) -> bool:
    """Return True if two moves play cards that nothing in the rest of the hand can distinguish."""
    a, b = one.card, other.card
    if a is None or b is None or a.suit is None or a.suit is not b.suit or hand.distinguishes(a, b):
        return False
    height = hand.spec.height
    low, high = sorted((height(a), height(b)))
    return not any(card.suit is a.suit and low < height(card) < high for card in elsewhere)


def _hands_fit(table: Table) -> bool:
    """Return True if every seat holds as many cards as the trick leaves it."""
    laid = {each.seat for each in table.trick}
    return len({len(hand) + (seat in laid) for seat, hand in enumerate(table.hands)}) == 1
