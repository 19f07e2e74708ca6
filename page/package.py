"""The project's own package for Pyodide: its files, a wheel of them, and a registry of wheels."""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
import tomllib
import zipfile
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
ABI: Final = "cp312-abi3"
"""The core is made for the stable interface of CPython."""
POOLS: Final = "from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor\n"
NEVER: Final = (".so", ".po", ".pot")


def laid(into: Path, module: Path, left_out: Collection[str]) -> None:
    """The package as a wheel has it, with the core as a module of Pyodide, less what is left out."""

    def gone(folder: str, names: list[str]) -> set[str]:
        here = Path(folder).relative_to(ROOT / "analyzer").as_posix()
        return {
            name
            for name in names
            if f"{here}/{name}".removeprefix("./") in left_out
            or name.endswith(NEVER)
            or name == "__pycache__"
        }

    shutil.copytree(ROOT / "analyzer", into, ignore=gone)
    for folder in ("specs", "positions"):
        shutil.copytree(ROOT / folder, into / folder, ignore=shutil.ignore_patterns("schema"))
    shutil.copy(module, into / "core" / module.name)


def with_schemas(package: Path) -> None:
    """Lay the JSON Schemas there that forms are made from, so that nothing makes them on the page."""
    from analyzer.disputes.table import DISPUTE_KINDS  # noqa: PLC0415
    from analyzer.evenings.model import PlayedHandShape  # noqa: PLC0415
    from analyzer.position.files.shape import PositionShape  # noqa: PLC0415
    from analyzer.yamltree import schema  # noqa: PLC0415

    shapes = {
        PositionShape,
        PlayedHandShape,
        *(shape for kind in DISPUTE_KINDS.values() for shape in kind.shapes),
    }
    (package / "yamltree" / schema.MADE_SCHEMAS.name).write_text(
        schema.dump_schemas(shapes), encoding="utf-8"
    )


def with_constraint(tree: Path) -> Path:
    """Lay python-constraint2 there too, which has no wheel for Pyodide; what comes back is its licence.

    A pool of processes, of which Pyodide has none, is not imported; nobody asks for one.
    """
    import constraint  # noqa: PLC0415 - it is there for this alone

    place = Path(constraint.__file__).parent
    shutil.copytree(place, tree / "constraint", ignore=shutil.ignore_patterns("*.so", "__pycache__", "*.c"))
    solvers = tree / "constraint/solvers.py"
    text = solvers.read_text(encoding="utf-8")
    assert POOLS in text, "python-constraint2 imports its pools otherwise: look what Pyodide has of them"
    solvers.write_text(text.replace(POOLS, POOLS.replace("ProcessPoolExecutor, ", "")), encoding="utf-8")
    return next(place.parent.glob("python_constraint2-*.dist-info/**/LICENSE*"))


def wheel(into: Path, tree: Path, module: Path, versions: dict[str, Any]) -> Path:
    """The project's wheel for the Pyodide of these versions; `tree` is an empty folder to lay it out in."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = f"{project['name'].replace('-', '_')}-{project['version']}"
    tag = f"{ABI}-{versions['pyodide']['platform']}"
    laid(tree / "analyzer", module, versions["left-out"]["notebook"])
    told = tree / f"{named}.dist-info"
    (told / "licenses").mkdir(parents=True)
    shutil.copy(ROOT / "LICENSE", told / "licenses/LICENSE")
    shutil.copy(with_constraint(tree), told / "licenses/python-constraint2.txt")
    needed = [each for of in ("board", "prover", "notebook") for each in versions["wheels"][of]]
    heads = [
        "Metadata-Version: 2.4", f"Name: {project['name']}", f"Version: {project['version']}",
        f"Summary: {project['description']}", f"License-Expression: {project['license']}",
        "License-File: LICENSE", "License-File: python-constraint2.txt", "Requires-Python: >=3.12",
        *(f"Requires-Dist: {each}" for each in needed),
    ]  # fmt: skip
    (told / "METADATA").write_text("\n".join(heads) + "\n", encoding="utf-8")
    (told / "WHEEL").write_text(
        f"Wheel-Version: 1.0\nGenerator: page\nRoot-Is-Purelib: false\nTag: {tag}\n", encoding="utf-8"
    )
    files = [path for path in sorted(tree.rglob("*")) if path.is_file()]
    record = f"{told.name}/RECORD"
    (tree / record).write_text("".join([*_recorded(tree, files), f"{record},,\n"]), encoding="utf-8")
    found = into / f"{named}-{tag}.whl"
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in (*files, tree / record):
            archive.writestr(undated(path.relative_to(tree).as_posix()), path.read_bytes())
    return found


def registry(folder: Path, wheels: Iterable[Path]) -> None:
    """Lay the wheels there as a registry of packages does, which any file server serves: PEP 503."""
    for path in wheels:
        name = re.sub(r"[-_.]+", "-", path.name.partition("-")[0]).lower()
        (folder / name).mkdir()
        shutil.copy(path, folder / name)
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        link = f'<a href="{path.name}#sha256={digest}">{path.name}</a>'
        (folder / name / "index.html").write_text(
            f"<!DOCTYPE html>\n<title>{name}</title>\n{link}\n", "utf-8"
        )


def _recorded(tree: Path, files: list[Path]) -> Iterator[str]:
    """The lines of a wheel's list of files."""
    for path in files:
        data = path.read_bytes()
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        yield f"{path.relative_to(tree).as_posix()},sha256={digest},{len(data)}\n"


def undated(name: str, compress_type: int = zipfile.ZIP_DEFLATED) -> zipfile.ZipInfo:
    """An entry of an archive that is the same whenever it is made."""
    found = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    found.compress_type = compress_type
    found.external_attr = 0o644 << 16
    return found
