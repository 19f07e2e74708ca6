"""Drawings of graphs: by Graphviz where it is installed, else by Typst, a layer under the other."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from msgspec.structs import asdict

from analyzer.frozenrecord import Record
from analyzer.report.paper.press import set_page

_TEMPLATE: Final = Path(__file__).with_name("graph.typ")


class DrawnNode(Record, frozen=True):
    """A node as it is drawn."""

    lines: tuple[str, ...]
    layer: int
    fill: str
    ellipse: bool = False


class DrawnArrow(Record, frozen=True):
    """An arrow between two nodes."""

    source: str
    target: str
    label: tuple[str, ...]
    ink: str
    thick: float = 1


def drawn(dot: str, nodes: Mapping[str, DrawnNode], arrows: Sequence[DrawnArrow], ending: str) -> bytes:
    """The bytes of an `.svg` or `.png` file.

    Raises: UsageError where neither Graphviz nor Typst is installed.
    """
    form, program = ending.removeprefix("."), shutil.which("dot")
    if program is not None:
        done = subprocess.run(  # noqa: S603 - the program found on the path, fed with text of our own
            [program, f"-T{form}"], input=dot.encode(), capture_output=True, check=False
        )
        if not done.returncode:
            return done.stdout
    layers = sorted({node.layer for node in nodes.values()})
    told = {
        "layers": [[name for name in nodes if nodes[name].layer == layer] for layer in layers],
        "nodes": {name: asdict(node) for name, node in nodes.items()},
        "arrows": [asdict(arrow) for arrow in arrows],
    }
    return set_page(_TEMPLATE, told, form)
