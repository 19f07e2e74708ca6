"""Two examples for every command: what to type, and what it asks."""

from __future__ import annotations

from typing import Final

from analyzer.messages import marked

Example = tuple[str, str]

EXAMPLES: Final[dict[str, tuple[Example, Example]]] = {
    "solve": (
        ("positions/prop1.yaml", marked("Who can force what, and what each card is worth.")),
        ("positions/prop?.yaml --brief", marked("Several positions, the verdicts alone.")),
    ),
    "forced": (
        ("positions/prop1.yaml --goal ultimo --for A --by B", marked("Can B give A the Ultimo?")),
        (
            "positions/endings/slovenian-beggar-caught.yaml --goal contract --for A",
            marked("Can A make the contract?"),
        ),
    ),
    "explain": (
        ("positions/prop1.yaml --for A --by B", marked("How B gives A the Ultimo, in lines to follow.")),
        ("positions/prop1.yaml --for A -o why.html", marked("The same as a page to print.")),
    ),
    "certify": (
        ("why.json", marked("Is what `forced --certificate why.json` wrote a proof?")),
        ("- < why.json", marked("The same from standard input.")),
    ),
    "replay": (
        ("positions/whole-hand.yaml", marked("A hand trick by trick, and what everybody pays.")),
        (
            "positions/prop2.yaml --audit",
            marked("Which card let the Ultimo go?"),
        ),
    ),
    "moves": (
        ("positions/prop1.yaml", marked("What may be played now?")),
        ("positions/prop1.yaml --json", marked("The same for a program.")),
    ),
    "deals": (
        ("positions/worlds/six-deals.yaml", marked("How many deals fit what the player knows?")),
        ("positions/worlds/six-deals.yaml --list", marked("Which are they?")),
    ),
    "decide": (
        ("positions/prop2-3-worlds.yaml", marked("Which card is best over three deals?")),
        (
            "positions/prop2-3-worlds.yaml --opponents against",
            marked("Which, if the others play together?"),
        ),
    ),
    "batch": (
        ("forced --for A positions/composed", marked("Is A's Ultimo forced, in each file of a folder?")),
        (
            "guarantee --csv positions/composed",
            marked("Everyone's guaranteed amount in each file, as a table."),
        ),
    ),
    "study": (
        (
            "run docs/studies/example.yaml --store often.db",
            marked("How often is it so? Run again it goes on where it was."),
        ),
        ("show often.db", marked("The figures so far.")),
    ),
    "compose": (
        (
            "--check positions/composed/one-card-wins-5-3-29.yaml",
            marked("Is the problem sound, and what could be spared?"),
        ),
        (
            "one-card-wins --tricks 3 --seed 4 -o problems",
            marked("An ending in which one card alone wins."),
        ),
    ),
    "show": (
        ("positions/prop1.yaml --text", marked("The position in one line, to be sent.")),
        ("positions/prop1.yaml --solution -o problem.png", marked("A picture for a newsletter.")),
    ),
    "graph": (
        ("positions/prop1.yaml -o game.svg", marked("Everything that can be played, as a drawing.")),
        ("positions/prop3.yaml -o game.graphml", marked("The same for a program that draws graphs.")),
    ),
    "check": (
        ("positions/disputes/discard-king.yaml", marked("Was this discard right?")),
        (
            "positions/disputes/discard-pagat-1996.yaml --ruleset danish",
            marked("Is it right by other rules?"),
        ),
    ),
    "score": (
        ("positions/sessions/a-club-evening.yaml", marked("The score sheet of an evening.")),
        ("positions/sessions/*.yaml --brief", marked("The totals of several.")),
    ),
    "verify": (
        ("basic", marked("What is true of the rules, each with its proof?")),
        (
            "danish --claim payments.tout-founds-one-pot",
            marked("One claim; a wrong name lists them."),
        ),
    ),
    "compare": (
        ("french appel", marked("Where do two descriptions differ?")),
        (
            "danish danish --variant fool-in-skat=never",
            marked("What does an option change?"),
        ),
    ),
    "board": (
        ("positions/prop1.yaml", marked("The page, with a position on the table.")),
        ("--port 0 --no-open", marked("On any free port; its address is printed.")),
    ),
    "rules": (
        ("slovenian --seats 3", marked("A rule set as three play it.")),
        ("danish discard.fool", marked("One clause, what depends on it, what others say.")),
    ),
    "new": (
        ("position -o mine.yaml", marked("A position to be filled in.")),
        ("session --lang da", marked("An evening, its comments in Danish.")),
    ),
    "schema": (
        ("list", marked("What is there a schema of?")),
        ("position", marked("Which keys may a position file have?")),
    ),
}
"""By command; each that ends by itself is run by a test, from the folder of the sources."""
