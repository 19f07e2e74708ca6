"""What `forced` and `explain` say: yes or no, who decides, and how it is played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from analyzer.errors import INTERRUPTED
from analyzer.messages import LineWord, Message, Name, Verbatim, Whose, Word, both, in_a_row, say, say_many
from analyzer.position.asked import ForcingClaim
from analyzer.position.model import Position
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.reasons import Explained
from analyzer.search.engine.results import Forced
from analyzer.words.blocks import Phrase
from analyzer.words.moves import names, sides_said
from analyzer.words.plans import Seen, plan_texts
from analyzer.words.verdicts import goal_name, goal_sentence

if TYPE_CHECKING:
    from analyzer.certificates.certificate import Certificate

UNSETTLED: Final = Phrase(say("Unsettled: the answer hangs on what no source settles."), "warn")
"""What is said where the readings of what no source settles differ."""


def yes_or_no(
    position: Position, asked: ForcingClaim, stopped: Message | None, *, holds: bool | None
) -> Phrase:
    """Whether it can be forced; or that a limit came first, or that no source settles it."""
    if stopped is not None:
        return Phrase(say("Undecided: {reason}.", reason=stopped.short))
    if holds is None:
        return UNSETTLED
    return verdict_said(position, asked.goal, asked.seat, asked.by, holds=holds)


def verdict_said(position: Position, goal: Goal, seat: int, by: int, *, holds: bool) -> Phrase:
    """Yes or no: whether the players of `by` can force the goal."""
    players = names(by, position.players)
    words: dict[str, Word] = {"whose": Whose(position.players[seat]), "goal": goal_name(goal)}
    who = both(map(Name, players))
    if not players and holds:
        told = say("Yes: every legal line leads to {whose} {goal}.", **words)
    elif not players:
        told = say("No: not every legal line leads to {whose} {goal}.", **words)
    elif by == 1 << seat and position.pots is not None:
        told = (
            say("Yes: {who} can force the {goal}.", who=who, goal=words["goal"])
            if holds
            else say("No: {who} cannot force the {goal}.", who=who, goal=words["goal"])
        )
    elif holds:
        told = say("Yes: {who} can force {whose} {goal}.", who=who, **words)
    else:
        told = say("No: {who} cannot force {whose} {goal}.", who=who, **words)
    return Phrase(told, "good" if holds else "bad")


def why_so(position: Position, found: Forced) -> Iterator[Phrase]:
    """Who plays with whom, and who decides it."""
    if position.sides.count < len(position.players):
        yield Phrase(sides_said(position.sides, position.players))
    if found.answer is not None and found.holds is not None:
        yield Phrase(goal_sentence(found.answer, position.players))
    if found.beside.stopped is not None:
        reason = found.beside.stopped.short
        told = say("Who else decides it, or a line of play, was given up ({reason}).", reason=reason)
        yield Phrase(told, "warn")


def best_play(found: Forced) -> Iterator[Phrase]:
    """A line of play with both sides at their best."""
    if found.line and found.holds is not None:
        yield Phrase(say("Best play by both sides: {line}", line=in_a_row(map(LineWord, found.line))))


def plan_of(position: Position, asked: ForcingClaim, why: Explained, *, strategy: bool) -> Iterator[Phrase]:
    """The plan of those who get their way, and what mattered.

    `strategy` says that one is written in place of a plan that was not found.
    """
    yield from plan_texts(Seen(position.players, position.table), asked.goal, asked.seat, why)
    if why.plan is None and strategy:
        yield Phrase(
            say(
                "No plan in lines was found within the limits; the certificate is a strategy, a card for "
                "each state."
            ),
            hang=False,
        )
    elif why.plan is None:
        yield Phrase(
            say(
                "No plan in lines was found within the limits; `forced --certificate` writes a strategy that "
                "proves the answer."
            ),
            hang=False,
        )


def written_said(file: Path, certificate: Certificate | None, size: int, reason: Message | None) -> Phrase:
    """That a certificate was written, or why none was."""
    if certificate is None:
        why = (reason or INTERRUPTED).short
        return Phrase(say("No certificate was written: {reason}.", reason=why), hang=False)
    moves = say_many("{number} move", "{number} moves", len(certificate.strategy))
    if certificate.plan is not None:
        moves = say_many("{number} line", "{number} lines", certificate.plan.length)
    told = say(
        "Certificate: {file}, {moves}, {size} bytes.", file=Verbatim(str(file)), moves=moves, size=size
    )
    return Phrase(told, hang=False)
