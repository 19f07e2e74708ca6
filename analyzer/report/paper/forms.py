"""The parts of a paper that is filled in and signed: players, rules, verdict, laws, lines to sign."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from analyzer.disputes.findings import Finding
from analyzer.disputes.model import Dispute
from analyzer.messages import Name, Title, alone, both, say
from analyzer.report.document import Document
from analyzer.report.paper.document import (
    Block,
    PaperDocument,
    Words,
    amount_words,
    answer_blocks,
    heading,
    sheet,
    table,
    words,
)
from analyzer.report.paper.printed import hands_dealt
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import Verdict
from analyzer.words.called import rules_said
from analyzer.words.grounds import source_said


def blank_form(
    style: TextStyle, rules: RuleSet, players: Sequence[str], dealer: int | None, *, ruling: bool = True
) -> Block:
    """Players and rules, and what is filled in by hand: place, date, of a ruling who called for it."""
    names = [
        say("{player} (dealer)", player=Name(name)) if seat == dealer else Name(name)
        for seat, name in enumerate(players)
    ]
    rows = [
        (style.said(say("Players")), style.said(alone(both(names)))),
        (style.said(say("Rules")), style.said(rules_said(rules))),
        (style.said(say("Place")), ""),
        (style.said(say("Date")), ""),
    ]
    rows += [(style.said(say("Called for by")), ""), (style.said(say("Arbiter")), "")] if ruling else []
    return {"kind": "form", "rows": [list(row) for row in rows]}


def verdict(told: Words, *, good: bool) -> Block:
    """The verdict, so that it is found at the first look."""
    return {"kind": "verdict", "words": told, "good": good}


def law(style: TextStyle, rules: RuleSet, clause: str, mark: str) -> Block:
    """A law as a footnote: its mark, what it is called, what it says, and where that stands."""
    statement = style.stated(rules.clauses[clause].statement).removesuffix(".")
    told = [{"text": f"{mark} {style.clause(clause)}: "}, {"quote": statement}]
    return {"kind": "law", "words": told, "sources": [style.said(source_said(rules, clause))]}


def signatures(style: TextStyle, players: Sequence[str], *, arbiter: bool = True) -> Block:
    """A line to sign for every player, before them for the arbiter."""
    first = [style.said(say("Arbiter"))] if arbiter else []
    return {"kind": "signatures", "names": [*first, *map(style.safe, players)]}


def contents(style: TextStyle, documents: Sequence[PaperDocument], files: Sequence[str]) -> Iterator[Block]:
    """What the documents of a booklet are about: of each ruling its file, the page it is on, and the verdict.

    The headings of the rulings are named, so that the page they come to stand on can be told.
    """
    yield heading(style.said(say("Rulings")), large=True)
    rows: list[list[Words]] = []
    for document, file in zip(documents, files, strict=True):
        about: Words = []
        for block in document.blocks:
            if block["kind"] == "heading" and block["large"]:
                block["label"] = f"ruling-{len(rows) + 1}"
                about = [*block["words"], *words(f" ({style.safe(file)})")]
            if block["kind"] == "verdict":
                number = str(len(rows) + 1)
                rows.append([words(number), about, block["words"], [{"page": f"ruling-{number}"}]])
    head = ["", "", style.said(say("verdict")), style.said(say("page"))]
    yield {"kind": "sheet", "head": head, "rows": rows, "numbers": 1, "lines": []}


def signed_blocks(document: Document, finding: Finding, style: TextStyle, *, good: bool) -> Iterator[Block]:
    """A verdict on a dispute as it is signed: form, verdict, all that is said of it, hands, what is due."""
    dispute = finding.dispute
    first, *rest = answer_blocks(document, style)
    title = Title(dispute.title or "")
    about = say("Ruling: {about}", about=title) if title else say("Ruling")
    yield heading(style.said(about), large=True)
    yield blank_form(style, dispute.rules, dispute.players, dispute.dealer)
    yield verdict(first["words"], good=good)
    yield from _hands(dispute, style)
    yield from (block for block in rest if block.get("words") != words(style.titled(title)))
    yield from _due(finding, style)
    yield signatures(style, finding.everybody)


def _due(finding: Finding, style: TextStyle) -> Iterator[Block]:
    """What everybody has of it, where something is paid; of an open case by each reading, to be ticked."""
    if finding.verdict is Verdict.UNSETTLED:
        yield from _by_reading(finding, style)
        return
    amounts = finding.gained or getattr(finding, "sheet", ())
    if any(amounts):
        yield heading(style.said(say("To pay")))
        players = list(map(style.safe, finding.everybody))
        told = sheet(["", *players], [[style.said(say("due")), *amount_words(amounts)]], 1 + len(players))
        yield {**told, "marked": [0]}


def _by_reading(finding: Finding, style: TextStyle) -> Iterator[Block]:
    """What would be paid by each reading of what no source settles: the players tick one."""
    readings = [each for question in finding.open_questions for each in question.readings if each.tokens]
    if readings:
        yield heading(style.said(say("To pay, as it is read")))
        players = list(map(style.safe, finding.everybody))
        sums = [[(each.tokens or {})[name] for name in finding.everybody] for each in readings]
        told = zip(readings, sums, strict=True)
        rows = [[f"☐ {style.said(each.text)}", *amount_words(amounts)] for each, amounts in told]
        yield sheet(["", *players], rows, 1 + len(players))


def _hands(dispute: Dispute, style: TextStyle) -> Iterator[Block]:
    """The hands as they lay, where they are told of more than one."""
    told = getattr(dispute, "hands", ())
    held = dict(told) if isinstance(told, Mapping) else dict(enumerate(told))
    known = {seat: cards for seat, cards in held.items() if cards}
    if len(known) > 1:
        seated = dispute.rules.table.seated(len(dispute.players))
        yield table(hands_dealt(style, dispute.players, known, getattr(dispute, "lead", None), seated))
