"""The evidence against an improper card as text: the Ultimo it gives away, and the play that was better."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.layout import wrap
from analyzer.position.model import Position
from analyzer.report.phrases.plans import plan_words
from analyzer.report.phrases.tokens import play_words
from analyzer.report.phrases.verdicts import goal_word
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.play.table import Table
from analyzer.search.engine.results import LineEvidence, Play
from analyzer.search.solve.proper import PROTECT_POTS

_DEEPER = "  "


def evidence_lines(
    style: TextStyle, position: Position, evidence: LineEvidence, indent: str, told: set[Play]
) -> list[str]:
    """The two lines of play; a better line that is `told` already, under another card, is left out."""
    players, table = position.players, position.table
    offence = [offence_words(style, evidence, table, players), plan_words(evidence.against, players, style)]
    better = [better_words(style, evidence, table, players), plan_words(evidence.better, players, style)]
    texts = offence if evidence.line in told else offence + better
    told.add(evidence.line)
    return [line for text in texts if text for line in wrap(text, style.width, indent, indent + _DEEPER)]


def offence_words(style: TextStyle, evidence: LineEvidence, table: Table, players: Sequence[str]) -> str:
    """What comes of the improper card."""
    line = play_words(style, table, evidence.offence, players)
    if evidence.clause == PROTECT_POTS:
        return style.t("{player} wins it: {line}", player=style.strong(players[evidence.seat], 10), line=line)
    return style.t("the poorer pot: {line}", line=line)


def better_words(style: TextStyle, evidence: LineEvidence, table: Table, players: Sequence[str]) -> str:
    """The play that would have prevented or won the Ultimo."""
    line = play_words(style, table, evidence.line, players)
    if evidence.clause == PROTECT_POTS:
        return style.t("prevented: {line}", line=line)
    return style.t("the {goal}: {line}", goal=goal_word(style, evidence.goal), line=line)
