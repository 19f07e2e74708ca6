"""Why something is so: in words with a play that shows it, and as a certificate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from analyzer.answers.forced import certificate_of, claimed, forced, searched
from analyzer.answers.requests import ForcedRequest, Means
from analyzer.api.board.moment import position_after
from analyzer.api.board.views import TextAnswer, WhyAnswer
from analyzer.certificates.certificate import dumps_certificate
from analyzer.report.spans import Spans
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.score.goals import Aim
from analyzer.search.solve.explain import MOST_TRICKS
from analyzer.views.base import plain
from analyzer.words.blocks import Passage, Phrase

_TOLD: Final = ("headline", "paragraph")
"""Of an answer: the verdict and why it is so."""
Asked = tuple[str, str]
"""A goal by its word, and whose it is."""


def why(text: str, words: Sequence[str], asked: Asked, means: Means, style: TextStyle) -> WhyAnswer:
    """Whether a player forces a goal alone, or with his side, in words and with a play that shows it.

    Raises: UsageError for an unknown goal or player.
    """
    position = position_after(text, words)
    goal, player = asked
    # In a game of card points a plan of a longer hand takes ten seconds, and the answer waits for it.
    short = position.pots is not None or position.tricks_left <= MOST_TRICKS
    # Into a Bagud he is brought by the others.
    others = [each for each in position.players if each != player] if goal == Aim.BAGUD.value else None
    request = ForcedRequest(goal=goal, player=player, by=others, why=short)
    found = forced(position, request, means)
    view, spans = plain(found.view()), Spans(style.lang, position.rules, style.minus)
    told = (each for each in found.says if isinstance(each, Passage) and each.kind in _TOLD)
    sentences = [spans.phrase(each) for passage in told for each in passage.lines if isinstance(each, Phrase)]
    return WhyAnswer(
        settled=found.settled.value,
        verdict=sentences[0],
        sentences=sentences[1:],
        moves=view["line"],
    )


def certificate_text(text: str, words: Sequence[str], asked: Asked, means: Means) -> TextAnswer:
    """A certificate of whether a player alone forces a goal, which `certify` holds against the rules alone.

    Raises: UsageError for an unknown goal or player; LimitReached.
    """
    position = position_after(text, words)
    goal, player = asked
    request = ForcedRequest(goal=goal, player=player)
    claim = claimed(position, request)
    found = searched(position, claim, means)
    return TextAnswer(text=dumps_certificate(certificate_of(position, claim, found, means, request.most_mb)))
