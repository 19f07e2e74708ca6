"""The messages of the package, as its code says them, and the catalogues made from them.

`make catalogue` runs this: new messages get an empty text in `analyzer.po` of each language, those that are
gone go, and every compiled catalogue is written. What lacks a translation is printed, with its place.
"""

from __future__ import annotations

import ast
import io
import string
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple
from unittest.mock import patch

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from analyzer.messages import ENGLISH, LANGUAGES

PACKAGE: Final = Path(__file__).parents[1] / "analyzer"
READABLE: Final = Path("locale/da/LC_MESSAGES/analyzer.po")
TRANSLATED: Final = tuple(lang for lang in LANGUAGES if lang != ENGLISH)
NO_VERSION: Final = patch("babel.messages.catalog.VERSION", "2")
"""A catalogue is the same whichever version of Babel wrote it."""

ONE: Final = frozenset({"say", "marked", "translated", "or_brief"})
"""Functions whose first argument is a message."""
MANY: Final = frozenset({"n", "say_many"})
"""Functions whose first two arguments are a message of one thing and of many."""

Template = str | tuple[str, str]


class Said(NamedTuple):
    """A message and the first place where it is said."""

    template: Template
    place: str


def called(node: ast.Call) -> str:
    """The name of what is called, without what it is a name of."""
    match node.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


def calls(package: Path) -> Iterator[tuple[ast.Call, str]]:
    """Every call of a package, and where it stands."""
    for path in sorted(package.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield node, f"{path.relative_to(package)}:{node.lineno}"


@cache
def said(package: Path) -> tuple[Said, ...]:
    """Every message of a package."""
    return tuple(_said(package))


def _said(package: Path) -> Iterator[Said]:
    for node, place in calls(package):
        literals = [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args[:2]]
        match called(node), literals:
            case name, [str(text), *_] if name in ONE and text:
                yield Said(text, place)
            case name, [str(one), str(many)] if name in MANY:
                yield Said((one, many), place)


def fields(text: str) -> set[str]:
    """The names of the words put into a template."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def read(path: Path) -> Catalog:
    """The readable catalogue."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3])


def compiled(catalog: Catalog) -> bytes:
    """The compiled catalogue; by which version of Babel is not told in it."""
    out = io.BytesIO()
    with NO_VERSION:
        write_mo(out, catalog)
    return out.getvalue()


def written(catalog: Catalog) -> bytes:
    """The readable catalogue in the form that is kept."""
    out = io.BytesIO()
    with NO_VERSION:
        write_po(out, catalog, width=110, sort_output=False, no_location=True)
    return out.getvalue().rstrip() + b"\n"


def _first(template: Template) -> str:
    return template if isinstance(template, str) else template[0]


def main(package: Path = PACKAGE) -> int:
    """Bring the catalogues up to date; 1 where a message lacks Danish or French, which is printed."""
    places = {each.template: each.place for each in reversed(said(package))}
    lacking: dict[Template, list[str]] = {}
    for lang in TRANSLATED:
        path = package / f"locale/{lang}/LC_MESSAGES/analyzer.po"
        catalog = read(path)
        known = {message.id: message.string for message in catalog if message.id}
        for template in known:
            catalog.delete(_first(template))
        for template in sorted(places, key=_first):
            catalog.add(template, known.get(template, "" if isinstance(template, str) else ("", "")))
            if not any(known.get(template) or ()):
                lacking.setdefault(template, []).append(lang)
        path.write_bytes(written(catalog))
    for path in package.glob("locale/*/LC_MESSAGES/*.po"):
        path.with_suffix(".mo").write_bytes(compiled(read(path)))
    for template, languages in lacking.items():
        print(f"{places[template]}: {_first(template)} ({', '.join(languages)})")
    return min(len(lacking), 1)


if __name__ == "__main__":
    sys.exit(main())
