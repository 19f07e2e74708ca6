"""A settled dispute as text: the verdict first, then every clause with its source, then what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from analyzer.cards.card import Card
from analyzer.disputes.asking import AskingFinding
from analyzer.disputes.bid import BidFinding
from analyzer.disputes.call import CallFinding
from analyzer.disputes.declarations import DeclarationsFinding
from analyzer.disputes.discard import DiscardFinding
from analyzer.disputes.findings import Finding, PaidFinding, Penalty
from analyzer.disputes.game import JudgedStep, TrickFinding
from analyzer.disputes.kinds.discard import DiscardDispute, by_declarer
from analyzer.disputes.kinds.tricks import DOES, FoolNamingDispute
from analyzer.disputes.misdeal import MisdealFinding
from analyzer.disputes.naming_case import NamingFinding
from analyzer.disputes.piles import PilesFinding
from analyzer.disputes.pointcount import PointCountFinding
from analyzer.disputes.pointdeclarations import PointDeclarationsFinding
from analyzer.disputes.pointowed import BookFinding
from analyzer.disputes.propriety import ProprietyFinding
from analyzer.disputes.registry import KINDS
from analyzer.disputes.trickwon import TrickWonFinding
from analyzer.layout import finished, wrap
from analyzer.report.phrases.grounds import silent_lines
from analyzer.report.phrases.sources import source_lines
from analyzer.report.phrases.terms import term
from analyzer.report.rulings.beforeplay import bid, call
from analyzer.report.rulings.broken import (
    clause_lines,
    in_brackets,
    penalty_words,
    reading_words,
    violation_lines,
)
from analyzer.report.rulings.conduct import asking, misdeal, propriety
from analyzer.report.rulings.declared import point_declarations
from analyzer.report.rulings.paid import consequences, paid
from analyzer.report.rulings.pointpaid import point_paid
from analyzer.report.rulings.tricks import piles, point_count, trick_won
from analyzer.report.style.coins import odd_pots
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.deal.declarations import CORRECTION_WORDS, FAULT_WORDS
from analyzer.rules.ledger import Pots
from analyzer.rules.verdicts import VERDICT_WORDS, OpenQuestion, Verdict

NEAREST_TOLD: Final = 5
_STYLE: Final = {Verdict.LEGAL: "good", Verdict.ILLEGAL: "bad", Verdict.UNSETTLED: "warn"}


def check_text(finding: Finding, style: TextStyle, asked: Finding | None = None) -> str:
    """A finding in lines; `asked` is that under the file's own rule set, where another one was named."""
    lines = [*_head(finding, style), ""]
    for block in (
        _facts(finding, style),
        _violations(finding, style),
        _open(finding, style),
        _rest(finding, style),
        _kept(finding, style),
        _penalties(finding, style),
        _proofs(finding, style),
    ):
        lines += block
    lines += silent_lines(finding.grounds, style)
    sources = _sources(finding, style)
    lines += ["", *sources] if sources and lines[-1] else sources
    if asked is not None:
        lines += ["", *_other(asked, style)]
    if finding.unexpected:
        told = "; ".join(map(style.said, finding.unexpected))
        lines += wrap(style.t("Not as the file expects: {differences}", differences=told), style.width, "  ")
    return finished(lines, style.width)


def _head(finding: Finding, style: TextStyle) -> Iterator[str]:
    if finding.dispute.title:
        yield style.paint(style.safe(finding.dispute.title), "bold")
    yield from wrap(verdict_line(finding, style, clauses=()), style.width, "", "  ")
    pots = getattr(finding.dispute, "pots", None)
    if isinstance(pots, Pots):
        yield from (f"  {each}" for each in odd_pots(style, pots))


def verdict_line(finding: Finding, style: TextStyle, clauses: tuple[str, ...] | None = None) -> str:
    """The verdict, on what and by which rules; with the clauses it hangs on, or with those told."""
    verdict = style.said(VERDICT_WORDS[finding.verdict]).upper()
    head = style.t(
        "{verdict}: {kind}, by the rule set {ruleset}",
        verdict=style.paint(verdict, _STYLE[finding.verdict]),
        kind=style.said(KINDS[finding.dispute.kind].about),
        ruleset=finding.dispute.rules,
    )
    return head + in_brackets(finding.clauses if clauses is None else clauses)


def _other(asked: Finding, style: TextStyle) -> list[str]:
    verdict = style.said(VERDICT_WORDS[asked.verdict]) + in_brackets(asked.clauses)
    name = asked.dispute.rules
    text = style.t("By the file's own rule set {ruleset} it is {verdict}.", ruleset=name, verdict=verdict)
    return wrap(text, style.width)


def _facts(finding: Finding, style: TextStyle) -> Iterator[str]:
    dispute = finding.dispute
    if isinstance(dispute, DiscardDispute):
        cards = style.cards(dispute.hand)
        dealt = style.t("The dealer's cards: {cards}", cards=cards)
        if by_declarer(dispute.rules):
            dealt = style.t("The declarer's cards: {cards}", cards=cards)
        yield from wrap(dealt, style.width, "  ", "    ")
        said = ", ".join(_announced(style, each) for each in dispute.announce) or style.t("nothing")
        cards = style.cards(dispute.discard)
        if dispute.rules.game.points is None:
            yield "  " + style.t("Discarded: {cards}; announced: {said}", cards=cards, said=said)
        else:
            yield "  " + style.t("Laid away: {cards}", cards=cards)
        yield ""
    if isinstance(dispute, FoolNamingDispute):
        for name, hand in zip(dispute.players, dispute.hands, strict=True):
            held = style.cards(hand) if hand else style.t("not told")
            yield f"  {style.name(name)}: {held}"
        yield ""


def _announced(style: TextStyle, said: Card | str) -> str:
    return style.card(said) if isinstance(said, Card) else term(style, said)


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
    depends = isinstance(finding, NamingFinding) and finding.possibilities
    head = (
        style.t("It depends on the hands that are not told:")
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
        return style.t("Where {clauses} meet.", clauses=style.both(list(question.clauses)))
    return style.t("Where {clause} meets the case.", clause=question.clauses[0])


def _rest(finding: Finding, style: TextStyle) -> Iterator[str]:
    """What the kind of dispute tells beside its verdict."""
    told = next((tell for kind, tell in _TOLD if isinstance(finding, kind)), None)
    if told is not None:
        yield from told(finding, style)
    yield from consequences(finding, style)


def _discard(finding: DiscardFinding, style: TextStyle) -> Iterator[str]:
    if finding.must_announce:
        said = " ".join(_announced(style, each) for each in finding.must_announce)
        yield from wrap(style.t("The dealer must announce: {said}", said=said), style.width, "  ", "    ")
    if finding.unavoidable:
        text = style.t(
            "Of these cards at least {number} of a combination cannot but go.", number=finding.unavoidable
        )
        yield from wrap(text, style.width, "  ")
    if finding.no_legal:
        yield from wrap(style.t("These cards have no legal discard at all."), style.width, "  ")
    elif finding.nearest:
        yield from wrap(_nearest(finding, style), style.width, "  ", "    ")
    elif finding.verdict is not Verdict.LEGAL:
        yield from wrap(style.t("No discard of these cards is legal beyond question."), style.width, "  ")
    yield ""


def _nearest(finding: DiscardFinding, style: TextStyle) -> str:
    shown = ", ".join(style.cards(each) for each in finding.nearest[:NEAREST_TOLD])
    more = len(finding.nearest) - NEAREST_TOLD
    if more > 0:
        return style.t("The nearest legal discards: {cards} and {number} more", cards=shown, number=more)
    return style.t("The nearest legal discards: {cards}", cards=shown)


def _naming(finding: NamingFinding, style: TextStyle) -> Iterator[str]:
    players = finding.dispute.players

    def who(seat: int | None) -> str:
        return style.t("nobody") if seat is None else style.name(players[seat])

    if finding.named is not None and finding.named_by is not None:
        suit, player = style.suit(finding.named), who(finding.named_by)
        yield "  " + style.t("In force: {suit}, by {player}", suit=suit, player=player)
    elif finding.named is not None:
        yield "  " + style.t("In force: {suit}", suit=style.suit(finding.named))
    if "right_to_name" not in finding.open_fields:
        yield "  " + style.t("May still name the Fool: {player}", player=who(finding.right_to_name))
    if finding.take_back:
        yield "  " + style.t("Takes the card back: {players}", players=", ".join(map(who, finding.take_back)))
    if finding.winner is not None:
        yield "  " + style.t("Wins the trick: {player}", player=who(finding.winner))
    for lost in finding.lost:
        reason = f"{style.said(lost.text)} ({lost.clause})"
        text = style.t("{player} lost the right: {reason}", player=who(lost.seat), reason=reason)
        yield from wrap(text, style.width, "  ", "    ")
    for seat in finding.false_statements:
        yield "  " + style.t("{player} said what was not so", player=who(seat))
    yield ""


def _trick(finding: TrickFinding, style: TextStyle) -> Iterator[str]:
    players = finding.dispute.players
    for step in finding.steps:
        yield from wrap(_step(step, players, style), style.width, "  ", "    ")
        if step.take_back:
            names = ", ".join(style.name(players[seat]) for seat in step.take_back)
            yield "    " + style.t("Takes the card back: {players}", players=names)
    if finding.must_play is not None:
        yield "  " + style.t("Must play the Fool: {player}", player=style.name(players[finding.must_play]))
    for number, seat in enumerate(finding.winners, 1):
        player = style.name(players[seat])
        yield "  " + style.t("Trick {number} goes to {player}", number=number, player=player)
    yield ""


def _step(step: JudgedStep, players: tuple[str, ...], style: TextStyle) -> str:
    event = step.event
    card = f" {style.card(event.card, event.suit)}" if event.card is not None else ""
    mark = style.paint(style.t("wrong"), "bad") if step.clauses else style.t("right")
    if step.hangs_on:
        mark = style.paint(style.said(VERDICT_WORDS[Verdict.UNSETTLED]), "warn")
    text = f": {style.said(step.text)}" if step.text else ""
    legal = style.cards(step.legal)
    instead = "; " + style.t("could play {cards}", cards=legal) if step.legal else ""
    return f"{style.name(players[event.by])} {term(style, DOES[event.kind])}{card} - {mark}{text}{instead}"


def _declarations(finding: DeclarationsFinding, style: TextStyle) -> Iterator[str]:
    for each in finding.by_player:
        name = style.name(finding.dispute.players[each.seat])
        right = ", ".join(style.said(one.priced) for one in each.required) or style.t("pass")
        text = style.t("{player} has to declare: {declared}", player=name, declared=right)
        yield from wrap(text, style.width, "  ", "    ")
        for fault in each.faults:
            text = style.t(
                "{fault}: putting it right is {correction}",
                fault=style.said(FAULT_WORDS[fault.kind]),
                correction=style.said(CORRECTION_WORDS[fault.correction]),
            )
            yield from wrap(text, style.width, "    ", "      ")
    yield ""


def _penalties(finding: Finding, style: TextStyle) -> Iterator[str]:
    for each in finding.penalties:
        yield from wrap(_penalty(finding, each, style), style.width, "  ", "    ")


def _penalty(finding: Finding, penalty: Penalty, style: TextStyle) -> str:
    player = None if penalty.seat is None else finding.dispute.players[penalty.seat]
    return penalty_words(style, penalty, player)


def _proofs(finding: Finding, style: TextStyle) -> Iterator[str]:
    for proof in finding.proofs:
        core = f" [{', '.join(proof.core)}]" if proof.core else ""
        text = style.t("Proved: {statement}.", statement=style.said(proof.statement) + core)
        yield from wrap(text, style.width, "  ", "    ")
    for note in finding.notes:
        yield from wrap(style.t("Note: {note}.", note=style.said(note)), style.width, "  ", "    ")


_TOLD: Final[tuple[tuple[type[Finding], Callable[[Any, TextStyle], Iterator[str]]], ...]] = (
    (DiscardFinding, _discard),
    (NamingFinding, _naming),
    (TrickFinding, _trick),
    (DeclarationsFinding, _declarations),
    (PaidFinding, paid),
    (BookFinding, point_paid),
    (BidFinding, bid),
    (CallFinding, call),
    (AskingFinding, asking),
    (MisdealFinding, misdeal),
    (ProprietyFinding, propriety),
    (TrickWonFinding, trick_won),
    (PilesFinding, piles),
    (PointCountFinding, point_count),
    (PointDeclarationsFinding, point_declarations),
)
"""By kind of finding; a new one is one line here."""
