"""What is asked under every option of a rule set, each reading of it by itself."""

from __future__ import annotations

import z3

from analyzer.claims.chapters.any_hand import PLAYERS
from analyzer.claims.chapters.discard import Counts
from analyzer.claims.claim import ClaimFinding, check, prove_all_options, replayed
from analyzer.proofs.accounts import Sums, SymbolicHand
from analyzer.proofs.discard import FORMULAS
from analyzer.proofs.pots import settle_count as settle_symbolic
from analyzer.proofs.smt import RLIMIT, SmtQuestion, Truth
from analyzer.rules.actions import Sides
from analyzer.rules.score.hand import HandResult
from analyzer.rules.score.steps import next_dealer_of
from analyzer.rules.spec.ruleset import RuleSet


def discard_possible(rules: RuleSet) -> ClaimFinding:
    """Whether, whichever option is read otherwise, every hand of 28 has a discard with a Tout announced."""
    return prove_all_options(rules, RLIMIT, _discardable, _skat_of)


def _discardable(rules: RuleSet, rlimit: int) -> ClaimFinding:
    # Whatever may go without a Tout may go with one.
    return Counts(rules, rlimit, tout=True).solve()


def _skat_of(rules: RuleSet) -> object:
    """All that a discard hangs on, combinations aside."""
    clauses = [each for each in rules.clauses.values() if each.kind in FORMULAS]
    dealt = (rules.table.deck, rules.table.hand_size, rules.table.skat_size)
    return dealt, [(each.kind, dict(each.parameters)) for each in clauses]


def count_comes_to_nothing(rules: RuleSet) -> ClaimFinding:
    """Whether, whichever option is read otherwise, what all receive for the count comes to nothing.

    Everybody has won a trick.
    """
    return prove_all_options(rules, RLIMIT, _counted, _count_of)


def _count_of(rules: RuleSet) -> object:
    """All that is paid for piles where they are counted can hang on."""
    game = rules.game
    count = (game.the_pots.count.par, game.the_pots.count.rounding, game.the_pots.count.own)
    return count, game.table.players, game.piles.total, next_dealer_of(game, 0)


def _counted(rules: RuleSet, rlimit: int) -> ClaimFinding:
    game, question = rules.game, SmtQuestion(rlimit)
    points = [z3.Int(f"points.{seat}") for seat in PLAYERS]
    question.given(sum(points) == game.piles.total, *(each >= game.piles.trick for each in points))
    dealer = len(points) - 1
    hand = SymbolicHand(game, HandResult(len(points), Sides.alone(len(points)), dealer=dealer), points, ())
    sums = Sums.opened(hand)
    settle_symbolic(hand, sums)
    wrong: Truth = sum(sums.tokens) != 0
    if not question.possible((), wrong):
        return ClaimFinding(true=True)
    fixed = [wrong]
    for each in points:
        fixed.append(each == question.least(each, 0, game.piles.total, (), *fixed))
    assert question.possible((), *fixed)
    told = {"points": points, "tokens": sums.tokens}
    found = {word: dict(zip(PLAYERS, map(question.value, each), strict=True)) for word, each in told.items()}
    piles = {seat: {"points": each} for seat, each in found["points"].items()}
    paid = check(rules, "count", {"dealer": PLAYERS[dealer], "piles": piles})
    replayed(paid.stated_tokens == found["tokens"], f"{found} {paid.stated_tokens}")
    return ClaimFinding(true=False, witness={**found, "dealer": PLAYERS[dealer]})
