"""What goes back: answers and errors as JSON, and answers that grow as events."""

from __future__ import annotations

import json
from typing import Any, Final

from starlette.responses import Response

from analyzer.errors import IllegalMove, LimitReached, TarokError
from analyzer.messages import ENGLISH
from analyzer.report.view.base import View, plain
from analyzer.report.view.errors import error_view
from analyzer.report.view.writing import dumps

JSON: Final = "application/json"
EVENTS: Final = "text/event-stream"


def written(document: dict[str, Any], status: int = 200) -> Response:
    """A document as JSON, as the command line writes it."""
    return Response(dumps(document), status, media_type=JSON)


def answer(view: View) -> Response:
    """An answer, as `--json` prints it."""
    return written(plain(view))


def refusal(error: TarokError, status: int | None = None, lang: str = ENGLISH) -> Response:
    """What was wrong, with every fault: 409 for a move that the rules forbid, 400 for a bad text."""
    if status is None:
        status = 409 if isinstance(error, IllegalMove) else 503 if isinstance(error, LimitReached) else 400
    return written(plain(error_view(error, lang)), status)


def event(view: View, name: str) -> bytes:
    """An answer as one of a stream of events."""
    return f"event: {name}\ndata: {json.dumps(plain(view), ensure_ascii=False)}\n\n".encode()
