"""Pages of keys: what a file of each kind, or an answer, may say, made from its JSON Schema."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

Schema = Mapping[str, Any]

BEGIN = {
    "position": ("position", "whole-hand", "hand-position", "tarot-position"),
    "session": ("session", "tarot-session"),
    "rules": ("rules",),
    "study": ("study",),
}
"""The templates of what is no dispute; one of a dispute has the name of its kind, or a word more."""
DISPUTE = "dispute"
_SAID = {"schema": "The kind of this file, and its version."}
"""Of a key that the schema says nothing about."""
_MOST = 80
"""Longer lists of words are not told in a table: those of cards and of kinds of clauses."""


def file_pages(schemas: Mapping[str, Schema], templates: Mapping[str, str]) -> dict[str, str]:
    """A page for each kind of file, by its name; each kind of dispute has one of its own."""
    pages = {}
    for name, schema in schemas.items():
        if name != DISPUTE:
            begin = [templates[each] for each in BEGIN.get(name, ())]
            pages[name] = _page(name, schema["description"], schema, _roots(schema), begin, f"schema {name}")
            continue
        for kind, target in schema["discriminator"]["mapping"].items():
            part = _found(target, schema)
            roots = [_found(each["$ref"], schema) for each in part.get("anyOf", ())] or [part]
            named = (kind, f"hand-{kind}", f"tarot-{kind}", f"{kind}-{DISPUTE}")
            begin = [templates[each] for each in named if f"kind: {kind}\n" in templates.get(each, "")]
            about = f"A dispute about {part['description'][0].lower()}{part['description'][1:].rstrip('.')}."
            if "anyOf" not in part:
                about = part["description"]
            pages[f"{name}-{kind}"] = _page(f"{name}: {kind}", about, schema, roots, begin, f"schema {name}")
    return pages


def answer_page(name: str, schema: Schema) -> str:
    """What `--json` writes, key by key."""
    return _page(
        name,
        schema.get("description", schema.get("title", name)),
        schema,
        _roots(schema),
        (),
        f"schema {name}",
    )


def _page(
    title: str, about: str, schema: Schema, roots: Iterable[Schema], begin: Iterable[str], made: str
) -> str:
    """What it is, files to begin with, the keys at the top, then those of every part that they lead to."""
    lines = [f"# {title}", "", about, "", f"Made from `tarok-analyze {made}`.", ""]
    for text in begin:
        lines += ["```yaml", text.rstrip(), "```", ""]
    parts: dict[str, Schema] = {}
    for root in roots:
        if (shape := root.get("properties", {}).get("format")) and (words := _words(shape)):
            lines += [f"## {' or '.join(f'`format: {each}`' for each in words)}", ""]
        lines += _keys(root, schema)
        _gather(root, schema, parts)
    for name, part in sorted(parts.items()):
        if keys := list(_keys(part, schema)):
            lines += [f"## {name}", "", str(part.get("description", "")), "", *keys]
    return "\n".join([*lines, *_clause_kinds(schema)]).rstrip() + "\n"


def _roots(schema: Schema) -> list[Schema]:
    """What stands at the top: one shape, or one of several."""
    several = schema.get("oneOf") or schema.get("anyOf")
    if several is None:
        return [_found(schema["$ref"], schema)] if "$ref" in schema else [schema]
    return [_found(each["$ref"], schema) for each in several]


def _found(ref: str, schema: Schema) -> Schema:
    part: Schema = schema["$defs"][ref.rpartition("/")[2]]
    return part


def _gather(part: Any, schema: Schema, parts: dict[str, Schema]) -> None:
    """Every part that a part leads to, by its name; `$defs` itself is not gone through."""
    if isinstance(part, list):
        for each in part:
            _gather(each, schema, parts)
    if not isinstance(part, dict):
        return
    if isinstance(ref := part.get("$ref"), str):
        name = ref.rpartition("/")[2]
        if name not in parts:
            parts[name] = _found(ref, schema)
            _gather(parts[name], schema, parts)
    for key, each in part.items():
        if key not in ("$defs", "discriminator", "examples"):
            _gather(each, schema, parts)


def _keys(part: Schema, schema: Schema) -> Iterator[str]:
    properties = part.get("properties", {})
    if not properties:
        return
    needed = set(part.get("required", ()))
    yield "| key | what | |"
    yield "|---|---|---|"
    for key, value in properties.items():
        about = (_about(value, schema) or _SAID.get(key, "")).replace("\n", " ").replace("|", "\\|")
        yield f"| `{key}` | {_type(value)} | {'' if key in needed else 'optional. '}{about} |"
    yield ""


def _about(value: Schema, schema: Schema) -> str:
    """What a key is for: as it says itself, else as that says which it holds."""
    if "description" in value:
        return str(value["description"])
    if "$ref" in value:
        return _about(_found(value["$ref"], schema), schema)
    below = [*value.get("anyOf", ()), *value.get("oneOf", ())]
    below += [value["items"]] if isinstance(value.get("items"), dict) else []
    below += [value["additionalProperties"]] if isinstance(value.get("additionalProperties"), dict) else []
    return next(filter(None, (_about(each, schema) for each in below)), "")


def _words(value: Schema) -> list[str]:
    return [value["const"]] if "const" in value else list(value.get("enum", ()))


def _type(value: Schema) -> str:
    if "$ref" in value:
        return f"`{value['$ref'].rpartition('/')[2]}`"
    if "const" in value:
        return f"`{_shown(value['const'])}`"
    if "enum" in value:
        words = value["enum"]
        return (
            " \\| ".join(f"`{each}`" for each in words)
            if len(words) <= _MOST
            else f"one of {len(words)} words"
        )
    for several in ("anyOf", "oneOf"):
        if several in value:
            return " \\| ".join(_type(each) for each in value[several])
    kind = value.get("type", "any")
    if isinstance(kind, list):
        return " \\| ".join(kind)
    if kind == "array" and isinstance(value.get("items"), dict):
        return f"list of {_type(value['items'])}"
    if kind == "object" and isinstance(value.get("additionalProperties"), dict):
        return f"by name {_type(value['additionalProperties'])}"
    return str(kind)


def _shown(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _clause_kinds(schema: Schema) -> Iterator[str]:
    """The kinds of clauses with the parameters of each, where the schema is that of rule sets."""
    clause = schema.get("$defs", {}).get("ClauseModel", {})
    if not clause:
        return
    yield from ("", "## Kinds of clauses", "", "| kind | parameters |", "|---|---|")
    for each in clause["allOf"]:
        kind = each["if"]["properties"]["kind"].get("const")
        told = each["then"]["properties"]["parameters"].get("properties", {})
        yield f"| `{kind}` | {', '.join(f'`{key}`' for key in told) or '–'} |"
