"""Why something is so: a play that shows it, a certificate, and a played line looked at card by card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from analyzer.api.asked import ForcedRequest
from analyzer.api.board.moment import line_played, position_after
from analyzer.api.forced import certificate_of, claimed, forced, searched
from analyzer.api.replay import audited
from analyzer.api.requests import Means
from analyzer.certify.certificate import dumps_certificate
from analyzer.position.setting import Line
from analyzer.report.phrases.cardnames import card_name
from analyzer.report.phrases.verdicts import cell
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.view.base import plain
from analyzer.report.view.board import AuditPoint, AuditTold, TextAnswer, WhyAnswer
from analyzer.rules.actions import ActionKind
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.watch import Watch

if TYPE_CHECKING:
    from analyzer.search.review.audit import Audit, Audited

Asked = tuple[str, str]
"""A goal by its word, and whose it is."""
_NAME: Final = "line"


def why(text: str, words: Sequence[str], asked: Asked, means: Means, style: TextStyle) -> WhyAnswer:
    """Whether a player forces a goal alone, or with his side, in words and with a play that shows it.

    Raises: UsageError for an unknown goal or player.
    """
    position = position_after(text, words)
    goal, player = asked
    request = ForcedRequest(goal=goal, player=player, why=not position.scored)
    found = forced(position, request, means)
    view = plain(found.view())
    return WhyAnswer(settled=found.settled.value, text=found.text(style), moves=view["line"])


def certificate_text(text: str, words: Sequence[str], asked: Asked, means: Means) -> TextAnswer:
    """A certificate of whether a player alone forces a goal, which `certify` holds against the rules alone.

    Raises: UsageError for an unknown goal or player; LimitReached.
    """
    position = position_after(text, words)
    goal, player = asked
    request = ForcedRequest(goal=goal, player=player)
    claim = claimed(position, request)
    found = searched(position, claim, means, line=False, sets=False)
    return TextAnswer(text=dumps_certificate(certificate_of(position, claim, found, means, request.most_mb)))


def audit_told(text: str, words: Sequence[str], means: Means, style: TextStyle, watch: Watch) -> AuditTold:
    """A played line looked at: who could force the Ultimo before each card, and what each card did.

    Raises: UsageError for a line that cannot be looked at.
    """
    start, actions = line_played(text, words)
    answer = audited(replace(start, lines=(Line(_NAME, actions),)), None, means, watch)
    told = answer.lines[0]
    points = [] if told.audit is None else list(_points(style, told.audit, start.players))
    return AuditTold(points=points, text=answer.text(replace(style, width=78)))


def _points(style: TextStyle, audit: Audit, players: Sequence[str]) -> Iterator[AuditPoint]:
    """The decisions that are moves of a board."""
    shown = [each for each in audit.decisions if each.move.kind is not ActionKind.ALLOW]
    for step, each in enumerate(shown):
        yield AuditPoint(
            step=step,
            trick=each.step.trick + 1,
            player=players[each.seat],
            card=style.t("demand") if each.card is None else style.said(card_name(each.card, each.move.suit)),
            sure=_sure(style, each, players),
            marks=[style.said(mark.text) for mark in each.marks],
        )


def _sure(style: TextStyle, decision: Audited, players: Sequence[str]) -> dict[str, str]:
    """How far each player had the Ultimo in hand before a decision."""
    goals = {} if decision.before is None else decision.before.goals or {}
    return {
        players[seat]: cell(style, answer, players)
        for (seat, goal), answer in goals.items()
        if goal is Goal.ULTIMO
    }
