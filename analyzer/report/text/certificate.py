"""What `certify` says: whether a certificate proves its claim, or where it fails."""

from __future__ import annotations

from analyzer.certificates.certificate import Certificate
from analyzer.certificates.checker import CertificateVerdict, Flaw
from analyzer.messages import LineWord, Message, Name, Verbatim, alone, in_a_row, say, say_many
from analyzer.report.text.forced import verdict_said
from analyzer.rules.spec.grounds import Grounds
from analyzer.words.blocks import Drawn, Phrase, Said, Sentences, part
from analyzer.words.grounds import grounds_said


def certified_said(verdict: CertificateVerdict, certificate: Certificate, grounds: Grounds) -> Said:
    """Whether the claim is proven, or where it fails, and the position."""
    position, where = certificate.position, list[Message]()
    if not verdict.proven and verdict.line:
        where = [say("After: {line}", line=in_a_row(map(LineWord, verdict.line)))]
    return (
        *part("headline", _verdict(verdict, certificate)),
        *part("paragraph", where),
        *part("notes", grounds_said(position.rules, grounds)),
        Drawn(position),
    )


def _verdict(verdict: CertificateVerdict, certificate: Certificate) -> Sentences:
    """The claim, and that it is proven; or why it is not."""
    position, claim = certificate.position, certificate.claim
    if not verdict.proven:
        yield Phrase(say("Not proven: {why}.", why=flaw_said(verdict, certificate)), "bad")
        return
    by = sum(1 << seat for seat in claim.by)
    yield verdict_said(position, claim.goal, claim.seat, by, holds=claim.holds)
    played = say_many("{number} state was played.", "{number} states were played.", verdict.states)
    yield alone(in_a_row((say("Proven by the rules alone."), played)))


def flaw_said(verdict: CertificateVerdict, certificate: Certificate) -> Message:
    """What is wrong with a certificate that does not prove its claim."""
    word = Verbatim(verdict.word)
    player = Name("" if verdict.seat is None else certificate.position.players[verdict.seat])
    match verdict.flaw:
        case Flaw.ALTERED:
            return say("the certificate was altered after it was written")
        case Flaw.OTHER_RULES:
            return say("it was found by other rules than those of its position here")
        case Flaw.NO_MOVE:
            return say("there is no move for {player}, who has a choice", player=player)
        case Flaw.ILLEGAL:
            return say("{move} is no legal move of {player}", move=word, player=player)
        case Flaw.REACHED:
            return say("the goal is reached, which was to be prevented")
        case Flaw.LOST:
            return say("the goal can no longer be reached")
        case _:
            return say("the state {state} never comes about", state=word)
