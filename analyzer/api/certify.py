"""Whether a certificate proves its claim, by the rules alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.api.answer import Settled
from analyzer.certify.certificate import Certificate, load_certificate
from analyzer.certify.checker import CertificateVerdict
from analyzer.certify.checker import certify as play
from analyzer.report.style.textstyle import TextStyle

if TYPE_CHECKING:
    from analyzer.report.view.certify import CertifyAnswer


@dataclass(frozen=True, slots=True)
class Certified:
    """The answer of `certify`."""

    certificate: Certificate
    verdict: CertificateVerdict

    @property
    def settled(self) -> Settled:
        return Settled.YES if self.verdict.proven else Settled.NO

    def view(self) -> CertifyAnswer:
        from analyzer.report.text.certificate import flaw_words  # noqa: PLC0415
        from analyzer.report.view.certify import certify_view  # noqa: PLC0415

        why = flaw_words(self.verdict, self.certificate, TextStyle(symbols=False))
        return certify_view(self.verdict, self.certificate, why)

    def text(self, style: TextStyle) -> str:
        from analyzer.report.text.certificate import certificate_text  # noqa: PLC0415

        return certificate_text(self.verdict, self.certificate, style)


def certify(file: str, most: int | None = None) -> Certified:
    """Whether the certificate in a file proves its claim; `most` is how many states may be played.

    Raises: InvalidFile with every fault; LimitReached where there is more to play.
    """
    certificate = load_certificate(file)
    return Certified(certificate, play(certificate, most))
