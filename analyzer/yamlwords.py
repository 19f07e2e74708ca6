"""What a YAML scanner's complaint means, in plain words."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ruamel.yaml.error import MarkedYAMLError

from analyzer.errors import Fault, Where

_STARS: Final = 'for the Fool write `fool`, or the star in quotes: "*"'
_QUOTE: Final = "expected the text in quotes"


class _Words(NamedTuple):
    """How one complaint reads; `at_context` where the fault lies at the beginning, not where it showed."""

    pattern: str
    message: str
    expected: str
    at_context: bool = False
    mend: bool = False


_WORDS: Final = (
    _Words(r"cannot start any token.*", "a `{char}` may not begin a value", _QUOTE, mend=True),
    _Words(r"could not find expected ':'", "a line that is no `key: value`", "expected a `:` after the key", at_context=True),
    _Words(r"mapping values are not allowed", "a `:` may not stand here", "expected the text in quotes, or one `key: value` per line, all keys of a mapping at the same indentation"),
    _Words(r"sequence entries are not allowed", "a `- ` may not begin a list here", "expected the list on the next line, or in [ ]"),
    _Words(r"mapping keys are not allowed", "a `? ` may not stand here", "expected `key: value`"),
    _Words(r"unexpected end of stream", "a quote is opened here and never closed", "expected the closing quote", at_context=True),
    _Words(r"unexpected document separator", "a quote is opened here and not closed before `---`", "expected the closing quote", at_context=True),
    _Words(r"unknown escape character", "`\\{char}` means nothing in double quotes", "expected \\\\ for a backslash, or single quotes"),
    _Words(r"expected escape sequence", "an escape in double quotes is not complete", "expected hexadecimal digits, or single quotes"),
    _Words(r"expected <block end>.*block sequence", "a line does not fit the list around it", "expected `- ` at the indentation of the list", ),
    _Words(r"expected <block end>", "a line does not fit the mapping around it", "expected `key: value` at the indentation of the other keys"),
    _Words(r"expected ',' or '\]'", "a list in [ ] is not closed or lacks a comma", "expected `,` or `]` here"),
    _Words(r"expected ',' or '\}'", "a mapping in {{ }} is not closed or lacks a comma", "expected `,` or `}}` here"),
    _Words(r"expected the node content", "a value is missing or a `{char}` stands in its place", "expected a value"),
    _Words(r"document start", "text stands where the document has ended", "expected one document, its keys at one indentation"),
    _Words(r"after document end", "text stands where the document has ended", "expected nothing more"),
    _Words(r"block scalar", "a text block is not begun rightly", "expected `|` or `>` alone on its line, the text indented below"),
    _Words(r"indentation indicator|indentation indicators|follow up line", "a text block is not begun rightly", "expected `|` or `>` alone on its line, the text indented below"),
    _Words(r"directive", "a `%` may not begin a line", "expected plain YAML without directives"),
    _Words(r"scanning an anchor", "`&` begins a YAML anchor, which is not read here", _QUOTE, at_context=True, mend=True),
    _Words(r"tag|URI", "`!` begins a YAML tag, which is not read here", _QUOTE, at_context=True, mend=True),
)  # fmt: skip


def syntax_fault(error: MarkedYAMLError, text: str, file: str) -> tuple[Fault, int | None]:
    """The fault a scanner's error stands for.

    Also the offset of a character that may be taken as text to read on; None where reading must end.
    """
    complaint = f"{error.problem} {error.context}" if error.context else f"{error.problem}"
    if "scanning an alias" in complaint:
        mark = error.context_mark
        return Fault("a bare `*` begins a YAML alias", _STARS, _place(mark, file)), mark.index
    words = next((each for each in _WORDS if re.search(each.pattern, complaint)), None)
    if words is None:
        where = _place(error.problem_mark or error.context_mark, file)
        return Fault("this is not well-formed YAML", "expected `key: value` lines and lists", where), None
    mark = error.context_mark if words.at_context and error.context_mark else error.problem_mark
    mark = mark or error.context_mark
    char = text[mark.index : mark.index + 1] if mark is not None else ""
    if words.mend and char == "\t":
        return Fault("a tab stands here", "expected spaces as indentation", _place(mark, file)), mark.index
    message = words.message.format(char=char if char.isprintable() and char else "line end")
    mended = mark.index if words.mend and char else None
    return Fault(message, words.expected.format(), _place(mark, file)), mended


def _place(mark: object, file: str) -> Where:
    line, column = getattr(mark, "line", 0), getattr(mark, "column", 0)
    return Where(file, line + 1, column + 1)
