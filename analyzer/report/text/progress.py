"""One line about a search that is still going on."""

from __future__ import annotations

from analyzer.layout import clip
from analyzer.report.style.face import Face


def progress_line(face: Face, part: str, done: tuple[int, int], nodes: int, seconds: float) -> str:
    """The part that is sought, how many are done of how many, positions searched, their rate, the time.

    A part without a name and positions that are not counted are left out.
    """
    text = face.t("{seconds} s", seconds=f"{seconds:.0f}")
    if nodes:
        rate = face.decimal(nodes / 1e6 / seconds if seconds > 0 else 0, 1)
        text = face.t(
            "{number} M positions, {rate} M a second, {seconds} s",
            number=face.decimal(nodes / 1e6, 1), rate=rate, seconds=f"{seconds:.0f}",
        )  # fmt: skip
    if part:
        kind, _, whose = part.partition(".")
        named = f" ({face.safe(whose).replace('.', ' ')})" if whose else ""
        text = f"{_kinds(face).get(kind, kind)}{named} {done[0] + 1}/{done[1]}: {text}"
    else:
        text = face.t("searching: {text}", text=text)
    return clip(text, face.width - 1)


def _kinds(face: Face) -> dict[str, str]:
    """The parts of a search in words."""
    return {
        "goals": face.t("who can force what"),
        "guarantee": face.t("sure of"),
        "equilibria": face.t("each for themselves"),
        "evidence": face.t("evidence against improper cards"),
        "audit": face.t("every card"),
    }
