"""A line of play with all results about it."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.position.replay.model import Replay
from analyzer.pythonanswer import PythonAnswer
from analyzer.search.review.audit import Audit
from analyzer.search.review.judgement import Judgement


@dataclass(frozen=True, slots=True)
class Told(PythonAnswer):
    """A line to be shown: its replay, and its audit if requested."""

    replay: Replay
    audit: Audit | None = None
    judgement: Judgement | None = None
    """The judgement of the cards, if cards are judged."""
