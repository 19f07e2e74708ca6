"""A file that was cut anywhere is refused or answered, and a name of any kind is printed as it is."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from effort import part
from places import POSITIONS

import analyzer
from analyzer.evenings.tally import loads as evening_of
from analyzer.evenings.tally import tally

SESSIONS = sorted((POSITIONS / "sessions").glob("*.yaml"))
ENDINGS = sorted(POSITIONS.glob("*.yaml"))


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_an_evening_cut_anywhere_is_refused_or_scored(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for cut in part(range(len(text)), 100):
        with suppress(analyzer.TarokError):
            tally(evening_of(text[:cut], str(path)))


@pytest.mark.parametrize("path", ENDINGS, ids=lambda path: path.stem)
def test_a_position_cut_anywhere_is_refused_or_read(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for cut in part(range(len(text)), 200):
        with suppress(analyzer.TarokError):
            analyzer.loads(text[:cut], str(path))


NAMED = """\
format: tarok-position/1
players: ["{0}", Bent Erik, "Ζωή"]
hands: {{"{0}": dR T7, Bent Erik: hR d9, "Ζωή": c7 c2}}
lead: Bent Erik
dealer: "Ζωή"
lines: [{{name: one, play: hR c2 T7 dR d9 c7}}]
"""
COMMANDS = (
    *(["solve"], ["solve", "--brief"], ["forced", "--goal", "ultimo", "--for", "Bent Erik"], ["moves"]),
    *(["explain", "--for", "Bent Erik"], ["replay"], ["replay", "--audit"], ["decide"], ["show"], ["check"]),
)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("first", ["Anna Maria", "Karl-Friedrich August Ferdinand von und zu Hohenfelde"])
def test_names_of_two_words_of_fifty_signs_and_of_other_scripts_are_printed(
    words: list[str], first: str, run, tmp_path: Path
) -> None:
    file = tmp_path / "named.yaml"
    file.write_text(NAMED.format(first), encoding="utf-8")
    for lang in ("en", "da", "fr"):
        told = run(words[0], str(file), *words[1:], "--lang", lang).out.replace("\n", " ")
        assert "?" not in told.replace(" ?", ""), told
        shown = [word for word in ("Bent Erik", "Ζωή") if word not in " ".join(told.split())]
        assert (
            shown in ([], ["Ζωή"], ["Bent Erik"]) if "--brief" in words or words == ["moves"] else not shown
        )
