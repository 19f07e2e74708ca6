"""Writing an answer: as JSON or as text, with the exit status that tells how it was settled."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from analyzer import answers, api, report, views
from analyzer.cli.failures import DONE, NO, UNDECIDED, UNWRITTEN, about, write_json
from analyzer.cli.options import AnswerForm
from analyzer.cli.screen import Screen, put_bytes, tell
from analyzer.errors import UsageError
from analyzer.messages import Message, say, spoken

if TYPE_CHECKING:
    from analyzer.report.style.textstyle import TextStyle


_STATUS: Final = {"yes": DONE, "no": NO, "open": UNDECIDED}


def text_style(form: AnswerForm) -> TextStyle:
    """How a report looks on this terminal."""
    return Screen.present().style(form.color, form.lang, stats=form.stats, ids=form.ids)


def plain_style(lang: str) -> TextStyle:
    """How that looks which is told beside an answer: without colours."""
    return Screen.present().style("never", lang)


def show(
    answer: answers.answer.Answer,
    form: AnswerForm,
    unwritten: Message | None = None,
    *,
    output: Path | None = None,
) -> int:
    """Write an answer to standard output, its verdict alone where all of it goes into a file as well.

    Returns: the exit status, that of an `unwritten` file where there is one.
    """
    if form.told_as == "document":
        write_json(report.document.plain_document(report.printing.document(answer, form.lang)))
    elif form.as_json:
        write_json(views.base.plain(answer.view()))
    elif form.brief or output is not None:
        style = text_style(form)
        sentences = (
            report.printing.brief(answer, style) if form.brief else report.printing.beside_file(answer, style)
        )
        Screen.present().write(_under_its_file(sentences, style))
    else:
        style = text_style(form)
        Screen.present().write(_headed(report.printing.text(answer, style), style))
    status = _STATUS[answer.settled.value]
    return status if unwritten is None else _unwritten(unwritten, form)


def printed(unwritten: Message | None, output: Path, form: AnswerForm, status: int) -> int:
    """Tell the file that was written; the exit status, another where it was not."""
    if unwritten is not None:
        return _unwritten(unwritten, form)
    if not (form.as_json or form.brief or form.told_as == "document"):
        Screen.present().write(f"{text_style(form).safe(str(output))}\n")
    return status


def _unwritten(why: Message, form: AnswerForm) -> int:
    tell(f"tarok-analyze: {spoken(why, form.lang)}\n")
    return UNWRITTEN


def show_alone(answer: api.files.show.Shown, form: AnswerForm) -> int:
    """Write what is shown and nothing beside it, so that another program can read it; the exit status.

    Raises: UsageError for a picture that would go to a terminal.
    """
    if (
        form.as_json
        or form.brief
        or form.told_as == "document"
        or answer.shape is api.files.show.ShownAs.DIAGRAM
    ):
        return show(answer, form)
    screen = Screen.present()
    if answer.shape not in (api.files.show.ShownAs.PNG, api.files.show.ShownAs.PDF):
        screen.write(answer.content(text_style(form)).decode())
    elif screen.out.isatty():
        raise UsageError(say("a picture in dots is nothing for a terminal; -o OUT names a file for it"))
    else:
        put_bytes(screen.out, answer.content(text_style(form)))
    return _STATUS[answer.settled.value]


def _headed(text: str, style: TextStyle) -> str:
    """The text under the name of its file, where that is one of several."""
    file = about()
    return text if file is None else f"{style.paint(style.safe(file), 'bold')}\n{text}\n"


def _under_its_file(sentences: Sequence[str], style: TextStyle) -> str:
    """Sentences, a line each; behind the name of their file, where it is one of several."""
    file = about()
    before = "" if file is None else f"{style.safe(file)}: "
    return "".join(f"{before}{sentence}\n" for sentence in sentences)
