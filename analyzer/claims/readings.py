"""A claim asked under other readings: of open options all combinations, of the others one at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from math import prod

from msgspec.structs import replace

from analyzer.claims.claim import Claim, ClaimFinding, ClaimReading, ClaimVerdict, Decider
from analyzer.errors import LimitReached, UsageError
from analyzer.messages import say
from analyzer.rules.spec.grounds import open_options
from analyzer.rules.spec.kinds.paying import When
from analyzer.rules.spec.readings import MOST
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.variants import choose

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


def under_each_option(rules: RuleSet, rlimit: int, decide: Decider, hangs_on: HangsOn) -> ClaimFinding:
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


def under_every_option(rules: RuleSet, rlimit: int, decide: Decider, hangs_on: HangsOn) -> ClaimFinding:
    """Proved where the claim is so under all readings, else refuted with the first case against it."""
    found = under_each_option(rules, rlimit, decide, hangs_on)
    against = next((each for each in found.readings if each.verdict is not found.verdict), None)
    if not found.true or against is None:
        return replace(found, of_all_readings=True)
    witness = None if against.witness is None else {"variant": dict(against.variant), **against.witness}
    return replace(found, true=False, witness=witness, of_all_readings=True)


def under_open_options(
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
