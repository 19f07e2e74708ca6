"""What a settled dispute says: the verdict, how it can be read, the law, what follows, and the proof."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any, Final

from msgspec.structs import replace

from analyzer.disputes.discard_finding import DiscardFinding
from analyzer.disputes.findings import Finding, Proof
from analyzer.disputes.registry import KINDS
from analyzer.messages import (
    BareClause,
    ClauseId,
    Message,
    Name,
    Put,
    Several,
    Title,
    both,
    formed,
    in_a_row,
    listed,
    say,
    say_many,
    word_alone,
)
from analyzer.report import rulings
from analyzer.report.rulings.indeals import depends_said, in_all_said, verdicts_differ
from analyzer.rules.book import Pots
from analyzer.rules.verdicts import VERDICT_WORDS, OpenQuestion, Verdict
from analyzer.words.blocks import Block, Law, Passage, Phrase, Said, Stamp, Tone, part
from analyzer.words.broken import law_said, penalty_said, reading_said
from analyzer.words.called import rules_said
from analyzer.words.coins import odd_pots_said
from analyzer.words.grounds import beside_said, silent_said
from analyzer.words.sources import sources_said
from analyzer.words.tokens import amounts_said

_TONES: Final[dict[Verdict, Tone]] = {
    Verdict.LEGAL: "good",
    Verdict.ILLEGAL: "bad",
    Verdict.UNSETTLED: "warn",
}


def check_said(finding: Finding, asked: Finding | None = None) -> Said:
    """All of it; `asked` is the finding under the file's own rule set, where another one was named."""
    broken = [Phrase(each.text, level=1, mark="- ", by=each.clause) for each in finding.violations]
    proofs = (Phrase(_proved(each), level=1) for each in finding.proofs)
    laws = tuple(_laws(finding))
    sources = sources_said(finding.dispute.rules, [law.clause for law in laws if not law.aside])
    return (
        Passage("headline", (Phrase(_answer(finding)),), stamp=_stamp(finding)),
        *part("paragraph", _about(finding)),
        *part("paragraph", _given(finding)),
        *part("steps", broken if len(finding.violations) > 1 else ()),
        *_open(finding),
        *part("paragraph", laws),
        *part("paragraph", _follows(finding)),
        *part("proof", proofs),
        *part("notes", _notes(finding, asked)),
        *part("notes", sources),
    )


def _stamp(finding: Finding) -> Stamp:
    verdict, found = finding.verdict, finding.in_deals
    word = VERDICT_WORDS[verdict]
    if verdict is Verdict.LEGAL and finding.nothing_claimed:
        word = say("due") if _amounts_due(finding) else say("settled")
    elif found is not None and verdict is Verdict.UNSETTLED and not found.same:
        word = say("it depends") if verdicts_differ(found) else say("undecided")
    return Stamp(verdict.value, word_alone(Put(word, "capitals")), _TONES[verdict])


def _answer(finding: Finding) -> Message:
    """What was ruled; of hands that are not told, in how many of the deals."""
    told, found = _headline(finding), finding.in_deals
    if found is None or (finding.verdict is Verdict.UNSETTLED and not found.same):
        return told
    return formed("{told}. {so}.", told=Put(told, "open"), so=in_all_said(found))


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
        return depends_said(finding, found)
    if finding.open_questions:
        return say("It hangs on how the rules are read")
    if finding.nothing_claimed:
        return _came_to(finding)
    if finding.dispute.kind == "propriety":
        return rulings.conduct.judged_card(finding)  # type: ignore[arg-type] # as its kind says
    back = [Name(finding.dispute.players[seat]) for seat in finding.cards_taken_back]
    if back:
        return say("Cards go back to {players}", players=both(back))
    unsaid = finding.unsaid if isinstance(finding, DiscardFinding) else ()
    if unsaid:
        return say("to be announced: {cards}", cards=in_a_row(unsaid))
    return say("All was as the rules have it")


def _about(finding: Finding) -> Iterator[Message]:
    """What the dispute is about, and by which rules it is settled."""
    dispute = finding.dispute
    kind = say("{kind}, by {ruleset}", kind=KINDS[dispute.kind].about, ruleset=rules_said(dispute.rules))
    yield word_alone(Put(kind, "capital"))
    if dispute.title:
        yield word_alone(Title(dispute.title))
    pots = getattr(dispute, "pots", None)
    if isinstance(pots, Pots):
        yield from odd_pots_said(pots)


def _came_to(finding: Finding) -> Message:
    """What everybody receives, or else what it comes to: who won, what the piles count."""
    amounts = _amounts_due(finding)
    if amounts:
        return amounts_said(amounts, map(Name, finding.everybody))
    return say("nothing") if finding.in_brief is None else finding.in_brief


def _amounts_due(finding: Finding) -> Sequence[int]:
    """What everybody receives or is written, where the kind of dispute is about that."""
    found: Sequence[int] = getattr(finding, "tokens", ()) or getattr(finding, "sheet", ())
    return found


def _given(finding: Finding) -> Iterator[Phrase]:
    """What the file tells, as it was understood."""
    place = _GIVEN.get(finding.dispute.kind)
    if place is not None and finding.in_deals is None:
        yield from _named(place)(finding.dispute)


def _laws(finding: Finding) -> Iterator[Law]:
    """The clauses that decide it, and all others that bear on it."""
    broken = set(finding.clauses) if finding.violations else set[str]()
    asked = [clause for question in finding.open_questions for clause in question.clauses]
    proved = [clause for each in finding.proofs if each.proved for clause in each.core]
    bearing = dict.fromkeys((*finding.clauses, *asked, *proved, *finding.bearing))
    deciding = broken.union(asked, proved) if broken else bearing
    for clause in (each for each in bearing if each in finding.dispute.rules.clauses):
        yield replace(
            law_said(finding.dispute.rules, clause),
            broken=clause in broken,
            aside=clause not in deciding,
            named=len(deciding) > 1,
            level=2,
        )


def _open(finding: Finding) -> Iterator[Block]:
    """What can be read in more than one way, or hangs on hands that are not told, and how."""
    in_deals = finding.in_deals is not None
    depends = in_deals or bool(getattr(finding, "possibilities", ()))
    for question in finding.open_questions:
        if in_deals:
            head = say("By how the cards lay:")
        elif depends:
            head = say("It depends on the hands that are not told:")
        else:
            head = say("No source settles this; it can be read as:")
        readings = (Phrase(reading_said(each), level=1, mark="* ") for each in question.readings)
        yield from part("paragraph", [Phrase(head, level=1)])
        yield from part("readings", readings, close=True)
        yield from part("paragraph", [] if depends else [Phrase(_where(question), level=2)], close=True)


def _where(question: OpenQuestion) -> Message:
    if len(question.clauses) > 1:
        return say("Where {clauses} meet.", clauses=both(map(ClauseId, question.clauses)))
    return say("Where {clause} meets the case.", clause=ClauseId(question.clauses[0]))


def _follows(finding: Finding) -> Iterator[Phrase]:
    """What the kind of dispute tells beside its verdict, and what is due for what was wrong."""
    if finding.in_deals is None or finding.in_deals.alike:
        known = next((each.__name__ for each in type(finding).__mro__ if each.__name__ in _TOLD), None)
        if known is not None:
            yield from _named(_TOLD[known])(finding)
        if getattr(finding, "paid", None) is not None:
            yield from _named("paid:consequences")(finding)
    for penalty in finding.penalties:
        player = None if penalty.seat is None else finding.dispute.players[penalty.seat]
        yield Phrase(penalty_said(penalty, player), level=1)


def _named(place: str) -> Callable[[Any], Iterator[Phrase]]:
    module, _, name = place.partition(":")
    told: Callable[[Any], Iterator[Phrase]]
    told = getattr(import_module(f"analyzer.report.rulings.{module}"), name)
    return told


def _proved(proof: Proof) -> Message:
    if proof.proved:
        return say("Proved: {statement}.", statement=proof.statement)
    return say("It follows: {statement}.", statement=proof.statement)


def _notes(finding: Finding, asked: Finding | None) -> Iterator[Phrase]:
    """What is said beside it: what it rests on, what the file's own rules say, what the file expects."""
    for note in finding.notes:
        yield Phrase(say("Note: {note}.", note=note))
    yield from silent_said(finding.grounds)
    yield from beside_said(finding.grounds)
    if asked is not None:
        yield Phrase(_by_own_rules(asked))
    if finding.unexpected:
        told = Several(finding.unexpected, ";")
        yield Phrase(say("Not as the file expects: {differences}", differences=told))


def _by_own_rules(asked: Finding) -> Message:
    """The verdict by the rule set of the file."""
    verdict = VERDICT_WORDS[asked.verdict]
    if asked.clauses:
        clauses = listed(map(BareClause, asked.clauses))
        verdict = formed("{verdict} ({clauses})", verdict=verdict, clauses=clauses)
    rules = rules_said(asked.dispute.rules)
    return say("By the file's own rule set, {ruleset}, it is {verdict}.", ruleset=rules, verdict=verdict)


_TOLD: Final = {
    "DiscardFinding": "beforeplay:discard",
    "NamingFinding": "tricks:naming",
    "TrickFinding": "tricks:trick",
    "DeclarationsFinding": "beforeplay:declarations",
    "PaidFinding": "paid:paid",
    "BookFinding": "paid:book",
    "BidFinding": "beforeplay:bid",
    "CallFinding": "beforeplay:call",
    "AskingFinding": "conduct:asking",
    "MisdealFinding": "conduct:misdeal",
    "ProprietyFinding": "conduct:propriety",
    "TrickWonFinding": "tricks:trick_won",
    "PilesFinding": "tricks:piles",
    "PilesCountedFinding": "tricks:point_count",
    "DeclaredHandsFinding": "beforeplay:point_declarations",
}
"""By kind of finding what tells it, `MODULE:FUNCTION` of this folder; a new one is one line here. It is
imported where there is such a finding, since some bring the search.
"""

_GIVEN: Final = {"discard": "beforeplay:dealt", "fool-naming": "tricks:held"}
"""What is told before the verdict's reasons, by the word for the kind of dispute: `MODULE:FUNCTION` too."""
