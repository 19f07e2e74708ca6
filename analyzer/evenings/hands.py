"""Readers of the hands of an evening: recorded card by card, or told in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path

from analyzer.cards.card import Card
from analyzer.cards.notation import shown
from analyzer.errors import Fault, IllegalMove, Invalid, InvalidFile, UsageError, Where
from analyzer.evenings.model import (
    CardFate,
    Carried,
    EveningShape,
    Fined,
    HandSeats,
    LastTold,
    PlayedHandShape,
    PotHand,
    RecordedHand,
)
from analyzer.messages import ClauseId, Decimal, Message, Name, Verbatim, listed, say
from analyzer.position.files.cardlists import CardList, Placed
from analyzer.position.files.hands.deal import Pile, check_cards, check_facts, check_found, counted
from analyzer.position.files.hands.unknown import announced_by, read_declared, read_spoken_words
from analyzer.position.files.handshape import EarlierCardShape, LastTrickShape
from analyzer.position.files.positions import position_tree
from analyzer.position.files.reader import DEFAULT_RULES, Reader
from analyzer.position.files.tree import Tree, spelled
from analyzer.position.model import Position
from analyzer.position.reading import read_tree
from analyzer.position.replay.replay import find_line, replay
from analyzer.position.setting import Line
from analyzer.rules.actions import Sides
from analyzer.rules.book import Pot
from analyzer.rules.deal.declarations import parse_declaration
from analyzer.rules.facts.fact import HandFact, TableFacts, whole_hand
from analyzer.rules.facts.finished import FactCollector, declared_by_words
from analyzer.rules.irregularities import BEFORE_PLAY, WRONG_DECLARATIONS, Moment, fine_for
from analyzer.rules.play.table import Laid, Trick, winner
from analyzer.rules.score.goals import points_text
from analyzer.rules.score.hand import NOTHING_TOLD
from analyzer.rules.score.payments import TOUT
from analyzer.rules.score.steps import counts
from analyzer.rules.spec.clause import Category
from analyzer.rules.spec.kinds.paying import When
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.yamltree.node import Node, suggestion
from analyzer.yamltree.reading import read_text
from analyzer.yamltree.shapes import Text

# Reading a hand that is recorded card by card in a file of its own.
#
# Its dealer is the evening's, and so are pots, pools and radli: what the file says of these is kept, to be
# held against what the evening comes to (:mod:`analyzer.evenings.tally`).


def make_sibling_reader(file: str) -> Callable[[str], str]:
    """Gives the text of a file beside another by its name. Raises: InvalidFile."""

    def read_sibling(name: str) -> str:
        path = _path(file, name)
        return read_text(path if path != "-" else "./-")

    return read_sibling


def _path(file: str, name: str) -> str:
    """The path of a file that another one names; text that is no file lies in the present folder."""
    return str((Path() if file.startswith("<") else Path(file).parent) / name)


def read_recorded(
    reader: Reader,
    evening: EveningShape,
    shape: PlayedHandShape,
    dealer: int | None,
    found: Callable[[str], str],
) -> tuple[RecordedHand | None, int | None]:
    """The hand of another file, None where it cannot be read, and who dealt it.

    The dealer is the evening's, None where the file itself has to tell; its text is `found` by its name.
    """
    tree = None if shape.file is None else _tree(reader, shape.file, found)
    if tree is None or shape.file is None:
        return None, dealer
    dealt_by = _dealer(reader, shape, tree, dealer)
    if dealt_by is None:
        return None, dealer
    sound = len(reader.notes.faults)
    _check_rules(reader, evening, tree)
    position = None
    if sound == len(reader.notes.faults):
        position = _position(reader, tree, shape.file, dealt_by)
    if position is None:
        return None, dealt_by
    _check_players(reader, tree, position, dealt_by)
    line = _line(reader, shape, position) if sound == len(reader.notes.faults) else None
    if line is None:
        return None, dealt_by
    return RecordedHand(dealt_by, shape.node.where, position, line, _carried(tree, position)), dealt_by


def _tree(reader: Reader, name: Text, found: Callable[[str], str]) -> Tree | None:
    """The tree of a position file; what cannot be read of it is told with the faults of the evening."""
    try:
        return position_tree(found(name), _path(reader.file, name))
    except InvalidFile as error:
        _unread(reader, name, error)
        return None


def _unread(reader: Reader, name: Text, error: Invalid) -> None:
    message = say("the hand {word} cannot be read", word=Verbatim(shown(name)))
    reader.fault(name.where, message, say("its faults follow"))
    reader.notes.faults += error.faults


def _dealer(reader: Reader, shape: PlayedHandShape, tree: Tree, dealer: int | None) -> int | None:
    """Who dealt: the evening tells, and else the file; a fault where they differ, or nobody tells."""
    told = tree.word("dealer")
    said = None if told is None else spelled(told)
    where = tree.root.at(("dealer",))
    if said is None:
        if dealer is None:
            message = say("`{key}` is missing", key=Verbatim("dealer"))
            reader.lack(shape.node.where, message, say("expected who dealt the first hand"))
        return dealer
    if said not in reader.players:
        expected = say("the players are {players}", players=reader.table())
        reader.notes.fault(where, say("no player is called {word}", word=Verbatim(shown(said))), expected)
        return None
    seat = reader.players.index(said)
    if dealer not in (None, seat):
        message = say("{player} deals", player=reader.who(seat))
        expected = say("expected {player}, as the evening has it", player=reader.who(dealer or 0))
        reader.notes.fault(where, message, expected)
        return None
    return seat


def _check_rules(reader: Reader, evening: EveningShape, tree: Tree) -> None:
    """A fault where the file is of other rules than the evening, as that is written or as it is asked for."""
    named, own = tree.word("ruleset"), str(evening.ruleset or DEFAULT_RULES)
    if named not in (None, own, reader.rules.name):
        message = say("the rule set is {word}", word=Verbatim(shown(str(named))))
        expected = say("expected {ruleset}, as the evening has it", ruleset=Verbatim(own))
        reader.notes.fault(tree.root.at(("ruleset",)), message, expected)
    variant = tree.root.child("variant")
    told = variant.value if variant is not None and isinstance(variant.value, dict) else {}
    chosen = {str(option): str(word) for option, word in (evening.variant or {}).items()}
    for option, node in told.items():
        word = node.raw if node.style == "plain" else str(node.value)
        if word not in (chosen.get(option), reader.rules.variant.get(option)):
            message = say(
                "{option} is read as {word}", option=Verbatim(shown(option)), word=Verbatim(shown(word))
            )
            reader.notes.fault(node.where, message, say("expected `variant` as the evening has it"))


def _position(reader: Reader, tree: Tree, name: Text, dealer: int) -> Position | None:
    """The position of a recorded hand, dealt by the evening's dealer and read by its rules."""
    assert isinstance(tree.root.value, dict)
    if "dealer" not in tree.root.value:
        place, who = Where(tree.file, 1, 1), reader.players[dealer]
        tree.root.value["dealer"] = Node(who, place, place, raw=who, key_where=place)
    try:
        position = read_tree(tree, lambda _: reader.rules)
    except Invalid as error:
        _unread(reader, name, error)
        return None
    if not position.whole_hand or position.dealer is None:
        expected = say("expected every hand as at the start of play, and the discard")
        reader.notes.fault(tree.root.where, say("this is not a whole hand"), expected)
        return None
    return position


def _check_players(reader: Reader, tree: Tree, position: Position, dealer: int) -> None:
    """A fault where others play than the evening has it, or in another order."""
    seats = HandSeats.from_dealer(reader, dealer)
    playing = [reader.players[seat] for seat in seats.playing]
    where = tree.root.at(("players",))
    around = [playing[place:] + playing[:place] for place in range(len(playing))]
    if list(position.players) not in around:
        message = say("the players are {players}", players=listed(map(Name, position.players)))
        expected = say("expected {players}, as they sit", players=listed(map(Name, playing)))
        reader.notes.fault(where, message, expected)
    out = None if seats.out is None else reader.players[seats.out]
    if position.sitting_out is not None and position.sitting_out != out:
        message = say("{player} sits this hand out", player=Name(position.sitting_out))
        expected = say("expected nobody") if out is None else say("expected {player}", player=Name(out))
        reader.notes.fault(tree.root.at(("sitting_out",)), message, expected)


def _line(reader: Reader, shape: PlayedHandShape, position: Position) -> Line | None:
    """The line that was played, to its end; one that stops, or breaks the rules, is a fault."""
    assert shape.file is not None
    where = shape.file.where if shape.line is None else shape.line.where
    try:
        line = find_line(position, None if shape.line is None else str(shape.line))
    except UsageError as error:
        reader.fault(where, error.message, error.expected)
        return None
    try:
        played = replay(position, line)
    except IllegalMove as illegal:
        clause = ClauseId(illegal.clause)
        message = say("{reason} ({clause})", reason=illegal.message, clause=clause)
        reader.notes.faults.append(Fault(message, say("expected a legal line"), illegal.where or where))
        return None
    except Invalid as error:
        _unread(reader, shape.file, error)
        return None
    if not played.complete:
        expected = say("expected the hand to its end")
        stops = say("the line stops") if played.missing is None else played.missing
        reader.notes.faults.append(Fault(stops, expected, line.where or where))
        return None
    return line


def _carried(tree: Tree, position: Position) -> Carried:
    """What the file says of things that an evening brings along, and where it does."""
    told, lying, pots = position.told, position.pots, tree.root.child("pots")
    keys = {key: child.where for key in ("pools", "radli") if (child := tree.root.child(key)) is not None}
    said = pots.value if pots is not None and isinstance(pots.value, dict) else {}
    return Carried(
        pots={pot: lying[pot] for pot in Pot if lying is not None and pot.value in said},
        pools=told.pools if "pools" in keys else None,
        radli={position.players[seat]: number for seat, number in told.radli.items()},
        places={**{pot: node.where for pot, node in said.items()}, **keys},
    )


# Reading a hand of a game with pots that is told in words: what must be told, and what cannot be.
#
# Source: main rule text, "Scoring, payment", parts 3 to 6.


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
            self._check_stated(hand)
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
        return TOUT in read_spoken_words(self._reader, spoken) | read_spoken_words(
            self._reader, self._shape.announce
        )

    def _declared(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """What each player declared; a card can be declared by one of them."""
        rules = self._reader.rules
        for seat, name, said in self._reader.values_by_seat(self._shape.declarations):
            if self._seats.checked(seat, name.key_where) is None:
                continue
            texts = read_declared(self._reader, said)
            parsed = [each for text in texts if (each := parse_declaration(text, rules)) is not None]
            for one, other in combinations(parsed, 2):
                if (one.kind, one.suit) == (other.kind, other.suit):
                    message = say(
                        "“{said}” and “{other}” of one player", said=one.message, other=other.message
                    )
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
            by, card = self._read_loser(each), self._paid_card(cards)
            if by is not None and card is not None:
                yield CardFate(card, by, won, None if won else self._seats.seat(each.to))

    def _read_loser(self, each: EarlierCardShape) -> int | None:
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
        for seat, name, cards in self._reader.values_by_seat(told.lost):
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
        for seat, name, points in self._reader.values_by_seat(self._shape.points):
            if self._seats.checked(seat, name.key_where) is None or points.value is None:
                continue
            if points.value.denominator > 1 or points.value < 0:
                number = Decimal(points_text(points.value))
                message = say("{number} {number:point/points}", number=number)
                self._reader.fault(name.where, message, say("expected whole points"))
                continue
            yield seat, int(points.value)

    def _check_stated(self, hand: PotHand) -> None:
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
            self._lack_points(seat, some=bool(hand.points))

    def _counted(self, hand: PotHand) -> bool:
        """Whether the piles are paid for; not where a Tout or a Nolo is told that cannot be read."""
        count, shape = self._spec.the_pots.count, self._shape
        if shape.tells("tout"):
            return hand.tout is not None and count.after_tout
        return not shape.tells("nolo") or (hand.nolo is not None and count.after_nolo)

    def _lack_points(self, seat: int, *, some: bool) -> None:
        """Say whose points are missing: those of one player, or all."""
        who, where = self._reader.who(seat), self._shape.key_place("points")
        missing = say("`points` lacks those of {player}", player=who) if some else say("`points` is missing")
        self._reader.lack(where, missing, say("expected the points of {player}, who counts", player=who))

    def _missing(self, key: str, expected: Message) -> None:
        shape = self._shape
        where = shape.key_place(key)
        self._reader.lack(where, say("`{key}` is missing", key=Verbatim(key)), expected)


def facts_of_pots(
    rules: RuleSet, players: Sequence[str], playing: Sequence[int], hand: PotHand
) -> tuple[TableFacts, list[HandFact]]:
    """The hand of a game with pots that facts are told of, and the facts; `playing` are the seats in it."""
    place = {seat: number for number, seat in enumerate(playing)}
    ground = whole_hand(rules, Sides.alone(len(playing)), NOTHING_TOLD, place[hand.dealer])
    teller = FactCollector(ground, [players[seat] for seat in playing])
    return ground, list(_facts(rules, hand, teller, place))


def _facts(rules: RuleSet, hand: PotHand, teller: FactCollector, place: dict[int, int]) -> Iterator[HandFact]:
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
        yield teller.everybody_won()
