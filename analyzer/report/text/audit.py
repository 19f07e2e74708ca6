"""The audit of a line as text: for every card what its player was sure of, and what it gave away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from analyzer.layout import columns, pad, recording, spread, visible, wrap
from analyzer.position.setting import Moment
from analyzer.report.phrases.effects import improper_words, painted
from analyzer.report.phrases.plans import plan_words
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.actions import ActionKind
from analyzer.rules.score.amounts import points_text
from analyzer.rules.score.goals import Aim
from analyzer.rules.sides import Sides
from analyzer.search.engine.results import Values
from analyzer.search.review.audit import Audit, Audited
from analyzer.search.review.marks import Mark, MarkKind

SIGNS = {MarkKind.LET_GO: "-", MarkKind.GAVE_AWAY: "!", MarkKind.LOST_POINTS: "~", MarkKind.IMPROPER: "x"}


def audit_lines(style: TextStyle, audit: Audit, players: Sequence[str], sides: Sides | None) -> list[str]:
    """A line of text for each decision that was valued, and under it what stands marked.

    Where `sides` are told, a mark is of one of several players.
    """
    if not audit.decisions:
        return []
    lines = ["", style.paint(style.t("Every card"), "bold")]
    valued = decisions_valued(audit)
    names = max((visible(style.name(players[each.seat], 12)) for each in valued), default=0)
    cards = max((visible(decided(style, each)) for each in valued), default=0)
    for each in valued:
        lines += _decision(style, each, players, (sides, audit.counts), (names, cards))
    for reason in dict.fromkeys((audit.reason, audit.tokens_reason)):
        if reason is not None:
            words = wrap(sentence_of(style.said(reason.short)), style.width)
            lines += [style.paint(line, "dim") for line in words]
    used = set() if sides is not None else {SIGNS[mark.kind] for each in valued for mark in each.marks}
    meaning = {
        "-": style.t("own Ultimo let go"),
        "!": style.t("gives another the Ultimo"),
        "x": style.t("improper"),
    }
    legend = [f"{painted(style, sign)} {words}" for sign, words in meaning.items() if sign in used]
    return [*lines, *wrap(spread(legend), style.width)] if legend else lines


def decisions_valued(audit: Audit) -> list[Audited]:
    """What there is to tell of: not that a card was let pass, unless something stands marked."""
    shown = (each for each in audit.decisions if each.move.kind is not ActionKind.ALLOW or each.marks)
    return [each for each in shown if each.before is not None]


def moment_cell(moment: Moment) -> str:
    """A moment of the hand in a column."""
    trick, card = moment
    return f"{trick:>2}.{card}"


def sentence_of(text: str) -> str:
    """Words made a sentence."""
    return f"{text[:1].upper()}{text[1:]}."


def decided(style: TextStyle, decision: Audited) -> str:
    """What was decided in a few columns: a card, or an answer to a picked one."""
    move = decision.move
    if move.card is not None:
        return style.card(move.card, move.suit)
    return style.t("demand") if move.kind is ActionKind.DEMAND else style.t("no demand")


def _decision(
    style: TextStyle,
    decision: Audited,
    players: Sequence[str],
    of: tuple[Sides | None, Aim | None],
    widths: tuple[int, int],
) -> list[str]:
    sides, counts = of
    cells = [
        pad("".join(painted(style, sign) for sign in signs_of(decision)), 3, ">"),
        moment_cell(decision.moment),
        pad(style.name(players[decision.seat], 12), widths[0]),
        pad(decided(style, decision), widths[1]),
    ]
    if sure := sure_words(style, decision, sides, counts):
        cells.append(style.t("sure of {before}", before=sure))
    lines = [columns(cells, (), "") if recording() else " ".join(cells)]
    for told, plan in mark_lines(style, decision, players, sides):
        lines += wrap(told, style.width, "      ", "        ")
        if plan:
            lines += wrap(plan, style.width, "        ", "          ")
    return lines


def signs_of(decision: Audited) -> list[str]:
    """The signs of what stands marked."""
    return [SIGNS[kind] for kind in dict.fromkeys(mark.kind for mark in decision.marks)]


def sure_words(style: TextStyle, decision: Audited, sides: Sides | None, counts: Aim | None) -> str:
    """What its player was sure of before and after, once where that is the same; nothing if not known."""
    side = decision.seat if sides is None else sides.of[decision.seat]
    before, after = (_sure(style, values, counts, side) for values in (decision.before, decision.after))
    if not (before and after):
        return ""
    return before if before == after else f"{before} {style.arrow} {after}"


def mark_lines(
    style: TextStyle, decision: Audited, players: Sequence[str], sides: Sides | None
) -> Iterator[tuple[str, str]]:
    """What stands marked, and the plan that shows it where there is one."""
    for mark in decision.marks:
        whose = "" if sides is None else f"{style.name(players[mark.seat])}: "
        yield whose + _mark(style, mark), plan_words(mark.reason, players, style) or ""


def sure_of(values: Values | None, counts: Aim | None, side: int) -> Fraction | None:
    """What a side is sure of, in what is counted, else in tokens; None where that is not known."""
    if values is None:
        return None
    if counts is not None:
        return values.number(counts, side)
    tokens = None if values.guarantee is None else values.guarantee[side]
    return None if tokens is None else Fraction(tokens)


def _sure(style: TextStyle, values: Values | None, counts: Aim | None, side: int) -> str:
    """What a side is sure of, in words; empty where it is not known."""
    number = sure_of(values, counts, side)
    if number is None:
        return ""
    return style.signed(int(number)) if counts is None else points_text(number)


def _mark(style: TextStyle, mark: Mark) -> str:
    return improper_words(style, mark.text) if mark.kind is MarkKind.IMPROPER else style.said(mark.text.short)
