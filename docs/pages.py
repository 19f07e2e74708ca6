"""Pages that are made, not written: rule sets from their clauses, files and answers from their schemas.

Everything comes from `tarok-analyze rules NAME --json` and `tarok-analyze schema NAME`, so the site says
what the program says.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from analyzer.cli.main import main
from analyzer.rules.spec.shipped import ruleset_names


def written(*args: str) -> Any:
    """The JSON that a command line writes."""
    out = io.StringIO()
    with redirect_stdout(out):
        status = main(args)
    assert status == 0, (args, status)
    return json.loads(out.getvalue())


def rule_sets() -> tuple[str, ...]:
    """The names of the shipped rule sets."""
    return ruleset_names()


def schemas() -> tuple[str, ...]:
    """The names of all schemas: those of files, then those of answers."""
    listed = written("schema", "list", "--json")
    return (*listed["files"], *listed["answers"])


def files() -> tuple[str, ...]:
    """The names of the schemas that describe files."""
    return tuple(written("schema", "list", "--json")["files"])


def rules_page(name: str) -> str:
    """A rule set as a page: chapter by chapter each clause, its parameters, its standing, its sources."""
    rules = written("rules", name, "--json")
    lines = [f"# {rules['title']}", "", f"`{name}`. Every clause with its parameters and its source.", ""]
    chapter = ""
    for clause in rules["clauses"]:
        if (now := clause["id"].partition(".")[0]) != chapter:
            chapter = now
            lines += [f"## {chapter}", ""]
        lines += [f"### {clause['id']}", "", clause["statement"], "", *_clause_facts(clause), ""]
    return "\n".join(lines)


def _clause_facts(clause: Mapping[str, Any]) -> Iterator[str]:
    told = ", ".join(f"{key}: {_shown(value)}" for key, value in clause["parameters"].items())
    yield f"* kind `{clause['kind']}`" + (f"; {told}" if told else "")
    if clause["standing"] != "stated":
        yield f"* **{clause['standing']}**: {clause['because']}"
    yield from (f"* reading: {each}" for each in clause.get("readings") or ())
    yield from (f"* {cite['source']}, “{cite['heading']}”" for cite in clause["cites"])
    if clause["depends"]:
        yield f"* depends on {_names(clause['depends'])}"
    if clause["overrides"]:
        yield f"* overrides {_names(clause['overrides'])}"


def _names(ids: Iterable[str]) -> str:
    return ", ".join(f"`{each}`" for each in ids)


def _shown(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def schema_page(name: str) -> str:
    """A schema as a page: every key with its type and what it is for."""
    schema = written("schema", name)
    title = schema.get("title", name)
    lines = [f"# {name}", "", f"{schema.get('description', title)}", ""]
    lines += [f"Made from `tarok-analyze schema {name}`.", ""]
    lines += list(_keys(schema))
    for each, part in schema.get("$defs", {}).items():
        keys = list(_keys(part))
        if keys:
            lines += [f"## {each}", "", part.get("description", ""), "", *keys]
    return "\n".join(lines) + "\n"


def _keys(part: Mapping[str, Any]) -> Iterator[str]:
    properties = part.get("properties", {})
    if not properties:
        return
    needed = set(part.get("required", ()))
    yield "| key | what | |"
    yield "|---|---|---|"
    for key, value in properties.items():
        about = str(value.get("description", "")).replace("\n", " ").replace("|", "\\|")
        yield f"| `{key}` | {_type(value)} | {'' if key in needed else 'optional. '}{about} |"
    yield ""


def _type(value: Mapping[str, Any]) -> str:
    if "$ref" in value:
        return f"`{value['$ref'].rpartition('/')[2]}`"
    if "const" in value:
        return f"`{_shown(value['const'])}`"
    if "enum" in value:
        return " \\| ".join(f"`{each}`" for each in value["enum"][:12])
    for several in ("anyOf", "oneOf"):
        if several in value:
            return " \\| ".join(_type(each) for each in value[several])
    kind = value.get("type", "any")
    if isinstance(kind, list):
        return " \\| ".join(kind)
    if kind == "array" and isinstance(value.get("items"), dict):
        return f"list of {_type(value['items'])}"
    return str(kind)


def index(title: str, about: str, names: Iterable[str]) -> str:
    """A page that lists the pages of a folder."""
    tree = "\n".join(names)
    return f"# {title}\n\n{about}\n\n```{{toctree}}\n:maxdepth: 1\n\n{tree}\n```\n"


def write_pages(folder: Path) -> None:
    """Write all made pages below a folder."""
    names = schemas()
    made = {f"rules/{name}": rules_page(name) for name in rule_sets()}
    made |= {f"schemas/{name}": schema_page(name) for name in names}
    made["rules/index"] = index("Rules", "Every rule set, clause by clause, made from `specs/`.", rule_sets())
    made["files"] = index(
        "Files", "What a file may contain.", (f"schemas/{name}" for name in names if name in files())
    )
    made["answers"] = index(
        "JSON answers", "What `--json` writes.", (f"schemas/{name}" for name in names if name not in files())
    )
    for name, text in made.items():
        path = folder / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
