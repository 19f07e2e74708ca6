"""Checks of questions about a position: the only check of goal, player, coalition and given facts.

Commands, options, batches, Python, the page and certificates all pass through :class:`PositionQuestion`, with
a goal named or by default, so that one question has one answer or one refusal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Final

from msgspec import structs

from analyzer.cards.card import NUMBERS
from analyzer.errors import UsageError, meant
from analyzer.frozenrecord import Record
from analyzer.messages import Decimal, Message, Name, Verbatim, listed, quoted, say
from analyzer.position.bearing import Askable
from analyzer.position.hand import Hand, check_hands
from analyzer.position.setting import Setting
from analyzer.rules.actions import Groups, seat_groups, side_groups
from analyzer.rules.score.goals import (
    AIM_WORDS,
    COUNTED,
    LAST_TRICK_GOALS,
    Aim,
    Goal,
    aim_words,
    at_least,
    points_text,
    read_goal,
    read_points,
)
from analyzer.rules.spec.kinds.contracts import ContractAim

SEATS, SIDES = "seats", "sides"
OF_TRICKS: Final = (Aim.TRICKS, Aim.SLAM, Aim.VALAT, Aim.ALL_TRICKS, Aim.NIL)
"""Aims that depend on tricks won earlier."""
OF_POINTS: Final = (Aim.POINTS, Aim.CONTRACT, Aim.HALF, Aim.MARGIN)
"""Aims that depend on points won earlier."""

Player = str | int
"""A name, or a seat."""


class ForcingClaim(Record, frozen=True):
    """A goal of a seat, the mask of the seats that play for it, the deciding groups, and the place asked."""

    goal: Goal
    seat: int
    by: int
    groups: Groups
    question: Hand


class PositionQuestion(Record, frozen=True):
    """A position, and the questions that it allows."""

    position: Setting
    worth: Askable
    """The goals worth asking about."""

    @classmethod
    def from_position(cls, position: Setting) -> PositionQuestion:
        """Return the questions for a search. Raises: UsageError if hands are unknown, or play is over."""
        check_hands(position)
        if position.has_worlds:
            told = say("the search needs one deal: this position has `worlds`, which is for `decide`")
            raise UsageError(told)
        if position.table.over:
            raise UsageError(say("nothing is left to play in this position"))
        return cls.about(position)

    @classmethod
    def about(cls, position: Setting) -> PositionQuestion:
        """Return the questions about goals, even if no search is possible."""
        return cls(position, Askable(Hand.from_position(position)))

    @property
    def question(self) -> Hand:
        """The state of the hand."""
        return self.worth.question

    def goals(self) -> tuple[Goal, ...]:
        """Return the goals of the game under its contract, the default goal first."""
        return tuple(self.worth.goals())

    def groups(self, by: str | None) -> Groups:
        """Return the groups that decide as one. Raises: UsageError for an unknown word."""
        if by not in (None, SIDES, SEATS):
            raise UsageError(
                say("{word} is neither of the two", word=quoted(by)), say("expected `sides` or `seats`")
            )
        if by == SEATS:
            return seat_groups(len(self.position.players))
        return side_groups(self.question.sides)

    def words(self) -> list[str]:
        """Return the words for all goals and numbers of the game."""
        goals = [goal for goal in self.goals() if goal.way is None]
        return [*map(str, goals), *(f"{each.value}>=N" for each in self.worth.counted)]

    def aim(self, word: Goal | str | None) -> Goal | Aim:
        """Return the goal, or the number, that a word asks for; the first goal of the game if None.

        Raises: UsageError for one that the game does not have, or that depends on facts that are not given.
        """
        found = self._first() if word is None else self._named(word)
        if isinstance(found, Aim):
            self.check_stated(found, found.value)
        else:
            self.check_stated(found.aim, str(found))
            if found.aim in (Aim.POINTS, Aim.TRICKS) and not self.question.settles(found.aim):
                return structs.replace(found, to_come=True)
        return found

    def goal(self, word: Goal | str | None) -> Goal:
        """Return the yes/no goal for a word. Raises: UsageError as :meth:`aim`, and for a number."""
        found = self.aim(word)
        if isinstance(found, Aim):
            told = say("{goal} alone is not a yes-or-no question", goal=Verbatim(found.value))
            raise UsageError(told, say("expected how much of it, such as `points>=42`"))
        return found

    def _first(self) -> Goal:
        """Return the default goal. Raises: UsageError if the game has none."""
        first = next(iter(self.goals()), None)
        if first is None:
            known = listed(map(Verbatim, self.words()))
            raise UsageError(say("the goal is missing"), say("there are {known}", known=known))
        return first

    def _named(self, word: Goal | str) -> Goal | Aim:
        named = str(word).strip().casefold()
        number = next((each for each in self.worth.counted if each.value == named), None)
        if number is not None and number is not Aim.TRULL:
            return number
        goal = read_goal(named)
        if goal is None or not self._has(goal):
            raise no_goal(word, self.words())
        self._check_range(goal)
        return goal

    def _check_range(self, goal: Goal) -> None:
        """Check the bound of a goal. Raises: UsageError if it is out of range, or a fraction of a whole."""
        table, piles = self.position.rules.table, self.worth.game.piles
        known = {
            Aim.TRICKS: Fraction(table.hand_size),
            Aim.TRULL: Fraction(len(self.worth.game.trull)),
            Aim.POINTS: Fraction(piles.total, piles.unit),
        }
        most = known.get(goal.aim)
        if goal.way is None or most is None:
            return
        whole = goal.aim is Aim.POINTS or goal.bound.denominator == 1
        if not whole or not 0 <= goal.bound <= most:
            expected = say("expected a number from {low} to {high}", low=0, high=Decimal(points_text(most)))
            if goal.aim is not Aim.POINTS:
                expected = say("expected a whole number from {low} to {high}", low=0, high=int(most))
            raise UsageError(say("{goal} cannot be", goal=Verbatim(str(goal))), expected)

    def _has(self, goal: Goal) -> bool:
        """Return True if the game has a goal under its contract."""
        return goal.aim in self.worth.counted if goal.way is not None else goal in self.goals()

    def check_stated(self, aim: Aim, word: str) -> None:
        """Check the facts. Raises: UsageError if incomplete facts about earlier tricks decide the goal.

        Points and tricks are those to come if none of them are given.
        """
        if self.question.settles(aim):
            return
        if aim in (Aim.POINTS, Aim.TRICKS) and not self._has_given_piles(aim):
            return
        game, unknown = self.worth.game, self.question.contract is None
        if unknown and aim is Aim.CONTRACT and self.worth.aim is ContractAim.POINTS:
            told = say("{goal} depends on the contract, which the file does not give", goal=Verbatim(word))
            contracts = listed(map(Verbatim, game.contracts))
            raise UsageError(told, say("expected `contract`, one of {contracts}", contracts=contracts))
        told = say(
            "{goal} depends on what was won earlier, which the file does not give", goal=Verbatim(word)
        )
        raise UsageError(told, self._missing(aim))

    def _has_given_piles(self, aim: Aim) -> bool:
        """Return True if points, or tricks, are given for somebody who has some."""
        piles = self.position.told.piles.values()
        return any(each.units if aim is Aim.POINTS else each.tricks for each in piles)

    def _missing(self, aim: Aim) -> Message:
        """Return the facts that are missing."""
        piles, seats = self.position.told.piles, range(len(self.position.players))
        of_tricks = aim in OF_TRICKS or (aim is Aim.CONTRACT and self.worth.aim is not ContractAim.POINTS)
        each = [piles.get(seat) for seat in seats]
        numbers = [None if pile is None else pile.tricks if of_tricks else pile.units for pile in each]
        game = self.worth.game
        if not of_tricks and game.target is not None and self.question.reckoning.counted:
            if game.coefficients is None:
                return say("expected `trull` in `taken`: how many cards of the Trull lie there")
            return say("expected `bouts` in `taken`: how many oudlers lie there")
        if aim not in (*OF_TRICKS, *OF_POINTS) or not any(numbers):
            return say("expected `taken`, with tricks and points or the cards themselves")
        untold = [seat for seat in seats if numbers[seat] is None]
        players = listed(Name(self.position.players[seat]) for seat in untold)
        if of_tricks and untold:
            return say("expected the tricks of {players} as well", players=players)
        if not untold:
            return say("expected what is in the talon or was discarded as well")
        return say(
            "expected the points of {players} as well, or what is in the talon or was discarded",
            players=players,
        )

    def seats(self, goal: Goal) -> tuple[int, ...]:
        """Return the seats that name a goal: those of players, or of the leaders of sides."""
        return self.worth.seats_that_may(goal.aim)

    def owner(self, goal: Goal, player: Player) -> int:
        """Return the seat that names the goal of a player, or of the player's side.

        Raises: UsageError for nobody at the table, and for a player who cannot have it.
        """
        players, seats = self.position.players, self.seats(goal)
        seat = self.position.seat(player)
        if seat in seats:
            return seat
        of = self.question.sides.of
        found = next((each for each in seats if of[each] == of[seat]), None)
        if found is None:
            names = listed(Name(players[each]) for each in seats)
            told = say(
                "the {goal} is not a matter of {player}",
                goal=Verbatim(str(goal)),
                player=Name(players[seat]),
            )
            raise UsageError(told, say("it is asked of {players}", players=names))
        return found

    def keys(self, goal: Goal | None, player: Player | None) -> tuple[tuple[int, Goal], ...]:
        """Return the goal of a player or side, or of all who can have it; all goals worth asking if None.

        Raises: UsageError as :meth:`owner`.
        """
        if goal is not None and player is not None:
            return ((self.owner(goal, player), goal),)
        if goal is not None:
            return tuple((each, goal) for each in self.seats(goal))
        seat = None if player is None else self.position.seat(player)
        asked = self.worth.default_goals()
        if seat is None:
            return asked
        of, leaders = self.question.sides.of, self.worth.leaders()
        return tuple(key for key in asked if key[0] == seat or (key[0] in leaders and of[key[0]] == of[seat]))

    def claim(
        self, word: Goal | str | None, player: Player | None, by: Player | Iterable[Player] | None
    ) -> ForcingClaim:
        """Return the goal of a player or side, and the seats that play for it: the side, or those of `by`.

        If no player is named, it is the goal of the player to move, or of the only one who can reach it.
        Raises: UsageError for what :meth:`goal` and :meth:`owner` refuse.
        """
        position, question = self.position, self.question
        goal, groups = self.goal(word), self.groups(None)
        seat = self.owner(goal, self._default_seat(goal) if player is None else player)
        if by is None:
            together = next(mask for mask in groups if mask >> seat & 1)
            return ForcingClaim(goal, seat, together, groups, question)
        together = mask_of(position, by)
        whole = all(together & mask in (0, mask) for mask in groups)
        groups = groups if whole else seat_groups(len(position.players))
        return ForcingClaim(goal, seat, together, groups, question)

    def _default_seat(self, goal: Goal) -> int:
        """Return the seat whose goal is meant if nobody is named."""
        to_move, may = self.position.table.to_move, self.seats(goal)
        of = self.question.sides.of
        mine = any(of[seat] == of[to_move] for seat in may)
        return may[0] if len(may) == 1 and not mine else to_move


def no_goal(word: object, known: Iterable[str]) -> UsageError:
    """Return the error for an unknown goal, with the nearest known one."""
    return UsageError(say("unknown goal {goal}", goal=quoted(str(word))), meant(str(word), known))


def check_word(word: Goal | str) -> None:
    """Check the word for a goal. Raises: UsageError for a goal that no game has."""
    name = str(word).strip().casefold()
    if read_goal(name) is None and name not in {each.value for each in COUNTED}:
        raise no_goal(word, map(str, LAST_TRICK_GOALS))


def mask_of(position: Setting, players: Player | Iterable[Player]) -> int:
    """Return the mask of some players, or of a single one.

    Raises: UsageError with the nearest player.
    """
    several = players if isinstance(players, Iterable) and not isinstance(players, str) else (players,)
    return sum({1 << position.seat(player) for player in several})


SeatGoal = tuple[int, Goal]
"""The seat that names a goal, and the goal."""

_ALSO: Final = (
    ("every trick", (Aim.SLAM, Aim.VALAT, Aim.ALL_TRICKS)),
    ("all tricks", (Aim.SLAM, Aim.VALAT, Aim.ALL_TRICKS)),
    ("alle stik", (Aim.SLAM, Aim.VALAT, Aim.ALL_TRICKS)),
    ("toutes les levees", (Aim.SLAM,)),
    ("half", (Aim.HALF,)),
    ("halvdelen", (Aim.HALF,)),
    ("pagat", (Aim.PAGAT_ULTIMO,)),
    ("petit", (Aim.PAGAT_ULTIMO,)),
    ("card of the trull", (Aim.TRULL,)),
    ("kort af trull", (Aim.TRULL,)),
    ("oudler", (Aim.TRULL,)),
    ("bout", (Aim.TRULL,)),
    ("point", (Aim.POINTS,)),
    ("trick", (Aim.TRICKS,)),
    ("stik", (Aim.TRICKS,)),
    ("pli", (Aim.TRICKS,)),
)
"""Other names of goals in a sentence; a longer name comes before a shorter one within it."""
_LAST: Final = r"last trick|sidste stik|dernier pli|derniere levee"
_WON_WITH: Final = (
    (r"\b(pagat|petit)", Aim.PAGAT_ULTIMO),
    (r"\b(king|konge|roi)", Aim.KING_ULTIMO),
)
_ACCENTS: Final = str.maketrans("éèêàâîôûç-_’", "eeeaaiouc  '")
_SENTENCE: Final = r"(?<=[.?!])\s+"


_WHICH: Final = r"(?i)\b(?:which|what) cards?\b|\bhvilke[tn]? kort\b|\bquelles? cartes?\b"
_BEST: Final = r"(?i)\bbest card\b|\bbedste kort\b|\bmeilleure carte\b"


_HELPED: Final = r"with|the help of|helped by|med|hjælp (?:af|fra)|avec|l[’']aide de"
"""Words before the name of a player who is to help."""
_AGAINST: Final = "against|whatever|no matter what|mod|uanset hvad|contre|quoi que fassent"
"""Words before the names of those against whom a goal is to be reached."""


def asks_for_a_card(text: str | None) -> bool:
    """Return True if a stipulation asks for the cards that keep or prevent its goal."""
    return re.search(_WHICH, text or "") is not None


def asks_for_the_best(text: str | None) -> bool:
    """Return True if a stipulation asks for the best card, whatever it does."""
    return re.search(_BEST, text or "") is not None


def stipulated(position: Setting, text: str | None) -> SeatGoal | None:
    """Return the seat and the goal of a stipulation; None if it names no goal that the position has.

    `text` is a sentence such as `Can Bent force the Pagat Ultimo?`, or words as on the command line:
    `pagat_ultimo for Bent`. The goal is the first one in the last sentence that names any. The player is the
    last one named before the goal, otherwise the first one after it, otherwise the player to move. A question
    about two who play together is none of these.
    """
    if _asks_for_helpers(text or "", position.players):
        return None
    try:
        # Whose goal it is asked about does not hang on what he sees of the cards.
        asking = PositionQuestion.about(replace(position, unseen=None))
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


def _asks_for_helpers(text: str, players: Sequence[str]) -> bool:
    """Return True if a stipulation names a player who is to help."""
    names = "|".join(map(re.escape, players))
    return re.search(rf"(?i)\b(?:{_HELPED})\s+(?:{names})(?!\w)", text) is not None


def question_of(
    position: Setting, goal: Goal | str | None, player: str | int | None
) -> tuple[Goal | str | None, str | int | None]:
    """Return the goal and the player of a question: those named, otherwise those of the file's stipulation.

    Where only a player is named, the goal is the file's. A question about prevention is a question about the
    goal: its answer names the players and cards that prevent it.
    """
    if goal is not None or position.stipulation is None:
        return goal, player
    found = stipulated(position, position.stipulation)
    return (None, player) if found is None else (found[1], found[0] if player is None else player)


def _goals(sentence: str) -> Iterator[tuple[int, Goal]]:
    """Yield every goal that a sentence may mean, with its place: the likeliest first."""
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
    """Return the words of goals with their possible meanings, the longest first, those of numbers last."""
    known = [
        (word.casefold().translate(_ACCENTS), (aim,))
        for aim in AIM_WORDS
        for word in {aim.value, *aim_words(aim)}
    ]
    return sorted([*known, *_ALSO], key=lambda each: (each[1][0] in COUNTED, -len(each[0])))


def _number(text: str, place: int) -> Fraction | None:
    """Return the number nearest to a place: in digits, or as a word."""
    found = [
        (abs(each.start() - place), number)
        for each in re.finditer(r"[0-9]+(?:[.,][0-9]+|½)?|[^\W\d_]+", text)
        if (number := _read(each[0])) is not None
    ]
    return min(found)[1] if found else None


def _read(word: str) -> Fraction | None:
    if word in NUMBERS:
        return Fraction(NUMBERS[word])
    return read_points(word.replace("½", ".5")) if word[0].isdigit() else None


def _player(sentence: str, place: int, players: Sequence[str]) -> int | None:
    """Return the player whose goal is at a place in a sentence; those against whom it is are none of them."""
    name = rf"(?:{'|'.join(map(re.escape, players))})(?!\w)"
    opponents = rf"(?i)\b(?:{_AGAINST})\s+{name}(?:\s*(?:,|and|or|og|eller|et|ou)\s*{name})*"
    sentence = re.sub(opponents, lambda found: " " * len(found[0]), sentence)
    found = sorted(
        (each.start(), seat)
        for seat, name in enumerate(players)
        for each in re.finditer(rf"(?<!\w){re.escape(name)}(?:['’]?s)?(?!\w)", sentence)
    )
    before = [seat for start, seat in found if start < place]
    behind = [seat for start, seat in found if start >= place]
    return before[-1] if before else behind[0] if behind else None
