"""Claims about what is laid away in the games of card points, for every size of a discard."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from analyzer.cards.card import Card
from analyzer.claims.chapters.discard import AnyDiscard, Counts, words
from analyzer.claims.claim import (
    ClaimFinding,
    Condition,
    HowOften,
    Sentence,
    Witness,
    check,
    replayed,
)
from analyzer.claims.declaration import AskedOfZ3, Cases, declare
from analyzer.frozenrecord import Record
from analyzer.messages import say
from analyzer.proofs.smt import Holding, Truth, every, held, not_, some
from analyzer.rules.deal.discard import judge_discard, laid_away
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import Verdict

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

    def asked(self, rules: RuleSet, rlimit: int) -> Iterator[AnyHandBefore]:
        """All of them, size by size."""
        return (AnyHandBefore(rules, rlimit, size) for size in self.sizes(rules))


class AnyHandBefore(AskedOfZ3[HandBefore]):
    """Any hand of which so many cards are to be laid away."""

    def __init__(self, rules: RuleSet, rlimit: int, size: int) -> None:
        self.rules, self.counts = rules, Counts(rules, rlimit, tout=False, size=size)
        self.question = self.counts.question
        without = self.counts.none_without(lambda card: card.is_trump)
        self.case = HandBefore(not_(self.counts.none), not_(without))

    def decided(self, case: Truth, *, shows: bool) -> ClaimFinding:
        """What a case comes to; where it is against what all hands have, with all families of such hands."""
        return AskedOfZ3.decided(self, case, shows=True) if shows else self.counts.solve(case)

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

    def asked(self, rules: RuleSet, rlimit: int) -> Iterator[AnyLaidAway]:
        """All of them, as one question."""
        yield AnyLaidAway(rules, rlimit)


class AnyLaidAway(AskedOfZ3[LaidAway]):
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
