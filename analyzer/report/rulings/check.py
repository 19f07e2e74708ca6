"""A settled dispute as text: the verdict first, then every clause with its source, then what to do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from analyzer.cards.card import Card
from analyzer.disputes.declarations import DeclarationsFinding
from analyzer.disputes.discard import DiscardFinding
from analyzer.disputes.findings import Finding, OpenQuestion, Penalty
from analyzer.disputes.game import Step, TrickFinding
from analyzer.disputes.irregularity import IrregularityFinding
from analyzer.disputes.kinds.discard import DiscardDispute
from analyzer.disputes.kinds.tricks import DOES, FoolNamingDispute
from analyzer.disputes.naming_case import NamingFinding
from analyzer.disputes.registry import KINDS
from analyzer.disputes.settlement import SettlementFinding
from analyzer.layout import finished, wrap
from analyzer.report.phrases.sources import source_of
from analyzer.report.phrases.terms import term
from analyzer.report.style.face import Face
from analyzer.rules.deal.declarations import CORRECTION_WORDS, FAULT_WORDS
from analyzer.rules.ledger import Account, Pot
from analyzer.rules.verdicts import VERDICT_WORDS, Verdict

NEAREST_TOLD: Final = 5
_STYLE: Final = {Verdict.LEGAL: "good", Verdict.ILLEGAL: "bad", Verdict.UNSETTLED: "warn"}


def check_text(finding: Finding, face: Face, asked: Finding | None = None) -> str:
    """A finding in lines; `asked` is that under the file's own rule set, where another one was named."""
    lines = [*_head(finding, face), ""]
    for block in (
        _facts(finding, face),
        _violations(finding, face),
        _open(finding, face),
        _rest(finding, face),
        _penalties(finding, face),
        _proofs(finding, face),
    ):
        lines += block
    if asked is not None:
        lines += ["", *_other(asked, face)]
    if finding.unexpected:
        told = "; ".join(map(face.said, finding.unexpected))
        lines += wrap(face.t("Not as the file expects: {differences}", differences=told), face.width, "  ")
    return finished(lines, face.width)


def _head(finding: Finding, face: Face) -> Iterator[str]:
    if finding.dispute.title:
        yield face.paint(face.safe(finding.dispute.title), "bold")
    verdict = face.said(VERDICT_WORDS[finding.verdict]).upper()
    yield face.t(
        "{verdict}: {kind}, by the rule set {ruleset}",
        verdict=face.paint(verdict, _STYLE[finding.verdict]),
        kind=face.said(KINDS[finding.dispute.kind].about),
        ruleset=finding.dispute.rules,
    )


def _other(asked: Finding, face: Face) -> list[str]:
    verdict = face.said(VERDICT_WORDS[asked.verdict]) + _in_brackets(asked.clauses)
    name = asked.dispute.rules
    text = face.t("By the file's own rule set {ruleset} it is {verdict}.", ruleset=name, verdict=verdict)
    return wrap(text, face.width)


def _in_brackets(clauses: tuple[str, ...]) -> str:
    return f" ({', '.join(clauses)})" if clauses else ""


def _facts(finding: Finding, face: Face) -> Iterator[str]:
    dispute = finding.dispute
    if isinstance(dispute, DiscardDispute):
        dealt = face.t("The dealer's cards: {cards}", cards=face.cards(dispute.hand))
        yield from wrap(dealt, face.width, "  ", "    ")
        said = ", ".join(_announced(face, each) for each in dispute.announce) or face.t("nothing")
        cards = face.cards(dispute.discard)
        yield "  " + face.t("Discarded: {cards}; announced: {said}", cards=cards, said=said)
        yield ""
    if isinstance(dispute, FoolNamingDispute):
        for name, hand in zip(dispute.players, dispute.hands, strict=True):
            held = face.cards(hand) if hand else face.t("not told")
            yield f"  {face.name(name)}: {held}"
        yield ""


def _announced(face: Face, said: Card | str) -> str:
    return face.card(said) if isinstance(said, Card) else term(face, said)


def _violations(finding: Finding, face: Face) -> Iterator[str]:
    rules = finding.dispute.rules
    for each in finding.violations:
        yield from wrap(face.said(each.text), face.width, "  - ", "    ")
        statement = face.stated(rules.clauses[each.clause].statement)
        yield from wrap(f"{each.clause}: {statement}", face.width, "      ", "      ")
        source = face.said(source_of(rules, each.clause))
        yield from wrap(face.paint(source, "dim"), face.width, "      ")
    if finding.violations:
        yield ""


def _open(finding: Finding, face: Face) -> Iterator[str]:
    for question in finding.open_questions:
        yield from _question(finding, question, face)
        yield ""


def _question(finding: Finding, question: OpenQuestion, face: Face) -> Iterator[str]:
    depends = isinstance(finding, NamingFinding) and finding.possibilities
    head = (
        face.t("It depends on the hands that are not told:")
        if depends
        else face.t("No source settles this; it can be read as:")
    )
    yield from wrap(head, face.width, "  ")
    for each in question.readings:
        verdict = face.said(VERDICT_WORDS[each.verdict]) + _in_brackets(each.clauses)
        parts = [face.said(each.text), verdict, *([face.said(each.leads_to)] if each.leads_to else [])]
        yield from wrap(": ".join(parts), face.width, "  * ", "    ")
    if not depends:
        yield from wrap(_where(question, face), face.width, "    ")


def _where(question: OpenQuestion, face: Face) -> str:
    if len(question.clauses) > 1:
        return face.t("Where {clauses} meet.", clauses=face.both(list(question.clauses)))
    return face.t("Where {clause} meets the case.", clause=question.clauses[0])


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
        said = " ".join(_announced(face, each) for each in finding.must_announce)
        yield from wrap(face.t("The dealer must announce: {said}", said=said), face.width, "  ", "    ")
    if finding.unavoidable:
        text = face.t(
            "Of these cards at least {number} of a combination cannot but go.", number=finding.unavoidable
        )
        yield from wrap(text, face.width, "  ")
    if finding.no_legal:
        yield from wrap(face.t("These cards have no legal discard at all."), face.width, "  ")
    elif finding.nearest:
        yield from wrap(_nearest(finding, face), face.width, "  ", "    ")
    elif finding.verdict is not Verdict.LEGAL:
        yield from wrap(face.t("No discard of these cards is legal beyond question."), face.width, "  ")
    yield ""


def _nearest(finding: DiscardFinding, face: Face) -> str:
    shown = ", ".join(face.cards(each) for each in finding.nearest[:NEAREST_TOLD])
    more = len(finding.nearest) - NEAREST_TOLD
    if more > 0:
        return face.t("The nearest legal discards: {cards} and {number} more", cards=shown, number=more)
    return face.t("The nearest legal discards: {cards}", cards=shown)


def _naming(finding: NamingFinding, face: Face) -> Iterator[str]:
    players = finding.dispute.players

    def who(seat: int | None) -> str:
        return face.t("nobody") if seat is None else face.name(players[seat])

    if finding.named is not None and finding.named_by is not None:
        suit, player = face.suit(finding.named), who(finding.named_by)
        yield "  " + face.t("In force: {suit}, by {player}", suit=suit, player=player)
    elif finding.named is not None:
        yield "  " + face.t("In force: {suit}", suit=face.suit(finding.named))
    if "right_to_name" not in finding.open_fields:
        yield "  " + face.t("May still name the Fool: {player}", player=who(finding.right_to_name))
    if finding.take_back:
        yield "  " + face.t("Takes the card back: {players}", players=", ".join(map(who, finding.take_back)))
    if finding.winner is not None:
        yield "  " + face.t("Wins the trick: {player}", player=who(finding.winner))
    for lost in finding.lost:
        reason = f"{face.said(lost.text)} ({lost.clause})"
        text = face.t("{player} lost the right: {reason}", player=who(lost.seat), reason=reason)
        yield from wrap(text, face.width, "  ", "    ")
    for seat in finding.false_statements:
        yield "  " + face.t("{player} said what was not so", player=who(seat))
    yield ""


def _trick(finding: TrickFinding, face: Face) -> Iterator[str]:
    players = finding.dispute.players
    for step in finding.steps:
        yield from wrap(_step(step, players, face), face.width, "  ", "    ")
    if finding.must_play is not None:
        yield "  " + face.t("Must play the Fool: {player}", player=face.name(players[finding.must_play]))
    for number, seat in enumerate(finding.winners, 1):
        player = face.name(players[seat])
        yield "  " + face.t("Trick {number} goes to {player}", number=number, player=player)
    yield ""


def _step(step: Step, players: tuple[str, ...], face: Face) -> str:
    event = step.event
    card = f" {face.card(event.card, event.suit)}" if event.card is not None else ""
    mark = face.paint(face.t("wrong"), "bad") if step.clauses else face.t("right")
    text = f": {face.said(step.text)}" if step.text else ""
    legal = face.cards(step.legal)
    instead = "; " + face.t("could play {cards}", cards=legal) if step.legal else ""
    return f"{face.name(players[event.by])} {term(face, DOES[event.kind])}{card} - {mark}{text}{instead}"


def _declarations(finding: DeclarationsFinding, face: Face) -> Iterator[str]:
    for each in finding.by_player:
        name = face.name(finding.dispute.players[each.seat])
        right = ", ".join(face.said(one.priced) for one in each.required) or face.t("pass")
        text = face.t("{player} has to declare: {declared}", player=name, declared=right)
        yield from wrap(text, face.width, "  ", "    ")
        for fault in each.faults:
            text = face.t(
                "{fault}: putting it right is {correction}",
                fault=face.said(FAULT_WORDS[fault.kind]),
                correction=face.said(CORRECTION_WORDS[fault.correction]),
            )
            yield from wrap(text, face.width, "    ", "      ")
    yield ""


def _payments(finding: SettlementFinding | IrregularityFinding, face: Face) -> Iterator[str]:
    names = finding.dispute.players

    def who(account: Account) -> str:
        if isinstance(account, Pot):
            return face.t("the Pagat pot") if account is Pot.PAGAT else face.t("the king pot")
        return face.name(names[account] if account < len(names) else str(finding.dispute.sitting_out))

    for each in finding.payments:
        text = face.t(
            "{payer} pays {payee} {amount} ({clause})",
            payer=who(each.payer),
            payee=who(each.payee),
            amount=each.amount,
            clause=each.clause,
        )
        yield from wrap(text, face.width, "  ", "    ")
    tokens = ", ".join(f"{who(seat)} {face.signed(amount)}" for seat, amount in enumerate(finding.tokens))
    yield from wrap(face.t("In all: {tokens}", tokens=tokens), face.width, "  ", "    ")
    king, pagat = face.signed(finding.pots.king), face.signed(finding.pots.pagat)
    yield "  " + face.t("The pots: king {king}, Pagat {pagat}", king=king, pagat=pagat)
    yield ""


def _penalties(finding: Finding, face: Face) -> Iterator[str]:
    for each in finding.penalties:
        yield from wrap(_penalty(finding, each, face), face.width, "  ", "    ")


def _penalty(finding: Finding, penalty: Penalty, face: Face) -> str:
    name = term(face, penalty.irregularity)
    if penalty.seat is not None:
        player = face.name(finding.dispute.players[penalty.seat])
        name = face.t("{irregularity} by {player}", irregularity=name, player=player)
    cost = (
        face.t("{amount} into each pot", amount=penalty.each_pot) if penalty.each_pot else face.t("no fine")
    )
    text = f"{name}: {term(face, penalty.category)}, {cost}; {term(face, penalty.remedy)}"
    if not penalty.until:
        return text
    return f"{text}, " + face.t("to be put right before: {until}", until=term(face, penalty.until))


def _proofs(finding: Finding, face: Face) -> Iterator[str]:
    for proof in finding.proofs:
        core = f" [{', '.join(proof.core)}]" if proof.core else ""
        text = face.t("Proved: {statement}.", statement=face.said(proof.statement) + core)
        yield from wrap(text, face.width, "  ", "    ")
    for note in finding.notes:
        yield from wrap(face.t("Note: {note}.", note=face.said(note)), face.width, "  ", "    ")
