"""A disputed naming of the Fool: what is in force, who may still name, who takes a card back, who wins.

Z3 works the protocol out from the clauses over the holdings, the engine plays it event by event; both
must agree. Where a hand is not told, Z3 says everything that can have been, with a holding for each.

Source: main rule text, "The fool"; clauses naming.*.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import z3

from analyzer.cards import FOOL, Card, Suit
from analyzer.errors import UsageError
from analyzer.position.dispute_model import FoolNamingDispute
from analyzer.proofs.findings import Finding, OpenQuestion, Penalty, Proof, Reading
from analyzer.proofs.logic import (
    Mismatch,
    Question,
    Truth,
    at_least,
    canonical,
    every,
    exactly,
    no,
    some,
)
from analyzer.proofs.naming_clauses import Gap, Protocol
from analyzer.proofs.trick_clauses import holds_suit
from analyzer.rules.irregularities import fine_for
from analyzer.rules.naming import Naming, NamingKind
from analyzer.rules.naming_state import LostRight
from analyzer.rules.verdicts import Verdict, Violation

MOST_POSSIBILITIES: Final = 64
"""So many different outcomes of unknown hands are told apart; there are rarely ten."""

GAP_OF: Final = {
    "a card played before naming gives the right up, and the third player may claim it": (
        Gap.PLAYED_AFTER_SAYING
    ),
    "the name does not count, and the same player names again": Gap.NAME_NOBODY_FOLLOWS,
    "the first name stands, because one of them holds the suit after all": Gap.MISLED,
    "the third player's card stands, and the second still has the right to name": Gap.THIRD_BEFORE_SECOND,
}
"""The gaps by the engine's first reading of them."""

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the naming stands after the last event; `broken` are the clauses of revokes and false claims."""

    named: Suit
    named_by: int
    right_to_name: int | None
    take_back: tuple[int, ...]
    winner: int | None
    broken: tuple[str, ...] = ()
    gaps: tuple[Gap, ...] = ()

    @property
    def verdict(self) -> Verdict:
        if self.broken:
            return Verdict.ILLEGAL
        return Verdict.UNSETTLED if self.gaps else Verdict.LEGAL


@dataclass(frozen=True, slots=True)
class Possibility:
    """One way it can have been where hands are not told: the outcome, and the least holding for it.

    `holds` are the suits that a player must hold for it (True) or be without (False).
    """

    outcome: Outcome
    hands: Mapping[int, frozenset[Card]]
    holds: Mapping[tuple[int, Suit], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class NamingFinding(Finding):
    """How the naming stands after the last event, and who lost the right to name, by which clause.

    Where hands are not told, `outcome` holds what follows all the same, with None for what does not, and
    `possibilities` are the different ways it can have been.
    """

    named: Suit | None
    named_by: int | None
    right_to_name: int | None
    take_back: tuple[int, ...]
    winner: int | None
    lost: tuple[LostRight, ...] = ()
    false_statements: tuple[int, ...] = ()
    possibilities: tuple[Possibility, ...] = ()
    open_fields: tuple[str, ...] = ()
    """The fields that depend on what the untold hands hold."""


class _Case:
    """The events, put to Z3 over what the three hold."""

    def __init__(self, dispute: FoolNamingDispute, second_reading: frozenset[Gap] = frozenset()) -> None:
        self.dispute, self.rules = dispute, dispute.rules
        self.question = Question()
        self.unknown = tuple(seat for seat, hand in enumerate(dispute.hands) if not hand)
        seen = frozenset().union(*dispute.hands)
        pool = sorted(seen if not self.unknown else dispute.rules.table.deck)
        self.holdings = [self._holding(seat, pool, seen) for seat in range(len(dispute.hands))]
        clauses = [each.id for each in self.rules.clauses.values() if each.kind == "naming-step"]
        in_force = {clause: z3.Bool(f"rule.{clause}") for clause in clauses}
        for clause, switch in in_force.items():
            self.question.name(clause, switch)
        self.protocol = Protocol(
            self.rules, self.holdings, dispute.tricks_left, dispute.events, in_force, second_reading
        )
        self.question.given(*self.protocol.happened)
        if self.unknown:
            self._deal(pool)

    def _holding(self, seat: int, pool: Sequence[Card], seen: frozenset[Card]) -> dict[Card, Truth]:
        """A variable for every card a player may hold; those of a hand that is told are fixed."""
        free = seat in self.unknown
        name = f"{self.dispute.players[seat]}"
        holding: dict[Card, Truth] = {}
        for card in pool:
            if free and card in seen:
                continue
            holding[card] = z3.Bool(f"{name}.{card}")
            if not free:
                held = card in self.dispute.hands[seat]
                self.question.given(holding[card] if held else no(holding[card]))
        return holding

    def _deal(self, pool: Sequence[Card]) -> None:
        """The unknown hands: of the right size, no card in two of them, what was said is true."""
        self.question.given(self.holdings[self.protocol.leader][FOOL])
        for seat in self.unknown:
            self.question.given(exactly(self.holdings[seat].values(), self.dispute.tricks_left))
        for card in pool:
            owners = [self.holdings[seat][card] for seat in self.unknown if card in self.holdings[seat]]
            self.question.given(no(at_least(owners, 2)))
        shown: set[int] = set()
        for event in self.dispute.events[1:]:
            if event.kind is NamingKind.CLAIMS:
                break  # what is said from here on may be about another suit
            void = self.protocol.void[event.seat]
            if event.kind is NamingKind.PLAYS:
                shown.add(event.seat)
            elif event.seat not in shown:
                self.question.given(void if event.kind is NamingKind.SAYS_VOID else no(void))

    def outcome(self) -> Outcome:
        """What the formulas come to in the witness found last."""
        protocol, holds = self.protocol, self.question.holds
        revokes = {clause for (_, clause), wrong in protocol.revokes.items() if holds(wrong)}
        if holds(protocol.led_wrongly):
            revokes.add("fool.second-to-last")
        for without, clauses in protocol.claims:
            if holds(without):
                revokes.add(self._one(clauses))
        return Outcome(
            named=self._one(protocol.named),
            named_by=self._one(protocol.by),
            right_to_name=self._at_most_one(protocol.right),
            take_back=tuple(sorted(seat for seat, must in protocol.take_back.items() if holds(must))),
            winner=self._at_most_one(protocol.winner),
            broken=tuple(sorted(revokes)),
            gaps=tuple(gap for gap, here in protocol.gaps.items() if holds(here)),
        )

    def _at_most_one(self, options: Mapping[Key, Truth]) -> Key | None:
        found = [option for option, here in options.items() if self.question.holds(here)]
        if len(found) > 1:
            raise Mismatch(f"the clauses give two answers at once: {found}")
        return found[0] if found else None

    def _one(self, options: Mapping[Key, Truth]) -> Key:
        found = self._at_most_one(options)
        assert found is not None
        return found

    def is_(self, outcome: Outcome) -> Truth:
        """The formula for coming to this outcome."""
        protocol = self.protocol
        parts: list[Truth] = [protocol.named[outcome.named], protocol.by[outcome.named_by]]
        parts += _is_one(protocol.right, outcome.right_to_name)
        parts += _is_one(protocol.winner, outcome.winner)
        parts += [_agrees(must, seat in outcome.take_back) for seat, must in protocol.take_back.items()]
        parts += [_agrees(here, gap in outcome.gaps) for gap, here in protocol.gaps.items()]
        parts += [_agrees(there, clause in outcome.broken) for clause, there in self._broken().items()]
        return every(parts)

    def _broken(self) -> dict[str, Truth]:
        """By clause whether it is broken, by whomever."""
        protocol = self.protocol
        found: dict[str, list[Truth]] = {"fool.second-to-last": [protocol.led_wrongly]}
        for (_, clause), wrong in protocol.revokes.items():
            found.setdefault(clause, []).append(wrong)
        for without, clauses in protocol.claims:
            for clause, by in clauses.items():
                found.setdefault(clause, []).append(every((without, by)))
        return {clause: some(parts) for clause, parts in found.items()}


def _is_one(options: Mapping[int, Truth], value: int | None) -> list[Truth]:
    return [_agrees(here, option == value) for option, here in options.items()]


def _agrees(part: Truth, value: bool) -> Truth:  # noqa: FBT001 - it is the other side of an equation
    return part if value else no(part)


def settle_naming(dispute: FoolNamingDispute) -> NamingFinding:
    """How a naming stands, by Z3 and, where all hands are told, by the engine.

    Raises: LimitReached where Z3 does not decide it; Mismatch where the two differ; UsageError where no
    hands fit what was said and done.
    """
    case = _Case(dispute)
    return _unknown(case) if case.unknown else _known(case)


def engine_naming(dispute: FoolNamingDispute, hands: tuple[frozenset[Card], ...]) -> Naming:
    """The engine's naming after all events."""
    naming = Naming(dispute.rules, hands)
    for event in dispute.events:
        naming = naming.after(event)
    return naming


def engine_outcome(naming: Naming) -> Outcome:
    """How the engine sees it."""
    assert naming.named is not None
    assert naming.named_by is not None
    gaps = {GAP_OF[question.readings[0]] for question in naming.open_questions}
    return Outcome(
        naming.named,
        naming.named_by,
        naming.right_to_name,
        tuple(sorted(naming.take_back)),
        naming.winner,
        tuple(sorted({each.clause for each in naming.violations})),
        tuple(gap for gap in Gap if gap in gaps),
    )


def _only(case: _Case) -> Outcome:
    """The outcome of hands that are all told, with Z3's word that there is no other."""
    names = case.question.names
    if not case.question.possible(names):
        raise Mismatch("Z3 finds that the events cannot have happened, the engine plays them")
    outcome = case.outcome()
    if case.question.possible(names, no(case.is_(outcome))):
        raise Mismatch(f"{outcome} does not follow from hands that are all told")
    return outcome


def _known(case: _Case) -> NamingFinding:
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
    )


def _proofs(case: _Case, outcome: Outcome) -> list[Proof]:
    """Which clauses of naming it rests on that the Fool is not named as it was led."""
    protocol, players = case.protocol, case.dispute.players
    names = case.question.names
    found = []
    if outcome.named_by != protocol.leader:
        core = case.question.core(names, no(protocol.named[outcome.named]))
        found.append(Proof(f"the Fool is named {outcome.named} by {players[outcome.named_by]}", core))
    if outcome.right_to_name is not None:
        core = case.question.core(names, no(protocol.right[outcome.right_to_name]))
        found.append(Proof(f"{players[outcome.right_to_name]} may still name the Fool", core))
    for seat in outcome.take_back:
        core = case.question.core(names, no(protocol.take_back[seat]))
        text = f"{players[seat]} takes back {protocol.cards[seat]}"
        found.append(Proof(text, tuple(sorted({*core, "play.follow", "play.trump"}))))
    return found


def _penalties(dispute: FoolNamingDispute, naming: Naming) -> list[Penalty]:
    """The fines for what was irregular; a revoke is fined by whether it can still be mended."""
    found = []
    for name, seat in naming.irregularities:
        fine = fine_for(dispute.rules, name)
        found.append(
            Penalty(name, fine.category.value, fine.each_pot, fine.remedy, fine.until, fine.clauses, seat)
        )
    return found


def _open(case: _Case, naming: Naming) -> list[OpenQuestion]:
    """The open questions, each reading with what it leads to."""
    found = []
    for question in dict.fromkeys(naming.open_questions):
        gap = GAP_OF[question.readings[0]]
        readings = []
        for number, text in enumerate(question.readings):
            other = _Case(case.dispute, frozenset({gap}) if number else frozenset())
            readings.append(_reading(other, gap, text))
        found.append(OpenQuestion(question.clauses, question.cards, tuple(readings)))
    return found


def _reading(case: _Case, gap: Gap, text: str) -> Reading:
    if not case.question.possible(case.question.names):
        return Reading(text, Verdict.UNSETTLED, (), "what was done afterwards cannot be by this reading")
    outcome = case.outcome()
    gaps = tuple(each for each in outcome.gaps if each is not gap)
    plain = Outcome(
        outcome.named, outcome.named_by, outcome.right_to_name, outcome.take_back, outcome.winner,
        outcome.broken, gaps,
    )  # fmt: skip
    return Reading(text, plain.verdict, plain.broken, told(plain, case.dispute.players))


def told(outcome: Outcome, players: Sequence[str]) -> str:
    """An outcome in one line."""
    parts = [f"named {outcome.named} by {players[outcome.named_by]}"]
    if outcome.right_to_name is not None:
        parts.append(f"{players[outcome.right_to_name]} may still name")
    parts += [f"{players[seat]} takes the card back" for seat in outcome.take_back]
    if outcome.winner is not None:
        parts.append(f"{players[outcome.winner]} wins the trick")
    parts += [f"{clause} is broken" for clause in outcome.broken]
    return "; ".join(parts)


def _unknown(case: _Case) -> NamingFinding:
    """What follows whatever the untold hands hold, and what depends on them."""
    found = _possibilities(case)
    dispute = case.dispute
    if not found:
        raise UsageError("no hands fit what was said and done")
    fields = ("named", "named_by", "right_to_name", "take_back", "winner")
    values = {name: {getattr(each.outcome, name) for each in found} for name in fields}
    depends = tuple(name for name in fields if len(values[name]) > 1)
    sure: dict[str, Any] = {
        name: next(iter(options)) if len(options) == 1 else None for name, options in values.items()
    }
    verdicts = {each.outcome.verdict for each in found}
    always = set.intersection(*({*each.outcome.broken} for each in found))
    text = "broken whatever the hands that are not told hold"
    violations = tuple(Violation(clause, (), text) for clause in sorted(always))
    settled = len(verdicts) == 1 and Verdict.UNSETTLED not in verdicts
    return NamingFinding(
        dispute=dispute,
        violations=violations,
        open_questions=() if settled else (_depends(case, found),),
        possibilities=found,
        open_fields=depends,
        notes=("what was said is taken to be true",),
        smt2=case.question.smt2(case.question.names),
        named=sure["named"],
        named_by=sure["named_by"],
        right_to_name=sure["right_to_name"],
        take_back=sure["take_back"] or (),
        winner=sure["winner"],
    )


def _depends(case: _Case, found: Sequence[Possibility]) -> OpenQuestion:
    readings = tuple(
        Reading(holding_words(each, case.dispute.players), each.outcome.verdict, each.outcome.broken,
                told(each.outcome, case.dispute.players))
        for each in found
    )  # fmt: skip
    return OpenQuestion(("naming.followable", "naming.statement"), (), readings)


def holding_words(possibility: Possibility, players: Sequence[str]) -> str:
    """What the untold hands must hold for a possibility, in words."""
    parts = [
        f"{players[seat]} {'holds' if holds else 'is without'} {suit}"
        for (seat, suit), holds in possibility.holds.items()
    ]
    return ", ".join(parts) or "otherwise"


def _possibilities(case: _Case) -> tuple[Possibility, ...]:
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
            fixed += [_agrees(var, card in hands[seat]) for card, var in case.holdings[seat].items()]
        replayed = engine_outcome(engine_naming(case.dispute, tuple(hands[s] for s in sorted(hands))))
        if replayed != outcome:
            raise Mismatch(f"the naming with {hands}: Z3 {outcome}, engine {replayed}")
        untold = {seat: hands[seat] for seat in case.unknown}
        found.append(Possibility(outcome, untold, _must_hold(case, here)))
        excluded.append(no(here))
    return tuple(sorted(found, key=lambda each: told(each.outcome, case.dispute.players)))


def _must_hold(case: _Case, here: Truth) -> dict[tuple[int, Suit], bool]:
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
