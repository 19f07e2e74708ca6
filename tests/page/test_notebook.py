"""A notebook in a browser has the analyzer as Python here has it: by the wheel that lies beside the page."""

from __future__ import annotations

import contextlib
import io
import json
import shutil
import subprocess
import zipfile
from email import message_from_string
from pathlib import Path

import packaging
from page.page_served import BUILT, HERE
from places import POSITIONS

WHEEL = next((BUILT / "notebook").glob("*.whl"))
ASKED = """
import analyzer
position = analyzer.loads(POSITION)
print(analyzer.forced(position, goal="ultimo", player="A", by={"B"}).holds)
print(analyzer.solve(position).values)
from pathlib import Path
from tempfile import TemporaryDirectory
from analyzer.api.check import check
with TemporaryDirectory() as folder:
    path = Path(folder, "dispute.yaml")
    path.write_text(DISPUTE)
    print(check(str(path)).finding.verdict)
"""
TAGS = """
from packaging.tags import parse_tag, sys_tags
print(not parse_tag(TAG).isdisjoint(sys_tags()))
"""


def told() -> str:
    """The lines with the files that they ask of."""
    position, dispute = (
        (POSITIONS / name).read_text(encoding="utf-8")
        for name in ("prop1.yaml", "disputes/discard-king.yaml")
    )
    return ASKED.replace("POSITION", repr(position)).replace("DISPUTE", repr(dispute))


def in_the_notebook(lines: str) -> str:
    node = shutil.which("node")
    assert node is not None
    ran = subprocess.run(
        [node, str(HERE / "notebook.mjs"), str(BUILT)],
        input=json.dumps(lines),
        env={"PACKAGES": str(Path(packaging.__file__).parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, [line[:300] for line in ran.stderr.splitlines()[-20:]]
    return ran.stdout


def test_a_notebook_in_the_browser_is_answered_as_python_is_here() -> None:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(told(), {})
    assert out.getvalue().startswith("True\n")
    assert in_the_notebook(told()) == out.getvalue()


def test_the_wheel_is_for_the_python_of_the_page() -> None:
    tag = WHEEL.stem.split("-", 2)[2]
    assert in_the_notebook(TAGS.replace("TAG", repr(tag))) == "True\n"


def test_the_wheel_asks_for_packages_that_there_are_for_that_python() -> None:
    with zipfile.ZipFile(WHEEL) as archive:
        told = next(name for name in archive.namelist() if name.endswith("METADATA"))
        needed = message_from_string(archive.read(told).decode()).get_all("Requires-Dist") or []
    wheels = json.loads((BUILT / "manifest.json").read_text())["versions"]["wheels"]
    assert set(needed) == {each for part in wheels.values() for each in part}
    assert {each.partition("==")[0] for each in needed} >= {"pydantic-core", "msgspec", "z3-solver"}
