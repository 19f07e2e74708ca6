"""Endings with a wanted property, as position files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import field, structs

from analyzer.api.answer import Answer, OfPosition, Settled
from analyzer.api.files.writing import write_file
from analyzer.errors import INTERRUPTED, LimitReached, UsageError, reason_of
from analyzer.frozenrecord import Record
from analyzer.messages import ENGLISH, Message, Verbatim, listed, quoted, say
from analyzer.position.asked import Asking, ForcingClaim, stipulated
from analyzer.position.files.writing import dumps
from analyzer.position.model import Position
from analyzer.report.text.compose import composed_said, examined_said, wants_said
from analyzer.report.view.compose import (
    ComposeAnswer,
    ExamineAnswer,
    WantsAnswer,
    compose_view,
    examine_view,
    wants_view,
)
from analyzer.rules.score.goals import Aim, Goal, read_goal
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import in_form
from analyzer.search.compose.checking import Examination
from analyzer.search.compose.checking import examine as examined
from analyzer.search.compose.compose import Problem, wanted
from analyzer.search.compose.compose import compose as search
from analyzer.search.compose.decides import OF_SIDES
from analyzer.search.compose.properties import WANTS, wants_of
from analyzer.search.compose.want import Want
from analyzer.search.compose.wish import Wish
from analyzer.search.engine.results import Limits
from analyzer.words.blocks import Said


class ComposeRequest(Record, frozen=True, kw_only=True):
    """Which property, how long the endings are, how many of them, and where they are written."""

    want: str
    ruleset: str = "danish"
    seats: int | None = None
    """How many play; None is the first form of the rule set."""
    goal: str | None = None
    """What is decided, in a game of card points; None is the contract, or the first goal of the game."""
    tricks: int = 3
    count: int = 1
    seed: int = 0
    tries: int = 20_000
    key: str | None = None
    """What the key is to be, such as `low trump`."""
    holders: tuple[str, ...] = ()
    """Who is to hold what, each such as `B:T1`."""
    title: str | None = None
    """What heads the problems; None is the property."""
    folder: Path | None = None
    """Where a file is written for each; or the file of the only one."""
    limits: Limits = field(default_factory=Limits)
    lang: str = ENGLISH
    """The language of titles, of what is taught, and of the names of lines."""


class Composed(Answer, Record, frozen=True):
    """The answer of `compose`."""

    request: ComposeRequest
    problems: tuple[Problem, ...]
    files: tuple[str, ...] | None
    reason: Message | None
    """Why there are not as many as wanted, if there are not."""
    unwritten: Message | None = None
    """Why the folder did not take the files, if it did not."""

    @property
    def settled(self) -> Settled:
        return Settled.YES if len(self.problems) == self.request.count else Settled.OPEN

    def view(self) -> ComposeAnswer:
        return compose_view(self.request.want, self.problems, self.files, self.reason)

    @property
    def says(self) -> Said:
        return composed_said(self.view(), self.problems, self.reason)


class ExaminedProblem(OfPosition, Record, frozen=True):
    """The answer of `compose --check`: whether a problem is sound, and what a composer would mend."""

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
        return examined_said(self.position, self.claimed, self.found)


def examine(
    position: Position, goal: Goal | str | None, player: str | int | None, limits: Limits
) -> ExaminedProblem:
    """Whether a problem is sound: what it asks by its stipulation, where no goal is named.

    Raises: UsageError where it asks nothing that can be read; LimitReached before its keys are known.
    """
    asking = Asking.of(position)
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
        told = say("the stipulation names no goal of the game: {text}", text=quoted(position.stipulation))
    raise UsageError(told, say("expected --goal and --for, or a sentence such as `Can A force the Ultimo?`"))


class Wants(Answer, Record, frozen=True):
    """The answer of `compose list`: the properties that can be asked for in a game."""

    known: Mapping[str, Want] = field(default_factory=lambda: WANTS)

    @classmethod
    def of(cls, ruleset: str) -> Wants:
        """Raises: UsageError for an unknown rule set."""
        return cls(wants_of(load_ruleset(ruleset)))

    @property
    def settled(self) -> Settled:
        return Settled.YES

    def view(self) -> WantsAnswer:
        return wants_view(self.known)

    @property
    def says(self) -> Said:
        return wants_said(self.known)


def compose(request: ComposeRequest) -> Composed:
    """The problems found by chance and audited, and written where a folder is named.

    Raises: UsageError for an unknown property or rule set, and for one that no ending of so few tricks has.
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
            reason = say("no more were found in {tries} endings", tries=request.tries)
    answer = Composed(request, tuple(composed), None, reason)
    return answer if request.folder is None else _written(answer, request.folder)


def problems(request: ComposeRequest) -> Iterator[Problem]:
    """The problems one by one. Raises: UsageError as :func:`compose`; LimitReached."""
    rules = load_ruleset(request.ruleset)
    rules = rules if request.seats is None else in_form(rules, request.seats)
    told: dict[str, Any] = {
        "tricks": request.tricks,
        "seed": request.seed,
        "tries": request.tries,
        "limits": request.limits,
        "lang": request.lang,
        "wish": Wish.of(request.key, request.holders),
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
            say("there is no goal {goal}", goal=quoted(request.goal)),
            say("expected one of {known}", known=known),
        )
    sought = replace(wanted(request.want, OF_SIDES), goal=goal)
    return search(rules, request.want, sought, **told)


def _is_file(output: Path) -> bool:
    """Whether a name is that of one position file, and not of a folder."""
    return output.suffix in (".yaml", ".yml") and not output.is_dir()


def _written(answer: Composed, folder: Path) -> Composed:
    """The answer with the names of the files, one for each problem, or why they could not be written."""
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
