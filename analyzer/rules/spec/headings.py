"""Finding a cited heading in its source: there, once, and in the section it is said to be in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from analyzer.messages import Message, Several, Verbatim, listed, say
from analyzer.rules.spec.clausemodel import SourceModel
from analyzer.yamltree.quoting import suggestion

TOP = "/"
"""Named as the section of a heading that has none above it."""

Place = tuple[str, ...]


class Lost(NamedTuple):
    """Why a citation leads nowhere: the key that is wrong, what is wrong with it, what was expected."""

    key: str
    message: Message
    expected: Message


def look_up(sources: Mapping[str, SourceModel], source: str, heading: str, within: str | None) -> Lost | None:
    """What is wrong with a citation, None where it leads to one place."""
    model = sources.get(source)
    if model is None:
        return Lost(
            "source",
            say("there is no source `{source}`", source=Verbatim(source)),
            suggestion(source, sources),
        )
    places = model.places()
    if not places:
        return None  # that it has no headings is told where it is described
    found = [place for place in places if place[-1] == heading]
    if not found:
        headings = dict.fromkeys(place[-1] for place in places)
        return Lost(
            "heading",
            say("the source has no heading `{heading}`", heading=Verbatim(heading)),
            suggestion(heading, headings),
        )
    if within is None:
        if len(found) == 1:
            return None
        message = say(
            "the source has the heading `{heading}` {number} times",
            heading=Verbatim(heading),
            number=len(found),
        )
        return Lost(
            "heading", message, say("expected `within: ...`, one of {sections}", sections=_sections(found))
        )
    inside = [place for place in found if within in (place[:-1] or (TOP,))]
    straight = [place for place in inside if within == (place[-2] if len(place) > 1 else TOP)]
    if len(inside) == 1 or len(straight) == 1:
        return None
    if inside:
        message = say(
            "the source has the heading `{heading}` {number} times within `{within}`",
            heading=Verbatim(heading),
            number=len(inside),
            within=Verbatim(within),
        )
        return Lost("within", message, say("expected one of {sections}", sections=_sections(inside)))
    message = say(
        "the source has no heading `{heading}` within `{within}`",
        heading=Verbatim(heading),
        within=Verbatim(within),
    )
    return Lost("within", message, say("it stands in {sections}", sections=_sections(found)))


def _sections(places: Sequence[Place]) -> Several:
    """The sections that places are in, each by the heading right above."""
    return listed(dict.fromkeys(Verbatim(f"`{place[-2] if len(place) > 1 else TOP}`") for place in places))
