"""Whether a certificate proves its claim, by the rules alone."""

from __future__ import annotations

from dataclasses import dataclass, replace

from analyzer import report
from analyzer.api.answer import Settled
from analyzer.api.bearing import bearing_ahead
from analyzer.api.readings import game_played, under_each_reading
from analyzer.certify.certificate import Certificate, load_certificate
from analyzer.certify.checker import CertificateVerdict, Flaw, proves_by
from analyzer.certify.checker import certify as play
from analyzer.position.model import Position
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.grounds import STATED, Grounds, open_options


@dataclass(frozen=True, slots=True)
class Certified:
    """The answer of `certify`."""

    certificate: Certificate
    verdict: CertificateVerdict
    grounds: Grounds = STATED

    @property
    def settled(self) -> Settled:
        return Settled.YES if self.verdict.proven else Settled.NO

    def view(self) -> report.view.certify.CertifyAnswer:
        why = report.text.certificate.flaw_words(self.verdict, self.certificate, TextStyle(symbols=False))
        return report.view.certify.certify_view(self.verdict, self.certificate, why, self.grounds)

    def brief(self, style: TextStyle) -> list[str]:
        return report.text.certificate.certified_lines(self.verdict, self.certificate, style)

    def text(self, style: TextStyle) -> str:
        return report.text.certificate.certificate_text(self.verdict, self.certificate, self.grounds, style)


def certify(file: str, most: int | None = None) -> Certified:
    """Whether the certificate in a file proves its claim; `most` is how many states may be played.

    Raises: InvalidFile with every fault; LimitReached where there is more to play.
    """
    certificate = load_certificate(file)
    position, first = certificate.position, play(certificate, most)
    if first.flaw in (Flaw.ALTERED, Flaw.OTHER_RULES):
        return Certified(certificate, first)

    words = open_options(position.rules)

    def ask(read: Position) -> Certified:
        if not words:
            return Certified(certificate, first)
        tried = replace(proves_by(certificate, read, most), states=first.states)
        as_first = all(read.rules.variant[name] == each[0] for name, each in words.items())
        return Certified(certificate, first if as_first else tried)

    found, grounds = under_each_reading(
        position, ask, Certified.view, lambda _: bearing_ahead(position), alike=game_played(position)
    )
    return replace(found, grounds=grounds)
