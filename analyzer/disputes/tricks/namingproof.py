"""A disputed naming of the Fool: what is in force, who may still name, who takes a card back, who wins.

Z3 works the protocol out from the clauses over the holdings, the engine plays it event by event; both
must agree. Where a hand is not told, Z3 says everything that can have been, with a holding for each.

Source: main rule text, "The fool"; clauses naming.*.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

import z3

from analyzer.cards.card import FOOL, Card, Suit
from analyzer.disputes.findings import Proof
from analyzer.disputes.tricks.naming import (
    FoolNamingDispute,
    NamingFinding,
    NamingOutcome,
    Possibility,
    outcome_message,
)
from analyzer.errors import UsageError, cross_checked
from analyzer.messages import ClauseId, Message, Name, alone, listed, say
from analyzer.proofs.naming import Protocol
from analyzer.proofs.play import holds_suit
from analyzer.proofs.smt import SmtQuestion, Truth, at_least, canonical, every, exactly, not_, some
from analyzer.rules.actions import ActionKind
from analyzer.rules.irregularities import MENDED, Penalty, fine_for, revoke_fines
from analyzer.rules.play.naming import (
    MISLED,
    NAME_NOBODY_FOLLOWS,
    PLAYED_AFTER_SAYING,
    THIRD_BEFORE_SECOND,
    Gap,
    Naming,
)
from analyzer.rules.spec.bearing import Occurrences, Topic, bearing
from analyzer.rules.verdicts import OpenQuestion, Reading, Verdict, Violation

MOST_POSSIBILITIES: Final = 64
"""So many different outcomes of unknown hands are told apart; there are rarely ten."""


def settle_with_unknown_hands(case: NamingCase) -> NamingFinding:
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
    text = say("broken whatever is in the hands that the file leaves out")
    violations = tuple(Violation(clause, (), text) for clause in sorted(always))
    settled = len(verdicts) == 1 and Verdict.UNSETTLED not in verdicts
    return NamingFinding(
        dispute=dispute,
        violations=violations,
        open_questions=() if settled else (_depends(case, found),),
        possibilities=found,
        open_fields=depends,
        notes=(say("what was said is taken to be true"),),
        applied=bearing(case.rules, Occurrences(frozenset({Topic.FOOL_LED}), steps=frozenset({"led"}))),
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
                outcome_message(each.outcome, case.dispute.players))
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
        cross_checked(f"the naming with {hands}", replayed, outcome)
        untold = {seat: hands[seat] for seat in case.unknown}
        found.append(Possibility(outcome, untold, _must_hold(case, here)))
        excluded.append(not_(here))
    return tuple(sorted(found, key=lambda each: outcome_message(each.outcome, case.dispute.players)))


def _must_hold(case: NamingCase, here: Truth) -> dict[tuple[int, Suit], bool]:
    """The suits the untold hands must hold, or be without, for an outcome, where it is not so anyway."""
    found = {}
    for seat in case.unknown:
        for suit in Suit:
            holds = holds_suit(case.holdings[seat], suit)
            with_, without = (
                case.question.possible(case.question.names, here, x) for x in (holds, not_(holds))
            )
            if with_ != without and case.question.possible(
                case.question.names, not_(holds) if with_ else holds
            ):
                found[seat, suit] = with_
    return found


def settle_naming(dispute: FoolNamingDispute) -> NamingFinding:
    """How a naming stands, by Z3 and, where all hands are told, by the engine.

    Raises: LimitReached where Z3 does not decide it; Mismatch where the two differ; UsageError where no
    hands fit what was said and done.
    """
    case = NamingCase(dispute)
    return settle_with_unknown_hands(case) if case.unknown else _judge_known_hands(case)


def _only(case: NamingCase) -> NamingOutcome:
    """The outcome of hands that are all told, with Z3's word that there is no other."""
    names = case.question.names
    cross_checked("whether the events can have happened", True, case.question.possible(names))  # noqa: FBT003
    outcome = case.outcome()
    case.question.prove_never(outcome, not_(case.is_(outcome)), names)
    return outcome


def _judge_known_hands(case: NamingCase) -> NamingFinding:
    dispute = case.dispute
    outcome = _only(case)
    naming = engine_naming(dispute, dispute.hands)
    cross_checked(f"the naming {dispute.events}", engine_outcome(naming), outcome)
    return NamingFinding(
        dispute=dispute,
        violations=naming.violations,
        open_questions=tuple(_open(case, naming)),
        proofs=tuple(_proofs(case, outcome)),
        penalties=tuple(_penalties(dispute, naming)),
        smt2=case.question.smt2(case.question.names, not_(case.is_(outcome))),
        named=outcome.named,
        named_by=outcome.named_by,
        right_to_name=outcome.right_to_name,
        take_back=outcome.take_back,
        winner=outcome.winner,
        lost=naming.lost,
        false_statements=naming.false_statements,
        notes=_side_note_lines(naming),
        applied=_applied(case, outcome, naming),
    )


def _applied(case: NamingCase, outcome: NamingOutcome, naming: Naming) -> tuple[str, ...]:
    """The clauses of naming that it came to, by the proofs, and those of a Fool that is led."""
    topics = {Topic.FOOL_LED} | ({Topic.FOOL_IN_TRICK} if outcome.winner is not None else set())
    proved = [clause for each in _proofs(case, outcome) for clause in each.core]
    steps = {"led"}
    if outcome.named_by in {each.seat for each in naming.lost}:
        steps.add("both-play-without-trumps")
    led = bearing(case.rules, Occurrences(frozenset(topics), steps=frozenset(steps)))
    return (*led, *proved, *(each.clause for each in naming.lost))


def _side_note_lines(naming: Naming) -> tuple[Message, ...]:
    """What is to be said of revokes, and what is wrong beside the naming and is not judged with it."""
    mended = (MENDED,) if naming.revokes else ()
    if naming.banned is None:
        return mended
    fault, clause = naming.banned.text, ClauseId(naming.banned.clause)
    return (*mended, say("apart from the naming: {fault} [{clause}]", fault=fault, clause=clause))


def _proofs(case: NamingCase, outcome: NamingOutcome) -> list[Proof]:
    """Which clauses of naming it rests on that the Fool is not named as it was led."""
    protocol, players = case.protocol, case.dispute.players
    names = case.question.names
    found = []
    if outcome.named_by != protocol.leader:
        core = case.question.core(names, not_(protocol.named[outcome.named]))
        by = Name(players[outcome.named_by])
        text = say("the Fool is named {suit} by {player}", suit=outcome.named, player=by)
        found.append(Proof(text, core, proved=True))
    if outcome.right_to_name is not None:
        core = case.question.core(names, not_(protocol.right[outcome.right_to_name]))
        text = say("{player} may still name the Fool", player=Name(players[outcome.right_to_name]))
        found.append(Proof(text, core, proved=True))
    for seat in outcome.take_back:
        core = case.question.core(names, not_(protocol.take_back[seat]))
        text = say("{player} takes back {card}", player=Name(players[seat]), card=protocol.cards[seat])
        found.append(Proof(text, tuple(sorted({*core, "play.follow", "play.trump"})), proved=True))
    return found


def _penalties(dispute: FoolNamingDispute, naming: Naming) -> list[Penalty]:
    """The fines for what was irregular; a revoke is fined by whether it can still be mended."""
    found = []
    for name, seat in naming.irregularities:
        found.append(Penalty.from_fine(fine_for(dispute.rules, name), seat))
    for each in naming.revokes:
        by = next(seat for seat, (card, _) in naming.in_turn() if card in each.cards)
        found += [Penalty.from_fine(fine, by) for fine in revoke_fines(dispute.rules, each.clause)]
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
    return Reading(text, plain.verdict, plain.broken, outcome_message(plain, case.dispute.players))


GAP_OF: Final = {
    PLAYED_AFTER_SAYING: Gap.PLAYED_AFTER_SAYING,
    NAME_NOBODY_FOLLOWS: Gap.NAME_NOBODY_FOLLOWS,
    MISLED: Gap.MISLED,
    THIRD_BEFORE_SECOND: Gap.THIRD_BEFORE_SECOND,
}
"""The gaps by the engine's questions."""

Key = TypeVar("Key")


class NamingCase:
    """The events, put to Z3 over what the three hold."""

    def __init__(self, dispute: FoolNamingDispute, second_reading: frozenset[Gap] = frozenset()) -> None:
        self.dispute, self.rules = dispute, dispute.rules
        self.question = SmtQuestion()
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
                self.question.given(holding[card] if held else not_(holding[card]))
        return holding

    def _deal(self, pool: Sequence[Card]) -> None:
        """The unknown hands: of the right size, no card in two of them, what was said is true."""
        self.question.given(self.holdings[self.protocol.leader][FOOL])
        for seat in self.unknown:
            self.question.given(exactly(self.holdings[seat].values(), self.dispute.tricks_left))
        for card in pool:
            owners = [self.holdings[seat][card] for seat in self.unknown if card in self.holdings[seat]]
            self.question.given(not_(at_least(owners, 2)))
        shown: set[int] = set()
        for event in self.dispute.events[1:]:
            if event.kind is ActionKind.CLAIM:
                break  # what is said from here on may be about another suit
            void = self.protocol.void[event.actor]
            if event.kind is ActionKind.PLAY:
                shown.add(event.actor)
            elif event.actor not in shown:
                self.question.given(void if event.kind is ActionKind.VOID else not_(void))

    def outcome(self) -> NamingOutcome:
        """What the formulas come to in the witness found last."""
        protocol, holds = self.protocol, self.question.holds
        revokes = {clause for (_, clause), wrong in protocol.revokes.items() if holds(wrong)}
        for without, clauses in protocol.claims:
            if holds(without):
                revokes.add(self._one(clauses))
        return NamingOutcome(
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
        cross_checked("one answer of the clauses", found[:1], found)
        return found[0] if found else None

    def _one(self, options: Mapping[Key, Truth]) -> Key:
        found = self._at_most_one(options)
        assert found is not None
        return found

    def is_(self, outcome: NamingOutcome) -> Truth:
        """The formula for coming to this outcome."""
        protocol = self.protocol
        parts: list[Truth] = [protocol.named[outcome.named], protocol.by[outcome.named_by]]
        parts += _is_one(protocol.right, outcome.right_to_name)
        parts += _is_one(protocol.winner, outcome.winner)
        parts += [agrees(must, seat in outcome.take_back) for seat, must in protocol.take_back.items()]
        parts += [agrees(here, gap in outcome.gaps) for gap, here in protocol.gaps.items()]
        parts += [agrees(there, clause in outcome.broken) for clause, there in self._broken().items()]
        return every(parts)

    def _broken(self) -> dict[str, Truth]:
        """By clause whether it is broken, by whomever."""
        protocol = self.protocol
        found: dict[str, list[Truth]] = {}
        for (_, clause), wrong in protocol.revokes.items():
            found.setdefault(clause, []).append(wrong)
        for without, clauses in protocol.claims:
            for clause, by in clauses.items():
                found.setdefault(clause, []).append(every((without, by)))
        return {clause: some(parts) for clause, parts in found.items()}


def _is_one(options: Mapping[int, Truth], value: int | None) -> list[Truth]:
    return [agrees(here, option == value) for option, here in options.items()]


def agrees(part: Truth, value: bool) -> Truth:  # noqa: FBT001 - it is the other side of an equation
    """The formula where the value is true, else its opposite."""
    return part if value else not_(part)


def engine_naming(dispute: FoolNamingDispute, hands: tuple[frozenset[Card], ...]) -> Naming:
    """The engine's naming after all events."""
    naming = Naming(dispute.rules.game, hands)
    for event in dispute.events:
        naming = naming.after(event)
    return naming


def engine_outcome(naming: Naming) -> NamingOutcome:
    """How the engine sees it."""
    assert naming.named is not None
    assert naming.named_by is not None
    gaps = {GAP_OF[question] for question in naming.open_questions}
    return NamingOutcome(
        naming.named,
        naming.named_by,
        naming.right_to_name,
        tuple(sorted(naming.take_back)),
        naming.winner,
        tuple(sorted({each.clause for each in naming.violations})),
        tuple(gap for gap in Gap if gap in gaps),
    )
