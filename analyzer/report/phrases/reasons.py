"""Reasons that the search and the replay give in English, in the reader's language."""

from __future__ import annotations

import re
from typing import Final

from analyzer.messages import marked
from analyzer.report.style.face import Face

_REASONS: Final = (
    (r"the time limit was reached", marked("the time limit was reached")),
    (
        r"the limit of (?P<number>\d+) nodes was reached",
        marked("the limit of {number} positions was reached"),
    ),
    (r"the table's (?P<number>\d+) MB are full", marked("the {number} MB of the table are full")),
    (r"interrupted", marked("interrupted")),
    (
        r"the certificate is larger than (?P<number>\d+) MB \((?P<moves>\d+) moves so far\)",
        marked("it is larger than {number} MB, with {moves} moves so far"),
    ),
    (
        r"decisions with more than (?P<number>\d+) tricks left were not valued",
        marked("decisions with more than {number} tricks to go were not valued"),
    ),
    (
        r"tokens of decisions with more than (?P<number>\d+) tricks left were not valued",
        marked("tokens with more than {number} tricks to go were not valued"),
    ),
    (
        r"it is (?P<player>.+) to play; cards still to be written: (?P<number>\d+)",
        marked("it is {player} to play; cards still to be written: {number}"),
    ),
    (
        r"lets .+ win an Ultimo that (?P<card>\S+) would have prevented",
        marked("{card} would have prevented it"),
    ),
    (
        r"goes for the poorer pot; (?P<card>\S+) wins the king Ultimo",
        marked("{card} wins the king Ultimo and the richer pot"),
    ),
    (
        r"goes for the poorer pot; (?P<card>\S+) wins the Pagat Ultimo",
        marked("{card} wins the Pagat Ultimo and the richer pot"),
    ),
    (
        r"gives up the own Ultimo to be safe from Bagud; (?P<card>\S+) can win it",
        marked("gives up the Ultimo to be safe from Bagud, and {card} can win it"),
    ),
)


def reason_words(face: Face, reason: str) -> str:
    """A reason as this reader reads it; one that is not known here stays as it is."""
    for pattern, msgid in _REASONS:
        found = re.fullmatch(pattern, reason)
        if found is not None:
            words = found.groupdict()
            if "card" in words:
                words["card"] = face.word(words["card"])
            return face.t(msgid, **words)
    return face.safe(reason)


def improper_words(face: Face, why: str | None) -> str:
    """That a card is improper, and why."""
    improper = face.t("improper")
    return f"{improper}: {reason_words(face, why)}" if why else improper
