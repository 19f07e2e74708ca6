"""The messages of the package, as its code says them, and the catalogues made from them.

`make catalogue` runs this: new messages get an empty Danish text in `analyzer.po`, those that are said no
more go, and every compiled catalogue is made anew. What lacks Danish or French is printed, with its place.
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

PACKAGE: Final = Path(__file__).parents[1] / "analyzer"
READABLE: Final = Path("locale/da/LC_MESSAGES/analyzer.po")
FRENCH: Final = tuple(Path("locale/fr/LC_MESSAGES") / f"{domain}.po" for domain in ("analyzer", "rules"))
"""What is said no more goes; what has no French is printed with what has no Danish."""
"""What is said of one game; what is said no more goes, what is lacking is said in English."""
COMPILED: Final = READABLE.with_suffix(".mo")
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
    """Bring the catalogue up to date; the number of messages without Danish is the exit status."""
    catalog = read(package / READABLE)
    danish = {message.id: message.string for message in catalog if message.id}
    places = {each.template: each.place for each in reversed(said(package))}
    for template in danish:
        catalog.delete(_first(template))
    for template in sorted(places, key=_first):
        catalog.add(template, danish.get(template, "" if isinstance(template, str) else ("", "")))
    (package / READABLE).write_bytes(written(catalog))
    for path in (package / each for each in FRENCH):
        french = read(path)
        for template in [each.id for each in french if each.id and path.name == READABLE.name]:
            if template not in places:
                french.delete(_first(template))
        path.write_bytes(written(french))
    for path in package.glob("locale/*/LC_MESSAGES/*.po"):
        path.with_suffix(".mo").write_bytes(compiled(read(path)))
    lacking = [template for template in places if not any(danish.get(template) or ())]
    spoken = {each.id for each in read(package / FRENCH[0])}
    lacking += [template for template in places if template not in spoken and template not in lacking]
    for template in lacking:
        print(f"{places[template]}: {_first(template)}")
    return min(len(lacking), 1)


if __name__ == "__main__":
    sys.exit(main())
