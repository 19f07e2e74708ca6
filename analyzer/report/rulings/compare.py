"""Two rule sets held against each other, as text."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.claims.compare import Comparison, Difference
from analyzer.layout import finished, wrap
from analyzer.report.rulings.verify import witness_words
from analyzer.report.style.face import Face


def compare_text(comparison: Comparison, face: Face) -> str:
    """The clauses that lead to other answers, each with a case; then those that only stand otherwise."""
    one, other = comparison.one, comparison.other
    lines = [face.paint(f"{one.name} and {other.name}", "bold"), ""]
    shown = [each for each in comparison.differences if each.witness is not None]
    rest = [each for each in comparison.differences if each.witness is None]
    for each in shown:
        lines += _difference(comparison, each, face)
    if not shown:
        lines += ["No clause leads to another answer.", ""]
    told = [each.clause for each in rest if each.what != ("standing",)]
    if told:
        lines += wrap(f"Other parameters that no case shows: {', '.join(told)}", face.width, "", "  ")
    stands = [each.clause for each in rest if each.what == ("standing",)]
    if stands:
        text = f"The same rule, but otherwise founded in the sources: {', '.join(stands)}"
        lines += wrap(text, face.width, "", "  ")
    return finished(lines, face.width)


def _difference(comparison: Comparison, each: Difference, face: Face) -> Iterator[str]:
    assert each.witness is not None
    area = f" ({each.area})" if each.area else ""
    yield f"{each.clause}{area}"
    for rules, statement, standing, verdict in zip(
        (comparison.one, comparison.other), each.statements, each.standings, each.verdicts, strict=True
    ):
        stands = "" if standing == "stated" else f" [{standing}]"
        yield from wrap(face.safe(f"{rules.name}{stands}: {statement}"), face.width, "  ", "    ")
        yield from wrap(face.safe(f"in the case below: {verdict}"), face.width, "    ", "      ")
    yield from wrap(f"Case: {witness_words(each.witness)}", face.width, "  ", "    ")
    yield ""
