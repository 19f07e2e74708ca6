"""The site is built without a warning, and loads nothing from elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from places import POSITIONS, ROOT

from analyzer.api.files.new import template_kinds
from analyzer.cli.table import COMMANDS
from analyzer.disputes.files import loads_dispute
from analyzer.disputes.table import DISPUTE_KINDS
from analyzer.rules.spec.shipped import load_ruleset, ruleset_names

PLAIN = ("position", "session", "study", "rules", "certificate", "game-graph", "clause-graph", "batch-run")
"""Kinds of files beside those of disputes."""


def test_every_kind_of_file_has_a_page_on_which_no_key_goes_untold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    pages = import_module("pages")
    told = pages.every_file_page()
    assert {name.removeprefix("dispute-") for name in told} == {*DISPUTE_KINDS, *PLAIN}
    rows = [(name, row) for name, page in told.items() for row in page.splitlines() if row.startswith("| `")]
    assert len(rows) > 1000
    assert [each for each in rows if re.search(r"\| (optional\.)? *\|$", each[1])] == []
    whole = "\n".join(told.values())
    assert all(pages.written("new", kind, "--json")["text"].rstrip() in whole for kind in template_kinds())


def test_the_site_has_every_clause_and_every_dispute_and_every_link_stays_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    built = tmp_path / "site"
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-d", str(tmp_path / "trees")]
    subprocess.run([*command, str(ROOT / "docs"), str(built)], check=True)
    for name in ruleset_names():
        page = (built / f"made/rules/{name}.html").read_text(encoding="utf-8")
        assert all(clause in page for clause in load_ruleset(name).clauses)
    assert 'lang="da"' in (built / "da/index.html").read_text(encoding="utf-8")
    pages = {path.name: path.read_text(encoding="utf-8") for path in built.rglob("*.html")}
    assert [name for name, page in pages.items() if re.search(r"\b\d{3}_[0-9a-f]{16}", page)] == []
    for name in DISPUTE_KINDS:
        page = (built / f"made/files/dispute-{name}.html").read_text(encoding="utf-8")
        assert f"kind: {name}" in re.sub("<[^>]*>", "", page), name
    listed = (built / "made/files.html").read_text(encoding="utf-8")
    assert all(f"files/{name}.html" in listed for name in (*PLAIN, "dispute-discard"))
    commands = (built / "made/commands.html").read_text(encoding="utf-8")
    assert all(f"Usage: tarok-analyze {name} " in re.sub("<[^>]*>", "", commands) for name in COMMANDS)
    api = (built / "api.html").read_text(encoding="utf-8")
    assert all(f'id="analyzer.{name}"' in api for name in ("forced", "solve", "Batch", "Position", "table"))
    front = (built / "index.html").read_text(encoding="utf-8")
    groups = {*re.findall(r'caption-text">([^<]+)<', front)}
    assert groups == set(), "developers' pages are apart"
    entries = re.findall(r'<li class="toctree-l1[^"]*"><a', front)
    assert 8 <= len(entries) <= 12
    assert 'lang="fr"' in (built / "fr/index.html").read_text(encoding="utf-8")
    tutorial = re.sub("<[^>]*>", "", (built / "tutorial.html").read_text(encoding="utf-8"))
    assert "\n...\n" not in tutorial
    assert "Proven by the rules alone." in tutorial
    danish = (built / "da/index.html").read_text(encoding="utf-8")
    guides = ("slutspil", "tvister", "opgaver", "programmer", "undersoegelser", "installer")
    assert all(f'href="{name}.html"' in danish for name in guides)
    assert "table-dark.jpg" in danish
    printed = {path.name for path in (built / "_downloads").rglob("*.pdf")}
    assert printed == {name for name in import_module("pages").PAPER if name.endswith(".pdf")}
    assert {path.name for path in (built / "_images").glob("*.png")} >= {"problem.png", "opgave.png"}
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
