"""The commands: their names, in the order they are shown, and two examples for each."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final

import typer

from analyzer.errors import TarokError
from analyzer.messages import Message, Verbatim, listed, marked, printable, say

# The commands: their names, in the order they are shown, and what each is for.
#
# A command is the function of its name in the module of its group, which is imported only when the command
# is asked for.


COMMANDS: Final = {
    "solve": marked(
        "Solve a position: who can force what, everyone's guarantees, and the value of every card."
    ),
    "forced": marked("Decide whether one goal can be forced."),
    "explain": marked("Explain why a goal is forced or prevented, with a plan that a player can follow."),
    "certify": marked("Check that a certificate proves its claim, by the rules alone."),
    "replay": marked("Play the lines of a file trick by trick: who won what, and what everyone pays."),
    "moves": marked("List the legal cards, and the rule that forbids each other card."),
    "deals": marked("Count or list the deals that fit what a player knows."),
    "decide": marked("Choose the best card when several deals are possible: average, worst case, chances."),
    "compose": marked(
        "Find random endings with a property (`list` names them), audit them, write position files."
    ),
    "batch": marked("Ask one question of many positions, one per line; write JSON lines or a table."),
    "study": marked("Ask a question of many random deals and report the statistics."),
    "show": marked("Show a position as a diagram, as one line of text or as a file."),
    "graph": marked(
        "Draw the game graph of a small ending: positions, the tricks between them, who can force what."
    ),
    "check": marked("Settle a dispute, or rule on a recorded hand."),
    "score": marked("Write the score sheet of an evening: every hand, what carries over, the totals."),
    "verify": marked("Prove or refute the claims about a rule set."),
    "compare": marked("Compare two rule sets clause by clause, with a case that shows each difference."),
    "board": marked(
        "Open a page on this machine: play, ask, set up, settle and score without writing a file."
    ),
    "rules": marked("Print a rule set, clause by clause, with its sources."),
    "new": marked("Write a commented file to begin with: a position, a whole hand, an evening."),
    "schema": marked("Print the JSON Schema of a kind of file, or of what a command writes with --json."),
}

GROUPS: Final = {
    "ask": (
        marked("Ask"),
        ("board", "solve", "forced", "explain", "moves", "replay", "deals", "decide", "certify"),
    ),
    "settle": (marked("Settle"), ("check", "score", "rules", "compare", "verify")),
    "publish": (marked("Publish"), ("show", "graph", "compose", "new", "schema")),
    "many": (marked("Study"), ("batch", "study")),
}
"""The commands by what one comes for, as help shows them: the module, its title, its commands in order."""

COMMON: Final = {
    "solve": "--goal --for --at --ruleset --brief --lang",
    "forced": "--goal --for --by --at --certificate --brief --lang",
    "explain": "--goal --for --by --at --output --brief --lang",
    "certify": "--brief --json --lang",
    "replay": "--line --at --audit --strict --output --brief --lang",
    "moves": "--line --at --play --ruleset --brief --lang",
    "deals": "--count --list --at --seen-by --my-hand --brief --lang",
    "decide": "--opponents --at --seen-by --my-hand --sample --brief --lang",
    "compose": "--check --key --tricks --count --seed --output --lang",
    "batch": "--goal --for --by --csv --output --resume --lang",
    "study": "--store --between --output --workers --lang",
    "show": "--as --solution --title --at --output --lang",
    "graph": "--at --depth --output --lang",
    "check": "--kind --ruleset --variant --output --brief --ids --lang",
    "score": "--details --ruleset --variant --output --brief --lang",
    "verify": "--claim --variant --seats --brief --lang",
    "compare": "--variant --seats --brief --lang",
    "board": "--port --no-open --host --public-url --lang",
    "rules": "--variant --seats --graph --ids --lang",
    "new": "--output --lang",
    "schema": "--lang",
}
"""The options of each command that a person at the table needs: the others are in `--help-all`."""

SECTIONS: Final = {
    marked("Question"): (
        "--goal --for --by --goals --tokens --cards --kind --claim --opponents --count --list --seen-by "
        "--my-hand --check --key --holder --tricks --title --depth --audit --strict --between"
    ),
    marked("Moment"): "--line --at --play --discard --swap --contract --declarer",
    marked("Rules"): "--ruleset --variant --seats",
    marked("Limits"): (
        "--sample --seed --timeout --max-nodes --table-mb --engine --threads --workers --rlimit --tries "
        "--max-positions --certificate-mb"
    ),
    marked("Output"): (
        "--output --certificate --no-line --solution --stipulation --text --yaml --details --graph --smt2 "
        "--csv --brief --json --as --stats --ids --color --lang --help"
    ),
}
"""The sections of options in help; an option in none of them is under `Options`."""

PURPOSE: Final = marked(
    "Settles tarok arguments with proof: who could force the Ultimo, what was legal, what everyone pays."
)

STATUSES: Final = marked(
    "Exit status: 0 done, or yes; 1 no; 2 wrong usage; 3 a file that cannot be read as what it "
    "says it is; 4 undecided within the limits; 74 the answer cannot be written. With --json answers and "
    "errors are JSON on standard output, "
    "described by `tarok-analyze schema`."
)


class Misused(TarokError):
    """A command line that does not fit."""

    def __init__(self, misuse: Message, command: str | None = None) -> None:
        asked = Verbatim("tarok-analyze" if command is None else f"tarok-analyze {command}")
        super().__init__(say("{misuse}; {command} --help shows how it is used", misuse=misuse, command=asked))


def misused(error: typer.TyperException, args: Sequence[str]) -> Misused:
    """The error that typer found in the command line."""
    command = next((arg for arg in args if arg in COMMANDS), None)
    return Misused(_misuse(error, args), command)


def no_command(word: str, known: Iterable[str]) -> Misused:
    """That there is no such command, with those that may be meant."""
    command, near = Verbatim(repr(word)), get_close_matches(word, list(known))
    if "/" in word:
        told = say("{word} is a position or a file and no command", word=command)
        return Misused(say("{told}: write `solve`, `forced`, `moves` or another before it", told=told))
    if not near:
        return Misused(say("No such command {command}", command=command))
    meant = listed(Verbatim(repr(each)) for each in near)
    return Misused(
        say("No such command {command}. Did you mean {commands}?", command=command, commands=meant)
    )


def too_many(command: str, words: Sequence[str]) -> Misused:
    """That there are more arguments than the command takes."""
    return Misused(
        say("Got unexpected extra argument(s) ({words})", words=Verbatim(printable(" ".join(words)))), command
    )


def twice(command: str, option: str) -> Misused:
    """That an option stands twice of which there is one value."""
    return Misused(
        say(
            "Option {option} is given twice; several values are joined, as A,B", option=Verbatim(repr(option))
        ),
        command,
    )


def find_repeated_option(
    args: Sequence[str], names: Mapping[str, str], several: Collection[str]
) -> str | None:
    """The first option that stands twice though it has one value.

    `names` tells by spelling what the options are that have a value, `several` those that have many.
    """
    seen: set[str] = set()
    words = iter(args)
    for word in words:
        if word == "--":
            return None
        spelt, equals, _ = word.partition("=")
        name = names.get(spelt)
        if name is None:
            continue
        if name in seen and name not in several:
            return spelt
        seen.add(name)
        if not equals:
            next(words, None)
    return None


def _misuse(error: typer.TyperException, args: Sequence[str]) -> Message:
    found: Any = error
    match type(error).__name__:
        case "BadParameter":
            why, param = _why(found), Verbatim(_hint(found))
            return say("Invalid value for {parameter}: {why}", parameter=param, why=why)
        case "MissingParameter" if found.param.param_type_name == "argument":
            return say("Missing argument {name}", name=Verbatim(_hint(found)))
        case "MissingParameter":
            return say("Missing option {name}", name=Verbatim(_hint(found)))
        case "NoSuchOption":
            options = {name for each in found.ctx.command.params for name in each.opts}
            meant = [name for name in _MEANT.get(found.option_name, ()) if name in options]
            return _no_option(Verbatim(found.option_name), meant or sorted(found.possibilities or ()))
        case "BadOptionUsage":
            option = Verbatim(repr(found.option_name))
            if any(arg.startswith(f"{found.option_name}=") for arg in args):
                return say("Option {option} does not take a value", option=option)
            return say("Option {option} requires an argument", option=option)
        case _:
            return say("{misuse}", misuse=Verbatim(error.format_message().rstrip(".")))


_MEANT: Final[Mapping[str, Sequence[str]]] = {
    "--player": ("--for",), "--who": ("--for",), "--seat": ("--for",), "--language": ("--lang",),
    "--rules": ("--ruleset",), "--game": ("--ruleset",), "--variant": ("--ruleset",), "--out": ("--output",),
    "--time": ("--timeout",), "--limit": ("--timeout",), "--trick": ("--at",), "--moment": ("--at",),
}  # fmt: skip
"""What is meant by options that there are not; nearer in meaning than what is spelt alike."""


def _no_option(option: Verbatim, near: list[str]) -> Message:
    if not near:
        return say("No such option: {option}", option=option)
    options = listed(map(Verbatim, near))
    return say("No such option: {option} (Possible options: {options})", option=option, options=options)


def _hint(error: Any) -> str:
    """The argument or option as usage names it."""
    hint = error.param.get_error_hint()
    return hint if isinstance(hint, str) else " / ".join(map(repr, hint))


def _why(error: Any) -> Message:
    """Why a value is none for its parameter."""
    cause = error.__cause__
    told: dict[str, Any] = cause.errors()[0] if hasattr(cause, "errors") else {"type": "", "input": ""}
    value = Verbatim(repr(told["input"]))
    choices = error.param.type_descriptor.choices
    match told["type"]:
        case "int_parsing":
            return say("{value} is not a whole number", value=value)
        case "float_parsing":
            return say("{value} is not a number", value=value)
        case "greater_than_equal":
            return say("{value} is less than {least}", value=value, least=told["ctx"]["ge"])
        case "less_than_equal":
            return say("{value} is more than {most}", value=value, most=told["ctx"]["le"])
        case _ if choices:
            known = listed(Verbatim(repr(each)) for each in choices)
            return say("{value} is not one of {choices}", value=value, choices=known)
        case _:
            return say("{misuse}", misuse=Verbatim(error.message.rstrip(".")))


# Two examples for every command: what to type, and what it asks.


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
