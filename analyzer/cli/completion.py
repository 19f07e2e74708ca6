"""What may stand next on a command line: commands, options, goals, players, names of rules, files.

A shell asks by running the program with the words before the cursor and `TAROK_COMPLETE` set; what comes back
is one candidate a line, with what it is for behind a tab. Nothing at all means a file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from inspect import Parameter, signature
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin

import typer

from analyzer import api, report
from analyzer.cli.table import COMMANDS
from analyzer.errors import TarokError
from analyzer.messages import LANGUAGES, marked, translated

Candidate = tuple[str, str]
"""A word, and what it is for."""

_PROGRAM: Final = {
    "--version": marked("Show the version."),
    "--help": marked("Show this message and exit."),
    "--lang": marked("The language of the text; French for tarot at the table."),
    "--install-completion": marked("Let the shell complete command lines."),
    "--show-completion": marked("Show what the shell needs for that."),
}
_PLAYERS: Final = frozenset({"--for", "--by", "--seen-by", "--declarer"})


def candidates(words: Sequence[str], begun: str, lang: str) -> list[Candidate]:
    """What may stand where `begun` is, behind the words before it; nothing where a file may stand."""
    name = next((word for word in words if word in COMMANDS), None)
    return [each for each in _offered(name, words, begun, lang) if each[0].startswith(begun)]


def _offered(name: str | None, words: Sequence[str], begun: str, lang: str) -> Iterator[Candidate]:
    before = words[-1] if words else ""
    if name is None:
        if before == "--lang":
            yield from _plain(list(LANGUAGES))
        elif before.endswith("-completion"):
            yield from _plain(["bash", "zsh", "fish"])
        else:
            told = _PROGRAM if begun.startswith("-") else COMMANDS
            yield from ((word, translated(text, lang)) for word, text in told.items())
        return
    from analyzer.cli.program import command_of  # noqa: PLC0415 - it asks here what may be completed

    parameters = [DeclaredOption.of(each) for each in signature(command_of(name, lang)).parameters.values()]
    taking = next((each for each in parameters if before in each.spelt and each.takes), None)
    if taking is not None:
        yield from _values(taking, words)
    elif begun.startswith("-"):
        yield from ((word, each.help) for each in parameters for word in each.spelt if word.startswith("--"))
        yield "--help", translated(_PROGRAM["--help"], lang)
    else:
        arguments = [each for each in parameters if not each.spelt]
        place = len(_arguments(words[words.index(name) + 1 :], parameters))
        if arguments:
            yield from _values(arguments[min(place, len(arguments) - 1)], words)


class DeclaredOption:
    """An argument or option: how it is spelt, what it takes, what it is for."""

    def __init__(self, name: str, info: Any, kind: Any) -> None:
        self.name, self.kind = name, kind
        self.help: str = info.help or ""
        self.metavar = info.metavar
        self.spelt: list[str] = []
        if isinstance(info, typer.models.OptionInfo):
            words = (info.default, *(info.param_decls or ()))
            self.spelt = [part for word in words if isinstance(word, str) for part in word.split("/")]
        self.takes = bool not in (kind, *get_args(kind))

    @classmethod
    def of(cls, parameter: Parameter) -> DeclaredOption:
        kind, info, *_ = get_args(parameter.annotation)
        return cls(parameter.name, info, kind)


def _arguments(words: Sequence[str], parameters: Sequence[DeclaredOption]) -> list[str]:
    """The words that are no options and no values of them."""
    taking = {spelt for each in parameters if each.takes for spelt in each.spelt}
    return [
        word
        for before, word in zip(["", *words], words, strict=False)
        if not (word.startswith("-") and word != "-") and before not in taking
    ]


def _values(told: DeclaredOption, words: Sequence[str]) -> Iterator[Candidate]:
    """What an option or argument may be; nothing where that is a file, or anything at all."""
    if get_origin(told.kind) is Literal:
        yield from _plain(get_args(told.kind))
    elif _PLAYERS & set(told.spelt):
        yield from _plain(_players(words))
    elif "--goal" in told.spelt:
        yield from _plain(_goals(words))
    elif told.name in {"ruleset", "one", "other"}:
        from analyzer.rules.spec.shipped import ruleset_names  # noqa: PLC0415

        yield from _plain(ruleset_names())
    elif told.name in {"clause", "kind", "want"}:
        yield from _plain(_named(told.name, words))


def _plain(words: Sequence[str]) -> Iterator[Candidate]:
    return ((word, "") for word in words)


def _named(what: str, words: Sequence[str]) -> list[str]:
    """The names that an argument of a command may be."""
    if what == "clause":
        from analyzer.rules.spec.shipped import load_ruleset, ruleset_names  # noqa: PLC0415

        names = [word for word in words if word.partition("+")[0] in ruleset_names()]
        return list(load_ruleset(names[0]).clauses) if names else []
    if what == "want":
        return ["list", *(each.want for each in api.compose.Wants().view().wants)]
    if "new" in words:
        return list(api.new.template_kinds())
    return ["list", *report.view.schema.names()]


def _players(words: Sequence[str]) -> list[str]:
    """The players of the first position that stands on the line; those of the usual names where none does."""
    position = _position(words)
    return ["A", "B", "C"] if position is None else list(position.players)


def _goals(words: Sequence[str]) -> list[str]:
    """The goals of the game that the position is one of."""
    from analyzer.rules.score.goals import LAST_TRICK_GOALS  # noqa: PLC0415

    position = _position(words)
    if position is None or not position.scored:
        return [str(goal) for goal in LAST_TRICK_GOALS]
    from analyzer.position.asked import Asking  # noqa: PLC0415

    return [word.removesuffix("N") for word in Asking.about(position).words()]


def _position(words: Sequence[str]) -> Any:
    """The position of the first file on the line that is one; None where there is none."""
    from analyzer.position.reading import load  # noqa: PLC0415

    for word in words:
        if Path(word).is_file():
            try:
                return load(word)
            except TarokError:
                continue
    return None


def answered(words: Sequence[str], lang: str) -> str:
    """What the program answers a shell: the words of the line, the last of them being completed."""
    *before, begun = [word for word in words[:-1] if word != "="] + [*words[-1:]] or [""]
    option, equals, value = begun.partition("=")
    if equals:  # `--goal=ult`, which bash has in three words and the others in one
        before, begun = ([*before, option] if option else before), value
    kept = f"{option}=" if option and equals else ""
    found = candidates(before, begun, lang)
    lines = (f"{kept}{word}\t{' '.join(told.split())}".rstrip() for word, told in found)
    return "".join(f"{line}\n" for line in lines)
