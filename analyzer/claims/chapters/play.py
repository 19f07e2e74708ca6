"""Claims about play: there is always a legal card, one card wins, the Fool does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import z3

from analyzer.cards.card import FOOL, Card, Suit
from analyzer.claims.claim import ClaimFinding, ClaimKind, claim, replayed
from analyzer.messages import say
from analyzer.proofs.play import FOOL_SUIT, SUITS, PlayClauses, Played, holds_suit, nobody_wins, wins
from analyzer.proofs.smt import (
    SmtQuestion,
    Truth,
    canonical,
    every,
    exactly,
    follows,
    not_,
    number_of,
    some,
    variables,
)
from analyzer.rules.play.table import Laid, playable, winner
from analyzer.rules.spec.game import Beat, GameSpec
from analyzer.rules.spec.reading import ClauseReader
from analyzer.rules.spec.ruleset import RuleSet


class HandAtPlay:
    """Any hand of any size there is, to a trick of any suit, or to lead.

    Where the game knows a duty to beat, the best card of the trick is any that may lie there; with `beats`
    false it is one that every card beats that could win at all.
    """

    def __init__(self, spec: GameSpec, rlimit: int, *, beats: bool = True) -> None:
        self.spec, self.question = spec, SmtQuestion(rlimit)
        self.play = PlayClauses(spec)
        self.cards = variables("held", spec.table.deck)
        self.size = z3.Int("tricks_left")
        self.question.given(self.size == number_of(self.cards.values()))
        self.question.given(self.size >= 1, self.size <= spec.table.hand_size)
        self.led: dict[Suit, Truth] = {suit: z3.Bool(f"led.{suit}") for suit in Suit}
        self.leads = z3.Bool("leads")
        self.question.given(number_of([*self.led.values(), self.leads]) == 1)
        beating = beats and spec.duty.beat is not Beat.NONE
        self.table = variables("table", spec.table.deck) if beating else {}
        if beating:
            self._lay()

    def _lay(self) -> None:
        """One card lies on the table, unless the hand is to lead: nobody's, of the suit led or a trump."""
        given = self.question.given
        given(follows(self.leads, not_(some(self.table.values()))))
        given(follows(not_(self.leads), exactly(self.table.values(), 1)))
        for card, there in self.table.items():
            led = True if card.is_trump or card.suit is None else self.led[card.suit]
            given(follows(there, every((led, not_(self.cards[card])))))

    def may_play(self, card: Card, play: PlayClauses | None = None) -> Truth:
        """Whether a card may be led or played, as the case is; by another game's clauses if given."""
        clauses = play or self.play
        to_lead = clauses.may_play(self.cards, self.size, None, card)
        to_follow = clauses.may_play(self.cards, self.size, self.led, card, self.table)
        return some((every((self.leads, to_lead)), every((not_(self.leads), to_follow))))

    def refuted_by(self, case: Truth, engine_agrees: Callable[[Held], bool]) -> ClaimFinding:
        """Proved where no hand is of this case; else refuted by the first of them, judged by the engine too.

        Raises: as :func:`replayed`, where the engine does not agree.
        """
        if not self.question.possible((), case):
            return ClaimFinding(true=True)
        held = self.witness(case)
        replayed(engine_agrees(held), str(held))
        return ClaimFinding(true=False, witness=held.as_witness())

    def witness(self, *also: Truth) -> Held:
        """The canonical smallest case: the fewest cards, then to lead, then the first cards."""
        least = self.question.least(self.size, 1, self.spec.table.hand_size, (), *also)
        here = (*also, self.size <= (least or 1))
        wishes: list[Truth] = [self.leads, *self.led.values()]
        granted = self.question.smallest(wishes, (), *here)
        fixed = [wish if met else not_(wish) for wish, met in zip(wishes, granted, strict=True)]
        cards = canonical(self.question, self.cards, (), *here, *fixed)
        led = next((suit for suit, met in zip(Suit, granted[1:], strict=True) if met), None)
        fixed += [var if card in cards else not_(var) for card, var in self.cards.items()]
        table = canonical(self.question, self.table, (), *also, *fixed) if self.table else frozenset[Card]()
        return Held(cards, led, tuple(table))


class Held(NamedTuple):
    """A hand, the suit led, and the best card of the trick where something hangs on it."""

    cards: frozenset[Card]
    led: Suit | None
    table: tuple[Card, ...] = ()

    def playable(self, spec: GameSpec) -> frozenset[Card]:
        return playable(self.cards, self.led, spec, self.table)

    def as_witness(self) -> dict[str, object]:
        """As a witness."""
        words: dict[str, object] = {
            "hand": [str(card) for card in sorted(self.cards)],
            "led": self.led and self.led.value,
        }
        return {**words, "table": [str(card) for card in self.table]} if self.table else words


@claim(
    "play.some-card",
    say("Whatever is led, or to lead, some card of every hand may be played, at every trick."),
    "play.follow", "play.trump", "fool.any-trick", "fool.second-to-last",
    sat=say("a hand with no legal card"), unsat=say("every hand has a legal card"),
    bound=say("all hands of 1 to 25 cards, all suits led"),
)  # fmt: skip
def _some_card(rules: RuleSet, rlimit: int) -> ClaimFinding:
    hand = HandAtPlay(rules.game, rlimit)
    none = not_(some(hand.may_play(card) for card in rules.table.deck))
    return hand.refuted_by(none, lambda held: not held.playable(rules.game))


@claim(
    "play.banned-fool",
    say(
        "A player who holds the Fool at the trick it may not be played to has exactly one card "
        "to play: the other one."
    ),
    "fool.second-to-last", "play.follow", "play.trump",
    sat=say("a hand that may play the Fool there, or has a choice"),
    unsat=say("the other card is the only one"),
    bound=say("all hands at that trick"),
    kind=ClaimKind.GUARD,
)  # fmt: skip
def _banned_fool(rules: RuleSet, rlimit: int) -> ClaimFinding:
    hand = HandAtPlay(rules.game, rlimit)
    banned = ClauseReader(rules.clauses).number("fool.second-to-last", "trick")
    legal = [hand.may_play(card) for card in rules.table.deck]
    case = every((hand.size == banned, hand.cards[FOOL], some((number_of(legal) != 1, hand.may_play(FOOL)))))
    return hand.refuted_by(
        case, lambda held: len(held.playable(rules.game)) != 1 or FOOL in held.playable(rules.game)
    )


@claim(
    "play.demanded-fool",
    say("A Fool that is demanded in the right trick may be played there, led or not."),
    "fool.demand", "fool.any-trick", "fool.second-to-last",
    sat=say("a Fool that must and may not be played"), unsat=say("the demand can always be met"),
    bound=say("all hands at that trick"),
    kind=ClaimKind.GUARD,
)  # fmt: skip
def _demanded_fool(rules: RuleSet, rlimit: int) -> ClaimFinding:
    hand = HandAtPlay(rules.game, rlimit)
    trick = ClauseReader(rules.clauses).number("fool.demand", "trick")
    case = every((hand.size == trick, trick > 0, hand.cards[FOOL], not_(hand.may_play(FOOL))))
    return hand.refuted_by(case, lambda held: FOOL not in held.playable(rules.game))


@claim(
    "play.fool-can-be-named",
    say("Whoever may lead the Fool finds a suit to name that another player can follow."),
    "fool.naming", "naming.followable", "table.hand",
    sat=say("two hands that can follow no suit"), unsat=say("some suit can always be followed"),
    bound=say("all hands of 1 to 25 cards"),
    kind=ClaimKind.GUARD,
)  # fmt: skip
def _nameable(rules: RuleSet, rlimit: int) -> ClaimFinding:
    question = SmtQuestion(rlimit)
    others = variables("other", [card for card in rules.table.deck if card != FOOL])
    question.given(number_of(others.values()) >= 1)
    suits = [suit for suit in Suit if suit.value in ClauseReader(rules.clauses).words("fool.naming", "suits")]
    none = not_(some(holds_suit(others, suit) for suit in suits))
    if not question.possible((), none):
        return ClaimFinding(true=True)
    cards = canonical(question, others, (), none)
    replayed(not {card.suit for card in cards} & set(suits), str(cards))
    return ClaimFinding(true=False, witness=Held(cards, None).as_witness())


class AnyTrick:
    """Any three cards in order of play; a led Fool is named so that another card follows or trumps."""

    def __init__(self, rules: RuleSet, question: SmtQuestion) -> None:
        self.rules, self.question = rules, question
        self.laid = [Played.unknown(f"card{place + 1}") for place in range(rules.table.players)]
        self.led = z3.Int("led")
        first = self.laid[0]
        given: list[Truth] = [card.is_card for card in self.laid]
        for place, card in enumerate(self.laid):
            given += (card.differs(other) for other in self.laid[:place])
        given += [self.led >= 0, self.led < FOOL_SUIT]
        given += [some((first.suit == FOOL_SUIT, first.suit == self.led))]
        given += [not_(nobody_wins(rules.game, self.laid, self.led))]
        self.given = tuple(given)
        """What bounds it: whoever asks of such a trick gives it to the question."""
        self.wins = [wins(rules.game, self.laid, self.led, place) for place in range(len(self.laid))]

    @classmethod
    def from_rules(cls, rules: RuleSet, rlimit: int) -> AnyTrick:
        """Any such trick, as a question of its own."""
        trick = cls(rules, SmtQuestion(rlimit))
        trick.question.given(*trick.given)
        return trick

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
    say("Every complete trick has exactly one winner."),
    "play.winner", "fool.lowest",
    sat=say("a trick won by nobody, or by two"), unsat=say("one card wins every trick"),
    bound=say("all tricks of three cards; a led Fool named as the protocol has it"),
)  # fmt: skip
def _one_winner(rules: RuleSet, rlimit: int) -> ClaimFinding:
    trick = AnyTrick.from_rules(rules, rlimit)
    wrong: Truth = number_of(trick.wins) != 1
    if not trick.question.possible((), wrong):
        return ClaimFinding(true=True)
    _, words = trick.witness(wrong)
    replayed(False, f"the engine finds one winner of {words}")  # noqa: FBT003 - it always finds one
    return ClaimFinding(true=False, witness={"trick": words})


@claim(
    "play.fool-loses",
    say("The Fool never wins a trick in which another card follows or trumps."),
    "fool.lowest", "play.winner",
    sat=say("a trick won by the Fool"), unsat=say("no such trick"),
    bound=say("all tricks of three cards"),
    kind=ClaimKind.GUARD,
)  # fmt: skip
def _fool_loses(rules: RuleSet, rlimit: int) -> ClaimFinding:
    trick = AnyTrick.from_rules(rules, rlimit)
    won = some(every((card.is_(FOOL), won)) for card, won in zip(trick.laid, trick.wins, strict=True))
    if not trick.question.possible((), won):
        return ClaimFinding(true=True)
    laid, words = trick.witness(won)
    replayed(laid[winner(laid, rules.game)].card == FOOL, str(words))
    return ClaimFinding(true=False, witness={"trick": words})


@claim(
    "play.trump-beats",
    say("A trick with a trump in it is won by a trump, and a trick without one by the suit led."),
    "play.winner",
    sat=say("a trick won by another card"), unsat=say("no such trick"),
    bound=say("all tricks of three cards"),
    kind=ClaimKind.GUARD,
)  # fmt: skip
def _trump_beats(rules: RuleSet, rlimit: int) -> ClaimFinding:
    trick = AnyTrick.from_rules(rules, rlimit)
    trumps = SUITS.index(Suit.TRUMPS)
    any_trump = some(card.suit == trumps for card in trick.laid)
    wrong = some(
        every(
            (
                won,
                some(
                    (
                        every((any_trump, card.suit != trumps)),
                        every((not_(any_trump), card.suit != trick.led)),
                    )
                ),
            )
        )
        for card, won in zip(trick.laid, trick.wins, strict=True)
    )
    if not trick.question.possible((), wrong):
        return ClaimFinding(true=True)
    laid, words = trick.witness(wrong)
    won = laid[winner(laid, rules.game)].card
    expected = Suit.TRUMPS if any(each.card.is_trump for each in laid) else laid[0].suit
    replayed(won.suit is not expected, str(words))
    return ClaimFinding(true=False, witness={"trick": words})
