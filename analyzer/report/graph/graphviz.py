"""Graphviz, where it is installed."""

from __future__ import annotations

import shutil
import subprocess

from analyzer.report.drawn.canvas import Canvas
from analyzer.report.drawn.svgfile import svg_text


def drawn(dot: str, plain: Canvas, ending: str) -> bytes:
    """The bytes of an `.svg` or `.png` file: by Graphviz where it is installed, else the plain drawing."""
    program = shutil.which("dot")
    if program is not None:
        done = subprocess.run(  # noqa: S603 - the program found on the path, fed with text of our own
            [program, f"-T{ending.removeprefix('.')}"], input=dot.encode(), capture_output=True, check=False
        )
        if not done.returncode:
            return done.stdout
    if ending == ".svg":
        return svg_text(plain).encode()
    from analyzer.report.drawn.pngfile import png_bytes  # noqa: PLC0415 - Pillow is slow to import

    return png_bytes(plain)
