"""The questions worth asking about a position, and the clauses that bear on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import Flag, auto

from analyzer.cards.card import FOOL, Card, Suit
from analyzer.frozenrecord import Record
from analyzer.position.hand import Hand
from analyzer.position.setting import Setting
from analyzer.rules import play, score
from analyzer.rules.score.goals import LAST_TRICK_GOALS, Aim, Goal, Sense, at_least
from analyzer.rules.spec.bearing import NOTHING, Cards, Occurrences, Topic, bearing
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.contracts import ContractAim
from analyzer.rules.spec.kinds.paying import When

# Goals and numbers worth asking about: by game, contract, and known facts of a position.


Key = tuple[int, Goal]
"""A goal and the seat it is asked of; for a side, its leader."""
OF_A_SEAT = (Aim.NIL, Aim.ALL_TRICKS, Aim.MOND_LOST)
"""Goals of one seat, whatever the sides are."""
UNWANTED = (Aim.LOST_ULTIMO, Aim.MOND_LOST)
"""Goals that their player would rather not reach."""


class Askable(Record, frozen=True):
    """The possible questions about a position: goals of sides and seats, and numbers."""

    question: Hand

    @property
    def game(self) -> GameSpec:
        """The game under its contract."""
        return self.question.spec

    @property
    def aim(self) -> ContractAim | None:
        """The subject of the contract that is played; points if there is none, None in Danish Tarok."""
        return self.question.aim

    @property
    def sense(self) -> Sense:
        """The wanted direction of numbers: much or little."""
        return Sense.FEWEST if self.aim in (ContractAim.NO_TRICK, ContractAim.FEWEST) else Sense.MOST

    @property
    def numbers(self) -> tuple[Aim, ...]:
        """The numbers worth knowing for every side, the aim of play first."""
        if self.game.pots is not None:
            return ()
        if self.aim in (ContractAim.NO_TRICK, ContractAim.EVERY_TRICK):
            return (Aim.TRICKS,)
        return (Aim.POINTS, Aim.TRICKS)

    @property
    def counted(self) -> tuple[Aim, ...]:
        """The numbers that a goal can be about."""
        if self.game.pots is not None:
            return ()
        own = (Aim.MARGIN,) * (self.question.declarer is not None)
        trull = (Aim.TRULL,) * (self.game.target is not None)
        return (Aim.POINTS, Aim.TRICKS, *own, *trull)

    @property
    def margin(self) -> bool:
        """True if the declarer's side has a margin, and everything it depends on is known."""
        if self.question.declarer is None or self.aim is not ContractAim.POINTS:
            return False
        return self.question.settles(Aim.MARGIN)

    def leaders(self) -> tuple[int, ...]:
        """Return the seats that sides are named after, the first side first."""
        return tuple(map(self.question.leader, range(self.question.sides.count)))

    def watched(self, goal: Goal) -> bool:
        """Return True if letting a goal go deserves a remark: its player would rather reach it."""
        if self.game.pots is not None:
            return goal == Goal.ULTIMO
        return goal.aim not in UNWANTED and (goal.way is None or self.sense is Sense.MOST)

    def default_goals(self) -> tuple[Key, ...]:
        """Return the default goals, each with the seats that it can belong to."""
        found = self.pair_goals()
        # Where everybody's goals are the same they are told seat by seat.
        return found if self.game.pots is None else tuple(sorted(found, key=lambda key: key[0]))

    def pair_goals(self) -> tuple[Key, ...]:
        """Return the default goals, goal by goal."""
        goals = [goal for goal in self.goals() if self.question.settles(goal.aim)]
        return tuple((seat, goal) for goal in goals for seat in self.seats(goal.aim))

    def seats_that_may(self, aim: Aim) -> tuple[int, ...]:
        """Return the seats of which a goal can be asked: the defence may make a slam too, and keep bouts."""
        return self.leaders() if aim in (Aim.SLAM, Aim.TRULL) else self.seats(aim)

    def seats(self, aim: Aim) -> tuple[int, ...]:
        """Return the seats worth asking about a goal: leaders of sides, or every seat."""
        leaders, game = self.leaders(), self.game
        own_pagat = game.bonus_sheet is not None
        if aim in OF_A_SEAT or (aim is Aim.PAGAT_ULTIMO and own_pagat):
            return tuple(range(self.question.players))
        declarers = (Aim.CONTRACT, Aim.HALF, Aim.SLAM, Aim.TRULL, Aim.MARGIN)
        return leaders[:1] if aim in declarers and self.question.declarer is not None else leaders

    def goals(self) -> Iterator[Goal]:
        """Yield the goals of the game under its contract, even if too little is known of them."""
        game = self.game
        if game.pots is not None:
            yield from LAST_TRICK_GOALS
        elif not game.contracts:
            yield from self._contractless_goals(game)
        elif self.aim is ContractAim.FEWEST:
            yield Goal(Aim.NIL)
            if game.bonus_sheet is not None:
                yield at_least(Aim.POINTS, game.bonus_sheet.misere_over + 1)
        elif self.question.declarer is not None:
            yield Goal(Aim.CONTRACT)
            yield from self._bonus_goals(game) if self.aim is ContractAim.POINTS else ()

    def _contractless_goals(self, game: GameSpec) -> Iterator[Goal]:
        """Yield the goals of a game without contracts."""
        if game.payments is not None:
            yield from map(Goal, (Aim.ULTIMO, Aim.KING_ULTIMO, Aim.PAGAT_ULTIMO))
            yield Goal(Aim.LOST_ULTIMO)
        yield Goal(Aim.LAST_TRICK)
        if game.nil is not None:
            yield Goal(Aim.NIL)
        if game.declaring is not None:
            yield at_least(Aim.POINTS, game.declaring.above + 1)

    def _bonus_goals(self, game: GameSpec) -> Iterator[Goal]:
        if game.stake is not None:
            yield Goal(Aim.HALF)
        if game.target is not None:
            yield from map(Goal, (Aim.SLAM, Aim.PAGAT_ULTIMO))
            yield from (at_least(Aim.TRULL, number) for number in range(1, len(game.trull) + 1))
        if game.difference_sheet is not None:
            yield from map(Goal, (Aim.PAGAT_ULTIMO, Aim.ALL_TRICKS))
        if game.bonus_sheet is not None:
            yield from map(Goal, (Aim.KINGS, Aim.TRINITY))
            yield from [Goal(Aim.KING_ULTIMO)] if self.question.called is not None else ()
            yield from map(Goal, (Aim.PAGAT_ULTIMO, Aim.MOND_LOST, Aim.VALAT))


# The topics that can still come up in play from a position on, and the clauses behind an answer.


class QuestionParts(Flag):
    """The question about a position, beyond its play."""

    PLAY = 0
    TOKENS = auto()
    PROPRIETY = auto()
    """The propriety of cards in a known deal."""
    CHANCE = auto()
    """The propriety of cards over deals that cannot be told apart."""


def bearing_ahead(position: Setting, asked: QuestionParts = QuestionParts.PLAY) -> tuple[str, ...]:
    """Return the clauses for a question; in a game of card points the tokens are the hand's result."""
    if position.pots is not None:
        return bearing(position.rules, ahead(position, asked))
    came = ahead(position, QuestionParts.PLAY) | Occurrences(frozenset(_pile_topics(position)))
    scored = _settled_by(position) if QuestionParts.TOKENS in asked else ()
    return tuple(dict.fromkeys((*bearing(position.rules, came), *scored)))


def bearing_in(deals: Iterable[Setting]) -> tuple[str, ...]:
    """Return the clauses that affect the play of any of these deals, each once."""
    return tuple(dict.fromkeys(clause for deal in deals for clause in bearing_ahead(deal)))


def _pile_topics(position: Setting) -> Iterator[Topic]:
    """Yield the topics of the piles: their count, and a card given for the Fool."""
    yield Topic.COUNT
    game = position.spec
    held = frozenset().union(*position.hands, {each.card for each in position.trick})
    if game.exchange is None or FOOL not in held:
        return
    if position.tricks_left > position.spec.fool.lost_in_last:
        yield Topic.FOOL_PAID
        if any(pile.tricks == 0 for pile in position.told.piles.values()) or position.fresh:
            yield Topic.FOOL_OWED
            if position.skat:
                yield Topic.DISCARD_IN_PILE


def _settled_by(position: Setting) -> tuple[str, ...]:
    """Return the clauses that settle a hand played out from here."""
    hand = Hand.from_position(position)
    while not hand.over:
        hand, _ = hand.after(hand.moves()[0])
    return hand.clauses()


def ahead(setting: Setting, asked: QuestionParts) -> Occurrences:
    """Return everything that can come up from here to the last card; a full hand begins with its deal."""
    spec, left = setting.rules.game, setting.tricks_left
    held = frozenset().union(*setting.hands, *_world_hands(setting)) | {each.card for each in setting.trick}
    topics = {*_play(setting, held, left)}
    pots = {pot for each in spec.due(When.ULTIMO) if each.cards & held for pot in each.takes}
    if QuestionParts.PROPRIETY in asked and pots:
        topics |= {Topic.ULTIMO_POSSIBLE} | ({Topic.RICHER} if len(pots) > 1 else set())
    if QuestionParts.CHANCE in asked:
        topics.add(Topic.CHANCE)
    steps = frozenset({"led"}) if Topic.FOOL_LED in topics else frozenset[str]()
    due: dict[When, Cards] = {}
    if QuestionParts.TOKENS in asked:
        due = dict(_due(setting, held, left))
        topics.update(_settled(setting, due))
    lying = Occurrences()
    if setting.trick:
        lying = play.trick.in_trick(spec, setting.trick, setting.hands, left)
    return Occurrences(frozenset(topics), due, steps) | Occurrences(
        lying.topics & {Topic.FOOL_IN_TRICK, Topic.FOOL_LED}
    )


def _world_hands(setting: Setting) -> Iterator[Cards]:
    for world in setting.worlds:
        yield from world.hands
    if setting.unseen is not None:
        yield setting.unseen.cards


def _play(setting: Setting, held: Cards, left: int) -> Iterator[Topic]:
    spec = setting.rules.game
    yield Topic.TRICK
    if left > 1 or len(setting.trick) < len(setting.hands) - 1:
        suits = Counter(card.suit for card in held if not card.is_fool)
        plain = [suit for suit, number in suits.items() if suit is not Suit.TRUMPS and number > 1]
        if plain:
            yield Topic.RANKS
    if left > 1:
        yield Topic.FOLLOW
        if any(card.is_trump for card in held):
            yield Topic.TRUMP
        yield Topic.BEAT
    if any(card.is_fool for card in held):
        yield from _fool(setting, spec, left)
    if setting.whole_hand:
        yield from (Topic.WHOLE_HAND, Topic.DEALER_PAYS, Topic.DECLARING)


def _fool(setting: Setting, spec: GameSpec, left: int) -> Iterator[Topic]:
    """Yield the topics of a Fool that is not played out yet."""
    yield Topic.FOOL_IN_TRICK
    in_hand = any(card.is_fool for hand in (*setting.hands, *_world_hands(setting)) for card in hand)
    if not in_hand:
        return
    yield Topic.FOOL_LAID
    holders = [seat for seat, hand in enumerate(setting.hands) if any(card.is_fool for card in hand)]
    if left > 1 or (not setting.trick and setting.lead in holders):
        yield Topic.FOOL_LED
    if spec.fool.banned_trick is not None and left >= spec.fool.banned_trick:
        yield Topic.FOOL_HELD_AT_BAN
    if _may_be_demanded(setting, left):
        yield Topic.DEMAND
    if setting.count:
        yield Topic.FOOL_COUNTED_AT_LAST
        if left > 1:
            yield Topic.FOOL_COUNTED


def _may_be_demanded(setting: Setting, left: int) -> bool:
    """Return True if the trick of the demand is still to come, or the rules name no such trick."""
    trick = setting.rules.game.fool.demand_trick
    return setting.fool_demand and left >= (trick if trick is not None else 2)


def _due(setting: Setting, held: Cards, left: int) -> Iterator[tuple[When, Cards]]:
    """Yield the payments that can fall due, and their cards."""
    if left > 1:
        yield When.LOST_EARLY, held
        yield When.WON_EARLY, held
    yield When.ULTIMO, held
    yield When.BAGUD, held
    yield When.LAST_TRICK, NOTHING
    tricks = [None if pile is None else pile.tricks for pile in setting.taken or ()]
    hand = setting.rules.table.hand_size
    if setting.whole_hand or any(each == hand - left for each in tricks):
        yield When.TOUT, NOTHING
    if setting.whole_hand or 0 in tricks:
        yield When.NOLO, NOTHING
    if setting.tout_at_stake is not None:
        yield When.FAILED_TOUT, NOTHING


def _settled(setting: Setting, due: dict[When, Cards]) -> Iterator[Topic]:
    spec = setting.rules.game
    prizes = [card for entry in spec.due(When.ULTIMO) for card in entry.cards if card in due[When.ULTIMO]]
    if prizes or When.TOUT in due:
        yield Topic.FOUNDED
        if setting.sitting_out is not None:
            yield Topic.SITTING_OUT
    if _one_pot_twice(spec, prizes) or When.FAILED_TOUT in due or (When.TOUT in due and prizes):
        yield Topic.ORDER
    if When.FAILED_TOUT in due:
        yield from score.steps.failed_tout_topics(spec, due)
        if setting.whole_hand and not spec.the_pots.failed_tout.ultimo:
            yield Topic.FAILED_TOUT_DECLARED
    if setting.count:
        yield Topic.COUNT
        if When.TOUT in due:
            yield Topic.ALL_TRICKS_COUNT
        if When.NOLO in due:
            yield Topic.NO_TRICKS_COUNT


def _one_pot_twice(spec: GameSpec, prizes: list[Card]) -> bool:
    """Return True if two cards that play for one pot can meet in the last trick."""
    pots = Counter(spec.prize(card) for card in prizes)
    return any(number > 1 for number in pots.values())
