"""Composed problems as text: their position files, or the properties that can be asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from analyzer.layout import wrap
from analyzer.messages import Message
from analyzer.position.asked import ForcingClaim
from analyzer.position.model import Position
from analyzer.report.phrases.plans import plan_words
from analyzer.report.phrases.tokens import play_words
from analyzer.report.phrases.verdicts import goal_word
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.view.compose import ComposeAnswer
from analyzer.search.compose.checking import Examination, SameCards
from analyzer.search.compose.compose import Problem
from analyzer.search.compose.want import Want

SHOWN = 5
"""So many duals, and cards to spare, are told in a text."""


def examined_lines(
    position: Position, claimed: ForcingClaim, found: Examination, style: TextStyle
) -> list[str]:
    """Whether the problem is sound, then its tries, its duals, and what could be spared."""
    lines = [_sound(position, claimed, found, style)]
    if found.keys and found.tries:
        lines.append(style.t("Fails: {cards}", cards=style.both(_cards(found.tries, style))))
    if found.sound and found.reason is None:
        lines += [*_duals(position, found, style), *_spare(position, found, style)]
    if found.reason is not None:
        reason = style.said(found.reason)
        lines.append(
            style.paint(
                style.t("What comes after the key was not all seen: {reason}.", reason=reason), "warn"
            )
        )
    return lines


def _sound(position: Position, claimed: ForcingClaim, found: Examination, style: TextStyle) -> str:
    words: dict[str, object] = {
        "cards": style.both(_cards(found.keys, style)),
        "whose": style.whose(position.players[claimed.seat]),
        "goal": goal_word(style, claimed.goal),
    }
    if not found.keys:
        told = (
            style.t("No solution: no card keeps {whose} {goal} forced.", **words)
            if found.wins
            else style.t("No solution: no card prevents {whose} {goal}.", **words)
        )
    elif not found.tries:
        told = (
            style.t("No problem: every card keeps {whose} {goal} forced.", **words)
            if found.wins
            else style.t("No problem: every card prevents {whose} {goal}.", **words)
        )
    elif found.sound:
        told = (
            style.t("Sound: {cards} alone keeps {whose} {goal} forced.", **words)
            if found.wins
            else style.t("Sound: {cards} alone prevents {whose} {goal}.", **words)
        )
    else:
        told = (
            style.t("Not sound: each of {cards} keeps {whose} {goal} forced.", **words)
            if found.wins
            else style.t("Not sound: each of {cards} prevents {whose} {goal}.", **words)
        )
    return style.paint(told, "good" if found.sound else "bad")


def _cards(choices: Sequence[SameCards], style: TextStyle) -> list[str]:
    """The cards, with those that are the same."""
    words = [[str(each.move), *map(str, each.equals)] for each in choices]
    return [style.word(word) for each in words for word in each]


def _duals(position: Position, found: Examination, style: TextStyle) -> list[str]:
    """Where a choice is left behind the key."""
    if not found.duals:
        return [style.t("Behind the key there is no dual: one card alone does it wherever one fails.")]
    number = len(found.duals)
    return [
        style.n("Behind the key there is {number} dual:", "Behind the key there are {number} duals:", number),
        *(
            style.t(
                "  {line}: {player} can play {cards}",
                line=play_words(style, position.table, each.after, position.players),
                player=style.name(position.players[each.player]),
                cards=style.either(_cards(each.choices, style)),
            )
            for each in found.duals[:SHOWN]
        ),
    ]


def _spare(position: Position, found: Examination, style: TextStyle) -> list[str]:
    """Which cards the problem does not need."""
    if found.spare is None:
        return []
    if not found.spare:
        return [style.t("No trick can be spared: without any card of each hand it is another problem.")]
    lines = [
        style.n(
            "A trick can be spared, in {number} way:",
            "A trick can be spared, in {number} ways:",
            len(found.spare),
        )
    ]
    for cards in found.spare[:SHOWN]:
        of_each = [
            style.t("{card} of {player}", card=style.word(str(card)), player=style.name(player))
            for player, card in zip(position.players, cards, strict=True)
        ]
        lines.append(style.t("  without {cards}", cards=style.both(of_each)))
    return lines


def wants_text(wants: Mapping[str, Want], style: TextStyle) -> str:
    """The properties that can be asked for, each with what it is."""
    width = max(map(len, wants))
    return "".join(f"{name:<{width}}  {style.said(want.meaning)}\n" for name, want in wants.items())


def compose_text(
    answer: ComposeAnswer, problems: Sequence[Problem], style: TextStyle, reason: Message | None
) -> str:
    """The one position file with its solution as comments, or the names of the files that were written.

    Names stand alone in their lines, as a script reads them, that of a booklet once; why there are not more
    of them is a comment.
    """
    lines = [f"{file}\n" for file in dict.fromkeys(each.file for each in answer.problems) if file is not None]
    for each, problem in zip(answer.problems, problems, strict=True):
        if each.file is not None:
            continue
        lines.append(each.text)
        plan = plan_words(problem.solution, problem.position.players, style)
        lines += [f"# {line}\n" for line in wrap(plan, style.width - 2) if line]
    return "".join(lines) + ("" if reason is None else f"# {style.said(reason)}\n")
