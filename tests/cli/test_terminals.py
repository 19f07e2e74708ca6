"""Every terminal a player may sit at: narrow, colourless, without Danish letters, closed too early."""

from __future__ import annotations

import io
import json
import re
import signal
import subprocess
import sys

import pytest
from commands import BAD, LONG, PROP1, Run, process, until_at_work

from analyzer.cli.screen import in_colour, put
from analyzer.layout import visible

COLOURS = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("lang", ["en", "da"])
@pytest.mark.parametrize(
    "args",
    [
        ["solve"],
        ["solve", "--goal", "ultimo", "--for", "A"],
        ["solve", "--max-nodes", "20"],
        ["forced", "--for", "A", "--by", "A,C"],
        ["replay", "--audit"],
    ],
    ids=" ".join,
)
def test_no_line_is_wider_than_the_terminal(
    run: Run, prop1: str, monkeypatch: pytest.MonkeyPatch, columns: int, lang: str, args: list[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    ran = run(args[0], prop1, *args[1:], "--lang", lang)
    assert ran.status in (0, 1, 4)
    assert max(visible(line) for line in ran.out.splitlines()) <= columns


def test_rules_fit_a_narrow_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    out = run("rules").out
    assert max(map(visible, out.splitlines())) <= 60
    assert "danish-1996" in out


def test_long_names_do_not_break_the_table(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    text = PROP1
    names = {"A": "Wilhelmine-Charlotte", "B": "Bartholomæus den Ældre", "C": "Christoffer"}
    for letter, name in names.items():
        text = re.sub(rf"\b{letter}\b", name, text)
    monkeypatch.setenv("COLUMNS", "60")
    ran = run("solve", "-", stdin=text)
    assert ran.status == 0
    assert max(visible(line) for line in ran.out.splitlines()) <= 60
    assert "Bartholomæus den Ældre" in ran.out


def test_colours_change_no_letter(run: Run, prop1: str) -> None:
    plain = run("solve", prop1, "--color", "never").out
    painted = run("solve", prop1, "--color", "always").out
    assert "\x1b[" not in plain
    assert "\x1b[31m♥R\x1b[0m" in painted

    def timeless(text: str) -> str:
        return re.sub(r"in [\d.]+ s", "", COLOURS.sub("", text))

    assert timeless(painted) == timeless(plain)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environ", "colours"),
    [
        ({}, True),
        ({"NO_COLOR": "1"}, False),
        ({"NO_COLOR": ""}, True),
        ({"TERM": "dumb"}, False),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
    ],
)
def test_a_terminal_has_colours_unless_the_user_wants_none(environ: dict[str, str], colours: bool) -> None:
    assert in_colour("auto", Terminal(), environ) is colours


def test_a_pipe_has_no_colours_unless_they_are_forced() -> None:
    assert in_colour("auto", io.StringIO(), {}) is False
    assert in_colour("auto", io.StringIO(), {"FORCE_COLOR": "1"}) is True
    assert in_colour("always", io.StringIO(), {"NO_COLOR": "1"}) is True


def test_a_terminal_without_suit_symbols_gets_letters() -> None:
    ran = process("solve", "-", stdin=PROP1, PYTHONIOENCODING="ascii")
    assert ran.returncode == 0
    out = ran.stdout.decode("ascii")
    assert "hR d9" in out
    assert "?" not in out
    danish = process("solve", "-", "--lang", "da", stdin=PROP1, PYTHONIOENCODING="ascii")
    assert "afhaenger" in danish.stdout.decode("ascii")


def test_json_on_an_ascii_terminal_escapes_names() -> None:
    text = PROP1.replace("A", "Åse")
    ran = process("solve", "-", "--json", stdin=text, PYTHONIOENCODING="ascii")
    assert ran.returncode == 0
    assert "Åse" in json.loads(ran.stdout.decode("ascii"))["goals"]


def test_messages_survive_an_ascii_terminal() -> None:
    ran = process("replay", "-", "--line", "nope", stdin=PROP1, PYTHONIOENCODING="ascii")
    assert ran.returncode == 2
    assert b"B leads the king" in ran.stderr


def test_latin_letters_stay_where_the_terminal_has_them() -> None:
    raw = io.BytesIO()
    terminal = io.TextIOWrapper(raw, encoding="latin-1")
    put(terminal, "Åse: ♥R → 1\n")
    assert raw.getvalue().decode("latin-1") == "Åse: hR -> 1\n"


def test_a_reader_who_leaves_early_is_no_error() -> None:
    command = f"{sys.executable} -m analyzer rules | head -1; echo ${{PIPESTATUS[0]}}"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, timeout=60, check=True)
    assert ran.stderr == b""
    assert ran.stdout.splitlines()[-1] == b"0"


def test_standard_input_is_a_file_too() -> None:
    ran = process("solve", "-", stdin=BAD)
    assert ran.returncode == 3
    assert b"<stdin>:3:12: hX" in ran.stderr


def test_ctrl_c_in_a_long_search_ends_it_with_what_is_known() -> None:
    command = [sys.executable, "-m", "analyzer", "solve", "-", "--json"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as search:  # fmt: skip
        assert search.stdin is not None
        search.stdin.write(LONG.encode())
        search.stdin.close()
        search.stdin = None
        until_at_work(search, 1.5)
        search.send_signal(signal.SIGINT)
        out, err = search.communicate(timeout=60)
    assert search.returncode == 4
    assert err == b""
    found = json.loads(out)
    assert found["limits"]["reason"] == "interrupted"
    assert "equilibria" in found["limits"]["unfinished"]


def test_the_version_is_one_line(run: Run) -> None:
    ran = run("--version")
    assert ran.status == 0
    assert re.fullmatch(r"tarok-analyze \S.*\n", ran.out)
