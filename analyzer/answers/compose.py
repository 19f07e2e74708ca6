"""The answers of `compose`: problems that were found, and the properties to choose from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

from msgspec import field, structs

from analyzer.answers.answer import Answer, OfPosition, Settled
from analyzer.answers.values import LimitsView
from analyzer.errors import INTERRUPTED, LimitReached, UsageError, reason_of
from analyzer.fileio import write_file
from analyzer.frozenrecord import Record
from analyzer.messages import (
    ENGLISH,
    LineWord,
    Message,
    Name,
    Verbatim,
    Whose,
    Word,
    both,
    either,
    listed,
    quoted,
    say,
    say_many,
    word_alone,
)
from analyzer.position.files.writing import dumps
from analyzer.position.model import Position
from analyzer.position.question import ForcingClaim, PositionQuestion, stipulated
from analyzer.rules.actions import line_words
from analyzer.rules.score.goals import Aim, Goal, read_goal
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import in_form
from analyzer.search.compose.compose import Examination, Problem, SameCards, wanted
from analyzer.search.compose.compose import compose as search
from analyzer.search.compose.compose import examine as examined
from analyzer.search.compose.properties import OF_SIDES, WANTS, Want, Wish, wants_of
from analyzer.search.engine.results import Limits
from analyzer.views.base import UNSET, Meta, UnsetType, View
from analyzer.views.why import QuestionView, WhyView, reason_view
from analyzer.words.blocks import FileText, Grid, Phrase, Said, Tone, part
from analyzer.words.plans import plan_message
from analyzer.words.verdicts import play_message


class ProblemView(View, frozen=True):
    """A composed ending, with its key card and the text of its position file."""

    file: str | None
    title: str | None
    teaches: str | None
    key: Annotated[str, Meta(description="The key: the card that solves the problem.")]
    tries: Annotated[int, Meta(ge=1, description="Number of endings examined.")]
    text: Annotated[str, Meta(description="The text of the position file.")]
    plan: Annotated[WhyView, Meta(description="The plan that solves the problem.")] | UnsetType = UNSET
    lines: (
        Annotated[int, Meta(ge=0, description="Number of lines in the plan, a measure of difficulty.")]
        | UnsetType
    ) = UNSET


class ComposeAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/compose/1"):
    """Endings with a property."""

    want: Annotated[str, Meta(description="The property.")]
    problems: list[ProblemView]
    limits: LimitsView


class SameCardsView(View, frozen=True):
    """A card as a line writes it, and the cards equivalent to it."""

    card: str
    equals: list[str]


class DualView(View, frozen=True):
    """A decision after the key at which several cards work and others do not."""

    after: Annotated[list[str], Meta(description="The moves before this decision, starting with the key.")]
    player: str
    cards: list[SameCardsView]


class ExamineAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/examine/1"):
    """The soundness of a problem, and the points a composer would improve."""

    question: QuestionView
    wins: Annotated[
        bool,
        Meta(description="True if the mover has to reach the goal; false if the mover has to prevent it."),
    ]
    sound: Annotated[bool, Meta(description="True if exactly one card works and another card does not.")]
    keys: list[SameCardsView]
    tries: Annotated[list[SameCardsView], Meta(description="The cards that do not work.")]
    duals: list[DualView]
    spare: Annotated[
        list[list[str]] | None,
        Meta(description="Cards that might be left out, one of each hand; null if this is not tested."),
    ]
    limits: LimitsView


class WantView(View, frozen=True):
    """A property that a problem can have."""

    want: str
    title: str
    text: str


class WantsAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/wants/1"):
    """The properties to choose from."""

    wants: list[WantView]


def examine_view(position: Position, claimed: ForcingClaim, found: Examination) -> ExamineAnswer:
    """Return the answer of `compose --check`."""
    names = position.players
    return ExamineAnswer(
        question=QuestionView(goal=str(claimed.goal), player=names[claimed.seat]),
        wins=found.wins,
        sound=found.sound,
        keys=[_choice(each) for each in found.keys],
        tries=[_choice(each) for each in found.tries],
        duals=[
            DualView(
                line_words(each.after, names),
                names[each.player],
                [_choice(choice) for choice in each.choices],
            )
            for each in found.duals
        ],
        spare=None if found.spare is None else [[str(card) for card in cards] for cards in found.spare],
        limits=LimitsView(
            complete=found.reason is None, reason=UNSET if found.reason is None else str(found.reason)
        ),
    )


def _choice(choice: SameCards) -> SameCardsView:
    return SameCardsView(str(choice.move), [str(card) for card in choice.equals])


def wants_view(wants: Mapping[str, Want]) -> WantsAnswer:
    """Return the answer of `compose list`."""
    return WantsAnswer(
        wants=[WantView(name, str(want.title), str(want.meaning)) for name, want in wants.items()]
    )


def _lines(problem: Problem) -> int | UnsetType:
    solution = problem.solution
    return UNSET if solution is None or solution.found.plan is None else solution.found.plan.length


def compose_view(
    want: str, problems: Sequence[Problem], files: Sequence[str] | None, reason: str | None
) -> ComposeAnswer:
    """Return the answer of `compose`."""
    found = [
        ProblemView(
            None if files is None else files[place],
            problem.position.title,
            problem.position.teaches,
            problem.key,
            problem.tries,
            dumps(problem.position),
            reason_view(problem.solution, problem.position.players),
            _lines(problem),
        )
        for place, problem in enumerate(problems)
    ]
    limits = LimitsView(complete=reason is None, reason=UNSET if reason is None else reason)
    return ComposeAnswer(want=want, problems=found, limits=limits)


class ComposeRequest(Record, frozen=True, kw_only=True):
    """The wanted property, the length and number of the endings, and the place for their files."""

    want: str
    ruleset: str = "danish"
    seats: int | None = None
    """The number of players; None is the first form of the rule set."""
    goal: str | None = None
    """The goal in a game of card points; None is the contract, or the first goal of the game."""
    tricks: int = 3
    count: int = 1
    seed: int = 0
    tries: int = 20_000
    key: str | None = None
    """The wanted kind of key, such as `low trump`."""
    holders: tuple[str, ...] = ()
    """The required holders of cards, each such as `B:T1`."""
    title: str | None = None
    """The title of the problems; None is the property."""
    folder: Path | None = None
    """The folder for a file of each problem; or the file of the only one."""
    limits: Limits = field(default_factory=Limits)
    lang: str = ENGLISH
    """The language of titles, lessons, and the names of lines."""


class Composed(Answer, Record, frozen=True):
    """The answer of `compose`."""

    request: ComposeRequest
    problems: tuple[Problem, ...]
    files: tuple[str, ...] | None
    reason: Message | None
    """The reason that there are fewer than wanted; None if there are not."""
    unwritten: Message | None = None
    """The reason that the folder did not take the files; None if it did."""

    @property
    def settled(self) -> Settled:
        return Settled.YES if len(self.problems) == self.request.count else Settled.OPEN

    def view(self) -> ComposeAnswer:
        return compose_view(self.request.want, self.problems, self.files, self.reason)

    @property
    def says(self) -> Said:
        return composed_blocks(self.view(), self.problems, self.reason)


class ExaminedProblem(OfPosition, Record, frozen=True):
    """The answer of `compose --check`: the soundness of a problem, and its possible improvements."""

    position: Position
    claimed: ForcingClaim
    found: Examination

    @property
    def settled(self) -> Settled:
        if self.found.reason is not None:
            return Settled.OPEN
        return Settled.YES if self.found.sound else Settled.NO

    def view(self) -> ExamineAnswer:
        return examine_view(self.position, self.claimed, self.found)

    @property
    def says(self) -> Said:
        return examined_blocks(self.position, self.claimed, self.found)


def examine(
    position: Position, goal: Goal | str | None, player: str | int | None, limits: Limits
) -> ExaminedProblem:
    """Check if a problem is sound; without a goal, its stipulation is the question.

    Raises: UsageError if no question can be read; LimitReached before its keys are known.
    """
    asking = PositionQuestion.from_position(position)
    if goal is None and player is None:
        seat, read = stipulated(position, position.stipulation) or _unread(position)
    else:
        read = asking.goal(goal)
        seat = asking.owner(read, position.table.to_move if player is None else player)
    others = [each for each in range(len(position.players)) if each != seat]
    claim = asking.claim(read, seat, others if read == Goal.BAGUD else None)
    return ExaminedProblem(position, claim, examined(position, claim, limits))


def _unread(position: Position) -> tuple[int, Goal]:
    if position.stipulation is None:
        told = say("the position has no stipulation")
    else:
        told = say(
            "the stipulation asks about no one player's goal: {text}", text=quoted(position.stipulation)
        )
    raise UsageError(told, say("expected --goal and --for, or a sentence such as `Can A force the Ultimo?`"))


class Wants(Answer, Record, frozen=True):
    """The answer of `compose list`: the properties to choose from in a game."""

    known: Mapping[str, Want] = field(default_factory=lambda: WANTS)

    @classmethod
    def from_ruleset(cls, ruleset: str) -> Wants:
        """Return the properties for a rule set. Raises: UsageError for an unknown rule set."""
        return cls(wants_of(load_ruleset(ruleset)))

    @property
    def settled(self) -> Settled:
        return Settled.YES

    def view(self) -> WantsAnswer:
        return wants_view(self.known)

    @property
    def says(self) -> Said:
        return wants_blocks(self.known)


def compose(request: ComposeRequest) -> Composed:
    """Find problems at random, audit them, and write them if a folder is named.

    Raises: UsageError for an unknown property or rule set, or for a property that no ending of so few tricks
    has.
    """
    composed: list[Problem] = []
    if request.folder is not None and request.count > 1 and _is_file(request.folder):
        raise UsageError(say("several problems need -o FOLDER: a position file holds one"))
    found = problems(request)
    reason: Message | None = None
    try:
        for problem in islice(found, request.count):
            composed.append(problem)  # noqa: PERF402 - what was found before a limit is kept
    except LimitReached as stop:
        reason = stop.reason
    except KeyboardInterrupt:
        reason = INTERRUPTED
    else:
        if len(composed) < request.count:
            reason = say("no more were found in {tries} {tries:ending/endings}", tries=request.tries)
    answer = Composed(request, tuple(composed), None, reason)
    return answer if request.folder is None else _written(answer, request.folder)


def problems(request: ComposeRequest) -> Iterator[Problem]:
    """Yield the problems one by one. Raises: UsageError as :func:`compose`; LimitReached."""
    rules = load_ruleset(request.ruleset)
    rules = rules if request.seats is None else in_form(rules, request.seats)
    told: dict[str, Any] = {
        "tricks": request.tricks,
        "seed": request.seed,
        "tries": request.tries,
        "limits": request.limits,
        "lang": request.lang,
        "wish": Wish.from_words(request.key, request.holders),
        "title": request.title,
    }
    if rules.game.pots is not None:
        if request.goal is not None:
            raise UsageError(say("--goal is for games of card points"))
        sought: Want = wanted(request.want, WANTS)
        return search(rules, request.want, sought, **told)
    goal = None if request.goal is None else read_goal(request.goal)
    if request.goal is not None and (goal is None or goal == Goal.BAGUD):
        known = listed(Verbatim(each.value) for each in Aim if each is not Aim.BAGUD)
        raise UsageError(
            say("unknown goal {goal}", goal=quoted(request.goal)),
            say("expected one of {known}", known=known),
        )
    sought = replace(wanted(request.want, OF_SIDES), goal=goal)
    return search(rules, request.want, sought, **told)


def _is_file(output: Path) -> bool:
    """Return True if a name is that of one position file, and not of a folder."""
    return output.suffix in (".yaml", ".yml") and not output.is_dir()


def _written(answer: Composed, folder: Path) -> Composed:
    """Return the answer with a file name for each problem, or the reason that writing failed."""
    names = []
    try:
        (folder.parent if _is_file(folder) else folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = say("cannot write into {folder}: {why}", folder=Verbatim(folder), why=reason_of(error))
        return structs.replace(answer, unwritten=why)
    for each in answer.problems:
        path = folder / f"{each.want}-{each.position.tricks_left}-{each.seed}-{each.tries}.yaml"
        path = folder if _is_file(folder) else path
        unwritten = write_file(path, dumps(each.position))
        if unwritten is not None:
            return structs.replace(answer, unwritten=unwritten)
        names.append(str(path))
    return structs.replace(answer, files=tuple(names))


SHOWN = 5
"""The largest number of duals, and of cards to spare, in a text."""


def examined_blocks(position: Position, claimed: ForcingClaim, found: Examination) -> Said:
    """Return the soundness of the problem, then its tries, its duals, and the cards to spare."""
    more: list[Phrase] = []
    if found.keys and found.tries:
        more.append(Phrase(say("Fails: {cards}", cards=both(_cards(found.tries)))))
    if found.sound and found.reason is None:
        more += [*_duals(position, found), *_spare(position, found)]
    if found.reason is not None:
        told = say("The play after the key was not fully examined: {reason}.", reason=found.reason)
        more.append(Phrase(told, "warn"))
    tone: Tone = "good" if found.sound else "bad"
    sound = Phrase(_sound(position, claimed, found), tone)
    return (*part("headline", [sound]), *part("paragraph", more, close=True))


def _sound(position: Position, claimed: ForcingClaim, found: Examination) -> Message:
    words: dict[str, Word] = {
        "cards": both(_cards(found.keys)),
        "whose": Whose(position.players[claimed.seat]),
        "goal": claimed.goal.named,
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
    """Return the cards, with their equals."""
    words = [[str(each.move), *map(str, each.equals)] for each in choices]
    return [LineWord(word) for each in words for word in each]


def _duals(position: Position, found: Examination) -> Iterator[Phrase]:
    """Yield the places after the key where there is a choice."""
    if not found.duals:
        yield Phrase(say("No duals after the key: wherever a card fails, exactly one card works."))
        return
    number = len(found.duals)
    yield Phrase(
        say_many("Behind the key there is {number} dual:", "Behind the key there are {number} duals:", number)
    )
    for each in found.duals[:SHOWN]:
        told = say(
            "{line}: {player} can play {cards}",
            line=play_message(position.table, each.after, position.players),
            player=Name(position.players[each.player]),
            cards=either(_cards(each.choices)),
        )
        yield Phrase(told, level=1)


def _spare(position: Position, found: Examination) -> Iterator[Phrase]:
    """Yield the cards that the problem does not need."""
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


def wants_blocks(wants: Mapping[str, Want]) -> Said:
    """Return the properties to choose from, each with its description."""
    rows = ((word_alone(Verbatim(name)), want.meaning) for name, want in wants.items())
    return (Grid((), tuple(rows), "<="),)


def composed_blocks(answer: ComposeAnswer, problems: Sequence[Problem], reason: Message | None) -> Said:
    """Return the position file with its solution as comments, or the names of the files that were written.

    Names are alone on their lines, for scripts, that of a booklet once; the reason why there are not more of
    them is a comment.
    """
    names = dict.fromkeys(each.file for each in answer.problems if each.file is not None)
    told = [FileText(f"{name}\n") for name in names]
    for each, problem in zip(answer.problems, problems, strict=True):
        if each.file is None:
            plan = plan_message(problem.solution, problem.position.players)
            told.append(FileText(each.text, () if plan is None else (plan,)))
    return (*told, *([] if reason is None else [FileText("", (reason,))]))
