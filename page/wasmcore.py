"""The core as a module of Pyodide: compiled by the clang that the package ziglang brings, unchanged sources.

An extension of Pyodide is a WebAssembly module with a `dylink.0` section, which plain clang and wasm-ld make.
Every import of the module must be an export of Pyodide itself: that is checked, so that nothing is missed
when it is loaded.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
SOURCES: Final = HERE.parent / "analyzer/core/src"
NAME: Final = "_core"
LEAST: Final = (3, 12)
"""From here on CPython's stable interface serves all later ones."""
THIRTY_TWO: Final = ("LONG", "SIZE_T", "VOID_P", "UINTPTR_T")
"""Types that take four bytes in WebAssembly."""
OWN: Final = frozenset(
    {"__memory_base", "__table_base", "__stack_pointer", "memory", "__indirect_function_table"}
)
"""Imports that whoever loads a module brings."""

FLAGS: Final = (
    "--target=wasm32-unknown-emscripten", "-std=c++20", "-O3", "-DNDEBUG", "-fPIC", "-fvisibility=hidden",
    "-fno-stack-protector", "-fwasm-exceptions", "-mllvm", "-wasm-enable-sjlj", "-mbulk-memory",
    "-mnontrapping-fptoint", "-msign-ext", "-mmutable-globals", "-mmultivalue", "-mreference-types",
    "-nostdinc", "-nostdinc++", "-D_GNU_SOURCE", "-D__wasi__", "-D__EMSCRIPTEN_major__=5",
    "-D_LIBCPP_DISABLE_AVAILABILITY",
)  # fmt: skip


class Missing(Exception):
    """What is not there, and what to do about it."""


def headers(build: Path) -> Path:
    """A folder with the headers of CPython 3.12 or later, set to 32 bit. Raises: Missing."""
    found = next((place for place in _places() if _version(place) >= LEAST), None)
    if found is None:
        raise Missing(
            "make page needs the headers of CPython 3.12 or later (Python.h): install them, as "
            "python3.12-dev or later, or name their folder with PYTHON_HEADERS=DIR"
        )
    there = build / "headers"
    shutil.rmtree(there, ignore_errors=True)
    shutil.copytree(found, there)
    config = there / "pyconfig.h"
    text = config.read_text(encoding="utf-8")
    for kind in THIRTY_TWO:
        text = re.sub(rf"#define SIZEOF_{kind} \d+", f"#define SIZEOF_{kind} 4", text)
    config.write_text(re.sub(r"#define HAVE_GCC_ASM_FOR_X\d+ 1", "", text), encoding="utf-8")
    return there


def _places() -> Iterator[Path]:
    """Where the headers may be: what was named, this Python's, and those of others that are installed."""
    if named := os.environ.get("PYTHON_HEADERS"):
        yield Path(named)
        return
    yield Path(sys.base_prefix) / f"include/python{sys.version_info[0]}.{sys.version_info[1]}"
    roots = [Path("/usr/include"), Path("/usr/local/include")]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for root in (*roots, *sorted(pyenv.glob("*/include"))):
        yield from sorted(root.glob("python3.*"))


def _version(place: Path) -> tuple[int, int]:
    """Whose headers lie there; (0, 0) where none do."""
    try:
        text = (place / "patchlevel.h").read_text(encoding="utf-8")
    except OSError:
        return (0, 0)
    if not (place / "pyconfig.h").is_file() or "MULTIARCH_HEADERS" in (place / "pyconfig.h").read_text(
        "utf-8"
    ):
        return (0, 0)  # Debian keeps the real one elsewhere, by machine
    numbers = re.findall(r"#define PY_(?:MAJOR|MINOR)_VERSION\s+(\d+)", text)
    return (int(numbers[0]), int(numbers[1]))


def compiled(build: Path) -> Path:
    """The core as a module of Pyodide; only what has changed is compiled again. Raises: Missing."""
    import nanobind  # noqa: PLC0415 - they are there for this alone
    import ziglang  # noqa: PLC0415

    zig = Path(ziglang.__file__).parent
    nano = Path(nanobind.__file__).parent
    objects = build / "objects"
    objects.mkdir(parents=True, exist_ok=True)
    flags = [*FLAGS, *_includes(zig, nano, headers(build))]
    sources = sorted(SOURCES.glob("*/*.cpp"))
    hashes = "".join(
        hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(SOURCES.glob("*/*.?pp"), key=str)
    )
    digest = hashlib.sha256(hashes.encode()).hexdigest()
    rest = _digest([path for path in SOURCES.glob("*/*") if path.suffix != ".cpp"], " ".join(flags))

    def made(source: Path, more: list[str]) -> Path:
        told = [*more, f'-DTAROK_SOURCE_HASH="{digest}"'] if source.stem == "module" else more
        name = objects / f"{source.stem}-{_digest([source], rest + ' '.join(told))[:16]}.o"
        if not name.exists():
            _run([str(zig / "zig"), "clang", "-x", "c++", "-c", *flags, *told, str(source), "-o", str(name)])
        return name

    jobs = [(source, [f"-DTAROK_MODULE={NAME}"]) for source in sources]
    jobs.append((nano / "src/nb_combined.cpp", ["-DNB_BUILD", "-fno-strict-aliasing"]))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        parts = list(pool.map(lambda job: made(*job), jobs))
    module = build / f"{NAME}.abi3.so"
    linking = [
        "-shared", "--experimental-pic", "--import-memory", "--unresolved-symbols=import-dynamic",
        "-Bsymbolic", f"--export=PyInit_{NAME}", "--gc-sections", "--strip-debug",
    ]  # fmt: skip
    _run([str(zig / "zig"), "wasm-ld", *linking, "-o", str(module), *map(str, parts)])
    return module


def _includes(zig: Path, nano: Path, python: Path) -> list[str]:
    config = HERE / "libcxx"
    folders = [
        config, zig / "lib/libcxx/include", zig / "lib/libcxxabi/include", zig / "lib/include",
        zig / "lib/libc/include/wasm-wasi-musl", zig / "lib/libc/include/generic-musl",
    ]  # fmt: skip
    system = [part for folder in folders for part in ("-isystem", str(folder))]
    ours = [f"-I{python}", f"-I{nano / 'include'}", f"-I{nano / 'ext/robin_map/include'}"]
    names = ["-DPy_LIMITED_API=0x030C0000", f"-DNB_DOMAIN={NAME}", "-DNB_COMPACT_ASSERTIONS"]
    return ["-include", str(config / "__config_site"), "-include", "stdio.h", *system, *ours, *names]


def _digest(paths: list[Path], more: str) -> str:
    found = hashlib.sha256(more.encode())
    for path in sorted(paths):
        found.update(path.read_bytes())
    return found.hexdigest()


def _run(command: list[str]) -> None:
    ran = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if ran.returncode:
        raise Missing(f"{' '.join(command[:4])} ... {command[-3]} failed:\n{ran.stderr[-4000:]}")


def unknown_imports(module: Path, pyodide: Path) -> list[str]:
    """The imports of a module that neither Pyodide nor the module itself exports; there must be none."""
    imports, own = _names(module)
    _, exports = _names(pyodide)
    return sorted(imports - exports - own - OWN)


def _names(path: Path) -> tuple[set[str], set[str]]:
    """The names that a WebAssembly module imports and exports."""
    data = path.read_bytes()
    if data[:4] != b"\0asm":
        raise Missing(f"{path.name} is no WebAssembly module")
    at, imports, exports = 8, set[str](), set[str]()
    while at < len(data):
        kind = data[at]
        size, at = _number(data, at + 1)
        if kind == 2:
            imports = set(_imported(data, at))
        if kind == 7:
            exports = set(_exported(data, at))
        at += size
    return imports, exports


def _imported(data: bytes, at: int) -> Iterator[str]:
    count, at = _number(data, at)
    for _ in range(count):
        _, at = _text(data, at)
        name, at = _text(data, at)
        yield name
        kind, at = data[at], at + 1
        if kind == 0:  # a function: its type
            _, at = _number(data, at)
        elif kind == 1:  # a table: its element, then its limits
            at = _limits(data, at + 1)
        elif kind == 2:
            at = _limits(data, at)
        elif kind == 3:
            at += 2
        else:  # a tag: an attribute and its type
            _, at = _number(data, at + 1)


def _exported(data: bytes, at: int) -> Iterator[str]:
    count, at = _number(data, at)
    for _ in range(count):
        name, at = _text(data, at)
        yield name
        _, at = _number(data, at + 1)


def _limits(data: bytes, at: int) -> int:
    flags, at = data[at], at + 1
    _, at = _number(data, at)
    if flags & 1:
        _, at = _number(data, at)
    return at


def _text(data: bytes, at: int) -> tuple[str, int]:
    size, at = _number(data, at)
    return data[at : at + size].decode(), at + size


def _number(data: bytes, at: int) -> tuple[int, int]:
    """An unsigned number in LEB128, and the place behind it."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at
