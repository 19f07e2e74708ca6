"""Claims about the count of card points, for all divisions of the cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import z3

from analyzer.claims.claim import ClaimFinding, claim, game_of, of_points, replayed
from analyzer.claims.discard import words
from analyzer.messages import say
from analyzer.proofs.clauses.pilecount import worth
from analyzer.proofs.clauses.score.radl import rounded as rounded_units
from analyzer.proofs.smt import (
    Number,
    SmtQuestion,
    Truth,
    at_least,
    canonical,
    exactly,
    held,
    no,
    variables,
)
from analyzer.rules.deal.discard import laid_away
from analyzer.rules.score.radl import rounded
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.ruleset import RuleSet

_DIVISIONS = say("all divisions of the cards and tricks")
_COUNT = ("count-cards", "discard-counts", "exchange", "talon-left")


@claim(
    "points.total",
    say(
        "However tricks, talon and discard are divided, the points of all piles make the same total; a hand "
        "that nobody plays is counted in."
    ),
    kinds=_COUNT, fits=of_points,
    sat=say("a division with another total"), unsat=say("the total is always the one that the clause names"),
    bound=_DIVISIONS,
)  # fmt: skip
def _total(rules: RuleSet, rlimit: int) -> ClaimFinding:
    question, piles, table = SmtQuestion(rlimit), game_of(rules).piles, rules.table
    heaps = range(table.players + 1)
    tricks = [z3.Int(f"tricks.{heap}") for heap in heaps]
    discard = [z3.Int(f"discard.{heap}") for heap in heaps]
    question.given(sum(tricks) == table.hand_size, sum(discard) == 1)
    question.given(*(each >= 0 for each in (*tricks, *discard)))
    points: Number = sum(piles.trick * each for each in tricks) + sum(
        piles.discard * each for each in discard
    )
    for card in table.deck:
        owner = [z3.Int(f"{card}.{heap}") for heap in heaps]
        question.given(sum(owner) == 1, *(each >= 0 for each in owner))
        counts = piles.unit * worth(piles, card) + piles.each_card
        points = points + counts * sum(owner)
    return ClaimFinding(true=not question.possible((), points != piles.total))


@dataclass(frozen=True, slots=True)
class DeclarersPile:
    """Any pile of a declarer's side with what was laid away: so many units, so many of the Trull.

    Trumps, and cards that may not be laid away, are from tricks.
    """

    rules: RuleSet
    rlimit: int

    def first(self, units: int, trull: int | None = None) -> Mapping[str, object] | None:
        """The canonical pile of the fewest tricks, with what each side has; None where there is none."""
        table = self.rules.table
        tricks = range(1, table.hand_size + 1)
        found = (self._of_tricks(number, units, trull) for number in tricks)
        return next((each for each in found if each is not None), None)

    def _of_tricks(self, tricks: int, units: int, trull: int | None) -> Mapping[str, object] | None:
        game, table, question = game_of(self.rules), self.rules.table, SmtQuestion(self.rlimit)
        piles, cards = game.piles, variables("pile", table.deck)
        number = table.players * tricks + laid_away(self.rules)[-1]
        beside = piles.trick * tricks + piles.discard + piles.each_card * number
        above, rest = divmod(units - beside, piles.unit)
        if rest:  # what a card counts above another is whole points
            return None
        question.given(exactly(cards.values(), number))
        question.given(z3.PbEq([(there, worth(piles, card)) for card, there in cards.items()], above))
        kept = [there for card, there in cards.items() if card.is_trump or card in self.rules.discard.never]
        question.given(no(at_least(kept, table.players * tricks + 1)))
        if trull is not None:
            question.given(exactly(held(cards, sorted(game.trull)), trull))
        if not question.possible():
            return None
        pile = canonical(question, cards)
        apart = beside - piles.each_card * number
        replayed(sum(map(piles.of, pile)) + apart == units, f"{sorted(pile)} counts {units}")
        sides = {"declarer": units, "opponents": piles.total - units}
        points = {name: points_told(Fraction(each, piles.unit)) for name, each in sides.items()}
        return {"points": points, "tricks": tricks, "pile": words(pile)}


def points_told(points: Fraction) -> str:
    """Points as a file has them: `35`, `35 1/2`."""
    whole, rest = divmod(points, 1)
    return f"{whole} {rest}" if rest else str(whole)


@claim(
    "points.equal-sides",
    say("The two sides can have equally many points, with what was laid away in the declarer's pile."),
    kinds=("count-cards", "discard-counts", "stake-value", "sheet-value", "game-value"),
    fits=lambda rules: of_points(rules) and _half_decides(game_of(rules)),
    sat=say("such a pile"), unsat=say("there is none"), bound=_DIVISIONS,
)  # fmt: skip
def _equal(rules: RuleSet, rlimit: int) -> ClaimFinding:
    half, rest = divmod(game_of(rules).piles.total, 2)
    witness = None if rest else DeclarersPile(rules, rlimit).first(half)
    return ClaimFinding(true=witness is not None, witness=witness)


def _half_decides(game: GameSpec) -> bool:
    return any(each is not None for each in (game.stake, game.tapp, game.slovenian))


@claim(
    "points.a-side-makes-its-target",
    say(
        "Where the declarer's side falls short of its target, the others reach the one that their part of "
        "the Trull gives them."
    ),
    kinds=("count-cards", "trull-target"),
    fits=lambda rules: of_points(rules) and game_of(rules).target is not None,
    sat=say("a pile with which both fall short"), unsat=say("there is none"), bound=_DIVISIONS,
)  # fmt: skip
def _target(rules: RuleSet, rlimit: int) -> ClaimFinding:
    game = game_of(rules)
    assert game.target is not None
    targets, unit, total = game.target.by_trull, game.piles.unit, game.piles.total
    for trull, target in sorted(targets.items(), reverse=True):
        theirs = targets[len(game.trull) - trull]
        for units in range(total - unit * theirs + 1, unit * target):
            witness = DeclarersPile(rules, rlimit).first(units, trull)
            if witness is not None:
                return ClaimFinding(true=False, witness=witness)
    return ClaimFinding(true=True)


def _piles(rules: RuleSet, rlimit: int, number: int) -> ClaimFinding:
    """Whether the whole points of so many piles make the total, or the least piles that do not."""
    question, piles = SmtQuestion(rlimit), game_of(rules).piles
    units = [z3.Int(f"units.{heap}") for heap in range(number)]
    question.given(sum(units) == piles.total, *(each >= 0 for each in units))
    points = sum(rounded_units(each, piles.unit) for each in units)
    fixed: list[Truth] = [points * piles.unit != piles.total]
    if not question.possible((), *fixed):
        return ClaimFinding(true=True)
    for each in units:
        fixed.append(each == question.least(each, 0, piles.total, (), *fixed))
    assert question.possible((), *fixed)
    exact = [Fraction(question.value(each), piles.unit) for each in units]
    replayed(sum(map(rounded, exact)) * piles.unit != piles.total, str(exact))
    told = dict(zip("ABCDE", map(points_told, exact), strict=False))
    return ClaimFinding(true=False, witness={"points": told})


def _rounds(rules: RuleSet) -> bool:
    return of_points(rules) and rules.maybe("count-rest") is not None


@claim(
    "points.two-sides-rounded",
    say("Rests of thirds dropped or made whole, the points of the two sides still make the total."),
    kinds=("count-cards", "count-rest"), fits=_rounds,
    sat=say("points that make another sum"), unsat=say("there are none"), bound=_DIVISIONS,
)  # fmt: skip
def _two_rounded(rules: RuleSet, rlimit: int) -> ClaimFinding:
    return _piles(rules, rlimit, 2)


@claim(
    "points.each-pile-rounded",
    say("Where each plays alone, the points of all, rests dropped or made whole, still make the total."),
    kinds=("count-cards", "count-rest", "misere-score"), fits=_rounds,
    sat=say("points that make another sum"), unsat=say("there are none"), bound=_DIVISIONS,
)  # fmt: skip
def _each_rounded(rules: RuleSet, rlimit: int) -> ClaimFinding:
    return _piles(rules, rlimit, rules.table.players)
