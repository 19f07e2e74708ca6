"""A claim that is one declaration: a sentence, the cases it is about, and the readings it is asked under.

What is printed of a claim is made of the words of these, and what Z3 is asked of their formulas.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Final, Generic, TypeVar

from analyzer.claims.claim import (
    CLAIMS,
    Claim,
    ClaimFinding,
    ClaimKind,
    Decider,
    HangsOn,
    HowOften,
    Sentence,
    Witness,
    decide_each_option,
    is_point_game,
    prove_all_options,
)
from analyzer.messages import Message, Word, both, listed, say
from analyzer.proofs.smt import (
    SmtQuestion,
    Truth,
)
from analyzer.rules.spec.ruleset import RuleSet

Case = TypeVar("Case")


class AskedCase(ABC, Generic[Case]):
    """Cases of a sort that are asked of together; `case` stands for any of them."""

    case: Case

    @abstractmethod
    def decided(self, case: Truth, *, shows: bool) -> ClaimFinding:
        """What it comes to where `case` is so of one of them: it `shows` the claim, or is against it."""


class SymbolicCase(AskedCase[Case]):
    """What such a case leaves open are unknowns of a question to Z3."""

    question: SmtQuestion

    def decided(self, case: Truth, *, shows: bool) -> ClaimFinding:
        """What Z3 finds, with the canonical case where there is one."""
        if case is False or not self.question.possible((), case):
            return ClaimFinding(true=not shows)
        return ClaimFinding(true=shows, witness=self.witness(case))

    @abstractmethod
    def witness(self, case: Truth) -> Witness:
        """The canonical case, as a command or the engine answers it.

        Raises: Mismatch where that does not see in it what Z3 saw.
        """


@dataclass(frozen=True, slots=True)
class Cases(ABC, Generic[Case]):
    """Cases of one sort, in words, with all that they leave open."""

    words: Message
    ranges: tuple[Message, ...]

    def fits(self, rules: RuleSet) -> bool:
        """Whether a rule set knows such cases: one of a game of card points, where nothing else is said."""
        return is_point_game(rules)

    @abstractmethod
    def build_questions(self, rules: RuleSet, rlimit: int) -> Iterable[AskedCase[Case]]:
        """All of them by a rule set, those together that Z3 can be asked of at once."""

    def dependencies(self, rules: RuleSet) -> object:
        """All that they can hang on in a rule set."""
        return rules.game


class Readings(Enum):
    """Under which readings a claim is asked: those of the rule set, each other one beside, or all at once."""

    OWN = "own"
    EACH = "each"
    EVERY = "every"


_ASKED: Final[dict[Readings, Callable[[RuleSet, int, Decider, HangsOn], ClaimFinding]]] = {
    Readings.EACH: decide_each_option,
    Readings.EVERY: prove_all_options,
}


def declare(
    name: str,
    sentence: Sentence[Case],
    *clauses: str,
    of: tuple[Cases[Case], ...],
    kinds: tuple[str, ...] = (),
    fits: Callable[[RuleSet], bool] | None = None,
    kind: ClaimKind = ClaimKind.FINDING,
    readings: Readings = Readings.OWN,
) -> None:
    """Enter a sentence about cases of these sorts among the claims; `fits` says where it has sense."""
    decide = partial(_decide, sentence, of)
    if readings is not Readings.OWN:
        decide = partial(_read, _ASKED[readings], decide, partial(_hangs_on, of))
    CLAIMS.append(
        Claim(
            name, sentence.words, sentence.sat, sentence.unsat, clauses, _bound(of, readings), kind, decide,
            kinds, partial(_fits, of, fits), type(of[0]).__module__, sentence, of,
        )
    )  # fmt: skip


def _fits(of: tuple[Cases[Case], ...], fits: Callable[[RuleSet], bool] | None, rules: RuleSet) -> bool:
    return any(each.fits(rules) for each in of) and (fits is None or fits(rules))


def _hangs_on(of: tuple[Cases[Case], ...], rules: RuleSet) -> object:
    return [each.dependencies(rules) for each in of]


def _decide(
    sentence: Sentence[Case], of: tuple[Cases[Case], ...], rules: RuleSet, rlimit: int
) -> ClaimFinding:
    """What it comes to: settled by the first case in any of the sorts, else by there being none."""
    shows = sentence.form is HowOften.CAN
    asked = (each for cases in of if cases.fits(rules) for each in cases.build_questions(rules, rlimit))
    findings = (each.decided(sentence.decides(each.case), shows=shows) for each in asked)
    return next((found for found in findings if found.true is shows), ClaimFinding(true=not shows))


def _read(
    asked: Callable[[RuleSet, int, Decider, HangsOn], ClaimFinding],
    decide: Decider,
    hangs_on: HangsOn,
    rules: RuleSet,
    rlimit: int,
) -> ClaimFinding:
    return asked(rules, rlimit, decide, hangs_on)


def _bound(of: tuple[Cases[Case], ...], readings: Readings) -> Message:
    """What a claim ranges over: the words of its cases and of all that they leave open."""
    over = dict.fromkeys(each for cases in of for each in cases.ranges)
    parts: list[Word] = [both(each.words for each in of), *over]
    if readings is not Readings.OWN:
        parts.append(say("every reading of each option"))
    return say("{parts}", parts=listed(parts))
