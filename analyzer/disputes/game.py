"""Play as it went, illegal cards included, and what is found wrong on the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Literal

from analyzer.cards.card import Card, Suit
from analyzer.disputes.answer import CheckAnswer, TakeBack, player_name
from analyzer.disputes.events import DOES, TrickDispute
from analyzer.disputes.findings import Finding, Proof
from analyzer.disputes.model import Dispute
from analyzer.frozenrecord import Record
from analyzer.messages import LineWord, Message, Name, Toned, Word, formed, in_a_row, listed, say
from analyzer.rules.actions import Action, lay
from analyzer.rules.conduct.irregularities import NO_CLASS, Penalty, fine_for, names_fines
from analyzer.rules.play.trick import OpenTrick
from analyzer.rules.spec.bearing import CameUp
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import VERDICT_WORDS, OpenQuestion, Verdict, Violation
from analyzer.views.base import UNSET, CardWord, Meta, UnsetType, View, words
from analyzer.words.blocks import Phrase
from analyzer.words.called import term_said


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

    def reasons_said(self) -> Iterator[Phrase]:
        """Every step, right or wrong, and who won the tricks."""
        players = self.dispute.players
        for step in self.steps:
            yield Phrase(_step_said(step, players), level=1)
            if step.take_back:
                names = listed(Name(players[seat]) for seat in step.take_back)
                yield Phrase(say("Takes the card back: {players}", players=names), level=2)
        if self.must_play is not None:
            player = Name(players[self.must_play])
            yield Phrase(say("Must play the Fool: {player}", player=player), level=1)
        for number, seat in enumerate(self.winners, 1):
            told = say("Trick {number} goes to {player}", number=number, player=Name(players[seat]))
            yield Phrase(told, level=1)

    def answer(self) -> TrickCheck:
        """The answer about play."""
        dispute, players = self.dispute, self.dispute.players
        instead = [
            LegalInsteadView(players[each.event.by], str(each.event.card), words(each.legal))
            for each in self.steps
            if each.legal
        ]
        must = player_name(dispute, self.must_play)
        return TrickCheck(
            **self.common,
            steps=[_step(dispute, each) for each in self.steps],
            must_play_fool=must,
            take_back=[players[seat] for seat in self.take_back],
            winners=[players[seat] for seat in self.winners],
            remedy=TrickRemedyView(
                legal_instead=instead or UNSET, must_play_fool=UNSET if must is None else must
            ),
        )


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


class LegalInsteadView(View, frozen=True):
    """The cards that could have been played instead of an illegal card."""

    player: str
    played: str
    legal: list[CardWord]


class TrickRemedyView(View, frozen=True, kw_only=True):
    """The correction that is needed; empty if nothing is wrong."""

    legal_instead: list[LegalInsteadView] | UnsetType = UNSET
    must_play_fool: str | UnsetType = UNSET


class StepView(View, frozen=True):
    """An action of a player, and the ruling on it."""

    player: str
    does: Annotated[str, Meta(extra_json_schema={"enum": list(DOES.values())})]
    card: CardWord | None
    names: Suit | None
    tricks_left: Annotated[int, Meta(ge=1)]
    legal: bool
    clauses: Annotated[list[str], Meta(description="The clauses that the action breaks.")]
    instead: Annotated[list[CardWord], Meta(description="The legal alternatives.")]
    must_play_fool: str | None
    take_back: TakeBack
    text: str


class TrickCheck(CheckAnswer, frozen=True, kw_only=True):
    """The cards, statements and demands, ruled on step by step."""

    kind: Literal["fool-demand", "play"]
    steps: list[StepView]
    must_play_fool: Annotated[str | None, Meta(description="The player who must play the Fool now.")]
    take_back: TakeBack
    winners: Annotated[list[str], Meta(description="The winners of the completed tricks.")]
    remedy: TrickRemedyView


def _step(dispute: Dispute, step: JudgedStep) -> StepView:
    event = step.event
    return StepView(
        dispute.players[event.by],
        DOES[event.kind],
        None if event.card is None else str(event.card),
        event.suit,
        step.tricks_left,
        not step.clauses,
        list(step.clauses),
        words(step.legal),
        player_name(dispute, step.must_play),
        [dispute.players[seat] for seat in step.take_back],
        step.text or "",
    )


def _step_said(step: JudgedStep, players: Sequence[str]) -> Message:
    event = step.event
    done: list[Word] = [Name(players[event.by]), term_said(DOES[event.kind])]
    if event.card is not None:
        done.append(LineWord(str(lay(event.card, event.suit))))
    mark = Toned(say("wrong"), "bad") if step.clauses else Toned(say("right"), "plain")
    if step.hangs_on:
        mark = Toned(VERDICT_WORDS[Verdict.UNSETTLED], "warn")
    told = formed("{done} - {mark}", done=in_a_row(done), mark=mark)
    if step.text:
        told = formed("{step}: {text}", step=told, text=step.text)
    if step.legal:
        could = say("could play {cards}", cards=in_a_row(sorted(step.legal)))
        told = formed("{step}; {could}", step=told, could=could)
    return told
