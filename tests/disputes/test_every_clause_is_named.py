"""Every clause, were its source silent of it or were it disputed, is told by an answer that hangs on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

import pytest
from effort import part
from msgspec.structs import replace
from places import POSITIONS
from rules.battery import LATE_DEMAND, UNSEEN
from rules.flips import flips, refused, unstated, with_parameter
from rulesets import DANISH_RULES
from whole_hands import dealt, played_out

import analyzer
from analyzer.answers.records.replay import replay
from analyzer.disputes.files import loads_dispute
from analyzer.disputes.table import settle
from analyzer.errors import InvalidFile, UsageError
from analyzer.position.reading import loads
from analyzer.rules.spec.clause import Option, Standing
from analyzer.rules.spec.grounds import Grounds
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import derive_rules

MANNERS: Final = "manners: nothing is settled by it"
ONLY_TOLD: Final = {
    "proper.silence": MANNERS,
    "proper.fourth-silent": MANNERS,
    "proper.hands-down": MANNERS,
}
NOT_HERE: Final = {"danish-concise": {"end.fourth-joins": "no fourth sits at the table"}}
"""What by a rule set cannot come up."""

DISPUTE, POSITION = "format: tarok-dispute/1\n", "format: tarok-position/1\n"
SHORT = """\
kind: declarations
hands: {A: T1 T21 fool hR dR sR hV h3 h4 h5 h6 d1 d2 d3 d4 s9 s8 s7 s6 c9 c8 c7 c6 c5 c4}
said: {A: [3 matadors, half kings no clubs]}
"""
TWO_CARDS = """\
kind: discard
hand: h1 h3 h4 h6 h9 dD d2 d5 d7 d10 sD sV s9 s8 s4 s2 cC c8 c6 c3 c2 c1 fool T5 T9 T11 T14 hV
discard: h1 h3
"""
UNAVOIDABLE = """\
kind: declarations
dealer: A
hands: {A: T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T14 T15 T16 T17 T18 T19 T20 T21 fool hR hC sR}
skat: hD s1 s2
said: {A: [half hearts no jack]}
"""
PLAIN_LAST_TRICK = """\
kind: settlement
lead: B
trick: h3 h4 h5
taken: {A: {tricks: 22}, B: {tricks: 1}, C: {tricks: 1}}
dealer: A
announce: [tout]
"""
POTS_ASKED = "kind: session\nevent: pots-asked\nby: B\nduring: deal\n"
TWENTY_MORE = "hands: {A: hR T1, B: h5 h6, C: h7 h2}\nlead: A\npots: {king: 80, pagat: 60}\n"
Answer = Callable[[RuleSet], Grounds]
"""What is answered of some facts by a rule set."""


def of_dispute(text: str, file: str = "f.yaml") -> Answer:
    return lambda rules: settle(loads_dispute(text, file, lambda _: rules)).grounds


def of_lines(text: str, file: str = "f.yaml") -> Answer:
    return lambda rules: replay(loads(text, file, lambda _: rules)).grounds


def of_search(text: str, file: str = "f.yaml") -> Answer:
    return lambda rules: analyzer.solve(loads(text, file, lambda _: rules)).grounds


def of_worlds(text: str, file: str) -> Answer:
    return lambda rules: analyzer.decide(loads(text, file, lambda _: rules)).grounds


def of_deals(text: str) -> Answer:
    return lambda rules: analyzer.deals(loads(text, "f.yaml", lambda _: rules)).grounds


@cache
def answers() -> tuple[Answer, ...]:
    """Every question that is asked."""
    return tuple(_answers())


def _answers() -> Iterator[Answer]:
    for path in sorted((POSITIONS / "disputes").glob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        if DISPUTE in text:
            yield of_dispute(text, str(path))
    told = (SHORT, TWO_CARDS, LATE_DEMAND, UNAVOIDABLE, PLAIN_LAST_TRICK, POTS_ASKED)
    yield from (of_dispute(DISPUTE + text) for text in told)
    for name in load_ruleset("danish").fines.irregularities:
        yield of_dispute(f"{DISPUTE}kind: irregularity\nirregularity: {name}\nby: A\n")
    for path in sorted(POSITIONS.glob("*.yaml")):
        text, file = path.read_text(encoding="utf-8"), str(path)
        position = loads(text, file)
        if position.lines:
            yield of_lines(text, file)
        if position.worlds:
            yield of_worlds(text, file)
        elif position.complete and position.tricks_left < 4:
            yield of_search(text, file)
    yield of_lines(played_out(dealt(("fool", "s8"), more="announce: [tout]\n")))
    yield of_deals(POSITION + UNSEEN)
    yield of_search(POSITION + TWENTY_MORE)


def grounds_of(answer: Answer, rules: RuleSet) -> Grounds:
    """What an answer rests on; nothing where by these rules the facts cannot be, or cannot be searched."""
    try:
        return answer(rules)
    except (InvalidFile, UsageError):
        return Grounds()


@cache
def named(ruleset: str) -> dict[str, list[Answer]]:
    """By clause the answers that name it, were nothing stated."""
    found: dict[str, list[Answer]] = {}
    rules = unstated(load_ruleset(ruleset))
    for answer in answers():
        for clause in grounds_of(answer, rules).rests_on:
            found.setdefault(clause, []).append(answer)
    return found


@pytest.mark.parametrize("ruleset", part(DANISH_RULES, 3))
def test_every_clause_of_which_its_source_is_silent_is_named_by_an_answer_that_rests_on_it(
    ruleset: str,
) -> None:
    not_named = ONLY_TOLD | NOT_HERE.get(ruleset, {})
    assert {*load_ruleset(ruleset).clauses} - named(ruleset).keys() == {*not_named}


def disputed(rules: RuleSet, clause: str) -> Iterator[RuleSet]:
    """The rule set with the clause disputed, between what it says and each other value of a parameter."""
    stated = rules.clauses[clause]
    question = replace(stated, standing=Standing.DISPUTED, because="Two sources differ.")
    for name in stated.parameters:
        for other in flips(stated, name):
            changed = with_parameter(rules, clause, name, other)
            if not refused(changed):
                readings = {"stated": (stated,), "other": (changed.clauses[clause],)}
                option = Option(clause, "stated", readings, {})
                open_rules = replace(rules, options={"asked": option})
                yield derive_rules(open_rules, {**rules.clauses, clause: question}, {})


ONE_READING: Final = frozenset({
    "table.players", "table.deck", "fool.any-trick", "fool.lowest",
    "naming.followable", "naming.statement", "naming.lost-right", "naming.both-void",
    "naming.second-card-names", "discard.size", "discard.kings", "discard.pagat", "discard.mondo",
    "discard.fool", "declare.cavallerie", "declare.kings", "declare.pass", "declare.correct",
    "payment.pagat-ultimo", "payment.king-ultimo", "payment.pagat-bagud", "payment.king-bagud",
    "payment.failed-tout-declarations", "payment.pot-winner-founds", "count.points",
    "count.next-dealer", "end.divide", "proper.protect-pots", "proper.take-chance", "proper.richer-pot",
    *ONLY_TOLD,
})  # fmt: skip
"""Clauses none of whose parameters can be otherwise, the others staying as they are: that is refused."""
NOTHING_HANGS: Final = {
    "table.hand": "how many cards are dealt at a time is only told",
    "play.direction": "a file names the players in the order of play, whichever way round that is",
    "play.lead": "who leads first is read with the file",
}
"""Clauses on whose other readings no answer hangs, and why."""


@pytest.mark.parametrize("clause", part([*load_ruleset("danish").clauses], 4))
def test_a_clause_that_is_disputed_leaves_unsettled_what_hangs_on_it(clause: str) -> None:
    ways = list(disputed(load_ruleset("danish"), clause))
    assert (not ways) is (clause in ONE_READING)
    for answer in named("danish").get(clause, []) if ways else ():
        for rules in ways:
            found = grounds_of(answer, rules)
            if found.unsettled or found.impossible:
                assert clause not in NOTHING_HANGS
            if found.impossible:
                assert [each.variant for each in found.impossible] == [{"asked": "other"}]
                return
            if found.unsettled:
                assert found.unsettled == (clause,)
                assert [each.variant for each in found.readings] == [{"asked": "stated"}, {"asked": "other"}]
                return
    assert not ways or clause in NOTHING_HANGS, f"{len(ways)} other readings"
