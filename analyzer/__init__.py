"""Settles Danish Tarok arguments with proof: who could force the Ultimo, what was legal, what everyone pays.

>>> import analyzer
>>> position = analyzer.load("positions/prop1.yaml")
>>> analyzer.forced(position, goal="ultimo", player="A", by={"B"}).holds
True

A position is a board to play on. It never changes: `after` gives the next one, and `legal` what may be done.

>>> [str(action) for action in position.legal()]
['hR', 'd9']
>>> position.after("d9").after("c7")
<Position danish, A to play, 2 tricks left: A dR T7 / B hR / C c2>
>>> [str(action) for action, then in position.play("B leads the king")]
['hR', 'c2', 'T7', 'dR', 'd9', 'c7']

`print(position)` draws the table, and a notebook shows it; `help(analyzer.Position)` tells the rest. What the
rules forbid is refused with the clause, and what cannot be with every fault:

>>> position.after("c7")
Traceback (most recent call last):
...
analyzer.errors.IllegalMove: trick 24, 2 left: C holds c7, but it is B to lead; legal: hR d9

A position may be made from the keys of a position file, and be told as one again; whatever the command line
answers is a function here: disputes are settled by :func:`check`, rules read by :func:`rules` and proved by
:func:`verify`, certificates made and played by :func:`certificate` and :func:`certify`.

>>> made = analyzer.Position(hands={"A": "dR T7", "B": "hR d9", "C": "c7 c2"}, lead="B")
>>> analyzer.certify(analyzer.certificate(made, player="A", by="B")).proven
True
>>> analyzer.loads(made.to_yaml()) == made
True

Everything raised on purpose is a :class:`TarokError`.

Every answer tells what it rests on: `rests_on`, the clauses that their source is silent of, and `unsettled`,
the disputed ones that no variant chooses, with what is answered under each of their `readings`.

Players are named by their names or by their seats (0, 1, 2 in order of play). Everything here may be
called from several threads. What is heavy, such as reading files and the search, is imported when it is
first used.
"""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analyzer.api.library import (
        audit,
        certificate,
        certify,
        check,
        compare,
        compose,
        graph,
        rules,
        schema,
        template,
        verify,
    )
    from analyzer.api.many.arrays import CardsMany, ForcedMany, ValuesMany
    from analyzer.api.many.batches import Batch, forced_many
    from analyzer.api.requests import Means
    from analyzer.api.verify import Verified
    from analyzer.cards.card import Card, Suit
    from analyzer.certify.certificate import Certificate
    from analyzer.certify.checker import CertificateVerdict
    from analyzer.claims.compare import Comparison
    from analyzer.disputes.findings import Finding
    from analyzer.disputes.model import Dispute
    from analyzer.errors import (
        CardError,
        Fault,
        IllegalMove,
        InvalidFile,
        InvalidPosition,
        LimitReached,
        TarokError,
        UsageError,
        Where,
    )
    from analyzer.evenings.model import Evening, EveningScore
    from analyzer.knowledge.deals import Deals, Moment
    from analyzer.position.model import Position
    from analyzer.position.replay.model import Replay
    from analyzer.position.setting import Line
    from analyzer.rules.actions import Action
    from analyzer.rules.score.goals import Goal
    from analyzer.rules.spec.ruleset import RuleSet
    from analyzer.rules.verdicts import Verdict
    from analyzer.search.compose.compose import Problem
    from analyzer.search.engine.engine import Engine
    from analyzer.search.engine.reasons import Explained
    from analyzer.search.engine.results import Forced, Solution
    from analyzer.search.review.told import Told
    from analyzer.search.worlds.results import Decision

__all__ = [
    "Action", "Batch", "Card", "CardError", "CardsMany", "Certificate", "CertificateVerdict", "Comparison",
    "Deals", "Decision", "Dispute", "Evening", "EveningScore", "Explained", "Fault", "Finding", "Forced",
    "ForcedMany", "Goal", "IllegalMove", "InvalidFile", "InvalidPosition", "LimitReached", "Line",
    "Position", "Problem", "Replay", "RuleSet", "Solution", "Suit",
    "TarokError", "Told", "UsageError", "ValuesMany", "Verdict", "Verified", "Where", "__version__", "audit",
    "certificate", "certify", "check", "compare", "compose", "deals", "decide", "explain", "forced",
    "forced_many", "graph", "legal", "load", "loads", "replay", "rules", "schema", "score", "solve",
    "template", "verify",
]  # fmt: skip

_LATER = {
    "Action": "analyzer.rules.actions",
    "Batch": "analyzer.api.many.batches",
    "Card": "analyzer.cards.card",
    "CardsMany": "analyzer.api.many.arrays",
    "Certificate": "analyzer.certify.certificate",
    "CertificateVerdict": "analyzer.certify.checker",
    "Comparison": "analyzer.claims.compare",
    "Deals": "analyzer.knowledge.deals",
    "Decision": "analyzer.search.worlds.results",
    "Dispute": "analyzer.disputes.model",
    "Evening": "analyzer.evenings.model",
    "EveningScore": "analyzer.evenings.model",
    "Explained": "analyzer.search.engine.reasons",
    "Finding": "analyzer.disputes.findings",
    "Forced": "analyzer.search.engine.results",
    "ForcedMany": "analyzer.api.many.arrays",
    "Goal": "analyzer.rules.score.goals",
    "Line": "analyzer.position.setting",
    "Position": "analyzer.position.model",
    "Problem": "analyzer.search.compose.compose",
    "Replay": "analyzer.position.replay.model",
    "RuleSet": "analyzer.rules.spec.ruleset",
    "Solution": "analyzer.search.engine.results",
    "Suit": "analyzer.cards.card",
    "Told": "analyzer.search.review.told",
    "ValuesMany": "analyzer.api.many.arrays",
    "Verdict": "analyzer.rules.verdicts",
    "Verified": "analyzer.api.verify",
    "forced_many": "analyzer.api.many.batches",
    **dict.fromkeys(
        ("CardError", "Fault", "IllegalMove", "InvalidFile", "InvalidPosition", "LimitReached", "TarokError",
         "UsageError", "Where"),
        "analyzer.errors",
    ),
    **dict.fromkeys(
        ("audit", "certificate", "certify", "check", "compare", "compose", "graph", "rules", "schema",
         "template", "verify"),
        "analyzer.api.library",
    ),
}  # fmt: skip
"""Where something is that is imported when it is first asked for; Ctrl-C is heard before any of it is."""

__version__ = "0.1.0"


def load(path: str | PathLike[str]) -> Position:
    """The position of a file; `-` is standard input.

    Raises: InvalidFile with every fault of the file; TypeError for what is no path.
    """
    if not isinstance(path, str | PathLike):
        raise TypeError(f"load takes the path of a position file, not {_kind(path)}")
    from analyzer.position.files.positions import load as read  # noqa: PLC0415 - the readers cost more than the rules

    return read(str(path))


def loads(text: str, file: str = "<text>") -> Position:
    """The position that the text of a position file tells; `file` is its name in messages.

    A text names shipped rule sets alone; where `file` is that of one, one's own may lie beside.

    Raises: InvalidFile with every fault; TypeError for what is no text.
    """
    if not isinstance(text, str):
        raise TypeError(f"loads takes the text of a position file, not {_kind(text)}")
    from analyzer.position.files.positions import loads as read  # noqa: PLC0415

    return read(text, file)


def solve(
    position: Position,
    *,
    goals: bool = True,
    tokens: bool = True,
    goal: Goal | str | None = None,
    player: str | int | None = None,
    by: str | None = None,
    cards: bool = True,
    timeout: float | None = None,
    max_nodes: int | None = None,
    table_mb: int = 256,
    engine: Engine | None = None,
    threads: int = 1,
) -> Solution:
    """Every answer about a position, or the parts asked for; tokens are those from the position on.

    `goal` and `player` narrow the goals down. In games with sides `by` says who decides as one, `sides` or
    `seats`. Where a limit (`timeout` in seconds, `max_nodes`,
    `table_mb`) is reached, what is known is in the solution and the rest in its `unfinished`. The
    number of `threads` changes no answer.

    Raises: UsageError for an unknown goal or player, or a position that cannot be searched.
    """
    _check(position)
    from analyzer.api.asked import SolveRequest  # noqa: PLC0415
    from analyzer.api.solve import solve as ask  # noqa: PLC0415

    request = SolveRequest(goals=goals, tokens=tokens, goal=goal, player=player, cards=cards, by=by)
    return ask(position, request, _means(timeout, max_nodes, table_mb, engine, threads)).solution


def forced(
    position: Position,
    goal: Goal | str | None = None,
    player: str | int | None = None,
    by: str | int | Iterable[str | int] | None = None,
    *,
    timeout: float | None = None,
    max_nodes: int | None = None,
    table_mb: int = 256,
    engine: Engine | None = None,
    threads: int = 1,
) -> Forced:
    """Whether the players in `by` (the player alone, where None) force the player's goal: its `holds`.

    The goal is the first that the game has where None: the Ultimo, or the contract. In games with sides the
    player's whole side plays for it.
    Where no source settles what the answer hangs on, `holds` is None, and the answer itself is neither true
    nor false: to ask raises a UsageError.
    The player is who is to play where None. `nodes` and `seconds` are what the search used. Worked
    out only when they are read are `line`, play with both sides at their best in the words of a position
    file, `sets`, the minimal sets of seats that force the goal, and what the answer rests on. For a
    thousand positions and more there are :class:`Batch` and `forced_many`.

    So many `threads` search a long question together, over one table; their number changes no answer, only
    the `nodes`.

    Raises: UsageError for an unknown goal or player; LimitReached where a limit came before the answer.
    """
    _check(position)
    from analyzer.api.alone import decided_alone  # noqa: PLC0415
    from analyzer.api.asked import ForcedRequest  # noqa: PLC0415

    request = ForcedRequest(goal=goal, player=player, by=by)
    return decided_alone(position, request, _means(timeout, max_nodes, table_mb, engine, threads))


def explain(
    position: Position,
    goal: Goal | str | None = None,
    player: str | int | None = None,
    by: str | int | Iterable[str | int] | None = None,
    *,
    timeout: float | None = None,
    max_nodes: int | None = None,
    table_mb: int = 256,
    engine: Engine | None = None,
) -> Explained:
    """Why the players in `by` (the player alone, where None) force the player's goal, or others prevent it.

    The answer `holds` as that of :func:`forced`; its `plan` has lines for those who get their way, `by` as a
    mask, `mattered` the comparisons of cards that suffice for it, and `exchange_loses` those whose exchange
    loses. The plan is None where none was found within the limits.

    Raises: UsageError for an unknown goal or player; LimitReached where a limit came before the yes or no.
    """
    _check(position)
    from analyzer.api.asked import ForcedRequest  # noqa: PLC0415
    from analyzer.api.explain import explained  # noqa: PLC0415

    request = ForcedRequest(goal=goal, player=player, by=by)
    return explained(position, request, _means(timeout, max_nodes, table_mb, engine))


def legal(position: Position) -> tuple[Action, ...]:
    """Everything that may be done now; the `str` of each is its word in a line of play.

    Raises: UsageError where some hands are not told.
    """
    _check(position)
    return position.legal()


def replay(position: Position, line: Line | str | None = None) -> Replay:
    """A line of the position, or a :class:`~analyzer.position.setting.Line` made for it, replayed.

    None is the only line of the file.

    Raises: UsageError for an unknown line; IllegalMove, with the clause, for a move the rules forbid: it is
    an IllegalLine, and has the line up to that move as its `replay`.
    """
    _check(position)
    from analyzer.api.replay import played  # noqa: PLC0415

    return played(position, line)


def score(evening: str | PathLike[str] | Evening) -> EveningScore:
    """The score of an evening: of the session file at a path, `-` for standard input, or one that was read.

    The answer has the `hands` with what each paid or wrote, the `totals` by seat, what is `lying` on the
    table, and the `end`. By :func:`analyzer.evenings.files.loads` an evening is read from text.

    Raises: InvalidFile with every fault of the file; TypeError for what is no path and no evening.
    """
    from analyzer.api.score import evening_of  # noqa: PLC0415
    from analyzer.api.score import score as ask  # noqa: PLC0415
    from analyzer.evenings.model import Evening as Known  # noqa: PLC0415

    if isinstance(evening, str | PathLike):
        evening = evening_of(str(evening))
    if not isinstance(evening, Known):
        raise TypeError(f"score takes the path of a session file or an evening, not {_kind(evening)}")
    return ask(evening).score


def deals(
    position: Position,
    *,
    line: Line | str | None = None,
    at: Moment | str | None = None,
    seen_by: str | int | None = None,
) -> Deals:
    """The deals that fit what the position's `unseen` says, or what a player knows at a moment of a line.

    With `seen_by` it is what that player has seen and heard just before the card `at` is played, a trick
    and a card of it such as (24, 2) or "24.2". The answer has a `count`, `listed()`, `sample(n, seed)`, the
    `evidence` with every fact, and the `clash` where no deal fits.

    Raises: UsageError where nothing is unseen, or for an unknown line, player or moment.
    """
    _check(position)
    from analyzer.api.deals import DealsRequest  # noqa: PLC0415
    from analyzer.api.deals import deals as ask  # noqa: PLC0415

    return ask(position, DealsRequest(line=line, at=at, seen_by=seen_by)).deals


def decide(
    position: Position,
    *,
    opponents: str = "selfish",
    sample: int | None = None,
    seed: int = 0,
    threads: int = 1,
    timeout: float | None = None,
    max_nodes: int | None = None,
    table_mb: int = 256,
) -> Decision:
    """One card for all the worlds that the player to move cannot tell apart: what each comes to.

    The others see all cards and play each for his own tokens (`selfish`) or all together `against` the
    player. With `sample` so many deals of the unseen cards are drawn, and nothing is exact. The answer has
    the `cards` with `expected`, `worst`, chances, an outcome for every world and whether they are proper,
    `best_by` an aim, the `proper` ones, and `break_even`; what limits left undone is in `unfinished`.

    Raises: UsageError for an unknown way to play, or a position that cannot be decided so.
    """
    _check(position)
    from analyzer.api.decide import DecideRequest  # noqa: PLC0415
    from analyzer.api.decide import decide as ask  # noqa: PLC0415

    request = DecideRequest(opponents=opponents, sample=sample, seed=seed)
    return ask(position, request, _means(timeout, max_nodes, table_mb, threads=threads)).decision


def _means(
    timeout: float | None,
    max_nodes: int | None,
    table_mb: int,
    engine: Engine | None = None,
    threads: int = 1,
) -> Means:
    from analyzer.api.requests import Means  # noqa: PLC0415
    from analyzer.search.engine.results import Limits  # noqa: PLC0415

    return Means(Limits(max_nodes, timeout, table_mb), engine, threads)


def _kind(value: object) -> str:
    return "None" if value is None else type(value).__name__


def _check(position: object) -> None:
    """Raises: TypeError for what is no position."""
    from analyzer.position.model import Position as Known  # noqa: PLC0415

    if not isinstance(position, Known):
        raise TypeError(f"expected a position, as load and loads give it, not {_kind(position)}")


def __getattr__(name: str) -> Any:
    if name in _LATER:
        from importlib import import_module  # noqa: PLC0415

        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
