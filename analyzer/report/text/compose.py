"""Composed problems: their position files as text, or what was found as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.position.files.writing import dumps
from analyzer.report.view.results import Json
from analyzer.search.compose.compose import Problem
from analyzer.search.compose.properties import WANTS


def wants_text() -> str:
    """The properties that can be asked for, each with what it is."""
    width = max(map(len, WANTS))
    return "".join(f"{name:<{width}}  {_meaning(name)}\n" for name in WANTS)


def wants_json() -> Json:
    """The same for programs."""
    wants = [{"want": name, "title": want.title, "text": _meaning(name)} for name, want in WANTS.items()]
    return {"schema": "tarok-analyze/wants/1", "wants": wants}


def _meaning(name: str) -> str:
    return (WANTS[name].find.__doc__ or "").split("\n")[0]


def compose_text(problems: Sequence[Problem], files: Sequence[str] | None, reason: str | None) -> str:
    """The one position file, or the names of the files that were written; what is missing as a comment."""
    lines = [dumps(problem.position) for problem in problems] if files is None else [f"{n}\n" for n in files]
    return "".join(lines) + ("" if reason is None else f"# {reason}\n")


def compose_json(
    want: str, problems: Sequence[Problem], files: Sequence[str] | None, reason: str | None
) -> Json:
    """Every problem with the card it turns on and the text of its position file."""
    found = [
        {
            "file": None if files is None else files[place],
            "title": problem.position.title,
            "teaches": problem.position.teaches,
            "key": problem.key,
            "tries": problem.tries,
            "text": dumps(problem.position),
        }
        for place, problem in enumerate(problems)
    ]
    limits: Json = {"complete": reason is None} | ({} if reason is None else {"reason": reason})
    return {"schema": "tarok-analyze/compose/1", "want": want, "problems": found, "limits": limits}
