"""One value of a YAML file and its place, and places in a text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from itertools import islice
from typing import Any, Final, Literal, NamedTuple

from msgspec import Struct

from analyzer.errors import Fault, Where
from analyzer.messages import Message, Verbatim, Word, listed, printable, say

# One value of a YAML file and where it stands: the tree that files are read into.


Style = Literal["plain", "single", "double", "literal", "folded", "list", "mapping"]
Plain = bool | int | str | list[Any] | dict[str, Any] | None


_KINDS: Final = {
    bool: say("true or false"),
    int: say("a number"),
    str: say("text"),
    list: say("a list"),
    dict: say("a mapping"),
    type(None): say("nothing"),
}


class Node(Struct, eq=False):
    """One value of a file and where it stands.

    `where` is its first character and `end` the place just behind its last one; for the value of a
    mapping `key_where` is the place of its key. `raw` is the source text of a scalar, quotes included.
    """

    value: bool | int | str | list[Node] | dict[str, Node] | None
    where: Where
    end: Where
    style: Style = "plain"
    raw: str = ""
    key_where: Where | None = None
    torn: bool = False
    """Whether something in this list or mapping could not be read, so that more may belong to it; a torn
    nothing is a value that could not be read at all."""

    @property
    def kind(self) -> Message:
        """What the value is, in plain words."""
        return _KINDS[type(self.value)]

    def plain(self) -> Plain:
        """The value as plain Python data, without places."""
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        return self.value

    def child(self, part: str | int) -> Node | None:
        """The value under a key or at an index, if there is one."""
        if isinstance(self.value, dict) and isinstance(part, str):
            return self.value.get(part)
        if isinstance(self.value, list) and isinstance(part, int) and 0 <= part < len(self.value):
            return self.value[part]
        return None

    def path(self, loc: Sequence[str | int]) -> tuple[tuple[str | int, ...], Node]:
        """The parts of `loc` that lead somewhere, and the node they lead to; other parts are left out."""
        node, parts = self, []
        for part in loc:
            child = node.child(part)
            if child is not None:
                node = child
                parts.append(part)
        return tuple(parts), node

    def at(self, loc: Sequence[str | int]) -> Where:
        """The place of the value at `loc`, or of the nearest one around it that exists."""
        return self.path(loc)[1].where


class YamlReading(NamedTuple):
    """A tree, torn where its syntax breaks, None where there is none; and all faults in file order."""

    node: Node | None
    faults: tuple[Fault, ...]


def where_in(node: Node, offset: int) -> Where:
    """The place of the character at `offset` in a scalar that is text.

    Exact for text that stands in the file as it is, quoted or not, on one line or on several; where
    quotes hold escapes it is the nearest place that can be told.
    """
    if not isinstance(node.value, str):
        return node.where
    at = _raw_offset(node, node.value, offset)
    before = node.raw[:at]
    if "\n" not in before and "\r" not in before:
        return Where(node.where.file, node.where.line, node.where.column + at)
    breaks = list(re.finditer(r"\r\n|\n|\r", before))
    return Where(node.where.file, node.where.line + len(breaks), at - breaks[-1].end() + 1)


def _raw_offset(node: Node, value: str, offset: int) -> int:
    """Where in `raw` the character at `offset` of the value stands."""
    raw = node.raw
    quote = 1 if node.style in {"single", "double"} else 0
    if raw[quote : len(raw) - quote] == value:
        return min(quote + offset, len(raw))
    # Only white space, quotes and escapes differ: what else there is stands in the same order in both.
    at = re.match(r"[^\r\n]*", raw).end() if node.style in {"literal", "folded"} else quote  # type: ignore[union-attr]
    for char in value[:offset]:
        found = -1 if char.isspace() else raw.find(char, at)
        at = found + 1 if found >= 0 else at
    rest = value[offset : offset + 1]
    found = raw.find(rest, at) if rest and not rest.isspace() else at
    return found if found >= 0 else at


# Places in a text, what stands there that a file may not hold, and plain values.


MAX_FAULTS: Final = 20
"""After so many faults of syntax a file is not read on."""
REFUSED: Final = (
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]"
)
"""Control characters, those that turn the direction of writing, and what is no character at all."""
_LAID_OUT: Final = dict.fromkeys(map(ord, "\t\n\r"))


class Lines:
    """Line and column, both from 1, of an offset in a text."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer(r"\r\n|\n|\r", text))]

    def place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def refused_characters(text: str, file: str) -> Iterator[Fault]:
    """A fault for every character that may not stand in a file, as many as are worth telling."""
    if text.translate(_LAID_OUT).isprintable():
        return

    lines = Lines(text)
    for match in islice(re.finditer(REFUSED, text), MAX_FAULTS):
        sign = Verbatim(f"U+{ord(match[0]):04X}")
        message = say("the character {sign} is not allowed in a text file", sign=sign)
        yield Fault(message, say("expected printable text"), Where(file, *lines.place(match.start())))


def shown_plainly(message: Message) -> Message:
    """A message whose words from a file steer no terminal."""
    words: dict[str, Word] = {}
    for key, word in message.words.items():
        if isinstance(word, Message):
            words[key] = shown_plainly(word)
        else:
            words[key] = Verbatim(printable(word)) if isinstance(word, Verbatim) else word
    return Message(message.template, words, message.plural, message.number, message.brief)


def nearest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The known word closest to a misspelt one, if any is close; 1 is the word itself."""
    close = get_close_matches(word, list(known), n=1, cutoff=cutoff)
    return close[0] if close else None


def suggestion(word: str, known: Iterable[str]) -> Message:
    """What to expect in place of an unknown word: one that means it, the nearest known one, else all."""
    names = list(known)
    guess = _MEANT.get(word.casefold())
    guess = guess if guess in names else nearest(word, names)
    if guess:
        return say("did you mean `{word}`?", word=Verbatim(guess))
    return say("expected one of {known}", known=listed(map(Verbatim, names)))


_MEANT: Final = {
    word: key
    for key, told in {
        "declarer": "preneur taker soloist spilfører attacker",
        "partner": "partenaire makker",
        "hands": "hand cards mains main cartes hænder hånd kort",
        "players": "player joueurs joueur spillere spiller names",
        "ruleset": "game rules jeu règles spil regler",
        "contract": "bid enchère contrat melding kontrakt",
        "dealer": "donneur giver kortgiver",
        "lead": "leader leads entame udspil forhånd",
        "talon": "chien dog widow kitty",
        "discard": "écart ecart aflæg",
        "tricks": "plis levées stik",
        "lines": "line play coups spillet",
        "announced": "chelem slam annonces meldinger",
        "called": "appelé roi_appelé kaldt",
        "title": "titre titel name",
        "source": "kilde",
        "pots": "pot puljer",
    }.items()
    for word in told.split()
}
"""The keys that words of other languages mean, or other words for the same."""


FAMILIES: Final = {
    "tarok-position": "replay",
    "tarok-dispute": "check",
    "tarok-rules": "rules",
    "tarok-session": "score",
    "tarok-study": "study",
}
"""The formats there are, without their versions, each with the command that reads it as it is."""

_SAID: Final = r"""\b(?:format|schema)["']?\s*:\s*["']?(tarok-[a-z]+/(?:certificate/)?)"""


def family(format_: str) -> str:
    """`tarok-position` of `tarok-position/1`; nothing for what is no format of ours."""
    name = format_.partition("/")[0]
    return name if name in FAMILIES else ""


def reader_of(text: str) -> str:
    """The command that reads a text, by the format that it says first; nothing where it says none of ours."""
    found = re.search(_SAID, text)
    if found is None:
        return ""
    return "certify" if found[1] == "tarok-analyze/certificate/" else FAMILIES.get(family(found[1]), "")


_BLANKS: Final = "\u00a0\u2000-\u200a\u202f\u205f\u3000"
_SIGNS: Final = re.compile(rf"[`~\t{_BLANKS}─╭]|-{{20}}|\+-{{13}}")
"""What there is in every text with anything of the kind."""
_FENCE: Final = r"(?m)^ {0,3}(?:```|~~~).*$"
_RULED: Final = r"(?m)^(?:[─-]{20,}|[ ]*[╭+][─-]{13,}[╮+])[ \t]*$"
"""The line above a diagram of ours, and the box of the trick in it."""
_INDENT: Final = rf"(?m)^[ \t{_BLANKS}]+(?=\S)"
_TAB: Final = say("a tab is in the indentation")
_BLANK: Final = say("a blank that is not a space is in the indentation")


class Mended(NamedTuple):
    """A text as it was meant, every character in its place, and the faults that were in it."""

    text: str
    faults: tuple[Fault, ...] = ()
    doubtful: frozenset[int] = frozenset()
    """The lines, from 1, of which it is not known how they hang together with those around them."""


def mended(text: str, file: str) -> Mended:
    """The text without what it brought along, and one fault for each kind of it."""
    if _SIGNS.search(text) is None:
        return Mended(text)
    drawn = re.search(_RULED, text)
    if drawn is not None:
        expected = say("expected a file: `tarok-analyze show FILE --yaml` writes one, or --text one line")
        message = say("a diagram is drawn here, which is not read back")
        fault = _fault(message, expected, text, file, drawn.start())
        return Mended("", (fault,), frozenset((1,)))
    faults: list[Fault] = []
    doubtful: set[int] = set()
    fences = list(re.finditer(_FENCE, text))
    if fences:
        first, *others = fences
        fence = first[0].lstrip()[:3]
        expected = say("expected the file alone: leave out the lines with {fence}", fence=Verbatim(fence))
        message = say("the text is in a Markdown fence")
        faults.append(_fault(message, expected, text, file, text.index(fence, first.start())))
        text = _fenced(text, first, others[0] if others else None)
    for kind, signs in ((_TAB, "\t"), (_BLANK, _BLANKS)):
        found = list(_strange(text, signs))
        if found:
            expected = say(
                "expected spaces: replace them all in the file (lines with one: {number})", number=len(found)
            )
            faults.append(_fault(kind, expected, text, file, found[0]))
            lines = Lines(text)
            doubtful |= {lines.place(each)[0] for each in found}
    if doubtful:
        text = re.sub(_INDENT, lambda match: " " * len(match[0]), text)
    if fences and "\n" not in text.strip():
        doubtful.add(Lines(text).place(len(text) - len(text.lstrip()))[0])
    return Mended(text, tuple(faults), frozenset(doubtful))


def _fenced(text: str, first: re.Match[str], second: re.Match[str] | None) -> str:
    """What stands between two fences; around a single one all but the fence."""
    if second is None:
        return _blanked(text, first.start(), first.end())
    text = _blanked(text, second.start(), len(text))
    return _blanked(text, 0, first.end())


def _blanked(text: str, start: int, end: int) -> str:
    """The text with nothing but white space from start to end, with the same lines."""
    return text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]


def _strange(text: str, signs: str) -> Iterator[int]:
    """Where the first of these signs stands in each indentation."""
    for match in re.finditer(_INDENT, text):
        sign = re.search(f"[{signs}]", match[0])
        if sign is not None:
            yield match.start() + sign.start()


def _fault(message: Message, expected: Message, text: str, file: str, offset: int) -> Fault:
    return Fault(message, expected, Where(file, *Lines(text).place(offset)))


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
        message = say("the number here has {number} {number:digit/digits}", number=len(raw.lstrip("-")))
        return 0, Wrong(message, say("expected at most {most} {most:digit/digits}", most=MAX_DIGITS))
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


def join_block(lines: Sequence[str], chomping: str, *, is_folded: bool) -> str:
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
