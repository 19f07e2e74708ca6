"""The verdict on a moment as a board shows it: a headline, a sentence, dots of who forces what, ranges."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from analyzer.answers.solve import best_messages
from analyzer.api.board.views import ForceCell, ForceRow, MomentVerdict, ValueRange
from analyzer.frozenrecord import Record
from analyzer.messages import (
    NOTHING,
    ClauseId,
    Decimal,
    GoalName,
    Message,
    Name,
    Several,
    Whose,
    Word,
    alone,
    both,
    formed,
    in_a_row,
    say,
    word_alone,
)
from analyzer.position.model import Position
from analyzer.position.question import asks_for_a_card, asks_for_the_best
from analyzer.report.spans import Spans
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.score.goals import Goal, points_text
from analyzer.search.engine.results import GoalAnswer, OpenGoal, Solution, Status, seats_of
from analyzer.words.paid import sure_of
from analyzer.words.verdicts import (
    CERTAIN,
    LESS,
    card_word,
    cards_apart,
    comes_about,
    everybody,
    few_cards,
    goal_sentence,
    names,
    open_sentence,
    side_label,
    side_labels,
    ultimo_kind,
    which_cards,
)

Dot = Literal["full", "half", "none", "bad", "likely", "open", "blank"]
_Cell: TypeAlias = tuple[Dot, Message, Message]
"""A dot, a word, and a sentence of why."""


def verdict_of(style: TextStyle, position: Position, found: Solution, rest: Solution) -> MomentVerdict:
    """What is true of a moment, as far as it is known: of the question first, then of everything."""
    seen, spans = _Seen(position, rest), Spans(style.lang, position.rules, style.minus)
    headline, why = map(spans.sentence, _Seen(position, found).headline())
    return MomentVerdict(
        headline=headline,
        why=why,
        forces=[
            ForceRow(
                goal=style.render(word_alone(goal)),
                cells=[ForceCell(dot, style.render(word), style.render(why)) for dot, word, why in cells],
            )
            for goal, cells in seen.rows()
        ],
        ranges=list(seen.ranges(style)),
        what=style.render(seen.what()),
    )


def does_in_a_word(marks: Collection[str]) -> Message:
    """What a card of Danish Tarok does; nothing where it does nothing."""
    words = {
        "+": say("wins it"),
        "!": say("gives it"),
        "=": say("saves it"),
        "-": say("lets it go"),
        "v": say("Bagud"),
        "~": say("leaves it open"),
    }
    return next((word for sign, word in words.items() if sign in marks), NOTHING)


class _Seen(Record, frozen=True):
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

    def headline(self) -> tuple[Message, Message]:
        """The headline, at most about sixty letters, and a sentence of why."""
        chief, left = self._chief(), self._left()
        best = self._best_card()
        if best is not None:
            return best, NOTHING if chief is None else self._goal_message(chief)
        if chief is not None and self._unsettled(chief):
            clauses = both(map(ClauseId, self.found.grounds.unsettled))
            return say("Unsettled: it depends on {clauses}.", clauses=clauses), self._goal_message(chief)
        if chief is not None:
            why = which_cards(self.found, chief) or self._sentence(chief)
            return self._card_asked(chief) or self._goal_message(chief), alone(
                in_a_row((why, left))
            ) if left else why
        likely = next((each for each in self.open.values() if each.likely is not None), None)
        if likely is not None:
            return self._likely(likely), left
        nothing = say("Nothing can be forced here.") if self.found.complete else say("Nothing is proved yet.")
        return self._sure() or self._tokens() or nothing, left

    def _best_card(self) -> Message | None:
        """The best card, where the position asks for it and it is known."""
        if not asks_for_the_best(self.position.stipulation) or not self.found.complete:
            return None
        return next(best_messages(self.position, self.found), None)

    def _unsettled(self, answer: GoalAnswer) -> bool:
        """Whether the readings of what no source settles differ in whether the goal is reached.

        The status of a Bagud says less than who can bring it about, so any difference counts.
        """
        player, goal = self.players[answer.seat], str(answer.goal)
        told = [(each.differs.get("goals") or {}).get(player, {}) for each in self.found.grounds.readings]
        status = [each[goal]["status"] for each in told if goal in each]
        certain = {each.value for each in CERTAIN}
        return len(set(status) if answer.goal == Goal.BAGUD else {each in certain for each in status}) > 1

    def _card_asked(self, answer: GoalAnswer) -> Message | None:
        """The cards that keep or prevent the one goal that is asked about, where the position asks which."""
        apart = cards_apart(self.found, (answer.seat, answer.goal))
        if apart is None or len(self.answers) > 1 or not asks_for_a_card(self.position.stipulation):
            return None
        good, rest = apart
        words: dict[str, Word] = {"whose": Whose(self.players[answer.seat]), "goal": answer.goal.named}
        ours = self.found.sides.of[answer.seat] == self.found.sides.of[self.found.to_play]
        if answer.goal == Goal.BAGUD and not ours:  # what is asked for brings it about
            return None
        if answer.goal != Goal.BAGUD and ours:
            if len(good) == 1 and not good[0].equals:
                return say("Only {card} keeps {whose} {goal}.", card=card_word(good[0]), **words)
            return say("{whose} {goal} is kept by {cards}.", cards=few_cards(good, rest), **words)
        if len(rest) == 1 and not rest[0].equals:
            return say("Only {card} prevents {whose} {goal}.", card=card_word(rest[0]), **words)
        return say("{whose} {goal} is prevented by {cards}.", cards=few_cards(rest, good), **words)

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

    def _goal(self, answer: GoalAnswer) -> GoalName:
        if answer.goal == Goal.ULTIMO and len(self.answers) > 1:
            return ultimo_kind(self.answers, answer.seat)
        return answer.goal.named

    def _yes_or_no(self, answer: GoalAnswer) -> Message:
        """The answer to the one question that was asked."""
        goal, player = answer.goal.named, Name(self.players[answer.seat])
        if answer.goal == Goal.BAGUD:
            if comes_about(answer):
                return say("Yes: the others can bring {player} to a {goal}.", player=player, goal=goal)
            return say("No: the others cannot bring {player} to a {goal}.", player=player, goal=goal)
        own = seats_of(answer.groups, answer.own)
        who = both(map(Name, names(own, self.players)))
        match answer.status:
            case Status.AUTOMATIC:
                return say("Yes: every legal line leads to {whose} {goal}.", whose=Whose(player), goal=goal)
            case Status.FORCED:
                return say("Yes: {who} can force {goal:the}.", who=who, goal=goal)
            case Status.IMPOSSIBLE:
                return say("No: {who} cannot get {goal:the}, even with help.", who=who, goal=goal)
            case Status.DEPENDS:
                against = [names(mask, self.players) for mask in answer.prevented_by if not mask & own]
                sets = tuple(alone(both(map(Name, each))) for each in against)
                by = Several(sets, "or" if all(len(each) == 1 for each in against) else "all or")
                return say("No: {players} can prevent it.", players=by)

    def _goal_message(self, answer: GoalAnswer) -> Message:
        if len(self.answers) == 1:
            return self._yes_or_no(answer)
        words: dict[str, Word] = {"whose": Whose(self.players[answer.seat]), "goal": self._goal(answer)}
        match answer.status:
            case Status.AUTOMATIC:
                return say("{whose} {goal} is certain.", **words)
            case Status.FORCED:
                return say("{whose} {goal} can be forced.", **words)
            case Status.IMPOSSIBLE:
                return say("{whose} {goal} cannot be had.", **words)
        least = answer.forced_by[0]
        helpers = names(least & ~(1 << answer.seat), self.players)
        if least >> answer.seat & 1 and len(helpers) == 1:
            return say("{whose} {goal}: if {player} helps.", player=Name(helpers[0]), **words)
        deciders = [mask for mask in answer.forced_by if mask in answer.prevented_by]
        if len(deciders) == 1 and len(answer.forced_by) == 1:
            who = both(map(Name, names(deciders[0], self.players)))
            return say("{whose} {goal} is up to {player}.", player=who, **words)
        return say("{whose} {goal} is up to others.", **words)

    def _likely(self, left: OpenGoal) -> Message:
        assert left.likely is not None
        whose, goal = Whose(self.players[left.seat]), left.goal.named
        told = {
            Status.AUTOMATIC: say("{whose} {goal}: likely certain.", whose=whose, goal=goal),
            Status.FORCED: say("{whose} {goal}: likely in hand.", whose=whose, goal=goal),
            Status.DEPENDS: say("{whose} {goal}: likely up to others.", whose=whose, goal=goal),
            Status.IMPOSSIBLE: say("{whose} {goal}: likely out of reach.", whose=whose, goal=goal),
        }
        return told[left.likely.status]

    def _left(self) -> Message:
        """How much of it is settled; empty where all is."""
        goals = [each for each in self.found.unfinished if each.startswith("goals.")]
        if self.found.complete or not goals:
            return NOTHING
        settled = len(self.answers)
        return say(
            "Not proved yet: {settled} of {number} {number:question/questions} are settled.",
            settled=settled, number=settled + max(len(goals), len(self.open)),
        )  # fmt: skip

    def _sentence(self, answer: GoalAnswer) -> Message:
        return goal_sentence(answer, self.players, self._goal(answer))

    def _sure(self) -> Message:
        """What the side of the player to move is sure of, in games of card points."""
        if self.position.pots is not None or self.found.values.points is None:
            return NOTHING
        own = self.found.sides.of[self.found.to_play]
        number = self.found.values.points[own]
        if number is None:
            return NOTHING
        side = side_label(self.found.sides, own, self.players)
        return say(
            "{side}: sure of {number} {number:point/points}.", side=side, number=Decimal(points_text(number))
        )

    def _tokens(self) -> Message:
        """What everybody is sure of, where it was asked what is sure, and of no goal."""
        values = self.found.values
        if values.goals is not None or values.guarantee is None:
            return NOTHING
        return sure_of(values.guarantee, side_labels(self.position, self.found.sides))

    def rows(self) -> Iterator[tuple[GoalName, list[_Cell]]]:
        """A row for every goal that is not out of everybody's reach."""
        answers, left = self.answers, self.open
        asked = [(seat, goal) for seat, goal in (*answers, *left)]
        for goal in dict.fromkeys(goal for _, goal in asked):
            cells = [
                self._cell(answers.get((seat, goal)), left.get((seat, goal)))
                for seat in range(len(self.players))
            ]
            if any(dot not in ("none", "blank") for dot, _, _ in cells):
                yield goal.named, cells

    def _cell(self, answer: GoalAnswer | None, left: OpenGoal | None) -> _Cell:
        if answer is None:
            return ("blank", NOTHING, NOTHING) if left is None else self._open_cell(left)
        why, bagud = self._sentence(answer), answer.goal == Goal.BAGUD
        match answer.status:
            case Status.AUTOMATIC:
                return "bad" if bagud else "full", say("always"), why
            case Status.FORCED if bagud:
                return "bad", say("if he wants"), why
            case Status.FORCED:
                return "full", say("yes"), why
            case Status.IMPOSSIBLE:
                return "none", say("no"), why
        return "half", self._who(answer), why

    def _who(self, answer: GoalAnswer) -> Message:
        least = answer.forced_by[0]
        others = names(least & ~(1 << answer.seat), self.players)
        if len(others) == len(self.players) - 1 and least >> answer.seat & 1:
            return say("if all help")
        deciders = names(least, self.players)
        if not least >> answer.seat & 1 and len(deciders) == 1 and len(answer.forced_by) > 1:
            return say("if one helps")
        together = both(map(Name, others))
        if len(others) > 1:
            return say("with {players}", players=together)
        return say("if {player} helps", player=together)

    def _open_cell(self, left: OpenGoal) -> _Cell:
        why = open_sentence(left, self.players)
        if left.likely is None:
            return "open", formed("…"), why
        no = left.likely.status is Status.IMPOSSIBLE
        half = left.likely.status is Status.DEPENDS
        return "likely", say("likely no") if no else say("likely with help") if half else say("likely"), why

    def what(self) -> Message:
        """What the ranges are of."""
        scored = self.position.pots is None and self.found.values.guarantee is None
        return say("points") if scored else say("sure of, and each for himself")

    def ranges(self, style: TextStyle) -> Iterator[ValueRange]:
        """For each player, or side, the least he is sure of and the most that comes of it."""
        values = self.found.values
        if self.position.pots is None:
            sides = self.found.sides
            who = [style.render(side_label(sides, each, self.players)) for each in range(sides.count)]
        else:
            who = list(everybody(self.position))
        least: Sequence[Any] = values.guarantee or (getattr(values, "points", None) or ())
        signed = values.guarantee is not None
        for place, number in enumerate(least):
            each = [number, *(found.tokens[place] for found in values.equilibria or () if signed)]
            known = [one for one in each if one is not None]
            if known:
                yield value_range(style, who[place], min(known), max(known), signed=signed)


def value_range(
    style: TextStyle, name: str, low: Fraction | int, high: Fraction | int, *, signed: bool
) -> ValueRange:
    """What somebody comes to, at least and at most: tokens with their signs, or points."""

    def text(number: Fraction | int) -> str:
        return style.signed(int(number)).replace("-", "−") if signed else points_text(Fraction(number))

    told = text(low) if low == high else f"{text(low)} … {text(high)}"
    return ValueRange(name=name, low=float(low), high=float(high), text=told)
