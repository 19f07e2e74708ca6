"""A recorded hand ruled on, as text: the answer first, then each breach with law and remedy, and the sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.frozenrecord import Record
from analyzer.layout import finished, visible, wrap
from analyzer.position.model import Position
from analyzer.position.replay.ruling import LineRuling, RuledBreach
from analyzer.report.phrases.grounds import grounds_lines
from analyzer.report.phrases.sources import source_lines
from analyzer.report.phrases.tokens import pots_words, sums_words, token_head, token_row, token_widths
from analyzer.report.rulings.broken import clause_lines
from analyzer.report.rulings.remedies import (
    cost_words,
    deed_words,
    ending_words,
    remedy_words,
    unsettled_lines,
)
from analyzer.report.style.diagram import drawn_lines
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.book import Pots
from analyzer.rules.spec.grounds import Grounds
from analyzer.rules.spec.ruleset import RuleSet

_INDENT = "  "


def ruling_text(position: Position, lines: Sequence[LineRuling], grounds: Grounds, style: TextStyle) -> str:
    """The rulings on all lines of a position."""
    text = list[str]()
    for line in lines:
        text += [*wrap(ruling_headline(style, position.rules, line), style.width), ""]
        for number, breach in enumerate(line.breaches, 1):
            text += breach_lines(style, position.rules, line, number, breach)
            text += _table(style, position, line, number)
        replay = line.replay
        text += unsettled_lines(style, replay.judged.open_questions)
        text += [each for trick in replay.tricks for each in unsettled_lines(style, trick.unsettled)]
        text += [*_sums(style, line), ""]
        if replay.missing is not None:
            told = style.t("The line stops here: {missing}", missing=style.said(replay.missing))
            text += [*wrap(told, style.width, "", _INDENT), ""]
        text += source_lines(position.rules, [each.broken.clause for each in line.breaches], style)
    text += [*grounds_lines(position.rules, grounds, style), ""]
    text += wrap(style.t("`replay` tells the hand trick by trick, with what each paid."), style.width)
    return finished(text, style.width)


def ruling_brief(rules: RuleSet, lines: Sequence[LineRuling], style: TextStyle) -> list[str]:
    """A sentence a breach, or that there is none; before it the name of the line where there are several."""
    told = []
    for line in lines:
        name = f"{style.paint(style.titled(line.replay.name), 'bold')}: " if len(lines) > 1 else ""
        told += [name + style.t("nothing was against the rules")] if not line.breaches else []
        told += [name + _short(style, rules, line, each, clause=True) for each in line.breaches]
    return told


def ruling_headline(style: TextStyle, rules: RuleSet, line: LineRuling) -> str:
    """The verdict on a line behind its name."""
    name = style.paint(style.titled(line.replay.name) or style.t("the line"), "bold")
    return f"{name}: {line_verdict(style, rules, line)}"


def line_verdict(style: TextStyle, rules: RuleSet, line: LineRuling) -> str:
    """What ends the hand and who pays; else the breach and who pays for it, of several the gravest."""
    if not line.breaches:
        if line.unsettled:
            return style.t("no source settles whether something was against the rules")
        return style.t("nothing was against the rules")
    if line.due.ended_by is not None:
        return ending_words(style, rules, line.breaches[line.due.ended_by], line.replay.players)
    decides = line.breaches[deciding(line)[0]]
    told = _decided(style, rules, line, decides)
    more = len(line.breaches) - 1
    return f"{told} {style.n('{number} more breach.', '{number} more breaches.', more)}" if more else told


def _decided(style: TextStyle, rules: RuleSet, line: LineRuling, breach: RuledBreach) -> str:
    """A breach in a few words, and who pays what for it where that is one sum."""
    if breach.seat is None or len(breach.fines) != 1 or not cost_words(style, rules, breach):
        return f"{_short(style, rules, line, breach, clause=False)}."
    told = _short(style, rules, line, breach, clause=False, costs=False)
    player, each_pot = style.name(line.replay.players[breach.seat]), breach.fines[0].each_pot
    pays = style.t("{player} pays {amount} into each pot.", player=player, amount=each_pot)
    return f"{told}. {pays if each_pot else style.t('{player} pays nothing.', player=player)}"


def deciding(line: LineRuling) -> list[int]:
    """The places of the breaches of a line, the gravest first, and of equal ones as they came."""
    fines = [sorted(each.each_pot for each in breach.fines) or [0] for breach in line.breaches]
    return sorted(range(len(fines)), key=lambda at: (-fines[at][0], -fines[at][-1]))


def _short(
    style: TextStyle,
    rules: RuleSet,
    line: LineRuling,
    breach: RuledBreach,
    *,
    clause: bool,
    costs: bool = True,
) -> str:
    """A breach in a few words: when, who, what, and what it costs."""
    when = style.t("trick {number}", number=breach.trick) if breach.trick is not None else style.t("the deal")
    deed = deed_words(style, rules, breach, line.replay.players)
    law = f" [{breach.broken.clause}]" if clause else ""
    back = style.t("put right") if breach.put_right else ""
    cost = cost_words(style, rules, breach) if costs else ""
    return "; ".join(part for part in (f"{when}: {deed}{law}", back, cost) if part)


def breach_lines(
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


def _table(style: TextStyle, position: Position, line: LineRuling, number: int) -> list[str]:
    """The table at a breach, once where the next one is of the same moment."""
    moment = table_at(position, line, number)
    return [] if moment is None else ["", *drawn_lines(style, moment), ""]


def table_at(position: Position, line: LineRuling, number: int) -> Position | None:
    """The position before the card that was breach `number`, from 1; None where the next is of it too."""
    at, after = line.breaches[number - 1].at, line.breaches[number : number + 1]
    if after and after[0].at == at:
        return None
    return position if at == "deal" else position.at(line.line, at)


class SumRow(Record, frozen=True):
    """What a line comes to in one way: everybody's amounts, and what becomes of pots where there are any."""

    name: str
    amounts: Sequence[int]
    pots: Pots | None = None


def sum_rows(style: TextStyle, line: LineRuling) -> Iterator[SumRow]:
    """As the table paid, and the one sum that is due."""
    for name, sums in ((style.t("as played"), line.as_paid), (style.paint(style.t("due"), "bold"), line.due)):
        yield SumRow(name, sums.tokens, sums.pots)


def other_sums(style: TextStyle, line: LineRuling) -> Iterator[str]:
    """A sentence for each sum that would be due if a breach had been found or agreed otherwise."""
    for each in line.rows:
        when = style.said(each.when)
        yield f"{when[:1].upper()}{when[1:]}: {sums_words(style, each.due, line.replay.players)}."


def _sums(style: TextStyle, line: LineRuling) -> list[str]:
    """What everybody has, in each way, and what becomes of the pots."""
    rows, players = [*sum_rows(style, line)], line.replay.players
    widths = token_widths(style, players, max(visible(row.name) for row in rows))
    lines = [token_head(style, players, widths)]
    lines += [token_row(style, row.name, row.amounts, widths) for row in rows]
    for row in rows:
        if row.pots is not None:
            lines += wrap(f"{row.name}: {pots_words(style, row.pots)}", style.width)
    for told in other_sums(style, line):
        lines += wrap(told, style.width, "", _INDENT)
    return lines
