"""The terminal: how wide it is, whether it shows colours and suit symbols, and writing to it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import NamedTuple, TextIO

from analyzer.report import style
from analyzer.report.style.terminal import can_show, width_here


class Unwritten(Exception):
    """Standard output took no more of the answer."""


class Left(Unwritten):
    """Whoever read the answer has gone, and needs no word about it."""


class Screen(NamedTuple):
    """Where answers are written."""

    out: TextIO
    symbols: bool

    @classmethod
    def present(cls) -> Screen:
        """Standard output as it is now."""
        return cls(sys.stdout, can_show(sys.stdout))

    def style(
        self,
        color: str,
        lang: str,
        environ: Mapping[str, str] = os.environ,
        *,
        stats: bool = False,
        ids: bool = False,
    ) -> style.textstyle.TextStyle:
        """How a report looks here; `color` is auto, always or never."""
        return style.textstyle.TextStyle(
            width_here(), in_colour(color, self.out, environ), self.symbols, lang, stats=stats, ids=ids
        )

    def write(self, text: str) -> None:
        """Write text, each letter as the stream can show it. Raises: Unwritten."""
        put(self.out, text)


def in_colour(color: str, stream: TextIO, environ: Mapping[str, str]) -> bool:
    """Whether to write colours: as asked, else by NO_COLOR, FORCE_COLOR, and the kind of terminal."""
    if color != "auto":
        return color == "always"
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR"):
        return True
    return on_a_terminal(stream, environ)


def on_a_terminal(stream: TextIO | None, environ: Mapping[str, str] = os.environ) -> bool:
    """Whether somebody sits in front of a stream, at a terminal that can do more than write line by line."""
    return stream is not None and stream.isatty() and environ.get("TERM") != "dumb"


def put_bytes(stream: TextIO, content: bytes) -> None:
    """Write bytes that are no text. Raises: Unwritten where the stream takes no more."""
    with _taking(stream):
        stream.flush()
        stream.buffer.write(content)
        stream.flush()


@contextmanager
def _taking(stream: TextIO) -> Iterator[None]:
    """Raises: Unwritten where the stream takes no more, as of a full disk; Left where its reader has gone."""
    try:
        yield
    except BrokenPipeError as error:
        let_go(stream)
        raise Left from error
    except OSError as error:
        let_go(stream)
        raise Unwritten(error.strerror or str(error)) from error


def put(stream: TextIO, text: str) -> None:
    """Write and flush; what the encoding lacks is spelled in ASCII.

    Raises: Unwritten where the stream takes no more, such as a full disk.
    """
    if not can_show(stream, text):
        text = "".join(
            letter if can_show(stream, letter) else style.language.in_ascii(letter) for letter in text
        )
    with _taking(stream):
        stream.write(text)
        stream.flush()


def tell(text: str) -> None:
    """Write to standard error, if anybody is there to read it."""
    if sys.stderr is not None:
        with suppress(Unwritten):
            put(sys.stderr, text)


def let_go(stream: TextIO) -> None:
    """Let a stream flush to nowhere: Python flushes once more when it ends, and would complain then."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
