"""A commented file to begin with: of each kind, in both languages, read as it stands."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import Run
from effort import part

from analyzer.api.files.new import template_kinds
from analyzer.disputes.table import DISPUTE_KINDS
from analyzer.yamltree.reading import read

PLAYED = {
    **dict.fromkeys(("position", "whole-hand", "hand-position", "tarot-position"), "replay"),
    **dict.fromkeys(("session", "tarot-session"), "score"),
    "rules": "rules",
}
"""What reads a file of a kind; all others are disputes."""
TWICE = {"session": "session-dispute"}
"""What a dispute is called here, where a file of another kind has its name."""


def comments(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip().startswith("#")]


def said(node: object) -> object:
    """What stands in a file, without what each language has its own words for."""
    plain = node.plain()  # type: ignore[attr-defined]
    if plain["format"].startswith("tarok-rules/"):
        keys = "name", "extends", "options"
        return [plain[key] for key in keys], [each["parameters"] for each in plain["clauses"]]
    for hand in plain.get("hands", []) if isinstance(plain.get("hands"), list) else []:
        hand.pop("declarations", None)
    return plain


@pytest.mark.parametrize("kind", template_kinds())
@pytest.mark.parametrize("lang", part(["en", "da", "fr"], 3))
def test_a_new_file_is_read_as_it_stands(run: Run, tmp_path: Path, kind: str, lang: str) -> None:
    path = tmp_path / "new.yaml"
    assert run("new", kind, "--lang", lang, "-o", str(path)).status == 0
    if kind == "study":
        assert run("study", "run", str(path), "--store", str(tmp_path / "store")).status == 0
        return
    read = run(PLAYED.get(kind, "check"), str(path))
    assert read.status in ((0,) if kind in PLAYED else (0, 1, 4)), read.err
    assert read.out
    assert "Not as the file expects" not in read.out
    assert run("new", kind, "--lang", lang).out == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("other", part(["da", "fr"], 2))
@pytest.mark.parametrize("kind", template_kinds())
def test_a_new_file_says_the_same_in_every_language(run: Run, kind: str, other: str) -> None:
    english, told = (run("new", kind, "--lang", lang, "--json").json["text"] for lang in ("en", other))
    first, second = (read(text, "new")[0] for text in (english, told))
    assert said(first) == said(second)
    assert len(comments(english)) == len(comments(told)) > 5
    assert not set(comments(english)) & set(comments(told)) - {
        line for line in comments(english) if ": " in line or line == "#"
    }


def test_there_is_a_new_file_of_everything_that_is_played(run: Run) -> None:
    assert set(PLAYED) <= set(template_kinds())
    for kind, told in DISPUTE_KINDS.items():
        name = TWICE.get(kind, kind)
        assert name in template_kinds()
        if len(told.ways) > 1:
            assert f"hand-{name}" in template_kinds()
    ran = run("new", "sesion")
    assert ran.status == 2
    assert "did you mean session?" in ran.err


def test_a_new_file_that_cannot_be_written_is_told_and_the_answer_with_it(run: Run, tmp_path: Path) -> None:
    ran = run("new", "session", "-o", str(tmp_path / "no" / "where.yaml"), "--json")
    assert ran.status == 74
    assert "no/where.yaml" in ran.json["reason"]
    assert ran.json["text"].startswith("# An evening")


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("revoke", "play"),
        ("kulørsvigt", "play"),
        ("Skat", "discard"),
        ("stilling", "position"),
        ("helt spil", "whole-hand"),
        ("sidste stik", "settlement"),
        ("aften", "session"),
        ("evening", "session"),
        ("husregler", "rules"),
        ("auction", "bid"),
        ("écart", "discard"),
        ("enchères", "bid"),
        ("soirée", "session"),
        ("pots", "session-dispute"),
    ],
)
def test_a_new_file_is_asked_for_by_the_words_of_the_table(run: Run, word: str, kind: str) -> None:
    assert run("new", word).out == run("new", kind).out


def test_who_asks_for_a_dispute_is_told_what_it_can_be_about(run: Run) -> None:
    for word in ("dispute", "tvist"):
        ran = run("new", word)
        assert ran.status == 2
        assert all(TWICE.get(kind, kind) in ran.err for kind in DISPUTE_KINDS)
        assert "whole-hand" not in ran.err
