"""A plan as text, behind the answer that it is the reason of; a printed solution; certificates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from analyzer.certificates.certificate import Certificate
from analyzer.certificates.checker import CertificateVerdict, Flaw
from analyzer.layout import wrap
from analyzer.messages import Message, Several, alone, formed
from analyzer.position.model import Position
from analyzer.position.replay.replay import as_played
from analyzer.report.phrases.grounds import grounds_lines
from analyzer.report.phrases.plans import PlanText, Seen, plan_texts
from analyzer.report.phrases.tokens import play_words
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.brief import solve_brief
from analyzer.report.text.cards import does_words
from analyzer.report.text.forced import verdict_lines
from analyzer.report.text.frame import framed
from analyzer.report.text.replay import laid_said, outcome_list
from analyzer.rules.score.goals import Goal
from analyzer.rules.spec.grounds import Grounds
from analyzer.search.engine.reasons import Explained
from analyzer.search.engine.results import Solution


def certificate_text(
    verdict: CertificateVerdict, certificate: Certificate, grounds: Grounds, style: TextStyle
) -> str:
    """Whether the claim is proven, or where it fails, and the position."""
    position, where = certificate.position, list[str]()
    if not verdict.proven and verdict.line:
        words = " ".join(style.word(word) for word in verdict.line)
        where = wrap(style.t("After: {line}", line=words), style.width, "", "  ")
    return framed(
        style,
        certified_lines(verdict, certificate, style),
        where,
        grounds_lines(position.rules, grounds, style),
        position=position,
    )


def certified_lines(verdict: CertificateVerdict, certificate: Certificate, style: TextStyle) -> list[str]:
    """The claim, and that it is proven; or why it is not."""
    position, claim = certificate.position, certificate.claim
    if not verdict.proven:
        why = flaw_words(verdict, certificate, style)
        return [style.paint(style.t("Not proven: {why}.", why=why), "bad")]
    by = sum(1 << seat for seat in claim.by)
    lines = verdict_lines(style, position, claim.goal, claim.seat, by, holds=claim.holds)
    played = style.n("{number} state was played.", "{number} states were played.", verdict.states)
    return [*lines, f"{style.t('Proven by the rules alone.')} {played}"]


def flaw_words(verdict: CertificateVerdict, certificate: Certificate, style: TextStyle) -> str:
    """What is wrong with a certificate that does not prove its claim."""
    word = style.safe(verdict.word)
    player = "" if verdict.seat is None else style.name(certificate.position.players[verdict.seat])
    match verdict.flaw:
        case Flaw.ALTERED:
            return style.t("the certificate was altered after it was written")
        case Flaw.OTHER_RULES:
            return style.t("it was found by other rules than those of its position here")
        case Flaw.NO_MOVE:
            return style.t("there is no move for {player}, who has a choice", player=player)
        case Flaw.ILLEGAL:
            return style.t("{move} is no legal move of {player}", move=word, player=player)
        case Flaw.REACHED:
            return style.t("the goal is reached, which was to be prevented")
        case Flaw.LOST:
            return style.t("the goal can no longer be reached")
        case _:
            return style.t("the state {state} never comes about", state=word)


def written_lines(file: str, certificate: Certificate, size: int, style: TextStyle) -> list[str]:
    """That a certificate was written."""
    moves = style.n("{number} move", "{number} moves", len(certificate.strategy))
    if certificate.plan is not None:
        moves = style.n("{number} line", "{number} lines", certificate.plan.length)
    text = style.t(
        "Certificate: {file}, {moves}, {size} bytes.", file=style.safe(file), moves=moves, size=size
    )
    return wrap(text, style.width)


def unwritten_lines(reason: Message, style: TextStyle) -> list[str]:
    """That no certificate was written, and why."""
    text = style.t("No certificate was written: {reason}.", reason=style.said(reason.short))
    return wrap(text, style.width)


SHOWN: Final = 4
"""So many lines of a file stand in its solution."""


def solution_lines(position: Position, solution: Solution, style: TextStyle) -> list[str]:
    """The solution in sentences."""
    return [
        *solve_brief(position, solution, style),
        *_cards(position, solution, style),
        *_lines(position, solution, style),
    ]


def shown_lines(position: Position, style: TextStyle) -> Iterator[str]:
    """The lines that a file shows, card by card, and what they come to: `T20, as it should be: C T20 ...`."""
    for line in position.lines[:SHOWN]:
        replay, name = as_played(position, line), style.titled(line.name)
        tricks = alone(Several(tuple(laid_said(each, position.players) for each in replay.tricks), ";"))
        came_to = Several(tuple(outcome_list(replay)), ";")
        told = formed("{tricks}: {came_to}.", tricks=tricks, came_to=came_to)
        told = told if came_to.items else formed("{tricks}.", tricks=tricks)
        yield f"{name}: {style.said(told)}" if name else style.said(told)


def _cards(position: Position, solution: Solution, style: TextStyle) -> Iterator[str]:
    """What each card does that does anything."""
    for card in solution.cards:
        words = does_words(style, position, solution, card)
        if words:
            yield f"{style.card(card.card, card.names)}: {'; '.join(words)}."


def _lines(position: Position, solution: Solution, style: TextStyle) -> Iterator[str]:
    """How it goes where all play for themselves."""
    for found in (solution.values.equilibria or ())[:1]:
        line = play_words(style, position.table, found.line, position.players)
        if line:
            yield style.t("Each for themselves: {line}", line=line)


def plan_of(
    position: Position, goal: Goal, seat: int, why: Explained, style: TextStyle, *, strategy: bool = False
) -> list[str]:
    """The plan of those who get their way, and what mattered.

    `strategy` says that one is written in place of a plan that was not found.
    """
    lines = why_lines(plan_texts(Seen(position.players, position.table), goal, seat, why), style)
    return lines + (_unplanned(style, strategy=strategy) if why.plan is None else [])


def _unplanned(style: TextStyle, *, strategy: bool) -> list[str]:
    if strategy:
        text = style.t(
            "No plan in lines was found within the limits; the certificate is a strategy, a card for each "
            "state."
        )
        return wrap(text, style.width)
    text = style.t(
        "No plan in lines was found within the limits; `forced --certificate` writes a strategy that "
        "proves the answer."
    )
    return wrap(text, style.width)


def why_lines(texts: Iterable[PlanText], style: TextStyle) -> list[str]:
    """The sentences of a plan, its numbered lines set in."""
    lines: list[str] = []
    for text in texts:
        first, rest = ("  ", "     ") if text.numbered else ("", "  ")
        lines += wrap(style.said(text.said), style.width, first, rest)
    return lines
