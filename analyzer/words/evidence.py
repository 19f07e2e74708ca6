"""The evidence against an improper card: what comes of it, and the play that would have been better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.messages import Message, Name, say
from analyzer.position.model import Position
from analyzer.rules.play.table import Table
from analyzer.search.engine.results import LineEvidence
from analyzer.search.solve.proper import PROTECT_POTS
from analyzer.words.moves import play_said
from analyzer.words.plans import plan_said
from analyzer.words.verdicts import goal_name


def evidence_said(evidence: LineEvidence, position: Position, *, better: bool) -> Iterator[Message]:
    """The two lines of play, each with its plan; the better one where it is wanted."""
    players, table = position.players, position.table
    told = [offence_said(evidence, table, players), plan_said(evidence.against, players)]
    if better:
        told += [better_said(evidence, table, players), plan_said(evidence.better, players)]
    yield from (each for each in told if each is not None)


def offence_said(evidence: LineEvidence, table: Table, players: Sequence[str]) -> Message:
    """What comes of the improper card."""
    line = play_said(table, evidence.offence, players)
    if evidence.clause == PROTECT_POTS:
        return say("{player} wins it: {line}", player=Name(players[evidence.seat]), line=line)
    return say("the poorer pot: {line}", line=line)


def better_said(evidence: LineEvidence, table: Table, players: Sequence[str]) -> Message:
    """The play that would have prevented or won the Ultimo."""
    line = play_said(table, evidence.line, players)
    if evidence.clause == PROTECT_POTS:
        return say("prevented: {line}", line=line)
    return say("the {goal}: {line}", goal=goal_name(evidence.goal), line=line)
