"""What is drawn, whatever it is drawn on: words, boxes and strokes, measured in pixels of the screen.

The same canvas becomes SVG in `svgfile` and PNG in `pngfile`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

Anchor = Literal["start", "middle", "end"]

BLACK: Final = "#000000"
WHITE: Final = "#ffffff"
SUITS: Final = "♥♦♠♣"
"""Signs that few fonts have alike; they are drawn where a font may lack them."""

_NARROW: Final = frozenset("ijlt.,:;|'!()[]· fr-–I")
_WIDE: Final = frozenset("MWmw→…%@")


@dataclass(frozen=True, slots=True)
class Lettering:
    """A line of text on its baseline."""

    x: float
    y: float
    text: str
    size: float = 12
    bold: bool = False
    anchor: Anchor = "start"
    ink: str = BLACK


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, or an ellipse in its place."""

    x: float
    y: float
    width: float
    height: float
    fill: str = WHITE
    edge: str = BLACK
    round: float = 0
    ellipse: bool = False


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through some points; `pointed` at its end where it is an arrow."""

    points: tuple[tuple[float, float], ...]
    ink: str = BLACK
    thick: float = 1
    pointed: bool = False


Shape = Lettering | Box | Stroke


@dataclass(frozen=True, slots=True)
class Canvas:
    """Shapes in the order they are drawn, on white."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str = ""


def breadth(text: str, size: float = 12, *, bold: bool = False) -> float:
    """How wide a text is at most, whichever plain font it is set in."""
    ems = sum(_em(letter) for letter in text)
    return ems * size * (1.08 if bold else 1)


def _em(letter: str) -> float:
    if letter in _NARROW:
        return 0.4
    if letter in _WIDE or letter in SUITS or ord(letter) > 0x2E80:
        return 1.0
    return 0.72 if letter.isupper() else 0.62


def broken(text: str, room: float, size: float = 12, *, bold: bool = False) -> Iterator[str]:
    """A text in lines no broader than the room; a word that is too broad has a line of its own."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and breadth(longer, size, bold=bold) > room:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line
