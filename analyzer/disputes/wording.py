"""What a settled dispute says: the verdict, how it can be read, the law, what follows, and the proof."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from analyzer.disputes.answer import CheckAnswer, InDealsCheck, InFileView
from analyzer.disputes.findings import Finding, Proof, RuledInDeals
from analyzer.disputes.table import DISPUTE_KINDS
from analyzer.messages import (
    BareClause,
    ClauseId,
    Message,
    Name,
    Put,
    Several,
    Title,
    alone,
    both,
    either,
    formed,
    listed,
    say,
    say_many,
    word_alone,
)
from analyzer.rules.book import Pots
from analyzer.rules.verdicts import VERDICT_WORDS, OpenQuestion, Verdict
from analyzer.views.base import identity
from analyzer.words.blocks import Block, Law, Passage, Phrase, Said, Stamp, Tone, part
from analyzer.words.names import (
    grounds_lines,
    odd_pot_messages,
    rules_message,
    silent_phrases,
    source_phrases,
    the_card,
)
from analyzer.words.paid import NOTHING_DUE, amounts_message, net_message, payment_phrases
from analyzer.words.remedies import law_entry, penalty_message, reading_message


def common_message(found: RuledInDeals) -> Message:
    """That a verdict is that of all deals."""
    if found.same:
        return say_many(
            "The same in the only deal that fits", "The same in all {number} deals that fit", found.count
        )
    return say(
        "The same verdict in all {number} {number:deal/deals} that fit, though what follows differs",
        number=found.count,
    )


def verdicts_differ(found: RuledInDeals) -> bool:
    """Whether more than one verdict is ruled in the deals."""
    return len({case.finding.verdict for case in found.cases}) > 1


def depends_message(finding: Finding, found: RuledInDeals) -> Message:
    """In how many of the deals which verdict, and where the cards lay that this turns on."""
    number = Counter[Verdict]()
    for case in found.cases:
        number[case.finding.verdict] += case.number
    each = listed(
        say("{verdict} in {number}", verdict=VERDICT_WORDS[verdict], number=times)
        for verdict, times in number.most_common()
    )
    told = (
        say("{cases} of {asked} {asked:deal/deals}", cases=each, asked=found.count)
        if found.exact
        else say("{cases} of {asked} {asked:deal/deals} that were drawn", cases=each, asked=found.count)
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
        yield say("it depends on where {cards} were", cards=both(cards))


_TONES: Final[dict[Verdict, Tone]] = {
    Verdict.LEGAL: "good",
    Verdict.ILLEGAL: "bad",
    Verdict.UNSETTLED: "warn",
}


def check_blocks(finding: Finding, asked: Finding | None = None) -> Said:
    """All of it in an arbiter's order: the decision and who pays, the law, why, readings, remedy, sources.

    `asked` is the finding under the file's own rule set, where another one was named.
    """
    broken = [Phrase(each.text, level=1, mark="- ", by=each.clause) for each in finding.violations]
    proofs = (Phrase(_proved(each), level=1) for each in finding.proofs)
    laws = tuple(_laws(finding))
    alike = finding.in_deals is None or finding.in_deals.alike
    sources = source_phrases(finding.dispute.rules, [law.clause for law in laws if not law.aside])
    return (
        Passage("headline", (Phrase(_answer(finding)),), stamp=_stamp(finding)),
        *part("paragraph", _due(finding) if alike else (), role="due"),
        *part("paragraph", _about(finding), role="about"),
        *part("paragraph", finding.fact_phrases() if finding.in_deals is None else (), role="facts"),
        *part("steps", broken if len(finding.violations) > 1 else ()),
        *part("paragraph", laws),
        *part("paragraph", finding.reason_phrases() if alike else (), role="reasons"),
        *part("proof", proofs),
        *_open(finding),
        *part(
            "paragraph", (*(finding.remedy_phrases() if alike else ()), *_penalties(finding)), role="remedy"
        ),
        *part("notes", _notes(finding, asked)),
        *part("notes", sources),
    )


def _stamp(finding: Finding) -> Stamp:
    verdict, found = finding.verdict, finding.in_deals
    word = VERDICT_WORDS[verdict]
    if verdict is Verdict.LEGAL and finding.nothing_claimed:
        word = say("due") if finding.due else say("settled")
    elif found is not None and verdict is Verdict.UNSETTLED and not found.same:
        word = say("it depends") if verdicts_differ(found) else say("undecided")
    return Stamp(verdict.value, word_alone(Put(word, "capitals")), _TONES[verdict])


def _answer(finding: Finding) -> Message:
    """What was ruled; of hands that are not told, in how many of the deals."""
    told, found = _headline(finding), finding.in_deals
    if found is None or (finding.verdict is Verdict.UNSETTLED and not found.same):
        return told
    return formed("{told}. {so}.", told=Put(told, "open"), so=common_message(found))


def _headline(finding: Finding) -> Message:
    """What was wrong; how it can be read; else what is due or came of it."""
    if finding.violations:
        first, *more = finding.violations
        if not more:
            return first.text
        return say_many(
            "{breach} (and {number} more breach)", "{breach} (and {number} more breaches)",
            len(more), breach=first.text,
        )  # fmt: skip
    found = finding.in_deals
    if found is not None and finding.verdict is Verdict.UNSETTLED and not found.same:
        return depends_message(finding, found)
    if finding.open_questions:
        return say("It depends on how the rules are read")
    if finding.nothing_claimed:
        return _result_message(finding)
    return finding.when_right


def _about(finding: Finding) -> Iterator[Message]:
    """What the dispute is about, and by which rules it is settled."""
    dispute = finding.dispute
    kind = say(
        "{kind}, under {ruleset}",
        kind=DISPUTE_KINDS[dispute.kind].about,
        ruleset=rules_message(dispute.rules),
    )
    yield word_alone(Put(kind, "capital"))
    if dispute.title:
        yield word_alone(Title(dispute.title))
    pots = getattr(dispute, "pots", None)
    if isinstance(pots, Pots):
        yield from odd_pot_messages(pots)


def _result_message(finding: Finding) -> Message:
    """What everybody receives, or else what it comes to: who won, what the piles count."""
    if finding.due:
        return amounts_message(finding.due, map(Name, finding.everybody))
    return say("nothing") if finding.in_brief is None else finding.in_brief


def _laws(finding: Finding) -> Iterator[Law]:
    """The clauses that decide it, and all others that bear on it."""
    broken = set(finding.clauses) if finding.violations else set[str]()
    asked = [clause for question in finding.open_questions for clause in question.clauses]
    proved = [clause for each in finding.proofs if each.proved for clause in each.core]
    bearing = dict.fromkeys((*finding.clauses, *asked, *proved, *finding.bearing))
    deciding = broken.union(asked, proved) if broken else bearing
    for clause in (each for each in bearing if each in finding.dispute.rules.clauses):
        yield replace(
            law_entry(finding.dispute.rules, clause),
            broken=clause in broken,
            aside=clause not in deciding,
            named=len(deciding) > 1,
            level=2,
        )


def _open(finding: Finding) -> Iterator[Block]:
    """What can be read in more than one way, or hangs on hands that are not told, and how."""
    in_deals = finding.in_deals is not None
    depends = in_deals or finding.hangs_on_hands
    for question in finding.open_questions:
        if in_deals:
            head = say("It depends on how the cards were distributed:")
        elif depends:
            head = say("It depends on the hands that the file leaves out:")
        else:
            head = say("No source settles this. Possible readings:")
        readings = (Phrase(reading_message(each), level=1, mark="* ") for each in question.readings)
        where = [] if depends else [Phrase(_where(question), level=2)]
        yield from part("paragraph", [Phrase(head, level=1)], role="open")
        yield from part("readings", readings, close=True, role="open")
        yield from part("paragraph", where, close=True, role="open")


def _where(question: OpenQuestion) -> Message:
    if len(question.clauses) > 1:
        return say("The question: how {clauses} fit together.", clauses=both(map(ClauseId, question.clauses)))
    return say("The question: how {clause} applies here.", clause=ClauseId(question.clauses[0]))


def _due(finding: Finding) -> Iterator[Phrase]:
    """Who receives and who pays what, as one sentence; nothing if the headline says it or it is open."""
    if finding.nothing_claimed or finding.open_questions or finding.unsettled:
        return
    names = finding.everybody
    if finding.gained:
        yield Phrase(net_message(finding.gained, finding.pots_gain, names))
    elif any(finding.due):
        yield Phrase(say("Written: {amounts}.", amounts=amounts_message(finding.due, map(Name, names))))
    elif finding.due:
        yield Phrase(NOTHING_DUE)
    if finding.corrections:
        payments = listed(each.said for each in payment_phrases(finding.corrections, names))
        yield Phrase(say("To put right what was paid: {payments}.", payments=payments))


def _penalties(finding: Finding) -> Iterator[Phrase]:
    """What is due for what was wrong."""
    for penalty in finding.penalties:
        player = None if penalty.seat is None else finding.dispute.players[penalty.seat]
        yield Phrase(word_alone(Put(penalty_message(penalty, player), "capital")), level=1)


def _proved(proof: Proof) -> Message:
    if proof.proved:
        return say("Proved: {statement}.", statement=proof.statement)
    return say("It follows: {statement}.", statement=proof.statement)


def _notes(finding: Finding, asked: Finding | None) -> Iterator[Phrase]:
    """What is said beside it: what it rests on, what the file's own rules say, what the file expects."""
    for note in finding.notes:
        yield Phrase(say("Note: {note}.", note=note))
    yield from silent_phrases(finding.grounds)
    yield from grounds_lines(finding.grounds)
    if asked is not None:
        yield Phrase(_own_rules_message(asked))
    if finding.unexpected:
        told = Several(finding.unexpected, ";")
        yield Phrase(say("Not as the file expects: {differences}", differences=told))


def _own_rules_message(asked: Finding) -> Message:
    """The verdict by the rule set of the file."""
    verdict = VERDICT_WORDS[asked.verdict]
    if asked.clauses:
        clauses = listed(map(BareClause, asked.clauses))
        verdict = formed("{verdict} ({clauses})", verdict=verdict, clauses=clauses)
    rules = rules_message(asked.dispute.rules)
    return say("Under the file's own rule set, {ruleset}: {verdict}.", ruleset=rules, verdict=verdict)


def check_view(finding: Finding, asked: Finding | None = None) -> CheckAnswer:
    """The answer of `check`; `asked` is the finding under the file's own rule set, if it is another one."""
    alike = finding.in_deals is None or finding.in_deals.alike
    answer = finding.answer() if alike else InDealsCheck(**finding.common)
    if asked is None:
        return answer
    own = InFileView(verdict=asked.verdict, clauses=list(asked.clauses), **identity(asked.dispute.rules))
    return replace(answer, in_file=own)
