"""A hand as it is printed, and papers that are filled in and signed: a verdict, a ruling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from analyzer.answers.records.audit import (
    decided,
    decisions_valued,
    mark_pairs,
    moment_word,
    reason_message,
    signs_of,
    sure_message,
    sure_of,
)
from analyzer.answers.records.judgement import against_rules, judgement_sentences
from analyzer.answers.records.replay import (
    amounts_called,
    count_rows,
    opening_phrases,
    outcome_sentence,
    played_message,
    settlement_phrases,
    trick_note_lines,
    tricks_left_message,
)
from analyzer.answers.records.ruling import SumRow, deciding, line_verdict, other_sums, sum_rows, table_at
from analyzer.disputes.findings import Finding
from analyzer.disputes.shape import Dispute
from analyzer.disputes.table import DISPUTE_KINDS
from analyzer.layout import GLUE, wrap
from analyzer.messages import (
    LineWord,
    Message,
    Name,
    Title,
    Verbatim,
    alone,
    both,
    formed,
    in_a_row,
    listed,
    say,
)
from analyzer.position.model import Position
from analyzer.position.replay.model import PlayedTrick, Replay
from analyzer.position.replay.ruling import LineRuling
from analyzer.report.paper.document import (
    BREAK,
    Block,
    PaperDocument,
    Words,
    amount_words,
    answer_blocks,
    hands_dealt,
    heading,
    line_heading,
    line_title,
    minus,
    pages,
    phrases,
    printed,
    sentence,
    sheet,
    stops,
    table,
    words,
)
from analyzer.report.paper.figures import Drawing, Estimate
from analyzer.report.spans import Document
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.terminal import one_line
from analyzer.rules.book import Transfer
from analyzer.rules.score.goals import Aim, points_text
from analyzer.rules.spec.grounds import Grounds
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import Verdict
from analyzer.search.engine.results import Values
from analyzer.search.review.audit import Audit, Audited
from analyzer.search.review.judgement import Told
from analyzer.words.names import ground_phrases, rules_message, source_message, source_phrases
from analyzer.words.paid import pots_message
from analyzer.words.remedies import cost_message, illegal_phrases, remedy_message, unsettled_phrases

# A hand as it is printed: trick by trick, what everybody pays, and its audit; an A4 page a line of play.


FEW: Final = 8
"""With so many tricks play and audit stand on one page."""


def hand_blocks(
    position: Position, lines: Sequence[Told], grounds: Grounds, style: TextStyle
) -> Iterator[Block]:
    """A page for each line: hands, tricks, what it came to; on it or the next the audit, if there is one."""
    rests = [*phrases(style, ground_phrases(position.rules, grounds))]
    return pages(part for line in lines for part in _line_pages(position, line, rests, style))


def _line_pages(
    position: Position, line: Told, rests: Sequence[Block], style: TextStyle
) -> Iterator[Sequence[Block]]:
    played, audited = [*_blocks(position, line, style)], [*_audit(style, line)]
    if len(line.replay.tricks) <= FEW or not audited:
        yield [*played, *audited, *rests]
    else:
        yield from ([*played, *rests], audited)


def _blocks(position: Position, line: Told, style: TextStyle) -> Iterator[Block]:
    replay = line.replay
    yield line_heading(style, position.title, replay.name)
    if (outcome := outcome_sentence(replay)) is not None:
        yield sentence(style.render(outcome))
    yield from hand_and_tricks(style, position, replay)
    yield from _settled(style, position, replay)


def hand_and_tricks(
    style: TextStyle, position: Position, replay: Replay, against: Container[int | None] = ()
) -> Iterator[Block]:
    """The hands, and a row for every trick of a line, marked where something was `against` the rules."""
    yield table(printed(position, style), in_rows=True)
    yield from phrases(style, opening_phrases(replay))
    if replay.tricks:
        head = [*map(style.render, (say("trick"), say("cards"), say("won by"))), ""]
        told = sheet(head, [_trick(style, trick, replay) for trick in replay.tricks], 1)
        marked = [row for row, trick in enumerate(replay.tricks) if trick.number in against]
        yield {**told, "marked": marked}
        if marked:
            yield sentence(style.render(say("A marked trick contains a breach of the rules.")))


def _trick(style: TextStyle, trick: PlayedTrick, replay: Replay) -> list[str]:
    """Its number, its cards as they lie, who wins it, and what was said, moved and paid."""
    more = [one_line(each, style) for each in trick_note_lines(trick, replay)]
    winner = "" if trick.winner is None else style.safe(replay.players[trick.winner])
    laid = style.render(played_message(trick, replay.players)).replace(GLUE, " ")
    return [str(trick.number), laid, winner, " ".join(more)]


def settlement(style: TextStyle, replay: Replay) -> Iterator[Block]:
    """Who pays whom, or what is written, when a hand has ended."""
    title, *paid = settlement_phrases(replay) if replay.settlement or replay.scores else (None,)
    if title is not None:
        yield heading(style.render(title.said))
        yield from phrases(style, paid)


def _settled(style: TextStyle, position: Position, replay: Replay) -> Iterator[Block]:
    """What ended it, and what everybody has of it."""
    yield from settlement(style, replay)
    if replay.illegal is not None:
        yield from phrases(style, illegal_phrases(replay.illegal))
    yield from phrases(style, against_rules(position.rules, replay))
    broken = [each.violation.clause for each in replay.judged.offences]
    yield from phrases(style, source_phrases(position.rules, broken))
    yield from stops(style, replay.missing)
    players = [style.safe(name) for name in replay.players]
    rows = [[style.render(amounts_called(replay)), *amount_words(replay.amounts)]]
    rows += [[style.render(name), *cells] for name, cells in count_rows(replay)]
    yield sheet(["", *players], rows, 1 + len(players))
    left = tricks_left_message(replay)
    yield from [] if left is None else [sentence(style.render(left))]


def _audit(style: TextStyle, line: Told) -> Iterator[Block]:
    """Every card that was valued, with what stands marked, and the judgement."""
    audit, replay = line.audit, line.replay
    if audit is None or not audit.decisions:
        return
    sides = None if replay.pots_before is not None else replay.sides
    rows = []
    for each in decisions_valued(audit):
        marks = [part for told in mark_pairs(each, replay.players, sides) for part in told if part]
        sure = sure_message(each, sides, audit.counts)
        decision = [style.safe(replay.players[each.seat]), style.render(decided(each))]
        decision.append("" if sure is None else minus(style.render(sure)))
        moment = moment_word(each.moment)
        rows.append(["".join(signs_of(each)), moment, *decision, "; ".join(map(style.render, marks))])
    yield heading(style.render(say("Every card")))
    if rows:
        columns = (say("moment"), say("player"), say("card"), say("sure of"))
        head = ["", *map(style.render, columns), ""]
        yield sheet(head, rows, 1)
    for reason in dict.fromkeys((audit.reason, audit.tokens_reason)):
        if reason is not None:
            yield sentence(style.render(reason_message(reason)))
    if line.judgement is not None:
        judged = judgement_sentences(line.judgement, audit, replay)
        yield from [heading(style.render(say("Judgement")))] if judged else []
        yield from phrases(style, judged)


# Papers that are filled in and signed: a verdict, and a ruling on a recorded hand.


# The parts of a paper that is filled in and signed: players, rules, verdict, laws, lines to sign.


def blank_form(
    style: TextStyle, rules: RuleSet, players: Sequence[str], dealer: int | None, *, ruling: bool = True
) -> Block:
    """Players and rules, and what is filled in by hand: place, date, of a ruling who called for it."""
    names = [
        say("{player} (dealer)", player=Name(name)) if seat == dealer else Name(name)
        for seat, name in enumerate(players)
    ]
    rows = [
        (style.render(say("Players")), style.render(alone(both(names)))),
        (style.render(say("Rules")), style.render(rules_message(rules))),
        (style.render(say("Place")), ""),
        (style.render(say("Date")), ""),
    ]
    rows += [(style.render(say("Called for by")), ""), (style.render(say("Arbiter")), "")] if ruling else []
    return {"kind": "form", "rows": [list(row) for row in rows]}


def verdict(told: Words, *, good: bool) -> Block:
    """The verdict, so that it is found at the first look."""
    return {"kind": "verdict", "words": told, "good": good}


def law(style: TextStyle, rules: RuleSet, clause: str, mark: str) -> Block:
    """A law as a footnote: its mark, what it is called, what it says, and where that stands."""
    statement = style.stated(rules.clauses[clause].statement).removesuffix(".")
    told = [{"text": f"{mark} {style.clause(clause)}: "}, {"quote": statement}]
    return {"kind": "law", "words": told, "sources": [style.render(source_message(rules, clause))]}


def signatures(style: TextStyle, players: Sequence[str], *, arbiter: bool = True) -> Block:
    """A line to sign for every player, before them for the arbiter."""
    first = [style.render(say("Arbiter"))] if arbiter else []
    return {"kind": "signatures", "names": [*first, *map(style.safe, players)]}


def contents(
    style: TextStyle, documents: Sequence[PaperDocument], files: Sequence[str], left_out: Sequence[str] = ()
) -> Iterator[Block]:
    """What the documents of a booklet are about: of each ruling the verdict, and the page it is on.

    Then the files that are `left_out`, because they have faults.

    Titles that are alike are told apart by their files.

    The headings of the rulings are named, so that the page they come to stand on can be told.
    """
    yield heading(style.render(RULINGS), large=True)
    rows: list[list[Words]] = []
    titles = Counter(str(block["words"]) for each in documents for block in each.blocks if _is_title(block))
    for document, file in zip(documents, files, strict=True):
        about: Words = []
        for block in document.blocks:
            if _is_title(block):
                block["label"] = f"ruling-{len(rows) + 1}"
                alike = titles[str(block["words"])] > 1
                about = [*block["words"], *(words(f" ({style.safe(file)})") if alike else [])]
            if block["kind"] == "verdict":
                number = str(len(rows) + 1)
                rows.append([words(number), about, block["words"], [{"page": f"ruling-{number}"}]])
    head = ["", "", style.render(say("verdict")), style.render(say("page"))]
    yield {"kind": "sheet", "head": head, "rows": rows, "numbers": 1, "lines": []}
    if left_out:
        told = say(
            "Not ruled on, because the file has faults: {files}", files=listed(map(Verbatim, left_out))
        )
        yield sentence(style.render(told))


def _is_title(block: Block) -> bool:
    return block["kind"] == "heading" and bool(block["large"])


RULINGS: Final = say("Rulings")


def ruling_title(dispute: Dispute) -> Message:
    """What a ruling is called: by the title of the dispute, else by what is disputed."""
    about = Title(dispute.title) if dispute.title else DISPUTE_KINDS[dispute.kind].about
    return say("Ruling: {about}", about=about)


def signed_blocks(document: Document, finding: Finding, style: TextStyle, *, good: bool) -> Iterator[Block]:
    """A verdict on a dispute as it is signed: form, verdict, all that is said of it, hands, what is due."""
    dispute = finding.dispute
    first, *rest = answer_blocks(document, style)
    title = Title(dispute.title or "")
    yield heading(style.render(ruling_title(dispute)), large=True)
    yield blank_form(style, dispute.rules, dispute.players, dispute.dealer)
    yield verdict(first["words"], good=good)
    yield from _hands(dispute, style)
    notes = [block for block in rest if block["kind"] == "note"]
    shown = (block for block in rest if block.get("words") != words(style.titled(title)))
    yield from (block for block in shown if block not in notes)
    yield from _due(finding, style)
    yield signatures(style, finding.everybody)
    yield from notes


def _due(finding: Finding, style: TextStyle) -> Iterator[Block]:
    """What everybody has of it, where something is paid; of an open case by each reading, to be ticked."""
    if finding.verdict is Verdict.UNSETTLED:
        yield from _list_reading_payments(finding, style)
        return
    amounts = finding.gained or getattr(finding, "sheet", ())
    if any(amounts) or finding.corrections:
        yield heading(style.render(say("To pay")))
        players = list(map(style.safe, finding.everybody))
        rows = [(say("due"), list(amounts))]
        if finding.corrections:
            left = [_net(finding.corrections, seat) for seat in range(len(players))]
            rows += [(say("paid"), [due - more for due, more in zip(amounts, left, strict=True)])]
            rows += [(say("still to pay"), left)]
        cells = [[style.render(name), *amount_words(sums)] for name, sums in rows]
        yield {**sheet(["", *players], cells, 1 + len(players)), "marked": [len(rows) - 1]}


def _net(payments: Sequence[Transfer], seat: int) -> int:
    """What a seat receives less what it pays."""
    return sum(each.amount * ((each.payee == seat) - (each.payer == seat)) for each in payments)


def _list_reading_payments(finding: Finding, style: TextStyle) -> Iterator[Block]:
    """What would be paid by each reading of what no source settles: the players tick one."""
    readings = [each for question in finding.open_questions for each in question.readings if each.tokens]
    if readings:
        yield heading(style.render(say("To pay, as it is read")))
        players = list(map(style.safe, finding.everybody))
        sums = [[(each.tokens or {})[name] for name in finding.everybody] for each in readings]
        told = zip(readings, sums, strict=True)
        rows = [[f"☐ {style.render(each.text)}", *amount_words(amounts)] for each, amounts in told]
        yield sheet(["", *players], rows, 1 + len(players))


def _hands(dispute: Dispute, style: TextStyle) -> Iterator[Block]:
    """The hands as they lay, where they are told of more than one."""
    told = getattr(dispute, "hands", ())
    held = dict(told) if isinstance(told, Mapping) else dict(enumerate(told))
    known = {seat: cards for seat, cards in held.items() if cards}
    if len(known) > 1:
        seated = dispute.rules.table.seated(len(dispute.players))
        yield table(hands_dealt(style, dispute.players, known, getattr(dispute, "lead", None), seated))


# A ruling on a recorded hand as it is printed: a form that is signed, and the tricks behind it.
#
# An audit too, as figures: what every player was sure of before each card, and what mistakes cost.


_SURE: Final = {
    Aim.POINTS: say("points sure of before each card"),
    Aim.TRICKS: say("tricks sure of before each card"),
    None: say("tokens sure of before each card"),
}
_TITLE_WIDTH: Final = 80
_NOTE_WIDTH: Final = 105


def audit_drawings(position: Position, lines: Sequence[Told], style: TextStyle) -> Iterator[Drawing]:
    """A figure of each line in which anything was valued that can be counted."""
    for line in lines:
        told = None if line.audit is None else _Teller(style, line, line.audit)
        if told is not None and any(told.marks()):
            yield told.drawing(position.title)


class _Teller:
    """One audited line, to be drawn."""

    def __init__(self, style: TextStyle, line: Told, audit: Audit) -> None:
        self.style, self.replay, self.audit = style, line.replay, audit
        self.sides = None if line.replay.pots_before is not None else line.replay.sides

    def drawing(self, title: str | None) -> Drawing:
        """Its figure; what was lost stands in words under it."""
        names = line_title(self.style, title, self.replay.name)
        along = self.style.render(_SURE.get(self.audit.counts, _SURE[None]))
        lines: dict[str, list[Estimate]] = {self.style.safe(name): [] for name in self.replay.players}
        for seat, mark in self.marks():
            lines[self.style.safe(self.replay.players[seat])].append(mark)
        notes = [part for note in self._notes() for part in wrap(note, _NOTE_WIDTH, "", "    ")]
        wrapped = "\n".join(wrap(names, _TITLE_WIDTH))
        held = {name: marks for name, marks in lines.items() if marks}
        return Drawing(
            wrapped, self.style.render(say("trick")), along, held, percent=False, in_order=True, notes=notes
        )

    def marks(self) -> Iterator[tuple[int, Estimate]]:
        """What was sure before each decision, at its place in the trick, by who decided."""
        for each in decisions_valued(self.audit):
            before = self._sure(each, each.before)
            if before is not None:
                trick, card = each.moment
                at = trick + (card - 1) / len(self.replay.players)
                yield each.seat, Estimate(at, float(before), wrong=self._wrong(each))

    def _sure(self, decision: Audited, values: Values | None) -> Fraction | None:
        side = decision.seat if self.sides is None else self.sides.of[decision.seat]
        return sure_of(values, self.audit.counts, side)

    def _wrong(self, decision: Audited) -> str:
        """Where a mistake was made, and what it cost; nothing of what was none."""
        before, after = (self._sure(decision, values) for values in (decision.before, decision.after))
        moment = moment_word(decision.moment)
        if before is not None and after is not None and before != after:
            sign = "+" if after > before else ""
            return f"{moment}: {minus(sign + points_text(after - before))}"
        return moment if decision.marks else ""

    def _notes(self) -> Iterator[str]:
        """What it came to, every mistake, and why values are missing."""
        if (outcome := outcome_sentence(self.replay)) is not None:
            yield self.style.render(outcome)
        for each in decisions_valued(self.audit):
            if self._wrong(each):
                yield self._mistake(each)
        for reason in dict.fromkeys((self.audit.reason, self.audit.tokens_reason)):
            if reason is not None:
                yield self.style.render(reason_message(reason))

    def _mistake(self, decision: Audited) -> str:
        sure = sure_message(decision, self.sides, self.audit.counts)
        told = [] if sure is None else [minus(self.style.render(sure))]
        told += [
            self.style.render(words) for words, _ in mark_pairs(decision, self.replay.players, self.sides)
        ]
        who = self.style.safe(self.replay.players[decision.seat])
        card = self.style.render(decided(decision))
        return f"{moment_word(decision.moment)} {who} {card}: {'; '.join(told)}".replace(GLUE, " ")


def ruling_blocks(
    position: Position, lines: Sequence[LineRuling], grounds: Grounds, style: TextStyle
) -> Iterator[Block]:
    """For each line what an arbiter signs, on as many pages as it takes, and behind it the tricks."""
    for number, line in enumerate(lines):
        if number:
            yield BREAK
        yield from _signed(position, line, grounds, style)
        if line.replay.tricks:
            yield BREAK
            against = {each.trick for each in line.breaches}
            hand = hand_and_tricks(style, position, line.replay, against)
            played = [heading(style.render(say("The hand"))), *hand, *settlement(style, line.replay)]
            yield {"kind": "page", "blocks": played}


def _signed(position: Position, line: LineRuling, grounds: Grounds, style: TextStyle) -> Iterator[Block]:
    about = Verbatim(line_title(style, position.title, line.replay.name))
    yield heading(style.render(say("Ruling: {about}", about=about)), large=True)
    yield blank_form(style, position.rules, line.replay.players, position.dealer)
    told = style.render(line_verdict(position.rules, line))
    yield verdict(words(told[:1].upper() + told[1:]), good=not line.breaches)
    laws = list(dict.fromkeys(each.broken.clause for each in line.breaches))
    if line.breaches:
        yield _breaches(position, line, laws, style)
        yield from phrases(style, _remedies(position, line))
    yield heading(style.render(say("To pay")))
    yield from _sums(style, line)
    yield from _decisive(position, line, style)
    replay = line.replay
    in_tricks = (each for trick in replay.tricks for each in trick.unsettled)
    yield from phrases(style, unsettled_phrases([*replay.judged.open_questions, *in_tricks]))
    yield from stops(style, replay.missing)
    yield signatures(style, replay.players)
    for number, clause in enumerate(laws, 1):
        yield law(style, position.rules, clause, f"§{number}")
    yield from phrases(style, ground_phrases(position.rules, grounds))
    yield from phrases(style, source_phrases(position.rules, laws))


def _breaches(position: Position, line: LineRuling, laws: Sequence[str], style: TextStyle) -> Block:
    """A row for each: when, who, what, by which law, and what it costs."""
    players = line.replay.players
    rows = []
    for number, each in enumerate(line.breaches, 1):
        when = style.render(say("the deal")) if each.trick is None else each.at
        who = "" if each.seat is None else style.safe(players[each.seat])
        what = style.render(each.broken.text)
        clause = f"{style.clause(each.broken.clause)} §{laws.index(each.broken.clause) + 1}"
        cost = cost_message(position.rules, each)
        rows.append([str(number), when, who, what, clause, "" if cost is None else style.render(cost)])
    columns = (say("trick"), say("player"), say("what"), say("law"), say("cost"))
    return sheet(["", *map(style.render, columns)], rows, 1)


def _remedies(position: Position, line: LineRuling) -> Iterator[Message]:
    """What could have been played, and what becomes of each breach."""
    for number, each in enumerate(line.breaches, 1):
        told = [say("Remedy: {remedy}.", remedy=remedy_message(position.rules, each, line.replay.players))]
        if each.legal:
            legal = say("legal: {cards}", cards=listed(map(LineWord, each.legal)))
            told.insert(0, formed("{legal}.", legal=legal))
        yield formed("{number}. {told}", number=number, told=in_a_row(told))


def _decisive(position: Position, line: LineRuling, style: TextStyle) -> Iterator[Block]:
    """The table before the first breach that costs something, or before the first where none does."""
    for at in deciding(line):
        moment = table_at(position, line, at + 1)
        if moment is not None:
            yield heading(style.render(say("The table at breach {number}", number=at + 1)))
            yield table(printed(moment, style))
            return


def _sums(style: TextStyle, line: LineRuling) -> Iterator[Block]:
    """The one sum that is due, marked, under what the table paid; other sums as sentences."""
    rows = [*sum_rows(line)]
    players = [style.safe(name) for name in line.replay.players]
    pots = [style.render(say("pots"))] if any(row.pots is not None for row in rows) else []
    told = sheet(["", *players, *pots], [_row(style, row) for row in rows], 1 + len(players))
    yield {**told, "marked": [len(rows) - 1]}
    yield from (sentence(minus(style.render(each))) for each in other_sums(line))


def _row(style: TextStyle, row: SumRow) -> list[str]:
    pots = [] if row.pots is None else [minus(style.render(pots_message(row.pots)))]
    return [style.render(row.name), *amount_words(row.amounts), *pots]
