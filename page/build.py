"""Makes the page without a server: `python page/build.py FOLDER [--cache DIR]`, as `make page` does.

The board with the whole program in the browser: Pyodide, the core as its extension, the packages a question
needs, and the analyzer compiled by that very Python. Everything is pinned in versions.toml; what was fetched
or compiled once lies in the cache. The folder is made beside its place and renamed, so that there is a whole
one or the one before.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import json
import lzma
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any, Final

import package
import wasmcore

from analyzer.messages import ENGLISH, LANGUAGES
from analyzer.web.app import POLICY
from analyzer.web.here import OK, answered

HERE: Final = Path(__file__).resolve().parent
ROOT: Final = HERE.parent
STATIC: Final = ROOT / "analyzer/web/static"
VERSIONS: Final[dict[str, Any]] = tomllib.loads((HERE / "versions.toml").read_text(encoding="utf-8"))
PYODIDE: Final = tuple(VERSIONS["pyodide"]["files"])
LEFT_OUT: Final[dict[str, list[str]]] = VERSIONS["left-out"]
WITH_THE_PROVER: Final = ("proofs", "claims")
"""Parts of the package that ask Z3, and come with it."""
NOTEBOOK: Final = "notebook"
"""The folder that a notebook in a browser installs from."""
FILES: Final = "files.json"
"""The files of the shelf, by their names."""
LATER: Final = (
    *("prover.tar.xz", "licences/", f"told/{FILES}", f"{NOTEBOOK}/"),
    *("python.html", "python.js", "static/typed.js"),
    *(f"told/words-{lang}" for lang in LANGUAGES if lang != ENGLISH),
)
"""What a first visit does without; of the words of the page it needs those of one language."""
SHOWN: Final = 8
"""The largest parts, whose sizes are printed."""
BESIDE: Final = frozenset({"wire.js", "unpack.js", "unxz.js", "worker.js", "typed.js"})
"""Files of the site that lie beside the page's own modules."""
AS_MODULE: Final = (
    "const module = {{exports: {{}}}}, exports = module.exports, require = () => globalThis;\n{code}\n"
    "export const {{XzReadableStream}} = module.exports;\n"
)
"""A script that was made for require, as a module of a browser."""
NOT_PACKED: Final = frozenset({".py", ".pyi", ".typed", ".h", ".c"})


def main(told: list[str]) -> int:
    """Build, and print the sizes; 1 where something is missing, with what it is."""
    reader = argparse.ArgumentParser(description="The page without a server.")
    reader.add_argument("folder", type=Path)
    reader.add_argument("--cache", type=Path, default=ROOT / "build/page-parts")
    reader.add_argument(
        "--where-possible", action="store_true", help="what is missing is said, and is no error"
    )
    asked = reader.parse_args(told)
    try:
        sizes = built(asked.folder, asked.cache)
    except wasmcore.Missing as missing:
        sys.stderr.write(f"{missing}\n")
        shutil.rmtree(asked.folder, ignore_errors=True)
        return 0 if asked.where_possible else 1
    for name, size in sorted(sizes["parts"].items(), key=lambda part: -part[1]["gzip"])[:SHOWN]:
        sys.stdout.write(f"{name:28}{size['raw']:12,}{size['gzip']:12,}\n")
    sys.stdout.write(f"{'the first visit':28}{sizes['first']['raw']:12,}{sizes['first']['gzip']:12,}\n")
    return 0


def built(folder: Path, cache: Path) -> dict[str, Any]:
    """Make the page in the folder; its manifest of sizes. Raises: Missing."""
    cache.mkdir(parents=True, exist_ok=True)
    pyodide = _pyodide(cache)
    module = wasmcore.compiled(cache)
    if unknown := wasmcore.unknown_imports(module, pyodide / "pyodide.asm.wasm"):
        raise wasmcore.Missing(f"the core asks Pyodide for what it does not have: {', '.join(unknown)}")
    folder.parent.mkdir(parents=True, exist_ok=True)
    making = _empty(folder.with_name(f"{folder.name}.making"))
    licences = making / "licences"
    licences.mkdir()
    _copy_page(making, cache, licences)
    _copy_python(making / "python", pyodide, _empty(cache / "tree-python"))
    board, prover = (_tree(cache, pyodide, of, licences, module) for of in ("board", "prover"))
    for name in WITH_THE_PROVER:
        (board / "analyzer" / name).rename(_made(prover / "analyzer") / name)
    _packed(making / "board.tar.xz", board)
    _packed(making / "prover.tar.xz", prover)
    _notebook(making / NOTEBOOK, cache, licences, module)
    shutil.copy(ROOT / "LICENSE", licences / "tarok-analyzer.txt")
    shutil.copy(HERE / "licences/pyodide.txt", licences / "pyodide.txt")
    shutil.copy(HERE / "licences/python.txt", licences / "python.txt")
    manifest = _manifest(making)
    worker = making / "sw.js"
    worker.write_text(worker.read_text().replace("BUILD", _digest(making)), encoding="utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    making.rename(folder)
    return manifest


def _pyodide(cache: Path) -> Path:
    """Pyodide of the pinned version. Raises: Missing."""
    return _from_npm(cache, "pyodide")


def _from_npm(cache: Path, name: str) -> Path:
    """A package of the pinned version, from the registry of npm. Raises: Missing."""
    version = VERSIONS[name]["version"]
    there = cache / f"{name}-{version}"
    if not there.is_dir():
        _run(f"npm is needed to fetch {name}", "npm", "pack", "--silent", f"{name}@{version}", where=cache)
        with tarfile.open(cache / f"{name}-{version}.tgz") as archive:
            archive.extractall(cache / "unpacking", filter="data")
        (cache / "unpacking/package").rename(there)
    return there


def _wheels(cache: Path, of: str) -> list[Path]:
    """The wheels of a part, from the registry of Python packages. Raises: Missing."""
    there = cache / f"wheels-{of}"
    wanted = VERSIONS["wheels"][of]
    told = there / "wanted.json"
    if not told.is_file() or json.loads(told.read_text()) != wanted:
        shutil.rmtree(there, ignore_errors=True)
        there.mkdir()
        platform, python = VERSIONS["pyodide"]["platform"], VERSIONS["pyodide"]["python"]
        abi = f"cp{python.replace('.', '')}"
        _run(
            "the wheels of the page could not be fetched",
            sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:",
            "--platform", platform, "--platform", "any", "--python-version", python,
            "--abi", abi, "--abi", "abi3", "--abi", "none", "--dest", str(there), *wanted,
        )  # fmt: skip
        told.write_text(json.dumps(wanted))
    return sorted(there.glob("*.whl"))


GUARDED: Final = (
    '<meta charset="utf-8">\n    <meta http-equiv="Content-Security-Policy" '
    f"content=\"{POLICY}; script-src 'self' 'wasm-unsafe-eval'\">"
)
"""What the board may do, and WebAssembly beside it."""


def _copy_page(into: Path, cache: Path, licences: Path) -> None:
    """The page as the local board serves it, but for who answers its questions. Raises: Missing."""
    shutil.copytree(STATIC, into / "static")
    for file in sorted((HERE / "site").iterdir()):
        shutil.copy(file, into / ("static" if file.name in BESIDE else ".") / file.name)
    code = (_from_npm(cache, "xz-decompress") / "dist/package/xz-decompress.min.js").read_text(
        encoding="utf-8"
    )
    (into / "static/xz-decompress.js").write_text(AS_MODULE.format(code=code), encoding="utf-8")
    shutil.copy(HERE / "licences/xz-decompress.txt", licences)
    page = (into / "static/index.html").read_text(encoding="utf-8")
    (into / "static/index.html").unlink()
    page = page.replace('src="static/main.js"', 'src="boot.js"')
    page = page.replace("</head>", '  <link rel="stylesheet" href="page.css">\n  </head>')
    (into / "index.html").write_text(page, encoding="utf-8")
    for name in ("index.html", "python.html"):
        whole = (into / name).read_text(encoding="utf-8")
        (into / name).write_text(whole.replace('<meta charset="utf-8">', GUARDED, 1), encoding="utf-8")
    _told(into / "told")


def _told(into: Path) -> None:
    """The page's words and the shelf, which need no Python there."""
    into.mkdir()
    for name in (*(f"words?lang={lang}" for lang in LANGUAGES), "shelf"):
        (into / f"{name.replace('?lang=', '-')}.json").write_text(_known(name), encoding="utf-8")
    names = [name for kind in json.loads(_known("shelf")).values() for name in kind]
    items = {name: json.loads(_known(f"shelf/{name}")) for name in names}
    (into / FILES).write_text(json.dumps(items, ensure_ascii=False), encoding="utf-8")


def _known(name: str) -> str:
    status, text = answered(name, None, lambda *_: None)
    assert status == OK, text
    return text


def _copy_python(into: Path, pyodide: Path, tree: Path) -> None:
    """Pyodide, and of the standard library what is used; `tree` is an empty folder to lay it out in."""
    into.mkdir()
    for name in PYODIDE:
        shutil.copy(pyodide / name, into / name)
    lock = into / "pyodide-lock.json"
    told = json.loads(lock.read_text(encoding="utf-8")) | {"packages": {}}
    lock.write_text(json.dumps(told), encoding="utf-8")
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as whole:
        for name in whole.namelist():
            top, _, below = name.partition("/")
            known = top != "encodings" or below.partition(".")[0] in VERSIONS["encodings"]["kept"]
            module = top.partition(".")[0], f"{top}.{below.partition('/')[0].partition('.')[0]}"
            if known and not set(module) & set(LEFT_OUT["standard-library"]):
                whole.extract(name, tree)
    _compiled(pyodide, tree)
    library = io.BytesIO()
    with zipfile.ZipFile(library, "w", zipfile.ZIP_STORED) as less:
        for path in sorted(each for each in tree.rglob("*.pyc") if "__pycache__" not in each.parts):
            less.writestr(
                package.undated(path.relative_to(tree).as_posix(), zipfile.ZIP_STORED), path.read_bytes()
            )
    # The decoder of the page checks by CRC-32.
    for name, data in (
        ("python_stdlib.zip", library.getvalue()),
        ("pyodide.asm.wasm", (pyodide / "pyodide.asm.wasm").read_bytes()),
    ):
        packed = lzma.compress(data, check=lzma.CHECK_CRC32, preset=9 | lzma.PRESET_EXTREME)
        (into / f"{name}.xz").write_bytes(packed)


def _compiled(pyodide: Path, tree: Path) -> None:
    """Compile the modules below a folder by Pyodide's own Python. Raises: Missing."""
    _run("node is needed to compile the modules", "node", str(HERE / "compile.mjs"), str(pyodide), str(tree))


def _tree(cache: Path, pyodide: Path, of: str, licences: Path, module: Path) -> Path:
    """The compiled modules of a part: its wheels and, for the board, the analyzer with its core."""
    tree = _empty(cache / f"tree-{of}")
    for wheel in _wheels(cache, of):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(tree)  # noqa: S202 - zipfile keeps to the folder
    for useless in (*tree.glob("*.dist-info"), *tree.glob("*.data"), tree / "z3/include"):
        shutil.rmtree(useless, ignore_errors=True)
    for useless in (*tree.glob("z3/lib/libz3.so.*"), *tree.glob("segno/cli.py")):
        useless.unlink()
    if of == "board":
        package.laid(tree / "analyzer", module, LEFT_OUT["analyzer"])
        package.with_schemas(tree / "analyzer")
        shutil.copy(package.with_constraint(tree), licences / "python-constraint2.txt")
    _compiled(pyodide, tree)
    return tree


def _notebook(into: Path, cache: Path, licences: Path, module: Path) -> None:
    """The project's wheel, and beside it what it needs and what installs it: no other server is asked."""
    own = package.wheel(cache, _empty(cache / "tree-notebook"), module, VERSIONS)
    others = [wheel for of in VERSIONS["wheels"] for wheel in _wheels(cache, of)]
    for wheel in others:
        _licensed(wheel, licences)
    package.registry(_made(into), [own, *others])


def _empty(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    return _made(folder)


def _made(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    return folder


def _packed(into: Path, tree: Path) -> None:
    """One archive of what Python imports, the same whenever it is made."""

    def undated(entry: tarfile.TarInfo) -> tarfile.TarInfo | None:
        entry.mtime = entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        return None if Path(entry.name).suffix in NOT_PACKED or entry.name.endswith("__pycache__") else entry

    with tarfile.open(into, "w:xz", preset=9 | lzma.PRESET_EXTREME, format=tarfile.GNU_FORMAT) as archive:
        for path in sorted(tree.iterdir()):
            archive.add(path, path.name, filter=undated)


def _licensed(wheel: Path, licences: Path) -> None:
    """Keep the licence of a wheel beside the page."""
    with zipfile.ZipFile(wheel) as archive:
        told = [each for each in archive.namelist() if ".dist-info/" in each and not each.endswith("/")]
        texts = [archive.read(each).decode("utf-8", "replace") for each in told if "licen" in each.lower()]
        name = wheel.name.partition("-")[0]
        (licences / f"{name}.txt").write_text("\n\n".join(texts) or _metadata(archive), encoding="utf-8")


def _metadata(archive: zipfile.ZipFile) -> str:
    """What a wheel without a licence file says of its licence."""
    name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    return archive.read(name).decode("utf-8")


def _manifest(folder: Path) -> dict[str, Any]:
    """How large each part is, raw and as a server sends it; written into the folder for the page's bar."""
    parts = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            data = path.read_bytes()
            name = path.relative_to(folder).as_posix()
            parts[name] = {"raw": len(data), "gzip": len(gzip.compress(data, 9, mtime=0))}
    first = [name for name in parts if not name.startswith(LATER)]
    found = {
        "versions": VERSIONS,
        "first": {kind: sum(parts[name][kind] for name in first) for kind in ("raw", "gzip")},
        "parts": parts,
    }
    (folder / "manifest.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return found


def _digest(folder: Path) -> str:
    """What tells one page from another: by it browsers keep them apart."""
    found = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        found.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]


def _run(why: str, *command: str, where: Path | None = None) -> None:
    try:
        ran = subprocess.run(command, cwd=where, capture_output=True, text=True, check=False)  # noqa: S603
    except FileNotFoundError:
        raise wasmcore.Missing(
            f"make page: {why}: there is no {command[0]} here; install Node.js with npm"
        ) from None
    if ran.returncode:
        raise wasmcore.Missing(f"make page: {why}:\n{ran.stderr[-3000:]}{ran.stdout[-1000:]}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
