"""The verdict on a moment as a board shows it: a headline, a sentence, dots of who forces what, ranges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final, Literal

from analyzer.frozenrecord import Record
from analyzer.position.model import Position
from analyzer.report.document import spoken_lines
from analyzer.report.phrases.moves import everybody, names, side_word, side_words
from analyzer.report.phrases.tokens import sure_of
from analyzer.report.phrases.verdicts import (
    CERTAIN,
    comes_about,
    goal_word,
    open_sentence,
    sentence,
    ultimo_kind,
    which_cards,
)
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.view.board import ForceCell, ForceRow, MomentVerdict, ValueRange
from analyzer.rules.score.amounts import points_text
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.results import GoalAnswer, OpenGoal, Solution, Status

Dot = Literal["full", "half", "none", "bad", "likely", "open"]
LESS: Final = (Goal.LAST_TRICK, Goal.BAGUD)
"""Goals that are a headline only where no other is within reach."""


def verdict_of(style: TextStyle, position: Position, found: Solution, rest: Solution) -> MomentVerdict:
    """What is true of a moment, as far as it is known: of the question first, then of everything."""
    seen = _Seen(style, position, rest)
    headline, why = spoken_lines(style, lambda marked: _Seen(marked, position, found).headline())
    return MomentVerdict(
        headline=headline,
        why=why,
        forces=list(seen.rows()),
        ranges=list(seen.ranges()),
        what=seen.what(),
    )


def does(style: TextStyle, marks: set[str]) -> str:
    """What a card of Danish Tarok does, in a word; empty where it does nothing."""
    words = {
        "+": style.t("wins it"),
        "!": style.t("gives it"),
        "=": style.t("saves it"),
        "-": style.t("lets it go"),
        "v": style.t("Bagud"),
        "~": style.t("leaves it open"),
    }
    return next((word for sign, word in words.items() if sign in marks), "")


class _Seen(Record, frozen=True):
    style: TextStyle
    position: Position
    found: Solution

    @property
    def players(self) -> Sequence[str]:
        return self.position.players

    @property
    def answers(self) -> dict[tuple[int, Any], GoalAnswer]:
        return dict(self.found.values.goals or {})

    @property
    def open(self) -> dict[tuple[int, Any], OpenGoal]:
        return {(each.seat, each.goal): each for each in self.found.open}

    def headline(self) -> tuple[str, str]:
        """The headline, at most about sixty letters, and a sentence of why."""
        chief = self._chief()
        if chief is not None:
            told = self._told(chief)
            why = which_cards(self.style, self.found, chief) or self._sentence(chief)
            return told, why if not self._left() else f"{why} {self._left()}"
        likely = next((each for each in self.open.values() if each.likely is not None), None)
        if likely is not None:
            return self._likely(likely), self._left()
        sure = self._sure() or self._tokens()
        if sure:
            return sure, self._left()
        nothing = self.style.t("Nothing can be forced here.")
        return (nothing if self.found.complete else self.style.t("Nothing is proved yet.")), self._left()

    def _chief(self) -> GoalAnswer | None:
        """The answer that matters most: what is in hand before what others decide, Ultimo before the rest."""
        if len(self.answers) == 1:
            return next(iter(self.answers.values()))
        reached = [each for each in self.answers.values() if each.status is not Status.IMPOSSIBLE]
        return min(reached, key=self._rank, default=None)

    def _rank(self, answer: GoalAnswer) -> tuple[bool, int, bool]:
        of_mover = answer.seat != self.found.to_play
        if answer.status in CERTAIN:
            return answer.goal in LESS, 0, of_mover
        one_decides = any(mask.bit_count() == 1 for mask in answer.forced_by)
        return answer.goal in LESS, 1 if one_decides else 2, of_mover

    def _goal(self, answer: GoalAnswer) -> str:
        if answer.goal == Goal.ULTIMO and len(self.answers) > 1:
            return ultimo_kind(self.style, self.answers, answer.seat)
        return goal_word(self.style, answer.goal)

    def _told(self, answer: GoalAnswer) -> str:
        style, words = (
            self.style,
            {"whose": self.style.whose(self.players[answer.seat]), "goal": self._goal(answer)},
        )
        if answer.goal == Goal.BAGUD and len(self.answers) == 1:
            player = style.name(self.players[answer.seat])
            if comes_about(answer):
                return style.t(
                    "The others can bring {player} to a {goal}.", player=player, goal=words["goal"]
                )
            return style.t("The others cannot bring {player} to a {goal}.", player=player, goal=words["goal"])
        match answer.status:
            case Status.AUTOMATIC:
                return style.t("{whose} {goal} is certain.", **words)
            case Status.FORCED:
                return style.t("{whose} {goal} can be forced.", **words)
            case Status.IMPOSSIBLE:
                return style.t("{whose} {goal} cannot be had.", **words)
        least = answer.forced_by[0]
        helpers = names(least & ~(1 << answer.seat), self.players)
        if least >> answer.seat & 1 and len(helpers) == 1:
            return style.t("{whose} {goal}: if {player} helps.", player=style.name(helpers[0]), **words)
        deciders = [mask for mask in answer.forced_by if mask in answer.prevented_by]
        if len(deciders) == 1 and len(answer.forced_by) == 1:
            who = style.both([style.name(each) for each in names(deciders[0], self.players)])
            return style.t("{whose} {goal} is up to {player}.", player=who, **words)
        return style.t("{whose} {goal} is up to others.", **words)

    def _likely(self, left: OpenGoal) -> str:
        assert left.likely is not None
        whose, goal = self.style.whose(self.players[left.seat]), goal_word(self.style, left.goal)
        told = {
            Status.AUTOMATIC: self.style.t("{whose} {goal}: likely certain.", whose=whose, goal=goal),
            Status.FORCED: self.style.t("{whose} {goal}: likely in hand.", whose=whose, goal=goal),
            Status.DEPENDS: self.style.t("{whose} {goal}: likely up to others.", whose=whose, goal=goal),
            Status.IMPOSSIBLE: self.style.t("{whose} {goal}: likely out of reach.", whose=whose, goal=goal),
        }
        return told[left.likely.status]

    def _left(self) -> str:
        """How much of it is settled; empty where all is."""
        goals = [each for each in self.found.unfinished if each.startswith("goals.")]
        if self.found.complete or not goals:
            return ""
        settled = len(self.answers)
        return self.style.t(
            "Not proved yet: {settled} of {number} questions are settled.",
            settled=settled, number=settled + max(len(goals), len(self.open)),
        )  # fmt: skip

    def _sentence(self, answer: GoalAnswer) -> str:
        return sentence(self.style, answer, self.players, self._goal(answer))

    def _sure(self) -> str:
        """What the side of the player to move is sure of, in games of card points."""
        if self.position.pots is not None or self.found.values.points is None:
            return ""
        own = self.found.sides.of[self.found.to_play]
        number = self.found.values.points[own]
        if number is None:
            return ""
        side = side_word(self.style, self.found.sides, own, self.players)
        return self.style.t("{side}: sure of {number} points.", side=side, number=points_text(number))

    def _tokens(self) -> str:
        """What everybody is sure of, where it was asked what is sure, and of no goal."""
        values = self.found.values
        if values.goals is not None or values.guarantee is None:
            return ""
        sides = side_words(self.style, self.position, self.found.sides)
        return sure_of(self.style, values.guarantee, sides)

    def rows(self) -> Iterator[ForceRow]:
        """A row for every goal that is not out of everybody's reach."""
        answers, left = self.answers, self.open
        asked = [(seat, goal) for seat, goal in (*answers, *left)]
        for goal in dict.fromkeys(goal for _, goal in asked):
            cells = [
                self._cell(answers.get((seat, goal)), left.get((seat, goal)))
                for seat in range(len(self.players))
            ]
            if any(cell.dot not in ("none", "blank") for cell in cells):
                yield ForceRow(goal=goal_word(self.style, goal), cells=cells)

    def _cell(self, answer: GoalAnswer | None, left: OpenGoal | None) -> ForceCell:
        style = self.style
        if answer is None and left is None:
            return ForceCell("blank", "", "")
        if answer is None:
            assert left is not None
            return self._open_cell(left)
        why = self._sentence(answer)
        bagud = answer.goal == Goal.BAGUD
        match answer.status:
            case Status.AUTOMATIC:
                return ForceCell("bad" if bagud else "full", style.t("always"), why)
            case Status.FORCED if bagud:
                return ForceCell("bad", style.t("if he wants"), why)
            case Status.FORCED:
                return ForceCell("full", style.t("yes"), why)
            case Status.IMPOSSIBLE:
                return ForceCell("none", style.t("no"), why)
        return ForceCell("half", self._who(answer), why)

    def _who(self, answer: GoalAnswer) -> str:
        style, least = self.style, answer.forced_by[0]
        others = names(least & ~(1 << answer.seat), self.players)
        together = style.both([style.name(each, 10) for each in others])
        if len(others) == len(self.players) - 1 and least >> answer.seat & 1:
            return style.t("if all help")
        deciders = names(least, self.players)
        if not least >> answer.seat & 1 and len(deciders) == 1 and len(answer.forced_by) > 1:
            return style.t("if one helps")
        if len(others) > 1:
            return style.t("with {players}", players=together)
        return style.t("if {player} helps", player=together)

    def _open_cell(self, left: OpenGoal) -> ForceCell:
        style, why = (
            self.style,
            open_sentence(self.style, left, goal_word(self.style, left.goal), self.players),
        )
        if left.likely is None:
            return ForceCell("open", "…", why)
        no = left.likely.status is Status.IMPOSSIBLE
        half = left.likely.status is Status.DEPENDS
        word = style.t("likely no") if no else style.t("likely with help") if half else style.t("likely")
        return ForceCell("likely", word, why)

    def what(self) -> str:
        """What the ranges are of."""
        scored = self.position.pots is None and self.found.values.guarantee is None
        return self.style.t("points") if scored else self.style.t("sure of, and each for himself")

    def ranges(self) -> Iterator[ValueRange]:
        """For each player, or side, the least he is sure of and the most that comes of it."""
        values = self.found.values
        if self.position.pots is None:
            sides = self.found.sides
            who = [side_word(self.style, sides, each, self.players) for each in range(sides.count)]
        else:
            who = list(everybody(self.position))
        least: Sequence[Any] = values.guarantee or (getattr(values, "points", None) or ())
        signed = values.guarantee is not None
        for place, number in enumerate(least):
            each = [number, *(found.tokens[place] for found in values.equilibria or () if signed)]
            known = [one for one in each if one is not None]
            if known:
                yield value_range(self.style, who[place], min(known), max(known), signed=signed)


def value_range(
    style: TextStyle, name: str, low: Fraction | int, high: Fraction | int, *, signed: bool
) -> ValueRange:
    """What somebody comes to, at least and at most: tokens with their signs, or points."""

    def text(number: Fraction | int) -> str:
        return style.signed(int(number)).replace("-", "−") if signed else points_text(Fraction(number))

    told = text(low) if low == high else f"{text(low)} … {text(high)}"
    return ValueRange(name=name, low=float(low), high=float(high), text=told)
