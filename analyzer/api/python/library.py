"""Questions of the command line beyond positions, as functions, and answers as Python shows them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, Final, TypeVar, overload

from msgspec import Struct, structs

from analyzer import answers, api, disputes, report, views
from analyzer.answers.answer import Answer
from analyzer.answers.requests import Means
from analyzer.api.python.reading import checked
from analyzer.certificates.checker import certify as play
from analyzer.errors import MOST_OF_ALL, MOST_STATES, TABLE_MB, LimitReached, UsageError, check_whole, install
from analyzer.frozenrecord import Record
from analyzer.layout import clip
from analyzer.messages import ENGLISH, say
from analyzer.position import replay
from analyzer.position.files.tree import is_position
from analyzer.position.model import Position
from analyzer.position.setting import Line
from analyzer.pythonanswer import PythonAnswer, checked_arguments, kind_of
from analyzer.report import terminal
from analyzer.report.paper.document import answer_blocks
from analyzer.report.paper.markup import html_part
from analyzer.report.spans import plain_document
from analyzer.report.style.language import language
from analyzer.report.style.terminal import can_show, width_here
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.grounds import OfPlayers
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset, rules_asked
from analyzer.rules.spec.variants import in_form
from analyzer.search.engine.results import Limits
from analyzer.yamltree.reading import named_text

if TYPE_CHECKING:
    from pandas import DataFrame

    from analyzer.answers.records.ruling import Ruled
    from analyzer.certificates.certificate import Certificate
    from analyzer.certificates.checker import CertificateVerdict
    from analyzer.claims.verify import Comparison
    from analyzer.disputes.findings import Finding
    from analyzer.disputes.shape import Dispute
    from analyzer.rules.score.goals import Goal
    from analyzer.search.compose.compose import Examination, Problem
    from analyzer.search.engine.engine import Engine
    from analyzer.search.review.judgement import Told


# How an answer tells itself in Python: as the command prints it, as its JSON, as a notebook shows it.


A = TypeVar("A", bound=PythonAnswer)
_LINE: Final = 100
"""A `repr` is no longer."""


class AnswerPresenter(Record, frozen=True):
    """An answer of the programming interface as Python has it."""

    answer: Answer
    about: str | None = None
    """What was asked and how it was settled, where the verdict does not say it as shortly."""

    def text(self) -> str:
        """What the command prints, without colours, and without the last line's end."""
        style = TextStyle(width_here(), symbols=can_show(sys.stdout), lang=language(os.environ))
        return terminal.text(self.answer, style).rstrip("\n")

    def line(self) -> str:
        """What was asked and how it was settled, in one line."""
        told = terminal.brief(self.answer, TextStyle(symbols=False)) if self.about is None else [self.about]
        return clip(next((each for each in told if each.strip()), "").strip(), _LINE)

    def view(self) -> views.base.View:
        """The answer by names: its attributes are the keys of the JSON."""
        return self.answer.view()

    def data(self) -> dict[str, Any]:
        """What the command writes as JSON, less what the search took."""
        told = views.base.plain(self.view())
        told.pop("stats", None)
        return told

    def document(self, language: str) -> dict[str, Any]:
        """What the command writes with `--as document`."""
        return plain_document(terminal.document(self.answer, language))

    def html(self) -> str:
        """What the answer says as a notebook shows it, with the cards drawn."""
        style = TextStyle(lang=language(os.environ))
        return html_part(answer_blocks(terminal.document(self.answer, style.lang), style))


def as_python(found: A, answer: Answer, players: tuple[str, ...] = (), about: str | None = None) -> A:
    """What was found, which tells itself from now on as the answer that it is part of does."""
    object.__setattr__(found, "_telling", AnswerPresenter(answer, about))
    if isinstance(found, OfPlayers):
        object.__setattr__(found, "players", players)
    return found


# Many answers as a pandas table, if pandas is installed.


@checked_arguments
def table(answers: Iterable[PythonAnswer | Mapping[str, Any]]) -> DataFrame:
    """Return many answers as a `pandas.DataFrame`: a row for each, a column for each key of its `to_dict()`.

    Answers may be about any question, and `ForcedMany` and the other arrays of answers are accepted too. A
    key within a key becomes a column such as `guarantee.A`; a list stays one value.

    >>> import analyzer
    >>> position = analyzer.load("positions/prop1.yaml")
    >>> asked = [analyzer.forced(position, player=name) for name in position.players]
    >>> print(analyzer.table(asked)[["player", "goal", "holds"]].to_string(index=False))
    player   goal  holds
         A ultimo  False
         B ultimo  False
         C ultimo  False

    Raises: UsageError if pandas is not installed.
    """
    try:
        from pandas import DataFrame  # noqa: PLC0415 - an extra
    except ImportError:
        told = say("a table of answers needs pandas")
        raise UsageError(told, install("tables")) from None
    return DataFrame([dict(_flat(each)) for each in answers])


def _flat(answer: Any) -> Iterator[tuple[str, Any]]:
    """Yield the keys of an answer; a nested key comes after the name of its parent."""
    if isinstance(answer, PythonAnswer):
        answer = answer.to_dict()
    elif isinstance(answer, Struct):
        answer = structs.asdict(answer)
    if not isinstance(answer, Mapping):
        raise TypeError(f"a table is made of answers, not of {kind_of(answer)}")
    for key, value in answer.items():
        if isinstance(value, Mapping) and value:
            yield from ((f"{key}.{inner}", told) for inner, told in _flat(value))
        else:
            yield key, value


# The questions of the command line beyond positions, as functions of the package: see :mod:`analyzer`.


MOST_PROBLEMS = 1000
MOST_TRICKS = 25
MOST_GRAPHED = 10**6


@overload
def check(dispute: Dispute, ruleset: str | None = None) -> Finding: ...
@overload
def check(dispute: Position, ruleset: str | None = None) -> Ruled: ...
@overload
def check(dispute: str | PathLike[str], ruleset: str | None = None, *, kind: str) -> Finding: ...
@overload
def check(dispute: str | PathLike[str], ruleset: str | None = None) -> Finding | Ruled: ...
@checked_arguments
def check(
    dispute: str | PathLike[str] | Dispute | Position, ruleset: str | None = None, *, kind: str | None = None
) -> Finding | Ruled:
    """Return the verdict on a dispute, or the ruling on a recorded hand.

    `dispute` is a path (`-` is standard input), a text, or a dispute that was read with
    :func:`analyzer.disputes.files.loads_dispute`. A position, or the file of a recorded hand, gets a ruling
    on each of its `lines`: its `breaches`, and what is `due`.

    `kind` is the kind of dispute of a text that names none. `ruleset` replaces the rules of the file; it may
    choose readings, `NAME+OPTION=READING`.

    Raises: InvalidFile with every fault; UsageError for an unknown rule set; LimitReached if Z3 does not
    decide it.
    """
    if isinstance(dispute, str | PathLike):
        told = fspath(dispute)
        text, name = named_text(told)
        if kind is None and is_position(text, name):
            ruling = answers.records.ruling.rule_on_text(text, name, ruleset)
            return as_python(ruling, ruling, ruling.position.players)
        answer = answers.records.check.answer_dispute(text, name, ruleset, kind)
        return as_python(answer.finding, answer, answer.finding.dispute.players)
    if isinstance(dispute, Position):
        own = dispute.rules
        rules = own if ruleset is None else rules_asked(ruleset)(lambda: own)
        ruled = answers.records.ruling.rule(replace(dispute, rules=rules))
        return as_python(ruled, ruled, dispute.players)

    if not isinstance(dispute, disputes.shape.Dispute):
        raise TypeError(f"check takes the path of a dispute file or a dispute, not {type(dispute).__name__}")
    if ruleset is not None:
        raise UsageError(say("a dispute that was read has its rules"), say("expected the path of a file"))
    found = disputes.table.settle(dispute)
    return as_python(found, answers.records.check.Checked(found), dispute.players)


@checked_arguments
def verify(
    ruleset: str = "danish",
    claims: Iterable[str] = (),
    *,
    seats: int | None = None,
    rlimit: int | None = None,
) -> answers.records.verify.Verified:
    """Decide the claims about a rule set, or only those with these ids: `claims`, each with a `verdict`.

    `rlimit` is the Z3 resource limit for each question; `seats` is the number of players.

    Raises: UsageError for an unknown rule set or claim, or a number of players that the rules do not allow.
    """
    if rlimit is not None:
        check_whole("rlimit", rlimit, 1, MOST_OF_ALL)
    only = (claims,) if isinstance(claims, str) else tuple(claims)
    answer = answers.records.verify.verify(ruleset, only, rlimit, seats)
    return as_python(answer, answer)


@checked_arguments
def compare(one: str, other: str, *, seats: int | None = None) -> Comparison:
    """Compare two rule sets: their `differences`, each with a witness if one was found.

    Raises: UsageError for an unknown rule set, or a number of players that either of them does not allow.
    """
    answer = answers.records.verify.compare(one, other, seats)
    return as_python(answer.comparison, answer)


@checked_arguments
def compose(
    want: str,
    *,
    ruleset: str = "danish",
    seats: int | None = None,
    goal: str | None = None,
    tricks: int = 3,
    count: int = 1,
    seed: int = 0,
    tries: int = 20_000,
    timeout: float | None = None,
    max_nodes: int | None = None,
    lang: str = ENGLISH,
    key: str | None = None,
    holders: Mapping[str, str] | None = None,
    title: str | None = None,
) -> list[Problem]:
    """Compose endings with a wanted property; each is a position.

    The list has `count` endings, or fewer if `tries` attempts find no more. In a game of card points `goal`
    is the goal that one card decides, instead of the contract; `seats` is the number of players. `key` is the
    wanted kind of deciding card, such as `low trump`; `holders` gives the cards that a player must hold, by
    player.

    Raises: UsageError for an unknown property, goal or rule set, or for a property that no ending with so few
    tricks has; LimitReached if the limits are too low.
    """
    for name, value, most in (("tricks", tricks, MOST_TRICKS), ("count", count, MOST_PROBLEMS)):
        check_whole(name, value, 1, most)
    check_whole("tries", tries, 1, MOST_OF_ALL)
    request = answers.compose.ComposeRequest(
        want=want, ruleset=ruleset, seats=seats, goal=goal, tricks=tricks, seed=seed, tries=tries,
        limits=Limits(max_nodes, timeout), lang=lang, key=key, title=title,
        holders=tuple(f"{player}:{cards}" for player, cards in (holders or {}).items()),
    )  # fmt: skip
    return [
        as_python(
            each,
            answers.compose.Composed(request, (each,), None, None),
            each.position.players,
            f"{want}: {each.key} decides",
        )
        for each in islice(answers.compose.problems(request), count)
    ]


def examine(
    position: Position | str,
    *,
    goal: Goal | str | None = None,
    player: str | int | None = None,
    timeout: float | None = None,
) -> Examination:
    """Check if a problem is sound: its `keys`, `tries`, `duals` after the key, and cards to `spare`.

    If neither goal nor player is named, the question is read from the problem's stipulation.

    Raises: UsageError if no question can be read; LimitReached before its keys are known.
    """
    asked = checked(position)
    answer = answers.compose.examine(asked, goal, player, Limits(timeout=timeout))
    return as_python(answer.found, answer, asked.players)


@checked_arguments
def audit(
    position: Position | str | PathLike[str],
    line: Line | str | None = None,
    *,
    timeout: float | None = None,
    max_nodes: int | None = None,
    table_mb: int = TABLE_MB,
    engine: Engine | None = None,
) -> Told:
    """Return a line with the value of every card in it: its `replay`, its `audit` and its `judgement`.

    In games of card points `counted` is the audit. If `line` is None, it is the position's only line. A line
    that reaches an illegal card is audited up to that card. Cards that the limits left undone have no value.

    Raises: UsageError for an unknown line.
    """
    position = checked(position)
    alone = replace(position, lines=(replay.replay.find_line(position, line),))
    means = Means(Limits(max_nodes, timeout, table_mb), engine)
    answer = answers.records.replay.audited(alone, None, means)
    return as_python(answer.lines[0], answer, position.players)


def certificate(
    position: Position | str | PathLike[str],
    goal: Goal | str | None = None,
    player: str | int | None = None,
    by: str | int | Iterable[str | int] | None = None,
    *,
    timeout: float | None = None,
    max_nodes: int | None = None,
) -> Certificate:
    """Return the plan that proves the answer of :func:`analyzer.explain`, as a certificate.

    Its `str` is its file.

    Raises: UsageError for an unknown goal or player; LimitReached if no plan was found within the limits.
    """
    position = checked(position)
    request = answers.requests.ForcedRequest(goal=goal, player=player, by=by)
    found = answers.explain.explained(position, request, Means(Limits(max_nodes, timeout)))
    if found.holds is None:
        raise UsageError(answers.forced.NOTHING_TO_CERTIFY)
    if found.plan is None:
        raise LimitReached(found.stopped or say("no plan was found"), found.nodes)
    return answers.explain.certificate_of(position, answers.forced.claimed(position, request), found)


def certify(
    certificate: str | PathLike[str] | Certificate, max_nodes: int = MOST_STATES
) -> CertificateVerdict:
    """Check if a certificate, or the one in the file at a path, proves its claim: its `proven`.

    Raises: InvalidFile with every fault; LimitReached if there are more than `max_nodes` states to play.
    """
    check_whole("max_nodes", max_nodes, 0, MOST_OF_ALL)
    if isinstance(certificate, str | PathLike):
        answer = answers.explain.certify(fspath(certificate), max_nodes)
    else:
        answer = answers.explain.Certified(certificate, play(certificate, max_nodes))
    return as_python(answer.verdict, answer, answer.certificate.position.players)


@checked_arguments
def graph(
    position: Position | str | PathLike[str],
    *,
    max_positions: int = 2000,
    timeout: float | None = None,
    max_nodes: int | None = None,
    table_mb: int = TABLE_MB,
    engine: Engine | None = None,
) -> report.graph.game.Graph:
    """Return the networkx graph of everything that can still be played, starting from its node `p0`.

    Raises: UsageError for unknown hands; LimitReached if there are more positions, or limits were reached.
    """
    check_whole("max_positions", max_positions, 1, MOST_GRAPHED)
    return api.files.show.graph_of(
        checked(position), max_positions, Means(Limits(max_nodes, timeout, table_mb), engine)
    )


@checked_arguments
def rule_set(name: str = "danish", *, seats: int | None = None) -> RuleSet:
    """Return a rule set: a shipped one by name, or one in a file by path; a suffix `+OPTION=READING` chooses.

    Its `clauses` are by id, its `options` by name. `seats` is the number of players, for a rule set with
    several forms.

    Raises: UsageError for an unknown rule set, option or number; InvalidFile with every fault of a file.
    """
    found = load_ruleset(name)
    return found if seats is None else in_form(found, seats)


@checked_arguments
def schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of a kind of file or answer. Raises: UsageError with the nearest name."""
    return api.files.new.schema_of(name)


@checked_arguments
def template(kind: str, lang: str = ENGLISH) -> str:
    """Return a commented file of a kind, to begin with. Raises: UsageError for an unknown kind."""
    return api.files.new.new(kind, lang).template
