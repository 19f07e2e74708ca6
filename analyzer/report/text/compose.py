"""What is said of composed problems: their position files, or the properties that can be asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from analyzer.messages import (
    GoalName,
    LineWord,
    Message,
    Name,
    Verbatim,
    Whose,
    Word,
    both,
    either,
    say,
    say_many,
    word_alone,
)
from analyzer.position.asked import ForcingClaim
from analyzer.position.model import Position
from analyzer.report.view.compose import ComposeAnswer
from analyzer.search.compose.checking import Examination, SameCards
from analyzer.search.compose.compose import Problem
from analyzer.search.compose.want import Want
from analyzer.words.blocks import FileText, Grid, Phrase, Said, Tone, part
from analyzer.words.moves import play_said
from analyzer.words.plans import plan_said

SHOWN = 5
"""So many duals, and cards to spare, are told in a text."""


def examined_said(position: Position, claimed: ForcingClaim, found: Examination) -> Said:
    """Whether the problem is sound, then its tries, its duals, and what could be spared."""
    more: list[Phrase] = []
    if found.keys and found.tries:
        more.append(Phrase(say("Fails: {cards}", cards=both(_cards(found.tries)))))
    if found.sound and found.reason is None:
        more += [*_duals(position, found), *_spare(position, found)]
    if found.reason is not None:
        told = say("What comes after the key was not all seen: {reason}.", reason=found.reason)
        more.append(Phrase(told, "warn"))
    tone: Tone = "good" if found.sound else "bad"
    sound = Phrase(_sound(position, claimed, found), tone)
    return (*part("headline", [sound]), *part("paragraph", more, close=True))


def _sound(position: Position, claimed: ForcingClaim, found: Examination) -> Message:
    words: dict[str, Word] = {
        "cards": both(_cards(found.keys)),
        "whose": Whose(position.players[claimed.seat]),
        "goal": GoalName(str(claimed.goal), claimed.goal.said),
    }
    if not found.keys:
        return (
            say("No solution: no card keeps {whose} {goal} forced.", **words)
            if found.wins
            else say("No solution: no card prevents {whose} {goal}.", **words)
        )
    if not found.tries:
        return (
            say("No problem: every card keeps {whose} {goal} forced.", **words)
            if found.wins
            else say("No problem: every card prevents {whose} {goal}.", **words)
        )
    if found.sound:
        return (
            say("Sound: {cards} alone keeps {whose} {goal} forced.", **words)
            if found.wins
            else say("Sound: {cards} alone prevents {whose} {goal}.", **words)
        )
    return (
        say("Not sound: each of {cards} keeps {whose} {goal} forced.", **words)
        if found.wins
        else say("Not sound: each of {cards} prevents {whose} {goal}.", **words)
    )


def _cards(choices: Sequence[SameCards]) -> list[LineWord]:
    """The cards, with those that are the same."""
    words = [[str(each.move), *map(str, each.equals)] for each in choices]
    return [LineWord(word) for each in words for word in each]


def _duals(position: Position, found: Examination) -> Iterator[Phrase]:
    """Where a choice is left behind the key."""
    if not found.duals:
        yield Phrase(say("Behind the key there is no dual: one card alone does it wherever one fails."))
        return
    number = len(found.duals)
    yield Phrase(
        say_many("Behind the key there is {number} dual:", "Behind the key there are {number} duals:", number)
    )
    for each in found.duals[:SHOWN]:
        told = say(
            "{line}: {player} can play {cards}",
            line=play_said(position.table, each.after, position.players),
            player=Name(position.players[each.player]),
            cards=either(_cards(each.choices)),
        )
        yield Phrase(told, level=1)


def _spare(position: Position, found: Examination) -> Iterator[Phrase]:
    """Which cards the problem does not need."""
    if found.spare is None:
        return
    if not found.spare:
        yield Phrase(say("No trick can be spared: without any card of each hand it is another problem."))
        return
    number = len(found.spare)
    yield Phrase(
        say_many(
            "A trick can be spared, in {number} way:", "A trick can be spared, in {number} ways:", number
        )
    )
    for cards in found.spare[:SHOWN]:
        of_each = (
            say("{card} of {player}", card=LineWord(card), player=Name(player))
            for player, card in zip(position.players, cards, strict=True)
        )
        yield Phrase(say("without {cards}", cards=both(of_each)), level=1)


def wants_said(wants: Mapping[str, Want]) -> Said:
    """The properties that can be asked for, each with what it is."""
    rows = ((word_alone(Verbatim(name)), want.meaning) for name, want in wants.items())
    return (Grid((), tuple(rows), "<="),)


def composed_said(answer: ComposeAnswer, problems: Sequence[Problem], reason: Message | None) -> Said:
    """The one position file with its solution as comments, or the names of the files that were written.

    Names stand alone in their lines, as a script reads them, that of a booklet once; why there are not more
    of them is a comment.
    """
    names = dict.fromkeys(each.file for each in answer.problems if each.file is not None)
    told = [FileText(f"{name}\n") for name in names]
    for each, problem in zip(answer.problems, problems, strict=True):
        if each.file is None:
            plan = plan_said(problem.solution, problem.position.players)
            told.append(FileText(each.text, () if plan is None else (plan,)))
    return (*told, *([] if reason is None else [FileText("", (reason,))]))
