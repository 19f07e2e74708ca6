"""Claims about who wins a trick in the games of card points, whatever was played before it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import z3

from analyzer.cards.card import FOOL, MONDO, PAGAT, Card
from analyzer.claims.claim import (
    ClaimFinding,
    ClaimKind,
    Witness,
    claim,
    game_of,
    never_so,
    of_points,
    proved_of_all,
    replayed,
)
from analyzer.messages import Message, say
from analyzer.proofs.clauses.play import FOOL_SUIT, SUITS, Played
from analyzer.proofs.clauses.tricks import TRUMPS, Past, any_cards, takes
from analyzer.proofs.smt import SmtQuestion, Truth, every, no, number_of, some
from analyzer.rules.play.course import Course
from analyzer.rules.play.table import Laid, winner
from analyzer.rules.sides import Sides
from analyzer.rules.spec.contractwords import ContractAim
from analyzer.rules.spec.game import FoolKind, GameSpec
from analyzer.rules.spec.piling import ThreeTrumps
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.undercontract import under_contract

_TRICKS: tuple[str, ...] = (
    "ranks", "trick-winner", "never-wins", "led-fool", "fool-is", "top-when-swept", "three-trumps",
    "three-trumps-in-colour", "suit-beats-trumps", "suit-beats-led-by",
)  # fmt: skip
_SWEPT: Message = say("the last trick, led by a side that has won all others")
_ALL: Message = say("all tricks, whatever was played before")


@dataclass(frozen=True, slots=True)
class FoundTrick:
    """A trick of known cards, what the tricks before it settled, and how it is told."""

    laid: tuple[Laid, ...]
    course: Course
    tricks_left: int
    told: Witness

    def won_under(self, spec: GameSpec) -> Card:
        """The card that wins it, by the engine; no suit is named where a led Fool names none."""
        named = [each if spec.fool.named else each._replace(names=None) for each in self.laid]
        return self.laid[winner(named, spec, self.course, self.tricks_left)].card


class AnyPastTrick:
    """A trick of any cards of the deck, and whatever the tricks before it settle under a contract."""

    def __init__(self, spec: GameSpec, rlimit: int, contract: str | None = None) -> None:
        self.spec, self.question, self.contract = spec, SmtQuestion(rlimit), contract
        self.laid = [Played.unknown(f"card{place + 1}") for place in range(spec.table.players)]
        self.past, self.name = Past.unknown(), z3.Int("name")
        self.question.given(*any_cards(spec.table.deck, self.laid), self.name >= 0, self.name < FOOL_SUIT)
        if contract is not None:
            self.question.given(no(self.past.colour))
        self.takes = [takes(spec, self.laid, place, self.past, self.name) for place in range(len(self.laid))]

    def won_by(self, card: Card) -> Truth:
        """Whether a card wins the trick."""
        return some(every((each.is_(card), won)) for each, won in zip(self.laid, self.takes, strict=True))

    def has(self, card: Card) -> Truth:
        return some(each.is_(card) for each in self.laid)

    def proves(self, wrong: Truth) -> ClaimFinding:
        """Proved where no such trick can be, else refuted with the canonical one, replayed in the engine."""
        return never_so(self.question, wrong, self._witness)

    def _witness(self, wrong: Truth) -> Witness:
        """The canonical first case, with as little of a past as it needs."""
        found = self.first(wrong)
        cards = [each.card for each in found.laid]
        won = [card for card, each in zip(cards, self.takes, strict=True) if self.question.holds(each)]
        wins = found.won_under(self.spec)
        replayed([wins] == won, f"{cards} {found.course} is won by {won}")
        return {**found.told, "winner": str(wins)}

    def first(self, case: Truth) -> FoundTrick:
        """The canonical first trick of a case, with as little of a past as it needs."""
        past = self.past
        plain = [no(past.colour), no(past.leader_swept), no(past.last), no(past.trump_led), past.own_lead]
        met = self.question.smallest(plain, (), case)
        fixed = [case, *(each if yes else no(each) for each, yes in zip(plain, met, strict=True))]
        for number in (*(card.index for card in self.laid), self.name):
            fixed.append(number == self.question.least(number, 0, 77, (), *fixed))
        assert self.question.possible((), *fixed)
        value = self.question.value
        cards = [card.read(value(card.suit), value(card.height)) for card in self.laid]
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
        sides = Sides.against(len(self.laid), 0 if own else 1, None)
        return Course(
            sides,
            swept=sides.of[0] if swept else 1 - sides.of[0],
            trump_led=trump_led,
            colour=0 if colour else None,
        )


def _excuse(rules: RuleSet) -> bool:
    return of_points(rules) and rules.game.fool.kind is FoolKind.EXCUSE


def _trump(rules: RuleSet) -> bool:
    return of_points(rules) and rules.game.fool.kind is FoolKind.TRUMP


def _three(rules: RuleSet) -> bool:
    tricks = rules.game.tricks
    return tricks is not None and tricks.three_trumps is not ThreeTrumps.NONE


def _without_points(rules: RuleSet) -> Iterator[str]:
    """The contracts in which one wants to win no trick, or few."""
    aims = (ContractAim.NO_TRICK, ContractAim.FEWEST)
    return (each.name for each in game_of(rules).contracts.values() if each.aim in aims)


@claim(
    "tricks.pagat-beats-mond",
    say(
        "The Pagat wins a trick with the Mond in it only where the Fool was played before the Mond, and the "
        "Pagat after both."
    ),
    kinds=("three-trumps", "three-trumps-in-colour", "suit-beats-trumps"), fits=_three,
    sat=say("a trick that it wins otherwise"), unsat=say("there is none"), bound=_ALL,
)  # fmt: skip
def _pagat(rules: RuleSet, rlimit: int) -> ClaimFinding:
    trick = AnyPastTrick(rules.game, rlimit)
    order = some(
        every(card.is_(each) for card, each in zip(places, (FOOL, MONDO, PAGAT), strict=True))
        for places in combinations(trick.laid, 3)
    )
    return trick.proves(every((trick.won_by(PAGAT), trick.has(MONDO), no(order))))


@claim(
    "tricks.three-trumps-always",
    say("Where the Fool, the Mond and the Pagat fall to one trick in this order, the Pagat wins it."),
    kinds=("three-trumps", "three-trumps-in-colour", "suit-beats-trumps"), fits=_three,
    sat=say("a trick with the three in order that another card wins"), unsat=say("there is none"),
    bound=_ALL,
)  # fmt: skip
def _always(rules: RuleSet, rlimit: int) -> ClaimFinding:
    trick = AnyPastTrick(rules.game, rlimit)
    order = some(
        every(card.is_(each) for card, each in zip(places, (FOOL, MONDO, PAGAT), strict=True))
        for places in combinations(trick.laid, 3)
    )
    return trick.proves(every((order, no(trick.won_by(PAGAT)))))


@claim(
    "tricks.fool-wins-nothing",
    say("The Fool wins no trick; one that is led and names a suit, where another card follows or trumps."),
    kinds=("never-wins", "top-when-swept", "led-fool"), fits=_excuse,
    sat=say("a trick that the Fool wins"), unsat=say("there is none"), bound=_ALL,
)  # fmt: skip
def _nothing(rules: RuleSet, rlimit: int) -> ClaimFinding:
    trick = AnyPastTrick(rules.game, rlimit)
    # A suit is named that somebody follows or trumps.
    shown = some(some((card.suit == trick.name, card.suit == TRUMPS)) for card in trick.laid[1:])
    return trick.proves(every((trick.won_by(FOOL), shown)))


@claim(
    "tricks.fool-wins-always",
    say("The Fool wins every trick that it is played to."),
    kinds=("fool-is", "three-trumps", "suit-beats-trumps"), fits=_trump,
    sat=say("a trick that the Fool loses"), unsat=say("there is none"), bound=_ALL,
)  # fmt: skip
def _everything(rules: RuleSet, rlimit: int) -> ClaimFinding:
    return _wins_always(AnyPastTrick(rules.game, rlimit))


@claim(
    "tricks.fool-takes-one",
    say("Who holds the Fool takes a trick, also in a game of no tricks or of few."),
    kinds=("fool-is", "three-trumps", "contract-aim"),
    fits=lambda rules: _trump(rules) and any(_without_points(rules)),
    sat=say("a trick that the Fool loses there"), unsat=say("the Fool wins the trick it is played to"),
    bound=_ALL,
)  # fmt: skip
def _takes_one(rules: RuleSet, rlimit: int) -> ClaimFinding:
    specs = ((under_contract(rules.game, contract), contract) for contract in _without_points(rules))
    return proved_of_all(_wins_always(AnyPastTrick(spec, rlimit, contract)) for spec, contract in specs)


def _wins_always(trick: AnyPastTrick) -> ClaimFinding:
    return trick.proves(every((trick.has(FOOL), no(trick.won_by(FOOL)))))


@claim(
    "tricks.trump-wins",
    say("A trick with a trump in it is won by a trump."),
    kinds=("trick-winner", "suit-beats-trumps", "suit-beats-led-by", "top-when-swept"), fits=of_points,
    sat=say("a trick that a plain suit wins all the same"), unsat=say("there is none"), bound=_ALL,
)  # fmt: skip
def _trump_wins(rules: RuleSet, rlimit: int) -> ClaimFinding:
    trick = AnyPastTrick(rules.game, rlimit)
    trump = some(card.suit == TRUMPS for card in trick.laid)
    plain = (every((card.suit < TRUMPS, won)) for card, won in zip(trick.laid, trick.takes, strict=True))
    return trick.proves(every((trump, some(plain))))


@claim(
    "tricks.one-winner",
    say("Exactly one card wins every trick."),
    kinds=_TRICKS, fits=of_points,
    sat=say("a trick won by nobody, or by two"), unsat=say("one card wins every trick"), bound=_ALL,
    kind=ClaimKind.GUARD,
)  # fmt: skip
def _one_winner(rules: RuleSet, rlimit: int) -> ClaimFinding:
    trick = AnyPastTrick(rules.game, rlimit)
    return trick.proves(number_of(trick.takes) != 1)
