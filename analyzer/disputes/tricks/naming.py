"""A disputed naming of the Fool: what is in force, who may still name, who takes a card back, who wins.

Source: main rule text, "The fool"; clauses naming.*.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from analyzer import disputes
from analyzer.cards.card import FOOL, Card, Suit
from analyzer.disputes.answer import CheckAnswer, Ids, TakeBack, player_name
from analyzer.disputes.facts import hand_phrases
from analyzer.disputes.findings import DisputeModule, Finding
from analyzer.disputes.shape import CANNOT_BE, KIND_KEY, Dispute
from analyzer.disputes.tricks.events import TrickDispute, TrickShape, read_trick
from analyzer.errors import UsageError
from analyzer.frozenrecord import Record
from analyzer.messages import (
    BareClause,
    ClauseId,
    Message,
    Name,
    Several,
    Verbatim,
    Whose,
    Word,
    alone,
    formed,
    listed,
    say,
)
from analyzer.position.files.reader import Reader
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.play.naming import Gap, LostRight, Naming
from analyzer.rules.verdicts import Verdict
from analyzer.views.base import UNSET, CardWord, Meta, Players, UnsetType, View, words
from analyzer.words.blocks import Phrase


class FoolNamingShape(TrickShape):
    """The suit of a led Fool, and the players who may still name it; unknown hands are left out."""

    kind: Literal["fool-naming"] = KIND_KEY


class FoolNamingDispute(TrickDispute, frozen=True, kw_only=True):
    """What is the led Fool named?"""


def read_naming(reader: Reader, shape: FoolNamingShape) -> FoolNamingDispute | None:
    """A naming of the Fool, of which some hands may be untold: much follows from what was said alone."""
    return read_trick(reader, shape, FoolNamingDispute, untold=True, check=_check_naming)


def _check_naming(
    reader: Reader, hands: tuple[frozenset[Card], ...], lead: int, events: tuple[Action, ...]
) -> None:
    """A fault for everything that is no part of naming the Fool, or cannot have happened."""
    naming = Naming(reader.rules.game, hands)
    for number, event in enumerate(events):
        assert event.where is not None
        if event.kind is ActionKind.DEMAND or (event.kind is ActionKind.LEAD and event.card is not FOOL):
            reader.fault(
                event.where,
                say("this is not part of naming the Fool"),
                say("expected the Fool led, what was said, and cards"),
            )
            continue
        if number == 0 and (event.kind is not ActionKind.LEAD or event.seat != lead):
            led = Verbatim(f"{{{reader.who(lead)}: {{leads: fool, names: h}}}}")
            expected = say("expected {event} first", event=led)
            reader.lack(event.where, say("the Fool is not led first"), expected)
            return
        if event.kind is ActionKind.LEAD and event.suit is None:
            return
        try:
            naming = naming.after(event) if all(hands) else naming
        except UsageError as error:
            reader.fault(event.where, error.message, CANNOT_BE)
    _check_stated(reader, hands, events)


def _check_stated(reader: Reader, hands: tuple[frozenset[Card], ...], events: tuple[Action, ...]) -> None:
    """Where some hands are untold: a fault for every card that cannot have been in its player's hand."""
    if all(hands):
        return
    for event in events:
        if event.card is None or event.where is None or event.card in hands[event.actor]:
            continue
        elsewhere = any(event.card in hand for hand in hands)
        if elsewhere or hands[event.actor]:
            who = reader.who(event.actor)
            own = say("expected a card of {whose}", whose=Whose(who))
            message = say(
                "{player} plays {card}, which cannot be {whose}",
                player=who,
                card=event.card,
                whose=Whose(who),
            )
            expected = say("expected a card nobody else holds") if elsewhere else own
            reader.lack(event.where, message, expected)


class NamingOutcome(Record, frozen=True):
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


class Possibility(Record, frozen=True):
    """One way it can have been where hands are not told: the outcome, and the least holding for it.

    `holds` are the suits that a player must hold for it (True) or be without (False).
    """

    outcome: NamingOutcome
    hands: Mapping[int, frozenset[Card]]
    holds: Mapping[tuple[int, Suit], bool]


class TakeBackRemedy(View, frozen=True, kw_only=True):
    """The players who must take a card back; empty if nobody must."""

    take_back: TakeBack | UnsetType = UNSET


class LostRightView(View, frozen=True):
    """A player who lost the right to name, and the clause."""

    player: str | None
    clause: str
    text: str


class HoldingView(View, frozen=True):
    """A statement that a player holds a suit, or is void in it."""

    player: str
    suit: Suit
    holds: bool


class PossibilityView(View, frozen=True):
    """One possible case, if hands are unknown."""

    when: list[HoldingView]
    named: Suit
    named_by: str
    right_to_name: str | None
    take_back: TakeBack
    winner: str | None
    verdict: Verdict
    clauses: Ids
    text: str
    hands: Annotated[
        dict[str, list[CardWord]], Meta(description="By player, hands for which this case applies.")
    ]


class NamingCheck(CheckAnswer, frozen=True, kw_only=True):
    """The ruling on the naming of a led Fool."""

    kind: Literal["fool-naming"]
    named: Annotated[Suit | None, Meta(description="The suit in force.")]
    named_by: str | None
    right_to_name: Annotated[str | None, Meta(description="The player who may still name.")]
    take_back: TakeBack
    winner: Annotated[str | None, Meta(description="The winner, if three cards are on the table.")]
    lost_right: list[LostRightView]
    false_statements: Players
    remedy: TakeBackRemedy
    depends_on_hands: (
        Annotated[list[str], Meta(description="The keys that depend on unknown hands.")] | UnsetType
    ) = UNSET
    possibilities: list[PossibilityView] | UnsetType = UNSET


@dataclass(frozen=True, slots=True, kw_only=True)
class NamingFinding(Finding):
    """How the naming stands after the last event, and who lost the right to name, by which clause.

    Where hands are not told, `outcome` holds what follows all the same, with None for what does not, and
    `possibilities` are the different ways it can have been.
    """

    dispute: FoolNamingDispute
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

    @property
    def cards_taken_back(self) -> tuple[int, ...]:
        return self.take_back

    @property
    def leads_to(self) -> Message | None:
        if self.named is None or self.named_by is None:
            return None
        outcome = NamingOutcome(self.named, self.named_by, self.right_to_name, self.take_back, self.winner)
        return outcome_message(outcome, self.dispute.players)

    @property
    def hangs_on_hands(self) -> bool:
        return bool(self.possibilities)

    def fact_phrases(self) -> Iterator[Phrase]:
        """The hands before the trick."""
        yield from hand_phrases(self.dispute.players, self.dispute.hands)

    def reason_phrases(self) -> Iterator[Phrase]:
        """What is in force, who may name, and who takes a card back."""
        yield from (Phrase(each, level=1) for each in _naming(self))

    def answer(self) -> NamingCheck:
        """The answer about a naming."""
        dispute = self.dispute
        back = [dispute.players[seat] for seat in self.take_back]
        possible = [_possibility(dispute, each) for each in self.possibilities]
        return NamingCheck(
            **self.common,
            named=self.named,
            named_by=player_name(dispute, self.named_by),
            right_to_name=player_name(dispute, self.right_to_name),
            take_back=back,
            winner=player_name(dispute, self.winner),
            lost_right=[
                LostRightView(player_name(dispute, each.seat), each.clause, each.text) for each in self.lost
            ],
            false_statements=[dispute.players[seat] for seat in self.false_statements],
            remedy=TakeBackRemedy(take_back=back or UNSET),
            depends_on_hands=list(self.open_fields) if possible else UNSET,
            possibilities=possible or UNSET,
        )


def outcome_message(outcome: NamingOutcome, players: Sequence[str]) -> Message:
    """An outcome in one line."""
    parts = [say("named {suit} by {player}", suit=outcome.named, player=Name(players[outcome.named_by]))]
    if outcome.right_to_name is not None:
        parts.append(say("{player} may still name", player=Name(players[outcome.right_to_name])))
    parts += [say("{player} takes the card back", player=Name(players[seat])) for seat in outcome.take_back]
    if outcome.winner is not None:
        parts.append(say("{player} wins the trick", player=Name(players[outcome.winner])))
    parts += [say("{clause} is broken", clause=ClauseId(clause)) for clause in outcome.broken]
    return alone(Several(tuple(parts), ";"))


def _possibility(dispute: Dispute, possibility: Possibility) -> PossibilityView:
    outcome, players = possibility.outcome, dispute.players
    return PossibilityView(
        [HoldingView(players[seat], suit, holds) for (seat, suit), holds in possibility.holds.items()],
        outcome.named,
        players[outcome.named_by],
        player_name(dispute, outcome.right_to_name),
        [players[seat] for seat in outcome.take_back],
        player_name(dispute, outcome.winner),
        outcome.verdict,
        list(outcome.broken),
        outcome_message(outcome, players),
        {players[seat]: words(hand) for seat, hand in possibility.hands.items()},
    )


def _naming(finding: NamingFinding) -> Iterator[Message]:
    players = finding.dispute.players

    def who(seat: int | None) -> Word:
        return say("nobody") if seat is None else Name(players[seat])

    if finding.named is not None and finding.named_by is not None:
        yield say("In force: {suit}, by {player}", suit=finding.named, player=who(finding.named_by))
    elif finding.named is not None:
        yield say("In force: {suit}", suit=finding.named)
    if "right_to_name" not in finding.open_fields:
        yield say("May still name the Fool: {player}", player=who(finding.right_to_name))
    if finding.take_back:
        yield say("Takes the card back: {players}", players=listed(map(who, finding.take_back)))
    if finding.winner is not None:
        yield say("Wins the trick: {player}", player=who(finding.winner))
    for lost in finding.lost:
        reason = formed("{text} ({clause})", text=lost.text, clause=BareClause(lost.clause))
        yield say("{player} lost the right: {reason}", player=who(lost.seat), reason=reason)
    for seat in finding.false_statements:
        yield say("{player} made a false statement", player=who(seat))


def settle(dispute: FoolNamingDispute) -> NamingFinding:
    """The verdict by Z3 and by the engine: :func:`analyzer.disputes.tricks.namingproof.settle_naming`."""
    return disputes.tricks.namingproof.settle_naming(dispute)


KIND: Final[DisputeModule] = DisputeModule(FoolNamingShape, read_naming, settle, NamingCheck)
