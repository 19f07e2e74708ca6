"""What a claim about the rules is, and what deciding it comes to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from analyzer.claims.sentence import Sentences
from analyzer.messages import Message, say
from analyzer.proofs.smt import Mismatch
from analyzer.rules.spec.kinds import ID_KINDS, OPTIONAL
from analyzer.rules.spec.ruleset import RuleSet

Witness = Mapping[str, Any]
"""A case in plain words and numbers: cards as text, seats as A, B, C, tokens."""


class ClaimVerdict(Enum):
    """Whether a claim is true of a rule set."""

    PROVED = "proved"
    REFUTED = "refuted"
    UNDECIDED = "undecided"


class ClaimKind(Enum):
    """What a claim is good for: it tells what nobody reads off the clauses, or watches that they say so."""

    FINDING = "finding"
    GUARD = "guard"


@dataclass(frozen=True, slots=True)
class ClaimFinding:
    """What Z3 found: whether the claim is true, a case that shows it, and all families of such cases.

    `readings` has what it comes to where an option is read otherwise, for each reading that bears on it.
    """

    true: bool
    witness: Witness | None = None
    families: tuple[Message, ...] = ()
    readings: tuple[ClaimReading, ...] = ()
    of_all_readings: bool = False
    """Whether the claim is about all readings at once, so that to choose one changes nothing in it."""

    @property
    def verdict(self) -> ClaimVerdict:
        return ClaimVerdict.PROVED if self.true else ClaimVerdict.REFUTED


@dataclass(frozen=True, slots=True)
class ClaimReading:
    """What a claim comes to where one option is read otherwise."""

    variant: Mapping[str, str]
    verdict: ClaimVerdict
    witness: Witness | None


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement about the rules, for all hands and plays within its bound.

    `sat` and `unsat` say what Z3's answers mean. `decide` asks it of a rule set under Z3's limit of work;
    a witness it hands out has been replayed in the engine.

    It names the clauses it is about, or their `kinds` where games tell the same in clauses of other names.
    """

    id: str
    statement: Message
    sat: Message
    unsat: Message
    clauses: tuple[str, ...]
    bound: Message
    kind: ClaimKind
    decide: Callable[[RuleSet, int], ClaimFinding]
    kinds: tuple[str, ...] = ()
    fits: Callable[[RuleSet], bool] | None = None
    """Of which rule sets it has sense; where nothing says so, of those of Danish Tarok."""
    chapter: str = ""
    """The module that says what it is about."""
    sentence: Sentences | None = None
    """What its statement is made of, where the words and the formula of it are one text."""
    of: tuple[Any, ...] = ()
    """The sorts of cases that the sentence is about."""

    def clauses_of(self, rules: RuleSet) -> tuple[str, ...]:
        """The clauses of a rule set that it is about, in the order of the rule set where kinds tell them."""
        return self.clauses or tuple(each.id for each in rules.clauses.values() if each.kind in self.kinds)

    def about(self, rules: RuleSet) -> bool:
        """Whether the rule set has every clause that the claim is about, of a kind it speaks of.

        Claims that name a clause of Danish Tarok speak of its kinds there.
        """
        if not (rules.game.has_pots if self.fits is None else self.fits(rules)):
            return False
        known = {**ID_KINDS, **OPTIONAL}
        held = [rules.clauses.get(clause) for clause in self.clauses]
        return all(each is not None and each.kind in known.get(each.id, (each.kind,)) for each in held)


CLAIMS: Final[list[Claim]] = []
"""Every claim, in the order in which the chapters were read."""

ALL_HANDS: Final = say("all hands")

Decider = Callable[[RuleSet, int], ClaimFinding]


def claim(
    name: str,
    statement: Message,
    *clauses: str,
    sat: Message,
    unsat: Message,
    bound: Message = ALL_HANDS,
    kind: ClaimKind = ClaimKind.FINDING,
    kinds: tuple[str, ...] = (),
    fits: Callable[[RuleSet], bool] | None = None,
) -> Callable[[Decider], Decider]:
    """Enter a function that decides it among the claims."""

    def enter(decide: Decider) -> Decider:
        chapter = str(getattr(decide, "func", decide).__module__)
        CLAIMS.append(Claim(name, statement, sat, unsat, clauses, bound, kind, decide, kinds, fits, chapter))
        return decide

    return enter


@dataclass(frozen=True, slots=True)
class DecidedClaim:
    """A claim with the verdict on it; `limit` says why it is undecided.

    `rests_on` are the silent clauses it leans on, `unsettled` the disputed ones by another reading of which
    the verdict is another. There is no verdict then but that of each reading, the first reading's first.
    """

    claim: Claim
    verdict: ClaimVerdict | None
    clauses: tuple[str, ...]
    witness: Witness | None = None
    families: tuple[Message, ...] = ()
    readings: tuple[ClaimReading, ...] = ()
    limit: Message | None = None
    rests_on: tuple[str, ...] = ()
    unsettled: tuple[str, ...] = ()


def of_points(rules: RuleSet) -> bool:
    """Whether a rule set is of a game of card points."""
    return not rules.game.has_pots


def replayed(ok: object, what: str) -> None:
    """Note that the engine was asked about a witness.

    Raises: Mismatch where it does not see what Z3 saw.
    """
    if not ok:
        raise Mismatch(f"the engine does not see in the witness what Z3 found: {what}")
