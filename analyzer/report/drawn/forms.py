"""The forms in which a printed position is text, by their names."""

from __future__ import annotations

from analyzer.report.drawn.printed import Printed
from analyzer.report.drawn.written import markdown, page_html


def form_of(name: str, page: Printed, lang: str) -> str:
    """The page as `html` or `markdown`."""
    match name:
        case "html":
            return page_html(page, lang)
        case "markdown":
            return markdown(page)
        case _:
            raise ValueError(name)
