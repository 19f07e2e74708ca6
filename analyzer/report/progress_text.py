"""One line about a search that is still going on."""

from __future__ import annotations

from analyzer.report.face import Face
from analyzer.report.layout import clip


def progress_line(face: Face, part: str, done: tuple[int, int], nodes: int, seconds: float) -> str:
    """The part that is sought, how many are done of how many, positions searched, their rate, the time."""
    millions = f"{nodes / 1e6:.1f}"
    rate = f"{nodes / 1e6 / seconds:.1f}" if seconds > 0 else "0.0"
    text = face.t(
        "{number} M positions, {rate} M a second, {seconds} s",
        number=millions, rate=rate, seconds=f"{seconds:.0f}",
    )  # fmt: skip
    if part:
        words = {
            "goals": face.t("who can force what"),
            "guarantee": face.t("sure of"),
            "equilibria": face.t("each for themselves"),
        }
        kind, _, whose = part.partition(".")
        named = f" ({face.safe(whose).replace('.', ' ')})" if whose else ""
        text = f"{words.get(kind, kind)}{named} {done[0] + 1}/{done[1]}: {text}"
    return clip(text, face.width - 1)
