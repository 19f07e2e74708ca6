"""Two rule sets held against each other, as text."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.claims.compare import Comparison, Difference
from analyzer.report.phrases.terms import term
from analyzer.report.rulings.verify import witness_words
from analyzer.report.style.face import Face
from analyzer.report.style.layout import finished, wrap


def compare_text(comparison: Comparison, face: Face) -> str:
    """The clauses that lead to other answers, each with a case; then those that only stand otherwise."""
    lines = [face.paint(face.both([str(comparison.one), str(comparison.other)]), "bold"), ""]
    shown = [each for each in comparison.differences if each.witness is not None]
    rest = [each for each in comparison.differences if each.witness is None]
    for each in shown:
        lines += _difference(comparison, each, face)
    if not shown:
        lines += [face.t("No clause leads to another answer."), ""]
    told = [each.clause for each in rest if each.what != ("standing",)]
    if told:
        text = face.t("Other parameters that no case shows: {clauses}", clauses=", ".join(told))
        lines += wrap(text, face.width, "", "  ")
    stands = [each.clause for each in rest if each.what == ("standing",)]
    if stands:
        text = face.t(
            "The same rule, but otherwise founded in the sources: {clauses}", clauses=", ".join(stands)
        )
        lines += wrap(text, face.width, "", "  ")
    return finished(lines, face.width)


def _difference(comparison: Comparison, each: Difference, face: Face) -> Iterator[str]:
    assert each.witness is not None
    yield f"{each.clause} ({face.said(each.area)})" if each.area else each.clause
    for rules, statement, standing, verdict in zip(
        (comparison.one, comparison.other), each.statements, each.standings, each.verdicts, strict=True
    ):
        stands = "" if standing == "stated" else f" [{term(face, standing)}]"
        said = f"{rules}{stands}: {face.stated(statement)}"
        yield from wrap(said, face.width, "  ", "    ")
        below = face.t("in the case below: {verdict}", verdict=face.said(verdict))
        yield from wrap(below, face.width, "    ", "      ")
    case = face.t("Case: {case}", case=witness_words(each.witness, face))
    yield from wrap(case, face.width, "  ", "    ")
    yield ""
