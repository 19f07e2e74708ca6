"""A disputed naming put to Z3, what it can come to, and the engine beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

import z3

from analyzer.cards.card import FOOL, Card
from analyzer.disputes.inplay.naming_finding import NamingOutcome
from analyzer.disputes.kinds.events import FoolNamingDispute
from analyzer.proofs.agreement import agreed
from analyzer.proofs.clauses.naming import Protocol
from analyzer.proofs.smt import SmtQuestion, Truth, at_least, every, exactly, not_, some
from analyzer.rules.actions import ActionKind
from analyzer.rules.play.naming import (
    MISLED,
    NAME_NOBODY_FOLLOWS,
    PLAYED_AFTER_SAYING,
    THIRD_BEFORE_SECOND,
    Naming,
)
from analyzer.rules.play.naming_state import Gap

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
            void = self.protocol.void[event.by]
            if event.kind is ActionKind.PLAY:
                shown.add(event.by)
            elif event.by not in shown:
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
        agreed("one answer of the clauses", found[:1], found)
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
