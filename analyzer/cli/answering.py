"""Writing an answer: as JSON or as text, with the exit status that tells how it was settled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analyzer.cli.failures import DONE, NO, UNDECIDED, UNWRITTEN
from analyzer.cli.options import AnswerForm
from analyzer.cli.screen import Screen, tell
from analyzer.messages import Message, spoken

if TYPE_CHECKING:
    from analyzer.api.answer import Answer
    from analyzer.report.style.textstyle import TextStyle


def text_style(form: AnswerForm) -> TextStyle:
    """How a report looks on this terminal."""
    return Screen.present().style(form.color, form.lang)


def show(answer: Answer, form: AnswerForm, unwritten: Message | None = None) -> int:
    """Write an answer to standard output; the exit status, that of an `unwritten` file where there is one."""
    if form.as_json:
        from analyzer.report.view.base import plain  # noqa: PLC0415 - only where JSON is written

        write_json(plain(answer.view()))
    else:
        Screen.present().write(answer.text(text_style(form)))
    if unwritten is not None:
        tell(f"tarok-analyze: {spoken(unwritten, form.lang)}\n")
        return UNWRITTEN
    return {"yes": DONE, "no": NO, "open": UNDECIDED}[answer.settled.value]


def write_json(document: dict[str, Any]) -> None:
    """Write a JSON document to standard output."""
    from analyzer.report.view.writing import dumps  # noqa: PLC0415 - only where JSON is written

    screen = Screen.present()
    screen.write(dumps(document, ascii_only=not screen.symbols))
