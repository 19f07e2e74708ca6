"""A disputed naming of which some hands are not told: what follows all the same, and what it hangs on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from analyzer.cards.card import Suit
from analyzer.disputes.naming_case import (
    NamingCase,
    NamingFinding,
    Possibility,
    agrees,
    engine_naming,
    engine_outcome,
    told,
)
from analyzer.errors import UsageError
from analyzer.messages import Message, Name, alone, listed, say
from analyzer.proofs.clauses.play import holds_suit
from analyzer.proofs.smt import (
    Mismatch,
    Truth,
    canonical,
    no,
)
from analyzer.rules.spec.bearing import CameUp, Topic, bearing
from analyzer.rules.verdicts import OpenQuestion, Reading, Verdict, Violation

MOST_POSSIBILITIES: Final = 64
"""So many different outcomes of unknown hands are told apart; there are rarely ten."""


def unknown_hands(case: NamingCase) -> NamingFinding:
    """What follows whatever the untold hands hold, and what depends on them."""
    found = _possibilities(case)
    dispute = case.dispute
    if not found:
        raise UsageError(say("no hands fit what was said and done"))
    fields = ("named", "named_by", "right_to_name", "take_back", "winner")
    values = {name: {getattr(each.outcome, name) for each in found} for name in fields}
    depends = tuple(name for name in fields if len(values[name]) > 1)
    sure: dict[str, Any] = {
        name: next(iter(options)) if len(options) == 1 else None for name, options in values.items()
    }
    verdicts = {each.outcome.verdict for each in found}
    always = set.intersection(*({*each.outcome.broken} for each in found))
    text = say("broken whatever the hands that are not told hold")
    violations = tuple(Violation(clause, (), text) for clause in sorted(always))
    settled = len(verdicts) == 1 and Verdict.UNSETTLED not in verdicts
    return NamingFinding(
        dispute=dispute,
        violations=violations,
        open_questions=() if settled else (_depends(case, found),),
        possibilities=found,
        open_fields=depends,
        notes=(say("what was said is taken to be true"),),
        applied=bearing(case.rules, CameUp(frozenset({Topic.FOOL_LED}), steps=frozenset({"led"}))),
        smt2=case.question.smt2(case.question.names),
        named=sure["named"],
        named_by=sure["named_by"],
        right_to_name=sure["right_to_name"],
        take_back=sure["take_back"] or (),
        winner=sure["winner"],
    )


def _depends(case: NamingCase, found: Sequence[Possibility]) -> OpenQuestion:
    readings = tuple(
        Reading(holding_words(each, case.dispute.players), each.outcome.verdict, each.outcome.broken,
                told(each.outcome, case.dispute.players))
        for each in found
    )  # fmt: skip
    return OpenQuestion(("naming.followable", "naming.statement"), (), readings)


def holding_words(possibility: Possibility, players: Sequence[str]) -> Message:
    """What the untold hands must hold for a possibility, in words."""
    parts = [
        say("{player} holds {suit}", player=Name(players[seat]), suit=suit)
        if holds
        else say("{player} is without {suit}", player=Name(players[seat]), suit=suit)
        for (seat, suit), holds in possibility.holds.items()
    ]
    return alone(listed(parts), say("otherwise"))


def _possibilities(case: NamingCase) -> tuple[Possibility, ...]:
    """All outcomes there can be, each with its canonical smallest holding replayed in the engine."""
    question, names = case.question, case.question.names
    found: list[Possibility] = []
    excluded: list[Truth] = []
    while len(found) < MOST_POSSIBILITIES and question.possible(names, *excluded):
        outcome = case.outcome()
        here = case.is_(outcome)
        hands = dict(enumerate(case.dispute.hands))
        fixed: list[Truth] = [here]
        for seat in case.unknown:
            hands[seat] = canonical(question, case.holdings[seat], names, *fixed)
            fixed += [agrees(var, card in hands[seat]) for card, var in case.holdings[seat].items()]
        replayed = engine_outcome(engine_naming(case.dispute, tuple(hands[s] for s in sorted(hands))))
        if replayed != outcome:
            raise Mismatch(f"the naming with {hands}: Z3 {outcome}, engine {replayed}")
        untold = {seat: hands[seat] for seat in case.unknown}
        found.append(Possibility(outcome, untold, _must_hold(case, here)))
        excluded.append(no(here))
    return tuple(sorted(found, key=lambda each: told(each.outcome, case.dispute.players)))


def _must_hold(case: NamingCase, here: Truth) -> dict[tuple[int, Suit], bool]:
    """The suits the untold hands must hold, or be without, for an outcome, where it is not so anyway."""
    found = {}
    for seat in case.unknown:
        for suit in Suit:
            holds = holds_suit(case.holdings[seat], suit)
            with_, without = (
                case.question.possible(case.question.names, here, x) for x in (holds, no(holds))
            )
            if with_ != without and case.question.possible(
                case.question.names, no(holds) if with_ else holds
            ):
                found[seat, suit] = with_
    return found
