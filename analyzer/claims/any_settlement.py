"""Any trick settled with any pots, over all cards and amounts, and the canonical case of it."""

from __future__ import annotations

from typing import Final

import z3

from analyzer.claims.claim import ClaimFinding, never_so, replayed
from analyzer.claims.play import AnyTrick
from analyzer.proofs.clauses import payments as clauses
from analyzer.proofs.smt import Number, SmtQuestion, Truth, every, no, number_of, some
from analyzer.rules.ledger import Ledger, Pot, Pots
from analyzer.rules.play.table import Trick, winner
from analyzer.rules.score.payments import Outcome, settle_early, settle_last
from analyzer.rules.spec.ruleset import RuleSet

SEATS: Final = "ABC"


class AnySettlement:
    """Any trick, last or early, with any pots; and for the last one any tricks before it.

    Seats are by order of play in this trick: A leads it.
    """

    def __init__(self, rules: RuleSet, rlimit: int, *, last: bool = True, sitting_out: bool = False) -> None:
        self.rules, self.question, self.is_last = rules, SmtQuestion(rlimit), last
        self.sitting_out = sitting_out
        self.trick = AnyTrick(rules, self.question)
        self.laid = clauses.SymbolicLaid(self.trick.laid, self.trick.wins)
        self.pots = {pot: z3.Int(f"pot.{pot.value}") for pot in Pot}
        self.question.given(*(pot >= 0 for pot in self.pots.values()))
        sums = clauses.start(self.pots, rules.table.players + sitting_out, rules.game)
        self.tricks: list[Number] = []
        self.announced: list[z3.BoolRef] = []
        self.special = clauses.Special.none(rules.table.players)
        if last:
            self.special = self._special()
            self.achieved = clauses.achieved(rules.game, self.laid, self.special)
            self.sums = clauses.settle_last(
                rules.game, self.laid, self.special, sums, sitting_out=sitting_out
            )
        else:
            self.sums = clauses.settle_early(rules.game, self.laid, sums)

    def _special(self) -> clauses.Special:
        seats = range(self.rules.table.players)
        self.tricks = [z3.Int(f"tricks.{SEATS[seat]}") for seat in seats]
        self.announced = [z3.Bool(f"announced.{SEATS[seat]}") for seat in seats]
        given = self.question.given
        given(sum(self.tricks) == self.rules.table.hand_size, number_of(self.announced) <= 1)
        for tricks, won in zip(self.tricks, self.trick.wins, strict=True):
            given(tricks >= 0, z3.Implies(won, tricks >= 1))
        return clauses.Special.of(self.rules.game, self.tricks, self.announced)

    def proves(self, wrong: Truth) -> ClaimFinding:
        """Proved where nothing of this kind can be, else refuted with the canonical case."""
        return never_so(self.question, wrong, self.witness)

    def shows(self, case: Truth) -> ClaimFinding:
        """Proved by the canonical case, refuted where there is none."""
        if not self.question.possible((), case):
            return ClaimFinding(true=False)
        return ClaimFinding(true=True, witness=self.witness(case))

    def witness(self, case: Truth) -> dict[str, object]:
        """The canonical case with plain pots, replayed in the engine: tokens and pots must be the same."""
        question, fixed = self.question, [case]
        plain = [no(some((*self.special.tout, *self.special.nolo, *self.special.failed)))]
        usual = [every(self.pots[pot] == 60 for pot in Pot)]
        met = question.smallest([*plain, *usual], (), *fixed)
        fixed += [wish if yes else no(wish) for wish, yes in zip([*plain, *usual], met, strict=True)]
        # Who announced Tout is a part of the case too: nobody, else a seat as late as may be.
        met = question.smallest([no(each) for each in self.announced], (), *fixed)
        fixed += [no(said) if yes else said for said, yes in zip(self.announced, met, strict=True)]
        laid, words = self.trick.witness(*fixed)
        for place, each in enumerate(laid):
            fixed.append(self.trick.laid[place].is_(each.card))
        for number in (self.trick.led, *self.pots.values(), *self.tricks):
            low = question.least(number, 0, 10_000, (), *fixed)
            fixed.append(number == low)
        assert question.possible((), *fixed)
        tokens = [question.value(each) for each in self.sums.tokens]
        pots = Pots(*(question.value(self.sums.pots[pot]) for pot in Pot))
        before = Pots(*(question.value(self.pots[pot]) for pot in Pot))
        ledger, outcome = self._engine(Trick(laid, winner(laid, self.rules.game)), before)
        replayed((list(ledger.tokens), ledger.pots) == (tokens, pots), f"{words} {tokens} {pots}")
        found: dict[str, object] = {
            "trick": words,
            "winner": SEATS[winner(laid, self.rules.game)],
            "pots_before": {"king": before.king, "pagat": before.pagat},
            "tokens": dict(zip((*SEATS, "D"), tokens, strict=False)),
            "pots_after": {"king": pots.king, "pagat": pots.pagat},
        }
        if outcome is not None:
            found["tricks"] = {SEATS[seat]: question.value(each) for seat, each in enumerate(self.tricks)}
        if outcome is not None and outcome.failed_tout is not None:
            found["announced"] = SEATS[outcome.failed_tout]
        return found

    def _engine(self, trick: Trick, before: Pots) -> tuple[Ledger, Outcome | None]:
        ledger = Ledger(before, self.rules.table.players + self.sitting_out)
        if not self.is_last:
            settle_early(self.rules.game, trick, ledger)
            return ledger, None
        said = [seat for seat, each in enumerate(self.announced) if self.question.holds(each)]
        outcome = settle_last(
            self.rules.game, trick, ledger,
            tricks_won=tuple(self.question.value(each) for each in self.tricks),
            announced_tout=said[0] if said else None, sitting_out=self.sitting_out,
        )  # fmt: skip
        return ledger, outcome
