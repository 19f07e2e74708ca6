"""What is read is bounded, tells nothing of other files, and may begin with a mark of its encoding."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from commands import Run, written

import analyzer

LINE = "danish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads / king=60 pagat=60"
HEAD = "format: tarok-position/1\nhands: {A: dR T7, B: hR d9, C: c7 c2}\nlead: B\n"
SECRET = "zzsecret:x:0:0:of zznobody else:/zz:/bin/zzsh"
NAMING = {
    "position": HEAD + "ruleset: NAMED\n",
    "dispute": 'format: tarok-dispute/1\nruleset: NAMED\nkind: discard\nhand: "hR"\ndiscard: hR\n',
    "session": "format: tarok-session/1\nruleset: NAMED\nplayers: [A, B, C]\nhands: []\n",
    "study": "format: tarok-study/1\nruleset: NAMED\n"
    "deals: {tricks: 3, seed: 1, count: 1}\nask: {forced: {for: each}}\n",
    "rules": "format: tarok-rules/2\nname: ours\ntitle: Ours\nextends: NAMED\nclauses: []\n",
}
ASKING = {"position": "solve", "dispute": "check", "session": "score", "study": "study run", "rules": "rules"}


@pytest.mark.parametrize(
    "content", [SECRET, "zzkey: {SECRET}", "[77331, 2", "\u00e6\u00f8 " + SECRET], ids=range(4)
)
@pytest.mark.parametrize("kind", NAMING)
def test_nothing_of_another_file_is_ever_quoted(run: Run, tmp_path: Path, kind: str, content: str) -> None:
    text = content.replace("{SECRET}", SECRET)
    for encoding in ("utf-8", "latin-1"):
        (tmp_path / "other.d").write_bytes(f"{text}\n".encode(encoding))
        file = written(tmp_path, NAMING[kind].replace("NAMED", str(tmp_path / "other.d")), "in.yaml")
        more = ["--store", str(tmp_path / "store")] if kind == "study" else []
        ran = run(*ASKING[kind].split(), file, "--json", *more)
        assert ran.status == 3
        said = ran.out + ran.err
        assert "not a file of rules" in said
        assert all(word not in said for word in ("zz", "77331", "æ", "0xe6"))
    ran = run("solve", "-", "--ruleset", str(tmp_path / "other.d"), stdin=LINE)
    assert (ran.status, "zz" in ran.err) == (3, False)


@pytest.mark.parametrize("named", ["/etc/passwd", "../ours.yaml", "./danish", "ours.yaml", '"a/b"'])
def test_a_text_that_lies_in_no_file_names_no_files(tmp_path: Path, named: str, run: Run) -> None:
    with pytest.raises(analyzer.TarokError, match="shipped rule set"):
        analyzer.loads(HEAD + f"ruleset: {named}\n")
    line = LINE.replace("danish", named)
    found = analyzer.forced_many([line], "ultimo", "A")
    assert found[0].errors
    told = json.loads(run("batch", "forced", "--for", "A", "-", stdin=line).out)
    assert "shipped rule set" in told["errors"][0]["message"]


def test_rules_beside_a_file_are_found_as_ever(run: Run, tmp_path: Path) -> None:
    written(tmp_path, NAMING["rules"].replace("NAMED", "danish"), "ours.yaml")
    file = written(tmp_path, HEAD + "ruleset: ours.yaml\n", "in.yaml")
    assert run("forced", file, "--for", "A", "--by", "B").status == 0
    assert analyzer.load(file).rules.name == "ours"


@pytest.mark.parametrize(
    ("key", "one"),
    [
        ("lines", "  - {{name: l{}, play: hR c7 T7 dR d9 c2}}\n"),
        ("worlds", "  - {{name: w{}, hands: {{A: T9}}}}\n"),
    ],
)
def test_more_than_a_file_can_have_of_something_is_refused(
    run: Run, tmp_path: Path, key: str, one: str
) -> None:
    file = written(tmp_path, f"{HEAD}{key}:\n" + "".join(one.format(number) for number in range(2001)))
    ran = run("solve", file)
    assert (ran.status, "expected at most 2000" in ran.err.replace(",", "")) == (3, True), ran.err[:300]


def test_a_chain_of_rule_files_has_an_end(run: Run, tmp_path: Path) -> None:
    base = "danish"
    for number in range(60):
        text = NAMING["rules"].replace("NAMED", base).replace("name: ours", f"name: ours{number}")
        written(tmp_path, text, f"r{number}.yaml")
        base = f"r{number}.yaml"
    began = time.process_time()
    ran = run("rules", str(tmp_path / "r59.yaml"))
    assert (ran.status, "more than 16 rule sets extend one another" in " ".join(ran.err.split())) == (3, True)
    assert time.process_time() - began < 5
    assert run("rules", str(tmp_path / "r9.yaml")).status == 0


def test_a_mark_of_the_encoding_changes_nothing(run: Run, tmp_path: Path) -> None:
    for text in (LINE, analyzer.loads(LINE).to_yaml(), HEAD):
        assert analyzer.loads("\ufeff" + text) == analyzer.loads(text)
    path = tmp_path / "in"
    path.write_text(f"\ufeff{LINE}\r\n\ufeff{LINE}\n", encoding="utf-8", newline="")
    answers = [
        json.loads(line)
        for line in run("batch", "forced", "--for", "A", "--by", "B", str(path)).out.splitlines()
    ]
    assert [each.get("holds") for each in answers] == [True, True]
    with pytest.raises(analyzer.InvalidFile) as fault:
        analyzer.loads("\ufeff" + LINE.replace("dR T7", "dX T7"))
    assert "<text>:1:13" in str(fault.value)


@pytest.mark.skipif(os.name == "nt", reason="there are no such pipes here")
@pytest.mark.parametrize("words", [["batch", "forced", "--for", "A", "-"], ["solve", "-"], ["--version"]])
def test_a_pipe_that_nobody_reads_ends_with_74_and_without_a_word(words: list[str], tmp_path: Path) -> None:
    end, pipe = os.pipe()
    os.close(end)
    lines = tmp_path / "in"
    lines.write_text(f"{LINE}\n", encoding="utf-8")
    with os.fdopen(pipe, "wb") as out, lines.open("rb") as stdin:
        ran = subprocess.run([sys.executable, "-m", "analyzer", *words], stdin=stdin, stdout=out,
                             stderr=subprocess.PIPE, timeout=60, check=False)  # fmt: skip
    assert (ran.returncode, ran.stderr) == (74, b"")
