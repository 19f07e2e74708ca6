"""The built page on a plain file server, below a path of its own, and its Python asked without a browser."""

from __future__ import annotations

import json
import lzma
import shutil
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from places import ROOT

BUILT = ROOT / "build/page"
HERE = Path(__file__).parent
BELOW = "club/tarok"

Question = tuple[str, dict[str, Any] | None]


@contextmanager
def built_for_node() -> Iterator[Path]:
    """The built page with what its worker unpacks unpacked: Node reads Python's files from the disk."""
    with TemporaryDirectory() as folder:
        found = Path(folder)
        for path in BUILT.iterdir():
            (found / path.name).symlink_to(path) if path.name != "python" else (found / path.name).mkdir()
        for path in (BUILT / "python").iterdir():
            name = found / "python" / path.name
            if path.suffix == ".xz":
                name.with_suffix("").write_bytes(lzma.decompress(path.read_bytes()))
            else:
                name.symlink_to(path)
        yield found


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def page_served(root: Path) -> Iterator[str]:
    """Where the page is; `root` is an empty folder."""
    (root / BELOW).parent.mkdir(parents=True)
    (root / BELOW).symlink_to(BUILT)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(root)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/{BELOW}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def asked_in_wasm(
    questions: Sequence[Question], script: str = "asked.mjs"
) -> tuple[list[Any], dict[str, float]]:
    """What the page's Python answers, status, document and events of each, and what it used up."""
    node = shutil.which("node")
    assert node is not None
    lines = "".join(
        json.dumps([name, body if body is None else json.dumps(body)]) + "\n" for name, body in questions
    )
    with built_for_node() as built:
        ran = subprocess.run(
            [node, str(HERE / script), str(built), str(ROOT)],
            input=lines,
            capture_output=True,
            text=True,
            check=False,
        )
    short = [line[:300] for line in ran.stderr.splitlines()]
    assert ran.returncode == 0, "\n".join(short[-20:])
    *answers, used = map(json.loads, ran.stdout.splitlines())
    return [(status, json.loads(text) if text else None, events) for status, text, events in answers], used
