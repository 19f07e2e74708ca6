"""An answer printed: on a terminal, whole or in brief, and as blocks of words that are typed."""

from __future__ import annotations

from msgspec.structs import replace

from analyzer import report
from analyzer.answers.answer import Answer
from analyzer.report.style.textstyle import TextStyle


def text(answer: Answer, style: TextStyle) -> str:
    """All of it on a terminal."""
    return report.terminal.text(answer.says, for_game(answer, style))


def brief(answer: Answer, style: TextStyle) -> list[str]:
    """The answer itself on a terminal, a sentence a line."""
    return report.terminal.headline(answer.in_brief, _in_brief(answer, style))


def beside_file(answer: Answer, style: TextStyle) -> list[str]:
    """What is told beside a file that holds the whole answer, a sentence a line."""
    return report.terminal.headline(answer.beside_file, _in_brief(answer, style))


def document(answer: Answer, language: str) -> report.document.Document:
    """All of it as blocks of words that are typed."""
    return report.spans.document(answer.says, language, answer.about)


def for_game(answer: Answer, style: TextStyle) -> TextStyle:
    """The style with the words of the game that the answer is about."""
    return style if answer.about is None else replace(style, game=answer.about.name)


def _in_brief(answer: Answer, style: TextStyle) -> TextStyle:
    return replace(for_game(answer, style), ids=style.ids or answer.brief_by_ids)
