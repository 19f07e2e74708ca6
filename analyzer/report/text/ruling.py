"""A recorded hand ruled on, as text: the answer first, then each breach with law and remedy, and the sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.layout import finished, visible, wrap
from analyzer.position.model import Position
from analyzer.position.replay.due import agreed
from analyzer.position.replay.ruling import LineRuling, RuledBreach
from analyzer.report.phrases.grounds import grounds_lines
from analyzer.report.phrases.sources import source_lines
from analyzer.report.phrases.tokens import pots_words, token_head, token_row, token_widths
from analyzer.report.rulings.broken import clause_lines
from analyzer.report.rulings.illegal import unsettled_lines
from analyzer.report.rulings.remedies import cost_words, deed_words, remedy_words
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.grounds import Grounds
from analyzer.rules.spec.ruleset import RuleSet

_INDENT = "  "


def ruling_text(position: Position, lines: Sequence[LineRuling], grounds: Grounds, style: TextStyle) -> str:
    """The rulings on all lines of a position."""
    text = list[str]()
    for line in lines:
        text += [*wrap(_headline(style, position.rules, line), style.width), ""]
        for number, breach in enumerate(line.breaches, 1):
            text += _breach(style, position.rules, line, number, breach)
        replay = line.replay
        text += unsettled_lines(style, replay.judged.open_questions)
        text += [each for trick in replay.tricks for each in unsettled_lines(style, trick.unsettled)]
        text += [*_sums(style, line), ""]
        if replay.missing is not None:
            told = style.t("The line stops here: {missing}", missing=style.said(replay.missing))
            text += [*wrap(told, style.width, "", _INDENT), ""]
        text += source_lines(position.rules, [each.broken.clause for each in line.breaches], style)
    return finished([*text, *grounds_lines(position.rules, grounds, style)], style.width)


def ruling_brief(rules: RuleSet, lines: Sequence[LineRuling], style: TextStyle) -> list[str]:
    """A sentence a breach, or that there is none; before it the name of the line where there are several."""
    told = []
    for line in lines:
        name = f"{style.paint(style.safe(line.replay.name), 'bold')}: " if len(lines) > 1 else ""
        told += [name + style.t("nothing was against the rules")] if not line.breaches else []
        told += [name + _short(style, rules, line, each, clause=True) for each in line.breaches]
    return told


def _headline(style: TextStyle, rules: RuleSet, line: LineRuling) -> str:
    name = style.paint(style.safe(line.replay.name) or style.t("the line"), "bold")
    if not line.breaches:
        if line.unsettled:
            return f"{name}: " + style.t("no source settles whether something was against the rules")
        return f"{name}: " + style.t("nothing was against the rules")
    count = style.n("{number} breach", "{number} breaches", len(line.breaches))
    told = ". ".join(_short(style, rules, line, each, clause=False) for each in line.breaches)
    return f"{name}: {style.paint(count, 'bad')}: {told}."


def _short(style: TextStyle, rules: RuleSet, line: LineRuling, breach: RuledBreach, *, clause: bool) -> str:
    """A breach in a few words: when, who, what, and what it costs."""
    when = style.t("trick {number}", number=breach.trick) if breach.trick is not None else style.t("the deal")
    deed = deed_words(style, rules, breach, line.replay.players)
    law = f" [{breach.broken.clause}]" if clause else ""
    back = style.t("put right") if breach.put_right else ""
    cost = cost_words(style, rules, breach)
    return "; ".join(part for part in (f"{when}: {deed}{law}", back, cost) if part)


def _breach(
    style: TextStyle, rules: RuleSet, line: LineRuling, number: int, breach: RuledBreach
) -> Iterator[str]:
    """A breach with its law, what could have been played, and its remedy."""
    told = f"{breach.at}: {style.said(breach.broken.text)}"
    yield from wrap(told, style.width, f"{number:>2}. ", "    ")
    if breach.legal:
        legal = ", ".join(style.word(word) for word in breach.legal)
        yield from wrap(style.t("legal: {cards}", cards=legal), style.width, "      ")
    yield from clause_lines(style, rules, breach.broken.clause)
    remedy = remedy_words(style, rules, breach, line.replay.players)
    yield from wrap(style.t("Remedy: {remedy}.", remedy=remedy), style.width, "      ")


def _sums(style: TextStyle, line: LineRuling) -> list[str]:
    """What everybody has: as it was played, with the fines, and where it is agreed that it ended there."""
    replay = line.replay
    rows = [(style.t("as played"), replay.amounts)]
    pots = [] if replay.counted is not None else [(rows[0][0], replay.pots_change)]
    if replay.counted is None:
        rows.append((style.t("due"), line.due.tokens))
        pots.append((style.t("due"), line.due.pots))
        for breach in line.breaches:
            for fine in breach.fines[1:] if breach.seat is not None else ():
                came = agreed(replay, breach.seat or 0, breach.trick, fine)
                name = style.t("given up in trick {number}", number=breach.trick)
                rows.append((name, came.tokens))
                pots.append((name, came.pots))
        if replay.abandoned is not None:
            rows.append((style.t("given up before play"), replay.abandoned.tokens))
            pots.append((style.t("given up before play"), replay.abandoned.pots))
    else:
        rows.append((style.t("due"), replay.amounts))
    widths = token_widths(style, replay.players, max(visible(name) for name, _ in rows))
    lines = [token_head(style, replay.players, widths)]
    lines += [token_row(style, name, amounts, widths) for name, amounts in rows]
    for name, change in pots:
        lines += wrap(f"{name}: {pots_words(style, change)}", style.width)
    return lines
