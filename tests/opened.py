"""Rule sets in which any options are open, and questions asked of them by every combination of readings.

A question is a shipped file with a command that is put to it, by the rules given and read by them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from analyzer.answers.decide import DecideRequest, decide
from analyzer.answers.explain import explain
from analyzer.answers.forced import forced
from analyzer.answers.moves import moves
from analyzer.answers.records.check import Checked
from analyzer.answers.records.replay import replay
from analyzer.answers.records.score import score
from analyzer.answers.records.verify import Verified
from analyzer.answers.requests import ForcedRequest, Means, SolveRequest
from analyzer.answers.solve import solve
from analyzer.claims.verify import verify_rules
from analyzer.disputes.files import loads_dispute
from analyzer.disputes.table import settle
from analyzer.errors import IllegalMove, Invalid, UsageError
from analyzer.evenings.tally import load as load_evening
from analyzer.position.model import Position
from analyzer.position.reading import load
from analyzer.rules.spec.clause import Standing
from analyzer.rules.spec.grounds import open_options
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.variants import choose, derive_rules
from analyzer.views.base import plain

Question = Callable[[RuleSet], Mapping[str, Any]]
"""The answer, as JSON, by rules. Raises: what is wrong with the question by them."""
HOW: Final = frozenset(
    {"stats", "limits", "line", "evidence", "why", "nodes", "applied", "sources", "proofs", "notes", "text"}
    | {"schema", "ruleset", "variant", "digest", "rests_on", "unsettled", "readings", "impossible", "source"}
    | {"offence", "better", "against", "why_better", "remedy", "expected", "leads_to", "instead", "until"}
    | {"smt2", "in_file"}
)
"""Keys that say how an answer was found, or what could be done instead."""


def opened(rules: RuleSet, names: Iterable[str]) -> RuleSet:
    """The rule set with these options open, and no others."""
    clauses = dict(rules.clauses)
    for name in rules.options:
        each = clauses[rules.options[name].clause]
        standing = Standing.DISPUTED if name in names else Standing.SILENT
        clauses[each.id] = replace(each, standing=standing, because="Two descriptions differ.", readings=())
    return derive_rules(rules, clauses, {})


def under_readings(rules: RuleSet, among: Sequence[str] | None = None) -> tuple[RuleSet, ...]:
    """The rule set under every combination of readings of its open options, or of some of them."""
    words = {name: each for name, each in open_options(rules).items() if among is None or name in among}
    return tuple(each for each in _chosen(rules, words) if each is not None)


def _chosen(rules: RuleSet, words: Mapping[str, Sequence[str]]) -> Iterator[RuleSet | None]:
    for chosen in product(*words.values()):
        try:
            yield choose(rules, dict(zip(words, chosen, strict=True)))
        except UsageError:
            yield None


def bare(value: Any) -> Any:
    """A part of an answer without what tells how it was found."""
    if isinstance(value, Mapping):
        return {key: bare(each) for key, each in value.items() if key not in HOW}
    return [bare(each) for each in value] if isinstance(value, list) else value


def answered(question: Question, rules: RuleSet) -> Mapping[str, Any] | None:
    """The answer by rules, as it is read everywhere; None where what is told cannot be by them."""
    try:
        return question(rules)
    except (Invalid, IllegalMove, UsageError):
        return None


def checking(file: Path) -> Question:
    """What `check` says of a dispute."""
    text = file.read_text(encoding="utf-8")

    def ask(rules: RuleSet) -> Mapping[str, Any]:
        finding = settle(loads_dispute(text, str(file), lambda _: rules))
        return plain(Checked(finding).view())

    return ask


def scoring(file: Path) -> Question:
    """What `score` says of an evening."""
    return lambda rules: plain(score(load_evening(str(file), lambda _: rules)).view())


def _of(file: Path, rules: RuleSet) -> Position:
    return load(str(file), lambda _: rules)


def replaying(file: Path) -> Question:
    """What `replay` says of the lines of a position."""
    return lambda rules: plain(replay(_of(file, rules)).view())


def moving(file: Path) -> Question:
    """What may be played in a position."""
    return lambda rules: plain(moves(_of(file, rules)).view())


def solving(file: Path) -> Question:
    """What each card of a position comes to."""
    return lambda rules: plain(solve(_of(file, rules), SolveRequest(), Means()).view())


def deciding(file: Path) -> Question:
    """What each card comes to in all the worlds that a player cannot tell apart."""
    return lambda rules: plain(decide(_of(file, rules), DecideRequest(), Means()).view())


def explaining(file: Path, goal: str | None, player: str) -> Question:
    """Whether a goal can be forced in a position, with the plan and what mattered."""
    request = ForcedRequest(goal=goal, player=player)
    return lambda rules: plain(explain(_of(file, rules), request, Means()).view())


def verifying(rules: RuleSet, claim: str) -> Mapping[str, Any]:
    """The verdict on a claim about rules, as `verify` tells it with all they rest on."""
    claims = verify_rules(rules, [claim])
    told = plain(Verified(rules, claims, None).view())
    return {**told, "verdict": told["claims"][0]["verdict"] if told["claims"] else None}


def forcing(file: Path, goal: str | None, player: str) -> Question:
    """Whether a goal can be forced in a position."""
    request = ForcedRequest(goal=goal, player=player)
    return lambda rules: plain(forced(_of(file, rules), request, Means()).view())
