"""What Python asks about a position and an evening, as functions of the package: see :mod:`analyzer`.

Each answer is what the search found, and tells itself as the command does.
"""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike

from analyzer.answers.deals import DealsRequest, deals_in_hand
from analyzer.answers.deals import deals as fitting
from analyzer.answers.decide import DecideRequest
from analyzer.answers.decide import decide as decided
from analyzer.answers.everydeal import decided as decided_in_deals
from analyzer.answers.explain import Why, explained
from analyzer.answers.forced import ForcedOrNot, claimed
from analyzer.answers.moves import moves as all_moves
from analyzer.answers.replay import Replayed, played
from analyzer.answers.requests import ForcedRequest, Means, SolveRequest
from analyzer.answers.score import evening_of
from analyzer.answers.score import score as scored
from analyzer.answers.solve import solve as solved
from analyzer.api.python.alone import decided_alone
from analyzer.api.python.answers import as_python
from analyzer.api.python.reading import checked
from analyzer.arguments import checked_arguments, kind_of
from analyzer.errors import TABLE_MB
from analyzer.evenings.model import Evening, EveningScore
from analyzer.knowledge.deals import Deals, Moment
from analyzer.knowledge.fitting import Fitting
from analyzer.position.asked import ForcingClaim
from analyzer.position.model import Position
from analyzer.position.moves import LegalMoves
from analyzer.position.replay.model import Replay
from analyzer.position.replay.trick import Manner
from analyzer.position.setting import Line
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.engine import Engine
from analyzer.search.engine.reasons import Explained
from analyzer.search.engine.results import ForcingAnswer, Limits, Solution
from analyzer.search.review.told import Told
from analyzer.search.worlds.results import Decision


@checked_arguments
def solve(
    position: Position | str | PathLike[str],
    *,
    goals: bool = True,
    tokens: bool = True,
    goal: Goal | str | None = None,
    player: str | int | None = None,
    by: str | None = None,
    cards: bool = True,
    timeout: float | None = None,
    max_nodes: int | None = None,
    table_mb: int = TABLE_MB,
    engine: Engine | None = None,
    threads: int = 1,
    sample: int | None = None,
    seed: int = 0,
) -> Solution:
    """Every answer about a position, or the parts asked for; tokens are those from the position on.

    `goal` and `player` narrow the goals down. In games with sides `by` says who decides as one, `sides` or
    `seats`. Where a limit (`timeout` in seconds, `max_nodes`,
    `table_mb`) is reached, what is known is in the solution and the rest in its `unfinished`. The
    number of `threads` changes no answer.

    Where cards are not known the goals are those of every deal that fits, deal by deal in its `found`; of
    more than `sample` (a thousand) so many are drawn.

    Raises: UsageError for an unknown goal or player, or a position that cannot be searched.
    """
    position = checked(position)
    request = SolveRequest(
        goals=goals, tokens=tokens, goal=goal, player=player, cards=cards, by=by, sample=sample, seed=seed
    )
    answer = solved(position, request, _means(timeout, max_nodes, table_mb, engine, threads))
    return as_python(answer.solution, answer, position.players)


@checked_arguments
def forced(
    position: Position | str | PathLike[str],
    goal: Goal | str | None = None,
    player: str | int | None = None,
    by: str | int | Iterable[str | int] | None = None,
    *,
    timeout: float | None = None,
    max_nodes: int | None = None,
    table_mb: int = TABLE_MB,
    engine: Engine | None = None,
    threads: int = 1,
    sample: int | None = None,
    seed: int = 0,
) -> ForcingAnswer:
    """Whether the players in `by` (the player alone, where None) force the player's goal: its `holds`.

    The goal is the first that the game has where None: the Ultimo, or the contract. In games with sides the
    player's whole side plays for it.
    Where no source settles what the answer hangs on, `holds` is None, and the answer itself is neither true
    nor false: to ask raises a UsageError.
    The player is who is to play where None. `nodes` and `seconds` are what the search used. Worked
    out only when they are read are `line`, play with both sides at their best in the words of a position
    file, `sets`, the smallest sets of players that force the goal, and what the answer rests on. For a
    thousand positions and more there are :class:`Batch` and `forced_many`.

    So many `threads` search a long question together, over one table; their number changes no answer, only
    the `nodes`.

    Where cards are not known the answer is of every deal that fits: `holds` where it is the same in all, in
    how many it is yes as `number` of the `answers`, the `deals` themselves, `one_plan`, and the cards it
    `turns_on`. Where more than `sample` fit (a thousand), so many are drawn, and it is not `exact`.

    Raises: UsageError for an unknown goal or player; LimitReached where a limit came before the answer.
    """
    position = checked(position)
    request = ForcedRequest(goal=goal, player=player, by=by, sample=sample, seed=seed)
    means = _means(timeout, max_nodes, table_mb, engine, threads)
    if position.many:
        everywhere, over = decided_in_deals(position, request, means)
        return as_python(over, everywhere, position.players)
    asked = claimed(position, request)
    found = decided_alone(position, asked, request, means)
    return as_python(
        found, ForcedOrNot(position, asked, found), position.players, _yes_or_no(position, asked, found.holds)
    )


@checked_arguments
def explain(
    position: Position | str | PathLike[str],
    goal: Goal | str | None = None,
    player: str | int | None = None,
    by: str | int | Iterable[str | int] | None = None,
    *,
    timeout: float | None = None,
    max_nodes: int | None = None,
    table_mb: int = TABLE_MB,
    engine: Engine | None = None,
) -> Explained:
    """Why the players in `by` (the player alone, where None) force the player's goal, or others prevent it.

    The answer `holds` as that of :func:`forced`; its `plan` has lines for those who get their way, `by` who
    they are, `mattered` the comparisons of cards that suffice for it, and `exchange_loses` those whose
    exchange loses. The plan is None where none was found within the limits.

    Raises: UsageError for an unknown goal or player; LimitReached where a limit came before the yes or no.
    """
    position = checked(position)
    request = ForcedRequest(goal=goal, player=player, by=by)
    found = explained(position, request, _means(timeout, max_nodes, table_mb, engine))
    asked = claimed(position, request)
    return as_python(
        found, Why(position, asked, found), position.players, _yes_or_no(position, asked, found.holds)
    )


def replay(
    position: Position | str | PathLike[str], line: Line | str | None = None, *, strict: bool = False
) -> Replay:
    """A line of the position, or a :class:`~analyzer.position.setting.Line` made for it, replayed.

    None is the only line of the file. A card that the rules forbid and its player held is played on as it was
    played, and is among the `violations`.

    Raises: UsageError for an unknown line; IllegalMove, with the clause, for a move that ends the line, where
    it is `strict` for any that the rules forbid: it is an IllegalLine, and has the line up to that move as
    its `replay`.
    """
    position = checked(position)
    found = played(position, line, Manner.STRICT if strict else Manner.AS_PLAYED)
    return as_python(found, Replayed(position, (Told(found),), found.grounds), found.players)


def moves(position: Position | str | PathLike[str]) -> LegalMoves:
    """What may be played now: `legal`, and in `forbidden` each other card of the hand with the clause.

    Raises: UsageError where some hands are not told.
    """
    position = checked(position)
    answer = all_moves(position)
    found: LegalMoves = answer.found
    return as_python(found, answer, position.players)


def score(evening: str | PathLike[str] | Evening) -> EveningScore:
    """The score of an evening: of the session file at a path, `-` for standard input, or one that was read.

    The answer has the `hands` with what each paid or wrote, the `totals` by seat, what is `lying` on the
    table, and the `end`. By :func:`analyzer.evenings.files.loads` an evening is read from text.

    Raises: InvalidFile with every fault of the file; TypeError for what is no path and no evening.
    """
    if isinstance(evening, str | PathLike):
        evening = evening_of(str(evening))
    if not isinstance(evening, Evening):
        raise TypeError(f"score takes the path of a session file or an evening, not {kind_of(evening)}")
    answer = scored(evening)
    return as_python(answer.score, answer, evening.players)


def deals(
    position: Position | str | PathLike[str],
    *,
    line: Line | str | None = None,
    at: Moment | str | None = None,
    seen_by: str | int | None = None,
) -> Deals | Fitting:
    """The deals that fit what the position's `unseen` says, or what a player knows at a moment of a line.

    With `seen_by` it is what that player has seen and heard just before the card `at` is played, a trick
    and a card of it such as (24, 2) or "24.2". The answer has a `count`, `listed()`, `sample(n, seed)`, the
    `evidence` with every fact, and the `clash` where no deal fits. Of half-known hands (`?`, `c7|c4`) it has
    `count`, `listed()` and `sample(n, seed)`, positions each.

    Raises: UsageError where nothing is unseen, or for an unknown line, player or moment.
    """
    position = checked(position)
    if position.of_unknown_cards and seen_by is None and line is None and at is None:
        known = deals_in_hand(position)
        return as_python(known.found, known, position.players)
    answer = fitting(position, DealsRequest(line=line, at=at, seen_by=seen_by))
    return as_python(answer.deals, answer, position.players)


@checked_arguments
def decide(
    position: Position | str | PathLike[str],
    *,
    opponents: str = "selfish",
    sample: int | None = None,
    seed: int = 0,
    threads: int = 1,
    timeout: float | None = None,
    max_nodes: int | None = None,
    table_mb: int = TABLE_MB,
) -> Decision:
    """One card for all the worlds that the player to move cannot tell apart: what each comes to.

    The others see all cards and play each for his own tokens (`selfish`) or all together `against` the
    player. With `sample` so many deals of the unseen cards are drawn, and nothing is exact. The answer has
    the `cards` with `expected`, `worst`, chances, an outcome for every world and whether they are proper,
    `best_by` an aim, the `proper` ones, and `break_even`; what limits left undone is in `unfinished`.

    Raises: UsageError for an unknown way to play, or a position that cannot be decided so.
    """
    position = checked(position)
    request = DecideRequest(opponents=opponents, sample=sample, seed=seed)
    answer = decided(position, request, _means(timeout, max_nodes, table_mb, threads=threads))
    return as_python(answer.decision, answer, position.players)


def _yes_or_no(position: Position, asked: ForcingClaim, holds: bool | None) -> str:  # noqa: FBT001
    word = "open" if holds is None else "yes" if holds else "no"
    return f"{position.players[asked.seat]} {asked.goal}: {word}"


def _means(
    timeout: float | None,
    max_nodes: int | None,
    table_mb: int,
    engine: Engine | None = None,
    threads: int = 1,
) -> Means:
    return Means(Limits(max_nodes, timeout, table_mb), engine, threads)
