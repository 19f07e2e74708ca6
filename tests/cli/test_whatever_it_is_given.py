"""Whatever a command is given, it says in a line what is wrong and where, and never that it has a bug.

So too a file of another kind than the command reads, and every file that is shipped.
"""

from __future__ import annotations

import json
import os
import re
import threading
from pathlib import Path

import pytest
from asked_anything import ASKED, command_lines
from commands import PROP1, Run, written
from places import POSITIONS, ROOT

from analyzer.cli.main import main

TEXT = PROP1.encode()
PLACED = re.compile(r"^[^:]+(:\d+:\d+)?: .+")


def with_king(word: str) -> bytes:
    return TEXT + f"pots: {{king: {word}, pagat: 60}}\n".encode()


def nested(opening: str, closing: str, deep: int) -> bytes:
    return f"a: {opening * deep}1{closing * deep}\n".encode()


LAUGHS = "a: &a [x, x, x, x]\n" + "".join(
    f"{name}: &{name} [*{before}, *{before}, *{before}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
BAD = {
    "nothing": b"",
    "blank lines": b"\n \n",
    "a comment": b"# only\n",
    "a word": b"hello\n",
    "null": b"~\n",
    "a list": b"- a\n- b\n",
    "a NUL": TEXT[:60] + b"\0" + TEXT[60:],
    "no text": bytes(range(256)) * 4,
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(range(200)),
    "UTF-16": PROP1.encode("utf-16"),
    "UTF-32": PROP1.encode("utf-32"),
    "Windows-1252": TEXT.replace(b"Who", b"\xc6"),
    "too large": b"# x\n" * 300_000,
    "one long line": b'hands: "' + b"hR " * 400_000 + b'"\n',
    "deep lists": nested("[", "]", 300),
    "deep mappings": nested("{a: ", "}", 300),
    "deep indents": b"".join(b" " * deep + b"a:\n" for deep in range(300)),
    "deep dashes": b"- " * 900 + b"x\n",
    "laughs": LAUGHS.encode(),
    "itself": b"a: &a [*a]\n",
    "a merge": b"a: &a {x: 1}\nb:\n  <<: *a\n",
    "no anchor": b"a: *x\n",
    "a key twice": TEXT + b"lead: C\n",
    "two documents": TEXT + b"---\n" + TEXT,
    "a tag": b'!!python/object/apply:os.system ["echo"]\n',
    "binary": b'format: !!binary "aGVq"\n',
    "an open quote": b'a: "x',
    "a tab": b"a:\n\tb: c\n",
    "a directive": b"%YAML 9.9\n---\na: b\n",
    "colons": b":" * 3000,
    "dashes": b"-" * 3000,
    "ampersands": b"&" * 300,
    "a star": b"*\n",
    "a block": b"a: |9999\n x\n",
    "question marks": b"? ? ? a\n",
    "a mapping as key": b"? {a: b}\n: c\n",
    "a control sign": TEXT.replace(b"Who", b"\x1b[31mWho"),
    "half a pair": b'title: "\\ud800"\n' + TEXT,
    "not a number": with_king(".nan"),
    "infinity": with_king(".inf"),
    "10^23": with_king("1" + "0" * 23),
    "6000 digits": with_king("9" * 6000),
    "a date": with_king("2024-01-01"),
    "hexadecimal": with_king("0x3C"),
    "a float": with_king("60.0"),
    "true": with_king("true"),
    "less than none": with_king("-5"),
    "a number as name": TEXT.replace(b"  A: [", b"  1: ["),
    "null as name": TEXT.replace(b"  A: [", b"  ~: ["),
    "no name": TEXT.replace(b"  A: [", b'  "": ['),
    "a list as name": TEXT.replace(b"  A: [", b"  [A]: ["),
    "a long name": TEXT.replace(b"  A: [", b"  " + b"A" * 5000 + b": ["),
    "one name thrice": TEXT.replace(b"[A, B, C]", b"[A, A, A]"),
    "no players": TEXT.replace(b"[A, B, C]", b"[]"),
    "a mapping of players": TEXT.replace(b"[A, B, C]", b"{}"),
    "what format": b"format: {}\n",
    "no such format": b"format: tarok-position/9\n",
    "what kind": b"format: tarok-dispute/1\nkind: {}\n",
    "a list of kinds": b"format: tarok-dispute/1\nkind: [discard]\n",
    "a number as kind": b"format: tarok-dispute/1\nkind: 3\n",
    "a device as rules": TEXT + b"ruleset: /dev/zero\n",
    "NUL as rules": TEXT + b'ruleset: "\\0"\n',
    "a folder as rules": TEXT + b"ruleset: /tmp\n",
    "a mapping as rules": TEXT + b"ruleset: {}\n",
    "no rules": TEXT + b'ruleset: ""\n',
    "long rules": TEXT + b"ruleset: " + b"a" * 5000 + b"\n",
    "itself as rules": TEXT + b"ruleset: ./given.yaml\n",
    "a list as variant": TEXT + b"variant: []\n",
    "a mapping as reading": TEXT + b"variant: {a: {}}\n",
    "long play": TEXT.replace(b"play: ", b"play: " + b"hR " * 3000),
    "strange play": TEXT.replace(b"play: ", b"play: demand[X] void[] claim[A] "),
    "no cards": b"danish / A: / B: / C: / B leads",
    "slashes": b"/" * 3000,
    "signs": b"danish" + b"+" * 3000 + b" / A: dR",
    "digits": b"danish / A: dR / B: hR / C: c7 / B leads / king=" + b"9" * 5000,
}
"""Files that are none, by what is in them."""


@pytest.mark.parametrize("what", BAD)
def test_a_file_that_is_none_is_faults_with_their_places(what: str, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "given.yaml"
    path.write_bytes(BAD[what])
    for command in ("show", "check"):
        told = run(command, str(path))
        assert (told.status, told.out) == (3, ""), told.err[:300]
        assert all(PLACED.match(line) for line in told.err.splitlines()), told.err[:300]
        assert not re.search("Traceback|pydantic|Input should|TAROK_DEBUG", told.err)


@pytest.mark.parametrize(
    "words",
    [
        "solve FILE --max-nodes 1" + "0" * 23,
        "solve FILE --timeout nan",
        "solve FILE --timeout -1",
        "solve FILE --threads 0",
        "solve FILE --at 99999999999999999999",
        "solve FILE --at ²",
        "solve FILE --nodes",
        "solve FILE --play claim[A]=c",
        "forced FILE --for A --goal points>=1/0",
        "forced FILE --for \udcff",
        "forced FILE --for A --goal points>=99999999999999999999",
        "deals FILE --sample 99999999999999999999",
        "board --port 99999",
        "slove FILE",
        "solve FILE --lang xx",
    ],
)
def test_a_command_line_that_makes_no_sense_is_wrong_usage(words: str, run: Run, prop1: str) -> None:
    told = run(*words.replace("FILE", prop1).split())
    assert (told.status, told.out) == (2, ""), told.err
    assert told.err.startswith("tarok-analyze: ")
    assert len(told.err.splitlines()) == 1


@pytest.mark.parametrize(
    "path", ["FOLDER", "nowhere.yaml", "a\0b", "x" * 5000, "LOOP", "/proc/self/mem", "\udcff"]
)
def test_what_is_no_file_is_one_fault_without_a_line(path: str, run: Run, tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    told = run("show", path.replace("FOLDER", str(tmp_path)).replace("LOOP", str(loop)))
    assert (told.status, len(told.err.splitlines())) == (3, 1), told.err
    assert ":1:1:" not in told.err


def test_a_pipe_with_a_name_is_read_to_its_end(run: Run, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(TEXT,))
    writer.start()
    assert run("replay", str(pipe)).status == 0
    writer.join()


@pytest.mark.parametrize(
    "words",
    [
        "show FILE --as png -o PLACE",
        "show FILE --as svg -o PLACE",
        "forced FILE --for A --by B --certificate PLACE",
        "graph FILE -o PLACE.json",
        "new position -o PLACE",
        "batch forced --for A LINES -o PLACE",
    ],
)
@pytest.mark.parametrize("place", ["FOLDER", "/dev/full", "nowhere/x"])
def test_a_file_that_cannot_be_written_is_told_beside_the_answer(
    words: str, place: str, run: Run, tmp_path: Path, prop1: str
) -> None:
    lines = written(tmp_path, "danish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads\n", "lines.txt")
    put = {"FILE": prop1, "LINES": lines, "PLACE": place.replace("FOLDER", str(tmp_path))}
    if "PLACE.json" in words and place != "nowhere/x":
        put["PLACE.json"] = "/proc/graph.json"
    told = run(*(put.get(word, word.replace("PLACE", place)) for word in words.split()))
    assert told.status == 74, (told.status, told.err)
    assert told.err.startswith("tarok-analyze: cannot write ")


@pytest.mark.parametrize(
    "words",
    [
        "show FILE --yaml -o FILE",
        "forced FILE --for A --by B --certificate FILE",
        "batch forced --for A LINES -o LINES",
        "batch FOLDER -o FILE",
    ],
)
def test_what_is_read_is_never_written_over(words: str, run: Run, tmp_path: Path, prop1: str) -> None:
    lines = written(tmp_path, "danish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads\n", "lines.txt")
    named = {"FILE": prop1, "LINES": lines, "FOLDER": str(tmp_path)}
    before = [Path(each).read_text(encoding="utf-8") for each in (prop1, lines)]
    told = run(*(named.get(word, word) for word in words.split()))
    assert (told.status, "it is what was read" in told.err) == (74, True), told.err
    assert [Path(each).read_text(encoding="utf-8") for each in (prop1, lines)] == before


def test_a_store_that_cannot_be_written_is_told_as_any_file(run: Run, tmp_path: Path) -> None:
    study = written(tmp_path, run("new", "study").out, "study.yaml")
    for place in (str(tmp_path), "/dev/full"):
        told = run("study", "run", study, "--store", place)
        assert (told.status, told.err.startswith("tarok-analyze: the store cannot be used (")) == (74, True)


def test_a_shell_whose_home_cannot_be_written_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/proc")
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    for shell in ("bash", "zsh", "fish"):
        told = run("--install-completion", shell)
        assert (told.status, told.err.startswith("tarok-analyze: cannot write /proc/")) == (74, True)


@pytest.mark.parametrize("columns", ["0", "1", "-5", "many", "99999999999"])
def test_a_terminal_of_any_width_gets_an_answer(
    columns: str, run: Run, prop1: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert run("show", prop1).status == 0
    assert run("--help").status == 0


READERS = {
    "solve": "tarok-position",
    "forced": "tarok-position",
    "explain": "tarok-position",
    "moves": "tarok-position",
    "replay": "tarok-position",
    "deals": "tarok-position",
    "decide": "tarok-position",
    "show": "tarok-position",
    "graph": "tarok-position",
    "check": "tarok-dispute",
    "score": "tarok-session",
    "rules": "tarok-rules",
    "verify": "tarok-rules",
    "study": "tarok-study",
}
RIGHT = {"position": "replay", "dispute": "check", "session": "score", "study": "study", "rules": "rules"}
MORE = {"graph": ["-o", "graph.svg"], "study": ["--store", "store.db"]}


@pytest.fixture(scope="module")
def kinds(tmp_path_factory):
    """A file of each kind that there is."""
    folder = tmp_path_factory.mktemp("kinds")
    found = {"dispute": POSITIONS / "disputes/discard-pagat.yaml", "position": POSITIONS / "prop1.yaml"}
    for kind in "session", "study":
        found[kind] = folder / f"{kind}.yaml"
        assert main(["new", kind, "-o", str(found[kind])]) == 0
    found["rules"] = ROOT / "specs/basic/rules.yaml"
    found["certificate"] = folder / "certificate.json"
    main(["forced", str(found["position"]), "--for", "A", "--certificate", str(found["certificate"])])
    return found


@pytest.mark.parametrize("command", READERS)
def test_a_stray_kind_of_file_is_told_which_command_takes_it(command, kinds, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words_before = ["run"] if command == "study" else []
    for kind in (*RIGHT, "certificate"):
        if READERS[command].endswith(kind) or (kind, command) == ("position", "check"):
            continue
        capsys.readouterr()
        assert main([command, *words_before, str(kinds[kind]), *MORE.get(command, [])]) == 3
        told = capsys.readouterr().err
        assert len(told.splitlines()) == 1
        assert f"the command for this file is `{RIGHT.get(kind, 'certify')}`" in told


@pytest.mark.parametrize("command", ["solve", "check", "score"])
def test_the_answer_of_a_command_is_no_file_to_ask_about(command, kinds, tmp_path, capsys):
    main(["solve", str(kinds["position"]), "--json"])
    answer = tmp_path / "answer.json"
    answer.write_text(capsys.readouterr().out)
    assert main([command, str(answer)]) == 3
    assert "this is what a command answered (tarok-analyze/solve/1)" in capsys.readouterr().err


def test_a_file_that_is_no_certificate_is_told_by_its_format(kinds, capsys):
    assert main(["certify", str(kinds["position"])]) == 3
    assert "the format is tarok-position/1; expected a certificate" in capsys.readouterr().err


def test_a_batch_of_one_file_answers_that_file(kinds, capsys):
    capsys.readouterr()
    assert main(["batch", "forced", "--for", "A", "--by", "B", str(kinds["position"])]) == 0
    assert json.loads(capsys.readouterr().out)["holds"] is True


STATUSES = {0, 1, 2, 3, 4}


@pytest.mark.parametrize("command", ASKED)
def test_every_command_about_every_shipped_file_is_answered_or_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(ROOT)
    bugs = []
    for words in command_lines(command, tmp_path):
        ran = run(*words)
        if ran.status not in STATUSES or "Traceback" in ran.err:
            bugs.append(f"{' '.join(words)}: {ran.status}, {ran.err}")
    assert bugs == []
