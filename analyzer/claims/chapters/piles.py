"""Claims about the count of card points, for all divisions of the cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import z3

from analyzer.cards.card import Card
from analyzer.claims.chapters.any_hand import SEAT_LETTERS
from analyzer.claims.chapters.discard import words
from analyzer.claims.claim import (
    ClaimFinding,
    Condition,
    HowOften,
    Sentence,
    Witness,
    check,
    has_target,
    replayed,
)
from analyzer.claims.declaration import AskedCase, Cases, SymbolicCase, declare
from analyzer.disputes.payments.pilescounted import PilesCountedFinding
from analyzer.frozenrecord import Record
from analyzer.messages import say
from analyzer.proofs.pots import worth
from analyzer.proofs.smt import (
    Number,
    SmtQuestion,
    Truth,
    at_least,
    canonical,
    every,
    exactly,
    held,
    not_,
    variables,
)
from analyzer.rules.deal.discard import laid_away
from analyzer.rules.score.goals import points_text
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.ruleset import RuleSet


class PilesTogether(Record, frozen=True):
    """What all piles of a hand count together, in units."""

    game: GameSpec
    units: Number


@dataclass(frozen=True, slots=True)
class Divisions(Cases[PilesTogether]):
    """Divisions of the cards, the tricks and what was laid away."""

    def build_questions(self, rules: RuleSet, rlimit: int) -> Iterator[AnyDivision]:
        """All of them, as one question."""
        yield AnyDivision(rules, rlimit)


class AnyDivision(SymbolicCase[PilesTogether]):
    """Any division: each card, trick and discard is in one of the piles."""

    def __init__(self, rules: RuleSet, rlimit: int) -> None:
        self.question, game, table = SmtQuestion(rlimit), rules.game, rules.table
        piles, heaps = game.piles, range(table.players + 1)
        self.tricks, points = self._divided("tricks", heaps, table.hand_size), 0
        counts = piles.trick * sum(self.tricks) + piles.discard * sum(self._divided("discard", heaps, 1))
        for card in table.deck:
            each = piles.unit * worth(piles, card) + piles.each_card
            counts = counts + each * sum(self._divided(str(card), heaps, 1))
        self.case = PilesTogether(game, points + counts)

    def _divided(self, name: str, heaps: Iterable[int], number: int) -> list[Any]:
        """How much of something lies in each pile."""
        parts = [z3.Int(f"{name}.{heap}") for heap in heaps]
        self.question.given(sum(parts) == number, *(each >= 0 for each in parts))
        return parts

    def witness(self, case: Truth) -> Witness:
        """What the piles of a case count together; how they are divided is no matter."""
        assert self.question.possible((), case)
        units = self.question.value(self.case.units)
        return {"points": points_text(Fraction(units, self.case.game.piles.unit))}


class DeclarersPile(Record, frozen=True):
    """What the declarer's side has: so many units, so many cards of the Trull where that is asked."""

    game: GameSpec
    units: Number
    trull: int | None = None

    def short(self, *, own: bool) -> Truth:
        """Whether the declarer's side, or the others, are short of the target that their Trull gives them."""
        target, piles, trull = self.game.target, self.game.piles, self.trull or 0
        assert target is not None
        units = self.units if own else piles.total - self.units
        return every((units < piles.unit * target.by_trull[trull if own else len(self.game.trull) - trull],))


@dataclass(frozen=True, slots=True)
class DeclarersPiles(Cases[DeclarersPile]):
    """Piles of tricks with what was laid away."""

    by_trull: bool
    """Whether those with other numbers of the Trull are told apart."""

    def build_questions(self, rules: RuleSet, rlimit: int) -> Iterator[AnyDeclarersPile]:
        """All of them, by their points, the most of the Trull first."""
        game = rules.game
        for trull in reversed(range(len(game.trull) + 1)) if self.by_trull else (None,):
            for units in range(game.piles.total + 1):
                yield AnyDeclarersPile(rules, rlimit, DeclarersPile(game, units, trull))


class AnyDeclarersPile(AskedCase[DeclarersPile]):
    """Any pile of so many units; it is looked for where these decide."""

    def __init__(self, rules: RuleSet, rlimit: int, case: DeclarersPile) -> None:
        self.rules, self.rlimit, self.case = rules, rlimit, case

    def decided(self, case: Truth, *, shows: bool) -> ClaimFinding:
        """What a pile comes to where there is one, of as few tricks as can be."""
        tricks = range(1, self.rules.table.hand_size + 1) if case is True else ()
        found = next((each for each in map(self._find_pile, tricks) if each is not None), None)
        return ClaimFinding(true=(found is not None) is shows, witness=found)

    def _find_pile(self, tricks: int) -> Witness | None:
        piles, units, table = self.case.game.piles, self.case.units, self.rules.table
        assert isinstance(units, int)
        pile = self._pile(units, table.players * tricks, tricks)
        if pile is None:
            return None
        self._counted(pile, Fraction(units, piles.unit))
        sides = {"declarer": units, "opponents": piles.total - units}
        points = {side: points_text(Fraction(each, piles.unit)) for side, each in sides.items()}
        return {"points": points, "tricks": tricks, "pile": words(pile)}

    def _pile(self, units: int, taken: int, tricks: int) -> frozenset[Card] | None:
        """The canonical pile of so many tricks, of so many cards, with what was laid away."""
        question, piles, deck = SmtQuestion(self.rlimit), self.case.game.piles, self.rules.table.deck
        cards, number = variables("pile", deck), taken + laid_away(self.rules)[-1]
        beside = piles.trick * tricks + piles.discard + piles.each_card * number
        above, rest = divmod(units - beside, piles.unit)
        if rest:  # what a card counts above another is whole points
            return None
        question.given(exactly(cards.values(), number))
        question.given(z3.PbEq([(there, worth(piles, card)) for card, there in cards.items()], above))
        kept = [there for card, there in cards.items() if not self._may_go(card)]
        question.given(not_(at_least(kept, taken + 1)))
        if self.case.trull is not None:
            question.given(exactly(held(cards, sorted(self.case.game.trull)), self.case.trull))
        return canonical(question, cards) if question.possible() else None

    def _may_go(self, card: Card) -> bool:
        return not card.is_trump and card not in self.rules.discard.never

    def _counted(self, pile: frozenset[Card], points: Fraction) -> None:
        """Hold a pile against what `check` counts in it, cards that may go laid away."""
        away = sorted(filter(self._may_go, pile))[: laid_away(self.rules)[-1]]
        told = {"players": [*SEAT_LETTERS[: self.rules.table.players]], "dealer": "A", "discard": words(away)}
        contract = next(iter(self.case.game.contracts), None)
        told |= {} if contract is None else {"contract": contract, "declarer": "A"}
        piles = {"A": {"cards": words(pile.difference(away))}}
        found = check(self.rules, "count", {**told, "piles": piles})
        assert isinstance(found, PilesCountedFinding)
        replayed(found.counted["A"] == points, f"{sorted(pile)} counts {found.counted}")


DIVISIONS: Final = Divisions(
    say("every division of the cards and tricks"),
    (say("the cards discarded, or left of the talon, in any pile"), say("a pile of nobody counted in")),
)
_PILES: Final = (
    say("every pile of the declarer's side, with the discarded cards"),
    (say("trumps, and cards that may not be discarded, from tricks"), say("all numbers of tricks but none")),
)
PILES: Final = DeclarersPiles(*_PILES, by_trull=False)
PILES_BY_TRULL: Final = DeclarersPiles(*_PILES, by_trull=True)
EQUAL: Final[Condition[DeclarersPile]] = Condition(
    say("the two sides have equally many points"),
    lambda pile: every((2 * pile.units == pile.game.piles.total,)),
)
BOTH_SHORT: Final[Condition[DeclarersPile]] = Condition(
    say("both sides fall short of the target that their part of the Trull gives them"),
    lambda pile: every((pile.short(own=True), pile.short(own=False))),
)
TOTAL: Final[Condition[PilesTogether]] = Condition(
    say("the points of all piles make the total that the clause names"),
    lambda division: every((division.units == division.game.piles.total,)),
)


def _half_decides(rules: RuleSet) -> bool:
    game = rules.game
    return any(each is not None for each in (game.stake, game.difference_sheet, game.bonus_sheet))


declare(
    "points.total", Sentence(HowOften.ALWAYS, TOTAL), of=(DIVISIONS,),
    kinds=("count-cards", "discard-counts", "exchange", "talon-left"),
)  # fmt: skip
declare(
    "points.equal-sides", Sentence(HowOften.CAN, EQUAL), of=(PILES,),
    kinds=("count-cards", "discard-counts", "stake-value", "sheet-value", "game-value"), fits=_half_decides,
)  # fmt: skip
declare(
    "points.a-side-makes-its-target", Sentence(HowOften.NEVER, BOTH_SHORT),
    of=(PILES_BY_TRULL,), kinds=("count-cards", "trull-target"), fits=has_target,
)  # fmt: skip
