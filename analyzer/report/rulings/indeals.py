"""The headline of a verdict over every deal that fits, where not every hand is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from analyzer.disputes.findings import Finding, RuledInDeals
from analyzer.messages import Message, Name, Several, alone, both, either, formed, listed, say, say_many
from analyzer.rules.verdicts import VERDICT_WORDS, Verdict
from analyzer.words.cardnames import the_card


def in_all_said(found: RuledInDeals) -> Message:
    """That a verdict is that of all deals."""
    if found.same:
        return say_many(
            "So in the {number} deal that fits", "The same in all {number} deals that fit", found.count
        )
    return say("So in all {number} deals that fit, though not in one way", number=found.count)


def verdicts_differ(found: RuledInDeals) -> bool:
    """Whether more than one verdict is ruled in the deals."""
    return len({case.finding.verdict for case in found.cases}) > 1


def depends_said(finding: Finding, found: RuledInDeals) -> Message:
    """In how many of the deals which verdict, and where the cards lay that this turns on."""
    number = Counter[Verdict]()
    for case in found.cases:
        number[case.finding.verdict] += case.number
    each = listed(
        say("{verdict} in {number}", verdict=VERDICT_WORDS[verdict], number=times)
        for verdict, times in number.most_common()
    )
    told = (
        say("{cases} of {asked} deals", cases=each, asked=found.count)
        if found.exact
        else say("{cases} of {asked} deals that were drawn", cases=each, asked=found.count)
    )
    return formed("{told}.", told=alone(Several((told, *_turning(finding, found)), ";")))


def _turning(finding: Finding, found: RuledInDeals) -> Iterator[Message]:
    """Where the card lay that it turns on, in the fewest deals; or on which cards it turns."""
    cards = [the_card(card) for card in found.turns_on]
    players = finding.dispute.players
    for case in reversed(found.cases) if len(cards) == 1 and len(found.cases) == 2 else ():
        held = [seat for (seat,) in case.places(found.turns_on)]
        if None not in held:
            who = either(Name(players[seat]) for seat in held if seat is not None)
            verdict = VERDICT_WORDS[case.finding.verdict]
            yield say("{verdict} where {players} held {card}", verdict=verdict, players=who, card=cards[0])
            return
    if cards:
        yield say("it turns on where {cards} lay", cards=both(cards))
