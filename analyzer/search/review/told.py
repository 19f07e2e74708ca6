"""A line of play with everything that was found out about it."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.position.replay.model import Replay
from analyzer.pythonanswer import PythonAnswer
from analyzer.search.review.audit import Audit
from analyzer.search.review.judgement import Judgement


@dataclass(frozen=True, slots=True)
class Told(PythonAnswer):
    """One line as it is to be told: its replay, and the audit of it where that was asked for."""

    replay: Replay
    audit: Audit | None = None
    judgement: Judgement | None = None
    """Where cards are judged."""
