"""The shelf: positions, disputes and evenings that are shipped, by their names and no others."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from posixpath import normpath
from typing import Any, Final

from analyzer.errors import UsageError
from analyzer.messages import quoted, say

FILE_KINDS: Final = {
    "position": (".", "endings", "composed", "worlds"),
    "dispute": ("disputes",),
    "session": ("sessions",),
}
"""The kinds of files, and the folders below `positions` in which they are."""


_GROUPS: Final = frozenset({"composed", "worlds"})
_KEY: Final = re.compile(r"^(title|stipulation|kind|ruleset): *(.+?) *$", re.MULTILINE)
_HANDS: Final = re.compile(r"^hands:((?: *\{.*\})|(?:\n  .+)+)", re.MULTILINE)
_HELD: Final = re.compile(r"(\w+): *([^,{}\n]+)")


@cache
def shelf_dir() -> Path:
    """Where the shipped files are: inside the package when installed, beside it in a checkout."""
    package = Path(__file__).resolve().parents[1]
    places = (package / "positions", package.parent / "positions")
    return next((place for place in places if place.is_dir()), places[0])


@cache
def _names() -> dict[str, dict[str, Path]]:
    """The files of each kind by their names on the shelf."""
    return {
        kind: {
            str(path.relative_to(shelf_dir()).with_suffix("")): path
            for folder in folders
            for path in sorted((shelf_dir() / folder).glob("*.yaml"))
        }
        for kind, folders in FILE_KINDS.items()
    }


@cache
def shelf_list() -> dict[str, Any]:
    """What is on the shelf by kind and name: title, group, hands, what is asked, a dispute's game."""
    return {kind: {name: _label(path) for name, path in names.items()} for kind, names in _names().items()}


def shelf_titles() -> set[str]:
    """What is on the shelf is called, and what it asks."""
    items = [item for of_kind in shelf_list().values() for item in of_kind.values()]
    return {item[key] for item in items for key in ("title", "asked") if key in item}


def _label(path: Path) -> dict[str, Any]:
    """What a file is called; its lines are read as they stand, as whole files take a second to check."""
    text = path.read_text(encoding="utf-8")
    told = {key: _bare(value) for key, value in _KEY.findall(text)}
    folder = path.parent.name
    group = told.get("kind") or (folder if folder in _GROUPS else told.get("ruleset", "danish"))
    hands = _HANDS.search(text)
    cards = {} if hands is None else {name: _bare(value) for name, value in _HELD.findall(hands[1])}
    asked = {"asked": told["stipulation"]} if "stipulation" in told else {}
    game = {"ruleset": told.get("ruleset", "danish")} if "kind" in told else {}
    return {"title": told.get("title", path.stem), "group": group, "hands": cards} | asked | game


def _bare(value: str) -> str:
    return json.loads(value) if value.startswith('"') else value.strip("'")


def shelf_hand(name: str) -> str | None:
    """The text of a position on the shelf as a shipped evening names it; None for what is not on it."""
    path = _names()["position"].get(normpath(f"sessions/{name}").removesuffix(".yaml"))
    return None if path is None else path.read_text(encoding="utf-8")


def shelf_item(name: str) -> dict[str, Any]:
    """The text of a file on the shelf. Raises: UsageError for a name that is not on it."""
    for kind, names in _names().items():
        if name in names:
            return {"name": name, "kind": kind, "text": names[name].read_text(encoding="utf-8")}
    raise UsageError(say("{name} is not on the shelf", name=quoted(name)))
