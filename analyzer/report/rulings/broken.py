"""Clauses that were broken and what that costs, as text: the same of a dispute and of a line of play."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.disputes.findings import Penalty
from analyzer.layout import wrap
from analyzer.report.phrases.sources import source_of
from analyzer.report.phrases.terms import term
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.conduct.irregularities import ABANDONED, NOTHING_DONE
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import VERDICT_WORDS, Reading, Violation


def violation_lines(
    style: TextStyle, rules: RuleSet, broken: Violation, *, context: str = ""
) -> Iterator[str]:
    """What was wrong, the clause that says so, and where that stands."""
    yield from wrap(context + style.said(broken.text), style.width, "  - ", "    ")
    statement = style.stated(rules.clauses[broken.clause].statement)
    yield from wrap(f"{broken.clause}: {statement}", style.width, "      ", "      ")
    source = style.said(source_of(rules, broken.clause))
    yield from wrap(style.paint(source, "dim"), style.width, "      ")


def reading_words(style: TextStyle, reading: Reading) -> str:
    """One way to read what no source settles: what it says, the verdict by it, and what it leads to."""
    verdict = style.said(VERDICT_WORDS[reading.verdict]) + in_brackets(reading.clauses)
    leads_to = [style.said(reading.leads_to)] if reading.leads_to else []
    return ": ".join([style.said(reading.text).rstrip("."), verdict, *leads_to])


def in_brackets(clauses: tuple[str, ...]) -> str:
    """Clauses as they stand behind a verdict; nothing where there are none."""
    return f" ({', '.join(clauses)})" if clauses else ""


def penalty_words(style: TextStyle, penalty: Penalty, player: str | None) -> str:
    """What an irregularity costs its player, what is done about it, and until when."""
    name = term(style, penalty.irregularity)
    if player is not None:
        name = style.t("{irregularity} by {player}", irregularity=name, player=style.name(player))
    cost = (
        style.t("{amount} into each pot", amount=penalty.each_pot) if penalty.each_pot else style.t("no fine")
    )
    done = "" if penalty.remedy == NOTHING_DONE else f"; {term(style, penalty.remedy)}"
    parts = [f"{name}: {term(style, penalty.category)}, {cost}{done}"]
    if not penalty.play_goes_on and penalty.remedy != ABANDONED:
        parts.append(style.t("the hand is given up"))
    if penalty.mended_until:
        parts.append(style.t("to be put right before: {until}", until=term(style, penalty.mended_until)))
    if penalty.fined_until:
        parts.append(style.t("not fined where found after: {until}", until=term(style, penalty.fined_until)))
    return ", ".join(parts)
