"""`deals`: how many deals fit what a player knows, which they are, or some of them at random.

Importing this adds the command to the program.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.commands.app import AsJson, Color, File, Lang, Rules, Seed, app
from analyzer.cli.failures import DONE, NO
from analyzer.cli.options import Style
from analyzer.errors import UsageError

if TYPE_CHECKING:
    from analyzer.knowledge.deals import Deal, Deals

Moment = Annotated[
    str | None,
    typer.Option("--at", metavar="TRICK.CARD", help="Just before that card, such as 24.2; else the start."),
]


@app.command()
def deals(
    file: File,
    *,
    count: Annotated[bool, typer.Option("--count", help="Only their number; this is what is usual.")] = False,
    every: Annotated[bool, typer.Option("--list", help="All of them.")] = False,
    number: Annotated[
        int | None,
        typer.Option("--sample", min=1, max=100_000, metavar="N", help="N of them, drawn at random."),
    ] = None,
    seed: Seed = 0,
    line: Annotated[
        str | None, typer.Option("--line", metavar="NAME", help="What a player knows in that line.")
    ] = None,
    at: Moment = None,
    seen_by: Annotated[
        str | None, typer.Option("--seen-by", metavar="PLAYER", help="Who sees the line.")
    ] = None,
    as_json: AsJson = False,
    ruleset: Rules = None,
    lang: Lang = "en",
    color: Color = "auto",
) -> int:
    """The deals that fit what a player knows; exit status 1 where none does."""
    if count + every + (number is not None) > 1:
        raise UsageError("--count, --list and --sample exclude each other")
    if seen_by is None and (line is not None or at is not None):
        raise UsageError("--seen-by PLAYER is missing: a line tells what a player knows")
    style = Style(lang, color, as_json=as_json)
    found = _found(file, ruleset, line, at, seen_by)
    shown = _shown(found, number, seed, every=every)
    drawn = number is not None
    if style.as_json:
        from analyzer.cli.common import write_json  # noqa: PLC0415
        from analyzer.report.view.deals import deals_json  # noqa: PLC0415

        write_json(deals_json(found, shown, seed=seed if drawn else None, line=line, at=at))
    else:
        from analyzer.cli.common import face_for, write  # noqa: PLC0415
        from analyzer.report.text.deals import deals_text  # noqa: PLC0415

        write(deals_text(found, shown, face_for(style), drawn=drawn))
    return DONE if found.count else NO


def _found(file: str, ruleset: str | None, line: str | None, at: str | None, seen_by: str | None) -> Deals:
    from analyzer.cli.asked import seat_named  # noqa: PLC0415
    from analyzer.cli.common import position_of  # noqa: PLC0415
    from analyzer.knowledge.deals import deals as fitting  # noqa: PLC0415

    position = position_of(file, ruleset)
    seat = None if seen_by is None else seat_named(position, seen_by)
    return fitting(position, line=line, at=at, seen_by=seat)


def _shown(found: Deals, number: int | None, seed: int, *, every: bool) -> tuple[Deal, ...] | None:
    if not found.count:
        return () if every or number is not None else None
    if number is not None:
        return found.sample(number, seed)
    return found.listed() if every else None
