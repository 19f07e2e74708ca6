"""What was against the rules in a line of play, as text: clauses, fines, what is open, what it comes to."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.disputes.findings import Penalty
from analyzer.layout import wrap
from analyzer.position.replay.due import due
from analyzer.position.replay.model import FineDue, Replay
from analyzer.report.phrases.sources import source_lines
from analyzer.report.phrases.tokens import amounts_words, pots_words
from analyzer.report.rulings.broken import penalty_words, violation_lines
from analyzer.report.rulings.illegal import unsettled_lines
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.ruleset import RuleSet

_INDENT = "  "
_DEEPER = "    "


def judged_lines(style: TextStyle, rules: RuleSet, replay: Replay) -> list[str]:
    """Everything that was against the rules and did not end the line, and what is due with the fines."""
    judged, lines = replay.judged, list[str]()
    if judged.offences:
        lines += ["", style.paint(style.t("Against the rules:"), "bad")]
    for offence in judged.offences:
        trick = "" if offence.trick is None else style.t("trick {number}: ", number=offence.trick)
        lines += violation_lines(style, rules, offence.violation, context=trick)
    broken = [each.violation.clause for each in judged.offences]
    for fined in judged.dues:
        lines += wrap(_fine(style, fined, replay), style.width, _INDENT, _DEEPER)
    lines += _due(style, replay)
    lines += unsettled_lines(style, judged.open_questions)
    for note in judged.notes:
        lines += wrap(style.t("Note: {note}.", note=style.said(note)), style.width, _INDENT, _DEEPER)
    return lines + source_lines(rules, broken, style)


def _fine(style: TextStyle, owed: FineDue, replay: Replay) -> str:
    words = penalty_words(style, Penalty.of(owed.fine, owed.seat), replay.players[owed.seat])
    return words + ("; " + style.t("play goes on") if owed.fine.play_goes_on else "")


def _due(style: TextStyle, replay: Replay) -> Iterator[str]:
    """The one sum that is due; what the play paid stands below."""
    paid = due(replay)
    if not any(paid.costs):
        return
    words = {
        "tokens": amounts_words(style, paid.tokens, replay.players),
        "pots": pots_words(style, paid.pots),
    }
    text = style.t("With the fines paid: {tokens}; {pots}.", **words)
    if paid.ends_in == 0:
        text = style.t("Given up before the first lead, with what is repaid: {tokens}; {pots}.", **words)
    elif paid.ends_in is not None:
        number = paid.ends_in
        text = style.t("Given up in trick {number}: {tokens}; {pots}.", number=number, **words)
    yield from wrap(text, style.width, _INDENT, _DEEPER)
