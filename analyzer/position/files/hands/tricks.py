"""A hand written down trick by trick: who held which cards, who led, and what was laid away follow from it.

Source: clauses play.winner, play.lead, discard.size.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from msgspec.structs import replace

from analyzer.cards.card import Card
from analyzer.cards.notation import scan_cards
from analyzer.errors import Where
from analyzer.frozenrecord import Record
from analyzer.messages import Message, Verbatim, in_a_row, listed, say
from analyzer.position.files.cardlists import CardList, HandCards, LedFoolShape, Placed, Words
from analyzer.position.files.moves import Unread, in_item, read_words
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import DealShape, WrittenTrickShape
from analyzer.position.setting import Line, RecordWithGaps
from analyzer.rules.actions import Action, ActionKind, lay
from analyzer.rules.play.table import Laid, winner
from analyzer.rules.spec.game import first_leader, laid_away_under
from analyzer.yamltree.shapes import Text


def take_names_out(reader: Reader, shape: DealShape) -> None:
    """Take the names out of a file's tricks, and tell who led where only they say it."""
    if not any(map(shape.has, ("trick", "tricks"))):
        return
    names = _names(reader)
    if shape.trick is not None:
        shape.trick, led = _without(reader, names, shape.trick, shape.lead)
        shape.lead = shape.lead or led
    for place, each in enumerate(shape.tricks or ()):
        assert shape.tricks is not None
        told = each if isinstance(each, WrittenTrickShape) else None
        words = Words((each,), each.where) if isinstance(each, Text) else each.cards
        lead = None if told is None else told.lead
        words, led = _without(reader, names, words, lead)
        if told is not None:
            told.cards, told.lead = words, lead or led
        elif led is not None:
            shape.tricks[place] = WrittenTrickShape(lead=led, cards=words).stand_at(each.node)


def _names(reader: Reader) -> re.Pattern[str]:
    """The players' names before a card; one that is a card's word, or a letter, only with a colon."""
    words = sorted(reader.players, key=len, reverse=True)
    plain = "|".join(re.escape(name) for name in words if len(name) > 1 and scan_cards(name)[1])
    every = "|".join(map(re.escape, words))
    by_itself = rf"|(?:{plain})(?=\s)" if plain else ""
    return re.compile(rf"(?<![\w\[])(?P<name>(?:{every})(?=\s*:){by_itself})\s*:?", re.IGNORECASE)


def _without(
    reader: Reader, names: re.Pattern[str], words: Words, lead: Text | None
) -> tuple[Words, Text | None]:
    """The words without names, and the name of who led, where it follows of them."""
    texts, laid = list[Text | LedFoolShape](), 0
    led: Text | None = None
    for each in words.told:
        if not isinstance(each, Text):
            texts.append(each)
            laid += 1
            continue
        bare = names.sub(lambda match: " " * len(match[0]), each)
        texts.append(Text.from_node(bare, each.node))
        for seat, before, match in _named(reader, names, each, bare):
            first = (seat - laid - before) % len(reader.players)
            leader = reader.seat_of(lead or led)
            if leader is None:
                led = Text.from_node(reader.players[first], each.node)
            elif first != leader and "[" not in each:
                turn = reader.who((leader + laid + before) % len(reader.players))
                told = say("{player} plays out of turn", player=reader.who(seat))
                reader.fault(each.at(match.start()), told, say("expected {player}", player=turn))
        laid += _cards(bare)
    return Words(tuple(texts), words.where), led


def _named(
    reader: Reader, names: re.Pattern[str], text: Text, bare: str
) -> Iterator[tuple[int, int, re.Match[str]]]:
    """Each name in a text: its seat, how many cards stand before it, and where it stands."""
    for match in names.finditer(text):
        seat = reader.find_seat(match["name"])
        if seat is not None:
            yield seat, _cards(bare[: match.start()]), match


def _cards(text: str) -> int:
    return len(scan_cards(text.replace("?", " "))[0]) + text.count("?")


PLAYED: Final = "played"
"""The name of the line that a hand written down so is."""
_UNKNOWN: Final = r"(?<![^\s,;])\?(?![^\s,;])"


class _Unknown(Record, frozen=True):
    """A card that was not seen, or not written down."""

    where: Where


class _Trick(Record, frozen=True):
    """A trick as it is written down: its number in the file from 1, who led it, what was laid in order."""

    number: int
    where: Where
    lead: int | None
    words: tuple[Action | _Unknown | Unread, ...]

    @property
    def laid(self) -> tuple[Action | _Unknown | Unread, ...]:
        """Its cards, those that are not known among them."""
        return tuple(
            each for each in self.words if not isinstance(each, Action) or each.kind is ActionKind.PLAY
        )


def hands_from_tricks(reader: Reader, shape: DealShape) -> Line | RecordWithGaps | None:
    """The line of a hand that is written down by its tricks; the file is then told what follows from them.

    Where not every card is known it is the record itself, and the hands have cards that are not known.

    That are the hands which it does not tell, and in Danish Tarok the skat and the dealer. None where there
    is no such line; everything that is missing is a fault.
    """
    if not shape.tells("tricks"):
        if not shape.tells("hands"):
            key = Verbatim("hands")
            missing = say("`{key}` is missing", key=key)
            reader.lack(shape.node.where, missing, say("expected `{key}: ...`", key=key))
        return None
    faults = len(reader.notes.faults)
    record = _Record(reader, shape)
    record.fill()
    if len(reader.notes.faults) > faults or not reader.players_known:
        reader.torn = shape.node.torn = True  # what does not follow now is not missing beside
        return None
    line = Line(PLAYED, tuple(record.moves()), record.first, where=shape.key_place("tricks"))
    return line if not record.unknown else RecordWithGaps(line, tuple(record.unknown), record.trick_words())


class _Record:
    """The tricks of a file on their way into hands."""

    def __init__(self, reader: Reader, shape: DealShape) -> None:
        self.reader, self.shape = reader, shape
        self.seats = len(reader.players)
        self.tricks = [self._trick(number, each) for number, each in enumerate(shape.tricks or (), 1)]
        self.first: int | None = None
        self.held: list[list[Placed | _Unknown]] = [[] for _ in range(self.seats)]
        self.leads: list[int] = []
        self.unknown: list[int] = []
        """Who laid each card that is not known and does not follow, in order."""

    def fill(self) -> None:
        """Tell the file what follows; what does not is a fault."""
        if not all(map(self._sound, self.tricks)) or not self.tricks:
            return
        size = self._size()
        if size is None:
            return
        whole = size == self.reader.rules.table.hand_size
        left = self._left_over() if whole else ()
        self._find_unknown(left)
        if not self._deal_out() or (whole and self._laid_away() is None and not self._all_known(left)):
            return
        self._tell_turns(whole=whole)
        self._tell_hands()
        if whole and self._laid_away() is None:
            self._tell_skat()

    def moves(self) -> Iterator[Action]:
        """The words of the line."""
        words = chain.from_iterable(trick.words for trick in self.tricks)
        return (_move(each) for each in words if not isinstance(each, Unread))

    def trick_words(self) -> tuple[tuple[int, str], ...]:
        """Who led each trick, and its words."""
        words = (" ".join(str(_move(each)) for each in trick.words) for trick in self.tricks)
        return tuple(zip(self.leads, words, strict=True))

    def _trick(self, number: int, told: Text | WrittenTrickShape) -> _Trick:
        """A trick with its words; what cannot be read is a fault."""
        if isinstance(told, Text):
            words, where, lead = Words((told,), told.where), told.where, None
        else:
            words, where, lead = told.cards, told.node.where, told.lead
        leader = self.reader.seat_of(lead)
        return _Trick(number, where, leader, tuple(in_item([*self._words(words)], number, 0)))

    def _words(self, words: Words) -> Iterator[Action | _Unknown | Unread]:
        for each in words.told:
            if isinstance(each, LedFoolShape):
                yield from read_words(self.reader, Words((each,), words.where))
                continue
            known = Text.from_node(re.sub(_UNKNOWN, " ", each), each.node)
            found: list[Action | _Unknown | Unread] = [*read_words(self.reader, Words((known,), words.where))]
            found += [_Unknown(each.at(match.start())) for match in re.finditer(_UNKNOWN, each)]
            yield from sorted(found, key=lambda word: _place(word.where))

    def _sound(self, trick: _Trick) -> bool:
        """Whether a trick has a card of each; one that stops before may only be the last."""
        cards, last = len(trick.laid), trick.number == len(self.tricks)
        if cards == self.seats or (cards < self.seats and last and self.shape.tells("hands")):
            return True
        if cards > self.seats and self._is_complete():
            return True
        message = say("trick {number} has {cards} {cards:card/cards}", number=trick.number, cards=cards)
        expected = say("expected {number}; write ? for a card that is not known", number=self.seats)
        if cards > self.seats:
            expected = say("expected `hands` too, if a card was taken back")
        self.reader.lack(trick.where, message, expected)
        return False

    def _is_complete(self) -> bool:
        """Whether the hands of all are told beside the tricks."""
        return len(self.shape.hands) >= self.seats

    def _deal_out(self) -> bool:
        """Give each card to whoever laid it; whether it is told or follows who led every trick."""
        lead = self._first_lead()
        self.first = lead
        for place, trick in enumerate(self.tricks):
            if lead is None:
                return False
            self.leads.append(lead)
            for step, each in enumerate(trick.laid[: self.seats]):
                if isinstance(each, Action) and each.card is not None and each.where is not None:
                    self.held[(lead + step) % self.seats].append(Placed(each.card, each.where))
                elif isinstance(each, _Unknown):
                    self.held[(lead + step) % self.seats].append(each)
                    self.unknown.append((lead + step) % self.seats)
            if place + 1 < len(self.tricks):
                lead = self._next_lead(lead, trick, self.tricks[place + 1])
        return True

    def _first_lead(self) -> int | None:
        """Who led the first trick: as it says, as the file says, else who leads after the dealer."""
        trick, shape = self.tricks[0], self.shape
        if trick.lead is not None:
            return trick.lead
        if shape.tells("lead"):
            return self.reader.seat_of(shape.lead)
        dealer, game = self.reader.seat_of(shape.dealer), self.reader.game
        if dealer is not None and not game.contracts:
            return first_leader(self.reader.game, self.reader.contract, dealer, None)
        if not shape.tells("dealer"):
            message = say("the file does not say who led the first trick")
            self.reader.lack(trick.where, message, say("expected `lead` with it"))
        return None

    def _next_lead(self, lead: int, trick: _Trick, after: _Trick) -> int | None:
        """Who leads the next trick: who is told to, right or wrong, else who won this one."""
        cards = [each for each in trick.laid if isinstance(each, Action)]
        if len(cards) != self.seats or len(trick.words) > self.seats:
            if after.lead is None and not any(isinstance(each, Unread) for each in trick.laid):
                message = say("it does not follow who won trick {number}", number=trick.number)
                self.reader.lack(trick.where, message, say("expected `lead` with the next one"))
            return after.lead
        laid = [
            Laid((lead + step) % self.seats, each.card, each.suit)
            for step, each in enumerate(cards)
            if each.card is not None
        ]
        won = winner(laid, self.reader.game)
        return won if after.lead is None else after.lead

    def _tell_turns(self, *, whole: bool) -> None:
        """Tell who led; in a whole hand of Danish Tarok the dealer sits before who leads first."""
        table, shape, game = self.reader.rules.table, self.shape, self.reader.game
        assert self.first is not None
        if not shape.tells("lead"):
            shape.lead = Text.from_node(self.reader.players[self.first], shape.node)
        if whole and not shape.tells("dealer") and game.pots is not None:
            dealer = (self.first - table.first_lead) % self.seats
            shape.dealer = Text.from_node(self.reader.players[dealer], shape.node)

    def _laid_away(self) -> CardList | None:
        """What the file says was laid away."""
        discard: CardList | None = getattr(self.shape, "discard", None)
        return self.shape.skat or discard

    def _size(self) -> int | None:
        """How many cards each had when the first of the tricks was led; None where that does not follow."""
        number, told = len(self.tricks), [hand.size for hand in self.shape.hands.values()]
        had = max(told, default=self.reader.rules.table.hand_size if self._from_the_deal() else number)
        if number >= had or self._is_complete() or self._one_follows(had):
            return had
        message = say("tricks {first} to {last} are missing", first=number + 1, last=had)
        if number + 1 == had:
            message = say("trick {number} is missing", number=had)
        players = listed(self.reader.who(seat) for seat in self._untold())
        expected = say("expected everything that was played, or `hands` of {players}", players=players)
        self.reader.lack(self.shape.key_place("tricks"), message, expected)
        return None

    def _one_follows(self, size: int) -> bool:
        """Whether one hand alone is not told, and is all that is left of the pack."""
        whole = size == self.reader.rules.table.hand_size
        return whole and self._laid_away() is not None and len(self._untold()) == 1

    def _from_the_deal(self) -> bool:
        """Whether the file can only mean a whole hand, by what it says of the deal."""
        shape = self.shape
        led = self.tricks[0].lead is not None or shape.tells("lead")
        counts = shape.count is True and not shape.tells("taken")
        deal = any(map(shape.tells, ("declarations", "announce")))
        return self._laid_away() is not None or counts or deal or (shape.tells("dealer") and not led)

    def _untold(self) -> list[int]:
        told = {seat for seat, _, _ in self.reader.values_by_seat(self.shape.hands)}
        return [seat for seat in range(self.seats) if seat not in told]

    def _find_unknown(self, left: Sequence[Card]) -> None:
        """Find the one card that was not known: it is the one that is left over."""
        unknown = [each for trick in self.tricks for each in trick.words if isinstance(each, _Unknown)]
        if len(unknown) != 1 or len(left) != 1:
            return
        move = replace(lay(left[0]), where=unknown[0].where)
        self.tricks = [
            replace(trick, words=tuple(move if each is unknown[0] else each for each in trick.words))
            for trick in self.tricks
        ]

    def _all_known(self, left: Sequence[Card]) -> bool:
        """Whether every card is known; each that is not is asked for by name."""
        found = True
        for seat, cards in enumerate(self.held):
            for number, each in enumerate(cards, 1):
                if isinstance(each, _Unknown):
                    found = False
                    message = say(
                        "the card of {player} in trick {number} is not known",
                        player=self.reader.who(seat),
                        number=number,
                    )
                    self.reader.lack(each.where, message, self._one_of(left))
        return found

    def _one_of(self, left: Sequence[Card]) -> Message:
        if left:
            return say("expected one of {cards}", cards=in_a_row(left))
        return say("expected the card, or all others and `skat`, from which it follows")

    def _left_over(self) -> tuple[Card, ...]:
        """The cards that are in no trick, and not laid away."""
        away = self._laid_away()
        words = chain.from_iterable(trick.laid for trick in self.tricks)
        seen = {each.card for each in words if isinstance(each, Action)}
        seen |= frozenset() if away is None else away.cards
        return tuple(sorted(set(self.reader.rules.table.deck) - seen))

    def _tell_hands(self) -> None:
        """Tell the hands that the file does not: what each has played, or all that is left of the pack."""
        where = self.shape.key_place("tricks")
        hands = dict(self.shape.hands)
        told = frozenset().union(*(hand.cards for hand in hands.values()))
        for seat in self._untold():
            placed = tuple(each for each in self.held[seat] if isinstance(each, Placed))
            holes = tuple(each.where for each in self.held[seat] if isinstance(each, _Unknown))
            if self._one_follows(max((hand.size for hand in hands.values()), default=0)):
                away = self._laid_away()
                rest = set(self.reader.rules.table.deck) - told - (away.cards if away else frozenset())
                placed, holes = tuple(Placed(card, where) for card in sorted(rest)), ()
            name = Text.from_node(self.reader.players[seat], self.shape.node)
            hands[name] = HandCards(placed, len(placed) + len(holes), where, holes=holes)
        self.shape.hands = hands

    def _tell_skat(self) -> None:
        """Tell what was laid away: all that is left, where nothing else can lie there."""
        left = self._left_over()
        size = laid_away_under(self.reader.game, self.reader.contract)
        if self.reader.game.pots is None or size != len(left) or self._untold():
            return
        where = self.shape.key_place("tricks")
        self.shape.skat = CardList(tuple(Placed(card, where) for card in left), len(left), where)


def _move(word: Action | _Unknown | Unread) -> Action:
    return word if isinstance(word, Action) else Action(ActionKind.PLAY, where=word.where, text="?")


def _place(where: Where | None) -> tuple[int, int]:
    return (0, 0) if where is None else (where.line, where.column)
