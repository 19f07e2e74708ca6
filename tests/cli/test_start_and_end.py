"""How a command starts and ends: Ctrl-C while it loads, nowhere to write the answer, a long silence.

It runs from the folder of its sources too, as whoever works on it runs it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from commands import LONG, PROP1, Run, written
from places import POSITIONS, ROOT

from analyzer.cli import answering
from analyzer.cli.interrupts import DANISH, MESSAGE
from analyzer.errors import LimitReached
from analyzer.messages import catalogue
from analyzer.views.base import error_view, plain

SWALLOWED = """
import os, signal, sys

class Callback:
    # An exception in here is printed and forgotten, as in the callbacks of the import system.
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            Callback()

sys.meta_path.insert(0, Finder())
signal.signal(signal.SIGINT, signal.default_int_handler)
from analyzer.cli.main import main
sys.exit(main(sys.argv[1:]))
"""
"""A program that hears Ctrl-C where Python loses it, just before it loads that module."""


BROKEN_OFF = """
import sys
from analyzer.cli import program
from analyzer.cli.main import main

program.run_program = lambda args, lang: exec("raise KeyboardInterrupt")
main(sys.argv[1:])
sys.exit(main(sys.argv[1:]))
"""
"""A program in which Ctrl-C breaks off a text that Python runs, as it does to make a dataclass.

The first time everything is loaded that is needed to say so.
"""


def test_ctrl_c_within_a_text_that_python_runs_leaves_one_line_and_its_status(tmp_path: Path) -> None:
    written(tmp_path, BROKEN_OFF, "broken_off.py")
    path = os.pathsep.join([str(tmp_path), os.environ["PYTHONPATH"]])
    command = [sys.executable, "-m", "broken_off", "check", "-"]
    ran = subprocess.run(
        command, capture_output=True, timeout=60, check=False, env=os.environ | {"PYTHONPATH": path}
    )
    assert (ran.returncode, ran.stderr) == (4, 2 * f"tarok-analyze: {MESSAGE}\n".encode())


HEARD_AT_THE_END = """
import atexit, os, signal, sys

signal.signal(signal.SIGINT, signal.default_int_handler)
atexit.register(os.kill, os.getpid(), signal.SIGINT)
from analyzer.cli.main import main
sys.exit(main())
"""
"""A program that hears Ctrl-C when its answer is given and it is about to end."""


def test_ctrl_c_after_the_answer_changes_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HEARD_AT_THE_END, "solve", written(tmp_path, PROP1), "--json"]
    ran = subprocess.run(command, capture_output=True, timeout=60, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert json.loads(ran.stdout)["limits"]["complete"] is True


@pytest.mark.parametrize("module", ["analyzer.errors", "typer", "analyzer.search.solve.assemble"])
@pytest.mark.parametrize("as_json", [True, False], ids=["json", "text"])
def test_ctrl_c_while_the_program_loads_is_never_lost(tmp_path: Path, module: str, as_json: bool) -> None:
    args = ["solve", written(tmp_path, PROP1), *(["--json"] if as_json else [])]
    command = [sys.executable, "-c", SWALLOWED.format(module=module), *args]
    ran = subprocess.run(command, capture_output=True, timeout=60, check=False)
    assert ran.returncode == 4
    assert ran.stderr.endswith(f"tarok-analyze: {MESSAGE}\n".encode())
    assert (json.loads(ran.stdout) if as_json else None) == (
        plain(error_view(LimitReached(MESSAGE))) if as_json else None
    )


@pytest.mark.parametrize("asked", [["--lang", "da"], ["--lang=da"], []], ids=str)
def test_ctrl_c_while_the_program_loads_is_told_in_danish_too(tmp_path: Path, asked: list[str]) -> None:
    assert catalogue("da").gettext(MESSAGE) == DANISH
    program = SWALLOWED.format(module="typer")
    command = [sys.executable, "-c", program, "solve", written(tmp_path, PROP1), "--json", *asked]
    environ = os.environ if asked else os.environ | {"TAROK_LANG": "da"}
    ran = subprocess.run(command, capture_output=True, timeout=60, check=False, env=environ)
    assert ran.stderr.decode().endswith(f"tarok-analyze: {DANISH}\n")
    assert json.loads(ran.stdout)["errors"][0]["message"] == DANISH


def test_an_answer_that_cannot_be_written_says_so_in_danish_too() -> None:
    command = f"{sys.executable} -m analyzer rules --lang da >&-"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, timeout=60, check=False)
    assert ran.returncode == 74
    assert ran.stderr.decode() == "tarok-analyze: kan ikke skrive svaret (standardoutput er lukket)\n"


@pytest.mark.parametrize(
    "args",
    [
        ["solve", "FILE"],
        ["solve", "FILE", "--json"],
        ["solve", "nowhere.yaml", "--json"],
        ["--help"],
        ["rules"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize(
    ("where", "reason"), [(">&-", "standard output is closed"), (">/dev/full", "No space left on device")]
)
def test_an_answer_that_cannot_be_written_says_so(
    tmp_path: Path, args: list[str], where: str, reason: str
) -> None:
    file = written(tmp_path, PROP1)
    command = " ".join([sys.executable, "-m", "analyzer", *args, where]).replace("FILE", file)
    ran = subprocess.run(["bash", "-c", command], capture_output=True, timeout=60, check=False)
    assert ran.returncode == 74
    assert ran.stderr.decode() == f"tarok-analyze: cannot write the answer ({reason})\n"


@pytest.mark.parametrize("where", ["2>&-", "2>/dev/full"])
def test_messages_nobody_can_hear_change_no_exit_status(where: str) -> None:
    command = f"{sys.executable} -m analyzer solve nowhere.yaml {where}"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, timeout=60, check=False)
    assert ran.returncode == 3
    assert ran.stdout == b""


@pytest.mark.parametrize(("lang", "words"), [("en", "still searching after"), ("da", "søger stadig efter")])
def test_a_long_search_into_a_pipe_says_again_and_again_that_it_is_at_work(
    run: Run, monkeypatch: pytest.MonkeyPatch, lang: str, words: str
) -> None:
    monkeypatch.setattr(answering, "AFTER", 0.1)
    monkeypatch.setattr(answering, "EVERY", 0.02)
    monkeypatch.setattr(answering, "EVERY_LINE", 0.1)
    began = time.monotonic()
    ran = run("solve", "-", "--timeout", "1", "--json", "--lang", lang, stdin=LONG)
    most = 1 + (time.monotonic() - began) / answering.EVERY_LINE
    assert ran.status == 4
    assert ran.err.count(words) == len(ran.err.splitlines())
    assert 2 <= ran.err.count(words) <= most
    assert "--timeout" in ran.err
    assert ran.json["limits"]["complete"] is False


def test_a_short_search_says_nothing_of_the_kind(run: Run, prop1: str) -> None:
    assert run("solve", prop1).err == ""


def test_the_version_is_told_with_next_to_nothing_loaded() -> None:
    program = (
        "import sys\n"
        "from analyzer.cli.main import main\n"
        "main(['--version'])\n"
        "sys.exit(bool({'dataclasses', 'typer', 'analyzer.errors'} & set(sys.modules)))\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (ran.returncode, ran.stdout.split()[0]) == (0, b"tarok-analyze")


@pytest.mark.parametrize(
    ("asked", "spared"),
    [
        (
            ["solve", str(POSITIONS / "prop1.yaml")],
            [
                "analyzer.position.replay.replay",
                "analyzer.proofs",
                "z3",
            ],
        ),
        (
            ["check", str(POSITIONS / "disputes" / "discard-king.yaml")],
            ["analyzer.position.model", "analyzer.search.solve", "analyzer.search.engine.results"],
        ),
    ],
    ids=["solve", "check"],
)
def test_a_question_about_danish_tarok_loads_nothing_of_what_it_does_not_ask(
    asked: list[str], spared: list[str]
) -> None:
    # Of the libraries too only what is needed: typer makes no reader of an option that is not told.
    heavy = {*spared, "networkx", "constraint", "rich", "pydantic", "importlib.metadata"}
    program = (
        "import sys\n"
        "from analyzer.cli.main import main\n"
        "main(sys.argv[1:])\n"
        f"print(*({heavy} & set(sys.modules)), file=sys.stderr)\n"
    )
    ran = subprocess.run([sys.executable, "-c", program, *asked], capture_output=True, check=True)
    assert ran.stderr.decode().split() == []


@pytest.mark.parametrize(
    "asked",
    [
        ["rules", "danish", "play.follow"],
        ["moves", str(POSITIONS / "prop1.yaml")],
        ["replay", str(POSITIONS / "prop1.yaml")],
        ["explain", str(POSITIONS / "prop1.yaml")],
        ["check", str(POSITIONS / "disputes" / "discard-king.yaml")],
        ["score", str(POSITIONS / "sessions" / "tapp.yaml")],
    ],
    ids=lambda asked: asked[0],
)
def test_a_question_that_draws_no_graph_loads_no_library_of_graphs(asked: list[str]) -> None:
    program = (
        "import sys\n"
        "from analyzer.cli.main import main\n"
        "status = main(sys.argv[1:])\n"
        "sys.exit(status if status > 1 else 'networkx' in sys.modules)\n"
    )
    ran = subprocess.run([sys.executable, "-c", program, *asked], capture_output=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_a_position_is_read_without_building_what_only_other_questions_need() -> None:
    program = (
        "import sys, analyzer\n"
        f"analyzer.loads({PROP1!r})\n"
        "assert 'pydantic' not in sys.modules\n"
        "rooms = {name.split('.')[1] for name in sys.modules if name.startswith('analyzer.')}\n"
        "assert not rooms & {'search', 'disputes', 'evenings', 'knowledge', 'report'}\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


SHIPPED = "positions/prop1.yaml"
ASKED = f"import analyzer; print(analyzer.forced(analyzer.load('{SHIPPED}'), player='A', by=['B']).holds)"


@pytest.mark.parametrize(
    "asked", [["-c", ASKED], ["-m", "analyzer", "forced", SHIPPED, "--for", "A", "--by", "B", "--json"]]
)
def test_a_checkout_that_was_set_up_answers_from_its_own_folder(asked: list[str]) -> None:
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONSAFEPATH")}
    ran = subprocess.run(
        [sys.executable, *asked], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "rue" in ran.stdout
