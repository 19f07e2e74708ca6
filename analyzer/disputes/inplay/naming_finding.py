"""What a disputed naming of the Fool comes to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analyzer.cards.card import Card, Suit
from analyzer.disputes.findings import Finding
from analyzer.frozenrecord import Record
from analyzer.messages import ClauseId, Message, Name, Several, alone, say
from analyzer.rules.play.naming_state import Gap, LostRight
from analyzer.rules.verdicts import Verdict


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

    @property
    def cards_taken_back(self) -> tuple[int, ...]:
        return self.take_back

    @property
    def leads_to(self) -> Message | None:
        if self.named is None or self.named_by is None:
            return None
        outcome = NamingOutcome(self.named, self.named_by, self.right_to_name, self.take_back, self.winner)
        return told(outcome, self.dispute.players)


def told(outcome: NamingOutcome, players: Sequence[str]) -> Message:
    """An outcome in one line."""
    parts = [say("named {suit} by {player}", suit=outcome.named, player=Name(players[outcome.named_by]))]
    if outcome.right_to_name is not None:
        parts.append(say("{player} may still name", player=Name(players[outcome.right_to_name])))
    parts += [say("{player} takes the card back", player=Name(players[seat])) for seat in outcome.take_back]
    if outcome.winner is not None:
        parts.append(say("{player} wins the trick", player=Name(players[outcome.winner])))
    parts += [say("{clause} is broken", clause=ClauseId(clause)) for clause in outcome.broken]
    return alone(Several(tuple(parts), ";"))
