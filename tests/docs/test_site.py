"""The site is built without a warning, and loads nothing from elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from places import POSITIONS, ROOT

from analyzer.disputes.files import loads_dispute
from analyzer.rules.spec.shipped import load_ruleset, ruleset_names


def test_the_site_has_every_clause_and_every_dispute_and_every_link_stays_here(
    tmp_path: Path,
) -> None:
    built = tmp_path / "site"
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-d", str(tmp_path / "trees")]
    subprocess.run([*command, str(ROOT / "docs"), str(built)], check=True, timeout=300)
    for name in ruleset_names():
        page = (built / f"made/rules/{name}.html").read_text(encoding="utf-8")
        assert all(clause in page for clause in load_ruleset(name).clauses)
    settled = (built / "made/settled.html").read_text(encoding="utf-8")
    assert "made/settled.html" in (built / "index.html").read_text(encoding="utf-8")
    for path in sorted((POSITIONS / "disputes").glob("*.yaml")):
        part = settled.partition(path.name)[0].rpartition("<h3>")[2]
        expect = loads_dispute(path.read_text(encoding="utf-8"), str(path)).expect
        assert expect is not None
        assert f"<strong>{expect.verdict}</strong>" in part, path
        assert all(clause in part for clause in expect.clauses or ()), path
        tokens = expect.tokens or {}
        paid = any(tokens.values())
        assert all(re.search(rf"{name} \W?{abs(n)}\b", part) for name, n in tokens.items()) or not paid, path
        assert ("<p>nothing is paid</p>" in part) is not paid or not tokens, path
    loaded = re.compile(r'<(?:script|link|img)[^>]*(?:src|href)="(https?:)?//')
    assert [
        str(page) for page in built.rglob("*.html") if loaded.search(page.read_text(encoding="utf-8"))
    ] == []
