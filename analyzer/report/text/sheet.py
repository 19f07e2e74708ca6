"""A page to print or to pin up: the table, the question, the plan and what mattered, as HTML."""

from __future__ import annotations

from html import escape
from typing import Final

from analyzer.position.diagram.drawing import svg
from analyzer.position.model import Position
from analyzer.report.phrases.grounds import grounds_lines
from analyzer.report.phrases.plans import PlanText, Seen, plan_texts
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.forced import verdict_lines
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.reasons import Explained

_LOOK: Final = (
    "body{font:17px/1.45 Georgia,serif;max-width:46em;margin:2em auto;padding:0 1em;color:#1d261d}"
    "h1{font-size:1.4em}svg{max-width:100%;height:auto}li{margin:.2em 0}.source{color:#555;font-size:.85em}"
    "@media print{body{margin:0 auto}}"
)


def sheet_html(
    position: Position, goal: Goal, seat: int, asked: int, found: Explained, style: TextStyle
) -> str:
    """The page, which needs nothing from elsewhere; its text is in the language of the style."""
    title = escape(style.titled(position.title) if position.title else style.t("Why?"))
    answer = verdict_lines(style, position, goal, seat, asked, holds=bool(found.holds))
    told = plan_texts(Seen(position.players, position.table), goal, seat, found)
    rules = style.t("{ruleset} rules", ruleset=style.safe(position.rules.name))
    parts = [
        f"<h1>{title}</h1>",
        svg(position),
        *_paragraphs(answer, bold=True),
        *_told(told, style),
        *_paragraphs(grounds_lines(position.rules, found.grounds, style), bold=False),
        *([f'<p class="source">{escape(style.titled(position.source))}</p>'] if position.source else []),
        f'<p class="source">{escape(rules)}</p>',
    ]
    return (
        f'<!doctype html>\n<html lang="{style.lang}">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{title}</title>\n<style>{_LOOK}</style>\n</head>\n<body>\n"
        + "\n".join(parts)
        + "\n</body>\n</html>\n"
    )


def _paragraphs(lines: list[str], *, bold: bool) -> list[str]:
    start, end = ("<p><strong>", "</strong></p>") if bold else ("<p>", "</p>")
    return [f"{start}{escape(line)}{end}" for line in lines]


def _told(texts: list[PlanText], style: TextStyle) -> list[str]:
    """The sentences; numbered lines, which carry their own numbers, stand in a list."""
    parts: list[str] = []
    for text in texts:
        said = escape(style.said(text.said))
        if not text.numbered:
            parts.append(f"<p>{said}</p>")
        elif parts and parts[-1].endswith("</ul>"):
            parts[-1] = parts[-1].removesuffix("</ul>") + f"<li>{said}</li></ul>"
        else:
            parts.append(f'<ul style="list-style:none"><li>{said}</li></ul>')
    return parts
