"""The first line of a verdict over every deal that fits, where not every hand is known."""

from __future__ import annotations

from collections import Counter
from typing import Final

from analyzer.disputes.findings import Finding, RuledInDeals
from analyzer.disputes.registry import KINDS
from analyzer.report.phrases.cardnames import the_card
from analyzer.report.rulings.broken import in_brackets
from analyzer.report.style.called import rules_title
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.verdicts import VERDICT_WORDS, Verdict

_STYLE: Final = {Verdict.LEGAL: "good", Verdict.ILLEGAL: "bad", Verdict.UNSETTLED: "warn"}


def head_line(finding: Finding, style: TextStyle, verdict: str) -> str:
    """A verdict, on what and by which rules."""
    return style.t(
        "{verdict}: {kind}, by {ruleset}",
        verdict=style.paint(verdict.upper(), _STYLE[finding.verdict]),
        kind=style.said(KINDS[finding.dispute.kind].about),
        ruleset=rules_title(style, finding.dispute.rules),
    )


def in_all_words(found: RuledInDeals, style: TextStyle) -> str:
    """That a verdict is that of all deals."""
    if found.same:
        return style.n(
            "So in the {number} deal that fits", "The same in all {number} deals that fit", found.count
        )
    return style.t("So in all {number} deals that fit, though not in one way", number=found.count)


def depends_line(finding: Finding, found: RuledInDeals, style: TextStyle) -> str:
    """In how many of the deals which verdict, and where the cards lay that this turns on."""
    number = Counter[Verdict]()
    for case in found.cases:
        number[case.finding.verdict] += case.number
    word = style.t("it depends") if len(number) > 1 else style.t("undecided")
    each = ", ".join(
        style.t("{verdict} in {number}", verdict=style.said(VERDICT_WORDS[verdict]), number=times)
        for verdict, times in number.most_common()
    )
    told = (
        style.t("{cases} of {asked} deals", cases=each, asked=found.count)
        if found.exact
        else style.t("{cases} of {asked} deals that were drawn", cases=each, asked=found.count)
    )
    turning = "; ".join([told, *_turning(finding, found, style)])
    return f"{head_line(finding, style, word)}: {turning}{in_brackets(style, finding.clauses)}."


def _turning(finding: Finding, found: RuledInDeals, style: TextStyle) -> list[str]:
    """Where the card lay that it turns on, in the fewest deals; or on which cards it turns."""
    cards = [the_card(style, card) for card in found.turns_on]
    players = finding.dispute.players
    for case in reversed(found.cases) if len(cards) == 1 and len(found.cases) == 2 else ():
        held = [seat for (seat,) in case.places(found.turns_on)]
        if None not in held:
            who = style.either([style.name(players[seat]) for seat in held if seat is not None])
            verdict = style.said(VERDICT_WORDS[case.finding.verdict])
            return [
                style.t("{verdict} where {players} held {card}", verdict=verdict, players=who, card=cards[0])
            ]
    return [style.t("it turns on where {cards} lay", cards=style.both(cards))] if cards else []
