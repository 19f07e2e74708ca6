"""The commands. Each reads its file, asks the library, and has a report written; none computes anything.

Everything heavier than the command line itself is imported inside the command that needs it (these are the
`noqa: PLC0415`), so that `--help` is quick.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from analyzer.cli.options import Forcing, Means, Paper, Parts, Style

app = typer.Typer(
    name="tarok-analyze",
    help="Settles Danish Tarok arguments with proof: who could force the Ultimo, what was legal, "
    "what everyone pays.",
    epilog="Exit status: 0 done, or yes; 1 no; 2 wrong usage; 3 a file that cannot be read as what it "
    "says it is; 4 undecided within the limits; 74 the answer cannot be written. With --json answers and "
    "errors are JSON on standard output, "
    "described by `tarok-analyze schema`.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

File = Annotated[str, typer.Argument(metavar="FILE", help="A position file, or - for standard input.")]
AsJson = Annotated[bool, typer.Option("--json", help="Write JSON.")]
Color = Annotated[Literal["auto", "always", "never"], typer.Option("--color", help="Colours in the text.")]
Lang = Annotated[Literal["en", "da"], typer.Option("--lang", help="The language of the text.")]
Rules = Annotated[
    str | None, typer.Option("--ruleset", help="Play by this rule set instead.", metavar="NAME")
]
Goals = Annotated[
    str | None,
    typer.Option("--goal", metavar="GOAL", help="ultimo, king_ultimo, pagat_ultimo, last_trick or bagud."),
]
Player = Annotated[str | None, typer.Option("--for", metavar="PLAYER", help="Whose goal.")]
Timeout = Annotated[float | None, typer.Option("--timeout", min=0, metavar="S", help="Stop after S seconds.")]
Nodes = Annotated[int | None, typer.Option("--max-nodes", min=0, metavar="N", help="Stop after N positions.")]
Threads = Annotated[
    int,
    typer.Option(
        "--threads", min=1, max=64, metavar="N", help="Search with N threads; the answer is the same."
    ),
]
Seed = Annotated[int, typer.Option("--seed", metavar="S", help="The same seed draws the same deals.")]
Table = Annotated[int, typer.Option("--table-mb", min=1, metavar="N", help="Memory for the table, in MB.")]
Engine = Annotated[
    Literal["native", "reference"], typer.Option("--engine", help="The fast search, or the plain one.")
]


def _version(*, wanted: bool) -> None:
    if wanted:
        from analyzer import __version__  # noqa: PLC0415
        from analyzer.cli.screen import Screen  # noqa: PLC0415

        Screen.present().write(f"tarok-analyze {__version__}\n")
        raise typer.Exit


@app.callback()
def _options(
    *,
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_version, help="Show the version.")
    ] = False,
) -> None:
    pass


@app.command()
def solve(
    file: File,
    *,
    as_json: AsJson = False,
    goal: Goals = None,
    player: Player = None,
    goals: Annotated[bool, typer.Option("--goals/--no-goals", help="Who can force what.")] = True,
    tokens: Annotated[
        bool | None, typer.Option("--tokens/--no-tokens", help="Guarantees and equilibria.")
    ] = None,
    cards: Annotated[bool, typer.Option("--cards/--no-cards", help="Every legal card.")] = True,
    timeout: Timeout = None,
    max_nodes: Nodes = None,
    table_mb: Table = 256,
    threads: Threads = 1,
    ruleset: Rules = None,
    engine: Engine = "native",
    lang: Lang = "en",
    color: Color = "auto",
) -> int:
    """Who can force what, what everyone is sure of, and the value of every card."""
    from analyzer.cli.commands import solve as ask  # noqa: PLC0415

    parts = Parts(goals=goals, tokens=tokens, cards=cards, goal=goal, player=player)
    search = Means(timeout, max_nodes, table_mb, engine, threads)
    return ask.solve(file, parts, search, Style(lang, color, as_json=as_json), ruleset)


@app.command()
def forced(
    file: File,
    *,
    goal: Goals = "ultimo",
    player: Player = None,
    by: Annotated[
        str | None,
        typer.Option("--by", metavar="A,B", help="Who plays together for it; default: the player."),
    ] = None,
    line: Annotated[bool, typer.Option("--line/--no-line", help="Show a line of play.")] = True,
    certificate: Annotated[
        str | None,
        typer.Option("--certificate", metavar="OUT", help="Write a strategy that proves the answer."),
    ] = None,
    certificate_mb: Annotated[
        int,
        typer.Option("--certificate-mb", min=1, max=200, metavar="N", help="Refuse to write a larger one."),
    ] = 5,
    prove: Annotated[
        bool, typer.Option("--prove", help="Have Z3 decide it as well; up to three tricks.")
    ] = False,
    as_json: AsJson = False,
    timeout: Timeout = None,
    max_nodes: Nodes = None,
    table_mb: Table = 256,
    ruleset: Rules = None,
    engine: Engine = "native",
    lang: Lang = "en",
    color: Color = "auto",
) -> int:
    """Whether one goal can be forced: exit status 0 for yes, 1 for no."""
    from analyzer.cli.commands import solve as ask  # noqa: PLC0415

    search = Means(timeout, max_nodes, table_mb, engine)
    style = Style(lang, color, as_json=as_json)
    paper = None if certificate is None else Paper(certificate, certificate_mb, style)
    question = Forcing(goal or "ultimo", player, by, line=line, certificate=paper, prove=prove)
    return ask.forced(file, question, search, style, ruleset)


@app.command()
def certify(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A certificate, or - for standard input.")],
    *,
    as_json: AsJson = False,
    max_nodes: Nodes = None,
    lang: Lang = "en",
    color: Color = "auto",
) -> int:
    """Whether a certificate proves its claim, by the rules alone: exit status 0 for yes, 1 for no."""
    from analyzer.cli.commands import certificates  # noqa: PLC0415

    return certificates.certify(file, max_nodes, Style(lang, color, as_json=as_json))


@app.command()
def replay(
    file: File,
    *,
    line: Annotated[
        str | None, typer.Option("--line", metavar="NAME", help="Only the line of that name.")
    ] = None,
    audit: Annotated[
        bool, typer.Option("--audit", help="Value every card, and judge who could have won.")
    ] = False,
    as_json: AsJson = False,
    timeout: Timeout = None,
    max_nodes: Nodes = None,
    table_mb: Table = 256,
    ruleset: Rules = None,
    engine: Engine = "native",
    lang: Lang = "en",
    color: Color = "auto",
) -> int:
    """Play the lines of a file trick by trick: who won what, and what everyone pays."""
    from analyzer.cli.commands import replay as play  # noqa: PLC0415

    search = Means(timeout, max_nodes, table_mb, engine)
    style = Style(lang, color, as_json=as_json)
    return play.replay(file, line, search if audit else None, style, ruleset)


@app.command()
def graph(
    file: File,
    *,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="OUT", help="Ends in .graphml, .dot, .svg or .json.")
    ],
    max_positions: Annotated[
        int, typer.Option("--max-positions", min=1, metavar="N", help="Stop at N positions.")
    ] = 2000,
    timeout: Timeout = None,
    as_json: AsJson = False,
    ruleset: Rules = None,
    engine: Engine = "native",
    lang: Lang = "en",
) -> int:
    """The game graph of a small ending: positions, the tricks between them, who can force what."""
    from analyzer.cli.commands import show  # noqa: PLC0415

    style = Style(lang, "never", as_json=as_json)
    return show.graph(file, output, max_positions, Means(timeout, engine=engine), style, ruleset)


@app.command()
def rules(
    ruleset: Annotated[
        str, typer.Argument(metavar="RULESET", help="A shipped rule set, or a file.")
    ] = "danish",
    *,
    graph: Annotated[
        Path | None,
        typer.Option("--graph", metavar="OUT", help="Write which clause depends on which; see `graph -o`."),
    ] = None,
    as_json: AsJson = False,
    lang: Lang = "en",
    color: Color = "auto",
) -> int:
    """A rule set, clause by clause, with its sources."""
    from analyzer.cli.commands import show  # noqa: PLC0415

    style = Style(lang, color, as_json=as_json)
    return show.rules(ruleset, style) if graph is None else show.clause_graph(ruleset, graph, style)


@app.command()
def schema(
    kind: Annotated[
        Literal[
            "position",
            "dispute",
            "rules",
            "solve",
            "forced",
            "replay",
            "deals",
            "decide",
            "compose",
            "certify",
            "certificate",
            "error",
        ],
        typer.Argument(
            metavar="KIND",
            help="A file: position, dispute, rules or certificate. An answer: solve, forced, replay, deals, "
            "decide, compose, certify or error.",
        ),
    ],
    as_json: Annotated[bool, typer.Option("--json", hidden=True)] = True,  # noqa: ARG001, FBT002 - it is JSON
) -> int:
    """The JSON Schema of a kind of file, or of what a command writes with --json."""
    from analyzer.cli.commands import show  # noqa: PLC0415

    return show.schema(kind)
