"""Reading YAML with its scanner: any text, with every fault there is in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from analyzer.errors import Fault, Where, reason_of
from analyzer.messages import say
from analyzer.yamltree.building import MENDING
from analyzer.yamltree.node import YamlReading
from analyzer.yamltree.pasted import mended
from analyzer.yamltree.places import MAX_MENDED, REFUSED, refused_characters
from analyzer.yamltree.salvaging import Salvager

_UNKNOWN: Final = re.compile(r"([\[,][ \t]*|[:-][ \t]+)\?(?=[\s\],}]|\Z)")
"""A `?` where a value begins: a card that is not known, where YAML takes it for a key of its own."""
_KEY: Final = re.compile(r"""^(?:[A-Za-z_]\w*|"\w*"|'\w*') *:(?=[ \r\n]|\Z)""", re.MULTILINE)


def read_carefully(text: str, file: str) -> YamlReading:
    """The tree of a text as far as it can be read, and every fault, in file order."""
    as_meant = mended(text, file)
    found = _read(as_meant.text, file, as_meant.faults)
    doubted = [fault for fault in found.faults if _line(fault) in as_meant.doubtful]
    if all(fault in as_meant.faults for fault in doubted):
        return found
    # Where lines do not fit that were mended, who mends them mends that too.
    kept = (fault for fault in found.faults if fault in as_meant.faults or fault not in doubted)
    if found.node is not None:
        found.node.torn = True
    whole = found.node is not None and found.node.style == "mapping"
    return YamlReading(found.node if whole else None, tuple(kept))


def _line(fault: Fault) -> int:
    return 0 if fault.where is None else fault.where.line


def _read(text: str, file: str, pasted: tuple[Fault, ...]) -> YamlReading:
    faults = [*pasted, *refused_characters(text, file)]
    builder = Salvager(text, file)
    shown = _UNKNOWN.sub(lambda found: f"{found[1]}{chr(MENDING + ord('?'))}", REFUSED.sub("\ufffd", text))
    while True:
        builder.restart()
        try:
            node = builder.build(_events(shown))
        except MarkedYAMLError as error:
            from analyzer.yamltree.words import line_broken, syntax_fault  # noqa: PLC0415 - most files are sound

            fault, offset = syntax_fault(error, shown, file)
            faults.append(fault)
            enough = len(faults) > MAX_MENDED
            if offset is None or enough or not shown[offset].isascii():
                line = line_broken(error)
                goes_on = None if enough else _next_key(shown, line)
                builder.salvage(_events(shown[:goes_on]), whole_keys=_belongs_to_a_key(shown, line))
                if goes_on is None:
                    return builder.reading(None, faults)
                shown = _blank(shown[:goes_on]) + shown[goes_on:]
                continue
            lifted = " " if shown[offset] == "\t" else chr(MENDING + ord(shown[offset]))
            shown = f"{shown[:offset]}{lifted}{shown[offset + 1 :]}"
        except (YAMLError, ValueError, OverflowError) as error:
            message = say("this is not YAML ({reason})", reason=reason_of(error))
            faults.append(Fault(message, say("expected a YAML file"), Where(file, 1, 1)))
            return builder.reading(None, faults)
        else:
            return builder.reading(node, faults)


def _events(text: str) -> Iterator[Any]:
    events: Iterator[Any] = YAML(typ="safe", pure=True).parse(text)
    return events


def _next_key(text: str, line: int) -> int | None:
    """The offset of the first key in the first column below a line, counted from 0."""
    ends = re.finditer(r"\r\n|\n|\r", text)
    below = next((match.end() for at, match in enumerate(ends) if at == line), None)
    if below is None:
        return None
    found = _KEY.search(text, below)
    return None if found is None else found.start()


def _belongs_to_a_key(text: str, line: int) -> bool:
    """Whether a line, counted from 0, is a key in the first column or stands below one."""
    words = text.splitlines()[line : line + 1]
    return bool(words and (words[0][:1] in {" ", "-"} or _KEY.match(words[0])))


def _blank(text: str) -> str:
    """As much white space as the text, with the same lines."""
    return re.sub(r"[^\r\n]", " ", text)
