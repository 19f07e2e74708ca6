"""Files read at once: their tree is the scanner's, and what the scanner finds fault with is left to it."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import Any, Final

import pytest
from places import POSITIONS

from analyzer.yamltree.node import Node
from analyzer.yamltree.quick import read_quickly
from analyzer.yamltree.reading import read
from analyzer.yamltree.scanning import read_carefully

FILES: Final = {
    str(path.relative_to(POSITIONS)): path.read_text(encoding="utf-8")
    for path in sorted(POSITIONS.rglob("*.yaml"))
}
ROUNDS: Final = 20
MUTATED: Final = 200
"""So many texts are damaged in each round."""
SIGNS: Final = (
    *"[]{}:,-#'\"?&*!|>%@`~ \n\\_a1é\t", ": ", " #", "- ", "\n  ", "\n- ", "''", "\r\n", "...", "---",
    "null", "{a: b}", "[x, y]", "\n\n", "# c", "- a: b", "key: ", "'a'", '"b"', "\ue020", "\u2028", "\u00a0",
    ">-\n", "<<: ", "  ", "-1",
)  # fmt: skip


def told(node: Node) -> tuple[Any, ...]:
    """Everything that a tree says, every place in it too."""
    value: Any = node.value
    if isinstance(value, dict):
        value = [(key, told(each)) for key, each in value.items()]
    elif isinstance(value, list):
        value = [told(each) for each in value]
    kind = type(node.value).__name__
    return kind, value, node.where, node.end, node.style, node.raw, node.key_where, node.torn


def read_alike(text: str) -> bool:
    """Whether a text is read at once; what is read then must be sound, and the same."""
    quick = read_quickly(text, "f")
    if quick is None:
        return False
    careful = read_carefully(text, "f")
    assert careful.faults == ()
    assert careful.node is not None
    assert told(quick) == told(careful.node)
    return True


def damaged(rng: Random) -> str:
    """A piece of a shipped file in which something was put in, left out, moved or said twice."""
    lines = FILES[rng.choice(list(FILES))].split("\n")
    at = rng.randrange(len(lines))
    lines = [*lines[:3], *lines[at : at + 12]]
    for _ in range(rng.choice((1, 1, 2, 3))):
        row, how = rng.randrange(len(lines)), rng.random()
        line = lines[row]
        at = rng.randrange(len(line) + 1)
        if how < 0.5:
            line = line[:at] + rng.choice(SIGNS) + line[at:]
        elif how < 0.7:
            line = line[:at] + line[at + rng.choice((1, 1, 2, 5)) :]
        elif how < 0.85:
            line = " " * rng.randrange(5) + line.strip(" ")
        else:
            lines.insert(rng.randrange(len(lines)), line)
        lines[row] = line
    return "\n".join(lines)


def test_nearly_every_shipped_file_is_read_at_once_and_as_the_scanner_reads_it() -> None:
    at_once = [name for name, text in FILES.items() if read_alike(text)]
    assert len(at_once) >= 0.99 * len(FILES)


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_a_damaged_file_is_read_at_once_only_where_the_scanner_finds_nothing_wrong(seed: int) -> None:
    rng = Random(seed)
    at_once = [read_alike(damaged(rng)) for _ in range(MUTATED)]
    assert MUTATED / 10 < sum(at_once) < MUTATED * 9 / 10  # both are tried


@pytest.mark.parametrize(
    "text",
    [
        "a: 1\n  b: 2\n", "a: b\n  c\n", "a: [b,\nc]\n", "a: {b}\n", "a: [b: c]\n", "a: [b, ]\n", "a: b: c\n",
        "a: ? b\n", "a: 1\na: 2\n", "- a\n", "a: &b c\n", "a: 1234567890123456789\n", "a: >-\n  b\n\n  c\n",
        "a: >-\n  b\n # c\n", "a:\n- b\n - c\n", "a: 'b''c'\n", 'a: "b\\n"\n', "a: b #c\n d\n", "",
        "---\na: b\n", "a: [\n", "a: -\n",
    ],
)  # fmt: skip
def test_what_is_not_of_the_ordinary_shape_is_left_to_the_scanner(text: str) -> None:
    assert read_quickly(text, "f") is None
    assert read(text, "f").faults == read_carefully(text, "f").faults


def test_a_file_of_the_ordinary_shape_does_not_even_load_the_scanner() -> None:
    program = (
        "import sys, analyzer; analyzer.load(sys.argv[1]); sys.exit('ruamel' in str(sys.modules.keys()))"
    )
    subprocess.run([sys.executable, "-c", program, str(POSITIONS / "prop1.yaml")], check=True)
