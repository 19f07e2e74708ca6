"""The question that a stipulation asks: a goal and a player, read from its sentence in any language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Final

from analyzer.errors import UsageError
from analyzer.position.asked import Asking
from analyzer.position.setting import Setting
from analyzer.rules.score.amounts import read_points
from analyzer.rules.score.goals import AIM_WORDS, COUNTED, Aim, Goal, aim_words, at_least

Asked = tuple[int, Goal]
"""The seat by which a goal is called, and the goal."""

_ALSO: Final = (
    ("every trick", (Aim.SLAM, Aim.VALAT, Aim.ALL_TRICKS)),
    ("all tricks", (Aim.SLAM, Aim.VALAT, Aim.ALL_TRICKS)),
    ("alle stik", (Aim.SLAM, Aim.VALAT, Aim.ALL_TRICKS)),
    ("toutes les levees", (Aim.SLAM,)),
    ("half", (Aim.HALF,)),
    ("halvdelen", (Aim.HALF,)),
    ("pagat", (Aim.PAGAT_ULTIMO,)),
    ("petit", (Aim.PAGAT_ULTIMO,)),
    ("kort af trull", (Aim.TRULL,)),
    ("point", (Aim.POINTS,)),
    ("stik", (Aim.TRICKS,)),
)
"""What else a goal is called in a sentence; the longer words first where one holds another."""
_LAST: Final = r"last trick|sidste stik|dernier pli|derniere levee"
_WON_WITH: Final = (
    (r"\b(pagat|petit)", Aim.PAGAT_ULTIMO),
    (r"\b(king|konge|roi)", Aim.KING_ULTIMO),
)
_NUMBERS: Final = {
    word: number
    for words in (
        "two three four five six seven eight nine ten",
        "to tre fire fem seks syv otte ni ti",
        "deux trois quatre cinq six sept huit neuf dix",
    )
    for number, word in enumerate(words.split(), 2)
}
_ACCENTS: Final = str.maketrans("éèêàâîôûç-_’", "eeeaaiouc  '")
_SENTENCE: Final = r"(?<=[.?!])\s+"


def stipulated(position: Setting, text: str | None) -> Asked | None:
    """Whose goal a stipulation is about, and which; None where it names none that the position has.

    `text` is a sentence such as `Can Bent force the Pagat Ultimo?`, or what the command line would take:
    `pagat_ultimo for Bent`. The goal is the first that is named in the last sentence that names one; the
    player the one named last before it, else the first behind it, else who is to play.
    """
    try:
        # Whose goal it is asked about does not hang on what he sees of the cards.
        asking = Asking.about(replace(position, unseen=None))
    except UsageError:  # not all hands are told
        return None
    for sentence in reversed(re.split(_SENTENCE, text or "")):
        for place, goal in _goals(sentence):
            try:
                named = asking.aim(goal)
                if isinstance(named, Goal):
                    seat = _player(sentence, place, position.players)
                    return asking.owner(named, position.table.to_move if seat is None else seat), named
            except UsageError:
                continue
    return None


def question_of(
    position: Setting, goal: Goal | str | None, player: str | int | None
) -> tuple[Goal | str | None, str | int | None]:
    """The goal and the player that are asked about: those named, else those of the file's stipulation.

    That a goal is prevented is asked with the goal: who can prevent it, and by which cards, is its answer.
    """
    if goal is not None or player is not None or position.stipulation is None:
        return goal, player
    found = stipulated(position, position.stipulation)
    return (None, None) if found is None else (found[1], found[0])


def _goals(sentence: str) -> Iterator[tuple[int, Goal]]:
    """Every goal that a sentence may mean, with its place: the likeliest first."""
    text = sentence.casefold().translate(_ACCENTS)
    last = re.search(_LAST, text)
    if last is not None:
        won = (aim for pattern, aim in _WON_WITH if re.search(pattern, text))
        yield from ((last.start(), Goal(aim)) for aim in won)
    for word, aims in _words():
        found = re.search(rf"(?<!\w){re.escape(word)}", text)
        if found is None:
            continue
        for aim in aims:
            if aim not in COUNTED:
                yield found.start(), Goal(aim)
            elif (number := _number(text, found.start())) is not None:
                yield found.start(), at_least(aim, number)


@cache
def _words() -> Sequence[tuple[str, Sequence[Aim]]]:
    """The words of goals with what they may mean, the longest first, and those of numbers last."""
    known = [
        (word.casefold().translate(_ACCENTS), (aim,))
        for aim in AIM_WORDS
        for word in {aim.value, *aim_words(aim)}
    ]
    return sorted([*known, *_ALSO], key=lambda each: (each[1][0] in COUNTED, -len(each[0])))


def _number(text: str, place: int) -> Fraction | None:
    """The number that stands nearest to a place: in digits, or as a word."""
    found = [
        (abs(each.start() - place), number)
        for each in re.finditer(r"[0-9]+(?:[.,][0-9]+|½)?|[^\W\d_]+", text)
        if (number := _read(each[0])) is not None
    ]
    return min(found)[1] if found else None


def _read(word: str) -> Fraction | None:
    if word in _NUMBERS:
        return Fraction(_NUMBERS[word])
    return read_points(word.replace(",", ".").replace("½", ".5")) if word[0].isdigit() else None


def _player(sentence: str, place: int, players: Sequence[str]) -> int | None:
    """Whose goal it is that stands at a place."""
    found = sorted(
        (each.start(), seat)
        for seat, name in enumerate(players)
        for each in re.finditer(rf"(?<!\w){re.escape(name)}(?:['’]?s)?(?!\w)", sentence)
    )
    before = [seat for start, seat in found if start < place]
    behind = [seat for start, seat in found if start >= place]
    return before[-1] if before else behind[0] if behind else None
