"""What the audit of a line says: for every card what its player was sure of, and what it gave away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from analyzer.messages import (
    NOTHING,
    Amount,
    AsPrinted,
    LineWord,
    Message,
    Name,
    Put,
    Several,
    Verbatim,
    alone,
    formed,
    say,
    word_alone,
)
from analyzer.position.setting import Moment
from analyzer.rules.actions import ActionKind
from analyzer.rules.score.goals import Aim, points_text
from analyzer.rules.sides import Sides
from analyzer.search.engine.results import Values
from analyzer.search.review.audit import Audit, Audited
from analyzer.search.review.marks import Mark, MarkKind
from analyzer.words.blocks import Block, Grid, Passage, Phrase, part
from analyzer.words.effects import improper_said
from analyzer.words.plans import plan_said

SIGNS: Final = {
    MarkKind.LET_GO: "-",
    MarkKind.GAVE_AWAY: "!",
    MarkKind.LOST_POINTS: "~",
    MarkKind.IMPROPER: "x",
}
_MEANING: Final = {
    "-": say("own Ultimo let go"),
    "!": say("gives another the Ultimo"),
    "x": say("improper"),
}


def audit_said(audit: Audit, players: Sequence[str], sides: Sides | None) -> Iterator[Block]:
    """A row for each decision that was valued, and under it what stands marked.

    If `sides` are told, a mark is of one of several players.
    """
    if not audit.decisions:
        return
    yield from part("paragraph", [Phrase(say("Every card"), "bold")])
    valued = decisions_valued(audit)
    rows = [row for each in valued for row in _decision(each, players, sides, audit.counts)]
    yield from [Grid((), tuple(rows), "><<<<", close=True)] if rows else []
    reasons = dict.fromkeys(each for each in (audit.reason, audit.tokens_reason) if each is not None)
    yield from part("paragraph", [Phrase(reason_said(each), "dim") for each in reasons], close=True)
    used = set() if sides is not None else {SIGNS[mark.kind] for each in valued for mark in each.marks}
    meaning = [(sign, words) for sign, words in _MEANING.items() if sign in used]
    legend = [formed("{sign} {words}", sign=Verbatim(sign), words=words) for sign, words in meaning]
    yield from part("paragraph", [alone(Several(tuple(legend), "·"))] if legend else [], close=True)


def reason_said(reason: Message) -> Message:
    """Why not every card is valued, as a sentence."""
    return formed("{reason}.", reason=Put(reason.short, "capital"))


def decisions_valued(audit: Audit) -> list[Audited]:
    """What there is to tell of: not that a card was let pass, unless something stands marked."""
    shown = (each for each in audit.decisions if each.move.kind is not ActionKind.ALLOW or each.marks)
    return [each for each in shown if each.before is not None]


def moment_word(moment: Moment) -> str:
    """A moment of the hand: `24.2`."""
    return ".".join(map(str, moment))


def decided(decision: Audited) -> Message:
    """What was decided: a card, or an answer to a picked one."""
    move = decision.move
    if move.card is not None:
        return word_alone(LineWord(str(move)))
    return say("demand") if move.kind is ActionKind.DEMAND else say("no demand")


def _decision(
    decision: Audited, players: Sequence[str], sides: Sides | None, counts: Aim | None
) -> Iterator[tuple[Message, ...] | Passage]:
    """A row, and what stands marked below it."""
    sure = sure_said(decision, sides, counts)
    yield (
        word_alone(Verbatim("".join(signs_of(decision)))),
        word_alone(Verbatim(moment_word(decision.moment))),
        word_alone(Name(players[decision.seat])),
        decided(decision),
        NOTHING if sure is None else say("sure of {before}", before=sure),
    )
    yield from part("paragraph", _marked(decision, players, sides))


def _marked(decision: Audited, players: Sequence[str], sides: Sides | None) -> Iterator[Phrase]:
    for told, plan in marks_said(decision, players, sides):
        yield Phrase(told, level=3)
        yield from [] if plan is None else [Phrase(plan, level=4)]


def signs_of(decision: Audited) -> list[str]:
    """The signs of what stands marked."""
    return [SIGNS[kind] for kind in dict.fromkeys(mark.kind for mark in decision.marks)]


def sure_said(decision: Audited, sides: Sides | None, counts: Aim | None) -> Message | None:
    """What its player was sure of before and after, once if that is the same; None if not known."""
    side = decision.seat if sides is None else sides.of[decision.seat]
    before, after = (sure_of(values, counts, side) for values in (decision.before, decision.after))
    if before is None or after is None:
        return None
    told = _number(before, counts)
    return told if before == after else formed("{told} → {after}", told=told, after=_number(after, counts))


def _number(number: Fraction, counts: Aim | None) -> Message:
    return word_alone(Amount(int(number)) if counts is None else AsPrinted(points_text(number)))


def marks_said(
    decision: Audited, players: Sequence[str], sides: Sides | None
) -> Iterator[tuple[Message, Message | None]]:
    """What stands marked, and the plan that shows it if there is one."""
    for mark in decision.marks:
        told = _mark(mark)
        if sides is not None:
            told = formed("{player}: {told}", player=Name(players[mark.seat]), told=told)
        yield told, plan_said(mark.reason, players)


def _mark(mark: Mark) -> Message:
    return improper_said(mark.text) if mark.kind is MarkKind.IMPROPER else mark.text.short


def sure_of(values: Values | None, counts: Aim | None, side: int) -> Fraction | None:
    """What a side is sure of, in what is counted, else in tokens; None where that is not known."""
    if values is None:
        return None
    if counts is not None:
        return values.number(counts, side)
    tokens = None if values.guarantee is None else values.guarantee[side]
    return None if tokens is None else Fraction(tokens)
