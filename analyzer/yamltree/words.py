"""What a YAML scanner's complaint means, in plain words."""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from ruamel.yaml.error import MarkedYAMLError

from analyzer.errors import Fault, Where

_STARS: Final = 'for the Fool write `fool`, or the star in quotes: "*"'
_QUOTES: Final = "expected the text in quotes"
_BLOCK: Final = "expected `|` or `>` alone on its line and the text indented below it"


class _Words(NamedTuple):
    """How one complaint, known by a pattern, reads: what is wrong and what was expected."""

    pattern: str
    message: str
    expected: str


_AT_THE_BEGINNING: Final = (
    _Words("could not find expected ':'", "a line that is no `key: value`", "expected a `:` after the key"),
    _Words(r"quoted scalar.*end of stream", "a quote opens here and is never closed", "expected its end"),
    _Words(r"document separator", "a quote opens here and is not closed before `---`", "expected its end"),
)
"""Complaints whose fault lies where the thing began, not where the scanner noticed."""

_WHERE_NOTICED: Final = (
    _Words(
        "mapping values are not allowed",
        "a `:` may not stand here",
        "expected the text in quotes, or one `key: value` per line, the keys of a mapping in one column",
    ),
    _Words(
        "sequence entries are not", "a `- ` may not begin a list here", "expected the list on the next line"
    ),
    _Words("mapping keys are not allowed", "a `? ` may not stand here", "expected `key: value`"),
    _Words("unknown escape", r"`\{char}` means nothing in double quotes", "expected single quotes"),
    _Words("escape sequence", "an escape in double quotes is not complete", "expected hexadecimal digits"),
    _Words("block collection.*<block end>", "a line does not fit the list around it", "expected `- `"),
    _Words("<block end>", "a line does not fit the mapping around it", "expected one more `key: value`"),
    _Words(r"',' or '\]'", "the list opened{opened} is not closed", "expected `,` or `]`"),
    _Words(r"',' or '\}'", "the mapping opened{opened} is not closed", "expected `,` or `}}`"),
    _Words("node content", "a value is missing before `{char}`", "expected a value"),
    _Words(
        "document start|document end", "text stands behind the end of the document", "expected nothing more"
    ),
    _Words("block scalar|follow up line", "a text block does not begin like this", _BLOCK),
    _Words("directive", "a `%` may not begin a line", _QUOTES),
)

_MENDABLE: Final = (
    _Words("scanning an anchor", "`&` begins a YAML anchor, which is not read here", _QUOTES),
    _Words(
        "(scanning|parsing) an? tag|undefined tag handle",
        "`!` begins a YAML tag, which is not read here",
        _QUOTES,
    ),
    _Words("scanning an alias", "`*` begins a YAML alias, which is not read here", _STARS),
)
"""Complaints about a character that began something; taken as text, it lets the reading go on."""


def syntax_fault(error: MarkedYAMLError, text: str, file: str) -> tuple[Fault, int | None]:
    """The fault a scanner's error stands for.

    Also the offset of a character that may be taken as text to read on; None where reading must end.
    """
    complaint = f"{error.context or ''} {error.problem or ''}"
    noticed = error.problem_mark or error.context_mark
    begun = error.context_mark or error.problem_mark
    if "cannot start any token" in complaint:
        return _bad_beginning(noticed, text, file), noticed.index
    if words := _matching(_MENDABLE, complaint):
        return Fault(words.message, words.expected, _place(begun, file)), begun.index
    if words := _matching(_AT_THE_BEGINNING, complaint):
        return Fault(words.message, words.expected, _place(begun, file)), None
    words = _matching(_WHERE_NOTICED, complaint) or _Words(
        "", "this is not YAML", "expected `key: value` lines"
    )
    where, opened = _place(noticed, file), _place(begun, file)
    message = words.message.format(
        char=_shown(text[noticed.index : noticed.index + 1]),
        opened=f" at line {opened.line}, column {opened.column}",
    )
    return Fault(message, words.expected.format(), where), None


def line_broken(error: MarkedYAMLError) -> int:
    """The line, from 0, of what the scanner could not finish: the opening bracket or quote, or a line."""
    around = "block" in (error.context or "")
    mark = (None if around else error.context_mark) or error.problem_mark or error.context_mark
    return 0 if mark is None else int(mark.line)


def _matching(known: tuple[_Words, ...], complaint: str) -> _Words | None:
    return next((words for words in known if re.search(words.pattern, complaint)), None)


def _bad_beginning(mark: Any, text: str, file: str) -> Fault:
    char = text[mark.index]
    if char == "\t":
        return Fault("a tab stands here", "expected spaces as indentation", _place(mark, file))
    return Fault(f"{char} may not begin a value", _QUOTES, _place(mark, file))


def _shown(char: str) -> str:
    return char if char.isprintable() and char.strip() else "the end of the line"


def _place(mark: Any, file: str) -> Where:
    return Where(file, mark.line + 1, mark.column + 1) if mark is not None else Where(file, 1, 1)
