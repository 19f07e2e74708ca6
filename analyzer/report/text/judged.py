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
    lines += _with_fines(style, replay)
    lines += _given_up(style, replay)
    lines += unsettled_lines(style, judged.open_questions)
    for note in judged.notes:
        lines += wrap(style.t("Note: {note}.", note=style.said(note)), style.width, _INDENT, _DEEPER)
    return lines + source_lines(rules, broken, style)


def _fine(style: TextStyle, owed: FineDue, replay: Replay) -> str:
    words = penalty_words(style, Penalty.of(owed.fine, owed.seat), replay.players[owed.seat])
    return words + ("; " + style.t("play goes on") if owed.fine.play_goes_on else "")


def _with_fines(style: TextStyle, replay: Replay) -> Iterator[str]:
    """What everybody has once the fines that clauses fix are paid; what the play paid stands below."""
    paid = due(replay)
    if paid.costs:
        tokens, pots = amounts_words(style, paid.tokens, replay.players), pots_words(style, paid.pots)
        text = style.t("With the fines paid: {tokens}; {pots}.", tokens=tokens, pots=pots)
        yield from wrap(text, style.width, _INDENT, _DEEPER)


def _given_up(style: TextStyle, replay: Replay) -> Iterator[str]:
    """What the hand comes to where it is given up before its first lead."""
    if replay.abandoned is None:
        return
    pairs = zip(replay.players, replay.abandoned.tokens, strict=True)
    tokens = ", ".join(f"{style.name(name)} {style.signed(amount)}" for name, amount in pairs)
    king, pagat = style.signed(replay.abandoned.pots.king), style.signed(replay.abandoned.pots.pagat)
    text = style.t(
        "Given up before the first lead, with the fine and with what is repaid, it comes to {tokens}; "
        "the pots: king {king}, Pagat {pagat}.",
        tokens=tokens,
        king=king,
        pagat=pagat,
    )
    yield from wrap(text, style.width, _INDENT, _DEEPER)
