"""A notebook in a browser has the analyzer as Python here has it, by the lines that the site tells."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shutil
import subprocess
import zipfile
from email import message_from_string

from page.page_served import BUILT, HERE, built_for_node
from places import POSITIONS, ROOT

NOTEBOOK = BUILT / "notebook"
WHEEL = next((NOTEBOOK / "tarok-analyzer").glob("*.whl"))
CLUB = "https://club.example/tarok/"
ASKED = """
position = analyzer.loads(POSITION)
print(repr(analyzer.forced(position, goal="ultimo", player="A", by={"B"})))
print(analyzer.solve(position).to_dict())
from pathlib import Path
from tempfile import TemporaryDirectory
with TemporaryDirectory() as folder:
    path = Path(folder, "dispute.yaml")
    path.write_text(DISPUTE)
    print(repr(analyzer.check(path)))
"""


def typed(place: str) -> str:
    """What the site tells a reader to type, for this place."""
    page = (ROOT / "docs/howto/page.md").read_text(encoding="utf-8")
    [lines] = re.findall(r"```text\n(import micropip\n.*?)```", page, re.DOTALL)
    assert CLUB in lines
    return str(lines).replace(CLUB, place)


def asked() -> str:
    """The questions, with the files that they ask of."""
    position, dispute = (
        (POSITIONS / name).read_text(encoding="utf-8")
        for name in ("prop1.yaml", "disputes/discard-king.yaml")
    )
    return ASKED.replace("POSITION", repr(position)).replace("DISPUTE", repr(dispute))


def in_the_notebook(lines: str, place: str) -> str:
    node = shutil.which("node")
    assert node is not None
    with built_for_node() as built:
        ran = subprocess.run(
            [node, str(HERE / "notebook.mjs"), str(built), place],
            input=json.dumps(lines),
            capture_output=True,
            text=True,
            check=False,
        )
    assert ran.returncode == 0, [line[:300] for line in ran.stderr.splitlines()[-20:]]
    return ran.stdout


def test_a_notebook_in_the_browser_installs_it_from_the_page_alone_and_is_answered_as_python_is_here(
    place: str,
) -> None:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec("import analyzer\n" + asked(), {})
    assert out.getvalue().startswith("<Forced A ultimo: yes>")
    assert in_the_notebook(typed(place) + asked(), place) == out.getvalue()


def test_the_wheel_asks_for_packages_that_lie_beside_it() -> None:
    with zipfile.ZipFile(WHEEL) as archive:
        told = next(name for name in archive.namelist() if name.endswith("METADATA"))
        needed = message_from_string(archive.read(told).decode()).get_all("Requires-Dist") or []
    wheels = json.loads((BUILT / "manifest.json").read_text())["versions"]["wheels"]
    assert set(needed) == {each for part in ("board", "prover", "notebook") for each in wheels[part]}
    for each in needed:
        name, _, version = each.partition("==")
        there = NOTEBOOK / name.replace(".", "-")
        [wheel] = there.glob("*.whl")
        assert f"-{version}-" in wheel.name
        assert f'href="{wheel.name}#sha256=' in (there / "index.html").read_text()
