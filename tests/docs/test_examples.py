"""What README and the site show is what happens: commands, their answers, Python."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import here
from places import POSITIONS, ROOT
from sybil import Document, Example
from sybil.parsers.myst import CodeBlockParser, PythonCodeBlockParser

PROGRAM = "tarok-analyze"
EXIT = re.compile(r"# exit (\d)")
PAGES = sorted(
    [ROOT / "README.md", *(path for path in (ROOT / "docs").rglob("*.md") if "made" not in path.parts)]
)


def arguments(line: str) -> list[str] | None:
    """The arguments of a shown command line of ours; None for any other line."""
    words = shlex.split(line, comments=True)
    return words[1:] if words[:1] == [PROGRAM] else None


def run_shown(example: Example) -> str:
    """Run every command of ours in a block; those after a `$` must answer as shown below them."""
    shown = str(example.parsed)
    for line, answer in commands_of(shown):
        words = arguments(line)
        if words is None:
            continue
        ran = here(*words)
        wanted = {int(found[1])} if (found := EXIT.search(line)) else {0, 1, 4} if answer else {0}
        if ran.status not in wanted:
            return f"{line}\nexit status {ran.status}, not {wanted}\n{ran.err}"
        if answer and not fits(ran.out, answer):
            return f"{line}\nanswered\n{ran.out}\nnot as shown:\n{answer}"
    return ""


def write_shown(example: Example) -> str:
    """Write a position that a page shows whole as `position.yaml`, for the commands below it."""
    if str(example.parsed).startswith("format: tarok-position/"):
        Path("position.yaml").write_text(example.parsed, encoding="utf-8")
    return ""


def commands_of(shown: str) -> Iterator[tuple[str, str]]:
    """Command lines with what is shown below each; without `$` every line is a command."""
    if not shown.startswith("$ "):
        yield from ((line, "") for line in shown.replace("\\\n", " ").splitlines())
        return
    for part in re.split(r"^\$ ", shown, flags=re.MULTILINE)[1:]:
        line, _, answer = part.partition("\n")
        yield line, answer


def fits(text: str, shown: str) -> bool:
    """Whether a text is as shown, where `...` stands for any lines, and within a line for any words."""
    pattern = "\n".join(line.rstrip() for line in shown.strip().splitlines())
    escaped = re.escape(pattern).replace(re.escape("..."), "(?s:.*)")
    return re.fullmatch(escaped, "\n".join(line.rstrip() for line in text.strip().splitlines())) is not None


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the shipped positions, to run what is shown in."""
    shutil.copytree(POSITIONS, tmp_path / "positions")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_page_shows_is_what_happens(page: Path, desk: Path) -> None:
    parsers = [PythonCodeBlockParser(), *(CodeBlockParser(each, run_shown) for each in ("sh", "console"))]
    parsers.append(CodeBlockParser("yaml", write_shown))
    for example in Document.parse(str(page), *parsers).examples():
        example.evaluate()


def test_the_pages_show_commands_and_python() -> None:
    shown = "".join(path.read_text(encoding="utf-8") for path in PAGES)
    assert len(re.findall(rf"^(?:\$ )?{PROGRAM} \w+", shown, re.MULTILINE)) > 20
    assert shown.count("```python") > 2


@pytest.mark.parametrize(
    ("text", "shown", "same"),
    [
        ("a\nb\n", "a\nb", True),
        ("a\nb\nc\n", "a\n...\nc", True),
        ("96 positions in 0.1 s", "96 positions in ... s", True),
        ("a\nb\n", "a\nc", False),
        ("a\nb\n", "a", False),
    ],
)
def test_an_answer_is_held_against_what_is_shown_of_it(text: str, shown: str, same: bool) -> None:
    assert fits(text, shown) is same
