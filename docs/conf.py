"""The site, which `make docs` writes to build/docs; pages made from rule sets and schemas are made first."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from pages import with_whole_answers, write_pages
from sphinx.application import Sphinx

project = "Tarok Analyzer"
author = "The Tarok Analyzer authors"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["performance-data"]
html_theme = "furo"
html_title = "Tarok Analyzer"
html_static_path: list[str] = []
myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence", "deflist"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
nitpicky = False
# The site loads nothing from elsewhere: no fonts, no scripts, no analytics.
html_theme_options = {"source_repository": "", "footer_icons": []}

write_pages(Path(__file__).parent / "made")


def _in_its_language(_app: Sphinx, page: str, _template: str, context: dict[str, Any], _tree: object) -> None:
    if page.startswith(("da/", "fr/")):
        context["language"] = page[:2]


def _answered_in_full(_app: Sphinx, _page: str, source: list[str]) -> None:
    source[0] = with_whole_answers(source[0])


def setup(app: Sphinx) -> None:
    """Pages in Danish and French say that they are; what a command answers stands there whole."""
    app.connect("html-page-context", _in_its_language)
    app.connect("source-read", _answered_in_full)
