"""Figures: values with their intervals against what is told apart, or against the tricks of a hand."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any, Final

from analyzer.errors import UsageError, install
from analyzer.frozenrecord import Record
from analyzer.layout import wrap
from analyzer.messages import Message, say
from analyzer.report.paper.document import minus
from analyzer.report.style.textstyle import TextStyle

_COLOURS: Final = ("#1f5fa8", "#b3541e", "#3f7a3a", "#7a3f86", "#8a6d1f", "#444444")
_MARKERS: Final = "osD^vP"
_STROKES: Final = ("-", "--", "-.", ":", (0, (5, 1)), (0, (1, 1)))
"""Lines are told apart by their colour, and where there is none, by their marks and strokes."""
_APART: Final = 0.06
"""How far the marks of different lines over one number stand apart, so that each interval is seen."""
_CAPTION_WIDTH: Final = 105
_UPRIGHT: Final = 36
"""So many letters stand along the left edge of a figure."""
_WRONG: Final = "#b00020"
_UNDATED: Final[Mapping[str, Mapping[str, None]]] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
_LOOK: Final[Mapping[str, Any]] = {
    "svg.fonttype": "none",  # text that can be read, searched and enlarged
    "svg.hashsalt": "tarok-analyze",  # the same figure is the same file
    "pdf.fonttype": 42,
    "font.family": ["DejaVu Sans", "sans-serif"],
    "text.parse_math": False,  # a name may have dollars in it
    "savefig.dpi": 150,
    "font.size": 10,
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
}


class FiguresMissing(UsageError):
    """Matplotlib is not installed."""


class Estimate(Record, frozen=True):
    """One value and its interval; None where nothing bounds it."""

    at: float | str
    """What it is of: a number, or a word."""
    value: float
    low: float | None = None
    high: float | None = None
    wrong: str = ""
    """What was lost there, where that is to be seen."""
    deals: int = 0
    """Of how many deals it is; 0 where it is of none."""


class Drawing(Record, frozen=True):
    """What is to be drawn: marks by line, over numbers, or each in a row."""

    title: str
    across: str
    """What the marks are of."""
    along: str
    """What the values are."""
    lines: Mapping[str, Sequence[Estimate]]
    """By what tells the lines apart; one without a name where there is one."""
    percent: bool = True
    powers: bool = False
    """Whether the scale goes by powers of ten."""
    in_order: bool = False
    """Whether a value holds until the next mark of its line: it is drawn as steps."""
    notes: Sequence[str] = ()
    """What stands under it, a line each."""

    @property
    def marks(self) -> list[Estimate]:
        """The marks of all lines."""
        return [mark for marks in self.lines.values() for mark in marks]

    @property
    def over_numbers(self) -> bool:
        """Whether there is an order and a distance between what the marks are of."""
        places = {mark.at for mark in self.marks}
        return self.in_order or (len(places) > 2 and all(isinstance(place, int) for place in places))


def drawn(drawing: Drawing, style: TextStyle, form: str = "svg") -> bytes:
    """The bytes of the figure as SVG, PDF or PNG, the same each time.

    Raises: FiguresMissing.
    """
    return stacked([drawing], style, form)


def stacked(drawings: Sequence[Drawing], style: TextStyle, form: str = "svg") -> bytes:
    """One file of figures, one under the other.

    Raises: FiguresMissing.
    """
    heights = [_tall(drawing, style) for drawing in drawings]
    with _press() as canvas_of:
        figure = canvas_of(figsize=(7.2, sum(heights)), layout="constrained")
        several = len(drawings) > 1
        parts = figure.subfigures(len(drawings), height_ratios=heights) if several else [figure]
        for part, drawing in zip(parts, drawings, strict=True):
            _draw(part, drawing, style)
        out = io.BytesIO()
        figure.savefig(out, format=form, metadata=_UNDATED.get(form))
    return out.getvalue()


def _draw(figure: Any, drawing: Drawing, style: TextStyle) -> None:
    axes = figure.add_subplot()
    (_lines if drawing.over_numbers else _rows)(axes, drawing, style)
    if len(drawing.lines) > 1:
        figure.legend(*axes.get_legend_handles_labels(), frameon=False, loc="outside right upper")
    axes.set_title(drawing.title)
    if below := _below(drawing, style):
        figure.supxlabel("\n".join(below), x=0.01, ha="left", fontsize=8)


def _below(drawing: Drawing, style: TextStyle) -> list[str]:
    """What stands under a figure: of how many deals it is and what the intervals are, then its notes."""
    caption = " ".join(map(style.render, _caption(drawing)))
    return [*wrap(caption, _CAPTION_WIDTH), *drawing.notes] if caption else list(drawing.notes)


def _caption(drawing: Drawing) -> Iterator[Message]:
    deals = [mark.deals for mark in drawing.marks if mark.deals]
    if deals and min(deals) == max(deals):
        yield say("Every mark is of {count} {count:deal/deals}.", count=deals[0])
    elif deals:
        yield say("A mark is of {fewest} to {most} {most:deal/deals}.", fewest=min(deals), most=max(deals))
    if any(mark.low is not None for mark in drawing.marks):
        shares = say("The strokes are 95 % intervals, those of shares by Wilson.")
        means = say("The strokes are 95 % intervals, those of means by the normal distribution.")
        yield shares if drawing.percent else means


@contextmanager
def _press() -> Iterator[Any]:
    try:
        import matplotlib as mpl  # noqa: PLC0415 - an extra
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ImportError:
        told = say("figures need the extra `figures`")
        raise FiguresMissing(told, install("figures")) from None
    with mpl.rc_context(dict(_LOOK)):
        yield Figure


def _tall(drawing: Drawing, style: TextStyle) -> float:
    rows = 0 if drawing.over_numbers else len(drawing.marks)
    return max(3.6, 1.4 + 0.3 * rows) + 0.15 * len(_below(drawing, style))


def _evenly_spaced(marks: Sequence[Estimate]) -> bool:
    """Whether nothing lies between what neighbouring marks are of: only then are they joined."""
    places = [float(mark.at) for mark in marks]
    return len({round(later - earlier, 6) for earlier, later in pairwise(places)}) <= 1


def _look_of(number: int) -> dict[str, Any]:
    """How the marks of a line look, by its number."""
    place = number % len(_COLOURS)
    return {"color": _COLOURS[place], "marker": _MARKERS[place], "markersize": 4.5, "capsize": 2.5}


def _errors(marks: Sequence[Estimate]) -> list[list[float]]:
    """How far each interval reaches down and up from its value."""
    down = [0.0 if mark.low is None else max(0.0, mark.value - mark.low) for mark in marks]
    up = [0.0 if mark.high is None else max(0.0, mark.high - mark.value) for mark in marks]
    return [down, up]


def _lines(axes: Any, drawing: Drawing, style: TextStyle) -> None:
    """Values over numbers: a line for each of what is told apart."""
    for number, (name, marks) in enumerate(drawing.lines.items()):
        aside = 0 if drawing.in_order else _APART * (number - (len(drawing.lines) - 1) / 2)
        joined = drawing.in_order or _evenly_spaced(marks)
        axes.errorbar(
            [float(mark.at) + aside for mark in marks], [mark.value for mark in marks], _errors(marks),
            linestyle=_STROKES[number % len(_STROKES)] if joined else "none", linewidth=1.3, label=name,
            drawstyle="steps-post" if drawing.in_order else "default", **_look_of(number),
        )  # fmt: skip
        for mark in marks:
            if mark.wrong:
                axes.plot([mark.at], [mark.value], color=_WRONG, marker="X", markersize=9)
                axes.annotate(
                    mark.wrong, (mark.at, mark.value), (6, 6), textcoords="offset points", color=_WRONG
                )
    axes.set_xlabel(drawing.across)
    axes.set_ylabel("\n".join(wrap(drawing.along, _UPRIGHT)))
    places = sorted({int(mark.at) for mark in drawing.marks})
    if len(places) <= 30:
        axes.set_xticks(places)
    if drawing.powers:
        axes.set_yscale("log")
    _scale(axes.yaxis, drawing, style)
    _from_nought(axes.set_ylim, axes.axhline, drawing)


def _rows(axes: Any, drawing: Drawing, style: TextStyle) -> None:
    """A dot and its interval in a row of its own for each mark, the first at the top."""
    names: list[str] = []
    for number, (line, marks) in enumerate(drawing.lines.items()):
        first = len(names)
        names += [str(mark.at) for mark in marks]
        axes.errorbar(
            [mark.value for mark in marks], range(first, len(names)), xerr=_errors(marks),
            linestyle="none", label=line, **_look_of(number),
        )  # fmt: skip
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xlabel(drawing.along)
    axes.set_ylabel("\n".join(wrap(drawing.across, _UPRIGHT)))
    _scale(axes.xaxis, drawing, style)
    _from_nought(axes.set_xlim, axes.axvline, drawing)


def _scale(axis: Any, drawing: Drawing, style: TextStyle) -> None:
    """Numbers as the reader writes them, shares in per cent."""

    def format_number(number: float, _place: int) -> str:
        shown = minus(f"{number * (100 if drawing.percent else 1):.4g}")
        return shown.replace(".", style.render(say("."))) + (" %" if drawing.percent else "")

    if not drawing.powers:
        axis.set_major_formatter(format_number)


def _from_nought(limits: Any, line: Any, drawing: Drawing) -> None:
    """The scale begins at nought; where values lie on both sides of it, nought is a line."""
    if drawing.powers:
        return
    ends = [end for mark in drawing.marks for end in (mark.value, mark.low, mark.high) if end is not None]
    if min(ends) < 0 < max(ends):
        line(0, color="#444444", linewidth=0.8)
    elif min(ends) >= 0:
        limits(0, max(ends) * 1.05 or 1.0)
    else:
        limits(min(ends) * 1.05, 0)
