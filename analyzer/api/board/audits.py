"""A played line on a board: each card with what it let go, the reasons, and the ruling."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from msgspec import structs

from analyzer.answers.forced import certificate_of, claimed, forced, searched
from analyzer.answers.records.audit import sure_of
from analyzer.answers.records.replay import audited
from analyzer.answers.records.ruling import SumRow, line_verdict, other_sums, rule, sum_rows
from analyzer.answers.requests import ForcedRequest, Means
from analyzer.api.board.moment import board_words, line_played, position_after, position_in
from analyzer.api.board.views import (
    AuditGraph,
    AuditLevel,
    AuditMoment,
    AuditTold,
    BreachTold,
    LineRuled,
    RulingTold,
    SumTold,
    TextAnswer,
    WhyAnswer,
)
from analyzer.certificates.certificate import dumps_certificate
from analyzer.messages import LineWord, say, word_alone
from analyzer.position.model import Position
from analyzer.position.replay.ruling import LineRuling, RuledBreach
from analyzer.position.setting import Line
from analyzer.report import terminal
from analyzer.report.spans import Spans
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.actions import ActionKind
from analyzer.rules.score.goals import LAST_TRICK_GOALS, Aim, Goal, points_text
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import VERDICT_WORDS, Verdict
from analyzer.search.engine.results import Status
from analyzer.search.engine.watch import Watch
from analyzer.search.solve.explain import MOST_TRICKS
from analyzer.views.base import plain
from analyzer.words.blocks import Passage, Phrase
from analyzer.words.names import card_name, source_message
from analyzer.words.paid import pots_message
from analyzer.words.remedies import remedy_message, unsettled_phrases
from analyzer.words.verdicts import STATUSES, goal_cell

if TYPE_CHECKING:
    from analyzer.rules.actions import Sides
    from analyzer.search.review.audit import Audited


# A played line looked at card by card: what each could force when, as a graph, and the mistakes.


T = TypeVar("T")
_NAME: Final = "line"
_HEIGHT: Final = {Status.IMPOSSIBLE: 0, Status.DEPENDS: 33, Status.FORCED: 67, Status.AUTOMATIC: 100}
"""How high each status stands in a graph, in percent."""


def show_audit(text: str, words: Sequence[str], means: Means, style: TextStyle, watch: Watch) -> AuditTold:
    """A played line looked at: what each could force before each card, and what each card did.

    Raises: UsageError for a line that cannot be looked at.
    """
    start, actions = line_played(text, words)
    answer = audited(replace(start, lines=(Line(_NAME, actions),)), None, means, watch)
    told, players = answer.lines[0], start.players
    points: list[AuditMoment] = []
    graphs: list[AuditGraph] = []
    if told.audit is not None:
        # The decisions that are moves of a board: letting a picked card pass is none.
        shown = [each for each in told.audit.decisions if each.move.kind is not ActionKind.ALLOW]
        sure = partial(_ultimo, style, players)
        graphs = list(_goal_graphs(style, shown, players))
        if told.audit.counts is not None:
            of = told.replay.sides, told.audit.counts
            sure = partial(_points, of, players)
            graphs = list(_number_graphs(style, shown, of, players))
        points = [_point(style, each, step, sure(each), players) for step, each in enumerate(shown)]
    return AuditTold(
        points=points, graphs=graphs, text=terminal.text(answer, structs.replace(style, width=78))
    )


def _point(
    style: TextStyle,
    each: Audited,
    step: int,
    sure: dict[str, str],
    players: Sequence[str],
) -> AuditMoment:
    """A move in words, with its place in the line."""
    return AuditMoment(
        step=step,
        trick=each.step.trick + 1,
        player=players[each.seat],
        card=style.render(say("demand") if each.card is None else card_name(each.card, each.move.suit)),
        sure=sure,
        marks=[style.render(mark.text) for mark in each.marks],
    )


def _ultimo(style: TextStyle, players: Sequence[str], decision: Audited) -> dict[str, str]:
    """How far each player had the Ultimo in hand before a decision."""
    goals = {} if decision.before is None else decision.before.goals or {}
    return {
        players[seat]: style.render(goal_cell(answer, players))
        for (seat, goal), answer in goals.items()
        if goal == Goal.ULTIMO
    }


def _goal_graphs(style: TextStyle, shown: Sequence[Audited], players: Sequence[str]) -> Iterator[AuditGraph]:
    """A graph for each goal that was within reach of anybody."""
    levels = [AuditLevel(height, style.render(STATUSES[status])) for status, height in _HEIGHT.items()]
    for goal in LAST_TRICK_GOALS:

        def height(each: Audited, seat: int, goal: Goal = goal) -> int | None:
            answer = ((each.before and each.before.goals) or {}).get((seat, goal))
            return None if answer is None else _HEIGHT[answer.status]

        lines = _lines(shown, players, height)
        if any(found for line in lines.values() for found in line):
            yield AuditGraph(title=style.render(word_alone(goal.named)), levels=levels, lines=lines)


def _points(of: tuple[Sides, Aim], players: Sequence[str], each: Audited) -> dict[str, str]:
    """The points, or tricks, that the side of each player was sure of before a card."""
    sides, aim = of
    sure = {name: sure_of(each.before, aim, sides.of[seat]) for seat, name in enumerate(players)}
    return {name: points_text(number) for name, number in sure.items() if number is not None}


def _number_graphs(
    style: TextStyle, counted: Sequence[Audited], of: tuple[Sides, Aim], players: Sequence[str]
) -> Iterator[AuditGraph]:
    """One graph, of the points or tricks that each side was sure of; none where none were sought."""
    sides, aim = of
    sure = [sure_of(each.before, aim, sides.of[seat]) for each in counted for seat in range(len(players))]
    most = max((number for number in sure if number is not None), default=Fraction(0))
    if not most:
        return

    def height(each: Audited, seat: int) -> int | None:
        number = sure_of(each.before, aim, sides.of[seat])
        return None if number is None else int(100 * number / most)

    levels = [AuditLevel(0, "0"), AuditLevel(100, points_text(most))]
    title = style.render(say("points")) if aim is Aim.POINTS else style.render(say("tricks"))
    yield AuditGraph(title=title, levels=levels, lines=_lines(counted, players, height))


def _lines(
    decisions: Sequence[T], players: Sequence[str], height: Callable[[T, int], int | None]
) -> dict[str, list[int | None]]:
    """For each player how high he stood before each decision."""
    return {name: [height(each, seat) for each in decisions] for seat, name in enumerate(players)}


# Why something is so: in words with a play that shows it, and as a certificate.


_TOLD: Final = ("headline", "paragraph")
"""Of an answer: the verdict and why it is so."""
AskedGoal = tuple[str, str]
"""A goal by its word, and whose it is."""


def why(text: str, words: Sequence[str], asked: AskedGoal, means: Means, style: TextStyle) -> WhyAnswer:
    """Whether a player forces a goal alone, or with his side, in words and with a play that shows it.

    Raises: UsageError for an unknown goal or player.
    """
    position = position_after(text, words)
    goal, player = asked
    # In a game of card points a plan of a longer hand takes ten seconds, and the answer waits for it.
    short = position.pots is not None or position.tricks_left <= MOST_TRICKS
    # Into a Bagud he is brought by the others.
    others = [each for each in position.players if each != player] if goal == Aim.BAGUD.value else None
    request = ForcedRequest(goal=goal, player=player, by=others, why=short)
    found = forced(position, request, means)
    view, spans = plain(found.view()), Spans(style.lang, position.rules, style.minus)
    told = (each for each in found.says if isinstance(each, Passage) and each.kind in _TOLD)
    sentences = [spans.phrase(each) for passage in told for each in passage.lines if isinstance(each, Phrase)]
    return WhyAnswer(
        settled=found.settled.value,
        verdict=sentences[0],
        sentences=sentences[1:],
        moves=view["line"],
    )


def certificate_text(text: str, words: Sequence[str], asked: AskedGoal, means: Means) -> TextAnswer:
    """A certificate of whether a player alone forces a goal, which `certify` holds against the rules alone.

    Raises: UsageError for an unknown goal or player; LimitReached.
    """
    position = position_after(text, words)
    goal, player = asked
    request = ForcedRequest(goal=goal, player=player)
    claim = claimed(position, request)
    found = searched(position, claim, means)
    return TextAnswer(text=dumps_certificate(certificate_of(position, claim, found, means, request.most_mb)))


# A recorded hand ruled on for a page: the verdict on each line, breaches with law and remedy, its sums.


def show_ruling(text: str, words: Sequence[str], style: TextStyle) -> RulingTold:
    """The ruling on what a file tells as played; where it tells none, on the line of a board.

    Raises: InvalidFile for the text; IllegalMove or UsageError for a word, or where nothing was played.
    """
    position = position_in(text)
    if not position.lines:
        start, actions = line_played(text, words)
        position = replace(start, lines=(Line("", actions),))
    ruled = rule(position)
    return RulingTold(
        settled=ruled.settled.value,
        players=list(position.players),
        lines=[_line(position, each, style) for each in ruled.lines],
        text=terminal.text(ruled, structs.replace(style, width=78)),
    )


def _line(position: Position, line: LineRuling, style: TextStyle) -> LineRuled:
    verdict = Verdict.ILLEGAL if line.breaches else Verdict.UNSETTLED if line.unsettled else Verdict.LEGAL
    rules, replay = position.rules, line.replay
    spans = Spans(style.lang, rules, style.minus)
    tricks = (each for trick in replay.tricks for each in trick.unsettled)
    unsettled = unsettled_phrases([*replay.judged.open_questions, *tricks])
    return LineRuled(
        name=style.titled(replay.name),
        verdict=verdict.value,
        stamp=style.render(VERDICT_WORDS[verdict]),
        headline=spans.sentence(line_verdict(rules, line)),
        breaches=[_breach(rules, line, each, spans) for each in line.breaches],
        unsettled=[spans.sentence(each.said) for each in unsettled],
        sums=[_sum(row, style) for row in sum_rows(line)],
        others=[*map(style.render, other_sums(line))],
        moves=list(board_words(position, line.line)),
        stops="" if replay.missing is None else style.render(replay.missing),
    )


def _sum(row: SumRow, style: TextStyle) -> SumTold:
    pots = "" if row.pots is None else style.render(pots_message(row.pots))
    return SumTold(style.render(row.name), list(row.amounts), pots)


def _breach(rules: RuleSet, line: LineRuling, breach: RuledBreach, spans: Spans) -> BreachTold:
    clause, style = breach.broken.clause, spans.style
    at = say("the deal") if breach.trick is None else say("trick {number}", number=breach.trick)
    return BreachTold(
        at=style.render(at),
        what=spans.sentence(breach.broken.text),
        legal=[spans.sentence(word_alone(LineWord(word))) for word in breach.legal],
        clause=clause,
        law=style.stated(rules.clauses[clause].statement),
        source=style.render(source_message(rules, clause)),
        remedy=spans.sentence(remedy_message(rules, breach, line.replay.players)),
    )
