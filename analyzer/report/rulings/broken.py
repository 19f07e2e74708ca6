"""Clauses that were broken and what that costs, as text: the same of a dispute and of a line of play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from analyzer.disputes.findings import Penalty
from analyzer.layout import LAW, recording, wrap
from analyzer.messages import say
from analyzer.report.phrases.sources import source_words
from analyzer.report.phrases.terms import term
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.conduct.irregularities import ABANDONED, CORRECTED, NOTHING_DONE
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import VERDICT_WORDS, Reading, Violation


def violation_lines(
    style: TextStyle, rules: RuleSet, broken: Violation, *, context: str = ""
) -> Iterator[str]:
    """What was wrong, the clause that says so, and where that stands."""
    yield from wrap(context + style.said(broken.text), style.width, "  - ", "    ")
    yield from clause_lines(style, rules, broken.clause)


def clause_lines(style: TextStyle, rules: RuleSet, clause: str, first: str = "      ") -> Iterator[str]:
    """What a clause says, and where it stands."""
    if recording():
        yield LAW + clause
        return
    statement = style.stated(rules.clauses[clause].statement)
    yield from wrap(f"{clause}: {statement}" if style.ids else statement, style.width, first, "      ")
    yield from wrap(style.paint(source_words(rules, clause, style), "dim"), style.width, "      ")


def reading_words(style: TextStyle, reading: Reading) -> str:
    """One way to read what no source settles: what it says, the verdict by it, and what it leads to."""
    verdict = "" if reading.verdict is None else style.said(VERDICT_WORDS[reading.verdict])
    verdict = (verdict + in_brackets(style, reading.clauses)).strip()
    leads_to = [style.said(reading.leads_to)] if reading.leads_to else []
    return ": ".join(filter(None, [style.said(reading.text).rstrip("."), verdict, *leads_to]))


def in_brackets(style: TextStyle, clauses: tuple[str, ...]) -> str:
    """Clauses as they stand behind a verdict; nothing where there are none."""
    return "" if recording() or not clauses else f" ({', '.join(map(style.clause, clauses))})"


UNTIL: Final = {
    "next-declaration": say("until the next player declares"),
    "opening-lead": say("until the opening lead"),
    "all-paid": say("until everything is paid"),
}
"""Until when something costs nothing, or is fined."""


def penalty_words(style: TextStyle, penalty: Penalty, player: str | None) -> str:
    """What an irregularity costs its player, and what is done; in a sentence of its own until when."""
    name = term(style, penalty.irregularity)
    if player is not None:
        name = style.t("{irregularity} by {player}", irregularity=name, player=style.name(player))
    cost = _cost(style, penalty)
    until = penalty.mended_until and style.said(UNTIL[penalty.mended_until])
    if until and penalty.remedy != CORRECTED:
        told = style.t("{offence}: {until} it is put right and costs nothing", offence=name, until=until)
        return f"{told}. " + style.t("After that it is {cost}", cost=cost)
    sentences = [f"{name}: {cost}"]
    if until:
        sentences.append(style.t("That is so {until}, and no longer", until=until))
    if penalty.fined_until:
        late = style.said(UNTIL[penalty.fined_until])
        sentences.append(style.t("It is fined {until}, and no longer", until=late))
    return ". ".join(sentences)


def _cost(style: TextStyle, penalty: Penalty) -> str:
    """How grave an irregularity is, its fine, and what becomes of it."""
    cost = (
        style.t("{amount} into each pot", amount=penalty.each_pot) if penalty.each_pot else style.t("no fine")
    )
    done = "" if penalty.remedy == NOTHING_DONE else f"; {term(style, penalty.remedy)}"
    given_up = not penalty.play_goes_on and penalty.remedy != ABANDONED
    more = ", " + style.t("the hand is given up") if given_up else ""
    return f"{term(style, penalty.category)}, {cost}{done}{more}"
