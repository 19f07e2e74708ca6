"""Clauses that were broken and what that costs, of a dispute and of a line of play."""

from __future__ import annotations

from typing import Final

from analyzer.messages import (
    BareClause,
    Message,
    Name,
    Put,
    Word,
    formed,
    listed,
    say,
    stated,
    word_alone,
)
from analyzer.rules.conduct.irregularities import ABANDONED, CORRECTED, NOTHING_DONE, Penalty
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import VERDICT_WORDS, Reading
from analyzer.words.blocks import Law
from analyzer.words.sources import source_said
from analyzer.words.terms import term_said


def law_said(rules: RuleSet, clause: str) -> Law:
    """What a clause says, and where it stands."""
    says = word_alone(stated(rules.clauses[clause].statement))
    return Law(clause, says, source_said(rules, clause))


def reading_said(reading: Reading) -> Message:
    """One way to read what no source settles: what it says, the verdict by it, and what it leads to."""
    template, words = "{text}", dict[str, Word](text=Put(reading.text, "open"))
    if reading.verdict is not None:
        template, words["verdict"] = template + ": {verdict}", VERDICT_WORDS[reading.verdict]
    if reading.clauses:
        between = " " if reading.verdict is not None else ": "
        template += between + "({clauses})"
        words["clauses"] = listed(map(BareClause, reading.clauses))
    if reading.leads_to:
        template, words["leads_to"] = template + ": {leads_to}", reading.leads_to
    return Message(template, words)


UNTIL: Final = {
    "next-declaration": say("until the next player declares"),
    "opening-lead": say("until the opening lead"),
    "all-paid": say("until everything is paid"),
}
"""Until when something costs nothing, or is fined."""


def penalty_said(penalty: Penalty, player: str | None) -> Message:
    """What an irregularity costs its player, and what is done; in a sentence of its own until when."""
    name, cost = term_said(penalty.irregularity), _cost(penalty)
    if player is not None:
        name = say("{irregularity} by {player}", irregularity=name, player=Name(player))
    until = UNTIL[penalty.mended_until] if penalty.mended_until else None
    if until and penalty.remedy != CORRECTED:
        told = say("{offence}: can be corrected free {until}", offence=name, until=until)
        return Message("{one}. {two}", {"one": told, "two": say("After that it is {cost}", cost=cost)})
    sentences = [formed("{name}: {cost}", name=name, cost=cost)]
    if until:
        sentences.append(say("This holds only {until}", until=until))
    if penalty.fined_until:
        sentences.append(say("The fine is due only {until}", until=UNTIL[penalty.fined_until]))
    return Message(
        ". ".join(f"{{s{n}}}" for n in range(len(sentences))), {f"s{n}": s for n, s in enumerate(sentences)}
    )


def fine_said(each_pot: int) -> Message:
    """What a fine is."""
    return say("{amount} into each pot", amount=each_pot) if each_pot else say("no fine")


def _cost(penalty: Penalty) -> Message:
    """How grave an irregularity is, its fine, and what becomes of it."""
    words = {"grave": term_said(penalty.category), "fine": fine_said(penalty.each_pot)}
    words |= {"remedy": term_said(penalty.remedy), "up": say("the hand is given up")}
    done = "" if penalty.remedy == NOTHING_DONE else "; {remedy}"
    given_up = ", {up}" if not penalty.play_goes_on and penalty.remedy != ABANDONED else ""
    return Message("{grave}, {fine}" + done + given_up, words)
