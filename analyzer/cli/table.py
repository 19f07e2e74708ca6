"""The commands: their names, in the order they are shown, and what each is for.

A command NAME is the function of that name in `analyzer.cli.commands.NAME`, which is imported only where it
is asked for.
"""

from __future__ import annotations

from typing import Final

from analyzer.messages import marked

COMMANDS: Final = {
    "solve": marked("Who can force what, what everyone is sure of, and the value of every card."),
    "forced": marked("Whether one goal can be forced: exit status 0 for yes, 1 for no."),
    "explain": marked("Why a goal is forced or prevented: a plan in lines that a player can follow."),
    "certify": marked(
        "Whether a certificate proves its claim, by the rules alone: exit status 0 for yes, 1 for no."
    ),
    "replay": marked("Play the lines of a file trick by trick: who won what, and what everyone pays."),
    "moves": marked("What may be played now, and for each other card the clause that forbids it."),
    "deals": marked("The deals that fit what a player knows; exit status 1 where none does."),
    "decide": marked(
        "One card for all the worlds a player cannot tell apart: averages, worst cases, chances, advice."
    ),
    "compose": marked(
        "Endings with a property (`list` names them), found by chance and audited, as position files."
    ),
    "batch": marked("One question put to many positions, one a line: answers as JSON lines or as a table."),
    "study": marked(
        "Many deals by seed asked, counted and reported: `run FILE`, `show`, `report` or `export STORE`."
    ),
    "show": marked("A position as a diagram, as one line of text or as a file."),
    "graph": marked(
        "The game graph of a small ending: positions, the tricks between them, who can force what."
    ),
    "check": marked("Settle a dispute, or rule on a recorded hand: exit status 0 legal, 1 illegal, 4 open."),
    "score": marked("The score sheet of an evening: every hand, what carries over, the totals and the end."),
    "verify": marked("Prove or refute the claims about a rule set; exit status 4 where one is left open."),
    "compare": marked("Where two rule sets differ, clause by clause, with a case that shows it."),
    "board": marked("A page on this machine: play, ask, set up, settle and score without writing a file."),
    "rules": marked("A rule set, clause by clause, with its sources."),
    "new": marked("A commented file to begin with: a position, a whole hand, an evening."),
    "schema": marked("The JSON Schema of a kind of file, or of what a command writes with --json."),
}

GROUPS: Final = {
    marked("Ask"): ("board", "solve", "forced", "explain", "moves", "replay", "deals", "decide", "certify"),
    marked("Settle"): ("check", "score", "rules", "compare", "verify"),
    marked("Publish"): ("show", "graph", "compose", "new", "schema"),
    marked("Study"): ("batch", "study"),
}
"""The commands by what one comes for, as help shows them."""

RARE: Final = frozenset(
    (
        "--line", "--play", "--discard", "--swap", "--contract", "--declarer", "--no-line",
        "--certificate-mb", "--max-nodes", "--table-mb", "--engine", "--threads", "--color",
        "--rlimit", "--smt", "--tries", "--host", "--allow-remote", "--max-positions",
    )
)  # fmt: skip
"""Options that few need: help tells them when all are asked for."""

PURPOSE: Final = marked(
    "Settles tarok arguments with proof: who could force the Ultimo, what was legal, what everyone pays."
)

STATUSES: Final = marked(
    "Exit status: 0 done, or yes; 1 no; 2 wrong usage; 3 a file that cannot be read as what it "
    "says it is; 4 undecided within the limits; 74 the answer cannot be written. With --json answers and "
    "errors are JSON on standard output, "
    "described by `tarok-analyze schema`."
)
