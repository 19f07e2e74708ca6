"""Certificates as text and JSON: what was written, and what the checker found."""

from __future__ import annotations

from analyzer.certify.certificate import Certificate
from analyzer.certify.checker import CertificateVerdict, Flaw
from analyzer.layout import wrap
from analyzer.messages import Message
from analyzer.report.phrases.grounds import grounds_lines
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.forced import verdict_lines
from analyzer.report.text.frame import framed
from analyzer.rules.spec.grounds import Grounds


def certificate_text(
    verdict: CertificateVerdict, certificate: Certificate, grounds: Grounds, style: TextStyle
) -> str:
    """Whether the claim is proven, or where it fails, and the position."""
    position, where = certificate.position, list[str]()
    if not verdict.proven and verdict.line:
        words = " ".join(style.word(word) for word in verdict.line)
        where = wrap(style.t("After: {line}", line=words), style.width, "", "  ")
    return framed(
        style,
        certified_lines(verdict, certificate, style),
        where,
        grounds_lines(position.rules, grounds, style),
        position=position,
    )


def certified_lines(verdict: CertificateVerdict, certificate: Certificate, style: TextStyle) -> list[str]:
    """The claim, and that it is proven; or why it is not."""
    position, claim = certificate.position, certificate.claim
    if not verdict.proven:
        why = flaw_words(verdict, certificate, style)
        return [style.paint(style.t("Not proven: {why}.", why=why), "bad")]
    by = sum(1 << seat for seat in claim.by)
    lines = verdict_lines(style, position, claim.goal, claim.seat, by, holds=claim.holds)
    played = style.n("{number} state was played.", "{number} states were played.", verdict.states)
    return [*lines, f"{style.t('Proven by the rules alone.')} {played}"]


def flaw_words(verdict: CertificateVerdict, certificate: Certificate, style: TextStyle) -> str:
    """What is wrong with a certificate that does not prove its claim."""
    word = style.safe(verdict.word)
    player = "" if verdict.seat is None else style.name(certificate.position.players[verdict.seat])
    match verdict.flaw:
        case Flaw.ALTERED:
            return style.t("the certificate was altered after it was written")
        case Flaw.OTHER_RULES:
            return style.t("it was found by other rules than those of its position here")
        case Flaw.NO_MOVE:
            return style.t("there is no move for {player}, who has a choice", player=player)
        case Flaw.ILLEGAL:
            return style.t("{move} is no legal move of {player}", move=word, player=player)
        case Flaw.REACHED:
            return style.t("the goal is reached, which was to be prevented")
        case Flaw.LOST:
            return style.t("the goal can no longer be reached")
        case _:
            return style.t("the state {state} never comes about", state=word)


def written_lines(file: str, certificate: Certificate, size: int, style: TextStyle) -> list[str]:
    """That a certificate was written."""
    moves = style.n("{number} move", "{number} moves", len(certificate.strategy))
    if certificate.plan is not None:
        moves = style.n("{number} line", "{number} lines", certificate.plan.length)
    text = style.t(
        "Certificate: {file}, {moves}, {size} bytes.", file=style.safe(file), moves=moves, size=size
    )
    return wrap(text, style.width)


def unwritten_lines(reason: Message, style: TextStyle) -> list[str]:
    """That no certificate was written, and why."""
    text = style.t("No certificate was written: {reason}.", reason=style.said(reason.short))
    return wrap(text, style.width)
