"""A settled dispute as text: the verdict first, then every clause with its source, then what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any, Final

from analyzer.disputes.discard_finding import DiscardFinding
from analyzer.disputes.findings import Finding, Penalty, Proof
from analyzer.disputes.registry import KINDS
from analyzer.layout import finished, recorded, wrap
from analyzer.report import rulings
from analyzer.report.document import Block, Document, SpanStyle, recorded_blocks
from analyzer.report.phrases.grounds import beside_lines, silent_lines
from analyzer.report.phrases.sources import source_lines
from analyzer.report.rulings.broken import (
    clause_lines,
    in_brackets,
    penalty_words,
    reading_words,
    violation_lines,
)
from analyzer.report.rulings.indeals import depends_line, head_line, in_all_words
from analyzer.report.style.called import rules_title
from analyzer.report.style.coins import odd_pots
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.book import Pots
from analyzer.rules.verdicts import VERDICT_WORDS, OpenQuestion, Verdict


def check_text(finding: Finding, style: TextStyle, asked: Finding | None = None) -> str:
    """A finding in lines; `asked` is that under the file's own rule set, where another one was named."""
    lines = [*_head(finding, style), ""]
    for block in (
        _given(finding, style),
        _violations(finding, style),
        _open(finding, style),
        _rest(finding, style),
        _kept(finding, style),
        _penalties(finding, style),
        _proofs(finding, style),
    ):
        lines += block
    lines += silent_lines(finding.grounds, style) + beside_lines(finding.grounds, style)
    sources = _sources(finding, style)
    lines += ["", *sources] if sources and lines[-1] else sources
    if asked is not None:
        lines += ["", *_other(asked, style)]
    if finding.unexpected:
        told = "; ".join(map(style.said, finding.unexpected))
        lines += wrap(style.t("Not as the file expects: {differences}", differences=told), style.width, "  ")
    return finished(lines, style.width)


def _head(finding: Finding, style: TextStyle) -> Iterator[str]:
    yield from wrap(verdict_line(finding, style), style.width, "", "  ")
    if finding.dispute.title:
        yield style.paint(style.titled(finding.dispute.title), "bold")
    pots = getattr(finding.dispute, "pots", None)
    if isinstance(pots, Pots):
        yield from (f"  {each}" for each in odd_pots(style, pots))


def check_document(finding: Finding, language: str, asked: Finding | None = None) -> Document:
    """The verdict first, then what was wrong or how it can be read, the law, what follows, and the proof."""
    style = SpanStyle(lang=language, rules=finding.dispute.rules)
    with recorded():
        return Document(language, list(_blocks(finding, style, asked)))


def _blocks(finding: Finding, style: SpanStyle, asked: Finding | None) -> Iterator[Block]:
    verdict, rules = finding.verdict, finding.dispute.rules
    stamp = style.said(VERDICT_WORDS[verdict]).upper()
    if verdict is Verdict.LEGAL and finding.nothing_claimed:
        stamp = _settled_word(finding, style).upper()
    yield Block("headline", [style.sentence(_headline(finding, style))], verdict=verdict.value, stamp=stamp)
    yield Block("paragraph", [style.sentence(each) for each in _about(finding, style)])
    broken = [style.sentence(style.said(each.text)) for each in finding.violations]
    if len(broken) > 1:
        yield Block("steps", broken)
    readings = [each for question in finding.open_questions for each in question.readings]
    if readings:
        yield Block("readings", [style.sentence(reading_words(style, each)) for each in readings])
    yield from recorded_blocks(style, _given(finding, style), headline=False)
    laws = [*dict.fromkeys((*finding.clauses, *finding.bearing))]
    for clause in laws:
        wrong = bool(finding.violations) and clause in finding.clauses
        yield style.law_block(rules, clause, broken=wrong)
    now = [*_rest(finding, style), *_penalties(finding, style)]
    yield from recorded_blocks(style, now, headline=False)
    proofs = [_proved(each, style, style.said(each.statement)) for each in finding.proofs]
    if proofs:
        yield Block("proof", list(map(style.sentence, proofs)))
    notes = list(_notes(finding, style, asked))
    if notes:
        yield Block("notes", list(map(style.sentence, notes)))
    yield from recorded_blocks(style, source_lines(rules, laws, style), headline=False)


def _notes(finding: Finding, style: SpanStyle, asked: Finding | None) -> Iterator[str]:
    """What is said beside it: what it rests on, what the file's own rules say, what the file expects."""
    for note in finding.notes:
        yield style.t("Note: {note}.", note=style.said(note))
    yield from silent_lines(finding.grounds, style)
    yield from beside_lines(finding.grounds, style)
    yield from () if asked is None else _other(asked, style)
    if finding.unexpected:
        told = "; ".join(map(style.said, finding.unexpected))
        yield style.t("Not as the file expects: {differences}", differences=told)


def _headline(finding: Finding, style: TextStyle) -> str:
    """What was wrong; how it can be read; else what is due or came of it."""
    if len(finding.violations) == 1:
        return style.said(finding.violations[0].text)
    if finding.violations:
        return style.n("{number} breach", "{number} breaches", len(finding.violations))
    found = finding.in_deals
    if found is not None and finding.verdict is Verdict.UNSETTLED and not found.same:
        return depends_line(finding, found, style)
    if finding.open_questions:
        return style.t("It hangs on how the rules are read")
    if finding.nothing_claimed:
        return _came_to(finding, style) or style.t("nothing")
    if finding.dispute.kind == "propriety":
        return rulings.conduct.judged_card(finding, style)  # type: ignore[arg-type] # as its kind says
    back = [style.name(finding.dispute.players[seat]) for seat in finding.cards_taken_back]
    if back:
        return style.t("Cards go back to {players}", players=style.both(back))
    named = to_be_announced(finding, style)
    return named or style.t("All was as the rules have it")


def to_be_announced(finding: Finding, style: TextStyle) -> str:
    """What has to be said of a discard, where it is not told whether it was; nothing where there is none."""
    unsaid = finding.unsaid if isinstance(finding, DiscardFinding) else ()
    cards = " ".join(map(style.card, unsaid))
    return style.t("to be announced: {cards}", cards=cards) if cards else ""


def _about(finding: Finding, style: TextStyle) -> Iterator[str]:
    """What the dispute is about, and by which rules it is settled."""
    kind = style.said(KINDS[finding.dispute.kind].about)
    yield style.t("{kind}, by {ruleset}", kind=kind, ruleset=rules_title(style, finding.dispute.rules))
    if finding.dispute.title:
        yield style.titled(finding.dispute.title)


def verdict_line(finding: Finding, style: TextStyle) -> str:
    """The verdict, on what and by which rules, with the clauses it hangs on."""
    found = finding.in_deals
    if found is not None and finding.verdict is Verdict.UNSETTLED and not found.same:
        return depends_line(finding, found, style)
    told = _verdict_line(finding, style)
    return told if found is None else f"{told}. {in_all_words(found, style)}."


def _verdict_line(finding: Finding, style: TextStyle) -> str:
    if finding.verdict is Verdict.LEGAL and finding.nothing_claimed:
        return _due(finding, style)
    told = head_line(finding, style, style.said(VERDICT_WORDS[finding.verdict]))
    told += in_brackets(style, finding.clauses)
    named = to_be_announced(finding, style) if finding.verdict is Verdict.LEGAL else ""
    return f"{told}; {named}" if named else told


def _due(finding: Finding, style: TextStyle) -> str:
    """What is due, or how it is, where nothing was claimed, which no verdict can be on."""
    return style.t(
        "{verdict}: {kind}, by {ruleset}: {tokens}",
        verdict=style.paint(_settled_word(finding, style).upper(), "good"),
        kind=style.said(KINDS[finding.dispute.kind].about),
        ruleset=rules_title(style, finding.dispute.rules),
        tokens=_came_to(finding, style) or style.t("nothing"),
    )


def _settled_word(finding: Finding, style: TextStyle) -> str:
    """The word for a finding on which no verdict can be."""
    return style.t("due") if _amounts_due(finding) else style.t("settled")


def _came_to(finding: Finding, style: TextStyle) -> str:
    """What everybody receives, or else what it comes to: who won, what the piles count."""
    amounts = _amounts_due(finding)
    if not amounts:
        return "" if finding.in_brief is None else style.said(finding.in_brief)
    names = zip(finding.everybody, amounts, strict=False)
    return ", ".join(f"{style.name(name)} {style.signed(amount)}" for name, amount in names)


def _amounts_due(finding: Finding) -> Sequence[int]:
    """What everybody receives or is written, where the kind of dispute is about that."""
    found: Sequence[int] = getattr(finding, "tokens", ()) or getattr(finding, "sheet", ())
    return found


def _other(asked: Finding, style: TextStyle) -> list[str]:
    verdict = style.said(VERDICT_WORDS[asked.verdict]) + in_brackets(style, asked.clauses)
    name = rules_title(style, asked.dispute.rules)
    text = style.t("By the file's own rule set, {ruleset}, it is {verdict}.", ruleset=name, verdict=verdict)
    return wrap(text, style.width)


def _given(finding: Finding, style: TextStyle) -> Iterator[str]:
    """What the file tells, as it was understood."""
    place = _GIVEN.get(finding.dispute.kind)
    if place is not None and finding.in_deals is None:
        yield from _named(place)(finding.dispute, style)


def _violations(finding: Finding, style: TextStyle) -> Iterator[str]:
    rules = finding.dispute.rules
    for each in finding.violations:
        yield from violation_lines(style, rules, each)
    if finding.violations:
        yield ""


def _kept(finding: Finding, style: TextStyle) -> Iterator[str]:
    """The clauses by which it is legal."""
    if finding.verdict is not Verdict.LEGAL or not finding.bearing:
        return
    yield "  " + style.t("By these clauses:")
    for clause in finding.bearing:
        yield from clause_lines(style, finding.dispute.rules, clause, "    - ")
    yield ""


def _sources(finding: Finding, style: TextStyle) -> list[str]:
    """The sources of all clauses that were told with where they stand."""
    asked = [clause for each in finding.open_questions for clause in each.clauses]
    told = finding.bearing if finding.verdict is Verdict.LEGAL else (*finding.clauses, *asked)
    return source_lines(finding.dispute.rules, told, style)


def _open(finding: Finding, style: TextStyle) -> Iterator[str]:
    for question in finding.open_questions:
        yield from _question(finding, question, style)
        yield ""


def _question(finding: Finding, question: OpenQuestion, style: TextStyle) -> Iterator[str]:
    in_deals = finding.in_deals is not None
    depends = in_deals or bool(getattr(finding, "possibilities", ()))
    head = (
        style.t("By how the cards lay:")
        if in_deals
        else style.t("It depends on the hands that are not told:")
        if depends
        else style.t("No source settles this; it can be read as:")
    )
    yield from wrap(head, style.width, "  ")
    for each in question.readings:
        yield from wrap(reading_words(style, each), style.width, "  * ", "    ")
    if not depends:
        yield from wrap(_where(question, style), style.width, "    ")
        broken = {each.clause for each in finding.violations}
        for clause in (each for each in question.clauses if each not in broken):
            yield from clause_lines(style, finding.dispute.rules, clause)


def _where(question: OpenQuestion, style: TextStyle) -> str:
    if len(question.clauses) > 1:
        return style.t(
            "Where {clauses} meet.",
            clauses=style.both([style.clause_said(each) for each in question.clauses]),
        )
    return style.t("Where {clause} meets the case.", clause=style.clause_said(question.clauses[0]))


def _rest(finding: Finding, style: TextStyle) -> Iterator[str]:
    """What the kind of dispute tells beside its verdict."""
    if finding.in_deals is not None and not finding.in_deals.alike:
        return
    known = next((each.__name__ for each in type(finding).__mro__ if each.__name__ in _TOLD), None)
    if known is not None:
        yield from _named(_TOLD[known])(finding, style)
    if getattr(finding, "paid", None) is not None:
        yield from _named("paid:consequences")(finding, style)


def _named(place: str) -> Callable[[Any, TextStyle], Iterator[str]]:
    module, _, name = place.partition(":")
    told: Callable[[Any, TextStyle], Iterator[str]]
    told = getattr(import_module(f"analyzer.report.rulings.{module}"), name)
    return told


def _penalties(finding: Finding, style: TextStyle) -> Iterator[str]:
    for each in finding.penalties:
        yield from wrap(_penalty(finding, each, style), style.width, "  ", "    ")


def _penalty(finding: Finding, penalty: Penalty, style: TextStyle) -> str:
    player = None if penalty.seat is None else finding.dispute.players[penalty.seat]
    return penalty_words(style, penalty, player)


def _proved(proof: Proof, style: TextStyle, statement: str) -> str:
    if proof.proved:
        return style.t("Proved: {statement}.", statement=statement)
    return style.t("It follows: {statement}.", statement=statement)


def _proofs(finding: Finding, style: TextStyle) -> Iterator[str]:
    for proof in finding.proofs:
        core = f" [{', '.join(proof.core)}]" if proof.core and style.ids else ""
        text = _proved(proof, style, style.said(proof.statement) + core)
        yield from wrap(text, style.width, "  ", "    ")
    for note in finding.notes:
        yield from wrap(style.t("Note: {note}.", note=style.said(note)), style.width, "  ", "    ")


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
