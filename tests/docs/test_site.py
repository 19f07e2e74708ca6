"""The site is built without a warning, and loads nothing from elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from places import ROOT

from analyzer.rules.spec.shipped import load_ruleset, ruleset_names


def test_the_site_is_built_and_has_every_clause_and_every_link_stays_here(tmp_path: Path) -> None:
    built = tmp_path / "site"
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-d", str(tmp_path / "trees")]
    subprocess.run([*command, str(ROOT / "docs"), str(built)], check=True, timeout=300)
    for name in ruleset_names():
        page = (built / f"made/rules/{name}.html").read_text(encoding="utf-8")
        assert all(clause in page for clause in load_ruleset(name).clauses)
    loaded = re.compile(r'<(?:script|link|img)[^>]*(?:src|href)="(https?:)?//')
    assert [
        str(page) for page in built.rglob("*.html") if loaded.search(page.read_text(encoding="utf-8"))
    ] == []
