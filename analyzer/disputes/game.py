"""Play as it went, illegal cards included, and what is found wrong on the way."""

from __future__ import annotations

from dataclasses import dataclass, field

from analyzer.cards.card import Card
from analyzer.disputes.findings import Finding, Proof
from analyzer.disputes.kinds.events import TrickDispute
from analyzer.frozenrecord import Record
from analyzer.messages import Message, Name, say
from analyzer.rules.actions import Action
from analyzer.rules.conduct.irregularities import NO_CLASS, Penalty, fine_for, names_fines
from analyzer.rules.play.trick import OpenTrick
from analyzer.rules.spec.bearing import CameUp
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import OpenQuestion, Violation


class JudgedStep(Record, frozen=True):
    """One thing done, and what is to be said of it.

    `legal` are the cards that could have been played instead of an illegal one, `clauses` what is broken;
    a demand that holds makes `must_play` play the Fool, and `take_back` take back their cards. `hangs_on` are
    clauses between which it is open what it was.
    """

    event: Action
    tricks_left: int
    clauses: tuple[str, ...] = ()
    legal: tuple[Card, ...] = ()
    text: Message | None = None
    must_play: int | None = None
    take_back: tuple[int, ...] = ()
    hangs_on: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickFinding(Finding):
    """The verdict on what was done, step by step; `winners` are those of the tricks completed."""

    steps: tuple[JudgedStep, ...]
    must_play: int | None
    take_back: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def leads_to(self) -> Message | None:
        if not self.winners:
            return None
        winner = Name(self.dispute.players[self.winners[-1]])
        return say("{player} wins the trick", player=winner)

    @property
    def cards_taken_back(self) -> tuple[int, ...]:
        later = (seat for each in self.steps for seat in each.take_back)
        return tuple(dict.fromkeys((*self.take_back, *later)))


@dataclass(slots=True)
class Game:
    """Play as it went, illegal cards included: the trick on the table, and what is found wrong."""

    dispute: TrickDispute
    trick: OpenTrick
    naming: list[Action] = field(default_factory=list)
    """What was said and laid since the Fool was led to the trick."""
    steps: list[JudgedStep] = field(default_factory=list)
    revoked: bool = False
    winners: list[int] = field(default_factory=list)
    violations: list[Violation] = field(default_factory=list)
    questions: list[OpenQuestion] = field(default_factory=list)
    proofs: list[Proof] = field(default_factory=list)
    penalties: list[Penalty] = field(default_factory=list)
    notes: list[Message] = field(default_factory=list)
    came_up: list[CameUp] = field(default_factory=list)
    """What came up in the tricks that are over."""
    applied: list[str] = field(default_factory=list)
    """Clauses of naming the Fool."""

    @classmethod
    def of(cls, dispute: TrickDispute) -> Game:
        """The game before the first event."""
        return cls(dispute, OpenTrick.of(dispute.start, dispute.lying))

    @property
    def rules(self) -> RuleSet:
        return self.dispute.rules

    @property
    def spec(self) -> GameSpec:
        """The game that is played, under its contract where it has one."""
        return self.trick.start.spec

    @property
    def tricks_left(self) -> int:
        """Tricks left when the trick was led, itself included."""
        return max(map(len, self.trick.start.hands))

    def name(self, seat: int) -> Name:
        return Name(self.dispute.players[seat])

    def fine(self, name: str, seat: int) -> None:
        """Note what an irregularity costs; where the source has no classes of them, that."""
        if not names_fines(self.rules):
            self.notes.append(NO_CLASS)
            return
        self.penalties.append(Penalty.of(fine_for(self.rules, name), seat))

    def breaks(self, event: Action, clause: str, text: Message, legal: tuple[Card, ...] = ()) -> None:
        """Note that something done breaks a clause."""
        cards = () if event.card is None else (event.card,)
        self.violations.append(Violation(clause, cards, text))
        self.steps.append(JudgedStep(event, self.tricks_left, (clause,), legal, text))
