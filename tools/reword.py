"""Say messages in other words: in the code, the rule sets and every catalogue at once, translations kept.

    python tools/reword.py PAIRS.yaml

Each pair has `old` and `new`, and `da` or `fr` where the translation changes too. A message for one thing
and for many is two pairs. What documents and tests still quote is printed, to be mended by hand. Run
`ruff format` and `make catalogue` behind it.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from ruamel.yaml import YAML

ROOT: Final = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests"))
import catalogue  # noqa: E402 - it lies among the tests

WIDTH: Final = 100
QUOTED: Final = 40
"""So many letters of an old message are looked for in documents and tests."""

Pair = dict[str, str]


def literal(text: str, indent: int) -> str:
    """A string as code writes it, in several rows where it is long."""
    whole = _quoted(text)
    if indent + len(whole) <= WIDTH:
        return whole
    rows, row = [], ""
    for word in text.split(" "):
        if row and indent + 4 + len(_quoted(f"{row}{word} ")) > WIDTH:
            rows.append(row)
            row = ""
        row += f"{word} "
    rows.append(row[:-1])
    inner = "".join(f"{' ' * (indent + 4)}{_quoted(each)}\n" for each in rows)
    return f"(\n{inner}{' ' * indent})"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def in_code(path: Path, words: dict[str, str]) -> set[str]:
    """Put new messages for old ones into a file of code; what was found there."""
    text = path.read_text("utf-8")
    if not any(old[:8] in text for old in words):
        return set()
    places = [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in words
    ]
    lines = text.encode().split(b"\n")
    for node in sorted(places, key=lambda each: (each.lineno, each.col_offset), reverse=True):
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        first, last = lines[node.lineno - 1], lines[node.end_lineno - 1]
        indent = len(first) - len(first.lstrip())
        new = first[: node.col_offset] + literal(words[str(node.value)], indent).encode()
        lines[node.lineno - 1 : node.end_lineno] = [new + last[node.end_col_offset :]]
    path.write_bytes(b"\n".join(lines))
    return {str(node.value) for node in places}


def in_rules(path: Path, words: dict[str, str]) -> set[str]:
    """Give the statements of a rule set other words; those that were found."""
    text, found = path.read_text(encoding="utf-8"), set[str]()
    for old, new in words.items():
        plain = new[:1].isalpha() and ": " not in new and " #" not in new
        told = new if plain else json.dumps(new, ensure_ascii=False)
        apostrophes = old.replace("'", "''")
        for written in (json.dumps(old, ensure_ascii=False), f"'{apostrophes}'", old):
            pattern = rf"(?m)(^ *- |: ){re.escape(written)}(?=$|[,}}])"
            if re.search(pattern, text):
                text = re.sub(pattern, lambda where, told=told: where[1] + told, text)  # type: ignore[misc]
                found.add(old)
    path.write_text(text, encoding="utf-8")
    return found


def in_catalogue(path: Path, pairs: list[Pair]) -> None:
    """Give a catalogue the new messages, with the translation of the old ones or a new one."""
    language = path.parts[-3]
    by_old = {each["old"]: each for each in pairs}
    catalog = catalogue.read(path)
    for message in [each for each in catalog if each.id]:
        ids = (message.id,) if isinstance(message.id, str) else message.id
        if not any(each in by_old for each in ids):
            continue
        said = [message.string] if isinstance(message.string, str) else list(message.string)
        for place, each in enumerate(ids):
            said[place] = by_old.get(each, {}).get(language, said[place])
        new = tuple(by_old.get(each, {}).get("new", each) for each in ids)
        catalog.delete(ids[0])
        if len(new) == 1:
            catalog.add(new[0], said[0])
        else:
            catalog.add(new, tuple(said))
    path.write_bytes(catalogue.written(catalog))


def main(file: str) -> int:
    """Reword the package; the exit status is 1 where an old message is said nowhere."""
    pairs: list[Pair] = YAML(typ="safe").load(Path(file))
    words = {each["old"]: each["new"] for each in pairs}
    found = set[str]()
    for path in sorted(catalogue.PACKAGE.rglob("*.py")):
        found |= in_code(path, words)
    for path in sorted((ROOT / "specs").glob("*/*.yaml")):
        found |= in_rules(path, words)
    for path in sorted(catalogue.PACKAGE.glob("locale/*/LC_MESSAGES/*.po")):
        if path.stem in ("analyzer", "rules", "forms"):
            in_catalogue(path, pairs)
    for old in words.keys() - found:
        print(f"said nowhere: {old}")
    for old in found:
        asked = ["git", "grep", "-nF", old[:QUOTED], "--", "docs", "tests", "README.md", "page"]
        quoted = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False).stdout
        print(quoted, end="")
    return int(bool(words.keys() - found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
