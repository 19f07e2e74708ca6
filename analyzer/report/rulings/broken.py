"""Clauses that were broken and what that costs, as text: the same of a dispute and of a line of play."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.layout import wrap
from analyzer.report.phrases.sources import source_of
from analyzer.report.phrases.terms import term
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import Violation


def violation_lines(
    style: TextStyle, rules: RuleSet, broken: Violation, *, context: str = ""
) -> Iterator[str]:
    """What was wrong, the clause that says so, and where that stands."""
    yield from wrap(context + style.said(broken.text), style.width, "  - ", "    ")
    statement = style.stated(rules.clauses[broken.clause].statement)
    yield from wrap(f"{broken.clause}: {statement}", style.width, "      ", "      ")
    source = style.said(source_of(rules, broken.clause))
    yield from wrap(style.paint(source, "dim"), style.width, "      ")


def penalty_words(
    style: TextStyle,
    irregularity: str,
    player: str | None,
    category: str,
    each_pot: int,
    remedy: str,
    until: str | None,
) -> str:
    """What an irregularity costs its player, and what is done about it."""
    name = term(style, irregularity)
    if player is not None:
        name = style.t("{irregularity} by {player}", irregularity=name, player=style.name(player))
    cost = style.t("{amount} into each pot", amount=each_pot) if each_pot else style.t("no fine")
    text = f"{name}: {term(style, category)}, {cost}; {term(style, remedy)}"
    if not until:
        return text
    return f"{text}, " + style.t("to be put right before: {until}", until=term(style, until))
