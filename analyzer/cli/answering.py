"""Writing an answer: as JSON or as text, with the exit status that tells how it was settled."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from analyzer import api, report
from analyzer.cli.documents import about, write_json
from analyzer.cli.failures import DONE, NO, UNDECIDED, UNWRITTEN
from analyzer.cli.options import AnswerForm
from analyzer.cli.screen import Screen, put_bytes, tell
from analyzer.errors import UsageError
from analyzer.messages import Message, say, spoken

if TYPE_CHECKING:
    from analyzer.report.style.textstyle import TextStyle


_STATUS: Final = {"yes": DONE, "no": NO, "open": UNDECIDED}


def text_style(form: AnswerForm) -> TextStyle:
    """How a report looks on this terminal."""
    return replace(Screen.present().style(form.color, form.lang), stats=form.stats)


def plain_style(lang: str) -> TextStyle:
    """How that looks which is told beside an answer: without colours."""
    return Screen.present().style("never", lang)


def show(answer: api.answer.Answer, form: AnswerForm, unwritten: Message | None = None) -> int:
    """Write an answer to standard output; the exit status, that of an `unwritten` file where there is one."""
    if form.as_json:
        write_json(report.view.base.plain(answer.view()))
    elif form.brief:
        Screen.present().write(_brief(answer, text_style(form)))
    else:
        style = text_style(form)
        Screen.present().write(_headed(answer.text(style), style))
    if unwritten is not None:
        tell(f"tarok-analyze: {spoken(unwritten, form.lang)}\n")
        return UNWRITTEN
    return _STATUS[answer.settled.value]


def show_alone(answer: api.show.Shown, form: AnswerForm) -> int:
    """Write what is shown and nothing beside it, so that another program can read it; the exit status.

    Raises: UsageError for a picture that would go to a terminal.
    """
    if form.as_json or form.brief or answer.shape is api.show.ShownAs.DIAGRAM:
        return show(answer, form)
    screen = Screen.present()
    if answer.shape not in (api.show.ShownAs.PNG, api.show.ShownAs.PDF):
        screen.write(answer.text(text_style(form)))
    elif screen.out.isatty():
        raise UsageError(say("a picture in dots is nothing for a terminal; -o OUT names a file for it"))
    else:
        put_bytes(screen.out, answer.content(text_style(form)))
    return _STATUS[answer.settled.value]


def _headed(text: str, style: TextStyle) -> str:
    """The text under the name of its file, where that is one of several."""
    file = about()
    return text if file is None else f"{style.paint(style.safe(file), 'bold')}\n{text}\n"


def _brief(answer: api.answer.Answer, style: TextStyle) -> str:
    """The verdict, a sentence a line; behind the name of its file, where it is one of several."""
    file = about()
    before = "" if file is None else f"{style.safe(file)}: "
    return "".join(f"{before}{sentence}\n" for sentence in api.brief.verdict_of(answer, style))
