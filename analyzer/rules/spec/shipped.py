"""The rule sets: those that are shipped, by name, and any other file, by path.

The shipped ones are read from `specs/compiled/NAME.json`, made from `specs/NAME.yaml` after all checks
and used only while it belongs to exactly that text (a digest says so); otherwise, and for every file of
a user, the YAML itself is read and checked. `python -m analyzer.rules.spec.shipped` makes them and the JSON
Schema anew.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from analyzer.errors import UsageError
from analyzer.rules.spec.chapters import make_ruleset
from analyzer.rules.spec.ruleset import Citation, Clause, Parameter, RuleSet, Standing

_SOURCES: Final = "sources"
COMPILED: Final = "tarok-compiled/1"


@cache
def specs_dir() -> Path:
    """Where the rule sets are: inside the package when installed, beside it in a checkout."""
    package = Path(__file__).resolve().parents[2]
    for place in (package / "specs", package.parent / "specs"):
        if (place / f"{_SOURCES}.yaml").is_file():
            return place
    raise UsageError(f"the shipped rule sets are not where they belong ({package / 'specs'})")


@cache
def ruleset_names() -> tuple[str, ...]:
    """The names of the shipped rule sets, in alphabetical order."""
    return tuple(sorted(path.stem for path in specs_dir().glob("*.yaml") if path.stem != _SOURCES))


@cache
def load_ruleset(name_or_path: str) -> RuleSet:
    """A rule set, by the name of a shipped one or the path of a file (anything with a `/` or a `.`).

    Raises: UsageError for an unknown name, with the nearest one; InvalidFile with every fault of a file.
    """
    if name_or_path in ruleset_names():
        return _compiled(name_or_path) or read_ruleset(specs_dir() / f"{name_or_path}.yaml")
    if "/" in name_or_path or "." in name_or_path or Path(name_or_path).is_file():
        return read_ruleset(Path(name_or_path))
    close = get_close_matches(name_or_path, ruleset_names(), n=1)
    guess = f"did you mean {close[0]}?" if close else f"there are {', '.join(ruleset_names())}"
    raise UsageError(f"there is no rule set {name_or_path!r}; {guess}")


def read_ruleset(path: Path) -> RuleSet:
    """The rule set of a file, read and checked in full.

    Raises: InvalidFile with every fault.
    """
    # pydantic and ruamel cost more than everything else here: only files need them
    from analyzer.rules.spec.clausefile import read_rules, read_sources  # noqa: PLC0415
    from analyzer.yamltree.reading import read_text  # noqa: PLC0415

    sources = specs_dir() / f"{_SOURCES}.yaml"
    known = read_sources(read_text(str(sources)), str(sources))
    return read_rules(read_text(str(path)), str(path), known)


def ruleset_schema() -> dict[str, Any]:
    """The JSON Schema of a rule-set file."""
    from analyzer.rules.spec.clausemodel import rules_schema  # noqa: PLC0415

    return rules_schema()


def _digest(name: str) -> str:
    """A digest of everything a shipped rule set is made from."""
    digest = sha256(COMPILED.encode())
    for each in (name, _SOURCES):
        digest.update((specs_dir() / f"{each}.yaml").read_bytes())
    return digest.hexdigest()


def _compiled(name: str) -> RuleSet | None:
    """A shipped rule set from its compiled form; None where that is not of the present text."""
    path = specs_dir() / "compiled" / f"{name}.json"
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return None
    if not isinstance(data, dict) or data.get("digest") != _digest(name):
        return None
    clauses = {each["id"]: _clause(each) for each in data["clauses"]}
    return make_ruleset(data["name"], data["title"], clauses, data["sources"])


def _clause(data: Mapping[str, Any]) -> Clause:
    parameters: dict[str, Parameter] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in data["parameters"].items()
    }
    cites = tuple(Citation(source, heading) for source, heading in data["cites"])
    lists = (tuple(data[each]) for each in ("readings", "depends", "overrides"))
    standing = Standing(data["standing"])
    return Clause(
        data["id"], data["kind"], standing, data["statement"], parameters, cites, data["because"], *lists
    )


def compiled_form(name: str) -> dict[str, Any]:
    """The compiled form of a shipped rule set, read and checked anew from its YAML."""
    rules = read_ruleset(specs_dir() / f"{name}.yaml")
    clauses = [
        {
            "id": each.id,
            "kind": each.kind,
            "standing": each.standing.value,
            "statement": each.statement,
            "parameters": each.parameters,
            "cites": [[cite.source, cite.heading] for cite in each.cites],
            "because": each.because,
            "readings": each.readings,
            "depends": each.depends,
            "overrides": each.overrides,
        }
        for each in rules.clauses.values()
    ]
    head = {"schema": COMPILED, "digest": _digest(name), "name": rules.name, "title": rules.title}
    return {**head, "sources": rules.sources, "clauses": clauses}


def generated_files() -> dict[Path, str]:
    """Every generated file of `specs/` with the text it should have."""
    files = {specs_dir() / "schema" / "rules.schema.json": ruleset_schema()}
    files |= {specs_dir() / "compiled" / f"{name}.json": compiled_form(name) for name in ruleset_names()}
    return {path: json.dumps(data, indent=1, ensure_ascii=False) + "\n" for path, data in files.items()}


def main() -> None:
    """Write the generated files."""
    for path, text in generated_files().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
