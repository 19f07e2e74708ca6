"""A claim in one text: what it says in words, of which cases, and the formula of just that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

from analyzer.messages import Message, both, say
from analyzer.proofs.smt import Truth, every, no

Case = TypeVar("Case")


@dataclass(frozen=True, slots=True)
class Condition(Generic[Case]):
    """What can be so of a case: the words stand behind `that` or `where`, and the formula says the same."""

    words: Message
    holds: Callable[[Case], Truth]


class HowOften(Enum):
    """How often a claim says that something is so."""

    ALWAYS = "always"
    NEVER = "never"
    CAN = "can"


@dataclass(frozen=True, slots=True)
class Sentence(Generic[Case]):
    """That something is so always, never, or in some case, among those in which all that is `given` is so."""

    form: HowOften
    so: Condition[Case]
    given: tuple[Condition[Case], ...] = ()

    @property
    def words(self) -> Message:
        """The sentence as a reader sees it."""
        so, given = self.so.words, both(each.words for each in self.given)
        if not self.given:
            return {
                HowOften.ALWAYS: say("It always holds that {so}.", so=so),
                HowOften.NEVER: say("It never happens that {so}.", so=so),
                HowOften.CAN: say("It can happen that {so}.", so=so),
            }[self.form]
        return {
            HowOften.ALWAYS: say("It always holds that {so}, where {given}.", so=so, given=given),
            HowOften.NEVER: say("It never happens that {so}, where {given}.", so=so, given=given),
            HowOften.CAN: say("It can happen that {so}, where {given}.", so=so, given=given),
        }[self.form]

    def decides(self, case: Case) -> Truth:
        """Whether a case settles it: against what is said of all cases, or for what can happen."""
        so = self.so.holds(case)
        return every(
            (*(each.holds(case) for each in self.given), no(so) if self.form is HowOften.ALWAYS else so)
        )

    @property
    def sat(self) -> Message:
        """What it means that there is a case that settles it."""
        return say("such a case") if self.form is not HowOften.ALWAYS else say("a case in which it is not so")

    @property
    def unsat(self) -> Message:
        """What it means that there is none."""
        return say("there is none")


Sentences = Sentence[Any]
