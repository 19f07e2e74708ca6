"""Coverage-guided fuzzing of everything that reads files; `make fuzz` runs it with atheris.

    python tests/fuzz/reader.py -max_total_time=300 CORPUS positions

Whatever the bytes, a reader gives a value or says what is wrong with an error of its own; and what it read
as a position is written so that it reads back the same.
"""

from __future__ import annotations

import sys
from dataclasses import replace

import atheris

with atheris.instrument_imports(include=["analyzer"]):
    from analyzer.certify.certificate import loads_certificate
    from analyzer.certify.checker import certify
    from analyzer.disputes.files import loads_dispute
    from analyzer.errors import InvalidFile, LimitReached, UsageError
    from analyzer.evenings.files import loads as loads_evening
    from analyzer.evenings.tally import tally
    from analyzer.position.files.oneline import to_line
    from analyzer.position.files.positions import loads
    from analyzer.position.files.writing import dumps
    from analyzer.search.engine.question import Question


def one_input(data: bytes) -> None:
    """Read some bytes as the kind of file they look like."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return
    try:
        if text.lstrip().startswith("{"):
            certify(loads_certificate(text), most=2000)
        elif "tarok-dispute" in text:
            loads_dispute(text)
        elif "tarok-session" in text:
            tally(loads_evening(text))
        else:
            position = loads(text)
            assert loads(dumps(position)) == position
            bare = replace(position, title=None, source=None, teaches=None, worlds=(), unseen=None, lines=())
            assert not bare.complete or loads(to_line(bare)) == bare
            Question.of(position)
    except (InvalidFile, UsageError, LimitReached):
        return


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
