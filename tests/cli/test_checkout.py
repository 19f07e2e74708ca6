"""The program run from the folder of its sources, as whoever works on it does."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from places import ROOT

PROP1 = "positions/prop1.yaml"
ASKED = f"import analyzer; print(analyzer.forced(analyzer.load('{PROP1}'), player='A', by=['B']).holds)"


@pytest.mark.parametrize(
    "asked", [["-c", ASKED], ["-m", "analyzer", "forced", PROP1, "--for", "A", "--by", "B", "--json"]]
)
def test_a_checkout_that_was_set_up_answers_from_its_own_folder(asked: list[str]) -> None:
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONSAFEPATH")}
    ran = subprocess.run(
        [sys.executable, *asked], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "rue" in ran.stdout
