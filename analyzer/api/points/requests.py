"""What is asked of a game of card points, from words to values: goals, numbers, sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.errors import UsageError
from analyzer.messages import Message, Name, Verbatim, listed, quoted, say
from analyzer.position.model import Position
from analyzer.position.pointquestion import PointQuestion
from analyzer.rules.score.goals import Goal
from analyzer.rules.score.pointgoals import COUNTED, Aimed, PointGoal, read_goal
from analyzer.search.engine.points.asked import Worth
from analyzer.search.engine.points.results import Key, by_sides
from analyzer.search.engine.results import Groups, by_seats
from analyzer.search.solve.force import ForcingClaim
from analyzer.yamltree.quoting import nearest

SEATS, SIDES = "seats", "sides"


@dataclass(frozen=True, slots=True)
class Asking:
    """A position of a game of card points, and what can be asked of it."""

    position: Position
    question: PointQuestion

    @classmethod
    def of(cls, position: Position) -> Asking:
        """Raises: UsageError where the hands are not all known."""
        return cls(position, PointQuestion.of(position))

    @property
    def worth(self) -> Worth:
        return Worth(self.question)

    def groups(self, by: str | None) -> Groups:
        """Who decides as one. Raises: UsageError for a word that is neither."""
        if by in (None, SIDES):
            return by_sides(self.question.sides)
        if by == SEATS:
            return by_seats(self.question.players)
        raise UsageError(
            say("{word} is neither of the two", word=quoted(by)), say("expected `sides` or `seats`")
        )

    def words(self) -> list[str]:
        """The words of everything that can be asked of the game."""
        goals = [goal for goal in self.worth.goals() if goal.way is None]
        own = [Aimed.MARGIN] * bool(self.question.game.contracts)
        trull = [Aimed.TRULL] * (self.question.game.target is not None)
        counted = [Aimed.POINTS, Aimed.TRICKS, *own, *trull]
        return [*map(str, goals), *(f"{each.value}>=N" for each in counted)]

    def aim(self, word: Goal | str) -> PointGoal | Aimed:
        """The goal that a word asks for, or the number. Raises: UsageError with all that there are."""
        text = word.value if isinstance(word, Goal) else str(word)
        named = text.strip().casefold()
        number = next((each for each in COUNTED if each.value == named), None)
        if number is not None and number is not Aimed.TRULL:
            self.question.check_known(number, text)
            return number
        goal = read_goal(text)
        if goal is None or not self._has(goal):
            raise self._unknown(text)
        self.question.check_known(goal, text)
        return goal

    def keys(self, goal: PointGoal, seat: int | None) -> tuple[Key, ...]:
        """The goal of everybody who can have it, or of a seat or its side alone.

        Raises: UsageError for a seat that cannot.
        """
        seats = self.worth.seats(goal.aim)
        if seat is None:
            return tuple((each, goal) for each in seats)
        return ((self.owner(goal, seat), goal),)

    def claim(self, word: Goal | str | None, seat: int, by: int | None) -> ForcingClaim[PointGoal]:
        """A goal of a seat, or of its side, for which its whole side plays, or the seats of a mask.

        Raises: UsageError for an unknown goal, or one that the seat cannot have.
        """
        goal = next(self.worth.goals()) if word is None else self.aim(word)
        if isinstance(goal, Aimed):
            told = say("{goal} alone is no yes or no", goal=Verbatim(goal.value))
            raise UsageError(told, say("expected how much of it, such as `points>=42`"))
        question, seat = self.question, self.owner(goal, seat)
        groups = by_sides(question.sides)
        if by is None:
            return ForcingClaim(goal, seat, groups[question.sides.of[seat]], groups)
        whole = all(by & mask in (0, mask) for mask in groups)
        return ForcingClaim(goal, seat, by, groups if whole else by_seats(question.players))

    def owner(self, goal: PointGoal, seat: int) -> int:
        """The seat by which the goal of a seat, or of its side, is called. Raises: UsageError."""
        seats, of = self.worth.seats(goal.aim), self.question.sides.of
        if seat in seats:
            return seat
        found = next((each for each in seats if of[each] == of[seat]), None)
        if found is None:
            names = listed(Name(self.position.players[each]) for each in seats)
            told = say(
                "the {goal} is not a matter of {player}",
                goal=Verbatim(str(goal)),
                player=Name(self.position.players[seat]),
            )
            raise UsageError(told, say("it is asked of {players}", players=names))
        return found

    def _has(self, goal: PointGoal) -> bool:
        """Whether the game has a goal under its contract."""
        if goal.way is not None:
            return f"{goal.aim.value}>=N" in self.words()
        return goal in list(self.worth.goals())

    def _unknown(self, word: str) -> UsageError:
        return UsageError(say("there is no goal {goal}", goal=quoted(word)), self._expected(word))

    def _expected(self, word: str) -> Message:
        words = self.words()
        near = nearest(word.casefold(), tuple(words))
        known = listed(map(Verbatim, words))
        if near:
            return say("did you mean {word}? there are {known}", word=Verbatim(near), known=known)
        return say("there are {known}", known=known)


def asked_goals(asking: Asking, goal: PointGoal | None, seat: int | None) -> Iterator[Key]:
    """The goals to be sought: those worth asking, or the one named; of a seat and its side, or of all."""
    if goal is not None:
        yield from asking.keys(goal, seat)
        return
    of = asking.question.sides.of
    for each, key in asking.worth.asked():
        own = each == seat or (seat is not None and of[each] == of[seat] and each in asking.worth.leaders())
        if seat is None or own:
            yield each, key
