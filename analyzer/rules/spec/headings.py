"""Finding a cited heading in its source: there, once, and in the section it is said to be in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from analyzer.rules.spec.clausemodel import SourceModel
from analyzer.yamltree.checking import suggestion

TOP = "/"
"""Named as the section of a heading that has none above it."""

Place = tuple[str, ...]


class Lost(NamedTuple):
    """Why a citation leads nowhere: the key that is wrong, what is wrong with it, what was expected."""

    key: str
    message: str
    expected: str


def look_up(sources: Mapping[str, SourceModel], source: str, heading: str, within: str | None) -> Lost | None:
    """What is wrong with a citation, None where it leads to one place."""
    model = sources.get(source)
    if model is None:
        return Lost("source", f"there is no source `{source}`", suggestion(source, sources))
    places = model.places()
    found = [place for place in places if place[-1] == heading]
    if not found:
        headings = dict.fromkeys(place[-1] for place in places)
        return Lost("heading", f"the source has no heading `{heading}`", suggestion(heading, headings))
    if within is None:
        if len(found) == 1:
            return None
        message = f"the source has the heading `{heading}` {len(found)} times"
        return Lost("heading", message, f"expected `within: ...`, one of {_sections(found)}")
    inside = [place for place in found if within in (place[:-1] or (TOP,))]
    straight = [place for place in inside if within == (place[-2] if len(place) > 1 else TOP)]
    if len(inside) == 1 or len(straight) == 1:
        return None
    if inside:
        message = f"the source has the heading `{heading}` {len(inside)} times within `{within}`"
        return Lost("within", message, f"expected one of {_sections(inside)}")
    message = f"the source has no heading `{heading}` within `{within}`"
    return Lost("within", message, f"it stands in {_sections(found)}")


def _sections(places: Sequence[Place]) -> str:
    """The sections that places are in, each by the heading right above."""
    return ", ".join(dict.fromkeys(f"`{place[-2] if len(place) > 1 else TOP}`" for place in places))
