"""Reading a hand of a game with pots that is told in words: what must be told, and what cannot be.

Source: main rule text, "Scoring, payment", parts 3 to 6.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from analyzer.cards.card import Card
from analyzer.cards.notation import shown
from analyzer.evenings.model import CardFate, Fined, LastTold, PotHand
from analyzer.evenings.seats import HandSeats
from analyzer.evenings.shape import PlayedHandShape
from analyzer.messages import Decimal, Message, Verbatim, say
from analyzer.position.files.beforeplay.deal import Pile, check_cards, counted
from analyzer.position.files.beforeplay.quarrels import check_facts, check_found
from analyzer.position.files.cardlists import CardList, Placed
from analyzer.position.files.handshape import EarlierCardShape, LastTrickShape
from analyzer.position.files.heard import TOUT, announced_by, read_declared, read_said
from analyzer.rules.actions import Sides
from analyzer.rules.conduct.irregularities import BEFORE_PLAY, WRONG_DECLARATIONS, Moment, fine_for
from analyzer.rules.deal.declarations import parse_declaration
from analyzer.rules.facts.fact import Ground, HandFact, whole_hand
from analyzer.rules.facts.told import Teller, declared_by_words
from analyzer.rules.play.table import Laid, Trick, winner
from analyzer.rules.score.goals import points_text
from analyzer.rules.score.hand import NOTHING_TOLD
from analyzer.rules.score.steps import counts
from analyzer.rules.spec.clause import Category
from analyzer.rules.spec.kinds.paying import When
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.yamltree.places import suggestion


def read_pot_hand(seats: HandSeats, shape: PlayedHandShape) -> PotHand:
    """What a file tells of a hand; a fault for everything that cannot be, and that is missing."""
    return _PotHandReader(seats, shape).read()


class _PotHandReader:
    """One hand, being read."""

    def __init__(self, seats: HandSeats, shape: PlayedHandShape) -> None:
        self._seats, self._shape, self._reader = seats, shape, seats.reader
        self._spec = seats.reader.rules.game
        self._cards: list[Placed] = []
        """The cards of the tricks that are told, each of which can be told once."""

    def read(self) -> PotHand:
        shape, sound = self._shape, len(self._reader.notes.faults)
        tout, nolo = self._seats.seat(shape.tout), self._seats.seat(shape.nolo)
        announced = self._announced()
        during = tuple(self._during())
        last = None if shape.last_trick is None else self._last(shape.last_trick)
        check_cards(self._reader, [Pile(say("the tricks"), tuple(self._cards))])
        fines = tuple(self._fines())
        hand = PotHand(
            dealer=self._seats.dealer,
            where=shape.node.where,
            declared=dict(self._declared()),
            during=during,
            last=last,
            tout=tout,
            nolo=nolo,
            points=dict(self._points()),
            fines=fines,
            given_up=self._given_up(fines),
            failed_tout=announced and tout != self._seats.dealer,
        )
        if not hand.given_up:
            self._check_told(hand)
        if sound == len(self._reader.notes.faults):
            ground, facts = facts_of_pots(self._reader.rules, self._reader.players, self._seats.playing, hand)
            check_facts(self._reader, shape.node, ground, facts)
        return hand

    def _fines(self) -> Iterator[Fined]:
        """What was fined, each by a name that the rules have for it."""
        known = self._reader.rules.fines.category
        for each in self._shape.fines or ():
            if not each.has("irregularity") or not each.has("by"):
                continue
            by, name = self._seats.seat(each.by), each.irregularity
            if name not in known:
                message = say("no irregularity is called {word}", word=Verbatim(shown(name)))
                self._reader.fault(name.where, message, suggestion(name, known))
                continue
            found = None if each.found is None else Moment(each.found)
            if found is not None:
                check_found(self._reader, str(name), found, each.place("found"))
            if by is not None:
                category = None if each.category is None else Category(each.category)
                yield Fined(by, str(name), category, found)

    def _given_up(self, fines: tuple[Fined, ...]) -> bool:
        """Whether the hand was given up; a fault where it was, and its end is told all the same."""
        rules, shape = self._reader.rules, self._shape
        ended = [
            each
            for each in fines
            if each.found is not Moment.AFTER_PAYMENTS
            and not fine_for(rules, each.name, each.category, each.found).play_goes_on
        ]
        of_end = ["last_trick", "tout", "nolo", "points"] if ended else []
        of_end += ["during"] * any(each.found in BEFORE_PLAY for each in ended)
        told = [key for key in of_end if shape.tells(key)]
        for key in told:
            message = say("`{key}` of a hand that was given up", key=Verbatim(key))
            expected = say("expected nothing of its end, or `found: after-payments`")
            self._reader.fault(shape.key_place(key), message, expected)
        return bool(ended)

    def _announced(self) -> bool:
        """Whether the dealer announced a Tout."""
        spoken = announced_by(self._reader, self._shape.announced, self._seats.dealer)
        return TOUT in read_said(self._reader, spoken) | read_said(self._reader, self._shape.announce)

    def _declared(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """What each player declared; a card can be declared by one of them."""
        rules = self._reader.rules
        for seat, name, said in self._reader.by_seat(self._shape.declarations):
            if self._seats.checked(seat, name.key_where) is None:
                continue
            texts = read_declared(self._reader, said)
            parsed = [each for text in texts if (each := parse_declaration(text, rules)) is not None]
            for one, other in combinations(parsed, 2):
                if (one.kind, one.suit) == (other.kind, other.suit):
                    message = say("“{said}” and “{other}” of one player", said=one.said, other=other.said)
                    self._reader.fault(said.where, message, say("expected each combination once"))
            yield seat, texts

    def _during(self) -> Iterator[CardFate]:
        """The cards that something is paid for in tricks before the last."""
        for each in self._shape.during or ():
            told = [
                (won, cards) for won, cards in ((True, each.won), (False, each.lost)) if cards is not None
            ]
            if len(told) != 1:
                message = say("the file does not say whether a card won its trick or was lost")
                self._reader.lack(each.node.where, message, say("expected one of `won` and `lost`"))
                continue
            won, cards = told[0]
            by, card = self._by(each), self._paid_card(cards)
            if by is not None and card is not None:
                yield CardFate(card, by, won, None if won else self._seats.seat(each.to))

    def _by(self, each: EarlierCardShape) -> int | None:
        by = self._seats.seat(each.by) if each.has("by") else None
        to = self._seats.seat(each.to)
        if to is not None and to == by and each.to is not None:
            message = say("{player} loses a card to himself", player=self._reader.who(to))
            self._reader.fault(each.to.where, message, say("expected another player"))
        return by

    def _paid_card(self, cards: CardList) -> Card | None:
        """The one card that is told, where something can be paid for it."""
        card = self._one(cards)
        if card is None:
            return None
        if not self._spec.due(When.LOST_EARLY, card) and self._spec.prize(card) is None:
            message = say("nothing is paid for {card}", card=card)
            self._reader.fault(cards.where, message, say("expected a king or the Pagat"))
            return None
        return card

    def _one(self, cards: CardList) -> Card | None:
        """The one card that a text names."""
        self._cards += cards.placed
        if cards.size != 1:
            self._reader.lack(cards.where, counted(cards.size), say("expected one card"))
        return cards.placed[0].card if cards.placed else None

    def _last(self, told: LastTrickShape) -> LastTold | None:
        """The last trick, as it is told or as all its cards tell it."""
        if told.cards is not None:
            return self._last_of_cards(told, told.cards)
        if not told.tells("winner"):
            message = say("a last trick that nobody wins")
            self._reader.lack(told.node.where, message, say("expected `winner`, or `lead` and `cards`"))
        won = self._seats.seat(told.winner)
        card = None if told.with_ is None else self._one(told.with_)
        lost = {}
        for seat, name, cards in self._reader.by_seat(told.lost):
            if seat == won:
                message = say("{player} wins the trick and loses a card in it", player=self._reader.who(seat))
                self._reader.fault(name.key_where, message, say("expected another player"))
            mine = self._paid_card(cards)
            if self._seats.checked(seat, name.key_where) is not None and mine is not None and seat != won:
                lost[seat] = mine
        if won is None:
            return None
        self._check_won(told, won, card, lost)
        return LastTold(won, card, lost)

    def _check_won(self, told: LastTrickShape, won: int, card: Card | None, lost: dict[int, Card]) -> None:
        """A fault where the card that is told cannot have won the trick."""
        if card is None:
            return
        laid = [Laid(won, card), *(Laid(seat, each) for seat, each in lost.items())]
        if card.is_fool or winner(laid, self._spec) != won:
            best = max(lost.values(), key=lambda each: (each.is_trump, self._spec.height(each)), default=card)
            message = say("{card} does not win a trick with {other} in it", card=card, other=best)
            where = told.key_place("with") if told.with_ is None else told.with_.where
            self._reader.fault(where, message, say("expected the card that won"))

    def _last_of_cards(self, told: LastTrickShape, cards: CardList) -> LastTold | None:
        lead, playing = self._seats.seat(told.lead), self._seats.playing
        self._cards += cards.placed
        if cards.size != len(playing):
            message = say("the trick holds {number} {number:card/cards}", number=cards.size)
            expected = say("expected {seats}: a settled trick is complete", seats=len(playing))
            self._reader.lack(cards.where, message, expected)
        if not told.tells("lead"):
            message = say("the file does not say who led the trick")
            self._reader.lack(cards.where, message, say("expected `lead`"))
        if lead is None or len(cards.placed) != len(playing):
            return None
        first = playing.index(lead)
        laid = [
            Laid(playing[(first + place) % len(playing)], each.card)
            for place, each in enumerate(cards.placed)
        ]
        won = winner(laid, self._spec)
        if told.winner is not None and self._seats.seat(told.winner) not in (None, won):
            message = say("{player} wins the trick with these cards", player=self._reader.who(won))
            self._reader.fault(told.winner.where, message, say("expected no other winner"))
        lost = {
            each.seat: each.card
            for each in laid
            if each.seat != won and self._spec.prize(each.card) is not None
        }
        return LastTold(won, next(each.card for each in laid if each.seat == won), lost)

    def _points(self) -> Iterator[tuple[int, int]]:
        """The card points that are told, by seat."""
        for seat, name, points in self._reader.by_seat(self._shape.points):
            if self._seats.checked(seat, name.key_where) is None or points.value is None:
                continue
            if points.value.denominator > 1 or points.value < 0:
                number = Decimal(points_text(points.value))
                message = say("{number} {number:point/points}", number=number)
                self._reader.fault(name.where, message, say("expected whole points"))
                continue
            yield seat, int(points.value)

    def _check_told(self, hand: PotHand) -> None:
        """A fault where nobody tells who won the last trick, or the points that the count hangs on."""
        if not any(map(self._shape.tells, ("last_trick", "tout", "nolo"))):
            self._missing("last_trick", say("expected who won it, and the kings and the Pagat in it"))
        playing = self._seats.playing
        if len(hand.points) >= len(playing) - 1 or not self._counted(hand):
            return
        # Seats in the hand are counted from the dealer, who is followed by the next one.
        around = sorted(playing, key=lambda seat: (seat - hand.dealer) % len(self._reader.players))
        lacking = [
            seat
            for place, seat in enumerate(around)
            if counts(self._spec, place, 0) and seat not in hand.points
        ]
        for seat in lacking:
            expected = say("expected the points of {player}, who counts", player=self._reader.who(seat))
            self._missing("points", expected)

    def _counted(self, hand: PotHand) -> bool:
        """Whether the piles are paid for; not where a Tout or a Nolo is told that cannot be read."""
        count, shape = self._spec.the_pots.count, self._shape
        if shape.tells("tout"):
            return hand.tout is not None and count.after_tout
        return not shape.tells("nolo") or (hand.nolo is not None and count.after_nolo)

    def _missing(self, key: str, expected: Message) -> None:
        shape = self._shape
        where = shape.key_place(key)
        self._reader.lack(where, say("`{key}` is missing", key=Verbatim(key)), expected)


def facts_of_pots(
    rules: RuleSet, players: Sequence[str], playing: Sequence[int], hand: PotHand
) -> tuple[Ground, list[HandFact]]:
    """The hand of a game with pots that facts are told of, and the facts; `playing` are the seats in it."""
    place = {seat: number for number, seat in enumerate(playing)}
    ground = whole_hand(rules, Sides.alone(len(playing)), NOTHING_TOLD, place[hand.dealer])
    teller = Teller(ground, [players[seat] for seat in playing])
    return ground, list(_facts(rules, hand, teller, place))


def _facts(rules: RuleSet, hand: PotHand, teller: Teller, place: dict[int, int]) -> Iterator[HandFact]:
    if hand.tout is not None:
        yield teller.tout(place[hand.tout])
    if hand.nolo is not None:
        yield teller.nolo(place[hand.nolo])
    everybody = frozenset(place.values())
    for each in hand.during:
        by = place[each.by]
        others = everybody - {by} if each.to is None else frozenset({place[each.to]})
        yield teller.early(each.card, by, frozenset({by}) if each.won else others)
    if hand.last is not None:
        won = place[hand.last.winner]
        mine = () if hand.last.card is None else (Laid(won, hand.last.card),)
        lost = (Laid(place[seat], card) for seat, card in hand.last.lost.items())
        yield from teller.last(Trick((*mine, *lost), won))
    # What was declared wrongly tells nothing of the cards.
    wrong = {each.by for each in hand.fines if each.name in WRONG_DECLARATIONS}
    right = {place[seat]: texts for seat, texts in hand.declared.items() if seat not in wrong}
    yield from teller.declared(declared_by_words(rules, right))
    yield from (teller.points(place[seat], number) for seat, number in hand.points.items())
    if hand.tout is None and hand.nolo is None and not hand.given_up:
        yield teller.each_won()
