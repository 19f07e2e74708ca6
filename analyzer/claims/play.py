"""Claims about play: there is always a legal card, one card wins, the Fool does not."""

from __future__ import annotations

import z3

from analyzer.cards.card import FOOL, Card, Suit
from analyzer.claims.claim import Found, claim, replayed
from analyzer.proofs.clauses.play import (
    FOOL_SUIT,
    SUITS,
    PlayClauses,
    Played,
    holds_suit,
    nobody_wins,
    wins,
)
from analyzer.proofs.smt import Question, Truth, canonical, every, no, number_of, some, variables
from analyzer.rules.play.table import Laid, playable, winner
from analyzer.rules.spec.reading import Reading
from analyzer.rules.spec.ruleset import RuleSet


class Hand:
    """Any hand of any size there is, to a trick of any suit, or to lead."""

    def __init__(self, rules: RuleSet, rlimit: int) -> None:
        self.rules, self.question = rules, Question(rlimit)
        self.cards = variables("held", rules.table.deck)
        self.size = z3.Int("tricks_left")
        self.question.given(self.size == number_of(self.cards.values()))
        self.question.given(self.size >= 1, self.size <= rules.table.hand_size)
        self.led: dict[Suit, Truth] = {suit: z3.Bool(f"led.{suit}") for suit in Suit}
        self.leads = z3.Bool("leads")
        self.question.given(number_of([*self.led.values(), self.leads]) == 1)

    def may_play(self, card: Card) -> Truth:
        """Whether a card may be led or played, as the case is."""
        play = PlayClauses(self.rules.game)
        to_lead = play.may_play(self.cards, self.size, None, card)
        to_follow = play.may_play(self.cards, self.size, self.led, card)
        return some((every((self.leads, to_lead)), every((no(self.leads), to_follow))))

    def witness(self, *also: Truth) -> tuple[frozenset[Card], Suit | None]:
        """The canonical smallest case: the fewest cards, then to lead, then the first cards."""
        least = self.question.least(self.size, 1, self.rules.table.hand_size, (), *also)
        here = (*also, self.size <= (least or 1))
        wishes: list[Truth] = [self.leads, *self.led.values()]
        granted = self.question.smallest(wishes, (), *here)
        fixed = [wish if met else no(wish) for wish, met in zip(wishes, granted, strict=True)]
        cards = canonical(self.question, self.cards, (), *here, *fixed)
        led = next((suit for suit, met in zip(Suit, granted[1:], strict=True) if met), None)
        return cards, led


def told(cards: frozenset[Card], led: Suit | None) -> dict[str, object]:
    """A hand and the suit led as a witness."""
    return {"hand": [str(card) for card in sorted(cards)], "led": None if led is None else led.value}


@claim(
    "play.some-card",
    "Whatever is led, or to lead, some card of every hand may be played, at every trick.",
    "play.follow", "play.trump", "fool.any-trick", "fool.second-to-last",
    sat="a hand with no legal card", unsat="every hand has a legal card",
    bound="all hands of 1 to 25 cards, all suits led",
)  # fmt: skip
def _some_card(rules: RuleSet, rlimit: int) -> Found:
    hand = Hand(rules, rlimit)
    none = no(some(hand.may_play(card) for card in rules.table.deck))
    if not hand.question.possible((), none):
        return Found(true=True)
    cards, led = hand.witness(none)
    replayed(not playable(cards, led, rules.game), str(cards))
    return Found(true=False, witness=told(cards, led))


@claim(
    "play.banned-fool",
    "Who holds the Fool at the trick it may not be played to has exactly one card to play: the other one.",
    "fool.second-to-last", "play.follow", "play.trump",
    sat="a hand that may play the Fool there, or has a choice", unsat="the other card is the only one",
    bound="all hands at that trick",
)  # fmt: skip
def _banned_fool(rules: RuleSet, rlimit: int) -> Found:
    hand = Hand(rules, rlimit)
    banned = Reading(rules.clauses).number("fool.second-to-last", "trick")
    legal = [hand.may_play(card) for card in rules.table.deck]
    case = every((hand.size == banned, hand.cards[FOOL], some((number_of(legal) != 1, hand.may_play(FOOL)))))
    if not hand.question.possible((), case):
        return Found(true=True)
    cards, led = hand.witness(case)
    replayed(
        len(playable(cards, led, rules.game)) != 1 or FOOL in playable(cards, led, rules.game), str(cards)
    )
    return Found(true=False, witness=told(cards, led))


@claim(
    "play.demanded-fool",
    "A Fool that is demanded in the right trick may be played there, led or not.",
    "fool.demand", "fool.any-trick", "fool.second-to-last",
    sat="a Fool that must and may not be played", unsat="the demand can always be met",
    bound="all hands at that trick",
)  # fmt: skip
def _demanded_fool(rules: RuleSet, rlimit: int) -> Found:
    hand = Hand(rules, rlimit)
    trick = Reading(rules.clauses).number("fool.demand", "trick")
    case = every((hand.size == trick, trick > 0, hand.cards[FOOL], no(hand.may_play(FOOL))))
    if not hand.question.possible((), case):
        return Found(true=True)
    cards, led = hand.witness(case)
    replayed(FOOL not in playable(cards, led, rules.game), str(cards))
    return Found(true=False, witness=told(cards, led))


@claim(
    "play.fool-can-be-named",
    "Whoever may lead the Fool finds a suit to name that another player can follow.",
    "fool.naming", "naming.followable", "table.hand",
    sat="two hands that can follow no suit", unsat="some suit can always be followed",
    bound="all hands of 1 to 25 cards",
)  # fmt: skip
def _nameable(rules: RuleSet, rlimit: int) -> Found:
    question = Question(rlimit)
    others = variables("other", [card for card in rules.table.deck if card != FOOL])
    question.given(number_of(others.values()) >= 1)
    suits = [suit for suit in Suit if suit.value in Reading(rules.clauses).words("fool.naming", "suits")]
    none = no(some(holds_suit(others, suit) for suit in suits))
    if not question.possible((), none):
        return Found(true=True)
    cards = canonical(question, others, (), none)
    replayed(not {card.suit for card in cards} & set(suits), str(cards))
    return Found(true=False, witness=told(cards, None))


class AnyTrick:
    """Any three cards in order of play; a led Fool is named so that another card follows or trumps."""

    def __init__(self, rules: RuleSet, question: Question, prefix: str = "") -> None:
        self.rules, self.question = rules, question
        self.laid = [Played.unknown(f"{prefix}card{place + 1}") for place in range(rules.table.players)]
        self.led = z3.Int(f"{prefix}led")
        first = self.laid[0]
        question.given(*(card.is_card for card in self.laid))
        for place, card in enumerate(self.laid):
            question.given(*(card.differs(other) for other in self.laid[:place]))
        question.given(self.led >= 0, self.led < FOOL_SUIT)
        question.given(some((first.suit == FOOL_SUIT, first.suit == self.led)))
        question.given(no(nobody_wins(rules.game, self.laid, self.led)))
        self.wins = [wins(rules.game, self.laid, self.led, place) for place in range(len(self.laid))]

    def witness(self, *also: Truth) -> tuple[tuple[Laid, ...], list[str]]:
        """The canonical first trick: cards by their place in the deck, the first card first."""
        fixed = list(also)
        for card in self.laid:
            low = self.question.least(card.index, 0, 77, (), *fixed)
            fixed.append(card.index == low)
        low = self.question.least(self.led, 0, FOOL_SUIT, (), *fixed)
        assert self.question.possible((), *fixed, self.led == low)
        cards = [
            card.read(self.question.value(card.suit), self.question.value(card.height)) for card in self.laid
        ]
        names = SUITS[low or 0] if cards[0].is_fool else None
        laid = tuple(Laid(seat, card, names if seat == 0 else None) for seat, card in enumerate(cards))
        return laid, [str(each.card) if each.names is None else f"fool={each.names}" for each in laid]


@claim(
    "play.one-winner",
    "Every complete trick has exactly one winner.",
    "play.winner", "fool.lowest",
    sat="a trick won by nobody, or by two", unsat="one card wins every trick",
    bound="all tricks of three cards; a led Fool named as the protocol has it",
)  # fmt: skip
def _one_winner(rules: RuleSet, rlimit: int) -> Found:
    trick = AnyTrick(rules, Question(rlimit))
    wrong: Truth = number_of(trick.wins) != 1
    if not trick.question.possible((), wrong):
        return Found(true=True)
    _, words = trick.witness(wrong)
    replayed(False, f"the engine finds one winner of {words}")  # noqa: FBT003 - it always finds one
    return Found(true=False, witness={"trick": words})


@claim(
    "play.fool-loses",
    "The Fool never wins a trick in which another card follows or trumps.",
    "fool.lowest", "play.winner",
    sat="a trick won by the Fool", unsat="no such trick",
    bound="all tricks of three cards",
)  # fmt: skip
def _fool_loses(rules: RuleSet, rlimit: int) -> Found:
    trick = AnyTrick(rules, Question(rlimit))
    won = some(every((card.is_(FOOL), won)) for card, won in zip(trick.laid, trick.wins, strict=True))
    if not trick.question.possible((), won):
        return Found(true=True)
    laid, words = trick.witness(won)
    replayed(laid[winner(laid, rules.game)].card == FOOL, str(words))
    return Found(true=False, witness={"trick": words})


@claim(
    "play.trump-beats",
    "A trick with a trump in it is won by a trump, and a trick without one by the suit led.",
    "play.winner",
    sat="a trick won by another card", unsat="no such trick",
    bound="all tricks of three cards",
)  # fmt: skip
def _trump_beats(rules: RuleSet, rlimit: int) -> Found:
    trick = AnyTrick(rules, Question(rlimit))
    trumps = SUITS.index(Suit.TRUMPS)
    any_trump = some(card.suit == trumps for card in trick.laid)
    wrong = some(
        every(
            (
                won,
                some(
                    (every((any_trump, card.suit != trumps)), every((no(any_trump), card.suit != trick.led)))
                ),
            )
        )
        for card, won in zip(trick.laid, trick.wins, strict=True)
    )
    if not trick.question.possible((), wrong):
        return Found(true=True)
    laid, words = trick.witness(wrong)
    won = laid[winner(laid, rules.game)].card
    expected = Suit.TRUMPS if any(each.card.is_trump for each in laid) else laid[0].suit
    replayed(won.suit is not expected, str(words))
    return Found(true=False, witness={"trick": words})
