"""The container file: built and asked where an engine is, else held against what lies here."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import tomllib
from typing import NamedTuple

import pytest
from places import ROOT

FILE = ROOT / "Containerfile"
KNOWN = {"FROM", "RUN", "WORKDIR", "COPY", "USER", "ENTRYPOINT"}


class Instruction(NamedTuple):
    word: str
    told: str


def instructions() -> list[Instruction]:
    text = FILE.read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [Instruction(*line.split(maxsplit=1)) for line in lines]


def engine() -> str | None:
    """A container engine that works here."""
    for name in ("docker", "podman"):
        found = shutil.which(name)
        if (
            found
            and subprocess.run([found, "info"], capture_output=True, timeout=60, check=False).returncode == 0
        ):
            return found
    return None


def test_the_container_file_names_what_there_is_and_ends_as_nobody_of_power() -> None:
    found = instructions()
    assert {each.word for each in found} <= KNOWN
    assert found[0].word == "FROM"
    stages = [each.told.split() for each in found if each.word == "FROM"]
    assert all(":" in stage[0] and not stage[0].endswith(":latest") for stage in stages)
    named = {stage[2] for stage in stages if len(stage) == 3 and stage[1] == "AS"}
    for each in found:
        if each.word != "COPY":
            continue
        words = shlex.split(each.told)
        if words[0].startswith("--from="):
            assert words[0].removeprefix("--from=") in named
        else:
            assert all((ROOT / source).exists() for source in words[:-1]), each
    assert [each.told for each in found if each.word == "USER"][-1] != "root"
    assert found[-1].word == "ENTRYPOINT"


def test_what_the_container_runs_and_installs_is_what_the_project_has() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    [entry] = [json.loads(each.told) for each in instructions() if each.word == "ENTRYPOINT"]
    assert entry[0] in project["scripts"]
    runs = " ".join(each.told for each in instructions() if each.word == "RUN")
    assert f'"{project["name"]}[cluster]"' in runs
    assert "cluster" in project["optional-dependencies"]


def test_the_container_is_built_and_answers_where_an_engine_is() -> None:
    found = engine()
    if found is None:
        pytest.skip("no container engine works here: the file is held against what lies here instead")
    built = subprocess.run([found, "build", "-q", "-f", str(FILE), str(ROOT)], capture_output=True, text=True,
                           timeout=1800, check=True)  # fmt: skip
    line = "danish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads / king=60 pagat=60"
    asked = [
        found,
        "run",
        "--rm",
        "-i",
        built.stdout.strip(),
        "forced",
        "-",
        "--for",
        "A",
        "--by",
        "B",
        "--brief",
    ]
    ran = subprocess.run(asked, input=line, capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stdout[:4]) == (0, "Yes:")
