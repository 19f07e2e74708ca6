"""Any answer as a document: blocks of sentences in one language."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from analyzer.api.answer import Answer
from analyzer.report.document import Document, document_of_text
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.ruleset import RuleSet


def document(answer: Answer, language: str) -> Document:
    """What an answer says, as blocks in a language."""
    own = getattr(answer, "as_document", None)
    if own is not None:
        found: Document = own(language)
        return found
    return document_of_text(answer.text, language, rules_of(answer))


def style_for(answer: Answer, style: TextStyle) -> TextStyle:
    """The style with the words of the game that an answer is about."""
    rules = rules_of(answer)
    return style if rules is None else replace(style, game=rules.name)


def text_of(answer: Answer, style: TextStyle) -> str:
    """The text of an answer in the words of its game, set as its language sets it, but for that of a file."""
    told = answer.text(style_for(answer, style))
    return told if getattr(answer, "of_a_file", False) else style.typeset(told)


def rules_of(answer: Any) -> RuleSet | None:
    """The rules that an answer is by, where they are told with it."""
    paths = ("position.rules", "finding.dispute.rules", "rules", "score.evening.rules")
    for path in (each.split(".") for each in paths):
        found = answer
        for name in path:
            found = getattr(found, name, None)
        if isinstance(found, RuleSet):
            return found
    return None
