"""Certificates as text and JSON: what was written, and what the checker found."""

from __future__ import annotations

from analyzer.certify.certificate import Certificate
from analyzer.certify.checker import Flaw, Verdict
from analyzer.layout import finished, wrap
from analyzer.messages import Message
from analyzer.report.style.diagram import position_lines
from analyzer.report.style.face import Face
from analyzer.report.text.forced import verdict_lines
from analyzer.rules.score.goals import Goal


def certificate_text(verdict: Verdict, certificate: Certificate, face: Face) -> str:
    """The position, whether the claim is proven, and what is or where it fails."""
    position, claim = certificate.position, certificate.claim
    lines = list(position_lines(face, position))
    if verdict.proven:
        by = sum(1 << seat for seat in claim.by)
        lines += verdict_lines(face, position, Goal(claim.goal), claim.seat, by, holds=claim.holds)
        played = face.n("{number} state was played.", "{number} states were played.", verdict.states)
        proven = face.t("Proven by the rules alone.")
        lines += wrap(f"{proven} {played}", face.width)
        return finished(lines, face.width)
    text = face.t("Not proven: {why}.", why=flaw_words(verdict, certificate, face))
    lines += [face.paint(line, "bad") for line in wrap(text, face.width)]
    if verdict.line:
        words = " ".join(face.word(word) for word in verdict.line)
        lines += wrap(face.t("After: {line}", line=words), face.width, "", "  ")
    return finished(lines, face.width)


def flaw_words(verdict: Verdict, certificate: Certificate, face: Face) -> str:
    """What is wrong with a certificate that does not prove its claim."""
    word = face.safe(verdict.word)
    player = "" if verdict.seat is None else face.name(certificate.position.players[verdict.seat])
    match verdict.flaw:
        case Flaw.ALTERED:
            return face.t("the certificate was altered after it was written")
        case Flaw.OTHER_RULES:
            return face.t("it was found by other rules than those of its position here")
        case Flaw.NO_MOVE:
            return face.t("there is no move for {player}, who has a choice", player=player)
        case Flaw.ILLEGAL:
            return face.t("{move} is no legal move of {player}", move=word, player=player)
        case Flaw.REACHED:
            return face.t("the goal is reached, which was to be prevented")
        case Flaw.LOST:
            return face.t("the goal can no longer be reached")
        case _:
            return face.t("the state {state} never comes about", state=word)


def written_text(file: str, certificate: Certificate, size: int, face: Face) -> str:
    """That a certificate was written."""
    moves = face.n("{number} move", "{number} moves", len(certificate.strategy))
    text = face.t("Certificate: {file}, {moves}, {size} bytes.", file=face.safe(file), moves=moves, size=size)
    return finished(wrap(text, face.width), face.width)


def unwritten_text(reason: Message, face: Face) -> str:
    """That no certificate was written, and why."""
    text = face.t("No certificate was written: {reason}.", reason=face.said(reason.short))
    return finished(wrap(text, face.width), face.width)
