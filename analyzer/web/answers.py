"""What goes back: answers and errors as JSON, and answers that grow as events."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from starlette.datastructures import Headers
from starlette.responses import Response

from analyzer.errors import TarokError
from analyzer.messages import ENGLISH, LANGUAGES

if TYPE_CHECKING:
    from analyzer.report.view.base import View

JSON: Final = "application/json"
EVENTS: Final = "text/event-stream"


def written(document: dict[str, Any], status: int = 200) -> Response:
    """A document as JSON, as the command line writes it."""
    from analyzer.report.view.writing import dumps  # noqa: PLC0415 - the page comes before its answers

    return Response(dumps(document), status, media_type=JSON)


def answer(view: View) -> Response:
    """An answer, as `--json` prints it."""
    return written(_plain(view))


def refusal(error: TarokError, status: int | None = None, lang: str = ENGLISH) -> Response:
    """What was wrong, with every fault: 409 for a move that the rules forbid, 400 for a bad text."""
    from analyzer.report.view.errors import error_view  # noqa: PLC0415 - as above
    from analyzer.web.work import status_of  # noqa: PLC0415

    return written(_plain(error_view(error, lang)), status_of(error) if status is None else status)


def preferred(headers: Headers, otherwise: str) -> str:
    """The language that a browser asks for first of those that are spoken."""
    asked = headers.get("accept-language", "").lower().replace(";", ",").split(",")
    return next((word for each in asked if (word := each.strip()[:2]) in LANGUAGES), otherwise)


def event(view: View, name: str) -> bytes:
    """An answer as one of a stream of events."""
    return f"event: {name}\ndata: {json.dumps(_plain(view), ensure_ascii=False)}\n\n".encode()


def _plain(view: View) -> dict[str, Any]:
    from analyzer.report.view.base import plain  # noqa: PLC0415 - as above

    return plain(view)
