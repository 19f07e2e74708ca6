"""The manual page, in every language, made from what commands declare: `python -m analyzer.cli.manual`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from inspect import Parameter, signature
from pathlib import Path
from typing import Final, Literal, get_args, get_origin

from analyzer.cli.completion import DeclaredOption
from analyzer.cli.examples import EXAMPLES
from analyzer.cli.program import command_of
from analyzer.cli.table import COMMANDS, PURPOSE, STATUSES
from analyzer.messages import ENGLISH, SPOKEN, marked, translated

NAME: Final = "tarok-analyze"
_ENVIRONMENT: Final = {
    "TAROK_LANG": marked("The language, before that of the locale: en or da."),
    "NO_COLOR": marked("No colours, whatever the terminal can show."),
    "FORCE_COLOR": marked("Colours, even where the answer goes into a file."),
    "TAROK_DEBUG": marked("Where a bug happened, in full."),
}


def manual(lang: str) -> str:
    """The page in a language, as roff."""
    return "\n".join(_lines(lang)) + "\n"


def _lines(lang: str) -> Iterator[str]:
    def t(text: str) -> str:
        return _roff(translated(text, lang))

    yield f'.TH TAROK-ANALYZE 1 "" "{NAME}"'
    yield f'.SH "{t(marked("NAME"))}"'
    yield f"{_roff(NAME)} \\- {t(PURPOSE)}"
    yield f'.SH "{t(marked("SYNOPSIS"))}"'
    yield f".B {_roff(NAME)}"
    yield f".I {t(marked('COMMAND [ARGS]...'))}"
    yield f'.SH "{t(marked("COMMANDS"))}"'
    for name, purpose in COMMANDS.items():
        yield from _command(name, t(purpose), lang)
    yield f'.SH "{t(marked("EXIT STATUS"))}"'
    yield t(STATUSES)
    yield f'.SH "{t(marked("ENVIRONMENT"))}"'
    for variable, told in _ENVIRONMENT.items():
        yield from (".TP", f".B {variable}", t(told))


def _command(name: str, purpose: str, lang: str) -> Iterator[str]:
    parameters = list(signature(command_of(name, lang)).parameters.values())
    declared = [(each, DeclaredOption.of(each)) for each in parameters]
    shown = " ".join(_roff(_argument(each, told)) for each, told in declared if not told.spelt)
    yield f'.SS "{name} {shown}"'
    yield purpose
    for each, told in declared:
        yield ".TP"
        if told.spelt:
            words = ", ".join(told.spelt)
            yield f".B {_roff(words)}" + (f" {_roff(_value(told))}" if told.takes else "")
        else:
            yield f".I {_roff(_argument(each, told))}"
        yield _roff(told.help)
    for words, purpose_of in EXAMPLES[name]:
        yield ".PP"
        yield f"{_roff(translated(purpose_of, lang))}"
        yield from (".RS", ".nf", _roff(f"{NAME} {name} {words}"), ".fi", ".RE")


def _argument(parameter: Parameter, told: DeclaredOption) -> str:
    name = told.metavar or parameter.name.upper()
    several = f"{name}..." if get_origin(told.kind) is list else name
    return several if parameter.default is Parameter.empty else f"[{several}]"


def _value(told: DeclaredOption) -> str:
    """What stands behind an option."""
    if get_origin(told.kind) is Literal:
        return "|".join(get_args(told.kind))
    return told.metavar or "X"


def _roff(text: str) -> str:
    """Text in which nothing is read as a request of roff."""
    shown = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    return f"\\&{shown}" if shown[:1] in (".", "'") else shown


def path_of(lang: str, folder: Path) -> Path:
    """Where the page of a language lies, as `man` looks for it."""
    return folder / "man1" / f"{NAME}.1" if lang == ENGLISH else folder / lang / "man1" / f"{NAME}.1"


def main(folder: str = "docs/man") -> None:
    """Write the pages."""
    for lang in SPOKEN:
        path = path_of(lang, Path(folder))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(manual(lang), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
