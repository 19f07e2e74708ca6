"""What a reader reads of an answer: its text and its verdict in both languages, from one asking.

The text is in suit symbols and without colours; how long a search took is left out of it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from typing import Any
from unittest.mock import patch

from analyzer.answers.answer import Answer
from analyzer.cli import answering, failures
from analyzer.cli.options import AnswerForm
from analyzer.cli.table import GROUPS
from analyzer.errors import TarokError
from analyzer.messages import Message
from analyzer.report import terminal
from analyzer.report.style.textstyle import TextStyle

LANGS = ("en", "da")
Said = dict[str, str]
"""What is said, by language."""

_MODULES = tuple(f"analyzer.cli.{group}" for group in GROUPS)
_EFFORT = re.compile(r"^.*\d (?:positions? searched in|stilling(?:er)? gennemsøgt på) .* s$", re.MULTILINE)
_SECONDS = re.compile(r"\b\d+[.,]\d+(?= s\b)")


@contextmanager
def listening(width: int) -> Iterator[Said]:
    """What the program says meanwhile, whatever the language and the form in which it was asked to say it."""
    said = dict.fromkeys(LANGS, "")

    def hear(told: Callable[[TextStyle], str]) -> None:
        for lang in LANGS:
            said[lang] += timeless(told(TextStyle(width, lang=lang)))

    def show(answer: Answer, form: AnswerForm, unwritten: Message | None = None, **written: Any) -> int:
        hear(lambda style: "\n".join((terminal.text(answer, style), *terminal.brief(answer, style), "")))
        if unwritten is not None:
            hear(lambda style: f"{style.render(unwritten)}\n")
        return answering.show_answer(answer, form, unwritten, **written)

    def report(error: TarokError, lang: str, *, as_json: bool) -> int:
        hear(lambda style: f"{error.describe(style.lang)}\n")
        return failures.report(error, lang, as_json=as_json)

    with ExitStack() as stack:
        for module in map(import_module, _MODULES):
            if vars(module).get("show_answer") is answering.show_answer:
                stack.enter_context(patch.object(module, "show_answer", show))
        stack.enter_context(patch("analyzer.cli.program.report", report))
        yield said


def timeless(text: str) -> str:
    """The text without what a search took."""
    return _SECONDS.sub("0", _EFFORT.sub("", text))


def digests(said: Said) -> tuple[str, ...]:
    """What is said, short: equal where it is the same."""
    return tuple(hashlib.sha256(said.get(lang, "").encode()).hexdigest()[:8] for lang in LANGS)
