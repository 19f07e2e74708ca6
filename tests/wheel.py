"""Wheels held against what they promise: installed where no compiler is, each answers in an empty folder.

`python tests/wheel.py FOLDER PYTHON...` installs every wheel of the folder with the Python that it is for,
the abi3 one with every Python that is new enough.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

LINE = "danish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads / king=60 pagat=60"
ASKED = (["--version"], ["forced", "-", "--for", "A", "--by", "B", "--brief"], ["solve", "-"], ["rules"])
NO_COMPILER = {"CC": "false", "CXX": "false", "CMAKE_ARGS": "-DNO_COMPILER"}


def runs(python: str) -> bool:
    """Whether there is such a Python, and not only a name that would look for one."""
    named = shutil.which(python)
    return (
        named is not None
        and subprocess.run([named, "-c", ""], capture_output=True, check=False).returncode == 0
    )


def version_of(python: str) -> tuple[int, int]:
    """The version of a Python, such as (3, 12)."""
    asked = [python, "-c", "import sys; print(*sys.version_info[:2])"]
    major, minor = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()
    return int(major), int(minor)


def fits(wheel: Path, version: tuple[int, int]) -> bool:
    """Whether a wheel is for a Python of that version."""
    python, abi = wheel.stem.split("-")[2:4]
    least = 3, int(python.removeprefix("cp3"))
    return version >= least if abi == "abi3" else version == least


def answers(wheel: Path, python: str) -> str:
    """What is wrong with a wheel when it is installed and asked; nothing where all is well."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run([python, "-m", "venv", str(folder / "venv")], check=True)
        scripts = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        env = kept | NO_COMPILER | {"PATH": str(scripts)}
        pip = [
            str(scripts / "python"),
            "-m",
            "pip",
            "install",
            "--quiet",
            "--only-binary",
            ":all:",
            str(wheel),
        ]
        installed = subprocess.run(pip, env=env, capture_output=True, text=True, check=False)
        if installed.returncode:
            return installed.stderr
        (folder / "empty").mkdir()
        for args in ASKED:
            command = [str(scripts / "tarok-analyze"), *args]
            ran = subprocess.run(
                command,
                env=env,
                cwd=folder / "empty",
                input=LINE,
                capture_output=True,
                text=True,
                check=False,
            )
            if ran.returncode:
                return f"{' '.join(args)}: exit status {ran.returncode}\n{ran.stderr}"
    return ""


def main(folder: str, *pythons: str) -> int:
    """Install and ask every wheel; 1 where one fails or fits no Python that was named."""
    status = 0
    found = [python for python in pythons if runs(python)]
    wheels = sorted(Path(folder).resolve().glob("*.whl"))
    if not wheels:
        print("there is no wheel")
        return 1
    for wheel in wheels:
        fitting = [python for python in found if fits(wheel, version_of(python))]
        wrong = (
            "".join(answers(wheel, python) for python in fitting) if fitting else "no Python to try it with"
        )
        good = f"answers with {', '.join(fitting)}"
        print(f"{wheel.name}: {wrong or good}")
        status |= bool(wrong)
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
