"""Card points as they are written: `41`, `41.5`, `8 1/3`."""

from __future__ import annotations

from fractions import Fraction


def read_points(text: str) -> Fraction | None:
    """Card points as they are written, `41`, `41.5`, `83/2` or `8 1/3`; None for what is none."""
    whole, blank, rest = text.strip().partition(" ")
    if len(text) > 20 or "e" in text.lower() or (blank and ("/" not in rest or "/" in whole)):
        return None
    try:
        found = [Fraction(each) for each in ((whole, rest) if blank else (whole,))]
    except (ValueError, ZeroDivisionError):
        return None
    if blank and found[1] < 0:
        return None
    return found[0] + (0 if not blank else -found[1] if whole.startswith("-") else found[1])


def points_text(points: Fraction) -> str:
    """Card points as a file writes them: `41`, `41.5`, `8 1/3`."""
    whole, rest = divmod(abs(points), 1)
    sign = "-" if points < 0 else ""
    if rest.denominator <= 2:
        return f"{sign}{whole}{'.5' if rest else ''}"
    return f"{sign}{whole} {rest}" if whole else f"{sign}{rest}"


def exact(points: Fraction) -> int | list[int]:
    """Points as JSON has them: a whole number, or numerator and denominator in lowest terms."""
    return points.numerator if points.denominator == 1 else [points.numerator, points.denominator]
