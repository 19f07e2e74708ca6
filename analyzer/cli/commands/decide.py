"""`decide`: one card for all the worlds a player cannot tell apart. Importing this adds it to the program."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from analyzer.cli.commands.app import (
    AsJson,
    Color,
    Engine,
    File,
    Lang,
    Nodes,
    Rules,
    Seed,
    Table,
    Timeout,
    app,
)
from analyzer.cli.failures import DONE, UNDECIDED
from analyzer.cli.options import Means, Style

Playing = Annotated[
    Literal["selfish", "against"],
    typer.Option("--opponents", help="Each for his own tokens, or all together against the player."),
]
Drawn = Annotated[
    int | None,
    typer.Option("--sample", min=1, max=10_000, metavar="N", help="N deals drawn at random: an estimate."),
]
Threads = Annotated[int, typer.Option("--threads", min=1, max=256, metavar="N", help="Search in N threads.")]


@app.command()
def decide(
    file: File,
    *,
    opponents: Playing = "selfish",
    sample: Drawn = None,
    seed: Seed = 0,
    threads: Threads = 1,
    as_json: AsJson = False,
    timeout: Timeout = None,
    max_nodes: Nodes = None,
    table_mb: Table = 256,
    ruleset: Rules = None,
    engine: Engine = "native",
    lang: Lang = "en",
    color: Color = "auto",
) -> int:
    """One card for all the worlds a player cannot tell apart: averages, worst cases, chances, advice."""
    from analyzer.cli.common import face_for, limits_of, position_of, write, write_json  # noqa: PLC0415
    from analyzer.cli.progress import progress  # noqa: PLC0415
    from analyzer.search.worlds.decide import decide as search  # noqa: PLC0415
    from analyzer.search.worlds.results import Opponents  # noqa: PLC0415

    style, position = Style(lang, color, as_json=as_json), position_of(file, ruleset)
    with progress(style):
        decision = search(
            position,
            opponents=Opponents(opponents),
            sample=sample,
            seed=seed,
            threads=threads,
            limits=limits_of(Means(timeout, max_nodes, table_mb, engine)),
            plain=engine == "reference",
        )
    if style.as_json:
        from analyzer.report.view.decide import decide_json  # noqa: PLC0415

        write_json(decide_json(position, decision))
    else:
        from analyzer.report.text.decide import decide_text  # noqa: PLC0415

        write(decide_text(position, decision, face_for(style)))
    return DONE if decision.complete else UNDECIDED
