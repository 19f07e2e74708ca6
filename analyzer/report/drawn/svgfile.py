"""A canvas as SVG: one element, with nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final, assert_never

from analyzer.report.drawn.canvas import Box, Canvas, Lettering, Shape, Stroke

_FONT: Final = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"
_HEAD: Final = 7
"""How long the head of an arrow is."""


def svg_text(canvas: Canvas) -> str:
    """The drawing as the text of an SVG file."""
    size = f'width="{_n(canvas.width)}" height="{_n(canvas.height)}"'
    box = f'viewBox="0 0 {_n(canvas.width)} {_n(canvas.height)}"'
    title = f"<title>{escape(canvas.title)}</title>" if canvas.title else ""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size} {box} font-family="{_FONT}">{title}',
        f'<rect {size} fill="#ffffff"/>',
        *(line for shape in canvas.shapes for line in _drawn(shape)),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


def _drawn(shape: Shape) -> Iterator[str]:
    match shape:
        case Lettering():
            yield _words(shape)
        case Box(ellipse=True):
            across, down = shape.width / 2, shape.height / 2
            place = f'cx="{_n(shape.x + across)}" cy="{_n(shape.y + down)}" rx="{_n(across)}" ry="{_n(down)}"'
            yield f'<ellipse {place} fill="{shape.fill}" stroke="{shape.edge}"/>'
        case Box():
            place = (
                f'x="{_n(shape.x)}" y="{_n(shape.y)}" width="{_n(shape.width)}" height="{_n(shape.height)}"'
            )
            corner = f' rx="{_n(shape.round)}"' if shape.round else ""
            yield f'<rect {place}{corner} fill="{shape.fill}" stroke="{shape.edge}"/>'
        case Stroke():
            points = " ".join(f"{_n(x)},{_n(y)}" for x, y in shape.points)
            look = f'fill="none" stroke="{shape.ink}" stroke-width="{_n(shape.thick)}"'
            yield f'<polyline points="{points}" {look}/>'
            if shape.pointed:
                head = " ".join(f"{_n(x)},{_n(y)}" for x, y in arrow_head(shape))
                yield f'<polygon points="{head}" fill="{shape.ink}"/>'
        case _:
            assert_never(shape)


def _words(words: Lettering) -> str:
    anchor = "" if words.anchor == "start" else f' text-anchor="{words.anchor}"'
    bold = ' font-weight="bold"' if words.bold else ""
    place = f'x="{_n(words.x)}" y="{_n(words.y)}" font-size="{_n(words.size)}"'
    return f'<text {place}{bold}{anchor} fill="{words.ink}">{escape(words.text)}</text>'


def arrow_head(stroke: Stroke) -> tuple[tuple[float, float], ...]:
    """The three corners of the head at the end of an arrow."""
    (x0, y0), (x1, y1) = stroke.points[-2:]
    length = max(1e-6, ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    bx, by = x1 - _HEAD * ux, y1 - _HEAD * uy
    half = _HEAD / 2.5
    return (x1, y1), (bx - half * uy, by + half * ux), (bx + half * uy, by - half * ux)
