"""A disputed naming of the Fool: what is in force, who may still name, who takes a card back, who wins.

Z3 works the protocol out from the clauses over the holdings, the engine plays it event by event; both
must agree. Where a hand is not told, Z3 says everything that can have been, with a holding for each.

Source: main rule text, "The fool"; clauses naming.*.
"""

from __future__ import annotations

from analyzer.disputes.findings import Penalty, Proof
from analyzer.disputes.kinds.tricks import FoolNamingDispute
from analyzer.disputes.naming_case import (
    GAP_OF,
    NamingCase,
    NamingFinding,
    NamingOutcome,
    engine_naming,
    engine_outcome,
    told,
)
from analyzer.disputes.naming_unknown import unknown_hands
from analyzer.messages import ClauseId, Message, Name, say
from analyzer.proofs.clauses.naming import Gap
from analyzer.proofs.smt import (
    Mismatch,
    no,
)
from analyzer.rules.conduct.irregularities import fine_for
from analyzer.rules.play.naming import Naming
from analyzer.rules.spec.bearing import CameUp, Topic, bearing
from analyzer.rules.verdicts import OpenQuestion, Reading, Verdict


def settle_naming(dispute: FoolNamingDispute) -> NamingFinding:
    """How a naming stands, by Z3 and, where all hands are told, by the engine.

    Raises: LimitReached where Z3 does not decide it; Mismatch where the two differ; UsageError where no
    hands fit what was said and done.
    """
    case = NamingCase(dispute)
    return unknown_hands(case) if case.unknown else _known(case)


def _only(case: NamingCase) -> NamingOutcome:
    """The outcome of hands that are all told, with Z3's word that there is no other."""
    names = case.question.names
    if not case.question.possible(names):
        raise Mismatch("Z3 finds that the events cannot have happened, the engine plays them")
    outcome = case.outcome()
    if case.question.possible(names, no(case.is_(outcome))):
        raise Mismatch(f"{outcome} does not follow from hands that are all told")
    return outcome


def _known(case: NamingCase) -> NamingFinding:
    dispute = case.dispute
    outcome = _only(case)
    naming = engine_naming(dispute, dispute.hands)
    if engine_outcome(naming) != outcome:
        raise Mismatch(f"the naming {dispute.events}: Z3 {outcome}, engine {engine_outcome(naming)}")
    return NamingFinding(
        dispute=dispute,
        violations=naming.violations,
        open_questions=tuple(_open(case, naming)),
        proofs=tuple(_proofs(case, outcome)),
        penalties=tuple(_penalties(dispute, naming)),
        smt2=case.question.smt2(case.question.names, no(case.is_(outcome))),
        named=outcome.named,
        named_by=outcome.named_by,
        right_to_name=outcome.right_to_name,
        take_back=outcome.take_back,
        winner=outcome.winner,
        lost=naming.lost,
        false_statements=naming.false_statements,
        notes=_beside(naming),
        applied=_applied(case, outcome, naming),
    )


def _applied(case: NamingCase, outcome: NamingOutcome, naming: Naming) -> tuple[str, ...]:
    """The clauses of naming that it came to, by the proofs, and those of a Fool that is led."""
    topics = {Topic.FOOL_LED} | ({Topic.FOOL_IN_TRICK} if outcome.winner is not None else set())
    proved = [clause for each in _proofs(case, outcome) for clause in each.core]
    steps = {"led"}
    if outcome.named_by in {each.seat for each in naming.lost}:
        steps.add("both-play-without-trumps")
    led = bearing(case.rules, CameUp(frozenset(topics), steps=frozenset(steps)))
    return (*led, *proved, *(each.clause for each in naming.lost))


def _beside(naming: Naming) -> tuple[Message, ...]:
    """What is wrong beside the naming and is not judged with it."""
    if naming.banned is None:
        return ()
    fault, clause = naming.banned.text, ClauseId(naming.banned.clause)
    return (say("beside the naming: {fault} [{clause}]", fault=fault, clause=clause),)


def _proofs(case: NamingCase, outcome: NamingOutcome) -> list[Proof]:
    """Which clauses of naming it rests on that the Fool is not named as it was led."""
    protocol, players = case.protocol, case.dispute.players
    names = case.question.names
    found = []
    if outcome.named_by != protocol.leader:
        core = case.question.core(names, no(protocol.named[outcome.named]))
        by = Name(players[outcome.named_by])
        found.append(Proof(say("the Fool is named {suit} by {player}", suit=outcome.named, player=by), core))
    if outcome.right_to_name is not None:
        core = case.question.core(names, no(protocol.right[outcome.right_to_name]))
        right = Name(players[outcome.right_to_name])
        found.append(Proof(say("{player} may still name the Fool", player=right), core))
    for seat in outcome.take_back:
        core = case.question.core(names, no(protocol.take_back[seat]))
        text = say("{player} takes back {card}", player=Name(players[seat]), card=protocol.cards[seat])
        found.append(Proof(text, tuple(sorted({*core, "play.follow", "play.trump"}))))
    return found


def _penalties(dispute: FoolNamingDispute, naming: Naming) -> list[Penalty]:
    """The fines for what was irregular; a revoke is fined by whether it can still be mended."""
    found = []
    for name, seat in naming.irregularities:
        found.append(Penalty.of(fine_for(dispute.rules, name), seat))
    return found


def _open(case: NamingCase, naming: Naming) -> list[OpenQuestion]:
    """The open questions, each reading with what it leads to."""
    found = []
    for question in dict.fromkeys(naming.open_questions):
        gap = GAP_OF[question]
        readings = []
        for number, text in enumerate(question.readings):
            other = NamingCase(case.dispute, frozenset({gap}) if number else frozenset())
            readings.append(_reading(other, gap, text))
        found.append(OpenQuestion(question.clauses, question.cards, tuple(readings)))
    return found


def _reading(case: NamingCase, gap: Gap, text: Message) -> Reading:
    if not case.question.possible(case.question.names):
        return Reading(text, Verdict.UNSETTLED, (), say("what was done afterwards cannot be by this reading"))
    outcome = case.outcome()
    gaps = tuple(each for each in outcome.gaps if each is not gap)
    plain = NamingOutcome(
        outcome.named, outcome.named_by, outcome.right_to_name, outcome.take_back, outcome.winner,
        outcome.broken, gaps,
    )  # fmt: skip
    return Reading(text, plain.verdict, plain.broken, told(plain, case.dispute.players))
