"""A settled dispute as text: the verdict first, then every clause with its source, then what to do."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.disputes.declarations import DeclarationsFinding
from analyzer.disputes.discard import DiscardFinding
from analyzer.disputes.findings import Finding, OpenQuestion, Penalty
from analyzer.disputes.game import TrickFinding
from analyzer.disputes.irregularity import IrregularityFinding
from analyzer.disputes.model import DOES, DiscardDispute, FoolNamingDispute
from analyzer.disputes.naming_case import NamingFinding
from analyzer.disputes.settlement import SettlementFinding
from analyzer.layout import finished, wrap
from analyzer.report.style.face import Face
from analyzer.report.view.proofs import source_of
from analyzer.rules.ledger import Account, Pot
from analyzer.rules.verdicts import Verdict

NEAREST_TOLD = 5
_STYLE = {Verdict.LEGAL: "good", Verdict.ILLEGAL: "bad", Verdict.UNSETTLED: "warn"}
_KINDS = {
    "discard": "the discard",
    "declarations": "the declarations",
    "fool-naming": "naming the Fool",
    "fool-demand": "demanding the Fool",
    "play": "the play",
    "settlement": "the settlement",
    "irregularity": "the irregularity",
}


def check_text(finding: Finding, face: Face, asked: Finding | None = None) -> str:
    """A finding in lines; `asked` is that under the file's own rule set, where another one was named."""
    lines = [*_head(finding, face), ""]
    for block in (
        _facts(finding, face),
        _violations(finding, face),
        _open(finding, face),
        _rest(finding, face),
    ):
        lines += block
    lines += _penalties(finding, face)
    for proof in finding.proofs:
        core = f" [{', '.join(proof.core)}]" if proof.core else ""
        lines += wrap(f"Proved: {face.safe(proof.statement)}{core}.", face.width, "  ", "    ")
    for note in finding.notes:
        lines += wrap(f"Note: {face.safe(note)}.", face.width, "  ", "    ")
    if asked is not None:
        lines += ["", *_other(asked, face)]
    if finding.unexpected:
        lines += [f"  Not as the file expects: {'; '.join(finding.unexpected)}"]
    return finished(lines, face.width)


def _head(finding: Finding, face: Face) -> Iterator[str]:
    verdict = face.paint(finding.verdict.value.upper(), _STYLE[finding.verdict])
    if finding.dispute.title:
        yield face.paint(face.safe(finding.dispute.title), "bold")
    yield f"{verdict}: {_KINDS[finding.dispute.kind]}, by the rule set {finding.dispute.rules.name}"


def _other(asked: Finding, face: Face) -> list[str]:
    clauses = f" ({', '.join(asked.clauses)})" if asked.clauses else ""
    text = f"By the file's own rule set {asked.dispute.rules.name} it is {asked.verdict.value}{clauses}."
    return wrap(text, face.width)


def _facts(finding: Finding, face: Face) -> Iterator[str]:
    dispute = finding.dispute
    if isinstance(dispute, DiscardDispute):
        yield from wrap(f"The dealer's cards: {face.cards(dispute.hand)}", face.width, "  ", "    ")
        said = ", ".join(map(str, dispute.announce)) or "nothing"
        yield f"  Discarded: {face.cards(dispute.discard)}; announced: {face.safe(said)}"
        yield ""
    if isinstance(dispute, FoolNamingDispute):
        for name, hand in zip(dispute.players, dispute.hands, strict=True):
            yield f"  {face.name(name)}: {face.cards(hand) if hand else 'not told'}"
        yield ""


def _violations(finding: Finding, face: Face) -> Iterator[str]:
    rules = finding.dispute.rules
    for each in finding.violations:
        yield from wrap(f"{face.safe(each.text)}", face.width, "  - ", "    ")
        text = f"{each.clause}: {rules.clauses[each.clause].statement}"
        yield from wrap(face.safe(text), face.width, "      ", "      ")
        yield from wrap(face.paint(face.safe(source_of(rules, each.clause)), "dim"), face.width, "      ")
    if finding.violations:
        yield ""


def _open(finding: Finding, face: Face) -> Iterator[str]:
    for question in finding.open_questions:
        yield from _question(finding, question, face)
        yield ""


def _question(finding: Finding, question: OpenQuestion, face: Face) -> Iterator[str]:
    depends = isinstance(finding, NamingFinding) and finding.possibilities
    head = (
        "It depends on the hands that are not told:"
        if depends
        else "No source settles this; it can be read as:"
    )
    yield from wrap(head, face.width, "  ")
    for each in question.readings:
        clauses = f" ({', '.join(each.clauses)})" if each.clauses else ""
        then = f": {each.leads_to}" if each.leads_to else ""
        text = f"{each.text}: {each.verdict.value}{clauses}{then}"
        yield from wrap(face.safe(text), face.width, "  * ", "    ")
    if not depends:
        meet = " and ".join(question.clauses)
        yield from wrap(
            f"Where {meet} meet{'' if len(question.clauses) > 1 else 's the case'}.", face.width, "    "
        )


def _rest(finding: Finding, face: Face) -> Iterator[str]:
    match finding:
        case DiscardFinding():
            yield from _discard(finding, face)
        case NamingFinding():
            yield from _naming(finding, face)
        case TrickFinding():
            yield from _trick(finding, face)
        case DeclarationsFinding():
            yield from _declarations(finding, face)
        case SettlementFinding() | IrregularityFinding():
            yield from _payments(finding, face)


def _discard(finding: DiscardFinding, face: Face) -> Iterator[str]:
    if finding.must_announce:
        said = " ".join(map(str, finding.must_announce))
        yield from wrap(f"The dealer must announce: {said}", face.width, "  ", "    ")
    if finding.unavoidable:
        yield from wrap(
            f"Of these cards at least {finding.unavoidable} of a combination cannot but go.", face.width, "  "
        )
    if finding.no_legal:
        yield from wrap("These cards have no legal discard at all.", face.width, "  ")
    elif finding.nearest:
        shown = ", ".join(face.cards(each) for each in finding.nearest[:NEAREST_TOLD])
        more = len(finding.nearest) - NEAREST_TOLD
        tail = f" and {more} more" if more > 0 else ""
        yield from wrap(f"The nearest legal discards: {shown}{tail}", face.width, "  ", "    ")
    elif finding.verdict is not Verdict.LEGAL:
        yield from wrap("No discard of these cards is legal beyond question.", face.width, "  ")
    yield ""


def _naming(finding: NamingFinding, face: Face) -> Iterator[str]:
    players = finding.dispute.players

    def who(seat: int | None) -> str:
        return "nobody" if seat is None else face.name(players[seat])

    if finding.named is not None:
        by = f", by {who(finding.named_by)}" if finding.named_by is not None else ""
        yield f"  In force: {face.suit(finding.named)}{by}"
    if "right_to_name" not in finding.open_fields:
        yield f"  May still name the Fool: {who(finding.right_to_name)}"
    if finding.take_back:
        yield f"  Takes the card back: {', '.join(who(seat) for seat in finding.take_back)}"
    if finding.winner is not None:
        yield f"  Wins the trick: {who(finding.winner)}"
    for lost in finding.lost:
        yield from wrap(
            f"{who(lost.seat)} lost the right: {lost.text} ({lost.clause})", face.width, "  ", "    "
        )
    for seat in finding.false_statements:
        yield f"  {who(seat)} said what was not so"
    yield ""


def _trick(finding: TrickFinding, face: Face) -> Iterator[str]:
    players = finding.dispute.players
    for step in finding.steps:
        event = step.event
        card = f" {face.card(event.card, event.suit)}" if event.card is not None else ""
        mark = face.paint("wrong", "bad") if step.clauses else "right"
        text = f": {step.text}" if step.text else ""
        instead = f"; could play {face.cards(step.legal)}" if step.legal else ""
        line = f"{face.name(players[event.by])} {DOES[event.kind]}{card} - {mark}{face.safe(text)}{instead}"
        yield from wrap(line, face.width, "  ", "    ")
    if finding.must_play is not None:
        yield f"  Must play the Fool: {face.name(players[finding.must_play])}"
    for number, seat in enumerate(finding.winners, 1):
        yield f"  Trick {number} goes to {face.name(players[seat])}"
    yield ""


def _declarations(finding: DeclarationsFinding, face: Face) -> Iterator[str]:
    for each in finding.by_player:
        name = face.name(finding.dispute.players[each.seat])
        right = ", ".join(f"{one.text()} ({one.amount})" for one in each.required) or "pass"
        yield from wrap(f"{name} has to declare: {right}", face.width, "  ", "    ")
        for fault in each.faults:
            yield from wrap(
                f"{fault.kind}: putting it right is {fault.correction.value}", face.width, "    ", "      "
            )
    yield ""


def _payments(finding: SettlementFinding | IrregularityFinding, face: Face) -> Iterator[str]:
    names = finding.dispute.players

    def who(account: Account) -> str:
        if isinstance(account, Pot):
            return f"the {'Pagat' if account is Pot.PAGAT else 'king'} pot"
        return (
            face.name(names[account]) if account < len(names) else face.name(str(finding.dispute.sitting_out))
        )

    for each in finding.payments:
        yield from wrap(
            f"{who(each.payer)} pays {who(each.payee)} {each.amount} ({each.clause})",
            face.width,
            "  ",
            "    ",
        )
    told_tokens = ", ".join(
        f"{who(seat)} {face.signed(amount)}" for seat, amount in enumerate(finding.tokens)
    )
    yield from wrap(f"In all: {told_tokens}", face.width, "  ", "    ")
    yield f"  The pots: king {face.signed(finding.pots.king)}, Pagat {face.signed(finding.pots.pagat)}"
    yield ""


def _penalties(finding: Finding, face: Face) -> Iterator[str]:
    for each in finding.penalties:
        yield from wrap(_penalty(finding, each, face), face.width, "  ", "    ")


def _penalty(finding: Finding, penalty: Penalty, face: Face) -> str:
    who = f" by {face.name(finding.dispute.players[penalty.seat])}" if penalty.seat is not None else ""
    until = f", to be put right before: {penalty.until.replace('-', ' ')}" if penalty.until else ""
    cost = f"{penalty.each_pot} into each pot" if penalty.each_pot else "no fine"
    name = penalty.irregularity.replace("-", " ")
    return f"{name}{who}: {penalty.category}, {cost}; {penalty.remedy.replace('-', ' ')}{until}"
