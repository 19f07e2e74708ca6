"""A claim about the rules: its words, its cases, its formula, and the readings it is asked under."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from itertools import product
from math import prod
from typing import Any, Final, Generic, TypeVar

from msgspec.structs import replace

from analyzer.disputes.files import loads_dispute
from analyzer.disputes.findings import Finding
from analyzer.disputes.table import settle
from analyzer.errors import LimitReached, UsageError, cross_checked
from analyzer.evenings.tally import loads as loads_evening
from analyzer.evenings.tally import tally
from analyzer.frozenrecord import Record
from analyzer.messages import Message, both, say
from analyzer.proofs.smt import Truth, every, not_
from analyzer.rules.spec.grounds import open_options
from analyzer.rules.spec.kinds.catalogue import ID_KINDS, OPTIONAL
from analyzer.rules.spec.kinds.paying import When
from analyzer.rules.spec.readings import MOST
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.variants import choose

# What a claim about the rules is, in one text: its words, its cases, and the formula of just that.
#
# And what deciding it comes to.


Case = TypeVar("Case")


class Condition(Record, Generic[Case], frozen=True):
    """What can be so of a case: the words stand behind `that` or `where`, and the formula says the same."""

    words: Message
    holds: Callable[[Case], Truth]


class HowOften(Enum):
    """How often a claim says that something is so."""

    ALWAYS = "always"
    NEVER = "never"
    CAN = "can"


class Sentence(Record, Generic[Case], frozen=True):
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
            HowOften.ALWAYS: say("It always holds that {so} if {given}.", so=so, given=given),
            HowOften.NEVER: say("It never happens that {so} if {given}.", so=so, given=given),
            HowOften.CAN: say("It can happen that {so} if {given}.", so=so, given=given),
        }[self.form]

    def decides(self, case: Case) -> Truth:
        """Whether a case settles it: against what is said of all cases, or for what can happen."""
        so = self.so.holds(case)
        return every(
            (*(each.holds(case) for each in self.given), not_(so) if self.form is HowOften.ALWAYS else so)
        )

    @property
    def sat(self) -> Message:
        """What it means that there is a case that settles it."""
        return say("such a case") if self.form is not HowOften.ALWAYS else say("a case in which it is not so")

    @property
    def unsat(self) -> Message:
        """What it means that there is none."""
        return say("none exists")


Sentences = Sentence[Any]


Witness = Mapping[str, Any]
"""A case in plain words and numbers: cards as text, seats as A, B, C, tokens."""


class ClaimVerdict(Enum):
    """The verdict on a claim about a rule set."""

    PROVED = "proved"
    REFUTED = "refuted"
    UNDECIDED = "undecided"


class ClaimKind(Enum):
    """The purpose of a claim: to state what no clause says by itself, or to check what the clauses say."""

    FINDING = "finding"
    GUARD = "guard"


class ClaimFinding(Record, frozen=True):
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


class ClaimReading(Record, frozen=True):
    """The verdict on a claim under another reading of one option."""

    variant: Mapping[str, str]
    verdict: ClaimVerdict
    witness: Witness | None


class Claim(Record, frozen=True):
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
        if not (rules.game.pots is not None if self.fits is None else self.fits(rules)):
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


class DecidedClaim(Record, frozen=True):
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


def is_point_game(rules: RuleSet) -> bool:
    """Whether a rule set is of a game of card points."""
    return rules.game.pots is None


def has_target(rules: RuleSet) -> bool:
    """Return True if the contracts of a rule set are played against a target."""
    return rules.game.target is not None


def replayed(ok: object, what: str) -> None:
    """Note that the engine was asked about a witness.

    Raises: Mismatch where it does not see what Z3 saw.
    """
    cross_checked(what, bool(ok), True)  # noqa: FBT003


def check(rules: RuleSet, kind: str, told: Mapping[str, object]) -> Finding:
    """What `check` finds of a case by the first reading of everything open.

    Raises: InvalidFile for a case that cannot be.
    """
    first = choose(rules, {name: words[0] for name, words in open_options(rules).items()})
    return settle(loads_dispute(dispute_text(kind, told), under=lambda _: first))


def score(rules: RuleSet, told: Mapping[str, object]) -> tuple[int, ...]:
    """What `score` writes for each player of an evening.

    Raises: InvalidFile for one that cannot be.
    """
    text = json.dumps({"format": "tarok-session/1", **told})
    return tally(loads_evening(text, under=lambda _: rules)).totals


def dispute_text(kind: str, told: Mapping[str, object]) -> str:
    """The file of a dispute: JSON, which is YAML too."""
    return json.dumps({"format": "tarok-dispute/2", "kind": kind, **told})


# A claim asked under other readings: of open options all combinations, of the others one at a time.


HangsOn = Callable[[RuleSet], object]
"""All that a claim can hang on in a rule set: where it is equal, so is what the claim comes to."""


def other_readings(rules: RuleSet) -> Iterator[tuple[str, str, RuleSet]]:
    """Every reading that is not taken, by its option, with the rule set that takes it."""
    for name, option in rules.options.items():
        for reading in option.readings:
            if reading == rules.variant.get(name, option.default):
                continue
            try:
                other = choose(rules, {name: reading})
            except UsageError:
                continue  # it contradicts what was chosen: nobody can play so
            yield name, reading, other


def decide_each_option(rules: RuleSet, rlimit: int, decide: Decider, hangs_on: HangsOn) -> ClaimFinding:
    """What a claim comes to by a rule set, and beside it under each reading that bears on it."""
    found = decide(rules, rlimit)
    known = [(hangs_on(rules), found)]
    readings = []
    for name, reading, other in other_readings(rules):
        mine = hangs_on(other)
        if mine == known[0][0]:
            continue
        same = next((each for hung, each in known if hung == mine), None)
        if same is None:
            same = decide(other, rlimit)
            known.append((mine, same))
        readings.append(ClaimReading({name: reading}, same.verdict, same.witness))
    return replace(found, readings=tuple(readings))


def prove_all_options(rules: RuleSet, rlimit: int, decide: Decider, hangs_on: HangsOn) -> ClaimFinding:
    """Proved where the claim is so under all readings, else refuted with the first case against it."""
    found = decide_each_option(rules, rlimit, decide, hangs_on)
    against = next((each for each in found.readings if each.verdict is not found.verdict), None)
    if not found.true or against is None:
        return replace(found, of_all_readings=True)
    witness = None if against.witness is None else {"variant": dict(against.variant), **against.witness}
    return replace(found, true=False, witness=witness, of_all_readings=True)


def decide_open_options(
    rules: RuleSet, rlimit: int, claim: Claim, found: ClaimFinding
) -> tuple[ClaimReading, ...]:
    """What a claim comes to under each other combination of readings of the disputed clauses it leans on.

    What was found already is not asked again. Raises: LimitReached where there are too many.
    """
    readings = list(found.readings)
    asked, about = {name for each in found.readings for name in each.variant}, claim.clauses_of(rules)
    options = {
        name: words
        for name, words in open_options(rules).items()
        if name in asked or rules.options[name].clause in about
    }
    if prod(map(len, options.values())) > MOST:
        raise LimitReached(say("more readings bear on it than can be gone through"))
    for words in product(*options.values()):
        variant = {
            name: word for (name, known), word in zip(options.items(), words, strict=True) if word != known[0]
        }
        alone = len(variant) == 1 and asked.issuperset(variant)
        if variant and not alone:
            readings += _read_otherwise(rules, rlimit, claim, variant)
    return tuple(readings)


def _read_otherwise(
    rules: RuleSet, rlimit: int, claim: Claim, variant: dict[str, str]
) -> Iterator[ClaimReading]:
    try:
        other = claim.decide(choose(rules, variant), rlimit)
    except UsageError:
        return  # it contradicts what was chosen: nobody can play so
    except LimitReached:
        yield ClaimReading(variant, ClaimVerdict.UNDECIDED, None)
    else:
        yield ClaimReading(variant, other.verdict, other.witness)


def bearing(
    rules: RuleSet, found: ClaimFinding, readings: Iterable[ClaimReading]
) -> dict[str, tuple[str, ...]]:
    """The readings of the open options that the verdict hangs on, first those that it was found by."""
    if found.of_all_readings:
        return {}
    options = open_options(rules)
    verdicts = {frozenset[tuple[str, str]](): found.verdict}
    verdicts |= {frozenset(each.variant.items()): each.verdict for each in readings}

    def bears(name: str) -> bool:
        return any(
            verdicts.get(frozenset(each for each in read if each[0] != name), verdict) is not verdict
            for read, verdict in verdicts.items()
        )

    return {name: words for name, words in options.items() if bears(name)}


def settlement_of(rules: RuleSet) -> object:
    """All that the payments for a trick can hang on."""
    game = rules.game
    pots = game.the_pots
    paid = (pots.entries, pots.order, pots.accounts, pots.failed_tout)
    return (game.table, game.winner, *paid)


def last_settlement_of(rules: RuleSet) -> object:
    """All that the payments for a last trick at which nobody sits out can hang on."""
    game = rules.game
    table = replace(game.table, may_sit_out=False, founds=False)
    pots = game.the_pots
    entries = [each for each in pots.entries if each.when not in (When.WON_EARLY, When.LOST_EARLY)]
    return (table, game.winner, entries, pots.order, pots.accounts, pots.failed_tout)
