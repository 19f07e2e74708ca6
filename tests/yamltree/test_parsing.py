"""The parser of files, held against another parser of YAML: the same trees, at the same places."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import pytest
from places import POSITIONS
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.nodes import MappingNode, ScalarNode, SequenceNode

from analyzer.yamltree.node import Node, typed
from analyzer.yamltree.reading import read

FILES: Final = {
    str(path.relative_to(POSITIONS)): path.read_text(encoding="utf-8")
    for path in sorted(POSITIONS.rglob("*.yaml"))
}
ROUNDS: Final = 20
MUTATED: Final = 60
"""So many texts are damaged in each round."""
SIGNS: Final = (
    *"[]{}:,-#'\"?&*!|>%@`~ \n\\_a1é\t", ": ", " #", "- ", "\n  ", "\n- ", "''", "\r\n", "...", "---",
    "null", "{a: b}", "[x, y]", "\n\n", "# c", "- a: b", "key: ", "'a'", '"b"', "\ue020", "\u2028", "\u00a0",
    ">-\n", "<<: ", "  ", "-1",
)  # fmt: skip


OURS_ALONE: Final = ("&", "!", "*", "<<", "---", "...", "%", "\t", "\u2028", "`", "?")
"""What the other parser reads, and what is a fault or text here."""


def told(node: Node) -> Any:
    """Everything that a tree says: what is there, of which style, and where it begins and ends."""
    value: Any = node.value
    if isinstance(value, dict):
        keys = [each.key_where or each.where for each in value.values()]
        places = [(each.line, each.column) for each in keys]
        value = [(place, key, told(each)) for place, (key, each) in zip(places, value.items(), strict=True)]
    elif isinstance(value, list):
        value = [told(each) for each in value]
    where = () if value is None else (node.where.line, node.where.column, node.end.line, node.end.column)
    return type(node.value).__name__, value, where


def composed(node: Any) -> Any:
    """The same of a tree of the other parser."""
    if isinstance(node, MappingNode):
        pairs = [(place(key.start_mark), key.value, composed(value)) for key, value in node.value]
        value: Any = pairs
        kind = "dict"
    elif isinstance(node, SequenceNode):
        value, kind = [composed(each) for each in node.value], "list"
    else:
        value = typed(node.value)[0] if node.style is None and "\n" not in node.value else node.value
        kind = type(value).__name__
    where = () if value is None else (*place(node.start_mark), *place(node.end_mark))
    return kind, value, where


def place(mark: Any) -> tuple[int, int]:
    return mark.line + 1, mark.column + 1


def composed_text(text: str) -> Any:
    """What the other parser makes of a text; None where it finds fault with it, or there is nothing."""
    try:
        node = YAML(typ="safe", pure=True).compose(text)
    except (YAMLError, ValueError):
        return None
    return None if node is None or has_odd_keys(node) else composed(node)


def has_odd_keys(node: Any) -> bool:
    """Whether a key is no word, is empty, or appears twice."""
    if isinstance(node, SequenceNode):
        return any(map(has_odd_keys, node.value))
    if isinstance(node, ScalarNode):
        return False
    keys = [key.value if isinstance(key, ScalarNode) else "" for key, _ in node.value]
    return not all(keys) or len({*keys}) < len(keys) or any(has_odd_keys(value) for _, value in node.value)


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


def test_every_shipped_file_is_read_as_another_parser_reads_it() -> None:
    for name, text in FILES.items():
        node, faults = read(text, name)
        assert not faults, name
        assert node is not None
        assert told(node) == composed_text(text), name


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_a_damaged_file_is_read_as_another_parser_reads_it_or_a_fault_is_told(seed: int) -> None:
    rng, alike, missed = Random(seed), 0, []
    for _ in range(MUTATED):
        text = damaged(rng)
        if any(sign in text for sign in OURS_ALONE):
            continue
        node, faults = read(text, "f")
        other = composed_text(text)
        if faults or node is None:
            if other is not None and not any("closed" in each.message for each in faults):
                missed.append(text)
        elif other is not None:
            assert told(node) == other, text
            alike += 1
    assert alike > MUTATED / 10
    assert not missed


@pytest.mark.parametrize(
    "text",
    [
        "a: |\n  b\n\n  c\n\nd: e\n",
        "a: |+\n  b\n\nd: e\n", "a: |-\n  b\n   c\nd: e\n", "a: |2\n   b\n  c\n",
        "a: >\n  b\n  c\n\n  d\n   e\n  f\ng: h\n", "a: >+\n  b\n\n", "a: >-\n\n  b\n  c", "a: |\n\nb: c\n",
        "a: b\n  c\n\n  d\ne: f\n", "a: 'b\n\n  c ''d'''\n", 'a: "b\\\n   c\\x41\\u00e9 \\"\n  d"\n',
        'a: "b  \n  c"\n', "a: [b,\n c, d: e, ]\n", "{a: {b, c: }, 'd':e}\n", '{"a":1,"b":[true,null,"c"]}',
        "- - a\n  - b\n-\n  - c\n- d: e\n  f: g\n", "a:\n- b\n- c: d\n  e: f\n-\ng: h\n",
        "a:\n  b\n  c\nd: # e\n  f\n", "---\na: b # c\n# d\n...\n", "a: b#c\nd: e:f\n", "word\n", "[a, b]\n",
        "a: -1\nb:\n  - c\n", "é ø: ♥R\n", "'a: b': c\n\"d\\te\": f\n", "a: [b c\n  d, e]\n",
    ],
)  # fmt: skip
def test_a_text_of_any_shape_is_read_as_another_parser_reads_it(text: str) -> None:
    node, faults = read(text, "f")
    other = composed_text(text)
    assert bool(faults) == (other is None)
    assert faults or (node is not None and told(node) == other)
