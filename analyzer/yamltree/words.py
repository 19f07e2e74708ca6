"""What a YAML scanner's complaint means, in plain words."""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from ruamel.yaml.error import MarkedYAMLError

from analyzer.errors import Fault, Where
from analyzer.messages import (
    Message,
    Verbatim,
    Word,
    marked,
    say,
)

_STARS: Final = marked('for the Fool write `fool`, or the star in quotes: "*"')
_QUOTES: Final = marked("expected the text in quotes")
_BLOCK: Final = marked("expected `|` or `>` alone on its line and the text indented below it")


class _Words(NamedTuple):
    """How one complaint, known by a pattern, reads: what is wrong and what was expected."""

    pattern: str
    message: str
    expected: str


_AT_THE_BEGINNING: Final = (
    _Words(
        "could not find expected ':'",
        marked("a line that is no `key: value`"),
        marked("expected a `:` after the key"),
    ),
    _Words(
        r"quoted scalar.*end of stream",
        marked("a quote opens here and is never closed"),
        marked("expected its end"),
    ),
    _Words(
        r"document separator",
        marked("a quote opens here and is not closed before `---`"),
        marked("expected its end"),
    ),
)
"""Complaints whose fault lies where the thing began, not where the scanner noticed."""
_CLOSE: Final = re.compile(r"[^\s:]+:[^\s:]")
"""A key whose value follows too closely to be one."""

_WHERE_NOTICED: Final = (
    _Words(
        "mapping values are not allowed",
        marked("a `:` may not stand here"),
        marked(
            "expected the text in quotes, or one `key: value` per line, the keys of a mapping in one column"
        ),
    ),
    _Words(
        "sequence entries are not",
        marked("a `- ` may not begin a list here"),
        marked("expected the list on the next line"),
    ),
    _Words(
        "mapping keys are not allowed", marked("a `? ` may not stand here"), marked("expected `key: value`")
    ),
    _Words(
        "unknown escape",
        marked(r"`\{char}` means nothing in double quotes"),
        marked("expected single quotes"),
    ),
    _Words(
        "escape sequence",
        marked("an escape in double quotes is not complete"),
        marked("expected hexadecimal digits"),
    ),
    _Words(
        "block collection.*<block end>",
        marked("a line does not fit the list around it"),
        marked("expected `- `"),
    ),
    _Words(
        "<block end>",
        marked("a line does not fit the mapping around it"),
        marked("expected one more `key: value`"),
    ),
    _Words(r"',' or '\]'", marked("the list opened {opened} is not closed"), marked("expected `,` or `]`")),
    _Words(
        r"',' or '\}'", marked("the mapping opened {opened} is not closed"), marked("expected `,` or `}}`")
    ),
    _Words("node content", marked("a value is missing before `{char}`"), marked("expected a value")),
    _Words(
        "document start|document end",
        marked("text stands behind the end of the document"),
        marked("expected nothing more"),
    ),
    _Words("block scalar|follow up line", marked("a text block does not begin like this"), _BLOCK),
    _Words("directive", marked("a `%` may not begin a line"), _QUOTES),
)

_MENDABLE: Final = (
    _Words("scanning an anchor", marked("`&` begins a YAML anchor, which is not read here"), _QUOTES),
    _Words(
        "(scanning|parsing) an? tag|undefined tag handle",
        marked("`!` begins a YAML tag, which is not read here"),
        _QUOTES,
    ),
    _Words("scanning an alias", marked("`*` begins a YAML alias, which is not read here"), _STARS),
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
        return _fault(words, _place(begun, file)), begun.index
    if words := _matching(_AT_THE_BEGINNING, complaint):
        if words is _AT_THE_BEGINNING[0] and _CLOSE.match(text, begun.index):
            words = words._replace(expected=marked("expected a space after the `:`"))
        return _fault(words, _place(begun, file)), None
    words = _matching(_WHERE_NOTICED, complaint) or _Words(
        "", marked("this is not YAML"), marked("expected `key: value` lines")
    )
    where, opened = _place(noticed, file), _place(begun, file)
    put_in: dict[str, Word] = {
        "char": _shown(text[noticed.index : noticed.index + 1]),
        "opened": say("at line {line}, column {column}", line=opened.line, column=opened.column),
    }
    return Fault(Message(words.message, put_in), Message(words.expected, put_in), where), None


def _fault(words: _Words, where: Where) -> Fault:
    return Fault(Message(words.message, {}), Message(words.expected, {}), where)


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
        return Fault(say("a tab stands here"), say("expected spaces as indentation"), _place(mark, file))
    message = say("{char} may not begin a value", char=Verbatim(char))
    return Fault(message, Message(_QUOTES, {}), _place(mark, file))


def _shown(char: str) -> Word:
    return Verbatim(char) if char.isprintable() and char.strip() else say("the end of the line")


def _place(mark: Any, file: str) -> Where:
    return Where(file, mark.line + 1, mark.column + 1) if mark is not None else Where(file, 1, 1)
