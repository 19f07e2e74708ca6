"""Certificates: writing the one of an answer, and checking one."""

from __future__ import annotations

from pathlib import Path

from analyzer.cli.common import face_for, limits_of, write, write_file, write_json
from analyzer.cli.failures import DONE, NO, UNDECIDED
from analyzer.cli.options import Means, Paper, Style
from analyzer.errors import INTERRUPTED, LimitReached
from analyzer.position.model import Position
from analyzer.report.view.results import Json
from analyzer.search.engine.question import Engine
from analyzer.search.engine.results import Forced, Goal


def write_certificate(
    position: Position,
    asked: tuple[Goal, int, int],
    answer: Forced,
    paper: Paper,
    means: Means,
    engine: Engine,
) -> tuple[int, Json, str]:
    """Write the certificate of an answer: the exit status where it failed, and the same as JSON and text."""
    from analyzer.certify.certificate import dumps_certificate  # noqa: PLC0415
    from analyzer.report.text.certificate import unwritten_text, written_text  # noqa: PLC0415
    from analyzer.search.solve.witness import witness  # noqa: PLC0415

    try:
        found = witness(position, *asked, answer, limits_of(means), engine, most_mb=paper.most_mb)
    except (LimitReached, KeyboardInterrupt) as stopped:
        reason = stopped.reason if isinstance(stopped, LimitReached) else INTERRUPTED
        return UNDECIDED, {"file": None, "reason": reason}, unwritten_text(reason, face_for(paper.style))
    text = dumps_certificate(found)
    write_file(Path(paper.file), text)
    size = len(text.encode())
    told: Json = {"file": paper.file, "moves": len(found.strategy), "bytes": size}
    return DONE, told, written_text(paper.file, found, size, face_for(paper.style))


def certify(file: str, most: int | None, style: Style) -> int:
    """Check a certificate: 0 its claim is proven, 1 it is not, 4 there is more to play than allowed."""
    from analyzer.certify.certificate import load_certificate  # noqa: PLC0415
    from analyzer.certify.checker import certify as check  # noqa: PLC0415
    from analyzer.report.text.certificate import certificate_json, certificate_text  # noqa: PLC0415

    certificate = load_certificate(file)
    verdict = check(certificate, most)
    if style.as_json:
        write_json(certificate_json(verdict, certificate))
    else:
        write(certificate_text(verdict, certificate, face_for(style)))
    return DONE if verdict.proven else NO
