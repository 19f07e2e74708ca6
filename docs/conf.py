"""The site, which `make docs` writes to build/docs; pages made from rule sets and schemas are made first."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from pages import write_pages

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
