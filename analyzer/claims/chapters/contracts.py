"""Claims about the games of card points: what may be played and discarded, who wins a trick."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Final

import z3

from analyzer.cards.card import FOOL, MONDO, PAGAT, Card
from analyzer.claims.chapters.discard import AnyDiscard, Counts, words
from analyzer.claims.chapters.play import HandAtPlay
from analyzer.claims.claim import (
    ClaimFinding,
    ClaimKind,
    Condition,
    HowOften,
    Sentence,
    Witness,
    check,
    is_point_game,
    replayed,
)
from analyzer.claims.declaration import Cases, SymbolicCase, declare
from analyzer.frozenrecord import Record
from analyzer.messages import Message, say
from analyzer.proofs.play import FOOL_SUIT, SUITS, TRUMPS, Past, Played, any_cards, takes
from analyzer.proofs.smt import Holding, Number, SmtQuestion, Truth, every, held, not_, number_of, some
from analyzer.rules.actions import Sides
from analyzer.rules.deal.discard import judge_discard, laid_away
from analyzer.rules.play.table import Course, Laid, winner
from analyzer.rules.spec.game import Beat, FoolKind, GameSpec, apply_contract
from analyzer.rules.spec.kinds.bidding import ThreeTrumps
from analyzer.rules.spec.kinds.contracts import ContractAim
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import Verdict

# Claims about what is laid away in the games of card points, for every size of a discard.


_LIMITS: Final = (
    "skat-size", "as-many-as-taken", "never-discard", "only-if-needed", "never-or-alone", "alone-counted",
)  # fmt: skip


class HandBefore(Record, frozen=True):
    """A hand before its discard: whether there is a legal one, and whether one without a trump."""

    some: Truth
    without_trump: Truth


class LaidAway(Record, frozen=True):
    """A legal discard: whether each card is in it, and the kings and cards of the Trull."""

    laid: Holding
    honours: Iterable[Card]


@dataclass(frozen=True, slots=True)
class HandsBefore(Cases[HandBefore]):
    """Hands of which cards are to be laid away."""

    sizes: Callable[[RuleSet], Iterable[int]]

    def build_questions(self, rules: RuleSet, rlimit: int) -> Iterator[AnyHandBefore]:
        """All of them, size by size."""
        return (AnyHandBefore(rules, rlimit, size) for size in self.sizes(rules))


class AnyHandBefore(SymbolicCase[HandBefore]):
    """Any hand of which so many cards are to be laid away."""

    def __init__(self, rules: RuleSet, rlimit: int, size: int) -> None:
        self.rules, self.counts = rules, Counts(rules, rlimit, tout=False, size=size)
        self.question = self.counts.question
        without = self.counts.none_without(lambda card: card.is_trump)
        self.case = HandBefore(not_(self.counts.none), not_(without))

    def decided(self, case: Truth, *, shows: bool) -> ClaimFinding:
        """What a case comes to; where it is against what all hands have, with all families of such hands."""
        return SymbolicCase.decided(self, case, shows=True) if shows else self.counts.solve(case)

    def witness(self, case: Truth) -> Witness:
        """The hand with the fewest trumps, and `check` finds a trump to be needed."""
        trumps = self.counts.number_of(lambda card: card.is_trump)
        fewest = self.question.least(trumps, 0, len(self.rules.table.deck), (), case)
        hand = self.counts.first(case, trumps == fewest)
        plain = combinations([card for card in hand if not card.is_trump], self.counts.size)
        free = sorted((c for c in hand if c not in self.rules.discard.never), key=lambda c: c.is_trump)
        told = {"hand": words(hand), "discard": words(free[: self.counts.size])}
        needed = check(self.rules, "discard", told).verdict is Verdict.LEGAL
        spared = any(judge_discard(self.rules, hand, laid).verdict is Verdict.LEGAL for laid in plain)
        replayed(needed and not spared, str(hand))
        return {"hand": words(hand), "trumps": fewest}


@dataclass(frozen=True, slots=True)
class Discards(Cases[LaidAway]):
    """Legal discards of any hand."""

    def build_questions(self, rules: RuleSet, rlimit: int) -> Iterator[AnyLaidAway]:
        """All of them, as one question."""
        yield AnyLaidAway(rules, rlimit)


class AnyLaidAway(SymbolicCase[LaidAway]):
    """Any legal discard of any hand."""

    def __init__(self, rules: RuleSet, rlimit: int) -> None:
        self.discard = AnyDiscard(rules, rlimit)
        self.question = self.discard.question
        self.case = LaidAway(self.discard.laid, rules.game.honours)

    def witness(self, case: Truth) -> Witness:
        """The canonical discard of a case, judged by the engine."""
        return self.discard.witness(case)


BEFORE: Final = HandsBefore(
    say("every hand before a discard"), (say("discards of every size there is"),), laid_away
)
BEFORE_LARGEST: Final = HandsBefore(
    say("every hand before a discard"), (say("the largest discard"),), lambda rules: laid_away(rules)[-1:]
)
DISCARDS: Final = Discards(
    say("every legal discard"), (say("all hands before a discard"), say("the largest discard"))
)
HAS_DISCARD: Final[Condition[HandBefore]] = Condition(
    say("the hand has a legal discard"), lambda hand: hand.some
)
TRUMP_NEEDED: Final[Condition[HandBefore]] = Condition(
    say("the hand has a legal discard, and none without a trump in it"),
    lambda hand: every((hand.some, not_(hand.without_trump))),
)
HONOUR_LAID: Final[Condition[LaidAway]] = Condition(
    say("a king or a card of the Trull is discarded"), lambda found: some(held(found.laid, found.honours))
)


def _trumps_go(rules: RuleSet) -> bool:
    return any(each.kind == "only-if-needed" for each in rules.clauses.values())


declare("discards.always-possible", Sentence(HowOften.ALWAYS, HAS_DISCARD), of=(BEFORE,), kinds=_LIMITS)
declare(
    "discards.trump-needed", Sentence(HowOften.CAN, TRUMP_NEEDED), of=(BEFORE_LARGEST,), kinds=_LIMITS,
    fits=_trumps_go,
)  # fmt: skip
declare("discards.no-honour", Sentence(HowOften.NEVER, HONOUR_LAID), of=(DISCARDS,), kinds=_LIMITS)


# Claims about who wins a trick in the games of card points, whatever was played before it.


_SWEPT: Message = say("the last trick, led by a side that has won all others")


class PastTrick(Record, frozen=True):
    """A trick in order of play, whether each card wins it, and the suit that a led Fool names."""

    laid: Sequence[Played]
    wins: Sequence[Truth]
    name: Number

    def won_by(self, card: Card) -> Truth:
        """Whether a card wins the trick."""
        return some(every((each.is_(card), won)) for each, won in zip(self.laid, self.wins, strict=True))

    def has(self, card: Card) -> Truth:
        """Whether a card lies in it."""
        return some(each.is_(card) for each in self.laid)


@dataclass(frozen=True, slots=True)
class PastTricks(Cases[PastTrick]):
    """Tricks of any cards, whatever the tricks before settled, under some contracts; None for any."""

    contracts: Callable[[RuleSet], Iterable[str | None]]

    def fits(self, rules: RuleSet) -> bool:
        """Whether a rule set is of a game of card points with such contracts."""
        return is_point_game(rules) and any(True for _ in self.contracts(rules))

    def build_questions(self, rules: RuleSet, rlimit: int) -> Iterator[AnyPastTrick]:
        """All of them, contract by contract."""
        for each in self.contracts(rules):
            spec = rules.game if each is None else apply_contract(rules.game, each)
            yield AnyPastTrick(spec, rlimit, each)


class FoundTrick(Record, frozen=True):
    """A trick of known cards, what the tricks before it settled, and how it is told."""

    laid: tuple[Laid, ...]
    course: Course
    tricks_left: int
    told: Witness

    def won_under(self, spec: GameSpec) -> Card:
        """The card that wins it, by the engine; no suit is named where a led Fool names none."""
        named = [each if spec.fool.named else each._replace(names=None) for each in self.laid]
        return self.laid[winner(named, spec, self.course, self.tricks_left)].card


class AnyPastTrick(SymbolicCase[PastTrick]):
    """A trick of any cards of the deck, and whatever the tricks before it settle under a contract."""

    def __init__(self, spec: GameSpec, rlimit: int, contract: str | None = None) -> None:
        self.spec, self.question, self.contract = spec, SmtQuestion(rlimit), contract
        laid = [Played.unknown(f"card{place + 1}") for place in range(spec.table.players)]
        self.past, self.name = Past.unknown(), z3.Int("name")
        self.question.given(*any_cards(spec.table.deck, laid), self.name >= 0, self.name < FOOL_SUIT)
        if contract is not None:
            self.question.given(not_(self.past.colour))
        wins = [takes(spec, laid, place, self.past, self.name) for place in range(len(laid))]
        self.case = PastTrick(laid, wins, self.name)

    def witness(self, case: Truth) -> Witness:
        """The canonical first trick, with as little of a past as it needs, replayed in the engine."""
        found = self.first(case)
        cards = [each.card for each in found.laid]
        won = [card for card, each in zip(cards, self.case.wins, strict=True) if self.question.holds(each)]
        wins = found.won_under(self.spec)
        replayed([wins] == won, f"{cards} {found.course} is won by {won}")
        return {**found.told, "winner": str(wins)}

    def first(self, case: Truth) -> FoundTrick:
        """The canonical first trick of a case, with as little of a past as it needs."""
        past = self.past
        plain = [
            not_(past.colour),
            not_(past.leader_swept),
            not_(past.last),
            not_(past.trump_led),
            past.own_lead,
        ]
        met = self.question.smallest(plain, (), case)
        fixed = [case, *(each if yes else not_(each) for each, yes in zip(plain, met, strict=True))]
        for number in (*(card.index for card in self.case.laid), self.name):
            fixed.append(number == self.question.least(number, 0, 77, (), *fixed))
        assert self.question.possible((), *fixed)
        value = self.question.value
        cards = [card.read(value(card.suit), value(card.height)) for card in self.case.laid]
        name = SUITS[value(self.name)] if cards[0].is_fool else None
        colour, swept, last, trump_led, own = (not yes for yes in met)
        course = self._course(colour=colour, swept=swept, trump_led=trump_led, own=not own)
        told: dict[str, object] = {"trick": [str(card) for card in cards]}
        told |= {"contract": self.contract} if self.contract else {}
        told |= {"contract": "colour-valat"} if colour else {}
        told |= {"case": _SWEPT} if swept else {}
        laid = tuple(Laid(seat, card, name if seat == 0 else None) for seat, card in enumerate(cards))
        return FoundTrick(laid, course, 1 if last else 2, told)

    def _course(self, *, colour: bool, swept: bool, trump_led: bool, own: bool) -> Course:
        sides = Sides.against(len(self.case.laid), 0 if own else 1, None)
        return Course(
            sides,
            swept=sides.of[0] if swept else 1 - sides.of[0],
            trump_led=trump_led,
            colour=0 if colour else None,
        )


def _without_points(rules: RuleSet) -> Iterator[str]:
    """The contracts in which one wants to win no trick, or few."""
    aims = (ContractAim.NO_TRICK, ContractAim.FEWEST)
    return (each.name for each in rules.game.contracts.values() if each.aim in aims)


def _so(words: Message, holds: Callable[[PastTrick], Truth]) -> Condition[PastTrick]:
    return Condition(words, holds)


def _in_order(trick: PastTrick) -> Truth:
    return some(
        every(card.is_(each) for card, each in zip(places, (FOOL, MONDO, PAGAT), strict=True))
        for places in combinations(trick.laid, 3)
    )


def _plain_wins(trick: PastTrick) -> Truth:
    return some(every((card.suit < TRUMPS, won)) for card, won in zip(trick.laid, trick.wins, strict=True))


def _not_led_alone(trick: PastTrick) -> Truth:
    first, *others = trick.laid
    shown = some(some((card.suit == trick.name, card.suit == TRUMPS)) for card in others)
    return some((not_(first.is_(FOOL)), shown))


_OVER_TRICKS: Final = (say("all cards of the trick"), say("whatever was played before"))
ALL_TRICKS: Final = PastTricks(say("every trick"), _OVER_TRICKS, lambda _: (None,))
OF_NO_POINTS: Final = PastTricks(
    say("every trick of a contract in which one wants no trick, or few points"), _OVER_TRICKS, _without_points
)
IN_ORDER: Final = _so(say("the Fool, then the Mond and then the Pagat fall to the trick"), _in_order)
PAGAT_WINS: Final = _so(say("the Pagat wins the trick"), lambda trick: trick.won_by(PAGAT))
MOND_THERE: Final = _so(say("the Mond is in it"), lambda trick: trick.has(MONDO))
FOOL_THERE: Final = _so(say("the Fool is in the trick"), lambda trick: trick.has(FOOL))
FOOL_WINS: Final = _so(say("the Fool wins the trick"), lambda trick: trick.won_by(FOOL))
NOT_LED_ALONE: Final = _so(
    say("the Fool is not led, or names a suit that another card follows or trumps"), _not_led_alone
)
TRUMP_THERE: Final = _so(
    say("a trump is in the trick"), lambda trick: some(card.suit == TRUMPS for card in trick.laid)
)
PLAIN_WINS: Final = _so(say("a card of a plain suit wins the trick"), _plain_wins)
ONE_WINNER: Final = _so(
    say("exactly one card wins the trick"), lambda trick: every((number_of(trick.wins) == 1,))
)


def _excuse(rules: RuleSet) -> bool:
    return rules.game.fool.kind is FoolKind.EXCUSE


def _trump(rules: RuleSet) -> bool:
    return rules.game.fool.kind is FoolKind.TRUMP


def _three(rules: RuleSet) -> bool:
    tricks = rules.game.tricks
    return tricks is not None and tricks.three_trumps is not ThreeTrumps.NONE


_THREE: Final = ("three-trumps", "three-trumps-in-colour", "suit-beats-trumps")
_WINS: Final = (
    "ranks", "trick-winner", "never-wins", "led-fool", "fool-is", "top-when-swept", "three-trumps",
    "three-trumps-in-colour", "suit-beats-trumps", "suit-beats-led-by",
)  # fmt: skip
says_of_tricks = partial(declare, of=(ALL_TRICKS,))
"""Enters a sentence, about every trick where nothing else is said."""

says_of_tricks(
    "tricks.pagat-beats-mond", Sentence(HowOften.ALWAYS, IN_ORDER, (PAGAT_WINS, MOND_THERE)), kinds=_THREE,
    fits=_three,
)  # fmt: skip
says_of_tricks(
    "tricks.three-trumps-always", Sentence(HowOften.ALWAYS, PAGAT_WINS, (IN_ORDER,)), kinds=_THREE,
    fits=_three,
)  # fmt: skip
says_of_tricks(
    "tricks.fool-wins-nothing", Sentence(HowOften.NEVER, FOOL_WINS, (NOT_LED_ALONE,)),
    kinds=("never-wins", "top-when-swept", "led-fool"), fits=_excuse,
)  # fmt: skip
says_of_tricks(
    "tricks.fool-wins-always", Sentence(HowOften.ALWAYS, FOOL_WINS, (FOOL_THERE,)),
    kinds=("fool-is", "three-trumps", "suit-beats-trumps"), fits=_trump,
)  # fmt: skip
says_of_tricks(
    "tricks.fool-takes-one", Sentence(HowOften.ALWAYS, FOOL_WINS, (FOOL_THERE,)), of=(OF_NO_POINTS,),
    kinds=("fool-is", "three-trumps", "contract-aim"), fits=_trump,
)  # fmt: skip
says_of_tricks(
    "tricks.trump-wins", Sentence(HowOften.NEVER, PLAIN_WINS, (TRUMP_THERE,)),
    kinds=("trick-winner", "suit-beats-trumps", "suit-beats-led-by", "top-when-swept"),
)  # fmt: skip
says_of_tricks("tricks.one-winner", Sentence(HowOften.ALWAYS, ONE_WINNER), kinds=_WINS, kind=ClaimKind.GUARD)


# Claims about what may be played in the games of card points, under each contract.


class HandToPlay(Record, frozen=True):
    """A hand at its turn: whether it holds each card of the deck, and whether that may be played."""

    held: Mapping[Card, Truth]
    may: Callable[[Card], Truth]

    @property
    def trumps(self) -> list[Card]:
        """All trumps but the Pagat."""
        return [card for card in self.held if card.is_trump and card != PAGAT]


@dataclass(frozen=True, slots=True)
class HandsToPlay(Cases[HandToPlay]):
    """Hands to lead or to follow, under every contract with some duty."""

    beats: tuple[Beat, ...]
    """The duties to beat that a contract may have."""

    def fits(self, rules: RuleSet) -> bool:
        """Whether there is such a contract."""
        return is_point_game(rules) and any(True for _ in self.games(rules))

    def build_questions(self, rules: RuleSet, rlimit: int) -> Iterator[AnyHandToPlay]:
        """All of them, contract by contract."""
        return (AnyHandToPlay(spec, rlimit, contract) for spec, contract in self.games(rules))

    def games(self, rules: RuleSet) -> Iterator[tuple[GameSpec, str | None]]:
        """The game under its contracts, each way to play it once, with the first contract of that way."""
        named = rules.game.contracts
        known = []
        for contract in (None, *named):
            spec = rules.game if contract is None else apply_contract(rules.game, contract)
            if spec.duty not in known:
                known.append(spec.duty)
                if spec.duty.beat in self.beats:
                    yield spec, contract


class AnyHandToPlay(SymbolicCase[HandToPlay]):
    """Any hand under one contract; None for the game without one."""

    def __init__(self, spec: GameSpec, rlimit: int, contract: str | None) -> None:
        self.hand, self.contract = HandAtPlay(spec, rlimit), contract
        self.question = self.hand.question
        self.case = HandToPlay(self.hand.cards, self.hand.may_play)

    def witness(self, case: Truth) -> Witness:
        """The canonical smallest hand, with what the engine lets it play."""
        held, hand = self.hand.witness(case), self.hand
        may = held.playable(hand.spec)
        replayed(may == {card for card in held.cards if self.question.holds(hand.may_play(card))}, str(held))
        told = {**held.as_witness(), "plays": [str(card) for card in sorted(may)]}
        return {"contract": self.contract, **told} if self.contract else told


def _pagat_alone(hand: HandToPlay) -> Truth:
    others = hand.trumps
    return every(
        (hand.may(PAGAT), some(hand.held[card] for card in others), not_(some(map(hand.may, others))))
    )


_OVER: Final = (say("every contract"), say("all hands, all suits led, all best cards of a trick"))
EVERY_HAND: Final = HandsToPlay(say("every hand"), _OVER, tuple(Beat))
MUST_BEAT: Final = HandsToPlay(
    say("every hand that has to beat"), _OVER, tuple(each for each in Beat if each is not Beat.NONE)
)
SOME_CARD: Final[Condition[HandToPlay]] = Condition(
    say("some card of the hand may be played"), lambda hand: some(map(hand.may, hand.held))
)
PAGAT_ALONE: Final = Condition(
    say("the Pagat may be played, and of the other trumps in the hand none"), _pagat_alone
)
FOOL_STAYS: Final[Condition[HandToPlay]] = Condition(
    say("the Fool is in the hand and may not be played"),
    lambda hand: every((hand.held[FOOL], not_(hand.may(FOOL)))),
)

says_of_duties = partial(declare, kinds=("duty", "beats-in", "excuse", "fool-is"))
"""Enters a sentence about duties."""

says_of_duties("play.some-card-under-every-contract", Sentence(HowOften.ALWAYS, SOME_CARD), of=(EVERY_HAND,))
says_of_duties("play.pagat-under-a-trump", Sentence(HowOften.NEVER, PAGAT_ALONE), of=(MUST_BEAT,))
says_of_duties("play.fool-is-free", Sentence(HowOften.NEVER, FOOL_STAYS), of=(EVERY_HAND,))
