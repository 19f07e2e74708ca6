"""The questions of the board answered on the spot: for a page without a server, whose worker asks here."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from analyzer.answers.requests import Means
from analyzer.errors import INTERRUPTED, LimitReached, TarokError
from analyzer.messages import ENGLISH, choose_language
from analyzer.search.engine.results import Limits
from analyzer.search.engine.watch import Watch
from analyzer.views.base import View, dumps, error_view, plain
from analyzer.web.library import shelf_item, shelf_list
from analyzer.web.page_messages import words_in
from analyzer.web.questions import QUESTIONS
from analyzer.web.work import Body, BySearch, Growing, Quick, read_body, status_of

Heard = Callable[[str, str], None]
"""Is given each event of an answer that grows: its kind (`grown`, `done`, `error`) and its JSON."""

MEANS: Final = Means(Limits(timeout=60.0, table_mb=64))
"""What one question may use up in a browser: one thread, and memory that a phone has."""
OK: Final = 200


def answered(name: str, body: str | None, heard: Heard) -> tuple[int, str]:
    """The answer to a question as `POST /api/NAME` gives it: its status and its JSON.

    `name` may be that of a question, or `words?lang=LANG`, `shelf` or `shelf/ITEM`, which have no
    body. An answer that grows is told to `heard`, and what comes back is empty. A search that was
    interrupted is told as one whose limits were reached.
    """
    lang = ENGLISH
    try:
        if body is None:
            return OK, dumps(_get_resource(name))
        asked = read_body(body)
        lang = asked.lang
        return OK, _worked(name, asked, heard)
    except TarokError as error:
        return status_of(error), dumps(plain(error_view(error, lang)))
    except KeyboardInterrupt:
        stopped = LimitReached(INTERRUPTED)
        return status_of(stopped), dumps(plain(error_view(stopped, lang)))


def _get_resource(name: str) -> dict[str, Any]:
    """What is asked without a body. Raises: UsageError for a name that is not on the shelf."""
    what, _, more = name.partition("?" if name.startswith("words") else "/")
    if what == "words":
        return words_in(choose_language(more.removeprefix("lang="))) | {"first": None, "public": None}
    return shelf_item(more) if more else shelf_list()


def _worked(name: str, body: Body, heard: Heard) -> str:
    """The answer of a question, as JSON; empty where `heard` was told it. Raises: what the question does."""
    work = QUESTIONS[name](body)
    if isinstance(work, Quick):
        return dumps(plain(work.view()))
    watch = Watch()
    with watch.meanwhile():
        if isinstance(work, BySearch):
            return dumps(plain(work.view(MEANS, watch)))
        _grown(work, watch, heard)
    return ""


def _grown(work: Growing, watch: Watch, heard: Heard) -> None:
    """Tell an answer while it is found, in the end as `done`. Raises: what reading the question does."""
    last: View | None = None

    def tell(view: View) -> None:
        nonlocal last
        last = view
        heard("grown", json.dumps(plain(view), ensure_ascii=False))

    search = work.begin()
    try:
        search(MEANS, watch, tell)
    except TarokError as error:
        heard("error", json.dumps(plain(error_view(error, work.lang)), ensure_ascii=False))
        return
    if last is not None:
        heard("done", json.dumps(plain(last), ensure_ascii=False))
