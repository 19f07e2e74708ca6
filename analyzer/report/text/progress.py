"""One line about a search that is still going on."""

from __future__ import annotations

from analyzer.layout import clip
from analyzer.report.style.textstyle import TextStyle


def progress_line(style: TextStyle, part: str, done: tuple[int, int], nodes: int, seconds: float) -> str:
    """The part that is sought, how many are done of how many, positions searched, their rate, the time.

    A part without a name and positions that are not counted are left out.
    """
    text = style.t("{seconds} s", seconds=f"{seconds:.0f}")
    if nodes:
        rate = style.decimal(nodes / 1e6 / seconds if seconds > 0 else 0, 1)
        text = style.t(
            "{number} M positions, {rate} M a second, {seconds} s",
            number=style.decimal(nodes / 1e6, 1), rate=rate, seconds=f"{seconds:.0f}",
        )  # fmt: skip
    if part:
        kind, _, whose = part.partition(".")
        named = f" ({style.safe(whose).replace('.', ' ')})" if whose else ""
        text = f"{_kinds(style).get(kind, kind)}{named} {done[0] + 1}/{done[1]}: {text}"
    else:
        text = style.t("searching: {text}", text=text)
    return clip(text, style.width - 1)


def _kinds(style: TextStyle) -> dict[str, str]:
    """The parts of a search in words."""
    return {
        "goals": style.t("who can force what"),
        "guarantee": style.t("sure of"),
        "equilibria": style.t("each for themselves"),
        "evidence": style.t("evidence against improper cards"),
        "audit": style.t("every card"),
    }
