"""Claims about what may be played in the games of card points, under each contract."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from analyzer.cards.card import FOOL, PAGAT, Card
from analyzer.claims.chapters.play import HandAtPlay
from analyzer.claims.claim import Condition, HowOften, Sentence, Witness, of_points, replayed
from analyzer.claims.declaration import AskedOfZ3, Cases, declare
from analyzer.frozenrecord import Record
from analyzer.messages import say
from analyzer.proofs.smt import Truth, every, not_, some
from analyzer.rules.spec.game import Beat, GameSpec, under_contract
from analyzer.rules.spec.ruleset import RuleSet


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
        return of_points(rules) and any(True for _ in self.games(rules))

    def asked(self, rules: RuleSet, rlimit: int) -> Iterator[AnyHandToPlay]:
        """All of them, contract by contract."""
        return (AnyHandToPlay(spec, rlimit, contract) for spec, contract in self.games(rules))

    def games(self, rules: RuleSet) -> Iterator[tuple[GameSpec, str | None]]:
        """The game under its contracts, each way to play it once, with the first contract of that way."""
        named = rules.game.contracts
        known = []
        for contract in (None, *named):
            spec = rules.game if contract is None else under_contract(rules.game, contract)
            if spec.duty not in known:
                known.append(spec.duty)
                if spec.duty.beat in self.beats:
                    yield spec, contract


class AnyHandToPlay(AskedOfZ3[HandToPlay]):
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
        told = {**held.told(), "plays": [str(card) for card in sorted(may)]}
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

says = partial(declare, kinds=("duty", "beats-in", "excuse", "fool-is"))
"""Enters a sentence about duties."""

says("play.some-card-under-every-contract", Sentence(HowOften.ALWAYS, SOME_CARD), of=(EVERY_HAND,))
says("play.pagat-under-a-trump", Sentence(HowOften.NEVER, PAGAT_ALONE), of=(MUST_BEAT,))
says("play.fool-is-free", Sentence(HowOften.NEVER, FOOL_STAYS), of=(EVERY_HAND,))
