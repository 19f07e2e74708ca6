"""`certify`: whether a certificate proves its claim."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer import answers
from analyzer.cli.answering import progress, show
from analyzer.cli.options import AnswerForm, MostNodes, OfEach
from analyzer.errors import MOST_STATES
from analyzer.messages import marked


def certify(
    file: Annotated[
        str,
        typer.Argument(metavar=marked("FILE"), help=marked("A certificate, or - for standard input.")),
        OfEach(),
    ],
    *,
    max_nodes: MostNodes = MOST_STATES,
    form: AnswerForm,
) -> int:
    """Check a certificate: 0 its claim is proven, 1 it is not, 4 there is more to play than allowed."""
    with progress(form, limited="endless"):
        answer = answers.explain.certify(file, max_nodes)
    return show(answer, form)
