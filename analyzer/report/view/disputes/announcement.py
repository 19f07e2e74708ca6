"""What `check` answers about announcements."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from analyzer.disputes.announcement import AnnouncementFinding
from analyzer.report.view.base import Meta, Players
from analyzer.report.view.disputes.paid import OwedCheck, book_keys, came_view
from analyzer.report.view.outcome import OutcomeView


class AnnouncementCheck(OwedCheck, frozen=True, kw_only=True):
    """May this be announced, and what does it bring?"""

    kind: Literal["announcement"]
    worth: Annotated[
        dict[str, int], Meta(description="What each announcement is worth where it is made good.")
    ]
    waits: Annotated[Players, Meta(description="Who is paid, or pays, when the contract is settled.")]
    outcome: OutcomeView | None


def announcement_check(finding: AnnouncementFinding, common: dict[str, Any]) -> AnnouncementCheck:
    """The answer about announcements."""
    return AnnouncementCheck(
        **common,
        **book_keys(finding),
        worth=dict(finding.worth),
        waits=[finding.dispute.players[seat] for seat in finding.waits],
        outcome=came_view(finding),
    )
