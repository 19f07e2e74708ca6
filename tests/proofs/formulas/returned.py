"""What is paid twice over, as formulas: declarations that are given back, and the end of a whole game."""

from __future__ import annotations

import z3
from msgspec.structs import replace
from proofs.formulas.gameend import settle_game

from analyzer.claims.chapters.any_hand import AnySettledHand, HandCase
from analyzer.claims.chapters.scores import declared
from analyzer.proofs.smt import RLIMIT, SmtQuestion, every, not_, some
from analyzer.rules.score.hand import HandFacts
from analyzer.rules.spec.ruleset import RuleSet


def given_back_in_part(rules: RuleSet, seat: int) -> bool:
    """Whether there is a hand in which what was paid for a player's declarations comes back in part.

    Else it comes back to everybody in full, or to nobody at all.
    """
    said = tuple(each for each in declared()[seat] if each.returnable)
    told = HandCase(HandFacts(declared={seat: said}))
    hand = AnySettledHand(rules, RLIMIT, told)
    before = AnySettledHand(rules, RLIMIT, told, opening=True)
    bare = AnySettledHand(rules, RLIMIT, replace(told, told=HandFacts()))
    parts = list(zip(before.case.tokens, hand.case.tokens, bare.case.tokens, strict=True))
    back = every(every((end - without == -paid,)) for paid, end, without in parts)
    stays = every(every((end == without,)) for _, end, without in parts)
    return not hand.decided(not_(some((back, stays))), shows=False).true


def end_of_game_balances(rules: RuleSet) -> bool:
    """Whether what all receive at the end of a game comes to nothing, whatever the totals."""
    rule, question = rules.game.end, SmtQuestion(RLIMIT)
    assert rule is not None
    totals = [z3.Int(f"total.{seat}") for seat in range(rules.table.players)]
    question.given(sum(totals) == 0)
    return not question.possible((), not_(every((sum(settle_game(rule, totals), start=0) == 0,))))
