"""What a text stands for: a number, a word, or text folded over lines, in quotes or in a block."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from analyzer.messages import Message, Verbatim, say
from analyzer.yamltree.places import MAX_FAULTS

MAX_DIGITS: Final = 18
_INTEGER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)")
_CONSTANTS: Final[dict[str, bool | None]] = {
    "": None, "~": None, "null": None, "true": True, "false": False,
}  # fmt: skip
_ESCAPES: Final = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r",
    "e": "\x1b", " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0",
    "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_ESCAPE: Final = (
    r"\\\n(?:[ \t]*\n)*[ \t]*"
    r"|\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U(0010[0-9A-Fa-f]{4}|000[0-9A-Fa-f]{5}))"
    r"|\\([\s\S])|[ \t]*\n(?:[ \t]*\n)*[ \t]*"
)
_SURROGATE: Final = "[\ud800-\udfff]"
_PAIR: Final = "[\ud800-\udbff][\udc00-\udfff]"


class Wrong(NamedTuple):
    """What is wrong with a text, what was expected, and the offset of it; None is the whole text."""

    message: Message
    expected: Message
    at: int | None = None


def typed(raw: str) -> tuple[bool | int | str | None, Wrong | None]:
    """What a plain text on one line stands for; a number that is too long is 0, and a fault."""
    if _INTEGER.fullmatch(raw) is None:
        return _CONSTANTS.get(raw, raw), None
    if len(raw) > MAX_DIGITS:
        message = say("a number of {number} digits stands here", number=len(raw.lstrip("-")))
        return 0, Wrong(message, say("expected at most {most} digits", most=MAX_DIGITS))
    return int(raw), None


def folded(lines: Sequence[str]) -> str:
    """One text of the lines of a plain or quoted one: a blank line breaks it, the other ends are spaces."""
    if len(lines) == 1:
        return lines[0]
    first, *between, last = lines
    parts, breaks = [first.rstrip(" \t")], 0
    for text in (line.strip(" \t") for line in between):
        if text:
            parts.append(("\n" * breaks or " ") + text)
        breaks = 0 if text else breaks + 1
    return "".join([*parts, "\n" * breaks or " ", last.lstrip(" \t")])


def escaped(inner: str) -> tuple[str, list[Wrong]]:
    """What stands between double quotes, its escapes read; an escape that means nothing is left as it is."""
    wrong: list[Wrong] = []

    def one(match: re.Match[str]) -> str:
        code, sign = match[1] or match[2] or match[3], match[4]
        if code:
            return chr(int(code, 16))
        if not sign:
            whole = match[0]
            if whole.startswith("\\"):
                return "\n" * (whole.count("\n") - 1)
            return "\n" * (whole.count("\n") - 1) or " "
        if sign in _ESCAPES:
            return _ESCAPES[sign]
        if len(wrong) >= MAX_FAULTS:
            return match[0]
        if sign in "xuU":
            message = say("an escape in double quotes is not complete")
            wrong.append(Wrong(message, say("expected hexadecimal digits"), match.end()))
        else:
            message = say(r"`\{char}` means nothing in double quotes", char=Verbatim(sign))
            wrong.append(Wrong(message, say("expected single quotes"), match.end() - 1))
        return match[0]

    text = re.sub(_ESCAPE, one, inner)
    text = re.sub(_PAIR, lambda pair: pair[0].encode("utf-16", "surrogatepass").decode("utf-16"), text)
    if re.search(_SURROGATE, text):
        text = re.sub(_SURROGATE, "", text)
        message = say("half of a surrogate pair is escaped here")
        wrong.append(Wrong(message, say("expected whole characters")))
    return text, wrong


def of_block(lines: Sequence[str], chomping: str, *, is_folded: bool) -> str:
    """The text of a block: its lines, each with its end if it has one, as they stand or folded.

    Line breaks at the end are kept with `+`, left out with `-`, else one is kept.
    """
    end = len(lines)
    while end and not lines[end - 1].strip("\n"):
        end -= 1
    body, tail = lines[:end], lines[end:]
    last = "\n" if body and body[-1].endswith("\n") else ""
    bare = [line.rstrip("\n") for line in body]
    text = _folded_block(bare) if is_folded else "\n".join(bare)
    if chomping == "-":
        return text
    return text + last + ("".join(tail) if chomping == "+" else "")


def _folded_block(lines: Sequence[str]) -> str:
    """The lines of a block made one, but those that are blank or stand further in."""
    made, breaks, before = "", 0, ""
    for line in lines:
        if not line:
            breaks += 1
            continue
        further = line[0] in " \t" or (before[:1] in (" ", "\t") and before != "")
        if not before:
            made += "\n" * breaks + line
        elif further:
            made += "\n" * (breaks + 1) + line
        else:
            made += ("\n" * breaks or " ") + line
        before, breaks = line, 0
    return made
