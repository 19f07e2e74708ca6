"""Questions about a position or an evening, as functions of the package."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from os import PathLike

from msgspec import structs

from analyzer.answers.deals import DealsRequest, deals_in_hand
from analyzer.answers.deals import deals as fitting
from analyzer.answers.decide import DecideRequest
from analyzer.answers.decide import decide as decide_position
from analyzer.answers.everydeal import decided as decided_in_deals
from analyzer.answers.explain import Why, explained
from analyzer.answers.forced import ForcedOrNot, claimed, decided, searched
from analyzer.answers.moves import moves as all_moves
from analyzer.answers.records.replay import Replayed, played
from analyzer.answers.records.score import evening_of
from analyzer.answers.records.score import score as scored
from analyzer.answers.requests import ForcedRequest, Means, SolveRequest, game_played, limits_left
from analyzer.answers.solve import solve as solved
from analyzer.api.python.library import as_python
from analyzer.api.python.reading import checked
from analyzer.errors import TABLE_MB, LimitReached
from analyzer.evenings.model import Evening, EveningScore
from analyzer.knowledge.deals import Deals, Moment
from analyzer.knowledge.fitting import Fitting
from analyzer.position.bearing import bearing_ahead
from analyzer.position.model import Position
from analyzer.position.question import ForcingClaim
from analyzer.position.reading import LegalMoves
from analyzer.position.replay.model import Replay
from analyzer.position.replay.trick import Manner
from analyzer.position.setting import Line
from analyzer.pythonanswer import checked_arguments, kind_of
from analyzer.rules.score.goals import Goal
from analyzer.rules.spec.grounds import Grounds, open_options, silent_among
from analyzer.rules.spec.readings import explored
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.search.engine.engine import Engine
from analyzer.search.engine.reasons import Explained, LazyExtras
from analyzer.search.engine.results import Forced, ForcingAnswer, GoalAnswer, Limits, Solution
from analyzer.search.review.judgement import Told
from analyzer.search.solve.explain import forced_alone
from analyzer.search.worlds.results import Decision

# The yes or no alone: what goes with it is worked out when it is read, with what the limits left.


def decided_alone(position: Position, asked: ForcingClaim, request: ForcedRequest, means: Means) -> Forced:
    """The yes or no under every reading that makes another game, and the rest when it is read.

    `asked` is what is claimed of the position by the request, all of whose cards are known. If two games
    are answered otherwise it is the whole answer.
    Raises: LimitReached where a limit came before the answer.
    """
    if means.threads_per_search > 1 and position.pots is not None:
        # Its table serves what is read later as well.
        means = structs.replace(means, engine=means.engine_of(position.spec))
    if not open_options(position.rules):
        first = forced_alone(asked, means.limits, means.engine)
    else:

        def ask(rules: RuleSet) -> Forced:
            read = replace(position, rules=rules)
            return forced_alone(claimed(read, request), means.limits, means.engine)

        found = explored(position.rules, ask, game_played(position))
        if found.too_many or len({each.holds for each in found.possible}) != 1:
            return decided(position, request, means)
        first = found.first
    left = structs.replace(means, limits=limits_left(means.limits, first.nodes, first.seconds))
    return replace(first, beside=_defer_details(position, asked, request, left))


def _defer_details(
    position: Position, asked: ForcingClaim, request: ForcedRequest, means: Means
) -> LazyExtras[GoalAnswer]:
    def search_forced(*, line: bool, sets: bool) -> Forced:
        with suppress(LimitReached):
            return searched(position, asked, means, line=line, sets=sets)
        return Forced(holds=None, nodes=0, seconds=0.0)

    def grounds() -> Grounds:
        """Where the limits do not last to compare the readings it is the silent clauses."""
        with suppress(LimitReached):
            return decided(position, structs.replace(request, line=False), means).grounds
        return Grounds(silent_among(position.rules, bearing_ahead(position)))

    return LazyExtras(
        lambda: search_forced(line=True, sets=False).beside.line,
        lambda: search_forced(line=False, sets=True).answer,
        grounds,
    )


# Questions about a position or an evening, as functions of the package: see :mod:`analyzer`.
#
# Each answer is the result of the search, and prints like the command.


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
    """Return every answer about a position, or the requested parts.

    Tokens are counted from the position on. `goal` and `player` narrow the goals down. In games with sides
    `by` says who decides together, `sides` or `seats`. If a limit (`timeout` in seconds, `max_nodes`,
    `table_mb`) is reached, the solution holds what is known and lists the rest in `unfinished`. The number of
    `threads` changes no answer.

    If cards are not known, the goals cover every deal that fits, deal by deal in `found`; if more than
    `sample` (a thousand) deals fit, a sample of that size is drawn.

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
    """Decide if the players in `by` (if None, the player alone) force the player's goal: its `holds`.

    If both `goal` and `player` are None, the position's stipulation is the question. Otherwise a missing goal
    is the first goal of the game: the Ultimo, or the contract. A missing player is the player to move, or the
    only one who can reach the goal. In games with sides the player's whole side plays for the goal.

    If the answer depends on something that no source settles, `holds` is None, and the answer itself is
    neither true nor false: testing it raises a UsageError.

    `nodes` and `seconds` measure the search. Some parts are computed only when they are read: `line`, best
    play by both sides, written as in a position file; `sets`, the smallest sets of players that force the
    goal; and the grounds that the answer rests on. For a thousand positions or more, use :class:`Batch` or
    `forced_many`.

    Several `threads` search a long question together, over one table; their number changes no answer, only
    the `nodes`.

    If cards are not known, the answer covers every deal that fits: `holds` if it is the same in all of them,
    the `number` of deals with yes among the `answers`, the `deals` themselves, `one_plan`, and the cards it
    `turns_on`. If more than `sample` (a thousand) deals fit, a sample of that size is drawn, and the answer
    is not `exact`.

    Raises: UsageError for an unknown goal or player; LimitReached if a limit came before the answer.
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
    """Explain why the players in `by` (if None, the player alone) force the player's goal, or cannot.

    The answer `holds` like that of :func:`forced`. Its `plan` has lines for the players who succeed, and `by`
    names them. `mattered` lists the comparisons of cards that suffice for the plan, and `exchange_loses`
    those whose exchange loses. The plan is None if none was found within the limits.

    Raises: UsageError for an unknown goal or player; LimitReached if a limit came before the yes or no.
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
    """Replay a line of the position, or a :class:`~analyzer.position.setting.Line` made for it.

    If `line` is None, it is the only line of the file. If a player held the card that the rules forbid, play
    goes on with it, and it is among the `violations`.

    Raises: UsageError for an unknown line; IllegalMove, with the clause, for a move that ends the line, or,
    if `strict`, for any move that the rules forbid: it is an IllegalLine, and its `replay` is the line up to
    that move.
    """
    position = checked(position)
    found = played(position, line, Manner.STRICT if strict else Manner.AS_PLAYED)
    return as_python(found, Replayed(position, (Told(found),), found.grounds), found.players)


def moves(position: Position | str | PathLike[str]) -> LegalMoves:
    """Return the `legal` moves, and in `forbidden` the other cards with the clause that forbids each.

    Raises: UsageError if some hands are not given.
    """
    position = checked(position)
    answer = all_moves(position)
    found: LegalMoves = answer.found
    return as_python(found, answer, position.players)


def score(evening: str | PathLike[str] | Evening) -> EveningScore:
    """Score an evening: the session file at a path (`-` for standard input), or an evening that was read.

    The answer has the `hands` with what each paid or wrote, the `totals` by seat, what is `lying` on the
    table, and the `end`. :func:`analyzer.evenings.tally.loads` reads an evening from text.

    Raises: InvalidFile with every fault of the file; TypeError for anything that is not a path or an evening.
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
    """Return the deals that fit the position's `unseen`, or what a player knows at a moment of a line.

    With `seen_by` the evidence is everything that this player has seen and heard just before the card `at` is
    played. `at` is a trick and a card of it, such as (24, 2) or "24.2". The answer has a `count`, `listed()`,
    `sample(n, seed)`, the `evidence` with every fact, and the `clash` if no deal fits. For half-known hands
    (`?`, `c7|c4`) it has `count`, `listed()` and `sample(n, seed)`, which give positions.

    Raises: UsageError if nothing is unseen, or for an unknown line, player or moment.
    """
    position = checked(position)
    if position.has_unknown_cards and seen_by is None and line is None and at is None:
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
    """Value each legal card over all the worlds that the player to move cannot tell apart.

    The other players, a partner too, see all cards. They play each for their own tokens (`selfish`), or all
    together `against` the player. With `sample`, that many deals of the unseen cards are drawn, and nothing
    is exact. The answer has the `cards` with `expected`, `worst`, chances, an outcome for every world and
    whether they are proper, `best_by` an aim, the `proper` cards, and `break_even`. Parts left undone by
    limits are in `unfinished`.

    Raises: UsageError for an unknown way to play, or a position that cannot be decided in this way.
    """
    position = checked(position)
    request = DecideRequest(opponents=opponents, sample=sample, seed=seed)
    answer = decide_position(position, request, _means(timeout, max_nodes, table_mb, threads=threads))
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
