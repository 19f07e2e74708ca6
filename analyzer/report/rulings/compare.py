"""Two rule sets held against each other, as text."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.claims.compare import MISSING, Comparison, Difference
from analyzer.layout import finished, wrap
from analyzer.report.phrases.terms import term
from analyzer.report.rulings.verify import witness_words
from analyzer.report.style.textstyle import TextStyle


def compare_text(comparison: Comparison, called: tuple[str, str], style: TextStyle) -> str:
    """The clauses that lead to other answers, each with a case; then those that only stand otherwise.

    `called` is what the two rule sets are called.
    """
    lines = [style.paint(style.both([style.safe(each) for each in called]), "bold"), ""]
    shown = [each for each in comparison.differences if each.witness is not None]
    rest = [each for each in comparison.differences if each.witness is None]
    for each in shown:
        lines += _difference(called, each, style)
    alone = [each for each in rest if each.what == (MISSING,)]
    for each in alone:
        lines += _difference(called, each, style)
    if not shown and not alone:
        lines += [style.t("No clause leads to another answer."), ""]
    told = [each.clause for each in rest if each.what not in (("standing",), (MISSING,))]
    if told:
        text = style.t("Other parameters that no case shows: {clauses}", clauses=", ".join(told))
        lines += wrap(text, style.width, "", "  ")
    stands = [each.clause for each in rest if each.what == ("standing",)]
    if stands:
        text = style.t(
            "The same rule, but otherwise founded in the sources: {clauses}", clauses=", ".join(stands)
        )
        lines += wrap(text, style.width, "", "  ")
    return finished(lines, style.width)


def _difference(called: tuple[str, str], each: Difference, style: TextStyle) -> Iterator[str]:
    yield f"{each.clause} ({style.said(each.area)})" if each.area else each.clause
    for rules, statement, standing, verdict in zip(
        called,
        each.statements,
        each.standings,
        each.verdicts or (None, None),
        strict=True,
    ):
        said = _said(rules, statement, standing, style)
        yield from wrap(said, style.width, "  ", "    ")
        if verdict is not None:
            below = style.t("in the case below: {verdict}", verdict=style.said(verdict))
            yield from wrap(below, style.width, "    ", "      ")
    if each.witness is not None:
        case = style.t("Case: {case}", case=witness_words(each.witness, style))
        yield from wrap(case, style.width, "  ", "    ")
    elif each.note is not None:
        yield from wrap(style.said(each.note), style.width, "  ", "    ")
    yield ""


def _said(rules: str, statement: str, standing: str, style: TextStyle) -> str:
    """What a rule set says in a clause, and how firmly; or that it has none."""
    if standing == MISSING:
        return style.t("{rules} has no such clause", rules=style.safe(rules))
    stands = "" if standing == "stated" else f" [{term(style, standing)}]"
    return f"{style.safe(rules)}{stands}: {style.stated(statement)}"
