"""A canvas as PNG, three times as fine as a screen, which is fine enough for print.

Letters are set in the first of a few common fonts that the machine has, else in the one Pillow brings, which
has no Danish letters: they are spelled out then. The signs of the suits are drawn, and need no font.
"""

from __future__ import annotations

import io
from functools import cache
from itertools import groupby
from typing import Final, assert_never

from PIL import Image, ImageDraw, ImageFont

from analyzer.report.drawn.canvas import SUITS, Box, Canvas, Lettering, Shape, Stroke
from analyzer.report.drawn.svgfile import arrow_head
from analyzer.report.style.language import in_ascii

FINE: Final = 3
"""Dots to a pixel of the screen: 288 to the inch of print."""
_SMOOTH: Final = 2
_INCH: Final = 96
_FONTS: Final = {
    False: ("DejaVuSans.ttf", "Verdana.ttf", "verdana.ttf", "LiberationSans-Regular.ttf", "Arial.ttf",
            "arial.ttf"),
    True: (
        "DejaVuSans-Bold.ttf", "Verdana Bold.ttf", "verdanab.ttf", "LiberationSans-Bold.ttf",
        "Arial Bold.ttf", "arialbd.ttf",
    ),
}  # fmt: skip

_Points = tuple[tuple[float, float], ...]
_SHAPES: Final[dict[str, tuple[_Points, tuple[tuple[float, float, float], ...]]]] = {
    "♦": (((0.5, 0.0), (0.9, 0.5), (0.5, 1.0), (0.1, 0.5)), ()),
    "♥": (((0.06, 0.36), (0.94, 0.36), (0.5, 1.0)), ((0.28, 0.27, 0.235), (0.72, 0.27, 0.235))),
    "♠": (((0.06, 0.6), (0.94, 0.6), (0.5, 0.0)), ((0.28, 0.63, 0.225), (0.72, 0.63, 0.225))),
    "♣": (((0.4, 0.5), (0.6, 0.5), (0.6, 0.7), (0.4, 0.7)),
          ((0.5, 0.24, 0.22), (0.26, 0.58, 0.22), (0.74, 0.58, 0.22))),
}  # fmt: skip
"""Each suit as a polygon and circles (middle and radius), in a square of side 1."""
_STEM: Final[_Points] = ((0.5, 0.5), (0.68, 1.0), (0.32, 1.0))


def png_bytes(canvas: Canvas) -> bytes:
    """The drawing as the bytes of a PNG file."""
    scale = FINE * _SMOOTH
    size = round(canvas.width * scale), round(canvas.height * scale)
    image = Image.new("RGB", size, "#ffffff")
    pen = ImageDraw.Draw(image)
    for shape in canvas.shapes:
        _draw(pen, shape, scale)
    image = image.resize((size[0] // _SMOOTH, size[1] // _SMOOTH), Image.Resampling.LANCZOS)
    written, dots = io.BytesIO(), _INCH * FINE
    image.save(written, "PNG", optimize=True, dpi=(dots, dots))
    return written.getvalue()


def _draw(pen: ImageDraw.ImageDraw, shape: Shape, scale: int) -> None:
    match shape:
        case Lettering():
            _letters(pen, shape, scale)
        case Box():
            corners = (shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
            box = tuple(each * scale for each in corners)
            if shape.ellipse:
                pen.ellipse(box, fill=shape.fill, outline=shape.edge, width=scale)
            else:
                pen.rounded_rectangle(
                    box, shape.round * scale, fill=shape.fill, outline=shape.edge, width=scale
                )
        case Stroke():
            points = [(x * scale, y * scale) for x, y in shape.points]
            pen.line(points, fill=shape.ink, width=round(shape.thick * scale), joint="curve")
            if shape.pointed:
                pen.polygon([(x * scale, y * scale) for x, y in arrow_head(shape)], fill=shape.ink)
        case _:
            assert_never(shape)


def _letters(pen: ImageDraw.ImageDraw, words: Lettering, scale: int) -> None:
    """A line of text: runs of letters in the font, suits drawn between them."""
    font, has_letters = _font(round(words.size * scale), bold=words.bold)
    runs = [(suit, "".join(run)) for suit, run in groupby(words.text, lambda each: each in SUITS)]
    if not has_letters:
        runs = [(suit, run if suit else in_ascii(run)) for suit, run in runs]
    side = 0.78 * words.size * scale
    widths = [len(run) * side * 1.12 if suit else font.getlength(run) for suit, run in runs]
    back = {"start": 0.0, "middle": 0.5, "end": 1.0}[words.anchor]
    x, y = words.x * scale - back * sum(widths), words.y * scale
    for (suit, run), width in zip(runs, widths, strict=True):
        if suit:
            for place, sign in enumerate(run):
                _suit(pen, sign, x + place * side * 1.12, y - side, side, words.ink)
        else:
            pen.text((x, y), run, font=font, fill=words.ink, anchor="ls")
        x += width


def _suit(pen: ImageDraw.ImageDraw, sign: str, x: float, y: float, side: float, ink: str) -> None:
    polygon, circles = _SHAPES[sign]
    outlines = [polygon, *([_STEM] if sign in "♠♣" else [])]
    for outline in outlines:
        pen.polygon([(x + across * side, y + down * side) for across, down in outline], fill=ink)
    for across, down, radius in circles:
        middle, reach = (x + across * side, y + down * side), radius * side
        pen.ellipse((middle[0] - reach, middle[1] - reach, middle[0] + reach, middle[1] + reach), fill=ink)


@cache
def _font(size: int, *, bold: bool) -> tuple[ImageFont.FreeTypeFont, bool]:
    """A font of that size, and whether it has more letters than those of ASCII."""
    for name in _FONTS[bold]:
        try:
            return ImageFont.truetype(name, size), True
        except OSError:
            continue
    brought = ImageFont.load_default(size)
    assert isinstance(brought, ImageFont.FreeTypeFont)
    return brought, False
